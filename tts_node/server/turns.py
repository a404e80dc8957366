"""Whose turn it is on a connection: one utterance's audio at a time. Pure.

The higher class goes first, then who came first. Who holds the turn keeps it until it leaves, waits for
text while somebody else has something to say (`idle`), or somebody of a higher class is ready to sound.
"""

from __future__ import annotations

import bisect
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Change:
    """The turn went over."""

    now: str
    before: str | None
    interrupts: bool
    """`now` is of a higher class: it is heard before what `before` may still have playing."""


class Turns:
    def __init__(self) -> None:
        self._line: list[_Member] = []
        self._members: dict[str, _Member] = {}
        self._arrivals = 0
        self._holder: _Member | None = None

    @property
    def holder(self) -> str | None:
        return self._holder.id if self._holder is not None else None

    @property
    def contested(self) -> bool:
        """Somebody without the turn has something to say."""
        return any(not member.idle and member is not self._holder for member in self._line)

    def join(self, id: str, priority: int) -> None:
        """Stand in line, behind all of the same or a higher class."""
        self._arrivals += 1
        member = _Member((-priority, self._arrivals), id)
        bisect.insort(self._line, member)
        self._members[id] = member

    def leave(self, id: str) -> None:
        """Unknown ids are ignored."""
        member = self._members.pop(id, None)
        if member is not None:
            self._line.remove(member)
            if member is self._holder:
                self._holder = None

    def set_idle(self, id: str, idle: bool) -> None:
        """It waits for text, so others may go first."""
        self._members[id].idle = idle

    def set_ready(self, id: str) -> None:
        """Its first sound is there, so that going before a lower class leaves no silence."""
        self._members[id].ready = True

    def position(self, id: str) -> int:
        """How many go before it."""
        return self._line.index(self._members[id])

    def settle(self) -> Change | None:
        """Hand the turn over where it is due; None when nothing changes."""
        holder = self._holder
        now = self._next(holder)
        if now is None or now is holder:
            return None
        self._holder = now
        return Change(
            now=now.id,
            before=holder.id if holder is not None else None,
            # One that waits for text gave the turn away by itself, but its sound may still be playing.
            interrupts=holder is not None and now.order[0] < holder.order[0],
        )

    def _next(self, holder: _Member | None) -> _Member | None:
        active = (member for member in self._line if not member.idle)
        if holder is None or holder.idle:
            return next(active, holder)
        return next((m for m in active if m.order[0] < holder.order[0] and m.ready), holder)


@dataclass(slots=True, order=True)
class _Member:
    order: tuple[int, int]
    """Class (the higher first) and arrival."""
    id: str = field(compare=False)
    idle: bool = field(default=False, compare=False)
    ready: bool = field(default=False, compare=False)
