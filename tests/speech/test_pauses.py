"""How long the silence between two segments is, by what ended the first one and what was asked for (W03)."""

from __future__ import annotations

import pytest

from tests.speech.stage import hear, tone_speech
from tests.speech.troupe import tones
from tts_node.speech.stage import LiveSettings
from tts_node.speech.utterance import Utterance

RATE = 22_050
LONG = "the kettle has been boiling for a while"


def silence(ms: float) -> bytes:
    return bytes(2 * round(ms * RATE / 1000))


@pytest.mark.parametrize(
    ("text", "first", "second", "ms"),
    [
        ("One. Two", "One.", "Two", 200),
        ("- one\n- two", "one.", "two.", 250),
        ("One.\n\nTwo", "One.", "Two", 500),
        (f"{LONG}; {LONG}", f"{LONG};", LONG, 100),
        (f"{LONG} and {LONG}", LONG, f"and {LONG}", 0),
        ('<speak>One.<break time="30ms"/>Two</speak>', "One.", "Two", 30),
    ],
    ids=("sentence", "item", "paragraph", "clause", "forced", "asked for"),
)
async def test_a_pause_is_as_long_as_what_ended_the_segment_says(
    text: str, first: str, second: str, ms: float
) -> None:
    async with tone_speech({"max_chars": 60}, live=LiveSettings(gap_ms=200.0)) as (speech, _, _):
        heard = await hear(speech.speak(Utterance(text)))
    assert heard.pcm == tones(first) + silence(ms) + tones(second)


@pytest.mark.parametrize(
    ("instruct", "ms"),
    [("with long pauses", 320), ("停顿短", 120), ("kurze Pausen", 120), ("pausas largas", 320)],
)
async def test_a_wish_for_pauses_is_in_the_sound(instruct: str, ms: float) -> None:
    async with tone_speech(live=LiveSettings(gap_ms=200.0)) as (speech, _, _):
        heard = await hear(speech.speak(Utterance("One. Two", instruct=instruct)))
    assert heard.pcm == tones("One.") + silence(ms) + tones("Two")
