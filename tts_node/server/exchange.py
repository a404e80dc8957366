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
from tts_node.server.entrance import Entrance

HIGH_WATER_BYTES: Final = 32 * 1024
"""Written but not yet taken by the kernel: `send` waits from here on."""
LOW_WATER_BYTES: Final = 8 * 1024
_CONNECTION: Final = "tts_node.connection"
_BODY_S: Final = 20.0
"""A request's body has to be there within this."""
_HEAD_S: Final = 20.0
"""A request's head has to be there within this, from the connection's beginning or the last answer's end."""
_LINGER_S: Final = 600.0
"""A closed connection whose peer does not read the end of its answer is cut after this."""
_STALLED_S: Final = 30.0
"""A peer that reads nothing for so long may be cut to make room for others."""


class HttpProtocol(H11Protocol):
    """uvicorn's, with tight buffers and deadlines, and reachable from the app to be cut off."""

    def __init__(self, *args: Any, entrance: Entrance, **options: Any) -> None:
        super().__init__(*args, **options)
        # The scope's `state` of each request is a copy of this.
        self.app_state = {**self.app_state, _CONNECTION: self}
        self._entrance = entrance
        self._place = entrance.place_of(-1)
        self._head_timer: asyncio.TimerHandle | None = None
        self._stall_timer: asyncio.TimerHandle | None = None

    def abort(self) -> None:
        """Cut the connection, so that the peer cannot take what it has for the whole."""
        sock = self.transport.get_extra_info("socket")
        if sock is not None and self.scope is not None and self.scope["http_version"] == "1.0":
            # There the end of the connection is the end of the body; only a reset tells the difference.
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.transport.abort()

    # --- asyncio.Protocol and uvicorn's hooks ---------------------------------------------------------

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        self.transport.set_write_buffer_limits(high=HIGH_WATER_BYTES, low=LOW_WATER_BYTES)
        self._place = self._entrance.place_of(transport.get_extra_info("socket").fileno())
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timers()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        super().handle_events()
        if self._is_asked and self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None
            self._entrance.works(self._place)

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._stop_timers()
        self._entrance.works(self._place)
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        self._expect_head()
        super().on_response_complete()  # which may find the next head, already there

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stall_timer = self.loop.call_later(_STALLED_S, self._rest)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stall_timer is not None:
            self._stall_timer.cancel()
            self._stall_timer = None
            if self._is_asked:
                self._entrance.works(self._place)

    # --- the deadline ---------------------------------------------------------------------------------

    @property
    def _is_asked(self) -> bool:
        """A request is under way."""
        return self.cycle is not None and not self.cycle.response_complete

    def _expect_head(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
        self._head_timer = self.loop.call_later(_HEAD_S, self._give_up)
        self._rest()

    def _rest(self) -> None:
        self._entrance.rests(self._place, self.transport.abort)

    def _give_up(self) -> None:
        # What is left of the last answer may still be on its way to a slow reader.
        self.transport.close()
        self._head_timer = self.loop.call_later(_LINGER_S, self.transport.abort)

    def _stop_timers(self) -> None:
        for timer in (self._head_timer, self._stall_timer):
            if timer is not None:
                timer.cancel()
        self._head_timer = self._stall_timer = None


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
