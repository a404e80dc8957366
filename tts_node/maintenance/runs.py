"""One job's runs: one at a time, each with a deadline, and nothing that a job does reaches beyond it.

A run that is over its deadline is cancelled. What cannot be cancelled (a thread in a blocking call, a
coroutine that swallows the cancel) is given up and watched: until it has ended the job does not run again,
and the node says that it is degraded.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeVar

from tts_node.errors import NodeError
from tts_node.maintenance.clock import Clock
from tts_node.maintenance.context import JobContext, JobFailed, JobFunction, JobResult, NodeControl, Occasion
from tts_node.maintenance.record import Outcome, RunRecord

_LOG = logging.getLogger(__name__)
_T = TypeVar("_T")

_CANCEL_GRACE_S: Final = 5.0
"""A cancelled run may take so long to clean up."""


@dataclass(frozen=True, slots=True)
class Ended:
    """What `JobRuns` tells when a run is over."""

    record: RunRecord
    notable: bool


class JobRuns:
    """Runs one job when told to. `ended` is called for every run, on the loop."""

    def __init__(
        self,
        name: str,
        function: JobFunction,
        *,
        deadline_s: float,
        node: NodeControl,
        clock: Clock,
        ended: Callable[[Ended], None],
        earlier: Callable[[], Sequence[Mapping[str, float]]] = tuple,
        cancel_grace_s: float = _CANCEL_GRACE_S,
    ) -> None:
        self.name = name
        self.deadline_s = deadline_s
        self._function = function
        self._node = node
        self._clock = clock
        self._ended = ended
        self._earlier = earlier
        self._cancel_grace_s = cancel_grace_s
        self._run: asyncio.Task[RunRecord] | None = None
        self._began: float | None = None
        self._stray: asyncio.Task[JobResult] | None = None
        """A run that did not obey its cancel."""
        self._threads: set[_Watched] = set()

    @property
    def running_s(self) -> float | None:
        """For how long the present run has been going on; None when there is none."""
        return None if self._began is None else self._clock.monotonic() - self._began

    @property
    def stuck(self) -> str | None:
        """What of an earlier run has not ended yet, for people; None when all has."""
        if self._run is not None:
            return None
        if self._threads:
            return "a thread of an earlier run does not end"
        return "an earlier run does not obey its cancel" if self._stray is not None else None

    def start(self, occasion: Occasion) -> asyncio.Task[RunRecord] | None:
        """Begin a run; its task never fails. None when the one before is not over; that is told too."""
        if self._run is not None or self.stuck is not None:
            why = self.stuck or f"the run before is still going on ({self.running_s or 0.0:.0f} s)"
            self._tell(occasion, "overlapped", self._clock.now(), 0.0, why, {}, notable=True)
            return None
        self._began = self._clock.monotonic()
        self._run = asyncio.create_task(self._go(occasion), name=f"job {self.name}")
        return self._run

    async def close(self) -> None:
        """Cancel what runs, and wait for it a little. Twice is fine."""
        for task in (self._run, self._stray):
            if task is not None:
                task.cancel()
                await asyncio.wait((task,), timeout=self._cancel_grace_s + 1.0)

    # --- inside -----------------------------------------------------------------------------------------

    async def _go(self, occasion: Occasion) -> RunRecord:
        began, start = self._clock.now(), self._clock.monotonic()
        task = asyncio.create_task(self._call(), name=f"run of {self.name}")
        outcome: Outcome = "ok"
        detail, figures, notable = "", dict[str, float](), True
        try:
            done, _ = await asyncio.wait((task,), timeout=self.deadline_s)
            if not done:
                outcome, detail = "timeout", f"cancelled after {self.deadline_s:g} s, its deadline"
                await self._cancel(task)
            else:
                result = task.result()
                detail, figures, notable = result.detail, dict(result.figures), result.notable
        except JobFailed as error:
            outcome, detail, figures = "failed", str(error), error.figures
        except (NodeError, OSError) as error:
            outcome, detail = "failed", str(error)
        except asyncio.CancelledError:
            if task.done():
                outcome, detail = "failed", "the run was cancelled from inside"
            else:
                outcome, detail = "cancelled", "the node is stopping"
                await self._cancel(task)
        except Exception as error:
            outcome, detail = "failed", f"{type(error).__name__}: {error}"
            _LOG.exception("job %s failed", self.name)
        self._run, self._began = None, None
        if self.stuck is not None:
            detail = f"{detail}; {self.stuck}"
        duration_s = self._clock.monotonic() - start
        return self._tell(occasion, outcome, began, duration_s, detail, figures, notable=notable)

    async def _call(self) -> JobResult:
        return await self._function(
            JobContext(
                node=self._node,
                clock=self._clock,
                deadline_s=self.deadline_s,
                in_thread=self._in_thread,
                earlier=self._earlier(),
                sleep=asyncio.sleep,
            )
        )

    async def _cancel(self, task: asyncio.Task[JobResult]) -> None:
        """Cancel it; what does not end soon is left to itself, and remembered."""
        task.cancel()
        done, _ = await asyncio.wait((task,), timeout=self._cancel_grace_s)
        if not done:
            self._stray = task
            task.add_done_callback(self._stray_ended)
        elif not task.cancelled() and (error := task.exception()) is not None:
            _LOG.warning("job %s failed while it was being cancelled: %s", self.name, error)

    def _stray_ended(self, task: asyncio.Task[JobResult]) -> None:
        self._stray = None
        if not task.cancelled():
            task.exception()
        _LOG.info("job %s: the run that could not be cancelled has ended", self.name)

    async def _in_thread(self, function: Callable[[], _T], /) -> _T:
        """In a daemon thread of its own: one that hangs takes no place in a pool, and holds no exit up."""
        loop = asyncio.get_running_loop()
        result: asyncio.Future[_T] = loop.create_future()
        watched = _Watched()
        self._threads.add(watched)

        def settle(value: _T | None, error: BaseException | None) -> None:
            self._threads.discard(watched)
            if not result.done():
                if error is not None:
                    result.set_exception(error)
                else:
                    result.set_result(value)  # type: ignore[arg-type]

        def run() -> None:
            value: _T | None = None
            problem: BaseException | None = None
            try:
                value = function()
            except BaseException as error:
                problem = error
            # RuntimeError: the loop is closed, and nobody waits.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(settle, value, problem)

        threading.Thread(target=run, name=f"job {self.name}", daemon=True).start()
        return await result

    def _tell(
        self,
        occasion: Occasion,
        outcome: Outcome,
        began: datetime,
        duration_s: float,
        detail: str,
        figures: Mapping[str, float],
        *,
        notable: bool,
    ) -> RunRecord:
        record = RunRecord(
            job=self.name,
            by=occasion.by,
            outcome=outcome,
            began=began,
            duration_s=round(duration_s, 3),
            detail=detail,
            figures=figures,
            planned=occasion.planned,
            late_s=round(occasion.late_s, 3),
            skipped=occasion.skipped,
        )
        self._ended(Ended(record, notable))
        return record


class _Watched:
    """Stands for one thread."""
