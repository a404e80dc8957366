"""Watches the graphics memory: what an engine holds, whether that grows or crumbles, who else is there."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from tts_node.gpu import Card, GpuReading, GpuState
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
from tts_node.speech.staff import WorkerReading

_MB: Final = 1024 * 1024
_GROWN: Final = 1.2
_GROWN_MB: Final = 128.0
"""Less than so much above the fresh worker is no growth: allocators take some slack in their first hour."""
_WASTE_MB: Final = 256.0
"""Fragments of less are not worth anything."""


@dataclass(frozen=True, slots=True)
class VramLimits:
    """When the alarm goes up. Megabytes are of 1,048,576 bytes, as drivers count."""

    limit_mb: float | None = None
    """Of one worker; None: only the other signs count."""
    min_free_mb: float = 512.0
    """On the card, for everybody."""
    grows_mb_per_h: float = 64.0
    window_s: float = 1_800.0
    fragmented: float = 0.5
    """Share of what the allocator took that is not in use."""


class VramWatchdog(Watchdog):
    """Evidence from the driver (process and whole card) and from the workers' own allocators."""

    part = "graphics memory"
    ladder = (Action.TRIM, Action.EMPTY, Action.RECYCLE, Action.GIVE_CARD_UP, Action.STAND_DOWN)

    def __init__(
        self, limits: VramLimits, patience: Patience, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(patience, clock)
        self._limits = limits
        self._windows: dict[str, Window] = {}
        self._out_of_memory = OutOfMemory()
        self._reading: GpuReading | None = None

    def forget(self, name: str, engine: Watched) -> None:
        self._windows.pop(name, None)

    def standing(self) -> str:
        reading = self._reading
        if reading is None or (reading.state is GpuState.PRESENT and not reading.detail):
            return ""
        return reading.detail or str(reading.state)

    async def measure(self, name: str, engine: Watched, context: JobContext) -> Finding | None:
        """Nothing to say about an engine that holds nothing on a card and is not meant to."""
        workers = [worker for worker in await engine.look() if uses_card(worker)]
        if not workers:
            return None
        self._reading = reading = await context.node.cards()
        held_mb = sum(worker.now.card_bytes or 0 for worker in workers) / _MB
        fresh_mb = sum(worker.fresh.card_bytes or 0 for worker in workers) / _MB
        window = self._windows.setdefault(name, Window(self._limits.window_s))
        window.add(self._clock(), held_mb)
        signs = [Finding(0.0, f"{held_mb:.0f} MB on the card", {"vram_mb": round(held_mb, 1)})]
        signs += self._too_much(workers)
        signs += self._growing(window, held_mb, fresh_mb)
        signs += self._crumbled(workers)
        signs += self._full_card(reading, workers, held_mb, fresh_mb)
        signs.append(self._out_of_memory.look(name, engine))
        return strongest(signs)

    # --- signs ----------------------------------------------------------------------------------------------

    def _too_much(self, workers: Sequence[WorkerReading]) -> list[Finding]:
        limit_mb = self._limits.limit_mb
        if limit_mb is None:
            return []
        most_mb = max(worker.now.card_bytes or 0 for worker in workers) / _MB
        return [
            Finding(
                most_mb / limit_mb, f"a worker holds {most_mb:.0f} MB on the card, {limit_mb:.0f} allowed"
            )
        ]

    def _growing(self, window: Window, held_mb: float, fresh_mb: float) -> list[Finding]:
        slope = window.slope_per_h()
        if slope is None:
            return []
        figures = {"vram_mb_per_h": round(slope, 1)}
        grown = held_mb >= fresh_mb * _GROWN + _GROWN_MB
        pressure = slope / self._limits.grows_mb_per_h if grown else 0.0
        what = f"grows by {slope:.0f} MB an hour on the card, from {fresh_mb:.0f} to {held_mb:.0f} MB"
        return [Finding(pressure, what, figures)]

    def _crumbled(self, workers: Sequence[WorkerReading]) -> list[Finding]:
        told = [worker for worker in workers if worker.reserved_bytes and worker.allocated_bytes is not None]
        if not told:
            return []
        reserved_mb = sum(worker.reserved_bytes or 0 for worker in told) / _MB
        waste_mb = reserved_mb - sum(worker.allocated_bytes or 0 for worker in told) / _MB
        share = waste_mb / reserved_mb
        figures = {"vram_reserved_mb": round(reserved_mb, 1), "vram_fragmentation": round(share, 3)}
        pressure = share / self._limits.fragmented if waste_mb >= _WASTE_MB else 0.0
        what = f"{waste_mb:.0f} of the {reserved_mb:.0f} MB that its allocator took are fragments"
        return [Finding(pressure, what, figures)]

    def _full_card(
        self, reading: GpuReading, workers: Sequence[WorkerReading], held_mb: float, fresh_mb: float
    ) -> list[Finding]:
        cards = {card.uuid or str(card.index): card for w in workers if (card := reading.card_of(w.pid))}
        if not cards:
            return []
        card = min(cards.values(), key=lambda card: card.free_bytes)
        free_mb = card.free_bytes / _MB
        others_mb = _others_mb(card, workers)
        figures = {"card_free_mb": round(free_mb, 1), "card_others_mb": round(others_mb, 1)}
        pressure = self._limits.min_free_mb / max(free_mb, 1.0)
        what = f"{free_mb:.0f} MB are free on the card; others hold {others_mb:.0f} MB of it"
        if held_mb >= fresh_mb * _GROWN + _GROWN_MB:
            return [Finding(pressure, what, figures)]
        # It is a neighbour's doing: a fresh worker would take as much again.
        return [Finding(pressure, what, figures, ladder=(Action.TRIM, Action.EMPTY))]


def _others_mb(card: Card, workers: Sequence[WorkerReading]) -> float:
    on_it = [w for w in workers if w.pid in card.processes or not card.processes]
    ours = sum(worker.now.card_bytes or 0 for worker in on_it)
    return max(0.0, (card.used_bytes - ours) / _MB)
