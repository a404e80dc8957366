"""Steps that were sent to a worker and not yet answered, and until when each must be. Pure: time comes in."""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import dataclass

from tts_node.engines.base import Chunk

Answer = asyncio.Future[list[Chunk]]


class PendingSteps:
    """In the order they were sent. The worker runs them in that order, `lanes` at a time.

    So the oldest `lanes` are running and their time counts; the others wait, however long that takes.
    """

    def __init__(self, lanes: int, timeout_s: float) -> None:
        self._lanes = lanes
        self._timeout_s = timeout_s
        self._steps: dict[int, _Step] = {}

    def __len__(self) -> int:
        return len(self._steps)

    def add(self, step_id: int, answer: Answer, now: float) -> None:
        self._steps[step_id] = _Step(answer)
        self._start_clocks(now)

    def answered(self, step_id: int, now: float) -> Answer | None:
        """Forget the step and start the clock of the next; None for a step that is not known."""
        step = self._steps.pop(step_id, None)
        self._start_clocks(now)
        return step.answer if step is not None else None

    def next_deadline(self) -> float | None:
        """When the first answer is overdue; None without running steps."""
        running = itertools.islice(self._steps.values(), self._lanes)
        return min((step.deadline for step in running if step.deadline is not None), default=None)

    def give_up(self) -> list[Answer]:
        """Forget all; returns the answers that somebody still waits for."""
        steps, self._steps = self._steps, {}
        return [step.answer for step in steps.values() if not step.answer.done()]

    def _start_clocks(self, now: float) -> None:
        for step in itertools.islice(self._steps.values(), self._lanes):
            if step.deadline is None:
                step.deadline = now + self._timeout_s


@dataclass(slots=True)
class _Step:
    answer: Answer
    deadline: float | None = None
    """None while all lanes are busy with older steps."""
