"""Clients that go away, that do not read, that do not answer pings, and many at once (W05, W06, W08)."""

from __future__ import annotations

import asyncio
import base64
import gc
import json
import os
import socket
import struct
import tracemalloc

import pytest
from websockets.exceptions import InvalidStatus


class RawClient:
    """A WebSocket client that does only what it is told: no pongs, no reading."""

    def __init__(self, port: int, receive_buffer: int | None = None) -> None:
        self.socket = socket.socket()
        if receive_buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.setblocking(False)
        self.port = port
        self.data = b""

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        await loop.sock_connect(self.socket, ("127.0.0.1", self.port))
        key = base64.b64encode(os.urandom(16)).decode()
        request = (
            f"GET /v1/ws HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        await loop.sock_sendall(self.socket, request.encode())
        while b"\r\n\r\n" not in self.data:
            self.data += await loop.sock_recv(self.socket, 4096)
        assert b" 101 " in self.data.split(b"\r\n", 1)[0]
        self.data = self.data.split(b"\r\n\r\n", 1)[1]

    async def send(self, **message: object) -> None:
        await self.frame(0x1, json.dumps(message).encode())

    async def frame(self, opcode: int, payload: bytes) -> None:
        """A final, masked frame (RFC 6455, 5.2), with a mask of zeros."""
        size = len(payload)
        header = (
            bytes([0x80 | opcode, 0x80 | size])
            if size < 126
            else struct.pack("!BBH", 0x80 | opcode, 0xFE, size)
        )
        await asyncio.get_running_loop().sock_sendall(self.socket, header + bytes(4) + payload)

    async def receive(self) -> tuple[int, bytes]:
        """The next frame; opcode 8 with b"" when the socket is closed."""
        header = await self._take(2)
        if len(header) < 2:
            return 0x8, b""
        size = header[1] & 0x7F
        if size == 126:
            size = struct.unpack("!H", await self._take(2))[0]
        return header[0] & 0x0F, await self._take(size)

    async def _take(self, size: int) -> bytes:
        while len(self.data) < size:
            more = await asyncio.wait_for(asyncio.get_running_loop().sock_recv(self.socket, 65536), 20)
            if not more:
                return b""
            self.data += more
        taken, self.data = self.data[:size], self.data[size:]
        return taken

    def reset(self) -> None:
        """Vanish: closing with a linger of 0 sends RST and no close frame."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()


@pytest.fixture
async def raw(door):
    clients: list[RawClient] = []

    async def make(port: int | None = None, receive_buffer: int | None = None) -> RawClient:
        client = RawClient(port or door.port, receive_buffer)
        clients.append(client)
        await client.open()
        return client

    yield make
    for client in clients:
        client.socket.close()


# --- W05: a client goes away ---------------------------------------------------------------------------


async def test_closing_the_socket_cancels_what_is_heard_and_what_is_queued(door, node):
    client = await door.connect()
    node.speech.credits = 1
    await client.send(type="speak", id="a", text="one two")
    await client.send(type="speak", id="b", text="three")
    await client.until("queued", id="b")
    await client.socket.close()
    for speaking in node.speech.spoken:
        await asyncio.wait_for(speaking.cancelled.wait(), 5)
    other = await door.connect()
    node.speech.credits = None
    await other.send(type="speak", id="c", text="OK")
    assert (await other.until("done"))[-1]["reason"] == "complete"


@pytest.mark.parametrize("way", ["reset", "end of stream"])
async def test_a_client_that_dies_without_a_close_frame_is_noticed_at_once(raw, door, node, way):
    node.speech.credits = 1
    client = await raw()
    await client.send(type="speak", id="a", text="one two")
    await client.send(type="speak", id="b", text="three")
    while (await client.receive())[0] != 0x2:
        pass
    if way == "reset":
        client.reset()
    else:
        client.socket.shutdown(socket.SHUT_WR)
    for speaking in node.speech.spoken:
        await asyncio.wait_for(speaking.cancelled.wait(), 5)


async def test_a_client_that_dies_while_its_socket_is_full_is_noticed_at_once(raw, door, node):
    client = await raw(receive_buffer=4096)
    await client.send(type="speak", id="a", text="word " * 5_000)
    await _stalled(node)
    client.socket.shutdown(socket.SHUT_WR)
    await asyncio.wait_for(node.speech.spoken[-1].cancelled.wait(), 5)


async def test_sessions_are_counted_down_when_clients_leave(serve, node):
    door = await serve(limits={"connections": 2})
    for _ in range(5):
        first, second = await door.connect(), await door.connect()
        with pytest.raises(InvalidStatus):
            await door.connect()
        await first.socket.close()
        await second.socket.close()
        async with asyncio.timeout(5):
            while door.session_count:  # noqa: ASYNC110
                await asyncio.sleep(0.005)


# --- W06: a client does not read -----------------------------------------------------------------------


async def _stalled(node) -> int:
    """Wait until nothing more is asked of the utterance; returns how many chunks were."""
    await _first(node)
    speaking, before = node.speech.spoken[-1], -1
    while speaking.pulled != before:
        before = speaking.pulled
        await asyncio.sleep(0.1)
    return before


@pytest.mark.slow
async def test_a_client_that_never_reads_keeps_bounded_bytes_and_disturbs_nobody(raw, door, node):
    client = await raw(receive_buffer=4096)
    gc.collect()
    tracemalloc.start()
    await client.send(type="speak", id="a", text="word " * 10_000)  # 44 MB of PCM
    pulled = await _stalled(node)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # Kernel buffers, the transport's high water mark, one frame; the other 43 MB were not asked for.
    assert pulled * 4_410 < 1_000_000
    assert held < 4_000_000
    other = await door.connect()
    await other.send(type="speak", id="b", text="all is well")
    assert (await other.until("done"))[-1]["reason"] == "complete"


async def test_a_reader_that_falls_behind_is_warned_and_then_its_utterance_is_cancelled(serve, raw, node):
    door = await serve(limits={"slow_reader_s": 0.4})
    client = await raw(door.port, receive_buffer=4096)
    node.speech.chunk_ms = 2.0  # so that what the buffers take is played out soon
    await client.send(type="speak", id="a", text="word " * 5_000)
    await _first(node)
    await asyncio.wait_for(node.speech.spoken[0].cancelled.wait(), 20)
    assert node.speech.spoken[0].calls == [("cancel", "error")]
    told = []
    while not told or told[-1][0] != "done":
        opcode, payload = await client.receive()
        if opcode == 0x1:
            message = json.loads(payload)
            told.append((message["type"], message.get("code") or message.get("reason")))
    assert told[-3:] == [("warning", "slow_reader"), ("error", "slow_reader"), ("done", "error")]
    await client.send(type="ping", ref="still here")
    opcode, payload = await client.receive()
    assert json.loads(payload) == {"type": "ping", "ref": "still here"}


@pytest.mark.slow
async def test_a_client_that_asks_without_reading_the_answers_stops_being_read(raw, door, node):
    client = await raw(receive_buffer=4096)
    tracemalloc.start()
    asked = 0

    async def ask_for_ever() -> None:
        nonlocal asked
        while True:
            await client.send(type="voices", ref=asked)
            asked += 1

    asking = asyncio.create_task(ask_for_ever())
    before = -1
    while asked != before:
        before = asked
        await asyncio.sleep(0.3)
    asking.cancel()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < 4_000_000
    other = await door.connect()
    assert (await other.ask(type="ping"))["type"] == "ping"


async def test_pings_of_a_client_that_does_not_read_do_not_pile_up(raw, door, node):
    client = await raw(receive_buffer=4096)
    await client.send(type="speak", id="a", text="word " * 5_000)
    await _stalled(node)
    (connection,) = door.connections
    before = connection.transport.get_write_buffer_size()
    for _ in range(2_000):
        await client.frame(0x9, b"x" * 100)
    other = await door.connect()
    assert (await other.ask(type="ping"))["type"] == "ping"
    assert connection.transport.get_write_buffer_size() <= before


async def test_a_message_in_countless_fragments_closes_that_connection_alone(raw, door):
    client = await raw()
    await client.receive()  # hello
    fragments = b"\x01\x80\0\0\0\0" + b"\x00\x80\0\0\0\0" * 2_000  # none of them the last
    await asyncio.get_running_loop().sock_sendall(client.socket, fragments)
    opcode, payload = await client.receive()
    assert (opcode, payload[:2]) == (0x8, (1009).to_bytes(2, "big"))
    other = await door.connect()
    assert (await other.ask(type="ping"))["type"] == "ping"


# --- W08: pings -------------------------------------------------------------------------------------------


async def test_a_client_without_pongs_is_served_while_pings_are_off(serve, raw, node):
    door = await serve(ping_interval_s=None, ping_timeout_s=None)
    client = await raw(door.port)
    node.speech.credits = 0
    await client.send(type="speak", id="a", text="one")
    opcodes = []
    while True:
        opcode, payload = await client.receive()
        opcodes.append(opcode)
        kind = json.loads(payload)["type"] if opcode == 0x1 else None
        if kind == "queued":
            await asyncio.sleep(0.3)
            node.speech.of("one").allow(1)
        if kind == "done":
            break
    assert 0x9 not in opcodes and 0x8 not in opcodes


async def test_a_dead_peer_is_found_by_pings_when_they_are_on(serve, raw, node):
    door = await serve(ping_interval_s=0.1, ping_timeout_s=0.1)
    client = await raw(door.port)
    node.speech.credits = 0
    await client.send(type="speak", id="a", text="one")
    await _first(node)
    await asyncio.wait_for(node.speech.spoken[0].cancelled.wait(), 5)


async def test_a_client_that_answers_pings_stays_while_speech_takes_long(serve, node):
    door = await serve(ping_interval_s=0.05, ping_timeout_s=0.2)
    client = await door.connect()
    node.speech.credits = 0
    await client.send(type="speak", id="a", text="one")
    await client.until("queued")
    await asyncio.sleep(0.6)
    node.speech.of("one").allow(1)
    assert (await client.until("done"))[-1]["reason"] == "complete"


@pytest.mark.slow
async def test_a_client_that_reads_as_it_plays_is_not_closed_for_a_late_pong(serve, raw, node):
    # Two seconds of sound are on their way; the ping stands behind them, so the answer cannot come yet.
    door = await serve(ping_interval_s=0.1, ping_timeout_s=0.1)
    client = await raw(door.port)
    await client.send(type="speak", id="a", text="word " * 15)
    await _first(node)
    await asyncio.sleep(0.8)
    assert not door.connections[0].transport.is_closing()
    closed = None
    async with asyncio.timeout(10):
        while closed is None:
            opcode, payload = await client.receive()
            closed = payload if opcode == 0x8 else None
    assert closed[:2] == (1011).to_bytes(2, "big")


async def _first(node) -> None:
    """Until an utterance has come."""
    await asyncio.wait_for(node.speech.came.wait(), 10)


# --- many -------------------------------------------------------------------------------------------------


async def test_two_hundred_clients_at_once_are_all_served(door, node):
    clients = await asyncio.gather(*(door.connect() for _ in range(200)))
    await asyncio.gather(*(c.send(type="speak", id="a", text=f"client {n}") for n, c in enumerate(clients)))
    heard = await asyncio.gather(*(client.until("done") for client in clients))
    for number, messages in enumerate(heard):
        words = [m.rstrip(b"\0").decode() for m in messages if isinstance(m, bytes)]
        assert words == ["client", str(number)]


async def test_connections_beyond_the_limit_are_refused_in_the_handshake_with_a_reason(serve):
    door = await serve(limits={"connections": 50, "connections_per_address": 50})
    results = await asyncio.gather(*(door.connect() for _ in range(200)), return_exceptions=True)
    refused = [result for result in results if isinstance(result, InvalidStatus)]
    served = [result for result in results if not isinstance(result, BaseException)]
    assert (len(served), len(refused)) == (50, 150)
    for error in refused:
        assert error.response.status_code == 503
        body = json.loads(error.response.body)
        assert (body["code"], body["retryable"]) == ("too_many_connections", True)
        assert "Retry-After" in error.response.headers
    assert (await served[0].ask(type="ping"))["type"] == "ping"


async def test_one_address_cannot_take_all_connections(serve):
    door = await serve(limits={"connections": 50, "connections_per_address": 2})
    await door.connect()
    await door.connect()
    with pytest.raises(InvalidStatus) as refused:
        await door.connect()
    assert json.loads(refused.value.response.body)["code"] == "too_many_connections"
    # Another loopback address is another client.
    await door.connect(local_addr=("127.0.0.2", 0))
