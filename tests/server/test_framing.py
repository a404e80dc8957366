"""Framing `tagged` and `base64`: who each frame belongs to, and several utterances at once."""

from __future__ import annotations

import base64
import struct

import pytest

from tests.server.conftest import CHUNK_BYTES, Client

TAG = struct.Struct(">II")


def word(data: bytes) -> str:
    return data[:32].rstrip(b"\0").decode()


def untag(frame: bytes) -> tuple[int, int, str]:
    number, sequence = TAG.unpack_from(frame)
    assert len(frame) == TAG.size + CHUNK_BYTES
    return number, sequence, word(frame[TAG.size :])


async def until_done(client: Client, *ids: str) -> list:
    """Everything until each of these is done."""
    seen, left = [], set(ids)
    while left:
        message = await client.next()
        seen.append(message)
        if isinstance(message, dict) and message["type"] == "done":
            left.discard(message["id"])
    return seen


async def test_hello_offers_every_framing(door):
    client = await door.connect(hello=False)
    assert (await client.next())["capabilities"]["framings"] == ["plain", "tagged", "base64"]


async def test_tagged_frames_carry_the_number_of_their_start_and_count_from_zero(client):
    assert (await client.ask(type="session", framing="tagged"))["framing"] == "tagged"
    for id, text in (("a", "one two three"), ("b", "four five")):
        await client.send(type="speak", id=id, text=text)
        seen = await until_done(client, id)
        start = next(m for m in seen if isinstance(m, dict) and m["type"] == "start")
        frames = [untag(m) for m in seen if isinstance(m, bytes)]
        assert frames == [(start["number"], at, w) for at, w in enumerate(text.split())]
    assert start["number"] == 2


async def test_tagged_utterances_are_heard_at_once_and_stay_apart(client, node):
    """Both have their first sound before either has its last, whoever came first (no turns)."""
    await client.ask(type="session", framing="tagged")
    node.speech.credits = 1
    texts = {"a": "one two three", "b": "four five six"}
    for id, text in texts.items():
        await client.send(type="speak", id=id, text=text)
    numbers: dict[int, str] = {}
    heard: dict[str, list[str]] = {"a": [], "b": []}
    while not all(heard.values()):
        message = await client.next()
        if isinstance(message, bytes):
            number, _, said = untag(message)
            heard[numbers[number]].append(said)
        elif message["type"] == "start":
            numbers[message["number"]] = message["id"]
    for text in texts.values():
        node.speech.of(text).allow(2)
    for message in await until_done(client, "a", "b"):
        if isinstance(message, bytes):
            number, _, said = untag(message)
            heard[numbers[number]].append(said)
    assert heard == {id: text.split() for id, text in texts.items()}


async def test_an_alert_interrupts_nobody_where_all_are_heard(client, node):
    await client.ask(type="session", framing="tagged")
    node.speech.credits_for["one two"] = 1
    await client.send(type="speak", id="a", text="one two")
    await client.until("start", id="a")
    await client.send(type="speak", id="alert", text="fire", priority="alert")
    seen = await until_done(client, "alert")
    assert not [m for m in seen if isinstance(m, dict) and m["type"] == "interrupted"]
    node.speech.of("one two").allow(1)
    seen = await until_done(client, "a")
    assert [untag(m)[2] for m in seen if isinstance(m, bytes)] == ["two"]


async def test_cancelling_one_tagged_utterance_leaves_the_other_alone(client, node):
    await client.ask(type="session", framing="tagged")
    node.speech.credits = 1
    for id, text in (("a", "one two"), ("b", "three four")):
        await client.send(type="speak", id=id, text=text)
    await client.until("start", id="b")
    await client.send(type="cancel", id="a")
    assert (await client.until("done", id="a"))[-1]["reason"] == "cancelled"
    node.speech.of("three four").allow(1)
    seen = await until_done(client, "b")
    assert seen[-1]["reason"] == "complete"
    assert "four" in [untag(m)[2] for m in seen if isinstance(m, bytes)]


async def test_base64_puts_the_same_sound_into_json_and_keeps_turns(client):
    assert (await client.ask(type="session", framing="base64"))["framing"] == "base64"
    for id, text in (("a", "one two"), ("b", "three")):
        await client.send(type="speak", id=id, text=text)
    seen = await until_done(client, "a", "b")
    assert not [m for m in seen if isinstance(m, bytes)]
    audio = [(m["id"], word(base64.b64decode(m["data"]))) for m in seen if m["type"] == "audio"]
    assert audio == [("a", "one"), ("a", "two"), ("b", "three")]
    assert all(m.get("number") is None for m in seen if m["type"] == "start")


async def test_a_session_that_does_not_name_it_keeps_the_framing(client):
    await client.ask(type="session", framing="tagged")
    assert (await client.ask(type="session", voice="other"))["framing"] == "tagged"
    assert (await client.ask(type="session", framing="plain"))["framing"] == "plain"


@pytest.mark.parametrize("framing", ["tagged", "base64"])
async def test_framing_cannot_change_under_an_utterance(client, node, framing):
    node.speech.credits = 0
    await client.send(type="speak", id="a", text="one")
    await node.speech.came.wait()
    answer = await client.ask(type="session", framing=framing)
    assert (answer["type"], answer["code"], answer["request"]) == ("error", "not_supported", "session")
    await client.send(type="cancel", id="a")
    await client.until("done", id="a")
    assert (await client.ask(type="session", framing=framing))["framing"] == framing


async def test_a_framing_that_does_not_exist_is_refused(client):
    answer = await client.ask(type="session", framing="gzip")
    assert (answer["type"], answer["code"]) == ("error", "bad_message")
