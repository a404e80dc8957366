"""The supervisor's decisions, with workers, time and sleep under the test's control."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from tts_node.errors import EngineUnavailable, NotReady
from tts_node.workers.backoff import RestartPolicy
from tts_node.workers.failures import FailureStreak, kind_of_failure
from tts_node.workers.probe import Probed
from tts_node.workers.spec import WorkerSpec, WorkerState
from tts_node.workers.supervisor import Supervisor
from tts_node.workers.swap import DeviceWish, SwapManner

POLICY = RestartPolicy(
    first_delay_s=1, jitter=0, budget=3, window_s=100, healthy_s=60, failed_delay_s=300
)  # delays 1, 2, 4, then 300, 600, …


class FakeWorker:
    """A worker that lives until the test says otherwise."""

    def __init__(self, number: int, spec: WorkerSpec, gentle: bool, on_exit: Any, on_sick: Any) -> None:
        self.number = number
        self.spec = spec
        self.gentle = gentle
        self.pid = 2**30 + number  # nobody's
        self.load_ms = self.warm_up_ms = 0.0
        self.rss = 100_000_000
        self.alive = True
        self.lost_reason: str | None = None
        self.ended_from_outside = False
        self.failures = FailureStreak()
        self.stopped = asyncio.Event()
        self._on_exit = on_exit
        self._on_sick = on_sick

    def die(self, reason: str = "ended with exit code 1", *, from_outside: bool = False) -> None:
        self.alive, self.lost_reason = False, reason
        self.ended_from_outside = from_outside
        self._on_exit(self)

    def fall_sick(self, message: str, *, after_sound: bool) -> None:
        self.failures._kind = kind_of_failure("engine_failed", message)
        self.failures.message = message
        self.failures.made_sound = after_sound
        self._on_sick(self)

    def rss_bytes(self) -> int:
        return self.rss

    @property
    def last_rss_bytes(self) -> int:
        return self.rss

    async def report(self) -> dict[str, float]:
        return {"rss_bytes": self.rss}

    async def stop(self, *, ask: bool = True) -> None:
        if self.alive:
            self.die("was stopped")
        self.stopped.set()


class Bench:
    """A supervisor with its fakes. Time passes only by its sleeps and by `pass_time`."""

    def __init__(self) -> None:
        self.now = 0.0
        self.memory_mb = 10_000.0
        self.workers: list[FakeWorker] = []
        self.refusals: list[Exception | None] = []
        """What the next starts end in; None or nothing left: they succeed."""
        self.unfit: list[str] = []
        """What the next probes find wrong."""
        self.probed: list[int] = []
        self.gate = asyncio.Event()
        """Starts wait for this."""
        self.gate.set()
        self.starting = asyncio.Event()
        self.slept: list[float] = []
        self.sleeping = asyncio.Event()
        self.awake = asyncio.Event()
        self.spec = WorkerSpec("tone", "tone")
        self.changes: list[tuple[WorkerState, int]] = []
        self.options: dict[str, Any] = {}
        self._supervisor: Supervisor | None = None

    @property
    def supervisor(self) -> Supervisor:
        if self._supervisor is None:
            self._supervisor = Supervisor(
                lambda: self.spec,
                policy=POLICY,
                start_worker=self._start,
                probe_worker=self._probe,
                memory=lambda: self.memory_mb,
                clock=lambda: self.now,
                sleep=self._sleep,
                chance=lambda: 0.5,
                **self.options,
            )
            self._supervisor.subscribe(self._note)
        return self._supervisor

    async def ready(self) -> FakeWorker:
        worker: Any = await self.supervisor.wait_ready(5)
        return worker

    async def until(self, holds: Callable[[], bool]) -> None:
        for _ in range(1000):
            if holds():
                return
            await asyncio.sleep(0)
        raise AssertionError("it did not come to that")

    def sleep_goes_by(self) -> None:
        """From now on every wait is over at once, on the fake clock."""
        self.awake.set()

    def _note(self) -> None:
        self.changes.append((self.supervisor.state, self.supervisor.generation))

    async def _start(
        self, spec: WorkerSpec, *, gentle: bool = False, on_exit: Any = None, on_sick: Any = None
    ) -> Any:
        self.starting.set()
        await self.gate.wait()
        refusal = self.refusals.pop(0) if self.refusals else None
        if refusal is not None:
            raise refusal
        worker = FakeWorker(len(self.workers) + 1, spec, gentle, on_exit, on_sick)
        self.workers.append(worker)
        return worker

    async def _probe(self, worker: Any, spec: WorkerSpec) -> Probed:
        self.probed.append(worker.number)
        if self.unfit:
            raise EngineUnavailable(self.unfit.pop(0))
        return Probed("tone", 1.0, 2.0)

    async def _sleep(self, delay_s: float) -> None:
        self.slept.append(round(delay_s, 6))
        self.sleeping.set()
        await self.awake.wait()
        self.now += delay_s
        await asyncio.sleep(0)


@pytest.fixture
async def bench() -> AsyncIterator[Bench]:
    made = Bench()
    yield made
    await made.supervisor.close()


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


async def test_losses_that_are_excused_do_not_count_before_or_after_they_were_seen(bench: Bench) -> None:
    bench.sleep_goes_by()
    await bench.supervisor.start()
    for _ in range(2 * POLICY.budget):
        first = await bench.ready()
        first.die()
        await bench.until(lambda first=first: bench.supervisor.current not in (None, first))
        second = await bench.ready()
        second.alive = False
        bench.supervisor.excuse(second)
        bench.supervisor.excuse(first)
        second.die()
        await bench.until(lambda second=second: bench.supervisor.current not in (None, second))
    assert bench.slept == [1] * 4 * POLICY.budget


async def test_one_loss_too_many_that_may_yet_be_excused_lets_nobody_down(bench: Bench) -> None:
    bench.sleep_goes_by()
    await bench.supervisor.start()
    for _ in range(POLICY.budget):
        worker = await bench.ready()
        worker.die()
        await bench.until(lambda worker=worker: bench.supervisor.current not in (None, worker))
    last = await bench.ready()
    last.alive = False
    bench.supervisor.suspect(last)
    last.die()
    await bench.until(lambda: bench.supervisor.current not in (None, last))
    bench.supervisor.excuse(last)
    assert WorkerState.FAILED not in [state for state, _ in bench.changes]


async def test_a_worker_that_was_settled_and_is_killed_by_somebody_is_replaced_at_once(bench: Bench) -> None:
    bench.sleep_goes_by()
    await bench.supervisor.start()
    for _ in range(3 * POLICY.budget):
        worker = await bench.ready()
        bench.now += POLICY.settled_s
        worker.die("ended with signal 9 (killed)", from_outside=True)
        await bench.until(lambda worker=worker: bench.supervisor.current not in (None, worker))
    assert bench.slept == [0.0] * 3 * POLICY.budget
    worker = await bench.ready()
    worker.die("ended with signal 9 (killed)", from_outside=True)
    await bench.until(lambda: bench.supervisor.current not in (None, worker))
    assert bench.slept[-1] == 1


async def test_an_engine_that_failed_by_losses_excused_later_is_started_at_once(bench: Bench) -> None:
    bench.sleep_goes_by()
    await bench.supervisor.start()
    lost = []
    for _ in range(POLICY.budget):
        lost.append(await bench.ready())
        lost[-1].die()
        await bench.until(lambda: bench.supervisor.current not in (None, lost[-1]))
    bench.awake.clear()
    (await bench.ready()).die()
    await bench.until(lambda: bench.supervisor.state is WorkerState.FAILED)
    bench.supervisor.excuse(lost[0])
    await bench.until(lambda: bench.supervisor.state is WorkerState.READY)


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


async def test_an_engine_that_needs_more_memory_than_there_is_is_not_started(bench: Bench) -> None:
    """P01"""
    bench.spec = WorkerSpec("large", "tone", {"memory_mb": 4000})
    bench.memory_mb = 900
    await bench.supervisor.start()
    await bench.sleeping.wait()
    assert bench.supervisor.state is WorkerState.BACKOFF
    assert "needs 4000 MB of memory and only 900 MB are available" in bench.supervisor.reason
    assert bench.workers == []


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
