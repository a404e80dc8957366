"""Wyoming clients that leave, do not read, send nonsense or too much, and the node that stops under them."""

from __future__ import annotations

import asyncio
import json
import socket
from typing import Any

import pytest

from tts_node.config import ServerConfig, WyomingConfig
from tts_node.errors import ConfigError
from tts_node.server.wyoming.door import WyomingDoor

MiB = 1024 * 1024


def line(**header: Any) -> bytes:
    return json.dumps(header).encode() + b"\n"


async def taken(node, count: int = 1) -> None:
    """Until so many utterances were taken."""
    async with asyncio.timeout(10):
        while True:
            if len(node.speech.spoken) >= count:
                return
            await asyncio.sleep(0.005)


async def cancelled(node, number: int = 0) -> None:
    await asyncio.wait_for(node.speech.spoken[number].cancelled.wait(), 10)


# --- W05: leaving -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("reset", [False, True], ids=["hangs up", "vanishes"])
@pytest.mark.parametrize("credits", [0, 1], ids=["before the first sound", "in the middle"])
@pytest.mark.parametrize("streaming", [False, True], ids=["one shot", "streaming"])
async def test_w05_a_client_that_leaves_cancels_what_it_asked_for(wyoming, node, reset, credits, streaming):
    node.speech.credits = credits
    client = await wyoming.connect()
    if streaming:
        client.send("synthesize-start")
        client.send("synthesize-chunk", text="one two three")
    else:
        client.send("synthesize", text="one two three")
    await taken(node)
    if credits:
        await client.until("audio-chunk")
    client.leave(reset=reset)
    await cancelled(node)
    await wyoming.has(0)
    other = await wyoming.connect()
    assert await other.works()


async def test_w05_leaving_also_cancels_what_waits_behind(wyoming, node):
    node.speech.credits = 0
    client = await wyoming.connect()
    for _ in range(3):
        client.send("synthesize", text="one")
    await taken(node, 3)
    client.leave()
    for number in range(3):
        await cancelled(node, number)


async def test_closing_one_half_of_the_connection_is_leaving(wyoming, node):
    node.speech.credits = 1
    client = await wyoming.connect()
    client.send("synthesize", text="one two")
    await client.until("audio-chunk")
    client.writer.write_eof()
    await cancelled(node)
    assert await client.rest() == []
    await wyoming.has(0)


async def test_leaving_in_the_middle_of_an_event_is_leaving(wyoming, node):
    node.speech.credits = 0
    client = await wyoming.connect()
    client.send("synthesize", text="one")
    client.send_bytes(b'{"type": "synthesize", "data_length": 100}\n{"text": "tw')
    await taken(node)
    client.leave()
    await cancelled(node)
    await wyoming.has(0)
    assert len(node.speech.spoken) == 1


# --- W06: not reading -------------------------------------------------------------------------------------


async def test_w06_a_client_that_never_reads_is_cut_off_and_little_is_made_for_it(open_door, node):
    door = await open_door(limits={"slow_reader_s": 0.3})
    node.speech.chunk_ms = 1.0
    client = await door.connect(receive_bytes=4096)
    client.send("synthesize", text="word " * 2_000)
    await taken(node)
    await cancelled(node)
    speaking = node.speech.spoken[0]
    assert ("cancel", "error") in speaking.calls
    # What the socket took: the buffers of both sides, and not the nine megabytes of the whole.
    assert speaking.pulled < 200
    await door.has(0)
    assert {event.type for event in await client.rest()} <= {"audio-start", "audio-chunk"}
    other = await door.connect()
    assert await other.works()


@pytest.mark.slow
async def test_w06_a_client_that_reads_as_it_plays_is_not_slow(open_door, node):
    door = await open_door(limits={"slow_reader_s": 0.5})
    client = await door.connect(receive_bytes=4096)
    client.send("synthesize", text="word " * 40)  # four seconds of sound
    await taken(node)
    await asyncio.sleep(1.0)
    events = await client.until("audio-stop")
    assert sum(event.type == "audio-chunk" for event in events) == 40


async def test_w06_a_client_that_asks_and_does_not_read_the_answers_is_cut_off(open_door, node):
    door = await open_door(limits={"slow_reader_s": 0.3})
    client = await door.connect(receive_bytes=4096)
    client.send_bytes(line(type="ping", data={"text": "x" * 10_000}) * 500)
    await door.has(0)


# --- what is no Wyoming -----------------------------------------------------------------------------------

BROKEN = {
    "no JSON": b"hello\n",
    "an empty line": b"\n",
    "half an object": b'{"type": "ping"\n',
    "a list": b'["ping"]\n',
    "a number": b"5\n",
    "no type": b'{"data": {}}\n',
    "a type that is no text": b'{"type": 5}\n',
    "an empty type": b'{"type": ""}\n',
    "deep nesting": b"[" * 50_000 + b"\n",
    "not UTF-8": b'{"type": "\xff\xfe"}\n',
    "a length that is no number": b'{"type": "ping", "data_length": "5"}\n',
    "a negative length": b'{"type": "ping", "data_length": -1}\n',
    "a length with a fraction": b'{"type": "ping", "data_length": 1.5}\n',
    "a length that is true": b'{"type": "ping", "payload_length": true}\n',
    "an enormous length": b'{"type": "ping", "payload_length": 1000000000000}\n',
    "a length of many digits": b'{"type": "ping", "data_length": ' + b"9" * 5_000 + b"}\n",
    "TLS": bytes.fromhex("16030100c8010000c40303") + b"\0" * 100 + b"\n",
}


@pytest.mark.parametrize("sent", BROKEN.values(), ids=BROKEN.keys())
async def test_what_cannot_be_an_event_is_told_and_ends_the_connection(wyoming, sent):
    client = await wyoming.connect()
    client.send_bytes(sent)
    (error,) = await client.rest()
    assert error.type == "error"
    too_large = sent == BROKEN["an enormous length"]
    assert error.data["code"] == ("message_too_large" if too_large else "bad_message")
    other = await wyoming.connect()
    assert await other.works()


async def test_a_web_page_cannot_make_a_browser_speak(wyoming, node):
    # A form or a script may post any body to any port of the home, behind a request that is always there.
    body = line(type="synthesize", data={"text": "one"})
    request = b"POST / HTTP/1.1\r\nHost: 192.168.1.2:10200\r\nContent-Type: text/plain\r\n\r\n" + body
    client = await wyoming.connect()
    client.send_bytes(request)
    assert [event.type for event in await client.rest()] == ["error"]
    assert node.speech.spoken == []


INTACT = {
    "data that is no JSON": line(type="synthesize", data_length=4) + b"text",
    "data that is a list": line(type="synthesize", data_length=2) + b"[]",
    "data in the line that is a list": line(type="synthesize", data=["text"]),
    "data with deep nesting": line(type="synthesize", data_length=50_000) + b"[" * 50_000,
    "data beyond the limit": line(type="synthesize", data_length=MiB) + b"x" * MiB,
    "data beyond the limit, with a payload": line(type="x", data_length=MiB, payload_length=9)
    + b"x" * (MiB + 9),
}


@pytest.mark.parametrize("sent", INTACT.values(), ids=INTACT.keys())
async def test_an_event_that_cannot_be_read_is_an_error_and_the_next_one_is_served(wyoming, sent):
    client = await wyoming.connect()
    client.send_bytes(sent)
    error = await client.next()
    assert error.data["code"] == ("message_too_large" if len(sent) > MiB else "bad_message")
    client.send("synthesize", text="one")
    assert [event.type for event in await client.until("audio-stop")] == [
        "audio-start",
        "audio-chunk",
        "audio-stop",
    ]


async def test_a_payload_is_read_past_however_large_it_may_be(wyoming):
    client = await wyoming.connect()
    client.send_bytes(line(type="audio-chunk", payload_length=8 * MiB))
    for _ in range(8):
        client.send_bytes(bytes(MiB))
        await client.writer.drain()
    assert await client.works()


async def test_a_first_line_without_end_is_cut_off_at_the_limit(open_door):
    door = await open_door(limits={"message_bytes": 10_000})
    client = await door.connect()
    client.send_bytes(b'{"type": "' + b"x" * 50_000)
    (error,) = await client.rest()
    assert error.data["code"] == "message_too_large"


@pytest.mark.parametrize(
    "sent", [b"{", b'{"type": "ping", "data_length": 10}\n{', b'{"type": "ping", "payload_length": 9}\n1']
)
async def test_an_event_that_does_not_get_finished_is_cut_off(wyoming, monkeypatch, sent):
    monkeypatch.setattr("tts_node.server.wyoming.wire.EVENT_S", 0.2)
    client = await wyoming.connect()
    client.send_bytes(sent)
    (error,) = await client.rest()
    assert (error.data["code"], "0.2 s" in error.data["text"]) == ("bad_message", True)


async def test_a_connection_without_a_word_is_left_alone(wyoming, monkeypatch):
    monkeypatch.setattr("tts_node.server.wyoming.wire.EVENT_S", 0.05)
    client = await wyoming.connect()
    await asyncio.sleep(0.3)
    assert await client.works()


async def test_events_may_arrive_byte_by_byte(wyoming):
    client = await wyoming.connect()
    for byte in line(type="synthesize", data={"text": "one"}):
        client.send_bytes(bytes([byte]))
        await client.writer.drain()
        await asyncio.sleep(0)
    assert (await client.until("audio-stop"))[0].type == "audio-start"


async def test_lone_surrogates_come_back_as_they_were_and_break_nothing(wyoming):
    client = await wyoming.connect()
    client.send_bytes(b'{"type": "ping", "data": {"text": "\\ud800 x"}}\n')
    assert (await client.next()).data == {"text": "\ud800 x"}
    client.send_bytes(b'{"type": "synthesize", "data": {"text": "one", "voice": {"name": "\\ud800"}}}\n')
    assert (await client.next()).data["code"] == "unknown_voice"


async def test_requests_without_end_are_taken_up_only_as_they_are_answered(open_door, node):
    door = await open_door(limits={"utterances_per_client": 4})
    client = await door.connect()
    node.speech.credits = 0
    for number in range(50):
        client.send("synthesize", text=f"number {number}")
    await taken(node, 4)
    await asyncio.sleep(0.1)
    assert len(node.speech.spoken) == 4
    heard = []
    for number in range(50):
        await taken(node, number + 1)
        node.speech.spoken[number].allow(2)
        heard.append("".join(event.word for event in await client.until("audio-stop")))
    assert heard == [f"number{number}" for number in range(50)]


# --- how many ---------------------------------------------------------------------------------------------


async def test_connections_beyond_the_limit_are_told_and_closed(open_door):
    door = await open_door(limits={"connections": 3})
    clients = [await door.connect() for _ in range(3)]
    assert all([await client.works() for client in clients])
    one_more = await door.connect()
    (error,) = await one_more.rest()
    assert error.data["code"] == "too_many_connections"
    clients[0].leave()
    await door.has(2)
    assert await (await door.connect()).works()


async def test_one_address_cannot_take_all_connections(open_door):
    door = await open_door(limits={"connections": 10, "connections_per_address": 1})
    assert await (await door.connect()).works()
    (error,) = await (await door.connect()).rest()
    assert error.data["code"] == "too_many_connections"
    assert await (await door.connect(local="127.0.0.2")).works()


async def test_w07_many_clients_at_once_each_hear_their_own(wyoming):
    clients = await asyncio.gather(*(wyoming.connect() for _ in range(50)))
    for number, client in enumerate(clients):
        if number % 2:
            client.send("synthesize", text=f"client {number}")
        else:
            client.send("synthesize-start")
            client.send("synthesize-chunk", text=f"client {number}")
            client.send("synthesize-stop")
    heard = await asyncio.gather(
        *(
            client.until("audio-stop" if number % 2 else "synthesize-stopped")
            for number, client in enumerate(clients)
        )
    )
    assert ["".join(event.word for event in events) for events in heard] == [f"client{n}" for n in range(50)]


# --- who may come in --------------------------------------------------------------------------------------


async def test_an_address_that_may_not_speak_is_told_and_closed(open_door, node):
    door = await open_door(server={"require_token": True}, allow=("127.0.0.2", "192.0.2.0/24"))
    assert "for 127.0.0.2, 192.0.2.0/24 alone" in door.door.told
    stranger = await door.connect(local="127.0.0.1")
    stranger.send("synthesize", text="one")
    (error,) = await stranger.rest()
    assert (error.data["code"], "wyoming.allow" in error.data["text"]) == ("forbidden", True)
    assert node.speech.spoken == []
    assert await (await door.connect(local="127.0.0.2")).works()


# --- stopping ---------------------------------------------------------------------------------------------


async def test_a_node_that_stops_ends_what_is_spoken_and_says_why(wyoming, node):
    node.speech.credits = 1
    streaming, one_shot, idle = [await wyoming.connect() for _ in range(3)]
    streaming.send("synthesize-start")
    streaming.send("synthesize-chunk", text="one two")
    one_shot.send("synthesize", text="one two")
    await streaming.until("audio-chunk")
    await one_shot.until("audio-chunk")
    assert await idle.works()
    await wyoming.door.stop(2.0)
    for client, end in ((streaming, ["audio-stop", "synthesize-stopped"]), (one_shot, ["audio-stop"])):
        events = await client.rest()
        assert [event.type for event in events] == ["error", *end]
        assert events[0].data["code"] == "restarting"
    assert await idle.rest() == []
    with pytest.raises(AssertionError):
        await wyoming.connect()
    await wyoming.door.stop(2.0)


async def test_a_node_that_stops_does_not_wait_for_a_client_that_does_not_read(open_door, node):
    door = await open_door(limits={"slow_reader_s": 60.0})
    client = await door.connect(receive_bytes=4096)
    client.send("synthesize", text="word " * 2_000)
    await taken(node)
    await asyncio.wait_for(door.door.stop(0.2), 10)
    assert len(door.door) == 0


async def test_a_stopped_door_frees_its_port_at_once(wyoming, open_door):
    client = await wyoming.connect()
    assert await client.works()
    port = wyoming.port
    await wyoming.door.stop(0.2)
    again = await open_door(port=port)
    assert again.port == port


# --- the port ---------------------------------------------------------------------------------------------


@pytest.fixture
def taken_port():
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


async def test_the_usual_port_is_left_to_another_server_with_one_warning(
    node, taken_port, monkeypatch, caplog
):
    config = WyomingConfig()
    monkeypatch.setitem(config.__dict__, "port", taken_port)
    door = WyomingDoor(node, config, ServerConfig(host="127.0.0.1"))
    with caplog.at_level("INFO"):
        await door.start()
    assert door.port is None
    assert f"port {taken_port} on 127.0.0.1 is already in use" in door.told
    assert "`wyoming.port`" in door.told
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    await door.stop()


async def test_a_chosen_port_that_is_taken_is_an_error(open_door, taken_port):
    with pytest.raises(ConfigError, match=f"port {taken_port} .*in use.*`wyoming.port`"):
        await open_door(port=taken_port)


@pytest.mark.parametrize(
    ("settings", "server", "told"),
    [
        ({"enabled": False}, {}, "wyoming.enabled"),
        ({}, {"require_token": True}, "list in `wyoming.allow` who may"),
    ],
)
async def test_a_door_that_stays_shut_says_why(open_door, settings, server, told):
    door = await open_door(server=server, **settings)
    assert door.door.port is None
    assert told in door.door.told


async def test_the_door_listens_where_the_node_does_unless_told_otherwise(open_door):
    door = await open_door(host=None, server={"host": "127.0.0.1"})
    assert door.door.told == f"Wyoming at tcp://127.0.0.1:{door.port}"
    other = await open_door(host="127.0.0.2", server={"host": "127.0.0.1"})
    assert other.door.told == f"Wyoming at tcp://127.0.0.2:{other.port}"
