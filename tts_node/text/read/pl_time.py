"""Polish years with "roku", dates and hours, which are ordinals in the case that the word before asks for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from tts_node.text.read import detect_time as time
from tts_node.text.read import pl_nouns as nouns
from tts_node.text.read import pl_tables as tables
from tts_node.text.read import things
from tts_node.text.read.pl_numbers import Ending, ordinal
from tts_node.text.read.scan import LETTER, NO_WORD, Detector, Found, Scan

if TYPE_CHECKING:
    from tts_node.text.read.pl import Polish

_DECADE = re.compile(r"([1-9]0)\.?(?![0-9]|,[0-9])")
_DECADE_ENDINGS: dict[str, Ending] = {"lata": "e", "lat": "ych", "latach": "ych"}
_SHORT_DATE = re.compile(rf"([0-3]?[0-9])\.(0[1-9]|1[0-2]){NO_WORD}(?![.,:/-][0-9])")
_YEAR = re.compile(rf"(1[0-9]{{3}}|20[0-9]{{2}})(?: (r\.|roku|rok|rokiem){NO_WORD})")
_IN_YEAR_BEFORE = re.compile(r"\b[Ww] [12][0-9]{3} (?:r\.|roku) (?:i|oraz|lub) $")
_YEARS = re.compile(
    rf"(1[0-9]{{3}}|20[0-9]{{2}}) (i|oraz|lub) (1[0-9]{{3}}|20[0-9]{{2}}) (?:r\.|roku){NO_WORD}"
)
_HOURS = re.compile(
    r"([01]?[0-9]|2[0-4])(?:[:.]([0-5][0-9]))? ?[-–] ?([01]?[0-9]|2[0-4])(?:[:.]([0-5][0-9]))?"
    rf"{NO_WORD}(?![.,:/–-][0-9])"
)
_TODAY = re.compile(
    r"(?:^|[.,;!?] )(?:[Dd]ziś|[Dd]zisiaj|[Jj]utro|[Pp]ojutrze|[Ww]czoraj)( (?:jest|mamy|był|będzie))? $"
)
_YEAR_AFTER = re.compile(rf"(1[0-9]{{3}}|20[0-9]{{2}}){NO_WORD}(?![.,:/-][0-9]| ?[-–] ?[0-9])")
_OF_YEAR = re.compile(rf" (?:r\.|roku){NO_WORD}")
_MONTH_AND_YEAR = re.compile(rf"({LETTER}{{3,12}}) ([12][0-9]{{3}}){NO_WORD}(?![.,:/-][0-9])")
_ROMAN_DAY = re.compile(
    rf"([0-3]?[0-9]) (II|III|IV|VI{{1,3}}|IX|XI{{1,2}}){NO_WORD}(?! ?(?:w\.|wiek|LO|liceum|klas))"
)
_ROMAN_DATE = re.compile(
    rf"([0-3]?[0-9])[ .](I{{1,3}}|I?[VX]|VI{{1,3}}|XI{{1,2}})[ .]([12][0-9]{{3}}){NO_WORD}"
)
_DAY_TO_DAY = re.compile(rf"([0-3]?[0-9]) do ([0-3]?[0-9]) ({LETTER}{{3,12}}){NO_WORD}")
_DAYS = re.compile(rf"({LETTER}{{2,5}})\.?[-–]({LETTER}{{2,5}}){NO_WORD}")
_CLOCK = re.compile(r"([01]?[0-9]|2[0-4])([:.])([0-5][0-9])(?![0-9]|[:.,][0-9])")
_HOUR = re.compile(r"([01]?[0-9]|2[0-4])(?![0-9]|[.,:/][0-9])")
_PART_OF_DAY = re.compile(r"$|[.,;!?](?:$| )| (?:rano|wieczorem|po południu|w nocy|do|i|lub|w|na)\b")
_VERSIONS = frozenset({"wersja", "wersją", "wersji", "aktualizacja"})
_HOUR_SHORT = re.compile(r"godz\.? ?(?=[0-9])")
_HOUR_WORDS = {
    "o": "godzinie",
    "ok": "godziny",
    "około": "godziny",
    "po": "godzinie",
    "od": "godziny",
    "do": "godziny",
    "przed": "godziną",
}


def polish(scan: Scan) -> Polish:
    """The language, which is Polish wherever these are asked."""
    return cast("Polish", scan.language)


def kept_dot(scan: Scan, end: int) -> int:
    """The dot of a short form that ends the text stays."""
    return end - (end == len(scan.text) and scan.text.endswith("."))


def counts(scan: Scan, at: int) -> bool:
    """Whether a unit follows, so that the number before `at` counts something."""
    return scan.language.unit_at(scan.text, at + scan.text.startswith(" ", at)) is not None


# --- years and dates ----------------------------------------------------------------------------------


def year(scan: Scan, at: int) -> Found | None:
    """`w 2026 r.`, `rok 2026`, `od 2019 roku`."""
    before = scan.word_before(at).lower()
    found = _YEAR.match(scan.text, at)
    if found is not None:
        value, word = int(found.group(1)), found.group(2)
        if word == "rok":
            return Found(things.Words(f"{ordinal(value)} rok"), found.end())
        joined = _IN_YEAR_BEFORE.search(scan.text_before(at)) is not None
        ending: Ending = "ym" if before in nouns.AFTER_IN or joined or word == "rokiem" else "ego"
        word = "roku" if word == "r." else word
        return Found(things.Words(f"{ordinal(value, ending)} {word}"), kept_dot(scan, found.end()))
    bare = _YEAR_AFTER.match(scan.text, at)
    if bare is None or before not in ("rok", "roku", "rokiem"):
        return None
    after: Ending = "y" if before == "rok" else "ym" if scan.text_before(at).endswith("w roku ") else "ego"
    return Found(things.Words(ordinal(int(bare.group(1)), after)), bare.end())


def years(scan: Scan, at: int) -> Found | None:
    """`w 2025 i 2026 roku`: both in one case."""
    found = _YEARS.match(scan.text, at)
    if found is None:
        return None
    ending: Ending = "ym" if scan.word_before(at).lower() in nouns.AFTER_IN else "ego"
    first, second = (ordinal(int(found.group(number)), ending) for number in (1, 3))
    return Found(things.Words(f"{first} {found.group(2)} {second} roku"), kept_dot(scan, found.end()))


def hours(scan: Scan, at: int) -> Found | None:
    """`sob. 9-14`, `czynne 10-18`: from hour to hour."""
    found = _HOURS.match(scan.text, at)
    before = scan.word_before(at)
    opening = before.lower() in tables.OPENING_WORDS or before in tables.WEEKDAYS
    on_a_day = before.lower() in tables.DAYS_OF or before in tables.DAYS_IN.values()
    if found is None or not (opening or on_a_day):
        return None
    start, end = int(found.group(1)), int(found.group(3))
    counted = scan.word_after(found.end()).islower() and not (found.group(2) and found.group(4))
    if start >= end or end > 24 or counted or counts(scan, found.end()):
        return None
    return Found(things.Words(_from_to(scan, found)), found.end())


def _from_to(scan: Scan, found: re.Match[str]) -> str:
    start, minute, end, until = (int(part or 0) for part in found.groups())
    span = things.ClockRange(things.Clock(start, minute), things.Clock(end, until))
    return polish(scan).say_clock_range(span)


def month_and_year(scan: Scan, at: int) -> Found | None:
    """`grudzień 2026`, `w grudniu 2026 r.`"""
    found = _MONTH_AND_YEAR.match(scan.text, at)
    if found is None or found.group(1) not in tables.MONTHS_BEFORE_YEAR:
        return None
    after = _OF_YEAR.match(scan.text, found.end())
    end = kept_dot(scan, after.end()) if after else found.end()
    return Found(things.Words(f"{found.group(1)} {ordinal(int(found.group(2)), 'ego')} roku"), end)


def with_year(detector: Detector) -> Detector:
    """A date takes the "r." or "roku" after it, because it is said with the year."""

    def dated(scan: Scan, at: int) -> Found | None:
        found = detector(scan, at)
        if found is None or not isinstance(found.thing, things.Date) or not found.thing.year:
            return found
        after = _OF_YEAR.match(scan.text, found.end)
        return Found(found.thing, kept_dot(scan, after.end())) if after else found

    return named_today(dated)


def named_today(detector: Detector) -> Detector:
    """`dziś jest 30 listopada` names the day, in the nominative."""

    def dated(scan: Scan, at: int) -> Found | None:
        found = detector(scan, at)
        today = _TODAY.search(scan.text_before(at)) if found else None
        if found is None or today is None or not isinstance(found.thing, things.Date):
            return found
        if not (today.group(1) or scan.ends_clause(found.end)) or found.thing.until_day:
            return found
        said = polish(scan).date(found.thing, "y")
        return Found(things.Words(said), found.end) if said else found

    return dated


def short_date(scan: Scan, at: int) -> Found | None:
    """`15.03`; before it a word such as dnia for `15.10`, and never a name (`Ubuntu 24.04`)."""
    found = _SHORT_DATE.match(scan.text, at)
    before = scan.word_before(at)
    if found is None or not 1 <= int(found.group(1)) <= 31 or counts(scan, found.end()):
        return None
    dated = before.lower() in tables.DATE_WORDS or before in tables.WEEKDAYS
    named = before[:1].isupper()
    if not dated and (
        found.group(2)[0] != "0" or named or not before or before.lower() in nouns.CLOCK_ENDINGS
    ):
        return None
    return Found(things.Date(int(found.group(2)), int(found.group(1))), found.end())


def roman_date(scan: Scan, at: int) -> Found | None:
    """`30 XI 2026`, `31 XII`; months of one letter need the year."""
    found = _ROMAN_DATE.match(scan.text, at) or _ROMAN_DAY.match(scan.text, at)
    if found is None or not 1 <= int(found.group(1)) <= 31:
        return None
    month = tables.ROMAN_MONTHS.index(found.group(2)) + 1
    year = int(found.group(3)) if found.re is _ROMAN_DATE else None
    return Found(things.Date(month, int(found.group(1)), year), found.end())


def dotted(scan: Scan, at: int) -> Found | None:
    """`w sobotę 10.30`, `jest 7.30.`: what can be no date."""
    found, before = _CLOCK.match(scan.text, at), scan.word_before(at).lower()
    if found is None or found.group(2) != "." or 0 < int(found.group(3)) <= 12:
        return None
    on_a_day = before in tables.DAYS_OF or before in tables.DAYS_IN.values()
    priced = scan.word_after(found.end()) in ("zł", "gr", "PLN", "EUR")
    if priced or _HOURS.match(scan.text, at) or not scan.words.isdisjoint(_VERSIONS):
        return None
    if counts(scan, found.end()) or not (on_a_day or (before == "jest" and scan.ends_clause(found.end()))):
        return None
    return Found(things.Clock(int(found.group(1)), int(found.group(3))), found.end())


def day_to_day(scan: Scan, at: int) -> Found | None:
    """`od 3 do 5 maja`."""
    found = _DAY_TO_DAY.match(scan.text, at)
    month = scan.language.months.get(found.group(3)) if found else None
    if found is None or month is None or not (0 < int(found[1]) <= 31 and 0 < int(found[2]) <= 31):
        return None
    before = scan.word_before(at).lower()
    return Found(things.Date(month, int(found[1]), until_day=int(found[2]), after=before), found.end())


def days(scan: Scan, at: int) -> Found | None:
    """`pn-pt`, `sob.–nd.`"""
    found = _DAYS.match(scan.text, at)
    first, last = (scan.language.weekdays.get(day) for day in found.groups()) if found else (None, None)
    if found is None or first is None or last is None:
        return None
    start = "" if scan.word_before(at).lower() == "od" else "od "
    end = found.end() + (scan.text.startswith(".", found.end()) and found.end() + 1 < len(scan.text))
    return Found(things.Words(f"{start}{tables.DAYS_OF[first]} do {tables.DAYS_OF[last]}"), end)


def decade(scan: Scan, at: int) -> Found | None:
    """`lata 90.`, `w latach 90.`"""
    found = _DECADE.match(scan.text, at)
    ending = _DECADE_ENDINGS.get(scan.word_before(at).lower())
    if found is None or ending is None:
        return None
    end = found.end() - (found.group().endswith(".") and found.end() == len(scan.text))
    return Found(things.Words(ordinal(int(found.group(1)), ending)), end)


# --- hours --------------------------------------------------------------------------------------------


def clock(scan: Scan, at: int) -> Found | None:
    """`o 14:05`, `przed 18:00`, `o 9.30`, `o 9 rano`; a length of time stays one."""
    ending = nouns.CLOCK_ENDINGS.get(scan.word_before(at).lower())
    return _hour(scan, at, ending) if ending and scan.text_before(at).endswith(" ") else None


def _hour(scan: Scan, at: int, ending: Ending, *, named: bool = False) -> Found | None:
    """A time with that ending; `named`: "godzina" stands before it."""
    language, found = polish(scan), _CLOCK.match(scan.text, at)
    before = scan.word_before(at).lower()
    if found is not None:
        dotted = found.group(2) == "."
        if dotted and ((before not in ("o", "od", "do", "po") and not named) or counts(scan, found.end())):
            return None
        span = time.clock(scan, at)
        if span is not None and not isinstance(span.thing, things.Clock):
            return None
        if scan.word_at(found.end()) or counts(scan, found.end()):
            return None
        clock = things.Clock(int(found.group(1)), int(found.group(3)))
        return Found(things.Words(language.clock(clock, ending)), found.end())
    hour = _HOUR.match(scan.text, at)
    if hour is None or not (named or (before in ("o", "po") and _PART_OF_DAY.match(scan.text, hour.end()))):
        return None
    return Found(things.Words(language.clock(things.Clock(int(hour.group(1))), ending)), hour.end())


def hour_in_words(scan: Scan, at: int) -> Found | None:
    """`o godz. 9:00`, `godz. 14`."""
    short = _HOUR_SHORT.match(scan.text, at)
    if short is None:
        return None
    span = _HOURS.match(scan.text, short.end())
    if span is not None:
        word = "godzinach" if scan.word_before(at).lower() == "w" else "godziny"
        return Found(things.Words(f"{word} {_from_to(scan, span)}"), span.end())
    word = _HOUR_WORDS.get(scan.word_before(at).lower(), "godzina")
    ending: Ending = "a" if word == "godzina" else "ą" if word == "godziną" else "ej"
    found = _hour(scan, short.end(), ending, named=True)
    if found is None or not isinstance(found.thing, things.Words):
        return Found(things.Words("godziny"), short.end() - short.group().endswith(" "))
    return Found(things.Words(f"{word} {found.thing.text}"), found.end)
