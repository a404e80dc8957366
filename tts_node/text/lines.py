"""Whether a line break ends a segment: list lines and blank lines do, a hard-wrapped line flows on.

A break alone says little, so the lines on both sides are looked at, of the next one no more than a few words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from tts_node.text.characters import BULLETS, unspaced, width

Break = Literal["flow", "line", "paragraph"]

_SHORT_COLUMNS = 24
_SHORT_WORDS = 3
"""Two neighbouring lines of at most so much are a list without bullets: `milk`, `bread`."""
_UNWRAPPED_COLUMNS = 40
"""Nobody wraps prose narrower than this, so a capital after a shorter line begins something new."""
_NUMBER = re.compile(r"\(?(?:\d{1,3}|[A-Za-z])[.)] ")
_MARKER_LENGTH = 6
_COLONS = ":："
_MARKER_MAYBE = re.compile(r"\(?(?:\d{0,3}|[A-Za-z])[.)]?$")


@dataclass(slots=True)
class Line:
    """The line that is being read, in places of the segmenter's buffer."""

    start: int = 0
    """Its first character; before the segment under way when a sentence ended inside the line."""
    listed: bool = False
    """It began with a bullet or a number."""
    in_list: bool = False
    """The break before it ended a segment."""


def list_marker(text: str, at: int, *, final: bool) -> int | None:
    """Length of the bullet or number (blank included) that the line at `at` begins with; None: cannot say
    yet."""
    head = text[at : at + _MARKER_LENGTH + 1]
    if head[:1] in BULLETS and head:
        if len(head) < 2 and not final:
            return None
        return 2 if head[1:2] == " " else 0
    found = _NUMBER.match(head)
    if found is not None:
        return found.end()
    if not final and len(head) < _MARKER_LENGTH and (not head or _MARKER_MAYBE.match(head)):
        return None
    return 0


def break_at(
    text: str, index: int, line: Line, *, begin: int, capitals_begin: bool, final: bool
) -> Break | None:
    """What the line break `text[index]` is; None when more text is needed, never so with `final`.

    `begin` is where the segment under way begins: of a line that began before it only that is known.
    `capitals_begin`: a capital at the start of a line means something (not so where every noun has one).
    """
    if text.startswith("\n\n", index):
        return "paragraph"
    at = index + 1
    if text[at : at + 1] == " ":
        at += 1
    if at >= len(text):
        return "paragraph" if final else None
    before = text[line.start : index] if line.start >= begin else None
    if text[index - 1 : index] and text[index - 1] in _COLONS:
        return "line"
    marker = list_marker(text, at, final=final)
    if marker is None:
        return None
    if marker:
        return "line"
    following = text[at]
    if line.listed:
        indented = at == index + 2
        return "flow" if following.islower() or indented else "line"
    if before is None or not before or before[-1] in ",，、;；—–-":
        return "flow"
    if _short(before):
        if line.in_list:
            return "line"
        seen = text[at : at + _SHORT_COLUMNS + 1]
        ahead, newline, _ = seen.partition("\n")
        if newline or _short(ahead):
            if not newline and not final and len(seen) <= _SHORT_COLUMNS:
                return None
            if _short(ahead):
                return "line"
    begins = (following.isupper() and capitals_begin) or (unspaced(following) and unspaced(before[-1]))
    return "line" if begins and width(before) <= _UNWRAPPED_COLUMNS else "flow"


def _short(line: str) -> bool:
    return width(line) <= _SHORT_COLUMNS and len(line.split()) <= _SHORT_WORDS
