"""From the prior per token to the flow's input per frame, for any range of frames."""

from __future__ import annotations

import numpy as np

from tts_node.engines.piper import noise
from tts_node.engines.piper.sessions import Floats, Ids, Prior, Scales


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


def stretched(durations: Ids, factor: float) -> Ids:
    """[T] frames, all together `factor` times as many.

    The voice's own length scale would not do: each token is rounded up after it, so that twice the scale is
    less than twice the length.
    """
    ends = np.rint(np.cumsum(durations) * factor).astype(np.int64)
    result: Ids = np.diff(ends, prepend=0)
    return result
