"""Text that comes from blocking code (a generator, a pipe), for code that must not block."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterable


async def pieces_of(text: Iterable[str]) -> AsyncIterator[str]:
    """The iterable's pieces, at most one ahead, read on a daemon thread: it may block as long as it likes,
    also at exit. What it raises is raised here."""
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[str | Exception | None] = asyncio.Queue(maxsize=1)
    over = False

    async def hand_over(item: str | Exception | None) -> None:
        if not over:
            await queue.put(item)

    def put(item: str | Exception | None) -> bool:
        try:
            asyncio.run_coroutine_threadsafe(hand_over(item), loop).result()
        except (RuntimeError, asyncio.CancelledError):
            return False  # the loop is gone
        return not over

    def read() -> None:
        try:
            for piece in text:
                if not put(piece):
                    return
        except Exception as error:
            put(error)
        else:
            put(None)

    threading.Thread(target=read, name="tts-node text", daemon=True).start()
    try:
        while (item := await queue.get()) is not None:
            if isinstance(item, Exception):
                raise item
            yield item
    finally:
        over = True
        while not queue.empty():  # lets a waiting thread go
            queue.get_nowait()
