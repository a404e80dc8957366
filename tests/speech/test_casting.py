"""Who speaks: a voice, a speaker, a style that exist, or a refusal."""

from __future__ import annotations

import pytest

from tts_node.engines.base import EngineInfo, EngineVoice
from tts_node.errors import UnknownVoice
from tts_node.speech.casting import SpeakDefaults, StylePreset, cast
from tts_node.speech.utterance import Utterance

JOE = EngineVoice("joe", ("en-US",), 22_050, "1")
CROWD = EngineVoice("crowd", ("de-DE",), 22_050, "2", speakers=("anna", "bert"))
ENGINES = {"piper": EngineInfo("piper", "1", (JOE, CROWD))}
DEFAULTS = SpeakDefaults(styles={"night": StylePreset("softly")})


@pytest.mark.parametrize(
    "utterance",
    [
        Utterance("Hi.", speaker="nobody"),
        Utterance("Hi.", speaker="anna"),
        Utterance("Hi.", speaker="nobody", language="de"),
        Utterance("Hi.", voice="|night", speaker="nobody"),
        Utterance("Hi.", voice="joe", speaker="anna"),
        Utterance("Hi.", voice="crowd:nobody"),
    ],
)
def test_a_speaker_that_the_voice_does_not_have_is_refused(utterance: Utterance) -> None:
    with pytest.raises(UnknownVoice, match="has no speaker"):
        cast(utterance, ENGINES, DEFAULTS)


@pytest.mark.parametrize(
    ("voice", "styles", "told"),
    [
        ("night", DEFAULTS, r"no voice 'night'; there are: joe, crowd \(night is a style: `\|night`\)$"),
        ("alan", DEFAULTS, "no voice 'alan'; there are: joe, crowd$"),
        ("joe|loud", DEFAULTS, r"no style 'loud'; there are: night$"),
        ("joe|loud", SpeakDefaults(), r"no style 'loud'; `styles` of the configuration has none$"),
    ],
)
def test_a_name_that_is_not_there_is_refused_with_those_that_are(
    voice: str, styles: SpeakDefaults, told: str
) -> None:
    with pytest.raises(UnknownVoice, match=told):
        cast(Utterance("Hi.", voice=voice), ENGINES, styles)


@pytest.mark.parametrize(
    ("utterance", "voice", "speaker"),
    [
        (Utterance("Hi."), "joe", None),
        (Utterance("Hi.", speaker="bert", language="de"), "crowd", "bert"),
        (Utterance("Hi.", voice="crowd:anna"), "crowd", "anna"),
        (Utterance("Hi.", voice="crowd:anna", speaker="bert"), "crowd", "bert"),
    ],
)
def test_a_speaker_that_the_voice_has_is_taken(utterance: Utterance, voice: str, speaker: str | None) -> None:
    casting = cast(utterance, ENGINES, DEFAULTS)
    assert (casting.voice.name, casting.speaker) == (voice, speaker)


@pytest.mark.parametrize(
    ("utterance", "speed", "level_db"),
    [
        (Utterance("Hi.", voice="joe|night"), 0.85, -14.0),
        (Utterance("Hi.", voice="|night", instruct="louder"), 1.0, -4.0),
        (Utterance("Hi.", voice="|night", instruct="faster", speed=2.0), 2.36, -8.0),
        (Utterance("Hi.", voice="|news"), 1.77, 0.0),
        (Utterance("Hi.", voice="|news", speed=0.5), 0.59, 0.0),
        (Utterance("Hi."), 1.18, 0.0),
    ],
)
def test_a_request_goes_before_its_preset_and_a_preset_before_the_configuration(
    utterance: Utterance, speed: float, level_db: float
) -> None:
    styles = {"night": StylePreset("softly, slowly", level_db=-8.0), "news": StylePreset(speed=1.5)}
    defaults = SpeakDefaults(instruct="faster", styles=styles)
    style = cast(utterance, ENGINES, defaults).style.style
    assert (style.speed, style.level_db) == (pytest.approx(speed), pytest.approx(level_db))


def test_a_language_that_the_voice_does_not_know_is_told_and_one_of_its_regions_is_not() -> None:
    for language, told in (("fr", True), ("en-GB", False), ("EN_us", False), (None, False)):
        warnings = cast(Utterance("Hi.", voice="joe", language=language), ENGINES, DEFAULTS).warnings
        assert any(str(language) in warning for warning in warnings) is told


def test_a_languages_name_is_told_to_be_no_tag() -> None:
    warnings = cast(Utterance("Hi.", voice="joe", language="English"), ENGINES, DEFAULTS).warnings
    assert warnings == ("voice joe does not know the language English, which is no tag such as de or en-GB",)
