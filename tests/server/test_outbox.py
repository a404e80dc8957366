"""Order, withdrawal and bounds of what goes out, with a socket that takes when it is told to."""

from __future__ import annotations

import asyncio
import json

import pytest

from tts_node import protocol
from tts_node.server.outbox import ROOM_MESSAGES, Outbox


class FakeWire:
    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.open.set()
        self.sent: list[object] = []
        self.lost = False

    @property
    def is_writable(self) -> bool:
        return self.open.is_set()

    async def wait_writable(self) -> None:
        await self.open.wait()

    def hold_pings_until(self, loop_time: float) -> None:
        pass

    async def send(self, message) -> None:
        if self.lost:
            raise OSError("lost")
        assert self.is_writable, "written although the socket is full"
        self.sent.append(
            message["bytes"] if message.get("bytes") is not None else json.loads(message["text"])["ref"]
        )


@pytest.fixture
def wire():
    return FakeWire()


@pytest.fixture
async def outbox(wire):
    outbox = Outbox(wire.send, wire)
    running = asyncio.create_task(outbox.run())
    yield outbox
    outbox.close()
    await running


def ping(ref) -> protocol.Ping:
    return protocol.Ping(ref=ref)


async def test_sound_is_written_at_once_while_the_socket_takes_it(outbox, wire):
    assert await outbox.offer("a", b"1") is None
    assert wire.sent == [b"1"]


async def test_everything_goes_out_in_the_order_it_came(outbox, wire):
    wire.open.clear()
    outbox.put(ping(1))
    taken = await outbox.offer("a", b"2")
    outbox.put(ping(3))
    await asyncio.sleep(0.01)
    assert wire.sent == [] and not taken.done()
    wire.open.set()
    await outbox.flushed()
    assert wire.sent == [1, b"2", 3]
    await taken


async def test_a_message_before_sound_is_not_overtaken(outbox, wire):
    outbox.put(ping(1))
    taken = await outbox.offer("a", b"2")
    await taken
    assert wire.sent == [1, b"2"]


async def test_withdrawn_sound_is_never_written_and_its_owner_goes_on(outbox, wire):
    wire.open.clear()
    mine, other = await outbox.offer("a", b"1"), await outbox.offer("b", b"2")
    await asyncio.sleep(0.01)  # the writer waits for the socket now
    outbox.withdraw("a")
    await mine
    assert not other.done()
    wire.open.set()
    await other
    assert wire.sent == [b"2"]


async def test_there_is_no_room_while_many_messages_wait(outbox, wire):
    wire.open.clear()
    for number in range(ROOM_MESSAGES):
        outbox.put(ping(number))
    waiting = asyncio.create_task(outbox.has_room())
    await asyncio.sleep(0.01)
    assert not waiting.done()
    wire.open.set()
    await waiting
    await outbox.flushed()
    assert wire.sent == list(range(ROOM_MESSAGES))


async def test_a_lost_connection_lets_everybody_go_on(outbox, wire):
    wire.open.clear()
    taken = await outbox.offer("a", b"1")
    for number in range(ROOM_MESSAGES):
        outbox.put(ping(number))
    room = asyncio.create_task(outbox.has_room())
    wire.lost = True
    wire.open.set()
    await asyncio.wait_for(asyncio.gather(taken, room, outbox.flushed()), 5)
    assert wire.sent == []
    outbox.put(ping(1))
    assert await outbox.offer("a", b"1") is None


async def test_closing_twice_is_fine(outbox):
    outbox.close()
    outbox.close()
