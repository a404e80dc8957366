"""Where a listener is: what it was given, what it has played by now, when it runs dry.

Pure arithmetic on an injected clock. Positions are seconds on the utterance's own time line, silences
included.
"""

from __future__ import annotations

from typing import Final

START_LAG_S: Final = 0.1
"""A listener hears its first sound so long after it was handed over: network, decoder and sound card hold
that much back, players for rooms far more. So much later it runs dry, too."""


class ListeningClock:
    """Assumes that a listener plays in real time from its first sound on, as a loudspeaker does."""

    def __init__(self) -> None:
        self.handed_s = 0.0
        """Sound handed over so far."""
        self.underruns = 0
        self.begun = False
        """It has had its first sound (since the start, or since it was resumed)."""
        self._origin = 0.0
        """The time at which position 0 was or would have been heard."""
        self._reported_s: float | None = None

    def hand_over(self, seconds: float, now: float) -> None:
        """`seconds` of sound go to the listener. One that had run dry plays on from now."""
        if not self.begun:
            self.begun = True
            self._origin = now - self.handed_s
        elif now > self.dry_at(self.handed_s):
            self.underruns += 1
            self._origin = now - self.handed_s
        self.handed_s += seconds

    def due_at(self, position_s: float) -> float:
        """When `position_s` is heard. Only after the first sound."""
        return self._origin + position_s

    def dry_at(self, position_s: float) -> float:
        """When a listener who gets nothing beyond `position_s` runs dry. Only after the first sound."""
        return self.due_at(position_s) + START_LAG_S

    def played_s(self, now: float) -> float:
        """What it has heard by now: as it said, or else as time says."""
        if self._reported_s is not None:
            return min(self._reported_s, self.handed_s)
        if not self.begun:
            return self.handed_s
        return max(0.0, min(self.handed_s, now - self._origin))

    @property
    def reported_s(self) -> float | None:
        """What the client itself said that it has played, if it ever did."""
        return self._reported_s

    def report(self, played_s: float) -> None:
        """The client says how far it has played."""
        self._reported_s = max(0.0, played_s)

    def rewind(self, position_s: float) -> None:
        """Sound from `position_s` on will be handed over again."""
        self.handed_s = position_s
        self.begun = False
        self._reported_s = None
