"""The household's words from an utterance to its sound, where they are sounds themselves."""

from __future__ import annotations

import pytest

from tests.speech.stage import hear, tone_speech
from tests.speech.test_speech import tones
from tts_node.lexicon.file import parse
from tts_node.speech.stage import LiveSettings
from tts_node.speech.utterance import Utterance, Warned
from tts_node.text.lexicon import Lexicon

WORDS = parse(
    "words: {any: {Nguyen: {ipa: ŋwiən, say: Nujen}, Kat: {ipa: kæt}, 重庆: {pinyin: chong2 qing4}}}"
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Nguyen's here.", "Nujen's here."),
        ("Kat's here.", "Kat's here."),
        ("我在重庆。", "我在重庆。"),
    ],
)
async def test_a_voice_that_takes_no_sounds_says_the_words_and_the_client_is_told(
    text: str, said: str
) -> None:
    async with tone_speech(live=LiveSettings(lexicon=lambda: WORDS)) as (speech, _, _):
        heard = await hear(speech.speak(Utterance(text)))
    assert heard.pcm == tones(said)
    (warned,) = heard.only(Warned)
    assert isinstance(warned, Warned) and warned.code == "pronunciation_ignored"


async def test_each_text_is_spoken_with_the_words_of_its_beginning() -> None:
    held = [Lexicon()]
    async with tone_speech(live=LiveSettings(lexicon=lambda: held[0])) as (speech, _, _):
        assert (await hear(speech.speak(Utterance("Lars.")))).pcm == tones("Lars.")
        held[0] = parse("words: {any: {Lars: Larsch}}")
        assert (await hear(speech.speak(Utterance("Lars.")))).pcm == tones("Larsch.")
        held[0] = Lexicon()
        assert (await hear(speech.speak(Utterance("Lars.")))).pcm == tones("Lars.")
