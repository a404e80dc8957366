"""Detectors for what French and Italian share: `3'20"`, `15,5/20`, `- 5 °C`, `/jour`, a phone's keys."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from tts_node.text.read import things
from tts_node.text.read.numbers import number_at
from tts_node.text.read.scan import LETTER, NO_WORD, Detector, Found, Scan

_NAMED_BEFORE = re.compile(rf"(?:[A-Z]{LETTER}{{1,20}}|version[ei]?|v) $")
_RATE = re.compile(rf"/({LETTER}{{1,9}}){NO_WORD}")
_COUNTED_BEFORE = re.compile(rf"[0-9] ?[^.!?/]{{1,15}}(?<={LETTER})$")
_OUT_OF = re.compile(rf"/(5|10|20|30|100){NO_WORD}(?![.,:/][0-9]|[%°€]| ?[kMGT]?[Bo]{NO_WORD})")
_CHRONO = re.compile(r"(?:([0-9]{1,2}) ?h ?)?([0-9]{1,2})['’′] ?([0-5][0-9])(?:[\"″”]|''|′′)")
_KEY = re.compile(r"[*#](?=$|[ .,;!?)])")
_FROST = re.compile(r"[-–] (?=[0-9]{1,2}(?:,[0-9]{1,2})? ?°)")
_PRESSURE = re.compile(
    rf"([1-9][0-9]{{0,2}})/([1-9][0-9]{{0,2}}){NO_WORD}"
    r"(?![.,:/-][0-9]| ?(?:mmHg|k?V\b))"
)
_BLOOD = ((80, 250, 40, 150), (8, 25, 4, 15))
"""Lowest and highest of both pressures, in millimeters and in centimeters of mercury."""
_HIGH = re.compile(r"([0-9]{1,2})[°º] ?/ ?(?=(?:m[ií]n|m[aá]x)?\.? ?[-−]?[0-9]{1,2} ?[°º])", re.IGNORECASE)
PRICED_UNITS = ("kWh", "MWh", "kg", "km", "m²", "m³")
"""Units that prices are told for."""
_PRICED_UNIT = re.compile(f"(?:{'|'.join(PRICED_UNITS)}){NO_WORD}")
_HUNDRED = re.compile(rf" ?([lL]|kWh)/100{NO_WORD}(?![.,:/][0-9]| ?(?:km|ml|g)\b)")
_LETTERED = re.compile(rf"([0-9]{{1,3}})([A-Z]){NO_WORD}")
_DOTTED = re.compile(rf"([0-9]{{1,4}})\.([0-9]{{1,4}}){NO_WORD}(?![.,:/][0-9]| ?[%€$£°])")


def lettered(doublets: str, places: Collection[str]) -> Detector:
    """`12bis`, and after a word for a place `705A`. `doublets`: what the same number may have again behind
    it, as a pattern."""
    again = re.compile(rf"([0-9]{{1,4}}) ?({doublets}){NO_WORD}")

    def detect(scan: Scan, at: int) -> Found | None:
        found = again.match(scan.text, at)
        if found is None:
            found = _LETTERED.match(scan.text, at)
            if found is None or scan.word_before(at).lower() not in places:
                return None
        number = scan.language.cardinal(int(found.group(1)))
        return Found(things.Words(f"{number} {found.group(2)}"), found.end())

    return detect


def chrono(scan: Scan, at: int) -> Found | None:
    """`2h03'23"`, `3'20"`: what a stopwatch shows."""
    found = _CHRONO.match(scan.text, at)
    if found is None:
        return None
    named = zip(found.groups(), ("h", "min", "s"), strict=True)
    parts = tuple((things.Number(str(int(digits))), unit) for digits, unit in named if digits)
    return Found(things.Duration(parts), found.end())


def mark(scan: Scan, at: int) -> Found | None:
    """`15,5/20`"""
    number = number_at(scan, at)
    found = _OUT_OF.match(scan.text, number[1]) if number else None
    if number is None or found is None or not number[0].decimals:
        return None
    return Found(things.Ratio(number[0], things.Number(found.group(1)), "out of"), found.end())


def keys(words: frozenset[str], star: str, hash_key: str) -> Detector:
    """A detector of the keys `*` and `#` in a sentence with one of the words."""

    def key(scan: Scan, at: int) -> Found | None:
        if scan.text[at] not in "*#" or _KEY.match(scan.text, at) is None or scan.words.isdisjoint(words):
            return None
        if at and scan.text[at - 1] != " ":
            return None
        return Found(things.Words(star if scan.text[at] == "*" else hash_key), at + 1)

    return key


def dotted_version(scan: Scan, at: int) -> Found | None:
    """`Python 3.11`: after a name a dot is said as one, where no unit follows."""
    found = _DOTTED.match(scan.text, at)
    if found is None or _NAMED_BEFORE.search(scan.text_before(at)) is None:
        return None
    if scan.language.unit_at(scan.text, found.end() + scan.text.startswith(" ", found.end())) is not None:
        return None
    return Found(things.Version((found.group(1), found.group(2))), found.end())


def first_of_range(word: str, said: str, links: str) -> Detector:
    """A detector of the 1 in `du 1 au 3 mai`, after `word`; `links`: what may stand between the days."""
    first = re.compile(rf"1°?(?= (?:{links}) [0-9]{{1,2}} ({LETTER}{{3,10}}))")

    def day(scan: Scan, at: int) -> Found | None:
        found = first.match(scan.text, at)
        if found is None or found.group(1) not in scan.language.months:
            return None
        return Found(things.Words(said), found.end()) if scan.word_before(at).lower() == word else None

    return day


def frost(words: frozenset[str]) -> Detector:
    """A detector of `il fait - 5 °C`: a minus with a blank after it, one of the words or a colon before."""

    def minus(scan: Scan, at: int) -> Found | None:
        if _FROST.match(scan.text, at) is None:
            return None
        if scan.word_before(at).lower() not in words and not scan.text_before(at).endswith(": "):
            return None
        return Found(things.Symbol("−"), at + 1)

    return minus


def high_before_low(scan: Scan, at: int) -> Found | None:
    """The high of `21°/12°`, `max 21° / min 12°`: a pause, and nothing per minute."""
    found = _HIGH.match(scan.text, at)
    if found is None:
        return None
    high = scan.language.named(things.Number(found.group(1)), scan.language.units["°"])
    return Found(things.Words(f"{high}, "), found.end())


def blood_pressure(words: frozenset[str]) -> Detector:
    """A detector of `120/80` and `12/8` in a sentence with one of the words."""

    def pressure(scan: Scan, at: int) -> Found | None:
        found = _PRESSURE.match(scan.text, at)
        if found is None or scan.word_before(at).lower() in scan.language.step_words:
            return None
        high, low = int(found.group(1)), int(found.group(2))
        likely = any(a <= high <= b and c <= low <= d for a, b, c, d in _BLOOD) and low < high
        if not likely or scan.words.isdisjoint(words):
            return None
        return Found(things.Ratio(things.Number(found[1]), things.Number(found[2]), "over"), found.end())

    return pressure


def per_hundred(said: str) -> Detector:
    """A detector of `6,5 L/100`: what a car takes, without its kilometers."""

    def taken(scan: Scan, at: int) -> Found | None:
        number = number_at(scan, at)
        found = _HUNDRED.match(scan.text, number[1]) if number else None
        if number is None or found is None:
            return None
        name = scan.language.units[found.group(1).replace("l", "L")]
        return Found(things.Words(f"{scan.language.named(number[0], name)} {said}"), found.end())

    return taken


def one_of_a_unit(words: frozenset[str]) -> Detector:
    """A detector of `0,19 € le kWh`: a unit without a number after an article or "per"."""

    def unit(scan: Scan, at: int) -> Found | None:
        found = None if scan.joined_before(at) else _PRICED_UNIT.match(scan.text, at)
        if found is None or scan.word_before(at).lower() not in words:
            return None
        return Found(things.Words(scan.language.units[found.group()].one), found.end())

    return unit


def rate_in_words(rates: Mapping[str, str]) -> Detector:
    """A detector of `2 jours/semaine`: the slash and the word after it, by that word."""

    def rate(scan: Scan, at: int) -> Found | None:
        found = _RATE.match(scan.text, at)
        said = rates.get(found.group(1)) if found and _COUNTED_BEFORE.search(scan.text_before(at)) else None
        return Found(things.Words(said), found.end()) if found and said else None

    return rate
