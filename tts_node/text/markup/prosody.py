"""How a stretch of a text is to be spoken: SSML `prosody` and `emphasis` in numbers.

Names of `rate`, `pitch` and `volume` have no values in SSML 1.1 (section 3.2.4), nor have the levels of
`emphasis` (3.2.2); those here are heard as what they say.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

SILENT_DB: Final = -math.inf


@dataclass(frozen=True, slots=True)
class Prosody:
    """Beside the style of the utterance."""

    speed: float = 1.0
    """A factor."""
    pitch: float = 0.0
    """Semitones."""
    level_db: float = 0.0
    """`SILENT_DB`: nothing is heard, for as long as it would be."""

    def inside(self, outer: Prosody) -> Prosody:
        """What comes of it on top of what is around it."""
        level_db = outer.level_db + self.level_db
        return Prosody(
            _within(outer.speed * self.speed, _SLOWEST, _FASTEST),
            _within(outer.pitch + self.pitch, -_FURTHEST, _FURTHEST),
            level_db if level_db == SILENT_DB else _within(level_db, _QUIETEST_DB, _LOUDEST_DB),
        )


EVEN: Final = Prosody()
EMPHASIS: Final[Mapping[str, Prosody]] = {
    "none": EVEN,
    "moderate": Prosody(speed=0.9, level_db=2.5),
    "strong": Prosody(speed=0.8, level_db=5.0),
    "reduced": Prosody(speed=1.12, level_db=-3.0),
}
"""By `level`. A voice that stresses a word takes more time for it and is louder."""


def prosody(attributes: Mapping[str, str]) -> tuple[Prosody, tuple[str, ...]]:
    """What a `prosody` asks for, and the attributes that are not followed."""
    asked, missed = EVEN, []
    for name, written in attributes.items():
        parse = _ATTRIBUTES.get(name)
        found = None if parse is None else parse(written)
        if found is None:
            missed.append(name[:40])
        else:
            asked = replace(asked, **{_FIELDS[name]: found})
    return asked, tuple(missed)


def rate(written: str) -> float | None:
    """What the speed is multiplied by; None for what is no rate."""
    written = written.strip().lower()
    found = _NUMBER.fullmatch(written)
    if found is None:
        return _RATES.get(written)
    value = float(found[2]) / (100.0 if found[3] == "%" else 1.0)
    if found[3] not in ("", "%") or (found[1] and found[3] != "%"):
        return None
    factor = 1.0 + value if found[1] == "+" else 1.0 - value if found[1] == "-" else value
    return _within(factor, _SLOWEST, _FASTEST) if factor > 0.0 else None


def semitones(written: str) -> float | None:
    """How much higher; None for what cannot be told, such as hertz."""
    written = written.strip().lower()
    found = _NUMBER.fullmatch(written)
    if found is None:
        return _PITCHES.get(written)
    value = float(found[2]) * (-1.0 if found[1] == "-" else 1.0)
    if found[3] == "%":
        ratio = 1.0 + value / 100.0 if found[1] else value / 100.0
        return _within(12.0 * math.log2(ratio), -_FURTHEST, _FURTHEST) if ratio > 0.0 else None
    return _within(value, -_FURTHEST, _FURTHEST) if found[3] == "st" else None


def decibels(written: str) -> float | None:
    """How much louder; None for what is no volume.

    SSML 1.1 has decibels. A number from 0 to 100 without a unit, and a change in per cent, are of SSML 1.0
    (section 2.2.4), whose scale is linear amplitude and 100 the usual level.
    """
    written = written.strip().lower()
    found = _NUMBER.fullmatch(written)
    if found is None:
        return _VOLUMES.get(written)
    sign, value, unit = found[1], float(found[2]), found[3]
    if unit == "db":
        return _within(-value if sign == "-" else value, _QUIETEST_DB, _LOUDEST_DB)
    if unit == "" and not sign:
        amplitude = min(value, 100.0) / 100.0
    elif unit == "%" and sign:
        amplitude = 1.0 + (-value if sign == "-" else value) / 100.0
    else:
        return None
    if amplitude <= 0.0:
        return SILENT_DB
    return _within(20.0 * math.log10(amplitude), _QUIETEST_DB, _LOUDEST_DB)


_SLOWEST, _FASTEST, _FURTHEST = 0.25, 4.0, 6.0
_QUIETEST_DB, _LOUDEST_DB = -40.0, 12.0
_NUMBER: Final = re.compile(r"([+-]?)(\d{1,4}(?:\.\d{1,4})?|\.\d{1,4}) ?(%|st|hz|db|)")
_RATES: Final = {"x-slow": 0.5, "slow": 0.75, "medium": 1.0, "default": 1.0, "fast": 1.25, "x-fast": 1.6}
_PITCHES: Final = {"x-low": -4.0, "low": -2.0, "medium": 0.0, "default": 0.0, "high": 2.0, "x-high": 4.0}
_VOLUMES: Final = {
    "silent": SILENT_DB,
    "x-soft": -12.0,
    "soft": -6.0,
    "medium": 0.0,
    "default": 0.0,
    "loud": 4.0,
    "x-loud": 8.0,
}
_ATTRIBUTES: Final = {"rate": rate, "pitch": semitones, "volume": decibels}
_FIELDS: Final = {"rate": "speed", "pitch": "pitch", "volume": "level_db"}


def _within(value: float, least: float, most: float) -> float:
    return min(max(value, least), most)
