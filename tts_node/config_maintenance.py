"""The section `maintenance` of the configuration: what the node does for itself, and when."""

from __future__ import annotations

import difflib
import re
from typing import Annotated, Final, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from tts_node.config_values import Name, Seconds, Section, Text
from tts_node.maintenance.cron import parse as parse_cron

JOB_NAMES: Final = (
    *("nightly_restart", "prune_outputs", "prune_cache", "vram_watchdog", "ram_watchdog"),
    *("latency_watchdog", "audio_watchdog", "health_probe", "prewarm", "rotate_logs"),
)


def _time_zone(value: str) -> str:
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(f"there is no time zone `{value}`; write one such as Europe/Berlin") from None
    return value


def _cron(value: str) -> str:
    return parse_cron(value).expression


def _times_of_day(value: str | tuple[str, ...]) -> str | tuple[str, ...]:
    if value == ():
        raise ValueError('`at` names no time; write "03:30", or take the key out')
    for text in (value,) if isinstance(value, str) else value:
        if not re.fullmatch(r"([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?", text):
            raise ValueError(f'expected a time of day such as "03:30", got `{text}`')
    return value


def _job_name(value: str) -> str:
    if value not in JOB_NAMES:
        close = difflib.get_close_matches(value, JOB_NAMES, n=1)
        hint = f"did you mean `{close[0]}`?" if close else f"known are {', '.join(JOB_NAMES)}"
        raise ValueError(f"there is no job `{value}`; {hint}")
    return value


TimeZone = Annotated[str, AfterValidator(_time_zone)]
CronExpression = Annotated[str, AfterValidator(_cron)]
# Checked as a whole, so that a mistake gives one sentence and not one for each of the two forms.
TimesOfDay = Annotated[str | tuple[str, ...], AfterValidator(_times_of_day)]
JobName = Annotated[str, AfterValidator(_job_name)]


class JobConfig(Section):
    """When one job of the maintenance runs. None takes what is the job's own."""

    enabled: bool | None = None
    cron: CronExpression | None = None
    interval_s: Annotated[float, Field(ge=1, le=31_536_000, allow_inf_nan=False)] | None = None
    at: TimesOfDay | None = None
    time_zone: TimeZone | None = None
    jitter_s: Annotated[float, Field(ge=0, le=86_400, allow_inf_nan=False)] | None = None
    misfire_grace_s: Annotated[float, Field(gt=0, le=604_800, allow_inf_nan=False)] | None = None
    deadline_s: Seconds | None = None

    @model_validator(mode="after")
    def _one_trigger(self) -> JobConfig:
        given = [key for key in ("cron", "interval_s", "at") if getattr(self, key) is not None]
        if len(given) > 1:
            raise ValueError(f"a job has one trigger; these are {len(given)}: {', '.join(given)}")
        return self


class NightlyRestartConfig(Section):
    """How the nightly restart goes."""

    scope: Literal["engine", "node"] = "engine"
    engines: tuple[Name, ...] = ()
    """Empty: all."""
    idle_s: Annotated[float, Field(ge=0, le=86_400, allow_inf_nan=False)] = 60.0
    patience_s: Seconds | None = 3_600.0
    """None: only when idle."""


class PruneOutputsConfig(Section):
    """What of the kept sound goes, besides what `outputs` says."""

    min_free_mb: int = Field(default=500, ge=0, le=1_048_576)
    grace_s: Seconds = 600.0


class PruneCacheConfig(Section):
    """What of the cache's disk goes, besides what `cache` says."""

    max_age_days: float = Field(default=90.0, gt=0, le=36_500, allow_inf_nan=False)
    max_mb: int | None = Field(default=None, ge=0, le=1_048_576)
    min_free_mb: int = Field(default=500, ge=0, le=1_048_576)
    grace_s: Seconds = 600.0


class HealthProbeConfig(Section):
    """What is spoken to nobody, to see whether it can be."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=200)] = "One, two, three."
    ttfa_limit_ms: int = Field(default=5_000, ge=1, le=600_000)
    idle_s: Annotated[float, Field(ge=0, le=86_400, allow_inf_nan=False)] = 5.0


class PrewarmConfig(Section):
    """What is made before anybody asks for it."""

    phrases: tuple[Annotated[str, StringConstraints(min_length=1, max_length=2_000)], ...] = ()
    voices: tuple[Text, ...] = ()
    """Empty: the default voice. A style may follow: `joe|night`."""


class RotateLogsConfig(Section):
    """What becomes of old log files."""

    keep: int = Field(default=7, ge=1, le=1_000)


class WatchdogConfig(Section):
    """How sure a watchdog has to be, and how much it may do."""

    checks: int = Field(default=3, ge=1, le=100)
    cool_down_s: Annotated[float, Field(ge=0, le=86_400, allow_inf_nan=False)] = 600.0
    recycles_per_hour: int = Field(default=3, ge=0, le=100)


class VramWatchdogConfig(WatchdogConfig):
    """What is too much graphics memory."""

    limit_mb: float | None = Field(default=None, ge=1, allow_inf_nan=False)
    min_free_mb: float = Field(default=512.0, ge=0, allow_inf_nan=False)
    grows_mb_per_h: float = Field(default=64.0, gt=0, allow_inf_nan=False)
    window_s: Seconds = 1_800.0
    fragmented: float = Field(default=0.5, gt=0, le=1)


class RamWatchdogConfig(WatchdogConfig):
    """What is too much memory; the limit of a process is `engines.*.memory_limit_mb`."""

    grows_mb_per_h: float = Field(default=32.0, gt=0, allow_inf_nan=False)
    window_s: Seconds = 3_600.0
    min_available_mb: float = Field(default=128.0, ge=0, allow_inf_nan=False)


class LatencyWatchdogConfig(WatchdogConfig):
    """What is too slow."""

    slower: float = Field(default=2.5, gt=1, le=100)
    recycles_per_hour: int = Field(default=1, ge=0, le=100)


class AudioWatchdogConfig(WatchdogConfig):
    """What is too bad."""

    bad_takes: int = Field(default=3, ge=1, le=20)
    checks: int = Field(default=1, ge=1, le=100)


class MaintenanceConfig(Section):
    """What the node does for itself, and when."""

    enabled: bool = True
    time_zone: TimeZone | None = None
    jobs: dict[JobName, JobConfig] = Field(default_factory=dict)
    nightly_restart: NightlyRestartConfig = Field(default_factory=NightlyRestartConfig)
    prune_outputs: PruneOutputsConfig = Field(default_factory=PruneOutputsConfig)
    prune_cache: PruneCacheConfig = Field(default_factory=PruneCacheConfig)
    vram_watchdog: VramWatchdogConfig = Field(default_factory=VramWatchdogConfig)
    ram_watchdog: RamWatchdogConfig = Field(default_factory=RamWatchdogConfig)
    latency_watchdog: LatencyWatchdogConfig = Field(default_factory=LatencyWatchdogConfig)
    audio_watchdog: AudioWatchdogConfig = Field(default_factory=AudioWatchdogConfig)
    health_probe: HealthProbeConfig = Field(default_factory=HealthProbeConfig)
    prewarm: PrewarmConfig = Field(default_factory=PrewarmConfig)
    rotate_logs: RotateLogsConfig = Field(default_factory=RotateLogsConfig)
