"""What reports of matches write: added time, `90+3'`, and how a team stands, `4-4-2`.

For languages that name these detectors.
"""

from __future__ import annotations

import re

from tts_node.text.read.scan import NO_WORD, Found, Scan, after_digits
from tts_node.text.read.things import Words

_ADDED = re.compile(rf"(45|90|105|120)\+([1-9][0-9]?)['’′]{NO_WORD}")
_FORMATION = re.compile(rf"[1-6](?:-[1-6]){{2,3}}{NO_WORD}(?![.,:/-][0-9])")


@after_digits("+")
def added_time(scan: Scan, at: int) -> Found | None:
    """`90+3'`: the mark of minutes is not said."""
    found = _ADDED.match(scan.text, at)
    if found is None or scan.text_before(at).endswith(("'", "‘", "’")):
        return None
    minute, more = (scan.language.cardinal(int(number)) for number in found.groups())
    return Found(Words(f"{minute} {scan.language.plus} {more}"), found.end())


@after_digits("-")
def formation(scan: Scan, at: int) -> Found | None:
    """`4-4-2`: ten players stand before the keeper; and `1-2-3`, as people count."""
    found = _FORMATION.match(scan.text, at)
    rows = [int(row) for row in found.group().split("-")] if found else []
    counted = rows == list(range(1, len(rows) + 1))
    if found is None or not (sum(rows) == 10 or counted):
        return None
    return Found(Words(" ".join(scan.language.cardinal(row) for row in rows)), found.end())
