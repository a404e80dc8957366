"""Normal noise out of a seed, the same for a token or a frame wherever a chunk begins or ends.

Philox (J. Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3", 2011) is counter-based: each block of
frames has its own counter, so any block can be drawn without those before it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

BLOCK = 64
"""Frames drawn together."""
_DURATIONS, _PRIOR = 1, 2
_SEED_MASK = (1 << 64) - 1


def for_durations(seed: int, rows: int, tokens: int) -> Floats:
    """[1, rows, tokens]"""
    return _generator(seed, _DURATIONS, 0).standard_normal((1, rows, tokens), dtype=np.float32)


def for_frames(seed: int, channels: int, start: int, end: int) -> Floats:
    """[channels, end - start] for the frames [start, end)."""
    first, last = start // BLOCK, -(-end // BLOCK)
    blocks = [
        _generator(seed, _PRIOR, block).standard_normal((BLOCK, channels), dtype=np.float32)
        for block in range(first, last)
    ]
    if not blocks:
        return np.zeros((channels, 0), np.float32)
    return np.concatenate(blocks)[start - first * BLOCK : end - first * BLOCK].T


def _generator(seed: int, purpose: int, block: int) -> np.random.Generator:
    counter = np.array([0, 0, block, purpose], dtype=np.uint64)
    return np.random.Generator(np.random.Philox(key=seed & _SEED_MASK, counter=counter))
