"""Portuguese dates without a month's name, and hours that have an article of their own."""

from __future__ import annotations

import re

from tts_node.text.read import things
from tts_node.text.read.scan import LETTER, NO_WORD, Found, Scan
from tts_node.text.read.units import Name

_FIRST_HOURS = re.compile(
    r"([àÀ]s|[Dd]as|[Aa]s|[Ss]ão) (00?|0?1)(?:[:hH]([0-5][0-9])(?: ?h| ?min)?| ?h(?:oras)?)"
    r"(?![0-9:\w]| ?[-–] ?[0-9]| ?[aApP]\.?[mM])"
)
_SINGULAR = {"às": "à", "das": "da", "as": "a", "são": "é"}
_EVERY = re.compile(rf"([1-9][0-9]?)/\1 ?(h|hs|hrs|horas|dias){NO_WORD}")
_DAY_IN_MONTH = re.compile(
    rf"(0?[1-9]|[12][0-9]|3[01])/(0[1-9]|(?<=1[3-9]/|2[0-9]/|3[01]/)1[0-2]){NO_WORD}(?![-/.,:][0-9])"
)
_BEFORE_DAY = frozenset({"a", "de", "ao", "para", "no", "do"})
_DATES = re.compile(
    rf"([0-3]?[0-9])/(0?[1-9]|1[0-2]) (?:a|até) ([0-3]?[0-9])/(0?[1-9]|1[0-2]){NO_WORD}(?![-/.,:][0-9])"
)
_LATE_DAY = re.compile(rf"(1[3-9]|2[0-9]|3[01])/(0?[1-9]|1[0-2]){NO_WORD}(?! ?[=°%]| avos|[-/.,:][0-9]| ?mm)")
_NO_DATES = frozenset({(16, 9), (21, 9), (24, 7)})
_DAY_OF_MONTH = re.compile(rf"([12]?[0-9]|3[01]) de ({LETTER}{{4,10}})")
_STREETS = frozenset({"rua", "r", "avenida", "av", "praça", "pça", "travessa", "largo", "alameda", "rodovia"})
_HOUR_TO_HOUR = re.compile(
    rf"([01]?[0-9]|2[0-4])h([0-5][0-9])? ?[-–] ?([01]?[0-9]|2[0-4])h([0-5][0-9])?{NO_WORD}"
)


def first_hours(scan: Scan, at: int) -> Found | None:
    """`às 00:00`, `das 00h30`, `São 00:15`: midnight and one have an article and a verb of their own."""
    found = None if scan.joined_before(at) else _FIRST_HOURS.match(scan.text, at)
    if found is None:
        return None
    written = found.group(1)
    word = _SINGULAR[written.lower()]
    word = word.capitalize() if written[0].isupper() else word
    hour, past = int(found.group(2)), int(found.group(3) or 0)
    if hour == 1:
        return Found(things.Words(f"{word} {scan.language.say_clock(things.Clock(1, past))}"), found.end())
    minutes_past = f" e {scan.language.cardinal(past)}" if past else ""
    return Found(things.Words(f"{word} meia-noite{minutes_past}"), found.end())


def every(scan: Scan, at: int) -> Found | None:
    """`de 8/8 h`: every eight hours."""
    found = _EVERY.match(scan.text, at)
    if found is None or scan.word_before(at).lower() != "de":
        return None
    unit = "dias" if found.group(2) == "dias" else "horas"
    count = scan.language.cardinal(int(found.group(1)), Name("", "", gender="m" if unit == "dias" else "f"))
    return Found(things.Words(f"{count} em {count} {unit}"), found.end())


def day_in_month(scan: Scan, at: int) -> Found | None:
    """`a 15/01`, `de 20/12`: no fraction has such a second part."""
    found = _DAY_IN_MONTH.match(scan.text, at)
    if found is None or scan.word_before(at).lower() not in _BEFORE_DAY:
        return None
    return Found(things.Date(int(found.group(2)), int(found.group(1)), None), found.end())


def days_in_months(scan: Scan, at: int) -> Found | None:
    """`de 10/12 a 15/12`: dates, where one of them could only be an improper fraction."""
    found = None if scan.joined_before(at) else _DATES.match(scan.text, at)
    if found is None:
        return None
    day, month, last_day, last_month = map(int, found.groups())
    if not (day > month or last_day > last_month) or not (0 < day < 32 and 0 < last_day < 32):
        return None
    since = scan.language.say_date(things.Date(month, day, None))
    until = scan.language.say_date(things.Date(last_month, last_day, None))
    return Found(things.Words(f"{since} a {until}"), found.end())


def late_day(scan: Scan, at: int) -> Found | None:
    """`15/11`, `20/5`: so improper a fraction is a date."""
    found = None if scan.joined_before(at) else _LATE_DAY.match(scan.text, at)
    if found is None:
        return None
    day, month, before = int(found.group(1)), int(found.group(2)), scan.word_before(at).lower()
    if (day, month) in _NO_DATES or before in scan.language.step_words | scan.language.rating_words:
        return None
    if not scan.words.isdisjoint(scan.language.ratio_words):
        return None
    return Found(things.Date(month, day, None), found.end())


def in_street(scan: Scan, at: int) -> Found | None:
    """`Av. 9 de Julho, 2000`: a house and no year."""
    found = _DAY_OF_MONTH.match(scan.text, at)
    month = scan.language.months.get(found.group(2)) if found else None
    if found is None or month is None or scan.word_before(at).lower() not in _STREETS:
        return None
    return Found(things.Date(month, int(found.group(1)), None), found.end())


def between_hours(scan: Scan, at: int) -> Found | None:
    """`entre 15h-18h`"""
    found = _HOUR_TO_HOUR.match(scan.text, at)
    if found is None or scan.word_before(at).lower() != "entre":
        return None
    start, end = (things.Clock(int(found.group(n)), int(found.group(n + 1) or 0)) for n in (1, 3))
    since = (scan.language.say_clock(start) or "").removesuffix(" horas").removesuffix(" hora")
    return Found(things.Words(f"{since} e {scan.language.say_clock(end)}"), found.end())
