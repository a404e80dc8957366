"""Watches how fast an engine is, against what it was itself: its share of the first sound, and its rtf."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tts_node.maintenance.context import JobContext
from tts_node.maintenance.watchdog import Action, Finding, Patience, Watchdog, strongest
from tts_node.maintenance.watched import Watched
from tts_node.speech.takes import Take

_LATELY: Final = 20
"""Takes that count as now, and takes that make a baseline."""
_FAST_RTF: Final = 0.25
_FAST_MS: Final = 250.0
"""What is faster is never called slow, whatever it was before."""


@dataclass(frozen=True, slots=True)
class LatencyLimits:
    slower: float = 2.5
    """So many times as slow as at its best."""


class LatencyWatchdog(Watchdog):
    """Evidence from the segments that were spoken. Times are the worker's own work, not the queue's."""

    part = "speed"
    ladder = (Action.RECYCLE,)

    def __init__(
        self, limits: LatencyLimits, patience: Patience, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(patience, clock)
        self._limits = limits
        self._best: dict[str, tuple[float, float]] = {}
        """rtf and first sound (ms): medians of `_LATELY` takes, the lowest so far."""
        self._from: dict[str, int] = {}
        """Takes up to this one are of earlier workers."""

    def forget(self, name: str, engine: Watched) -> None:
        self._from[name] = engine.takes.count

    async def measure(self, name: str, engine: Watched, context: JobContext) -> Finding | None:
        every = engine.takes.since(self._from.get(name, 0))
        takes = [take for take in every if take.error is None and take.rtf is not None]
        if len(takes) < _LATELY:
            return None
        rtf, first_ms = _medians(takes[-_LATELY:])
        best_rtf, best_ms = self._best.get(name, (rtf, first_ms))
        self._best[name] = (min(best_rtf, rtf), min(best_ms, first_ms))
        figures = {"rtf": round(rtf, 4), "first_sound_ms": round(first_ms, 1)}
        slower = self._limits.slower
        return strongest(
            [
                Finding(
                    rtf / (best_rtf * slower) if rtf > _FAST_RTF and best_rtf else 0.0,
                    f"rtf {rtf:.2f}, at its best {best_rtf:.2f}",
                    figures,
                ),
                Finding(
                    first_ms / (best_ms * slower) if first_ms > _FAST_MS and best_ms else 0.0,
                    f"first sound after {first_ms:.0f} ms of work, at its best {best_ms:.0f} ms",
                ),
            ]
        )


def _medians(takes: list[Take]) -> tuple[float, float]:
    rtf = statistics.median(take.rtf or 0.0 for take in takes)
    return rtf, statistics.median(take.first_sound_ms for take in takes)
