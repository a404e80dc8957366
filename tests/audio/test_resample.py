"""Sound at another rate while it streams."""

from __future__ import annotations

import numpy as np
import pytest

from tts_node.audio.resample import Resampler


def sine(rate: int, hz: float = 440.0, seconds: float = 0.5) -> bytes:
    at = np.arange(round(seconds * rate)) / rate
    samples: bytes = np.rint(9_000 * np.sin(2 * np.pi * hz * at)).astype("<i2").tobytes()
    return samples


def resampled(pcm: bytes, source: int, target: int, size: int = 1 << 20) -> bytes:
    resampler = Resampler(source, target)
    pieces = (pcm[at : at + size] for at in range(0, len(pcm), size))
    return b"".join(map(resampler.feed, pieces)) + resampler.finish()


RATES = [
    (16_000, 22_050),
    (24_000, 22_050),
    (48_000, 16_000),
    (8_000, 48_000),
    (48_000, 8_000),
    (44_100, 22_050),
]


@pytest.mark.parametrize(("source", "target"), RATES)
def test_a_sine_stays_what_it_is(source: int, target: int) -> None:
    out, expected = (np.frombuffer(x, "<i2") for x in (resampled(sine(source), source, target), sine(target)))
    assert abs(len(out) - len(expected)) <= 1
    size, edge = min(len(out), len(expected)), 200
    error = (out[:size].astype(float) - expected[:size])[edge:-edge]
    assert 20 * np.log10(np.sqrt(np.mean(error**2)) / 9_000) < -60


@pytest.mark.parametrize("size", [2, 14, 1_000, 4_410])
def test_cuts_change_nothing(size: int) -> None:
    pcm = sine(16_000, seconds=0.1)
    assert resampled(pcm, 16_000, 22_050, size) == resampled(pcm, 16_000, 22_050)


def test_what_is_too_loud_between_samples_is_cut_off_and_does_not_turn_over() -> None:
    square = np.repeat(np.tile([32_767, -32_768], 200), 20).astype("<i2").tobytes()
    out = np.frombuffer(resampled(square, 16_000, 22_050), "<i2").astype(int)
    assert np.max(np.abs(np.diff(out))) <= 65_535
    assert out[200:-200].max() == 32_767 and out[200:-200].min() == -32_768
