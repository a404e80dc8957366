"""A level that changes on a stream."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tts_node.audio.level import CEILING_DBFS, Level
from tts_node.audio.swell import RAMP_MS, Swell

RATE = 16_000
RAMP = round(RATE * RAMP_MS / 1000.0)


def tone(seconds: float, hz: float = 200.0, size: int = 8_000) -> bytes:
    at = np.arange(round(RATE * seconds)) / RATE
    samples: bytes = np.rint(size * np.sin(2.0 * np.pi * hz * at)).astype("<i2").tobytes()
    return samples


def test_a_level_is_reached_within_a_ramp_and_held() -> None:
    gains = Swell(RATE).gains(4_000, [(1_000, 6.0), (3_000, -math.inf)])
    assert gains is not None and len(gains) == 4_000
    assert np.all(gains[:1_000] == 1.0)
    assert np.allclose(gains[1_000 + RAMP : 3_000], 10 ** (6.0 / 20.0))
    assert np.all(gains[3_000 + RAMP :] == 0.0)


def test_no_sample_steps_further_than_a_ramp_does() -> None:
    gains = Swell(RATE).gains(4_000, [(1_000, 6.0), (1_050, -math.inf), (1_060, 12.0), (3_000, 0.0)])
    assert gains is not None
    highest = 10 ** (12.0 / 20.0)
    assert float(np.max(np.abs(np.diff(gains)))) <= 1.5 * highest / RAMP + 1e-6


@pytest.mark.parametrize("size", [1, 7, 160, 999])
def test_cuts_change_nothing(size: int) -> None:
    steps = [(100, 4.0), (130, -6.0), (2_000, 0.0)]
    whole = Swell(RATE).gains(3_000, steps)
    cut = Swell(RATE)
    parts = []
    for begin in range(0, 3_000, size):
        end = min(3_000, begin + size)
        inside = [(max(0, at - begin), level) for at, level in steps if begin <= at < end]
        made = cut.gains(end - begin, inside)
        parts.append(np.ones(end - begin, np.float32) if made is None else made)
    assert whole is not None and np.array_equal(np.concatenate(parts), whole)


def test_the_usual_level_is_no_work() -> None:
    swell = Swell(RATE)
    assert swell.gains(1_000, [(0, 0.0)]) is None
    assert swell.gains(1_000, [(0, 3.0)]) is not None
    assert swell.gains(1_000, [(0, 0.0)]) is not None
    assert swell.gains(1_000, [(0, 0.0)]) is None


@pytest.mark.parametrize("gain_db", [-6.0, 0.0, 3.0])
@pytest.mark.parametrize("swell_db", [12.0, 24.0, 40.0])
def test_what_is_swollen_too_loud_is_limited_and_no_sample_is_lost(gain_db: float, swell_db: float) -> None:
    level, swell = Level(gain_db, RATE), Swell(RATE)
    sound, out = tone(0.5, size=20_000), b""
    for at in range(0, len(sound), 1_000):
        pcm = sound[at : at + 1_000]
        out += level.feed(pcm, swell.gains(len(pcm) // 2, [(0, swell_db if at > 4_000 else 0.0)]))
    out += level.drain()
    assert len(out) == len(sound)
    peak = int(np.max(np.abs(np.frombuffer(out, "<i2").astype(np.int32))))
    ceiling = 32_768 * 10 ** (CEILING_DBFS / 20.0)
    assert ceiling * 0.97 < peak <= ceiling + 1


def test_after_a_limiter_came_the_sound_goes_on_in_its_place() -> None:
    level, swell = Level(0.0, RATE), Swell(RATE)
    quiet = tone(0.2, size=1_000)
    out = level.feed(quiet, swell.gains(len(quiet) // 2, [(0, 6.0)])) + level.feed(quiet) + level.drain()
    assert len(out) == 2 * len(quiet)
    assert out[len(quiet) :] == quiet
