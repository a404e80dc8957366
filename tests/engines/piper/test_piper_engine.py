"""The Piper engine keeps the contract of `engines.base`."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tts_node.engines.base import EngineInfo, Segment
from tts_node.engines.piper.engine import PiperEngine, create

SENTENCE = "The washing machine has finished, so please come down when you have a moment."


def test_the_embedded_voice_streams_in_chunks(loaded: tuple[PiperEngine, EngineInfo]) -> None:
    info = loaded[1]
    assert [voice.name for voice in info.voices] == ["joe"]
    assert info.voices[0].streaming == "chunks"
    assert info.voices[0].rate == 22_050
    assert info.deterministic


def test_the_first_step_is_the_front_and_sound_comes_in_several_chunks(say: Callable[..., Any]) -> None:
    spoken = say(SENTENCE)
    assert spoken.chunks[0].phase == "front" and spoken.chunks[0].pcm == b""
    assert sum(bool(chunk.pcm) for chunk in spoken.chunks) >= 3
    assert 3.0 < spoken.samples.size / 22_050 < 7.0


def test_text_without_sounds_is_an_empty_text_error(engine: PiperEngine) -> None:
    for text in ("", "   ", "…", "?!", "—", "\n\n"):
        engine.open(7, Segment(text, "joe"))
        chunk = engine.step([7], 40.0)[0]
        assert chunk.error == "empty_text" and chunk.end, text
        engine.close(7)


def test_steps_of_unknown_and_closed_streams_are_spare(engine: PiperEngine) -> None:
    engine.open(8, Segment(SENTENCE, "joe"))
    engine.close(8)
    engine.close(8)
    assert engine.step([8], 40.0)[0].index is None


def test_an_unknown_voice_is_an_error_chunk(engine: PiperEngine) -> None:
    engine.open(9, Segment("Hello.", "nobody"))
    assert engine.step([9], 40.0)[0].error == "unknown_voice"


@pytest.mark.slow
def test_samples_are_the_same_to_the_bit_for_every_budget_and_any_lanes(say: Callable[..., Any]) -> None:
    expected = say(SENTENCE).samples
    for budget_ms in (1.0, 4.0, 15.0, 300.0):
        for lanes in (1, 2, 3):
            assert np.array_equal(say(SENTENCE, lanes=lanes, budget_ms=budget_ms).samples, expected)


def test_another_seed_is_another_take_of_the_same_words(say: Callable[..., Any]) -> None:
    one, other = say(SENTENCE, seed=1), say(SENTENCE, seed=2)
    assert not np.array_equal(one.samples, other.samples)
    assert len(one.marks) == len(other.marks)


def test_a_second_engine_speaks_the_same_samples(
    say: Callable[..., Any], speak: Callable[..., Any], cache_dir: Path
) -> None:
    again = create({"embedded": True, "cache_dir": str(cache_dir)})
    again.load()
    assert np.array_equal(speak(again, Segment(SENTENCE, "joe")).samples, say(SENTENCE).samples)


def test_word_marks_are_in_order_inside_the_text_and_the_sound(say: Callable[..., Any]) -> None:
    spoken = say(SENTENCE)
    marks = spoken.marks
    assert [SENTENCE[mark.text_start : mark.text_end] for mark in marks][:3] == ["The", "washing", "machine"]
    assert SENTENCE[marks[-1].text_start : marks[-1].text_end] == "moment"
    for before, after in itertools.pairwise(marks):
        assert before.text_end <= after.text_start
        assert before.sample_start < before.sample_end <= after.sample_start
    assert marks[-1].sample_end <= spoken.samples.size


def test_streams_at_the_same_time_do_not_mix(engine: PiperEngine, speak: Callable[..., Any]) -> None:
    alone = speak(engine, Segment("Seven.", "joe"), stream=20)
    engine.open(21, Segment("Seven.", "joe"))
    engine.open(22, Segment("The other stream says something else.", "joe"))
    pcm: dict[int, bytes] = {21: b"", 22: b""}
    open_streams = [21, 22]
    while open_streams:
        for stream in list(open_streams):
            chunk = engine.step([stream], 40.0)[0]
            pcm[stream] += chunk.pcm
            if chunk.end:
                open_streams.remove(stream)
                engine.close(stream)
    mixed = np.frombuffer(pcm[21], np.int16)
    assert np.array_equal(mixed, alone.samples)
