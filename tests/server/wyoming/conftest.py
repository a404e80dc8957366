"""The Wyoming door in front of the scripted node of `tests/server`, and a client without a library."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from tts_node.config import LimitsConfig, ServerConfig, WyomingConfig
from tts_node.server.ports import SpeakDefaults
from tts_node.server.tls import Certificate
from tts_node.server.wyoming.door import WyomingDoor

PATIENCE_S = 20.0


@dataclass(frozen=True, slots=True)
class Got:
    """One event from the node."""

    type: str
    data: dict[str, Any] = field(default_factory=dict)
    payload: bytes = b""

    @property
    def word(self) -> str:
        """What the scripted voice says in this chunk."""
        return self.payload.rstrip(b"\0").decode()


def event_bytes(
    type: str, data: Mapping[str, Any] | None = None, payload: bytes = b"", **header: Any
) -> bytes:
    """An event as the library writes it; `header` goes before what would be right."""
    body = json.dumps(data).encode() if data is not None else b""
    line: dict[str, Any] = {"type": type, "version": "1.10.2"}
    if body:
        line["data_length"] = len(body)
    if payload:
        line["payload_length"] = len(payload)
    return json.dumps(line | header).encode() + b"\n" + body + payload


class RawClient:
    """Reads and writes events byte by byte as they are."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def send(self, type: str, payload: bytes = b"", **data: Any) -> None:
        self.writer.write(event_bytes(type, data or None, payload))

    def send_bytes(self, data: bytes) -> None:
        self.writer.write(data)

    async def next(self) -> Got | None:
        """The next event; None when the node hung up."""
        async with asyncio.timeout(PATIENCE_S):
            line = await self.reader.readline()
            if not line:
                return None
            header = json.loads(line)
            data = json.loads(await self.reader.readexactly(header.get("data_length", 0)) or b"{}")
            payload = await self.reader.readexactly(header.get("payload_length", 0))
            return Got(header["type"], data, payload)

    async def until(self, type: str) -> list[Got]:
        """Everything up to and including the first event of that type."""
        seen = []
        while True:
            got = await self.next()
            assert got is not None, f"hung up after {seen}"
            seen.append(got)
            if got.type == type:
                return seen

    async def rest(self) -> list[Got]:
        """Everything until the node hangs up."""
        seen = []
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            while (got := await self.next()) is not None:
                seen.append(got)
        return seen

    async def works(self) -> bool:
        """Whether the connection still answers, with what nothing else answers."""
        self.send("ping", text="still there?")
        return (await self.until("pong"))[-1].data == {"text": "still there?"}

    def leave(self, *, reset: bool = False) -> None:
        """Hang up; with `reset` as a host does that vanishes."""
        if reset:
            self.writer.transport.abort()
        else:
            self.writer.close()


class Door:
    """The running door of a test."""

    def __init__(self, door: WyomingDoor, clients: list[RawClient]) -> None:
        self.door = door
        self._clients = clients

    @property
    def port(self) -> int:
        assert self.door.port is not None, self.door.told
        return self.door.port

    async def connect(self, *, local: str = "127.0.0.1", receive_bytes: int | None = None) -> RawClient:
        """A client; with `receive_bytes` its kernel takes little that it has not read."""
        sock = socket.socket()
        sock.setblocking(False)
        if receive_bytes is not None:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        sock.bind((local, 0))
        await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", self.port))
        limit = 1024 if receive_bytes is not None else 2**20
        client = RawClient(*await asyncio.open_connection(sock=sock, limit=limit))
        self._clients.append(client)
        return client

    async def has(self, clients: int) -> None:
        """Until so many are connected."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                if len(self.door) == clients:
                    return
                await asyncio.sleep(0.005)


OpenDoor = Callable[..., Awaitable[Door]]


@pytest.fixture
async def open_door(node: Any) -> AsyncIterator[OpenDoor]:
    """Start it: `await open_door(limits={...}, server={...}, allow=..., defaults=...)`."""
    started: list[WyomingDoor] = []
    clients: list[RawClient] = []

    async def start(
        limits: Mapping[str, Any] | None = None,
        server: Mapping[str, Any] | None = None,
        defaults: SpeakDefaults | None = None,
        **settings: Any,
    ) -> Door:
        settings = {"port": 0, "host": "127.0.0.1"} | settings
        config = ServerConfig(limits=LimitsConfig(**(limits or {})), **(server or {}))
        door = WyomingDoor(node, WyomingConfig(**settings), config, defaults=defaults)
        started.append(door)
        await door.start(Certificate.of(config))
        return Door(door, clients)

    yield start
    for client in clients:
        client.leave(reset=True)
    for door in started:
        await door.stop(0.2)


@pytest.fixture
async def wyoming(open_door: OpenDoor) -> Door:
    return await open_door()


@pytest.fixture
async def client(wyoming: Door) -> RawClient:
    return await wyoming.connect()
