"""What only Chinese has: counted things, years before 年, rooms, dictated numbers, dashes between dates.

Each looks at a number and the characters right beside it, since words have no borders here. What is the same
in all languages (units, money, clocks, addresses) is left to the shared detectors, which are asked after.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, cast

from tts_node.text.read import detect_names as names
from tts_node.text.read import detect_signs as signs
from tts_node.text.read import detect_time as time
from tts_node.text.read import detect_units as units
from tts_node.text.read import zh_tables as tables
from tts_node.text.read.numbers import amount_at, fraction_at, number_at
from tts_node.text.read.scan import NO_WORD, WORD, Detectors, Found, Scan
from tts_node.text.read.things import (
    Date,
    Digits,
    Money,
    Number,
    Phone,
    Quantity,
    Range,
    Ratio,
    Roman,
    Symbol,
    Words,
)
from tts_node.text.read.units import Name

if TYPE_CHECKING:
    from tts_node.text.read.zh import Chinese

_COUNTED = Name("", "")


def _any_of(words: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


# --- numbers that are counted -------------------------------------------------------------------------

_COUNTED_AFTER = re.compile(rf" ?(?!年级|分之|次方)(?:{_any_of(tables.COUNTED)})")
_ROOMS_AFTER = re.compile(r" ?[室房][0-9 ]{1,3}厅")
_ROOMS_BEFORE = re.compile(r"[0-9] ?[室厅厨]$")
_ORDINAL_BEFORE = re.compile(r"[第初] ?$")
_HOUR_BEFORE = re.compile(r"[0-9] ?[点时] ?$")
_TO_ANOTHER = re.compile(r" ?[到至或、和] ?")
_CALENDAR = re.compile(r"0([1-9])(?= ?(?:月|日|号|点|时))")
_DISCOUNT = re.compile(r"([1-9])\.?([1-9]) ?(?=折)")


def counted(scan: Scan, at: int) -> Found | None:
    """`2个`, `2-3天`: 两 before what is counted, unless 第 makes it an ordinal."""
    found = amount_at(scan, at)
    if found is None or not isinstance(found[0], Number | Range):
        return None
    amount, end = found
    before = scan.text_before(at)
    rooms = _ROOMS_AFTER.match(scan.text, end) or _ROOMS_BEFORE.search(before)
    if not (_COUNTED_AFTER.match(scan.text, end) or rooms):
        return None
    minute = scan.text.startswith("分", end) and _HOUR_BEFORE.search(before)
    if minute or _ORDINAL_BEFORE.search(before):
        return None
    chinese = _chinese(scan)
    cold = scan.text.startswith("度", end) and scan.words.isdisjoint(tables.ANGLE_WORDS)
    said = chinese.warmth(amount) if cold else chinese.amount(amount, _COUNTED)
    return Found(Words(said), end) if said else None


def first_of_two(scan: Scan, at: int) -> Found | None:
    """The first number of `3至5℃`, `2到3个`, `2、3个`: it is counted like the second."""
    first = number_at(scan, at)
    to = _TO_ANOTHER.match(scan.text, first[1]) if first else None
    second = number_at(scan, to.end()) if to else None
    if first is None or second is None:
        return None
    unit = scan.language.unit_at(scan.text, second[1] + scan.text.startswith(" ", second[1]))
    if unit is not None and unit[0] in ("°C", "°F"):
        said = _chinese(scan).warmth(first[0])
        return Found(Words(said), first[1]) if said else None
    counts = _COUNTED_AFTER.match(scan.text, second[1]) is not None
    if not counts and (unit is None or unit[0] in tables.SHARES or unit[0] in scan.language.proofs):
        return None
    return Found(Words(scan.language.number(first[0], _COUNTED)), first[1])


def calendar(scan: Scan, at: int) -> Found | None:
    """`05月`, `08点`: without the zero."""
    found = _CALENDAR.match(scan.text, at)
    return Found(Number(found.group(1)), found.end()) if found else None


def discount(scan: Scan, at: int) -> Found | None:
    """`8.5折`, `85折`: 八五折."""
    found = _DISCOUNT.match(scan.text, at)
    if found is None:
        return None
    return Found(Words(scan.language.digits(found.group(1) + found.group(2))), found.end())


# --- dates --------------------------------------------------------------------------------------------

_YEAR = re.compile(r"([12][0-9]{3})(?: ?([-–—~至到]) ?([12][0-9]{3}|[0-9]{2}))? ?(?=年)")
_AGES = re.compile(r"年(?:以?[前后]|之|来|历史|的历史|多)")
_YEAR_BEFORE = re.compile(rf"([12][0-9]{{3}})(?= ?(?:{_any_of(tables.YEAR_FOLLOWERS)}))")
_YEAR_TO = re.compile(r"([12][0-9]{3})(?= ?[到至] ?[12][0-9]{3} ?年)")
_DOTTED = re.compile(
    rf"([12][0-9]{{3}})\.(0[1-9]|1[0-2]|[1-9])\.(3[01]|[12][0-9]|0[1-9]){NO_WORD}(?!\.[0-9])"
)
_YEAR_MONTH = re.compile(rf"([12][0-9]{{3}})[-/](0[1-9]|1[0-2]){NO_WORD}(?![-/.:][0-9])")
_SHORT = re.compile(rf"(1[0-2]|0?[1-9])/(3[01]|[12][0-9]|0?[1-9]){NO_WORD}(?![-/.:][0-9])")
_CLOCK_AFTER = re.compile(r" (?=[0-2]?[0-9]:[0-5][0-9])")
_DATE_AFTER = re.compile(rf" ?[(（]?(?:{_any_of(tables.DATE_FOLLOWERS)})")
_DATE_BEFORE = re.compile(rf"(?:{_any_of(tables.DATE_WORDS)})[ :：]?$")
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def year(scan: Scan, at: int) -> Found | None:
    """`2026年`, `2024-2025年`, `2026元旦`; `1000年前` and `3000年` are counted."""
    found = _YEAR_BEFORE.match(scan.text, at) or _YEAR_TO.match(scan.text, at)
    if found is not None:
        return Found(Words(scan.language.digits(found.group(1))), found.end())
    found = _YEAR.match(scan.text, at)
    if found is None:
        return None
    first, dash, second = found.groups()
    round_number = first.endswith("00") and first != "2000"
    if second is None and ((round_number and _AGES.match(scan.text, found.end())) or first == "1000"):
        return None
    said = scan.language.digits(first)
    if second is not None:
        said += (dash if dash in "至到" else "到") + scan.language.digits(second)
    return Found(Words(said), found.end())


def dotted_date(scan: Scan, at: int) -> Found | None:
    """`2026.11.30`, which is a version beside a word that says so or a Latin name."""
    found = _DOTTED.match(scan.text, at)
    if found is None or not _in_month(int(found.group(3)), int(found.group(2))):
        return None
    before = scan.word_before(at)
    if before in tables.VERSION_WORDS or (before and before.isascii()):
        return None
    return Found(Date(int(found.group(2)), int(found.group(3)), int(found.group(1))), found.end())


def year_month(scan: Scan, at: int) -> Found | None:
    """`2026-11`."""
    found = _YEAR_MONTH.match(scan.text, at)
    return Found(Date(int(found.group(2)), None, int(found.group(1))), found.end()) if found else None


def short_date(scan: Scan, at: int) -> Found | None:
    """`截止11/30`, `11/30 15:00`, `11/30（周一）`; other slashes are fractions."""
    found = _SHORT.match(scan.text, at)
    if found is None or not _in_month(int(found.group(2)), int(found.group(1))):
        return None
    clock = _CLOCK_AFTER.match(scan.text, found.end())
    if not (clock or _DATE_AFTER.match(scan.text, found.end()) or _DATE_BEFORE.search(scan.text_before(at))):
        return None
    return Found(Date(int(found.group(1)), int(found.group(2))), clock.end() if clock else found.end())


def _in_month(day: int, month: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= _DAYS[month - 1]


# --- numbers that are dictated ------------------------------------------------------------------------

_MOBILE = re.compile(
    rf"(?:(\+86|86)[- ]?)?(1[3-9][0-9])[- ]?([0-9]{{4}})[- ]?([0-9]{{4}}){NO_WORD}(?![-.][0-9])"
)
_SERVICE = re.compile(rf"([48]00)[- ]?([0-9]{{3}})[- ]?([0-9]{{4}}){NO_WORD}(?![-.][0-9])")
_CALLED = re.compile(rf"[0-9]{{3,12}}{NO_WORD}(?![.,:/%-][0-9])")
_PARCEL = re.compile(r"[0-9]{1,4}(?:-[0-9]{1,6}){1,4}(?![0-9])")
_PARCEL_BEFORE = re.compile(r"(?:取件码|提货码|货架|柜号|订座码|取餐码)(?:是|为|[:： ]){0,3}$")
_COUNTS_AFTER = re.compile(rf" ?(?:位|多|余|以|{_any_of(tables.COUNTED)})")
_ROOM_AFTER = re.compile(
    r"([0-9]{3,4})([A-Z]?)(?= ?(?:号?(?:房|病房|会议室|教室|办公室|包间|包厢|车位)|号?室(?![内外温友])"
    r"|路(?![人上口面程])))"
)
_ROOM = re.compile(rf"([0-9]{{3,4}})([A-Z]?){NO_WORD}(?![.,:/%-][0-9])")
_VEHICLE = re.compile(r"[A-Z][A-Z0-9]?[0-9]{1,4}(?![0-9A-Za-z]|[.:/-][0-9])")
_VEHICLE_BEFORE = re.compile(r"(?:航班|航班号|机票|车次|列车|高铁|动车|火车票)(?:是|为|[:： ]){0,2}$")
_SEAT = re.compile(r"([0-9]{1,3})([A-HJK])(?![0-9A-Za-z])(座)?")
_SEAT_BEFORE = re.compile(r"(?:[车舱排]|座位|座号)(?:是|为|[:： ]){0,2}$")
_TRAIN = re.compile(
    r"[GDCZTKYSL][0-9]{1,4}(?= ?(?:次|号?列车|高铁|动车))|[A-Z][A-Z0-9][0-9]{3,4}(?= ?(?:航班|次航班))"
)
_PLATE = re.compile(rf"[A-Z][·. ]?(?=[A-Z0-9]{{0,5}}[0-9])[A-Z0-9]{{5,6}}{NO_WORD}")
_SCAN_LINES = re.compile(rf"(480|540|720|1080|1440|2160)([PpIi]){NO_WORD}")
_SHOPPING = re.compile(r"618(?= ?(?:大促|购物节|活动|年中|促销|狂欢|特惠))")
_HOTLINE = re.compile(
    rf"(?:12306|12315|12333|12348|12366|12369|10086|955[0-9]{{2}}){NO_WORD}(?![.,:/%-][0-9])"
)
_BORN = re.compile(r"(?:[5-9]0|00)(?=后(?!面|来|的第))")
_STANDARD = re.compile(rf"([0-9]{{3,6}})-((?:19|20)[0-9]{{2}}){NO_WORD}(?![.,:/%-][0-9])")
_MODEL = re.compile(rf"[1-9][0-9]{{3}}{NO_WORD}(?![.,:/%-][0-9])")
_MODEL_BEFORE = re.compile(r"([A-Za-z]{1,12}) $")


def phone(scan: Scan, at: int) -> Found | None:
    """`13812345678`, `400-800-1234`, `12306`, and 110 after a word such as 拨打."""
    mobile = _MOBILE.match(scan.text, at)
    if mobile is not None:
        country, *groups = mobile.groups()
        plus = country is not None and country.startswith("+")
        return Found(Phone((*(["86"] if country else []), *groups), plus), mobile.end())
    service = _SERVICE.match(scan.text, at)
    if service is not None:
        return Found(Phone(service.groups()), service.end())
    called = _CALLED.match(scan.text, at)
    if called is None:
        return None
    if not _HOTLINE.match(scan.text, at) and scan.word_before(at) not in tables.PHONE_WORDS:
        return None
    if _COUNTS_AFTER.match(scan.text, called.end()):
        return None
    return Found(Phone((called.group(),)), called.end())


def parcel(scan: Scan, at: int) -> Found | None:
    """`取件码8-2-3016`."""
    found = _PARCEL.match(scan.text, at)
    if found is None or _PARCEL_BEFORE.search(scan.text_before(at)) is None:
        return None
    return Found(Digits(tuple(found.group().split("-"))), found.end())


def code_after_word(scan: Scan, at: int) -> Found | None:
    """`会议号 123 456 789`."""
    return code(scan, at) if scan.language.code_before.search(scan.text_before(at)) else None


def code(scan: Scan, at: int) -> Found | None:
    """`验证码492817`; not `验证码10分钟内有效`."""
    found = names.code(scan, at)
    if found is None or _COUNTS_AFTER.match(scan.text, found.end):
        return None
    return found


def room(scan: Scan, at: int) -> Found | None:
    """`302室`, `房间302`, `302路`."""
    found = _ROOM_AFTER.match(scan.text, at)
    if found is None:
        found = _ROOM.match(scan.text, at)
        if found is None or scan.word_before(at) not in tables.PLACE_WORDS:
            return None
        if _COUNTS_AFTER.match(scan.text, found.end()):
            return None
    return Found(Words(_chinese(scan).dictated(found.group(1)) + found.group(2)), found.end())


def dictated_name(scan: Scan, at: int) -> Found | None:
    """`G102次`, `CA1234航班`, `机票CA1234`, `京A12345`."""
    text = scan.text
    found = _TRAIN.match(text, at)
    if found is None and _VEHICLE_BEFORE.search(scan.text_before(at)):
        found = _VEHICLE.match(text, at)
    if found is None and at and text[at - 1] in tables.PLATES:
        found = _PLATE.match(text, at)
    return Found(Words(_chinese(scan).dictated(found.group())), found.end()) if found else None


def seat(scan: Scan, at: int) -> Found | None:
    """The number in `23A座`, `5车12F`."""
    found = _SEAT.match(scan.text, at)
    if found is None or not (found.group(3) or _SEAT_BEFORE.search(scan.text_before(at))):
        return None
    return Found(Number(found.group(1)), found.end(1))


def model(scan: Scan, at: int) -> Found | None:
    """`1080P`, `618大促`, `80后`, `RTX 4090`, `GB/T 2260-2007`."""
    lines = _SCAN_LINES.match(scan.text, at)
    if lines is not None:
        return Found(Words(_chinese(scan).dictated(lines.group(1)) + lines.group(2).upper()), lines.end())
    shopping = _SHOPPING.match(scan.text, at)
    if shopping is not None:
        return Found(Words(_chinese(scan).dictated(shopping.group())), shopping.end())
    born = _BORN.match(scan.text, at)
    if born is not None:
        return Found(Words(scan.language.digits(born.group())), born.end())
    before = _MODEL_BEFORE.search(scan.text_before(at))
    if before is None or before.group(1).lower() in tables.MODEL_WORDS:
        return None
    standard = _STANDARD.match(scan.text, at)
    if standard is not None:
        return Found(Words("杠".join(map(scan.language.digits, standard.groups()))), standard.end())
    found = _MODEL.match(scan.text, at)
    if found is None or len(before.group(1)) < 2:
        return None
    end = found.end()
    if before.group(1) in scan.language.currencies or _COUNTS_AFTER.match(scan.text, end):
        return None
    if scan.language.unit_at(scan.text, end + scan.text.startswith(" ", end)) is not None:
        return None
    return Found(Words(scan.language.digits(found.group())), end)


# --- letters and signs beside numbers -----------------------------------------------------------------

_LETTERED = re.compile(rf"([0-9]{{1,4}}(?:\.[0-9])?)(G|D|T|M|K){NO_WORD}")
_MOBILE_NET = re.compile(r"([2-6])g(?=网|信号|手机|基站|套餐|流量)")
_NUMBERED = re.compile(r"(?:No\.?|NO\.?|№) ?([0-9]{1,6})(?![0-9]|\.[0-9])")
_HASH = re.compile(r"#([0-9]{1,4})(?![0-9]|\.[0-9])")
_ROMAN = re.compile(rf"(?=[IVX])(X{{0,3}})(IX|IV|V?I{{0,3}}){NO_WORD}")
_ROMAN_AFTER = re.compile(r" ?[级型期章卷部类代篇节版度世]")
_ROMAN_SIGNS = "ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅪⅫ"
_ROMAN_VALUES = {"": 0, "I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8, "IX": 9}
_WEEKDAY = r"(?:周|星期|礼拜)[一二三四五六日天]"
_DASH = re.compile(r" ?[-–—−~] ?(?=[0-9])")
_DASH_BEFORE = re.compile(rf"(?:[0-9] ?(?:{_any_of(tables.RANGED)}))$")
_WEEKDAY_BEFORE, _WEEKDAY_AFTER = re.compile(rf"{_WEEKDAY}$"), re.compile(rf"[-–—~]{_WEEKDAY}")
_SCORE = re.compile(rf"([0-9]{{1,3}}) ?[-:] ?([0-9]{{1,3}})(?![0-9]|[-:.][0-9]){NO_WORD}")
_SCORE_AFTER = re.compile(" ?(?:战胜|击败|获胜|大胜|险胜|完胜|力克|逆转|领先|落后|战平|不敌|负于|胜|负)")
_RATE = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,6})?):([0-9]{1,4}\.[0-9]{1,6})(?![0-9]|[:.][0-9])")
_OF_ALL = re.compile(r"([0-9]{1,4})/([0-9]{1,4})(?= ?([页步集章条题关轮期天节课局]))")
_SCORE_BEFORE = re.compile(r"比分(?:是|为|[:： ]){0,2}$")
_PRESSURE = re.compile(r"([0-9]{2,3})/([0-9]{2,3})(?![0-9]|[/.][0-9])( ?mmHg| ?毫米汞柱)?")
_EACH_BEFORE = re.compile(rf"[0-9](?:[万亿])?(?:{_any_of(tables.COUNTED)})$")
_EACH_AFTER = re.compile(
    r"/(?=(个|人|天|月|年|日|周|晚|次|小时|分钟|分|秒|时|吨|袋|箱|瓶|包|片|次|盎司|桶|磅|加仑|斤|公斤|千克|公里|千米|米|升|平米|平方米|平|度|瓶|件|斤))"
)
_MORE = re.compile(r"\+(?= ?(?:[\u4e00-\u9fff，。、；！？）]|$))")
_MORE_BEFORE = re.compile("[0-9百千万亿]$")
_RATED = re.compile(r"(?:得分|评分|打分|评价|分数|评级)(?:是|为|[:： ]){0,2}$")
_OF_MOST = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,2})?) ?/ ?([0-9]{1,3})(?![0-9]|[/.][0-9])")
_INCHES = re.compile(r"([0-9]{1,3}(?:\.[0-9])?)[\"″”] ?(?=显示|屏|电视|液晶|平板)")
_SCIENTIFIC = re.compile(
    r"([0-9]{1,6}(?:\.[0-9]{1,9})?) ?[×*x] ?10(\^[-−]?[0-9]{1,3}|⁻?[⁰¹²³⁴-⁹]{1,3})(?![0-9])"
)
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_COMPARED = re.compile(r"[<>] ?(?=[-−]?[0-9])")
_COMPARED_BEFORE = re.compile(rf"(?:{WORD}|[℃°%]|[0-9][^，。；、 ]{{1,6}}) ?$")
_TIMES = re.compile(r" ?[*×xX] ?(?=[0-9])")
_PIECES = re.compile(rf"[xX] ?([0-9]{{1,3}}){NO_WORD}(?![.:/-][0-9])")
_PIECES_BEFORE = re.compile("[\u4e00-\u9fff）] ?$")
_APPROXIMATELY = re.compile(r"[~≈] ?(?=[0-9])")
_PRODUCT = re.compile(r"(7)[×*xX](24)(?=小时| ?h)")


def lettered(scan: Scan, at: int) -> Found | None:
    """`5G`, `3D`, `16G`, `500M`, `4K`, `27"屏幕`."""
    inches = _INCHES.match(scan.text, at)
    if inches is not None:
        number = scan.language.parse(inches.group(1))
        return Found(Words(scan.language.number(number) + "英寸"), inches.end(1) + 1)
    found = _LETTERED.match(scan.text, at)
    if found is None:
        net = _MOBILE_NET.match(scan.text, at)
        return Found(Words(scan.language.digits(net.group(1)) + "G"), net.end()) if net else None
    number, letter = scan.language.parse(found.group(1)), found.group(2)
    of = _COUNTED if letter in "TM" else None
    return Found(Words(scan.language.number(number, of) + ("兆" if letter == "M" else letter)), found.end())


def numbered(scan: Scan, at: int) -> Found | None:
    """`No. 4`, `#3`."""
    found = _NUMBERED.match(scan.text, at)
    if found is not None:
        return Found(Words("第" + scan.language.cardinal(int(found.group(1)))), found.end())
    found = _HASH.match(scan.text, at)
    if found is None or scan.joined_before(at):
        return None
    known = scan.text.startswith(("号", " 号"), found.end())
    return Found(Words(scan.language.cardinal(int(found.group(1))) + ("" if known else "号")), found.end())


def roman(scan: Scan, at: int) -> Found | None:
    """`第IV章`, `II型`, `Ⅲ级`."""
    char = scan.text[at]
    if char in _ROMAN_SIGNS:
        return Found(Roman(_ROMAN_SIGNS.index(char) + 1, name=False), at + 1)
    found = _ROMAN.match(scan.text, at) if char in "IVX" else None
    if found is None or not (
        scan.text_before(at).endswith("第") or _ROMAN_AFTER.match(scan.text, found.end())
    ):
        return None
    if found.group() in ("X", "V") and not scan.text_before(at).endswith("第"):
        return None
    return Found(Roman(10 * len(found.group(1)) + _ROMAN_VALUES[found.group(2)], name=False), found.end())


def dash(scan: Scan, at: int) -> Found | None:
    """To, in `3月-5月`, `8点-10点`, `周一-周五`."""
    before = scan.text_before(at)
    if _WEEKDAY_AFTER.match(scan.text, at) and _WEEKDAY_BEFORE.search(before):
        return Found(Words("到"), at + 1)
    found = _DASH.match(scan.text, at)
    if found is None or _DASH_BEFORE.search(before) is None:
        return None
    return Found(Words("到"), found.end())


def score(scan: Scan, at: int) -> Found | None:
    """`比分3:2`, `2-1战胜`, `120/80mmHg`, `汇率1:7.2`, `第3/10页`."""
    pressure = _PRESSURE.match(scan.text, at)
    if pressure is not None and (pressure.group(3) or scan.text_before(at).rstrip(" :：").endswith("血压")):
        unit = "mmHg" if pressure.group(3) else ""
        return Found(
            Ratio(Number(pressure.group(1)), Number(pressure.group(2)), "over", unit), pressure.end()
        )
    before = scan.text_before(at)
    rate = _RATE.match(scan.text, at)
    if rate is not None:
        first, second = map(scan.language.parse, rate.groups())
        return Found(Ratio(first, second, "to"), rate.end())
    part = _OF_ALL.match(scan.text, at) if _ORDINAL_BEFORE.search(before) else None
    if part is not None:
        first, second = Number(part.group(1)), Number(part.group(2))
        said = f"{scan.language.number(first)}{part.group(3)}，共{scan.language.number(second, _COUNTED)}"
        return Found(Words(said), part.end())
    found = _SCORE.match(scan.text, at)
    if found is None or not (_SCORE_BEFORE.search(before) or _SCORE_AFTER.match(scan.text, found.end())):
        return None
    return Found(Ratio(Number(found.group(1)), Number(found.group(2)), "to"), found.end())


def each(scan: Scan, at: int) -> Found | None:
    """The slash in `0.56元/kWh`, `¥5/月`."""
    if scan.text[at] != "/":
        return None
    last = scan.last
    paid = last is not None and last.end == at and isinstance(last.thing, Money | Quantity)
    if not paid and _EACH_BEFORE.search(scan.text_before(at)) is None:
        return None
    if _EACH_AFTER.match(scan.text, at):
        return Found(Words("每"), at + 1)
    unit = scan.language.unit_at(scan.text, at + 1)
    return Found(Words("每" + _name(scan, unit[0])), unit[1]) if unit else None


def sign(scan: Scan, at: int) -> Found | None:
    """Signs of mathematics; a tilde after 的 or 哦 is a tone of voice, and one between words nothing."""
    text, char = scan.text, scan.text[at]
    if char in "~≈":
        found = _APPROXIMATELY.match(text, at)
        if char == "~" and (
            found is None or text[at + 1 : at + 2] == " " or text[at - 1 : at] in tables.VOICES
        ):
            return None
        compared = char == "≈" and _COMPARED_BEFORE.search(scan.text_before(at))
        if found is None or not compared:
            return Found(Symbol(char), at + 1)
        return Found(Symbol("≈="), at + 1)
    if char == "*" and scan.last is not None and scan.last.end == at and _TIMES.match(text, at):
        return Found(Symbol("×"), at + 1)
    if char == "+" and _MORE.match(text, at) and _MORE_BEFORE.search(scan.text_before(at)):
        return Found(Words("多"), at + 1)
    if char == "%":
        return Found(Words("百分号"), at + 1)
    if char in "<>" and _COMPARED.match(text, at):
        return Found(Symbol(f"{char}1"), at + 1)
    return signs.sign(scan, at)


def pieces(scan: Scan, at: int) -> Found | None:
    """`牛奶 x2`."""
    found = _PIECES.match(scan.text, at) if scan.text[at] in "xX" else None
    if found is None or _PIECES_BEFORE.search(scan.text_before(at)) is None:
        return None
    return Found(Words("乘" + scan.language.cardinal(int(found.group(1)))), found.end())


def money(scan: Scan, at: int) -> Found | None:
    """As everywhere, but `¥5元` names its currency once."""
    found = units.money(scan, at)
    if found is None or not isinstance(found.thing, Money):
        return found
    name = scan.language.currencies[found.thing.currency][0].other
    again = scan.text.startswith(name, found.end) and not found.thing.per
    return Found(found.thing, found.end + len(name)) if again else found


def rated(scan: Scan, at: int) -> Found | None:
    """`评分 4.5/5`."""
    found = _OF_MOST.match(scan.text, at)
    if found is None or _RATED.search(scan.text_before(at)) is None:
        return None
    number, most = (scan.language.number(scan.language.parse(digits)) for digits in found.groups())
    return Found(Words(f"{number}，满分{most}"), found.end())


def scientific(scan: Scan, at: int) -> Found | None:
    """`1.5×10^8 km`."""
    found = _SCIENTIFIC.match(scan.text, at)
    if found is None:
        return None
    language, exponent = scan.language, found.group(2).lstrip("^").translate(_SUPERSCRIPTS).replace("−", "-")
    sign: Literal["-", ""] = "-" if exponent.startswith("-") else ""
    power = language.number(Number(exponent.lstrip("-"), sign=sign))
    said = f"{language.number(language.parse(found.group(1)))}乘十的{power}次方"
    place = found.end() + scan.text.startswith(" ", found.end())
    unit = language.unit_at(scan.text, place)
    if unit is None or unit[0] in tables.SHARES:
        return Found(Words(said), found.end())
    return Found(Words(said + language.unit_name(unit[0]).other), unit[1])


def lone_unit(scan: Scan, at: int) -> Found | None:
    """`℃` without a number; % alone is the name of the sign."""
    return None if scan.text[at] in "%‰" else units.lone_unit(scan, at)


def around_the_clock(scan: Scan, at: int) -> Found | None:
    """`7×24小时`."""
    found = _PRODUCT.match(scan.text, at)
    return Found(Words("七乘二十四"), found.end()) if found else None


def portion(scan: Scan, at: int) -> Found | None:
    """`1/2杯`: a fraction stays one before what it measures."""
    found = fraction_at(scan, at)
    return Found(found[0], found[1]) if found and _COUNTED_AFTER.match(scan.text, found[1]) else None


def _chinese(scan: Scan) -> Chinese:
    return cast("Chinese", scan.language)


def _name(scan: Scan, unit: str) -> str:
    return scan.language.units[unit].other


DETECTORS = Detectors(
    at_digit=(
        names.address,
        names.hardware_address,
        names.web,
        parcel,
        time.iso_date,
        dotted_date,
        year_month,
        time.local_date,
        short_date,
        code_after_word,
        phone,
        names.phone,
        code,
        score,
        year,
        room,
        seat,
        model,
        signs.abbreviation,
        units.ratio_in_words,
        around_the_clock,
        scientific,
        rated,
        time.clock_duration,
        time.clock,
        time.duration,
        time.decade,
        names.version,
        units.coordinate,
        lettered,
        money,
        units.size,
        units.share,
        units.ratio,
        units.quantity,
        units.scaled,
        units.power,
        calendar,
        discount,
        first_of_two,
        portion,
        counted,
        time.year,
        signs.fraction,
        signs.number,
    ),
    at_letter=(
        dictated_name,
        names.hardware_address,
        names.web,
        names.version,
        numbered,
        pieces,
        money,
        roman,
        signs.abbreviation,
    ),
    at_sign=(
        phone,
        names.phone,
        dash,
        each,
        money,
        units.coordinate,
        first_of_two,
        units.quantity,
        units.scaled,
        units.power,
        counted,
        signs.between_amounts,
        numbered,
        roman,
        signs.fraction,
        signs.number,
        lone_unit,
        signs.abbreviation,
        sign,
    ),
)
"""In the order in which they are asked: what is surer comes first."""
