"""In which language an utterance is spoken that names none."""

from __future__ import annotations

import pytest

from tests.speech.stage import hear, tone_speech
from tests.speech.test_speech import tones
from tts_node.engines.base import EngineInfo, EngineVoice
from tts_node.speech.casting import SpeakDefaults, cast
from tts_node.speech.utterance import Started, Utterance

MANY = {"name": "tone", "languages": ["zh-CN", "en-US", "de-DE"]}


@pytest.mark.parametrize(
    ("languages", "cast_in"),
    [
        (("en-US",), "en-US"),
        (("en-US", "en-GB"), "en-US"),
        (("zh_CN", "zh-TW"), "zh_CN"),
        (("zh", "en"), None),
        ((), None),
    ],
)
def test_a_voice_of_one_language_speaks_it_and_one_of_many_asks_the_text(
    languages: tuple[str, ...], cast_in: str | None
) -> None:
    engines = {"one": EngineInfo("one", "1", (EngineVoice("one", languages, 22_050, "1"),))}
    assert cast(Utterance("今天很热。"), engines, SpeakDefaults()).language == cast_in


def test_what_request_or_configuration_say_is_not_looked_for() -> None:
    engines = {"one": EngineInfo("one", "1", (EngineVoice("one", ("zh", "en", "de"), 22_050, "1"),))}
    assert cast(Utterance("今天", language="de"), engines, SpeakDefaults()).language == "de"
    assert cast(Utterance("今天"), engines, SpeakDefaults(language="en-GB")).language == "en-GB"


@pytest.mark.parametrize(
    ("text", "said", "language"),
    [
        ("今天 25℃。", ["今天二十五摄氏度。"], "zh-CN"),
        ("It is 25 °C today.", ["It is twenty-five degrees Celsius today."], "en-US"),
        ("Es sind heute 2 °C.", ["Es sind heute zwei Grad Celsius."], "de-DE"),
        ("今天很热。It is 25 °C today.", ["今天很热。", "It is twenty-five degrees Celsius today."], "zh-CN"),
        ("25 °C", ["二十五摄氏度"], "zh-CN"),
    ],
)
async def test_each_sentence_is_read_in_its_own_language_and_the_start_tells_that_of_the_first(
    text: str, said: list[str], language: str
) -> None:
    async with tone_speech({"voices": [MANY]}) as (speech, _, _):
        heard = await hear(speech.speak(Utterance(text)))
    assert heard.pcm == b"".join(tones(sentence) for sentence in said)
    (started,) = heard.only(Started)
    assert isinstance(started, Started)
    assert started.language == language


SEEMS_GERMAN = "the text seems to be in the language de, which voice tone does not know"


@pytest.mark.parametrize(
    ("utterance", "warnings"),
    [
        (Utterance("Die Waschmaschine ist fertig."), (SEEMS_GERMAN,)),
        (Utterance("<speak><s>Die Tür ist offen.</s></speak>"), (SEEMS_GERMAN,)),
        (Utterance("The washing machine has finished."), ()),
        (Utterance("<speak><p>The door <break time='1s'/> is open.</p></speak>"), ()),
        (Utterance("25 °C"), ()),
        (Utterance("Die Waschmaschine ist fertig.", language="en"), ()),
        (Utterance("Hello there.", language="de"), ("voice tone does not know the language de",)),
    ],
)
async def test_a_text_in_a_language_that_the_voice_does_not_know_is_spoken_with_a_warning(
    utterance: Utterance, warnings: tuple[str, ...]
) -> None:
    english = {"name": "tone", "languages": ["en-US"]}
    async with tone_speech({"voices": [english]}) as (speech, _, _):
        heard = await hear(speech.speak(utterance))
    assert heard.finished.reason == "complete"
    (started,) = heard.only(Started)
    assert isinstance(started, Started)
    assert started.warnings == warnings
