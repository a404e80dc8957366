"""From the prior per token to the flow's input per frame, for any range of frames."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tts_node.engines.piper import noise
from tts_node.engines.piper.sessions import Floats, Ids, Prior, Scales

PAD = 0
"""The id that stands between all others in every Piper voice."""


def spread(prior: Prior, scales: Scales, seed: int, start: int, end: int) -> Floats:
    """[C, end - start]: mean + noise * exp(log scale) * noise scale, each token held for its duration.

    The alignment matrix of the exported graph is one-hot, so this repeats what its product would.
    """
    ends = np.cumsum(prior.durations)
    tokens = np.searchsorted(ends, np.arange(start, end), side="right")
    drawn = noise.for_frames(seed, prior.mean.shape[0], start, end)
    result: Floats = prior.mean[:, tokens] + drawn * np.exp(prior.log_scale[:, tokens]) * np.float32(
        scales.noise
    )
    return np.ascontiguousarray(result)


def stretched(durations: Ids, ids: Sequence[int], factor: float | Floats) -> Ids:
    """[T] frames, all together `factor` times as many (or each by its own); a phoneme that had one keeps one
    while there is room.

    The voice's own length scale would not do: each token is rounded up after it, so that half the scale is
    far more than half the length.
    """
    frames: list[int] = []
    end = 0
    dues = np.cumsum(durations) * factor if isinstance(factor, float) else np.cumsum(durations * factor)
    for due, duration, token in zip(dues, durations, ids, strict=True):
        least = 1 if duration and token != PAD else 0
        frames.append(max(least, round(float(due)) - end))
        end += frames[-1]
    return np.array(frames, dtype=np.int64)
