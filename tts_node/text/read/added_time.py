"""A minute of added time in a match: `90+3'`."""

from __future__ import annotations

import re

from tts_node.text.read.scan import NO_WORD, Found, Scan, after_digits
from tts_node.text.read.things import Words

_ADDED = re.compile(rf"(45|90|105|120)\+([1-9][0-9]?)['’′]{NO_WORD}")


@after_digits("+")
def added_time(scan: Scan, at: int) -> Found | None:
    """The mark of minutes is not said; for languages that name this detector."""
    found = _ADDED.match(scan.text, at)
    if found is None or scan.text_before(at).endswith(("'", "‘", "’")):
        return None
    minute, more = (scan.language.cardinal(int(number)) for number in found.groups())
    return Found(Words(f"{minute} {scan.language.plus} {more}"), found.end())
