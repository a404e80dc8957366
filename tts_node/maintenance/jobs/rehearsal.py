"""Speaking to nobody: an utterance is read to its end, and what came is measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tts_node.speech.utterance import Audio, Finished, Speaking, Started, Utterance


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """What became of it. Sound is judged as 16-bit PCM, which the utterance has to ask for."""

    finished: Finished
    rate: int
    samples: int
    peak: float
    """0.0 to 1.0."""
    clipped: int
    """Samples at full scale."""
    voice: str

    @property
    def audio_s(self) -> float:
        return self.samples / self.rate if self.rate else 0.0


async def rehearse(speak: Callable[[Utterance], Speaking], utterance: Utterance) -> Rehearsed:
    """Raises `NodeError` when it is not even taken."""
    rate, samples, clipped, voice = 0, 0, 0, ""
    peak = 0.0
    finished: Finished | None = None
    async with speak(utterance) as speaking:
        async for event in speaking:
            if isinstance(event, Started):
                rate, voice = event.pcm.rate * event.pcm.channels, event.voice
            elif isinstance(event, Audio) and len(event.data) >= 2:
                # Widened first: the negative of the lowest 16-bit number is no 16-bit number.
                sound = np.abs(np.frombuffer(event.data[: len(event.data) // 2 * 2], "<i2").astype(np.int32))
                samples += sound.size
                peak = max(peak, float(sound.max()) / 32768.0)
                clipped += int((sound >= 32767).sum())
            elif isinstance(event, Finished):
                finished = event
    assert finished is not None, "an utterance always ends with Finished"
    return Rehearsed(finished, rate, samples, peak, clipped, voice)
