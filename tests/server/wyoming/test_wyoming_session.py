"""What a Wyoming client asks and gets, event by event."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tts_node.errors import EngineOutOfMemory, Restarting
from tts_node.server.ports import SpeakDefaults
from tts_node.speech.utterance import Priority

AUDIO = {"rate": 22_050, "width": 2, "channels": 1}


def types(events) -> list[str]:
    return [event.type for event in events]


def words(events) -> list[str]:
    return [event.word for event in events if event.type == "audio-chunk"]


def pick(event, *names: str) -> dict[str, Any]:
    return {name: event.data[name] for name in names}


# --- describe, ping, and what is none of ours -------------------------------------------------------------


async def test_describe_is_answered_with_one_program_and_all_its_voices(client):
    client.send("describe")
    (info,) = await client.until("info")
    (program,) = info.data["tts"]
    assert (program["name"], program["installed"], program["version"]) == ("tts-node", True, "0.1.0")
    assert program["supports_synthesize_streaming"] is True
    voices = {voice["name"]: voice for voice in program["voices"]}
    assert list(voices) == ["kitchen", "kitchen|night", "other", "other|night"]
    assert all(voice["installed"] for voice in voices.values())
    assert voices["other|night"]["languages"] == ["de-DE"]
    assert voices["other"]["speakers"] == [{"name": "a"}, {"name": "b"}]
    assert voices["kitchen"].get("speakers") is None
    assert "two speakers" in voices["other"]["attribution"]["name"]
    assert [info.data[kind] for kind in ("asr", "handle", "intent", "wake", "mic", "snd")] == [[]] * 6


async def test_describe_and_ping_are_answered_while_something_is_spoken(client, node):
    node.speech.credits = 1
    client.send("synthesize", text="one two")
    await client.until("audio-chunk")
    client.send("describe")
    client.send("ping", text="hello")
    assert types(await client.until("pong")) == ["info", "pong"]
    node.speech.of("one two").allow(1)
    assert words(await client.until("audio-stop")) == ["two"]


async def test_describe_waits_for_the_first_voice_while_the_node_starts(client, node, monkeypatch):
    voices = node.voices()
    known: list[Any] = []
    asked = asyncio.Event()

    def listing() -> list[Any]:
        asked.set()
        return known

    monkeypatch.setattr(node, "voices", listing)
    client.send("describe")
    await asyncio.wait_for(asked.wait(), 10)
    assert await client.works()
    known.extend(voices)
    (info,) = await client.until("info")
    assert len(info.data["tts"][0]["voices"]) == 4


async def test_only_a_few_questions_of_a_client_wait_for_the_first_voice(client, node, monkeypatch):
    voices = node.voices()
    known: list[Any] = []
    monkeypatch.setattr(node, "voices", lambda: known)
    for _ in range(50):
        client.send("describe")
    assert await client.works()
    known.extend(voices)
    assert types([await client.next() for _ in range(4)]) == ["info"] * 4
    client.send("ping")
    assert (await client.next()).type == "pong"


async def test_a_node_without_any_voice_says_what_it_lacks(client, node, monkeypatch):
    monkeypatch.setattr("tts_node.server.wyoming.session._VOICES_S", 0.1)
    monkeypatch.setattr(node, "voices", lambda: ())
    node.missing = ("engine piper is loading",)
    client.send("describe")
    (error,) = await client.until("error")
    assert error.data == {"code": "not_ready", "text": "engine piper is loading"}
    assert await client.works()


async def test_a_ping_without_text_has_a_pong(client):
    client.send_bytes(b'{"type": "ping"}\n')
    assert (await client.next()).type == "pong"


@pytest.mark.parametrize(
    "unknown", ["transcribe", "audio-start", "select-program", "synthesize-later", "x" * 200, "tts-node"]
)
async def test_unknown_events_are_ignored_with_data_and_payload(client, unknown):
    client.send(unknown, b"\0" * 5_000, name="something")
    assert await client.works()


# --- one shot ---------------------------------------------------------------------------------------------


async def test_synthesize_gives_start_chunks_and_stop_in_one_format(client):
    client.send("synthesize", text="one two three")
    events = await client.until("audio-stop")
    assert types(events) == ["audio-start", *["audio-chunk"] * 3, "audio-stop"]
    assert all(pick(event, *AUDIO) == AUDIO for event in events[:-1])
    assert words(events) == ["one", "two", "three"]
    assert [event.data["timestamp"] for event in events] == [0, 0, 100, 200, 300]
    assert await client.works()


async def test_the_first_chunk_goes_out_before_the_second_is_made(client, node):
    node.speech.credits = 1
    client.send("synthesize", text="one two")
    assert words(await client.until("audio-chunk")) == ["one"]


@pytest.mark.parametrize(
    ("voice", "expected"),
    [
        (None, (None, None, None)),
        ({}, (None, None, None)),
        ({"name": "other"}, ("other", None, None)),
        ({"name": "other", "speaker": "b"}, ("other", "b", None)),
        ({"name": "other", "language": "de", "speaker": None}, ("other", None, "de")),
        ({"language": "de"}, (None, None, "de")),
        ({"name": "", "language": ""}, (None, None, None)),
    ],
)
async def test_the_voice_is_handed_on(client, node, voice, expected):
    client.send("synthesize", text="one", voice=voice)
    await client.until("audio-stop")
    utterance = node.speech.spoken[0].utterance
    assert (utterance.voice, utterance.speaker, utterance.language) == expected
    assert (utterance.door, utterance.more, utterance.format.container) == ("wyoming", False, "pcm")


async def test_the_defaults_of_the_node_hold(open_door, node):
    door = await open_door(defaults=SpeakDefaults(Priority.ANNOUNCE, "realtime"))
    client = await door.connect()
    client.send("synthesize", text="one")
    await client.until("audio-stop")
    utterance = node.speech.spoken[0].utterance
    assert (utterance.priority, utterance.pace) == (Priority.ANNOUNCE, "realtime")


async def test_data_may_stand_in_the_line_itself(client):
    client.send_bytes(b'{"type": "synthesize", "data": {"text": "one two"}}\n')
    assert words(await client.until("audio-stop")) == ["one", "two"]


async def test_data_after_the_line_goes_before_data_in_it(client):
    body = b'{"text": "two"}'
    client.send_bytes(b'{"type":"synthesize","data":{"text":"one"},"data_length":%d}\n' % len(body) + body)
    assert words(await client.until("audio-stop")) == ["two"]


async def test_several_utterances_are_answered_one_after_the_other(client, node):
    node.speech.credits = 0
    for text in ("one two", "three", "four five"):
        client.send("synthesize", text=text)
    await _taken(node, 3)
    for speaking in reversed(node.speech.spoken):
        speaking.allow(2)
    heard = [words(await client.until("audio-stop")) for _ in range(3)]
    assert heard == [["one", "two"], ["three"], ["four", "five"]]


# --- streaming --------------------------------------------------------------------------------------------


async def test_sound_comes_before_the_text_has_ended(client, node):
    client.send("synthesize-start", voice={"name": "other", "speaker": "a"})
    client.send("synthesize-chunk", text="one two ")
    events = [await client.next() for _ in range(3)]
    assert types(events) == ["audio-start", "audio-chunk", "audio-chunk"]
    client.send("synthesize-chunk", text="three")
    client.send("synthesize-stop")
    events += await client.until("synthesize-stopped")
    assert types(events) == ["audio-start", *["audio-chunk"] * 3, "audio-stop", "synthesize-stopped"]
    assert words(events) == ["one", "two", "three"]
    (speaking,) = node.speech.spoken
    assert (speaking.utterance.voice, speaking.utterance.speaker) == ("other", "a")
    assert speaking.utterance.more


async def test_pieces_are_joined_to_the_letter(client, node):
    client.send("synthesize-start")
    for piece in ("o", "ne tw", "", "o"):
        client.send("synthesize-chunk", text=piece)
    client.send("synthesize-stop")
    await client.until("synthesize-stopped")
    assert node.speech.spoken[0].text == "one two"


async def test_the_whole_text_is_ignored_while_it_streams(client, node):
    # As Home Assistant sends it: the whole text once more, for servers that do not stream.
    client.send("synthesize-start")
    client.send("synthesize-chunk", text="one ")
    client.send("synthesize-chunk", text="two")
    client.send("synthesize", text="one two")
    client.send("synthesize-stop")
    assert words(await client.until("synthesize-stopped")) == ["one", "two"]
    client.send("synthesize", text="three")
    assert words(await client.until("audio-stop")) == ["three"]
    assert len(node.speech.spoken) == 2


async def test_streaming_and_one_shot_take_turns_on_one_connection(client):
    for _ in range(3):
        client.send("synthesize-start")
        client.send("synthesize-chunk", text="one two")
        client.send("synthesize-stop")
        client.send("synthesize", text="three")
    for _ in range(3):
        streamed = await client.until("synthesize-stopped")
        assert types(streamed)[-2:] == ["audio-stop", "synthesize-stopped"]
        assert words(streamed) == ["one", "two"]
        assert words(await client.until("audio-stop")) == ["three"]


@pytest.mark.parametrize("pieces", [[], [""], [" ", "\n"]])
async def test_a_stream_with_nothing_to_speak_ends_with_silence(client, pieces):
    client.send("synthesize-start")
    for piece in pieces:
        client.send("synthesize-chunk", text=piece)
    client.send("synthesize-stop")
    events = await client.until("synthesize-stopped")
    assert types(events) == ["audio-start", "audio-stop", "synthesize-stopped"]
    assert pick(events[0], *AUDIO) == AUDIO
    assert await client.works()


async def test_a_second_start_ends_the_first(client):
    client.send("synthesize-start")
    client.send("synthesize-chunk", text="one")
    client.send("synthesize-start")
    client.send("synthesize-chunk", text="two")
    client.send("synthesize-stop")
    assert words(await client.until("synthesize-stopped")) == ["one"]
    assert words(await client.until("synthesize-stopped")) == ["two"]


async def test_a_stop_without_a_start_is_told_and_ended(client):
    client.send("synthesize-stop")
    events = await client.until("synthesize-stopped")
    assert types(events) == ["error", "audio-stop", "synthesize-stopped"]
    assert events[0].data["code"] == "bad_message"
    assert await client.works()


async def test_a_chunk_without_a_start_is_an_error(client, node):
    client.send("synthesize-chunk", text="one")
    assert (await client.next()).data["code"] == "bad_message"
    assert await client.works()
    assert node.speech.spoken == []


async def test_text_that_stays_away_ends_the_stream_with_what_it_had(open_door, node):
    door = await open_door(limits={"append_timeout_s": 0.2})
    client = await door.connect()
    client.send("synthesize-start")
    client.send("synthesize-chunk", text="one")
    events = await client.until("synthesize-stopped")
    assert types(events) == ["audio-start", "audio-chunk", "error", "audio-stop", "synthesize-stopped"]
    assert events[2].data["code"] == "append_timeout"
    # What still comes belongs to the stream that has ended; its stop is not answered a second time.
    client.send("synthesize-chunk", text="late")
    client.send("synthesize", text="one late")
    client.send("synthesize-stop")
    assert await client.works()
    client.send("synthesize", text="two")
    assert words(await client.until("audio-stop")) == ["two"]


async def test_a_stream_that_waits_for_the_one_before_it_does_not_run_out_of_time(open_door, node):
    door = await open_door(limits={"append_timeout_s": 0.2})
    client = await door.connect()
    node.speech.credits = 0
    client.send("synthesize", text="first")
    client.send("synthesize-start")
    client.send("synthesize-chunk", text="one ")
    await _taken(node, 2)
    await asyncio.sleep(0.5)
    node.speech.spoken[0].allow(1)
    node.speech.spoken[1].allow(2)
    await client.until("audio-stop")
    client.send("synthesize-chunk", text="two")
    client.send("synthesize-stop")
    events = await client.until("synthesize-stopped")
    assert (words(events), "error" in types(events)) == (["one", "two"], False)


@pytest.mark.slow
async def test_text_is_not_missed_while_sound_is_still_made_of_what_came(open_door, node):
    door = await open_door(limits={"append_timeout_s": 0.4})
    client = await door.connect()
    node.speech.credits = 0
    client.send("synthesize-start")
    client.send("synthesize-chunk", text="one two three four five six seven eight ")
    await _taken(node, 1)
    for _ in range(8):
        await asyncio.sleep(0.1)
        node.speech.spoken[0].allow(1)
    client.send("synthesize-chunk", text="nine")
    client.send("synthesize-stop")
    node.speech.spoken[0].allow(1)
    events = await client.until("synthesize-stopped")
    assert (len(words(events)), "error" in types(events)) == (9, False)


# --- text formats -----------------------------------------------------------------------------------------


async def test_ssml_is_spoken_as_ssml(client, node):
    text = '<speak>One <break time="400ms"/>two &amp; <emphasis>three</emphasis></speak>'
    client.send("synthesize", text=text, text_format="ssml")
    await client.until("audio-stop")
    assert node.speech.spoken[0].utterance.text == text
    assert node.speech.spoken[0].utterance.text_format == "ssml"


async def test_streamed_ssml_is_spoken_as_ssml_wherever_it_is_cut(client, node):
    client.send("synthesize-start", text_format="ssml")
    pieces = ("<spe", "ak>One<bre", 'ak time="4', '00ms"/>two &am', "p; three</", "speak>", "<unfinished")
    for piece in pieces:
        client.send("synthesize-chunk", text=piece)
    client.send("synthesize-stop")
    await client.until("synthesize-stopped")
    assert node.speech.spoken[0].text == "".join(pieces)
    assert node.speech.spoken[0].utterance.text_format == "ssml"


@pytest.mark.parametrize("text_format", [None, "text"])
async def test_text_may_be_what_a_language_model_wrote(client, node, text_format):
    client.send("synthesize", text="temp < 5 and load > 60", text_format=text_format)
    await client.until("audio-stop")
    assert node.speech.spoken[0].text == "temp < 5 and load > 60"
    assert node.speech.spoken[0].utterance.text_format == "auto"


@pytest.mark.parametrize("type", ["synthesize", "synthesize-start"])
async def test_another_text_format_is_refused_by_name(client, node, type):
    client.send(type, text="one", text_format="latex")
    events = await client.until("audio-stop")
    assert types(events)[0] == "error"
    assert events[0].data["code"] == "not_supported"
    assert "latex" in events[0].data["text"]
    assert node.speech.spoken == []


# --- errors -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"text": ""}, "empty_text"),
        ({"text": "🙂"}, "empty_text"),
        ({}, "bad_message"),
        ({"text": None}, "bad_message"),
        ({"text": 5}, "bad_message"),
        ({"text": ["one"]}, "bad_message"),
        ({"text": "one", "voice": "kitchen"}, "bad_message"),
        ({"text": "one", "voice": {"name": 5}}, "bad_message"),
        ({"text": "one", "voice": {"name": "kitchen", "speaker": 5}}, "bad_message"),
        ({"text": "one", "voice": {"language": {}}}, "bad_message"),
        ({"text": "one", "voice": {"name": "nobody"}}, "unknown_voice"),
        ({"text": "one", "text_format": 5}, "bad_message"),
    ],
)
async def test_a_wrong_synthesize_is_an_error_and_then_ended(client, data, code):
    client.send("synthesize", **data)
    events = await client.until("audio-stop")
    assert types(events) == ["error", "audio-stop"]
    assert (events[0].data["code"], bool(events[0].data["text"])) == (code, True)
    assert await client.works()


@pytest.mark.parametrize("voice", [{"name": "nobody"}, {"name": 5}, "kitchen"])
async def test_a_wrong_start_is_an_error_and_ended_once(client, node, voice):
    client.send("synthesize-start", voice=voice)
    for _ in range(3):
        client.send("synthesize-chunk", text="one ")
    client.send("synthesize", text="one one one")
    client.send("synthesize-stop")
    assert types(await client.until("synthesize-stopped")) == ["error", "audio-stop", "synthesize-stopped"]
    client.send("synthesize", text="two")
    events = await client.until("audio-stop")
    assert (types(events)[0], words(events)) == ("audio-start", ["two"])


async def test_an_error_keeps_its_place_among_the_utterances(client, node):
    node.speech.credits = 0
    client.send("synthesize", text="one")
    client.send("synthesize", text="two", voice={"name": "nobody"})
    client.send("synthesize", text="three")
    await _taken(node, 2)
    for speaking in node.speech.spoken:
        speaking.allow(1)
    assert words(await client.until("audio-stop")) == ["one"]
    assert types(await client.until("audio-stop")) == ["error", "audio-stop"]
    assert words(await client.until("audio-stop")) == ["three"]


async def test_an_engine_that_fails_in_the_middle_ends_the_stream_properly(client, node):
    node.speech.credits = 1
    client.send("synthesize-start")
    client.send("synthesize-chunk", text="one two three")
    await client.until("audio-chunk")
    node.speech.spoken[0].finish("error", EngineOutOfMemory.code, "no memory left")
    events = await client.until("synthesize-stopped")
    assert types(events) == ["error", "audio-stop", "synthesize-stopped"]
    assert events[0].data == {"code": "engine_oom", "text": "no memory left"}
    client.send("synthesize-stop")
    assert await client.works()


async def test_a_fault_of_our_own_is_told_without_its_details(client, node):
    node.speech.credits = 0
    client.send("synthesize", text="one")
    await _taken(node, 1)
    node.speech.spoken[0].emit(RuntimeError("a secret path"))
    events = await client.until("audio-stop")
    assert types(events) == ["error", "audio-stop"]
    assert events[0].data["code"] == "internal_error"
    assert "secret" not in events[0].data["text"]
    node.speech.error = RuntimeError("a secret path")
    client.send("synthesize", text="two")
    events = await client.until("audio-stop")
    assert (types(events), "secret" in events[0].data["text"]) == (["error", "audio-stop"], False)
    assert await client.works()


async def test_a_node_that_restarts_says_so(client, node):
    node.speech.error = Restarting("the node is restarting")
    client.send("synthesize", text="one")
    assert (await client.next()).data["code"] == "restarting"


async def _taken(node, count: int) -> None:
    """Until so many utterances were taken."""
    async with asyncio.timeout(10):
        while True:
            if len(node.speech.spoken) >= count:
                return
            await asyncio.sleep(0.005)
