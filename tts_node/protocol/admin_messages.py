"""Messages for whoever has the admin token, and their answers."""

# No `from __future__ import annotations`: the codec reads the readers out of the annotations.
from dataclasses import dataclass, field
from typing import Any, ClassVar

from tts_node.protocol.fields import Flag, Identifier, NullableWhole, Object, Objects, Ref, Text, WaitSeconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Jobs:
    """What the node does for itself: all jobs, with next and last run."""

    type: ClassVar[str] = "jobs"
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRun:
    """Run a job now. The answer comes when the run is over, or after `wait_s`; at once without it."""

    type: ClassVar[str] = "job_run"
    name: Identifier
    wait_s: WaitSeconds | None = None
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobPause:
    """No more runs by the clock, also after a restart."""

    type: ClassVar[str] = "job_pause"
    name: Identifier
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobResume:
    """By the clock again."""

    type: ClassVar[str] = "job_resume"
    name: Identifier
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recycle:
    """Fresh processes for an engine; answered when they speak."""

    type: ClassVar[str] = "recycle"
    engine: Identifier
    reason: Text | None = None
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Restart:
    """Drain, end, start again. Answered before that begins."""

    type: ClassVar[str] = "restart"
    reason: Text | None = None
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobsAnswer:
    type: ClassVar[str] = "jobs"
    jobs: Objects = ()
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRunAnswer:
    """`job` is the job as in `jobs`: with `running_s` while it runs, else with its run in `last`."""

    type: ClassVar[str] = "job_run"
    job: Object = field(default_factory=dict[str, Any])
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobPauseAnswer:
    type: ClassVar[str] = "job_pause"
    job: Object = field(default_factory=dict[str, Any])
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobResumeAnswer:
    type: ClassVar[str] = "job_resume"
    job: Object = field(default_factory=dict[str, Any])
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecycleAnswer:
    """What the engine's processes took before and take now; None where there were none."""

    type: ClassVar[str] = "recycle"
    engine: Text
    before_bytes: NullableWhole = None
    after_bytes: NullableWhole = None
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RestartAnswer:
    type: ClassVar[str] = "restart"
    restarting: Flag = True
    ref: Ref | None = None


AdminMessage = Jobs | JobRun | JobPause | JobResume | Recycle | Restart
AdminAnswer = JobsAnswer | JobRunAnswer | JobPauseAnswer | JobResumeAnswer | RecycleAnswer | RestartAnswer
ADMIN_MESSAGES: tuple[type[Any], ...] = (Jobs, JobRun, JobPause, JobResume, Recycle, Restart)
ADMIN_ANSWERS: tuple[type[Any], ...] = (
    JobsAnswer,
    JobRunAnswer,
    JobPauseAnswer,
    JobResumeAnswer,
    RecycleAnswer,
    RestartAnswer,
)
