"""What a line of Markdown begins with: heading, bullet, number, quote, row, rule, fence, note.

The forms are those of CommonMark (0.31) and GitHub's tables, task lists and footnotes; where they would eat
what people write (`#1`, `-5 °C`, `> 30 °C`, `3. Mai`) people win.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "text", "heading", "item", "number", "quote", "row", "table rule", "rule", "fence", "definition"
]

_WINDOW = 240
"""Of a line's beginning no more is looked at."""
_HEADING = re.compile(r"#{1,6} +")
_BULLET = re.compile(r"(?:(?:[-*–]|\+(?= \D)) +|[•‣◦▪] *)(?:\[[ xX]\] +)?")
_TASK = re.compile(r"\[[ xX]\] +(?=\S)")
_ROMAN = re.compile(r"\(?(?:i{1,3}|iv|vi{1,3}|ix)[.)] +(?=[^\W\d_]{2}|\*\*|[A-Z] )(?![^\W\d_]{1,3}\.)")
_NUMBER = re.compile(r"\d{1,3}[.)] +")
_QUOTE = re.compile(r"> ?(?! *\d)")
_RULE = re.compile(r"([-*_=])(?: {0,2}\1){2,}+ *(?=\n|\Z)")
_TABLE_RULE = re.compile(r"(?=[^\n|]*\|)(?=[^\n-]*-)[|:\- ]{3,}+(?=\n|\Z)")
_ROW = re.compile(r"\|(?!\|) *")
_FENCE = re.compile(r"(`{3,}+|~{3,}+)[^`\n]{0,100}(?=\n|\Z)")
_NOTE = re.compile(r"\[\^[^\]\s]{1,60}\]: *")
_DEFINITION = re.compile(r"\[[^\]\n^][^\]\n]{0,60}\]: *<?(?:https?:|mailto:|www\.|[/#.])")
_BEGUN = re.compile(
    r"(?:#{1,6} *"
    r"|[-*•‣◦▪–+] *(?:\[(?:[ xX](?:\] *)?)?)?"
    r"|[-*_= ]+"
    r"|\d{1,3}(?:[.)](?: +(?:\*{0,2}))?)?"
    r"|\(?[iv]{0,4}x?(?:[.)] *(?:\*{0,2}|[^\W\d_]{1,4}))?"
    r"|> *"
    r"|[|:\- ]+"
    r"|(?:`+|~+)[^`\n]{0,100}"
    r"|\[(?:\^?[^\]\s\n]?[^\]\n]{0,60}(?:\](?:: *<?[a-z.]{0,8}| +)?)?)?"
    r")\Z"
)


@dataclass(frozen=True, slots=True)
class Opening:
    """How a line begins: `length` characters are no words. `fence`: what has to close it."""

    kind: Kind
    length: int = 0
    fence: str = ""


_TEXT = Opening("text")


def opening(text: str, at: int, *, final: bool) -> Opening | None:
    """What the line whose first character (after blanks) is `text[at]` begins with; None: more is needed."""
    window = text[at : at + _WINDOW]
    if window[:1].isalpha() and window[0] not in "iv":
        return _TEXT
    if not final and len(window) < _WINDOW and _BEGUN.match(window):
        return None
    if (found := _TABLE_RULE.match(window)) is not None:
        return Opening("table rule", found.end())
    if (found := _RULE.match(window)) is not None:
        return Opening("rule", found.end())
    if (found := _FENCE.match(window)) is not None:
        return Opening("fence", found.end(), found[1])
    for kind, pattern in _FORMS:
        if (found := pattern.match(window)) is not None:
            return Opening(kind, found.end())
    return _TEXT


def strongly_begun(text: str, at: int) -> bool:
    """Whether bold text begins at `at`: after a number it says that the number is a list's."""
    return text.startswith("**", at)


_FORMS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("heading", _HEADING),
    ("item", _BULLET),
    ("item", _TASK),
    ("item", _ROMAN),
    ("number", _NUMBER),
    ("quote", _QUOTE),
    ("row", _ROW),
    ("item", _NOTE),
    ("definition", _DEFINITION),
)
