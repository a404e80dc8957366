"""How late the event loop is: the time between when a timer was due and when it ran."""

from __future__ import annotations

import asyncio
from collections import deque


class LoopDelay:
    """Samples the running loop's delay over the last minute. Cheap: twenty timers a second."""

    def __init__(self, *, interval_s: float = 0.05, window_s: float = 60.0) -> None:
        self._interval_s = interval_s
        self._delays_ms: deque[float] = deque(maxlen=int(window_s / interval_s))
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        self._schedule()

    def close(self) -> None:
        """Stop sampling. Twice is fine."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def report(self) -> dict[str, float]:
        """`p50`, `p99` and `max` of the window, milliseconds; zeros before the first sample."""
        delays = sorted(self._delays_ms)
        if not delays:
            return {"p50": 0.0, "p99": 0.0, "max": 0.0}
        last = len(delays) - 1
        return {
            "p50": round(delays[last // 2], 3),
            "p99": round(delays[round(last * 0.99)], 3),
            "max": round(delays[last], 3),
        }

    def _schedule(self) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time() + self._interval_s
        self._timer = loop.call_at(due, self._sample, due)

    def _sample(self, due: float) -> None:
        self._delays_ms.append((asyncio.get_running_loop().time() - due) * 1000.0)
        self._schedule()
