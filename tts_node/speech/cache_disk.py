"""The cache's folder, seen from the event loop: an index in memory, reads at once, writes one after the
other.

Bounded in bytes (the longest unused goes first) and in what waits to be written. A folder that cannot be
opened, written or read turns itself off with one warning and is tried again later; nobody ever waits for it
to recover.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Final

from tts_node.pruning import Prunable, Pruned, PruneRule, choose
from tts_node.speech.cache_folder import CacheFolder, Entry

_LOG = logging.getLogger(__name__)
_QUEUE: Final = 32
"""Entries that may wait to be written; more are left out."""
_TOUCH_S: Final = 3600.0
"""A use is noted in the file's time at most this often: flash cards wear out."""


@dataclass(slots=True)
class _File:
    size_bytes: int
    used: float


class CacheDisk:
    """Entries on disk. All calls on one event loop; nothing here raises for what the disk does."""

    def __init__(self, path: Path, *, limit_bytes: int, retry_s: float, clock: Callable[[], float]) -> None:
        self._path = path
        self._limit_bytes = limit_bytes
        self._retry_s = retry_s
        self._clock = clock
        self._folder: CacheFolder | None = None
        self._files: OrderedDict[bytes, _File] = OrderedDict()
        """The longest unused first."""
        self._size_bytes = 0
        self._queue: OrderedDict[bytes, Entry] = OrderedDict()
        self._news = asyncio.Event()
        self._changing = asyncio.Lock()
        """Held while a file is written or removed."""
        self._off_until = 0.0
        self._warned = False
        self._task: asyncio.Task[None] | None = None
        self._closing = False
        self._reading: Counter[bytes] = Counter()
        self.pinned: frozenset[bytes] = frozenset()
        """Leave last."""
        self.unwritten = 0
        """Entries left out because the disk was off or too slow."""

    def start(self) -> None:
        """Read the folder and take writes, in the background. Twice is fine."""
        if self._task is None and not self._closing:
            self._task = asyncio.create_task(self._run(), name="cache disk")

    async def close(self, flush_s: float) -> None:
        """Write what waits, for at most `flush_s`, and give the folder up. Twice is fine."""
        self._closing = True
        self._news.set()
        task, self._task = self._task, None
        if task is not None:
            done, _ = await asyncio.wait((task,), timeout=flush_s)
            if not done:
                self._queue.clear()
                task.cancel()
                await asyncio.wait((task,))
                return  # its thread may still use the folder, which the kernel closes at the end
        async with self._changing:
            folder, self._folder = self._folder, None
            if folder is not None:
                await asyncio.to_thread(folder.close)

    @property
    def entries(self) -> int:
        return len(self._files)

    @property
    def size_bytes(self) -> int:
        return self._size_bytes

    @property
    def on(self) -> bool:
        """False while the folder is not open or failed lately."""
        return self._folder is not None and monotonic() >= self._off_until

    @property
    def failing(self) -> bool:
        """It failed lately and is tried again later."""
        return monotonic() < self._off_until

    def has(self, key: bytes) -> bool:
        """Whether it is there or about to be written."""
        return key in self._files or key in self._queue

    async def read(self, key: bytes) -> Entry | None:
        """The entry, or None."""
        if (waiting := self._queue.get(key)) is not None:
            return waiting
        if self._folder is None or key not in self._files:
            return None
        folder = self._folder
        self._reading[key] += 1
        try:
            entry = await asyncio.to_thread(folder.read, key)
            if (file := self._files.get(key)) is None:
                return None  # removed meanwhile
            if entry is None:
                self._unlist(key)
                return None
            self._files.move_to_end(key)
            if (now := self._clock()) - file.used > _TOUCH_S:
                file.used = now
                await asyncio.to_thread(folder.touch, key, now)
        except OSError as error:
            self._turn_off(error)
            return None
        finally:
            self._reading[key] -= 1
            if not self._reading[key]:
                del self._reading[key]
        return entry

    def write(self, key: bytes, entry: Entry) -> None:
        """Write it soon, in place of an older one, unless the disk is off or too slow."""
        if self._task is None or self._closing or monotonic() < self._off_until or len(self._queue) >= _QUEUE:
            self.unwritten += 1
            return
        self._queue[key] = entry
        self._news.set()

    async def remove(self, key: bytes) -> bool:
        """Whether it was there; it is gone, also when it was just being written."""
        waited = self._queue.pop(key, None) is not None
        async with self._changing:
            if self._folder is None or key not in self._files:
                return waited
            self._unlist(key)
            try:
                return await asyncio.to_thread(self._folder.remove, key)
            except OSError as error:
                self._turn_off(error)
                return True

    async def clear(self) -> None:
        """Remove every entry."""
        self._queue.clear()
        async with self._changing:
            while self._files:
                await self._evict(next(iter(self._files)))

    async def prune(self, rule: PruneRule) -> Pruned:
        """Remove what the rule says; what is pinned or being read stays. Raises `OSError`."""
        folder = self._folder
        if folder is None:
            return Pruned()
        free_bytes = await asyncio.to_thread(folder.free_bytes)
        listed = [Prunable(key, file.size_bytes, file.used) for key, file in self._files.items()]
        gone = choose(listed, rule, now=self._clock(), free_bytes=free_bytes, keep=self.pinned)
        removed = removed_bytes = 0
        for file in gone:
            async with self._changing:
                if file.key in self._files and file.key not in self._reading:
                    await asyncio.to_thread(folder.remove, file.key)
                    self._unlist(file.key)
                    removed, removed_bytes = removed + 1, removed_bytes + file.size_bytes
        return Pruned(
            removed=removed,
            removed_bytes=removed_bytes,
            left=len(self._files),
            left_bytes=self._size_bytes,
            free_bytes=await asyncio.to_thread(folder.free_bytes),
        )

    # --- in the background ----------------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            if self._folder is None and monotonic() >= self._off_until:
                await self._open()
            if self._queue and self._folder is not None:
                await self._write_next()
                continue
            if self._closing:
                return
            self._news.clear()
            wait_s = None if self._folder is not None else max(0.0, self._off_until - monotonic())
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait_s):
                    await self._news.wait()

    async def _open(self) -> None:
        try:
            folder = await asyncio.to_thread(CacheFolder, self._path)
            try:
                files = await asyncio.to_thread(folder.scan)
            except OSError:
                folder.close()
                raise
        except OSError as error:
            self._turn_off(error)
            return
        self._folder = folder
        for filed in files:
            self._list(filed.key, filed.size_bytes, filed.used)
        async with self._changing:
            await self._make_room(0)

    async def _write_next(self) -> None:
        folder = self._folder
        async with self._changing:
            if folder is None or not self._queue:
                return
            key = next(iter(self._queue))
            entry = self._queue[key]
            size_bytes = entry.size_bytes
            try:
                if size_bytes <= self._limit_bytes:
                    await self._make_room(size_bytes)
                    size_bytes = await asyncio.to_thread(folder.write, key, entry)
                    self._unlist(key)
                    self._list(key, size_bytes, self._clock())
                    await self._make_room(0)
                else:
                    self.unwritten += 1
            except OSError as error:
                self._turn_off(error)
            else:
                if self._warned:
                    self._warned = False
                    _LOG.info("the speech cache writes to %s again", self._path)
            finally:
                if self._queue.get(key) is entry:
                    del self._queue[key]

    async def _make_room(self, size_bytes: int) -> None:
        while self._files and self._size_bytes + size_bytes > self._limit_bytes:
            oldest = next((key for key in self._files if key not in self.pinned), next(iter(self._files)))
            await self._evict(oldest)

    async def _evict(self, key: bytes) -> None:
        self._unlist(key)
        if self._folder is not None:
            try:
                await asyncio.to_thread(self._folder.remove, key)
            except OSError as error:
                self._turn_off(error)

    def _turn_off(self, error: OSError) -> None:
        self.unwritten += len(self._queue)
        self._queue.clear()
        self._off_until = monotonic() + self._retry_s
        if not self._warned:
            self._warned = True
            _LOG.warning(
                "the speech cache cannot use %s (%s); it goes on in memory and tries again in %.0f s",
                self._path,
                error.strerror or error,
                self._retry_s,
            )

    def _list(self, key: bytes, size_bytes: int, used: float) -> None:
        self._files[key] = _File(size_bytes, used)
        self._size_bytes += size_bytes

    def _unlist(self, key: bytes) -> None:
        if (file := self._files.pop(key, None)) is not None:
            self._size_bytes -= file.size_bytes
