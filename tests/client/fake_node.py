"""A node that is a script: each connection runs one function that says what the node says."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from tts_node.audio.format import OutputFormat
from tts_node.protocol import (
    MIN_SCHEMA,
    PROTOCOL_VERSION,
    SCHEMA,
    SUBPROTOCOL,
    Cancel,
    Cancelled,
    ClientMessage,
    Done,
    Error,
    Hello,
    ServerMessage,
    Speak,
    Start,
    encode,
    parse_client,
)

HELLO = Hello(
    protocol=PROTOCOL_VERSION,
    schema=SCHEMA,
    min_schema=MIN_SCHEMA,
    node_id="0d5cbf6c",
    name="kitchen",
    version="0.1.0",
    engines=("tone",),
)


class Peer:
    """The node's end of one connection."""

    def __init__(self, websocket: ServerConnection) -> None:
        self.websocket = websocket
        self.received: list[ClientMessage] = []

    async def say(self, *messages: ServerMessage | bytes) -> None:
        for message in messages:
            await self.websocket.send(message if isinstance(message, bytes) else encode(message))

    async def hear(self) -> ClientMessage:
        """The client's next message, read as strictly as a node does."""
        data = await self.websocket.recv()
        assert isinstance(data, str)
        message = parse_client(data)
        self.received.append(message)
        return message

    async def hear_speak(self) -> Speak:
        message = await self.hear()
        assert isinstance(message, Speak)
        return message


Script = Callable[[Peer], Awaitable[None]]


def start(id: str, *, rate: int = 22_050, resumed: bool = False, from_ms: float = 0.0) -> Start:
    return Start(
        id=id,
        voice="tone",
        engine="tone",
        language="en",
        format=OutputFormat("pcm", rate, 1),
        resumed=resumed,
        from_ms=from_ms,
    )


def done(id: str, reason: str = "complete", audio_ms: float = 100.0, error_code: str | None = None) -> Done:
    return Done(id=id, reason=reason, audio_ms=audio_ms, ttfa_ms=5.0, error_code=error_code)


async def speak_everything(peer: Peer) -> None:
    """Answer every `speak` with its text's UTF-8 as sound, piece by piece, and every `cancel`."""
    while True:
        message = await peer.hear()
        if isinstance(message, Speak):
            assert message.id is not None
            id = message.id
            if not message.text.strip():
                await peer.say(Error(code="empty_text", message="nothing to speak", id=id, request="speak"))
                continue
            pieces = [word.encode() for word in message.text.split(" ")]
            await peer.say(start(id), *pieces, done(id, audio_ms=len(pieces) * 10.0))
        elif isinstance(message, Cancel):
            await peer.say(Cancelled(id=message.id))


@asynccontextmanager
async def fake_node(
    script: Script,
    *,
    hello: ServerMessage | str | bytes | None = HELLO,
    token: str | None = None,
    refuse: tuple[HTTPStatus, str] | None = None,
    tls: ssl.SSLContext | None = None,
) -> AsyncIterator[str]:
    """Serve `script` on loopback; gives the URL. What goes wrong in a script fails the test."""
    failures: list[BaseException] = []

    def check(connection: ServerConnection, request: Request) -> Response | None:
        if refuse is not None:
            return connection.respond(*refuse)
        if token is not None and request.headers.get("Authorization") != f"Bearer {token}":
            return connection.respond(
                HTTPStatus.UNAUTHORIZED, '{"code":"unauthorized","message":"no","retryable":false}'
            )
        return None

    async def handle(websocket: ServerConnection) -> None:
        try:
            if hello is not None:
                await websocket.send(hello if isinstance(hello, str | bytes) else encode(hello))
            await script(Peer(websocket))
        except ConnectionClosed:
            pass
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            failures.append(error)
            raise

    async with serve(
        handle,
        "127.0.0.1",
        0,
        process_request=check,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        close_timeout=1,
        ssl=tls,
    ) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        yield f"{'ws' if tls is None else 'wss'}://127.0.0.1:{port}"
    if failures:
        raise failures[0]
