"""Plans: late, missed, coalesced; sleeps, and clocks that are set forward and back."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from tts_node.maintenance.cron import parse
from tts_node.maintenance.plan import Due, Plan
from tts_node.maintenance.triggers import ByCron, Daily, Every, Trigger

BERLIN = ZoneInfo("Europe/Berlin")
HOUR = 3600.0


def at(text: str, zone: ZoneInfo = BERLIN) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone).astimezone(UTC)


def nightly(text: str = "03:00") -> Daily:
    return Daily((time.fromisoformat(text),), BERLIN)


def plan(trigger: Trigger, begin: datetime, *, grace_h: float = 6.0, jitter_s: float = 0.0) -> Plan:
    made = Plan(trigger, grace_s=grace_h * HOUR, jitter_s=jitter_s, chance=lambda: 0.5)
    made.begin(begin)
    return made


def test_nothing_is_due_before_its_time_and_each_time_is_told_once() -> None:
    made = plan(nightly(), at("2026-06-01 02:00"))
    assert made.next_at == at("2026-06-01 03:00")
    assert made.look(at("2026-06-01 02:59")) is None
    due = made.look(at("2026-06-01 03:00"))
    assert due == Due(at("2026-06-01 03:00"), 0.0, 0, missed=False)
    assert not due.is_late
    assert made.look(at("2026-06-01 03:00")) is None
    assert made.next_at == at("2026-06-02 03:00")


def test_s01_a_job_that_is_three_seconds_late_runs_and_counts_as_late() -> None:
    made = plan(nightly(), at("2026-06-01 02:00"))
    due = made.look(at("2026-06-01 03:00") + timedelta(seconds=3))
    assert due is not None
    assert (due.late_s, due.is_late, due.missed) == (3.0, True, False)


def test_s01_after_a_sleep_from_0250_to_0710_there_is_one_run() -> None:
    made = plan(nightly(), at("2026-06-01 02:50"))
    due = made.look(at("2026-06-01 07:10"))
    assert due is not None
    assert (due.planned, due.late_s, due.skipped, due.missed) == (
        *(at("2026-06-01 03:00"), 4 * HOUR + 600, 0, False),
    )
    assert made.look(at("2026-06-01 07:10")) is None


def test_s01_four_planned_runs_in_a_sleep_become_one() -> None:
    made = plan(Daily((time(3), time(4), time(5), time(6)), BERLIN), at("2026-06-01 02:50"))
    due = made.look(at("2026-06-01 07:10"))
    assert due is not None
    assert (due.planned, due.skipped, due.late_s) == (at("2026-06-01 06:00"), 3, HOUR + 600)
    assert made.next_at == at("2026-06-02 03:00")


def test_what_is_older_than_its_grace_is_missed_and_the_next_one_is_planned() -> None:
    made = plan(nightly(), at("2026-06-01 02:50"), grace_h=2.0)
    due = made.look(at("2026-06-01 07:10"))
    assert due is not None
    assert due.missed
    assert made.next_at == at("2026-06-02 03:00")


def test_after_three_days_of_sleep_two_are_skipped_and_the_last_is_judged_by_its_own_lateness() -> None:
    made = plan(nightly(), at("2026-06-01 02:50"))
    due = made.look(at("2026-06-03 04:00"))
    assert due is not None
    assert (due.skipped, due.late_s, due.missed) == (2, HOUR, False)


def test_a_rhythm_of_a_second_over_a_night_is_one_run() -> None:
    begin = at("2026-06-01 02:50")
    made = plan(Every(1.0, begin), begin)
    due = made.look(at("2026-06-01 07:10"))
    assert due is not None
    assert due.late_s < 1.0
    assert due.skipped >= 1_000
    assert made.next_at is not None
    assert made.next_at <= at("2026-06-01 07:10") + timedelta(seconds=1)


def test_a_clock_that_was_never_set_before_brings_no_flood() -> None:
    """A machine without a battery begins in 1970, and NTP comes later."""
    begin = datetime(1970, 1, 1, tzinfo=UTC)
    made = plan(nightly(), begin)
    rhythm = plan(Every(60.0, begin), begin)
    now = at("2026-06-01 12:00")
    assert made.look(now) is None
    assert rhythm.look(now) is None
    assert made.next_at == at("2026-06-02 03:00")
    assert rhythm.next_at is not None
    assert rhythm.next_at - now <= timedelta(seconds=60)


def test_a_clock_put_back_by_minutes_does_not_run_a_nightly_job_twice() -> None:
    made = plan(nightly(), at("2026-06-01 02:00"))
    assert made.look(at("2026-06-01 03:00")) is not None
    made.set_back(at("2026-06-01 02:30"))
    assert made.next_at == at("2026-06-02 03:00")


def test_a_clock_put_back_by_a_year_is_believed() -> None:
    made = plan(nightly(), at("2027-06-01 02:00"))
    assert made.look(at("2027-06-01 03:00")) is not None
    made.set_back(at("2026-06-01 02:30"))
    assert made.next_at == at("2026-06-01 03:00")


def test_a_clock_put_back_never_stops_a_rhythm() -> None:
    begin = at("2027-06-01 02:00")
    made = plan(Every(600.0, begin), begin)
    now = at("2026-06-01 02:30")
    made.set_back(now)
    assert made.next_at == now + timedelta(seconds=600)


def test_jitter_delays_and_does_not_count_as_late() -> None:
    made = plan(nightly(), at("2026-06-01 02:00"), jitter_s=600.0)
    assert made.next_at == at("2026-06-01 03:05")
    assert made.look(at("2026-06-01 03:04")) is None
    due = made.look(at("2026-06-01 03:05"))
    assert due == Due(at("2026-06-01 03:00"), 0.0, 0, missed=False)


def test_what_the_node_slept_through_while_it_was_off_is_made_up_for() -> None:
    made = Plan(nightly(), grace_s=6 * HOUR)
    made.begin(at("2026-06-03 07:00"), since=at("2026-06-01 03:00"))
    due = made.look(at("2026-06-03 07:00"))
    assert due is not None
    assert (due.planned, due.skipped) == (at("2026-06-03 03:00"), 1)


def test_what_is_remembered_from_the_future_or_from_long_ago_counts_as_nothing() -> None:
    for since in (at("2027-01-01 00:00"), at("2020-01-01 00:00")):
        made = Plan(nightly(), grace_s=6 * HOUR)
        made.begin(at("2026-06-03 07:00"), since=since)
        assert made.look(at("2026-06-03 07:00")) is None
        assert made.next_at == at("2026-06-04 03:00")


@pytest.mark.parametrize("zone_name", ["Europe/Berlin", "America/Los_Angeles", "Australia/Lord_Howe", "UTC"])
@pytest.mark.parametrize("wall", ["01:45", "02:15", "02:30"])
def test_a_year_with_a_look_each_ten_minutes_has_one_run_for_each_date(zone_name: str, wall: str) -> None:
    zone, hour_minute = ZoneInfo(zone_name), time.fromisoformat(wall)
    begin = datetime(2026, 1, 1, tzinfo=zone).astimezone(UTC)
    end = datetime(2027, 1, 1, tzinfo=zone).astimezone(UTC)
    triggers = (
        Daily((hour_minute,), zone),
        ByCron(parse(f"{hour_minute.minute} {hour_minute.hour} * * *"), zone),
    )
    plans = [plan(trigger, begin - timedelta(seconds=1)) for trigger in triggers]
    runs: list[list[date]] = [[], []]
    now = begin
    while now < end:
        for made, seen in zip(plans, runs, strict=True):
            if (due := made.look(now)) is not None:
                assert due.skipped == 0
                seen.append(due.planned.astimezone(zone).date())
        now += timedelta(minutes=10)
    every_day = [date(2026, 1, 1) + timedelta(days=n) for n in range(365)]
    assert runs == [every_day, every_day]
