"""Where the wind blows from in Dutch: `uit het ZW` is zuidwesten, `NW-wind` noordwestenwind."""

from __future__ import annotations

import re

from tts_node.text.read.scan import NO_WORD, Found, Scan
from tts_node.text.read.things import Words

_POINT = re.compile(rf"([NZOW]{{1,3}})(-wind)?{NO_WORD}(?!['’-]|\.(?! *$))")
_BEFORE = re.compile(r"(?:^|[ (])(?:[Ww]ind(?:richting)?:?|uit|van|naar|tot|of|het)(?: het)? $")
_FORCE = re.compile(rf" (?:[1-9]|1[0-2]){NO_WORD}(?![.:/][0-9])")
"""By Beaufort: `W 3`."""
_HALVES = {"N": "noord", "Z": "zuid", "O": "oost", "W": "west"}
_POINTS = frozenset({"N", "Z", "O", "W", "NO", "NW", "ZO", "ZW", "NNO", "ONO", "OZO", "ZZO", "ZZW", "WZW",
                     "WNW", "NNW"})  # fmt: skip
_WEATHER = frozenset({"wind", "windrichting", "windstoten", "windkracht", "bft", "windvlagen"})


def wind(scan: Scan, at: int) -> Found | None:
    """A point of the compass that a word beside it, and weather in its sentence, show to be one."""
    found = _POINT.match(scan.text, at)
    if found is None or found.group(1) not in _POINTS or scan.words.isdisjoint(_WEATHER):
        return None
    said = "".join(_HALVES[letter] for letter in found.group(1))
    if found.group(2):
        return Found(Words(f"{said}enwind"), found.end())
    if _BEFORE.search(scan.text_before(at)) is None and _FORCE.match(scan.text, found.end()) is None:
        return None
    return Found(Words(said + "en" if scan.word_before(at) == "het" else said), found.end())
