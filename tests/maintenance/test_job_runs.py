"""Runs: deadlines, overlaps, and jobs that hang in every way there is."""

from __future__ import annotations

import asyncio
import threading
from datetime import UTC, datetime

import pytest

from tests.maintenance.simulated import FakeNode, settle, until
from tts_node.errors import NotSupported
from tts_node.maintenance.clock import SystemClock
from tts_node.maintenance.context import JobContext, JobFailed, JobFunction, JobResult, Occasion
from tts_node.maintenance.runs import Ended, JobRuns

SCHEDULE = Occasion("schedule", datetime(2026, 6, 1, 1, 0, tzinfo=UTC), 2.5, 1)


class Runner:
    """A `JobRuns` and all that it told."""

    def __init__(self, function: JobFunction, *, deadline_s: float = 20.0) -> None:
        self.told: list[Ended] = []
        self.runs = JobRuns(
            "a_job",
            function,
            deadline_s=deadline_s,
            node=FakeNode(),
            clock=SystemClock(),
            ended=self.told.append,
            cancel_grace_s=0.05,
        )

    async def once(self) -> Ended:
        task = self.runs.start(SCHEDULE)
        assert task is not None
        record = await asyncio.wait_for(task, 20)
        assert self.told[-1].record is record
        return self.told[-1]


async def test_a_run_that_goes_well_tells_what_it_did() -> None:
    async def job(context: JobContext) -> JobResult:
        return JobResult("swept", {"removed": 3.0}, notable=False)

    ended = await Runner(job).once()
    record = ended.record
    assert (record.job, record.by, record.outcome, record.detail) == ("a_job", "schedule", "ok", "swept")
    assert (record.figures, record.planned, record.late_s, record.skipped) == (
        *({"removed": 3.0}, SCHEDULE.planned, 2.5, 1),
    )
    assert ended.notable is False


@pytest.mark.parametrize(
    ("error", "detail", "figures"),
    [
        (JobFailed("the disk is full", {"free_bytes": 1.0}), "the disk is full", {"free_bytes": 1.0}),
        (NotSupported("nobody would start it"), "nobody would start it", {}),
        (ValueError("odd"), "ValueError: odd", {}),
    ],
)
async def test_a_run_that_fails_is_told_and_the_next_one_comes(
    error: Exception, detail: str, figures: dict[str, float]
) -> None:
    async def job(context: JobContext) -> JobResult:
        raise error

    runner = Runner(job)
    for _ in range(2):
        record = (await runner.once()).record
        assert (record.outcome, record.detail, record.figures) == ("failed", detail, figures)
    assert runner.runs.stuck is None


async def test_s02_a_run_that_never_returns_is_cancelled_at_its_deadline_and_the_next_one_happens() -> None:
    calls: list[int] = []
    cancelled = asyncio.Event()

    async def job(context: JobContext) -> JobResult:
        calls.append(len(calls) + 1)
        if calls[-1] == 3:
            try:
                await asyncio.Event().wait()
            finally:
                cancelled.set()
        return JobResult(f"call {calls[-1]}")

    runner = Runner(job, deadline_s=0.05)
    outcomes = [(await runner.once()).record.outcome for _ in range(4)]
    assert outcomes == ["ok", "ok", "timeout", "ok"]
    assert cancelled.is_set()
    assert "cancelled after 0.05 s" in runner.told[2].record.detail


async def test_a_run_never_overlaps_the_one_before() -> None:
    release = asyncio.Event()
    running, most = 0, 0

    async def job(context: JobContext) -> JobResult:
        nonlocal running, most
        running, most = running + 1, max(most, running + 1)
        await release.wait()
        running -= 1
        return JobResult("done")

    runner = Runner(job)
    first = runner.runs.start(SCHEDULE)
    await settle()
    assert runner.runs.running_s is not None
    assert runner.runs.start(SCHEDULE) is None
    assert runner.told[-1].record.outcome == "overlapped"
    release.set()
    assert first is not None
    assert (await first).outcome == "ok"
    assert runner.runs.running_s is None
    assert (await runner.once()).record.outcome == "ok"
    assert most == 1


async def test_s02_a_thread_that_cannot_be_stopped_keeps_the_job_from_running_until_it_ends() -> None:
    release = threading.Event()
    ended = threading.Event()

    def block() -> int:
        release.wait(30)
        ended.set()
        return 7

    async def job(context: JobContext) -> JobResult:
        return JobResult(str(await context.in_thread(block)))

    runner = Runner(job, deadline_s=0.05)
    record = (await runner.once()).record
    assert record.outcome == "timeout"
    assert "a thread of an earlier run does not end" in record.detail
    assert runner.runs.stuck == "a thread of an earlier run does not end"
    assert runner.runs.start(SCHEDULE) is None
    assert runner.told[-1].record.outcome == "overlapped"
    release.set()
    assert await asyncio.to_thread(ended.wait, 10)
    await until(lambda: runner.runs.stuck is None)
    assert (await runner.once()).record.detail == "7"


async def test_a_run_that_swallows_its_cancel_is_given_up_and_watched() -> None:
    release = asyncio.Event()

    async def job(context: JobContext) -> JobResult:
        while not release.is_set():
            try:
                await release.wait()
            except asyncio.CancelledError:
                continue
        return JobResult("at last")

    runner = Runner(job, deadline_s=0.05)
    assert (await runner.once()).record.outcome == "timeout"
    assert runner.runs.stuck == "an earlier run does not obey its cancel"
    assert runner.runs.start(SCHEDULE) is None
    release.set()
    await settle()
    assert runner.runs.stuck is None
    assert (await runner.once()).record.detail == "at last"


async def test_errors_in_a_thread_arrive_and_leave_no_thread_behind() -> None:
    def broken() -> int:
        raise OSError(28, "No space left on device")

    async def job(context: JobContext) -> JobResult:
        return JobResult(str(await context.in_thread(broken)))

    runner = Runner(job)
    record = (await runner.once()).record
    assert record.outcome == "failed"
    assert "No space left" in record.detail
    assert runner.runs.stuck is None


async def test_closing_cancels_what_runs_and_twice_is_fine() -> None:
    async def job(context: JobContext) -> JobResult:
        await asyncio.Event().wait()
        return JobResult("never")

    runner = Runner(job)
    task = runner.runs.start(SCHEDULE)
    await settle()
    await runner.runs.close()
    await runner.runs.close()
    assert task is not None
    assert (await task).outcome == "cancelled"
