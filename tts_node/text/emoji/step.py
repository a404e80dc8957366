"""The step of the line that finds emoji in text that arrives in pieces: `Emoji`."""

from __future__ import annotations

import re
from typing import Final, Literal

from tts_node.text.emoji.names import Catalogue, catalogue
from tts_node.text.spans import SpanBuilder, Spans

EmojiReading = Literal["skip", "name"]
"""What is said of an emoji: nothing, or what it is called. Arrows and dividers are never said."""

_JOINER: Final = "\u200d"
_LETTERS: Final = "\U0001f1e6-\U0001f1ff"
"""Regional indicators; two are a flag."""
_PICTURES: Final = "\u2190-\u2bff\U0001f000-\U0001f1e5\U0001f200-\U0001fbff"
_PLAIN: Final = re.compile(f"[^{_PICTURES}{_LETTERS}]+")
_UNIT: Final = f"[{_PICTURES}][\ufe0f\U0001f3fb-\U0001f3ff]{{0,2}}"
_TAGS: Final = "[\U000e0020-\U000e007f]{0,8}"
"""After a black flag: England's, Scotland's."""
_SEQUENCE: Final = re.compile(f"[{_LETTERS}]{{1,2}}|{_UNIT}{_TAGS}(?:{_JOINER}{_UNIT}){{0,7}}")
"""As in Unicode's UTS 51, but for sequences longer than any there is."""


class Emoji:
    """The first step, on the client's own text: each emoji becomes a sign (`signs`).

    The same one again, with no more than blanks between, is nothing. One that may go on waits.
    """

    def __init__(self) -> None:
        self._catalogue: Catalogue | None = None
        self._buffer = Spans()
        self._out = SpanBuilder()
        self._last = ""
        """The emoji that nothing but blanks followed yet."""

    def feed(self, spans: Spans) -> Spans:
        """Give what is settled of all that was fed."""
        if spans:
            self._buffer = Spans.join((self._buffer, spans)) if self._buffer else spans
            self._scan(final=False)
        return self._out.take()

    def finish(self) -> Spans:
        """Nothing follows: what is there is all of an emoji."""
        self._scan(final=True)
        return self._out.take()

    def _scan(self, *, final: bool) -> None:
        text, at = self._buffer.text, 0
        while at < len(text):
            plain = _PLAIN.match(text, at)
            after = plain.end() if plain is not None else self._read(text, at, final)
            if after is None:
                break
            if plain is not None:
                self._keep(at, after)
            at = after
        if at:
            self._buffer = self._buffer.slice(at, len(text))

    def _keep(self, at: int, end: int) -> None:
        kept = self._buffer.slice(at, end)
        if not kept.text.isspace():
            self._last = ""
        self._out.add_spans(kept)

    def _read(self, text: str, at: int, final: bool) -> int | None:
        """Where what begins at `at` ends; None when it may go on."""
        found = _SEQUENCE.match(text, at)
        assert found is not None
        whole, end = found.group(), found.end()
        if not final and text[end : end + 2] in ("", _JOINER):
            return None
        if self._catalogue is None:
            self._catalogue = catalogue()
        while (sign := self._catalogue.sign(whole)) is None and _JOINER in whole:
            whole = whole.rpartition(_JOINER)[0]
        end = at + len(whole)
        if sign is None:
            self._keep(at, end)
        elif sign != self._last:
            self._last = sign
            start, stop = self._buffer.source(at, end)
            self._out.add(sign, start, stop, exact=False)
        return end
