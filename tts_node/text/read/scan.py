"""One sentence under the eyes of the detectors, from left to right.

A detector looks at one place where something could begin and gives what it found there, or None. All of them
see a bounded number of characters, so a sentence costs time in proportion to its length.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from tts_node.text.read.things import Thing
from tts_node.text.spans import SpanBuilder, Spans

if TYPE_CHECKING:
    from tts_node.text.read.language import Language

UNSPACED = (
    "\u2e80-\u3007\u3040-\u30ff\u3105-\u312f\u31f0-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
"""Characters of writing without spaces, for a character class: each is a word of its own here."""
LETTER = rf"[^\W\d_{UNSPACED}]"
WORD = rf"[^\W{UNSPACED}]"
"""A letter, digit or underscore of writing with spaces."""
NO_WORD = rf"(?!{WORD})"
"""Right edge: what was matched is not the beginning of a longer word."""

_REACH = 40
"""How far a detector looks for the word before or after."""
_WORD_CHAR = re.compile(WORD)
_NEEDS_BLANK = frozenset(",;:.!?")
"""Signs that words do not follow without a blank, as numbers do: `temp:-5`."""
_TOKEN = re.compile(rf"{WORD}+|.", re.DOTALL)
_MODEL_TAIL = re.compile(rf"(?:[-–]{WORD}{{1,20}}){{1,5}}")
_WORD_BEFORE = re.compile(rf"({LETTER}+(?:['’]{LETTER}+)?)[.]?[ \-:#(]{{0,2}}$")
_WORD_AFTER = re.compile(rf"[ \-]?({LETTER}+)")


@dataclass(frozen=True, slots=True)
class Found:
    """A thing that ends before `end`."""

    thing: Thing
    end: int


class Scan:
    """A sentence with the language that reads it."""

    def __init__(self, text: str, language: Language) -> None:
        self.text = text
        self.language = language
        self.last: Found | None = None
        """What was found and said last; its `end` tells whether it stands right before a place."""

    @cached_property
    def words(self) -> frozenset[str]:
        """All words of the sentence in lower case, for what needs proof by the company it keeps."""
        return frozenset(re.findall(rf"{LETTER}+", self.text.lower()))

    def joined_before(self, at: int) -> bool:
        """Whether a word or number goes on into `at`, so that nothing begins there."""
        return at > 0 and _WORD_CHAR.match(self.text, at - 1) is not None

    def word_before(self, at: int) -> str:
        """The word that ends before `at` (at most a dot, blank, hyphen or colon between), or `""`."""
        found = _WORD_BEFORE.search(self.text_before(at))
        return found.group(1) if found else ""

    def text_before(self, at: int) -> str:
        """As much of the text before `at` as a detector may look at."""
        return self.text[max(0, at - _REACH) : at]

    def ends_clause(self, at: int) -> bool:
        """Whether a clause or the text ends at `at`."""
        return at >= len(self.text) or self.text[at] in ",.;:!?)]…。，；！？）"

    def word_after(self, at: int) -> str:
        """The word that begins at `at` or after one blank or hyphen, or `""`."""
        found = _WORD_AFTER.match(self.text, at, at + _REACH)
        return found.group(1) if found else ""


Detector = Callable[[Scan, int], Found | None]


@dataclass(frozen=True, slots=True)
class Detectors:
    """What is tried where: the first that finds something wins."""

    at_digit: Sequence[Detector]
    at_letter: Sequence[Detector]
    at_sign: Sequence[Detector]

    def before(self, other: Detectors) -> Detectors:
        """These first, then those of `other`."""
        return Detectors(
            (*self.at_digit, *other.at_digit),
            (*self.at_letter, *other.at_letter),
            (*self.at_sign, *other.at_sign),
        )


def read(spans: Spans, language: Language, detectors: Detectors) -> Spans:
    """The sentence with everything replaced that a detector finds and the language has words for."""
    text = spans.text
    scan, builder, done, at, tail = Scan(text, language), SpanBuilder(), 0, 0, ""
    while at < len(text):
        spoken = _spoken_at(scan, at, detectors)
        if spoken is None:
            at = _past_token(text, at)
            continue
        words, stop = spoken
        if done < at:
            builder.add_spans(spans.slice(done, at))
            tail = text[at - 1]
        before = " " if words[0].isalnum() and (tail.isalnum() or tail in _NEEDS_BLANK) else ""
        after = " " if words[-1].isalnum() and _WORD_CHAR.match(text, stop) else ""
        start, end = spans.source(at, stop)
        builder.add(before + words + after, start, end, exact=False)
        done, at, tail = stop, stop, (words + after)[-1]
    if not done:
        return spans
    builder.add_spans(spans.slice(done, len(text)))
    return builder.take()


def _spoken_at(scan: Scan, at: int, detectors: Detectors) -> tuple[str, int] | None:
    """The words of what begins at `at`, and where it ends."""
    char = scan.text[at]
    if char == " ":
        return None
    if "0" <= char <= "9":
        chosen = detectors.at_digit
    elif char.isalpha():
        chosen = detectors.at_letter
    else:
        chosen = detectors.at_sign
    for detector in chosen:
        found = detector(scan, at)
        if found is not None and (words := scan.language.say(found.thing)):
            scan.last = found
            return words, found.end
    return None


def _past_token(text: str, at: int) -> int:
    """Past a word nothing was found in; a name with digits after hyphens is one (`WH-1000XM4`)."""
    token = _TOKEN.match(text, at)
    if token is None:
        return at + 1
    end = token.end()
    if text[at].isalpha():
        tail = _MODEL_TAIL.match(text, end)
        if tail is not None and any(char.isdigit() for char in tail.group()):
            return tail.end()
    return end
