"""English: temperatures and winds as forecasts write them."""

from __future__ import annotations

import re

from tts_node.text.read import en_tables as tables
from tts_node.text.read.detect_units import unit_after
from tts_node.text.read.numbers import float_of, number_at
from tts_node.text.read.scan import NO_WORD, Found, Scan, after_digits
from tts_node.text.read.things import Quantity, Ratio, Words

POINTS = {
    "N": "north", "E": "east", "S": "south", "W": "west", "NE": "northeast", "NW": "northwest",
    "SE": "southeast", "SW": "southwest",
}  # fmt: skip
_WIND = re.compile(r"([NSEW]{1,3})(?= winds?(?!\w))")
_LETTER_OF_WARMTH = re.compile(rf" ?([CF]){NO_WORD}(?!\.[A-Za-z]|[-/'’])")
_SET_OR_IS = re.compile(
    r"(?:\b(?:it's|it’s|it is|it was|currently|now|set (?:it |the [a-z]+ )?(?:to|at))"
    r"(?: about| around| only)? |[0-9] ?[CF] [(/] ?|[0-9] ?[CF] \()$",
    re.IGNORECASE,
)
_OTHER_SCALE = re.compile(r" ?[(/] ?-?[0-9.]{1,5} ?[CF](?!\w)")
_HOTTEST, _COLDEST = 600, -100
_DAYS = "|".join(sorted({*tables.WEEKDAYS, *tables.WEEKDAYS.values()}, key=len, reverse=True))
_HIGH_LOW = re.compile(rf"(1?[0-9]{{2}}|[0-9])/([0-9]{{1,2}}){NO_WORD}(?![/.,:-][0-9])")
_DAY_BEFORE = re.compile(rf"\b(?:{_DAYS}|[Tt]oday|[Tt]omorrow|[Tt]onight):? $")
_WEEKDAY = re.compile(
    rf"({'|'.join(sorted(tables.WEEKDAYS, key=len, reverse=True))}): (?=[0-9]{{1,3}}(?:/|°))"
)
_LOW = re.compile(r"/(?=[Ll]ows?(?!\w))")
_MILLIBARS = re.compile(
    r"((?:8[5-9]|9[0-9])[0-9](?:\.[0-9])?|10[0-9]{2}(?:\.[0-9])?|1,0[0-9]{2}) ?mb(?!\w|/)"
)
_PRINTERS = frozenset({"bed", "extruder", "hotend", "nozzle"})


def wind_first(scan: Scan, at: int) -> Found | None:
    """`NW winds 5 to 10 mph`"""
    found = _WIND.match(scan.text, at)
    if found is None or scan.joined_before(at):
        return None
    letters = found.group(1)
    said = POINTS.get(letters)
    if said is None and letters[0] in POINTS and letters[1:] in POINTS:
        said = f"{POINTS[letters[0]]} {POINTS[letters[1:]]}"
    return Found(Words(said), found.end()) if said else None


def degrees(scan: Scan, at: int) -> Found | None:
    """`It's 68 F`, `set it to 20C`, `375 F (190 C)`: what letters alone do not prove."""
    number = number_at(scan, at)
    letter = _LETTER_OF_WARMTH.match(scan.text, number[1]) if number else None
    if number is None or letter is None or not _COLDEST <= float_of(number[0]) <= _HOTTEST:
        return None
    if (
        _SET_OR_IS.search(scan.text_before(at)) is None
        and _OTHER_SCALE.match(scan.text, letter.end()) is None
    ):
        return None
    return Found(Quantity(number[0], letter.group(1)), letter.end())


@after_digits("/")
def high_and_low(scan: Scan, at: int) -> Found | None:
    """`Sat: 64/41`, the highest and the lowest of a day."""
    found = _HIGH_LOW.match(scan.text, at)
    if found is None or _DAY_BEFORE.search(scan.text_before(at)) is None:
        return None
    high, low = int(found.group(1)), int(found.group(2))
    if high <= max(low, 12) or (high <= 31 and low <= 12):
        return None  # a date
    said = (scan.language.cardinal(value) for value in (high, low))
    return Found(Words(", ".join(said)), found.end())


def weekday_of_degrees(scan: Scan, at: int) -> Found | None:
    """`Sat: 64/41`, `Sun: 20°`"""
    found = _WEEKDAY.match(scan.text, at)
    if found is None or scan.joined_before(at):
        return None
    return Found(Words(tables.WEEKDAYS[found.group(1)]), found.end(1))


def parted(scan: Scan, at: int) -> Found | None:
    """The slash in `75°/52°`, `high 64/low 41`, and in `375 °F / 190 °C`, which is the same twice."""
    if scan.text[at] != "/":
        return None
    last, spaced = scan.last, scan.text[at - 1 : at] == " "
    if _LOW.match(scan.text, at) and last is not None and last.end == at:
        return Found(Words(", "), at + 1)
    if last is None or last.end != at - spaced or not isinstance(last.thing, Quantity):
        return None
    following = number_at(scan, at + 1 + spaced)
    unit = unit_after(scan, *following) if following else None
    if unit is None or not {last.thing.unit[:1], unit[0][:1]} <= {"°", "C", "F"}:
        return None
    if unit[0] != last.thing.unit:
        return Found(Words("or"), at + 1)
    return None if spaced else Found(Words(", "), at + 1)


def millibars(scan: Scan, at: int) -> Found | None:
    """`1013 mb`: as much as the air presses; others are bits or bytes."""
    found = _MILLIBARS.match(scan.text, at)
    return Found(Quantity(scan.language.parse(found.group(1)), "mbar"), found.end()) if found else None


def heating_up(scan: Scan, at: int) -> Found | None:
    """`Nozzle 210/215 °C`: one of the other, and no range."""
    if scan.words.isdisjoint(_PRINTERS):
        return None
    now = number_at(scan, at)
    wanted = number_at(scan, now[1] + 1) if now and scan.text.startswith("/", now[1]) else None
    unit = unit_after(scan, *wanted) if wanted else None
    if now is None or wanted is None or unit is None or not unit[0].startswith("°"):
        return None
    return Found(Ratio(now[0], wanted[0], "of", unit[0]), unit[1])
