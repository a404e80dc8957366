from __future__ import annotations

import asyncio

from tts_node.workers.steps import Answer, PendingSteps


def answer() -> Answer:
    return asyncio.get_running_loop().create_future()


async def test_the_time_of_a_step_counts_from_when_a_lane_is_free_for_it() -> None:
    steps = PendingSteps(lanes=2, timeout_s=20)
    for step_id, now in ((1, 0.0), (2, 5.0), (3, 6.0), (4, 7.0)):
        steps.add(step_id, answer(), now)
    assert steps.next_deadline() == 20.0
    assert steps.answered(1, 19.0) is not None  # 3 starts
    assert steps.next_deadline() == 25.0
    assert steps.answered(2, 24.0) is not None  # 4 starts
    assert steps.next_deadline() == 39.0
    assert steps.answered(3, 30.0) is not None
    assert steps.next_deadline() == 44.0
    assert steps.answered(4, 31.0) is not None
    assert steps.next_deadline() is None
    assert len(steps) == 0


async def test_an_answer_out_of_order_starts_the_oldest_that_waits() -> None:
    steps = PendingSteps(lanes=1, timeout_s=20)
    first, second = answer(), answer()
    steps.add(1, first, 0.0)
    steps.add(2, second, 0.0)
    assert steps.answered(2, 1.0) is second  # dropped by a close before it ran
    assert steps.next_deadline() == 20.0
    assert steps.answered(2, 2.0) is None
    assert steps.answered(1, 3.0) is first


async def test_giving_up_returns_only_those_who_still_wait() -> None:
    steps = PendingSteps(lanes=1, timeout_s=20)
    first, second = answer(), answer()
    steps.add(1, first, 0.0)
    steps.add(2, second, 0.0)
    first.cancel()
    assert steps.give_up() == [second]
    assert steps.give_up() == []
    assert len(steps) == 0
