"""Support: a watchdog with engines, cards and time under the test's control."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import cast

from tests.maintenance.simulated import FakeNode, context_of
from tts_node.errors import EngineUnavailable
from tts_node.gpu import Card, GpuReading, GpuState
from tts_node.maintenance.context import JobResult
from tts_node.maintenance.watchdog import Patience, Watchdog
from tts_node.maintenance.watchdog_ram import RamLimits, RamWatchdog
from tts_node.maintenance.watchdog_vram import VramLimits, VramWatchdog
from tts_node.maintenance.watched import Watched
from tts_node.speech.staff import WorkerReading
from tts_node.speech.takes import Take, Takes
from tts_node.workers.memory import Footprint
from tts_node.workers.swap import DeviceWish

MB = 1024 * 1024
GOOD = Take(0, audio_s=3.0, cost_ms=900.0, first_sound_ms=100.0, speed=1.0)


@dataclass
class FakeEngine:
    """An engine whose figures a test sets. `done` is what was done to it, in order."""

    rss_mb: float = 200.0
    fresh_rss_mb: float = 200.0
    device: str = "auto"
    allocated_mb: float = 1000.0
    reserved_mb: float = 1000.0
    fresh_card_mb: float = 1000.0
    is_loaded: bool = True
    generation: int = 1
    can_give_card_up: bool = True
    memory_limit_mb: float | None = None
    recent_recycles: int = 0
    on_trim: dict[int, dict[str, float]] = field(default_factory=dict)
    """What a trim of that level changes."""
    on_recycle: dict[str, object] = field(default_factory=dict)
    """What a fresh worker is like."""
    refuses: EngineUnavailable | None = None
    done: list[str] = field(default_factory=list)
    takes: Takes = field(default_factory=Takes)

    def recycles_within(self, seconds: float) -> int:
        return self.recent_recycles

    async def look(self) -> tuple[WorkerReading, ...]:
        on_card = self.device != "cpu"
        return (
            WorkerReading(
                pid=42,
                now=Footprint(round(self.rss_mb * MB), round(self.reserved_mb * MB) if on_card else None),
                fresh=Footprint(
                    round(self.fresh_rss_mb * MB), round(self.fresh_card_mb * MB) if on_card else None
                ),
                allocated_bytes=self.allocated_mb * MB if on_card else None,
                reserved_bytes=self.reserved_mb * MB if on_card else None,
                device=self.device,
            ),
        )

    async def trim(self, level: int) -> None:
        self.done.append(f"trim {level}")
        vars(self).update(self.on_trim.get(level, {}))

    async def recycle(self, reason: str, *, device: DeviceWish) -> tuple[()]:
        self.done.append(f"recycle {device}")
        if self.refuses is not None:
            raise self.refuses
        self.generation += 1
        self.recent_recycles += 1
        vars(self).update(self.on_recycle)
        if device is DeviceWish.CPU:
            self.device, self.can_give_card_up = "cpu", False
        return ()

    def stand_down(self, reason: str) -> None:
        self.done.append("stand down")
        self.is_loaded = False

    def spoke(self, *takes: Take) -> None:
        for take in takes:
            self.takes.count += 1
            self.takes._takes.append(replace(take, number=self.takes.count))


class WatchedNode(FakeNode):
    """A node with one engine and one card."""

    def __init__(self, engine: FakeEngine) -> None:
        super().__init__("big")
        self.engine = engine
        self.understudy = False
        self.neighbour_mb = 200.0
        self.card_mb: float | None = 16_000.0
        self.gpu = GpuState.PRESENT
        self.detail = ""
        self.now = 0.0

    def watched(self, engine: str) -> Watched:
        assert engine == "big"
        return cast(Watched, self.engine)

    def has_understudy(self, engine: str) -> bool:
        return self.understudy

    async def cards(self) -> GpuReading:
        if self.gpu is not GpuState.PRESENT or self.card_mb is None:
            return GpuReading(self.gpu, self.detail)
        own = round(self.engine.reserved_mb * MB) if self.engine.device != "cpu" else 0
        used, total = own + round(self.neighbour_mb * MB), round(self.card_mb * MB)
        return GpuReading(
            GpuState.PRESENT, self.detail, (Card(0, "Fake", "GPU-1", total, used, total - used, {42: own}),)
        )


@dataclass
class Guarded:
    """A watchdog over one engine."""

    node: WatchedNode
    watchdog: Watchdog

    @property
    def engine(self) -> FakeEngine:
        return self.node.engine

    async def look(self, times: int = 1, *, every_s: float = 60.0) -> JobResult:
        """That many looks with time in between; the last one's result."""
        for _ in range(times):
            self.node.now += every_s
            result = await self.watchdog.check(context_of(self.node))
        return result


EAGER = Patience(checks=3, cool_down_s=600.0, recycles_per_hour=3)


def vram(engine: FakeEngine | None = None, patience: Patience = EAGER, **limits: float) -> Guarded:
    node = WatchedNode(engine or FakeEngine())
    return Guarded(node, VramWatchdog(VramLimits(**limits), patience, lambda: node.now))


def ram(engine: FakeEngine | None = None, patience: Patience = EAGER, **limits: float) -> Guarded:
    node = WatchedNode(engine or FakeEngine())
    node.available_mb = 4_000.0  # type: ignore[attr-defined]
    watchdog = RamWatchdog(
        RamLimits(**limits),
        patience,
        lambda: node.now,
        lambda: node.available_mb,  # type: ignore[attr-defined]
    )
    return Guarded(node, watchdog)
