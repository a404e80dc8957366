"""Which segment ended a worker. Several are in flight when a process dies, and nobody says which one it was.

So each of them becomes a suspect, and suspects are stepped one at a time from then on: when the next worker
dies, too, it is known who did it. Innocent ones are spoken to their end.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Final

from tts_node.engines.base import Segment
from tts_node.speech.production import Production

MAX_LOSSES: Final = 2
"""A segment that ended so many workers is not given to another one."""
_REMEMBERED: Final = 64
_REMEMBERED_S: Final = 600.0
"""A client may send its text again and again; each time would cost two workers, and then the engine."""


class Suspects:
    """The suspects among what one worker has."""

    def __init__(self) -> None:
        self._all: set[Production] = set()
        self._trying: Production | None = None

    def add(self, production: Production) -> None:
        """Take it in if it was in flight when a worker was lost."""
        if production.losses:
            self._all.add(production)

    def discard(self, production: Production) -> None:
        self._all.discard(production)

    def holds(self, production: Production) -> bool:
        """Whether it has to wait until another suspect is done."""
        return production in self._all and production is not self._trying

    def choose(self) -> tuple[Production, ...]:
        """Settle who may be stepped: of those whose listeners wait, the most urgent. Returns for whom `holds`
        changed."""
        if not self._all and self._trying is None:
            return ()
        waiting = [production for production in self._all if not production.blocked]
        chosen = min(waiting, key=lambda p: (-p.priority, p.group), default=None)
        before, self._trying = self._trying, chosen
        if chosen is before:
            return ()
        return tuple(production for production in (before, chosen) if production is not None)


class Poison:
    """Segments that ended `MAX_LOSSES` workers, for a while."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._until: OrderedDict[Segment, float] = OrderedDict()

    def add(self, segment: Segment) -> None:
        self._until[segment] = self._clock() + _REMEMBERED_S
        self._until.move_to_end(segment)
        if len(self._until) > _REMEMBERED:
            self._until.popitem(last=False)

    def __contains__(self, segment: Segment) -> bool:
        until = self._until.get(segment)
        if until is not None and until <= self._clock():
            del self._until[segment]
            until = None
        return until is not None


def blame(in_flight: Iterable[Production]) -> None:
    """A worker died with these in flight: known suspects did it, or else it was any of them."""
    everybody = tuple(in_flight)
    for production in [p for p in everybody if p.losses] or everybody:
        production.losses += 1
