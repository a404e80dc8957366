"""The whole of it: every job with its plan, its alarm, its runs and its memory."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, time
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from tts_node.config_maintenance import JobConfig, MaintenanceConfig
from tts_node.errors import NotFound, NotReady
from tts_node.maintenance import cron
from tts_node.maintenance.clock import Clock, JumpWatch, SystemClock, named_zone, time_zone
from tts_node.maintenance.context import NodeControl, Occasion
from tts_node.maintenance.history import History
from tts_node.maintenance.plan import LATE_S, Due, Plan
from tts_node.maintenance.record import RunRecord
from tts_node.maintenance.registry import KINDS, JobKind
from tts_node.maintenance.runs import Ended, JobRuns
from tts_node.maintenance.schedule import Schedule
from tts_node.maintenance.status import JobStatus
from tts_node.maintenance.swap_log import SwapLog
from tts_node.maintenance.triggers import ByCron, Daily, Every, Trigger

_LOG = logging.getLogger(__name__)

HISTORY_FILE: Final = "history.sqlite3"
_WATCH_S: Final = 15.0
"""How often the two clocks are compared: so late, at most, is noticed that the machine was asleep."""


class Maintenance:
    """Runs the jobs of one node. Nothing here raises for what a job does."""

    def __init__(
        self,
        config: MaintenanceConfig,
        node: NodeControl,
        state_dir: Path,
        *,
        kinds: Sequence[JobKind] = KINDS,
        clock: Clock | None = None,
        chance: Callable[[], float] = random.random,
        watch_s: float = _WATCH_S,
    ) -> None:
        self._config = config
        self._node = node
        self._clock = clock or SystemClock()
        self._chance = chance
        self._watch_s = watch_s
        self._history = History(state_dir / HISTORY_FILE)
        self.swaps = SwapLog(self._history, self._clock)
        """Told of every replacement of a worker."""
        self._zone, self._zone_told = time_zone(config.time_zone)
        self._schedule = Schedule(self._ring)
        self._jobs = {kind.name: self._job(kind) for kind in kinds}
        self._watching: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def zone(self) -> ZoneInfo:
        """In which jobs run that have none of their own."""
        return self._zone

    # --- life -------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Read what is remembered, and begin. Never raises: a node speaks without jobs too."""
        if self._watching is not None or self._closed or not self._config.enabled:
            return
        try:
            await self._begin()
        except Exception as error:
            _LOG.exception("maintenance cannot begin")
            self._node.mark_degraded("maintenance", f"no job runs by the clock: {error}")

    async def _begin(self) -> None:
        _LOG.info("%s", self._zone_told)
        await self._history.open()
        self._tell_history()
        self._schedule.start()
        now = self._clock.now()
        for job in self._jobs.values():
            memory = self._history.memory(job.name)
            if not job.enabled or memory.paused:
                continue
            job.plan = self._plan(job, now)
            job.plan.begin(now, since=memory.seen_until if job.catches_up else None)
            self._set_alarm(job)
        self._watching = asyncio.create_task(self._watch(JumpWatch(self._clock)), name="clock watch")

    async def close(self) -> None:
        """Cancel what runs; nothing is due any more. Twice is fine."""
        if self._closed:
            return
        self._closed = True
        self._schedule.close()
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.wait((self._watching,))
        await asyncio.gather(*(job.runs.close() for job in self._jobs.values()))
        self._history.flush()
        await self._history.close()

    # --- asked and told ---------------------------------------------------------------------------------

    def jobs(self) -> list[JobStatus]:
        """All of them, as they are now. Cheap."""
        return [self._status(job) for job in self._jobs.values()]

    def job(self, name: str) -> JobStatus:
        """Raises `NotFound`."""
        return self._status(self._find(name))

    def history(self, name: str) -> Sequence[RunRecord]:
        """A job's latest runs, the newest first. Raises `NotFound`."""
        return self._history.runs(self._find(name).name)

    async def run(self, name: str, *, by: str = "person", wait_s: float = 0.0) -> JobStatus:
        """Begin a run now, also of a job that is paused or switched off; wait for its end for a while.

        Raises `NotFound`, and `NotReady` while it is running, stuck, or the node stops.
        """
        job = self._find(name)
        if self._closed:
            raise NotReady("the node is stopping")
        if job.runs.running_s is not None:
            raise NotReady(f"job {name} is running already")
        if job.runs.stuck is not None:
            raise NotReady(f"job {name} cannot run: {job.runs.stuck}")
        task = job.runs.start(Occasion(by))
        if task is not None and wait_s > 0:
            await asyncio.wait((task,), timeout=wait_s)
        return self._status(job)

    def pause(self, name: str) -> JobStatus:
        """No more runs by the clock until `resume`, also after a restart. Raises `NotFound`."""
        return self._set_paused(self._find(name), paused=True)

    def resume(self, name: str) -> JobStatus:
        """By the clock again; what was planned meanwhile is not made up for. Raises `NotFound`."""
        return self._set_paused(self._find(name), paused=False)

    # --- the clock --------------------------------------------------------------------------------------

    def _ring(self, name: str) -> None:
        """The alarm of a job."""
        job = self._jobs[name]
        if job.plan is None or self._closed:
            return
        due = job.plan.look(self._clock.now())
        self._set_alarm(job)
        if due is None:
            return
        self._log(job, due)
        if due.missed:
            self._ended(Ended(self._missed(job, due), notable=True))
        else:
            job.runs.start(Occasion("schedule", due.planned, due.late_s, due.skipped))

    async def _watch(self, watch: JumpWatch) -> None:
        """Compare the clocks, so that a sleep or a step is noticed soon and not by timers that slept too."""
        while True:
            await asyncio.sleep(self._watch_s)
            jump_s = watch.jumped_s()
            if jump_s:
                self.clock_moved(jump_s)

    def clock_moved(self, by_s: float) -> None:
        """The wall clock has moved against the monotonic one: the machine slept, or somebody set it."""
        _LOG.info(
            "the clock has moved by %+.0f s (%s)", by_s, "sleep, or set" if by_s > 0 else "it was put back"
        )
        if by_s < 0:
            now = self._clock.now()
            for job in self._jobs.values():
                if job.plan is not None:
                    job.plan.set_back(now)
                    self._set_alarm(job)
        self._schedule.look()

    def _set_alarm(self, job: _Job) -> None:
        if job.plan is not None and (at := job.plan.next_at) is not None:
            self._schedule.set(job.name, at)

    def _log(self, job: _Job, due: Due) -> None:
        planned = due.planned.astimezone(job.zone).isoformat(timespec="seconds")
        if due.missed:
            _LOG.warning(
                "job %s: missed; it was planned for %s, and %.0f s late is more than its grace",
                *(job.name, planned, due.late_s),
            )
        elif due.is_late:
            _LOG.warning("job %s: late by %.1f s; it was planned for %s", job.name, due.late_s, planned)
        if due.skipped:
            _LOG.warning("job %s: %d planned runs before that one were missed", job.name, due.skipped)

    def _missed(self, job: _Job, due: Due) -> RunRecord:
        return RunRecord(
            job=job.name,
            by="schedule",
            outcome="missed",
            began=self._clock.now(),
            detail=f"{due.late_s:.0f} s late is more than its grace",
            planned=due.planned,
            late_s=round(due.late_s, 3),
            skipped=due.skipped,
        )

    # --- runs -------------------------------------------------------------------------------------------

    def _ended(self, ended: Ended) -> None:
        run = ended.record
        late = run.late_s >= LATE_S
        memory = self._history.memory(run.job).after(run, late=late)
        write = ended.notable or late or run.skipped > 0 or run.outcome != "ok"
        self._history.add(run, memory, write=write)
        job = self._jobs[run.job]
        part = f"job {run.job}"
        if run.outcome in ("failed", "timeout") or job.runs.stuck is not None:
            _LOG.warning("job %s: %s: %s", run.job, run.outcome, run.detail)
            self._node.mark_degraded(part, f"job {run.job}: {run.detail}")
        elif run.outcome == "overlapped":
            _LOG.warning("job %s: left out, since %s", run.job, run.detail)
        elif run.outcome == "ok":
            _LOG.log(
                logging.INFO if ended.notable else logging.DEBUG,
                "job %s: %s (%.1f s)",
                *(run.job, run.detail, run.duration_s),
            )
            self._node.mark_degraded(part, None)
        self._tell_history()

    def _tell_history(self) -> None:
        self._node.mark_degraded("job history", self._history.problem)

    def _earlier(self, name: str) -> Sequence[Mapping[str, float]]:
        return [run.figures for run in self._history.runs(name) if run.outcome == "ok"]

    # --- jobs -------------------------------------------------------------------------------------------

    def _job(self, kind: JobKind) -> _Job:
        config = self._config.jobs.get(kind.name, JobConfig())
        runs = JobRuns(
            kind.name,
            kind.bind(self._config),
            deadline_s=_or(config.deadline_s, kind.deadline_s),
            node=self._node,
            clock=self._clock,
            ended=self._ended,
            earlier=lambda: self._earlier(kind.name),
        )
        enabled = kind.enabled(self._config) if config.enabled is None else config.enabled
        zone = named_zone(config.time_zone) if config.time_zone is not None else self._zone
        return _Job(kind, config, runs, zone, enabled=enabled and self._config.enabled)

    def _plan(self, job: _Job, now: datetime) -> Plan:
        return Plan(
            self._trigger(job, now),
            grace_s=_or(job.config.misfire_grace_s, job.kind.misfire_grace_s),
            jitter_s=_or(job.config.jitter_s, job.kind.jitter_s),
            chance=self._chance,
        )

    def _trigger(self, job: _Job, now: datetime) -> Trigger:
        config, kind = job.config, job.kind
        if config.cron is not None:
            return ByCron(cron.parse(config.cron), job.zone)
        if config.at is not None:
            return _daily((config.at,) if isinstance(config.at, str) else config.at, job.zone)
        interval_s = config.interval_s if config.interval_s is not None else kind.interval_s
        if interval_s is None:
            return _daily(kind.at, job.zone)
        first_s = min(interval_s, _or(kind.first_after_s, interval_s))
        return Every.beginning(now, first_s=first_s, interval_s=interval_s)

    def _find(self, name: str) -> _Job:
        job = self._jobs.get(name)
        if job is None:
            raise NotFound(f"there is no job {name[:80]!r}; there are: {', '.join(self._jobs)}")
        return job

    def _set_paused(self, job: _Job, *, paused: bool) -> JobStatus:
        memory = self._history.memory(job.name)
        if paused != memory.paused:
            self._history.set_memory(job.name, memory.with_paused(paused, self._clock.now()))
            self._schedule.clear(job.name)
            job.plan = None
            if not paused and job.enabled and self._watching is not None:
                now = self._clock.now()
                job.plan = self._plan(job, now)
                job.plan.begin(now)
                self._set_alarm(job)
            _LOG.info("job %s: %s", job.name, "paused" if paused else "resumed")
        return self._status(job)

    def _status(self, job: _Job) -> JobStatus:
        memory = self._history.memory(job.name)
        return JobStatus(
            name=job.name,
            summary=job.kind.summary,
            enabled=job.enabled,
            paused=memory.paused,
            trigger=str(job.plan.trigger if job.plan is not None else self._trigger(job, self._clock.now())),
            time_zone=job.zone.key,
            next_run=job.plan.next_at if job.plan is not None else None,
            running_s=job.runs.running_s,
            stuck=job.runs.stuck,
            last=self._history.last(job.name),
            runs=memory.runs,
            failed=memory.failed,
            late=memory.late,
            missed=memory.missed,
        )


class _Job:
    """One job's parts."""

    def __init__(
        self, kind: JobKind, config: JobConfig, runs: JobRuns, zone: ZoneInfo, *, enabled: bool
    ) -> None:
        self.kind = kind
        self.config = config
        self.runs = runs
        self.zone = zone
        self.enabled = enabled
        self.plan: Plan | None = None
        """None while it is switched off or paused."""

    @property
    def name(self) -> str:
        return self.kind.name

    @property
    def catches_up(self) -> bool:
        """A rhythm begins anew with the node; only times of day can have been missed while it was off."""
        by_interval = self.config.interval_s is not None or (
            self.kind.interval_s is not None and self.config.at is None and self.config.cron is None
        )
        return self.kind.catch_up and not by_interval


def _daily(times: Sequence[str], zone: ZoneInfo) -> Daily:
    return Daily(tuple(sorted(time.fromisoformat(text.zfill(5)) for text in times)), zone)


def _or(given: float | None, otherwise: float) -> float:
    return otherwise if given is None else given
