"""What an engine's latest segments were like: the evidence of those who watch its speed and its sound."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from tts_node.audio.spoken_length import longest_s, shortest_s
from tts_node.errors import BadAudio
from tts_node.speech.production import Production

KEPT: Final = 256
_FULL_SCALE: Final = 32_767


@dataclass(frozen=True, slots=True)
class Take:
    """One segment that an engine made, or failed to make."""

    number: int
    """Counts the engine's takes since the node started."""
    audio_s: float
    cost_ms: float
    """Of all its steps."""
    first_sound_ms: float
    """Of its steps up to the first sound: the engine's own share of the time to first audio."""
    speed: float
    """That was asked for."""
    length: Literal["too long", "too short"] | None = None
    """Set when its text cannot last like this, by the bounds that `sanity.check` has; see `spoken_length`."""
    clipped_share: float = 0.0
    """Samples at full scale."""
    error: str | None = None
    """A code from `errors`."""
    ended_at: float = 0.0
    """On the clock of `Takes`."""

    @property
    def rtf(self) -> float | None:
        """Synthesis time over audio time."""
        return self.cost_ms / 1000.0 / self.audio_s if self.audio_s else None


class Takes:
    """The latest `KEPT` takes of one engine, the newest last."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.count = 0
        """All since the start."""
        self._takes: deque[Take] = deque(maxlen=KEPT)

    def add(self, production: Production) -> None:
        """A production is over, well or not."""
        self.count += 1
        samples = np.frombuffer(production.pcm, "<i2") if production.done else np.zeros(0, "<i2")
        clipped = int(np.count_nonzero((samples >= _FULL_SCALE) | (samples <= -_FULL_SCALE)))
        self._takes.append(
            Take(
                number=self.count,
                audio_s=production.audio_s,
                cost_ms=production.cost_ms,
                first_sound_ms=production.front_ms + production.first_step_ms,
                speed=production.segment.style.speed,
                length=_odd_length(production),
                clipped_share=clipped / len(samples) if len(samples) else 0.0,
                error=production.error.code if production.error is not None else None,
                ended_at=self._clock(),
            )
        )

    def __iter__(self) -> Iterator[Take]:
        return iter(tuple(self._takes))

    def since(self, number: int) -> tuple[Take, ...]:
        """Takes after the `number`-th."""
        return tuple(take for take in self._takes if take.number > number)

    def within(self, seconds: float) -> tuple[Take, ...]:
        """Those of the last `seconds`."""
        since = self._clock() - seconds
        return tuple(take for take in self._takes if take.ended_at >= since)


def _odd_length(production: Production) -> Literal["too long", "too short"] | None:
    text, speed = production.segment.text, production.segment.style.speed
    if production.audio_s > longest_s(text, speed):
        return "too long"
    whole = production.done or isinstance(production.error, BadAudio)
    return "too short" if whole and production.audio_s < shortest_s(text, speed) else None
