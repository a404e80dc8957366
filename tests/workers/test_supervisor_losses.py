"""What lost workers count, to the supervisor."""

from __future__ import annotations

from tests.workers.supervised import POLICY, Bench
from tts_node.workers.spec import WorkerState


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
