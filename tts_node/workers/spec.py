"""What it takes to start a worker, and the words the node uses to talk of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, runtime_checkable

from tts_node.engines.base import Chunk, EngineInfo, Segment


@dataclass(frozen=True, slots=True)
class WorkerSpec:
    """One engine in one child process."""

    name: str
    """The engine's name in the configuration; also in logs and the process title."""
    engine_type: str
    settings: Mapping[str, object] = field(default_factory=dict)
    """JSON data, handed to the engine's factory."""
    nice: int = 5
    cpus: tuple[int, ...] = ()
    """Pin to these CPUs; empty leaves it to the system."""
    load_timeout_s: float = 120.0
    step_timeout_s: float = 20.0
    stop_grace_s: float = 3.0
    """Each of ask and terminate gets this long before the next, harder one."""


class WorkerState(StrEnum):
    STARTING = "starting"
    READY = "ready"
    BACKOFF = "backoff"
    FAILED = "failed"
    ASLEEP = "asleep"
    """Unloaded because nobody used it; the next request loads it again."""
    STOPPED = "stopped"


class WorkerPort(Protocol):
    """One running child, as `speech` sees it. Lost workers raise `errors.WorkerLost` from `step`."""

    @property
    def info(self) -> EngineInfo: ...

    @property
    def pid(self) -> int: ...

    @property
    def alive(self) -> bool: ...

    @property
    def lost_reason(self) -> str | None:
        """Why it is not alive, in words; None while it is, and for the moment in which nobody knows yet."""

    @property
    def ended_from_outside(self) -> bool:
        """It is lost for certain by somebody's hand, and not by what it did."""

    def open(self, stream: int, segment: Segment) -> None:
        """Send `open`; what is wrong with the segment comes with the first step's chunk."""

    async def step(self, streams: Sequence[int], budget_ms: float) -> list[Chunk]:
        """Run one step. At most `lanes` + 1 at once. Raises `WorkerLost` when the child dies or misses the
        deadline (then it is killed), so that the caller may make the segment again elsewhere."""

    def close(self, stream: int) -> None:
        """Send `close`; never fails, also for a lost worker."""


@runtime_checkable
class PhonemicWorker(Protocol):
    """A worker that can be asked how a text sounds."""

    async def phonemes(self, voice: str, text: str) -> str | None:
        """See `Worker.phonemes`. Raises `WorkerLost`."""
