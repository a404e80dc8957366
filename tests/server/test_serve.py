"""Sockets: ports, addresses, start and stop."""

from __future__ import annotations

import asyncio
import signal
import socket

import httpx
import pytest

from tts_node.errors import ConfigError
from tts_node.server.serve import bind


async def test_port_zero_reports_the_real_port(door):
    assert door.port > 0
    assert door.server.addresses == (("127.0.0.1", door.port),)


async def test_the_wildcard_also_listens_on_ipv6_where_there_is_one(serve):
    door = await serve(host="0.0.0.0")
    hosts = ["127.0.0.1"]
    if _has_ipv6():
        hosts.append("[::1]")
    else:
        print("no IPv6 on this machine: only IPv4 was tried")
    async with httpx.AsyncClient(trust_env=False) as http:
        for host in hosts:
            answer = await http.get(f"http://{host}:{door.port}/v1/status")
            assert answer.status_code == 200


async def test_a_port_in_use_gives_a_sentence_and_leaves_nothing_open(door):
    with pytest.raises(ConfigError, match=f"port {door.port} on 127.0.0.1 is already in use"):
        await bind("127.0.0.1", door.port)
    with pytest.raises(ConfigError, match="already in use"):
        await bind("0.0.0.0", door.port)


async def test_a_foreign_address_gives_a_sentence():
    with pytest.raises(ConfigError, match="is not an address"):
        await bind("192.0.2.1", 0)
    with pytest.raises(ConfigError, match="is not an address or name"):
        await bind("no.such.name.invalid", 0)


@pytest.mark.parametrize("require_token", [False, True])
async def test_a_container_whose_clients_need_a_token_is_no_danger(serve, monkeypatch, caplog, require_token):
    monkeypatch.setattr("tts_node.server.serve.container_gateway", lambda: "172.17.0.1")
    await serve(require_token=require_token)
    assert ("may seem to come from 172.17.0.1" in caplog.text) is not require_token


async def test_both_families_get_the_same_port():
    sockets = await bind("0.0.0.0", 0)
    try:
        assert len({sock.getsockname()[1] for sock in sockets}) == 1
        assert len(sockets) == (2 if _has_ipv6() else 1)
    finally:
        for sock in sockets:
            sock.close()


async def test_stopping_frees_the_port_and_can_be_done_twice(door):
    await door.server.stop()
    await door.server.stop()
    for sock in await bind("127.0.0.1", door.port):
        sock.close()


async def test_stopping_does_not_wait_for_a_client_that_does_not_read(door, node):
    client = await door.connect()
    node.speech.credits = None
    await client.send(type="speak", id="a", text="word " * 5_000)
    await asyncio.wait_for(node.speech.came.wait(), 10)
    client.socket.transport.pause_reading()
    async with asyncio.timeout(15):
        await door.server.stop(0.2)
    assert door.connections == [] if door.server._uvicorn else True
    client.socket.transport.abort()


async def test_signals_stay_with_the_node(serve):
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    await serve()
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before


async def test_connections_have_no_delay_and_a_small_send_buffer(door):
    await door.connect()
    (connection,) = door.connections
    sock = connection.transport.get_extra_info("socket")
    assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0
    assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) != 0
    assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 2 * 64 * 1024


async def test_nothing_is_compressed(door):
    client = await door.connect()
    assert client.socket.protocol.extensions == []


def _has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as sock:
            sock.bind(("::1", 0))
    except OSError:
        return False
    return True
