"""An utterance as a list of parts: segments to be spoken one after another, and between them flush tags and
marks that no segment has.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tts_node.speech.production import Production
from tts_node.text.split import NamedPlace, TextSegment

GAPS = {"sentence": 1.0, "line": 1.25, "paragraph": 2.5, "clause": 0.5, "forced": 0.0, "end": 0.0}
"""Silence after a segment by what ended it, in units of the configured gap."""


@dataclass(slots=True)
class SegmentPart:
    """One segment on the utterance's time line."""

    source: TextSegment
    production: Production | None = None
    """Asked for, and not yet let go."""
    start_s: float | None = None
    """Where its first sample is, once it was reached."""
    complete: bool = False
    """All of it was handed over."""


@dataclass(slots=True)
class FlushPart:
    """Everything before it has been handed over when it is reached."""

    tag: str | None


@dataclass(slots=True)
class MarkPart:
    """A mark behind everything before it."""

    mark: NamedPlace


Part = SegmentPart | FlushPart | MarkPart


@dataclass(slots=True)
class Heard:
    """Which of the client's text had been handed over by which time: the base of `text_spoken`."""

    ends: list[tuple[float, int]] = field(default_factory=list)
    """(end on the time line in seconds, end in the client's text), rising."""

    def add(self, end_s: float, text_end: int) -> None:
        if not self.ends or text_end > self.ends[-1][1]:
            self.ends.append((end_s, text_end))

    def text_end(self, position_s: float) -> int:
        """Code points of the client's text spoken by `position_s`: up to the last mark before it."""
        spoken = 0
        for end_s, text_end in self.ends:
            if end_s > position_s:
                break
            spoken = text_end
        return spoken

    def rewind(self, position_s: float) -> None:
        while self.ends and self.ends[-1][0] > position_s:
            self.ends.pop()
