"""Clients that speak all the time and compare every sample that they get with what a quiet run gives."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import time
from collections.abc import Callable

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol

from benchmarks.chaos.tally import Tally

SUBPROTOCOL = Subprotocol("tts-node.v1")
PATIENCE_S = 90.0
"""An utterance that has said nothing for so long is lost."""

_PLACES = [
    "kitchen",
    "hallway",
    "cellar",
    "garden",
    "bathroom",
    "office",
    "attic",
    "garage",
    "balcony",
    "bedroom",
]
_THINGS = ["window", "door", "lamp", "heater", "pump", "kettle", "printer", "camera", "speaker", "curtain"]
_STATES = ["open", "closed", "warm", "cold", "ready", "broken", "empty", "full", "loud", "quiet"]

Expected = Callable[[str], bytes]
"""The PCM of a text in a quiet run."""


def sentences(number: int) -> list[str]:
    """The texts of one client: few enough that a quiet run can say them all, other ones for each client."""
    chance = random.Random(number)
    made = []
    for count in range(6):
        parts = [
            f"The {chance.choice(_THINGS)} {number * 7 + count} in the {chance.choice(_PLACES)} "
            f"is {chance.choice(_STATES)}."
            for _ in range(1 + count % 3)
        ]
        made.append(" ".join(parts))
    return made


class Listener:
    """One client. It connects again whenever it has to, and never gives up before `until`."""

    def __init__(self, number: int, port: int, tally: Tally, expected: Expected) -> None:
        self._number = number
        self._url = f"ws://127.0.0.1:{port}/v1/ws"
        self._tally = tally
        self._expected = expected
        self._chance = random.Random(number)
        self._ids = itertools.count(1)

    async def speak_until(self, until: float, swapping: Callable[[], bool]) -> None:
        """Speak one text after the other; `until` is on `time.monotonic`."""
        texts = itertools.cycle(sentences(self._number))
        while time.monotonic() < until:
            try:
                async with connect(
                    self._url, subprotocols=[SUBPROTOCOL], compression=None, max_size=None, ping_interval=None
                ) as socket:
                    await socket.recv()
                    while time.monotonic() < until:
                        await self._speak(socket, next(texts), swapping)
                        await asyncio.sleep(self._chance.uniform(0.0, 0.2))
            except (OSError, WebSocketException) as error:
                self._tally.refused += 1
                self._tally.reasons[f"connection: {type(error).__name__}"] += 1
                await asyncio.sleep(0.2)

    async def _speak(self, socket: ClientConnection, text: str, swapping: Callable[[], bool]) -> None:
        utterance = f"{self._number}-{next(self._ids)}"
        tally, pcm = self._tally, bytearray()
        accepted, repeated, wait_ms, error = False, 0, 0.0, ""
        in_swap, began = swapping(), time.monotonic()
        # Half of them go round the cache, so that both ways are used all the time.
        await socket.send(
            json.dumps({"type": "speak", "id": utterance, "text": text, "cache": self._chance.random() < 0.5})
        )
        try:
            while True:
                async with asyncio.timeout(PATIENCE_S):
                    message = await socket.recv()
                if isinstance(message, bytes):
                    wait_ms = wait_ms or (time.monotonic() - began) * 1000.0
                    in_swap = in_swap or swapping()
                    pcm += message
                    continue
                answer = json.loads(message)
                match answer["type"]:
                    case "queued" if not accepted:
                        accepted = True
                        tally.accepted += 1
                    case "warning":
                        repeated += answer["code"] == "segment_repeated"
                    case "error":
                        error = answer["code"]
                        if not accepted:
                            tally.refused += 1
                            tally.reasons[error] += 1
                            await asyncio.sleep(0.2)
                            return
                    case "done":
                        break
        except (TimeoutError, WebSocketException) as failure:
            if accepted:
                tally.lost += 1
                tally.reasons[f"{type(failure).__name__} after acceptance"] += 1
            raise ConnectionError(str(failure)) from failure
        if answer["reason"] == "complete":
            right = bytes(pcm) == self._expected(text)
            tally.heard(wait_ms, right=right, repeated=repeated, in_swap=in_swap)
        else:
            tally.lost += 1
            tally.reasons[error or answer["reason"]] += 1
