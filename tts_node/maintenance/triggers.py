"""When a job is due, as pure functions of the wall clock.

A time of day means one run for each local date, also on the nights on which clocks change. RFC 5545 (3.3.5)
says how: a local time that does not occur is read with the offset before the gap (02:30 becomes 03:30), and
one that occurs twice is its first occurrence. A rhythm (`interval`, or cron in every hour) follows real time.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, Protocol
from zoneinfo import ZoneInfo

from tts_node.maintenance.cron import Cron

_WIDEST_GAP: Final = timedelta(hours=25)
"""No clock change has been wider than a day (a move across the date line)."""


class Trigger(Protocol):
    """Gives the instants at which something is due. All datetimes are aware and in UTC."""

    def after(self, moment: datetime) -> datetime:
        """The first instant after `moment`."""

    @property
    def is_rhythm(self) -> bool:
        """It counts from whenever it began, so that a new count is as good as the old one."""

    def __str__(self) -> str:
        """For people: `at 03:30`, `every 600 s`, `cron 0 3 * * 1`."""


@dataclass(frozen=True, slots=True)
class Daily:
    """Once for each of `times` on each local date."""

    times: tuple[time, ...]
    zone: ZoneInfo

    def after(self, moment: datetime) -> datetime:
        today = moment.astimezone(self.zone).date()
        # A time in a gap comes later than it is written, so yesterday's may still be to come; and a whole
        # date may be missing (Pacific/Apia had no 30 December 2011).
        days = (today + timedelta(days=offset) for offset in range(-1, 4))
        instants = (_instant(day, at, self.zone) for day in days for at in self.times)
        return min(instant for instant in instants if instant > moment)

    @property
    def is_rhythm(self) -> bool:
        return False

    def __str__(self) -> str:
        return "at " + ", ".join(f"{at:%H:%M}" if not at.second else f"{at:%H:%M:%S}" for at in self.times)


@dataclass(frozen=True, slots=True)
class ByCron:
    """By a cron expression, in a zone."""

    cron: Cron
    zone: ZoneInfo

    def after(self, moment: datetime) -> datetime:
        return self._rhythm(moment) if self.cron.every_hour else self._times(moment)

    @property
    def is_rhythm(self) -> bool:
        return False

    def __str__(self) -> str:
        return f"cron {self.cron.expression}"

    def _times(self, moment: datetime) -> datetime:
        """Times of day. What lies in a gap comes later than it is written, maybe after what follows it."""
        local = _wall(moment, self.zone)
        before = (moment - _WIDEST_GAP).astimezone(self.zone)
        if moment.astimezone(self.zone).utcoffset() != before.utcoffset():
            local -= _WIDEST_GAP
        in_gap: datetime | None = None
        while True:
            local = self.cron.after(local)
            instant = _at(local, self.zone)
            if in_gap is not None and instant - in_gap > _WIDEST_GAP:
                return in_gap
            if instant <= moment:
                continue
            if _wall(instant, self.zone) == local:
                return instant if in_gap is None else min(instant, in_gap)
            in_gap = instant if in_gap is None else min(instant, in_gap)

    def _rhythm(self, moment: datetime) -> datetime:
        """Every fitting wall time in both passes of a repeated hour; those in a gap do not exist."""
        for offset in self._offsets(moment):
            candidate = (self.cron.after((moment + offset).replace(tzinfo=None)) - offset).replace(tzinfo=UTC)
            if candidate.astimezone(self.zone).utcoffset() == offset:
                return candidate
        return self._times(moment)

    def _offsets(self, moment: datetime) -> Iterator[timedelta]:
        """The offset from UTC at `moment`, then others of the next three days."""
        seen: set[timedelta] = set()
        for hour in range(24 * 3):
            offset = (moment + timedelta(hours=hour)).astimezone(self.zone).utcoffset()
            assert offset is not None
            if offset not in seen:
                seen.add(offset)
                yield offset


@dataclass(frozen=True, slots=True)
class Every:
    """Every so many seconds after `start`. Make it with `beginning`."""

    interval_s: float
    start: datetime

    @classmethod
    def beginning(cls, now: datetime, *, interval_s: float, first_s: float) -> Every:
        """The first time `first_s` from now."""
        return cls(interval_s, now + timedelta(seconds=first_s - interval_s))

    def after(self, moment: datetime) -> datetime:
        if moment < self.start:
            # The clock was put back, so the old count means nothing.
            return moment + timedelta(seconds=self.interval_s)
        count = max(1, math.floor((moment - self.start).total_seconds() / self.interval_s) + 1)
        instant = self.start + timedelta(seconds=count * self.interval_s)
        # Rounding may have hit `moment` itself.
        return instant if instant > moment else instant + timedelta(seconds=self.interval_s)

    @property
    def is_rhythm(self) -> bool:
        return True

    def __str__(self) -> str:
        return f"every {self.interval_s:g} s"


def _wall(moment: datetime, zone: ZoneInfo) -> datetime:
    return moment.astimezone(zone).replace(tzinfo=None, fold=0)


def _instant(day: date, at: time, zone: ZoneInfo) -> datetime:
    return _at(datetime.combine(day, at), zone)


def _at(local: datetime, zone: ZoneInfo) -> datetime:
    # fold=0 is RFC 5545's reading of both kinds of night (PEP 495).
    return local.replace(tzinfo=zone, fold=0).astimezone(UTC)
