"""Watches the memory of the engines' processes: against a limit, their beginning, and what is left."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tts_node.maintenance.context import JobContext
from tts_node.maintenance.evidence import Window
from tts_node.maintenance.watchdog import (
    Action,
    Finding,
    OutOfMemory,
    Patience,
    Watchdog,
    strongest,
    uses_card,
)
from tts_node.maintenance.watched import Watched
from tts_node.workers.memory import available_mb

_MB: Final = 1024 * 1024
_GROWN: Final = 1.25
_GROWN_MB: Final = 64.0
"""Less than so much above the fresh worker is no growth: the longest sentence so far needs the most."""


@dataclass(frozen=True, slots=True)
class RamLimits:
    """When the alarm goes up. Megabytes are of 1,048,576 bytes."""

    grows_mb_per_h: float = 32.0
    window_s: float = 3_600.0
    min_available_mb: float = 128.0
    """Of the machine, or of the container."""


class RamWatchdog(Watchdog):
    """Evidence from the operating system."""

    part = "memory"
    ladder = (Action.TRIM, Action.EMPTY, Action.RECYCLE)

    def __init__(
        self,
        limits: RamLimits,
        patience: Patience,
        clock: Callable[[], float] = time.monotonic,
        available: Callable[[], float] = available_mb,
    ) -> None:
        super().__init__(patience, clock)
        self._limits = limits
        self._available = available
        self._windows: dict[str, Window] = {}
        self._out_of_memory = OutOfMemory()

    def forget(self, name: str, engine: Watched) -> None:
        self._windows.pop(name, None)

    async def measure(self, name: str, engine: Watched, context: JobContext) -> Finding | None:
        workers = await engine.look()
        if not workers:
            return None
        held_mb = sum(worker.now.rss_bytes for worker in workers) / _MB
        fresh_mb = sum(worker.fresh.rss_bytes for worker in workers) / _MB
        grown = held_mb >= fresh_mb * _GROWN + _GROWN_MB
        window = self._windows.setdefault(name, Window(self._limits.window_s))
        window.add(self._clock(), held_mb)
        signs = [Finding(0.0, f"{held_mb:.0f} MB", {"rss_mb": round(held_mb, 1)})]
        if (limit_mb := engine.memory_limit_mb) is not None:
            most_mb = max(worker.now.rss_bytes for worker in workers) / _MB
            signs.append(
                Finding(most_mb / limit_mb, f"a worker takes {most_mb:.0f} MB, {limit_mb:.0f} allowed")
            )
        if (slope := window.slope_per_h()) is not None:
            what = f"grows by {slope:.0f} MB an hour, from {fresh_mb:.0f} to {held_mb:.0f} MB"
            pressure = slope / self._limits.grows_mb_per_h if grown else 0.0
            signs.append(Finding(pressure, what, {"rss_mb_per_h": round(slope, 1)}))
        free_mb = self._available()
        pressure = self._limits.min_available_mb / max(free_mb, 1.0)
        # A fresh worker would take as much again, unless this one has grown.
        ladder = None if grown else (Action.TRIM, Action.EMPTY)
        what = f"{free_mb:.0f} MB are left on the machine; it takes {held_mb:.0f} MB"
        signs.append(Finding(pressure, what, {"available_mb": round(free_mb, 1)}, ladder))
        if not any(map(uses_card, workers)):
            signs.append(self._out_of_memory.look(name, engine))
        return strongest(signs)
