"""The streams of one worker, kept sorted in the ways in which the conductor asks for them."""

from __future__ import annotations

from bisect import bisect_left, insort
from dataclasses import dataclass
from typing import Final

from tts_node.speech.utterance import Priority

BULK: Final = int(Priority.BULK)
REPLY: Final = int(Priority.REPLY)
ALERT: Final = int(Priority.ALERT)
CLASSES: Final = tuple(sorted((int(priority) for priority in Priority), reverse=True))
"""The highest first."""

Line = list[tuple[float, int]]
"""Streams, sorted: (time or group, stream)."""


@dataclass(slots=True)
class StreamState:
    """What the conductor knows of a stream. Change it only between `Lineup.withdraw` and `Lineup.enlist`."""

    stream: int
    priority: int
    group: int
    dry_at: float | None
    """When its listener runs dry; None: waits for the first sound."""
    front_s: float = 0.0
    """What its first step, which makes no sound, will cost; 0 once that was handed out."""
    side_by_side: int = 1
    blocked: bool = False
    exhausted: bool = False
    """Its end was seen; nothing is left to step."""
    steps: int = 0
    """Handed out so far."""
    in_flight: int = 0
    in_flight_ms: float = 0.0
    """What the steps in flight are expected to cost."""
    cost_ms: float = 0.0
    """What the steps that are back have cost."""

    @property
    def due_at(self) -> float:
        """When its first step that makes sound must be under way, or nearly so; for heard streams."""
        assert self.dry_at is not None
        return self.dry_at - self.front_s


class Lineup:
    """All streams, and those of them that could be stepped now in sorted lines."""

    def __init__(self, *, places: int, side_by_side: bool) -> None:
        """`places`: streams that the engine can have open; `side_by_side`: a stream may have several
        steps."""
        self.states: dict[int, StreamState] = {}
        self.open: set[int] = set()
        """Streams that hold a place in the engine."""
        # Without a step in flight, by class:
        self.unheard: dict[int, Line] = {priority: [] for priority in CLASSES}
        """By arrival."""
        self.heard: dict[int, Line] = {priority: [] for priority in CLASSES}
        """By when they run dry, less the cost of a front."""
        self.oldest: dict[int, Line] = {priority: [] for priority in CLASSES}
        """The same streams, by arrival."""
        self.beside: set[int] = set()
        """With steps in flight that can have one more at their side: at most as many as steps in flight."""
        self._places = places
        self._side_by_side = side_by_side

    @property
    def ready(self) -> int:
        """How many could be stepped now, places in the engine aside."""
        return len(self.beside) + sum(map(len, self.oldest.values())) + sum(map(len, self.unheard.values()))

    def enlist(self, state: StreamState) -> None:
        """Put it into the lines where it belongs, if any."""
        most = state.side_by_side if self._side_by_side else 1
        if state.blocked or state.exhausted or state.in_flight >= most:
            return
        if state.in_flight:
            self.beside.add(state.stream)
        elif state.dry_at is None:
            insort(self.unheard[state.priority], (float(state.group), state.stream))
        else:
            insort(self.heard[state.priority], (state.due_at, state.stream))
            insort(self.oldest[state.priority], (float(state.group), state.stream))

    def withdraw(self, state: StreamState) -> None:
        """Take it out of the lines, if it is in any."""
        self.beside.discard(state.stream)
        if state.dry_at is None:
            _discard(self.unheard[state.priority], (float(state.group), state.stream))
        else:
            _discard(self.heard[state.priority], (state.due_at, state.stream))
            _discard(self.oldest[state.priority], (float(state.group), state.stream))

    def release(self, stream: int) -> None:
        """Give its place in the engine back."""
        self.open.discard(stream)

    def has_room(self, priority: int) -> bool:
        """Whether one more stream of this class may be opened."""
        if len(self.open) >= self.places_for(priority):
            return False
        if priority != BULK or self._places == 1:
            return True
        held = (self.states.get(stream) for stream in self.open)
        return sum(state is not None and state.priority == BULK for state in held) < self._places // 2

    def places_for(self, priority: int) -> int:
        """Places that this class may fill together with all others. From four places on some are kept for
        alerts; and bulk, besides, takes at most half."""
        kept = 0 if priority == ALERT or self._places < 4 else max(1, self._places // 8)
        return self._places - kept

    def first_unheard(self, priority: int) -> int | None:
        return self._first(self.unheard[priority], priority)

    def first_heard(self, priority: int) -> int | None:
        return self._first(self.heard[priority], priority)

    def first_oldest(self, priority: int) -> int | None:
        return self._first(self.oldest[priority], priority)

    def needing(self, priority: int, horizon: float) -> Line:
        """Heard streams that run dry before `horizon` and can be stepped, the driest first."""
        line = self.heard[priority]
        needing = line[: bisect_left(line, (horizon, -1))]
        if needing and not self.has_room(priority):
            return [item for item in needing if item[1] in self.open]
        return needing

    def _first(self, line: Line, priority: int) -> int | None:
        if not line or line[0][1] in self.open or self.has_room(priority):
            return line[0][1] if line else None
        return next((stream for _, stream in line if stream in self.open), None)


def _discard(line: Line, item: tuple[float, int]) -> None:
    at = bisect_left(line, item)
    if at < len(line) and line[at] == item:
        del line[at]
