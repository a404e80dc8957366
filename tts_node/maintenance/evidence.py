"""What figures over time say: a slope that outliers do not bend, and an alarm that does not flutter. Pure."""

from __future__ import annotations

import statistics
from collections import deque
from collections.abc import Sequence
from typing import Final

ENOUGH_POINTS: Final = 6
"""With fewer a slope is a guess."""
CLEAR_BELOW: Final = 0.9
"""An alarm is over when the pressure is this low; between this and 1 it stays as it is."""


def theil_sen(points: Sequence[tuple[float, float]]) -> float | None:
    """The median of the slopes between all pairs of (x, y) points: up to 29 % of them may be wild (Theil
    1950, Sen 1968). None without two different x."""
    slopes = [
        (second[1] - first[1]) / (second[0] - first[0])
        for index, first in enumerate(points)
        for second in points[index + 1 :]
        if second[0] != first[0]
    ]
    return statistics.median(slopes) if slopes else None


class Window:
    """The latest measurements of one thing, over a span of time."""

    def __init__(self, span_s: float, *, most: int = 120) -> None:
        """At most about `most` points are kept: of what comes closer together the latest stands for all."""
        self._span_s = span_s
        self._spacing_s = span_s / most
        self._points: deque[tuple[float, float]] = deque()

    def add(self, at_s: float, value: float) -> None:
        if len(self._points) >= 2 and at_s - self._points[-2][0] < self._spacing_s:
            self._points.pop()
        self._points.append((at_s, value))
        while self._points[0][0] < at_s - self._span_s:
            self._points.popleft()

    def clear(self) -> None:
        self._points.clear()

    def __len__(self) -> int:
        return len(self._points)

    def slope_per_h(self) -> float | None:
        """Growth an hour; None while there are too few points or they cover less than half of the span."""
        if len(self._points) < ENOUGH_POINTS:
            return None
        if self._points[-1][0] - self._points[0][0] < self._span_s / 2:
            return None
        slope = theil_sen(tuple(self._points))
        return None if slope is None else slope * 3600.0


class Alarm:
    """Goes up when the pressure was at 1 or above for several looks in a row, down when clearly below."""

    def __init__(self, looks: int) -> None:
        self.up = False
        self._looks = looks
        self._high = 0

    def look(self, pressure: float) -> bool:
        """Take one measurement; returns whether the alarm is up now. 1 is the limit."""
        if pressure >= 1.0:
            self._high += 1
            self.up = self.up or self._high >= self._looks
        else:
            self._high = 0
            self.up = self.up and pressure >= CLEAR_BELOW
        return self.up

    def reset(self) -> None:
        self.up, self._high = False, 0
