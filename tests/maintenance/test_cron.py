"""Cron expressions: what they mean, and what is refused with which words."""

from __future__ import annotations

from datetime import datetime

import pytest

from tts_node.maintenance.cron import parse

START = datetime(2026, 1, 31, 23, 59, 30)  # a Saturday

CASES = [
    ("* * * * *", "2026-02-01 00:00"),
    ("*/15 * * * *", "2026-02-01 00:00"),
    ("7 * * * *", "2026-02-01 00:07"),
    ("30 3 * * *", "2026-02-01 03:30"),
    ("59 23 31 1 *", "2027-01-31 23:59"),
    ("0 8-18/5 * * *", "2026-02-01 08:00"),
    ("0 0 29 2 *", "2028-02-29 00:00"),
    ("0 5 * * mon", "2026-02-02 05:00"),
    ("0 5 * * sun", "2026-02-01 05:00"),
    ("0 5 * * 7", "2026-02-01 05:00"),
    ("0 5 * * 0", "2026-02-01 05:00"),
    ("0 5 * * mon-fri", "2026-02-02 05:00"),
    ("15,45 12 * mar *", "2026-03-01 12:15"),
    # Both kinds of day are restricted: either is enough.
    ("0 5 13 * mon", "2026-02-02 05:00"),
    ("0 5 1 * wed", "2026-02-01 05:00"),
    # A starred one restricts nothing, also with a step (crontab(5)).
    ("0 5 */2 * mon", "2026-02-09 05:00"),
    ("5/20 6 * * *", "2026-02-01 06:05"),
]


@pytest.mark.parametrize(("expression", "expected"), CASES, ids=[case[0] for case in CASES])
def test_the_next_time_is_the_first_that_fits(expression: str, expected: str) -> None:
    assert parse(expression).after(START) == datetime.fromisoformat(expected)


def test_a_time_is_never_its_own_next_and_none_is_left_out() -> None:
    cron = parse("*/20 1,2 * * *")
    moment, seen = START, []
    for _ in range(7):
        moment = cron.after(moment)
        seen.append(f"{moment:%d %H:%M}")
    assert seen == ["01 01:00", "01 01:20", "01 01:40", "01 02:00", "01 02:20", "01 02:40", "02 01:00"]


REFUSED = [
    ("30 3 * *", "has 4 fields; cron has five"),
    ("@daily", "has 1 fields"),
    ("60 3 * * *", "`60` is not from 0 to 59"),
    ("0 24 * * *", "`24` is not from 0 to 23"),
    ("0 0 0 * *", "`0` is not from 1 to 31"),
    ("0 0 * * 8", "`8` is not from 0 to 7"),
    ("0 0 * * noday", "`noday` is not from 0 to 7"),
    ("*/0 * * * *", "`*/0` names nothing"),
    ("30-10 * * * *", "`30-10` names nothing"),
    ("1..5 * * * *", "cannot be read"),
    ("-1 * * * *", "cannot be read"),
    ("0 0 30 2 *", "never comes"),
    ("0 0 31 4,6 *", "never comes"),
]


@pytest.mark.parametrize(("expression", "words"), REFUSED, ids=[case[0] for case in REFUSED])
def test_what_means_nothing_is_refused(expression: str, words: str) -> None:
    with pytest.raises(ValueError) as caught:
        parse(expression)
    assert words in str(caught.value)
