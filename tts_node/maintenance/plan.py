"""One job's way through time: what is due, what came late, what was missed. Pure; all times in UTC.

However long the machine slept, one look gives at most one run: the latest of the planned ones if that is
within its grace, and the others are counted as missed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from tts_node.maintenance.triggers import Trigger

LATE_S: Final = 1.0
"""From here on a run counts as late and the log says so."""
_WALK: Final = 1_000
"""So many planned times are looked at one by one; beyond that the count is a lower bound."""
_CLOCK_WAS_WRONG: Final = timedelta(days=45)
"""No sleep is that long: the clock was not set before (machines without a battery begin anywhere)."""
_SMALL_STEP_BACK: Final = timedelta(hours=3)


@dataclass(frozen=True, slots=True)
class Due:
    """What a look at the clock has found."""

    planned: datetime
    """The latest planned time that has come."""
    late_s: float
    """How long ago it should have been (its jitter counts as planned)."""
    skipped: int
    """Planned times before it that passed without a run."""
    missed: bool
    """It is older than its grace: nothing runs."""

    @property
    def is_late(self) -> bool:
        return self.late_s >= LATE_S


class Plan:
    """The next planned time of one job, and what became of the others."""

    def __init__(
        self,
        trigger: Trigger,
        *,
        grace_s: float,
        jitter_s: float = 0.0,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self.trigger = trigger
        self._grace = timedelta(seconds=grace_s)
        self._jitter_s = jitter_s
        self._chance = chance
        self._planned: datetime | None = None
        self._delay = timedelta()
        self._last_due: datetime | None = None

    @property
    def next_at(self) -> datetime | None:
        """When to look again: the next planned time plus its jitter. None before `begin`."""
        return None if self._planned is None else self._planned + self._delay

    def begin(self, now: datetime, *, since: datetime | None = None) -> None:
        """Plan from now on. With `since`, what was planned after that and did not run is due now."""
        if since is not None and timedelta() < now - since < _CLOCK_WAS_WRONG:
            self._plan(since)
        else:
            self._plan(now)

    def look(self, now: datetime) -> Due | None:
        """What is due by now, None when nothing is. Each planned time is told once."""
        if self._planned is None or now < self._planned + self._delay:
            return None
        if now - self._planned > _CLOCK_WAS_WRONG:
            self._plan(now)
            return None
        first, delay = self._planned, self._delay
        latest, skipped = self._latest(first, now)
        # Of a later one some jitter may be to come, but nobody waits for that.
        due_at = first + delay if latest == first else latest
        late = max(timedelta(), now - due_at)
        self._last_due = latest
        self._plan(max(now, latest))
        return Due(latest, late.total_seconds(), skipped, missed=late > self._grace)

    def set_back(self, now: datetime) -> None:
        """The wall clock was put back: nothing runs twice for it, and nothing waits for the old future."""
        if self.trigger.is_rhythm or self._last_due is None or self._last_due - now > _SMALL_STEP_BACK:
            self._plan(now)
        else:
            self._plan(max(now, self._last_due))

    def _plan(self, after: datetime) -> None:
        self._planned = self.trigger.after(after)
        self._delay = timedelta(seconds=self._chance() * self._jitter_s)

    def _latest(self, first: datetime, now: datetime) -> tuple[datetime, int]:
        """The last planned time up to `now`, and how many came before it."""
        latest, skipped = first, 0
        while (following := self.trigger.after(latest)) <= now:
            latest, skipped = following, skipped + 1
            if skipped == _WALK:
                # Dense enough that the last hours hold one. The count is a lower bound from here on.
                latest = max(latest, self.trigger.after(max(latest, now - timedelta(hours=2))))
                if latest > now:
                    return following, skipped
        return latest, skipped
