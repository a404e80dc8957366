"""The node: how it is started, and the leanest client that reads all it sends."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_websocket
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol

from benchmarks.bench.processes import HOST, ServerProcess, free_port
from benchmarks.bench.take import PATIENCE_S, MeasurementFailed, Take, clock

NODE = "tts-node"
SUBPROTOCOL = Subprotocol("tts-node.v1")


class NodeProcess(ServerProcess):
    """`tts-node serve`; `port` is the one for WebSocket and HTTP."""

    wyoming_port: int


def node_process(
    python: Path, folder: Path, *, config: Path | None, program: Sequence[str] = ("-m", "tts_node")
) -> NodeProcess:
    """On loopback, with a state folder of its own in `folder`, where its cut files stay. `program` is what
    Python is to run as `tts-node`."""
    port, wyoming_port = free_port(), free_port()
    command = [str(python), *program, "serve", "--host", HOST, "--port", str(port), "--no-discovery"]
    command += ["--wyoming-port", str(wyoming_port), "--state-dir", str(folder / "state")]
    if config is not None:
        command += ["--config", str(config)]
    process = NodeProcess(NODE, command, port, folder / "node.log")
    process.wyoming_port = wyoming_port
    return process


async def node_is_ready(port: int) -> bool:
    """Whether `/readyz` says that it can speak now."""
    try:
        status, _ = await get(port, "/readyz")
    except OSError:
        return False
    return status == 200


async def get(port: int, path: str) -> tuple[int, bytes]:
    """One HTTP GET: status and body. Raises `OSError` while nobody listens."""
    reader, writer = await asyncio.open_connection(HOST, port)
    try:
        request = f"GET {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\nConnection: close\r\n\r\n"
        writer.write(request.encode())
        answer = await reader.read()
    finally:
        writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    if not head:
        raise ConnectionError("the connection was closed without an answer")
    if b"transfer-encoding: chunked" in head.lower():
        raise MeasurementFailed(f"{path} answers in chunks, which this client does not read")
    return int(head.split(b" ", 2)[1]), body


async def status(port: int) -> dict[str, Any]:
    """The node's `/v1/status`. Raises `MeasurementFailed` when it does not answer with an object."""
    code, body = await get(port, "/v1/status")
    answer = json.loads(body) if code == 200 else None
    if not isinstance(answer, dict):
        raise MeasurementFailed(f"/v1/status answered {code}")
    return answer


class NodeClient:
    """One connection to the node, used by one utterance after another."""

    def __init__(self, socket: ClientConnection, hello: Mapping[str, Any]) -> None:
        self._socket = socket
        self._last_id = 0
        self.hello = hello

    @classmethod
    async def connect(cls, port: int) -> NodeClient:
        socket = await open_websocket(
            f"ws://{HOST}:{port}/v1/ws",
            subprotocols=[SUBPROTOCOL],
            compression=None,
            max_size=None,
            max_queue=(512, 256),
            ping_interval=None,
        )
        hello = json.loads(await socket.recv())
        if hello.get("type") != "hello":
            raise MeasurementFailed(f"the first message is not hello: {hello}")
        return cls(socket, hello)

    async def close(self) -> None:
        await self._socket.close()

    async def speak(
        self,
        text: str,
        *,
        stop: Callable[[Take], bool] | None = None,
        cache: bool = False,
        priority: str = "reply",
        pace: str = "fast",
    ) -> Take:
        """As `take.Client.speak`. With `cache` off it fails when the node says the sound was cached."""
        take = await self.request(text, cache=cache, priority=priority, pace=pace)
        return await self.listen(take, stop=stop, fresh=not cache)

    async def request(
        self, text: str, *, cache: bool = False, priority: str = "reply", pace: str = "fast"
    ) -> Take:
        """Send a `speak`; the take is filled by `listen`."""
        self._last_id += 1
        utterance = str(self._last_id)
        message = {
            "type": "speak",
            "id": utterance,
            "text": text,
            "cache": cache,
            "format": {"container": "pcm"},
            "priority": priority,
            "pace": pace,
        }
        encoded = json.dumps(message)
        take = Take(sent_at=clock(), utterance=utterance)
        await self._socket.send(encoded)
        return take

    async def cancel(self, take: Take) -> None:
        await self._socket.send(json.dumps({"type": "cancel", "id": take.utterance}))

    async def listen(
        self, take: Take, *, stop: Callable[[Take], bool] | None = None, fresh: bool = True
    ) -> Take:
        """Read everything up to the utterance's `done` into `take`, or leave off when `stop` says so.

        May be called again to go on. With `fresh` it fails when the sound comes from the cache.
        """
        while True:
            message = await self._receive()
            at = clock()
            if isinstance(message, bytes):
                take.sound(message, at)
                if stop is not None and stop(take):
                    return take
                continue
            answer = json.loads(message)
            kind = answer["type"]
            if kind == "error":
                raise MeasurementFailed(f"{NODE} answered {answer}")
            if kind == "start":
                self._start(take, answer, fresh=fresh)
            elif kind == "done" and answer["id"] == take.utterance:
                take.done_at, take.done = at, answer
                return take

    def _start(self, take: Take, start: Mapping[str, Any], *, fresh: bool) -> None:
        if start["id"] != take.utterance:
            raise MeasurementFailed(f"utterance {start['id']} started before {take.utterance} was done")
        take.cached = bool(start["cached"])
        if fresh and take.cached:
            raise MeasurementFailed("the sound came from the cache although the request said cache: false")
        take.started(int(start["format"]["rate"]), int(start["format"]["channels"]))

    async def _receive(self) -> str | bytes:
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await self._socket.recv()
        except TimeoutError:
            raise MeasurementFailed(f"{NODE} sent nothing for {PATIENCE_S:.0f} s") from None
        except WebSocketException as error:
            raise MeasurementFailed(f"{NODE} closed the connection: {error}") from error
