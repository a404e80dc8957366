"""The faults: each is made on a running node while everybody listens."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.chaos.listeners import SUBPROTOCOL
from benchmarks.chaos.tally import Tally

MAGIC_WORDS = (
    "!runaway",
    "!garbage",
    "!noise",
    "!hang",
    "!leak",
    "!oom",
    "!nan",
    "!silence",
    "!fail",
    "!kill4",
    "!runaway",
    "!garbage",
    "!noise",
)
"""What the tone engine obeys (`tts_node/engines/tone_faults.py`): said by a client who deserves no better."""


@dataclass(slots=True)
class Target:
    """The node that is in for it."""

    port: int
    state_dir: Path
    engine: str

    @property
    def token(self) -> str:
        return (self.state_dir / "tokens" / "admin").read_text().strip()

    async def status(self) -> dict[str, Any]:
        answer: dict[str, Any] = await asyncio.to_thread(self._ask, "/v1/status", None)
        return answer

    async def workers(self) -> list[int]:
        """Process ids of the engine's workers."""
        return [worker["pid"] for worker in (await self.status())["engines"][self.engine]["workers"]]

    def get(self, path: str) -> dict[str, Any]:
        """Blocking."""
        answer: dict[str, Any] = self._ask(path, None)
        return answer

    async def post(self, path: str) -> dict[str, Any]:
        answer: dict[str, Any] = await asyncio.to_thread(self._ask, path, {"reason": "chaos"})
        return answer

    def _ask(self, path: str, body: object) -> Any:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}",
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)


class Storm:
    """Makes one fault after the other, in an order drawn from `seed`."""

    def __init__(self, target: Target, tally: Tally, *, seed: int, magic: bool) -> None:
        self._target = target
        self._tally = tally
        self._chance = random.Random(seed)
        self._swapping = False
        self._magic = magic
        self._faults: list[tuple[str, Callable[[], Awaitable[None]]]] = [
            ("SIGKILL to a worker", lambda: self._signal(signal.SIGKILL)),
            ("SIGILL to a worker", lambda: self._signal(signal.SIGILL)),
            ("SIGSTOP to a worker", lambda: self._signal(signal.SIGSTOP)),
            ("engine recycled", self._recycle),
            ("engine recycled", self._recycle),
            ("clients that leave in mid-speech", self._rude),
            ("disk full for two seconds", self._full_disk),
            ("history and state torn", self._torn_state),
        ]
        if magic:
            self._faults.append(("a text that breaks the engine", self._break))
            self._faults.append(("a text that breaks the engine", self._break))

    def swapping(self) -> bool:
        """An engine is being recycled just now."""
        return self._swapping

    async def rage(self, until: float, now: Callable[[], float], pause_s: float) -> None:
        """One fault every `pause_s` or so."""
        order: list[tuple[str, Callable[[], Awaitable[None]]]] = []
        while now() < until:
            if not order:
                order = self._chance.sample(self._faults, len(self._faults))
            name, make = order.pop()
            with contextlib.suppress(urllib.error.URLError, OSError, WebSocketException, KeyError):
                await make()
                self._tally.troubles[name] += 1
            await asyncio.sleep(self._chance.uniform(0.5, 1.5) * pause_s)

    # --- the faults ---------------------------------------------------------------------------------

    async def _signal(self, number: signal.Signals) -> None:
        workers = await self._target.workers()
        if workers:
            os.kill(self._chance.choice(workers), number)

    async def _recycle(self) -> None:
        self._swapping = True
        try:
            await self._target.post(f"/v1/admin/recycle/{self._target.engine}")
        finally:
            self._swapping = False

    async def _break(self) -> None:
        word = self._chance.choice(MAGIC_WORDS)
        self._tally.troubles[f"text with {word}"] += 1
        async with connect(f"ws://127.0.0.1:{self._target.port}/v1/ws", subprotocols=[SUBPROTOCOL]) as socket:
            await socket.recv()
            text = f"Please {word} now number {self._chance.randrange(10**6)}."
            await socket.send(json.dumps({"type": "speak", "text": text, "cache": False}))
            async with asyncio.timeout(40):
                async for message in socket:
                    if isinstance(message, str) and json.loads(message)["type"] == "done":
                        return

    async def _rude(self) -> None:
        async def one() -> None:
            url = f"ws://127.0.0.1:{self._target.port}/v1/ws"
            async with connect(url, subprotocols=[SUBPROTOCOL], ping_interval=None) as socket:
                await socket.recv()
                text = "Nobody waits for the end of this. " * 20
                await socket.send(json.dumps({"type": "speak", "text": text, "cache": False}))
                while not isinstance(await socket.recv(), bytes):
                    pass
                socket.transport.abort()

        await asyncio.gather(*(one() for _ in range(5)), return_exceptions=True)

    async def _full_disk(self) -> None:
        """Only where the state folder is a small file system of its own, made for this."""
        ballast = self._target.state_dir / "ballast"
        if not self._target.state_dir.is_mount():
            return
        with contextlib.suppress(OSError), ballast.open("wb") as file:
            while True:
                file.write(bytes(1_048_576))
        await asyncio.sleep(2.0)
        ballast.unlink(missing_ok=True)

    async def _torn_state(self) -> None:
        for name in ("state.json", "history.sqlite3"):
            path = self._target.state_dir / name
            if path.is_file():
                with path.open("r+b") as file:
                    file.truncate(max(0, path.stat().st_size // 2))
