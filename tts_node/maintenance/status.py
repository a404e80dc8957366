"""What is told of a job: to `status`, to the command line, to the page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from tts_node.maintenance.record import RunRecord


@dataclass(frozen=True, slots=True)
class JobStatus:
    """One job now. All times carry the offset of the job's zone."""

    name: str
    summary: str
    """What it does."""
    enabled: bool
    paused: bool
    trigger: str
    """For people: `at 03:30`, `every 600 s`, `cron 0 3 * * 1`."""
    time_zone: str
    next_run: datetime | None
    """None while it is paused or switched off."""
    running_s: float | None
    """For how long it has been running; None when it does not run."""
    stuck: str | None
    """What keeps it from running again."""
    last: RunRecord | None
    """Its newest run, or planned time without one."""
    runs: int
    failed: int
    late: int
    missed: int

    def as_json(self) -> dict[str, Any]:
        """JSON data. Times are ISO 8601 with their offset from UTC."""
        zone = ZoneInfo(self.time_zone)
        return {
            "name": self.name,
            "summary": self.summary,
            "enabled": self.enabled,
            "paused": self.paused,
            "trigger": self.trigger,
            "time_zone": self.time_zone,
            "next_run": _iso(self.next_run, zone),
            "running_s": round(self.running_s, 1) if self.running_s is not None else None,
            "stuck": self.stuck,
            "last": run_as_json(self.last, zone) if self.last is not None else None,
            "runs": self.runs,
            "failed": self.failed,
            "late": self.late,
            "missed": self.missed,
        }


def run_as_json(run: RunRecord, zone: ZoneInfo) -> dict[str, Any]:
    """JSON data of one run."""
    return {
        "job": run.job,
        "by": run.by,
        "outcome": run.outcome,
        "planned": _iso(run.planned, zone),
        "began": _iso(run.began, zone),
        "duration_s": run.duration_s,
        "detail": run.detail,
        "figures": dict(run.figures),
        "late_s": run.late_s,
        "skipped": run.skipped,
    }


def _iso(time: datetime | None, zone: ZoneInfo) -> str | None:
    return time.astimezone(zone).isoformat(timespec="seconds") if time is not None else None
