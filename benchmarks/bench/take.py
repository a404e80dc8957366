"""What a client saw of one utterance; the same record for both servers."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from benchmarks.bench.audible import Ear
from benchmarks.bench.playout import Arrival

clock = time.perf_counter

PATIENCE_S = 60.0
"""A server that sends nothing at all for so long to a client that waits has failed."""


class MeasurementFailed(Exception):
    """A server did not do what the measure is about, so the figure would mean nothing."""


@dataclass(slots=True)
class Take:
    """Times are `clock()` seconds, taken when the bytes were read from the socket."""

    sent_at: float
    utterance: str = ""
    """The node's id for it."""
    ear: Ear | None = None
    arrivals: list[Arrival] = field(default_factory=list)
    audio_s: float = 0.0
    """How long the sound that has arrived lasts."""
    done_at: float | None = None
    cached: bool | None = None
    """Only the node says so."""
    done: Mapping[str, object] = field(default_factory=dict)
    """The node's `done` message."""

    _rate: int = 0
    _channels: int = 1

    def started(self, rate: int, channels: int) -> None:
        """The format is known; called before the first sound."""
        if self.ear is None:
            self._rate, self._channels = rate, channels
            self.ear = Ear(rate, channels)

    def sound(self, pcm: bytes, at: float) -> None:
        """Some sound arrived."""
        if self.ear is None:
            raise MeasurementFailed("sound came before the server said what format it has")
        self.ear.hear(pcm, at)
        audio_s = len(pcm) / 2 / self._channels / self._rate
        self.audio_s += audio_s
        self.arrivals.append(Arrival(at, audio_s))

    @property
    def first_at(self) -> float | None:
        """When the first audible sound came."""
        return self.ear.first_at if self.ear is not None else None

    @property
    def first_ms(self) -> float:
        """From sending the request to the first audible sound."""
        if self.first_at is None:
            raise MeasurementFailed(f"no audible sound came; the last message was {dict(self.done)}")
        return (self.first_at - self.sent_at) * 1000.0

    @property
    def ttfa_ms(self) -> float:
        """From sending the request to 50 ms of audible sound."""
        if self.ear is None or self.ear.enough_at is None:
            raise MeasurementFailed(f"no audible sound came; the last message was {dict(self.done)}")
        return (self.ear.enough_at - self.sent_at) * 1000.0

    @property
    def whole_ms(self) -> float:
        """From sending the request to the message that says it is complete."""
        if self.done_at is None:
            raise MeasurementFailed("the utterance did not end")
        return (self.done_at - self.sent_at) * 1000.0


class Client(Protocol):
    """One connection to one server."""

    async def speak(self, text: str, *, stop: Callable[[Take], bool] | None = None) -> Take:
        """Have `text` spoken by the default voice and read all of it, or leave off when `stop` says so.

        `stop` is asked after each arrival of sound; the connection is of no use then. Raises
        `MeasurementFailed`.
        """

    async def close(self) -> None: ...
