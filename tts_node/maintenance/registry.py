"""All kinds of jobs: what each does, and when it runs unless the configuration says otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from tts_node.config_maintenance import MaintenanceConfig
from tts_node.maintenance import watchdogs
from tts_node.maintenance.context import JobFunction
from tts_node.maintenance.jobs import (
    health_probe,
    nightly_restart,
    prewarm,
    prune_cache,
    prune_outputs,
    rotate_logs,
)

HOUR_S: Final = 3_600.0


@dataclass(frozen=True, slots=True)
class JobKind:
    """A kind of job; `at` or `interval_s` is its own trigger."""

    name: str
    summary: str
    """What it does, for people."""
    bind: Callable[[MaintenanceConfig], JobFunction]
    """The function with its settings."""
    at: tuple[str, ...] = ()
    interval_s: float | None = None
    first_after_s: float | None = None
    """With an interval: the first run comes so long after the start. None: after one interval."""
    jitter_s: float = 0.0
    misfire_grace_s: float = 6 * HOUR_S
    deadline_s: float = 600.0
    catch_up: bool = True
    """A run that fell into a time in which the node did not run is made up for at the next start."""
    enabled: Callable[[MaintenanceConfig], bool] = lambda config: True


KINDS: Final[tuple[JobKind, ...]] = (
    JobKind(
        "nightly_restart",
        "replaces the engines' processes by fresh ones, or restarts the node",
        lambda config: partial(nightly_restart.run, settings=config.nightly_restart),
        at=("03:30",),
        jitter_s=600.0,
        deadline_s=2 * HOUR_S,
        # A node that has just been started is fresh.
        catch_up=False,
    ),
    JobKind(
        "prune_outputs",
        "keeps the disk from being filled by sound for players",
        lambda config: partial(prune_outputs.run, settings=config.prune_outputs),
        interval_s=900.0,
    ),
    JobKind(
        "prune_cache",
        "removes what nobody has asked for in a long time from the speech cache's disk",
        lambda config: partial(prune_cache.run, settings=config.prune_cache),
        at=("04:15",),
    ),
    JobKind(
        "vram_watchdog",
        "sees that no engine takes more and more graphics memory, or what others need of it",
        watchdogs.vram,
        interval_s=30.0,
        misfire_grace_s=30.0,
        deadline_s=300.0,
        catch_up=False,
    ),
    JobKind(
        "ram_watchdog",
        "sees that no engine takes more and more memory",
        watchdogs.ram,
        interval_s=60.0,
        misfire_grace_s=60.0,
        deadline_s=300.0,
        catch_up=False,
    ),
    JobKind(
        "latency_watchdog",
        "sees that engines stay as fast as they were",
        watchdogs.latency,
        interval_s=60.0,
        misfire_grace_s=60.0,
        deadline_s=300.0,
        catch_up=False,
    ),
    JobKind(
        "audio_watchdog",
        "sees that what engines speak can be speech",
        watchdogs.audio,
        interval_s=30.0,
        misfire_grace_s=30.0,
        deadline_s=300.0,
        catch_up=False,
    ),
    JobKind(
        "health_probe",
        "speaks a short phrase to nobody and looks at what comes",
        lambda config: partial(health_probe.run, settings=config.health_probe),
        interval_s=HOUR_S,
        jitter_s=60.0,
        deadline_s=120.0,
    ),
    JobKind(
        "prewarm",
        "makes phrases before anybody asks for them",
        lambda config: partial(prewarm.run, settings=config.prewarm),
        interval_s=1_800.0,
        first_after_s=60.0,
        deadline_s=1_700.0,
        enabled=lambda config: bool(config.prewarm.phrases),
    ),
    JobKind(
        "rotate_logs",
        "begins a new log file and removes old ones",
        lambda config: partial(rotate_logs.run, settings=config.rotate_logs),
        at=("00:00",),
        deadline_s=60.0,
    ),
)
"""In the order in which they are listed. A watchdog is a kind like the others, in a module of its own."""


def kinds() -> Mapping[str, JobKind]:
    """By name."""
    return {kind.name: kind for kind in KINDS}
