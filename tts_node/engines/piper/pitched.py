"""Another pitch at the same length: the voice speaks longer by a factor, and is played faster by it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from tts_node.audio.varispeed import Varispeed
from tts_node.engines.base import EngineMark
from tts_node.engines.piper.stream import Made, Stream, Taken


def factor(semitones: float) -> float:
    """Twelve semitones are an octave."""
    return float(2.0 ** (semitones / 12.0))


class PitchedStream:
    """`inner` played `factor` times as fast.

    Pieces are played in their order. What was made too early comes with the piece that it waited for, so a
    reader that puts pieces in order gets the same samples however they fell.
    """

    def __init__(self, inner: Stream, factor: float) -> None:
        self._inner = inner
        self._player = Varispeed(factor)
        self._lock = threading.Lock()
        self._waiting: dict[int, tuple[Taken, Made]] = {}
        self._next = 0

    def take(self, budget_ms: float) -> Taken | None:
        return self._inner.take(budget_ms)

    def make(self, taken: Taken) -> Made:
        made = self._inner.make(taken)
        with self._lock:
            self._waiting[taken.index] = (taken, made)
            return self._played()

    def finish(self, taken: Taken) -> tuple[bool, int]:
        return self._inner.finish(taken)

    def _played(self) -> Made:
        sounds, marks = [], []
        while (ready := self._waiting.pop(self._next, None)) is not None:
            taken, made = ready
            self._next += 1
            if made.audio is not None:
                sounds.append(self._player.feed(made.audio))
            if taken.last:
                sounds.append(self._player.finish())
            marks += [_moved(mark, self._player.length) for mark in made.marks]
        return Made(np.concatenate(sounds) if sounds else None, tuple(marks))


def _moved(mark: EngineMark, to: Callable[[int], int]) -> EngineMark:
    return replace(mark, sample_start=to(mark.sample_start), sample_end=to(mark.sample_end))
