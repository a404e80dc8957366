"""Gain and the limiter behind it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tts_node.audio.level import CEILING_DBFS, LOOK_AHEAD_MS, Level

RATE = 22_050
CEILING = 32_768 * 10 ** (CEILING_DBFS / 20)
Samples = npt.NDArray[np.int16]


def speechlike(seconds: float = 1.0, peak: float = 20_000) -> Samples:
    """Bursts of noise, loud and soft ones."""
    noise = np.random.default_rng(3).standard_normal(round(seconds * RATE))
    bursts = 0.5 - 0.5 * np.cos(2 * np.pi * 4 * np.arange(len(noise)) / RATE)
    return np.clip(noise * bursts * peak / 3, -32_768, 32_767).astype(np.int16)


def levelled(samples: Samples, gain_db: float, cuts: list[int] | None = None) -> Samples:
    level = Level(gain_db, RATE)
    pieces = np.split(samples, sorted(cuts or []))
    pcm = b"".join([*(level.feed(piece.tobytes()) for piece in pieces), level.drain()])
    return np.frombuffer(pcm, "<i2")


def test_no_gain_gives_the_same_bytes() -> None:
    pcm = speechlike().tobytes()
    level = Level(0.0, RATE)
    assert level.feed(pcm) is pcm
    assert level.drain() == b""


def test_quieter_is_exact_and_holds_nothing_back() -> None:
    level = Level(-6.0206, RATE)
    assert np.frombuffer(level.feed(np.array([1_000, -1_000, 32_767], "<i2").tobytes()), "<i2").tolist() == [
        500,
        -500,
        16_384,
    ]
    assert level.drain() == b""


@pytest.mark.parametrize("gain_db", [0.5, 3.0, 12.0, 24.0, 40.0, 60.0])
def test_nothing_goes_above_the_ceiling_and_the_length_stays(gain_db: float) -> None:
    full = np.where(np.arange(RATE) % 441 < 100, 32_767, -32_768).astype(np.int16)
    for samples in (speechlike(), full):
        out = levelled(samples, gain_db)
        assert len(out) == len(samples)
        assert np.abs(out.astype(int)).max() <= CEILING + 0.5


def test_below_the_ceiling_a_gain_is_exact() -> None:
    samples = speechlike(peak=6_000)
    out = levelled(samples, 6.0206)
    assert np.abs(samples.astype(int)).max() * 2 < CEILING
    assert np.array_equal(out, samples * 2)


def test_peaks_are_turned_down_and_not_cut_off() -> None:
    t = np.arange(RATE) / RATE
    samples = (np.sin(2 * np.pi * 200 * t) * 24_000).astype(np.int16)
    out = levelled(samples, 6.0).astype(float)[RATE // 2 :]
    scaled = samples.astype(float)[RATE // 2 :]
    best = scaled * (out @ scaled) / (scaled @ scaled)
    # Cutting this sine off at the ceiling would leave a distortion of -14 dB.
    assert 10 * np.log10(np.mean((out - best) ** 2) / np.mean(best**2)) < -40


def test_after_a_peak_the_level_comes_back() -> None:
    samples = np.full(RATE, 5_000, np.int16)
    samples[3_000:3_050] = 32_767
    out = levelled(samples, 6.0206)
    assert out[2_000] == 10_000
    assert out[2_999] < 9_000  # it is down before the peak is there
    assert out[-1] == 10_000


def test_no_more_than_five_milliseconds_are_held_back() -> None:
    level = Level(6.0, RATE)
    pcm = speechlike(0.5).tobytes()
    held = len(pcm) - len(level.feed(pcm))
    assert 0 < held / 2 <= LOOK_AHEAD_MS / 1000 * RATE
    assert LOOK_AHEAD_MS <= 5.0
    assert len(level.drain()) == held


def test_it_goes_on_after_a_drain() -> None:
    level = Level(6.0206, RATE)
    samples = speechlike(peak=6_000)
    parts = [level.feed(samples[:5_000].tobytes()), level.drain(), level.feed(samples[5_000:].tobytes())]
    assert np.array_equal(np.frombuffer(b"".join([*parts, level.drain()]), "<i2"), samples * 2)
    assert level.drain() == b"" or not any(level.drain())


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 22_050), max_size=12), st.sampled_from([-7.3, 0.0, 2.5, 9.0, 20.0]))
def test_cuts_never_change_a_bit(cuts: list[int], gain_db: float) -> None:
    samples = speechlike()
    assert np.array_equal(levelled(samples, gain_db, cuts), levelled(samples, gain_db))
