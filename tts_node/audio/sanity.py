"""Whether a segment's 16-bit mono PCM can be right at all."""

from __future__ import annotations

from typing import Literal

import numpy as np

from tts_node.audio.spoken_length import longest_s, shortest_s

BadTake = Literal["silent", "clipped", "too_long", "too_short"]

SILENCE_DBFS = -55.0
"""Peaks below are silence: quieter than the noise floor of a spoken pause in 16-bit voices."""
CLIPPED_SHARE = 0.05
"""More full-scale samples than this is a broken take; loud voices stay below one in a hundred."""


def check(pcm: bytes, rate: int, text: str, *, slowest: float = 1.0, fastest: float = 1.0) -> BadTake | None:
    """What makes a segment's complete mono PCM impossible for its text, or None when it may be right.

    `silent`: nothing above `SILENCE_DBFS` although there is a letter or digit. `clipped`: more than
    `CLIPPED_SHARE` at full scale. `too_long`: words were invented or silence did not end. `too_short`: faster
    than anybody speaks (see `spoken_length` for both). `text` is the segment's as spoken, `slowest`
    and `fastest` are the speeds of its parts that were asked of the engine.
    """
    if not any(map(str.isalnum, text)):
        return None
    x = np.frombuffer(pcm, "<i2")
    size = np.abs(x.astype(np.int32))
    if not len(x) or int(size.max()) < _threshold(SILENCE_DBFS):
        return "silent"
    if float(np.count_nonzero(size >= 32_767)) > CLIPPED_SHARE * len(x):
        return "clipped"
    seconds = len(x) / rate
    if seconds > longest_s(text, slowest):
        return "too_long"
    return "too_short" if seconds < shortest_s(text, fastest) else None


def _threshold(dbfs: float) -> float:
    return float(32768.0 * 10.0 ** (dbfs / 20.0))
