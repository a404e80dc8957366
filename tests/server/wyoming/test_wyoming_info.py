"""What `describe` says, as the library reads it."""

from __future__ import annotations

from wyoming.info import Info, TtsProgram

from tts_node.server.ports import VoiceListing
from tts_node.server.wyoming.info import describe


def program(*voices: VoiceListing, styles: tuple[str, ...] = ()) -> TtsProgram:
    event = describe(voices, styles, name="kitchen", version="1.2.3")
    info = Info.from_event(event)
    (only,) = info.tts
    return only


def test_the_program_has_a_name_that_never_changes_and_tells_whose_it_is() -> None:
    only = program()
    assert (only.name, only.installed, only.version) == ("tts-node", True, "1.2.3")
    assert only.description == "tts-node (kitchen)"
    assert only.supports_synthesize_streaming


def test_the_default_voice_comes_first_and_each_voice_before_its_styles() -> None:
    amy = VoiceListing("amy", ("en-GB",), 22_050, "piper")
    joe = VoiceListing("joe", ("en-US",), 22_050, "piper", default=True)
    names = [voice.name for voice in program(amy, joe, styles=("day", "night")).voices]
    assert names == ["joe", "joe|day", "joe|night", "amy", "amy|day", "amy|night"]


def test_a_style_has_the_languages_and_speakers_of_its_voice() -> None:
    many = VoiceListing("many", ("de-DE", "en"), 16_000, "piper", speakers=("a", "b"))
    plain, styled = program(many, styles=("night",)).voices
    assert styled.languages == plain.languages == ["de-DE", "en"]
    assert [speaker.name for speaker in styled.speakers or ()] == ["a", "b"]
    assert (plain.description, styled.description) == ("many", "many, night")


def test_a_voice_tells_its_engine_and_what_is_known_of_it() -> None:
    (voice,) = program(VoiceListing("joe", ("en",), 22_050, "piper", note="Public domain.")).voices
    assert voice.attribution.name == "piper. Public domain."
    assert voice.installed


def test_a_voice_that_knows_no_language_is_still_of_use_to_home_assistant() -> None:
    (voice,) = program(VoiceListing("odd", (), 22_050, "piper")).voices
    assert voice.languages == ["en"]
