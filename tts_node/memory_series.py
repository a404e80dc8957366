"""What memory the node and its engines took over the last day: a bounded series for the page's plot."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

_LOG = logging.getLogger(__name__)
_MB: Final = 1e6
_RECYCLES: Final = 200
_CLOSELY: Final = 6


@dataclass(frozen=True, slots=True)
class EngineMemory:
    """What all processes of one engine take."""

    rss_bytes: int | None
    """None while it has none."""
    card_bytes: int | None = None
    """On graphics cards; None without one, or where the driver does not tell."""


@dataclass(frozen=True, slots=True)
class MemorySample:
    """One moment."""

    node_bytes: int
    engines: Mapping[str, EngineMemory] = field(default_factory=dict)


class MemorySeries:
    """Takes a sample now and then. The oldest ones are forgotten."""

    def __init__(
        self,
        read: Callable[[], Awaitable[MemorySample]],
        *,
        every_s: float = 30.0,
        points: int = 2_880,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`points` samples are kept, so a day by default."""
        self._read = read
        self._every_s = every_s
        self._clock = clock
        self._samples: deque[tuple[float, MemorySample]] = deque(maxlen=points)
        self._recycles: deque[tuple[float, str, str]] = deque(maxlen=_RECYCLES)
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin; the first sample is taken at once. Twice is fine."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="memory series")

    async def close(self) -> None:
        """Twice is fine."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait((self._task,))

    def recycled(self, engine: str, reason: str) -> None:
        """An engine's process was replaced just now."""
        self._recycles.append((self._clock(), engine, reason))

    @property
    def latest(self) -> MemorySample | None:
        return self._samples[-1][1] if self._samples else None

    async def take(self) -> None:
        """A sample, now."""
        sample = await self._read()
        self._samples.append((self._clock(), sample))

    def as_json(self) -> dict[str, Any]:
        """Columns of equal length, the oldest first. `age_s`: how long ago; `*_mb`: millions of bytes."""
        now = self._clock()
        samples = [sample for _, sample in self._samples]
        names = list(dict.fromkeys(name for sample in samples for name in sample.engines))
        return {
            "every_s": self._every_s,
            "age_s": [round(now - at) for at, _ in self._samples],
            "node_mb": [_mb(sample.node_bytes) for sample in samples],
            "engines": {
                name: {
                    "rss_mb": [_mb(_engine(sample, name).rss_bytes) for sample in samples],
                    "card_mb": [_mb(_engine(sample, name).card_bytes) for sample in samples],
                }
                for name in names
            },
            "recycles": [
                {"age_s": round(now - at), "engine": engine, "reason": reason}
                for at, engine, reason in self._recycles
            ],
        }

    async def _run(self) -> None:
        while True:
            try:
                await self.take()
            except Exception:
                # A plot without a point is no reason to stop.
                _LOG.exception("reading the memory failed")
            # A node that has just been started is looked at closely.
            await asyncio.sleep(self._every_s if len(self._samples) > _CLOSELY else self._every_s / 6.0)


def _engine(sample: MemorySample, name: str) -> EngineMemory:
    return sample.engines.get(name) or EngineMemory(None)


def _mb(size_bytes: int | None) -> float | None:
    return None if size_bytes is None else round(size_bytes / _MB, 1)
