"""The words that an instruct may use, as tables; `style` reads them.

Phrases of all languages stand in one table, parted by `|`, in lower case. Latin phrases match whole words,
Chinese ones anywhere; of several that match the longest is taken.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

Kind = Literal["wish", "beyond", "scale", "degree", "after", "quantity", "not", "break", "filler"]

STEPS: Mapping[str, tuple[float, float]] = {
    "speed": (math.log(0.85), math.log(1.18)),
    "level": (-6.0, 4.0),
    "pitch": (-2.0, 2.0),
    "expressiveness": (math.log(0.65), math.log(1.35)),
    "pauses": (math.log(0.6), math.log(1.6)),
}
"""What one plain "less" and one plain "more" of each aspect is: factors as logarithms, decibels,
semitones."""

BOUNDS: Mapping[str, tuple[float, float]] = {
    "speed": (math.log(0.25), math.log(4.0)),
    "level": (-24.0, 12.0),
    "pitch": (-6.0, 6.0),
    "expressiveness": (math.log(0.01), math.log(2.0)),
    "pauses": (math.log(0.25), math.log(4.0)),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """What one phrase means."""

    kind: Kind
    aspect: str = ""
    amount: float = 0.0
    """For a wish: steps, negative for less. For degrees: what multiplies the steps. For quantities: a
    ratio."""
    effects: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """A way of speaking that is several things at once, each in the unit of `BOUNDS`."""
    signed: bool = False
    """A quantity that was written with `+` or `-`: relative, not absolute."""


# --- plain wishes: aspect, steps, phrases
# ---------------------------------------------------------------------

_WISHES: tuple[tuple[str, float, str], ...] = (
    (
        "speed",
        -1.0,
        "slow|slower|slowly|slow down|slowed down|unhurried|unhurriedly|leisurely|take your time|no "
        "hurry|no rush|langsam|langsamer|gemächlich|lass dir zeit|lent|lente|lents|lentement|doucement "
        "et lentement|prends ton temps|despacio|lento|lenta|lentamente|"
        "pausado|慢|慢慢|慢慢地|放慢|慢速|缓慢|减速|慢条斯理|"
        "语速慢",
    ),
    (
        "speed",
        1.0,
        "fast|faster|quick|quicker|quickly|rapid|rapidly|speed up|sped up|hurry|hurry up|rush|rushed|"
        "swift|swiftly|schnell|schneller|rasch|rascher|zügig|flott|hastig|vite|rapide|rapides|rapidement|"
        "accélère|rápido|rápida|rápidamente|deprisa|de prisa|aprisa|快|快快|加快|快速|迅速|加速|语速快",
    ),
    ("speed", 0.5, "brisk|briskly|snappy"),
    (
        "level",
        -1.0,
        "quiet|quieter|quietly|soft|softer|softly|in a low voice|in a quiet voice|in a soft voice|low volume|"
        "lower volume|lower the volume|turn it down|keep your voice down|keep it down|under your breath|"
        "leise|leiser|sanft|gedämpft|mit leiser stimme|doucement|à voix basse|bas|moins fort|tout bas|"
        "bajo|bajito|más bajo|en voz baja|suave|suavemente|quedo|"
        "小声|轻声|低声|小点声|小声点|轻轻|轻轻地|安静|声音小|声音轻|音量小|音量低|降低音量|声音放低",
    ),
    (
        "level",
        1.0,
        "loud|louder|loudly|speak up|aloud|high volume|higher volume|raise your voice|raise the volume|"
        "turn it up|laut|lauter|mit lauter stimme|fort|forte|à voix haute|à haute voix|fuerte|alto|más "
        "alto|en voz alta|大声|大声点|大点声|响亮|洪亮|声音大|声音响|音量大|音量高|提高音量|高声",
    ),
    (
        "pitch",
        -1.0,
        "lower|low pitch|low pitched|low-pitched|lower pitch|lower pitched|lower-pitched|lower voice|low "
        "voice|deep|deeper|deeply|deep voice|deeper voice|bass voice|tief|tiefer|tiefe stimme|tiefere "
        "stimme|tieferer stimme|mit tiefer stimme|grave|plus grave|voix grave|voz grave|más grave|低沉|低音|"
        "音调低|声调低|音高低|降低音调|压低嗓音|声音低沉|浑厚",
    ),
    (
        "pitch",
        1.0,
        "higher|high pitch|high pitched|high-pitched|higher pitch|higher pitched|higher-pitched|higher "
        "voice|high voice|squeaky|hoch|höher|hohe stimme|höhere stimme|höherer stimme|mit hoher stimme|"
        "aigu|aiguë|plus aigu|voix aiguë|agudo|aguda|más agudo|"
        "más aguda|voz aguda|尖|尖细|高音|音调高|声调高|音高高|"
        "提高音调",
    ),
    (
        "expressiveness",
        1.0,
        "expressive|expressively|lively|livelier|vivid|vividly|animated|with feeling|with emotion|with "
        "expression|emotional|emotionally|varied|ausdrucksvoll|lebhaft|lebendig|mit gefühl|expressif|"
        "expressive|vivant|vivante|animé|animée|avec émotion|expresivo|expresiva|animado|animada|vivo|"
        "con emoción|con sentimiento|有感情|富有感情|生动|活泼|抑扬顿挫|有表现力|带感情",
    ),
    (
        "expressiveness",
        -3.5,
        "monotone|monotonous|monotonously|flat|flatly|robotic|emotionless|deadpan|without emotion|no "
        "emotion|without feeling|without expression|expressionless|monoton|ausdruckslos|ohne gefühl|ohne "
        "emotion|tonlos|monotone|monocorde|sans émotion|monótono|monótona|sin emoción|inexpresivo|单调|平淡|"
        "没有感情|毫无感情|不带感情|面无表情|平平",
    ),
    (
        "pauses",
        1.0,
        "pauses|with pauses|long pauses|longer pauses|big pauses|lengthy pauses|pause between sentences|"
        "pausen|lange pausen|langen pausen|längere pausen|längeren pausen|de longues pauses|longues pauses|"
        "des pauses|pausas|pausas largas|pausas más largas|"
        "largas pausas|停顿|停顿长|停顿久|长停顿|多停顿|多一些停顿",
    ),
    (
        "pauses",
        -1.0,
        "short pauses|shorter pauses|brief pauses|fewer pauses|kurze pausen|kurzen pausen|kürzere pausen|"
        "kürzeren pausen|courtes pauses|de courtes pauses|pausas cortas|停顿短|短停顿|少停顿",
    ),
    ("pauses", -1.8, "without pausing|nonstop|non-stop|without a break"),
)

# --- ways of speaking that are several things at once
# -----------------------------------------------------------


def _effects(
    speed: float = 1.0,
    level: float = 0.0,
    pitch: float = 0.0,
    expressiveness: float = 1.0,
    pauses: float = 1.0,
) -> Mapping[str, float]:
    amounts = {
        "speed": math.log(speed),
        "level": level,
        "pitch": pitch,
        "expressiveness": math.log(expressiveness),
        "pauses": math.log(pauses),
    }
    return MappingProxyType({aspect: amount for aspect, amount in amounts.items() if amount})


_WAYS: tuple[tuple[str, Mapping[str, float], str], ...] = (
    (
        "softness",
        _effects(speed=0.92, level=-9.0, expressiveness=0.5),
        "whisper|whispers|whispered|whispering|in a whisper|hushed|breathy|flüstern|flüsternd|geflüstert|"
        "flüstere|flüster|chuchoter|chuchote|chuchoté|chuchotant|en chuchotant|murmure|susurra|susurrar|"
        "susurrando|susurro|en susurros|耳语|悄悄|悄悄地|悄悄话|悄声|窃窃私语",
    ),
    (
        "softness",
        _effects(speed=0.95, level=-3.0, expressiveness=0.9),
        "gentle|gently|tender|tenderly|soothing|soothingly|zärtlich|behutsam|doux|douce|tendre|"
        "tendrement|tierno|dulce|dulcemente|温柔|温柔地|轻柔|柔和",
    ),
    (
        "emotion",
        _effects(speed=1.06, pitch=0.7, expressiveness=1.3),
        "cheerful|cheerfully|cheery|happy|happily|joyful|joyfully|merry|upbeat|bright|fröhlich|heiter|"
        "glücklich|freudig|joyeux|joyeuse|joyeusement|gai|gaie|content|heureux|heureuse|alegre|"
        "alegremente|contento|feliz|开心|开心地|高兴|高兴地|快乐|快乐地|愉快|愉快地|欢快|欢快地|喜悦",
    ),
    (
        "emotion",
        _effects(speed=1.02, pitch=0.3, expressiveness=1.12),
        "friendly|warm|warmly|welcoming|freundlich|herzlich|warmherzig|amical|amicale|chaleureux|chaleureuse|"
        "amable|amigable|cálido|亲切|友好|热情|温暖",
    ),
    (
        "emotion",
        _effects(speed=1.12, level=2.0, pitch=1.0, expressiveness=1.5),
        "excited|excitedly|enthusiastic|enthusiastically|energetic|energetically|aufgeregt|begeistert|"
        "energisch|excité|excitée|enthousiaste|énergique|emocionado|"
        "entusiasmado|enérgico|激动|激动地|兴奋|兴奋地|"
        "热烈|充满活力",
    ),
    (
        "emotion",
        _effects(speed=0.93, expressiveness=0.75, pauses=1.15),
        "calm|calmer|calmly|relaxed|peaceful|peacefully|serene|composed|ruhig|ruhiger|gelassen|entspannt|"
        "calme|calmement|tranquille|posé|serein|calmado|calmada|tranquilo|tranquila|con calma|sereno|平静|"
        "平静地|冷静|沉着|从容|放松|舒缓",
    ),
    (
        "emotion",
        _effects(speed=0.96, pitch=-0.5, expressiveness=0.75),
        "serious|seriously|solemn|formal|sober|stern|grave tone|ernst|ernsthaft|sachlich|förmlich|"
        "sérieux|sérieuse|sérieusement|solennel|serio|seria|formal|solemne|严肃|严肃地|认真|庄重|正式",
    ),
    (
        "emotion",
        _effects(speed=0.88, level=-2.0, expressiveness=0.6),
        "tired|tiredly|sleepy|sleepily|weary|müde|schläfrig|fatigué|"
        "fatiguée|cansado|cansada|疲惫|困倦|疲倦|没精打采",
    ),
    (
        "emotion",
        _effects(speed=1.12, level=3.0, expressiveness=1.15, pauses=0.8),
        "urgent|urgently|alarmed|dringend|eindringlich|urgente|urgent|紧急|急切|急促",
    ),
    (
        "emotion",
        _effects(speed=0.95, expressiveness=1.5, pauses=1.3),
        "dramatic|dramatically|theatrical|dramatisch|dramatique|dramático|戏剧性|夸张",
    ),
    (
        "clarity",
        _effects(speed=0.93, pauses=1.15),
        "clear|clearly|articulate|distinctly|deutlich|klar und deutlich|klar|clairement|distinctement|"
        "claro|claramente|清楚|清晰|吐字清晰|一字一句",
    ),
    (
        "level",
        _effects(level=6.0, expressiveness=1.25),
        "shout|shouted|shouting|yell|yelling|scream|schrei|schreien|schreiend|rufend|crie|crier|en "
        "criant|grita|gritar|gritando|喊|大喊|喊叫|吼",
    ),
    ("style", _effects(), "neutral|neutrally|normal|normally|naturally|as usual|neutre|normal|自然|正常"),
)

# --- known wishes that numbers cannot fulfil
# ---------------------------------------------------------------------

_BEYOND: tuple[tuple[str, str], ...] = (
    (
        "emotion",
        "sad|sadly|angry|angrily|furious|annoyed|irritated|scared|afraid|fearful|frightened|terrified|"
        "nervous|anxious|worried|surprised|amused|sarcastic|sarcastically|ironic|mocking|disgusted|"
        "disappointed|proud|jealous|shy|embarrassed|romantic|sexy|seductive|mysterious|mysteriously|"
        "crying|laughing|traurig|wütend|zornig|ängstlich|überrascht|nervös|verärgert|sarkastisch|"
        "amüsiert|stolz|triste|tristement|furieux|en colère|fâché|effrayé|surpris|surprise|nerveux|"
        "sarcastique|enojado|enfadado|asustado|sorprendido|nervioso|"
        "sarcástico|tristemente|悲伤|悲伤地|难过|伤心|"
        "生气|愤怒|害怕|恐惧|惊讶|紧张|焦虑|讽刺|委屈|撒娇|得意|神秘",
    ),
    (
        "dialect",
        "四川话|粤语|广东话|东北话|上海话|河南话|天津话|陕西话|山东话|湖南话|"
        "长沙话|重庆话|武汉话|闽南话|闽南语|方言|"
        "台湾腔|北京话|dialect|dialekt|dialecte|dialecto",
    ),
    (
        "language",
        "in english|in french|in german|in spanish|in italian|in chinese|in japanese|in korean|in dutch|"
        "in polish|in portuguese|in russian|auf englisch|auf deutsch|auf französisch|auf spanisch|auf "
        "chinesisch|auf italienisch|en anglais|en français|en allemand|en espagnol|en chinois|en inglés|"
        "en francés|en alemán|en español|en chino|英语|法语|德语|西班牙语|日语|韩语|中文|普通话|英文|日文",
    ),
    ("persona", "机器人|新闻主播|播音员|老人|小孩|孩子"),
)

PATTERNS: tuple[tuple[str, str], ...] = (
    ("dialect", r"(?:with |in )?(?:an? )?(?:strong |slight |thick )?[a-z]+ accent"),
    ("dialect", r"mit [\w]+ akzent|avec (?:un )?accent \w+|con acento \w+"),
    ("persona", r"(?:like|as if you were|as|pretend(?:ing)? to be) (?:an?|the|my|your) \w+(?: \w+)?"),
    ("persona", r"in the (?:voice|style) of (?:an? |the )?\w+(?: \w+)?"),
    (
        "persona",
        r"wie (?:ein|eine|der|die|das|mein|meine) \w+|comme (?:un|une|le|la) \w+|como (?:un|una|el|la) \w+",
    ),
    ("persona", r"像一?[个位]?[\u4e00-\u9fff]{1,4}一样"),
)
"""Wishes that no list can hold: whatever the accent or the person is. Regular expressions, lower case."""

# --- how much
# -----------------------------------------------------------------------------------------------------

_DEGREES: tuple[tuple[float, str], ...] = (
    (
        0.5,
        "slightly|a little|a little bit|a bit|a touch|a tad|somewhat|just a little|a shade|mildly|etwas|"
        "ein wenig|ein bisschen|ein klein wenig|leicht|un peu|un petit peu|légèrement|un poco|un poquito|"
        "ligeramente|algo|稍微|稍稍|稍|略微|有点|有一点",
    ),
    (
        1.0,
        "more|a bit more|rather|quite|fairly|pretty|moderately|mehr|ziemlich|recht|plus|assez|plutôt|más|"
        "bastante|更|比较|更加|再",
    ),
    (
        1.75,
        "much|very|a lot|really|far|considerably|noticeably|clearly more|lots|significantly|viel|sehr|"
        "deutlich mehr|wesentlich|erheblich|beaucoup|beaucoup plus|très|bien plus|nettement|mucho|mucho "
        "más|muy|很|非常|特别|十分|大大",
    ),
    (
        2.5,
        "extremely|super|incredibly|ultra|extrem|äußerst|extrêmement|"
        "extremadamente|sumamente|极其|极|超级|最",
    ),
    (0.9, "too|so|overly|that|zu|allzu|so sehr|trop|si|demasiado|tan|太|过于"),
)
_DEGREES_AFTER: tuple[tuple[float, str], ...] = (
    (0.5, "一点|一点儿|一点点|点|点儿|些|一些"),
    (1.75, "很多|许多|得多"),
    (2.5, "as possible|as you can|wie möglich|que possible|posible|极了"),
)

_QUANTITIES: tuple[tuple[float, str], ...] = (
    (2.0, "twice|double|two times|doppelt|zweimal|deux fois|dos veces|el doble|两倍|二倍|加倍"),
    (3.0, "three times|triple|dreimal|dreifach|trois fois|tres veces|三倍"),
    (0.5, "half|half as|halb|halb so|halber|moitié|à moitié|la mitad|mitad|一半|减半"),
)
"""Times: `twice as fast`, `half speed`."""

NUMBER_WORDS: Mapping[str, float] = {
    word: float(value)
    for value, words in (
        (5, "five fünf cinq cinco 五"),
        (10, "ten zehn dix diez 十"),
        (15, "fifteen fünfzehn quinze quince 十五"),
        (20, "twenty zwanzig vingt veinte 二十"),
        (25, "twenty-five fünfundzwanzig vingt-cinq veinticinco 二十五"),
        (30, "thirty dreißig trente treinta 三十"),
        (40, "forty vierzig quarante cuarenta 四十"),
        (50, "fifty fünfzig cinquante cincuenta 五十"),
        (60, "sixty sechzig soixante sesenta 六十"),
        (70, "seventy siebzig soixante-dix setenta 七十"),
        (75, "seventy-five fünfundsiebzig soixante-quinze 七十五"),
        (80, "eighty achtzig quatre-vingts ochenta 八十"),
        (90, "ninety neunzig quatre-vingt-dix noventa 九十"),
        (100, "hundred hundert cent cien 一百"),
    )
    for word in words.split()
}

# --- the rest of the sentence
# ---------------------------------------------------------------------------------------

_SCALE_NOUNS: tuple[tuple[str, str], ...] = (
    (
        "speed",
        "speed|pace|rate|tempo|geschwindigkeit|sprechtempo|vitesse|débit|velocidad|ritmo|语速|速度|倍速",
    ),
    ("level", "volume|level|loudness|lautstärke|volumen|音量"),
    ("pitch", "pitch|tonhöhe|hauteur|tono|音调|音高|声调"),
)
_NEGATIONS = (
    "not|don't|do not|dont|never|no|without|less|avoid|isn't|nicht|kein|keine|keinen|ohne|weniger|pas|ne|"
    "sans|moins|sin|menos|nunca|不要|别|不|没有|不用|不能|勿"
)
_BREAKS = (
    "and|but|then|und|aber|dann|et|mais|puis|y|e|pero|和|又|并且|而且|"
    "但|但是|然后|,|.|;|:|!|，|。|；|：|、|！|/"
)
_FILLERS = (
    "please|speak|speaking|spoken|say|saying|said|talk|talking|read|reading|sound|sounding|use|using|be|"
    "make|keep|it|this|that|them|me|you|your|with|in|at|of|by|as|a|an|the|to|for|on|is|are|should|would|"
    "could|like|way|manner|tone|voice|style|than usual|than normal|usual|sentences|between|words|"
    "everything|just|all|very own|mood|bitte|sprich|sprechen|sprechend|sag|sage|lies|mit|in|im|einem|"
    "einer|einen|ein|eine|der|die|das|den|dem|es|als|stimme|ton|klang|um|als sonst|als üblich|auf|und "
    "zwar|lies vor|vor|am|s'il te plaît|s'il vous plaît|parle|parlez|parler|dis|dites|lis|lisez|avec|"
    "d'une|d'un|voix|ton|une|un|le|la|les|de|du|des|à|au|en|que|comme|sur|faire|por favor|habla|hable|"
    "hablar|di|diga|lee|lea|con|voz|una|un|el|la|los|las|de|del|en|"
    "que|lo|se|请|用|说|话|说话|讲|讲话|地|的|语气|声音|"
    "口吻|嗓音|一下|来|着|吧|以|读|朗读|念|把|以及|得|要|方式|语调|带|带着|你|"
    "我|给我|让|速|保持|时|时候|句子之间|之间"
)


def entries() -> Iterator[tuple[str, Entry]]:
    """Every phrase with its meaning. Of a phrase that comes more than once the first holds."""
    for aspect, steps, phrases in _WISHES:
        yield from ((phrase, Entry("wish", aspect, steps)) for phrase in phrases.split("|"))
    for aspect, effects, phrases in _WAYS:
        yield from ((phrase, Entry("wish", aspect, 0.0, effects)) for phrase in phrases.split("|"))
    for aspect, phrases in _BEYOND:
        yield from ((phrase, Entry("beyond", aspect)) for phrase in phrases.split("|"))
    for aspect, phrases in _SCALE_NOUNS:
        yield from ((phrase, Entry("scale", aspect)) for phrase in phrases.split("|"))
    for weight, phrases in _DEGREES:
        yield from ((phrase, Entry("degree", "", weight)) for phrase in phrases.split("|"))
    for weight, phrases in _DEGREES_AFTER:
        yield from ((phrase, Entry("after", "", weight)) for phrase in phrases.split("|"))
    for ratio, phrases in _QUANTITIES:
        yield from ((phrase, Entry("quantity", "times", ratio)) for phrase in phrases.split("|"))
    yield from ((phrase, Entry("not")) for phrase in _NEGATIONS.split("|"))
    yield from ((phrase, Entry("break")) for phrase in _BREAKS.split("|"))
    yield from ((phrase, Entry("filler")) for phrase in _FILLERS.split("|"))
