"""Each rule of the conductor alone, with a clock that stands still or moves by hand."""

from __future__ import annotations

import pytest

from tts_node.speech.conductor import BULK_STEP_MS, FIRST_STEP_MS, LEAD_S, MAX_STEP_MS, Conductor, Plan
from tts_node.speech.utterance import Priority

BULK, REPLY, ANNOUNCE, ALERT = Priority


def conductor(lanes: int = 1, batch: int = 1, streams: int = 64) -> Conductor:
    return Conductor(lanes=lanes, batch=batch, streams=streams)


def add(it: Conductor, *streams: int, priority: Priority = REPLY, dry_at: float | None = None) -> None:
    for stream in streams:
        it.add(stream, priority=priority, now=0.0, group=stream, dry_at=dry_at)


def step(
    it: Conductor,
    now: float,
    *,
    audio_s: float = 0.0,
    cost_ms: float = 40.0,
    side_by_side: int = 1,
    end: bool = False,
) -> Plan:
    """Take the next step and bring it back at once."""
    plan = it.next(now)
    assert plan is not None
    for stream in plan.streams:
        it.stepped(stream, audio_s=audio_s, cost_ms=cost_ms, side_by_side=side_by_side, end=end, now=now)
    return plan


def test_without_streams_there_is_nothing_to_do() -> None:
    it = conductor()
    assert it.next(0.0) is None
    assert it.wake_at is None
    assert it.idle


def test_a_stream_is_opened_by_its_first_step_alone() -> None:
    it = conductor()
    add(it, 1)
    assert step(it, 0.0) == Plan((1,), FIRST_STEP_MS, opens=(1,))
    assert step(it, 0.0).opens == ()


def test_the_higher_class_goes_first_then_who_came_first() -> None:
    it = conductor()
    for stream, priority in enumerate((BULK, REPLY, ANNOUNCE, ALERT, ALERT, REPLY), 1):
        it.add(stream, priority=priority, now=0.0, group=stream)
    order = [step(it, 0.0, audio_s=5.0, end=True).streams[0] for _ in range(6)]
    assert order == [4, 5, 3, 2, 6, 1]


def test_arrival_is_that_of_the_utterance_not_of_the_segment() -> None:
    it = conductor()
    it.add(1, priority=REPLY, now=0.0, group=2)
    it.add(2, priority=REPLY, now=0.0, group=1)
    assert step(it, 0.0).streams == (2,)


def test_inside_a_class_the_one_that_runs_dry_first_goes_first() -> None:
    it = conductor()
    for stream, dry_at in ((1, 0.9), (2, 0.3), (3, 0.6)):
        it.add(stream, priority=REPLY, now=0.0, group=stream, dry_at=dry_at)
    assert [step(it, 0.0, end=True).streams[0] for _ in range(3)] == [2, 3, 1]


def test_a_first_word_goes_before_listeners_who_can_wait_for_it() -> None:
    it = conductor()
    add(it, 1, dry_at=0.8)
    add(it, 2)
    assert step(it, 0.0).streams == (2,)


def test_a_first_word_waits_for_a_listener_who_would_run_dry_meanwhile() -> None:
    it = conductor()
    add(it, 1, dry_at=0.08)
    add(it, 2)
    assert step(it, 0.0, audio_s=0.8).streams == (1,)
    assert step(it, 0.04).streams == (2,)


def test_a_first_word_waits_when_all_the_listeners_together_would_run_late() -> None:
    it = conductor()
    add(it, *range(1, 9), dry_at=0.35)  # each alone could wait for one more step, the eighth could not
    add(it, 9)
    assert step(it, 0.0, audio_s=0.8).streams == (1,)


def test_an_alert_goes_before_a_listener_who_would_run_dry() -> None:
    it = conductor()
    add(it, 1, dry_at=0.01)
    add(it, 2, priority=ALERT)
    assert step(it, 0.0).streams == (2,)


def test_a_stream_far_ahead_waits_while_a_lower_class_needs_the_engine() -> None:
    it = conductor()
    add(it, 1, priority=ANNOUNCE, dry_at=1.5)
    add(it, 2, priority=REPLY, dry_at=0.9)
    assert step(it, 0.0, audio_s=1.0).streams == (2,)
    assert step(it, 0.0).streams == (1,), "and then it goes on, so that no lane idles"


def test_of_streams_far_ahead_the_oldest_goes_first() -> None:
    it = conductor()
    add(it, 2, dry_at=2.0)
    add(it, 1, dry_at=9.0)
    assert step(it, 0.0).streams == (1,)


def test_a_blocked_stream_is_not_stepped_until_it_is_free_again() -> None:
    it = conductor()
    add(it, 1)
    it.update(1, blocked=True)
    assert it.next(0.0) is None
    it.update(1, blocked=False)
    assert step(it, 0.0).streams == (1,)


def test_a_removed_stream_is_not_stepped_and_frees_its_lane_when_its_step_is_back() -> None:
    it = conductor()
    add(it, 1, 2)
    plan = it.next(0.0)
    assert plan is not None and plan.streams == (1,)
    it.remove(1)
    it.remove(1)
    assert it.in_flight == 1
    it.stepped(1, audio_s=0.3, cost_ms=40.0, side_by_side=1, end=False, now=0.04)
    assert it.in_flight == 0
    assert step(it, 0.04).streams == (2,)
    assert it.status(0.04).opened == 1


def test_a_stream_is_not_stepped_after_its_end() -> None:
    it = conductor()
    add(it, 1)
    step(it, 0.0, end=True)
    assert it.next(0.0) is None
    assert it.idle
    assert it.status(0.0).opened == 0


def test_after_a_spare_step_a_stream_is_stepped_again_when_what_was_in_flight_is_back() -> None:
    """Nothing to start now is not nothing left: a chunk may wait for what another step is making."""
    it = conductor(lanes=3)
    add(it, 1)
    step(it, 0.0, side_by_side=3)
    first, second = it.next(0.0), it.next(0.0)
    assert first is not None and second is not None and first.streams == second.streams == (1,)
    it.stepped(1, audio_s=0.0, cost_ms=0.0, side_by_side=3, end=False, now=0.0, spare=True)
    assert it.next(0.0) is None, "one is in flight, and there was nothing beside it"
    it.stepped(1, audio_s=0.1, cost_ms=10.0, side_by_side=2, end=False, now=0.01)
    again = it.next(0.01)
    assert again is not None and again.streams == (1,)


def test_a_spare_step_that_comes_back_last_does_not_end_its_stream() -> None:
    it = conductor(lanes=2)
    add(it, 1)
    step(it, 0.0, side_by_side=2)
    assert it.next(0.0) is not None and it.next(0.0) is not None
    it.stepped(1, audio_s=0.1, cost_ms=10.0, side_by_side=2, end=False, now=0.01)
    it.stepped(1, audio_s=0.0, cost_ms=0.0, side_by_side=1, end=False, now=0.01, spare=True)
    assert it.next(0.01) is not None


def test_a_failed_step_frees_its_lane_and_the_stream_may_go_on() -> None:
    it = conductor()
    add(it, 1)
    assert it.next(0.0) is not None
    it.failed(1, now=0.1)
    assert it.in_flight == 0
    assert step(it, 0.1).streams == (1,)


def test_unknown_streams_are_ignored_and_a_number_in_use_is_refused() -> None:
    it = conductor()
    it.update(7, blocked=True)
    it.remove(7)
    it.stepped(7, audio_s=0.0, cost_ms=0.0, side_by_side=1, end=False, now=0.0)
    it.failed(7, now=0.0)
    add(it, 1)
    with pytest.raises(ValueError, match="in use"):
        add(it, 1)


def test_a_stream_whose_class_was_raised_goes_first() -> None:
    it = conductor()
    add(it, 1, 2)
    it.update(2, priority=ALERT)
    assert step(it, 0.0).streams == (2,)


# --- lanes ------------------------------------------------------------------------------------------------


def test_one_step_for_each_lane_is_in_flight_and_one_more_only_shortly_before_a_lane_is_free() -> None:
    it = conductor(lanes=2)
    add(it, 1)
    step(it, 0.0, audio_s=0.5, end=True)  # so it knows what a step makes
    for stream in range(2, 7):
        it.add(stream, priority=REPLY, now=0.0, group=stream, dry_at=0.5 + stream / 100)
    assert it.next(0.0) is not None
    assert it.next(0.0) is not None
    assert it.next(0.0) is None
    wake_at = it.wake_at
    assert wake_at is not None
    assert wake_at > 0.0
    plan = it.next(wake_at)
    assert plan is not None and plan.streams == (4,)
    assert it.next(wake_at + LEAD_S) is None, "never a second one that waits"
    assert it.in_flight == 3


def test_an_alert_is_handed_out_at_once_although_all_lanes_are_busy() -> None:
    it = conductor()
    add(it, 1, 2)
    assert it.next(0.0) is not None
    assert it.next(0.0) is None
    add(it, 3, priority=ALERT)
    plan = it.next(0.0)
    assert plan is not None and plan.streams == (3,)


def test_nothing_is_put_before_the_first_sound_of_a_stream_whose_front_is_under_way() -> None:
    it = conductor()
    add(it, 1, 2)
    assert it.next(0.0) is not None
    assert it.next(1.0) is None, "the second one's front would make the first word of the first one late"
    it.stepped(1, audio_s=0.0, cost_ms=60.0, side_by_side=1, end=False, now=1.0)
    assert step(it, 1.0, audio_s=0.3).streams == (1,)
    assert step(it, 1.04).streams == (2,)


def test_bulk_leaves_one_lane_free() -> None:
    it = conductor(lanes=3)
    add(it, *range(1, 9), priority=BULK)
    assert it.next(0.0) is not None
    assert it.next(0.0) is not None
    assert it.next(0.0) is None
    add(it, 9)
    plan = it.next(0.0)
    assert plan is not None and plan.streams == (9,)


def test_bulk_takes_small_steps_where_there_is_one_lane() -> None:
    it = conductor()
    add(it, 1, priority=BULK, dry_at=5.0)
    assert step(it, 0.0).budget_ms <= BULK_STEP_MS
    it = conductor(lanes=2)
    add(it, 1, priority=BULK, dry_at=5.0)
    assert step(it, 0.0).budget_ms == MAX_STEP_MS


def test_steps_of_one_stream_run_side_by_side_only_when_nobody_else_needs_the_lane() -> None:
    it = conductor(lanes=2)
    add(it, 1)
    step(it, 0.0, side_by_side=2)
    first, second = it.next(0.0), it.next(0.0)
    assert first is not None and second is not None
    assert first.streams == second.streams == (1,)
    it.stepped(1, audio_s=0.3, cost_ms=35.0, side_by_side=2, end=False, now=0.04)
    add(it, 2, dry_at=0.9)
    plan = it.next(0.04)
    assert plan is not None and plan.streams == (2,)


def test_before_its_front_is_done_a_stream_has_one_step_alone() -> None:
    it = conductor(lanes=2)
    add(it, 1)
    assert it.next(0.0) is not None
    assert it.next(0.0) is None


# --- budgets ----------------------------------------------------------------------------------------------


def test_steps_grow_with_how_far_ahead_the_listener_is_and_shrink_for_those_who_wait() -> None:
    budgets = []
    for dry_at in (None, 0.1, 0.5, 1.0, 9.0):
        it = conductor()
        add(it, 1, dry_at=dry_at)
        budgets.append(step(it, 0.0).budget_ms)
    assert budgets == sorted(budgets)
    assert budgets[0] == FIRST_STEP_MS
    assert budgets[-1] == MAX_STEP_MS
    it = conductor(lanes=2)
    add(it, 1)
    plan = it.next(0.0)
    add(it, 2, dry_at=0.9)
    add(it, 3)
    it.update(3, blocked=False)
    assert plan is not None
    third = it.next(0.0)
    assert third is not None and third.streams == (3,)


# --- batches and places -----------------------------------------------------------------------------------


def test_a_batch_takes_streams_of_the_same_phase() -> None:
    it = conductor(batch=4)
    add(it, 1, 2, 3, 4, 5)
    first = step(it, 0.0, audio_s=0.5)
    assert first.streams == (1, 2, 3, 4)
    assert first.opens == (1, 2, 3, 4)
    assert step(it, 0.0, audio_s=0.5).streams == (5,)
    assert step(it, 0.0, audio_s=0.3).streams == (1, 2, 3, 4)


def test_a_plan_of_several_streams_is_in_flight_until_all_are_back() -> None:
    it = conductor(batch=2)
    add(it, 1, 2)
    assert it.next(0.0) is not None
    it.stepped(1, audio_s=0.2, cost_ms=20.0, side_by_side=1, end=False, now=0.02)
    assert it.in_flight == 1
    it.failed(2, now=0.02)
    assert it.in_flight == 0


def test_with_one_place_the_engine_changes_hands_at_the_end_of_a_segment() -> None:
    it = conductor(streams=1)
    add(it, 1, 2)
    assert step(it, 0.0, audio_s=5.0).streams == (1,)
    assert step(it, 0.0, audio_s=5.0).streams == (1,)
    assert step(it, 0.0, audio_s=5.0, end=True).streams == (1,)
    assert step(it, 0.0).streams == (2,)
    it.remove(2)
    assert it.status(0.0).opened == 0


def test_bulk_and_replies_leave_a_place_for_an_alert() -> None:
    it = conductor(lanes=9, streams=8)
    add(it, *range(1, 10), priority=BULK)
    add(it, *range(10, 20))
    opened = []
    while (plan := it.next(0.0)) is not None:
        opened += plan.opens
    assert len(opened) == 7
    add(it, 30, priority=ALERT)
    plan = it.next(0.0)
    assert plan is not None and plan.opens == (30,)


# --- figures ----------------------------------------------------------------------------------------------


def test_the_figures_say_nothing_before_they_know_something() -> None:
    it = conductor()
    assert it.rtf is None
    assert it.eta_s(3) is None


def test_the_wait_grows_with_the_place_in_the_queue() -> None:
    it = conductor(lanes=2)
    add(it, 1)
    step(it, 0.0, cost_ms=100.0)
    waits = [it.eta_s(position) for position in range(6)]
    assert waits[0] == pytest.approx(0.15)
    assert waits == sorted(waits, key=lambda wait: wait or 0.0)
    assert waits[4] == pytest.approx(0.45)


def test_with_one_place_the_wait_counts_whole_segments() -> None:
    it = conductor(streams=1)
    add(it, 1)
    step(it, 0.0, cost_ms=100.0)
    step(it, 0.0, cost_ms=900.0, audio_s=5.0, end=True)
    add(it, 2)
    step(it, 0.0, cost_ms=100.0)
    wait_s = it.eta_s(1)
    assert wait_s is not None and wait_s > 2.0


def test_the_real_time_factor_is_synthesis_time_over_audio_time() -> None:
    it = conductor()
    add(it, 1)
    step(it, 0.0, audio_s=0.5, cost_ms=100.0)
    assert it.rtf == pytest.approx(0.2)
