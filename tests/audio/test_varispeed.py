"""Sound played faster or slower on a stream."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tts_node.audio.varispeed import TAPS, Varispeed

RATE = 22_050
Floats = npt.NDArray[np.float32]


def sine(hz: float, seconds: float = 0.5) -> Floats:
    return np.sin(2 * np.pi * hz * np.arange(round(seconds * RATE)) / RATE).astype(np.float32)


def played(samples: Floats, factor: float, cuts: list[int] | None = None) -> Floats:
    player = Varispeed(factor)
    pieces = np.split(samples, sorted(cuts or []))
    return np.concatenate([*(player.feed(piece) for piece in pieces), player.finish()])


@pytest.mark.parametrize("factor", [0.7071, 0.9, 1.0, 1.12246, 1.41421])
def test_a_sine_becomes_a_clean_sine_of_another_pitch_and_length(factor: float) -> None:
    out = played(sine(1_000), factor)
    assert abs(len(out) - len(sine(1_000)) / factor) <= 1.0
    expected = np.sin(2 * np.pi * 1_000 * factor * np.arange(len(out)) / RATE)
    error = (out - expected)[TAPS:-TAPS]
    assert 20 * np.log10(np.sqrt(np.mean(error**2))) < -70


def test_what_would_fold_back_from_above_the_band_is_gone() -> None:
    out = played(sine(10_000), 1.41421)  # 14.1 kHz would be heard at 7.9 kHz
    assert 20 * np.log10(np.abs(out[TAPS:-TAPS]).max()) < -60


def test_a_factor_of_one_keeps_speech_frequencies_as_they_are() -> None:
    assert np.abs(played(sine(3_000), 1.0) - sine(3_000))[TAPS:-TAPS].max() < 1e-3


def test_no_more_than_half_the_taps_is_held_back() -> None:
    player = Varispeed(1.12246)
    assert len(player.feed(sine(300))) + 1 >= len(sine(300)) / 1.12246 - TAPS / 2


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 3_000), max_size=12), st.floats(0.25, 4.0))
def test_cuts_never_change_a_bit(cuts: list[int], factor: float) -> None:
    noise = np.random.default_rng(5).standard_normal(3_000).astype(np.float32)
    assert np.array_equal(played(noise, factor, cuts), played(noise, factor))


def test_nothing_stays_nothing() -> None:
    assert played(np.zeros(0, np.float32), 1.2).size == 0


@pytest.mark.parametrize("factor", [0.0, -1.0, 0.2, 5.0, math.nan])
def test_a_factor_that_makes_no_sense_is_refused(factor: float) -> None:
    with pytest.raises(ValueError, match="factor"):
        Varispeed(factor)
