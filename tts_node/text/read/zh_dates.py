"""Dates and times as Chinese texts have them: years before 年, `11/30` beside a word that proves it."""

from __future__ import annotations

import re

from tts_node.text.read import detect_time
from tts_node.text.read import zh_tables as tables
from tts_node.text.read.scan import NO_WORD, Found, Scan
from tts_node.text.read.things import Clock, Date, Number, Words
from tts_node.text.read.zh_counted import COUNTED, COUNTED_AFTER, any_of

_YEAR = re.compile(r"([12][0-9]{3})(?: ?([-–—~至到]) ?([12][0-9]{3}|[0-9]{2}))? ?(?=年)")
_SHORT_YEAR = re.compile(
    r"([0-9]{2})(?=年(?:(?:1[0-2]|0?[1-9]) ?月|出生|生人|生的|毕业|入学|入职|奥运会|世界杯|亚运会))"
)
_ERA_BEFORE, _YEAR_OF_ERA = re.compile("公元前?$"), re.compile("([0-9]{1,4})(?=年)")
_TITLE = re.compile("([12][0-9]{3})(?=》)")
_NAMED_DAY = re.compile(
    r"(1[0-2]|[1-9])(?:·|•)(3[01]|[12][0-9]|[1-9])(?![0-9])|([1-9])([0-2][0-9]|3[01])(?=晚会|事件|运动|惨案)"
)
_PACE = re.compile(r"([0-9]{1,3})['′’]([0-9]{1,2})(?:[\"″”]|'')(/km)?")
_PACE_BEFORE = re.compile("(?:配速|用时|耗时|成绩|时间|时长)(?:是|为|[:： ]){0,2}$")
_PACE_AFTER = re.compile(" ?(?:的)?配速")
_AGES = re.compile(r"年(?:以?[前后]|之|来|历史|的历史|多)")
_YEAR_BEFORE = re.compile(rf"([12][0-9]{{3}})(?= ?(?:{any_of(tables.YEAR_FOLLOWERS)}))")
_YEAR_TO = re.compile(r"([12][0-9]{3})(?= ?[到至] ?[12][0-9]{3} ?年)")
_DOTTED = re.compile(
    rf"([12][0-9]{{3}})\.(0[1-9]|1[0-2]|[1-9])\.(3[01]|[12][0-9]|0[1-9]|[1-9](?=[^0-9])|[1-9]$){NO_WORD}(?!\.[0-9])"
)
_YEAR_MONTH = re.compile(rf"([12][0-9]{{3}})[-/](0[1-9]|1[0-2]){NO_WORD}(?![-/.:][0-9])")
_SHORT = re.compile(rf"(1[0-2]|0?[1-9])/(3[01]|[12][0-9]|0?[1-9]){NO_WORD}(?![-/.:][0-9])")
_LOGGED = re.compile(r"(1[0-2]|0[1-9])-(3[01]|[12][0-9]|0[1-9])(?= [0-2]?[0-9]:[0-5][0-9])")
_CLOCK_AFTER = re.compile(r" (?=[0-2]?[0-9]:[0-5][0-9])")
_DATE_AFTER = re.compile(rf" ?[(（]?(?:{any_of(tables.DATE_FOLLOWERS)})")
_DATE_BEFORE = re.compile(rf"(?:{any_of(tables.DATE_WORDS)})[ :：]?$")
_DOTTED_DAY = re.compile(r"(1[0-2]|[1-9])\.(3[01]|[12][0-9]|[1-9])(?![0-9.])")
_DOTTED_DAYS = re.compile(
    r"(1[0-2]|[1-9])\.(3[01]|[12][0-9]|[1-9]) ?[-–—~至到] ?(1[0-2]|[1-9])\.(3[01]|[12][0-9]|[1-9])(?![0-9.%])"
)
_HOLIDAY_BEFORE = re.compile(
    "(?:国庆|春节|中秋|端午|清明|五一|十一|元旦|节|假期|放假|日期|活动时间)[:： (（]{0,2}$"
)
_NO_DAY_BEFORE = re.compile("[-.分本价率值度糖压温A-Za-z] ?$")
_HOLIDAY_AFTER = re.compile(
    " ?(?:国庆|劳动节|儿童节|妇女节|假期|小长假|黄金周|大促|购物节|狂欢|年终|晚会|活动)"
)
_PART_OF_DAY = re.compile(" ?(?:上午|下午|晚上|早上|凌晨|中午|[(（]?周[一二三四五六日])")
_NAMES_OF_DAYS = {
    "5.1": "五一", "10.1": "十一", "6.1": "六一", "3.8": "三八", "3.15": "三一五", "6.18": "六一八",
    "11.11": "双十一", "12.12": "双十二",
}  # fmt: skip
_QUARTER = re.compile(rf"(20[0-9]{{2}}) ?Q([1-4]){NO_WORD}")
_YEARLY_VERSIONS = 2015
"""Since then `2026.11.1` may be a version as well."""
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def year(scan: Scan, at: int) -> Found | None:
    """`2026年`, `2024-2025年`, `2026元旦`, `98年出生`, `《1984》`; `1000年前` and `3000年` are counted."""
    short = _SHORT_YEAR.match(scan.text, at)
    if short is None and _ERA_BEFORE.search(scan.text_before(at)):
        short = _YEAR_OF_ERA.match(scan.text, at)
    if short is None and scan.text_before(at).endswith("《"):
        short = _TITLE.match(scan.text, at)
    if short is not None:
        return Found(Words(scan.language.digits(short.group(1))), short.end())
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
    if len(found.group(3)) == 1 and int(found.group(1)) >= _YEARLY_VERSIONS:
        return None
    return Found(Date(int(found.group(2)), int(found.group(3)), int(found.group(1))), found.end())


def named_day(scan: Scan, at: int) -> Found | None:
    """`9·11`, `3·15晚会`, `315晚会`: a day that is a name, digit by digit."""
    found = _NAMED_DAY.match(scan.text, at)
    if found is None:
        return None
    return Found(Words(scan.language.digits("".join(filter(None, found.groups())))), found.end())


def clock(scan: Scan, at: int) -> Found | None:
    """As everywhere, but `17:05分` has its 分 once."""
    found = detect_time.clock(scan, at)
    if found is None or not isinstance(found.thing, Clock) or not found.thing.minute:
        return found
    again = scan.text.startswith("分", found.end) and not scan.text.startswith("分钟", found.end)
    return Found(found.thing, found.end + again)


def pace(scan: Scan, at: int) -> Found | None:
    """`配速5'30"/km`, `用时28'30"`."""
    found = _PACE.match(scan.text, at)
    if found is None:
        return None
    proven = found.group(3) or _PACE_AFTER.match(scan.text, found.end())
    if not proven and _PACE_BEFORE.search(scan.text_before(at)) is None:
        return None
    minutes, seconds = (Number(part.lstrip("0") or "0") for part in found.groups()[:2])
    each = "每公里" if found.group(3) else ""
    return Found(
        Words(f"{scan.language.number(minutes, COUNTED)}分{scan.language.number(seconds)}秒{each}"),
        found.end(),
    )


def year_month(scan: Scan, at: int) -> Found | None:
    """`2026-11`."""
    found = _YEAR_MONTH.match(scan.text, at)
    return Found(Date(int(found.group(2)), None, int(found.group(1))), found.end()) if found else None


def short_date(scan: Scan, at: int) -> Found | None:
    """`截止11/30`, `11/30 15:00`, `11-30 15:00`, `11/30（周一）`; other slashes are fractions."""
    found = _LOGGED.match(scan.text, at) or _SHORT.match(scan.text, at)
    if found is None or not _in_month(int(found.group(2)), int(found.group(1))):
        return None
    clock = _CLOCK_AFTER.match(scan.text, found.end())
    if not (clock or _DATE_AFTER.match(scan.text, found.end()) or _DATE_BEFORE.search(scan.text_before(at))):
        return None
    return Found(Date(int(found.group(1)), int(found.group(2))), clock.end() if clock else found.end())


def dotted_day(scan: Scan, at: int) -> Found | None:
    """`5.1假期`, `12.12大促`, which have names; `11.30上午`, `国庆（10.1-10.7）`."""
    if _NO_DAY_BEFORE.search(scan.text_before(at)):
        return None
    span = _DOTTED_DAYS.match(scan.text, at)
    counts = span is not None and COUNTED_AFTER.match(scan.text, span.end())
    if span is not None and not counts and _HOLIDAY_BEFORE.search(scan.text_before(at)):
        days = [
            Date(int(month), int(day))
            for month, day in (span.group(1, 2), span.group(3, 4))
            if _in_month(int(day), int(month))
        ]
        if len(days) == 2:
            return Found(Words("到".join(scan.language.say_date(day) or "" for day in days)), span.end())
    found = _DOTTED_DAY.match(scan.text, at)
    if found is None or not _in_month(int(found.group(2)), int(found.group(1))):
        return None
    name = _NAMES_OF_DAYS.get(found.group())
    if name is not None and _HOLIDAY_AFTER.match(scan.text, found.end()):
        return Found(Words(name), found.end())
    if len(found.group(2)) < 2 or not _PART_OF_DAY.match(scan.text, found.end()):
        return None
    return Found(Date(int(found.group(1)), int(found.group(2))), found.end())


def quarter(scan: Scan, at: int) -> Found | None:
    """`2025Q3`."""
    found = _QUARTER.match(scan.text, at)
    if found is None:
        return None
    year, number = found.groups()
    said = f"{scan.language.digits(year)}年第{scan.language.cardinal(int(number))}季度"
    return Found(Words(said.replace("两", "二")), found.end())


def _in_month(day: int, month: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= _DAYS[month - 1]
