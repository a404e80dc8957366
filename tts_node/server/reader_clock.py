"""How far a client's reading is behind real time. Pure arithmetic on times that are passed in (seconds).

A listener plays in real time from the first sound on. Sound that comes late because the node was late moves
the schedule; sound that is there but is not taken by the socket is the reader's own delay.
"""

from __future__ import annotations


class ReaderClock:
    def __init__(self) -> None:
        self._due: float | None = None

    def offer(self, now: float) -> None:
        """The next sound is there now."""
        self._due = now if self._due is None else max(self._due, now)

    def accept(self, audio_ms: float) -> None:
        """The socket took the sound that was offered."""
        assert self._due is not None, "accept comes after offer"
        self._due += audio_ms / 1000.0

    def drop_ahead(self, now: float) -> None:
        """The listener throws away what it has not played (an interruption)."""
        if self._due is not None:
            self._due = min(self._due, now)

    def behind_at(self, behind_s: float) -> float:
        """When the reader will be this far behind, if it does not take what was offered."""
        assert self._due is not None, "behind_at comes after offer"
        return self._due + behind_s

    @property
    def played_out_at(self) -> float:
        """When a listener in real time has played all that the socket took; 0 before the first sound."""
        return self._due or 0.0
