"""Markup from an utterance to its sound: pauses that were asked for, warnings, and what is plain."""

from __future__ import annotations

import pytest

from tests.speech.stage import hear, tone_speech
from tests.speech.test_speech import tones
from tts_node.speech.stage import LiveSettings
from tts_node.speech.utterance import Mark, Utterance, Warned

RATE = 22_050


def silence(ms: float) -> bytes:
    return bytes(2 * round(RATE * ms / 1000.0))


async def test_a_break_of_ssml_is_as_long_as_it_says_instead_of_the_gap() -> None:
    text = '<speak>One.<break time="400ms"/>Two. Three.</speak>'
    async with tone_speech(live=LiveSettings(gap_ms=200.0)) as (speech, _, _):
        heard = await hear(speech.speak(Utterance(text, marks=True)))
    assert heard.pcm == b"".join((tones("One."), silence(400), tones("Two."), silence(200), tones("Three.")))
    marks = [event for event in heard.only(Mark) if isinstance(event, Mark) and event.level == "sentence"]
    assert [text[mark.text_start : mark.text_end] for mark in marks] == ["One.", "Two.", "Three."]
    assert heard.finished.text_sent == len(text)


async def test_a_break_at_the_beginning_is_heard_and_one_at_the_end_is_not() -> None:
    text = '<speak><break time="300ms"/>One.<break time="300ms"/></speak>'
    async with tone_speech() as (speech, _, _):
        heard = await hear(speech.speak(Utterance(text)))
    assert heard.pcm == silence(300) + tones("One.")


async def test_a_wish_that_is_not_followed_is_told_once_and_the_text_is_spoken() -> None:
    text = '<speak><shout level="strong">One.</shout> <shout>Two.</shout></speak>'
    async with tone_speech() as (speech, _, _):
        live = speech.speak(Utterance(text[:30], more=True))
        live.append(text[30:])
        live.end()
        heard = await hear(live)
    assert heard.pcm == tones("One.", "Two.")
    (warned,) = heard.only(Warned)
    assert isinstance(warned, Warned)
    assert warned.code == "ssml_ignored" and "`shout`" in warned.message


async def test_prosody_of_ssml_acts_on_the_sentences_inside_it() -> None:
    text = '<speak>One. <prosody rate="50%" pitch="+12st">One.</prosody> One.</speak>'
    async with tone_speech(live=LiveSettings(gap_ms=0.0)) as (speech, _, _):
        heard = await hear(speech.speak(Utterance(text)))
        slow = await hear(speech.speak(Utterance("One.", speed=0.5)))
    usual = tones("One.")
    assert len(slow.pcm) > 1.9 * len(usual)
    assert heard.pcm[: len(usual)] == heard.pcm[-len(usual) :] == usual
    inside = heard.pcm[len(usual) : -len(usual)]
    assert len(inside) == len(slow.pcm) and inside != slow.pcm  # and higher
    assert heard.only(Warned) == []


@pytest.mark.parametrize(
    ("text_format", "said"),
    [("auto", "One two."), ("markdown", "One two."), ("plain", "**One** two."), ("ssml", "**One** two.")],
)
async def test_the_format_of_the_text_says_what_is_markup(text_format: str, said: str) -> None:
    async with tone_speech() as (speech, _, _):
        heard = await hear(speech.speak(Utterance("**One** two.", text_format=text_format)))  # type: ignore[arg-type]
    assert heard.pcm == tones(said)


async def test_a_text_of_nothing_but_code_has_nothing_to_say() -> None:
    async with tone_speech() as (speech, _, _):
        heard = await hear(speech.speak(Utterance("```\nrm -rf x\n```")))
    (warned,) = heard.only(Warned)
    assert isinstance(warned, Warned) and warned.code == "code_skipped"
    assert heard.pcm == b""
