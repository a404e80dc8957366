"""How fast an engine is: what its steps cost, learned from the steps it made."""

from __future__ import annotations

from typing import Final

_WEIGHT: Final = 0.2
"""Of a new figure in a running mean: half of it is forgotten after three more."""
_MEMORY_S: Final = 30.0
"""Seconds of sound after which a measurement weighs 1/e in the real-time factor."""
_FIRST_MS: Final = 60.0
"""Taken for the cost of a first step before one was seen."""


class EngineSpeed:
    """Running figures of one engine. Costs are wall milliseconds."""

    def __init__(self) -> None:
        self._first_ms: float | None = None
        self._overrun = 1.0
        """Cost over budget of later steps."""
        self._cost_s = 0.0
        self._audio_s = 0.0

    def measured(self, *, first: bool, budget_ms: float, cost_ms: float, audio_s: float) -> None:
        """A step of one stream came back; `first` for a stream's first step (most often without sound)."""
        if first:
            self._first_ms = cost_ms if self._first_ms is None else _mean(self._first_ms, cost_ms)
        elif budget_ms > 0.0:
            self._overrun = _mean(self._overrun, min(50.0, cost_ms / budget_ms))
        keep = max(0.0, 1.0 - audio_s / _MEMORY_S)
        self._cost_s = self._cost_s * keep + cost_ms / 1000.0
        self._audio_s = self._audio_s * keep + audio_s

    def expected_ms(self, budget_ms: float, *, first: bool) -> float:
        """What a step will cost."""
        if first:
            return _FIRST_MS if self._first_ms is None else self._first_ms
        return budget_ms * self._overrun

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
        return None if self._first_ms is None else self._first_ms + self.expected_ms(50.0, first=False)


def _mean(old: float, new: float) -> float:
    return old + _WEIGHT * (new - old)
