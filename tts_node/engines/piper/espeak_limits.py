"""Texts that espeak-ng must not see.

espeak-ng takes letters with dots between them ("U.S.A.") for one abbreviation and copies their bytes into a
buffer of 80, whatever their number (`CheckDottedAbbrev` in its `translateword.c`, up to 1.52). A longer run
writes over the stack: the process dies, at once or later.
"""

from __future__ import annotations

import re
from typing import Final

_MOST_LETTERS: Final = 16
"""Of at most 4 bytes each: safely below 80."""
_DOTTED: Final = re.compile(rf"(?:[^\s.]\s*\.\s*){{{_MOST_LETTERS}}}")


def within_limits(text: str) -> str:
    """`text` as espeak can bear it: in a long run of letters with dots, a dot now and then is a blank.

    The length stays, so that offsets into the one are offsets into the other.
    """
    return _DOTTED.sub(_without_last_dot, text)


def _without_last_dot(run: re.Match[str]) -> str:
    head, _, tail = run[0].rpartition(".")
    return f"{head} {tail}"
