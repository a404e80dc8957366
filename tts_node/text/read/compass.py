"""Where the wind blows from: `viento NO 15 km/h` is noroeste, and no "no"."""

from __future__ import annotations

import re

from tts_node.text.read.scan import NO_WORD, Detector, Found, Scan
from tts_node.text.read.things import Words

_POINT = re.compile(rf"[NSEOW]{{1,3}}{NO_WORD}(?!['’]|\.(?! *$)|-[NSEOW])")


def wind(words: str, points: dict[str, str], join: str = "-") -> Detector:
    """A detector of points of the compass after one of `words` (a regular expression) and a small word.

    `points`: north, east, south and west by their letters, and those in two letters that are one word. Three
    letters are the first and the other two: nord-nord-ouest.
    """
    before = re.compile(rf"\b(?:{words})[:,]? $", re.IGNORECASE)

    def point(scan: Scan, at: int) -> Found | None:
        found = _POINT.match(scan.text, at)
        if found is None or before.search(scan.text_before(at)) is None:
            return None
        letters = found.group()
        said = points.get(letters)
        if said is None and len(letters) == 3 and letters[0] in points and letters[1:] in points:
            said = f"{points[letters[0]]}{join}{points[letters[1:]]}"
        return Found(Words(said), found.end()) if said else None

    return point
