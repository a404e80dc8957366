"""A word that is spoken slower or faster than the rest of its sentence, in one breath."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.engines.piper.conftest import Spoken
from tts_node.engines.base import EngineInfo, Segment, SegmentStyle, Turn
from tts_node.engines.piper.engine import PiperEngine
from tts_node.engines.piper.turning import speeds
from tts_node.engines.piper.words import SpokenWord

SENTENCE = "The washing machine has finished, so please come down when you have a moment."
AT = SENTENCE.index("please")
Speak = Callable[..., Any]


def turned(*turns: Turn, speed: float = 1.0, pitch: float = 0.0) -> Segment:
    return Segment(SENTENCE, "joe", style=SegmentStyle(speed=speed, pitch=pitch), turns=turns)


def lengths(spoken: Spoken) -> dict[str, int]:
    return {SENTENCE[m.text_start : m.text_end]: m.sample_end - m.sample_start for m in spoken.marks}


def test_the_voice_says_that_it_can(loaded: tuple[PiperEngine, EngineInfo]) -> None:
    assert "turns" in loaded[1].voices[0].supports


@pytest.mark.parametrize(("speed", "style"), [(0.5, (1.0, 0.0)), (0.8, (1.2, 0.0)), (1.4, (1.0, 2.0))])
def test_its_word_takes_its_time_and_the_others_take_theirs(
    engine: PiperEngine, speak: Speak, speed: float, style: tuple[float, float]
) -> None:
    plain = lengths(speak(engine, turned(speed=style[0], pitch=style[1])))
    other = lengths(speak(engine, turned(Turn(AT, AT + 6, speed), speed=style[0], pitch=style[1])))
    assert list(plain) == list(other)
    assert other["please"] / plain["please"] == pytest.approx(1.0 / speed, rel=0.1)
    for word in plain.keys() - {"please"}:
        assert abs(other[word] - plain[word]) <= 256, "a frame at most, by rounding"


def test_without_turns_not_a_bit_is_another(engine: PiperEngine, speak: Speak) -> None:
    plain = speak(engine, turned()).samples
    assert np.array_equal(plain, speak(engine, Segment(SENTENCE, "joe")).samples)
    even = speak(engine, turned(Turn(AT, AT + 6, 1.0))).samples
    assert np.array_equal(plain, even)


@pytest.mark.slow
def test_samples_are_the_same_to_the_bit_for_every_budget_and_any_lanes(
    engine: PiperEngine, speak: Speak
) -> None:
    segment = turned(Turn(0, 3, 1.3), Turn(AT, AT + 6, 0.7))
    expected = speak(engine, segment).samples
    for budget_ms, lanes in ((1.0, 1), (15.0, 2), (300.0, 3)):
        assert np.array_equal(speak(engine, segment, lanes=lanes, budget_ms=budget_ms).samples, expected)


def test_of_a_word_a_turn_has_as_large_a_part_of_its_sounds() -> None:
    words = (SpokenWord(0, 4, 2, 10), SpokenWord(5, 15, 11, 31))
    assert list(np.flatnonzero(speeds([Turn(0, 4, 0.5)], words, 34) == 0.5)) == list(range(2, 10))
    assert list(np.flatnonzero(speeds([Turn(7, 10, 0.5)], words, 34) == 0.5)) == list(range(15, 21))
    both = speeds([Turn(0, 4, 0.5), Turn(5, 15, 2.0)], words, 34)
    assert (both[:2] == 1).all() and (both[10] == 1) and (both[11:31] == 2).all() and (both[31:] == 1).all()
