"""What is remembered of jobs and their runs: plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal, get_args

Outcome = Literal["ok", "failed", "timeout", "cancelled", "missed", "overlapped"]
"""`missed`: its time passed without a run. `overlapped`: the run before was still going on."""
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)


@dataclass(frozen=True, slots=True)
class RunRecord:
    """One run, or one planned time that got none. All times in UTC."""

    job: str
    by: str
    """`schedule`, `person`, or what else asked for it."""
    outcome: Outcome
    began: datetime
    """When it ran, or would have."""
    duration_s: float = 0.0
    detail: str = ""
    figures: Mapping[str, float] = field(default_factory=dict)
    planned: datetime | None = None
    """None for a run that somebody asked for."""
    late_s: float = 0.0
    skipped: int = 0
    """Planned times before it that became this one run."""


@dataclass(frozen=True, slots=True)
class JobMemory:
    """What a job has to know after a restart."""

    paused: bool = False
    runs: int = 0
    failed: int = 0
    """Failed, timed out."""
    late: int = 0
    missed: int = 0
    """Planned times without a run."""
    seen_until: datetime | None = None
    """Up to here every planned time is accounted for."""

    def with_paused(self, paused: bool, now: datetime) -> JobMemory:
        """Paused or resumed; what was planned up to now is nothing to make up for."""
        return replace(self, paused=paused, seen_until=now)

    def after(self, run: RunRecord, *, late: bool) -> JobMemory:
        """With one more run counted."""
        ran = run.outcome not in ("missed", "overlapped")
        return replace(
            self,
            runs=self.runs + ran,
            failed=self.failed + (run.outcome in ("failed", "timeout")),
            late=self.late + (ran and late),
            missed=self.missed + run.skipped + (not ran and run.planned is not None),
            seen_until=run.planned or self.seen_until,
        )
