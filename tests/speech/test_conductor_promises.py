"""What the conductor promises, shown by simulation with a fake clock.

Every run checks besides (`simulation`): no blocked, removed or ended stream is stepped, no lane idles, bulk
leaves a lane free, the engine's limits hold.
"""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.speech.simulation import Engine, Simulation, Started, Talk
from tts_node.speech.conductor import LEAD_S
from tts_node.speech.utterance import Priority

BULK, REPLY, ANNOUNCE, ALERT = Priority
LOAD = 0.85
"""The margin of "no underrun": at most this part of the engine is asked for, fronts and overhead included."""


def crowd(
    engine: Engine,
    seed: int,
    *,
    talks: int,
    load: float = LOAD,
    priorities: tuple[Priority, ...] = (REPLY,),
    together: int = 1,
    every_s: float = 0.3,
) -> list[Talk]:
    """Random utterances, up to `together` at the same instant, as long as those listened to leave room."""
    chance = random.Random(seed)
    crowd: list[Talk] = []
    listening: list[tuple[float, float]] = []
    at = 0.0
    while len(crowd) < talks:
        at += chance.expovariate(1.0 / every_s)
        listening = [(until, part) for until, part in listening if until > at]
        for _ in range(chance.randint(1, together)):
            seconds = [chance.uniform(1.0, 9.0) for _ in range(chance.randint(1, 6))]
            part = engine.load(seconds)
            if sum(part for _, part in listening) + part <= load:
                listening.append((at + sum(seconds) + 1.5, part))
                crowd.append(Talk(at, seconds, chance.choice(priorities)))
    return crowd


def steps_of(simulation: Simulation, talk: Talk) -> list[Started]:
    numbers = {stream.number for stream in talk.streams}
    return [started for started in simulation.started if numbers & set(started.plan.streams)]


def stalls(simulation: Simulation) -> list[float]:
    return [stall for talk in simulation.talks for stall in talk.stalls]


# --- no underrun ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lanes", [1, 2, 4])
@pytest.mark.parametrize("rtf", [0.05, 0.1, 0.25])
def test_no_listener_runs_dry_while_the_real_time_factors_sum_to_less_than_one(
    lanes: int, rtf: float
) -> None:
    engine = Engine(lanes=lanes, rtf=rtf)
    simulation = Simulation(engine, crowd(engine, seed=lanes, talks=120), seed=lanes).run()
    assert all(talk.done_at is not None for talk in simulation.talks)
    assert stalls(simulation) == []


@pytest.mark.parametrize("lanes", [1, 2, 4])
def test_no_listener_runs_dry_when_many_come_at_the_same_instant(lanes: int) -> None:
    engine = Engine(lanes=lanes, rtf=0.1)
    talks = crowd(engine, seed=7, talks=200, together=8, every_s=3.0)
    assert stalls(Simulation(engine, talks, seed=7).run()) == []


@pytest.mark.slow
def test_the_highest_class_never_runs_dry_however_many_of_the_others_there_are() -> None:
    engine = Engine(lanes=2, rtf=0.1)
    talks = crowd(engine, seed=3, talks=60, load=0.7, priorities=(ALERT,))
    talks += crowd(engine, seed=4, talks=200, load=3.0, priorities=(BULK, REPLY, ANNOUNCE))
    simulation = Simulation(engine, talks, seed=3).run()
    assert [talk.stalls for talk in simulation.talks if talk.priority is ALERT and talk.stalls] == []


def test_an_engine_near_its_limit_serves_constant_listeners_for_minutes_without_a_gap() -> None:
    engine = Engine(lanes=1, rtf=0.2, jitter=0.1)
    part = engine.load([8.0] * 10, step_s=0.1)
    talks = [Talk(0.3 * n, [8.0] * 10) for n in range(int(0.97 / part))]
    simulation = Simulation(engine, talks).run()
    assert len(talks) >= 3
    assert stalls(simulation) == []


def test_batches_serve_more_listeners_than_single_steps_could() -> None:
    engine = Engine(batch=8, rtf=0.3, front_s=0.02, front_rtf=0.0)
    talks = [Talk(0.4 * n, [6.0] * 5) for n in range(8)]
    assert engine.load([6.0] * 5) * len(talks) > 2.0, (
        "one after the other it would take more than twice real time"
    )
    assert stalls(Simulation(engine, talks).run()) == []


# --- first words ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lanes", [1, 2, 4])
def test_eight_first_words_come_after_eight_first_steps(lanes: int) -> None:
    engine = Engine(lanes=lanes, front_s=0.0, front_rtf=0.0, rtf=0.1, jitter=0.0)
    simulation = Simulation(engine, [Talk(0.0, [8.0, 8.0]) for _ in range(8)]).run()
    firsts = [started.plan.streams[0] for started in simulation.started[:8]]
    assert firsts == [talk.streams[0].number for talk in simulation.talks], "each once, in order of arrival"


@pytest.mark.parametrize("lanes", [1, 2])
def test_with_a_front_the_first_word_follows_it_at_once(lanes: int) -> None:
    engine = Engine(lanes=lanes, jitter=0.0, rtf=0.05)
    talks = [Talk(0.0, [8.0]) for _ in range(8)]
    simulation = Simulation(engine, talks).run()
    heard = [talk.heard_at for talk in talks if talk.heard_at is not None]
    assert heard == sorted(heard)
    before_last = [started for started in simulation.started if started.at < heard[-1]]
    others = [started for started in before_last if not started.unheard]
    assert len(others) <= 8, "what was done for those already heard, so that they do not run dry"
    assert stalls(simulation) == []


# --- alerts -----------------------------------------------------------------------------------------------


def assert_alerts_start_within_one_step(simulation: Simulation) -> None:
    alerts = [talk for talk in simulation.talks if talk.priority is ALERT and not talk.cancelled]
    numbers = {stream.number for talk in alerts for stream in talk.streams}
    for talk in alerts:
        began = steps_of(simulation, talk)[0].at
        between = [
            started
            for started in simulation.started
            if talk.at < started.at < began and not numbers & set(started.plan.streams)
        ]
        assert len(between) <= 1, "at most the one step that had been handed out already"
        earlier = [other for other in alerts if other.at <= talk.at and other is not talk]
        if not any(other.heard_at is None or other.heard_at > talk.at for other in earlier):
            trip_s = 2 * simulation.engine.round_trip_s
            assert began - talk.at <= simulation.longest_s * 1.5 + LEAD_S + trip_s


@pytest.mark.slow
@pytest.mark.parametrize("lanes", [1, 2, 3, 4])
def test_an_alert_starts_within_one_step_whatever_else_is_going_on(lanes: int) -> None:
    engine = Engine(lanes=lanes, rtf=0.1, streams=1000)
    talks = crowd(engine, seed=lanes, talks=100, load=2.5, priorities=(BULK, REPLY, ANNOUNCE))
    chance = random.Random(lanes)
    last = talks[-1].at
    talks += [Talk(chance.uniform(0.0, last), [2.0], ALERT) for _ in range(100)]
    assert_alerts_start_within_one_step(Simulation(engine, talks, seed=lanes).run())


def test_with_a_bulk_reading_on_two_lanes_an_alert_starts_at_once() -> None:
    engine = Engine(lanes=2)
    talks = [Talk(0.0, [8.0] * 40, BULK)]
    talks += [Talk(1.0 + 3.7 * n, [2.0], ALERT) for n in range(40)]
    simulation = Simulation(engine, talks).run()
    for talk in simulation.talks[1:]:
        assert steps_of(simulation, talk)[0].at - talk.at <= engine.round_trip_s


# --- nobody starves ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("lanes", [1, 2, 4])
def test_bulk_goes_on_in_every_window_however_long_the_run_of_higher_ones(lanes: int) -> None:
    engine = Engine(lanes=lanes, rtf=0.1)
    talks = crowd(engine, seed=5, talks=250, load=4.0, priorities=(REPLY, ANNOUNCE), every_s=0.1)
    talks += [Talk(0.5, [8.0] * 50, BULK)]
    simulation = Simulation(engine, talks, seed=5, starve_s=2.0)
    simulation.run(until=60.0)
    bulk = next(talk for talk in simulation.talks if talk.priority is BULK)
    times = [0.5, *(started.at for started in steps_of(simulation, bulk)), 60.0]
    gaps = [later - earlier for earlier, later in pairwise(times)]
    # Four kinds may be overdue at the same time, and a step or two is under way.
    assert max(gaps) <= 2.0 + 6 * simulation.longest_s
    assert simulation.busy_s > 0.9 * 60.0 * lanes, "the engine was overloaded all the time"


@pytest.mark.slow
def test_under_overload_everyone_is_heard_in_the_end() -> None:
    engine = Engine(lanes=1, rtf=0.3)
    talks = crowd(engine, seed=6, talks=80, load=3.0, priorities=(BULK, REPLY, REPLY, ANNOUNCE))
    simulation = Simulation(engine, talks, seed=6).run()
    assert all(talk.done_at is not None for talk in simulation.talks)


def test_equals_get_equal_shares_while_there_is_too_little_for_all() -> None:
    engine = Engine(lanes=1, rtf=0.5, jitter=0.0)
    simulation = Simulation(engine, [Talk(0.0, [300.0]) for _ in range(6)])
    before = [talk.made_s for talk in simulation.run(until=30.0).talks]
    after = [talk.made_s for talk in simulation.run(until=90.0).talks]
    gained = [late - early for early, late in zip(before, after, strict=True)]
    assert sum(gained) > 60.0
    assert max(gained) - min(gained) <= 1.0


# --- cancel, limits, order --------------------------------------------------------------------------------


@pytest.mark.parametrize("lanes", [1, 2])
def test_what_is_cancelled_is_not_stepped_again_and_others_go_on(lanes: int) -> None:
    engine = Engine(lanes=lanes)
    talks = crowd(engine, seed=8, talks=150, load=2.0, priorities=(BULK, REPLY, ANNOUNCE, ALERT))
    chance = random.Random(8)
    for talk in talks:
        if chance.random() < 0.5:
            talk.cancel_at = talk.at + chance.uniform(0.0, 5.0)
    simulation = Simulation(engine, talks, seed=8).run()
    for talk in talks:
        assert talk.cancelled or talk.done_at is not None
        if talk.cancelled and talk.cancel_at is not None:
            handed = [started.handed_at for started in steps_of(simulation, talk)]
            assert all(at <= talk.cancel_at for at in handed)
    assert simulation.conductor.idle
    assert simulation.conductor.status(simulation.now).opened == 0


def test_listeners_that_take_no_more_are_served_again_in_time() -> None:
    engine = Engine(lanes=2)
    talks = crowd(engine, seed=9, talks=150)
    for talk in talks:
        talk.full_s = 1.5
    simulation = Simulation(engine, talks, seed=9).run()
    assert all(talk.done_at is not None for talk in talks)
    assert stalls(simulation) == []


@pytest.mark.parametrize("streams", [1, 2, 5])
def test_an_engine_with_few_places_serves_everyone_in_turn(streams: int) -> None:
    engine = Engine(lanes=2, streams=streams, rtf=0.05)
    talks = crowd(engine, seed=10, talks=150, load=1.2, priorities=(BULK, REPLY, ANNOUNCE, ALERT))
    simulation = Simulation(engine, talks, seed=10).run()
    assert all(talk.done_at is not None for talk in simulation.talks)


def test_an_engine_that_makes_whole_sentences_is_driven_too() -> None:
    engine = Engine(lanes=2, whole=True, rtf=0.05)
    talks = crowd(engine, seed=11, talks=120, load=0.5, priorities=(BULK, REPLY, ALERT))
    simulation = Simulation(engine, talks, seed=11).run()
    assert all(talk.done_at is not None for talk in simulation.talks)
    assert_alerts_start_within_one_step(simulation)


def test_the_same_events_give_the_same_steps() -> None:
    engine = Engine(lanes=3)
    runs = []
    for _ in range(2):
        talks = crowd(engine, seed=12, talks=80, load=1.5, priorities=tuple(Priority))
        simulation = Simulation(engine, talks, seed=12).run()
        runs.append([(started.at, started.plan) for started in simulation.started])
    assert runs[0] == runs[1]


# --- any schedule -----------------------------------------------------------------------------------------

_TALK = st.builds(
    Talk,
    at=st.integers(0, 400).map(lambda hundredths: hundredths / 100),
    seconds=st.lists(st.integers(2, 60).map(lambda tenths: tenths / 10), min_size=1, max_size=3),
    priority=st.sampled_from(Priority),
    starts_after_s=st.sampled_from([0.0, 0.2]),
    cancel_at=st.none() | st.integers(0, 800).map(lambda hundredths: hundredths / 100),
    full_s=st.none() | st.sampled_from([0.5, 1.5, 5.0]),
)
_ENGINE = st.builds(
    Engine,
    lanes=st.integers(1, 4),
    batch=st.sampled_from([1, 1, 1, 4]),
    streams=st.sampled_from([1, 2, 4, 64]),
    rtf=st.sampled_from([0.05, 0.1, 0.5, 2.0]),
    front_s=st.sampled_from([0.0, 0.03, 0.2]),
    overhead_s=st.sampled_from([0.0, 0.012]),
    side_by_side=st.booleans(),
    whole=st.booleans(),
    round_trip_s=st.sampled_from([0.0, 0.001, 0.02]),
)


@given(engine=_ENGINE, talks=st.lists(_TALK, max_size=25), seed=st.integers(0, 9))
@settings(max_examples=100, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
def test_under_any_schedule_the_invariants_hold_and_everyone_is_served(
    engine: Engine, talks: list[Talk], seed: int
) -> None:
    talks = [
        Talk(
            t.at,
            t.seconds,
            t.priority,
            t.starts_after_s,
            max(t.at, t.cancel_at) if t.cancel_at else None,
            t.full_s,
        )
        for t in talks
    ]
    simulation = Simulation(engine, talks, seed=seed).run()
    assert all(talk.cancelled or talk.done_at is not None for talk in talks)
    assert simulation.conductor.idle
    assert simulation.conductor.status(simulation.now).streams == 0
    assert simulation.conductor.status(simulation.now).opened == 0
    if engine.streams == 64 and engine.batch == 1:
        assert_alerts_start_within_one_step(simulation)
