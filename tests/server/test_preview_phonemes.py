"""A preview shows phonemes where the loaded voice has them."""

from __future__ import annotations

import pytest

from tests.faults.talking import talker
from tests.served import ServedNode
from tts_node.client import connect

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

TEXT = "It is 5 km. Say [[həˈləʊ]], please."


async def test_each_segment_has_the_phonemes_that_the_voice_speaks(speaking_node: ServedNode) -> None:
    async with talker(speaking_node) as person:
        preview = await person.ask(type="preview", text=TEXT)
    first, second = preview["segments"]
    assert first["text"] == "It is five kilometers." and second["text"] == "Say [[həlˈoʊ]], please."
    assert first["phonemes"].replace("ˌ", "ˈ") == "ɪɾ ɪz fˈaɪv kɪlˈɑːmɪɾɚz."
    assert second["phonemes"] == "sˈeɪ həlˈoʊ, plˈiːz."
    assert TEXT[second["start"] : second["end"]] == "Say [[həˈləʊ]], please."


async def test_a_long_text_shows_those_of_its_beginning(speaking_node: ServedNode) -> None:
    async with connect(speaking_node.ws) as client:
        answer = await client.preview("Go. " * 300)
    shown = ["phonemes" in segment for segment in answer.segments]
    assert shown == [True] * 200 + [False] * 100


async def test_a_language_that_the_voice_does_not_know_is_told(speaking_node: ServedNode) -> None:
    async with connect(speaking_node.ws) as client:
        foreign = await client.preview("Es sind 5 km.", language="de")
        own = await client.preview("It is 5 km.", language="en-GB")
    assert foreign.segments[0]["text"] == "Es sind fünf Kilometer."
    assert foreign.warnings == ("voice joe does not know the language de",)
    assert own.warnings == ()
