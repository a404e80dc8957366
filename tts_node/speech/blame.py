"""Which segment ended a worker. Several are in flight when a process dies, and nobody says which one it was.

So each of them becomes a suspect, and a suspect is stepped while nobody else is: when that worker dies, too,
`guilt` says what that proves. Innocent ones are spoken to their end.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Final

from tts_node.engines.base import Segment
from tts_node.speech.guilt import Loss
from tts_node.speech.production import Production
from tts_node.workers.spec import WorkerPort

MOST_IN_A_ROW: Final = 20
"""So many texts may be to blame for losses while nothing at all is spoken to its end."""
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
        """Whether it has to wait: while a suspect is tried everybody else does."""
        return production in self._all if self._trying is None else production is not self._trying

    def choose(self, line: Iterable[Production], may_step: Callable[[Production], bool]) -> bool:
        """Settle who is tried: of the suspects that may be stepped the most urgent one, unless somebody above
        suspicion in `line` is of a higher class. Returns whether `holds` changed for anybody."""
        if not self._all and self._trying is None:
            return False
        waiting = [production for production in self._all if may_step(production)]
        chosen = min(waiting, key=lambda p: (-p.priority, p.group), default=None)
        if chosen is not None and any(
            p.priority > chosen.priority and p not in self._all and may_step(p) for p in line
        ):
            chosen = None
        before, self._trying = self._trying, chosen
        return chosen is not before


class Poison:
    """Segments that ended workers, and those that perhaps did, for a while."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._losses: OrderedDict[Segment, tuple[float, tuple[Loss, ...]]] = OrderedDict()
        """With the time at which each is forgotten."""

    def note(self, segment: Segment, losses: tuple[Loss, ...]) -> None:
        """What speaks against it; nothing for one that was spoken to its end."""
        self._losses.pop(segment, None)
        if losses:
            self._losses[segment] = (self._clock() + _REMEMBERED_S, losses)
        if len(self._losses) > _REMEMBERED:
            self._losses.popitem(last=False)

    def losses(self, segment: Segment) -> tuple[Loss, ...]:
        """What is known against it."""
        until, losses = self._losses.get(segment, (0.0, ()))
        if losses and until <= self._clock():
            del self._losses[segment]
            return ()
        return losses


class Excuses:
    """Whether the loss of a worker is put down to what it spoke, and not to its engine.

    An engine that ends with one text after the other, and never with anything spoken between, is broken.
    """

    def __init__(self) -> None:
        self._in_a_row = 0

    def spoken(self) -> None:
        """Something was spoken to its end."""
        self._in_a_row = 0

    def allow(self) -> bool:
        """One more text is to blame."""
        self._in_a_row += 1
        return self._in_a_row <= MOST_IN_A_ROW


def blame(in_flight: Iterable[Production], worker: WorkerPort) -> None:
    """`worker` was lost with these in flight."""
    everybody = tuple(in_flight)
    for production in everybody:
        loss = Loss(
            how=worker.lost_reason or "ended",
            at_s=production.made_s,
            alone=len(everybody) == 1,
            from_outside=worker.ended_from_outside,
        )
        production.losses = (*production.losses, loss)
        production.lost_workers.append(worker)
