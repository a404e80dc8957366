"""Kept sound: ids and not paths, whole or growing, in parts, bounded; foreign files stay untouched (R05)."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import os
import re
import threading
import wave
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path

import httpx
import pytest

from tests.server.conftest import CHUNK_BYTES
from tts_node.audio import wav
from tts_node.audio.format import OutputFormat, PcmFormat
from tts_node.errors import NotFound, StorageFull
from tts_node.outputs import Output, OutputStore
from tts_node.outputs import store as store_module
from tts_node.server.app import HttpDoors
from tts_node.server.auth import Tokens
from tts_node.server.recorder import Recorder

PCM = OutputFormat("pcm", 22_050, 1)
DAY_S = 86_400.0


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000_000.0

    def __call__(self) -> float:
        return self.now


@contextlib.asynccontextmanager
async def opened(
    folder: Path, *, max_bytes: int = 10_000, max_age_s: float = DAY_S, clock: Clock | None = None
) -> AsyncIterator[OutputStore]:
    store = OutputStore(folder, max_bytes=max_bytes, max_age_s=max_age_s, now=clock or Clock())
    await store.start()
    try:
        yield store
    finally:
        await store.close()


async def keep(store: OutputStore, data: bytes, fmt: OutputFormat = PCM) -> Output:
    output = await store.begin(fmt)
    await output.write(data)
    await output.finish()
    return output


async def content(output: Output, start: int = 0, end: int | None = None) -> bytes:
    return b"".join([piece async for piece in output.read(start, end)])


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


async def removed(store: OutputStore) -> None:
    """Until files that were dropped are gone."""
    await asyncio.gather(*store._removing)


# --- the store ------------------------------------------------------------------------------------------


async def test_a_sound_is_a_part_until_it_is_complete_and_its_id_is_128_bits(tmp_path):
    async with opened(tmp_path) as store:
        output = await store.begin(PCM)
        assert re.fullmatch(r"[0-9a-f]{32}", output.id)
        await output.write(b"half")
        assert names(tmp_path) == {f"{output.name}.part"}
        await output.finish()
        assert names(tmp_path) == {output.name}
        assert (tmp_path / output.name).stat().st_mode & 0o077 == 0
        assert await content(store.find(output.name)) == b"half"
        ids = {(await store.begin(PCM)).id for _ in range(20)}
        # Each of the 32 digits is drawn: 20 equal ones in a place would be a chance of 1 in 16^19.
        assert len(ids) == 20 and all(len(set(digits)) > 1 for digits in zip(*ids, strict=True))
    # What was not complete is not kept.
    assert names(tmp_path) == {output.name}


async def test_a_growing_sound_is_read_to_its_end_by_who_began_early(tmp_path):
    async with opened(tmp_path) as store:
        output = await store.begin(PCM)
        await output.write(b"one ")
        pieces = output.read()
        assert await anext(pieces) == b"one "
        waiting = asyncio.create_task(anext(pieces))
        await asyncio.sleep(0)
        assert not waiting.done()
        await output.write(b"two ")
        assert await waiting == b"two "
        await output.write(b"three")
        await output.finish()
        assert b"".join([piece async for piece in pieces]) == b"three"


async def test_who_reads_a_sound_that_is_given_up_hears_so(tmp_path):
    async with opened(tmp_path) as store:
        output = await store.begin(PCM)
        await output.write(b"one")
        pieces = output.read()
        await anext(pieces)
        await output.discard()
        with pytest.raises(NotFound):
            await anext(pieces)
        with pytest.raises(NotFound):
            store.find(output.name)
        assert names(tmp_path) == set()


async def test_W02_a_kept_wav_has_exact_lengths(tmp_path):
    fmt = OutputFormat("wav", 16_000, 1)
    async with opened(tmp_path) as store:
        streamed = wav.header(PcmFormat(16_000), None) + bytes(3_200)
        output = await keep(store, streamed, fmt)
        with wave.open(BytesIO(await content(output))) as file:
            assert (file.getnframes(), file.getframerate()) == (1_600, 16_000)
        assert (await content(output))[40:44] == (3_200).to_bytes(4, "little")


async def test_R05_the_oldest_goes_first_and_nothing_else_is_touched(tmp_path):
    folder = tmp_path / "outputs"
    (folder / "nested").mkdir(parents=True)
    secret = tmp_path / "secret"
    secret.write_bytes(b"x" * 9_000)
    (folder / "notes.txt").write_text("mine")
    link = "0" * 32 + ".wav"
    (folder / link).symlink_to(secret)
    part_link = "1" * 32 + ".wav.part"
    (folder / part_link).symlink_to(secret)
    (folder / ("2" * 32 + ".mp3.part")).write_bytes(b"left by a crash")
    foreign = {"nested", "notes.txt", link, part_link}
    clock = Clock()
    async with opened(folder, clock=clock) as store:
        assert names(folder) == foreign  # only our own leftover is swept
        with pytest.raises(NotFound):
            store.find(link)
        kept = []
        for _ in range(5):
            clock.now += 1
            kept.append(await keep(store, bytes(4_000)))
        await removed(store)
        assert names(folder) == foreign | {kept[3].name, kept[4].name}
        assert store.size_bytes == 8_000
        with pytest.raises(NotFound):
            store.find(kept[0].name)
    assert secret.stat().st_size == 9_000


async def test_a_sound_that_is_read_while_it_is_removed_is_read_to_its_end(tmp_path):
    async with opened(tmp_path, max_bytes=200_000) as store:
        output = await keep(store, bytes(150_000))
        pieces = output.read()
        size = len(await anext(pieces))
        await keep(store, bytes(100_000))
        await removed(store)
        assert size + sum([len(piece) async for piece in pieces]) == 150_000


async def test_a_sound_expires_to_the_second_and_its_file_goes(tmp_path):
    clock = Clock()
    async with opened(tmp_path, max_age_s=60, clock=clock) as store:
        output = await keep(store, b"x")
        clock.now += 59
        assert store.find(output.name) is output
        clock.now += 2
        with pytest.raises(NotFound):
            store.find(output.name)
        await keep(store, b"y")
        await removed(store)


async def test_what_expires_goes_also_when_nobody_asks_for_anything(tmp_path, monkeypatch):
    monkeypatch.setattr(store_module, "_SWEEP_S", 0.01)
    clock, gone, loop = Clock(), asyncio.Event(), asyncio.get_running_loop()
    async with opened(tmp_path, max_age_s=60, clock=clock) as store:
        real = store.folder.remove

        def remove(name: str) -> None:
            real(name)
            loop.call_soon_threadsafe(gone.set)

        monkeypatch.setattr(store.folder, "remove", remove)
        await keep(store, b"x")
        clock.now += 61
        await asyncio.wait_for(gone.wait(), 10)
        assert names(tmp_path) == set() and (store.count, store.size_bytes) == (0, 0)


async def test_a_restart_with_less_room_drops_the_oldest(tmp_path):
    async with opened(tmp_path) as store:
        for size in (3_000, 2_000):
            output = await keep(store, bytes(size))
        os.utime(tmp_path / output.name, (Clock().now,) * 2)
    async with opened(tmp_path, max_bytes=3_500) as store:
        await removed(store)
        assert (store.count, store.size_bytes) == (1, 3_000)
        assert output.name not in names(tmp_path)


async def test_a_restart_keeps_what_is_complete(tmp_path):
    async with opened(tmp_path) as store:
        output = await keep(store, b"abc", OutputFormat("mp3", 24_000, 1))
    clock = Clock()
    clock.now = (tmp_path / output.name).stat().st_mtime + 10
    async with opened(tmp_path, clock=clock) as store:
        found = store.find(output.name)
        assert (await content(found), found.content_type) == (b"abc", "audio/mpeg")


async def test_one_sound_larger_than_everything_fails_and_says_so(tmp_path):
    async with opened(tmp_path, max_bytes=5_000) as store:
        await keep(store, bytes(1_000))
        output = await store.begin(PCM)
        await output.write(bytes(3_000))
        with pytest.raises(StorageFull, match="at most 5000"):
            await output.write(bytes(3_000))
        with pytest.raises(StorageFull, match="at most 5000"):
            store.find(output.name)
        await removed(store)
        assert names(tmp_path) == set()


async def test_a_full_disk_is_told_to_who_asked_and_to_who_fetches(tmp_path, monkeypatch):
    async with opened(tmp_path) as store:
        output = await store.begin(PCM)
        await output.write(b"one")
        real = os.pwrite

        def full(*_: object) -> int:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(os, "pwrite", full)
        with pytest.raises(StorageFull, match="No space left"):
            await output.write(b"two")
        with pytest.raises(StorageFull, match="No space left"):
            store.find(output.name)
        assert names(tmp_path) == set()
        monkeypatch.setattr(os, "pwrite", real)
        assert await content(await keep(store, b"again")) == b"again"


async def test_a_sound_that_fails_just_now_is_told_as_that_and_not_as_missing(tmp_path, monkeypatch):
    async with opened(tmp_path) as store:
        output = await store.begin(PCM)
        removed, go_on = threading.Event(), threading.Event()
        real = store.folder.discard

        def discard(name: str) -> None:
            real(name)
            removed.set()
            go_on.wait(10)

        monkeypatch.setattr(store.folder, "discard", discard)
        failing = asyncio.create_task(output.discard(StorageFull("no room")))
        assert await asyncio.to_thread(removed.wait, 10)
        with pytest.raises(StorageFull, match="no room"):
            await content(store.find(output.name))
        go_on.set()
        await failing


async def test_a_sound_that_gets_its_name_while_it_is_opened_is_found(tmp_path, monkeypatch):
    async with opened(tmp_path) as store:
        output = await store.begin(PCM)
        await output.write(b"abc")
        real = store.folder.open

        def open_and_rename(name: str, *, part: bool = False) -> int:
            try:
                return real(name, part=part)
            finally:
                with contextlib.suppress(FileNotFoundError):
                    (tmp_path / f"{output.name}.part").rename(tmp_path / output.name)

        monkeypatch.setattr(store.folder, "open", open_and_rename)
        assert await content(output, 0, 3) == b"abc"
        assert await content(output, 0, 3) == b"abc"


async def test_two_nodes_do_not_share_a_folder_and_the_second_says_so(tmp_path):
    async with opened(tmp_path), opened(tmp_path) as second:
        with pytest.raises(StorageFull, match="cannot be kept"):
            await second.begin(PCM)


async def test_zero_megabytes_keep_nothing(tmp_path):
    async with opened(tmp_path / "none", max_bytes=0) as store:
        with pytest.raises(StorageFull, match="max_mb"):
            await store.begin(PCM)
    assert not (tmp_path / "none").exists()


# --- over HTTP ------------------------------------------------------------------------------------------


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
