"""Writes what the markup step settles: text as it is, pauses in the forms that the segmenter knows.

A line that ends here and now is a line break with a bullet behind it, a paragraph is a blank line: both end a
segment whatever stands around them.
"""

from __future__ import annotations

from tts_node.text.characters import unspaced
from tts_node.text.sentences import END_MARKS
from tts_node.text.spans import Span, SpanBuilder, Spans

_CLOSERS = frozenset("\"'”’»)]}」』）】")
_LINE, _PARAGRAPH = "\n• ", "\n\n"


class Sink:
    """Blanks wait until a word follows, so that a break takes their place."""

    def __init__(self) -> None:
        self._out = SpanBuilder()
        self._blank: Span | None = None
        self._comma = False
        self._tail = "  "
        """The last two characters that are no blanks."""
        self.fresh = True
        """Nothing was said since the last break."""
        self._spelling = False
        self._spelt = False

    @property
    def last(self) -> str:
        """The last character that is no blank."""
        return self._tail[-1]

    def take(self) -> Spans:
        """All that is settled since the last `take`."""
        return self._out.take()

    def finish(self) -> Spans:
        """Nothing follows: give also the blank that waits."""
        self._comma = False
        self._release()
        self.fresh, self._tail = True, "  "
        return self._out.take()

    def text(self, spans: Spans) -> None:
        """A stretch of one line."""
        stripped = spans.text.rstrip(" ")
        if stripped:
            begin = len(stripped) - len(stripped.lstrip(" "))
            if begin:
                self.space(*spans.source(0, begin))
            self._release()
            said = spans.slice(begin, len(stripped))
            if self._spelling:
                self._spell(said)
            else:
                self._out.add_spans(said)
            self._told(stripped)
        if len(stripped) < len(spans.text):
            self.space(*spans.source(len(stripped), len(spans.text)))

    def spell(self, on: bool) -> None:
        """From now on characters are said one after the other, or not any more."""
        self._spelling, self._spelt = on, False

    def say(self, text: str, start: int, end: int) -> None:
        """Words that stand for the client's `start` to `end`."""
        words = text.strip()
        if text[:1] == " ":
            self.space(start, end)
        if words:
            self._release()
            self._out.add(words, start, end, exact=False)
            self._told(words)
        if words and text[-1:] == " ":
            self.space(start, end)

    def space(self, start: int, end: int) -> None:
        """A word ends here."""
        if self.fresh:
            return
        if self._blank is None:
            self._blank = Span(" ", start, end, exact=False)
        else:
            form = " " if self._blank.text == " " else "\n "
            self._blank = Span(form, self._blank.start, end, exact=False)

    def comma(self, start: int, end: int) -> None:
        """A cell of a row ends here; nothing when no other follows."""
        if not self.fresh:
            self.space(start, end)
            self._comma = True

    def newline(self, start: int, end: int) -> None:
        """The client's own line break, for the segmenter to judge."""
        blank = self._blank
        if self.fresh:
            return
        if blank is not None and "\n" in blank.text:
            self.paragraph(start, end)
        else:
            self._drop_blank()
            self._blank = Span("\n", start if blank is None else blank.start, end, exact=False)

    def stop(self, start: int, end: int) -> None:
        """What was said ends like a sentence. Right after a digit a full stop would make it an ordinal."""
        last = self._tail[-1]
        ended = last in _CLOSERS and self._tail[0] in END_MARKS
        if self.fresh or ended:
            return
        closed = last in _CLOSERS
        letter = self._tail[0] if closed else last
        if unspaced(letter):
            self._add_stop("。", start, end)
        elif (letter.isalpha() or (closed and letter.isdecimal())) and letter < "\u0590":
            self._add_stop(".", start, end)

    def line(self, start: int, end: int) -> None:
        self._break(_LINE, start, end)

    def paragraph(self, start: int, end: int) -> None:
        self._break(_PARAGRAPH, start, end)

    def _break(self, form: str, start: int, end: int) -> None:
        self._drop_blank()
        if not self.fresh:
            self._out.add(form, start, end, exact=False)
            self.fresh, self._tail = True, "  "

    def _add_stop(self, mark: str, start: int, end: int) -> None:
        self._drop_blank()
        self._out.add(mark, start, end, exact=False)
        self._told(mark)

    def _told(self, text: str) -> None:
        """Blanks are passed over, wherever the text was cut."""
        self._tail = (self._tail + text[:-1].rstrip()[-1:] + text[-1])[-2:]
        self.fresh = False

    def _drop_blank(self) -> None:
        self._blank, self._comma = None, False

    def _release(self) -> None:
        blank, comma = self._blank, self._comma
        self._drop_blank()
        if blank is not None:
            mark = "," if comma and self._tail[-1] not in ",;:，、；：" else ""
            self._spelt = False
            exact = not mark and blank.text == " " and blank.end - blank.start == 1
            self._out.add(mark + blank.text, blank.start, blank.end, exact=exact)

    def _spell(self, spans: Spans) -> None:
        for index, char in enumerate(spans.text):
            one = spans.slice(index, index + 1)
            if self._spelt and char.isalnum():
                start, end = spans.source(index, index + 1)
                self._out.add(" ", start, end, exact=False)
            self._out.add_spans(one)
            self._spelt = char.isalnum()
