"""One segment being made: its samples in order, its marks, and who listens.

Several utterances may listen to one production (single flight); each reads at its own pace. A production
outlives a lost worker: it is made again and, where the engine is deterministic, goes on after the samples it
already has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tts_node.audio import sanity
from tts_node.audio.spoken_length import longest_s
from tts_node.engines.base import Chunk, EngineMark, EngineVoice, Segment
from tts_node.errors import BadAudio, EmptyText, EngineError, EngineOutOfMemory, NodeError, Runaway
from tts_node.speech.cache import Entry
from tts_node.speech.guilt import Loss
from tts_node.speech.utterance import Priority
from tts_node.workers.spec import WorkerPort

_ERRORS: dict[str, type[NodeError]] = {
    kind.code: kind for kind in (EngineError, EngineOutOfMemory, Runaway, BadAudio, EmptyText)
}

MOST_SPARE_STEPS = 100
"""In a row. An engine that has nothing to do for a stream and does not end it would be asked for ever."""


class Listener(Protocol):
    """An utterance, as a production sees it."""

    @property
    def priority(self) -> Priority: ...

    def dry_at(self, production: Production) -> float | None:
        """When this listener will have heard all that `production` has; None before its first sound."""

    def is_full(self, production: Production) -> bool:
        """It has more unread sound, up to the end of what there is of `production`, than it can use now."""

    def notify(self) -> None:
        """`production` has news."""


class Production:
    """A segment's samples as they come. Everything happens on the event loop."""

    def __init__(
        self, key: bytes | None, segment: Segment, voice: EngineVoice, *, deterministic: bool
    ) -> None:
        self.key = key
        """The cache key; None for one that nobody else may join or keep."""
        self.segment = segment
        self.voice = voice
        self.pcm: bytes | bytearray = bytearray()
        """Mono s16le at `voice.rate`, in order, only ever growing within a `generation`; once it is `done`
        bytes, which may be kept as they are."""
        self.marks: list[EngineMark] = []
        self.done = False
        self.error: NodeError | None = None
        self.cached = False
        self.generation = 0
        """Counts up when samples were thrown away and the segment begins again from its start."""
        self.losses: tuple[Loss, ...] = ()
        """What speaks against it: workers that were lost while they worked on it."""
        self.lost_workers: list[WorkerPort] = []
        """Those, for as long as nobody knows whose fault it was."""
        self.group = 0
        self.cost_ms = 0.0
        self.front_ms = 0.0
        self.first_step_ms = 0.0
        self.first_stepped_at: float | None = None
        self.listeners: set[Listener] = set()
        self.on_done: Callable[[Production], None] | None = None
        """Called once, when it is complete and passed its check."""
        self._deterministic = deterministic
        self._waiting: dict[int, Chunk] = {}
        self._next_index = 0
        self._spare_steps = 0
        self._skip_bytes = 0
        self._skip_marks = 0
        self._limit_bytes = int(longest_s(segment.text, segment.slowest) * voice.rate) * 2

    @property
    def audio_s(self) -> float:
        """Seconds of sound there are."""
        return len(self.pcm) / 2 / self.voice.rate

    @property
    def made_s(self) -> float:
        """Seconds of sound that were made since it began, for the first time or again."""
        return (len(self.pcm) - self._skip_bytes) / 2 / self.voice.rate

    @property
    def over(self) -> bool:
        return self.done or self.error is not None

    @property
    def priority(self) -> Priority:
        return max((listener.priority for listener in self.listeners), default=Priority.BULK)

    @property
    def blocked(self) -> bool:
        """All that listen have enough unread sound."""
        return bool(self.listeners) and all(listener.is_full(self) for listener in self.listeners)

    def dry_at(self) -> float | None:
        """The earliest time at which one of its listeners runs dry; None while one still waits for its first
        sound.
        """
        times = [listener.dry_at(self) for listener in self.listeners]
        return None if not times or None in times else min(time for time in times if time is not None)

    def take(self, chunk: Chunk) -> float:
        """Take one chunk in whatever order it came; returns the seconds of sound that became readable."""
        if self.over:
            return 0.0
        if chunk.error is not None:
            kind = _ERRORS.get(chunk.error, EngineError)
            self.fail(kind(chunk.message or f"the engine failed: {chunk.error}"))
            return 0.0
        if chunk.index is None:
            self._spare_steps += 1
            if self._spare_steps > MOST_SPARE_STEPS:
                self.fail(EngineError("the engine neither goes on with this sentence nor ends it"))
            return 0.0
        self._spare_steps = 0
        if len(chunk.pcm) % 2:
            self.fail(EngineError("the engine gave half a sample"))
            return 0.0
        self.cost_ms += chunk.cost_ms
        if chunk.phase == "front":
            self.front_ms += chunk.cost_ms
        self._waiting[chunk.index] = chunk
        before = self.audio_s
        while not self.over and (ready := self._waiting.pop(self._next_index, None)) is not None:
            self._next_index += 1
            self._append(ready)
        if self.audio_s > before or self.over:
            self._notify()
        return self.audio_s - before

    def begin_again(self) -> None:
        """Its worker was lost. What a deterministic engine makes again is skipped up to where it was."""
        self._waiting.clear()
        self._next_index = 0
        if self._deterministic:
            self._skip_bytes, self._skip_marks = len(self.pcm), len(self.marks)
            return
        self.marks.clear()
        if self.pcm:
            self.pcm = bytearray()
            self.generation += 1
            self._notify()

    def fail(self, error: NodeError) -> None:
        """It cannot be made; whoever listens is told. Later chunks are ignored."""
        if not self.over:
            self.error = error
            self._notify()

    def complete_from(self, entry: Entry) -> None:
        """Fill it at once, from the cache."""
        self.pcm = entry.pcm
        self.marks = list(entry.marks)
        self.cached = self.done = True
        self._notify()

    def _append(self, chunk: Chunk) -> None:
        pcm = chunk.pcm
        if pcm and not self.first_step_ms:
            self.first_step_ms = chunk.cost_ms
        if self._skip_bytes:
            skipped = min(self._skip_bytes, len(pcm))
            self._skip_bytes -= skipped
            pcm = pcm[skipped:]
        self.pcm += pcm
        self.marks += chunk.marks[self._skip_marks :]
        self._skip_marks -= min(self._skip_marks, len(chunk.marks))
        if len(self.pcm) > self._limit_bytes:
            self.fail(Runaway(f"{self.audio_s:.1f} s of sound for {len(self.segment.text)} characters"))
        elif chunk.end:
            self.pcm = bytes(self.pcm)
            said = self.segment
            reason = sanity.check(
                self.pcm, self.voice.rate, said.text, slowest=said.slowest, fastest=said.fastest
            )
            if reason is None:
                self.done = True
                if self.on_done is not None:
                    self.on_done(self)
            else:
                self.fail(BadAudio(f"the engine's sound is not speech: {reason}"))

    def _notify(self) -> None:
        for listener in tuple(self.listeners):
            listener.notify()
