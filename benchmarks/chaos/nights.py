"""The clock jumps over nights and back again, and each nightly job runs once for each of them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from benchmarks.chaos.storm import Target
from benchmarks.chaos.tally import Tally
from benchmarks.chaos.wrong_clock import ZONE, MovedClock

JOBS: Final = {"nightly_restart": time(3, 30), "prune_cache": time(4, 15)}
"""With their times of day, as the storm's configuration has them."""
_NOTICED_S: Final = 40.0
"""The node compares its clocks every 15 s, and a job takes its time."""
_LOOK_S: Final = 0.5
_HOUR_S: Final = 3_600.0
_BACK_S: Final = 2 * _HOUR_S
"""Farther back a node takes it that the clock had been wrong, and begins anew."""


class Nights:
    """Moves the clock of the node, and knows which nights it has gone through."""

    def __init__(self, clock: MovedClock, target: Target, tally: Tally, *, seed: int) -> None:
        self._clock = clock
        self._target = target
        self._tally = tally
        self._chance = random.Random(seed)
        self._seen: set[date] = set()

    async def jump(self, until: float, now: Callable[[], float]) -> None:
        """Ahead by a night, and every other time back by two hours; each time until the node has seen it."""
        ahead = True
        # A node that has only just begun has missed no night.
        while not all(job["next_run"] for job in (await self._jobs()).values()):  # noqa: ASYNC110
            await asyncio.sleep(_LOOK_S)
        while now() < until:
            if ahead:
                morning = self._next_morning()
                later = timedelta(hours=self._chance.uniform(0.5, 5.0))
                self._clock.move((morning + later - self._clock.now()).total_seconds())
                self._seen.add(morning.date())
                self._tally.troubles["clock ahead over a night"] += 1
            else:
                self._clock.move(-_BACK_S)
                self._tally.troubles["clock back by two hours"] += 1
            ahead = not ahead or self._chance.random() < 0.3
            await self._noticed(at_least_s=20.0)

    async def judge(self) -> None:
        """Note in the tally how often each job ran for the nights that went by."""
        await self._noticed(at_least_s=0.0)
        self._tally.nights = len(self._seen)
        self._tally.nightly_runs = await self._accounted()
        for name in JOBS:
            history = (await asyncio.to_thread(self._target.get, f"/v1/admin/jobs/{name}"))["history"]
            planned = [run["planned"] for run in history if run["planned"] is not None]
            self._tally.nights_twice += len(planned) - len(set(planned))

    def _next_morning(self) -> datetime:
        """When the last of the nightly jobs is due next."""
        now = self._clock.now()
        latest = max(JOBS.values())
        today = datetime.combine(now.date(), latest, ZONE)
        return today if today > now else datetime.combine(now.date() + timedelta(days=1), latest, ZONE)

    async def _noticed(self, *, at_least_s: float) -> None:
        """Until every night is accounted for; and so long that a run too many would have begun."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        while (passed_s := loop.time() - began) < _NOTICED_S:
            counts = await self._accounted()
            if passed_s >= at_least_s and all(count >= len(self._seen) for count in counts.values()):
                return
            await asyncio.sleep(_LOOK_S)

    async def _accounted(self) -> dict[str, int]:
        """Of each job: planned times that led to a run, or were told as missed."""
        return {name: job["runs"] + job["missed"] for name, job in (await self._jobs()).items()}

    async def _jobs(self) -> dict[str, dict[str, Any]]:
        return {job["name"]: job for job in (await self._target.status())["jobs"] if job["name"] in JOBS}
