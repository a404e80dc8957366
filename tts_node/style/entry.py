"""What a phrase of an instruct may mean, and in which units wishes are counted."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

Kind = Literal[
    "wish",
    "beyond",  # known, and nothing that numbers can do
    "scale",  # what a quantity is of: `speed`, `volume`
    "turn",  # which way a scale is to go: `increase`, `low`
    "degree",
    "after",  # a degree that stands behind its wish
    "more",  # makes a comparative of what follows
    "less",
    "so",
    "too",
    "not",
    "quantity",
    "and",
    "break",
    "filler",
]

STEPS: Mapping[str, tuple[float, float]] = {
    "speed": (math.log(0.85), math.log(1.18)),
    "level": (-6.0, 4.0),
    "pitch": (-2.0, 2.0),
    "expressiveness": (math.log(0.65), math.log(1.35)),
    "pauses": (math.log(0.6), math.log(1.6)),
}
"""What one plain "less" and one plain "more" of each aspect is: factors as logarithms, decibels,
semitones."""

BOUNDS: Mapping[str, tuple[float, float]] = {
    "speed": (math.log(0.25), math.log(4.0)),
    "level": (-24.0, 12.0),
    "pitch": (-6.0, 6.0),
    "expressiveness": (math.log(0.01), math.log(2.0)),
    "pauses": (math.log(0.25), math.log(4.0)),
    "softness": (0.0, 1.0),
    "whisper": (0.0, 1.0),
}

NOTHING: Mapping[str, float] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Entry:
    """What one phrase means."""

    kind: Kind
    aspect: str = ""
    """Of a turn: what it is of where no scale is named. Of a quantity: its unit (`percent`, `times`,
    `level`, `pitch`, `number`)."""
    amount: float = 0.0
    """For a wish and a turn: steps, negative for less. For degrees: what multiplies the steps. For
    quantities: how many of its unit."""
    effects: Mapping[str, float] = field(default_factory=lambda: NOTHING)
    """A way of speaking that is several things at once, each in the unit of `BOUNDS`."""
    behind: bool = False
    """A negation that may stand behind what it is of: `schrei nicht`."""
    absolute: bool = False
    """A quantity that something is to come to: `reduce the speed to 80 %`."""
    signed: bool = False
    """A quantity that was written with `+` or `-`: relative, not absolute."""
