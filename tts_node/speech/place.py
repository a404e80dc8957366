"""Where an utterance is among its parts: those that were heard, the one being heard, and what comes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from tts_node.speech.production import Production
from tts_node.speech.script import Part, SegmentPart

_FORGET_EVERY = 64
_SPEECH_S_PER_CHAR = 0.06
"""For estimates only: English at its usual speed."""


class Place:
    """A place on a list of parts that grows at its end. Begins before the first."""

    def __init__(self) -> None:
        self._parts: list[Part] = []
        self._at = 0
        self.read_bytes = 0
        """What was read of the sound of the segment being heard."""
        self.read_marks = 0
        """How many of its words were reached."""
        self.read_names = 0
        """How many of the client's marks in it were."""
        self.resumed_at = 0
        """The byte of it with which its sound began, after somebody went back to it."""
        self.generation = 0
        """Of its production, when what was read of it was made."""
        self.forgotten_s = 0.0
        """Nothing before this can be spoken again."""

    # --- parts ----------------------------------------------------------------------------------------

    def add(self, parts: list[Part]) -> None:
        """They come after all others."""
        self._parts += parts

    def clear(self) -> None:
        """As in the beginning."""
        self._parts, self._at = [], 0
        self.begin()

    @property
    def part(self) -> Part | None:
        """The one that is due; None when all were."""
        return self._parts[self._at] if self._at < len(self._parts) else None

    @property
    def segment(self) -> SegmentPart | None:
        """The one being heard."""
        part = self.part
        return part if isinstance(part, SegmentPart) else None

    @property
    def before(self) -> SegmentPart | None:
        """The segment before the part that is due."""
        return next((p for p in reversed(self._parts[: self._at]) if isinstance(p, SegmentPart)), None)

    def segments(self) -> Iterator[SegmentPart]:
        """All that are remembered."""
        return (part for part in self._parts if isinstance(part, SegmentPart))

    def ahead(self, parts: int | None = None) -> Iterator[SegmentPart]:
        """The segments from the one being heard on, of the next `parts` parts."""
        end = None if parts is None else self._at + parts
        return (part for part in islice(self._parts, self._at, end) if isinstance(part, SegmentPart))

    # --- figures --------------------------------------------------------------------------------------

    def unread_s(self, production: Production) -> float:
        """Seconds of sound that were not read yet, up to the end of what there is of `production`."""
        unread_s = -self._read_s
        for part in self.ahead():
            if part.production is not None:
                unread_s += part.production.audio_s
                if part.production is production:
                    break
        return unread_s

    def expected_s(self, production: Production) -> tuple[float, bool]:
        """As `unread_s`, with all that those before it will come to; and whether none is before it. One that
        is not among the parts yet was just asked for: it comes after all of them.
        """
        ahead_s, first = 0.0, True
        for part in self.ahead():
            if (made := part.production) is None:
                continue
            if made is production:
                break
            due_s = made.audio_s
            if not made.done:
                due_s = max(due_s, len(part.source.text) * _SPEECH_S_PER_CHAR)
            ahead_s += due_s - (self._read_s if first else 0.0)
            first = False
        return ahead_s + production.audio_s - (self._read_s if first else 0.0), first

    @property
    def _read_s(self) -> float:
        part = self.segment
        if part is None or part.production is None:
            return 0.0
        return self.read_bytes / 2 / part.production.voice.rate

    # --- moving ---------------------------------------------------------------------------------------

    def drop_part(self) -> None:
        """The part that is due is done, and does not come again when somebody goes back."""
        del self._parts[self._at]

    def go_on(self, played_s: float) -> None:
        """To the part after the one that is due. What ended before `played_s` may be forgotten."""
        self._at += 1
        if self._at % _FORGET_EVERY == 0:
            self._forget(played_s)
        self.begin()

    def begin(self, read_bytes: int = 0) -> None:
        """With the segment that is due now, after its first `read_bytes`."""
        self.read_bytes = self.resumed_at = read_bytes
        self.read_marks = self.read_names = 0
        self.generation = 0

    def follow_generation(self) -> None:
        """Nothing of the segment was read that its engine could take back."""
        if (part := self.segment) is not None and part.production is not None:
            self.generation = part.production.generation

    def go_back(self, position_s: float) -> float:
        """To the segment that is heard at `position_s`; returns how far in it that is (seconds)."""
        found, offset_s = None, 0.0
        for index, part in enumerate(self._parts[: self._at + 1]):
            if not isinstance(part, SegmentPart) or part.start_s is None:
                continue
            if found is None or part.start_s <= position_s:  # before the first there is only the lead-in
                found, offset_s = index, max(0.0, position_s - part.start_s)
        found = self._at if found is None else found
        for part in self._parts[found + 1 : self._at + 1]:
            if isinstance(part, SegmentPart):
                part.start_s = None
        self._at = found
        return offset_s

    def _forget(self, played_s: float) -> None:
        """Drop the parts that were heard before `played_s`: nobody goes back to them."""
        first = 0
        for index, part in enumerate(self._parts[: self._at]):
            if isinstance(part, SegmentPart) and part.start_s is not None:
                if part.start_s > played_s:
                    break
                first, self.forgotten_s = index, part.start_s
        del self._parts[:first]
        self._at -= first
