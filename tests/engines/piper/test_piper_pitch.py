"""Another pitch: the same length, the same words, and the same samples however the pieces fall."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tts_node.engines.base import EngineInfo, Segment, SegmentStyle
from tts_node.engines.piper.engine import PiperEngine

SENTENCE = "The washing machine has finished, so please come down when you have a moment."
RATE = 22_050


def pitched(semitones: float, speed: float = 1.0) -> Segment:
    return Segment(SENTENCE, "joe", style=SegmentStyle(speed=speed, pitch=semitones))


def median_pitch(samples: npt.NDArray[np.int16]) -> float:
    """Hz; the highest peak of the autocorrelation between 45 and 350 Hz of each loud, clearly periodic
    frame."""
    size, hop = RATE // 12, RATE // 100
    x = samples.astype(float)
    found = []
    for start in range(0, len(x) - size, hop):
        frame = x[start : start + size] - x[start : start + size].mean()
        power = np.fft.irfft(np.abs(np.fft.rfft(frame, 2 * size)) ** 2)[:size]
        power *= size / (size - np.arange(size))  # fewer products are in the sums of longer lags
        low, high = RATE // 350, RATE // 45
        if power[0] < size * 400.0**2:
            continue
        lag = low + int(np.argmax(power[low:high]))
        if power[lag] > 0.5 * power[0]:
            found.append(RATE / lag)
    return float(np.median(found))


def test_the_voice_says_that_it_can(loaded: tuple[PiperEngine, EngineInfo]) -> None:
    assert "pitch" in loaded[1].voices[0].supports


@pytest.mark.slow
@pytest.mark.parametrize("semitones", [-6.0, -2.0, 2.0, 6.0])
def test_the_pitch_moves_and_the_length_stays(
    engine: PiperEngine, speak: Callable[..., Any], semitones: float
) -> None:
    plain, other = speak(engine, pitched(0.0)).samples, speak(engine, pitched(semitones)).samples
    assert len(other) / len(plain) == pytest.approx(1.0, abs=0.02)
    moved = 12 * np.log2(median_pitch(other) / median_pitch(plain))
    assert moved == pytest.approx(semitones, abs=1.0)


def test_speed_and_pitch_do_not_mix(engine: PiperEngine, speak: Callable[..., Any]) -> None:
    slow = speak(engine, pitched(3.0, speed=0.8)).samples
    assert len(slow) / len(speak(engine, pitched(0.0, speed=0.8)).samples) == pytest.approx(1.0, abs=0.02)


@pytest.mark.slow
def test_samples_are_the_same_to_the_bit_for_every_budget_and_any_lanes(
    engine: PiperEngine, speak: Callable[..., Any]
) -> None:
    expected = speak(engine, pitched(2.0)).samples
    for budget_ms in (1.0, 15.0, 300.0):
        for lanes in (1, 2, 3):
            again = speak(engine, pitched(2.0), lanes=lanes, budget_ms=budget_ms)
            assert np.array_equal(again.samples, expected)


def test_sound_comes_as_early_as_without(engine: PiperEngine, speak: Callable[..., Any]) -> None:
    plain, higher = speak(engine, pitched(0.0)), speak(engine, pitched(2.0))
    first = [next(chunk.index for chunk in spoken.chunks if chunk.pcm) for spoken in (plain, higher)]
    assert first[0] == first[1]


@pytest.mark.slow
def test_word_marks_move_with_the_sound(engine: PiperEngine, speak: Callable[..., Any]) -> None:
    plain, deeper = speak(engine, pitched(0.0)), speak(engine, pitched(-4.0))
    assert [(m.text_start, m.text_end) for m in deeper.marks] == [
        (m.text_start, m.text_end) for m in plain.marks
    ]
    for before, after in itertools.pairwise(deeper.marks):
        assert before.sample_start < before.sample_end <= after.sample_start
    assert deeper.marks[-1].sample_end <= len(deeper.samples)
    for one, other in zip(plain.marks, deeper.marks, strict=True):
        share = (one.sample_start / len(plain.samples), other.sample_start / len(deeper.samples))
        assert share[0] == pytest.approx(share[1], abs=0.04)


@pytest.mark.parametrize("speed", [0.5, 0.8, 1.2, 2.0])
def test_speed_is_what_it_says(engine: PiperEngine, speak: Callable[..., Any], speed: float) -> None:
    plain, other = speak(engine, pitched(0.0)).samples, speak(engine, pitched(0.0, speed=speed)).samples
    assert len(plain) / len(other) == pytest.approx(speed, rel=0.02)


@pytest.mark.slow
def test_a_whisper_is_the_same_to_the_bit_and_as_long(engine: PiperEngine, speak: Callable[..., Any]) -> None:
    def whisper(pitch: float) -> Segment:
        return Segment(SENTENCE, "joe", style=SegmentStyle(whisper=True, pitch=pitch))

    plain = speak(engine, pitched(0.0))
    for pitch in (0.0, 3.0):
        expected = speak(engine, whisper(pitch)).samples
        assert len(expected) == pytest.approx(len(plain.samples), rel=0.02)
        for lanes, budget_ms in ((1, 1.0), (3, 15.0), (2, 300.0)):
            again = speak(engine, whisper(pitch), lanes=lanes, budget_ms=budget_ms)
            assert np.array_equal(again.samples, expected)
    assert [m.sample_start for m in speak(engine, whisper(0.0)).marks] == [
        m.sample_start for m in plain.marks
    ]
