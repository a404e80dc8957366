"""Support: both clocks in a test's hand, and a node that only notes what it was asked."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import cast

from tts_node.audio.format import PcmFormat
from tts_node.errors import NodeError
from tts_node.gpu import NO_GPU, GpuReading
from tts_node.maintenance.clock import SystemClock
from tts_node.maintenance.context import CacheStore, JobContext, Store
from tts_node.maintenance.watched import Watched
from tts_node.pruning import Pruned, PruneRule
from tts_node.speech.utterance import Audio, Event, Finished, Reason, Started, Timing, Utterance


class SimulatedClock:
    """`pass_time` moves both clocks; `sleep` and `set_wall` move the wall's alone."""

    def __init__(self, wall: datetime) -> None:
        self.wall = wall.astimezone(UTC)
        self._monotonic = 1_000.0

    def now(self) -> datetime:
        return self.wall

    def monotonic(self) -> float:
        return self._monotonic

    def pass_time(self, seconds: float) -> None:
        self.wall += timedelta(seconds=seconds)
        self._monotonic += seconds

    def sleep(self, seconds: float) -> None:
        """The machine is suspended: CLOCK_MONOTONIC stands still."""
        self.wall += timedelta(seconds=seconds)

    def pass_until(self, moment: datetime) -> None:
        self.pass_time((moment - self.wall).total_seconds())


async def settle(rounds: int = 40) -> None:
    """Let everything that is ready on the loop happen."""
    for _ in range(rounds):
        await asyncio.sleep(0)


async def until(condition: Callable[[], bool], timeout_s: float = 20.0) -> None:
    """Wait for what no event tells."""
    async with asyncio.timeout(timeout_s):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.001)


class ScriptedSpeaking:
    """A `Speaking` that only yields what it was given."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._events = deque(events)

    def __aiter__(self) -> AsyncIterator[Event]:
        return self

    async def __anext__(self) -> Event:
        await asyncio.sleep(0)
        if not self._events:
            raise StopAsyncIteration
        return self._events.popleft()

    async def __aenter__(self) -> ScriptedSpeaking:
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._events.clear()


def spoken(
    utterance: Utterance,
    *,
    pcm: bytes = b"\x00\x20" * 22_050,
    ttfa_ms: float | None = 80.0,
    reason: Reason = "complete",
    message: str = "",
) -> ScriptedSpeaking:
    """One second of sound at a quarter of full scale, unless told otherwise."""
    pcm_format = PcmFormat(22_050)
    started = Started(
        voice=utterance.voice or "beep",
        speaker=None,
        engine="tone",
        language="en",
        instruct_applied=(),
        instruct_ignored=(),
        format=utterance.format,
        pcm=pcm_format,
        cached=False,
    )
    finished = Finished(
        reason=reason,
        audio_ms=len(pcm) / 2 / 22.05,
        ttfa_ms=ttfa_ms,
        queue_ms=0.0,
        rtf=0.1,
        timing=Timing(),
        text_sent=len(utterance.text),
        error_message=message,
    )
    pieces = [Audio(pcm[at : at + 4_410], 100.0) for at in range(0, len(pcm), 4_410)]
    return ScriptedSpeaking([started, *pieces, finished])


class FakeStore:
    """Remembers what it was told to prune and pin."""

    def __init__(self, pruned: Pruned | OSError | None = None) -> None:
        self.pruned = pruned or Pruned()
        self.rules: list[PruneRule] = []
        self.pinned: frozenset[bytes] = frozenset()
        self.kept: set[bytes] = set()

    async def prune(self, rule: PruneRule) -> Pruned:
        self.rules.append(rule)
        if isinstance(self.pruned, OSError):
            raise self.pruned
        return self.pruned

    def pin(self, keys: Collection[bytes]) -> None:
        self.pinned = frozenset(keys)

    def is_kept(self, key: bytes) -> bool:
        return key in self.kept


class NotLoaded:
    """What watchdogs see of an engine that has no worker."""

    is_loaded = False


class FakeNode:
    """A `NodeControl`. `asked` is what was done to it, in order."""

    def __init__(self, *engines: str) -> None:
        self.engine_names = engines or ("tone",)
        self.unready: set[str] = set()
        self.asked: list[tuple[str, ...]] = []
        self.degraded: dict[str, str] = {}
        self.idle = 1_000.0
        self.cache_store: CacheStore | None = FakeStore()
        self.output_store: Store | None = None
        self.recycle_error: NodeError | None = None
        self.restart_error: NodeError | None = None
        self.voice_version = "1"
        self.script: dict[str, ScriptedSpeaking | NodeError] = {}
        """By text; everything else is spoken well."""
        self.spoken: list[Utterance] = []

    @property
    def engines(self) -> Sequence[str]:
        return self.engine_names

    def is_ready(self, engine: str) -> bool:
        return engine not in self.unready

    def voices(self, engine: str) -> Sequence[str]:
        return (f"{engine}-voice",)

    def memory_bytes(self, engine: str) -> int | None:
        return None if engine in self.unready else 300_000_000 - 100_000_000 * len(self.asked)

    async def recycle(self, engine: str, reason: str) -> None:
        self.asked.append(("recycle", engine, reason))
        if self.recycle_error is not None:
            raise self.recycle_error

    def watched(self, engine: str) -> Watched:
        return cast(Watched, NotLoaded())

    def has_understudy(self, engine: str) -> bool:
        return False

    async def cards(self) -> GpuReading:
        return NO_GPU

    def restart_node(self, reason: str) -> None:
        if self.restart_error is not None:
            raise self.restart_error
        self.asked.append(("restart", reason))

    @property
    def idle_s(self) -> float:
        return self.idle

    def speak(self, utterance: Utterance) -> ScriptedSpeaking:
        self.spoken.append(utterance)
        scripted = self.script.get(utterance.text)
        if isinstance(scripted, NodeError):
            raise scripted
        for key in self.cache_keys(utterance):
            if isinstance(self.cache_store, FakeStore) and key in self.cache_store.pinned:
                self.cache_store.kept.add(key)
        return scripted or spoken(utterance)

    def cache_keys(self, utterance: Utterance) -> Sequence[bytes]:
        return [
            f"{utterance.voice}/{self.voice_version}/{part}".encode() for part in utterance.text.split(". ")
        ]

    @property
    def cache(self) -> CacheStore | None:
        return self.cache_store

    @property
    def outputs(self) -> Store | None:
        return self.output_store

    def mark_degraded(self, part: str, reason: str | None) -> None:
        if reason is None:
            self.degraded.pop(part, None)
        else:
            self.degraded[part] = reason


def context_of(
    node: FakeNode,
    *,
    deadline_s: float = 60.0,
    earlier: Sequence[dict[str, float]] = (),
    clock: SimulatedClock | None = None,
) -> JobContext:
    """A run's surroundings without a run. Sleeping passes the simulated clock's time at once."""

    async def in_thread(function):  # type: ignore[no-untyped-def]
        return await asyncio.to_thread(function)

    async def sleep(seconds: float) -> None:
        if clock is not None:
            clock.pass_time(seconds)
        await asyncio.sleep(0)

    return JobContext(
        node=node,
        clock=clock or SystemClock(),
        deadline_s=deadline_s,
        in_thread=in_thread,
        earlier=earlier,
        sleep=sleep,
    )
