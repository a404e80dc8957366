"""The faults that stay inside a process; those that end it are tried with real workers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tts_node.engines.base import Chunk, Segment
from tts_node.engines.tone import ToneEngine, create, expected_pcm


def loaded(**settings: Any) -> ToneEngine:
    engine = create({"faults": True, "ms_per_char": 20, **settings})
    engine.load()
    return engine


def run(engine: ToneEngine, text: str, stream: int = 1, limit: int = 500) -> list[Chunk]:
    engine.open(stream, Segment(text, "tone"))
    chunks: list[Chunk] = []
    while len(chunks) < limit and not (chunks and (chunks[-1].end or chunks[-1].error)):
        chunks += engine.step([stream], 40)
    engine.close(stream)
    return chunks


def pcm(chunks: list[Chunk]) -> bytes:
    return b"".join(chunk.pcm for chunk in chunks)


@pytest.mark.parametrize("word", ["!crash", "!oom", "!cuda", "!silence", "!runaway", "!kill4"])
def test_without_faults_magic_words_are_words(word: str) -> None:
    engine = create({})
    engine.load()
    chunks = run(engine, f"say {word} now")
    assert chunks[-1].end
    assert pcm(chunks) == expected_pcm(Segment(f"say {word} now", "tone"))


def test_out_of_memory_strikes_with_the_step_that_reaches_its_word() -> None:
    engine = loaded()
    engine.open(1, Segment("these words come first !oom last", "tone"))
    sound = b""
    with pytest.raises(MemoryError):
        while True:
            sound += engine.step([1], 40)[0].pcm
    assert sound
    engine.close(1)
    assert run(engine, "fine again", 2)[-1].end


def test_a_lost_device_fails_every_call_from_then_on() -> None:
    engine = loaded()
    with pytest.raises(RuntimeError, match="CUDA unknown error"):
        run(engine, "!cuda")
    engine.close(1)
    with pytest.raises(RuntimeError, match="CUDA unknown error"):
        run(engine, "quite ordinary", 2)


def test_silence_is_as_long_as_the_speech_would_be() -> None:
    chunks = run(loaded(), "!silence and more words")
    expected = expected_pcm(Segment("!silence and more words", "tone"), {"ms_per_char": 20})
    assert pcm(chunks) == bytes(len(expected))


def test_a_runaway_never_ends() -> None:
    chunks = run(loaded(), "No !runaway")
    assert len(chunks) == 500
    assert not chunks[-1].end


def test_not_a_number_is_told_as_bad_audio() -> None:
    assert run(loaded(), "!nan")[-1].error == "bad_audio"


def test_a_fault_by_settings_strikes_the_streams_it_names() -> None:
    engine = loaded(fault="fail", fault_from=2, fault_until=3)
    outcomes = []
    for stream in range(1, 5):
        try:
            outcomes.append(run(engine, "hello", stream)[-1].end)
        except RuntimeError:
            engine.close(stream)
            outcomes.append(False)
    assert outcomes == [True, False, False, True]


def test_a_fault_that_strikes_once_strikes_once(tmp_path: Path) -> None:
    once = str(tmp_path / "struck")
    with pytest.raises(RuntimeError):
        run(loaded(once=once), "!fail")
    chunks = run(loaded(once=once), "!fail")
    assert chunks[-1].end
    assert pcm(chunks) == expected_pcm(Segment("!fail", "tone"), {"ms_per_char": 20})


def test_an_unknown_fault_in_the_settings_is_told() -> None:
    with pytest.raises(ValueError, match="no fault 'krash'"):
        loaded(load_fault="krash")
