"""The conversations on the protocol's page are held with a real node: what is said there is what it says."""

from __future__ import annotations

import asyncio
import json
import re
from collections import deque
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from tests.docs.running import ROOT
from tests.served import ServedNode

PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
CONVERSATIONS = re.findall(r"^```text( admin)?\n((?:(?!```).*\n)*)```$", PAGE, flags=re.MULTILINE)
"""Whether the admin token is needed, and what is said."""
TOLD = (
    *("type", "id", "ref", "voice", "engine", "language", "format", "width", "instruct_applied"),
    *("instruct_ignored", "resumed", "number", "tag", "reason", "code", "message", "request", "retryable"),
    *("cancelled", "framing", "protocol", "schema", "min_schema", "state"),
)
"""What does not depend on times, on names or on the cache."""
pytestmark = pytest.mark.slow


class Listener:
    """Reads what a node sends, sound apart from messages."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._messages: deque[dict[str, Any]] = deque()
        self._frames = 0

    async def message(self, id: str | None = None) -> dict[str, Any]:
        """The next one; with an `id` the next one of that utterance."""
        while (found := next((m for m in self._messages if id in (None, m.get("id"))), None)) is None:
            await self._read()
        self._messages.remove(found)
        return found

    async def sound(self) -> None:
        """Wait for a frame of sound that nobody has waited for yet."""
        while not self._frames:
            await self._read()
        self._frames -= 1

    async def _read(self) -> None:
        frame = await self._socket.recv()
        if isinstance(frame, bytes):
            self._frames += 1
        else:
            self._messages.append(json.loads(frame))


def told(message: dict[str, Any]) -> dict[str, Any]:
    return {name: message[name] for name in TOLD if name in message}


@pytest.mark.parametrize(("admin", "conversation"), CONVERSATIONS, ids=range(len(CONVERSATIONS)))
async def test_it_goes_as_it_is_told(admin: str, conversation: str, speaking_node: ServedNode) -> None:
    lines = conversation.splitlines()
    # Utterances that are heard at once have an order each, and none among them.
    at_once = '"framing":"tagged"' in conversation
    offered = [Subprotocol("tts-node.v1")]
    if admin:
        offered.append(Subprotocol(f"tts-node.token.{speaking_node.token()}"))
    async with asyncio.timeout(20), connect(speaking_node.ws, subprotocols=offered) as socket:
        listener = Listener(socket)
        if '"hello"' not in lines[0]:
            await listener.message()
        for line in lines:
            side, said = line.split(" ", 1)
            if side == "->":
                await socket.send(said)
            elif said.startswith("(binary)"):
                await listener.sound()
            else:
                expected = json.loads(said)
                answer = await listener.message(expected.get("id") if at_once else None)
                assert told(answer) == told(expected)
                assert answer.keys() >= expected.keys()
                if answer.get("reason") == "complete":
                    counts = ("text_sent", "segments")
                    assert [answer[name] for name in counts] == [expected[name] for name in counts]
    if answer.get("reason") == "cancelled":
        text = next(json.loads(line[3:])["text"] for line in lines if '"speak"' in line)
        assert answer["text_spoken"] + answer["text_remaining"] == text


def test_there_are_conversations_and_each_is_held() -> None:
    assert len(CONVERSATIONS) >= 6
    assert all(re.match(r"(->|<-) ", line) for _, talk in CONVERSATIONS for line in talk.splitlines())
