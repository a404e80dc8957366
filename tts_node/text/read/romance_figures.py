"""What Italian and Portuguese share: bar codes, blood pressure, laps, `15'` of minutes, `11/2026`."""

from __future__ import annotations

import re

from tts_node.text.read import things
from tts_node.text.read.scan import LETTER, NO_WORD, Detector, Found, Scan

_LONG = re.compile(rf"([0-9]{{11,24}})(?<!000000)(?:-([0-9]{{1,3}}))?{NO_WORD}(?![.,:/-][0-9]| ?[€$£%])")
_PRESSURE = re.compile(
    rf"(?:([1-9][0-9]|1[0-9]{{2}}|2[0-4][0-9])/([4-9][0-9]|1[0-4][0-9])|(9|1[0-9]|2[0-5])/([5-9]|1[0-4])){NO_WORD}"
    r"(?![-.,:/][0-9]| ?mm| ?R[0-9])"
)
_LAP = re.compile(rf"([0-9]{{1,2}}):([0-5][0-9])\.([0-9]{{1,3}}){NO_WORD}(?![.,:][0-9])")
_PRIME = re.compile(r"(?:([1-9][0-9]{0,2})[-–])?([1-9][0-9]{0,2})['’′](?=$|[ .,;!?)](?!\+))")
_MINUTES_BEFORE = re.compile(r"[0-9][-–]$|[0-9] ?h(?: e)? $|[a-zà-ÿ] \($")
"""`35-40'`, `1h 30'`, `Pedro (12')`."""
_OPEN_QUOTE = re.compile(r"(?:^|[ (])['’‘]")
_ELIDED = re.compile(rf"(?<!{LETTER})(?:d?all|dell|l)['’]$", re.IGNORECASE)
_OF_YEAR = re.compile(rf"([0-9]{{1,5}})/((?:19|20)[0-9]{{2}}){NO_WORD}(?![.,:/-][0-9])")
_LINE_UP = re.compile(rf"[1-6](?:-[1-6]){{2,3}}{NO_WORD}(?![-.,:/][0-9])")
_PLAYERS = 10
_LOW_AND_HIGH = re.compile(rf"([0-9]{{1,2}}) ?°C?/([0-9]{{1,2}}) ?°(C?){NO_WORD}")
_DAY_BEFORE_HOUR = re.compile(
    r"(0?[1-9]|[12][0-9]|3[01])/(0?[1-9]|1[0-2])(?=,? (?:às|à|das|alle|dalle|ore|h) [0-9])"
)
_LAST_MONTH = 12
_FIRST_YEAR = 1900


def long_code(scan: Scan, at: int) -> Found | None:
    """`8001234567890`: so many digits that no blank or dot parts are a code, unless they are round."""
    found = None if scan.joined_before(at) else _LONG.match(scan.text, at)
    if found is None:
        return None
    unit = scan.language.unit_at(scan.text, found.end() + scan.text.startswith(" ", found.end()))
    if unit is not None and unit[0] not in scan.language.proofs:
        return None
    return Found(things.Digits(tuple(filter(None, found.groups()))), found.end())


def blood_pressure(words: frozenset[str]) -> Detector:
    """A detector of `120/80` without a unit, in a sentence with one of the words."""

    def pressure(scan: Scan, at: int) -> Found | None:
        found = _PRESSURE.match(scan.text, at)
        if found is None or scan.words.isdisjoint(words):
            return None
        high, low = filter(None, found.groups())
        if int(high) <= int(low):
            return None
        return Found(things.Ratio(things.Number(high), things.Number(low), "over"), found.end())

    return pressure


def lap(scan: Scan, at: int) -> Found | None:
    """`1:32.456`: minutes and seconds with decimals, of a race."""
    found = _LAP.match(scan.text, at)
    if found is None:
        return None
    minutes, seconds, decimals = found.groups()
    parts = (
        (things.Number(str(int(minutes))), "min"),
        (things.Number(str(int(seconds)), decimals), "s"),
    )
    return Found(things.Duration(parts[int(minutes) == 0 :]), found.end())


def minutes(before: frozenset[str], before_ordinal: frozenset[str] | None) -> Detector:
    """A detector of `fra 15'` after one of the words, and of `al 67'` of a game, which is an ordinal after
    one of `before_ordinal` and after an elided article."""

    def prime(scan: Scan, at: int) -> Found | None:
        found = _PRIME.match(scan.text, at)
        if found is None or _OPEN_QUOTE.search(scan.text_before(at)):
            return None
        value, word = int(found.group(2)), scan.word_before(at).lower()
        if before_ordinal is not None and (word in before_ordinal or _ELIDED.search(scan.text_before(at))):
            return Found(things.Words(scan.language.ordinal(value)), found.end())
        if word not in before and _MINUTES_BEFORE.search(scan.text_before(at)) is None:
            return None
        amount = things.Number(found.group(2))
        span = things.Range(things.Number(found.group(1)), amount) if found.group(1) else amount
        return Found(things.Quantity(span, "min"), found.end())

    return prime


def line_up(scan: Scan, at: int) -> Found | None:
    """`4-3-3`, `4-2-3-1`: a team of ten and its goalkeeper."""
    found = None if scan.joined_before(at) else _LINE_UP.match(scan.text, at)
    if found is None or sum(map(int, found.group().split("-"))) != _PLAYERS:
        return None
    return Found(things.Words(scan.language.digits(found.group().replace("-", ""))), found.end())


def low_and_high(scan: Scan, at: int) -> Found | None:
    """`18°/27°`: the temperatures of a day."""
    found = None if scan.joined_before(at) else _LOW_AND_HIGH.match(scan.text, at)
    if found is None:
        return None
    span = things.Range(things.Number(found.group(1)), things.Number(found.group(2)))
    return Found(things.Quantity(span, "°C" if found.group(3) else "°"), found.end())


def day_before_hour(scan: Scan, at: int) -> Found | None:
    """`10/12 às 8h`, `10/12 alle 8:30`: a day, since an hour follows."""
    found = None if scan.joined_before(at) else _DAY_BEFORE_HOUR.match(scan.text, at)
    return Found(things.Date(int(found.group(2)), int(found.group(1)), None), found.end()) if found else None


def of_year(numbered: frozenset[str], link: str = "") -> Detector:
    """A detector of `11/2026`, a month, and with `link` between its two parts of `n. 123/2026`, a law. After
    one of `numbered` every number is one of a law."""

    def dated(scan: Scan, at: int) -> Found | None:
        found = None if scan.joined_before(at) else _OF_YEAR.match(scan.text, at)
        if found is None:
            return None
        first, year = int(found.group(1)), int(found.group(2))
        law = scan.word_before(at).lower() in numbered
        if 1 <= first <= _LAST_MONTH and not law:
            return Found(things.Date(first, None, year), found.end())
        if not link or (not law and first >= _FIRST_YEAR):
            return None
        said = f"{scan.language.cardinal(first)} {link} {scan.language.year(year)}"
        return Found(things.Words(said), found.end())

    return dated
