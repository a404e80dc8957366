from __future__ import annotations

import pytest

from tts_node.workers.backoff import RestartBudget, RestartPolicy

POLICY = RestartPolicy(
    first_delay_s=1, factor=2, max_delay_s=10, jitter=0.2, budget=5, window_s=300, settled_s=30,
    healthy_s=60, failed_delay_s=100, max_failed_delay_s=1000, excused_at_once=4,
)  # fmt: skip


def budget(chance: float = 0.5) -> RestartBudget:
    return RestartBudget(POLICY, lambda: chance)


def test_delays_grow_and_then_only_slow_retries_are_left() -> None:
    restarts = budget()
    now, delays = 0.0, []
    for _ in range(10):
        delays.append(restarts.failed(now, 0.0))
        now += delays[-1]
    assert delays == [1, 2, 4, 8, 10, 100, 200, 400, 800, 1000]
    assert restarts.exhausted


def test_a_worker_that_lived_long_enough_starts_the_delays_again() -> None:
    restarts = budget()
    assert [restarts.failed(t, 0.0) for t in (0, 10, 20)] == [1, 2, 4]
    assert restarts.failed(100, 60.0) == 1
    assert restarts.failed(101, 0.0) == 2


def test_crashes_after_short_healthy_lives_use_up_the_budget_as_well() -> None:
    restarts = budget()
    for number in range(5):
        restarts.failed(number * 30.0, 29.0)
    assert not restarts.exhausted
    restarts.failed(150.0, 29.0)
    assert restarts.exhausted


def test_a_crash_a_day_never_uses_up_the_budget() -> None:
    restarts = budget()
    for day in range(100):
        assert restarts.failed(day * 86_400.0, 86_000.0) == 1
    assert not restarts.exhausted


def test_a_failed_engine_is_well_again_after_a_long_life() -> None:
    restarts = budget()
    assert restarts.failed(0, 0, hopeless=True) == 100
    assert restarts.exhausted
    assert restarts.failed(1000, 500) == 1
    assert not restarts.exhausted


def test_what_is_forgiven_was_never_counted_and_what_is_excused_neither() -> None:
    restarts = budget()
    for number in range(100):
        worker = object()
        assert restarts.failed(number * 200.0, 0.0, worker=worker) == 1
        assert restarts.excused(number * 200.0) == 1
        restarts.forgive(worker)
        restarts.forgive(worker)
    assert not restarts.exhausted


def test_losses_that_are_excused_one_after_the_other_make_no_tight_loop() -> None:
    restarts = budget()
    assert [restarts.excused(0.0) for _ in range(18)] == [1] * 4 + [2] * 4 + [4] * 4 + [8] * 4 + [10] * 2
    assert restarts.excused(299.0) == 10
    assert [restarts.excused(600.0) for _ in range(3)] == [1] * 3
    assert not restarts.exhausted
    assert restarts.failed(600.0, 0.0) == 1


def test_what_was_counted_and_then_forgiven_is_among_the_excused() -> None:
    restarts = budget()
    for worker in (workers := [object() for _ in range(4)]):
        restarts.failed(0.0, 0.0, worker=worker)
    for worker in workers:
        restarts.forgive(worker)
    assert restarts.excused(1.0) == 2


def test_a_settled_worker_that_somebody_ends_is_replaced_at_once_however_often() -> None:
    restarts = budget()
    assert [restarts.failed(t, 0.0) for t in (0, 1)] == [1, 2]
    assert [restarts.interrupted(30.0) for _ in range(100)] == [0.0] * 100
    assert not restarts.exhausted
    assert restarts.failed(50, 0.0) == 1


def test_a_worker_that_somebody_ends_soon_after_its_start_is_a_failure_like_others() -> None:
    assert budget().interrupted(29.9) is None


def test_a_settled_worker_begins_the_delays_anew_but_still_counts() -> None:
    restarts = budget()
    assert [restarts.failed(t, 0.0) for t in (0, 10, 20)] == [1, 2, 4]
    assert [restarts.failed(t, 30.0) for t in (60, 100)] == [1, 1]
    assert restarts.failed(140, 30.0) == 100
    assert restarts.interrupted(30.0) == 0.0
    assert restarts.exhausted  # well again is one that lived for longer


def test_failures_that_may_yet_be_forgiven_make_an_engine_fail_only_when_there_are_twice_as_many() -> None:
    restarts = budget()
    for second in range(5):
        restarts.failed(second, 0.0)
    restarts.failed(5, 0.0, open=True)
    assert not restarts.exhausted
    for second in range(6, 10):
        restarts.failed(second, 0.0, open=True)
    assert not restarts.exhausted
    restarts.failed(10, 0.0, open=True)
    assert restarts.exhausted


def test_an_engine_that_failed_for_forgiven_failures_is_well_again_but_a_hopeless_one_is_not() -> None:
    restarts, workers = budget(), [object() for _ in range(6)]
    for worker in workers:
        restarts.failed(0, 0, worker=worker)
    assert restarts.exhausted
    restarts.forgive(object())
    assert restarts.exhausted
    restarts.forgive(workers[2])
    assert not restarts.exhausted
    restarts.failed(1, 0, hopeless=True)
    restarts.forgive(workers[3])
    assert restarts.exhausted


@pytest.mark.parametrize("chance, factor", [(0.0, 0.8), (0.5, 1.0), (1.0, 1.2)])
def test_jitter_stays_within_its_part(chance: float, factor: float) -> None:
    assert budget(chance).failed(0, 0) == pytest.approx(factor)
