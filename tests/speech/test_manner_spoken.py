"""What SSML asks for beside its words, from an utterance to its sound."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.speech.stage import Heard, hear, tone_speech
from tests.speech.test_live_scripted import SOUND, scripted
from tests.speech.test_speech import tones
from tts_node.engines.base import Chunk, EngineMark, Segment, Turn
from tts_node.engines.tone import expected_pcm
from tts_node.speech.cache import Cache
from tts_node.speech.levels import sample_at, steps
from tts_node.speech.speech import content_seed
from tts_node.speech.stage import LiveSettings
from tts_node.speech.utterance import Audio, Event, Finished, Flushed, Mark, Queued, Utterance, Warned
from tts_node.text.markup.prosody import EMPHASIS, SILENT_DB
from tts_node.text.spans import Spans
from tts_node.text.split import TextSegment
from tts_node.text.split import Turn as TextTurn

RATE = 22_050


def loudness(pcm: bytes) -> float:
    """Root mean square in decibels, of what is sound."""
    x = np.frombuffer(pcm, "<i2").astype(np.float64)
    return 10.0 * math.log10(float(np.mean(x**2)) + 1e-9)


def inner(pcm: bytes) -> bytes:
    """Without the ramps at its ends."""
    edge = 2 * round(RATE * 0.012)
    return pcm[edge:-edge]


def in_parts(pcm: bytes, *sizes: int) -> list[bytes]:
    parts, at = [], 0
    for size in sizes:
        parts.append(pcm[at : at + size])
        at += size
    assert at == len(pcm)
    return parts


async def spoken(text: str, **wishes: object) -> Heard:
    async with tone_speech() as (speech, _, _):
        return await hear(speech.speak(Utterance(f"<speak>{text}</speak>", **wishes)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("volume", "louder"), [("loud", 4.0), ("+8dB", 8.0), ("soft", -6.0), ("50", -6.02), ("x-soft", -12.0)]
)
async def test_a_volume_holds_for_its_sentences_and_no_longer(volume: str, louder: float) -> None:
    heard = await spoken(f'One. <prosody volume="{volume}">One.</prosody> One.')
    one = tones("One.")
    before, inside, after = in_parts(heard.pcm, len(one), len(one), len(one))
    assert before == one and after[1_000:] == one[1_000:]
    assert loudness(inner(inside)) - loudness(inner(one)) == pytest.approx(louder, abs=0.1)
    assert heard.only(Warned) == []


async def test_a_silent_sentence_takes_its_time() -> None:
    heard = await spoken('One. <prosody volume="silent">One.</prosody> One.')
    one = tones("One.")
    before, inside, after = in_parts(heard.pcm, len(one), len(one), len(one))
    assert before == one and after[1_000:] == one[1_000:]
    assert not any(inner(inside))


async def test_a_volume_comes_after_the_cache() -> None:
    cache = Cache(memory_bytes=10_000_000)
    async with tone_speech(cache=cache) as (speech, _, _):
        first = await hear(speech.speak(Utterance("<speak>One.</speak>")))
        loud = await hear(speech.speak(Utterance('<speak><prosody volume="loud">One.</prosody></speak>')))
    assert (first.finished.cached_segments, loud.finished.cached_segments) == (0, 1)
    assert loudness(loud.pcm) > loudness(first.pcm) + 3.5


async def test_emphasis_is_slower_and_louder_and_less_of_it_faster_and_softer() -> None:
    one = tones("One.")
    for level in ("strong", "moderate", "reduced", "none"):
        heard = await spoken(f'<emphasis level="{level}">One.</emphasis>')
        asked = EMPHASIS[level]
        assert len(heard.pcm) / len(one) == pytest.approx(1.0 / asked.speed, rel=0.01)
        louder = loudness(inner(heard.pcm)) - loudness(inner(one))
        assert louder == pytest.approx(asked.level_db, abs=0.2)


async def test_too_loud_is_limited() -> None:
    heard = await spoken('<prosody volume="+12dB">One.</prosody> One.')
    assert int(np.max(np.abs(np.frombuffer(heard.pcm, "<i2").astype(int)))) <= 29_205
    assert heard.pcm[-3_000:] == tones("One.")[-3_000:]


# --- a part of a sentence -----------------------------------------------------------------------------------


async def test_a_stressed_word_is_slower_and_louder_and_its_sentence_one() -> None:
    text = "One two <emphasis level='strong'>three</emphasis> four."
    heard = await spoken(text, marks=True)
    said = "One two three four."
    turned = Segment(said, "tone", seed=content_seed("tone", said), turns=(Turn(8, 13, 0.8),))
    engine = expected_pcm(turned)
    assert len(heard.pcm) == len(engine) and heard.finished.segments == 1
    louder = {}
    for mark in heard.only(Mark):
        assert isinstance(mark, Mark)
        if mark.level == "word":
            cut = slice(*(2 * round(ms * RATE / 1000.0) for ms in (mark.start_ms, mark.end_ms)))
            louder[mark.text_start] = loudness(inner(heard.pcm[cut])) - loudness(inner(engine[cut]))
    at = text.index("three") + len("<speak>")
    assert louder.pop(at) == pytest.approx(5.0, abs=0.1)
    assert list(louder.values()) == pytest.approx([0.0, 0.0, 0.0], abs=0.01)
    gain = np.frombuffer(heard.pcm, "<i2") / np.maximum(1, np.abs(np.frombuffer(engine, "<i2")))
    assert float(np.max(np.abs(gain))) < 10 ** (5.0 / 20.0) * 1.01


async def test_a_level_inside_a_sentence_makes_no_other_cache_entry_and_a_speed_does() -> None:
    async with tone_speech(cache=Cache(memory_bytes=10_000_000)) as (speech, _, _):
        cached = [
            (
                await hear(speech.speak(Utterance(f"<speak>One {word} three.</speak>")))
            ).finished.cached_segments
            for word in (
                "two",
                '<prosody volume="loud">two</prosody>',
                '<prosody rate="slow">two</prosody>',
                '<prosody rate="slow" volume="soft">two</prosody>',
            )
        ]
    assert cached == [0, 1, 0, 1]


async def test_a_voice_that_cannot_turn_speaks_the_part_by_itself_without_a_pause() -> None:
    steady = {"voices": [{"name": "tone", "supports": ["speed"]}]}
    async with tone_speech(steady, live=LiveSettings(gap_ms=500.0)) as (speech, _, _):
        heard = await hear(
            speech.speak(Utterance("<speak>One <prosody volume='loud'>two</prosody> four.</speak>"))
        )
    one, two, four = tones("One"), tones("two"), tones("four.")
    before, inside, after = in_parts(heard.pcm, len(one), len(two), len(four))
    assert before == one and after[1_000:] == four[1_000:]
    assert loudness(inner(inside)) - loudness(inner(two)) == pytest.approx(4.0, abs=0.2)


async def test_levels_come_again_where_they_were_after_an_interruption() -> None:
    text = "<speak>One <prosody volume='soft'>two two two two two two</prosody> three.</speak>"
    async with tone_speech() as (speech, _, _):
        whole = await hear(speech.speak(Utterance(text)))
        live = speech.speak(Utterance(text))
        async for event in live:
            if isinstance(event, Audio):
                break
        live.played(700.0)
        at = 2 * round(live.interrupt() * RATE / 1000.0)
        rest = await hear(live)
    assert len(rest.pcm) == len(whole.pcm) - at
    assert inner(rest.pcm) == inner(whole.pcm[at:])


# --- places -------------------------------------------------------------------------------------------------

WORDS = (EngineMark(0, 3, 100, 400), EngineMark(4, 8, 500, 900), EngineMark(9, 12, 1_000, 1_300))
"""Of "one five two"."""


@pytest.mark.parametrize(
    ("offset", "sample"), [(0, 100), (1, 200), (3, 500), (4, 500), (6, 700), (9, 1_000), (12, 1_500)]
)
def test_a_place_is_that_of_its_word_and_inside_one_by_proportion(offset: int, sample: int) -> None:
    assert sample_at(offset, 12, WORDS, 1_500) == sample


def test_a_place_is_not_known_before_its_word() -> None:
    assert sample_at(9, 12, WORDS[:2], None) is None
    assert sample_at(5, 12, (), None) is None
    assert [sample_at(offset, 12, (), 1_200) for offset in (0, 6, 12)] == [0, 600, 1_200]


def segment(level_db: float, *turns: TextTurn) -> TextSegment:
    return TextSegment(Spans.of("one five two"), 0, 12, "end", level_db=level_db, turns=turns)


def test_levels_follow_the_words() -> None:
    turned = segment(0.0, TextTurn(4, 8, level_db=4.0))
    assert steps(turned, WORDS, None, 0, 450) == [(0, 0.0)]
    assert steps(turned, WORDS, None, 450, 1_100) == [(0, 0.0), (50, 4.0), (550, 0.0)]
    assert steps(turned, WORDS, None, 600, 800) == [(0, 4.0)]
    assert steps(turned, WORDS, None, 1_000, 1_500) == [(0, 0.0)]


def test_turns_side_by_side_and_at_the_edges() -> None:
    turned = segment(-6.0, TextTurn(0, 3, level_db=6.0), TextTurn(4, 12, level_db=SILENT_DB))
    assert steps(turned, WORDS, 1_400, 0, 1_400) == [(0, 0.0), (500, SILENT_DB)]


# --- marks --------------------------------------------------------------------------------------------------


def named(heard: Heard) -> list[tuple[str | None, int, float]]:
    marks = [event for event in heard.only(Mark) if isinstance(event, Mark) and event.level == "mark"]
    assert all(mark.text_start == mark.text_end and mark.start_ms == mark.end_ms for mark in marks)
    return [(mark.name, mark.text_start, mark.start_ms) for mark in marks]


async def test_marks_come_in_their_order_with_their_time_though_nobody_asked_for_others() -> None:
    text = (
        '<speak><mark name="a"/>One <mark name="b"/><mark name="b"/>two. '
        'Th<mark name="in"/>ree.<break time="300ms"/><mark name="c"/>Four.<mark name="end"/></speak>'
    )
    async with tone_speech() as (speech, _, _):
        heard = await hear(speech.speak(Utterance(text)))
        with_words = await hear(speech.speak(Utterance(text, marks=True)))
    places = [text.index(f'<mark name="{name}"/>') for name in ("a", "b", "in", "c", "end")]
    found = named(heard)
    assert [name for name, _, _ in found] == ["a", "b", "b", "in", "c", "end"]
    assert [place for _, place, _ in found] == [places[0], places[1], places[1] + 16, *places[2:]]
    assert len(heard.only(Mark)) == 6
    starts = {
        text[mark.text_start : mark.text_end]: mark
        for mark in with_words.only(Mark)
        if isinstance(mark, Mark) and mark.level == "word"
    }
    three = next(mark for word, mark in starts.items() if word.endswith("ree."))
    times = [time for _, _, time in found]
    assert times == pytest.approx(
        [
            0.0,
            starts["two."].start_ms,
            starts["two."].start_ms,
            three.start_ms + (three.end_ms - three.start_ms) * 2 / 6,
            starts["Four."].start_ms,
            heard.finished.audio_ms,
        ],
        abs=0.1,
    )
    assert [mark[:2] for mark in named(with_words)] == [mark[:2] for mark in found]


async def test_a_mark_comes_before_the_sound_of_its_word() -> None:
    heard = await spoken('One two three four five <mark name="six"/>six seven.')
    (at,) = [index for index, event in enumerate(heard.events) if isinstance(event, Mark)]
    before_ms = sum(event.audio_ms for event in heard.events[:at] if isinstance(event, Audio))
    ((_, _, time_ms),) = named(heard)
    assert before_ms <= time_ms < before_ms + 250.0


async def test_a_mark_before_a_flush_comes_before_its_answer_and_without_sound_there_is_none() -> None:
    async with tone_speech() as (speech, _, _):
        live = speech.speak(Utterance('<speak><mark name="a"/>', more=True))
        live.flush("nothing yet")
        live.append('One.<mark name="b"/>')
        live.flush("one")
        live.append('<mark name="c"/>')
        live.end()
        heard = await hear(live)
        silent = speech.speak(Utterance('<speak><mark name="a"/>', more=True))
        silent.end()
        unheard = await hear(silent)
    told = [
        event.name if isinstance(event, Mark) else event.tag
        for event in heard.events
        if isinstance(event, Mark | Flushed)
    ]
    assert told == ["nothing yet", "a", "b", "one", "c"]
    assert [type(event) for event in unheard.events] == [Queued, Finished]


async def test_marks_of_a_sentence_of_which_the_engine_speaks_nothing_come_where_it_would_be() -> None:
    text = '<speak>One. <mark name="a"/>!empty <mark name="b"/>two. <mark name="c"/>Three.</speak>'
    async with tone_speech({"faults": True}) as (speech, _, _):
        one = await hear(speech.speak(Utterance("<speak>One.</speak>")))
        heard = await hear(speech.speak(Utterance(text)))
    assert [name for name, _, _ in named(heard)] == ["a", "b", "c"]
    assert [time for _, _, time in named(heard)][:2] == [one.finished.audio_ms] * 2


async def test_marks_of_what_is_spoken_again_come_again_and_no_others() -> None:
    text = '<speak>One. <mark name="a"/>Two two two <mark name="b"/>two. <mark name="c"/>Three.</speak>'
    async with tone_speech() as (speech, _, _):
        whole = await hear(speech.speak(Utterance(text)))
        times = {name: time for name, _, time in named(whole)}
        live = speech.speak(Utterance(text))
        events: list[Event] = []
        async for event in live:
            events.append(event)
            if isinstance(event, Mark) and event.name == "c":
                break
        live.played(times["b"] - 50.0)
        at_ms = live.interrupt()
        rest = await hear(live)
    assert [name for name, _, _ in named(Heard(events))] == ["a", "b", "c"]
    assert times["a"] < at_ms < times["b"]
    assert [name for name, _, _ in named(rest)] == ["b", "c"]
    assert [time for _, _, time in named(rest)] == pytest.approx([times["b"], times["c"]], abs=0.1)


async def test_where_nobody_tells_words_a_mark_is_placed_by_proportion() -> None:
    speech = scripted(Chunk(0, 0, SOUND), Chunk(0, 1, SOUND, end=True))
    heard = await hear(
        speech.speak(Utterance('<speak>Nobody tells where a word is, <mark name="m"/>not even this.</speak>'))
    )
    ((name, _, time_ms),) = named(heard)
    assert name == "m" and time_ms == pytest.approx(2_000.0 * 30 / 44, abs=0.1)


async def test_a_mark_of_a_cancelled_text_does_not_come() -> None:
    async with tone_speech() as (speech, _, _):
        live = speech.speak(Utterance('<speak>One. <mark name="a"/>Two.</speak>'))
        async for event in live:
            if isinstance(event, Audio):
                live.cancel()
                break
        assert named(await hear(live)) == []
