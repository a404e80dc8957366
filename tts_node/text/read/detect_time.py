"""Dates, times of day, years."""

from __future__ import annotations

import calendar
import re

from tts_node.text.read.detect_length import LENGTH_AFTER
from tts_node.text.read.scan import LETTER, NO_WORD, Found, Scan, after_digits
from tts_node.text.read.things import (
    Clock,
    ClockRange,
    Date,
    Decade,
    Half,
    Moment,
    Words,
    Year,
)

_ISO_DATE = re.compile(
    rf"([0-9]{{4}})([-/])([01]?[0-9])\2([0-3]?[0-9])(?![0-9]|[-/.][0-9])(?:(?=T)|{NO_WORD})"
)
_ISO_TIME = re.compile(
    r"[T ]([01][0-9]|2[0-4]):([0-5][0-9])(?::([0-5][0-9])(?:\.[0-9]{1,9})?)?"
    rf"(?:Z|[+-][0-9]{{2}}:?[0-9]{{2}})?{NO_WORD}"
)
_LOCAL_DATE = re.compile(
    rf"([0-9]{{1,2}})([./-])([0-9]{{1,2}})\2([0-9]{{4}}|[0-9]{{2}}){NO_WORD}(?![-/][0-9]|\.[0-9])"
)
_SHORT_DATE = re.compile(rf"([0-9]{{1,2}})/([0-9]{{1,2}}){NO_WORD}(?![-/.][0-9])")
_MONTH_WORD = re.compile(rf"{LETTER}{{3,12}}")
_DAY_WORD = re.compile(rf"{LETTER}{{2,5}}{NO_WORD}")
_AFTER_WEEKDAY = re.compile(rf"[.]?(?:,? (?=[0-9])|,? ({LETTER}{{3,12}})|[-–/]({LETTER}{{2,5}}){NO_WORD})")
_DAY_TO = re.compile(rf"({LETTER}{{2,5}})[-–/]$")
_DAY = re.compile(r"([0-9]{1,2})(?![0-9]|[.,:/][0-9])")
_DAY_RANGE = re.compile(r" ?[-–] ?([0-9]{1,2})(?![0-9]|[.,:/-][0-9])")
_YEAR_AFTER = re.compile(rf",? ([12][0-9]{{3}}){NO_WORD}(?![-–.,:/][0-9])")

_CLOCK = re.compile(r"([01]?[0-9]|2[0-4])[:：]([0-5][0-9])(?:[:：]([0-5][0-9]))?(?![0-9]|[:：.][0-9])")
_HOUR = re.compile(r"([01]?[0-9]|2[0-4])(?![0-9]|[.,:][0-9])")
_CLOCK_TO = re.compile(r" ?[-–—~] ?")


_YEAR = re.compile(rf"(1[1-9][0-9]{{2}}|20[0-9]{{2}}){NO_WORD}(?![.,:/][0-9])")
_YEAR_RANGE = re.compile(
    rf"(1[1-9][0-9]{{2}}|20[0-9]{{2}}) ?[-–—/] ?(1[1-9][0-9]{{2}}|20[0-9]{{2}}){NO_WORD}(?![-.,:/][0-9])"
)
_REACH_OF_YEAR = 6
"""`in 1999 and 2026`: so near to a year, another one is one."""
_QUARTER = re.compile(r"(?<![A-Za-z0-9])[QHTS][1-4][ /-]$")
_DECADE = re.compile(r"(['’‘]?)((?:1[1-9]|20)[0-9]0|[1-9]0)['’]?")


@after_digits("-/")
def iso_date(scan: Scan, at: int) -> Found | None:
    """`2026-11-30`, with a time after it or not."""
    found = _ISO_DATE.match(scan.text, at)
    if found is None:
        return None
    date = _date(int(found.group(4)), int(found.group(3)), int(found.group(1)), scan, at)
    if date is None:
        return None
    time = _ISO_TIME.match(scan.text, found.end())
    if time is None:
        return Found(date, found.end())
    second = int(time.group(3)) if time.group(3) else None
    return Found(Moment(date, Clock(int(time.group(1)), int(time.group(2)), second or None)), time.end())


@after_digits("./-")
def local_date(scan: Scan, at: int) -> Found | None:
    """`11/30/2026`, `30.11.2026`, `30-11-2026`: the language says which comes first where both could."""
    found = _LOCAL_DATE.match(scan.text, at)
    if found is None:
        return None
    first, mark, second, year = int(found.group(1)), found.group(2), int(found.group(3)), found.group(4)
    if len(year) == 2 and (mark == "-" or (mark == "." and not scan.language.dotted_dates)):
        return None
    full = int(year) if len(year) == 4 else int(year) + (2000 if int(year) < 70 else 1900)
    day_first = scan.language.day_first or mark == "."
    orders = ((first, second), (second, first)) if day_first else ((second, first), (first, second))
    for day, month in orders[: 1 if mark == "." else 2]:
        date = _date(day, month, full, scan, at)
        if date is not None:
            return Found(date, found.end())
    return None


@after_digits("/")
def short_date(scan: Scan, at: int) -> Found | None:
    """`12/24` after a word such as on or due."""
    found = _SHORT_DATE.match(scan.text, at)
    before = scan.word_before(at)
    if found is None or not (before in scan.language.weekdays or before.lower() in scan.language.date_words):
        return None
    first, second = int(found.group(1)), int(found.group(2))
    day, month = (first, second) if scan.language.day_first else (second, first)
    date = _date(day, month, None, scan, at)
    return Found(date, found.end()) if date is not None else None


def month_date(scan: Scan, at: int) -> Found | None:
    """`Nov. 30, 2026`, `Nov 3-5`, `December 2026`."""
    named = _month(scan, at)
    if named is None:
        return None
    month, end = named
    if not scan.text.startswith(" ", end):
        return None
    day = _DAY.match(scan.text, end + 1)
    if day is not None and 1 <= int(day.group(1)) <= 31:
        stop = _past_suffix(scan, day.end())
        if stop is not None and not _counts(scan, day.end()):
            until = _DAY_RANGE.match(scan.text, stop)
            until_end = _past_suffix(scan, until.end()) if until else None
            last = int(until.group(1)) if until and until_end else None
            year, stop = _year_after(scan, until_end or stop)
            date = _date(int(day.group(1)), month, year, scan, at, in_words=True, until_day=last)
            return Found(date, stop) if date is not None else None
    year, stop = _year_after(scan, end)
    if year is None:
        return None
    return Found(Date(month, None, year, in_words=True, after=scan.word_before(at).lower()), stop)


def day_month_date(scan: Scan, at: int) -> Found | None:
    """`30 Nov`, `the 5th of May 2026`, `3. Mai`, `3-5 Nov`."""
    day = _DAY.match(scan.text, at)
    if day is None:
        return None
    stop: int | None = _past_suffix(scan, day.end())
    if stop is None:
        return None
    until = _DAY_RANGE.match(scan.text, stop)
    if until is not None:
        stop = _past_suffix(scan, until.end())
    if stop is None or not scan.text.startswith(" ", stop):
        return None
    place = _past_link(scan, stop + 1)
    named = _month(scan, place)
    if named is None:
        return None
    month, end = named
    year, end = _year_after(scan, end)
    last = int(until.group(1)) if until else None
    date = _date(int(day.group(1)), month, year, scan, at, in_words=True, until_day=last, month_first=False)
    return Found(date, end) if date is not None else None


def weekday(scan: Scan, at: int) -> Found | None:
    """`Mon, Nov 30`, `Sat-Sun`: a short day beside a date, a time or another day."""
    found = _DAY_WORD.match(scan.text, at)
    said = scan.language.weekdays.get(found.group()) if found else None
    if found is None or said is None:
        return None
    end = found.end()
    dot = scan.text.startswith(".", end) and end + 1 < len(scan.text)
    after = _AFTER_WEEKDAY.match(scan.text, end)
    if after is None:
        before = _DAY_TO.search(scan.text_before(at))
        if before is None or before.group(1) not in scan.language.weekdays:
            return None
        return Found(Words(said), end)
    month, day = after.group(1), after.group(2)
    if day is not None:
        if day not in scan.language.weekdays:
            return None
        return Found(Words(f"{said} {scan.language.to}"), end + 1)
    if month is not None and month not in scan.language.months:
        return None
    return Found(Words(said), end + dot)


def clock(scan: Scan, at: int) -> Found | None:
    """`06:30`, `6:30 PM`, `18:05:30`, `7 am`, `9:00-17:00`, `5-7 pm`; not `2:30 h`."""
    first = _clock_at(scan, at)
    to = _CLOCK_TO.match(scan.text, first[1] if first else _hour_end(scan, at))
    if to is not None:
        second = _clock_at(scan, to.end())
        if second is not None and (first is not None or second[0].half or to.group() in "-–"):
            start = first[0] if first else Clock(_hour(scan, at), written_minutes=False)
            if 1 <= start.hour <= 24 or first is not None:
                return Found(ClockRange(start, second[0]), _past_oclock(scan, second[1]))
    if first is None:
        return None
    return Found(first[0], _past_oclock(scan, first[1]))


def year(scan: Scan, at: int) -> Found | None:
    """`in 1999`, `2019-2024`: four digits that something proves to be a year."""
    span = _YEAR_RANGE.match(scan.text, at)
    if span is not None and int(span.group(1)) < int(span.group(2)):
        return Found(Year(int(span.group(1)), int(span.group(2))), span.end())
    found = _YEAR.match(scan.text, at)
    if found is None:
        return None
    last = scan.last
    follows = last is not None and isinstance(last.thing, Year) and at - last.end <= _REACH_OF_YEAR
    follows = follows or _QUARTER.search(scan.text_before(at)) is not None
    if not follows and scan.word_before(at).lower() not in scan.language.year_words:
        return None
    if _counts(scan, found.end()):
        return None
    return Found(Year(int(found.group(1))), found.end())


def decade(scan: Scan, at: int) -> Found | None:
    """`1900s`, `the '90s`; `90s` alone are seconds."""
    suffix = scan.language.decade_suffix
    found = _DECADE.match(scan.text, at)
    if not suffix or found is None or not scan.text.startswith(suffix, found.end()):
        return None
    end = found.end() + len(suffix)
    if scan.word_at(end):
        return None
    short = len(found.group(2)) == 2
    if short and not found.group(1) and scan.word_before(at).lower() not in scan.language.decade_words:
        return None
    return Found(Decade(int(found.group(2))), end)


def _date(
    day: int,
    month: int,
    year: int | None,
    scan: Scan,
    at: int,
    *,
    in_words: bool = False,
    until_day: int | None = None,
    month_first: bool = True,
) -> Date | None:
    """A date that the calendar has."""
    if not (1 <= month <= 12 and 1 <= day <= calendar.monthrange(year or 2000, month)[1]) or year == 0:
        return None
    return Date(month, day, year, month_first, in_words, until_day, scan.word_before(at).lower())


def _month(scan: Scan, at: int) -> tuple[int, int] | None:
    """The month named at `at` and where its name ends; the dot of a short form belongs to it."""
    found = _MONTH_WORD.match(scan.text, at)
    month = scan.language.months.get(found.group()) if found else None
    if found is None or month is None:
        return None
    end = found.end()
    if scan.text.startswith(".", end) and end + 1 < len(scan.text) and len(found.group()) <= 5:
        end += 1
    return month, end


def _past_suffix(scan: Scan, at: int) -> int | None:
    """Past `th` or the dot of an ordinal; None if other letters follow."""
    for suffix in scan.language.ordinal_suffixes:
        if scan.text.startswith(suffix, at):
            at += len(suffix)
            break
    return at if not scan.word_at(at) else None


def _past_link(scan: Scan, at: int) -> int:
    for link in scan.language.date_links:
        if scan.text.startswith(link + " ", at):
            return at + len(link) + 1
    return at


def _year_after(scan: Scan, at: int) -> tuple[int | None, int]:
    for link in ("", *scan.language.date_links):
        place = at
        if link:
            if not scan.text.startswith(f" {link} ", at):
                continue
            place = at + len(link) + 1
        found = _YEAR_AFTER.match(scan.text, place)
        if found is not None and not _counts(scan, found.end()):
            return int(found.group(1)), found.end()
    return None, at


def _counts(scan: Scan, at: int) -> bool:
    """Whether a unit or a currency follows, so that the number before `at` counts something."""
    place = at + scan.text.startswith(" ", at)
    unit = scan.language.unit_at(scan.text, place)
    if unit is not None and unit[0] not in scan.language.proofs:
        return True
    return scan.text[place : place + 1] in ("€", "$", "£")


def _clock_at(scan: Scan, at: int) -> tuple[Clock, int] | None:
    found = _CLOCK.match(scan.text, at)
    if found is not None:
        half, end = half_after(scan, found.end())
        hour = int(found.group(1))
        if LENGTH_AFTER.match(scan.text, end) or scan.word_at(end):
            return None
        if half and not 1 <= hour <= 12:
            half = ""
        second = int(found.group(3)) if found.group(3) else None
        return Clock(hour, int(found.group(2)), second, half), end
    found = _HOUR.match(scan.text, at)
    if found is None:
        return None
    half, end = half_after(scan, found.end())
    if not half or not 1 <= int(found.group(1)) <= 12:
        return None
    return Clock(int(found.group(1)), half=half, written_minutes=False), end


def half_after(scan: Scan, at: int) -> tuple[Half, int]:
    """`am` or `pm` at `at`, and the end of it; the dot that ends a sentence is left there."""
    pattern = scan.language.compiled_half_pattern
    found = pattern.match(scan.text, at) if pattern is not None else None
    if found is None:
        return "", at
    end = found.end()
    if found.group().endswith(".") and end == len(scan.text):
        end -= 1
    return ("pm" if found.group("pm") else "am"), end


def _hour_end(scan: Scan, at: int) -> int:
    found = _HOUR.match(scan.text, at)
    return found.end() if found else len(scan.text)


def _hour(scan: Scan, at: int) -> int:
    found = _HOUR.match(scan.text, at)
    return int(found.group(1)) if found else 0


def _past_oclock(scan: Scan, at: int) -> int:
    for word in scan.language.oclock:
        if scan.text.startswith(" " + word, at) and not scan.word_at(at + 1 + len(word)):
            return at + 1 + len(word)
    return at
