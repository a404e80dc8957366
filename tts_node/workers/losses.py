"""What each lost worker counts against its engine, and until when that may still change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tts_node.workers.backoff import RestartBudget, RestartPolicy
from tts_node.workers.worker import Worker


@dataclass(frozen=True, slots=True)
class Counted:
    """What a loss, or a start that failed, came to."""

    delay_s: float
    """To wait before the next start."""
    failed: bool
    """The engine counts as failed by it."""


class Losses:
    """One engine's. A lost worker may be suspected and excused before it is counted, or afterwards."""

    def __init__(self, policy: RestartPolicy, chance: Callable[[], float]) -> None:
        self._budget = RestartBudget(policy, chance)
        self._excused: object = None
        """The lost worker whose end is not to be counted, until it would be."""
        self._suspected: object = None
        """The lost worker whose end may yet be excused."""

    @property
    def too_many(self) -> bool:
        """The engine has failed, until a worker lives for long."""
        return self._budget.exhausted

    def suspect(self, worker: object) -> None:
        """`worker`, which will be counted, may have ended by a text."""
        self._suspected = worker

    def excuse(self, worker: object) -> None:
        """`worker`, which will be counted, ended by a text."""
        self._excused = worker

    def forgive(self, worker: object) -> bool:
        """`worker`, perhaps counted, ended by a text. Returns whether the engine is well again by that."""
        had_failed = self._budget.exhausted
        self._budget.forgive(worker)
        return had_failed and not self._budget.exhausted

    def count(self, now: float, lived_s: float, worker: Worker | None, *, hopeless: bool = False) -> Counted:
        """`worker` was lost; None: a start failed, or the engine was told to count as failed."""
        excused, suspected = self._excused, self._suspected
        self._excused = self._suspected = None
        if worker is not None and worker is excused:
            return Counted(self._budget.excused(now), False)
        killed = worker is not None and worker.ended_from_outside
        if killed and (delay_s := self._budget.interrupted(lived_s)) is not None:
            return Counted(delay_s, False)
        is_open = worker is not None and worker is suspected
        delay_s = self._budget.failed(now, lived_s, hopeless=hopeless, worker=worker, open=is_open)
        return Counted(delay_s, self._budget.exhausted)
