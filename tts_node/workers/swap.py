"""One replacement of a worker: how it goes, and what it came to (for log, history and watchdogs)."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from enum import StrEnum

from tts_node.workers.memory import Footprint
from tts_node.workers.probe import Probed
from tts_node.workers.retirement import Retired
from tts_node.workers.worker import Worker


class SwapManner(StrEnum):
    TOGETHER = "together"
    """The new worker was loaded beside the old one; nobody waited."""
    SEQUENTIAL = "sequential"
    """Memory did not allow two: the old one ended first, and what came meanwhile waited for the new one."""
    FRESH = "fresh"
    """There was no worker before."""
    ASLEEP = "asleep"
    """The engine is unloaded, so there was nothing to replace."""


class DeviceWish(StrEnum):
    """Where the new worker is to compute, for engines with the setting `device`."""

    CONFIGURED = "configured"
    """As the configuration says, also when the card had been given up."""
    KEEP = "keep"
    CPU = "cpu"
    """Give the card up."""


@dataclass(frozen=True, slots=True)
class SwapReport:
    """From the wish for a new worker to the end of the old one."""

    engine: str
    reason: str
    manner: SwapManner
    lost: bool = False
    """The old worker was lost; nobody wished for a new one."""
    old_pid: int | None = None
    new_pid: int | None = None
    device: str = ""
    """The new worker's setting `device`; empty for engines without one."""
    before: Footprint | None = None
    """The old worker when the swap was asked for; of a lost one what was last known."""
    after: Footprint | None = None
    """The new worker when it took over."""
    load_ms: float = 0.0
    warm_up_ms: float = 0.0
    probe_ms: float = 0.0
    without_worker_ms: float = 0.0
    """How long there was nobody for new streams."""
    drain_ms: float = 0.0
    """How long the old worker still spoke after it was replaced (sequential: before)."""
    moved: bool = False
    """Its deadline passed, so that utterances changed to the new worker at the end of a sentence."""
    cut: bool = False
    """It did not even come to the end of its sentences and was ended in the middle of one."""
    came_back: bool | None = None
    """The old worker's memory is free again; None where there was none or nobody could tell."""
    note: str = ""
    """Why it went in this manner, and what was found about the memory."""

    def __str__(self) -> str:
        took = (
            f"loaded in {self.load_ms:.0f} ms, warm after {self.warm_up_ms:.0f}, tried in {self.probe_ms:.0f}"
        )
        parts = [f"engine {self.engine}: recycled ({self.reason}), {self.manner}: {took}"]
        if self.without_worker_ms:
            parts.append(f"{self.without_worker_ms:.0f} ms without a worker")
        if self.before is not None and self.after is not None:
            parts.append(f"{self.before} before, {self.after} after")
        if self.came_back is not None:
            parts.append("all of it came back" if self.came_back else "not all of it came back")
        return "; ".join([*parts, *filter(None, (self.note,))])


@dataclass(eq=False, slots=True)
class Swap:
    """One replacement while it goes on."""

    engine: str
    reason: str
    asked: bool = False
    """Somebody asked for it, so it does not wait for a delay."""
    device: DeviceWish = DeviceWish.KEEP
    manner: SwapManner = SwapManner.FRESH
    note: str = ""
    old: Worker | None = None
    lost: bool = False
    new: Worker | None = None
    before: Footprint | None = None
    after: Footprint | None = None
    probed: Probed | None = None
    retiring: asyncio.Task[Retired] | None = None
    alone_since: float | None = None
    without_worker_ms: float = 0.0
    done: asyncio.Future[SwapReport] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    def __post_init__(self) -> None:
        # perhaps nobody awaits it: then its error is no surprise
        self.done.add_done_callback(lambda done: done.cancelled() or done.exception())

    def again(self) -> Swap:
        """The next try to replace the same worker."""
        return Swap(
            self.engine,
            self.reason,
            old=self.old,
            lost=self.lost,
            before=self.before,
            alone_since=self.alone_since,
        )

    def alone(self) -> None:
        """From now on there is no worker for new streams."""
        if self.alone_since is None:
            self.alone_since = time.perf_counter()

    def together_again(self) -> None:
        if self.alone_since is not None:
            self.without_worker_ms = (time.perf_counter() - self.alone_since) * 1000.0

    def report(self) -> SwapReport:
        ended = (
            self.retiring.result() if self.retiring is not None and not self.retiring.cancelled() else None
        )
        new = self.new
        return SwapReport(
            engine=self.engine,
            reason=self.reason,
            manner=self.manner,
            lost=self.lost,
            old_pid=self.old.pid if self.old is not None else None,
            new_pid=new.pid if new is not None else None,
            device=str(new.spec.settings.get("device", "")) if new is not None else "",
            before=self.before,
            after=self.after,
            load_ms=new.load_ms if new is not None else 0.0,
            warm_up_ms=new.warm_up_ms if new is not None else 0.0,
            probe_ms=self.probed.took_ms if self.probed is not None else 0.0,
            without_worker_ms=self.without_worker_ms,
            drain_ms=ended.drain_ms if ended is not None else 0.0,
            moved=ended.moved if ended is not None else False,
            cut=ended.cut if ended is not None else False,
            came_back=ended.came_back if ended is not None else None,
            note="; ".join(filter(None, (self.note, ended.note if ended is not None else ""))),
        )
