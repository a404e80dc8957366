"""The two clocks, and where the time zone comes from."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo

import pytest

from tests.maintenance.simulated import SimulatedClock
from tts_node.errors import ConfigError
from tts_node.maintenance.clock import JumpWatch, SystemClock, time_zone


def test_a_jump_is_told_once_and_by_its_size() -> None:
    clock = SimulatedClock(datetime(2026, 6, 1, tzinfo=UTC))
    watch = JumpWatch(clock)
    clock.pass_time(3_600.0)
    assert watch.jumped_s() == 0.0
    clock.sleep(600.0)
    clock.pass_time(15.0)
    assert watch.jumped_s() == pytest.approx(600.0)
    assert watch.jumped_s() == 0.0
    clock.sleep(-86_400.0)
    assert watch.jumped_s() == pytest.approx(-86_400.0)


def test_slow_drift_never_adds_up_to_a_jump() -> None:
    clock = SimulatedClock(datetime(2026, 6, 1, tzinfo=UTC))
    watch = JumpWatch(clock)
    for _ in range(100):
        clock.sleep(0.5)
        clock.pass_time(15.0)
        assert watch.jumped_s() == 0.0


def test_the_machines_own_clocks_do_not_jump_by_themselves() -> None:
    clock = SystemClock()
    assert clock.now().tzinfo is UTC
    assert JumpWatch(clock).jumped_s() == 0.0


def test_the_configured_zone_goes_before_the_systems() -> None:
    zone, told = time_zone("Europe/Berlin", lambda: ZoneInfo("Asia/Tokyo"))
    assert (zone.key, told) == (
        "Europe/Berlin",
        "jobs run by the time zone Europe/Berlin (from the configuration)",
    )
    zone, told = time_zone(None, lambda: ZoneInfo("Asia/Tokyo"))
    assert (zone.key, told) == ("Asia/Tokyo", "jobs run by the time zone Asia/Tokyo (the system's)")


def test_a_system_without_a_zone_counts_as_utc_and_says_so() -> None:
    def broken() -> tzinfo:
        raise ValueError("/etc/timezone and /etc/localtime do not agree")

    for system in (broken, lambda: UTC):
        zone, told = time_zone(None, system)
        assert zone.key == "UTC"
        assert "UTC" in told
    assert "do not agree" in time_zone(None, broken)[1]


def test_a_zone_that_is_not_there_is_a_configuration_error() -> None:
    for name in ("Europe/Berlim", "../etc/passwd", ""):
        with pytest.raises(ConfigError, match="there is no time zone"):
            time_zone(name)
