"""Time, twice: the wall's, which people mean and which jumps, and the monotonic one, which only ever goes on.

Jobs are due by the wall clock. Whoever waits does so by the monotonic clock, which stands still while the
machine sleeps and knows nothing of NTP; so the two are compared, and where they have drifted apart, somebody
has to look again at what is due.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, tzinfo
from typing import Final, Protocol
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import tzlocal

from tts_node.errors import ConfigError

JUMP_S: Final = 2.0
"""Less than this is NTP at work (it slews by at most 500 ppm) or a timer that came late."""


class Clock(Protocol):
    """Both clocks."""

    def now(self) -> datetime:
        """The wall's time, in UTC."""

    def monotonic(self) -> float:
        """Seconds since whenever."""


class SystemClock:
    """The machine's own clocks."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()


class JumpWatch:
    """Tells by how much the wall clock was moved against the monotonic one."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._offset_s = self._offset()

    def jumped_s(self) -> float:
        """Seconds since the last call: positive after a sleep or when the clock was put forward, negative
        when it was put back, 0.0 when it ran as it should.
        """
        offset_s = self._offset()
        jump_s = offset_s - self._offset_s
        # Always taken over, so that slow drift never adds up to a jump.
        self._offset_s = offset_s
        return jump_s if abs(jump_s) >= JUMP_S else 0.0

    def _offset(self) -> float:
        return self._clock.now().timestamp() - self._clock.monotonic()


def time_zone(name: str | None, system: Callable[[], tzinfo] = tzlocal.get_localzone) -> tuple[ZoneInfo, str]:
    """The IANA zone called so, else the system's, else UTC; and a sentence for the log where it comes from.

    Raises `ConfigError` for a name that this machine does not know.
    """
    if name is not None:
        return named_zone(name), f"jobs run by the time zone {name} (from the configuration)"
    try:
        found = str(system())
        return named_zone(found), f"jobs run by the time zone {found} (the system's)"
    except (ConfigError, ZoneInfoNotFoundError, ValueError, OSError, LookupError) as error:
        return ZoneInfo("UTC"), (
            f"jobs run by UTC, since the system's time zone cannot be found ({error}); "
            "`maintenance.time_zone` names one"
        )


def named_zone(name: str) -> ZoneInfo:
    """Raises `ConfigError`."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ConfigError(f"there is no time zone `{name}`; write one such as Europe/Berlin") from None
