"""Keeps complete segments by their content, in memory and on disk.

The key is a hash of all that changes a segment's samples; level, loudness, rate and container come after
the cache. Memory holds what was made lately. The disk gets what it is told to keep (announcements,
prewarmed lines) and what is asked for a second time; one-off replies never touch it.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from time import time
from typing import Final, Literal

from tts_node.engines.base import EngineInfo, EngineVoice, Segment
from tts_node.pruning import Pruned, PruneRule
from tts_node.speech.cache_disk import CacheDisk
from tts_node.speech.cache_folder import KEY_BYTES, Entry

__all__ = ["Cache", "CacheStats", "Entry", "key"]

_ASKED: Final = 8192
"""Of how many keys it is remembered that they were asked for."""


def key(segment: Segment, voice: EngineVoice, info: EngineInfo) -> bytes:
    """20 bytes, equal only for what has equal samples (where the engine is deterministic)."""
    fields = asdict(segment)
    fields["style"] = {
        name: value + 0.0 if isinstance(value, int | float) else value  # 1 is 1.0 and -0.0 is 0.0
        for name, value in fields["style"].items()
    }
    if not segment.turns:
        del fields["turns"]  # most have none, and keep the key that they had before there were any
    content = [fields, voice.name, voice.content_hash, voice.rate, info.engine, info.version]
    # JSON with sorted names is unambiguous: strings are quoted, and null, numbers and strings differ.
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=KEY_BYTES, person=b"tts-node segment").digest()


@dataclass(frozen=True, slots=True)
class CacheStats:
    """What is there now, and what was asked since the start."""

    entries: int
    """In memory."""
    size_bytes: int
    disk_entries: int
    disk_bytes: int
    disk_on: bool
    """False: none was configured, or the folder failed lately."""
    hits: int
    """Asked for and found in memory."""
    disk_hits: int
    """Asked for and found on disk."""
    misses: int
    unwritten: int
    """Left out because the disk was off or too slow."""


class Cache:
    """The store, for one event loop. Without `start` it is memory alone. Nothing raises for what the disk
    does."""

    def __init__(
        self,
        *,
        memory_bytes: int,
        folder: Path | None = None,
        disk_bytes: int = 0,
        retry_s: float = 300.0,
        clock: Callable[[], float] = time,
    ) -> None:
        """`folder` of None or `disk_bytes` of 0: no disk. After a failure the disk is tried again in
        `retry_s`. `clock` gives seconds since 1970."""
        self._memory_bytes = memory_bytes
        self._memory: OrderedDict[bytes, Entry] = OrderedDict()
        """The longest unused first."""
        self._size_bytes = 0
        self._asked: OrderedDict[bytes, int] = OrderedDict()
        """How often; the longest ago first."""
        self._disk: CacheDisk | None = None
        if folder is not None and disk_bytes > 0:
            self._disk = CacheDisk(folder, limit_bytes=disk_bytes, retry_s=retry_s, clock=clock)
        self._pinned: frozenset[bytes] = frozenset()
        self._hits = self._disk_hits = self._misses = 0

    def start(self) -> None:
        """Read the folder and write into it, in the background. Twice is fine."""
        if self._disk is not None:
            self._disk.start()

    async def close(self, *, flush_s: float = 5.0) -> None:
        """Write what waits to be written, for at most `flush_s`, and give the folder up. Twice is fine."""
        if self._disk is not None:
            await self._disk.close(flush_s)

    def get(self, key: bytes) -> Entry | None:
        """Ask memory, at once. For each wish ask once: by `get` or by `find`."""
        entry = self._ask(key)
        self._misses += entry is None
        return entry

    async def find(self, key: bytes) -> Entry | None:
        """Ask memory, then the disk. Does not wait for anything when the entry is in memory or nowhere."""
        if (entry := self._ask(key)) is not None:
            return entry
        if self._disk is None or (entry := await self._disk.read(key)) is None:
            self._misses += 1
            return None
        self._disk_hits += 1
        self._remember(key, entry)
        return entry

    @property
    def disk_failing(self) -> bool:
        """The disk takes nothing just now (full, read-only, gone); memory alone is used meanwhile."""
        return self._disk is not None and self._disk.failing

    def on_disk(self, key: bytes) -> bool:
        """Whether `find` would read the disk for it: it is not in memory, and it is in the folder."""
        return key not in self._memory and self._disk is not None and self._disk.has(key)

    def put(self, key: bytes, entry: Entry, *, keep: Literal["memory", "disk"] = "memory") -> None:
        """Store a complete and checked segment, in place of an older one. `disk`: also across restarts."""
        self._remember(key, entry)
        wanted = keep == "disk" or key in self._pinned or self._asked.get(key, 0) > 1
        if self._disk is not None and wanted:
            self._disk.write(key, entry)

    def pin(self, keys: Collection[bytes]) -> None:
        """From now on these go to the disk as soon as they are there, and are the last to leave it; in place
        of those that were pinned before.
        """
        self._pinned = frozenset(keys)
        if self._disk is not None:
            self._disk.pinned = self._pinned
            for key in self._pinned:
                if (entry := self._memory.get(key)) is not None and not self._disk.has(key):
                    self._disk.write(key, entry)

    def is_kept(self, key: bytes) -> bool:
        """Whether it is on disk or about to be."""
        return self._disk is not None and self._disk.has(key)

    async def prune(self, rule: PruneRule) -> Pruned:
        """Remove from the disk what the rule says, but not what is pinned or being read. Raises `OSError`."""
        return await self._disk.prune(rule) if self._disk is not None else Pruned()

    async def remove(self, key: bytes) -> bool:
        """Forget a bad take, everywhere. Whether there was one."""
        self._asked.pop(key, None)
        there = self._forget(key)
        if self._disk is not None:
            there = await self._disk.remove(key) or there
        return there

    async def clear(self) -> None:
        """Forget everything, everywhere."""
        self._asked.clear()
        self._memory.clear()
        self._size_bytes = 0
        if self._disk is not None:
            await self._disk.clear()

    def stats(self) -> CacheStats:
        disk = self._disk
        return CacheStats(
            entries=len(self._memory),
            size_bytes=self._size_bytes,
            disk_entries=disk.entries if disk else 0,
            disk_bytes=disk.size_bytes if disk else 0,
            disk_on=disk is not None and disk.on,
            hits=self._hits,
            disk_hits=self._disk_hits,
            misses=self._misses,
            unwritten=disk.unwritten if disk else 0,
        )

    def _ask(self, key: bytes) -> Entry | None:
        asked = self._asked[key] = self._asked.pop(key, 0) + 1
        if len(self._asked) > _ASKED:
            self._asked.popitem(last=False)
        entry = self._memory.get(key)
        if entry is not None:
            self._hits += 1
            self._memory.move_to_end(key)
            if asked > 1 and self._disk is not None and not self._disk.has(key):
                self._disk.write(key, entry)
        return entry

    def _remember(self, key: bytes, entry: Entry) -> None:
        self._forget(key)
        if entry.size_bytes > self._memory_bytes:
            return
        self._memory[key] = entry
        self._size_bytes += entry.size_bytes
        while self._size_bytes > self._memory_bytes:
            _, oldest = self._memory.popitem(last=False)
            self._size_bytes -= oldest.size_bytes

    def _forget(self, key: bytes) -> bool:
        if (entry := self._memory.pop(key, None)) is None:
            return False
        self._size_bytes -= entry.size_bytes
        return True
