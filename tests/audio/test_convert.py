"""Streaming conversion: exact lengths, no shifts, nothing changed by cuts."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tts_node.audio.convert import Converter
from tts_node.audio.format import PcmFormat


def noise(frames: int, channels: int = 1) -> bytes:
    rng = np.random.default_rng(frames)
    return rng.normal(0, 5_000, frames * channels).clip(-32768, 32767).astype("<i2").tobytes()


def convert(source: PcmFormat, target: PcmFormat, pieces: list[bytes]) -> bytes:
    converter = Converter(source, target)
    return b"".join([converter.feed(p) for p in pieces]) + converter.finish() + converter.finish()


@pytest.mark.parametrize("rate", (8_000, 10_007, 16_000, 22_050, 24_000, 44_100, 48_000))
@pytest.mark.parametrize("to_rate", (8_000, 11_025, 16_000, 22_050, 37_123, 48_000))
@pytest.mark.parametrize("frames", (1, 2, 17, 441, 5_000))
def test_the_number_of_frames_is_exact(rate: int, to_rate: int, frames: int) -> None:
    out = convert(PcmFormat(rate), PcmFormat(to_rate), [noise(frames)])
    assert len(out) == -(-frames * to_rate // rate) * 2


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from([(22_050, 48_000), (24_000, 16_000), (16_000, 22_050), (22_050, 22_050)]),
    st.sampled_from([(1, 1), (1, 2), (2, 1), (2, 2)]),
    st.integers(0, 3_000),
    st.integers(0, 10_000),
)
def test_cuts_never_change_a_sample(
    rates: tuple[int, int], channels: tuple[int, int], frames: int, seed: int
) -> None:
    source, target = PcmFormat(rates[0], 2, channels[0]), PcmFormat(rates[1], 2, channels[1])
    pcm = noise(frames, channels[0])
    rng = random.Random(seed)
    places = sorted(rng.randrange(len(pcm) + 1) for _ in range(10))
    pieces = [pcm[a:b] for a, b in zip([0, *places], [*places, len(pcm)], strict=True)]
    assert convert(source, target, pieces) == convert(source, target, [pcm])


def test_a_click_stays_where_it_was() -> None:
    x = np.zeros(22_050, "<i2")
    x[[2_205, 11_025, 19_845]] = 20_000
    out = np.frombuffer(convert(PcmFormat(22_050), PcmFormat(48_000), [x.tobytes()]), "<i2")
    loud = [int(np.argmax(np.abs(out[at - 1_000 : at + 1_000]))) - 1_000 for at in (4_800, 24_000, 43_200)]
    assert loud == [0, 0, 0]


def test_a_tone_above_the_new_rates_half_is_gone_and_one_below_stays() -> None:
    t = np.arange(48_000) / 48_000
    for hz, low, high in ((1_000, 6_900, 7_200), (6_000, 0, 40)):
        tone = (np.sin(2 * np.pi * hz * t) * 10_000).astype("<i2").tobytes()
        out = np.frombuffer(convert(PcmFormat(48_000), PcmFormat(8_000), [tone]), "<i2")[200:-200]
        assert low <= np.sqrt((out.astype(float) ** 2).mean()) <= high, hz


def test_stereo_becomes_the_mean_and_mono_becomes_both() -> None:
    both = np.array([[100, 300], [-32768, -32768], [32767, 32767], [5, -5]], "<i2").tobytes()
    mono = convert(PcmFormat(8_000, 2, 2), PcmFormat(8_000), [both])
    assert np.frombuffer(mono, "<i2").tolist() == [200, -32768, 32767, 0]
    back = convert(PcmFormat(8_000), PcmFormat(8_000, 2, 2), [mono])
    assert np.frombuffer(back, "<i2").tolist() == [200, 200, -32768, -32768, 32767, 32767, 0, 0]


def test_only_16_bit_mono_or_stereo_is_taken() -> None:
    with pytest.raises(ValueError):
        Converter(PcmFormat(8_000, 4), PcmFormat(8_000))
    with pytest.raises(ValueError):
        Converter(PcmFormat(8_000), PcmFormat(8_000, 2, 6))
