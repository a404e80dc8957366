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
    healthy_s: float = 60.0
    """A worker that lived this long starts the delays from the beginning."""
    failed_delay_s: float = 300.0
    """Between the slow retries of a failed engine; grows by `factor`, too."""
    max_failed_delay_s: float = 3600.0


class RestartBudget:
    """Told of every failure, says how long to wait."""

    def __init__(self, policy: RestartPolicy, random: Callable[[], float]) -> None:
        self._policy = policy
        self._random = random
        self._failures: deque[tuple[float, object]] = deque(maxlen=policy.budget + 1)
        """When, and who."""
        self._in_a_row = 0
        self._slow_retries = 0
        self._hopeless = False

    @property
    def exhausted(self) -> bool:
        """Too many failures: the engine counts as failed until a worker lives for `healthy_s`."""
        return self._slow_retries > 0

    def failed(self, now: float, lived_s: float, *, hopeless: bool = False, worker: object = None) -> float:
        """A worker that lived `lived_s` is lost (0: it did not start); seconds to wait before the next.

        `hopeless` failures skip the quick restarts. `worker` is for `forgive`.
        """
        policy = self._policy
        if lived_s >= policy.healthy_s:
            self._in_a_row = self._slow_retries = 0
            self._hopeless = False
        self._failures.append((now, worker))
        while self._failures[0][0] < now - policy.window_s:
            self._failures.popleft()
        self._in_a_row += 1
        self._hopeless = self._hopeless or hopeless
        if hopeless or self.exhausted or len(self._failures) > policy.budget:
            self._slow_retries += 1
            delay_s = _grown(
                policy.failed_delay_s, policy.factor, self._slow_retries, policy.max_failed_delay_s
            )
        else:
            delay_s = _grown(policy.first_delay_s, policy.factor, self._in_a_row, policy.max_delay_s)
        return self._jittered(delay_s)

    def excused(self) -> float:
        """A worker was lost without any fault of the engine, which counts for nothing; seconds to wait."""
        return self._jittered(self._policy.first_delay_s)

    def forgive(self, worker: object) -> None:
        """The loss of `worker` was counted, and was no fault of the engine. Unknown ones are ignored."""
        kept = [failure for failure in self._failures if failure[1] is not worker]
        if len(kept) == len(self._failures):
            return
        self._failures = deque(kept, maxlen=self._failures.maxlen)
        self._in_a_row = max(0, self._in_a_row - 1)
        if not self._hopeless:
            self._slow_retries = 0

    def _jittered(self, delay_s: float) -> float:
        return delay_s * (1 + self._policy.jitter * (2 * self._random() - 1))


def _grown(first: float, factor: float, count: int, most: float) -> float:
    return min(most, first * factor ** min(count - 1, 60))
