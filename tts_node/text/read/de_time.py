"""How German writes days, times and ordinals: `am 3.12.`, `3.–5. Mai`, `6.30 Uhr`, `der 2. Weltkrieg`.

A number with a dot is an ordinal, so the dot is the question of every sentence. What stands before (`am`,
`der`) or after (a month, a noun) answers it; without an answer the number is counted and the dot stays.
"""

from __future__ import annotations

import calendar
import re
from dataclasses import replace

from tts_node.text.read import de_gender, de_numbers, detect_names, detect_time
from tts_node.text.read import de_tables as tables
from tts_node.text.read.scan import LETTER, NO_WORD, Detector, Found, Scan
from tts_node.text.read.things import (
    Clock,
    ClockRange,
    Date,
    Duration,
    Moment,
    Number,
    Ordinal,
    Roman,
    Words,
    Year,
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_CLOSERS = "\"'”’“»«)]"
_SENTENCE_START = re.compile(r"^[\"'„“»«(\[]{0,3}$")
_DOTTED_DATE = re.compile(r"([0-3]?[0-9])\.([01]?[0-9])\.(?![0-9])")
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
_CLOCK_BEFORE = frozenset({"um", "gegen"})
_LENGTH = re.compile(
    r"([0-9]{1,3}):([0-5][0-9])(?::([0-5][0-9]))? ?(Std\.?|Stunden|h|Min\.?|Minuten|min)" + NO_WORD
)
_HOURS_MINUTES = re.compile(
    r"([0-9]{1,3}) ?(?:Std\.?|Stunden?|Stdn\.?|h),? ?(?:und )?([0-9]{1,3}) ?(Min\.?|Minuten?|min)" + NO_WORD
)
_MINUTES_SECONDS = re.compile(
    r"([0-9]{1,3}) ?(?:Min\.?|Minuten?|min),? ?(?:und )?([0-9]{1,3}) ?(Sek\.?|Sekunden?|s|sec)" + NO_WORD
)

_DAY = "Mo|Di|Mi|Do|Fr|Sa|So"
_SHORT_DAY = re.compile(rf"({_DAY})(\.?){NO_WORD}")
_DAY_AFTER = re.compile(rf"(?: ?([-–/]) ?| bis | und |, )(?:{_DAY})\.?{NO_WORD}")
_DAY_BEFORE = re.compile(rf"(?<!{LETTER})(?:{_DAY})\.?(?: ?[-–/] ?| bis | und |, )$")
_TIME_AFTER = re.compile(r",? (?:den |dem |um )?(?=[0-9])")
_SURE_TIME_AFTER = re.compile(
    r",? (?:den |dem |um |ab )?[0-9]{1,2}(?:\.[0-9]|\. [A-ZÄ]|:[0-5]|[-–][0-9]| Uhr)"
)
_KNOWN_DAY = re.compile(
    rf"(?<!{LETTER})(?:(?:{_DAY})\.?|bis|seit|ab|{'|'.join(tables.WEEKDAYS.values())}),? $"
)
_BEFORE_DAY = _words("am bis ab seit vom jeden nächsten letzten kommenden diesen zum")

_ORDINAL = re.compile(r"([1-9][0-9]{0,3})\.(?![0-9])")
_ORDINALS = re.compile(r"([1-9][0-9]{0,2})\. ?([-–/]) ?([1-9][0-9]{0,2})\.(?= )")
_INFORMAL = re.compile(rf"([1-9][0-9]{{0,3}})-?s?t(e[nrsm]?){NO_WORD}")
_NEXT_ORDINAL = re.compile(r",? (?:(?:und|oder|bis|sowie|bis zum) )?[0-9]{1,4}\.")
_ROMAN_ORDINAL = re.compile(
    rf"([IVX]{{1,6}})\. (?=(?:Weltkrieg|Jahrhundert|Quartal|Bundesliga|Liga|Reich|Akt|Teil|Vatik"
    rf"|Internationale|Obergeschoss|Stock|OG|Kapitel|Abschnitt|Klasse){LETTER}{{0,12}})"
)
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10}
_GOVERNED_RULER = re.compile(
    r"(?<!\w)([Vv]on|[Uu]nter|[Mm]it|[Zz]u|[Nn]ach|[Bb]ei|[Ss]eit|[Ff]ür|[Gg]egen|[Dd]urch|[Oo]hne) "
    rf"(?:(?:[A-ZÄÖÜ]{LETTER}{{0,15}}\.?|und) ){{1,5}}$"
)

_BARE_YEAR = re.compile(rf"1[1-9][0-9]{{2}}{NO_WORD}(?![,:/-][0-9]|\.[0-9])")
_SEASON = re.compile(rf"((?:19|20)[0-9]{{2}})/([0-9]{{2}}){NO_WORD}(?![/.,][0-9])")
_ADJECTIVE = re.compile(rf" ([a-zäöüß]{{2,20}}) [A-ZÄÖÜ]{LETTER}")


# --- dates ----------------------------------------------------------------------------------------------


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
        return Found(date, days.end() - (year is None and _closes_text(text, days.end()))) if date else None
    found = _DOTTED_DATE.match(text, at)
    if found is not None and not _numbered(scan, at):
        closes = _closes_text(text, found.end())
        if closes and not (de_gender.is_governed(scan, at) or _known_day(scan, at)):
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


def _closes_text(text: str, at: int) -> bool:
    """Whether only quotation marks and brackets stand from `at`, so that a dot before is a full stop."""
    return not text[at : at + 4].strip(_CLOSERS) and at + 4 >= len(text)


# --- times of day and lengths of time -------------------------------------------------------------------


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
        if scan.word_before(at).lower() not in _CLOCK_BEFORE or unit is not None:
            return None
    end = oclock.end() if oclock else found.end()
    return Found(Clock(int(found.group(1)), int(found.group(2))), end)


def length(scan: Scan, at: int) -> Found | None:
    """`2:30 Std.`, `1 Std. 20 Min.`, `5 Min. 30 Sek.`"""
    text = scan.text
    found = _LENGTH.match(text, at)
    if found is not None:
        first, second, third, unit = found.groups()
        units = ("h", "min", "s") if third or unit[0] in "Sh" else ("min", "s")
        numbers = [Number(part.lstrip("0") or "0") for part in (first, second, third) if part]
        parts = tuple((n, u) for n, u in zip(numbers, units, strict=False) if n.value)
        return Found(Duration(parts or ((Number("0"), units[-1]),)), _past_dot(text, found.end()))
    for pattern, pair in ((_HOURS_MINUTES, ("h", "min")), (_MINUTES_SECONDS, ("min", "s"))):
        found = pattern.match(text, at)
        if found is not None and " und " not in found.group():
            numbers = [Number(part.lstrip("0") or "0") for part in found.groups()[:2]]
            return Found(Duration(tuple(zip(numbers, pair, strict=True))), _past_dot(text, found.end()))
    return None


def _past_dot(text: str, end: int) -> int:
    """The end without the dot that closes the text."""
    return end - (text[end - 1] == "." and _closes_text(text, end))


# --- days of the week -----------------------------------------------------------------------------------


def weekday(scan: Scan, at: int) -> Found | None:
    """`Mo–Fr`, `Mo. bis Fr.`, `Sa./So.`, `Fr., 3.12.`, `am Mi`; `So 5 Minuten` and `Fr. Müller` are none."""
    text = scan.text
    found = _SHORT_DAY.match(text, at)
    if found is None:
        return None
    day, end = tables.WEEKDAYS[found.group(1)], found.end()
    if found.group(2) and _closes_text(text, end):
        end -= 1
    before = _DAY_BEFORE.search(scan.text_before(at)) is not None
    after = _DAY_AFTER.match(text, found.end())
    if after is not None and after.group(1):
        joined = day + (", " if after.group(1) == "/" else " bis ")
        return Found(Words(joined.rstrip()), found.end() + after.group().index(after.group(1)) + 1)
    if before or after is not None:
        return Found(Words(day), end)
    timed = _SURE_TIME_AFTER if found.group(1) == "So" and not found.group(2) else _TIME_AFTER
    if timed.match(text, found.end()):
        return Found(Words(day), end)
    governed = scan.text_before(at).endswith(" ") and scan.word_before(at).lower() in _BEFORE_DAY
    named = text.startswith(" ", end) and text[end + 1 : end + 2].isupper() and bool(found.group(2))
    return Found(Words(day), end) if governed and not named else None


# --- ordinals and years ---------------------------------------------------------------------------------


def ordinal(scan: Scan, at: int) -> Found | None:
    """`am 3.`, `der 2. Weltkrieg`, `1. Platz`, `3.–5. Klasse`, `5ter`."""
    text = scan.text
    informal = _INFORMAL.match(text, at)
    if informal is not None:
        return Found(Ordinal(int(informal.group(1)), informal.group(2)), informal.end())
    pair = _ORDINALS.match(text, at)
    if pair is not None:
        noun = de_gender.noun_after(scan, pair.end())
        ending = de_gender.ordinal_ending(scan, at, noun)
        first, last = (de_numbers.ordinal(int(n), ending) for n in (pair.group(1), pair.group(3)))
        return Found(Words(f"{first} {'und' if pair.group(2) == '/' else 'bis'} {last}"), pair.end())
    found = _ORDINAL.match(text, at)
    if found is None:
        return None
    value, end = int(found.group(1)), found.end()
    if _closes_text(text, end):
        end -= 1
        if not de_gender.is_governed(scan, at) or _before(scan, at) == "die":
            return None
        return Found(Ordinal(value, de_gender.ordinal_ending(scan, at)), end)
    if not _is_ordinal(scan, at, end):
        return None
    noun = de_gender.noun_after(scan, end)
    return Found(Ordinal(value, de_gender.ordinal_ending(scan, at, noun)), end)


def _is_ordinal(scan: Scan, at: int, end: int) -> bool:
    """Whether a number with a dot at `at`, before more of the sentence at `end`, is an ordinal."""
    text = scan.text
    governed = de_gender.is_governed(scan, at)
    if not text.startswith(" ", end):
        follows = _NEXT_ORDINAL.match(text, end) is not None
        return (governed or follows) and text[end : end + 1] in ',;:)!?…"“”»«-–/'
    if governed or _NEXT_ORDINAL.match(text, end):
        return True
    if _before(scan, at) in tables.LABELS:
        return False
    following = text[end + 1 : end + 2]
    noun = de_gender.noun_after(scan, end)
    if _SENTENCE_START.match(scan.text_before(at)):
        return following.isupper() and noun.lower() in _HEADING_NOUNS
    if following.isupper():
        return de_gender.gender(noun) != ""
    return _ADJECTIVE.match(text, end) is not None


_HEADING_NOUNS = _words(
    "platz weltkrieg etage stock stockwerk klasse bundesliga liga halbzeit runde kapitel quartal advent mal "
    "jahrhundert semester halbjahr obergeschoss og ug rang preis gang tag woche stufe reihe teil akt staffel "
    "folge "
    "spieltag schritt versuch auflage geburtstag sieger klassenstufe feiertag weihnachtstag hälfte drittel "
    "viertel "
    "satz"
)


def roman(scan: Scan, at: int) -> Found | None:
    """`Heinrich VIII.`, `von Ludwig XIV.`, `Kapitel IV`, `II. Weltkrieg`."""
    text = scan.text
    counted = _ROMAN_ORDINAL.match(text, at)
    if counted is not None and not scan.joined_before(at):
        values = [_ROMAN_VALUES[char] for char in counted.group(1)]
        value = sum(-v if v < after else v for v, after in zip(values, [*values[1:], 0], strict=True))
        ending = de_gender.ordinal_ending(scan, at, de_gender.noun_after(scan, counted.end() - 1))
        return Found(Ordinal(value, ending), counted.end() - 1)
    found = detect_names.roman(scan, at)
    if found is None or not isinstance(found.thing, Roman) or not found.thing.name:
        return found
    end = found.end
    if text.startswith(".", end) and not _closes_text(text, end + 1):
        end += 1
    name = scan.word_before(at).lower()
    female = name in tables.FEMALE_RULERS
    before = _GOVERNED_RULER.search(scan.text_before(at))
    if before is not None and before.group(1).lower() in ("für", "gegen", "durch", "ohne"):
        article, ending = ("die", "e") if female else ("den", "en")
    elif before is not None:
        article, ending = ("der", "en") if female else ("dem", "en")
    elif name.endswith("s") and name.removesuffix("s") in tables.RULER_NAMES:
        article, ending = ("der", "en") if female else ("des", "en")
    else:
        article, ending = ("die" if female else "der"), "e"
    return Found(Words(f"{article} {de_numbers.ordinal(found.thing.value, ending).capitalize()}"), end)


def year(scan: Scan, at: int) -> Found | None:
    """`im Jahr 1998`, `endete 1945`, `Saison 2025/26`: four digits that count nothing."""
    season = _SEASON.match(scan.text, at)
    if season is not None and (int(season.group(1)) + 1) % 100 == int(season.group(2)):
        said = f"{de_numbers.year(int(season.group(1)))} {de_numbers.cardinal(int(season.group(2)))}"
        return Found(Words(said), season.end())
    found = detect_time.year(scan, at)
    if found is not None:
        return found
    bare = _BARE_YEAR.match(scan.text, at)
    if bare is None:
        return None
    after = scan.word_after(bare.end())
    counts = after[:1].isupper() or _ADJECTIVE.match(scan.text, bare.end()) is not None
    return None if counts else Found(Year(int(bare.group())), bare.end())


def _before(scan: Scan, at: int) -> str:
    return scan.word_before(at).lower()
