"""One HTTP request and its answer: reads the body within bounds, sees the client leave, can cut it off."""

from __future__ import annotations

import asyncio
import socket
import struct
from asyncio.transports import BaseTransport
from collections.abc import Coroutine, Iterable, Mapping
from typing import Any, Final, cast

from starlette.types import Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from tts_node import protocol
from tts_node.errors import BadMessage, MessageTooLarge

HIGH_WATER_BYTES: Final = 32 * 1024
"""Written but not yet taken by the kernel: `send` waits from here on."""
LOW_WATER_BYTES: Final = 8 * 1024
_CONNECTION: Final = "tts_node.connection"
_BODY_S: Final = 20.0
"""A request's body has to be there within this."""
_FIRST_REQUEST_S: Final = 20.0
"""A connection on which nothing was asked is closed after this."""


class HttpProtocol(H11Protocol):
    """uvicorn's, with tight buffers, and reachable from the app to be cut off."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        # The scope's `state` of each request is a copy of this.
        self.app_state = {**self.app_state, _CONNECTION: self}

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        self.transport.set_write_buffer_limits(high=HIGH_WATER_BYTES, low=LOW_WATER_BYTES)
        self.loop.call_later(_FIRST_REQUEST_S, self._close_if_silent)

    def abort(self) -> None:
        """Cut the connection, so that the peer cannot take what it has for the whole."""
        sock = self.transport.get_extra_info("socket")
        if sock is not None and self.scope is not None and self.scope["http_version"] == "1.0":
            # There the end of the connection is the end of the body; only a reset tells the difference.
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.transport.abort()

    def _close_if_silent(self) -> None:
        if self.scope is None and self.transport.get_protocol() is self:
            self.transport.close()


class Exchange:
    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope = scope
        self.started = False
        """The answer's status is out; what goes wrong from here on can only cut it off."""
        self._receive = receive
        self._send = send
        self.left = False
        """The client is known to be gone."""

    def headers(self, name: str) -> tuple[str, ...]:
        """All values of the header, lower-case `name`."""
        wanted = name.encode()
        return tuple(v.decode("latin-1") for k, v in self.scope["headers"] if k.lower() == wanted)

    def header(self, name: str) -> str | None:
        """The header's value where there is exactly one."""
        values = self.headers(name)
        return values[0] if len(values) == 1 else None

    async def json(self, limit_bytes: int) -> Mapping[str, Any]:
        """The body as a JSON object. Raises `MessageTooLarge`, `BadMessage`, `ClientLeft`."""
        try:
            async with asyncio.timeout(_BODY_S):
                data = await self._body(limit_bytes)
        except TimeoutError:
            raise BadMessage(f"the body was not there within {_BODY_S:g} s") from None
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            raise BadMessage("the body is not UTF-8") from None
        return protocol.decode_object(text)

    async def start(self, status: int, headers: Iterable[tuple[str, str]]) -> None:
        encoded = [(name.encode("ascii"), value.encode("latin-1")) for name, value in headers]
        await self.send({"type": "http.response.start", "status": status, "headers": encoded})

    async def write(self, data: bytes, *, more: bool = True) -> None:
        """A piece of the body. Waits while the client does not read."""
        await self.send({"type": "http.response.body", "body": data, "more_body": more})

    async def send(self, message: Message) -> None:
        """ASGI's `send`, for who writes an answer himself."""
        self.started = True
        await self._send(message)

    async def gone(self) -> None:
        """Until the client has left. The body must have been read."""
        while not self.left:
            self.left = (await self._receive())["type"] == "http.disconnect"

    async def unless_gone(self, work: Coroutine[Any, Any, None]) -> None:
        """Do `work`. Raises `ClientLeft` as soon as the client leaves, and the work is cancelled."""
        tasks = (asyncio.ensure_future(work), asyncio.ensure_future(self.gone()))
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if not tasks[0].done():
                raise ClientLeft
            tasks[0].result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def abort(self) -> None:
        """Cut the connection off in the middle of the answer. The client sees that it is not complete."""
        connection = self.scope.get("state", {}).get(_CONNECTION)
        if isinstance(connection, HttpProtocol):
            connection.abort()
            await self.gone()
        else:
            raise ConnectionAbortedError("the answer could not be completed")

    async def _body(self, limit_bytes: int) -> bytes:
        declared = self.header("content-length")
        if declared is not None and declared.isdecimal() and int(declared[:18]) > limit_bytes:
            raise MessageTooLarge(f"a body may have {limit_bytes} bytes")
        data = bytearray()
        more = True
        while more:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                raise ClientLeft
            data += message.get("body", b"")
            if len(data) > limit_bytes:
                raise MessageTooLarge(f"a body may have {limit_bytes} bytes")
            more = message.get("more_body", False)
        return bytes(data)


class ClientLeft(Exception):
    """Nobody is there to be answered."""
