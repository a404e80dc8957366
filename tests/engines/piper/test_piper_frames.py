"""Durations that are stretched."""

from __future__ import annotations

import numpy as np
import pytest

from tts_node.engines.piper.frames import PAD, stretched

IDS = [1, PAD, 20, PAD, 21, PAD, 22, PAD, 2]
DURATIONS = np.array([2, 1, 7, 1, 1, 2, 9, 1, 3])


@pytest.mark.parametrize("factor", [0.5, 0.7071, 1.1, 2.0, 4.0])
def test_all_together_they_are_as_long_as_asked(factor: float) -> None:
    frames = stretched(DURATIONS, IDS, factor)
    assert abs(int(frames.sum()) - int(DURATIONS.sum()) * factor) <= 0.5
    assert (frames >= 0).all() and len(frames) == len(IDS)


def test_no_phoneme_vanishes_though_the_pads_between_may() -> None:
    frames = stretched(DURATIONS, IDS, 0.25)
    assert all(frames[at] >= 1 for at, token in enumerate(IDS) if token != PAD)
    assert int(frames.sum()) < int(DURATIONS.sum()) / 2


def test_what_had_no_frame_gets_none() -> None:
    assert stretched(np.array([0, 4, 0]), [5, 6, 7], 1.0).tolist() == [0, 4, 0]
