"""Support: what is in the audio that Home Assistant hands out."""

from __future__ import annotations

import io
from dataclasses import dataclass

import av
import numpy as np

from tests.ears.hearing import transcribe, word_errors


@dataclass(frozen=True, slots=True)
class Sound:
    """A decoded file."""

    codec: str
    rate: int
    channels: int
    pcm: bytes
    """Mono s16le."""

    @property
    def seconds(self) -> float:
        return len(self.pcm) / 2 / self.rate

    @property
    def loudness(self) -> float:
        """Root mean square of its samples; full scale is 1."""
        samples = np.frombuffer(self.pcm, "<i2").astype(np.float64) / 32768
        return float(np.sqrt(np.mean(samples**2)))

    def word_errors(self, text: str) -> int:
        """How many words a speech recogniser hears otherwise than in `text`."""
        return word_errors(text, transcribe(self.pcm, self.rate))


def decode(data: bytes) -> Sound:
    """Read a whole file, of whatever kind, as a player would."""
    with av.open(io.BytesIO(data)) as file:
        stream = file.streams.audio[0]
        rate, channels = stream.rate, stream.channels
        mono = av.AudioResampler(format="s16", layout="mono", rate=rate)
        frames = [frame for whole in file.decode(stream) for frame in mono.resample(whole)]
        pcm = b"".join(
            frame.to_ndarray().astype("<i2").tobytes() for frame in [*frames, *mono.resample(None)]
        )
        return Sound(stream.codec_context.name, rate, channels, pcm)
