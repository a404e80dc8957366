"""`/v1/speak`: sound as it is made, proper errors before it, a cut connection after it, no leftovers."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest

from tests.server.conftest import CHUNK_BYTES
from tts_node.config import HttpConfig
from tts_node.errors import NotReady
from tts_node.server import exchange
from tts_node.server.app import HttpDoors
from tts_node.server.auth import Tokens
from tts_node.speech.utterance import Priority

GET_ON = HttpDoors(http=HttpConfig(get_speak=True))
JSON = {"content-type": "application/json"}


def words(sound: bytes) -> list[str]:
    return [sound[at : at + 32].rstrip(b"\0").decode() for at in range(0, len(sound), CHUNK_BYTES)]


def http(door, **options: Any) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=f"http://127.0.0.1:{door.port}", trust_env=False, timeout=20, **options)


async def post(door, body: Any, path: str = "/v1/speak", **options: Any) -> httpx.Response:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    async with http(door) as client:
        return await client.post(path, content=content, headers={**JSON, **options.pop("headers", {})})


async def raw_post(door, body: dict[str, Any], version: str = "1.1"):
    """A request on a bare socket; the answer is read by the test itself."""
    reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
    data = json.dumps(body).encode()
    head = f"POST /v1/speak HTTP/{version}\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
    await writer.drain()
    return reader, writer


# --- what is answered ----------------------------------------------------------------------------------


async def test_the_answer_is_the_sound_and_its_headers_say_what_was_used(door, node):
    answer = await post(
        door,
        {
            "text": "one two",
            "voice": "other",
            "instruct": "leise, bitte",
            "speed": 1.5,
            "language": "de",
            "format": {"container": "pcm", "rate": 22_050},
            "priority": "announce",
            "cache": False,
        },
    )
    assert (answer.status_code, words(answer.content)) == (200, ["one", "two"])
    headers = answer.headers
    assert headers["content-type"] == "audio/pcm; rate=22050; channels=1; bits=16"
    assert headers["transfer-encoding"] == "chunked" and headers["cache-control"] == "no-store"
    assert (headers["x-tts-voice"], headers["x-tts-engine"]) == ("other", "tone")
    # A comma inside an item is not the comma between items.
    assert headers["x-tts-instruct-applied"] == "leise%2C bitte"
    utterance = node.speech.spoken[0].utterance
    assert (utterance.speed, utterance.language, utterance.priority) == (1.5, "de", Priority.ANNOUNCE)
    assert (utterance.cache, utterance.pace, utterance.door) == (False, "fast", "http")


@pytest.mark.parametrize(
    ("format", "media_type"),
    [(None, "audio/wav"), ("mp3", "audio/mpeg"), ("ogg", "audio/ogg"), ("flac", "audio/flac")],
)
async def test_a_word_is_enough_for_a_format_and_wav_is_the_default(door, format, media_type):
    answer = await post(door, {"text": "one", "format": format})
    assert (answer.status_code, answer.headers["content-type"]) == (200, media_type)


async def test_the_first_sound_arrives_before_the_last_is_made(door, node):
    node.speech.credits = 1
    async with (
        http(door) as client,
        client.stream("POST", "/v1/speak", json={"text": "one two three"}) as answer,
    ):
        pieces = answer.aiter_raw(CHUNK_BYTES)
        assert words(await anext(pieces)) == ["one"]
        speaking = node.speech.of("one two three")
        assert speaking.pulled == 2  # `Started` and one chunk: the others are not made yet
        speaking.allow(2)
        assert words(b"".join([piece async for piece in pieces])) == ["two", "three"]


# --- errors ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"text": "x", "voice": "nobody"}, 400, "unknown_voice"),
        ({"text": "!"}, 400, "empty_text"),
        ({"text": 5}, 400, "bad_message"),
        ({}, 400, "bad_message"),
        ({"text": "x", "store": "yes"}, 400, "bad_message"),
        ({"text": "x", "more": True}, 400, "unknown_field"),
        ({"text": "x", "speeed": 2}, 400, "unknown_field"),
        ({"text": "x", "format": "m4a"}, 400, "unsupported_format"),
        ({"text": "x", "speed": True}, 400, "bad_message"),
        ([{"text": "x"}], 400, "bad_message"),
        (b"", 400, "bad_message"),
        (b"{", 400, "bad_message"),
        (b'{"text": "\xff"}', 400, "bad_message"),
        (b'{"text": "\\ud800"}', 400, "bad_message"),
        (b'{"text": "a", "text": "b"}', 400, "bad_message"),
        (b"[" * 100_000, 400, "bad_message"),
        (b'{"text": NaN}', 400, "bad_message"),
        ({"text": "x", "store": True}, 507, "storage_full"),
    ],
    ids=lambda value: str(value)[:30],
)
async def test_what_is_wrong_with_a_request_is_a_json_error(door, node, body, status, code):
    answer = await post(door, body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.headers["content-type"] == "application/json"
    assert not node.speech.spoken


async def test_a_body_that_is_too_large_is_refused_unread(serve, node):
    door = await serve(limits={"message_bytes": 1_024})
    reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
    head = "POST /v1/speak HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Content-Length: 2000\r\n\r\n".encode())  # and nothing of the body
    answered = await asyncio.wait_for(reader.readuntil(b"}"), 10)
    assert answered.startswith(b"HTTP/1.1 413") and b"message_too_large" in answered
    writer.close()

    async def endless():
        yield b'{"text": "'
        for _ in range(100):
            yield b"x" * 1_000

    async with http(door) as client:
        answer = await client.post("/v1/speak", content=endless(), headers=JSON)
    assert answer.status_code == 413
    assert (await post(door, {"text": "fine"})).status_code == 200


async def test_an_error_before_the_first_sound_has_its_status(door, node):
    node.speech.error = NotReady("no engine yet")
    answer = await post(door, {"text": "one"})
    assert (answer.status_code, answer.json()["code"]) == (503, "not_ready")
    assert int(answer.headers["retry-after"]) >= 1
    node.speech.error = None
    node.speech.credits = 0
    asking = asyncio.create_task(post(door, {"text": "one"}))
    await asyncio.wait_for(node.speech.came.wait(), 10)
    node.speech.of("one").finish("error", "engine_failed", "it broke")
    answer = await asking
    assert (answer.status_code, answer.json()["message"]) == (503, "it broke")


@pytest.mark.parametrize("version", ["1.1", "1.0"])
async def test_an_error_after_the_first_sound_cuts_the_connection(door, node, version):
    """A clean end would pass half a sentence off as the whole (in HTTP/1.0 only a reset is none)."""
    node.speech.credits = 1
    reader, writer = await raw_post(door, {"text": "one two"}, version)
    head = await reader.readuntil(b"\r\n\r\n")
    assert b" 200 " in head
    if version == "1.1":
        await reader.readuntil(b"\r\n")
    assert words(await reader.readexactly(CHUNK_BYTES)) == ["one"]
    node.speech.of("one two").finish("error", "worker_lost", "gone")
    if version == "1.0":
        with pytest.raises(ConnectionResetError):
            await asyncio.wait_for(reader.read(), 20)
    else:
        rest = await asyncio.wait_for(reader.read(), 20)
        assert b"0\r\n\r\n" not in rest  # the chunk that ends a body
    writer.close()


async def test_a_client_of_a_library_sees_that_the_sound_is_not_complete(door, node):
    node.speech.credits = 1
    with pytest.raises(httpx.RemoteProtocolError):
        async with http(door) as client, client.stream("POST", "/v1/speak", json={"text": "a b"}) as answer:
            async for _ in answer.aiter_raw(CHUNK_BYTES):
                node.speech.of("a b").finish("error", "worker_lost", "gone")


# --- clients that leave, and that do not read -------------------------------------------------------------


@pytest.mark.parametrize("when", ["before the first sound", "after it"])
async def test_W05_a_client_that_leaves_cancels(door, node, when):
    node.speech.credits = 0 if when == "before the first sound" else 1
    reader, writer = await raw_post(door, {"text": "one two"})
    await asyncio.wait_for(node.speech.came.wait(), 10)
    if node.speech.credits:
        await reader.readuntil(b"\r\n\r\n")
    writer.transport.abort()
    await asyncio.wait_for(node.speech.of("one two").cancelled.wait(), 10)
    # Its seat is free again.
    node.speech.credits = None
    assert (await post(door, {"text": "three"})).status_code == 200


async def test_W06_a_slow_reader_is_given_up_and_holds_no_memory(serve, node):
    """It reads nothing of an endless sound; what was made for it stays within the socket's buffers."""
    door = await serve(limits={"slow_reader_s": 0.2})
    node.speech.chunk_ms = 1.0  # sound that is soon over, so that the reader is soon late
    text = " ".join(["word"] * 2_000)
    _, writer = await raw_post(door, {"text": text})
    await asyncio.wait_for(node.speech.came.wait(), 10)
    speaking = node.speech.of(text)
    await asyncio.wait_for(speaking.cancelled.wait(), 30)
    assert ("cancel", "error") in speaking.calls
    assert speaking.pulled < 2_000
    writer.close()
    assert (await post(door, {"text": "fine"})).status_code == 200


async def test_a_connection_on_which_nothing_is_asked_is_closed(door, monkeypatch):
    monkeypatch.setattr(exchange, "_HEAD_S", 0.1)
    reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
    writer.write(b"POST /v1/speak HTTP/1.1\r\nHost: loc")  # and never the rest
    assert await asyncio.wait_for(reader.read(), 20) == b""
    writer.close()


async def test_a_body_that_never_comes_is_given_up(door, node, monkeypatch):
    monkeypatch.setattr(exchange, "_BODY_S", 0.1)
    reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
    head = "POST /v1/speak HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Content-Length: 100\r\n\r\n{{".encode())
    answer = await asyncio.wait_for(reader.readuntil(b"}"), 20)
    assert answer.startswith(b"HTTP/1.1 400") and b"bad_message" in answer
    writer.close()


async def test_connections_are_bounded_for_all_doors_together(serve, node):
    door = await serve(limits={"connections_per_address": 2})
    client = await door.connect()
    node.speech.credits = 0
    asking = asyncio.create_task(post(door, {"text": "one"}))
    await asyncio.wait_for(node.speech.came.wait(), 10)
    refused = await post(door, {"text": "two"})
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_connections")
    assert int(refused.headers["retry-after"]) >= 1
    node.speech.of("one").allow(1)
    assert (await asking).status_code == 200
    node.speech.credits = None
    assert (await post(door, {"text": "three"})).status_code == 200
    await client.socket.close()


# --- speaking by GET ----------------------------------------------------------------------------------


async def get(door, headers: Any = None, **query: Any) -> httpx.Response:
    async with http(door) as client:
        return await client.get("/v1/speak", params={"text": "one", **query}, headers=headers)


async def test_get_speaks_only_where_it_is_configured(door, serve, node):
    assert (await get(door)).status_code == 404
    door = await serve(doors=GET_ON)
    answer = await get(door, format="pcm", voice="other", speed="1.5", cache="false")
    assert (answer.status_code, words(answer.content)) == (200, ["one"])
    assert node.speech.spoken[-1].utterance.speed == 1.5


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"sec-fetch-site": "same-origin"}, 200),
        ({"sec-fetch-site": "none"}, 200),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"referer": "http://evil.example/page"}, 403),
        ({"referer": "http://[evil"}, 403),
        ({"referer": ""}, 403),
        ([("sec-fetch-site", "none"), ("sec-fetch-site", "cross-site")], 403),
        ([("user-agent", "player"), ("user-agent", "Mozilla/5.0 (X11; Linux)")], 401),
        ({"user-agent": "Mozilla/5.0 (X11; Linux)"}, 401),
        ({"user-agent": "Mozilla/5.0 (X11; Linux)", "authorization": "Bearer speak"}, 200),
        ({"authorization": "Bearer wrong"}, 401),
    ],
    ids=str,
)
async def test_no_page_of_another_site_makes_the_house_speak_by_an_image(serve, node, headers, status):
    door = await serve(doors=GET_ON, tokens=Tokens(speak="speak"))
    assert (await get(door, headers)).status_code == status
    assert len(node.speech.spoken) == (status == 200)


@pytest.mark.parametrize(
    "query", [{"speed": "fast"}, {"cache": "yes"}, {"nonsense": "1"}, {"store": "true"}, {"speed": "nan"}]
)
async def test_a_query_is_as_strict_as_a_body(serve, query):
    assert (await get(await serve(doors=GET_ON), **query)).status_code == 400


async def test_head_says_what_it_would_be_and_speaks_nothing(serve, node):
    door = await serve(doors=GET_ON)
    async with http(door) as client:
        answer = await client.head("/v1/speak", params={"text": "one", "format": "mp3"})
    assert (answer.status_code, answer.headers["content-type"]) == (200, "audio/mpeg")
    assert not node.speech.spoken


@pytest.mark.parametrize("query", ["text=%FF%FE", "text=one&&speed=1"])
async def test_a_query_that_is_no_proper_text_is_not_spoken(serve, node, query):
    door = await serve(doors=GET_ON)
    async with httpx.AsyncClient(trust_env=False) as client:
        answer = await client.get(f"http://127.0.0.1:{door.port}/v1/speak?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")
    assert node.speech.spoken == []
