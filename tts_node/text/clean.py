"""The first steps of the line: certain cleaning that holds for every language and changes no word.

`Characters` looks at single characters: composed form (NFC), controls and invisible signs away, emoji and
other signs for the eye to a space. `Layout` then brings blanks to one form and drops divider runs. Both take
text in pieces and give the same however it was cut; what they cannot decide yet they hold, a few characters.
"""

from __future__ import annotations

import re
import unicodedata

from tts_node.text.characters import attaches, for_sight, keeps_joiners
from tts_node.text.spans import Span, SpanBuilder, Spans

_MAX_MARKS = 30
"""Combining marks on one character, the bound of Unicode's stream-safe text format (UAX 15, section 13)."""

# Characters that nothing has to be decided for, however many follow each other. The last of a run may still
# be the base of a combining mark.
_PLAIN = re.compile(
    "[ -~"
    "\u00a1-\u00ac\u00ae-\u02ff"  # Latin with its accents
    "\u0370-\u0373\u0375-\u0377\u0386\u0388-\u03ff"  # Greek but for its doubles of other signs
    "\u0400-\u0482\u048a-\u052f"  # Cyrillic
    "\u3001-\u3020\u3041-\u3096\u30a1-\u30fe\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e"
    "]+"
)
_NEVER_BASES = frozenset(" .,;:!?'\"()[]{}/-_*#0123456789")
"""Signs that no combining mark composes with, so nothing waits for what follows them; so are ideographs."""

_LINE_BREAKS = frozenset("\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")
_JOINERS = frozenset("\u200c\u200d")


class Characters:
    """Composes (NFC) and drops or replaces single characters; offsets stay the client's."""

    def __init__(self) -> None:
        self._out = SpanBuilder()
        self._base: Span | None = None
        self._marks = 0
        self._before = " "
        self._after_return = False

    def feed(self, spans: Spans) -> Spans:
        """Give what is settled of all that was fed."""
        for span in spans.spans:
            if span.exact:
                self._feed_exact(span)
            else:
                self._release()
                self._out.add(unicodedata.normalize("NFC", span.text), span.start, span.end, exact=False)
                self._before, self._after_return = span.text[-1], False
        return self._out.take()

    def finish(self) -> Spans:
        """No character follows: give what was held."""
        self._release()
        return self._out.take()

    def _feed_exact(self, span: Span) -> None:
        text, at, end = span.text, 0, len(span.text)
        while at < end:
            plain = _PLAIN.match(text, at)
            if plain is not None:
                self._release()
                last = plain.end() - 1
                self._out.add(text[at:last], span.start + at, span.start + last)
                self._put(text[last], span.start + last)
                at = plain.end()
            else:
                self._odd(text[at], span.start + at)
                at += 1

    def _put(self, char: str, start: int) -> None:
        """A character that stays; it waits for combining marks if it could take any."""
        self._release()
        self._before, self._after_return = char, False
        if char in _NEVER_BASES or "\u3400" <= char <= "\u9fff" or "\u3001" <= char <= "\u3020":
            self._out.add(char, start, start + 1)
        else:
            self._base, self._marks = Span(char, start, start + 1), 0

    def _odd(self, char: str, start: int) -> None:
        if char in _LINE_BREAKS:
            self._release()
            if not (char == "\n" and self._after_return):
                self._out.add("\n", start, start + 1)
            self._before, self._after_return = "\n", char == "\r"
            return
        category = unicodedata.category(char)
        if char == "\t" or category == "Zs":
            self._put(" ", start)
        elif char in _JOINERS and keeps_joiners(self._before):
            self._put(char, start)
        elif category in ("Cc", "Cf", "Cs", "Me") or "\ufe00" <= char <= "\ufe0f" or char == "\u034f":
            return  # invisible: nothing in its place, so that it parts no word
        elif category in ("Co", "Cn") or char >= "\U000e0000" or for_sight(char):
            self._put(" ", start)
        elif attaches(char):
            self._attach(char, start)
        else:
            self._put(char, start)

    def _attach(self, char: str, start: int) -> None:
        self._before, self._after_return = char, False
        if self._base is None or self._marks >= _MAX_MARKS:
            self._release()
            self._base, self._marks = Span(char, start, start + 1), 0
            return
        self._base = Span(self._base.text + char, self._base.start, start + 1)
        self._marks += 1

    def _release(self) -> None:
        base, self._base = self._base, None
        if base is None:
            return
        composed = base.text if base.text.isascii() else unicodedata.normalize("NFC", base.text)
        exact = composed == base.text and len(composed) == base.end - base.start
        self._out.add(composed, base.start, base.end, exact=exact)


_DIVIDERS = "-=_*~#"
_RUN = re.compile(rf"(?:[^ \n{_DIVIDERS}]| (?=[^ \n{_DIVIDERS}]))+")


class Layout:
    """Brings blanks to one form and drops runs of three or more divider signs.

    What comes out has, between words, one of `" "`, `"\\n"`, `"\\n "` (the next line is indented) and
    `"\\n\\n"` (one blank line or more); a divider counts as a blank where it stands.
    """

    def __init__(self) -> None:
        self._out = SpanBuilder()
        self._breaks = 0
        self._blank: Span | None = None
        self._indented = False
        self._said_blank_line = False
        self._run: Span | None = None
        self._after_word = False

    def feed(self, spans: Spans) -> Spans:
        """Give what is settled of all that was fed."""
        for span in spans.spans:
            if span.exact:
                self._feed_exact(span)
            elif "\n" in span.text or span.text == " ":
                self._feed_break(span)
            else:
                self._word(span)
        return self._out.take()

    def finish(self) -> Spans:
        """No character follows: give what was held."""
        self._close_run()
        self._close_blank()
        self._said_blank_line = False
        return self._out.take()

    def _feed_exact(self, span: Span) -> None:
        text, at, end = span.text, 0, len(span.text)
        while at < end:
            char = text[at]
            if char in _DIVIDERS:
                self._divider(char, span.start + at)
                at += 1
            elif char in " \n":
                self._close_run()
                self._blanks(char, span.start + at, span.start + at + 1)
                at += 1
            else:
                run = _RUN.match(text, at)
                stop = run.end() if run is not None else at + 1
                self._word(Span(text[at:stop], span.start + at, span.start + stop))
                at = stop

    def _feed_break(self, span: Span) -> None:
        """Blanks that stand for markup, perhaps with the bullet of the line that begins."""
        self._close_run()
        bullet = span.text.lstrip(" \n")
        for char in span.text[: len(span.text) - len(bullet)]:
            self._blanks(char, span.start, span.end)
        if bullet:
            self._word(Span(bullet, span.start, span.end, exact=False))
            self._said_blank_line = True  # its own blank is enough

    def _word(self, span: Span) -> None:
        self._close_run()
        self._close_blank()
        self._said_blank_line = False
        self._after_word = True
        self._out.add(span.text, span.start, span.end, exact=span.exact)

    def _divider(self, char: str, start: int) -> None:
        run = self._run
        if run is not None and run.text[0] == char and run.end == start:
            # Three signs say it all: a longer run keeps no more letters.
            self._run = Span(run.text if len(run.text) >= 3 else run.text + char, run.start, start + 1)
            return
        self._close_run()
        self._run = Span(char, start, start + 1)

    def _close_run(self) -> None:
        run, self._run = self._run, None
        if run is None:
            return
        if len(run.text) < 3:
            self._word(run)
        elif run.text[0] == "-" and self._after_word and self._blank is None:
            self._out.add("—", run.start, run.end, exact=False)
        else:
            self._blanks(" ", run.start, run.end)

    def _blanks(self, char: str, start: int, end: int) -> None:
        self._after_word = False
        if self._said_blank_line:
            return
        self._blank = Span(" ", self._blank.start if self._blank is not None else start, end)
        if char == "\n":
            self._breaks += 1
            self._indented = False
            if self._breaks == 2:
                self._close_blank()
                self._said_blank_line = True
        else:
            self._indented = self._breaks > 0

    def _close_blank(self) -> None:
        blank, breaks, indented = self._blank, self._breaks, self._indented
        self._blank, self._breaks, self._indented = None, 0, False
        if blank is None:
            return
        if breaks == 0:
            self._out.add(" ", blank.start, blank.end, exact=blank.end - blank.start == 1)
        elif breaks == 1:
            form = "\n " if indented else "\n"
            self._out.add(form, blank.start, blank.end, exact=False)
        else:
            self._out.add("\n\n", blank.start, blank.end, exact=False)
