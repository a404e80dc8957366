from __future__ import annotations

from array import array
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tts_node.engines import registry
from tts_node.engines.base import Chunk, Engine, Segment, SegmentStyle
from tts_node.engines.tone import GAP_MS, STOP_GAP_MS, ToneEngine, create, expected_pcm, word_frequencies

TEXT = "The kettle is warm. The door is open!"


def loaded(**settings: Any) -> Engine:
    engine = create(settings)
    engine.load()
    engine.warm_up()
    return engine


def run(engine: Engine, segment: Segment, stream: int = 1, budget_ms: float = 40.0) -> list[Chunk]:
    engine.open(stream, segment)
    chunks: list[Chunk] = []
    while not chunks or not chunks[-1].end:
        chunks += engine.step([stream], budget_ms)
        assert len(chunks) < 10_000
    engine.close(stream)
    return chunks


def pcm(chunks: list[Chunk]) -> bytes:
    return b"".join(chunk.pcm for chunk in chunks)


def frequency(samples: array[int], rate: int) -> float:
    """By its upward crossings of zero, away from the edges."""
    middle = samples[len(samples) // 4 : -len(samples) // 4]
    places = [i for i in range(1, len(middle)) if middle[i - 1] < 0 <= middle[i]]
    return rate * (len(places) - 1) / (places[-1] - places[0])


def test_the_registry_makes_it() -> None:
    assert isinstance(registry.create("tone", {}), ToneEngine)


@given(st.text(max_size=60), st.integers(0, 3), st.sampled_from([0.5, 1.0, 2.0]))
def test_steps_give_exactly_the_expected_sound_whatever_the_text(text: str, seed: int, speed: float) -> None:
    settings: dict[str, Any] = {"ms_per_char": 10, "max_chars": 60}
    segment = Segment(text, "tone-low", style=SegmentStyle(speed=speed), seed=seed)
    chunks = run(loaded(**settings), segment)
    assert pcm(chunks) == expected_pcm(segment, settings)
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
    assert [chunk.end for chunk in chunks] == [False] * (len(chunks) - 1) + [True]


def test_equal_segments_sound_the_same_in_every_engine_and_each_difference_is_heard() -> None:
    segments = [
        Segment(TEXT, "tone"),
        Segment(TEXT + "!", "tone"),
        Segment(TEXT, "tone-low"),
        Segment(TEXT, "tone", seed=1),
        Segment(TEXT, "tone", speaker="ann"),
        Segment(TEXT, "tone", style=SegmentStyle(speed=1.1)),
        Segment(TEXT, "tone", style=SegmentStyle(pitch=2)),
        Segment(TEXT, "tone", style=SegmentStyle(expressiveness=0)),
        Segment(TEXT, "tone", style=SegmentStyle(instruct="whisper")),
    ]
    sounds = [pcm(run(loaded(), segment)) for segment in segments]
    assert len(set(sounds)) == len(segments)
    assert sounds == [pcm(run(loaded(lanes=3, chunk_ms=17), segment)) for segment in segments]


def test_each_word_is_its_own_two_tones_where_its_mark_says() -> None:
    chunks = run(loaded(rate=16_000), Segment(TEXT, "tone"))
    marks = [mark for chunk in chunks for mark in chunk.marks]
    samples = array("h", pcm(chunks))
    assert [TEXT[mark.text_start : mark.text_end] for mark in marks] == TEXT.split()
    for mark, word in zip(marks, TEXT.split(), strict=True):
        middle = (mark.sample_start + mark.sample_end) // 2
        halves = samples[mark.sample_start : middle], samples[middle : mark.sample_end]
        heard = [frequency(half, 16_000) for half in halves]
        assert heard == pytest.approx(word_frequencies(word, 16_000), rel=0.03)


def test_marks_come_with_the_chunk_in_which_their_word_starts() -> None:
    start = 0
    for chunk in run(loaded(chunk_ms=33), Segment(TEXT, "tone")):
        end = start + len(chunk.pcm) // 2
        assert all(start <= mark.sample_start < end for mark in chunk.marks)
        start = end


def test_durations_follow_the_letters_the_stops_and_the_speed() -> None:
    rate = 22_050
    expected_ms = 2 * 60 + STOP_GAP_MS + 3 * 60 + GAP_MS
    assert len(expected_pcm(Segment("A. bcd", "tone"))) / 2 / rate * 1000 == pytest.approx(expected_ms, abs=1)
    double = Segment("A. bcd", "tone", style=SegmentStyle(speed=2.0))
    assert len(expected_pcm(double)) / 2 / rate * 1000 == pytest.approx(expected_ms / 2, abs=1)


def test_a_text_without_words_is_one_empty_last_chunk() -> None:
    assert run(loaded(), Segment("  ", "tone"))[0] == Chunk(1, 0, end=True, cost_ms=pytest.approx(0, abs=50))


def test_a_front_is_a_step_of_its_own_without_sound() -> None:
    first, second, *_ = run(loaded(front_ms=1, lanes=4), Segment(TEXT, "tone"))
    assert (first.phase, first.pcm, first.index, first.side_by_side) == ("front", b"", 0, 4)
    assert (second.phase, second.index) == ("step", 1)
    assert second.pcm and first.cost_ms >= 1


def test_no_step_starts_beside_a_front_that_is_still_running() -> None:
    engine = loaded(front_ms=200, lanes=2)
    engine.open(1, Segment(TEXT, "tone"))
    with ThreadPoolExecutor(2) as threads:
        steps = [threads.submit(engine.step, [1], 40.0) for _ in range(2)]
    first, second = sorted((step.result()[0] for step in steps), key=lambda chunk: chunk.index is None)
    assert (first.phase, first.index) == ("front", 0)
    assert (second.index, second.pcm) == (None, b"")
    assert engine.step([1], 40.0)[0].index == 1


def test_a_voice_that_speaks_whole_sentences_gives_its_sound_in_one_chunk() -> None:
    engine = loaded(voices=[{"name": "slow", "streaming": "whole", "rate": 24_000}])
    chunks = run(engine, Segment(TEXT, "slow"))
    assert len(chunks) == 1 and chunks[0].end


def test_steps_get_shorter_to_keep_within_their_budget() -> None:
    engine = loaded(rtf=0.5, chunk_ms=400, rate=16_000)
    engine.open(1, Segment(TEXT, "tone"))
    assert len(engine.step([1], 40)[0].pcm) == 2 * 80 * 16
    assert len(engine.step([1], 5)[0].pcm) == 2 * 10 * 16


def test_voices_are_what_the_settings_say() -> None:
    voices = ["plain", {"name": "hall", "rate": 16_000, "speakers": ["a", "b"], "languages": ["de-DE"]}]
    plain, hall = create({"voices": voices, "rate": 24_000}).load().voices
    assert (plain.name, plain.rate, hall.rate) == ("plain", 24_000, 16_000)
    assert (hall.speakers, hall.languages) == (("a", "b"), ("de-DE",))
    other = create({"voices": voices, "rate": 24_000, "ms_per_char": 61}).load().voices[0]
    assert other.content_hash != plain.content_hash


def test_what_it_is_not_open_for_is_a_spare_step_and_too_much_is_refused() -> None:
    engine = loaded(streams=1)
    assert engine.step([5], 40) == [Chunk(5, None)]
    engine.close(5)
    engine.open(1, Segment("one", "tone"))
    with pytest.raises(ValueError, match="more than 1 streams"):
        engine.open(2, Segment("two", "tone"))
    with pytest.raises(ValueError, match="no voice 'bell'"):
        engine.open(2, Segment("two", "bell"))
    with pytest.raises(ValueError, match="no setting 'lnaes'"):
        create({"lnaes": 1})


def test_an_engine_that_is_not_deterministic_says_so_and_differs_from_the_expected() -> None:
    engine = create({"deterministic": False})
    assert not engine.load().deterministic
    segment = Segment(TEXT, "tone")
    sound = pcm(run(engine, segment))
    assert sound != expected_pcm(segment)
    assert len(sound) == len(expected_pcm(segment))
