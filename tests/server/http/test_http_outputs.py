"""Kept sound over HTTP: a URL for a player, whole or growing, in parts, for a while."""

from __future__ import annotations

import asyncio
import errno
import json
import os
from collections.abc import AsyncIterator

import httpx
import pytest

from tests.outputs.kept import DAY_S, Clock, opened
from tests.server.conftest import CHUNK_BYTES
from tts_node.outputs import OutputStore
from tts_node.server.app import HttpDoors
from tts_node.server.auth import Tokens
from tts_node.server.recorder import Recorder


class Keeping:
    """A door with a store, and a client."""

    def __init__(self, door, store: OutputStore, recorder: Recorder, clock: Clock) -> None:
        self.door, self.store, self.recorder, self.clock = door, store, recorder, clock
        self.base = f"http://127.0.0.1:{door.port}"

    async def ask(self, method: str, path: str, body: object = None, **headers: str) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        async with httpx.AsyncClient(base_url=self.base, trust_env=False, timeout=20) as client:
            if body is None:
                return await client.request(method, path, headers=named)
            data = json.dumps(body).encode()
            named.setdefault("content-type", "application/json")
            return await client.request(method, path, content=data, headers=named)

    async def kept(self, text: str = "one two three") -> tuple[str, bytes]:
        """The path of a complete sound, and what is in it."""
        body = {"text": text, "format": "pcm"}
        path = (await self.ask("POST", "/v1/outputs", body)).json()["path"]
        whole = (await self.ask("GET", path)).content
        await asyncio.gather(*self.recorder._recording)
        return path, whole


@pytest.fixture
async def keeping(serve, tmp_path) -> AsyncIterator[Keeping]:
    clock = Clock()
    async with opened(tmp_path / "outputs", max_bytes=1_000_000, clock=clock) as store:
        recorder = Recorder(store, at_once_per_address=3)
        door = await serve(doors=HttpDoors(recorder=recorder))
        yield Keeping(door, store, recorder, clock)
        await recorder.close()


@pytest.mark.parametrize(("path", "extra"), [("/v1/outputs", {}), ("/v1/speak", {"store": True})])
async def test_a_kept_sound_has_a_url_that_a_player_can_fetch(keeping, node, path, extra):
    answer = await keeping.ask("POST", path, {"text": "one two", "format": "pcm", **extra})
    assert (answer.status_code, answer.headers["x-tts-voice"]) == (201, "kitchen")
    told = answer.json()
    assert told["url"] == keeping.base + told["path"] and answer.headers["location"] == told["path"]
    assert told["path"] == f"/v1/audio/{told['id']}.pcm"
    assert told["expires"] == "2001-09-10T01:46:40+00:00"
    sound = await keeping.ask("GET", told["path"])
    assert sound.headers["content-type"] == told["content_type"]
    assert sound.content[:3] == b"one" and len(sound.content) == 2 * CHUNK_BYTES
    assert node.speech.spoken[0].utterance.door == "outputs"


async def test_a_player_hears_the_beginning_while_the_end_is_not_made(keeping, node):
    node.speech.credits = 1
    path = (await keeping.ask("POST", "/v1/outputs", {"text": "one two", "format": "pcm"})).json()["path"]
    head = await keeping.ask("HEAD", path)
    assert head.status_code == 200 and "content-length" not in head.headers
    async with (
        httpx.AsyncClient(base_url=keeping.base, trust_env=False, timeout=20) as client,
        client.stream("GET", path, headers={"range": "bytes=0-9"}) as answer,
    ):
        # A part of what is not complete cannot be named; all of it is allowed (RFC 9110, 14.2).
        assert (answer.status_code, answer.headers["transfer-encoding"]) == (200, "chunked")
        pieces = answer.aiter_raw(CHUNK_BYTES)
        assert (await anext(pieces))[:3] == b"one"
        node.speech.of("one two").allow(1)
        assert b"".join([piece async for piece in pieces])[:3] == b"two"


async def test_who_needs_a_length_waits_until_all_is_there(keeping, node):
    body = {"text": "one two", "format": "pcm", "wait": True}
    node.speech.credits = 1
    asking = asyncio.create_task(keeping.ask("POST", "/v1/outputs", body))
    await asyncio.wait_for(node.speech.came.wait(), 10)
    speaking = node.speech.of("one two")
    await asyncio.wait({asking}, timeout=0.05)
    assert not asking.done()
    speaking.allow(1)
    head = await keeping.ask("HEAD", (await asking).json()["path"])
    assert head.headers["content-length"] == str(2 * CHUNK_BYTES)
    assert (await keeping.ask("POST", "/v1/speak", {"text": "one", "wait": True})).status_code == 400


async def test_who_waits_for_a_sound_that_fails_is_told(keeping, node):
    node.speech.credits = 1
    asking = asyncio.create_task(keeping.ask("POST", "/v1/outputs", {"text": "one two", "wait": True}))
    await asyncio.wait_for(node.speech.came.wait(), 10)
    node.speech.of("one two").finish("error", "engine_failed", "it broke")
    assert (await asking).status_code >= 400


@pytest.mark.parametrize(
    ("asked", "start", "end"),
    [
        ("bytes=0-9", 0, 10),
        ("bytes=10-", 10, None),
        ("bytes=-7", -7, None),
        ("bytes=100-99999999", 100, None),
        ("bytes=0-0", 0, 1),
        ("bytes=-99999999", 0, None),
    ],
)
async def test_a_range_is_answered_with_that_part(keeping, asked, start, end):
    path, whole = await keeping.kept()
    answer = await keeping.ask("GET", path, range=asked)
    expected = whole[start:end]
    first = start % len(whole)
    assert (answer.status_code, answer.content) == (206, expected)
    # A part is for GET alone (RFC 9110, 14.2); who asks by HEAD wants to know how long all of it is.
    head = await keeping.ask("HEAD", path, range=asked)
    assert (head.status_code, head.headers["content-length"]) == (200, str(len(whole)))
    assert answer.headers["content-length"] == str(len(expected))
    assert answer.headers["content-range"] == f"bytes {first}-{first + len(expected) - 1}/{len(whole)}"


@pytest.mark.parametrize("asked", ["bytes=99999999-", "bytes=-0"])
async def test_a_range_outside_the_sound_is_416_with_its_length(keeping, asked):
    path, whole = await keeping.kept()
    answer = await keeping.ask("GET", path, range=asked)
    assert (answer.status_code, answer.headers["content-range"]) == (416, f"bytes */{len(whole)}")
    assert answer.content == b""


@pytest.mark.parametrize(
    "asked", ["bytes=5-2", "bytes=0-1,5-6", "items=0-5", "bytes=", "bytes=a-b", "bytes=-"]
)
async def test_a_range_that_means_nothing_here_gets_everything(keeping, asked):
    path, whole = await keeping.kept()
    answer = await keeping.ask("GET", path, range=asked)
    assert (answer.status_code, answer.content) == (200, whole)


async def test_a_complete_sound_has_its_length_and_what_caches_ask_for(keeping):
    path, whole = await keeping.kept()
    head = await keeping.ask("HEAD", path)
    assert (head.status_code, head.content) == (200, b"")
    headers = head.headers
    assert headers["content-length"] == str(len(whole)) and headers["accept-ranges"] == "bytes"
    assert headers["cache-control"] == "private, max-age=86400"
    for condition in ({"if_none_match": headers["etag"]}, {"if_modified_since": headers["last-modified"]}):
        assert (await keeping.ask("GET", path, **condition)).status_code == 304
    assert (await keeping.ask("GET", path, if_none_match='"other"')).status_code == 200
    for condition, status in ((headers["etag"], 206), ('"other"', 200), (headers["last-modified"], 206)):
        assert (await keeping.ask("GET", path, range="bytes=0-1", if_range=condition)).status_code == status


async def test_the_url_needs_no_token_but_everything_else_does(serve, keeping):
    path, whole = await keeping.kept()
    locked = await serve(
        doors=HttpDoors(recorder=keeping.recorder), tokens=Tokens(speak="secret"), require_token=True
    )
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{locked.port}", trust_env=False) as client:
        # A Chromecast sends an `Origin` and knows no token; the URL is the secret.
        answer = await client.get(path, headers={"origin": "https://www.gstatic.com"})
        assert (answer.status_code, answer.content) == (200, whole)
        assert (await client.post("/v1/outputs", json={"text": "one"})).status_code == 401
        assert (await client.get("/v1/audio/speech")).status_code == 401


async def test_a_player_that_is_a_web_page_may_ask_whether_it_may_fetch_parts(keeping):
    path, _ = await keeping.kept()
    asked = {"access_control_request_method": "GET", "access_control_request_headers": "range"}
    answer = await keeping.ask("OPTIONS", path, origin="https://www.gstatic.com", **asked)
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (204, "*")
    assert "Range" in answer.headers["access-control-allow-headers"]
    part = await keeping.ask("GET", path, origin="https://www.gstatic.com", range="bytes=0-1")
    assert (part.status_code, part.headers["access-control-allow-origin"]) == (206, "*")
    answer = await keeping.ask("OPTIONS", "/v1/outputs", origin="https://www.gstatic.com", **asked)
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "name",
    ["0" * 32 + ".wav", "..%2f..%2ftokens%2fadmin", "%2e%2e/tokens/admin", "x.wav", "0" * 31 + ".wav"],
)
async def test_names_that_are_no_ids_of_ours_are_not_there(keeping, name):
    answer = await keeping.ask("GET", f"/v1/audio/{name}")
    assert answer.status_code == 404 and answer.json()["code"] == "not_found"


async def test_an_expired_sound_is_not_there(keeping):
    path, _ = await keeping.kept()
    keeping.clock.now += DAY_S + 1
    assert (await keeping.ask("GET", path)).status_code == 404


async def test_what_one_address_has_in_the_making_is_bounded(keeping, node):
    node.speech.credits = 1
    body = {"text": "one two", "format": "pcm"}
    for _ in range(3):
        assert (await keeping.ask("POST", "/v1/outputs", body)).status_code == 201
    refused = await keeping.ask("POST", "/v1/outputs", body)
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_utterances")
    for speaking in node.speech.spoken:
        speaking.allow(1)
    await asyncio.wait_for(asyncio.gather(*keeping.recorder._recording), 10)
    node.speech.credits = None
    assert (await keeping.ask("POST", "/v1/outputs", body)).status_code == 201


async def test_who_leaves_before_there_is_a_url_cancels(keeping, node):
    node.speech.credits = 0
    asking = asyncio.create_task(keeping.ask("POST", "/v1/outputs", {"text": "one"}))
    await asyncio.wait_for(node.speech.came.wait(), 10)
    asking.cancel()
    await asyncio.wait_for(node.speech.of("one").cancelled.wait(), 10)


async def test_a_sound_whose_engine_breaks_is_cut_off_and_then_not_there(keeping, node):
    node.speech.credits = 1
    path = (await keeping.ask("POST", "/v1/outputs", {"text": "one two", "format": "pcm"})).json()["path"]
    with pytest.raises(httpx.RemoteProtocolError):
        async with (
            httpx.AsyncClient(base_url=keeping.base, trust_env=False, timeout=20) as client,
            client.stream("GET", path) as answer,
        ):
            async for _ in answer.aiter_raw(CHUNK_BYTES):
                node.speech.of("one two").finish("error", "worker_lost", "gone")
    assert (await keeping.ask("GET", path)).status_code == 404


async def test_R05_a_full_disk_is_told_and_speaking_goes_on(keeping, node, monkeypatch):
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "pwrite", full)
    path = (await keeping.ask("POST", "/v1/outputs", {"text": "one", "format": "pcm"})).json()["path"]
    answer = await keeping.ask("GET", path)
    assert (answer.status_code, answer.json()["code"]) == (507, "storage_full")
    assert "No space left" in answer.json()["message"]
    spoken = await keeping.ask("POST", "/v1/speak", {"text": "two", "format": "pcm"})
    assert (spoken.status_code, spoken.content[:3]) == (200, b"two")
