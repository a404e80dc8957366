"""The softer voice."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tts_node.audio.softness import Softener

RATE = 22_050
Samples = npt.NDArray[np.int16]


def sine(hz: float) -> Samples:
    return (np.sin(2 * np.pi * hz * np.arange(RATE) / RATE) * 10_000).astype(np.int16)


def change_db(hz: float, softness: float) -> float:
    out = np.frombuffer(Softener(softness, RATE).feed(sine(hz).tobytes()), "<i2").astype(float)
    return float(20 * np.log10(out[1_000:].std() / sine(hz).astype(float)[1_000:].std()))


def test_no_softness_gives_the_same_bytes() -> None:
    pcm = sine(500).tobytes()
    assert Softener(0.0, RATE).feed(pcm) is pcm


def test_it_takes_the_bright_end_and_leaves_the_voice() -> None:
    assert change_db(3_000, 1.0) == pytest.approx(-5.0, abs=0.7)
    assert change_db(100, 1.0) == pytest.approx(0.0, abs=0.2)
    assert change_db(8_000, 1.0) == pytest.approx(-7.0, abs=0.7)
    assert change_db(8_000, 1.0) < change_db(8_000, 0.5) < change_db(3_000, 0.25) < 0.0


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 4_000), max_size=10))
def test_cuts_never_change_a_bit_and_the_length_stays(cuts: list[int]) -> None:
    noise = (np.random.default_rng(4).standard_normal(4_000) * 9_000).astype(np.int16)
    whole = Softener(0.8, RATE).feed(noise.tobytes())
    softener = Softener(0.8, RATE)
    assert b"".join(softener.feed(p.tobytes()) for p in np.split(noise, sorted(cuts))) == whole
    assert len(whole) == noise.nbytes
