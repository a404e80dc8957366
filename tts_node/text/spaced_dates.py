"""Dates with blanks behind their dots: `30. 11. 2026`, `2026. 11. 30.`"""

from __future__ import annotations

import re

_BEGUN = re.compile(r"(?<![\w.,:/€$£%-])(?:\d{1,2}|\d{4})$")
_NEARLY_WHOLE = re.compile(r"(?<![\w.,:/€$£%-])\d{1,4}\. \d{1,2}$")
_NEXT_NUMBER = re.compile(r"\d{1,2}\.")
_LONGEST_NEXT = 3


def date_goes_on(before: str, text: str, at: int, *, final: bool) -> bool | None:
    """Whether a dot after `before` is inside such a date, where the digit `text[at]` follows; None when more
    text is needed, never so with `final`."""
    if _NEARLY_WHOLE.search(before):
        return True
    if not _BEGUN.search(before):
        return False
    ahead = text[at : at + _LONGEST_NEXT]
    if len(ahead) < _LONGEST_NEXT and ahead.isdigit() and not final:
        return None
    return _NEXT_NUMBER.match(ahead) is not None
