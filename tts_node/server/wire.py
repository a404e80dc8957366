"""The WebSocket connection under the ASGI interface: uvicorn's protocol with tight buffers and patience.

ASGI hides whether the socket takes more. A session needs to know, so that sound can still be withdrawn
before it is written; this protocol puts itself (as a `Wire`) into the scope's extensions.
"""

from __future__ import annotations

import asyncio
from asyncio.transports import BaseTransport
from typing import Any, Protocol, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

EXTENSION = "tts_node.wire"
HIGH_WATER_BYTES = 32 * 1024
"""Written but not yet taken by the kernel: `send` waits from here on. 0.7 s of 22 kHz PCM."""
LOW_WATER_BYTES = 8 * 1024
MAX_FRAGMENTS = 1024
"""Frames of one message; their sum is bounded by bytes, but a frame of one byte costs a hundred in memory."""
LINGER_S = 10.0
"""A closed connection whose peer does not read its last bytes is cut after this."""


class Wire(Protocol):
    """What a session sees of its socket."""

    @property
    def is_writable(self) -> bool:
        """The next `send` is written at once."""

    async def wait_writable(self) -> None:
        """Returns also when the connection is lost."""

    def hold_pings_until(self, loop_time: float) -> None:
        """The peer may have sound to play until then, and may not read (so not see a ping) before."""


class OpenWire:
    """For servers that tell nothing of their socket: always writable."""

    is_writable = True

    async def wait_writable(self) -> None:
        return

    def hold_pings_until(self, loop_time: float) -> None:
        return


def wire_of(scope: Any) -> Wire:
    """The wire that the protocol put into the scope, else an `OpenWire`."""
    return cast(Wire, scope.get("extensions", {}).get(EXTENSION) or OpenWire())


class WireProtocol(WebSocketsSansIOProtocol):
    """`websockets-sansio` of uvicorn, and a `Wire`."""

    _pings_held_until = 0.0

    # --- Wire -----------------------------------------------------------------------------------------

    @property
    def is_writable(self) -> bool:
        return self.writable.is_set()

    async def wait_writable(self) -> None:
        await self.writable.wait()

    def hold_pings_until(self, loop_time: float) -> None:
        self._pings_held_until = loop_time

    # --- asyncio.Protocol and uvicorn's hooks ---------------------------------------------------------

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=HIGH_WATER_BYTES, low=LOW_WATER_BYTES)

    def eof_received(self) -> None:
        # A peer that closes its side without a close frame is gone. Closing would wait until it had read all.
        self.transport.abort()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            cast("dict[str, Any]", self.scope["extensions"])[EXTENSION] = self

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= MAX_FRAGMENTS:
            self.conn.fail(1009, f"a message may have {MAX_FRAGMENTS} fragments")
            self.handle_parser_exception()
            return
        super().handle_cont(event)

    def handle_ping(self) -> None:
        if self.is_writable:
            super().handle_ping()
        else:
            # Answers to a peer that pings but does not read must not pile up; it may answer the latest only.
            self.conn.data_to_send()

    def handle_pong(self, event: Frame) -> None:
        self._pings_held_until = 0.0
        super().handle_pong(event)

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and self.close_sent:
            # A refusal has been answered in full. The base class would take it for an app that forgot to.
            self.handshake_complete = True

    def keepalive_timeout(self) -> None:
        # Sound comes faster than it is played. A client that reads as it plays sees the ping only after it.
        # Once it is played out, the answer has its full time again.
        now = self.loop.time()
        if self._pings_held_until > now and self.ping_timeout is not None:
            wait_s = self._pings_held_until - now + self.ping_timeout
            self._pings_held_until = 0.0
            self.pong_timer = self.loop.call_later(wait_s, self.keepalive_timeout)
            return
        super().keepalive_timeout()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        if self in self.connections:
            self.loop.call_later(LINGER_S, self.transport.abort)
