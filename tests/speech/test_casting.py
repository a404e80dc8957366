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
