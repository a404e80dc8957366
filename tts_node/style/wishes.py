"""Plain wishes, each of one aspect, as a table of five languages.

Phrases are parted by `|`, in lower case. Latin phrases match whole words, Chinese ones anywhere; of several
that match the longest is taken, and of one that comes more than once the first.
"""

from __future__ import annotations

from collections.abc import Iterator

from tts_node.style.entry import Entry

_WISHES: tuple[tuple[str, float, str], ...] = (
    (
        "speed",
        -1.0,
        "verlangsame|verlangsamen|ralentis|ralentir|ralentissez|ralentiza|slow|slower|lower the speed|"
        "lower speed|lower the pace|slowly|slow down|slow it down|slow-paced|"
        "slowed down|unhurried|unhurriedly|leisurely|"
        "take your time|no "
        "hurry|no rush|langsam|langsamer|gemächlich|lass dir zeit|lent|lente|lents|lentement|"
        "prends ton temps|ralentis|ralentir|ralentissez|tranquillement|moins vite|moins rapide|"
        "moins rapidement|menos rápido|menos deprisa|despacito|sin prisa|despacio|lento|lenta|lentamente|"
        "pausado|慢|慢慢|慢慢地|放慢|语速降低|降低语速|语速放慢|慢速|缓慢|减速|慢条斯理|"
        "语速慢|拖拖拉拉|拖沓|磨蹭|磨磨蹭蹭|"
        "减慢",
    ),
    (
        "speed",
        1.0,
        "beschleunige|beschleunigen|accélérer|accélérez|acelera|acelerar|fast|faster|quick|quicker|quickly|"
        "rapid|rapidly|speed up|speed it up|fast-paced|sped up|hurry|"
        "hurry up|rush|rushed|"
        "swift|swiftly|schnell|schneller|rasch|rascher|zügig|flott|hastig|vite|rapide|rapides|rapidement|"
        "accélère|accélérez|accélérer|dépêche-toi|acelera|acelere|acelerar|date prisa|rápido|rápida|"
        "rápidamente|deprisa|de prisa|aprisa|快|快快|加快|快速|迅速|加速|语速快|"
        "语速提高|提高语速|语速加快|加快语速",
    ),
    ("pitch", 0.5, "清脆|清亮|明亮"),
    ("speed", -0.5, "deliberate|deliberately|measured"),
    ("speed", 0.5, "brisk|briskly|snappy"),
    ("speed", -1.75, "deutlich langsamer"),
    ("speed", 1.75, "deutlich schneller"),
    ("level", -0.5, "halblaut|baisse un peu la voix|baja un poco la voz"),
    ("level", 0.5, "hausse un peu la voix|monte un peu le son|sube un poco la voz|levanta un poco la voz"),
    ("level", -1.75, "deutlich leiser"),
    ("level", 1.75, "deutlich lauter"),
    ("pitch", -1.75, "deutlich tiefer"),
    ("pitch", 1.75, "deutlich höher"),
    (
        "level",
        -1.0,
        "quiet down|drop your voice|quiet|quieter|quietly|soft|softer|softly|in a low voice|"
        "in a quiet voice|in a soft voice|low volume|"
        "lower volume|lower the volume|lower the level|turn it down|volume down|turn the volume down|"
        "turn down the volume|"
        "lower your voice|keep your voice down|keep it down|under your breath|"
        "leise|leiser|sanft|gedämpft|mit leiser stimme|doucement|baisse la voix|à voix basse|bas|plus bas|"
        "à mi-voix|baissez la voix|baisse le son|baisse le volume|tout doucement|baje la voz|baja el volumen|"
        "moins fort|tout bas|"
        "bajo|bajito|más bajo|a media voz|en voz baja|baja la voz|suave|suavemente|quedo|"
        "小声|轻声|低声|小点声|小声点|轻轻|轻轻地|安静|声音小|声音轻|音量小|音量低|降低音量|声音放低|"
        "压低声音|放低声音|小|轻|轻声细语|细声细语|嗓门小|小声点儿|小点声儿|低声细语|"
        "声音调小|声音调低|把声音调低|声音放轻|声音放小|"
        "音量降低|音量调小|调小音量|音量调低|调低音量",
    ),
    (
        "level",
        1.0,
        "i can't hear you|can't hear you|i can barely hear you|i can hardly hear you|loud|louder|loudly|"
        "speak up|high volume|higher volume|raise your voice|raise the volume|"
        "turn it up|volume up|turn the volume up|turn up the volume|turn up|laut|lauter|mit lauter stimme|"
        "fort|forte|à voix haute|à haute voix|hausse la voix|haussez la voix|élève la voix|monte le son|"
        "monte le volume|sube la voz|levanta la voz|alza la voz|eleva la voz|sube el volumen|fuerte|alto|más "
        "alto|en voz alta|大声|大声点|大点声|响亮|洪亮|声音大|声音响|音量大|音量高|提高音量|高声|大|响|"
        "吵|嗓门大|嗓门高|大声点儿|大点声儿|声音调大|声音调高|声音放大|"
        "调大声|放大声音|提高嗓门|"
        "音量提高|音量调大|调大音量|音量调高|调高音量",
    ),
    (
        "pitch",
        -1.0,
        "dark|darker|dark voice|resonant|lower|low pitch|pitch down|lower the pitch|drop the pitch|"
        "in a lower register|in a low register|"
        "low pitched|low-pitched|lower pitch|lower pitched|lower-pitched|lower voice|low "
        "voice|deep|deeper|deeply|deep voice|deeper voice|bass voice|tief|tiefer|tiefe stimme|tiefere "
        "stimme|tieferer stimme|mit tiefer stimme|grave|plus grave|voix grave|voz grave|más grave|低沉|低音|"
        "音调低|声调低|音高低|降低音调|音调降低|低|声音粗|嗓音粗|声音沉|嗓音沉|声音厚|dunkel|dunkler|"
        "dunkle|dunklere|dunklen|dunklerer|压低嗓音|声音低沉|浑厚|深沉",
    ),
    (
        "pitch",
        1.0,
        "higher|high pitch|pitch up|raise the pitch|in a higher register|in a high register|high pitched|"
        "high-pitched|higher pitch|higher pitched|higher-pitched|higher "
        "voice|high voice|squeaky|hoch|höher|hell|heller|hellere|hellerer|hohe stimme|höhere stimme|"
        "höherer stimme|mit hoher stimme|"
        "aigu|aiguë|plus aigu|voix aiguë|agudo|aguda|más agudo|"
        "más aguda|voz aguda|尖|尖细|高音|音调高|声调高|音高高|"
        "提高音调|音调提高|高",
    ),
    (
        "expressiveness",
        1.0,
        "expressive|expressively|lively|livelier|vivid|vividly|animated|with feeling|with emotion|with "
        "expression|emotional|emotionally|varied|ausdrucksvoll|mit viel gefühl|mit ganz viel gefühl|mit "
        "betonung|betont|lebhaft|lebendig|mit "
        "gefühl|expressif|"
        "expressive|vivant|vivante|animé|animée|avec émotion|avec beaucoup d'émotion|con mucha emoción|"
        "expresivo|expresiva|animado|animada|vivo|"
        "con emoción|con sentimiento|有感情|富有感情|生动|活泼|抑扬顿挫|有表现力|带感情|声情并茂|绘声绘色|"
        "语调起伏|语调起伏大|起伏大|有起伏|再有起伏|"
        "感情丰富|感情再丰富|感情更丰富|感情饱满|情绪饱满|激昂|慷慨激昂",
    ),
    (
        "expressiveness",
        -1.0,
        "tone it down|restrained|understated|subdued|matter-of-fact|zurückhaltend|nüchtern|retenu|sobre|"
        "contenido|"
        "contenida|"
        "克制|含蓄|语调平缓|语气平缓|平缓|语调起伏小|起伏小|少一点感情|"
        "感情少一点",
    ),
    (
        "expressiveness",
        -3.5,
        "monotone|monotonous|monotonously|flat|flatly|robotic|emotionless|deadpan|without emotion|"
        "without any emotion|no "
        "emotion|without feeling|without expression|expressionless|monoton|ausdruckslos|ohne betonung|"
        "ohne jede betonung|ohne jede emotion|ohne jedes gefühl|"
        "unbetont|ohne gefühl|ohne "
        "emotion|tonlos|monotone|monocorde|sans émotion|monótono|monótona|sin emoción|inexpresivo|单调|平淡|"
        "没有感情|毫无感情|不带感情|不要有感情|不要带感情|别带感情|面无表情|平平|机械|呆板|死板|生硬",
    ),
    (
        "pauses",
        1.0,
        "pause|breaks|pauses|with pauses|long pauses|longer pauses|pause longer|pause more|big pauses|"
        "lengthy pauses|"
        "pause between sentences|"
        "pausen|lange pausen|langen pausen|längere pausen|längeren pausen|de longues pauses|longues pauses|"
        "des pauses|pauses plus longues|des pauses plus longues|pausas|pausas largas|pausas más largas|"
        "largas pausas|停顿|停顿长|停顿久|停顿多|长停顿|多停顿|多一些停顿|停久|停长|"
        "停得久|停得长|多停",
    ),
    (
        "pauses",
        -1.0,
        "short pauses|shorter pauses|brief pauses|fewer pauses|kurze pausen|kurzen pausen|kürzere pausen|"
        "kürzeren pausen|courtes pauses|de courtes pauses|pauses plus courtes|des pauses plus courtes|"
        "pausas cortas|pausas más cortas|停顿短|短停顿|少停顿",
    ),
    (
        "pauses",
        -0.5,
        "不要停顿太久|不要停顿太长|别停顿太久|别停顿太长|停顿不要太久|停顿不要太长|停顿别太长|停顿别太久|停顿太久|停顿太长",
    ),
    ("expressiveness", 0.5, "带点感情|带一点感情|加点感情|多点感情|有点感情"),
    ("pauses", -1.8, "一口气|一口气读完|without pausing|nonstop|non-stop|without a break"),
)
"""Aspect, steps (see `entry.STEPS`), phrases."""


def entries() -> Iterator[tuple[str, Entry]]:
    """Every phrase with its meaning."""
    for aspect, steps, phrases in _WISHES:
        yield from ((phrase, Entry("wish", aspect, steps)) for phrase in phrases.split("|"))
