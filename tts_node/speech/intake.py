"""The client's text on its way to parts: what arrived, what was taken, when a pause counts as an end.

Reading a text costs up to 20 ms for each 1,000 characters, and nothing else goes on meanwhile. So a long one
is taken in slices, as far ahead as it is spoken.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from tts_node.errors import TextEnded, TextTooLong
from tts_node.speech.script import FlushPart, MarkPart, Part, SegmentPart
from tts_node.text.line import TextLine
from tts_node.text.markup.warned import TextWarning

_SLICE_CHARS: Final = 250


class TextIntake:
    """Holds text until somebody takes it as parts. Times are seconds on the caller's clock."""

    def __init__(self, text: str, *, more: bool, limit: int, idle_flush_s: float | None, now: float) -> None:
        self.open = more
        """More text may come."""
        self.done = False
        """The text is over and all of it was taken."""
        self.length = len(text)
        """Code points so far."""
        self._pieces = [text] if text else []
        self._untaken: deque[str | FlushPart] = deque(self._pieces)
        self._flushes: deque[tuple[int, FlushPart]] = deque()
        """Those that nobody was told of yet, with the number of pieces before each."""
        self._limit = limit
        self._idle_flush_s = idle_flush_s
        self._last_at = now
        self._idle_due = more and bool(text)
        self._line: TextLine | None = None

    @property
    def text(self) -> str:
        """All of the client's text so far."""
        return "".join(self._pieces)

    @property
    def warnings(self) -> list[TextWarning]:
        """What of the text taken so far cannot be followed."""
        return [] if self._line is None else self._line.warnings

    @property
    def untaken(self) -> bool:
        """There is more to `take` already."""
        return bool(self._untaken)

    def append(self, text: str, now: float) -> None:
        """Raises `TextEnded`, `TextTooLong`."""
        self._check_open()
        if self.length + len(text) > self._limit:
            raise TextTooLong(f"more than {self._limit} characters in one utterance")
        if text:
            self.length += len(text)
            self._pieces.append(text)
            self._untaken.append(text)
        self._last_at = now
        self._idle_due = True

    def flush(self, tag: str | None) -> None:
        """Raises `TextEnded`."""
        self._check_open()
        part = FlushPart(tag)
        self._flushes.append((len(self._pieces), part))
        self._untaken.append(part)

    def flushed(self) -> None:
        """The client was told of the first flush that it had not been told of; it does not come again."""
        self._flushes.popleft()

    def begin(self, line: TextLine) -> None:
        """Language and segment length are known: `take` may be called from now on."""
        self._line = line

    def begin_again(self, line: TextLine) -> None:
        """Another engine speaks it: all text is to be taken once more, and flushes that were not told."""
        self._line = line
        self._untaken = deque()
        flushes = deque(self._flushes)
        for number, piece in enumerate(self._pieces):
            while flushes and flushes[0][0] <= number:
                self._untaken.append(flushes.popleft()[1])
            self._untaken.append(piece)
        self._untaken += [part for _, part in flushes]
        self.done = False

    def take(self, now: float) -> list[Part]:
        """The parts that became certain by now, of a slice of what is `untaken`. Perhaps none."""
        line = self._line
        assert line is not None
        parts: list[Part] = []
        room = _SLICE_CHARS
        while self._untaken and room > 0:
            piece = self._untaken.popleft()
            if isinstance(piece, FlushPart):
                parts += map(SegmentPart, line.flush())
                parts += map(MarkPart, line.take_marks())
                parts.append(piece)
                self._idle_due = False
            else:
                if len(piece) > room:
                    self._untaken.appendleft(piece[room:])
                    piece = piece[:room]
                room -= len(piece)
                parts += map(SegmentPart, line.feed(piece))
        if self._untaken:
            return parts
        if not self.open and not self.done:
            parts += map(SegmentPart, line.end())
            parts += map(MarkPart, line.take_marks())
            self.done = True
        elif (idle_s := self.idle_in(now)) is not None and idle_s <= 0.0:
            # What does not end like a sentence goes on waiting, for more text or for the end.
            parts += map(SegmentPart, line.idle())
            self._idle_due = False
        return parts

    def idle_in(self, now: float) -> float | None:
        """Seconds until a pause in the text counts as the end of a sentence; None for never, or not before
        all is taken."""
        if not self.open or not self._idle_due or self._idle_flush_s is None or self._untaken:
            return None
        return self._last_at + self._idle_flush_s - now

    def _check_open(self) -> None:
        if not self.open:
            raise TextEnded("this utterance takes no more text")
