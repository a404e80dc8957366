"""Decides every step of one worker: which streams go next, and about how long the step may take.

Plain code: no I/O, no tasks, no clock. Times are seconds of any monotonic clock, handed in. The rules, in the
order in which they are asked (`_choose`):

1. An alert that nobody has heard yet goes first, always.
2. Who waited longer than `starve_s` without its kind getting a step gets one (`_overdue`).
3. From the highest class down: streams that would run dry if one more step went to somebody else, the driest
   first; then those that still wait for their first sound, by arrival. So a first word never makes a listener
   run dry whose class is as high, and eight first words need eight first steps.
4. Streams less than `ahead_s` ahead of their listener: the higher class first, then who runs dry first.
5. A second step of a stream side by side with its first, where the engine can do that.
6. Streams that are further ahead, the oldest first, so that no lane idles.

A step in flight cannot be taken back. So besides one for each lane only one more is handed out, and only
when a lane is about to become free (`wake_at` tells when that is): it saves the round trip and costs an
alert next to nothing.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal

from tts_node.speech.engine_speed import EngineSpeed
from tts_node.speech.utterance import Priority

FIRST_STEP_MS: Final = 35.0
"""Budget while a listener waits for the first sound."""
MIN_STEP_MS: Final = 50.0
"""Budget of a step whose listener is about to run dry, or for whose end another one waits."""
MAX_STEP_MS: Final = 120.0
"""Budget of a step whose listener is far ahead: the larger, the less of it is overhead."""
BULK_STEP_MS: Final = 40.0
"""Largest budget of a bulk step where the engine has one lane only."""
LEAD_S: Final = 0.012
"""A waiting step is handed out when a lane is expected to become free within this time."""

_BULK: Final = int(Priority.BULK)
_ALERT: Final = int(Priority.ALERT)
_CLASSES: Final = tuple(sorted((int(priority) for priority in Priority), reverse=True))

_Line = list[tuple[float, int]]
"""Sorted (time or group, stream)."""


class Unset(Enum):
    """Tells "leave it as it is" from None."""

    UNSET = "unset"


UNSET: Final = Unset.UNSET


@dataclass(frozen=True, slots=True)
class Plan:
    """One step to run. It is in flight until `stepped` or `failed` was called for each of its streams."""

    streams: tuple[int, ...]
    budget_ms: float
    opens: tuple[int, ...] = ()
    """Those of `streams` that the worker has to open first."""


@dataclass(frozen=True, slots=True)
class ConductorStatus:
    """For `status` and metrics."""

    streams: int
    opened: int
    in_flight: int
    unheard: int
    """Streams that still wait for their first sound."""
    ahead: int
    """Streams at least `ahead_s` ahead of their listener."""
    blocked: int
    rtf: float | None


class Conductor:
    """The streams of one worker and the order of their steps.

    `lanes`, `batch` and `streams` are those of `engines.base.EngineInfo`. Stream numbers are never used twice
    and ascend in the order in which the segments are to be heard; group numbers (one for each utterance)
    ascend by arrival. Calls with a stream that is not there (any more) are ignored.
    """

    def __init__(
        self, *, lanes: int, batch: int, streams: int, ahead_s: float = 1.0, starve_s: float = 2.0
    ) -> None:
        self._lanes = max(1, lanes)
        self._batch = max(1, batch)
        self._slots = max(1, streams)
        self._ahead_s = ahead_s
        self._starve_s = starve_s
        self._speed = EngineSpeed()
        self._streams: dict[int, _Stream] = {}
        self._flights: list[_Flight] = []
        self._slots_taken: set[int] = set()
        # Streams that could be stepped now and have no step in flight, sorted:
        self._unheard: dict[int, _Line] = {priority: [] for priority in _CLASSES}
        self._heard: dict[int, _Line] = {priority: [] for priority in _CLASSES}
        self._oldest: _Line = []
        # Streams with steps in flight that can have one more at their side:
        self._beside: set[int] = set()
        self._served_at: dict[tuple[int, bool], float | None] = {}
        self._wake_at: float | None = None

    # --- streams --------------------------------------------------------------------------------------

    def add(
        self, stream: int, *, priority: Priority, now: float, group: int, dry_at: float | None = None
    ) -> None:
        """A segment wants to be made. `dry_at`: when its listener will have heard all there is before and of
        it; None while nothing of the utterance was heard yet. Raises `ValueError` for a number in use."""
        if stream in self._streams:
            raise ValueError(f"stream {stream} is in use")
        self._streams[stream] = state = _Stream(stream, int(priority), group, dry_at, now)
        self._enlist(state)

    def update(
        self,
        stream: int,
        *,
        priority: Priority | None = None,
        dry_at: float | Literal[Unset.UNSET] | None = UNSET,
        blocked: bool | None = None,
    ) -> None:
        """What changed for its listeners. A blocked stream (they can take no more) is not stepped."""
        if (state := self._streams.get(stream)) is None:
            return
        self._withdraw(state)
        if priority is not None:
            state.priority = int(priority)
        if dry_at is not UNSET:
            state.dry_at = dry_at
        if blocked is not None:
            state.blocked = blocked
        self._enlist(state)

    def remove(self, stream: int) -> None:
        """Never step it again. A step in flight keeps its lane, and its place in the engine, until it is
        back."""
        if (state := self._streams.pop(stream, None)) is not None:
            self._withdraw(state)
            if not state.in_flight:
                self._slots_taken.discard(stream)

    # --- steps ----------------------------------------------------------------------------------------

    def next(self, now: float) -> Plan | None:
        """The next step to run now, or None. Ask until it gives None: after every `add`, `update`, `remove`,
        `stepped` and `failed`, and at `wake_at`."""
        self._wake_at = None
        if len(self._flights) > self._lanes or not self.waiting:
            return None
        self._note_waiting(now)
        landing = None
        if len(self._flights) == self._lanes:
            landing = min(self._flights, key=lambda flight: flight.ends_at)
        starts_at = now if landing is None else max(now, landing.ends_at)
        lead = self._choose(starts_at) if landing is None else self._choose_waiting(landing, starts_at)
        if lead is None:
            return None
        state = self._streams[lead]
        if starts_at - now > LEAD_S and not (state.priority == _ALERT and state.dry_at is None):
            self._wake_at = starts_at - LEAD_S
            return None
        riders = self._riders(state, starts_at)
        if landing is not None and self._batch > 1 and 1 + len(riders) < self._batch:
            return None  # half a batch now would keep the batches apart for ever
        return self._hand_out(state, riders, now, starts_at, in_waiting=landing is not None)

    def stepped(
        self,
        stream: int,
        *,
        audio_s: float,
        cost_ms: float,
        side_by_side: int,
        end: bool,
        now: float,
        spare: bool = False,
    ) -> None:
        """A step in flight came back for `stream`, also for a removed one. `audio_s`: seconds of sound it
        added; `spare`: there was nothing left to start, so the stream is not stepped again.

        The listener is taken to play at once and without a pause; `update` corrects that.
        """
        flight = self._land(stream, now)
        if flight is not None and not spare:
            self._speed.measured(
                first=stream in flight.firsts, budget_ms=flight.budget_ms, cost_ms=cost_ms, audio_s=audio_s
            )
        if (state := self._streams.get(stream)) is None:
            return
        self._withdraw(state)
        state.side_by_side = max(1, side_by_side)
        state.exhausted = state.exhausted or end or spare
        if audio_s > 0.0:
            state.dry_at = (now if state.dry_at is None else max(state.dry_at, now)) + audio_s
        if state.exhausted and not state.in_flight:
            self._slots_taken.discard(stream)
        self._enlist(state)

    def failed(self, stream: int, *, now: float) -> None:
        """A step in flight came back without a result for `stream`; unless removed it may be stepped
        again."""
        self._land(stream, now)
        if (state := self._streams.get(stream)) is not None:
            self._withdraw(state)
            self._enlist(state)

    @property
    def wake_at(self) -> float | None:
        """When `next`, which just gave None, may give a plan though nothing else happened; None for never."""
        return self._wake_at

    # --- figures --------------------------------------------------------------------------------------

    @property
    def in_flight(self) -> int:
        """Steps handed out and not yet back."""
        return len(self._flights)

    @property
    def waiting(self) -> int:
        """Streams that could be stepped now."""
        return len(self._oldest) + len(self._beside) + sum(map(len, self._unheard.values()))

    @property
    def idle(self) -> bool:
        return not self._flights and not self.waiting

    @property
    def unheard(self) -> int:
        """Streams that still wait for their first sound."""
        return sum(state.dry_at is None for state in self._streams.values())

    @property
    def rtf(self) -> float | None:
        """Synthesis time over audio time of about the last half minute of sound; None before the first."""
        return self._speed.rtf

    def eta_s(self, position: int) -> float | None:
        """About how long until a first sound that has `position` others before it; None: not known yet."""
        if (sound_ms := self._speed.first_sound_ms) is None:
            return None
        return (position + 1) * sound_ms / 1000.0 / min(self._lanes, position + 1)

    def head_start_s(self, audio_s: float) -> float:
        """How much of `audio_s` seconds of sound should be there before a listener begins, so that it does
        not run dry in the middle: 0 for an engine faster than real time at the present load."""
        rtf = self._speed.rtf
        if rtf is None:
            return 0.0
        load = rtf * max(1, sum(not state.exhausted for state in self._streams.values())) / self._lanes
        load = max(load, rtf)
        return 0.0 if load <= 1.0 else audio_s * (1.0 - 1.0 / load)

    def status(self, now: float) -> ConductorStatus:
        """A snapshot."""
        states = self._streams.values()
        return ConductorStatus(
            streams=len(states),
            opened=len(self._slots_taken),
            in_flight=len(self._flights),
            unheard=self.unheard,
            ahead=sum(s.dry_at is not None and s.dry_at >= now + self._ahead_s for s in states),
            blocked=sum(s.blocked for s in states),
            rtf=self._speed.rtf,
        )

    # --- choosing -------------------------------------------------------------------------------------

    def _choose(self, at: float) -> int | None:
        """The stream whose step should begin at `at`."""
        if (alert := self._first_unheard(_ALERT)) is not None:
            return alert
        if (overdue := self._overdue(at)) is not None:
            return overdue
        horizon = at + self._ahead_s
        needing: _Line = []
        highest: int | None = None
        for priority in _CLASSES:
            if not self._may_step(priority):
                continue
            if line := self._needing(priority, horizon):
                if highest is None:
                    highest = line[0][1]
                needing = sorted(needing + line) if needing else line
            unheard = self._first_unheard(priority)
            if needing and self._pressing(needing, at, unheard):
                return needing[0][1]
            if unheard is not None:
                return unheard
        if highest is not None:
            return highest
        return self._least_served(horizon)

    def _choose_waiting(self, landing: _Flight, at: float) -> int | None:
        """The stream whose step should wait for the end of `landing`, at `at`. None if one of the streams
        that land would go first: its first sound must not wait for another's step only because it was under
        way."""
        states = [s for stream in landing.streams if (s := self._streams.get(stream)) is not None]
        before = [(state, state.dry_at, state.in_flight) for state in states]
        coming_s = self._speed.coming_s(landing.cost_s * 1000.0)
        for state in states:
            self._withdraw(state)
            state.in_flight -= 1
            if state.dry_at is not None or state.stream not in landing.firsts:
                state.dry_at = (at if state.dry_at is None else max(at, state.dry_at)) + coming_s
            self._enlist(state)
        lead = self._choose(at)
        for state, dry_at, in_flight in before:
            self._withdraw(state)
            state.dry_at, state.in_flight = dry_at, in_flight
            self._enlist(state)
        return None if lead in landing.streams else lead

    def _pressing(self, needing: _Line, at: float, unheard: int | None) -> bool:
        """Would one of `needing` (sorted by when it runs dry) run dry if another step went first, and then
        each of them in turn? Lanes are taken for one fluid of work, plus the whole of one's own step."""
        first = unheard is None or not self._streams[unheard].steps
        other_s = self._speed.careful_ms(MIN_STEP_MS, first=first) / 1000.0
        own_s = self._speed.careful_ms(MIN_STEP_MS, first=False) / 1000.0
        share_s = own_s / self._lanes
        done_at = at + other_s / self._lanes + own_s
        safe_at = done_at + share_s * len(needing)
        for dry_at, _ in needing:
            if dry_at < done_at:
                return True
            if dry_at > safe_at:
                return False
            done_at += share_s
        return False

    def _least_served(self, horizon: float) -> int | None:
        """Nobody needs a step: one more of a stream that has one in flight, or of the oldest ahead."""
        beside = [
            self._streams[stream] for stream in self._beside if self._may_step(self._streams[stream].priority)
        ]
        short = [
            s for s in beside if s.dry_at is None or s.dry_at + self._speed.coming_s(s.in_flight_ms) < horizon
        ]
        if short:
            return min(short, key=lambda s: (-s.priority, s.dry_at or 0.0, s.stream)).stream
        ahead = self._first_allowed(self._oldest)
        oldest = min(beside, key=lambda s: (s.group, s.stream), default=None)
        if oldest is None or (ahead is not None and self._order(ahead) < self._order(oldest.stream)):
            return ahead
        return oldest.stream

    def _order(self, stream: int) -> tuple[int, int]:
        return self._streams[stream].group, stream

    def _note_waiting(self, now: float) -> None:
        """Remember since when each kind (class; heard or not) has been in need without getting a step."""
        horizon = now + self._ahead_s
        for priority in _CLASSES:
            unheard, heard = self._unheard[priority], self._heard[priority]
            if not unheard:
                self._served_at[priority, False] = None
            elif self._served_at.get((priority, False)) is None:
                self._served_at[priority, False] = now
            if not heard or heard[0][0] >= horizon:
                self._served_at[priority, True] = None
            elif self._served_at.get((priority, True)) is None:
                self._served_at[priority, True] = now

    def _overdue(self, at: float) -> int | None:
        """The first of the kind that has waited longest for a step, if that is too long."""
        kinds = sorted(
            (since, kind)
            for kind, since in self._served_at.items()
            if since is not None and at - since > self._starve_s and self._may_step(kind[0])
        )
        for _, (priority, heard) in kinds:
            line = self._heard[priority] if heard else self._unheard[priority]
            if (stream := self._first_allowed(line)) is not None:
                return stream
        return None

    def _first_unheard(self, priority: int) -> int | None:
        return self._first_allowed(self._unheard[priority])

    def _first_allowed(self, line: _Line) -> int | None:
        for _, stream in line:
            state = self._streams[stream]
            if self._may_step(state.priority) and self._may_open(state):
                return stream
        return None

    def _needing(self, priority: int, horizon: float) -> _Line:
        line = self._heard[priority]
        end = bisect_left(line, (horizon, -1))
        if self._has_room(priority):
            return line[:end]
        return [item for item in line[:end] if item[1] in self._slots_taken]

    def _may_step(self, priority: int) -> bool:
        """Bulk leaves one lane free, so that whoever comes starts at once."""
        if priority != _BULK:
            return True
        return sum(flight.bulk for flight in self._flights) < max(1, self._lanes - 1)

    def _may_open(self, state: _Stream) -> bool:
        return state.stream in self._slots_taken or self._has_room(state.priority)

    def _has_room(self, priority: int) -> bool:
        """One place of four and more is kept for alerts, and bulk takes at most half."""
        taken = len(self._slots_taken)
        if priority == _BULK and self._slots > 1:
            bulk = sum(s in self._streams and self._streams[s].priority == _BULK for s in self._slots_taken)
            if bulk >= self._slots // 2:
                return False
        return taken < self._slots - (1 if priority != _ALERT and self._slots >= 4 else 0)

    def _riders(self, lead: _Stream, at: float) -> list[_Stream]:
        """Who else goes into the same step: streams in the same phase, in the order of choosing."""
        if self._batch == 1:
            return []
        horizon = at + self._ahead_s
        lines = [
            line
            for priority in _CLASSES
            for line in (self._unheard[priority], self._needing(priority, horizon))
        ]
        room = {lead.stream, *self._slots_taken}
        riders: list[_Stream] = []
        seen = {lead.stream}
        for line in (*lines, self._oldest):
            for _, stream in line:
                if len(riders) + 1 >= self._batch:
                    return riders
                state = self._streams[stream]
                if stream in seen or bool(state.steps) != bool(lead.steps):
                    continue
                if stream not in room and len(room) >= self._slots - (1 if self._slots >= 4 else 0):
                    continue
                seen.add(stream)
                room.add(stream)
                riders.append(state)
        return riders

    # --- handing out and taking back ------------------------------------------------------------------

    def _budget_ms(self, state: _Stream, at: float) -> float:
        if state.dry_at is None:
            return FIRST_STEP_MS
        ahead = min(1.0, max(0.0, (state.dry_at - at) / self._ahead_s))
        budget_ms = MIN_STEP_MS + (MAX_STEP_MS - MIN_STEP_MS) * ahead
        if any(self._unheard.values()):
            budget_ms = MIN_STEP_MS
        if state.priority == _BULK and self._lanes == 1:
            budget_ms = min(budget_ms, BULK_STEP_MS)
        return budget_ms

    def _hand_out(
        self, lead: _Stream, riders: list[_Stream], now: float, starts_at: float, in_waiting: bool
    ) -> Plan:
        states = (lead, *riders)
        streams = tuple(state.stream for state in states)
        opens = tuple(stream for stream in streams if stream not in self._slots_taken)
        firsts = frozenset(state.stream for state in states if not state.steps)
        for state in states:
            self._withdraw(state)
        budget_ms = min(self._budget_ms(state, starts_at) for state in states)
        cost_s = self._speed.expected_ms(budget_ms, first=bool(firsts)) / 1000.0
        self._flights.append(
            _Flight(
                list(streams),
                firsts,
                budget_ms,
                cost_s,
                starts_at + cost_s,
                lead.priority == _BULK,
                in_waiting,
            )
        )
        self._served_at[lead.priority, lead.dry_at is not None] = now
        self._slots_taken.update(opens)
        for state in states:
            state.steps += 1
            state.in_flight += 1
            state.in_flight_ms += cost_s * 1000.0
            self._enlist(state)
        return Plan(streams, budget_ms, opens)

    def _land(self, stream: int, now: float) -> _Flight | None:
        """Take a step in flight back for `stream`; its lane is free when all its streams are back."""
        flight = next((flight for flight in self._flights if stream in flight.streams), None)
        if flight is None:
            return None
        flight.streams.remove(stream)
        if not flight.streams:
            self._flights.remove(flight)
            waiting = next((flight for flight in self._flights if flight.in_waiting), None)
            if waiting is not None:
                waiting.in_waiting = False
                waiting.ends_at = now + waiting.cost_s
        state = self._streams.get(stream)
        if state is None:
            if not any(stream in flight.streams for flight in self._flights):
                self._slots_taken.discard(stream)
        else:
            self._withdraw(state)
            state.in_flight -= 1
            state.in_flight_ms = max(0.0, state.in_flight_ms - flight.cost_s * 1000.0)
            if state.exhausted and not state.in_flight:
                self._slots_taken.discard(stream)
        return flight

    # --- the sorted lines -----------------------------------------------------------------------------

    def _enlist(self, state: _Stream) -> None:
        if (
            state.blocked
            or state.exhausted
            or state.in_flight >= (state.side_by_side if self._batch == 1 else 1)
        ):
            return
        if state.in_flight:
            self._beside.add(state.stream)
        elif state.dry_at is None:
            insort(self._unheard[state.priority], (float(state.group), state.stream))
        else:
            insort(self._heard[state.priority], (state.dry_at, state.stream))
            insort(self._oldest, (float(state.group), state.stream))

    def _withdraw(self, state: _Stream) -> None:
        self._beside.discard(state.stream)
        _discard(self._unheard[state.priority], (float(state.group), state.stream))
        if state.dry_at is not None:
            _discard(self._heard[state.priority], (state.dry_at, state.stream))
            _discard(self._oldest, (float(state.group), state.stream))


@dataclass(slots=True)
class _Stream:
    stream: int
    priority: int
    group: int
    dry_at: float | None
    added_at: float
    side_by_side: int = 1
    blocked: bool = False
    exhausted: bool = False
    """Its end was seen; nothing is left to step."""
    steps: int = 0
    """Handed out so far."""
    in_flight: int = 0
    in_flight_ms: float = 0.0


@dataclass(slots=True)
class _Flight:
    streams: list[int]
    """Those not yet back."""
    firsts: frozenset[int]
    """Those for which it is the first step."""
    budget_ms: float
    cost_s: float
    """As expected."""
    ends_at: float
    bulk: bool
    in_waiting: bool
    """No lane had begun it yet."""


def _discard(line: _Line, item: tuple[float, int]) -> None:
    at = bisect_left(line, item)
    if at < len(line) and line[at] == item:
        del line[at]
