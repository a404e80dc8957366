"""How German writes days and times: `am 3.12.`, `3.–5.12.2026`, `6.30 Uhr`, `1 Std. 20 Min.`, `Mo–Fr`."""

from __future__ import annotations

import calendar
import re
from dataclasses import replace

from tts_node.text.read import de_gender, detect_time
from tts_node.text.read import de_tables as tables
from tts_node.text.read.de_nouns import GENDERS
from tts_node.text.read.de_ordinals import closes_text
from tts_node.text.read.scan import LETTER, NO_WORD, Detector, Found, Scan
from tts_node.text.read.things import (
    Clock,
    ClockRange,
    Date,
    Duration,
    Moment,
    Number,
    Words,
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_CLOSERS = "\"'”’“»«)]"
_DOTTED_DATE = re.compile(r"([0-3]?[0-9])\.([01]?[0-9])\.(?![0-9])")
_SPACED_DATE = re.compile(rf"([0-3]?[0-9])\. ([01]?[0-9])\.(?: ([12][0-9]{{3}}){NO_WORD}|(?![0-9]))")
_UNDOTTED_DATE = re.compile(r"([0-3]?[0-9])\.([01]?[0-9])(?![0-9]|[.,:/%€-][0-9]| ?[%€$°])")
_DAYS_TO_DATE = re.compile(
    rf"([0-3]?[0-9])\. ?[-–] ?([0-3]?[0-9])\.([01]?[0-9])\.(?:([0-9]{{4}}){NO_WORD}|(?![0-9]))"
)
_UNDOTTED_BEFORE = _words("am vom zum den dem montag dienstag mittwoch donnerstag freitag samstag sonntag")
_CLOCK_DOTTED = re.compile(r"([01]?[0-9]|2[0-4])\.([0-5][0-9])(?![0-9]|[.,:][0-9])")
_CLOCK_TO = re.compile(
    r"(?:([01]?[0-9]|2[0-4])(?:[.:]([0-5][0-9]))?) ?[-–] ?([01]?[0-9]|2[0-4])[.:]([0-5][0-9]) ?Uhr"
)
_OCLOCK = re.compile(rf" ?Uhr{NO_WORD}")
_FROM_OR_TO = frozenset({"ab", "bis", "von", "seit"})
_CLOCK_BEFORE = frozenset({"um", "gegen"})
_LENGTH = re.compile(
    r"([0-9]{1,3}):([0-5][0-9])(?::([0-5][0-9]))? ?(Std\.?|Stunden|h|Min\.?|Minuten|min)" + NO_WORD
)
_STILL = re.compile(r"([0-9]{1,2}):([0-5][0-9])(?![0-9:]| ?Uhr)")
_DAYS_AND_LENGTH = re.compile(
    r"([0-9]{1,4}) ?(?:Tage?|d),? ([0-9]{1,2}):([0-5][0-9]):([0-5][0-9])(?![0-9:]| ?Uhr)"
)
_HOURS_MINUTES = re.compile(
    r"([0-9]{1,3}) ?(?:Std\.?|Stunden?|Stdn\.?|h),? ?(?:und )?([0-9]{1,3}) ?(Min\.?|Minuten?|min)" + NO_WORD
)
_MINUTES_SECONDS = re.compile(
    r"([0-9]{1,3}) ?(?:Min\.?|Minuten?|min),? ?(?:und )?([0-9]{1,3}) ?(Sek\.?|Sekunden?|s|sec)" + NO_WORD
)
_DAY = "Mo|Di|Mi|Do|Fr|Sa|So"
_SHORT_DAY = re.compile(rf"({_DAY})(\.?){NO_WORD}")
_DAY_AFTER = re.compile(rf"(?: ?([-–/+&]) ?| bis | und | oder |, )(?:{_DAY})\.?{NO_WORD}")
_DAY_BEFORE = re.compile(rf"(?<!{LETTER})(?:{_DAY})\.?(?: ?[-–/+&] ?| bis | und | oder |, )$")
_SMALL_AFTER = re.compile(r" [a-zäöü]")
_CAPITAL_AFTER = re.compile(r" [A-ZÄÖÜ]")
_TIME_AFTER = re.compile(r",? (?:den |dem |um )?(?=[0-9])")
_SURE_TIME_AFTER = re.compile(
    r",? (?:den |dem |um |ab )?[0-9]{1,2}(?:\.[0-9]|\. [A-ZÄ]|:[0-5]|[-–][0-9]| Uhr)"
)
_KNOWN_DAY = re.compile(
    rf"(?<!{LETTER})(?:(?:{_DAY})\.?|[bB]is|[sS]eit|[aA]b|{'|'.join(tables.WEEKDAYS.values())}),? $"
    r"|\.[0-9]{1,2}\.(?:[0-9]{4})? ?[-–] ?$"
)
_BEFORE_DAY = _words("am bis ab seit vom jeden nächsten letzten kommenden diesen zum")
_BEFORE_NAME = frozenset({"bis", "ab", "seit"})
"""`bis Fr. Müller kommt` speaks of her."""
_MEETING = re.compile(
    r"\b(?:ich|du|er|sie|es|wir|ihr|man|mich|dich|uns|euch|muss|musst|müssen|kann|kannst|können|bin|bist|will|soll"
    r"|komme|kommt|kommen|gehe|gehen|habe|hab|erst|wieder|(?:heute|morgen|gestern) (?:ist|war)) $",
    re.IGNORECASE,
)
"""Before a day without more: `kommst du Sa mit?`"""
_DATE_BEFORE = re.compile(r"[0-9]\.[0-9]{1,2}\.")
_DATED = (
    "termin", "termine", "geburtstag", "müll", "abholung", "abfuhr", "leerung", "tonne", "fällig", "ferien",
    "urlaub", "feiertag", "frist", "stichtag", "datum", "prüfung", "treffen", "abgabe",
)  # fmt: skip
"""Words before a date, or their ends."""


def inflected(detector: Detector) -> Detector:
    """A shared detector whose dates get the ending of their ordinal, in `after`."""

    def found_date(scan: Scan, at: int) -> Found | None:
        found = detector(scan, at)
        if found is None:
            return None
        thing = found.thing
        if isinstance(thing, Date):
            return Found(_inflected(thing, scan, at), found.end)
        if isinstance(thing, Moment):
            return Found(replace(thing, date=_inflected(thing.date, scan, at)), found.end)
        return found

    return found_date


def local_date(scan: Scan, at: int) -> Found | None:
    """`30.11.2026`, `3.4.26`; `Version 1.2.30` is none."""
    return None if _numbered(scan, at) else inflected(detect_time.local_date)(scan, at)


def month_year(scan: Scan, at: int) -> Found | None:
    """`Dezember 2026`; a number of a day never follows the month: `im Mai 5 Tage`."""
    found = detect_time.month_date(scan, at)
    return found if found and isinstance(found.thing, Date) and found.thing.day is None else None


def dotted_date(scan: Scan, at: int) -> Found | None:
    """`3.12.`, `3.–5.12.2026`, and `am 3.12` as people write it in a hurry."""
    text = scan.text
    days = _DAYS_TO_DATE.match(text, at)
    if days is not None:
        year = int(days.group(4)) if days.group(4) else None
        date = _calendar_date(int(days.group(1)), int(days.group(3)), scan, at, year, int(days.group(2)))
        return Found(date, days.end() - (year is None and closes_text(text, days.end()))) if date else None
    spaced = _SPACED_DATE.match(text, at)
    if spaced is not None and de_gender.is_governed(scan, at):
        year = int(spaced.group(3)) if spaced.group(3) else None
        date = _calendar_date(int(spaced.group(1)), int(spaced.group(2)), scan, at, year)
        return (
            Found(date, spaced.end() - (year is None and closes_text(text, spaced.end()))) if date else None
        )
    found = _DOTTED_DATE.match(text, at)
    if found is not None and not _numbered(scan, at):
        closes = closes_text(text, found.end())
        if closes and not (de_gender.is_governed(scan, at) or _known_day(scan, at) or _dated(scan, at)):
            return None
        date = _calendar_date(int(found.group(1)), int(found.group(2)), scan, at)
        return Found(date, found.end() - closes) if date else None
    found = _UNDOTTED_DATE.match(text, at)
    if found is None or scan.word_before(at).lower() not in _UNDOTTED_BEFORE:
        return None
    if scan.word_after(found.end())[:1].isupper():
        return None
    date = _calendar_date(int(found.group(1)), int(found.group(2)), scan, at)
    return Found(date, found.end()) if date else None


def _calendar_date(
    day: int, month: int, scan: Scan, at: int, year: int | None = None, until: int | None = None
) -> Date | None:
    if not 1 <= month <= 12 or not 1 <= day <= calendar.monthrange(year or 2000, month)[1]:
        return None
    return _inflected(Date(month, day, year, month_first=False, until_day=until), scan, at)


def _inflected(date: Date, scan: Scan, at: int) -> Date:
    return replace(date, after=de_gender.ordinal_ending(scan, at, "Monat"), month_first=False)


def _numbered(scan: Scan, at: int) -> bool:
    return scan.word_before(at).lower() in tables.DOTTED_LABELS


def _known_day(scan: Scan, at: int) -> bool:
    return _KNOWN_DAY.search(scan.text_before(at)) is not None


def _dated(scan: Scan, at: int) -> bool:
    """Whether another date stands near before `at`, or a word of days right before it."""
    return scan.word_before(at).lower().endswith(_DATED) or bool(_DATE_BEFORE.search(scan.text_before(at)))


def dotted_clock(scan: Scan, at: int) -> Found | None:
    """`6.30 Uhr`, `um 6.30`, `8.00–9.30 Uhr`."""
    text = scan.text
    span = _CLOCK_TO.match(text, at)
    if span is not None:
        hour, minute, end_hour, end_minute = span.groups()
        start = Clock(int(hour), int(minute or 0), written_minutes=minute is not None)
        return Found(ClockRange(start, Clock(int(end_hour), int(end_minute))), span.end())
    found = _CLOCK_DOTTED.match(text, at)
    if found is None:
        return None
    oclock = _OCLOCK.match(text, found.end())
    if oclock is None:
        unit = scan.language.unit_at(text, found.end() + text.startswith(" ", found.end()))
        before = scan.word_before(at).lower()
        round_time = before in _FROM_OR_TO and found.group(2)[1] in "05"
        if unit is not None or not (before in _CLOCK_BEFORE or round_time):
            return None
        if round_time and scan.word_after(found.end())[:1].isupper():
            return None
    end = oclock.end() if oclock else found.end()
    return Found(Clock(int(found.group(1)), int(found.group(2))), end)


def length(scan: Scan, at: int) -> Found | None:
    """`2:30 Std.`, `1 Std. 20 Min.`, `5 Min. 30 Sek.`, `12 Tage, 03:15:22`."""
    text = scan.text
    found = _LENGTH.match(text, at)
    if found is not None:
        first, second, third, unit = found.groups()
        units = ("h", "min", "s") if third or unit[0] in "Sh" else ("min", "s")
        numbers = [Number(part.lstrip("0") or "0") for part in (first, second, third) if part]
        parts = tuple((n, u) for n, u in zip(numbers, units, strict=False) if n.value)
        return Found(Duration(parts or ((Number("0"), units[-1]),)), _past_dot(text, found.end()))
    found = _DAYS_AND_LENGTH.match(text, at)
    if found is not None:
        counted = (Number(part.lstrip("0") or "0") for part in found.groups())
        days, *rest = ((n, u) for n, u in zip(counted, ("d", "h", "min", "s"), strict=True))
        first, others = (scan.language.say(Duration(tuple(parts))) for parts in ((days,), rest))
        return Found(Words(f"{first}, {others}"), found.end())
    found = _STILL.match(text, at)
    if found is not None and scan.word_before(at).lower() == "noch" and "timer" in scan.words:
        minutes, seconds = (Number(part.lstrip("0") or "0") for part in found.groups())
        return Found(Duration(((minutes, "min"), (seconds, "s"))), found.end())
    for pattern, pair in ((_HOURS_MINUTES, ("h", "min")), (_MINUTES_SECONDS, ("min", "s"))):
        found = pattern.match(text, at)
        if found is not None and " und " not in found.group():
            numbers = [Number(part.lstrip("0") or "0") for part in found.groups()[:2]]
            return Found(Duration(tuple(zip(numbers, pair, strict=True))), _past_dot(text, found.end()))
    return None


def _past_dot(text: str, end: int) -> int:
    """The end without the dot that closes the text."""
    return end - (text[end - 1] == "." and closes_text(text, end))


def weekday(scan: Scan, at: int) -> Found | None:
    """`Mo–Fr`, `Mo. bis Fr.`, `Fr., 3.12.`, `kommst du Sa?`; `So 5 Minuten`, `Fr. Müller` are none."""
    text = scan.text
    found = _SHORT_DAY.match(text, at)
    if found is None:
        return None
    day, end = tables.WEEKDAYS[found.group(1)], found.end()
    if found.group(2) and closes_text(text, end):
        end -= 1
    before = _DAY_BEFORE.search(scan.text_before(at)) is not None
    after = _DAY_AFTER.match(text, found.end())
    if after is not None and after.group(1):
        joined = day + {"/": ",", "+": " und", "&": " und"}.get(after.group(1), " bis")
        return Found(Words(joined), found.end() + after.group().index(after.group(1)) + 1)
    if before or after is not None or (found.group(2) and _SMALL_AFTER.match(text, found.end())):
        return Found(Words(day), end)
    timed = _SURE_TIME_AFTER if found.group(1) == "So" and not found.group(2) else _TIME_AFTER
    if timed.match(text, found.end()):
        return Found(Words(day), end)
    before_day = scan.word_before(at).lower()
    governed = scan.text_before(at).endswith(" ") and before_day in _BEFORE_DAY
    met = day != "Sonntag" and _MEETING.search(scan.text_before(at)) is not None
    if not (governed or met):
        return None
    if not (found.group(2) and _CAPITAL_AFTER.match(text, end)):
        return Found(Words(day), end)
    if day == "Freitag" and (met or before_day in _BEFORE_NAME):
        return None
    # Perhaps a sentence ends here: "am Mo. Bring Brot mit".
    return Found(Words(day), end - (scan.word_after(end).lower() not in GENDERS))
