"""Cuts text that arrives in pieces into segments, about one sentence each.

However the text was cut into pieces, the segments are the same: every decision is a function of the letters
around it, and one that would need a letter that is not there yet waits for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from tts_node.text.characters import BULLETS, speakable, unspaced
from tts_node.text.cut import best_cut
from tts_node.text.lines import Line, break_at, list_marker
from tts_node.text.pronounced import marked
from tts_node.text.sentence_language import SentenceLanguage
from tts_node.text.sentences import END_MARKS, NOT_AN_END, SentenceEnds
from tts_node.text.signs import has_sign
from tts_node.text.spans import Span, SpanBuilder, Spans

Gap = Literal["sentence", "line", "paragraph", "clause", "forced", "end"]
"""What ended a segment, and so how long the pause after it is: `clause` at a comma or the like and `forced`
between two words because the sentence was too long or goes on in another manner, `end` because the text is
over."""

_STOPS = frozenset(END_MARKS + "\n")


@dataclass(frozen=True, slots=True)
class Turn:
    """A part of a segment that is spoken otherwise than the rest."""

    begin: int
    """Code points of the segment's text."""
    end: int
    speed: float = 1.0
    level_db: float = 0.0
    """On top of the segment's own."""


@dataclass(frozen=True, slots=True)
class NamedPlace:
    """A mark that the client has put into its text."""

    name: str
    place: int
    """In the client's text."""
    offset: int = 0
    """The character of the segment's text that it stands before."""


@dataclass(frozen=True, slots=True)
class TextSegment:
    """One segment as it is spoken, with its place in the client's text (code points)."""

    spoken: Spans
    """What to say; leads every character back to the client's text."""
    text_start: int
    """Where the segment before it ended: with each other the segments cover the text without holes."""
    text_end: int
    gap: Gap
    pause_ms: float | None = None
    """Silence that the client asked for before it; None: what the gap of the segment before it says."""
    language: str | None = None
    """The one that it was found to be in or said to be in; None: that of the whole text."""
    speed: float = 1.0
    """Asked for by the text itself, beside the style: a factor, semitones, decibels."""
    pitch: float = 0.0
    level_db: float = 0.0
    turns: tuple[Turn, ...] = ()
    """Parts of it in a manner of their own, in their order; only for a voice that can do that."""
    voice: str | None = None
    """Another voice that it is to be spoken by (`reading.Role.name`); None: the text's own."""
    marks: tuple[NamedPlace, ...] = ()
    """Those before or inside it, in their order."""

    @property
    def text(self) -> str:
        return self.spoken.text

    @property
    def sentence(self) -> tuple[int, int]:
        """The client's letters that are heard, without the blanks and signs before and after them."""
        return self.spoken.source(0, len(self.spoken))


def part_of(segment: TextSegment, begin: int, end: int) -> TextSegment:
    """`segment` with the characters `begin` to `end` of its text alone, without blanks at the ends."""
    said = segment.text[begin:end]
    begin += len(said) - len(said.lstrip())
    end = begin + len(said.strip())
    turns = (
        replace(turn, begin=max(turn.begin, begin) - begin, end=min(turn.end, end) - begin)
        for turn in segment.turns
        if turn.begin < end and turn.end > begin
    )
    return replace(segment, spoken=segment.spoken.slice(begin, end), turns=tuple(turns))


class Segmenter:
    """Takes cleaned text (see `clean.Layout`) in pieces and gives segments of at most `max_chars` characters.

    Holds back at most the sentence under way plus a few words. What cannot be spoken is passed over; its
    place joins the next segment's.
    """

    def __init__(
        self,
        max_chars: int = 240,
        language: SentenceLanguage | None = None,
        abbreviations: Callable[[str | None], frozenset[str]] | None = None,
        language_at: Callable[[int], str | None] | None = None,
    ) -> None:
        """`abbreviations`: further ones, see `SentenceEnds`. Where a language is sought each segment has its
        own. `language_at`: the one that the text itself asks for at a place of the client's."""
        if max_chars < 1:
            raise ValueError("max_chars is at least 1")
        self._max_chars = max_chars
        self._language = language or SentenceLanguage()
        self._ends = SentenceEnds(self._language, *([abbreviations] if abbreviations is not None else []))
        self._language_at = language_at
        self._buffer = Spans()
        self._at = 0
        self._begin = 0
        self._begun = False
        self._line = Line()
        self._covered = 0

    def feed(self, spans: Spans) -> list[TextSegment]:
        """Add text; give the segments that are certain now."""
        self._buffer = Spans.join((self._buffer, spans))
        segments = self._scan(final=False)
        self._forget()
        return segments

    def flush(self, covers: int | None = None) -> list[TextSegment]:
        """Give all there is, as if the text ended here. `covers`: how much of the client's text that is."""
        segments = self._scan(final=True)
        if segments and covers is not None:
            last = segments[-1]
            segments[-1] = replace(last, text_end=max(covers, last.text_end))
            self._covered = segments[-1].text_end
        self._buffer, self._at, self._begin, self._begun = Spans(), 0, 0, False
        self._line = Line()
        return segments

    def end(self, covers: int | None = None) -> list[TextSegment]:
        """The text is over: give the rest; a last segment that nothing else ended has the gap `end`."""
        waiting = bool(self._buffer)
        segments = self.flush(covers)
        if segments and waiting:
            last = segments[-1]
            segments[-1] = replace(last, gap="end")
        return segments

    def sounds_complete(self) -> bool:
        """Whether what is held back ends like a sentence, as far as can be said now."""
        return self._ends.sounds_complete(self._buffer.text[self._begin :])

    def _scan(self, *, final: bool) -> list[TextSegment]:
        segments: list[TextSegment] = []
        text = self._buffer.text
        while self._start_segment(text, final=final):
            limit = self._begin + self._max_chars
            stop = self._next_stop(text, limit)
            if stop is None:
                if len(text) > limit:
                    self._cut(text, segments)
                elif final:
                    mark = text.rstrip()[-1:] in END_MARKS
                    self._emit(len(text), "sentence" if mark else "clause", segments)
                else:
                    self._at = len(text)
                    break
                continue
            ended = (
                self._line_break(text, stop, final) if text[stop] == "\n" else self._mark(text, stop, final)
            )
            if ended is None:
                self._at = stop
                break
            place, gap = ended
            if place > limit:
                self._cut(text, segments)
            elif place > 0:
                self._emit(place, gap, segments)
            else:
                self._at = self._past_run(text, stop, limit)
        return segments

    def _start_segment(self, text: str, *, final: bool) -> bool:
        """Pass over blanks and a list's bullet before the next segment. False: there is nothing to begin
        yet."""
        if self._begun:
            return True
        while self._begin < len(text) and text[self._begin] in " \n":
            if text[self._begin] == "\n":
                self._line = Line(self._begin + 1, in_list=self._line.in_list)
            elif self._line.start == self._begin:
                self._line.start += 1
            self._begin += 1
        if self._begin >= len(text):
            return False
        if self._line.start == self._begin and not self._line.listed:
            marker = list_marker(text, self._begin, final=final)
            if marker is None:
                return False
            if marker:
                self._line.listed = True
                if text[self._begin] in BULLETS:
                    self._begin += marker
                    self._line.start = self._begin
                    if self._begin >= len(text):
                        return False
        self._begun, self._at = True, self._begin
        return True

    def _next_stop(self, text: str, limit: int) -> int | None:
        for place in range(self._at, min(len(text), limit + 1)):
            if text[place] in _STOPS:
                return place
        return None

    @staticmethod
    def _past_run(text: str, stop: int, limit: int) -> int:
        """One decision holds for a whole run of end marks."""
        at = stop + 1
        if text[stop] != "\n":
            while at < len(text) and at <= limit and text[at] in END_MARKS:
                at += 1
        return at

    def _mark(self, text: str, stop: int, final: bool) -> tuple[int, Gap] | None:
        asked = None if self._language_at is None else self._language_at(self._buffer.source_start(stop))
        end = self._ends.at(
            text,
            stop,
            language=asked,
            begin=self._begin,
            line_start=self._line.start,
            limit=self._begin + self._max_chars,
            final=final,
        )
        if end is None:
            return None
        if end == NOT_AN_END:
            return 0, "sentence"
        if text.startswith("\n\n", end):
            return end, "paragraph"
        if text.startswith("\n", end):
            at = end + 1 + text.startswith("\n ", end)
            marker = list_marker(text, at, final=final)
            if marker is None:
                return None
            return end, "line" if marker else "sentence"
        return end, "sentence"

    def _line_break(self, text: str, stop: int, final: bool) -> tuple[int, Gap] | None:
        kind = break_at(
            text,
            stop,
            self._line,
            begin=self._begin,
            capitals_begin=not self._ends.table(text[self._begin : stop]).ordinals,
            final=final,
        )
        if kind is None:
            return None
        if kind == "flow":
            self._line = Line(stop + 1, listed=self._line.listed)
            return 0, "line"
        self._line = Line(stop + 1, in_list=kind == "line")
        return stop, kind

    def _cut(self, text: str, segments: list[TextSegment]) -> None:
        place, gap = best_cut(text[self._begin : self._begin + self._max_chars + 1], self._max_chars)
        self._emit(self._begin + place, gap, segments)

    def _emit(self, end: int, gap: Gap, segments: list[TextSegment]) -> None:
        begin, self._begin, self._begun = self._begin, end, False
        self._at = end
        spoken = _flowing(self._buffer.slice(begin, end).strip())
        if not (speakable(spoken.text) or marked(spoken.text) or has_sign(spoken.text)):
            return
        text_end = max(self._covered, spoken.source_end(len(spoken)))
        language = self._language.ended(spoken.text) if self._language.sought else None
        segments.append(TextSegment(spoken, self._covered, text_end, gap, language=language))
        self._covered = text_end

    def _forget(self) -> None:
        """Drop what was spoken from the buffer."""
        done = self._begin
        if done:
            self._buffer = self._buffer.slice(done, len(self._buffer))
            self._begin = 0
            self._at -= done
            self._line.start -= done


def _flowing(spans: Spans) -> Spans:
    """Wrapped lines as one: a break becomes a space, and nothing between Chinese characters."""
    text = spans.text
    if "\n" not in text:
        return spans
    builder, at = SpanBuilder(), 0
    while (found := text.find("\n", at)) >= 0:
        builder.add_spans(spans.slice(at, found))
        at = found + 1
        while text[at : at + 1] in (" ", "\n") and at < len(text):
            at += 1
        if not (unspaced(text[found - 1]) and unspaced(text[at])):
            start, end = spans.source(found, at)
            builder.add_spans(Spans((Span(" ", start, end, exact=False),)))
    builder.add_spans(spans.slice(at, len(text)))
    return builder.take()
