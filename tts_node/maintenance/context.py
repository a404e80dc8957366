"""What a job is given, and what it needs of the node: small protocols, so that a test can play the node."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol, TypeVar

from tts_node.gpu import GpuReading
from tts_node.maintenance.clock import Clock
from tts_node.maintenance.watched import Watched
from tts_node.pruning import Pruned, PruneRule
from tts_node.speech.utterance import Speaking, Utterance

_T = TypeVar("_T")


class Store(Protocol):
    """Files of the node's own that may be removed, such as the cache's and the outputs'."""

    async def prune(self, rule: PruneRule) -> Pruned:
        """Remove what the rule says. Only files of its own, in its own folder; what is in use stays.

        Raises `OSError` where the folder cannot be used.
        """


class CacheStore(Store, Protocol):
    """The speech cache's disk."""

    def pin(self, keys: Collection[bytes]) -> None:
        """From now on these entries are written to disk and not pruned, in place of those pinned before."""

    def is_kept(self, key: bytes) -> bool:
        """Whether the entry is on disk, or about to be."""


class NodeControl(Protocol):
    """The node, as maintenance sees it."""

    @property
    def engines(self) -> Sequence[str]:
        """Names of the configured engines."""

    def is_ready(self, engine: str) -> bool:
        """Whether it can speak now."""

    def voices(self, engine: str) -> Sequence[str]:
        """Its voices, the default one first; empty while it has never been loaded."""

    def memory_bytes(self, engine: str) -> int | None:
        """What its processes take now; None while it has none."""

    async def recycle(self, engine: str, reason: str) -> None:
        """Replace its processes by fresh ones (hot swap); returns when the new ones speak.

        Raises `EngineUnavailable` when they cannot be started (the old ones go on), `NotFound` for an engine
        that is not there.
        """

    def restart_node(self, reason: str) -> None:
        """Ask the node to drain and to end so that its service manager starts it again; returns at once.

        Raises `NotSupported` when nobody would start it again.
        """

    def watched(self, engine: str) -> Watched:
        """What watchdogs see of an engine, and what they may do to it. Raises `NotFound`."""

    def has_understudy(self, engine: str) -> bool:
        """Whether another engine would speak if this one could not."""

    async def cards(self) -> GpuReading:
        """The graphics cards now, as the driver tells."""

    @property
    def idle_s(self) -> float:
        """For how long nothing has been said to anybody; 0.0 while something is."""

    def speak(self, utterance: Utterance) -> Speaking:
        """Like every door. Raises `NodeError`."""

    def cache_keys(self, utterance: Utterance) -> Sequence[bytes]:
        """Under which its segments are kept, by the voice's present files. Raises `NodeError`."""

    @property
    def cache(self) -> CacheStore | None:
        """None where nothing is kept on disk."""

    @property
    def outputs(self) -> Store | None:
        """None where nothing is kept for players."""

    def mark_degraded(self, part: str, reason: str | None) -> None:
        """Say in the node's status what is not as it should be with `part`; None when it is well again."""


@dataclass(frozen=True, slots=True)
class JobResult:
    """What a run did."""

    detail: str
    """One line for people: "removed 3 entries, 12 MB"."""
    figures: Mapping[str, float] = field(default_factory=dict)
    """What was measured, with units in the names."""
    notable: bool = True
    """False: nothing happened that anybody will ask for. It is counted but not written to the history's file,
    so that a job that looks every few seconds wears no flash card out.
    """


class JobFailed(Exception):
    """A run that found, or caused, something wrong. `str(error)` is a sentence for people."""

    def __init__(self, detail: str, figures: Mapping[str, float] | None = None) -> None:
        super().__init__(detail)
        self.figures = dict(figures or {})


class InThread(Protocol):
    """Runs a blocking function in a thread that is watched."""

    async def __call__(self, function: Callable[[], _T], /) -> _T: ...


@dataclass(frozen=True, slots=True)
class JobContext:
    """One run's surroundings."""

    node: NodeControl
    clock: Clock
    deadline_s: float
    """After so many seconds the run is cancelled."""
    in_thread: InThread
    """For whatever blocks. A thread that does not end keeps the job from running again, and is told of."""
    earlier: Sequence[Mapping[str, float]]
    """Figures of the runs before that went well, the newest first."""
    sleep: Callable[[float], Awaitable[None]]


JobFunction = Callable[[JobContext], Awaitable[JobResult]]


@dataclass(frozen=True, slots=True)
class Occasion:
    """Why a run takes place."""

    by: str
    """`schedule`, `person`, or whatever else asked for it."""
    planned: datetime | None = None
    late_s: float = 0.0
    skipped: int = 0
