"""The supervisor's decisions: starting, failing, sleeping, the card."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.workers.supervised import Bench
from tts_node.errors import EngineUnavailable, NotReady
from tts_node.workers.spec import WorkerSpec, WorkerState
from tts_node.workers.swap import DeviceWish, SwapManner


async def test_start_returns_at_once_and_loading_goes_on_by_itself(bench: Bench) -> None:
    bench.gate.clear()
    await bench.supervisor.start()
    await bench.supervisor.start()
    assert bench.supervisor.state is WorkerState.STARTING
    assert bench.supervisor.current is None
    waiting = asyncio.create_task(bench.ready())
    bench.gate.set()
    assert (await waiting).number == 1
    assert bench.supervisor.state is WorkerState.READY
    assert (bench.supervisor.reason, bench.supervisor.generation) == ("", 1)


async def test_wait_ready_gives_up_after_its_time_and_says_what_is_missing(bench: Bench) -> None:
    bench.gate.clear()
    await bench.supervisor.start()
    with pytest.raises(NotReady, match=r"not ready \(starting\): loading"):
        await bench.supervisor.wait_ready(0.01)


async def test_a_crashed_worker_is_started_again_after_a_growing_delay(bench: Bench) -> None:
    bench.sleep_goes_by()
    await bench.supervisor.start()
    for number in (1, 2, 3):
        worker = await bench.ready()
        assert worker.number == number
        worker.die("ended with signal 11 (segmentation fault)")
        assert bench.supervisor.current is None
        assert bench.supervisor.state is WorkerState.STARTING
        assert "signal 11" in bench.supervisor.reason
    await bench.ready()
    assert bench.slept == [1, 2, 4]
    assert bench.supervisor.generation == 4
    assert WorkerState.BACKOFF in [state for state, _ in bench.changes]


async def test_an_engine_that_cannot_start_fails_with_its_reason_and_is_retried_slowly(bench: Bench) -> None:
    """P01: no tight loop"""
    bench.refusals = [EngineUnavailable("no such file: voice.onnx")] * 50
    bench.sleep_goes_by()
    await bench.supervisor.start()
    await bench.until(lambda: len(bench.slept) >= 10)
    assert bench.slept[:5] == [1, 2, 4, 300, 600]
    assert all(delay >= 300 for delay in bench.slept[3:])
    with pytest.raises(EngineUnavailable, match=r"no such file: voice\.onnx"):
        await asyncio.gather(*(bench.supervisor.wait_ready(5) for _ in range(3)))


async def test_a_failed_engine_that_starts_again_is_ready_again(bench: Bench) -> None:
    bench.refusals = [EngineUnavailable("the disk is gone")] * 5
    bench.sleep_goes_by()
    await bench.supervisor.start()
    await bench.until(lambda: bench.supervisor.state is WorkerState.READY)
    assert bench.slept == [1, 2, 4, 300, 600]
    assert (await bench.ready()).number == 1


async def test_an_unexpected_error_in_starting_is_a_failure_like_any_other(bench: Bench) -> None:
    bench.refusals = [ZeroDivisionError("oh")]
    bench.sleep_goes_by()
    await bench.supervisor.start()
    assert (await bench.ready()).number == 1
    assert bench.slept == [1]


async def test_an_engine_that_needs_more_memory_than_there_is_is_not_started(bench: Bench) -> None:
    """P01"""
    bench.spec = WorkerSpec("large", "tone", {"memory_mb": 4000})
    bench.memory_mb = 900
    await bench.supervisor.start()
    await bench.sleeping.wait()
    assert bench.supervisor.state is WorkerState.BACKOFF
    assert "needs 4000 MB of memory and only 900 MB are available" in bench.supervisor.reason
    assert bench.workers == []


async def test_a_lost_device_costs_one_rebuild_and_then_the_engine_has_failed(bench: Bench) -> None:
    """R04"""
    bench.sleep_goes_by()
    await bench.supervisor.start()
    first = await bench.ready()
    bench.now += 1000
    first.fall_sick("CUDA unknown error", after_sound=True)
    await bench.until(lambda: bench.supervisor.generation == 2)
    assert first.stopped.is_set()
    assert bench.slept == [1]
    bench.awake.clear()
    second = await bench.ready()
    second.fall_sick("CUDA unknown error", after_sound=False)
    await bench.until(lambda: len(bench.slept) == 2)
    assert bench.supervisor.state is WorkerState.FAILED
    assert "CUDA unknown error" in bench.supervisor.reason
    assert second.stopped.is_set()
    assert bench.slept[1] == 300
    assert len(bench.workers) == 2


async def test_a_device_lost_again_after_it_had_worked_is_rebuilt_again(bench: Bench) -> None:
    bench.sleep_goes_by()
    await bench.supervisor.start()
    for generation in (1, 2, 3):
        await bench.until(lambda g=generation: bench.supervisor.generation == g)  # type: ignore[misc]
        worker = await bench.ready()
        bench.now += 86_400  # a suspend every night
        worker.fall_sick("CUDA unknown error", after_sound=True)
    await bench.until(lambda: bench.supervisor.generation == 4)
    assert bench.slept == [1, 1, 1]


async def test_other_failures_in_a_row_swap_the_worker_but_never_one_swap_after_the_other(
    bench: Bench,
) -> None:
    await bench.supervisor.start()
    first = await bench.ready()
    first.fall_sick("index 3 out of range", after_sound=True)
    for _ in range(20):
        await asyncio.sleep(0)
    assert bench.supervisor.current is first, "it is too young"
    bench.now += 1000
    first.fall_sick("index 3 out of range", after_sound=True)
    await bench.until(lambda: bench.supervisor.generation == 2)
    await first.stopped.wait()
    assert bench.slept == []


async def test_listeners_that_raise_break_nothing_and_can_leave(bench: Bench) -> None:
    calls: list[str] = []

    def bad() -> None:
        calls.append("bad")
        raise ValueError("a listener's bug")

    leave = bench.supervisor.subscribe(bad)
    bench.supervisor.subscribe(lambda: calls.append("good"))
    await bench.supervisor.start()
    await bench.ready()
    assert calls == ["bad", "good"] * 2
    leave()
    leave()
    await bench.supervisor.recycle("button")
    assert calls[4:] == ["good"]


async def test_close_ends_everything_and_can_be_called_again(bench: Bench) -> None:
    async def drain(_: Any, *, move: bool) -> None:
        await asyncio.Event().wait()

    bench.options["drain"] = drain
    await bench.supervisor.start()
    await bench.ready()
    draining = asyncio.create_task(bench.supervisor.recycle("button"))
    await bench.until(lambda: bench.supervisor.generation == 2)
    waiting = asyncio.create_task(bench.supervisor.recycle("again"))
    bench.gate.clear()
    await asyncio.sleep(0)
    await asyncio.gather(bench.supervisor.close(), bench.supervisor.close())
    await bench.supervisor.close()
    assert all(worker.stopped.is_set() for worker in bench.workers)
    assert (await draining).old_pid == bench.workers[0].pid
    assert bench.supervisor.state is WorkerState.STOPPED
    assert bench.supervisor.current is None
    for call in (waiting, bench.supervisor.recycle("late"), bench.supervisor.wait_ready(1)):
        with pytest.raises(NotReady, match="the engine is stopped"):
            await call


async def test_close_before_start_is_fine(bench: Bench) -> None:
    await bench.supervisor.close()
    await bench.supervisor.start()
    assert bench.supervisor.state is WorkerState.STOPPED


# --- the card ---------------------------------------------------------------------------------------------


async def test_a_card_that_is_lost_twice_is_given_up_for_the_cpu(bench: Bench) -> None:
    """R04"""
    bench.spec = WorkerSpec("big", "tone", {"device": "auto"})
    bench.sleep_goes_by()
    await bench.supervisor.start()
    first = await bench.ready()
    first.fall_sick("CUDA unknown error", after_sound=True)
    await bench.until(lambda: bench.supervisor.generation == 2)
    assert bench.workers[1].spec.settings["device"] == "auto"
    bench.workers[1].fall_sick("CUDA unknown error", after_sound=False)
    await bench.until(lambda: bench.supervisor.generation == 3)
    assert bench.workers[2].spec.settings["device"] == "cpu"
    assert bench.supervisor.card_given_up
    assert bench.supervisor.state is WorkerState.READY
    assert max(bench.slept) < 60, "it had not failed"


async def test_a_card_that_new_workers_cannot_use_is_given_up_for_the_cpu(bench: Bench) -> None:
    """R04"""
    bench.spec = WorkerSpec("big", "tone", {"device": "cuda"})
    bench.unfit = ["its sound failed: CUDA unknown error"] * 2
    bench.sleep_goes_by()
    await bench.supervisor.start()
    worker = await bench.ready()
    assert worker.spec.settings["device"] == "cpu"
    assert [w.spec.settings["device"] for w in bench.workers] == ["cuda", "cuda", "cpu"]


async def test_a_card_given_up_stays_so_until_somebody_recycles_as_configured(bench: Bench) -> None:
    bench.spec = WorkerSpec("big", "tone", {"device": "auto"})
    bench.sleep_goes_by()
    await bench.supervisor.start()
    await bench.ready()
    report = await bench.supervisor.recycle("the card is full", device=DeviceWish.CPU)
    assert (report.device, bench.supervisor.card_given_up) == ("cpu", True)
    bench.workers[-1].die()
    await bench.until(lambda: bench.supervisor.generation == 3)
    assert bench.workers[-1].spec.settings["device"] == "cpu"
    await bench.supervisor.recycle("it leaks", device=DeviceWish.KEEP)
    assert bench.workers[-1].spec.settings["device"] == "cpu"
    bench.unfit = ["its sound failed: CUDA out of memory"]
    with pytest.raises(EngineUnavailable):
        await bench.supervisor.recycle("nightly")
    assert bench.supervisor.card_given_up, "it was tried again, and still did not work"
    report = await bench.supervisor.recycle("nightly")
    assert (report.device, bench.supervisor.card_given_up) == ("auto", False)


# --- sleep ------------------------------------------------------------------------------------------------


async def test_an_unloaded_engine_is_loaded_once_for_however_many_wake_it(bench: Bench) -> None:
    """R03"""
    await bench.supervisor.start()
    first = await bench.ready()
    bench.supervisor.unload("not used")
    await bench.until(lambda: bench.supervisor.state is WorkerState.ASLEEP)
    await first.stopped.wait()
    assert bench.supervisor.current is None
    ready = await asyncio.gather(*(bench.ready() for _ in range(5)))
    assert {worker.number for worker in ready} == {2}
    assert len(bench.workers) == 2
    assert bench.slept == []


async def test_who_comes_while_it_is_being_unloaded_gets_one_load(bench: Bench) -> None:
    """R03"""
    ended = asyncio.Event()

    async def drain(_: Any, *, move: bool) -> None:
        await ended.wait()

    bench.options["drain"] = drain
    await bench.supervisor.start()
    await bench.ready()
    bench.supervisor.unload("not used")
    await bench.until(lambda: bench.supervisor.state is WorkerState.ASLEEP)
    waiting = [asyncio.create_task(bench.ready()) for _ in range(3)]
    await asyncio.sleep(0)
    assert len(bench.workers) == 1, "the old one is not gone yet"
    ended.set()
    assert {worker.number for worker in await asyncio.gather(*waiting)} == {2}


async def test_who_comes_just_before_it_is_unloaded_keeps_it(bench: Bench) -> None:
    await bench.supervisor.start()
    worker = await bench.ready()
    bench.supervisor.unload("not used")
    bench.supervisor.wake()
    for _ in range(20):
        await asyncio.sleep(0)
    assert bench.supervisor.current is worker


async def test_an_unload_that_has_not_begun_is_taken_back_and_one_beside_a_swap_is_not_forgotten(
    bench: Bench,
) -> None:
    await bench.supervisor.start()
    worker = await bench.ready()
    bench.supervisor.unload("not used")
    bench.supervisor.stay()
    for _ in range(20):
        await asyncio.sleep(0)
    assert bench.supervisor.current is worker
    bench.refusals = [EngineUnavailable("no")]
    swap = asyncio.create_task(bench.supervisor.recycle("nightly"))
    bench.supervisor.unload("not used")
    with pytest.raises(EngineUnavailable):
        await swap
    await bench.until(lambda: bench.supervisor.state is WorkerState.ASLEEP)


async def test_an_engine_that_stands_down_has_failed_until_its_slow_retry(bench: Bench) -> None:
    await bench.supervisor.start()
    worker = await bench.ready()
    bench.supervisor.stand_down("its card is full")
    await bench.sleeping.wait()
    assert bench.supervisor.state is WorkerState.FAILED
    assert bench.supervisor.reason == "its card is full"
    assert worker.stopped.is_set()
    assert bench.slept == [300]
    bench.sleep_goes_by()
    await bench.until(lambda: bench.supervisor.state is WorkerState.READY)


async def test_an_engine_that_is_asleep_is_not_recycled(bench: Bench) -> None:
    await bench.supervisor.start()
    await bench.ready()
    bench.supervisor.unload("not used")
    await bench.until(lambda: bench.supervisor.state is WorkerState.ASLEEP)
    report = await bench.supervisor.recycle("nightly")
    assert report.manner is SwapManner.ASLEEP
    assert len(bench.workers) == 1
