"""Sound at another rate while it streams, for voices that take turns in one container."""

from __future__ import annotations

import math

import numpy as np

from tts_node.audio.varispeed import SLOWEST, Varispeed


class Resampler:
    """Mono 16-bit PCM of one rate becomes that of another. However the input is cut, the output is the same;
    n samples become n * target / source, rounded up. Less than 2 ms are held back until `finish`.
    """

    def __init__(self, source: int, target: int) -> None:
        factor = source / target
        steps = max(1, math.ceil(abs(math.log(factor)) / -math.log(SLOWEST)))
        self._stages = [Varispeed(factor ** (1.0 / steps)) for _ in range(steps)]

    def feed(self, pcm: bytes) -> bytes:
        """What can be told after `pcm`, whole samples."""
        sound = np.frombuffer(pcm, "<i2").astype(np.float32)
        for stage in self._stages:
            sound = stage.feed(sound)
        return _to_pcm(sound)

    def finish(self) -> bytes:
        """The rest, as if silence followed."""
        sound = np.zeros(0, np.float32)
        for stage in self._stages:
            sound = np.concatenate((stage.feed(sound), stage.finish()))
        return _to_pcm(sound)


def _to_pcm(sound: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> bytes:
    pcm: bytes = np.clip(np.rint(sound), -32_768, 32_767).astype("<i2").tobytes()
    return pcm
