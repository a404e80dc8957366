"""What goes out on a connection, in order: messages at once, sound when the socket takes it.

Sound is bounded by being waited for: one piece a caller, and nobody reads on before it was taken. Messages
are never waited for by those who write them; `has_room` is what keeps a client from making answers faster
than it reads.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass

from starlette.types import Send

from tts_node.protocol import ServerMessage, encode
from tts_node.server.wire import Wire

ROOM_MESSAGES = 64
"""Unsent messages at which the client's next message has to wait."""


class Outbox:
    def __init__(self, send: Send, wire: Wire) -> None:
        self._send = send
        self._wire = wire
        self._items: deque[_Item] = deque()
        self._writing = False
        self._news = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()
        self._empty = asyncio.Event()
        self._empty.set()
        self._closed = False

    def put(self, message: ServerMessage) -> None:
        """Queue a message. Never blocks; dropped when the connection is gone."""
        if not self._closed:
            self._push(_Item(encode(message), None, None))

    async def offer(self, owner: object, data: bytes | str) -> asyncio.Future[None] | None:
        """Write sound now (None), or queue it and return what is done when it is taken or withdrawn."""
        if self._closed:
            return None
        if not self._items and not self._writing and self._wire.is_writable:
            await self._write(_Item(data, owner, None))
            return None
        taken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._push(_Item(data, owner, taken))
        return taken

    def withdraw(self, owner: object) -> None:
        """Forget the sound of `owner` that the socket has not taken."""
        kept = deque(item for item in self._items if item.owner is not owner)
        for item in self._items:
            if item.owner is owner:
                item.settle()
        self._items = kept
        self._tell()

    async def has_room(self) -> None:
        """Wait until a client that reads slowly has read enough of its answers."""
        await self._room.wait()

    async def flushed(self) -> None:
        """Wait until everything queued was written."""
        await self._empty.wait()

    async def run(self) -> None:
        """Write what comes until the connection is lost."""
        try:
            while not self._closed:
                self._news.clear()
                if not self._items:
                    await self._news.wait()
                elif not self._wire.is_writable:
                    # Not taken out before the socket is ready, so that it can still be withdrawn.
                    await self._wire.wait_writable()
                else:
                    item = self._items.popleft()
                    await self._write(item)
                    item.settle()
                    self._tell()
        finally:
            self.close()

    def close(self) -> None:
        """Drop everything and let everybody who waits go on. Twice is fine."""
        self._closed = True
        for item in self._items:
            item.settle()
        self._items.clear()
        self._news.set()
        self._tell()

    def _push(self, item: _Item) -> None:
        self._items.append(item)
        self._news.set()
        self._tell()

    async def _write(self, item: _Item) -> None:
        self._writing = True
        try:
            if isinstance(item.data, str):
                await self._send({"type": "websocket.send", "text": item.data})
            else:
                await self._send({"type": "websocket.send", "bytes": item.data})
        except (OSError, RuntimeError):
            # Lost, or closed from our side meanwhile; the reader of the connection hears of it too.
            self.close()
        finally:
            self._writing = False

    def _tell(self) -> None:
        for event, is_so in ((self._room, len(self._items) < ROOM_MESSAGES), (self._empty, not self._items)):
            if is_so or self._closed:
                event.set()
            else:
                event.clear()


@dataclass(frozen=True, slots=True, eq=False)
class _Item:
    data: str | bytes
    owner: object
    taken: asyncio.Future[None] | None

    def settle(self) -> None:
        if self.taken is not None and not self.taken.done():
            self.taken.set_result(None)
