"""How the supervisor replaces a worker: beside the old one, one after the other, and what it tells."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.workers.supervised import Bench
from tts_node.errors import EngineUnavailable
from tts_node.workers.spec import WorkerSpec, WorkerState
from tts_node.workers.swap import SwapManner


async def test_recycle_switches_when_the_new_worker_is_ready_and_the_old_ends_when_drained(
    bench: Bench,
) -> None:
    drained = asyncio.Event()
    seen: list[int] = []

    async def drain(worker: Any, *, move: bool) -> None:
        assert not move
        seen.append(worker.number)
        await drained.wait()

    bench.options["drain"] = drain
    await bench.supervisor.start()
    old = await bench.ready()
    bench.gate.clear()
    bench.starting.clear()
    recycling = asyncio.create_task(bench.supervisor.recycle("nightly"))
    await bench.starting.wait()
    assert bench.supervisor.current is old, "the old one serves while the new one loads"
    bench.gate.set()
    await bench.until(lambda: bench.supervisor.generation == 2)
    new: Any = bench.supervisor.current
    assert (new.number, new.gentle, bench.supervisor.generation) == (2, True, 2)
    assert bench.supervisor.retiring == (old,)
    assert old.alive and not old.stopped.is_set()
    assert not recycling.done(), "the report waits for the end of the old one"
    drained.set()
    await old.stopped.wait()
    assert seen == [1]
    await bench.until(lambda: bench.supervisor.retiring == ())
    assert [state for state, _ in bench.changes] == [
        WorkerState.STARTING,
        WorkerState.READY,
        WorkerState.READY,
    ]


async def test_an_old_worker_that_never_drains_is_ended_after_the_deadline(bench: Bench) -> None:
    async def drain(_: Any, *, move: bool) -> None:
        await asyncio.Event().wait()

    bench.options.update(drain=drain, drain_timeout_s=0.01, move_timeout_s=0.01)
    await bench.supervisor.start()
    old = await bench.ready()
    await bench.supervisor.recycle("button")
    await old.stopped.wait()
    assert bench.supervisor.state is WorkerState.READY


async def test_a_drain_that_raises_ends_the_old_worker_all_the_same(bench: Bench) -> None:
    async def drain(_: Any, *, move: bool) -> None:
        raise LookupError("a bug")

    bench.options["drain"] = drain
    await bench.supervisor.start()
    old = await bench.ready()
    await bench.supervisor.recycle("button")
    await old.stopped.wait()


async def test_a_recycle_whose_new_worker_fails_keeps_the_old_one(bench: Bench) -> None:
    await bench.supervisor.start()
    old = await bench.ready()
    bench.refusals = [EngineUnavailable("the new files are broken")]
    with pytest.raises(EngineUnavailable, match="the new files are broken"):
        await bench.supervisor.recycle("new voice")
    assert bench.supervisor.current is old
    assert bench.supervisor.state is WorkerState.READY
    assert bench.supervisor.generation == 1
    assert bench.slept == []
    await bench.supervisor.recycle("again")
    assert bench.supervisor.generation == 2


async def test_recycles_at_the_same_time_are_one(bench: Bench) -> None:
    await bench.supervisor.start()
    await bench.ready()
    await asyncio.gather(*(bench.supervisor.recycle(f"caller {n}") for n in range(5)))
    assert [worker.number for worker in bench.workers] == [1, 2]


async def test_a_cancelled_caller_does_not_stop_the_recycle(bench: Bench) -> None:
    await bench.supervisor.start()
    await bench.ready()
    bench.gate.clear()
    bench.starting.clear()
    caller = asyncio.create_task(bench.supervisor.recycle("button"))
    await bench.starting.wait()
    caller.cancel()
    bench.gate.set()
    await bench.until(lambda: bench.supervisor.generation == 2)


async def test_an_old_worker_lost_during_a_recycle_is_followed_by_the_new_one(bench: Bench) -> None:
    await bench.supervisor.start()
    old = await bench.ready()
    bench.gate.clear()
    bench.starting.clear()
    recycling = asyncio.create_task(bench.supervisor.recycle("nightly"))
    await bench.starting.wait()
    old.die()
    assert bench.supervisor.current is None
    bench.gate.set()
    await recycling
    assert (await bench.ready()).number == 2
    assert bench.slept == []


async def test_when_both_are_lost_in_a_recycle_the_loop_goes_on_from_nothing(bench: Bench) -> None:
    bench.sleep_goes_by()
    await bench.supervisor.start()
    old = await bench.ready()
    bench.gate.clear()
    bench.starting.clear()
    bench.refusals = [EngineUnavailable("no")]
    recycling = asyncio.create_task(bench.supervisor.recycle("nightly"))
    await bench.starting.wait()
    old.die()
    bench.gate.set()
    with pytest.raises(EngineUnavailable):
        await recycling
    assert (await bench.ready()).number == 2
    assert bench.slept == [1]


async def test_where_memory_does_not_allow_two_the_old_one_finishes_first(bench: Bench) -> None:
    drained = asyncio.Event()

    async def drain(_: Any, *, move: bool) -> None:
        await drained.wait()

    bench.options["drain"] = drain
    bench.spec = WorkerSpec("large", "tone", {"memory_mb": 500})
    await bench.supervisor.start()
    old = await bench.ready()
    bench.memory_mb = 400
    recycling = asyncio.create_task(bench.supervisor.recycle("nightly"))
    await bench.until(lambda: bench.supervisor.current is None)
    assert old.alive
    assert len(bench.workers) == 1
    bench.memory_mb = 900
    drained.set()
    await recycling
    assert old.stopped.is_set()
    assert (await bench.ready()).number == 2
    assert not bench.workers[1].gentle


async def test_a_recycle_ends_the_waiting_of_a_failed_engine(bench: Bench) -> None:
    bench.refusals = [EngineUnavailable("the disk is gone")]
    await bench.supervisor.start()
    await bench.sleeping.wait()
    await bench.supervisor.recycle("button")
    assert (await bench.ready()).number == 1


async def test_changed_settings_act_with_the_next_recycle(bench: Bench) -> None:
    await bench.supervisor.start()
    await bench.ready()
    bench.spec = WorkerSpec("tone", "tone", {"lanes": 4})
    await bench.supervisor.recycle("settings")
    assert bench.workers[-1].spec.settings == {"lanes": 4}


async def test_a_new_worker_that_does_not_speak_is_thrown_away_and_the_old_one_stays(bench: Bench) -> None:
    await bench.supervisor.start()
    old = await bench.ready()
    bench.unfit = ["engine 'tone' was tried and its sound silent"]
    with pytest.raises(EngineUnavailable, match="its sound silent"):
        await bench.supervisor.recycle("nightly")
    assert bench.supervisor.current is old
    assert bench.workers[1].stopped.is_set()
    assert not old.stopped.is_set()
    assert bench.probed == [1, 2]


async def test_recycles_at_the_same_time_get_the_same_report(bench: Bench) -> None:
    await bench.supervisor.start()
    old = await bench.ready()
    reports = await asyncio.gather(*(bench.supervisor.recycle(f"caller {n}") for n in range(5)))
    assert len({id(report) for report in reports}) == 1
    report = reports[0]
    assert (report.reason, report.manner) == ("caller 0", SwapManner.TOGETHER)
    assert (report.old_pid, report.new_pid) == (old.pid, bench.workers[1].pid)
    assert report.before is not None and report.before.rss_bytes == 100_000_000
    assert report.probe_ms == 2.0
    assert report.came_back is True


async def test_the_room_for_two_is_reckoned_from_what_the_old_one_took_when_it_was_fresh(
    bench: Bench,
) -> None:
    await bench.supervisor.start()
    old = await bench.ready()
    old.rss = 5_000_000_000  # it leaked since
    bench.memory_mb = 190.0
    report = await bench.supervisor.recycle("it leaks")
    assert report.manner is SwapManner.TOGETHER
    bench.memory_mb = 180.0
    report = await bench.supervisor.recycle("again")
    assert report.manner is SwapManner.SEQUENTIAL
    assert "needs about 183 MB and 180 MB are available" in report.note


async def test_every_replacement_is_told_to_who_keeps_the_history(bench: Bench) -> None:
    told: list[Any] = []
    bench.options["on_swap"] = told.append
    bench.sleep_goes_by()
    await bench.supervisor.start()
    first = await bench.ready()
    first.die("ended with signal 11 (segmentation fault)")
    await bench.until(lambda: len(told) == 1)
    await bench.supervisor.recycle("button")
    assert [(report.manner, report.old_pid) for report in told] == [
        (SwapManner.FRESH, first.pid),
        (SwapManner.TOGETHER, bench.workers[1].pid),
    ]
    assert "signal 11" in told[0].reason
    assert told[0].without_worker_ms > 0
    assert [report.lost for report in told] == [True, False]
    assert told[0].before is not None and told[0].before.rss_bytes == first.rss


async def test_a_crash_is_told_when_its_replacement_comes_only_after_starts_that_failed(bench: Bench) -> None:
    told: list[Any] = []
    bench.options["on_swap"] = told.append
    bench.sleep_goes_by()
    await bench.supervisor.start()
    first = await bench.ready()
    bench.refusals = [EngineUnavailable("no memory")] * 2
    first.die("ended with signal 11 (segmentation fault)")
    await bench.until(lambda: len(told) == 1)
    assert (told[0].lost, told[0].old_pid, told[0].new_pid) == (True, first.pid, bench.workers[1].pid)
    assert "signal 11" in told[0].reason
