"""How an engine stands, and who is told when that changes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from tts_node.workers.spec import WorkerState

log = logging.getLogger(__name__)


class Standing:
    """The state of one engine with its reason, for people."""

    def __init__(self) -> None:
        self.state = WorkerState.STOPPED
        self.reason = "not started"
        self._changed = asyncio.Event()
        self._listeners: list[Callable[[], None]] = []

    def change(self, state: WorkerState, reason: str) -> None:
        """Take it over and tell everybody, also when the state is the same as before."""
        self.state, self.reason = state, reason
        self._changed.set()
        self._changed = asyncio.Event()
        for listener in tuple(self._listeners):
            try:
                listener()
            except Exception:
                log.exception("a listener of the supervisor failed")

    async def wait(self) -> None:
        """Until the next change."""
        await self._changed.wait()

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` after every change. Returns what ends it; errors are logged."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe
