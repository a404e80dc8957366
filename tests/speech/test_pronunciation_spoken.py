"""Pronunciation marks from an utterance to its sound: what a voice takes, warnings, marks, and the cache."""

from __future__ import annotations

from pathlib import Path

from tests.speech.stage import hear, tone_speech
from tests.speech.test_speech import tones
from tts_node.speech.cache import Cache
from tts_node.speech.utterance import Mark, Utterance, Warned
from tts_node.text.pronounced import Pronunciation, aside, mark

ABLE = {"name": "tone", "supports": ["speed", "ipa", "arpabet", "breath"], "languages": ["en"]}
TOMATO = '<speak>A <phoneme ph="{}">tomato</phoneme> today.</speak>'


async def test_a_voice_without_phonemes_says_the_written_word_and_the_client_is_told_once() -> None:
    text = TOMATO.format("təˈmɑːtəʊ")
    async with tone_speech() as (speech, _, _):
        heard = await hear(speech.speak(Utterance(text + " " + text)))
    assert heard.pcm == tones("A tomato today.") * 2
    (warned,) = heard.only(Warned)
    assert isinstance(warned, Warned)
    assert warned.code == "pronunciation_ignored" and "tone" in warned.message


async def test_no_bracket_is_given_to_a_voice_without_phonemes() -> None:
    async with tone_speech() as (speech, _, _):
        heard = await hear(speech.speak(Utterance("Say [[həˈləʊ]], [M][AY0][N] and [breath] go.")))
    assert heard.pcm == tones("Say haloh, myn and go.")


async def test_a_voice_gets_each_mark_as_it_takes_it() -> None:
    async with tone_speech({"voices": [ABLE]}) as (speech, _, _):
        heard = await hear(speech.speak(Utterance("Say [[həˈləʊ]], [M][AY0][N], [h][ào], [breath] go.")))
    said = (
        f"Say {mark(Pronunciation('həˈləʊ'))}, {mark(Pronunciation('M AY0 N', 'arpabet'))}, "
        f"{mark(Pronunciation('xɑʊ˥˩'))}, {aside('breath')} go."
    )
    assert heard.pcm == tones(said)
    assert heard.only(Warned) == []


async def test_marks_in_time_lead_to_the_clients_own_letters() -> None:
    text = "Say [[həˈləʊ]] and " + TOMATO.format("təˈmɑːtəʊ")
    for settings in ({}, {"voices": [ABLE]}):
        async with tone_speech(settings) as (speech, _, _):
            heard = await hear(speech.speak(Utterance(text, marks=True)))
        words = [event for event in heard.only(Mark) if isinstance(event, Mark) and event.level == "word"]
        said = [text[event.text_start : event.text_end] for event in words]
        assert said == ["Say", "[[həˈləʊ]]", "and", "A", "tomato", "today."]


async def test_another_pronunciation_is_another_sound_in_the_cache(tmp_path: Path) -> None:
    cache = Cache(memory_bytes=10_000_000)
    async with tone_speech({"voices": [ABLE]}, cache=cache) as (speech, _, _):
        takes = [
            await hear(speech.speak(Utterance(TOMATO.format(sounds))))
            for sounds in ("təˈmɑːtəʊ", "təˈmeɪtoʊ", "təˈmɑːtəʊ")
        ]
    assert takes[0].pcm == takes[2].pcm != takes[1].pcm
    assert [take.finished.cached_segments for take in takes] == [0, 0, 1]


async def test_a_voice_of_the_kokoro_family_gets_its_own_symbols() -> None:
    able = {"name": "tone", "supports": ["misaki"], "phonemes": "həlˈOmInut", "languages": ["en-US"]}
    async with tone_speech({"voices": [able]}) as (speech, _, _):
        heard = await hear(speech.speak(Utterance("Say [[həˈləʊ]], [M][AY0][N][UW1][T].")))
    said = f"Say {mark(Pronunciation('həlˈO', 'misaki'))}, {mark(Pronunciation('mInˈut', 'misaki'))}."
    assert heard.pcm == tones(said)
    assert heard.only(Warned) == []
