"""Which frames a chunk has to read, and where its margins fall away on the way through a graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Crop:
    """A place inside a graph where margins are cut away."""

    rate: int
    """Samples a frame at that place."""
    left: int
    """Samples before the wanted ones that the rest of the graph still needs."""
    right: int


@dataclass(frozen=True, slots=True)
class Window:
    """The input frames [start, end) of one chunk, and the bounds for the graph's input `crops`."""

    start: int
    end: int
    crops: npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Windowed:
    """How a graph is run piece by piece with the same result as in one piece."""

    left: int
    """Input frames of context before the wanted ones."""
    right: int
    rate: int
    """Output samples a frame."""
    crops: tuple[Crop, ...]

    def window(self, first: int, end: int, total: int) -> Window:
        """For the output of frames [first, end) out of `total`. At the edges nothing is cut: there the
        graph's own zero padding is what it would be in one piece.
        """
        start, stop = max(0, first - self.left), min(total, end + self.right)
        bounds: list[int] = []
        low, high, rate = start, stop, 1
        for crop in self.crops:
            factor = crop.rate // rate
            low, high, rate = low * factor, high * factor, crop.rate
            new_low, new_high = max(low, first * rate - crop.left), min(high, end * rate + crop.right)
            bounds += [new_low - low, new_high - low]
            low, high = new_low, new_high
        return Window(start, stop, np.array(bounds, dtype=np.int64))

    def fewest(self, width: int) -> int:
        """Frames from which on every part of the graph between two crops gets at least `width` of them, also
        at the edges, where there is context on one side alone."""
        sides = [side for crop in self.crops for side in (crop.left, crop.right) if side and crop.rate == 1]
        return width - min(sides, default=0)

    def to_json(self) -> dict[str, object]:
        return {
            "left": self.left,
            "right": self.right,
            "rate": self.rate,
            "crops": [[c.rate, c.left, c.right] for c in self.crops],
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Windowed:
        crops = tuple(Crop(int(rate), int(left), int(right)) for rate, left, right in data["crops"])
        return Windowed(int(data["left"]), int(data["right"]), int(data["rate"]), crops)
