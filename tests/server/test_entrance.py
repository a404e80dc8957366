"""Connections that ask nothing, or half of something, shut nobody else out."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import os
import resource
import socket
from pathlib import Path

import httpx
import pytest

from tts_node.config import LimitsConfig
from tts_node.server import entrance as entrances
from tts_node.server import exchange
from tts_node.server.entrance import Entrance, EntranceSocket, Place, within_open_files

HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def kept_alive(door) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection with one answered request, which may have another."""
    reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
    writer.write(HEAD)
    answer = await asyncio.wait_for(reader.readuntil(b"}"), 20)
    assert answer.startswith(b"HTTP/1.1 200")
    return reader, writer


async def is_healthy(door) -> bool:
    async with httpx.AsyncClient(trust_env=False) as http:
        return (await http.get(f"http://127.0.0.1:{door.port}/healthz")).status_code == 200


def limits(connections: int, per_address: int = 10_000) -> LimitsConfig:
    return LimitsConfig(connections=connections, connections_per_address=per_address)


async def test_every_request_head_has_a_deadline_not_only_the_first(door, monkeypatch):
    monkeypatch.setattr(exchange, "_HEAD_S", 0.2)
    reader, writer = await kept_alive(door)
    writer.write(b"GET /heal")  # and never the rest
    assert await asyncio.wait_for(reader.read(), 20) == b""
    writer.close()


async def test_dripping_does_not_extend_the_deadline(door, monkeypatch):
    monkeypatch.setattr(exchange, "_HEAD_S", 0.3)
    reader, writer = await kept_alive(door)
    gone = asyncio.create_task(reader.read())
    writer.write(b"GET /healthz HTTP/1.1\r\n")
    for number in range(2_000):
        if gone.done():
            break
        writer.write(b"A%d: b\r\n" % number)
        await asyncio.wait([gone], timeout=0.02)
    assert await asyncio.wait_for(gone, 20) == b""
    writer.close()


async def test_the_body_of_an_answered_request_has_the_same_deadline(door, monkeypatch):
    monkeypatch.setattr(exchange, "_HEAD_S", 0.2)
    reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
    writer.write(HEAD.replace(b"\r\n\r\n", b"\r\nContent-Length: 100\r\n\r\n{"))
    assert (await asyncio.wait_for(reader.read(), 20)).startswith(b"HTTP/1.1 200")
    writer.close()


async def test_a_request_and_a_session_outlive_the_deadline_for_heads(door, node, monkeypatch):
    monkeypatch.setattr(exchange, "_HEAD_S", 0.1)
    node.speech.credits = 0
    client = await door.connect()
    async with httpx.AsyncClient(trust_env=False) as http:
        url = f"http://127.0.0.1:{door.port}/v1/speak"
        speaking = asyncio.create_task(http.post(url, json={"text": "one two"}, timeout=20))
        await asyncio.wait_for(node.speech.came.wait(), 10)
        await asyncio.sleep(0.3)
        node.speech.of("one two").allow(2)
        assert (await speaking).status_code == 200
    assert (await client.ask(type="ping"))["ref"] == "asked"


async def test_connections_that_rest_make_room_for_new_ones(serve, monkeypatch):
    monkeypatch.setattr(entrances, "_RESERVE", 16)
    door = await serve(limits={"connections": 1})
    client = await door.connect()
    most = door.server._entrance.most
    readers = []
    for _ in range(most + 5):
        reader, writer = await kept_alive(door)
        writer.write(b"GET /heal")
        readers.append((reader, writer))
    assert len(door.server._entrance) <= most
    for reader, _ in readers[:5]:
        with contextlib.suppress(ConnectionResetError):
            assert await asyncio.wait_for(reader.read(), 20) == b""
    assert await is_healthy(door)
    assert (await client.ask(type="ping"))["ref"] == "asked"
    for _, writer in readers:
        writer.close()


async def test_a_closed_connection_is_counted_no_longer(door):
    for _ in range(3):
        _, writer = await kept_alive(door)
        writer.close()
        await writer.wait_closed()
    client = await door.connect()
    await client.socket.close()
    async with asyncio.timeout(20):
        while len(door.server._entrance):  # noqa: ASYNC110, the socket is closed by the loop itself
            await asyncio.sleep(0.01)


async def test_where_nobody_rests_the_new_one_is_refused_with_a_sentence(serve):
    door = await serve(limits={"connections": 40})
    door.server._entrance.most = 2
    for _ in range(2):
        await door.connect()
    reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
    answer = await asyncio.wait_for(reader.read(), 20)
    assert answer.startswith(b"HTTP/1.1 503 ") and b'"too_many_connections"' in answer
    writer.close()


def test_an_address_that_has_its_share_makes_room_among_its_own():
    entrance = Entrance(limits(100))
    entrance.most_per_address = 2
    cut: list[str] = []
    enter(entrance, cut, "a1")
    enter(entrance, cut, "b1")
    second = enter(entrance, cut, "a2")
    assert enter(entrance, cut, "a3", rests=False) is not None
    assert cut == ["a1"]
    entrance.works(second)
    assert enter(entrance, cut, "a4") is None, "what rests of b is not a's to take"
    assert enter(entrance, cut, "c1") is not None
    assert cut == ["a1"]


def test_when_all_are_full_the_address_with_the_most_makes_room_first():
    entrance = Entrance(limits(100))
    entrance.most = 3
    cut: list[str] = []
    for name in ("a1", "b1", "b2", "c1"):
        assert enter(entrance, cut, name) is not None
    assert cut == ["b1"]
    assert len(entrance) == 3


def test_what_is_told_late_of_a_closed_connection_does_nothing_to_the_one_with_its_descriptor():
    entrance = Entrance(limits(100))
    entrance.most = 1
    cut: list[str] = []
    first = entrance.enter(7, "a")
    assert first is not None
    entrance.closed(7)
    second = entrance.enter(7, "b")
    assert second is not None
    entrance.rests(first, lambda: cut.append("first"))
    assert entrance.enter(8, "c") is None
    assert cut == []
    entrance.closed(7)
    assert len(entrance) == 0


def test_a_trusted_proxy_counts_in_the_sum_alone():
    entrance = Entrance(limits(100, per_address=1), proxies=[ipaddress.ip_network("192.0.2.7/32")])
    entrance.most_per_address = 1
    assert all(entrance.enter(number, "192.0.2.7") for number in range(5))
    assert entrance.enter(10, "192.0.2.8")
    assert not entrance.enter(11, "192.0.2.8")


def test_the_log_tells_of_a_flood_once_a_minute(caplog):
    now = 0.0
    entrance = Entrance(limits(1), clock=lambda: now)
    entrance.most = 0
    with caplog.at_level(logging.WARNING):
        for second in range(120):
            now = float(second)
            for number in range(50):
                assert not entrance.enter(number, "a")
    assert len(caplog.records) == 2
    assert "2950" not in caplog.records[0].getMessage()


async def test_without_file_descriptors_callers_are_turned_away_and_the_next_get_in(door, caplog):
    """EMFILE: the loop neither spins nor stops listening, and the log does not fill."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    waiting = socket.socket()
    waiting.setblocking(False)
    held: list[int] = []
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 512), hard))
        while True:
            try:
                held.append(os.open(os.devnull, os.O_RDONLY))
            except OSError:
                break
        with caplog.at_level(logging.WARNING):
            loop = asyncio.get_running_loop()
            await loop.sock_connect(waiting, ("127.0.0.1", door.port))
            with contextlib.suppress(ConnectionResetError):
                assert await asyncio.wait_for(loop.sock_recv(waiting, 100), 20) == b""
        assert [record.name for record in caplog.records] == [entrances.__name__]
    finally:
        for descriptor in held:
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        waiting.close()
    assert await is_healthy(door)


@pytest.mark.parametrize(("files", "connections"), [(1_024, 256), (256, 64), (64, 4)])
def test_limits_fit_into_what_the_system_lets_it_open(monkeypatch, files, connections):
    monkeypatch.setattr(entrances.resource, "getrlimit", lambda _: (files, files))
    assert within_open_files(LimitsConfig()).connections == connections
    assert within_open_files(LimitsConfig(connections=2)).connections == 2


async def test_the_spare_descriptor_goes_with_the_socket():
    before = open_files()
    plain = socket.socket()
    plain.bind(("127.0.0.1", 0))
    door = EntranceSocket(plain, Entrance(limits(4)))
    door.close()
    door.close()
    assert open_files() == before


def open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def enter(entrance: Entrance, cut: list[str], name: str, *, rests: bool = True) -> Place | None:
    """`name` is its address and a number."""
    place = entrance.enter(id(name), name[0])
    if place is not None and rests:
        entrance.rests(place, lambda: cut.append(name))
    return place
