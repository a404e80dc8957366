"""What is asked of Home Assistant is heard: by action, address and assistant, and while it is written."""

from __future__ import annotations

import pytest
import yaml

from tests_home.conftest import ACTION
from tests_home.house import House, until
from tests_home.sound import Sound, decode

pytestmark = [pytest.mark.slow, pytest.mark.timeout(500)]

TEXT = "Dinner is ready, please come down to the kitchen."
PLAYER = "media_player.loudspeaker"
SATELLITE = {
    "preferred_format": "wav",
    "preferred_sample_rate": 16_000,
    "preferred_sample_channels": 1,
    "preferred_sample_bytes": 2,
}
"""What Home Assistant's own satellites ask for."""
SECONDS = (1.5, 6.0)
"""How long `TEXT` is, at least and at most."""


def right(sound: Sound, text: str = TEXT) -> bool:
    """It is speech, of that length, and understood."""
    return SECONDS[0] < sound.seconds < SECONDS[1] and sound.loudness > 0.01 and sound.word_errors(text) == 0


def spoken(house: House, entity: str, message: str, **options: object) -> Sound:
    asked = {"engine_id": entity, "message": message, "cache": False, "options": options}
    return decode(house.fetch(house.post("/api/tts_get_url", asked)["path"]).content)


def test_tts_speak_as_on_the_page_is_heard_from_a_media_player(house: House, entity: str) -> None:
    action = yaml.safe_load(ACTION)
    assert action["target"] == {"entity_id": entity}
    house.act(action["action"], **action["target"], **action["data"])
    playing = until(
        lambda: state if (state := house.state(PLAYER))["state"] == "playing" else None, 30, "it plays"
    )
    told = playing["attributes"]
    assert (told["mime_type"], told["announce"]) == ("audio/mpeg", True)
    answer = house.fetch(told["url"])
    assert answer.headers["content-type"] == "audio/mpeg"
    assert right(decode(answer.content))


@pytest.mark.parametrize(
    ("options", "codec", "rate"),
    [
        ({"preferred_format": "wav"}, "pcm_s16le", 22_050),
        ({"preferred_format": "mp3"}, "mp3float", 22_050),
        (SATELLITE, "pcm_s16le", 16_000),
    ],
    ids=["wav", "mp3", "wav for satellites"],
)
def test_an_address_leads_to_speech_in_the_wanted_format(
    house: House, entity: str, options: dict[str, object], codec: str, rate: int
) -> None:
    sound = spoken(house, entity, TEXT, **options)
    assert (sound.codec, sound.rate, sound.channels) == (codec, rate, 1)
    assert right(sound)


def test_a_style_is_a_voice_of_its_own(house: House, entity: str) -> None:
    plain = spoken(house, entity, TEXT, preferred_format="wav", voice="joe")
    night = spoken(house, entity, TEXT, preferred_format="wav", voice="joe|night")
    assert night.seconds > 1.1 * plain.seconds


def test_a_voice_that_the_node_does_not_have_is_told_in_home_assistants_log(
    house: House, entity: str
) -> None:
    asked = {"engine_id": entity, "message": TEXT, "cache": False, "options": {"voice": "nobody"}}
    path = house.post("/api/tts_get_url", asked)["path"]
    with pytest.raises(Exception, match="500"):
        house.fetch(path)
    assert "nobody" in house.log


def test_the_assistant_speaks_with_the_voice_of_its_pipeline(house: House, entity: str) -> None:
    (engine,) = [one for one in house.command("tts/engine/list")["providers"] if one["engine_id"] == entity]
    pipeline = house.command(
        "assist_pipeline/pipeline/create",
        name="Night",
        language="en",
        conversation_engine="conversation.home_assistant",
        conversation_language="en",
        stt_engine=None,
        stt_language=None,
        tts_engine=entity,
        tts_language=engine["supported_languages"][0],
        tts_voice="joe|night",
        wake_word_entity=None,
        wake_word_id=None,
    )
    run = {"start_stage": "tts", "end_stage": "tts", "pipeline": pipeline["id"], "input": {"text": TEXT}}
    told = house.events("assist_pipeline/run", "run-end", **run)
    assert (told["tts-start"]["engine"], told["tts-start"]["voice"]) == (entity, "joe|night")
    assert right(decode(house.fetch(told["tts-end"]["tts_output"]["url"]).content))


@pytest.mark.parametrize(
    "options",
    [{"preferred_format": "wav"}, {"preferred_format": "mp3"}, SATELLITE],
    ids=["wav", "mp3", "wav for satellites"],
)
def test_an_answer_is_heard_before_its_text_has_ended(
    house: House, entity: str, options: dict[str, object]
) -> None:
    last = "The washing machine has finished and the laundry is ready."
    stream = house.ask("slow_writer.begin", engine=entity, options=options)
    assert stream["streams"] is True
    house.act("slow_writer.write", text=f"{TEXT} {last[:7]}")
    with house.listen(stream["url"]) as sound:
        heard = b""
        # The rest of the text is only written once sound of its beginning has come: more than a header, and
        # a good part of a second.
        while len(heard) < 4_000:
            heard += next(sound)
        house.act("slow_writer.write", text=last[7:])
        house.act("slow_writer.finish")
        heard += b"".join(sound)
    assert decode(heard).word_errors(f"{TEXT} {last}") == 0
