"""One connection's utterances against each other, without a socket: what is sent, and under whose `start`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.server.conftest import FakeSpeaking
from tts_node.server.airtime import Airtime
from tts_node.server.framing import Plain
from tts_node.server.outbox import Outbox
from tts_node.server.performance import Channel, Performance
from tts_node.server.reader_clock import ReaderClock
from tts_node.server.wire import OpenWire
from tts_node.speech.utterance import Priority, Utterance


class Connection:
    """What was sent on it, in short: `word@id` for a frame under the last `start`, else type and id."""

    def __init__(self, append_timeout_s: float = 100.0) -> None:
        self.sent: list[str] = []
        self.messages: list[dict[str, Any]] = []
        self.airtime = Airtime()
        self._on = ""
        outbox = Outbox(self._send, OpenWire())
        self._channel = Channel(outbox, ReaderClock(), OpenWire(), 100.0, append_timeout_s)
        self._tasks = [asyncio.create_task(outbox.run())]

    def speak(
        self, id: str, text: str, priority: Priority = Priority.REPLY, *, more: bool = False, words: int = 99
    ) -> tuple[Performance, FakeSpeaking]:
        utterance = Utterance(text, more=more, priority=priority)
        speaking = FakeSpeaking(utterance, words, 100.0)
        performance = Performance(id, speaking, utterance, self._channel, self.airtime, Plain())
        self.airtime.join(performance)
        self._tasks.append(asyncio.create_task(performance.run()))
        return performance, speaking

    async def until(self, *expected: str) -> None:
        """Until these were sent, in this order."""
        async with asyncio.timeout(10):
            rest = list(expected)
            at = 0
            while rest:
                if at == len(self.sent):
                    await asyncio.sleep(0)
                elif self.sent[at] == rest[0]:
                    rest.pop(0)
                    at += 1
                else:
                    at += 1

    async def settle(self) -> None:
        """Let everybody go as far as it can."""
        for _ in range(100):
            await asyncio.sleep(0)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _send(self, message: Any) -> None:
        if (data := message.get("bytes")) is not None:
            self.sent.append(f"{data.rstrip(bytes(1)).decode()}@{self._on}")
            return
        told = json.loads(message["text"])
        self.messages.append(told)
        self.sent.append(f"{told['type']} {told['id']}")
        if told["type"] == "start":
            self._on = told["id"]


@pytest.fixture
async def line() -> AsyncIterator[Connection]:
    made = Connection()
    yield made
    await made.close()


@pytest.mark.parametrize("turns", range(6))
async def test_who_gets_the_turn_and_loses_it_before_it_wakes_up_sends_nothing(
    line: Connection, turns: int
) -> None:
    bell, _ = line.speak("bell", "ding", Priority.ALERT, more=True)
    await line.until("ding@bell")
    reply, _ = line.speak("reply", "first", more=True)
    await line.until("first@reply")
    long, _ = line.speak("long", "x " * 500, words=3)
    await line.until("x@long")
    reply.append(" second third")
    await line.settle()  # now it has sound in its hand and waits for its turn
    mark = len(line.sent)
    long.cancel()
    for _ in range(turns):
        await asyncio.sleep(0)
    bell.append(" dong")
    await line.settle()
    bell.end()
    reply.end()
    await line.until("done reply")
    sent = line.sent[mark:]
    words = {"dong": "bell", "first": "reply", "second": "reply", "third": "reply", "x": "long"}
    frames = [what.split("@") for what in sent if "@" in what]
    assert all(words[word] == on for word, on in frames), sent
    assert [word for word, _ in frames][-2:] == ["second", "third"]
    # After an interruption sound of it comes only after another `start`.
    for at, what in enumerate(sent):
        if what == "interrupted reply":
            later = sent[at + 1 :]
            heard = [later.index(word) for word in later if word.endswith("@reply")]
            assert not heard or later.index("start reply") < min(heard)


async def test_what_waits_for_its_turn_when_it_is_interrupted_is_not_sent_twice(line: Connection) -> None:
    reply, speaking = line.speak("reply", "one", more=True)
    await line.until("one@reply")
    line.speak("other", "x")
    await line.until("done other")
    bell, _ = line.speak("bell", "ding", Priority.ALERT, more=True)
    await line.until("ding@bell")
    reply.append(" two")
    reply.end()
    bell.end()
    await line.until("done reply")
    assert [word for word in line.sent if word.endswith("@reply")][-1] == "two@reply"
    assert line.sent.count("two@reply") == 1
    assert speaking.pulled >= 2


async def test_a_client_has_played_no_more_than_it_was_sent(line: Connection) -> None:
    reply, speaking = line.speak("reply", "one two three", words=2)
    await line.until("two@reply")
    await line.settle()
    reply.played(1e9)
    reply.played(150.0)
    assert [call for call in speaking.calls if call[0] == "played"] == [("played", 200.0), ("played", 150.0)]


async def test_flushes_of_nothing_do_not_keep_a_text_open() -> None:
    line = Connection(append_timeout_s=0.2)
    reply, speaking = line.speak("reply", "one", more=True)
    await line.until("one@reply")
    async with asyncio.timeout(10):
        while speaking.open:
            reply.flush("again")
            await asyncio.sleep(0.02)
    await line.until("warning reply", "done reply")
    assert line.sent.count("flushed reply") > 2
    await line.close()
