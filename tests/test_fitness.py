"""When a node counts as unable to do its job."""

from __future__ import annotations

import pytest

from tts_node.fitness import Fitness


class Engines:
    def __init__(self) -> None:
        self.able = True
        self.now = 100.0

    def fitness(self, patience_s: float | None) -> Fitness:
        return Fitness(lambda: self.able, patience_s=patience_s, clock=lambda: self.now)


def test_it_is_unfit_only_after_its_patience() -> None:
    engines = Engines()
    fitness = engines.fitness(60.0)
    engines.able = False
    engines.now += 60.0
    assert fitness.look() is None
    engines.now += 1.0
    assert fitness.look() == "no engine has been able to speak for 61 s"


def test_the_time_begins_anew_when_an_engine_was_able_in_between() -> None:
    engines = Engines()
    fitness = engines.fitness(60.0)
    for _ in range(10):
        for able in (False, True):
            engines.able = able
            engines.now += 59.0
            assert fitness.look() is None


@pytest.mark.parametrize("hours", [1, 1_000])
def test_without_a_limit_it_is_never_given_up(hours: int) -> None:
    engines = Engines()
    fitness = engines.fitness(None)
    engines.able = False
    engines.now += hours * 3_600
    assert fitness.look() is None
