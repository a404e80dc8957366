"""OpenAI's speech API, asked by OpenAI's own client, and by hand where that would not ask so."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import openai
import pytest
from openai import AsyncOpenAI

from tests.ears.hearing import transcribe, word_errors
from tests.served import ServedNode, serve
from tests.server.conftest import CHUNK_BYTES
from tests.server.http.tones import decode, misheard
from tts_node.config import OpenAIConfig
from tts_node.errors import NotReady, TooManyUtterances
from tts_node.server.app import HttpDoors
from tts_node.server.auth import Tokens

FORMATS = ("mp3", "opus", "aac", "flac", "wav", "pcm")
MEDIA_TYPES = {
    "mp3": "audio/mpeg",
    "opus": "audio/ogg",
    "aac": "audio/aac",
    "flac": "audio/flac",
    "wav": "audio/wav",
    "pcm": "audio/pcm; rate=24000; channels=1; bits=16",
}
SLOW_TONES = """
node: {embedded_voice: false}
engines: {tone: {type: tone, settings: {rtf: 0.3}}}
wyoming: {enabled: false}
"""


def client_of(url: str, **options: Any) -> AsyncOpenAI:
    options.setdefault("api_key", "none")
    http = httpx.AsyncClient(trust_env=False)
    # Retries would hide what the first answer was.
    return AsyncOpenAI(base_url=f"{url}/v1", max_retries=0, http_client=http, timeout=60, **options)


@pytest.fixture
async def client(door) -> AsyncIterator[AsyncOpenAI]:
    async with client_of(f"http://127.0.0.1:{door.port}") as client:
        yield client


async def post(door, body: Any, **headers: str) -> httpx.Response:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    async with httpx.AsyncClient(trust_env=False, timeout=20) as http:
        return await http.post(
            f"http://127.0.0.1:{door.port}/v1/audio/speech",
            content=content,
            headers={"content-type": "application/json", **headers},
        )


# --- the real client and real sound -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def slow_tones(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedNode]:
    with serve(tmp_path_factory.mktemp("openai") / "state", config=SLOW_TONES) as node:
        yield node


@pytest.mark.slow
@pytest.mark.parametrize("format", FORMATS)
async def test_every_format_is_streamed_while_it_is_made_and_says_the_right_words(slow_tones, format):
    text = f"{format} hears these words as they are being made one after the other until all are there"
    async with (
        client_of(slow_tones.http) as client,
        httpx.AsyncClient(trust_env=False) as http,
        client.audio.speech.with_streaming_response.create(
            model="tts-1", voice="alloy", input=text, response_format=format
        ) as answer,
    ):
        assert answer.headers["content-type"] == MEDIA_TYPES[format]
        pieces = answer.iter_bytes(256)
        sound = [await anext(pieces)]
        # The node is still speaking this very utterance when its first bytes are here.
        status = (await http.get(f"{slow_tones.http}/v1/status")).json()
        assert status["utterances"]["live"] == 1
        sound += [piece async for piece in pieces]
    samples, rate = decode(b"".join(sound), format)
    assert misheard(samples, rate, text) == []


@pytest.mark.slow
@pytest.mark.parametrize("format", FORMATS)
async def test_every_format_is_understood_by_ear(speaking_node, format):
    text = "The kitchen light is on and the front door is closed."
    async with client_of(speaking_node.http) as client:
        answer = await client.audio.speech.create(
            model="gpt-4o-mini-tts", voice="nova", input=text, response_format=format
        )
    samples, rate = decode(answer.content, format)
    heard = transcribe(samples.astype("<i2").tobytes(), rate)
    assert word_errors(text, heard) <= 1, heard


# --- fields ----------------------------------------------------------------------------------------------


async def test_the_first_bytes_are_there_before_the_last_are_made(client, node):
    node.speech.credits = 1
    async with client.audio.speech.with_streaming_response.create(
        model="tts-1", voice="alloy", input="one two three"
    ) as answer:
        pieces = answer.iter_bytes(CHUNK_BYTES)
        assert (await anext(pieces))[:3] == b"one"
        speaking = node.speech.of("one two three")
        assert speaking.pulled == 2
        speaking.allow(2)
        assert [piece[:3] async for piece in pieces] == [b"two", b"thr"]


async def test_what_is_asked_arrives_and_the_headers_say_what_was_used(client, node):
    answer = await client.audio.speech.with_raw_response.create(
        model="gpt-4o-mini-tts-2025-12-15",
        voice="other",
        input="one",
        instructions="# Tone\n- calm\n\n- a little slower\n",
        response_format="pcm",
        speed=1.25,
    )
    utterance = node.speech.spoken[0].utterance
    assert (utterance.voice, utterance.instruct) == ("other", "Tone; calm; a little slower")
    assert (utterance.speed, utterance.door) == (1.25, "openai")
    assert (utterance.format.container, utterance.format.rate, utterance.format.channels) == (
        "pcm",
        24_000,
        1,
    )
    assert answer.headers["x-tts-voice"] == "other" and answer.headers["x-tts-cached"] == "false"


async def test_mp3_is_the_default_and_little_is_needed(door, node):
    answer = await post(door, {"input": "one"})
    assert (answer.status_code, answer.headers["content-type"]) == (200, "audio/mpeg")
    assert node.speech.spoken[0].utterance.voice is None


async def test_openais_voice_names_are_aliases(serve, node):
    config = OpenAIConfig(voices={"alloy": "other", "grandma": "kitchen"})
    door = await serve(doors=HttpDoors(openai=config))
    cases = {"alloy": "other", "nova": None, "grandma": "kitchen", "kitchen": "kitchen"}
    for name, meant in cases.items():
        for voice in (name, {"id": name}):
            assert (await post(door, {"input": "one", "voice": voice})).status_code == 200
            assert node.speech.spoken[-1].utterance.voice == meant
    async with httpx.AsyncClient(trust_env=False) as http:
        listed = (await http.get(f"http://127.0.0.1:{door.port}/v1/audio/voices")).json()["voices"]
    aliases = {voice["id"]: voice.get("alias_of") for voice in listed}
    assert list(aliases)[:4] == ["kitchen", "kitchen|night", "other", "other|night"]
    assert (aliases["alloy"], aliases["nova"], aliases["kitchen"]) == ("other", "kitchen", None)


async def test_an_empty_name_is_none(door, node):
    """Settings that people left empty arrive so."""
    assert (await post(door, {"input": "one", "model": "", "voice": ""})).status_code == 200
    assert node.speech.spoken[0].utterance.voice is None


@pytest.mark.parametrize("format", FORMATS)
async def test_a_text_without_a_word_is_a_moment_of_silence(door, node, format):
    """Chat front ends send every sentence by itself, also one that is an emoji or a rule."""
    answer = await post(door, {"input": "!", "response_format": format})
    assert (answer.status_code, answer.headers["content-type"]) == (200, MEDIA_TYPES[format])
    assert answer.headers["x-tts-warnings"] == "there is nothing to speak in this text"
    samples, rate = decode(answer.content, format)
    assert len(samples) / rate == pytest.approx(0.2, abs=0.06) and abs(samples).max() <= 2
    assert node.refusals == []


async def test_a_text_that_turns_out_to_have_no_word_is_silent_too(door, node):
    node.speech.credits = 0
    asking = asyncio.create_task(post(door, {"input": "hm", "stream_format": "sse"}))
    await asyncio.wait_for(node.speech.came.wait(), 10)
    node.speech.of("hm").finish("error", "empty_text", "there is nothing to speak in this text")
    answer = await asking
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/event-stream")
    delta, done = (json.loads(line.removeprefix("data: ")) for line in answer.text.split("\n\n") if line)
    assert base64.b64decode(delta["audio"]) and done["usage"]["output_tokens"] == 4


async def test_models_are_listed_and_asked_for_one_by_one(client, serve, door):
    names = [model.id async for model in client.models.list()]
    assert names[:3] == ["tts-1", "tts-1-hd", "gpt-4o-mini-tts"] and "tone" in names
    async with httpx.AsyncClient(trust_env=False) as http:
        listed = (await http.get(f"http://127.0.0.1:{door.port}/v1/audio/models")).json()["models"]
    assert listed == [{"id": name, "name": name} for name in names]
    assert (await client.models.retrieve("tts-1")).owned_by == "tts-node"
    with pytest.raises(openai.NotFoundError) as caught:
        await client.models.retrieve("dall-e/3")
    assert caught.value.code == "not_found"
    door = await serve(doors=HttpDoors(openai=OpenAIConfig(models=("kokoro",))))
    assert (await post(door, {"input": "one", "model": "kokoro"})).status_code == 200


async def test_long_instructions_are_read_as_far_as_they_go_and_that_is_said(door, node):
    answer = await post(door, {"input": "one", "instructions": "calm and slow " * 100})
    assert "only the first 498 characters" in answer.headers["x-tts-warnings"]
    assert len(node.speech.spoken[0].utterance.instruct) == 498


async def test_events_carry_the_sound_and_end_with_what_was_used(door):
    answer = await post(door, {"input": "one two", "stream_format": "sse"})
    assert answer.headers["content-type"] == "text/event-stream"
    events = [json.loads(line.removeprefix("data: ")) for line in answer.text.split("\n\n") if line]
    assert [event["type"] for event in events] == ["speech.audio.delta"] * 2 + ["speech.audio.done"]
    assert [base64.b64decode(event["audio"])[:3] for event in events[:-1]] == [b"one", b"two"]
    assert events[-1]["usage"] == {"input_tokens": 7, "output_tokens": 4, "total_tokens": 11}


async def test_a_failure_among_events_is_told_and_then_cut_off(door, node):
    node.speech.credits = 1
    seen = b""
    with pytest.raises(httpx.RemoteProtocolError):
        async with (
            httpx.AsyncClient(trust_env=False, timeout=20) as http,
            http.stream(
                "POST",
                f"http://127.0.0.1:{door.port}/v1/audio/speech",
                json={"input": "one two", "stream_format": "sse"},
            ) as answer,
        ):
            async for piece in answer.aiter_raw():
                seen += piece
                if seen.count(b"\n\n") == 1:
                    node.speech.of("one two").finish("error", "worker_lost", "gone")
    last = json.loads(seen.split(b"\n\n")[-2].removeprefix(b"data: "))
    assert (last["error"]["code"], last["error"]["type"]) == ("worker_lost", "server_error")


# --- errors in OpenAI's shape -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "status", "param"),
    [
        ({}, 400, "input"),
        ({"input": 5}, 400, "input"),
        ({"input": ""}, 400, "input"),
        ({"input": " \n"}, 400, "input"),
        ({"input": "\ud800"}, 400, "input"),
        ({"input": "x", "model": 1}, 400, "model"),
        ({"input": "x", "model": "whisper-1"}, 404, "model"),
        ({"input": "x", "voice": "bob"}, 400, "voice"),
        ({"input": "x", "voice": ["alloy"]}, 400, "voice"),
        ({"input": "x", "voice": {"name": "alloy"}}, 400, "voice"),
        ({"input": "x", "response_format": "m4a"}, 400, "response_format"),
        ({"input": "x", "speed": 0.1}, 400, "speed"),
        ({"input": "x", "speed": "fast"}, 400, "speed"),
        ({"input": "x", "speed": True}, 400, "speed"),
        ({"input": "x", "instructions": {}}, 400, "instructions"),
        ({"input": "x", "stream_format": "ws"}, 400, "stream_format"),
        ({"input": "x", "stream_format": ""}, 400, "stream_format"),
        ({"input": "x", "response_format": ""}, 400, "response_format"),
        ([], 400, None),
        (b"\xff\xfe", 400, None),
        (b"{" * 50_000, 400, None),
        (b'{"input": "' + b"x" * 300_000 + b'"}', 413, None),
    ],
    ids=lambda value: str(value)[:40],
)
async def test_every_mistake_is_told_in_openais_shape(door, node, body, status, param):
    answer = await post(door, body)
    error = answer.json()["error"]
    assert (answer.status_code, error["param"], error["type"]) == (status, param, "invalid_request_error")
    assert error["message"] and error["code"]
    assert not node.speech.spoken


async def test_fields_that_openai_may_add_are_ignored(door):
    assert (await post(door, {"input": "one", "model": "tts-1", "emotion": {"deep": [1]}})).status_code == 200


async def test_the_client_raises_what_it_raises_for_openai(serve, node):
    door = await serve(tokens=Tokens(speak="secret"), require_token=True)
    url = f"http://127.0.0.1:{door.port}"
    asked = {"model": "tts-1", "voice": "alloy", "input": "one"}
    async with client_of(url, api_key="wrong") as client:
        with pytest.raises(openai.AuthenticationError):
            await client.audio.speech.create(**asked)
        with pytest.raises(openai.AuthenticationError):
            await client.models.list()
    async with client_of(url, api_key="secret") as client:
        assert (await client.audio.speech.create(**asked)).content[:3] == b"one"
        with pytest.raises(openai.BadRequestError) as wrong:
            await client.audio.speech.create(**{**asked, "voice": "bob"})
        assert (wrong.value.code, wrong.value.param) == ("unknown_voice", "voice")
        for error, kind in (
            (TooManyUtterances("full", retry_after_ms=1_500), openai.RateLimitError),
            (NotReady("loading"), openai.InternalServerError),
        ):
            node.speech.error = error
            with pytest.raises(kind) as caught:
                await client.audio.speech.create(**asked)
            assert int(caught.value.response.headers["retry-after"]) >= 1


@pytest.mark.parametrize("key", ["none", "not-needed", "EMPTY", "undefined"])
async def test_a_key_that_says_there_is_none_counts_as_none(serve, key):
    """OpenAI's clients cannot be made without one."""
    asked = {"input": "one"}
    open_door = await serve(tokens=Tokens(speak="secret"))
    assert (await post(open_door, asked, authorization=f"Bearer {key}")).status_code == 200
    refused = await post(open_door, asked, authorization="Bearer sk-1234")
    assert refused.status_code == 401 and "`none` as the key" in refused.json()["error"]["message"]
    locked = await serve(tokens=Tokens(speak="secret"), require_token=True)
    assert (await post(locked, asked, authorization=f"Bearer {key}")).status_code == 401


async def test_a_form_or_a_script_of_another_site_is_refused(door, node):
    answer = await post(door, {"input": "one"}, **{"content-type": "text/plain"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (415, "bad_request")
    answer = await post(door, {"input": "one"}, origin="http://evil.example")
    assert (answer.status_code, answer.json()["error"]["type"]) == (403, "permission_error")
    assert not node.speech.spoken


async def test_a_browser_that_opens_the_address_is_told_that_it_is_for_posting(door):
    async with httpx.AsyncClient(trust_env=False) as http:
        answer = await http.get(f"http://127.0.0.1:{door.port}/v1/audio/speech")
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    assert answer.json()["error"]["code"] == "method_not_allowed"


async def test_the_door_can_be_closed(serve):
    door = await serve(doors=HttpDoors(openai=OpenAIConfig(enabled=False)))
    assert (await post(door, {"input": "one"})).status_code == 404
