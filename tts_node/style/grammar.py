"""How much, how many, and the words between wishes, as tables of five languages.

Phrases are parted by `|`, in lower case. Latin phrases match whole words, Chinese ones anywhere; of several
that match the longest is taken, and of one that comes more than once the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tts_node.style.entry import Entry, Kind

_DEGREES: tuple[tuple[float, str], ...] = (
    (
        0.5,
        "slightly|a little|a little bit|a tiny bit|a bit|a touch|a tad|a notch|somewhat|just a little|"
        "a shade|mildly|kind of|sort of|etwas|ein wenig|ein bisschen|ein klein wenig|einen tick|leicht|"
        "ein kleines "
        "bisschen|ein klein bisschen|ein kleines stück|ein stück|"
        "un peu|"
        "un petit peu|un tout petit peu|un chouïa|légèrement|un poco|un poquito|un pelín|"
        "un poquitín|ligeramente|algo|稍微|稍稍|稍|略微|有点|有一点",
    ),
    (0.75, "almost|nearly"),
    (
        1.0,
        "rather|quite|fairly|pretty|moderately|ziemlich|recht|assez|plutôt|bastante|比较",
    ),
    (
        1.75,
        "dead|extra|especially|particularly|x-|much|very|a lot|really|far|way|considerably|noticeably|"
        "clearly more|lots|significantly|viel|sehr|"
        "deutlich mehr|wesentlich|erheblich|beaucoup|beaucoup plus|très|bien plus|nettement|mucho|"
        "mucho más|muy|muchísimo|ganz|很|非常|特别|十分|大大",
    ),
    (
        2.5,
        "extremely|super|incredibly|ultra|extrem|äußerst|möglichst|extrêmement|extremadamente|sumamente|"
        "极其|极|超级|最|尽量|尽可能",
    ),
)
_DEGREES_AFTER: tuple[tuple[float, str], ...] = (
    (0.5, "一点|一点儿|一点点|点|点儿|些|一些|一丢丢|一丁点"),
    (1.75, "很多|许多|得多"),
    (
        2.5,
        "as possible|as you can|wie möglich|du kannst|wie du kannst|du nur kannst|possible|que possible|"
        "posible|极了",
    ),
)

_QUANTITIES: tuple[tuple[str, float, str], ...] = (
    (
        "times",
        2.0,
        "twice|double|doppelt|doppelte|doppelter|doppeltem|double|el doble|doble|加倍",
    ),
    ("times", 3.0, "triple|dreifach|dreifache"),
    ("times", 1.5, "une fois et demie|una vez y media"),
    (
        "times",
        0.5,
        "half|half as|halb|halb so|halbe|halber|halbem|moitié|à moitié|la moitié|moitié moins|"
        "deux fois moins|la mitad|mitad|一半|减半|半",
    ),
    ("pitch", 1.0, "a semitone|a half tone|a half step|half a tone"),
    ("pitch", 2.0, "a whole tone|a whole step"),
    ("pitch", 12.0, "an octave|八度"),
    ("percent", 50.0, "by half|um die hälfte|de moitié"),
    ("percent", 100.0 / 3.0, "a third|by a third|one third|ein drittel|un tiers|d'un tiers|un tercio"),
    ("percent", 200.0 / 3.0, "two thirds|zwei drittel|deux tiers|dos tercios"),
    ("percent", 75.0, "three quarters|drei viertel|dreiviertel|trois quarts|tres cuartos"),
    ("percent", 25.0, "a quarter|by a quarter|one quarter|ein viertel|un quart|d'un quart|un cuarto"),
)
"""Those that are more than a number with a unit."""

UNITS: tuple[tuple[str, float, str], ...] = (
    ("percent", 1.0, r" ?(?:%|％|percent|per cent|prozent|pour ?cent|por ?ciento)"),
    ("percent", 10.0, r"成"),
    ("level", 1.0, r" ?(?:db\b|decibels?|dezibel|décibels?|decibelios?|分贝)"),
    ("pitch", 1.0, r" ?(?:semitones?|half ?tones?|st\b|halbtöne?n?|halbton|demi-tons?|semitonos?|个?半音)"),
    ("pitch", 12.0, r" ?(?:octaves?|oktaven?|octavas?|个?八度)"),
    ("times", 1.0, r" ?(?:x\b|×|times\b|-?fache?r?\b|-?mal\b|fois\b|veces\b|倍)"),
)
"""Unit, how many of it, and how it is written behind a number (a regular expression)."""

_MORE = "more|mehr|plus|más|更|更加|再"
_LESS = "less|weniger|moins|menos"
_SO = "so|that|as|so sehr|si|tan|那么|这么"
_TOO = "too|overly|you sound|you sounded|you're sounding|zu|allzu|trop|demasiado|太|过于"
_NOT_BEHIND = "nicht|pas"
_NOT = (
    "neither|nor|not|don't|do not|dont|never|no|without|without any|avoid|isn't|stop|kein|keine|keinen|ohne|"
    "ne|"
    "sans|sin|nunca|不要|别|不|没有|不用|不能|勿"
)
_AND = "and|or|und|oder|et|ou|y|e|o|和|又|并且|而且|或"
_BREAK = (
    "but|then|sondern|aber|jedoch|allerdings|dann|mais|puis|ensuite|sino|pero|luego|después|但|但是|然后|"
    ",|.|;|!|?|，|。|；|、|！|？|/"
)
_SCALES: tuple[tuple[str, str], ...] = (
    (
        "speed",
        "speed|pace|pacing|rate|tempo|geschwindigkeit|sprechtempo|vitesse|débit|velocidad|ritmo|语速|速度|倍速|速",
    ),
    ("level", "volume|level|loudness|lautstärke|volumen|音量"),
    (
        "expressiveness",
        "emotion|feeling|expression|expressiveness|gefühl|ausdruck|émotion|d'émotion|expressivité|"
        "d'expression|"
        "d'expressivité|emoción|expresión|sentimiento|"
        "expresividad|感情",
    ),
    ("pauses", "pauses:|pause:|pausing:|pausen:|停顿："),
    ("pitch", "pitch|tonhöhe|hauteur|tono|音调|音高|声调"),
)
_TURNS: tuple[tuple[float, str], ...] = (
    (
        1.0,
        "up|increase|raise|boost|erhöhe|erhöhen|steigere|steigern|hebe|augmente|augmenter|augmentez|monte|"
        "haut|haute|aumenta|aumentar|sube|subir|alta|提高|增加|升高|调高|调大|加大",
    ),
    (
        -1.0,
        "down|lower your|lower the|turn down|turn down the|bring down|bring down the|decrease|reduce|drop|"
        "cut|"
        "verringere|verringern|senke|senken|reduziere|reduzieren|niedrig|"
        "baisse|baisser|baissez|diminue|diminuer|réduis|réduire|basse|baja|bajar|reduce|reducir|disminuye|"
        "降低|减少|减小|调低|调小",
    ),
    (1.0, "long|many|frequent"),
    (-1.0, "brief|short|few"),
    (2.5, "maximum|max|full|top"),
    (-2.5, "minimum|min"),
)
_FILLERS = (
    "set|change|adjust|turn|can|can you|cadence|al|say that|that was|was|need|need to|than before|than now|"
    "back|back to|aloud|"
    "out loud|"
    "after every sentence|after each sentence|at commas|between phrases|longer|for longer|到|降到|升到|"
    "about|around|roughly|than|so that|etwa|ungefähr|circa|environ|aproximadamente|大约|左右|大概|"
    "as if|as if you were|if you were|as though you were|比平时|比平常|平时|"
    "mach|mache|machen|hables|hablen|please|speak|speaking|spoken|say|saying|said|talk|talking|read|"
    "reading|sound|sounding|use|using|be|"
    "make|keep|it|this|them|me|you|your|with|in|at|of|by|a|an|the|to|for|on|is|are|should|would|"
    "could|like|way|manner|tone|voice|style|than usual|than normal|usual|sentences|between|words|"
    "everything|just|all|very own|mood|that's|that is|it's|you're|i'd|let's|now|enough|"
    "bitte|sprich|sprechen|sprechend|sag|sage|lies|rede|red|mit|in|im|einem|"
    "einer|einen|ein|eine|der|die|das|den|dem|es|ist|als|stimme|ton|klang|um|als sonst|als üblich|auf|"
    "und zwar|lies vor|vor|am|noch|erst|zuerst|du|sei|mal|doch|kannst|könntest|können|könnten|würdest|würden|"
    "geht|auch|sprichst|redest|liest|reden|vorlesen|weder|eher|lieber|als vorhin|als eben|als vorher|als "
    "zuvor|zwischen|sätzen|"
    "s'il te plaît|s'il vous plaît|parle|parlez|parler|dis|dites|lis|lisez|avec|"
    "peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|tu peux|vous pouvez|est-ce que|tu parles|vous parlez|tu|"
    "fais|faites|tout|ça|aller|encore|merci|bien|me|moi|d'une|d'un|voix|ton|une|un|le|la|les|de|du|des|à|au|"
    "en|que|comme|sur|faire|c'est|sois|d'abord|"
    "por favor|habla|hable|hablar|di|diga|lee|lea|con|voz|una|un|el|la|lo|los|las|de|del|en|está|es|sé|"
    "puedes|puede|podrías|podría|hablas|ir|ve|vaya|haz|haga|hagas|me|gracias|ahora|bien|primero|se|请|用|说|话|"
    "说话|讲|讲话|地|的|了|语气|声音|"
    "口吻|嗓音|一下|来|着|吧|以|读|朗读|念|把|以及|得|要|方式|语调|带|带着|你|而|"
    "能不能|可不可以|能否|可以|能|吗|呢|好吗|麻烦|麻烦你|帮我|调到|调成|设为|播报|听不清|听不见|比刚才|"
    "比之前|带点|"
    "带一点|"
    "我|给我|让|保持|时|时候|句子之间|之间|恢复|调回|回到|变回|声音调回|每句|每句话|"
    "比正常|比正常语速|比默认|比原来|别吵醒孩子|别吵醒宝宝|别吵醒|别吵到孩子|孩子睡了|孩子在睡觉|宝宝睡了|老人听不清|"
    "听不清楚|我听不清|不着急|别着急|不急|呗|晚上了|太晚了|夜深了|给老人听|读给老人听|讲给孩子听|给孩子听|每个字|每个字都"
)


def entries() -> Iterator[tuple[str, Entry]]:
    """Every phrase of this module with its meaning."""
    for weight, phrases in _DEGREES:
        yield from ((phrase, Entry("degree", "", weight)) for phrase in phrases.split("|"))
    for weight, phrases in _DEGREES_AFTER:
        yield from ((phrase, Entry("after", "", weight)) for phrase in phrases.split("|"))
    for unit, count, phrases in _QUANTITIES:
        yield from ((phrase, Entry("quantity", unit, count)) for phrase in phrases.split("|"))
    yield from (("high", Entry("turn", "pitch", 1.0)), ("low", Entry("turn", "pitch", -1.0)))
    for step, phrases in _TURNS:
        yield from ((phrase, Entry("turn", "", step)) for phrase in phrases.split("|"))
    yield from ((phrase, Entry("not", behind=True)) for phrase in _NOT_BEHIND.split("|"))
    for aspect, phrases in _SCALES:
        yield from ((phrase, Entry("scale", aspect)) for phrase in phrases.split("|"))
    words: tuple[tuple[Kind, str], ...] = (
        ("more", _MORE),
        ("less", _LESS),
        ("so", _SO),
        ("too", _TOO),
        ("not", _NOT),
        ("and", _AND),
        ("break", _BREAK),
        ("filler", _FILLERS),
    )
    for kind, phrases in words:
        yield from ((phrase, Entry(kind)) for phrase in phrases.split("|"))


LABEL = (
    r"(?:(?:voice|vocal|overall|speaking) )?"
    r"(?:affect|tone|voice|style|mood|emotions?|delivery|phrasing|pronunciation|personality|identity|"
    r"demeanou?r|dialect|features?|quality|intonation|articulation|inflection|character|cadence|clarity|"
    r"instructions?|stimme|tonfall|stil|stimmung|voix|ton|voz|tono|estilo)"
    r"(?: ?[/&] ?[a-z]+| and [a-z]+)?[*_]* ?[:：]"
)
"""What stands before the colon in prompts of many lines; a scale (`pace`, `volume`) is none."""

# --- word forms -------------------------------------------------------------------------------------------

_GERMAN_ADJECTIVES = (
    "ruhig|traurig|fröhlich|heiter|glücklich|freundlich|herzlich|wütend|zornig|ängstlich|nervös|müde|"
    "schläfrig|gelassen|entspannt|aufgeregt|begeistert|energisch|ernst|sachlich|förmlich|dringend|langsam|"
    "schnell|rasch|zügig|leise|laut|sanft|gedämpft|tief|monoton|lebhaft|lebendig|ausdrucksvoll|klar|"
    "deutlich|zärtlich|behutsam|normal|dramatisch|streng|liebevoll|hell"
)
GERMAN_STEMS = frozenset(_GERMAN_ADJECTIVES.split("|"))
"""Adjectives that take endings: `mit trauriger Stimme`, `in ruhigem Ton`."""
GERMAN_ENDINGS = ("em", "er", "en", "es", "e", "m", "r", "n", "s")

# --- numbers in words -------------------------------------------------------------------------------------

_ONES: Mapping[str, str] = {
    "en": "one two three four five six seven eight nine",
    "de": "ein zwei drei vier fünf sechs sieben acht neun",
    "fr": "un deux trois quatre cinq six sept huit neuf",
    "es": "uno dos tres cuatro cinco seis siete ocho nueve",
}
_TENS: Mapping[str, str] = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "de": "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "fr": "vingt trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix",
    "es": "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
}
_OTHERS: tuple[tuple[float, str], ...] = (
    (1, "eine|einen|une|una"),
    (10, "ten|zehn|dix|diez"),
    (12, "twelve|zwölf|douze|doce"),
    (15, "fifteen|fünfzehn|quinze|quince"),
    (25, "veinticinco"),
    (75, "soixante-quinze"),
    (100, "hundred|one hundred|a hundred|hundert|einhundert|cent|cien"),
    (1.5, "one and a half|anderthalb|eineinhalb"),
    (2.5, "two and a half|zweieinhalb"),
)


def _number_words() -> Iterator[tuple[str, float]]:
    for language, ones_text in _ONES.items():
        ones, tens = ones_text.split(), _TENS[language].split()
        yield from ((word, float(value)) for value, word in enumerate(ones, 1))
        for ten, ten_word in enumerate(tens, 2):
            yield ten_word, ten * 10.0
            for one, word in enumerate(ones, 1):
                if language == "de":
                    yield f"{word}und{ten_word}", ten * 10.0 + one
                elif language == "es":
                    yield f"{ten_word} y {word}", ten * 10.0 + one
                else:
                    yield f"{ten_word}-{word}", ten * 10.0 + one
                    yield f"{ten_word} {word}", ten * 10.0 + one
    for value, words in _OTHERS:
        yield from ((word, float(value)) for word in words.split("|"))


NUMBER_WORDS: Mapping[str, float] = dict(_number_words())
"""As they stand before a unit; Chinese ones are read by the lexer."""
