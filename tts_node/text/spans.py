"""Text that remembers where it came from: every piece knows its place in what the client sent.

All offsets are Unicode code points. A step of the line takes `Spans` and gives `Spans`; none of them changes
the client's offsets, so whatever the steps did, a place in the spoken text leads back to the client's own
letters.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text and the part `start` to `end` of the client's text that it stands for."""

    text: str
    start: int
    end: int
    exact: bool = True
    """Character `i` stands for the client's character `start + i`. Otherwise all of it stands for all of
    that."""


class Spans:
    """A sequence of spans in the client's order, read as one text. Never changed once made."""

    __slots__ = ("_begins", "spans", "text")

    def __init__(self, spans: Iterable[Span] = ()) -> None:
        self.spans: tuple[Span, ...] = tuple(span for span in spans if span.text)
        self.text: str = "".join([span.text for span in self.spans])
        begins, length = [], 0
        for span in self.spans:
            begins.append(length)
            length += len(span.text)
        self._begins = begins

    @classmethod
    def of(cls, text: str, start: int = 0) -> Spans:
        """The client's own text, whose first character is the client's character `start`."""
        return cls((Span(text, start, start + len(text)),))

    @classmethod
    def join(cls, parts: Iterable[Spans]) -> Spans:
        """One after the other; neighbours that were one span become one again. Linear in all spans."""
        builder = SpanBuilder()
        for part in parts:
            for span in part.spans:
                builder.add(span.text, span.start, span.end, exact=span.exact)
        return builder.take()

    def __len__(self) -> int:
        return len(self.text)

    def __iter__(self) -> Iterator[Span]:
        return iter(self.spans)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spans) and self.spans == other.spans

    def __hash__(self) -> int:
        return hash(self.spans)

    def __repr__(self) -> str:
        return f"Spans({list(self.spans)!r})"

    def slice(self, begin: int, end: int) -> Spans:
        """The characters `begin` to `end` of the spoken text. A cut replacement keeps its whole source."""
        begin, end = max(begin, 0), min(end, len(self.text))
        if begin >= end:
            return Spans()
        if begin == 0 and end == len(self.text):
            return self
        cut = []
        for index in range(self._index(begin), len(self.spans)):
            span, at = self.spans[index], self._begins[index]
            if at >= end:
                break
            low, high = max(begin - at, 0), min(end - at, len(span.text))
            if span.exact:
                cut.append(Span(span.text[low:high], span.start + low, span.start + high))
            else:
                cut.append(Span(span.text[low:high], span.start, span.end, exact=False))
        return Spans(cut)

    def strip(self) -> Spans:
        """Without white space at both ends."""
        begin = len(self.text) - len(self.text.lstrip())
        return self.slice(begin, len(self.text.rstrip()))

    def source_start(self, offset: int) -> int:
        """Where in the client's text the spoken character at `offset` begins; past the end: where the last
        ends."""
        if offset >= len(self.text):
            return self.spans[-1].end if self.spans else 0
        index = self._index(max(offset, 0))
        span = self.spans[index]
        return span.start + (max(offset, 0) - self._begins[index]) if span.exact else span.start

    def source_end(self, offset: int) -> int:
        """Where in the client's text what is spoken before `offset` ends (`offset` as the end of a range)."""
        if offset <= 0:
            return self.spans[0].start if self.spans else 0
        index = self._index(min(offset, len(self.text)) - 1)
        span = self.spans[index]
        return span.start + (min(offset, len(self.text)) - self._begins[index]) if span.exact else span.end

    def source(self, begin: int, end: int) -> tuple[int, int]:
        """The part of the client's text that the spoken characters `begin` to `end` stand for."""
        start = self.source_start(begin)
        return start, max(start, self.source_end(end))

    def _index(self, offset: int) -> int:
        return bisect_right(self._begins, offset) - 1


def offset_of(spans: Spans, place: int) -> int:
    """The first spoken character that does not begin before the client's `place`."""
    low, high = 0, len(spans)
    while low < high:
        middle = (low + high) // 2
        if spans.source_start(middle) < place:
            low = middle + 1
        else:
            high = middle
    return low


def word_at(spans: Spans, place: int) -> int:
    """As `offset_of`; the first of those that stand for the client's `place`, where that is inside of what
    they stand for.
    """
    offset = offset_of(spans, place)
    if offset and spans.source_end(offset) > place:
        offset = offset_of(spans, spans.source_start(offset - 1))
    return offset


class SpanBuilder:
    """Collects pieces in order and melts exact neighbours into one span."""

    __slots__ = ("_end", "_exact", "_parts", "_spans", "_start")

    def __init__(self) -> None:
        self._spans: list[Span] = []
        self._parts: list[str] = []
        self._start = self._end = 0
        self._exact = True

    def add(self, text: str, start: int, end: int, *, exact: bool = True) -> None:
        """Append `text`, which stands for the client's `start` to `end`."""
        if not text:
            return
        if not (self._parts and exact and self._exact and start == self._end):
            self._close()
            self._start, self._exact = start, exact
        self._parts.append(text)
        self._end = end

    def add_spans(self, spans: Spans) -> None:
        for span in spans.spans:
            self.add(span.text, span.start, span.end, exact=span.exact)

    def take(self) -> Spans:
        """All that was added since the last `take`."""
        self._close()
        spans, self._spans = Spans(self._spans), []
        return spans

    def _close(self) -> None:
        if self._parts:
            self._spans.append(Span("".join(self._parts), self._start, self._end, self._exact))
            self._parts = []
