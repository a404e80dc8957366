"""Support: people who talk to a real node over its WebSocket, and what the tone engine must have said."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as ws_connect

from tests.served import ServedNode
from tts_node.engines.base import Segment, SegmentStyle
from tts_node.engines.tone import expected_pcm
from tts_node.speech.speech import content_seed

RATE = 22_050
PATIENCE_S = 60.0
"""How long a message is waited for before a test fails instead of hanging."""


def tone_config(settings: Mapping[str, Any] | None = None, **sections: Mapping[str, Any]) -> str:
    """A configuration with the tone engine alone, its faults on, and no gaps between segments.

    `engine` adds keys beside `settings`; the other `sections` are those of the configuration.
    """
    engine = {"type": "tone", "settings": {"faults": True, **(settings or {})}, **sections.pop("engine", {})}
    config: dict[str, Any] = {
        "node": {"embedded_voice": False},
        "engines": {"tone": engine},
        "audio": {"gap_ms": 0},
        "cache": {"enabled": False},
    }
    for name, section in sections.items():
        config[name] = {**config.get(name, {}), **section}
    return json.dumps(config)  # JSON is YAML


def tones(*segments: str, voice: str = "tone", speed: float = 1.0, **settings: Any) -> bytes:
    """The PCM that the tone engine makes of these segments, one after the other."""
    style = SegmentStyle(speed=speed)
    return b"".join(
        expected_pcm(Segment(text, voice, style=style, seed=content_seed(voice, text)), settings)
        for text in segments
    )


@dataclass(slots=True)
class Heard:
    """All that came for one utterance, up to its `done`."""

    messages: list[dict[str, Any]] = field(default_factory=list)
    frames: list[bytes] = field(default_factory=list)

    @property
    def sound(self) -> bytes:
        return b"".join(self.frames)

    @property
    def start(self) -> dict[str, Any]:
        return self.only("start")[0]

    @property
    def done(self) -> dict[str, Any]:
        return self.messages[-1]

    @property
    def outcome(self) -> str:
        """`complete`, `cancelled`, …, or the code of the error."""
        last = self.messages[-1]
        return str(last.get("error_code") or last.get("code") or last["reason"])

    def only(self, type: str) -> list[dict[str, Any]]:
        return [message for message in self.messages if message["type"] == type]


class Talker:
    """One connection. Utterances on it are heard one after the other."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    async def send(self, **message: Any) -> None:
        await self.connection.send(json.dumps(message))

    async def next(self) -> dict[str, Any] | bytes:
        received = await asyncio.wait_for(self.connection.recv(), PATIENCE_S)
        return received if isinstance(received, bytes) else json.loads(received)

    async def ask(self, **message: Any) -> dict[str, Any]:
        """The answer to a request; not for while something is being spoken."""
        await self.send(**message)
        answer = await self.next()
        assert isinstance(answer, dict)
        return answer

    async def until(self, *types: str, heard: Heard | None = None) -> Heard:
        """Everything up to the first message of one of these types, that one included, or to a refusal of
        `speak`; goes on with `heard`."""
        heard = heard or Heard()
        while True:
            message = await self.next()
            if isinstance(message, bytes):
                heard.frames.append(message)
                continue
            heard.messages.append(message)
            if message["type"] in types or (message["type"] == "error" and message.get("request") == "speak"):
                return heard

    async def until_sound(self) -> bytes:
        """The first binary frame; what comes before it is passed over."""
        while not isinstance(message := await self.next(), bytes):
            assert message["type"] != "done", message
        return message

    async def speak(self, text: str, **fields: Any) -> Heard:
        """Speak it and listen to its end."""
        await self.send(type="speak", text=text, **fields)
        return await self.until("done")

    def vanish(self) -> None:
        """As when the power goes: no close frame; the kernel sends a reset."""
        transport = self.connection.transport
        transport.get_extra_info("socket").setsockopt(
            socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
        )
        transport.abort()


@asynccontextmanager
async def talker(node: ServedNode, *, deaf: bool = False, **options: Any) -> AsyncIterator[Talker]:
    """Connect and read `hello`. A `deaf` one has hardly any buffers, so what it does not read stays there."""
    options.setdefault("proxy", None)
    options.setdefault("max_size", None)
    if deaf:
        options["max_queue"] = 1
        options["sock"] = sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.setblocking(False)
        await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", node.port))
    async with ws_connect(node.ws, close_timeout=1, **options) as connection:
        person = Talker(connection)
        hello = await person.next()
        assert isinstance(hello, dict) and hello["type"] == "hello"
        yield person


async def speak(node: ServedNode, text: str, **fields: Any) -> Heard:
    """Speak it over a connection of its own."""
    async with talker(node) as person:
        return await person.speak(text, **fields)


async def status(node: ServedNode) -> dict[str, Any]:
    return await asyncio.to_thread(get_json, node, "/v1/status")


async def settled(node: ServedNode) -> dict[str, Any]:
    """The status once nothing is being spoken and no engine has anything left."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            now = await status(node)
            if now["utterances"]["live"] == 0:
                return now
            await asyncio.sleep(0.05)


async def ready(node: ServedNode) -> dict[str, Any]:
    """The status once the node can speak (again)."""
    async with asyncio.timeout(PATIENCE_S):
        while not (now := await status(node))["ready"]:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        return now


def get_json(node: ServedNode, path: str, **headers: str) -> dict[str, Any]:
    """Body of a GET, also of a refusal."""
    request = urllib.request.Request(node.http + path, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as response:
            return json.load(response)  # type: ignore[no-any-return]
    except urllib.error.HTTPError as refusal:
        return {"status": refusal.code, **json.load(refusal)}


def workers(now: Mapping[str, Any], engine: str = "tone") -> list[int]:
    """The process ids of an engine's workers in a status."""
    return [worker["pid"] for worker in now["engines"][engine]["workers"]]


def folder(tmp_path: Path) -> Path:
    """The state folder of a test's own node."""
    return tmp_path / "state"
