"""How fast an engine is: what its steps cost, learned from the steps it made."""

from __future__ import annotations

from typing import Final

_WEIGHT: Final = 0.2
"""Of a new figure in a running mean: half of the old ones is forgotten after three more."""
_MEMORY_S: Final = 30.0
"""Seconds of sound after which a measurement weighs 1/e in the real-time factor."""
_FIRST_MS: Final = 60.0
"""Taken for the cost of a first step before one was seen."""
_SPREAD: Final = 2.0
"""Mean deviations that a careful estimate lies above the mean."""


class EngineSpeed:
    """Running figures of one engine. Costs are wall milliseconds."""

    def __init__(self) -> None:
        self._first_ms = _Estimate()
        self._overrun = _Estimate()
        """Cost over budget of later steps."""
        self._segment_ms = _Estimate()
        self._cost_s = 0.0
        self._audio_s = 0.0

    def measured(self, *, first: bool, budget_ms: float, cost_ms: float, audio_s: float) -> None:
        """A step of one stream came back; `first` for a stream's first step (most often without sound)."""
        if first:
            self._first_ms.add(cost_ms)
        elif budget_ms > 0.0:
            self._overrun.add(cost_ms / budget_ms)
        keep = max(0.0, 1.0 - audio_s / _MEMORY_S)
        self._cost_s = self._cost_s * keep + cost_ms / 1000.0
        self._audio_s = self._audio_s * keep + audio_s

    def segment_done(self, cost_ms: float) -> None:
        """A whole segment took `cost_ms`."""
        self._segment_ms.add(cost_ms)

    def expected_ms(self, budget_ms: float, *, first: bool) -> float:
        """What a step will cost."""
        if first:
            return self._first_ms.mean if self._first_ms.known else _FIRST_MS
        return budget_ms * (self._overrun.mean if self._overrun.known else 1.0)

    def careful_ms(self, budget_ms: float, *, first: bool) -> float:
        """What a step will hardly ever cost more than."""
        estimate = self._first_ms if first else self._overrun
        spread = _SPREAD * estimate.deviation
        return self.expected_ms(budget_ms, first=first) + (spread if first else spread * budget_ms)

    def coming_s(self, cost_ms: float) -> float:
        """Seconds of sound that work of `cost_ms` makes."""
        rtf = self.rtf
        return 0.0 if not rtf else cost_ms / 1000.0 / rtf

    @property
    def rtf(self) -> float | None:
        """Synthesis time over audio time, first steps included; None before the first sound."""
        return self._cost_s / self._audio_s if self._audio_s > 0.0 else None

    @property
    def first_sound_ms(self) -> float | None:
        """Cost of a stream's first sound: its first step and one more. None before a first step was seen."""
        return self._first_ms.mean + self.expected_ms(50.0, first=False) if self._first_ms.known else None

    @property
    def segment_ms(self) -> float | None:
        """Cost of a whole segment. None before one was done."""
        return self._segment_ms.mean if self._segment_ms.known else None


class _Estimate:
    """Running mean and mean deviation."""

    __slots__ = ("deviation", "known", "mean")

    def __init__(self) -> None:
        self.known = False
        self.mean = 0.0
        self.deviation = 0.0

    def add(self, value: float) -> None:
        if not self.known:
            self.known, self.mean = True, value
            return
        self.deviation += _WEIGHT * (abs(value - self.mean) - self.deviation)
        self.mean += _WEIGHT * (value - self.mean)
