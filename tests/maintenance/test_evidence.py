"""What figures over time say."""

from __future__ import annotations

import random

import pytest

from tts_node.maintenance.evidence import Alarm, Window, theil_sen


def test_a_line_has_its_own_slope() -> None:
    assert theil_sen([(x, 3.0 * x + 1.0) for x in range(10)]) == pytest.approx(3.0)


def test_wild_points_do_not_bend_the_slope() -> None:
    chance = random.Random(1)
    points = [(float(x), 2.0 * x + (500.0 * chance.random() if x % 4 == 0 else 0.0)) for x in range(40)]
    assert theil_sen(points) == pytest.approx(2.0, abs=0.3)


def test_one_point_or_one_moment_has_no_slope() -> None:
    assert theil_sen([(1.0, 2.0)]) is None
    assert theil_sen([(1.0, 2.0), (1.0, 9.0)]) is None


def test_a_window_forgets_what_is_old_and_thins_out_what_is_much() -> None:
    window = Window(100.0, most=20)
    for second in range(1000):
        window.add(float(second), second * 2.0)
    assert len(window) <= 30
    assert window.slope_per_h() == pytest.approx(7200.0)
    window.clear()
    assert len(window) == 0


def test_a_window_says_nothing_before_it_knows_enough() -> None:
    window = Window(100.0)
    for second in range(5):
        window.add(second * 20.0, 1.0)
    assert window.slope_per_h() is None, "too few points"
    window = Window(100.0)
    for second in range(20):
        window.add(float(second), 1.0)
    assert window.slope_per_h() is None, "too short a time"


def test_an_alarm_needs_several_looks_and_does_not_flutter() -> None:
    alarm = Alarm(3)
    assert [alarm.look(p) for p in (1.0, 1.2, 0.5, 1.0, 1.0)] == [False] * 5
    assert alarm.look(1.1)
    assert alarm.look(0.95), "between 0.9 and 1 it stays"
    assert not alarm.look(0.85)
    assert not alarm.look(0.95)
    assert not alarm.look(1.0), "it needs several again"
