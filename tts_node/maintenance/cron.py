"""Cron expressions of five fields (minute, hour, day of month, month, day of week), as crontab(5) has them.

Pure arithmetic on wall times without a zone. `*`, `5`, `1-5`, `*/15`, `8-18/2`, lists of these, and English
names of months and days (`mon-fri`). Sunday is 0 and 7. Where both kinds of day are restricted, either fits.
"""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

_MONTHS: Final = {name.lower(): number for number, name in enumerate(calendar.month_abbr) if name}
_DAYS: Final = {"sun": 0, "mon": 1, "tue": 2, "wed": 3, "thu": 4, "fri": 5, "sat": 6}
_PART: Final = re.compile(r"(?:(\*)|(\w+)(?:-(\w+))?)(?:/(\d+))?")
_YEARS: Final = 9
"""29 February may be eight years away (1896 to 1904); what has not come by then never comes."""


@dataclass(frozen=True, slots=True)
class Cron:
    """A parsed expression. Make it with `parse`."""

    expression: str
    minutes: tuple[int, ...]
    hours: tuple[int, ...]
    days: frozenset[int]
    months: frozenset[int]
    weekdays: frozenset[int]
    """0 is Sunday."""
    either_day: bool
    """Day of month and day of week are both restricted, and one of them is enough."""

    @property
    def every_hour(self) -> bool:
        """It fires in each hour of the day, so it means a rhythm and not a time of day."""
        return len(self.hours) == 24

    def after(self, moment: datetime) -> datetime:
        """The first fitting wall time after `moment` (both without a zone)."""
        day = moment.replace(hour=0, minute=0, second=0, microsecond=0)
        end = day + timedelta(days=366 * _YEARS)
        while day < end:
            if day.month not in self.months:
                day = _next_month(day)
                continue
            if self._fits(day):
                for hour in self.hours:
                    if day.date() == moment.date() and hour < moment.hour:
                        continue
                    for minute in self.minutes:
                        time = day.replace(hour=hour, minute=minute)
                        if time > moment:
                            return time
            day += timedelta(days=1)
        raise ValueError(f"`{self.expression}` never comes")

    def _fits(self, day: datetime) -> bool:
        by_month, by_week = day.day in self.days, day.isoweekday() % 7 in self.weekdays
        return by_month or by_week if self.either_day else by_month and by_week


def parse(expression: str) -> Cron:
    """Raises `ValueError` with a sentence."""
    fields = expression.split()
    if len(fields) != 5:
        raise ValueError(
            f"`{expression}` has {len(fields)} fields; cron has five: minute, hour, day of month, month, "
            "day of week"
        )
    minute, hour, day, month, weekday = fields
    parsed = Cron(
        expression=" ".join(fields),
        minutes=tuple(sorted(_field(minute, 0, 59))),
        hours=tuple(sorted(_field(hour, 0, 23))),
        days=frozenset(_field(day, 1, 31)),
        months=frozenset(_field(month, 1, 12, _MONTHS)),
        weekdays=frozenset(number % 7 for number in _field(weekday, 0, 7, _DAYS)),
        either_day=not day.startswith("*") and not weekday.startswith("*"),
    )
    # 30 February: better told now than never fired.
    parsed.after(datetime(2023, 3, 1))
    return parsed


def _field(text: str, low: int, high: int, names: dict[str, int] | None = None) -> set[int]:
    values: set[int] = set()
    for part in text.split(","):
        match = _PART.fullmatch(part.lower())
        if match is None:
            raise ValueError(f"`{part}` cannot be read; write `*`, 5, 1-5 or */15")
        star, first, last, step = match.groups()
        if star:
            begin, end = low, high
        else:
            begin = _number(first, low, high, names)
            end = _number(last, low, high, names) if last else high if step else begin
        if step == "0" or end < begin:
            raise ValueError(f"`{part}` names nothing")
        values.update(range(begin, end + 1, int(step or 1)))
    return values


def _number(text: str, low: int, high: int, names: dict[str, int] | None) -> int:
    if names is not None and text in names:
        return names[text]
    if not text.isdecimal() or not low <= int(text) <= high:
        raise ValueError(f"`{text}` is not from {low} to {high}")
    return int(text)


def _next_month(day: datetime) -> datetime:
    return day.replace(year=day.year + day.month // 12, month=day.month % 12 + 1, day=1)
