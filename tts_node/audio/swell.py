"""A level that changes while sound goes through: short ramps, so that no step is heard as a click."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

RAMP_MS = 10.0

Steps = Sequence[tuple[int, float]]
"""(sample, level in decibels from there on), rising; minus infinity is silence."""
Floats = npt.NDArray[np.float32]


class Swell:
    """The gain of each sample of a stream. Begins at 0 dB."""

    def __init__(self, rate: int) -> None:
        self._ramp = max(1, round(rate * RAMP_MS / 1000.0))
        self._before = self._after = 1.0
        """Gains at the beginning and the end of the latest ramp."""
        self._since = self._ramp
        """Samples since it began."""

    def gains(self, count: int, steps: Steps) -> Floats | None:
        """Of the next `count` samples, of which the first is sample 0 for `steps`. None: they stay as they
        are.
        """
        parts: list[Floats] = []
        for (begin, level_db), (end, _) in pairwise([(0, None), *steps, (count, None)]):
            if level_db is not None:
                self._turn(float(10.0 ** (level_db / 20.0)))
            parts.append(self._next(end - begin))
        gains = np.concatenate(parts)
        return gains if bool(np.any(gains != 1.0)) else None

    def _turn(self, gain: float) -> None:
        if gain != self._after:
            self._before = float(self._now(np.array([self._since]))[0])
            self._after, self._since = gain, 0

    def _next(self, count: int) -> Floats:
        places = self._since + np.arange(1, count + 1)
        self._since = min(self._since + count, self._ramp)
        return self._now(places)

    def _now(self, places: npt.NDArray[np.int64]) -> Floats:
        """By samples since the ramp began; flat at both of its ends."""
        share = np.minimum(places / self._ramp, 1.0)
        smooth = share * share * (3.0 - 2.0 * share)
        return (self._before + (self._after - self._before) * smooth).astype(np.float32)
