"""The supervisor with real worker processes."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import psutil
import pytest

from tts_node.engines.base import Segment
from tts_node.engines.tone import expected_pcm
from tts_node.errors import WorkerLost
from tts_node.workers.spec import WorkerSpec, WorkerState
from tts_node.workers.supervisor import Supervisor
from tts_node.workers.swap import SwapManner

TEXT = "The kettle is warm, the door is open."

Supervise = Callable[..., Awaitable[Supervisor]]


@pytest.fixture
async def supervise() -> AsyncIterator[Supervise]:
    made: list[Supervisor] = []

    async def start(settings: dict[str, Any] | None = None, **options: Any) -> Supervisor:
        spec = WorkerSpec("tone", "tone", settings or {}, load_timeout_s=30, stop_grace_s=1)
        made.append(Supervisor(spec, **options))
        await made[-1].start()
        return made[-1]

    yield start
    for supervisor in made:
        await supervisor.close()


def change_until(supervisor: Supervisor, holds: Callable[[], bool]) -> asyncio.Event:
    """An event that is set with the first change after which `holds`."""
    event = asyncio.Event()
    supervisor.subscribe(lambda: event.set() if holds() else None)
    return event


async def test_a_stream_that_was_begun_is_finished_by_the_old_worker(supervise: Supervise) -> None:
    finished = asyncio.Event()
    supervisor = await supervise(drain=lambda _, move: finished.wait())
    old = await supervisor.wait_ready(30)
    old.open(1, Segment(TEXT, "tone"))
    [chunk] = await old.step([1], 40)
    sound = chunk.pcm
    taken_over = change_until(supervisor, lambda: supervisor.generation == 2)
    recycling = asyncio.create_task(supervisor.recycle("nightly"))
    await taken_over.wait()
    new = await supervisor.wait_ready(1)
    assert new is not old and new.pid != old.pid
    while not chunk.end:
        [chunk] = await old.step([1], 40)
        sound += chunk.pcm
    assert sound == expected_pcm(Segment(TEXT, "tone"))
    finished.set()
    old_process = psutil.Process(old.pid)
    report = await recycling
    assert not old_process.is_running()
    assert psutil.pid_exists(new.pid)
    assert (report.old_pid, report.new_pid) == (old.pid, new.pid)
    assert report.manner is SwapManner.TOGETHER
    assert report.came_back and not report.moved and not report.cut
    assert report.without_worker_ms == 0
    assert report.before is not None and report.before.rss_bytes > 5_000_000
    assert report.after is not None and report.after.rss_bytes > 5_000_000
    assert report.load_ms > 0 and report.probe_ms > 0


async def test_a_killed_worker_is_replaced_and_its_steps_are_told(supervise: Supervise, speak) -> None:
    supervisor = await supervise({"faults": True})
    worker = await supervisor.wait_ready(30)
    again = change_until(supervisor, lambda: supervisor.generation == 2)
    worker.open(1, Segment("!hang", "tone"))
    step = asyncio.create_task(worker.step([1], 40))
    await asyncio.sleep(0)
    os.kill(worker.pid, signal.SIGKILL)
    with pytest.raises(WorkerLost, match="signal 9"):
        await step
    await again.wait()
    chunks = await speak(await supervisor.wait_ready(30), 1, TEXT)
    assert b"".join(chunk.pcm for chunk in chunks) == expected_pcm(Segment(TEXT, "tone"))


async def test_cuda_unknown_error_for_ever_is_rebuilt_once_and_then_the_engine_has_failed(
    supervise: Supervise, speak
) -> None:
    """R04"""
    slept: list[float] = []
    long_sleep = asyncio.Event()

    async def sleep(delay_s: float) -> None:
        slept.append(delay_s)
        if delay_s > 60:
            long_sleep.set()
            await asyncio.Event().wait()

    supervisor = await supervise({"faults": True, "fault": "cuda", "fault_from": 1}, sleep=sleep)
    failed = change_until(supervisor, lambda: supervisor.state is WorkerState.FAILED)
    pids = set()
    stream = 0
    while not failed.is_set():
        worker = await supervisor.wait_ready(30)
        pids.add(worker.pid)
        stream += 1
        try:
            chunks = await speak(worker, stream, TEXT)
        except WorkerLost:
            continue
        assert chunks[-1].message == "CUDA unknown error"
        await asyncio.sleep(0)
        if supervisor.state is not WorkerState.READY and not failed.is_set():
            await change_until(supervisor, lambda: supervisor.state is not WorkerState.BACKOFF).wait()
    await long_sleep.wait()
    assert len(pids) == 2
    assert [delay > 60 for delay in slept] == [False, True]
    assert "CUDA unknown error" in supervisor.reason
    assert not any(psutil.pid_exists(pid) for pid in pids)


async def test_closing_while_an_engine_hangs_in_its_load_leaves_no_process(supervise: Supervise) -> None:
    before = set(psutil.Process().children())
    supervisor = await supervise({"faults": True, "load_fault": "hang"})
    while not set(psutil.Process().children()) - before:  # noqa: ASYNC110 - there is no event to await
        await asyncio.sleep(0.01)
    await supervisor.close()
    assert not set(psutil.Process().children()) - before
