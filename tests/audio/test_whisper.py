"""A voice without its voice."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from hypothesis import given, settings
from hypothesis import strategies as st

from tts_node.audio.whisper import Whisper

RATE = 22_050
Floats = npt.NDArray[np.float32]


def vowel(seconds: float = 1.0, pitch_hz: float = 120.0, formant_hz: float = 1_200.0) -> Floats:
    """Pulses through one resonance, with silence before and after."""
    count = round(seconds * RATE)
    pulses = np.zeros(count)
    pulses[:: round(RATE / pitch_hz)] = 1.0
    ringing = np.exp(-np.arange(400) / 60) * np.sin(2 * np.pi * formant_hz * np.arange(400) / RATE)
    voice = np.convolve(pulses, ringing)[:count]
    silence = np.zeros(RATE // 4)
    return np.concatenate((silence, 0.3 * voice / np.abs(voice).max(), silence)).astype(np.float32)


def whispered(samples: Floats, cuts: list[int] | None = None, seed: int = 1) -> Floats:
    whisper = Whisper(RATE, seed)
    pieces = np.split(samples, sorted(cuts or []))
    return np.concatenate([*(whisper.feed(piece) for piece in pieces), whisper.finish()])


def periodic(samples: Floats, pitch_hz: float = 120.0) -> float:
    x = samples[RATE // 2 : RATE].astype(float)
    lag = round(RATE / pitch_hz)
    return float(x[:-lag] @ x[lag:] / (x @ x))


def test_the_pulses_are_gone_and_the_formant_stays() -> None:
    voice, breath = vowel(), whispered(vowel())
    assert periodic(voice) > 0.9
    assert abs(periodic(breath)) < 0.25
    spectrum = np.abs(np.fft.rfft(breath[RATE // 2 : RATE])) ** 2
    hz = np.fft.rfftfreq(RATE - RATE // 2, 1 / RATE)
    near = spectrum[(hz > 900) & (hz < 1_500)].sum()
    assert near > 0.5 * spectrum.sum()


def test_it_is_as_long_and_where_it_was() -> None:
    breath = whispered(vowel())
    assert len(breath) == len(vowel())
    assert np.abs(breath[: RATE // 4 - RATE // 40]).max() == 0.0
    assert np.abs(breath[-RATE // 5 :]).max() < 1e-3
    assert np.std(breath[RATE // 3 : RATE]) > 0.01


def test_silence_stays_silence_and_nothing_stays_nothing() -> None:
    assert not whispered(np.zeros(5_000, np.float32)).any()
    assert whispered(np.zeros(0, np.float32)).size == 0
    assert len(whispered(np.ones(10, np.float32))) == 10


def test_the_seed_is_the_breath() -> None:
    assert np.array_equal(whispered(vowel(), seed=4), whispered(vowel(), seed=4))
    assert not np.array_equal(whispered(vowel(), seed=4), whispered(vowel(), seed=5))


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 33_000), max_size=10))
def test_cuts_never_change_a_bit(cuts: list[int]) -> None:
    assert np.array_equal(whispered(vowel(), cuts), whispered(vowel()))
