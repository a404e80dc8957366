"""How long to wait before a worker is started again. Pure: time and chance come from outside."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RestartPolicy:
    """The first restart comes soon, later ones ever later; after too many only a slow retry is left."""

    first_delay_s: float = 0.25
    factor: float = 2.0
    max_delay_s: float = 30.0
    jitter: float = 0.2
    """Delays vary by this part up and down, so that many nodes do not act at the same instant."""
    budget: int = 5
    """Failures allowed within `window_s`; one more and the engine counts as failed."""
    window_s: float = 300.0
    settled_s: float = 5.0
    """A worker that lived this long did not die of its start: the delays begin anew."""
    healthy_s: float = 60.0
    """An engine that had failed is well again when its worker lived this long."""
    failed_delay_s: float = 300.0
    """Between the slow retries of a failed engine; grows by `factor`, too."""
    max_failed_delay_s: float = 3600.0
    excused_at_once: int = 20
    """So many losses within `window_s` that were no fault of the engine cost the first delay; so many more
    twice that, and so on: nobody's texts can have processes started all the time."""


@dataclass(eq=False, slots=True)
class _Failure:
    at: float
    worker: object
    open: bool


class RestartBudget:
    """Told of every failure, says how long to wait."""

    def __init__(self, policy: RestartPolicy, random: Callable[[], float]) -> None:
        self._policy = policy
        self._random = random
        self._failures: deque[_Failure] = deque(maxlen=2 * policy.budget + 1)
        self._excused: deque[float] = deque()
        """When."""
        self._in_a_row = 0
        self._slow_retries = 0
        self._hopeless = False

    @property
    def exhausted(self) -> bool:
        """Too many failures: the engine counts as failed until a worker lives for `healthy_s`."""
        return self._slow_retries > 0

    def failed(
        self,
        now: float,
        lived_s: float,
        *,
        hopeless: bool = False,
        worker: object = None,
        open: bool = False,
    ) -> float:
        """A worker that lived `lived_s` is lost (0: it did not start); seconds to wait before the next.

        `hopeless` failures skip the quick restarts. `worker` is for `forgive`; `open`: it may yet come, so
        only twice as many of these make an engine fail.
        """
        policy = self._policy
        self._begin_anew(lived_s)
        self._failures.append(_Failure(now, worker, open))
        while self._failures[0].at < now - policy.window_s:
            self._failures.popleft()
        self._in_a_row += 1
        self._hopeless = self._hopeless or hopeless
        if hopeless or self.exhausted or self._too_many():
            self._slow_retries += 1
            delay_s = _grown(
                policy.failed_delay_s, policy.factor, self._slow_retries, policy.max_failed_delay_s
            )
        else:
            delay_s = _grown(policy.first_delay_s, policy.factor, self._in_a_row, policy.max_delay_s)
        return self._jittered(delay_s)

    def interrupted(self, lived_s: float) -> float | None:
        """A worker that lived `lived_s` was ended by somebody: the next one at once. None: that counts like
        any other failure, since whoever ends workers that have only just begun does so again and again."""
        if lived_s < self._policy.settled_s:
            return None
        self._begin_anew(lived_s)
        return 0.0

    def excused(self, now: float) -> float:
        """A worker was lost without any fault of the engine; seconds to wait."""
        policy = self._policy
        while self._excused and self._excused[0] < now - policy.window_s:
            self._excused.popleft()
        self._excused.append(now)
        times = 1 + (len(self._excused) - 1) // policy.excused_at_once
        return self._jittered(_grown(policy.first_delay_s, policy.factor, times, policy.max_delay_s))

    def forgive(self, worker: object) -> None:
        """The loss of `worker` was counted, and was no fault of the engine. Unknown ones are ignored."""
        found = next((failure for failure in self._failures if failure.worker is worker), None)
        if found is None:
            return
        self._failures.remove(found)
        self._excused.append(found.at)
        self._in_a_row = max(0, self._in_a_row - 1)
        if not self._hopeless:
            self._slow_retries = 0

    def _begin_anew(self, lived_s: float) -> None:
        if lived_s >= self._policy.healthy_s:
            self._slow_retries = 0
            self._hopeless = False
        if lived_s >= min(self._policy.settled_s, self._policy.healthy_s):
            self._in_a_row = 0

    def _too_many(self) -> bool:
        sure = sum(not failure.open for failure in self._failures)
        return sure > self._policy.budget or len(self._failures) > 2 * self._policy.budget

    def _jittered(self, delay_s: float) -> float:
        return delay_s * (1 + self._policy.jitter * (2 * self._random() - 1))


def _grown(first: float, factor: float, count: int, most: float) -> float:
    return min(most, first * factor ** min(count - 1, 60))
