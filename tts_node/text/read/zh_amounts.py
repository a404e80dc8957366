"""Amounts that Chinese puts its own way: scores, parts of a whole, prices, powers of ten."""

from __future__ import annotations

import re
from typing import Literal

from tts_node.text.read import detect_money
from tts_node.text.read import zh_tables as tables
from tts_node.text.read.numbers import fraction_at
from tts_node.text.read.scan import NO_WORD, Found, Scan
from tts_node.text.read.things import Money, Number, Quantity, Range, Ratio, Words
from tts_node.text.read.zh_counted import COUNTED, COUNTED_AFTER, ORDINAL_BEFORE, any_of, unit_word

_SCIENTIFIC = re.compile(
    r"([0-9]{1,6}(?:\.[0-9]{1,9})?) ?[×*x] ?10(\^[-−]?[0-9]{1,3}|⁻?[⁰¹²³⁴-⁹]{1,3})(?![0-9])"
)
_EACH_LETTER = re.compile(rf" ?/ ?(L|mL|h|s){NO_WORD}")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_SCORE = re.compile(rf"([0-9]{{1,3}}) ?[-:] ?([0-9]{{1,3}})(?![0-9]|[-:.][0-9]){NO_WORD}")
_SCORE_AFTER = re.compile(" ?(?:战胜|击败|获胜|大胜|险胜|完胜|力克|逆转|领先|落后|战平|不敌|负于|胜|负)")
_RATE = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,6})?):([0-9]{1,4}\.[0-9]{1,6})(?![0-9]|[:.][0-9])")
_SCALE = re.compile("1:([0-9]{3,8})(?![0-9:.])")
_OF_ALL = re.compile(r"([0-9]{1,4})/([0-9]{1,4})(?= ?([页步集章条题关轮期天节课局]))")
_HUNDRED = re.compile(r"([0-9]{1,2})/([0-9]{1,2})(?![0-9]|[/.:-][0-9])")
_DIVIDED = re.compile(r"([0-9]{1,9}) ?/ ?([0-9]{1,9})(?= ?=)")
_HIGH_AND_LOW = re.compile(r"([-−]?[0-9]{1,2})/([-−]?[0-9]{1,2}) ?(?:℃|°C)")
_NUMBERED_BEFORE = re.compile("(?:图|表|式|附录) ?$")
_NUMBERED = re.compile(rf"([0-9]{{1,3}})-([0-9]{{1,3}}){NO_WORD}(?![-.][0-9])")
_FALLING = re.compile(rf"([0-9]{{1,4}})-([0-9]{{1,4}}){NO_WORD}(?![-.,][0-9])")
_SCORE_BEFORE = re.compile(r"比分(?:是|为|[:： ]){0,2}$")
_PRESSURE = re.compile(r"([0-9]{2,3})/([0-9]{2,3})(?![0-9]|[/.][0-9])( ?mmHg| ?毫米汞柱)?")
_RATED = re.compile(r"(?:得分|评分|打分|评价|分数|评级)(?:是|为|[:： ]){0,2}$")
_OF_MOST = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,2})?) ?/ ?([0-9]{1,3})(?![0-9]|[/.][0-9])")
_BYTES = re.compile(
    rf"([0-9]{{1,4}}(?:\.[0-9]{{1,2}})?) ?([MGT]B) ?/ ?([0-9]{{1,4}}(?:\.[0-9]{{1,2}})?) ?([MGT]B){NO_WORD}"
)
_USED_BEFORE = re.compile("(?:已用|使用|占用|剩余|可用|存储)[^0-9，。；]{0,6}$")
_EMPTY_CENTS = re.compile(r"([0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,12})\.00(?= ?(?:元|块|美元|欧元|港元))")
_EACH_BEFORE = re.compile(rf"[0-9](?:[万亿])?(?:{any_of(tables.COUNTED)})$")
_EACH_AFTER = re.compile(
    r"/(?=(个|人|天|月|年|日|周|晚|次|小时|分钟|分|秒|时|吨|袋|箱|瓶|包|片|次|盎司|桶|磅|加仑|斤|公斤|千克|公里|千米|米|升|平米|平方米|平|度|瓶|件|斤|千瓦时|立方米|毫升|克|股|手|台|套|辆|间|箱|盒|支|枚|位|条|张|只|亩))"
)


def money(scan: Scan, at: int) -> Found | None:
    """As everywhere, but `¥5元` names its currency once."""
    found = detect_money.money(scan, at)
    if found is None or not isinstance(found.thing, Money):
        return found
    name = scan.language.currencies[found.thing.currency][0].other
    again = scan.text.startswith(name, found.end) and not found.thing.per
    return Found(found.thing, found.end + len(name)) if again else found


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
    each = _EACH_LETTER.match(scan.text, found.end())
    if each is not None:
        return Found(Words(f"{said}每{unit_word(scan, each.group(1))}"), each.end())
    unit = language.unit_at(scan.text, place)
    if unit is None or unit[0] in tables.SHARES:
        return Found(Words(said), found.end())
    return Found(Words(said + language.unit_name(unit[0]).other), unit[1])


def part_of_bytes(scan: Scan, at: int) -> Found | None:
    """`3.2TB/8TB`."""
    found = _BYTES.match(scan.text, at) if _USED_BEFORE.search(scan.text_before(at)) else None
    if found is None:
        return None
    part, unit, whole, whole_unit = found.groups()
    part, whole = (scan.language.number(scan.language.parse(digits), COUNTED) for digits in (part, whole))
    said = f"{whole}{unit_word(scan, whole_unit)}中的{part}{unit_word(scan, unit)}"
    return Found(Words(said), found.end())


def paid(scan: Scan, at: int) -> Found | None:
    """The number in `128.00元`, without its empty cents."""
    found = _EMPTY_CENTS.match(scan.text, at)
    if found is None:
        return None
    return Found(Words(scan.language.number(scan.language.parse(found.group(1)), COUNTED)), found.end())


def portion(scan: Scan, at: int) -> Found | None:
    """`1/2杯`: a fraction stays one before what it measures."""
    found = fraction_at(scan, at)
    return Found(found[0], found[1]) if found and COUNTED_AFTER.match(scan.text, found[1]) else None


def score(scan: Scan, at: int) -> Found | None:
    """`比分3:2`, `2-1战胜`, `120/80mmHg`, `汇率1:7.2`, `第3/10页`."""
    pressure = _PRESSURE.match(scan.text, at)
    if pressure is not None and (
        pressure.group(3) or scan.text_before(at).rstrip(" :：").endswith(("血压", "血壓"))
    ):
        unit = "mmHg" if pressure.group(3) else ""
        return Found(
            Ratio(Number(pressure.group(1)), Number(pressure.group(2)), "over", unit), pressure.end()
        )
    before = scan.text_before(at)
    rate = _RATE.match(scan.text, at)
    if rate is not None:
        first, second = map(scan.language.parse, rate.groups())
        return Found(Ratio(first, second, "to"), rate.end())
    scale = _SCALE.match(scan.text, at)
    if scale is not None:
        return Found(Ratio(Number("1"), Number(scale.group(1)), "to"), scale.end())
    part = _OF_ALL.match(scan.text, at) if ORDINAL_BEFORE.search(before) else None
    if part is not None:
        first, second = Number(part.group(1)), Number(part.group(2))
        said = f"{scan.language.number(first)}{part.group(3)}，共{scan.language.number(second, COUNTED)}"
        return Found(Words(said), part.end())
    found = _SCORE.match(scan.text, at)
    if found is None or not (_SCORE_BEFORE.search(before) or _SCORE_AFTER.match(scan.text, found.end())):
        return None
    return Found(Ratio(Number(found.group(1)), Number(found.group(2)), "to"), found.end())


def share(scan: Scan, at: int) -> Found | None:
    """`50/50`, `6/2=3`, `28/15℃`: a slash that is no fraction's."""
    divided = _DIVIDED.match(scan.text, at)
    if divided is not None:
        first, second = (scan.language.number(Number(part)) for part in divided.groups())
        return Found(Words(f"{first}除以{second}"), divided.end())
    warmth = _HIGH_AND_LOW.match(scan.text, at)
    if warmth is not None:
        high, low = (
            Number(part.lstrip("-−"), sign="" if part.isdigit() else "-") for part in warmth.groups()
        )
        return Found(Quantity(Range(high, low), "°C"), warmth.end())
    found = _HUNDRED.match(scan.text, at)
    if found is None or int(found.group(1)) + int(found.group(2)) != 100:
        return None
    return Found(Ratio(Number(found.group(1)), Number(found.group(2)), "to"), found.end())


def no_range(scan: Scan, at: int) -> Found | None:
    """`图1-2` is 杠; a number before a lesser one (`78-65`) leaves the sign as it is."""
    found = _NUMBERED.match(scan.text, at)
    if found is not None and _NUMBERED_BEFORE.search(scan.text_before(at)):
        return Found(Words("杠".join(scan.language.number(Number(n)) for n in found.groups())), found.end())
    found = _FALLING.match(scan.text, at)
    if found is None or int(found.group(1)) < int(found.group(2)):
        return None
    equation = scan.text.startswith(("=", " ="), found.end())
    counts = COUNTED_AFTER.match(scan.text, found.end()) or equation
    return None if counts else Found(Number(found.group(1)), found.end(1))


def rated(scan: Scan, at: int) -> Found | None:
    """`评分 4.5/5`."""
    found = _OF_MOST.match(scan.text, at)
    if found is None or _RATED.search(scan.text_before(at)) is None:
        return None
    number, most = (scan.language.number(scan.language.parse(digits)) for digits in found.groups())
    return Found(Words(f"{number}，满分{most}"), found.end())


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
    return Found(Words("每" + unit_word(scan, unit[0])), unit[1]) if unit else None
