"""Lengths of time: with units, or as a clock shows them."""

from __future__ import annotations

import re

from tts_node.text.read.scan import NO_WORD, Found, Scan, after_digits
from tts_node.text.read.things import Duration, Number

LENGTH_AFTER = re.compile(rf" ?(h|hrs?|hours|min|mins|minutes){NO_WORD}")
"""What follows a length that is written as a time: `2:30 h`."""
_CLOCK_LENGTH = re.compile(r"([0-9]{1,3}):([0-5][0-9])(?::([0-5][0-9]))?(?![0-9]|[:.][0-9])")
_PARTS = re.compile(
    r"(?:([0-9]{1,4}) ?d(?:ays?)? ?)?(?:([0-9]{1,4}) ?h(?:rs?|ours?)? ?)?"
    r"(?:([0-9]{1,4}) ?m(?:ins?|inutes?)? ?)?"
    r"(?:([0-9]{1,4}) ?s(?:ecs?)?)?"
)
_PART_UNITS = ("d", "h", "min", "s")
_HOUR_AND_BARE_MINUTES = re.compile(rf"([0-9]{{1,3}})h([0-5][0-9]){NO_WORD}")


@after_digits(":")
def clock_duration(scan: Scan, at: int) -> Found | None:
    """`2:30 h`, `3:20 min`, `Timer: 05:00`, `00:12:30`, `25:30`: what has a unit or is no time of day."""
    found = _CLOCK_LENGTH.match(scan.text, at)
    if found is None:
        return None
    after = LENGTH_AFTER.match(scan.text, found.end())
    first, _, third = found.groups()
    if after is None:
        lasts = scan.word_before(at).lower() in scan.language.duration_words
        if not (lasts or (third and int(first) == 0) or (not third and 25 <= int(first) < 60)):
            return None
    hours = third is not None or (after is not None and after.group(1).startswith("h"))
    units = ("h", "min", "s") if hours else ("min", "s")
    numbers = [_plain(digits) for digits in found.groups() if digits]
    parts = tuple((number, unit) for number, unit in zip(numbers, units, strict=False) if number.value)
    parts = parts or ((_plain("0"), units[-1]),)
    return Found(Duration(parts), after.end() if after else found.end())


def duration(scan: Scan, at: int) -> Found | None:
    """`1h 20m`, `2 d 4 h`, `1h20`: two parts at least, since one is a quantity."""
    text = scan.text
    short = _HOUR_AND_BARE_MINUTES.match(text, at)
    if short is not None:
        parts = ((_plain(short.group(1)), "h"), (_plain(short.group(2)), "min"))
        return Found(Duration(parts), short.end())
    found = _PARTS.match(text, at)
    if found is None or sum(part is not None for part in found.groups()) < 2:
        return None
    end = found.end() - found.group().endswith(" ")
    if scan.word_at(end):
        return None
    named = zip(found.groups(), _PART_UNITS, strict=True)
    return Found(Duration(tuple((_plain(digits), unit) for digits, unit in named if digits)), end)


def _plain(digits: str) -> Number:
    return Number(digits.lstrip("0") or "0")
