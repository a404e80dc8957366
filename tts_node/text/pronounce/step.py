"""The step of the line that finds pronunciation marks: `Marks`."""

from __future__ import annotations

import re
from typing import Final

from tts_node.text.bcp47 import main_language
from tts_node.text.pronounce.brackets import read_mark
from tts_node.text.pronounced import (
    CLOSE,
    HIDDEN,
    LONGEST_WRITTEN,
    OPEN,
    Aside,
    Pronounced,
    Pronunciation,
    aside,
    mark,
    opened,
    parts,
    plain,
)
from tts_node.text.spans import SpanBuilder, Spans

_PLAIN: Final = re.compile("[^\\[<\U000f0000-\U000fffff]+")


class Marks:
    """Takes text without markup in pieces; brackets that say how something sounds come out as marks.

    Half a mark at the end of what is there waits. An SSML `phoneme` comes as the beginning of a mark, its
    word and the end (`pronounced.opening`): here they become one.
    """

    def __init__(self, asides: frozenset[str] = frozenset(), language: str | None = None) -> None:
        """`asides`: those that the voice knows; others vanish."""
        self._asides = asides
        self._chinese = main_language(language) in ("zh", "cmn")
        self._out = SpanBuilder()
        self._buffer = Spans()
        self._before = ""

    @property
    def waiting(self) -> bool:
        """Half a mark is there: the text has not come to a rest. After a bracket it may have."""
        return bool(self._buffer) and self._buffer.text[-1] != "]"

    @property
    def held(self) -> int:
        """Characters that wait for what follows them."""
        return len(self._buffer)

    def feed(self, spans: Spans) -> Spans:
        """Give what is settled of all that was fed."""
        if spans:
            self._buffer = Spans.join((self._buffer, spans)) if self._buffer else spans
            self._scan(final=False)
        return self._out.take()

    def finish(self) -> Spans:
        """Nothing follows: what is half there is text."""
        self._scan(final=True)
        self._before = ""
        return self._out.take()

    def _scan(self, *, final: bool) -> None:
        text, at = self._buffer.text, 0
        while at < len(text):
            after = self._step(text, at, final)
            if after is None:
                break
            at = after
            self._before = text[at - 1]
        if at:
            self._buffer = self._buffer.slice(at, len(text))

    def _step(self, text: str, at: int, final: bool) -> int | None:
        plain = _PLAIN.match(text, at)
        if plain is not None:
            return self._keep(at, plain.end())
        if text[at] not in "[<":
            return self._read_hidden(text, at, final)
        found = read_mark(text, at, self._before, chinese=self._chinese, final=final)
        if found is None or isinstance(found, int):
            return found if found is None else self._keep(at, found)
        if isinstance(found.said, Pronunciation):
            self._put(mark(found.said), at, found.end)
        elif found.said.lstrip("/") in self._asides:
            self._put(aside(found.said), at, found.end)
        return found.end

    def _keep(self, at: int, end: int) -> int:
        self._out.add_spans(self._buffer.slice(at, end))
        return end

    def _put(self, text: str, at: int, end: int) -> None:
        start, stop = self._buffer.source(at, end)
        self._out.add(text, start, stop, exact=False)

    def _read_hidden(self, text: str, at: int, final: bool) -> int | None:
        """A mark of the step before: whole, or the beginning of one whose word follows."""
        if text[at] != OPEN:
            return at + 1  # the end of a mark that was given up
        run = HIDDEN.match(text, at)
        assert run is not None
        begun, end = opened(run.group()), text.find(CLOSE, at, run.end())
        if begun is not None and end != at + begun[1]:
            whole = next(parts(text[at : end + 1]), None) if end >= 0 else None
            if whole is None or whole.begin:
                return self._read_word(text, at, at + begun[1], begun[0], final)
        for part in parts(text[at : end + 1]):
            if isinstance(part, Pronounced) or (
                isinstance(part, Aside) and part.name.lstrip("/") in self._asides
            ):
                self._put(text[at + part.begin : at + part.end], at + part.begin, at + part.end)
        return end + 1 if end >= 0 else run.end()

    def _read_word(self, text: str, at: int, begin: int, said: Pronunciation, final: bool) -> int | None:
        room = begin + LONGEST_WRITTEN + 2
        end = text.find(CLOSE, begin, room)
        newline = text.find("\n", begin, room)
        if end < 0 and newline < 0 and len(text) < room and not final:
            return None
        if end < 0 or 0 <= newline < end:
            return begin  # too long for a word: it is read as it is written
        word = self._buffer.slice(begin, end)
        inner = word.strip()
        if word.text[:1] == " ":
            self._keep(begin, begin + 1)
        source = (begin, end) if inner else (at, end + 1)
        self._put(mark(said, plain(inner.text)), *source)  # marks do not nest
        if word.text[-1:] == " " and inner:
            self._keep(end - 1, end)
        return end + 1
