"""Which block of a text in Markdown is open, and what becomes of it at the ends of lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from tts_node.text.characters import unspaced
from tts_node.text.markup.blocks import Kind
from tts_node.text.markup.sink import Sink


class Outline:
    """Writes the breaks between blocks. Places are the client's: of the signs, blanks or breaks told of."""

    def __init__(self, sink: Sink, *, keeps_numbers: bool, on_end: Callable[[], None]) -> None:
        """`keeps_numbers`: those of lines are spoken unless they are surely a list's. `on_end`: a block is
        over, and with it what was left open inside of it."""
        self._sink = sink
        self._keeps_numbers = keeps_numbers
        self._on_end = on_end
        self.line_start = True
        """Nothing of the line under way was read but blanks and signs of quotes."""
        self.block: Literal["text", "heading", "item", "row"] = "text"
        self._indented = False
        self._wrapped: tuple[int, int] | None = None
        """Where a line of an item ended; the next one tells whether the item goes on."""
        self._numbers_go = False
        """Numbers at the beginning of lines are a list's, and not spoken."""

    def end_line(self, start: int, end: int) -> None:
        if self.block == "item":
            self._wrapped = (start, end)
        elif self.block == "text":
            self._sink.newline(start, end)
        else:
            self.end_block(start, end)
        self.line_start, self._indented = True, False

    def end_block(self, start: int, end: int) -> None:
        """Of text there is nothing to end."""
        block, self.block = self.block, "text"
        ended, self._wrapped = self._wrapped or (start, end), None
        if block == "text":
            return
        self._sink.stop(*ended)
        if block == "heading":
            self._sink.paragraph(start, end)
        else:
            self._sink.line(start, end)
        self._on_end()

    def indent(self, start: int, end: int) -> None:
        """A blank at the front of a line."""
        self._indented = True
        if self._wrapped is None:
            self._sink.space(start, end)

    def blank_line(self, start: int, end: int) -> None:
        self.end_block(start, end)
        self._sink.paragraph(start, end)
        self._on_end()
        self._indented = False

    def begin_text(self, char: str, start: int, end: int) -> None:
        """A line without a sign at its front, which `char` begins: it goes on with the item before it, or is
        text."""
        self.line_start = False
        wrapped, self._wrapped = self._wrapped, None
        if wrapped is not None and (self._indented or char.islower()):
            if not (unspaced(char) and unspaced(self._sink.last)):
                self._sink.space(*wrapped)
            return
        self.end_block(start, end)
        self._numbers_go = False

    def begin(self, kind: Kind, start: int, end: int, *, surely: bool) -> bool:
        """A sign at the front of a line, not of `text`. Returns whether it is spoken: a number that may be no
        list's. `surely`: it is one."""
        if kind == "quote":
            if self._wrapped is not None:
                self.end_block(start, end)
            self._indented = False
            return False
        self.end_block(start, end)
        self.line_start = kind in ("rule", "table rule")
        if kind == "heading":
            self._sink.paragraph(start, end)
            self.block, self._numbers_go = "heading", True
        elif kind == "number":
            self._sink.line(start, end)
            self.block = "item"
            self._numbers_go = self._numbers_go or not self._keeps_numbers or surely
            return not self._numbers_go
        elif kind in ("item", "row", "table rule"):
            self._sink.line(start, end)
            self.block = "item" if kind == "item" else "row" if kind == "row" else "text"
        elif kind != "definition":
            self._sink.paragraph(start, end)
            self._on_end()
        return False
