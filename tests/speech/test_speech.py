"""Speech from utterance to events, on the tone engine in a real worker."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import numpy as np
import pytest

from tests.speech.stage import Heard, hear, tone_speech
from tts_node.audio.format import OutputFormat
from tts_node.engines.base import Segment, SegmentStyle
from tts_node.engines.tone import expected_pcm
from tts_node.errors import EmptyText, Restarting, TextEnded, TextTooLong, UnknownVoice, UnsupportedFormat
from tts_node.speech.cache import Cache
from tts_node.speech.casting import SpeakDefaults, StylePreset
from tts_node.speech.speech import content_seed
from tts_node.speech.stage import LiveSettings
from tts_node.speech.utterance import (
    Audio,
    Flushed,
    Mark,
    Priority,
    Queued,
    Started,
    Utterance,
)
from tts_node.text.line import preview


def tones(*texts: str, voice: str = "tone", speed: float = 1.0) -> bytes:
    """What the tone engine says for these segments."""
    style = SegmentStyle(speed=speed)
    return b"".join(
        expected_pcm(Segment(text, voice, style=style, seed=content_seed(voice, text))) for text in texts
    )


async def test_an_utterance_gives_queued_started_audio_finished_and_every_sample() -> None:
    async with tone_speech() as (speech, _, _):
        heard = await hear(speech.speak(Utterance("Dinner is ready. Come down please.")))
    kinds = [type(event) for event in heard.events]
    assert kinds[:2] == [Queued, Started] and set(kinds[2:-1]) == {Audio}
    assert heard.pcm == tones("Dinner is ready.", "Come down please.")
    assert heard.finished.reason == "complete" and heard.finished.segments == 2
    assert heard.finished.text_sent == len("Dinner is ready. Come down please.")
    assert heard.finished.audio_ms == pytest.approx(len(heard.pcm) / 2 / 22.05, abs=0.1)
    started = heard.events[1]
    assert isinstance(started, Started)
    assert (started.voice, started.engine, started.cached) == ("tone", "tone", False)
    assert (started.pcm.rate, started.pcm.width, started.pcm.channels) == (22_050, 2, 1)


async def test_eight_at_once_each_get_their_own_words() -> None:
    names = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel"]
    texts = [f"Room {name} calls room {other}." for name, other in pairwise([*names, "india"])]
    async with tone_speech({"lanes": 2}) as (speech, _, _):
        heard = await asyncio.gather(*(hear(speech.speak(Utterance(text))) for text in texts))
    assert [each.pcm for each in heard] == [tones(text) for text in texts]


async def test_two_identical_requests_at_once_are_made_once_and_both_heard() -> None:
    async with tone_speech({"front_ms": 30.0}) as (speech, _, worker):
        first, second = await asyncio.gather(
            hear(speech.speak(Utterance("The same words."))), hear(speech.speak(Utterance("The same words.")))
        )
        opened = (await worker.report())["streams"]
    assert first.pcm == second.pcm == tones("The same words.")
    assert opened == 1


async def test_one_of_two_identical_leaves_and_the_other_hears_all() -> None:
    async with tone_speech({"step_cost_ms": 5.0}) as (speech, _, _):
        leaving = speech.speak(Utterance("The same words again and again."))
        staying = asyncio.create_task(hear(speech.speak(Utterance("The same words again and again."))))
        async for event in leaving:
            if isinstance(event, Audio):
                leaving.cancel()
        assert (await staying).pcm == tones("The same words again and again.")


async def test_what_was_complete_comes_from_the_cache_without_the_engine() -> None:
    cache = Cache(memory_bytes=10_000_000)
    async with tone_speech(cache=cache) as (speech, _, worker):
        first = await hear(speech.speak(Utterance("Say it twice.")))
        second = await hear(speech.speak(Utterance("Say it twice.")))
        third = await hear(speech.speak(Utterance("Say it twice.", cache=False)))
        opened = (await worker.report())["streams"]
    assert first.pcm == second.pcm == third.pcm
    cached = [
        event.cached for each in (first, second, third) for event in each.events if isinstance(event, Started)
    ]
    assert cached == [False, True, False]
    assert opened == 2
    assert second.finished.rtf is None and second.finished.cached_segments == 1


async def test_other_voice_speed_or_words_never_come_from_the_cache() -> None:
    cache = Cache(memory_bytes=10_000_000)
    async with tone_speech(cache=cache) as (speech, _, _):
        await hear(speech.speak(Utterance("The door is open.")))
        low = await hear(speech.speak(Utterance("The door is open.", voice="tone-low")))
        fast = await hear(speech.speak(Utterance("The door is open.", speed=2.0)))
        quiet = await hear(speech.speak(Utterance("The door is open.", instruct="quietly")))
    assert low.pcm == tones("The door is open.", voice="tone-low")
    assert fast.pcm == tones("The door is open.", speed=2.0)
    assert len(quiet.pcm) == len(tones("The door is open.")) and quiet.pcm != tones("The door is open.")


async def test_text_in_pieces_is_the_same_as_whole_text() -> None:
    text = "The pH is 7.2 and the pump has 1.5 bar. All is fine."
    async with tone_speech() as (speech, _, _):
        live = speech.speak(Utterance("", more=True))
        task = asyncio.create_task(hear(live))
        for at in range(0, len(text), 3):
            live.append(text[at : at + 3])
            await asyncio.sleep(0)
        live.end()
        heard = await task
    assert heard.pcm == tones(
        "The pH is seven point two and the pump has one point five bar.", "All is fine."
    )


async def test_flush_speaks_what_is_there_and_says_when_it_was_handed_over() -> None:
    async with tone_speech() as (speech, _, _):
        live = speech.speak(Utterance("Good", more=True))
        live.append(" morning")
        live.flush("a")
        seen = []
        async for event in live:
            seen.append(event)
            if isinstance(event, Flushed):
                assert event.tag == "a"
                assert Heard(seen).pcm == tones("Good morning")
                live.append("everybody.")
                live.end()
    assert Heard(seen).pcm == tones("Good morning", "everybody.")
    with pytest.raises(TextEnded):
        live.append("more")


async def test_a_sentence_is_spoken_when_no_more_text_comes_after_it_for_a_while() -> None:
    async with tone_speech(live=LiveSettings(gap_ms=0.0, idle_flush_s=0.05)) as (speech, _, _):
        live = speech.speak(Utterance("Nobody ends this.", more=True))
        async for event in live:
            if isinstance(event, Audio):
                break
        assert live.waiting_for_text is False
        live.cancel()


async def test_cancel_is_answered_and_nothing_comes_after_it() -> None:
    async with tone_speech({"step_cost_ms": 2.0}) as (speech, runner, worker):
        live = speech.speak(Utterance("A long sentence that will never be heard to its end. " * 20))
        events = []
        async for event in live:
            events.append(event)
            if isinstance(event, Audio):
                live.cancel()
        assert Heard(events).finished.reason == "cancelled"
        assert len(Heard(events).only(Audio)) == 1
        assert speech.live_count == 0 and runner.busy_with(worker) == 0
        after = await hear(speech.speak(Utterance("OK")))
        assert after.pcm == tones("OK")


async def test_an_alert_is_heard_before_the_rest_of_a_long_reading() -> None:
    async with tone_speech({"lanes": 1, "step_cost_ms": 10.0}) as (speech, _, _):
        order: list[str] = []
        begun = asyncio.Event()

        async def listen(name: str, utterance: Utterance) -> None:
            async for event in speech.speak(utterance):
                if isinstance(event, Audio):
                    order.append(name)
                    if len(order) == 3:
                        begun.set()

        reading = Utterance("One more sentence of the book. " * 30, priority=Priority.BULK, cache=False)
        book = asyncio.create_task(listen("book", reading))
        await begun.wait()
        at = len(order)
        await listen("alert", Utterance("The doorbell.", priority=Priority.ALERT))
        assert "alert" in order[at : at + 3]
        assert order.count("book") < 60
        book.cancel()


async def test_an_interrupted_utterance_resumes_with_every_sample() -> None:
    text = "First comes this. Then comes that. And this is the end."
    whole = tones("First comes this.", "Then comes that.", "And this is the end.")
    async with tone_speech() as (speech, _, _):
        live = speech.speak(Utterance(text))
        pcm = bytearray()
        resumed = []
        interrupted = False
        async for event in live:
            if isinstance(event, Audio):
                pcm += event.data
                if not interrupted and len(pcm) > len(whole) * 2 // 3:
                    interrupted = True
                    live.played(len(whole) / 4 / 22.05)
                    at_ms = live.interrupt()
                    del pcm[round(at_ms * 22.05) * 2 :]
            elif isinstance(event, Started):
                resumed.append((event.resumed, event.from_ms))
    assert resumed == [(False, 0.0), (True, at_ms)] and 0.0 < at_ms < len(whole) / 2 / 22.05
    assert bytes(pcm) == whole


async def test_marks_point_into_the_clients_text_and_come_before_their_sound() -> None:
    text = "One two.  Three."
    async with tone_speech() as (speech, _, _):
        heard = await hear(speech.speak(Utterance(text, marks=True)))
    marks = [event for event in heard.events if isinstance(event, Mark)]
    words = [text[mark.text_start : mark.text_end] for mark in marks if mark.level == "word"]
    sentences = [text[mark.text_start : mark.text_end] for mark in marks if mark.level == "sentence"]
    assert [word.strip(".") for word in words] == ["One", "two", "Three"]
    assert sentences == ["One two.", "Three."]
    sent_ms = 0.0
    for event in heard.events:
        if isinstance(event, Audio):
            sent_ms += event.audio_ms
        elif isinstance(event, Mark) and event.level == "word":
            assert event.start_ms >= sent_ms - 0.1


async def test_a_cancelled_reply_tells_which_text_was_heard() -> None:
    text = "First comes this. Then comes that."
    async with tone_speech() as (speech, _, _):
        live = speech.speak(Utterance(text))
        heard_ms = len(tones("First comes this.")) / 2 / 22.05
        events = []
        async for event in live:
            events.append(event)
            if isinstance(event, Audio) and Heard(events).pcm == tones(
                "First comes this.", "Then comes that."
            ):
                live.played(heard_ms + 1.0)
                live.cancel()
    finished = Heard(events).finished
    assert finished.text_spoken == "First comes this." and finished.text_remaining == " Then comes that."


async def test_a_reader_that_stops_reading_stops_the_engine() -> None:
    async with tone_speech() as (speech, runner, worker):
        live = speech.speak(Utterance("Many words are waiting to be read by a very slow reader here. " * 100))
        async for event in live:
            if isinstance(event, Audio):
                break
        made = -1.0
        for _ in range(50):
            await asyncio.sleep(0.02)
            steps = (await worker.report())["steps"]
            if steps == made:
                break
            made = steps
        else:
            pytest.fail("the engine was stepped on and on")
        assert runner.busy_with(worker) > 0, "it waits, it is not done"
        live.cancel()


@pytest.mark.slow
async def test_real_time_pace_never_hands_over_more_than_it_may() -> None:
    loop = asyncio.get_running_loop()
    async with tone_speech(live=LiveSettings(gap_ms=0.0, ahead_s=0.3)) as (speech, _, _):
        sent_s, first_at, most = 0.0, 0.0, 0.0
        async for event in speech.speak(Utterance("This is a sentence of some length.", pace="realtime")):
            if isinstance(event, Audio):
                first_at = first_at or loop.time()
                most = max(most, sent_s - (loop.time() - first_at))
                sent_s += event.audio_ms / 1000.0
    assert sent_s > 1.0 and most <= 0.31


async def test_lead_in_and_tail_come_once_for_an_utterance() -> None:
    settings = LiveSettings(gap_ms=0.0, lead_in_ms=400.0, tail_ms=300.0)
    async with tone_speech(live=settings) as (speech, _, _):
        heard = await hear(speech.speak(Utterance("Door. Bell.")))
    expected = bytes(2 * 8820) + tones("Door.", "Bell.") + bytes(2 * 6615)
    assert heard.pcm == expected
    assert heard.finished.audio_ms == pytest.approx(len(expected) / 2 / 22.05, abs=0.1)


async def test_sentences_have_a_gap_and_forced_cuts_have_none() -> None:
    long_text = " ".join(["word"] * 100)
    pieces = [segment.text for segment in preview(long_text).segments]
    async with tone_speech(live=LiveSettings(gap_ms=200.0)) as (speech, _, _):
        heard = await hear(speech.speak(Utterance("One. Two.")))
        cut = await hear(speech.speak(Utterance(long_text)))
    assert heard.pcm == tones("One.") + bytes(2 * 4410) + tones("Two.")
    assert len(pieces) > 2 and cut.pcm == tones(*pieces)


@pytest.mark.parametrize(
    ("utterance", "error"),
    [
        (Utterance(""), EmptyText),
        (Utterance("   "), EmptyText),
        (Utterance("…"), EmptyText),
        (Utterance("?!"), EmptyText),
        (Utterance("🙂"), EmptyText),
        (Utterance("\n\n"), EmptyText),
        (Utterance("x" * 100_001), TextTooLong),
        (Utterance("Hi", voice="nobody"), UnknownVoice),
        (Utterance("🙂", voice="nobody"), UnknownVoice),
        (Utterance("Hi", format=OutputFormat("aiff")), UnsupportedFormat),
        (Utterance("Hi", format=OutputFormat("pcm", rate=1)), UnsupportedFormat),
    ],
)
async def test_wrong_requests_are_refused_before_anything_is_queued(
    utterance: Utterance, error: type[Exception]
) -> None:
    async with tone_speech() as (speech, _, _):
        with pytest.raises(error):
            speech.speak(utterance)
        assert speech.live_count == 0
        assert (await hear(speech.speak(Utterance("5")))).finished.reason == "complete"


async def test_empty_pieces_in_mid_stream_are_passed_over() -> None:
    async with tone_speech() as (speech, _, _):
        live = speech.speak(Utterance("", more=True))
        for piece in ("  ", "…", "🙂", "Hello.", "\n\n", "?!"):
            live.append(piece)
            live.flush()
        live.end()
        heard = await hear(live)
        nothing = speech.speak(Utterance("", more=True))
        nothing.end()
        silent = await hear(nothing)
    assert heard.pcm == tones("Hello.") and heard.finished.reason == "complete"
    assert silent.pcm == b"" and silent.finished.reason == "complete"


async def test_a_draining_node_takes_nothing_new_and_ends_what_it_has() -> None:
    async with tone_speech({"step_cost_ms": 5.0}) as (speech, _, _):
        task = asyncio.create_task(hear(speech.speak(Utterance("This is spoken to its end."))))
        await asyncio.sleep(0)
        draining = asyncio.create_task(speech.drain(30.0))
        await asyncio.sleep(0)
        with pytest.raises(Restarting):
            speech.speak(Utterance("Too late"))
        assert await draining is True
        assert (await task).pcm == tones("This is spoken to its end.")


async def test_a_style_preset_is_chosen_with_the_voice() -> None:
    styles = {"night": StylePreset(speed=0.5), "quiet": StylePreset(level_db=-20.0)}
    async with tone_speech(defaults=SpeakDefaults(styles=styles)) as (speech, _, _):
        night = await hear(speech.speak(Utterance("Good night.", voice="tone-low|night")))
        own_speed = await hear(speech.speak(Utterance("Good night.", voice="|night", speed=2.0)))
        quiet = await hear(speech.speak(Utterance("Good night.", voice="|quiet")))
        with pytest.raises(UnknownVoice, match="night, quiet"):
            speech.speak(Utterance("Good night.", voice="tone|loud"))
    assert night.pcm == tones("Good night.", voice="tone-low", speed=0.5)
    assert own_speed.pcm == tones("Good night.", speed=2.0)
    plain = np.frombuffer(tones("Good night."), "<i2")
    assert np.frombuffer(quiet.pcm, "<i2") == pytest.approx(plain / 10.0, abs=1.0)
