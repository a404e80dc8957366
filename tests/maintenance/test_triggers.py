"""Triggers through whole years, in zones whose clocks change by an hour, by half an hour, and not at all."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from tts_node.maintenance.cron import parse
from tts_node.maintenance.triggers import ByCron, Daily, Every, Trigger

ZONES = ("Europe/Berlin", "America/Los_Angeles", "Australia/Lord_Howe", "UTC")
YEARS = (2024, 2026)


def instants(trigger: Trigger, begin: datetime, end: datetime) -> list[datetime]:
    found, moment = [], begin
    while (moment := trigger.after(moment)) < end:
        found.append(moment)
    return found


def year_of(zone: ZoneInfo, year: int) -> tuple[datetime, datetime]:
    begin, end = (datetime(y, 1, 1, tzinfo=zone).astimezone(UTC) for y in (year, year + 1))
    return begin - timedelta(seconds=1), end


def days_of(year: int) -> list[date]:
    first = date(year, 1, 1)
    return [first + timedelta(days=n) for n in range((date(year + 1, 1, 1) - first).days)]


@pytest.mark.parametrize("year", YEARS)
@pytest.mark.parametrize("zone_name", ZONES)
@pytest.mark.parametrize("at", ["00:00", "01:30", "01:45", "02:00", "02:15", "02:30", "03:00", "03:30"])
def test_a_nightly_job_is_due_exactly_once_on_each_date_of_the_year(
    zone_name: str, year: int, at: str
) -> None:
    zone, hour_minute = ZoneInfo(zone_name), time.fromisoformat(at)
    expression = f"{hour_minute.minute} {hour_minute.hour} * * *"
    for trigger in (Daily((hour_minute,), zone), ByCron(parse(expression), zone)):
        found = instants(trigger, *year_of(zone, year))
        assert [moment.astimezone(zone).date() for moment in found] == days_of(year), str(trigger)
        local = Counter(f"{moment.astimezone(zone):%H:%M}" for moment in found)
        # Only the night of a gap may move it.
        assert local[at] >= len(found) - 1
        assert all(moment.tzinfo is UTC for moment in found)


@pytest.mark.parametrize(
    ("zone_name", "wall", "expected"),
    [
        # Spring: 02:30 does not exist and is read with the offset before the gap.
        ("Europe/Berlin", "2026-03-29 02:30", "2026-03-29T01:30:00+00:00"),
        ("America/Los_Angeles", "2026-03-08 02:30", "2026-03-08T10:30:00+00:00"),
        ("Australia/Lord_Howe", "2026-10-04 02:15", "2026-10-03T15:45:00+00:00"),
        # Autumn: it exists twice and is the first one.
        ("Europe/Berlin", "2026-10-25 02:30", "2026-10-25T00:30:00+00:00"),
        ("America/Los_Angeles", "2026-11-01 01:30", "2026-11-01T08:30:00+00:00"),
        ("Australia/Lord_Howe", "2026-04-05 01:45", "2026-04-04T14:45:00+00:00"),
    ],
)
def test_a_time_in_a_changed_night_is_read_as_rfc_5545_says(zone_name: str, wall: str, expected: str) -> None:
    zone, moment = ZoneInfo(zone_name), datetime.fromisoformat(wall)
    eve = moment.replace(hour=0, minute=0, tzinfo=zone).astimezone(UTC)
    daily = Daily((moment.time(),), zone)
    assert daily.after(eve).isoformat() == expected
    assert ByCron(parse(f"{moment.minute} {moment.hour} * * *"), zone).after(eve).isoformat() == expected


def test_in_the_repeated_hour_a_nightly_job_is_over_for_today() -> None:
    zone = ZoneInfo("Europe/Berlin")
    second_pass = datetime(2026, 10, 25, 2, 10, fold=1, tzinfo=zone).astimezone(UTC)
    for trigger in (Daily((time(2, 30),), zone), ByCron(parse("30 2 * * *"), zone)):
        assert trigger.after(second_pass).astimezone(zone).date() == date(2026, 10, 26)


def test_two_times_of_which_one_moves_out_of_a_gap_come_in_order_and_once() -> None:
    zone = ZoneInfo("Europe/Berlin")
    night = datetime(2026, 3, 29, 0, 0, tzinfo=zone).astimezone(UTC)
    noon = datetime(2026, 3, 29, 12, 0, tzinfo=zone).astimezone(UTC)
    # 02:45 becomes 03:45, after 03:15.
    daily = Daily((time(2, 45), time(3, 15)), zone)
    cron = ByCron(parse("15,45 2,3 * * *"), zone)
    assert [f"{m.astimezone(zone):%H:%M}" for m in instants(daily, night, noon)] == ["03:15", "03:45"]
    assert [f"{m.astimezone(zone):%H:%M}" for m in instants(cron, night, noon)] == ["03:15", "03:45"]


@pytest.mark.parametrize("zone_name", ZONES)
def test_a_rhythm_goes_on_through_both_changes(zone_name: str) -> None:
    zone = ZoneInfo(zone_name)
    begin, end = year_of(zone, 2026)
    quarters = instants(ByCron(parse("*/15 * * * *"), zone), begin, end)
    gaps = {later - earlier for earlier, later in pairwise(quarters)}
    assert gaps == {timedelta(minutes=15)}
    assert len(quarters) == 365 * 96


def test_every_hour_fires_in_both_passes_of_the_repeated_one() -> None:
    zone = ZoneInfo("Europe/Berlin")
    night = datetime(2026, 10, 25, 0, 30, tzinfo=zone).astimezone(UTC)
    found = instants(ByCron(parse("0 * * * *"), zone), night, night + timedelta(hours=4))
    assert [f"{m.astimezone(zone):%H:%M%z}" for m in found] == [
        *("01:00+0200", "02:00+0200", "02:00+0100", "03:00+0100"),
    ]


def test_a_date_that_a_country_left_out_brings_no_second_run() -> None:
    zone = ZoneInfo("Pacific/Apia")  # there was no 30 December 2011
    begin = datetime(2011, 12, 29, 0, 0, tzinfo=zone).astimezone(UTC)
    found = instants(Daily((time(2, 30),), zone), begin, begin + timedelta(days=3))
    assert [m.astimezone(zone).date().day for m in found] == [29, 31, 1]


def test_an_interval_counts_real_time_from_its_beginning() -> None:
    begin = datetime(2026, 3, 29, 0, 0, tzinfo=UTC)
    every = Every.beginning(begin, interval_s=3600.0, first_s=60.0)
    found = instants(every, begin, begin + timedelta(hours=3))
    assert [(moment - begin).total_seconds() for moment in found] == [60.0, 3660.0, 7260.0]


def test_an_interval_whose_beginning_lies_in_the_future_does_not_wait_for_it() -> None:
    begin = datetime(2030, 1, 1, tzinfo=UTC)
    put_back = begin - timedelta(days=1_000)
    assert Every(600.0, begin).after(put_back) == put_back + timedelta(seconds=600)


def test_a_fraction_of_a_second_never_gives_the_same_instant_twice() -> None:
    every, moment = Every(0.1, datetime(2026, 1, 1, tzinfo=UTC)), datetime(2026, 1, 1, 5, 17, tzinfo=UTC)
    for _ in range(500):
        following = every.after(moment)
        assert following > moment
        assert following - moment <= timedelta(seconds=0.2)
        moment = following
