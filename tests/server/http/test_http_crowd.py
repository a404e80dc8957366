"""Fifty clients at once over all doors mixed: each hears its own words, and nothing is left."""

from __future__ import annotations

import asyncio
import base64
import json
import struct
from collections.abc import Iterator

import httpx
import psutil
import pytest
from websockets.asyncio.client import connect
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncTcpClient
from wyoming.tts import Synthesize

from tests.served import ServedNode, serve
from tests.server.http.tones import decode, misheard
from tts_node.audio import wav
from tts_node.audio.format import PcmFormat

CLIENTS = 50
CONFIG = """
node: {embedded_voice: false}
engines: {tone: {type: tone, settings: {rtf: 0.02, lanes: 2}}}
cache: {enabled: false}
"""
NAMES = (
    *("ada", "ben", "cleo", "dan", "eve", "finn", "gus", "hanna", "ivo", "jule", "kim", "leo", "mia"),
    *("nils", "olga", "paul", "quinn", "rosa", "sam", "tina"),
)


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedNode]:
    with serve(tmp_path_factory.mktemp("crowd") / "state", config=CONFIG) as served:
        yield served


def text_of(client: int) -> str:
    """Words of its own, so that any sound of another client would be heard."""
    return " ".join(f"{NAMES[(client * 7 + at * 3) % len(NAMES)]}{client}{'xyz'[at % 3]}" for at in range(6))


async def over_http(node: ServedNode, http: httpx.AsyncClient, text: str) -> tuple[bytes, str]:
    answer = await http.post(f"{node.http}/v1/speak", json={"text": text, "format": "wav"})
    assert answer.status_code == 200
    return answer.content, "wav"


async def over_openai(node: ServedNode, http: httpx.AsyncClient, text: str) -> tuple[bytes, str]:
    body = {"model": "tts-1", "voice": "alloy", "input": text, "response_format": "flac"}
    answer = await http.post(f"{node.http}/v1/audio/speech", json=body)
    assert answer.status_code == 200
    return answer.content, "flac"


async def kept(node: ServedNode, http: httpx.AsyncClient, text: str) -> tuple[bytes, str]:
    told = (await http.post(f"{node.http}/v1/outputs", json={"text": text, "format": "flac"})).json()
    return (await http.get(told["url"])).content, "flac"


async def over_websocket(node: ServedNode, http: httpx.AsyncClient, text: str) -> tuple[bytes, str]:
    return (await _websocket(node, "plain", [text]))[0], "flac"


async def over_base64(node: ServedNode, http: httpx.AsyncClient, text: str) -> tuple[bytes, str]:
    return (await _websocket(node, "base64", [text]))[0], "flac"


async def over_tags(node: ServedNode, http: httpx.AsyncClient, text: str) -> tuple[bytes, str]:
    """The client's own utterance among two others on the same connection."""
    others = [f"other{at} words{at}" for at in range(2)]
    return (await _websocket(node, "tagged", [text, *others]))[0], "flac"


async def over_wyoming(node: ServedNode, http: httpx.AsyncClient, text: str) -> tuple[bytes, str]:
    pcm, rate = bytearray(), 0
    async with AsyncTcpClient("127.0.0.1", node.wyoming_port) as client:
        await client.write_event(Synthesize(text).event())
        while (event := await asyncio.wait_for(client.read_event(), 60)) is not None:
            if AudioStart.is_type(event.type):
                rate = AudioStart.from_event(event).rate
            elif AudioChunk.is_type(event.type):
                pcm += AudioChunk.from_event(event).audio
            elif AudioStop.is_type(event.type):
                break
    return wav.header(PcmFormat(rate), len(pcm)) + bytes(pcm), "wav"


async def _websocket(node: ServedNode, framing: str, texts: list[str]) -> list[bytes]:
    sounds = [b""] * len(texts)
    numbers: dict[int, int] = {}
    current, left = 0, len(texts)
    async with connect(node.ws, proxy=None, max_size=None) as socket:
        await socket.send(
            json.dumps({"type": "session", "framing": framing, "format": {"container": "flac"}})
        )
        for at, text in enumerate(texts):
            await socket.send(json.dumps({"type": "speak", "id": str(at), "text": text}))
        while left:
            received = await asyncio.wait_for(socket.recv(), 60)
            if isinstance(received, bytes):
                if framing == "tagged":
                    current = numbers[struct.unpack_from(">I", received)[0]]
                    received = received[8:]
                sounds[current] += received
                continue
            message = json.loads(received)
            if message["type"] == "start":
                current = int(message["id"])
                numbers[message.get("number", 0)] = current
            elif message["type"] == "audio":
                sounds[int(message["id"])] += base64.b64decode(message["data"])
            elif message["type"] == "done":
                assert message["reason"] == "complete"
                left -= 1
    return sounds


DOORS = (over_http, over_websocket, over_openai, over_tags, kept, over_base64, over_wyoming)


@pytest.mark.slow
async def test_W07_fifty_clients_at_once_hear_their_own_words_over_every_door(node: ServedNode) -> None:
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(trust_env=False, timeout=90, limits=limits) as http:
        jobs = [DOORS[client % len(DOORS)](node, http, text_of(client)) for client in range(CLIENTS)]
        answers = await asyncio.gather(*jobs)
        for client, (sound, container) in enumerate(answers):
            samples, rate = decode(sound, container)
            assert misheard(samples, rate, text_of(client)) == [], f"client {client}"
            # The ear tells them apart: another client's words would not have passed.
            assert misheard(samples, rate, text_of(client + 1)) != []
        status = (await http.get(f"{node.http}/v1/status")).json()
    assert status["utterances"]["live"] == 0
    assert status["engines"]["tone"]["waiting"] == 0


@pytest.mark.slow
async def test_R01_crowds_leave_no_memory_behind(node: ServedNode) -> None:
    """Rounds of clients of which half leave in the middle; memory after the last is that after the second."""
    process = psutil.Process(node.process.pid)

    async def leave(http: httpx.AsyncClient, text: str) -> None:
        async with http.stream("POST", f"{node.http}/v1/speak", json={"text": text}) as answer:
            await anext(answer.aiter_raw())

    async def round_of(number: int) -> int:
        async with httpx.AsyncClient(trust_env=False, timeout=90) as http:
            stay = [DOORS[at % len(DOORS)](node, http, text_of(at)) for at in range(0, 24, 2)]
            go = [leave(http, f"{text_of(at)} {number}") for at in range(1, 24, 2)]
            await asyncio.gather(*stay, *go)
            async with asyncio.timeout(20):
                while (await http.get(f"{node.http}/v1/status")).json()["utterances"]["live"]:
                    pass
        return process.memory_info().rss

    sizes = [await round_of(number) for number in range(8)]
    assert max(sizes[4:]) - sizes[1] < 12 * 2**20, sizes
