"""Dates as Chinese texts have them: years before 年, `11/30` beside a word that proves it."""

from __future__ import annotations

import re

from tts_node.text.read import zh_tables as tables
from tts_node.text.read.scan import NO_WORD, Found, Scan
from tts_node.text.read.things import Date, Words
from tts_node.text.read.zh_counted import any_of

_YEAR = re.compile(r"([12][0-9]{3})(?: ?([-–—~至到]) ?([12][0-9]{3}|[0-9]{2}))? ?(?=年)")
_AGES = re.compile(r"年(?:以?[前后]|之|来|历史|的历史|多)")
_YEAR_BEFORE = re.compile(rf"([12][0-9]{{3}})(?= ?(?:{any_of(tables.YEAR_FOLLOWERS)}))")
_YEAR_TO = re.compile(r"([12][0-9]{3})(?= ?[到至] ?[12][0-9]{3} ?年)")
_DOTTED = re.compile(
    rf"([12][0-9]{{3}})\.(0[1-9]|1[0-2]|[1-9])\.(3[01]|[12][0-9]|0[1-9]){NO_WORD}(?!\.[0-9])"
)
_YEAR_MONTH = re.compile(rf"([12][0-9]{{3}})[-/](0[1-9]|1[0-2]){NO_WORD}(?![-/.:][0-9])")
_SHORT = re.compile(rf"(1[0-2]|0?[1-9])/(3[01]|[12][0-9]|0?[1-9]){NO_WORD}(?![-/.:][0-9])")
_CLOCK_AFTER = re.compile(r" (?=[0-2]?[0-9]:[0-5][0-9])")
_DATE_AFTER = re.compile(rf" ?[(（]?(?:{any_of(tables.DATE_FOLLOWERS)})")
_DATE_BEFORE = re.compile(rf"(?:{any_of(tables.DATE_WORDS)})[ :：]?$")
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
