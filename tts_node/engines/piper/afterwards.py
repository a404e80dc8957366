"""What is done to a voice's samples after the decoder and before anybody gets them: another pitch at the same
length (the voice speaks longer by a factor, and is played faster by it), a whisper.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from tts_node.audio.varispeed import Varispeed
from tts_node.audio.whisper import Whisper
from tts_node.engines.base import EngineMark, Segment
from tts_node.engines.piper.sessions import Floats
from tts_node.engines.piper.stream import Made, Stream, Taken


class Effect(Protocol):
    """Samples in, samples out; cuts of the input change nothing."""

    def feed(self, samples: Floats) -> Floats:
        """What can be told after `samples`."""

    def finish(self) -> Floats:
        """The rest."""

    def length(self, samples: int) -> int:
        """How many samples `samples` become."""


def played_faster(segment: Segment) -> float:
    """By how much, for the pitch of `segment`: twelve semitones are an octave."""
    return float(2.0 ** (segment.style.pitch / 12.0))


def changed(stream: Stream, segment: Segment, rate: int) -> Stream:
    """`stream` as the style of `segment` has it, at `rate` samples a second."""
    effects: list[Effect] = []
    if segment.style.pitch:
        effects.append(Varispeed(played_faster(segment)))
    if segment.style.whisper:
        effects.append(Whisper(rate, segment.seed))
    return ChangedStream(stream, effects) if effects else stream


class ChangedStream:
    """`inner` through all `effects`.

    Pieces go through in their order. What was made too early comes with the piece that it waited for, so a
    reader that puts pieces in order gets the same samples however they fell.
    """

    def __init__(self, inner: Stream, effects: Sequence[Effect]) -> None:
        self._inner = inner
        self._effects = effects
        self._lock = threading.Lock()
        self._waiting: dict[int, tuple[Taken, Made]] = {}
        self._next = 0

    def take(self, budget_ms: float) -> Taken | None:
        return self._inner.take(budget_ms)

    def make(self, taken: Taken) -> Made:
        made = self._inner.make(taken)
        with self._lock:
            self._waiting[taken.index] = (taken, made)
            return self._ready()

    def finish(self, taken: Taken) -> tuple[bool, int]:
        return self._inner.finish(taken)

    def _ready(self) -> Made:
        """Of all pieces whose turn has come."""
        sounds: list[Floats] = []
        marks: list[EngineMark] = []
        while (ready := self._waiting.pop(self._next, None)) is not None:
            taken, made = ready
            self._next += 1
            if made.audio is not None or taken.last:
                audio = made.audio if made.audio is not None else np.zeros(0, np.float32)
                sounds.append(self._through(audio, last=taken.last))
            marks += [self._moved(mark) for mark in made.marks]
        return Made(np.concatenate(sounds) if sounds else None, tuple(marks))

    def _through(self, audio: Floats, *, last: bool) -> Floats:
        for effect in self._effects:
            audio = effect.feed(audio)
            if last:
                audio = np.concatenate((audio, effect.finish()))
        return audio

    def _moved(self, mark: EngineMark) -> EngineMark:
        start, end = mark.sample_start, mark.sample_end
        for effect in self._effects:
            start, end = effect.length(start), effect.length(end)
        return replace(mark, sample_start=start, sample_end=end)
