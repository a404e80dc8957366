"""Markdown inside a line: emphasis, code, links. Each decision looks at the letters around it alone.

Emphasis follows CommonMark's rules of flanking, without looking for the other half: a sign that opens is
dropped at once, one that closes only when something is open. `2 * 3`, `a*b*c` and `snake_case` have neither.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tts_node.text.characters import unspaced

_LABEL = re.compile(r"\[((?:[^\[\]\\\n]|\\.|\n(?! *\n)|!?\[[^\[\]\n]{0,200}+\](?:\([^()\s]{0,500}+\))?)*+)\]")
_LABEL_BEGUN = re.compile(
    r"\[(?:[^\[\]\\\n]|\\.|\n(?! *\n)|!?\[[^\[\]\n]{0,200}+\](?:\([^()\s]{0,500}+\))?)*+"
    r"(?:\\|!?\[[^\[\]\n]{0,200}+(?:\](?:\([^()\s]{0,500}+)?)?)?\Z"
)
_LONGEST_LABEL = 600
_SOURCES = re.compile(r"\[[1-9]\d{0,2}(?:, ?[1-9]\d{0,2}){0,5}\](\[[1-9]\d{0,2}\]){0,9}+")
_SOURCES_BEGUN = re.compile(
    r"\[(?:[1-9]\d{0,2}(?:, ?(?:[1-9]\d{0,2})?){0,5})?(?:\](?:\[[1-9]?\d{0,2}\]?){0,9})?"
)
_TARGET = re.compile(
    r"\([ \n]{0,3}(?:<[^<>\n]{0,2000}+>|(?:[^\s()<>\\]|\\.|\([^\s()]{0,500}+\))*+)"
    r"""(?:[ \n]{1,3}(?:"[^"]{0,300}+"|'[^']{0,300}+'|\([^()]{0,300}+\)))?[ \n]{0,3}\)"""
)
_TARGET_BEGUN = re.compile(
    r"\([ \n]{0,3}(?:<[^<>\n]{0,2000}+|(?:<[^<>\n]{0,2000}+>|(?:[^\s()<>\\]|\\.|\([^\s()]{0,500}+\))*+)"
    r"""(?:\\|\([^\s()]{0,500}+|[ \n]{1,3}(?:"[^"]{0,300}+"?|'[^']{0,300}+'?|\([^()]{0,300}+\)?)?)?"""
    r"[ \n]{0,3})\Z"
)
_LONGEST_TARGET = 2048
_LONG_TARGET = re.compile(r"\([^\s()]{1000}")
_REFERENCE = re.compile(r"\[\d{0,4}\]")
_REFERENCE_BEGUN = re.compile(r"\[\d{0,4}\Z")
_SPELLED = re.compile(r"\[\[[^\[\]\n]{1,200}\]\]")
_SPELLED_BEGUN = re.compile(r"\[\[[^\[\]\n]{0,200}+\]?\Z")


@dataclass(frozen=True, slots=True)
class Link:
    """Its words are from `begin` to `end`, what follows is at `after`; `open`: the address goes on there."""

    begin: int
    end: int
    after: int
    open: bool = False


def read_bracket(text: str, at: int, *, final: bool) -> Link | int | None:
    """What the `[` at `at` begins. An integer: up to there it is text as it is. None: more is needed."""
    label = _LABEL.match(text, at, at + _LONGEST_LABEL)
    if label is None:
        short = len(text) - at < _LONGEST_LABEL
        return None if short and not final and _LABEL_BEGUN.match(text, at) else _spelled(text, at, final)
    end = label.end()
    note = label[1].startswith("^") and " " not in label[1]
    if end >= len(text) and not final:
        return None
    if note:
        return Link(end - 1, end - 1, end)
    if text.startswith("(", end):
        target = _TARGET.match(text, end, end + _LONGEST_TARGET)
        if target is not None:
            return Link(at + 1, end - 1, target.end())
        if len(text) - end < _LONGEST_TARGET:
            if not final and _TARGET_BEGUN.match(text, end):
                return None
        elif _LONG_TARGET.match(text, end):
            return Link(at + 1, end - 1, end + 1000, open=True)
    elif text.startswith("[", end):
        reference = _REFERENCE.match(text, end)
        if reference is not None:
            return Link(at + 1, end - 1, reference.end())
        if not final and _REFERENCE_BEGUN.match(text, end):
            return None
    return _spelled(text, at, final)


def read_citation(text: str, at: int, before: str, *, final: bool) -> int | None:
    """Where the marks of sources at `at` end, `[1][2]`; `at` where there are none. None: more is needed.

    One alone is glued to a word or mark (`before`: the two letters before it) that is no array's name.
    """
    if not final and _SOURCES_BEGUN.fullmatch(text, at):
        return None
    found = _SOURCES.match(text, at)
    if found is None:
        return at
    several = found[1] is not None
    word = before[-1:].isalpha() and (before[:1].isalnum() or unspaced(before[-1:]))
    glued = word or before[-1:] in (*'.,;:!?)"”’%°。，！？；：）”】', "]")
    return found.end() if (glued or several) and not text.startswith(("(", ":"), found.end()) else at


def _spelled(text: str, at: int, final: bool) -> int | None:
    """`[[…]]` holds phonemes, whose signs are none of ours; another bracket is one letter of the text."""
    found = _SPELLED.match(text, at)
    if found is not None:
        return found.end()
    return None if not final and _SPELLED_BEGUN.match(text, at) else at + 1


class Emphasis:
    """Which signs of emphasis are open."""

    def __init__(self) -> None:
        self._open: set[tuple[str, int]] = set()

    def clear(self) -> None:
        """A paragraph ends: nothing is open any more."""
        self._open.clear()

    def takes(self, sign: str, count: int, before: str, after: str) -> bool:
        """Whether a run of `count` signs between the letters `before` and `after` (empty: none) is
        emphasis."""
        if count > 3 or before == sign or (sign in "~=" and count != 2):
            return False
        kinds = [(sign, 1), (sign, 2)] if count == 3 else [(sign, count)]
        blank_before, blank_after = not before.strip(), not after.strip()
        inside = sign == "_" and after.isalnum()
        if not blank_before and not inside and all(kind in self._open for kind in kinds):
            self._open.difference_update(kinds)
            return True
        if blank_after or after in ")]}.,;:!?":
            return False
        if sign == "=":
            apart = not before.isalnum() and after.isalpha()
        elif count == 1 or sign == "_":
            apart = not before.isalnum() or (sign == "*" and (unspaced(before) or unspaced(after)))
        else:
            apart = not (before.isdigit() and after.isdigit())
        if apart:
            self._open.update(kinds)
        return apart
