"""Corners of an utterance: sentences without sound, and turns lost at awkward moments."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from tests.speech.stage import hear, tone_speech
from tts_node.engines.base import Chunk, Segment
from tts_node.engines.tone import expected_pcm
from tts_node.errors import EmptyText, NotReady, Restarting
from tts_node.speech.speech import Speech, content_seed
from tts_node.speech.stage import LiveSettings
from tts_node.speech.utterance import Audio, Event, Flushed, Mark, Utterance, Warned

GAP = bytes(2 * 4410)


def tones(*texts: str) -> bytes:
    return b"".join(expected_pcm(Segment(text, "tone", seed=content_seed("tone", text))) for text in texts)


async def test_a_sentence_of_which_the_engine_speaks_nothing_is_passed_over() -> None:
    text = "Before it. !empty then. After it."
    async with tone_speech({"faults": True}, live=LiveSettings(gap_ms=200.0)) as (speech, _, _):
        heard = await hear(speech.speak(Utterance(text, marks=True)))
        first = await hear(speech.speak(Utterance("!empty then. After it.")))
        last = await hear(speech.speak(Utterance("Before it. !empty then.")))
    assert heard.pcm == tones("Before it.") + GAP + tones("After it.")
    assert heard.finished.reason == "complete" and heard.finished.text_sent == len(text)
    sentences = [text[m.text_start : m.text_end] for m in heard.only(Mark) if m.level == "sentence"]
    assert sentences == ["Before it.", "After it."]
    assert (first.pcm, last.pcm) == (tones("After it."), tones("Before it."))


async def test_a_text_of_which_the_engine_speaks_nothing_at_all_is_empty() -> None:
    async with tone_speech({"faults": True}) as (speech, _, _):
        heard = await hear(speech.speak(Utterance("!empty one. !empty two.")))
        open_text = speech.speak(Utterance("!empty one.", more=True))
        open_text.end()
        silent = await hear(open_text)
    assert (heard.finished.reason, heard.finished.error_code) == ("error", EmptyText.code)
    assert heard.pcm == b""
    # Text that comes in pieces may well have nothing to say.
    assert (silent.finished.reason, silent.pcm) == ("complete", b"")


async def test_an_interruption_in_the_lead_in_loses_no_sentence() -> None:
    settings = LiveSettings(gap_ms=0.0, lead_in_ms=400.0)
    async with tone_speech(live=settings) as (speech, _, _):
        live = speech.speak(Utterance("First comes this. Then comes that."))
        pcm, interrupted = bytearray(), False
        async for event in live:
            if isinstance(event, Audio):
                pcm += event.data
                if not interrupted and len(pcm) > len(tones("First comes this.")) + 2 * 8820:
                    interrupted = True
                    live.played(100.0)
                    assert live.interrupt() == 100.0
                    del pcm[2 * 2205 :]
    assert interrupted
    assert bytes(pcm) == bytes(2 * 2205) + tones("First comes this.", "Then comes that.")


async def test_an_utterance_that_a_stopping_node_ends_says_when_to_come_back() -> None:
    async with tone_speech() as (speech, _, _):
        live = speech.speak(Utterance("Hello."))
        await speech.close()
        finished = (await hear(live)).finished
    assert (finished.error_code, finished.retryable) == (Restarting.code, True)
    assert finished.retry_after_ms is not None and finished.retry_after_ms > 0


async def test_a_node_without_an_engine_is_not_ready_rather_than_without_the_voice() -> None:
    with pytest.raises(NotReady):
        Speech({}, cache=None).speak(Utterance("Hello."))


async def test_a_flush_is_told_once_though_an_interruption_goes_back_behind_it() -> None:
    async with tone_speech() as (speech, _, _):
        live = speech.speak(Utterance("First comes this.", more=True))
        live.flush("a")
        live.append(" Then comes that.")
        live.flush("b")
        events: list[Event] = []
        async for event in live:
            events.append(event)
            if isinstance(event, Flushed) and event.tag == "a":
                live.played(100.0)
                assert live.interrupt() == 100.0
            elif isinstance(event, Flushed) and event.tag == "b":
                live.played(0.0)
                assert live.interrupt() == 0.0
                live.flush("c")
                live.end()
    assert [event.tag for event in events if isinstance(event, Flushed)] == ["a", "b", "c"]
    last = events.index(Flushed("b"))
    again = b"".join(event.data for event in events[last:] if isinstance(event, Audio))
    assert again == tones("First comes this.", "Then comes that.")


async def test_an_interruption_drops_sound_and_nothing_that_is_said_once() -> None:
    async with tone_speech() as (speech, _, _):
        live = speech.speak(Utterance("First comes this.", more=True))
        live.flush("a")
        async for event in live:
            if isinstance(event, Audio):
                break
        live._outbox.extend([Audio(b"", 10.0), Warned("x", "y"), Flushed("b"), Mark("word", 0, 1, 0.0, 1.0)])
        live.interrupt()
        assert list(live._outbox) == [Warned("x", "y"), Flushed("b")]


async def test_nobody_has_played_what_was_not_read_yet() -> None:
    async with tone_speech() as (speech, _, _):
        live = speech.speak(Utterance("First comes this, and it is a rather long one."))
        read_ms = 0.0
        async for event in live:
            if isinstance(event, Audio):
                read_ms += event.audio_ms
                if read_ms > 600.0:
                    break
        live._sounding._emit((bytes(4410), 0.1))  # made, and not read
        live.played(1e9)
        assert live.interrupt() == pytest.approx(read_ms, abs=0.05)


async def test_what_was_heard_long_ago_is_forgotten_and_what_may_come_again_is_not() -> None:
    count = 300
    async with tone_speech() as (speech, _, _):
        live = speech.speak(Utterance("This is one of many. " * count))
        sent_ms, most, at_ms = 0.0, 0, None
        sound = bytearray()
        async for event in live:
            if isinstance(event, Audio):
                sent_ms += event.audio_ms
                sound += event.data
                live.played(sent_ms)
                most = max(most, len(live._place._parts))
                if at_ms is None and sent_ms > 200_000.0:
                    live.played(sent_ms - 30_000.0)
                    at_ms = live.interrupt()
                    assert at_ms == pytest.approx(sent_ms - 30_000.0, abs=0.05)
                    sent_ms = at_ms
                    del sound[round(at_ms * 22.05) * 2 :]
    assert at_ms is not None
    assert bytes(sound) == tones("This is one of many.") * count
    each_s = len(tones("This is one of many.")) / 2 / 22_050
    assert most < 60.0 / each_s + 2 * 64 + 20 < count


async def test_flushes_of_nothing_leave_nothing_behind() -> None:
    async with tone_speech() as (speech, _, _):
        live = speech.speak(Utterance("", more=True))
        told = 0
        for number in range(2_000):
            live.flush(str(number))
            async for event in live:
                if isinstance(event, Flushed):
                    told += 1
                    break
        assert told == 2_000
        assert len(live._place._parts) + len(live._intake._flushes) + len(live._intake._pieces) == 0


async def test_eight_at_once_are_all_heard_before_anybody_gets_a_second_chunk() -> None:
    settings = {"front_ms": 5.0, "step_cost_ms": 5.0, "chunk_ms": 2_000.0, "ms_per_char": 200.0}
    texts = [f"Number {word} of eight has a lot of things to tell." for word in "abcdefgh"]
    async with tone_speech(settings) as (speech, _, worker):
        stepped: list[int] = []
        step = worker.step

        async def noted(streams: Sequence[int], budget_ms: float) -> list[Chunk]:
            stepped.extend(streams)
            return await step(streams, budget_ms)

        worker.step = noted  # type: ignore[method-assign]
        heard = await asyncio.gather(*(hear(speech.speak(Utterance(text, cache=False))) for text in texts))
    assert [each.finished.reason for each in heard] == ["complete"] * 8
    assert len(stepped) > 3 * 8
    assert sorted(stepped[:16]) == sorted(2 * list(dict.fromkeys(stepped))), "front and first chunk of each"
