"""Ways of speaking that are several things at once, and known wishes that numbers cannot fulfil.

What an emotion does to a voice follows the review of P. Juslin and P. Laukka, "Communication of emotions in
vocal expression and music performance" (2003), in its directions; the amounts are small, for everyday use.
Confidence is not among theirs; it is a little louder, deeper and livelier.
Phrases as in `wishes`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from tts_node.style.entry import Entry


def _effects(
    speed: float = 1.0,
    level: float = 0.0,
    pitch: float = 0.0,
    expressiveness: float = 1.0,
    pauses: float = 1.0,
    softness: float = 0.0,
    whisper: float = 0.0,
) -> Mapping[str, float]:
    amounts = {
        "speed": math.log(speed),
        "level": level,
        "pitch": pitch,
        "expressiveness": math.log(expressiveness),
        "pauses": math.log(pauses),
        "softness": softness,
        "whisper": whisper,
    }
    return MappingProxyType({aspect: amount for aspect, amount in amounts.items() if amount})


_WAYS: tuple[tuple[str, Mapping[str, float], str], ...] = (
    (
        "whisper",
        _effects(speed=0.92, level=-9.0, expressiveness=0.5, softness=1.0, whisper=1.0),
        "stage whisper|whisper|whispers|at a whisper|whispered|whispering|in a whisper|hushed|breathy|"
        "flüstern|flüsternd|"
        "geflüstert|"
        "flüstere|flüster|chuchoter|chuchotez|chuchote|chuchoté|chuchotant|en chuchotant|murmure|susurra|"
        "susurrar|"
        "susurrando|susurres|susurro|en susurros|im flüsterton|mit flüsterstimme|贴着耳朵|在耳边|耳语|"
        "悄悄|悄悄地|悄悄话|悄声|窃窃私语|气声",
    ),
    (
        "softness",
        _effects(speed=0.95, level=-3.0, expressiveness=0.9, softness=0.4),
        "gentler|tenderness|loving|lovingly|affectionate|affectionately|caring|empathetic|empathy|"
        "compassionate|compassion|comforting|kindly|sympathetic|nurturing|gentle|gently|tender|tenderly|"
        "soothing|soothingly|zärtlich|behutsam|doux|douce|tendre|"
        "tendrement|avec tendresse|avec douceur|gentiment|rassurant|rassurante|apaisant|apaisante|"
        "con cariño|cariñoso|cariñosa|con dulzura|con ternura|dulce|dulcemente|tierno|tierna|tranquilizador|"
        "tranquilizadora|"
        "tendrement|tierno|dulce|dulcemente|温柔|温柔地|轻柔|柔和|深情|深情地|宠溺|小心翼翼|声音轻柔|声音温柔|声音柔和|柔|轻声柔和|"
        "柔声细语|柔声|安抚|安慰|温和|关心|"
        "liebevoll|"
        "einfühlsam",
    ),
    (
        "emotion",
        _effects(speed=1.06, pitch=0.7, expressiveness=1.3),
        "happier|playful|playfully|cheerful|cheerfully|joy|happiness|freude|joie|alegría|gut gelaunt|"
        "de bonne humeur|de buen humor|"
        "cheery|happy|happily|joyful|joyfully|"
        "merry|upbeat|bright|fröhlich|heiter|"
        "glücklich|freudig|joyeux|joyeuse|joyeusement|gai|gaie|content|heureux|heureuse|alegre|"
        "alegremente|contento|feliz|开心|开心地|高兴|高兴地|快乐|快乐地|愉快|愉快地|欢快|欢快地|喜悦|"
        "轻快|爽快|痛快|俏皮|调皮",
    ),
    (
        "emotion",
        _effects(speed=1.02, pitch=0.3, expressiveness=1.12),
        "warmer|warmth|friendlier|positive|optimistic|hopeful|inviting|approachable|friendly|warm|warmly|"
        "with a smile|smiling|mit einem lächeln|lächelnd|avec le sourire|souriant|"
        "souriante|con una sonrisa|sonriente|微笑着|微笑|welcoming|freundlich|herzlich|warmherzig|amical|"
        "amicale|chaleureux|chaleureuse|"
        "amable|amigable|cálido|亲切|友好|热情|温暖|可爱|甜美|笑意|"
        "暖心|鼓励",
    ),
    (
        "emotion",
        _effects(speed=1.12, level=2.0, pitch=1.0, expressiveness=1.5),
        "energy|with energy|high-energy|high energy|passionate|passionately|passion|dynamic|excited|"
        "excitedly|excitement|enthusiasm|begeisterung|with enthusiasm|avec enthousiasme|"
        "con entusiasmo|mit begeisterung|enthusiastic|"
        "enthusiastically|energetic|energetically|aufgeregt|begeistert|"
        "energisch|excité|excitée|enthousiaste|énergique|emocionado|"
        "entusiasmado|enérgico|激动|激动地|兴奋|兴奋地|"
        "热烈|充满活力",
    ),
    (
        "emotion",
        _effects(speed=0.93, expressiveness=0.75, pauses=1.15),
        "calm down|calm and collected|reassuring|reassuringly|laid-back|laid back|mellow|calm|calmer|calmly|"
        "relaxed|peaceful|peacefully|serene|composed|ruhig|ruhiger|gelassen|entspannt|"
        "calme|calmement|tranquille|posé|serein|calmado|calmada|tranquilo|tranquila|con calma|sereno|平静|"
        "平静地|冷静|沉着|从容|放松|轻松|舒缓|心平气和",
    ),
    (
        "emotion",
        _effects(speed=0.96, pitch=-0.5, expressiveness=0.75),
        "professional|professionally|businesslike|serious|seriously|solemn|formal|sober|stern|grave tone|"
        "ernst|ernsthaft|sachlich|förmlich|"
        "sérieux|sérieuse|sérieusement|solennel|serio|seria|formal|solemne|streng|严肃|严肃地|认真|庄重|正式|庄严|肃穆|"
        "威严|严厉",
    ),
    (
        "emotion",
        _effects(speed=0.88, level=-2.0, expressiveness=0.6),
        "half asleep|half-asleep|exhausted|drowsy|low-energy|low energy|tired|tiredly|sleepy|sleepily|weary|"
        "müde|schläfrig|fatigué|"
        "fatiguée|cansado|cansada|疲惫|困倦|疲倦|没精打采|慵懒|懒洋洋|有气无力|无精打采",
    ),
    (
        "emotion",
        _effects(speed=1.12, level=3.0, expressiveness=1.15, pauses=0.8),
        "urgent|urgently|with urgency|alarmed|dringend|eindringlich|urgente|urgent|紧急|急切|急促|着急",
    ),
    (
        "emotion",
        _effects(speed=0.95, expressiveness=1.5, pauses=1.3),
        "dramatic|dramatically|theatrical|dramatisch|dramatique|dramático|戏剧性|夸张",
    ),
    (
        "emotion",
        _effects(speed=0.88, level=-3.0, pitch=-1.0, expressiveness=0.7, pauses=1.2),
        "sadder|sad|sadly|sadness|trauer|traurigkeit|tristesse|tristeza|sorrowful|mournful|melancholic|"
        "depressed|"
        "traurig|betrübt|melancholisch|triste|"
        "tristement|mélancolique|tristemente|melancólico|melancólica|悲伤|悲伤地|难过|伤心|忧伤|低落",
    ),
    (
        "emotion",
        _effects(speed=1.1, level=4.0, pitch=0.5, expressiveness=1.3),
        "angrier|angry|angrily|anger|wut|zorn|colère|ira|rabia|furious|furiously|annoyed|irritated|wütend|"
        "zornig|"
        "verärgert|böse|furieux|furieuse|"
        "en colère|fâché|fâchée|énervé|enojado|enojada|enfadado|enfadada|furioso|furiosa|"
        "生气|生气地|愤怒|愤怒地",
    ),
    (
        "emotion",
        _effects(speed=1.12, level=-2.0, pitch=1.5, expressiveness=1.1),
        "scared|afraid|fear|angst|peur|miedo|fearful|fearfully|frightened|terrified|ängstlich|verängstigt|"
        "effrayé|effrayée|"
        "apeuré|apeurée|asustado|asustada|害怕|害怕地|恐惧|惊恐",
    ),
    (
        "emotion",
        _effects(speed=1.03, pitch=1.5, expressiveness=1.4),
        "surprised|astonished|amazed|überrascht|erstaunt|surpris|surprise|étonné|étonnée|sorprendido|"
        "sorprendida|惊讶|惊讶地|吃惊|惊喜",
    ),
    (
        "emotion",
        _effects(speed=1.08, pitch=0.7, expressiveness=1.1),
        "nervous|nervously|anxious|anxiously|worried|nervös|besorgt|nerveux|nerveuse|inquiet|inquiète|"
        "nervioso|nerviosa|preocupado|preocupada|紧张|紧张地|焦虑",
    ),
    (
        "emotion",
        _effects(speed=0.93, pitch=-0.5, expressiveness=0.5),
        "bored|boring|indifferent|gelangweilt|gleichgültig|ennuyé|ennuyée|indifférent|aburrido|aburrida|"
        "无聊|冷淡|冷漠|冷冷|冷冰冰",
    ),
    (
        "emotion",
        _effects(level=2.0, pitch=-0.5, expressiveness=1.1),
        "confident|confidently|confidence|authoritative|authoritatively|authority|quiet authority|"
        "quiet confidence|assertive|with conviction|determined|commanding|selbstbewusst|selbstsicher|"
        "entschlossen|assuré|avec assurance|con seguridad|con confianza|自信|坚定|有力|坚定有力|铿锵有力|"
        "中气十足",
    ),
    (
        "clarity",
        _effects(speed=0.93, pauses=1.15),
        "clearer|precise|precisely|crisp|crisply|enunciate|clear|clearly|articulate|distinctly|deutlich|"
        "klar und deutlich|klar|clairement|clair|claire|"
        "distinctement|articule|articulez|articuler|articule bien|articule mieux|prononce bien|vocaliza|"
        "vocaliza bien|vocalizar|vocaliza mejor|articula|articula bien|pronuncia bien|"
        "claro|claramente|清楚|清晰|吐字清晰|一字一句|一个字一个字|口齿清楚|口齿清晰|咬字清楚|咬字清晰|字正腔圆|"
        "吐字清楚|发音清楚|发音清晰|发音标准|断句清楚|断句清晰",
    ),
    (
        "level",
        _effects(level=6.0, expressiveness=1.25),
        "shout|shouted|shouting|yell|yelling|scream|schrei|schreien|schreiend|brüll|brüllen|brüllend|"
        "rufend|crie|crier|en "
        "criant|grita|grites|gritar|gritando|喊|大喊|喊叫|吼",
    ),
    (
        "style",
        _effects(),
        "steady|conversational|conversationally|casual|casually|neutral|neutrally|moderate|medium|modéré|"
        "moderado|适中|不急不慢|不紧不慢|normal|normally|naturally|"
        "as usual|neutre|normalement|naturellement|naturel|naturelle|comme d'habitude|normalmente|natural|"
        "con naturalidad|como siempre|自然|正常|自然流畅|流畅|平稳|默认|"
        "原速|中速|中等|不慌不忙|随意|口语化",
    ),
)

# --- known wishes that numbers cannot fulfil
# ---------------------------------------------------------------------

_BEYOND: tuple[tuple[str, str], ...] = (
    (
        "emotion",
        "sincere|sincerely|genuine|genuinely|heartfelt|amused|sarcastic|sarcastically|ironic|ironically|"
        "mocking|disgusted|disappointed|proud|proudly|"
        "jealous|"
        "shy|shyly|embarrassed|romantic|sexy|seductive|mysterious|mysteriously|crying|laughing|giggling|"
        "sobbing|"
        "sarkastisch|ironisch|spöttisch|amüsiert|stolz|enttäuscht|schüchtern|geheimnisvoll|lachend|weinend|"
        "sarcastique|ironique|moqueur|fier|fière|déçu|déçue|timide|mystérieux|mystérieuse|en riant|"
        "en pleurant|"
        "sarcástico|sarcástica|irónico|irónica|orgulloso|orgullosa|decepcionado|tímido|tímida|misterioso|"
        "misteriosa|riendo|llorando|讽刺|委屈|撒娇|得意|神秘|害羞|骄傲|傲慢|高冷|失望|哭着|笑着|哽咽|无奈|"
        "恐怖|幽默",
    ),
    (
        "dialect",
        "四川话|粤语|广东话|东北话|上海话|河南话|天津话|陕西话|山东话|湖南话|"
        "长沙话|重庆话|武汉话|闽南话|闽南语|方言|accent|akzent|"
        "台湾腔|北京话|京腔|dialect|dialekt|dialecte|dialecto|auf schwäbisch|auf bayerisch|auf bayrisch|"
        "auf berlinerisch|auf fränkisch|auf österreichisch|auf bairisch|"
        "auf sächsisch|auf plattdeutsch|auf wienerisch|auf schweizerdeutsch|auf hessisch|auf kölsch|"
        "en québécois|en andaluz",
    ),
    (
        "language",
        "in english|in french|in german|in spanish|in italian|in chinese|in japanese|in korean|in dutch|"
        "in polish|in portuguese|in russian|auf englisch|auf deutsch|auf französisch|auf spanisch|auf "
        "chinesisch|auf italienisch|en anglais|en français|en allemand|en espagnol|en chinois|en inglés|"
        "en francés|en alemán|en español|en chino|英语|法语|德语|西班牙语|日语|韩语|中文|普通话|英文|法文|"
        "德文|日文|俄语|"
        "english|french|german|spanish|italian|chinese|mandarin|japanese|korean|dutch|polish|portuguese|"
        "russian|"
        "englisch|deutsch|französisch|spanisch|anglais|français|allemand|espagnol|inglés|francés|alemán|"
        "español",
    ),
    (
        "persona",
        "播音腔|新闻腔|新闻播报|播报新闻|讲故事|说书|评书|哄孩子睡觉|哄孩子|主持人|年轻人|年轻|"
        "nachrichtenstil|机器人|新闻主播|"
        "新闻播音员|播音员|老人|小孩|孩子|男声|女声|童声|睡前故事|哄睡|诗朗诵|朗诵|播客|鬼故事",
    ),
)

PATTERNS: tuple[tuple[str, str], ...] = (
    (
        "dialect",
        r"(?:with |in )?(?:an? )?(?:strong |slight |thick |heavy )?(?!no |without |not )[a-z]+ accent\b",
    ),
    ("dialect", r"mit (?:[\w]+ )?[\w]+ akzent|\w+ dialekt\b"),
    ("dialect", r"accent ?: ?[a-z]+"),
    ("persona", r"(?:in|with) (?:an?|the|my) (?:[a-z]+ )?[a-z]+'s voice\b"),
    ("dialect", r"[\u4e00-\u9fff]{2}口音"),
    ("dialect", r"avec (?:un |l')?(?:fort )?accent \w+|con (?:un )?acento \w+"),
    (
        "persona",
        r"(?P<person>(?:like|as if you were|as|pretend(?:ing)? to be|imitat(?:e|ing)|impersonat(?:e|ing)|"
        r"act(?:ing)? like|sound(?:ing)? like) (?:an?|the|my|your|our) \w+)",
    ),
    ("persona", r"(?P<person>in the (?:voice|style) of (?:an? |the )?\w+)"),
    (
        "persona",
        r"(?P<person>(?:wie|als|als wärst du) (?:ein|eine|einen|der|die|das|mein|meine) \w+)",
    ),
    ("persona", r"(?P<person>(?:comme (?:un|une|le|la|mon|ma)|como (?:un|una|el|la|mi)) \w+)"),
    (
        "persona",
        r"(?P<person>(?:comme si tu (?:étais|racontais|lisais|parlais à) (?:un|une|le|la|mon|ma) "
        r"|como si (?:fueras|contaras|leyeras|hablaras con) (?:un|una|el|la|mi) )\w+)",
    ),
    ("persona", r"voix d(?:e |')(?!plus|moins)\w+|voz de (?!más|menos)\w+"),
    ("persona", r"als (?:würdest|ob) du (?:(?:mir|uns) )?(?:eine?n?|die|das|den) \w+(?: \w+en\b)?"),
    ("persona", r"像一?[个位][\u4e00-\u9fff]{1,6}(?=$|[，。、,. ])"),
    ("persona", r"像一?[个位]?[\u4e00-\u9fff]{1,8}?(?:一样|那样|似的)"),
    ("persona", r"(?:模仿|扮演)一?[个位]?[\u4e00-\u9fff]{1,4}?(?=$|[，。、,. ]|的)"),
)
"""Wishes that no list can hold: whatever the accent or the person is. Regular expressions, lower case; a
`person` may have some more words."""


def entries() -> Iterator[tuple[str, Entry]]:
    """Every phrase with its meaning."""
    for aspect, effects, phrases in _WAYS:
        yield from ((phrase, Entry("wish", aspect, 0.0, effects)) for phrase in phrases.split("|"))
    for aspect, phrases in _BEYOND:
        yield from ((phrase, Entry("beyond", aspect)) for phrase in phrases.split("|"))
