"""Silence at a segment's edges, cut the same way however its chunks fall.

Where trimming may happen at all is told by the durations (before the end of the first sound, after the end of
the last); where it does happen, by the samples. What is kept leaves plosives and breathy endings whole; gaps
are the node's.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tts_node.engines.piper.sessions import Floats

SILENCE = 0.002
"""Samples below this (-54 dB of full scale) are silence."""
KEPT_BEFORE_S = 0.010
KEPT_AFTER_S = 0.020


@dataclass(frozen=True, slots=True)
class Edges:
    """Frames within which the edges may be trimmed."""

    lead_end: int
    tail_start: int


def lead(audio: Floats, region: int, rate: int) -> int:
    """Samples to drop at the start; `audio` begins with the segment and holds at least `region` samples."""
    loud = np.flatnonzero(np.abs(audio[:region]) > SILENCE)
    onset = int(loud[0]) if loud.size else min(region, audio.size)
    return max(0, onset - round(KEPT_BEFORE_S * rate))


def tail(audio: Floats, region: int, rate: int) -> int:
    """Samples to drop at the end; the last `region` samples of `audio` may be silence."""
    region = min(region, audio.size)
    loud = np.flatnonzero(np.abs(audio[audio.size - region :]) > SILENCE)
    quiet = region - (int(loud[-1]) + 1 if loud.size else 0)
    return max(0, quiet - round(KEPT_AFTER_S * rate))
