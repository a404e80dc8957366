"""Kept sound for players: `GET` and `HEAD /v1/audio/{id}.{ext}`, as Chromecasts and Sonos boxes want it.

A complete sound has its length, and parts of it can be asked for (RFC 9110, 14.: one range; several are
answered by the whole, which is allowed). One that is still being made is streamed as it grows, without a
length, so that a player may begin at once.
"""

from __future__ import annotations

import contextlib
import re
from email.utils import formatdate, parsedate_to_datetime
from pathlib import PurePosixPath

from tts_node.outputs import Output, OutputStore
from tts_node.server.exchange import Exchange

Headers = list[tuple[str, str]]
_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")


class AudioDoor:
    def __init__(self, store: OutputStore) -> None:
        self._store = store

    async def handle(self, exchange: Exchange) -> None:
        """See `doorway.Handler`."""
        output = self._store.find(PurePosixPath(exchange.scope["path"]).name)
        headers: Headers = [
            ("content-type", output.content_type),
            # The URL is the secret: it must not go on to others, nor into shared caches.
            ("cache-control", f"private, max-age={max(0, int(self._store.seconds_left(output)))}"),
            ("referrer-policy", "no-referrer"),
            ("x-content-type-options", "nosniff"),
            # Cast receivers are web pages; who knows the URL may have the sound.
            ("access-control-allow-origin", "*"),
            ("access-control-expose-headers", "Content-Range, Accept-Ranges, Content-Length"),
            ("content-disposition", f'inline; filename="speech.{output.ext}"'),
        ]
        is_head = exchange.scope["method"] == "HEAD"
        if output.state != "complete":
            await _send(exchange, 200, headers, output, 0, None, is_head)
            return
        size = output.size_bytes
        tag = f'"{output.id}"'
        made_at = int(output.made_at)
        headers += [
            ("accept-ranges", "bytes"),
            ("etag", tag),
            ("last-modified", formatdate(made_at, usegmt=True)),
        ]
        if _is_known(exchange, tag, made_at):
            await exchange.start(304, headers)
            await exchange.write(b"", more=False)
            return
        part = _range(exchange, size) if _range_holds(exchange, tag, made_at) else None
        if part is None:
            headers.append(("content-length", str(size)))
            await _send(exchange, 200, headers, output, 0, size, is_head)
        elif part[0] >= part[1]:
            headers = [*headers[1:], ("content-range", f"bytes */{size}"), ("content-length", "0")]
            await exchange.start(416, headers)
            await exchange.write(b"", more=False)
        else:
            start, end = part
            headers += [
                ("content-range", f"bytes {start}-{end - 1}/{size}"),
                ("content-length", str(end - start)),
            ]
            await _send(exchange, 206, headers, output, start, end, is_head)


async def _send(
    exchange: Exchange,
    status: int,
    headers: Headers,
    output: Output,
    start: int,
    end: int | None,
    is_head: bool,
) -> None:
    async def send() -> None:
        async with contextlib.aclosing(output.read(start, end)) as pieces:
            # The first piece before the status: until then what is wrong can be told.
            first = await anext(pieces, b"")
            await exchange.start(status, headers)
            await exchange.write(first)
            async for piece in pieces:
                await exchange.write(piece)

    if is_head:
        await exchange.start(status, headers)
    else:
        await exchange.unless_gone(send())
    await exchange.write(b"", more=False)


def _range(exchange: Exchange, size: int) -> tuple[int, int] | None:
    """The bytes that are asked for, as start and end; None for all. An empty one cannot be satisfied."""
    match = _RANGE.fullmatch((exchange.header("range") or "").replace(" ", ""))
    if match is None or not any(match.groups()):
        return None
    first, last = match.groups()
    if not first:
        return max(0, size - int(last)), size
    if last and int(last) < int(first):
        return None  # malformed, so it is ignored
    return int(first), min(size, int(last) + 1) if last else size


def _range_holds(exchange: Exchange, tag: str, made_at: int) -> bool:
    """`If-Range`: a part is of use only when the rest is of the same sound (RFC 9110, 13.1.5)."""
    if exchange.scope["method"] == "HEAD":
        return False
    condition = exchange.header("if-range")
    return condition is None or condition == tag or _seconds(condition) == made_at


def _is_known(exchange: Exchange, tag: str, made_at: int) -> bool:
    tags = exchange.headers("if-none-match")
    if tags:
        known = {word.strip().removeprefix("W/") for word in ",".join(tags).split(",")}
        return tag in known or "*" in known
    since = _seconds(exchange.header("if-modified-since") or "")
    return since is not None and made_at <= since


def _seconds(date: str) -> float | None:
    try:
        return parsedate_to_datetime(date).timestamp()
    except (ValueError, TypeError, OverflowError):
        return None
