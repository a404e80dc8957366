"""The alarm clock: rings at given instants. The only module that knows APScheduler.

APScheduler waits; everything it would decide by itself (misfires, coalescing, overlaps, clock changes) is
decided by `plan` and `runs`, because its own answers lose runs: it drops what is a second late unless told
otherwise, fires a 02:30 job twice on an autumn night, and lets one hung run block the next.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.schedulers.base import STATE_STOPPED
from apscheduler.triggers.date import DateTrigger

_LOG = logging.getLogger(__name__)
# It tells of every alarm at INFO; what happened is told by us, with the job's name.
logging.getLogger("apscheduler").setLevel(logging.WARNING)


class Schedule:
    """Calls `ring(name)` on the event loop when `name`'s instant has come. One instant for each name."""

    def __init__(self, ring: Callable[[str], None]) -> None:
        self._ring = ring
        self._scheduler = AsyncIOScheduler(timezone=UTC)
        self._closed = False

    def start(self) -> None:
        """Begin to ring. Needs a running loop. Twice is fine."""
        if self._scheduler.state == STATE_STOPPED and not self._closed:
            self._scheduler.start()

    def close(self) -> None:
        """Never ring again. Twice is fine."""
        if not self._closed:
            self._closed = True
            if self._scheduler.state != STATE_STOPPED:
                self._scheduler.shutdown(wait=False)

    def set(self, name: str, at: datetime) -> None:
        """Ring for `name` at `at` (aware), or at once if that has passed; in place of an earlier instant."""
        if not self._closed:
            self._scheduler.add_job(
                self._fire,
                DateTrigger(at.astimezone(UTC), timezone=UTC),
                args=(name,),
                id=name,
                replace_existing=True,
                # However late it is, it rings: what to do about it is not decided here.
                misfire_grace_time=None,
                coalesce=True,
            )

    def clear(self, name: str) -> None:
        """Do not ring for `name`."""
        if self._scheduler.get_job(name) is not None:
            self._scheduler.remove_job(name)

    def look(self) -> None:
        """The wall clock was moved: look now whose instant has come, and wait anew for the others."""
        if not self._closed and self._scheduler.running:
            self._scheduler.wakeup()

    async def _fire(self, name: str) -> None:
        # A coroutine, so that APScheduler calls it on the loop and not in a thread.
        if not self._closed:
            try:
                self._ring(name)
            except Exception:
                _LOG.exception("the alarm of job %s failed", name)
