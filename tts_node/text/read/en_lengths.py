"""English: lengths of time written like times of day, and times of day written like numbers."""

from __future__ import annotations

import re

from tts_node.text.read import detect_length
from tts_node.text.read import en_tables as tables
from tts_node.text.read.scan import NO_WORD, Found, Scan, after_digits
from tts_node.text.read.things import Clock, Duration, Number, Words

_FIGURES = re.compile(
    rf"([0-9]{{1,2}}):([0-5][0-9])(?::([0-5][0-9]))?{NO_WORD}(?![:.][0-9]| ?[ap]\.?m)", re.IGNORECASE
)
_SET_FOR = re.compile(
    r"\btimers?(?: [\"“][^\"“”]{1,20}[\"”])?(?: is)?(?: set)?(?: for| of| to|:)? $|\bleft: $", re.IGNORECASE
)
_GOES_ON = re.compile(r" (?:(timer|countdown)|remaining|left|elapsed|to go)(?!\w)")
_THE = re.compile(r"\b(?:at|the|by|since|until|till) $", re.IGNORECASE)
"""`the 7:30 left`"""
_TRIP = re.compile(
    r" (?:break|call|commute|cycle|delay|drive|film|flight|journey|meeting|movie|nap|ride|run|session|timer"
    r"|trip|video|wait|walk|workout)(?!\w)"
)
_ARTICLE = re.compile(r"\b(?:an?|the|your|my|one) $", re.IGNORECASE)

_DOTTED = re.compile(r"([01]?[0-9]|2[0-3])\.([0-5][0-9])(?![0-9%°:]|[.,/-][0-9])(?! ?[A-Za-z£$€]{0,3}/)")
_HOUR_BEFORE = re.compile(
    r"\b(?:at|by|until|till|from|before|after|around|about|it's|it’s|it is) $", re.IGNORECASE
)
_PART_OF_DAY = re.compile(
    rf" (?:tonight|tomorrow|this (?:morning|afternoon|evening)|in the (?:morning|afternoon|evening)"
    rf"|on (?:{'|'.join(sorted({*tables.WEEKDAYS.values(), *tables.WEEKDAYS}))})s?)(?!\w)"
)
_HAPPENS = tables.words(
    "alarm appointment arrives begins breakfast bus class closes departs dinner doors film finishes flight "
    "kick leaves lesson lunch match meeting opens party show starts supper tea train tram wake"
)
"""What has a time, so that `at 7.30` is one in the United Kingdom."""


@after_digits(":")
def figures(scan: Scan, at: int) -> Found | None:
    """`a timer for 1:30`, `0:45 remaining`, `a 7:30 timer`: minutes and seconds, or all three."""
    found = _FIGURES.match(scan.text, at)
    if found is None or scan.text[max(0, at - 1) : at] == ":":
        return None
    goes_on, before = _GOES_ON.match(scan.text, found.end()), scan.text_before(at)
    named = goes_on is not None and goes_on.group(1) is not None
    lasts = named or (goes_on is not None and _THE.search(before) is None)
    if not lasts and _SET_FOR.search(before) is None:
        return None
    units = ("h", "min", "s") if found.group(3) else ("min", "s")
    numbers = [Number(part.lstrip("0") or "0") for part in found.groups() if part]
    parts = tuple((number, unit) for number, unit in zip(numbers, units, strict=True) if number.value)
    return _length(scan, Duration(parts or ((Number("0"), "s"),)), found.end(), adjective=named)


def duration(scan: Scan, at: int) -> Found | None:
    """As everywhere; `a 2 h 10 min drive` is of two hour ten minute."""
    found = detect_length.duration(scan, at)
    if found is None or not isinstance(found.thing, Duration):
        return found
    trip = _TRIP.match(scan.text, found.end) and _ARTICLE.search(scan.text_before(at))
    return _length(scan, found.thing, found.end, adjective=trip is not None)


@after_digits(".")
def dotted_hour(scan: Scan, at: int) -> Found | None:
    """`at 7.45 tonight`; in the United Kingdom also where something happens then."""
    found = _DOTTED.match(scan.text, at)
    governed = _HOUR_BEFORE.search(scan.text_before(at)) if found else None
    if found is None or governed is None:
        return None
    happens = (
        scan.language.day_first
        and governed.group().lower().strip() in ("at", "by", "until", "till", "from", "before", "after")
        and scan.ends_clause(found.end()) | scan.text.startswith((" from ", " and ", " for "), found.end())
        and not scan.words.isdisjoint(_HAPPENS)
    )
    if not happens and _PART_OF_DAY.match(scan.text, found.end()) is None:
        return None
    return Found(Clock(int(found.group(1)), int(found.group(2))), found.end())


def _length(scan: Scan, length: Duration, end: int, *, adjective: bool) -> Found:
    if not adjective:
        return Found(length, end)
    named = (
        scan.language.named(n, scan.language.unit_name(unit), adjective=True) for n, unit in length.parts
    )
    return Found(Words(" ".join(part for part in named if part)), end)
