"""When an engine that nobody uses is unloaded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class IdleTimer:
    """Counts from the moment that an engine is loaded and not in use. All calls on the event loop."""

    def __init__(
        self, unload_s: float | None, *, idle: Callable[[], bool], unload: Callable[[str], None]
    ) -> None:
        """`unload_s`: seconds of idleness; 0 unloads at once, None never. `idle` is asked before `unload` is
        called with the reason."""
        self._unload_s = unload_s
        self._idle = idle
        self._unload = unload
        self._timer: asyncio.TimerHandle | None = None
        self._kept_until = 0.0

    def changed(self) -> None:
        """It came into use, it is free again, or it was loaded."""
        self.close()
        if self._unload_s is None or not self._idle():
            return
        loop = asyncio.get_running_loop()
        at = max(loop.time() + self._unload_s, self._kept_until)
        self._timer = loop.call_at(at, self._due)

    def keep(self, seconds: float) -> None:
        """Somebody said that he will need it soon."""
        self._kept_until = asyncio.get_running_loop().time() + seconds
        self.changed()

    def close(self) -> None:
        """Twice is fine."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _due(self) -> None:
        self._timer = None
        if self._idle():
            self._unload(f"not used for {self._unload_s:g} s; the next request loads it again")
