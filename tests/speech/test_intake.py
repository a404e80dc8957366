"""Text on its way to parts: long ones in slices, and only as far ahead as they are spoken."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest

from tests.speech.stage import hear, tone_speech
from tests.speech.troupe import letters, tones
from tts_node.speech.intake import TextIntake
from tts_node.speech.script import FlushPart, Part, SegmentPart
from tts_node.speech.utterance import Audio, Flushed, Utterance
from tts_node.text.line import TextLine

SENTENCES = [f"Sentence {letters(number)} is not long." for number in range(2_000)]
LONG = " ".join(SENTENCES)


def intake(text: str = "", *, more: bool = True) -> TextIntake:
    made = TextIntake(text, more=more, limit=100_000, idle_flush_s=0.5, now=0.0)
    made.begin(TextLine("en"))
    return made


def told(parts: list[Part]) -> list[str]:
    return [part.source.text if isinstance(part, SegmentPart) else f"<{part.tag}>" for part in parts]


def test_a_long_text_is_taken_in_slices_and_comes_to_the_same_parts() -> None:
    slices = intake(LONG, more=False)
    parts: list[Part] = []
    count = 0
    while not slices.done:
        taken = slices.take(0.0)
        assert len(taken) < 20
        parts += taken
        count += 1
    assert told(parts) == SENTENCES
    assert count > len(LONG) / 500
    assert not slices.untaken


def test_flushes_stay_where_they_were_in_a_long_text() -> None:
    one = intake("word " * 300)
    one.flush("a")
    one.append("word " * 300, 0.0)
    one.flush("b")
    parts: list[Part] = []
    while one.untaken:
        parts += one.take(0.0)
    texts = told(parts)
    assert [text for text in texts if text.startswith("<")] == ["<a>", "<b>"]
    before = "".join(texts[: texts.index("<a>")])
    assert before.count("word") == 300


def test_a_pause_counts_only_when_all_text_was_taken() -> None:
    one = intake("word " * 300 + "ends here.")
    parts: list[Part] = []
    while one.untaken:
        assert one.idle_in(100.0) is None
        parts += one.take(100.0)
    assert told(parts)[-1].endswith("ends here.")
    assert one.idle_in(100.0) is None


def test_what_is_taken_again_has_the_flushes_that_nobody_was_told_of() -> None:
    one = intake("First.")
    for number in range(3):
        one.flush(str(number))
        one.append(f" More {letters(number)}.", 0.0)
    one.take(0.0)
    one.flushed()
    one.begin_again(TextLine("en"))
    assert told(one.take(0.0))[:5] == ["First.", "More a.", "<1>", "More b.", "<2>"]
    one.flushed()
    one.flushed()
    one.begin_again(TextLine("en"))
    assert not any(isinstance(part, FlushPart) for part in one.take(0.0))


async def test_a_long_text_is_read_no_further_than_it_is_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    fed: list[int] = []
    feed = TextLine.feed
    monkeypatch.setattr(TextLine, "feed", lambda line, text: fed.append(len(text)) or feed(line, text))
    async with tone_speech() as (speech, _, _):
        live = speech.speak(Utterance(LONG, pace="realtime"))
        async for event in live:
            if isinstance(event, Audio):
                break
        assert max(fed) <= 500
        assert sum(fed) < 2_000 < len(LONG)
        assert not live.waiting_for_text
        live.cancel()


async def test_others_have_a_turn_between_the_slices_of_a_text_that_makes_no_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turns = 0
    at: list[int] = []
    feed = TextLine.feed

    def counted(line: TextLine, text: str) -> object:
        at.append(turns)
        return feed(line, text)

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    monkeypatch.setattr(TextLine, "feed", counted)
    async with tone_speech() as (speech, _, _):
        task = asyncio.create_task(others())
        heard = await hear(speech.speak(Utterance("- \n" * 7_000 + "Here it is.")))
        task.cancel()
    assert heard.pcm == tones("Here it is.")
    assert len(at) > 40
    assert all(b > a for a, b in pairwise(at))


async def test_a_text_of_many_slices_is_heard_whole_with_its_flush_in_its_place() -> None:
    text, count = " ".join(SENTENCES[:40]), 40
    async with tone_speech() as (speech, _, _):
        live = speech.speak(Utterance(text, more=True))
        live.flush("here")
        live.append(" The end.")
        live.end()
        heard = await hear(live)
    events = heard.events
    place = next(number for number, event in enumerate(events) if isinstance(event, Flushed))
    before = b"".join(event.data for event in events[:place] if isinstance(event, Audio))
    assert before == tones(*SENTENCES[:count])
    assert heard.pcm == tones(*SENTENCES[:count], "The end.")
    assert heard.finished.text_sent == len(text) + len(" The end.")
