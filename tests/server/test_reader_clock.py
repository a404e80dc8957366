"""How far a reader is behind, in numbers."""

from __future__ import annotations

from tts_node.server.reader_clock import ReaderClock


def test_sound_that_is_taken_at_once_leaves_the_reader_ahead():
    clock = ReaderClock()
    for _ in range(10):
        clock.offer(5.0)
        clock.accept(1000.0)
    clock.offer(5.0)
    # Ten seconds are there to be played, so the reader is late only ten seconds and the allowance from now.
    assert clock.behind_at(10.0) == 5.0 + 10.0 + 10.0
    assert clock.played_out_at == 15.0


def test_sound_that_comes_late_is_not_the_readers_delay():
    clock = ReaderClock()
    clock.offer(0.0)
    clock.accept(1000.0)
    clock.offer(60.0)
    assert clock.behind_at(10.0) == 70.0


def test_a_reader_at_half_speed_falls_behind_by_half_of_the_time():
    clock, now = ReaderClock(), 0.0
    for _ in range(10):
        clock.offer(now)
        now += 2.0  # it takes two seconds to take one
        clock.accept(1000.0)
    clock.offer(now)
    assert clock.behind_at(0.0) == now  # what was offered only then was not late before
    clock = ReaderClock()
    clock.offer(0.0)
    for second in range(10):
        clock.accept(1000.0)
        clock.offer(float(second))  # all there in time, taken late
    assert clock.behind_at(10.0) == 20.0


def test_after_an_interruption_nothing_is_ahead_any_more():
    clock = ReaderClock()
    clock.drop_ahead(1.0)
    clock.offer(2.0)
    clock.accept(30_000.0)
    clock.drop_ahead(5.0)
    clock.offer(5.0)
    assert clock.behind_at(10.0) == 15.0
    assert ReaderClock().played_out_at == 0.0
