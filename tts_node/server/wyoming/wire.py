"""Wyoming events on one TCP connection, with a bound on everything that the other side decides.

An event is a line of JSON (`type`, `data_length?`, `payload_length?`, possibly `data`), then that many bytes
of JSON, which are joined to `data`, then that many bytes of payload. The `wyoming` library reads it without
any limit, so its reader is not used here.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any, Final, cast

from wyoming.event import Event
from wyoming.version import __version__ as WYOMING_VERSION

from tts_node.errors import BadMessage, BadRequest, MessageTooLarge, SlowReader

EVENT_S: Final = 10.0
"""How long one event may take from its first byte to its last."""
SKIP_BYTES: Final = 16 * 1024 * 1024
"""Data or payload up to this size is read past when it is not wanted; more ends the connection."""
HIGH_WATER_BYTES: Final = 32 * 1024
"""Written but not yet taken by the kernel: `write` waits from here on. 0.7 s of 22 kHz PCM."""
LOW_WATER_BYTES: Final = 8 * 1024


class BrokenWire(Exception):
    """Nobody knows any more where the next event begins. `error` is what to tell the peer before closing."""

    def __init__(self, error: BadRequest) -> None:
        super().__init__(str(error))
        self.error = error


class Wire:
    """Reads for one task; writes for any number of them, each event whole."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        *,
        event_bytes: int,
    ) -> None:
        """`event_bytes` bounds the line and the data, each; `reader` must have it as its limit too."""
        self._reader = reader
        self._writer = writer
        self._event_bytes = event_bytes
        self._event_s = EVENT_S
        self._loop = asyncio.get_running_loop()
        writer.transport.set_write_buffer_limits(high=HIGH_WATER_BYTES, low=LOW_WATER_BYTES)

    async def read(self) -> Event | None:
        """The next event, without its payload; None when the peer has left.

        Raises `BadMessage` or `MessageTooLarge` when only this event is lost, and `BrokenWire`.
        """
        try:
            first = await self._reader.readexactly(1)
            try:
                async with asyncio.timeout(self._event_s):
                    return await self._read_event(first)
            except TimeoutError:
                raise BrokenWire(BadMessage(f"an event has to arrive within {self._event_s:g} s")) from None
        except (asyncio.IncompleteReadError, OSError):
            return None

    async def write(self, event: Event, *, patience_s: float) -> None:
        """Hand an event to the socket; returns when there is room for more.

        Raises `SlowReader` when the peer does not make room in time, and `ConnectionError` when it is gone.
        """
        self._writer.write(encode(event))
        try:
            async with asyncio.timeout(max(0.0, patience_s)):
                await self._writer.drain()
        except TimeoutError:
            raise SlowReader("the client does not read what it asked for") from None

    def post(self, event: Event) -> None:
        """Write without waiting; for the last word before `close`."""
        self._writer.write(encode(event))

    def close(self) -> None:
        """Send what is written, as far as the peer reads, and hang up. Twice is fine."""
        if self._writer.transport.is_closing():
            return
        if self._writer.transport.get_write_buffer_size():
            # A peer that does not read would keep a closing connection for ever.
            self._loop.call_later(self._event_s, self._writer.transport.abort)
        self._writer.close()

    def abort(self) -> None:
        """Hang up now and forget what was not taken."""
        self._writer.transport.abort()

    async def _read_event(self, first: bytes) -> Event:
        try:
            line = first if first == b"\n" else first + await self._reader.readuntil(b"\n")
        except asyncio.LimitOverrunError:
            raise BrokenWire(self._too_large("the first line of an event")) from None
        try:
            header = decode(line)
            kind = header.get("type")
            if not isinstance(kind, str) or not kind:
                raise BadMessage("an event needs a `type`")
            data_bytes, payload_bytes = _size(header, "data_length"), _size(header, "payload_length")
        except BadRequest as error:
            # Going on would take the rest of something else for events: a web page can make a browser post
            # lines of JSON to any port, but not without an HTTP request line before them.
            raise BrokenWire(error) from None
        # Everything is read past before anything in it is refused, so that the next event is found.
        too_large = data_bytes > self._event_bytes
        more = b"" if too_large else await self._reader.readexactly(data_bytes)
        await self._skip(payload_bytes + (data_bytes if too_large else 0))
        if too_large:
            raise self._too_large("the data of an event")
        data = header.get("data") or {}
        if not isinstance(data, dict):
            raise BadMessage("the `data` of an event must be an object")
        return Event(kind, {**data, **decode(more)} if more else data)

    async def _skip(self, size: int) -> None:
        while size > 0:
            passed = await self._reader.read(min(size, 64 * 1024))
            if not passed:
                raise asyncio.IncompleteReadError(b"", size)
            size -= len(passed)

    def _too_large(self, what: str) -> MessageTooLarge:
        return MessageTooLarge(f"{what} may have {self._event_bytes} bytes")


def encode(event: Event) -> bytes:
    """An event as bytes. One piece, so that two writers cannot mix."""
    header: dict[str, Any] = {"type": event.type, "version": WYOMING_VERSION}
    data = json.dumps(event.data).encode() if event.data else b""
    payload = event.payload or b""
    if data:
        header["data_length"] = len(data)
    if payload:
        header["payload_length"] = len(payload)
    return b"".join((json.dumps(header).encode(), b"\n", data, payload))


def decode(data: bytes) -> dict[str, Any]:
    """Read a JSON object. Raises `BadMessage`."""
    try:
        value = json.loads(data)
    except RecursionError:
        raise BadMessage("the JSON is nested too deeply") from None
    except ValueError:
        raise BadMessage("not valid JSON") from None
    if not isinstance(value, dict):
        raise BadMessage("an event is a JSON object")
    return cast("dict[str, Any]", value)


def _size(header: dict[str, Any], name: str) -> int:
    size = header.get(name)
    if size is None:
        return 0
    if not isinstance(size, int) or isinstance(size, bool) or size < 0:
        raise BadMessage(f"`{name}` must be a whole number")
    if size > SKIP_BYTES:
        raise MessageTooLarge(f"`{name}` may be at most {SKIP_BYTES}")
    return size
