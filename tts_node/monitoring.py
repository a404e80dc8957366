"""What the node tells monitors: figures for Prometheus, and its memory over the last day."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import psutil

from tts_node import __version__
from tts_node.gpu import NO_GPU
from tts_node.loop_delay import LoopDelay
from tts_node.maintenance.status import JobStatus
from tts_node.memory_series import EngineMemory, MemorySample, MemorySeries
from tts_node.metrics import EngineNow, Metrics, NodeNow
from tts_node.outputs import OutputStore
from tts_node.speech.cache import Cache
from tts_node.speech.speech import Speech
from tts_node.speech.staff import Staff
from tts_node.workers.retirement import ReadCards
from tts_node.workers.swap import SwapReport


class Monitoring:
    """A `server.ports.MonitorPort` on the node's parts. Looks, and changes nothing."""

    def __init__(
        self,
        speech: Speech,
        staff: Mapping[str, Staff],
        *,
        cards: ReadCards,
        cache: Cache | None,
        outputs: OutputStore,
        loop_delay: LoopDelay,
        jobs: Callable[[], Sequence[JobStatus]],
        connections: Callable[[], Mapping[str, int]],
        readiness: Callable[[], tuple[bool, int]],
    ) -> None:
        """`readiness`: whether it can speak, and how many things are not as they should be."""
        self._speech = speech
        self._staff = staff
        self._cards = cards
        self._cache = cache
        self._outputs = outputs
        self._loop_delay = loop_delay
        self._jobs = jobs
        self._connections = connections
        self._readiness = readiness
        self._began = time.monotonic()
        self._process = psutil.Process()
        self._metrics = Metrics(self._look)
        self._memory = MemorySeries(self._read_memory)
        speech.on_finished = self._metrics.finished
        for name, one in staff.items():
            one.runner.on_step = partial(self._metrics.stepped, name)

    def start(self) -> None:
        """Begin to look at the memory. Twice is fine."""
        self._memory.start()

    async def close(self) -> None:
        """Twice is fine."""
        await self._memory.close()

    def metrics(self, accept: str) -> tuple[str, bytes]:
        """Content type and body for Prometheus."""
        return self._metrics.expose(accept)

    def memory(self) -> Mapping[str, Any]:
        """The series as JSON data, see `MemorySeries.as_json`."""
        return self._memory.as_json()

    def refused(self, door: str, code: str) -> None:
        """A request to speak was refused."""
        self._metrics.refused(door, code)

    def swapped(self, report: SwapReport) -> None:
        """A worker was replaced."""
        self._metrics.swapped(report)
        self._memory.recycled(report.engine, report.reason)

    # --- inside -----------------------------------------------------------------------------------------

    def _look(self) -> NodeNow:
        is_ready, degraded = self._readiness()
        delays = self._loop_delay.report()
        ahead = [glance.ahead_s for glance in self._speech.glances() if glance.ahead_s is not None]
        return NodeNow(
            version=__version__,
            is_ready=is_ready,
            degraded=degraded,
            uptime_s=time.monotonic() - self._began,
            live=self._speech.live_count,
            ahead_s=min(ahead, default=None),
            engines={name: self._engine(name, staff) for name, staff in self._staff.items()},
            cache=self._cache.stats() if self._cache is not None else None,
            outputs_bytes=self._outputs.size_bytes,
            connections=self._connections(),
            loop_delay_s={
                q: delays[name] / 1000.0 for q, name in (("0.5", "p50"), ("0.99", "p99"), ("1", "max"))
            },
            jobs=self._jobs(),
        )

    def _engine(self, name: str, staff: Staff) -> EngineNow:
        latest = self._memory.latest
        sampled = latest.engines.get(name) if latest is not None else None
        waiting, _ = staff.runner.ahead_of()
        return EngineNow(
            is_able=staff.can_speak,
            rss_bytes=_rss_bytes(staff) or 0,
            card_bytes=sampled.card_bytes if sampled is not None else None,
            waiting=waiting,
            rtf=staff.runner.rtf,
        )

    async def _read_memory(self) -> MemorySample:
        uses_card = any(staff.uses_card for staff in self._staff.values())
        cards = await self._cards() if uses_card else NO_GPU
        return MemorySample(
            node_bytes=self._process.memory_info().rss,
            engines={
                name: EngineMemory(
                    rss_bytes=_rss_bytes(staff),
                    card_bytes=cards.used_by(worker.pid for worker in staff.workers)
                    if staff.uses_card
                    else None,
                )
                for name, staff in self._staff.items()
            },
        )


def _rss_bytes(staff: Staff) -> int | None:
    workers = staff.workers
    return sum(worker.rss_bytes() for worker in workers) if workers else None
