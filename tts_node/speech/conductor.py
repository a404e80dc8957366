"""Decides every step of one worker: which streams go next, and about how long the step may take.

Plain code: no I/O, no tasks, no clock. Times are seconds of any monotonic clock, handed in. The rules, in
the order in which they are asked (`_choose`):

1. An alert that nobody has heard yet goes first, always.
2. A kind of stream (class; heard or not) that has been in need for `starve_s` without a step gets one.
3. From the highest class down: streams that would run dry if one more step went to somebody else, the driest
   first; then those that still wait for their first sound, by arrival. So a first word never makes a listener
   run dry whose class is as high, and eight first words need eight first steps. A lower class waits until the
   listeners of higher ones are at least a third of `ahead_s` ahead: they do not live from hand to mouth.
4. Streams less than `ahead_s` ahead of their listener: the higher class first, then who runs dry first.
5. A second step of a stream side by side with its first, where the engine can do that.
6. Streams that are further ahead, the oldest first, so that no lane idles.

A step in flight cannot be taken back. So besides one for each lane only one more is handed out, only when a
lane is about to become free (`wake_at` tells when that is), and only if no stream that is about to land
would go first. It saves the round trip and costs an alert next to nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal

from tts_node.speech.engine_speed import EngineSpeed
from tts_node.speech.lineup import ALERT, BULK, CLASSES, REPLY, Line, Lineup, StreamState
from tts_node.speech.utterance import Priority

FIRST_STEP_MS: Final = 35.0
"""Budget while a listener waits for the first sound."""
MIN_STEP_MS: Final = 50.0
"""Budget of a step whose listener is about to run dry, or for whose end another one waits."""
MAX_STEP_MS: Final = 120.0
"""Budget of a step whose listener is far ahead: the larger, the less of it is overhead."""
BULK_STEP_MS: Final = 40.0
"""Largest budget of a bulk step where the engine has one lane only."""
COMFORT: Final = 0.35
"""Part of `ahead_s` that listeners have before a lower class gets a step for anything."""
LEAD_S: Final = 0.012
"""A waiting step is handed out when a lane is expected to become free within this time."""


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

    `lanes`, `batch` and `streams` are those of `engines.base.EngineInfo`. Stream numbers are never used
    twice and ascend in the order in which the segments are to be heard; group numbers (one for each
    utterance) ascend by arrival. Calls with a stream that is not there (any more) are ignored.
    """

    def __init__(
        self, *, lanes: int, batch: int, streams: int, ahead_s: float = 1.0, starve_s: float = 2.0
    ) -> None:
        self._lanes = max(1, lanes)
        self._batch = max(1, batch)
        self._places = max(1, streams)
        self._ahead_s = ahead_s
        self._starve_s = starve_s
        self._speed = EngineSpeed()
        self._lineup = Lineup(places=self._places, side_by_side=self._batch == 1)
        self._flights: list[_Flight] = []
        self._in_need_since: dict[tuple[int, bool], float] = {}
        """For each kind (class, heard): when it came into need or got its last step since."""
        self._other_lane_at = 0.0
        """When the next lane is free besides the one for which `next` chooses."""
        self._wake_at: float | None = None

    # --- streams ----------------------------------------------------------------------------------------

    def add(
        self, stream: int, *, priority: Priority, now: float, group: int, dry_at: float | None = None
    ) -> None:
        """A segment wants to be made. `dry_at`: when its listener will have heard all that comes before it
        and all that is made of it; None while nothing of the utterance was heard. Raises `ValueError` for a
        number in use."""
        if stream in self._lineup.states:
            raise ValueError(f"stream {stream} is in use")
        front_s = self._speed.careful_ms(FIRST_STEP_MS, first=True) / 1000.0
        self._lineup.states[stream] = state = StreamState(stream, int(priority), group, dry_at, front_s)
        self._lineup.enlist(state)

    def update(
        self,
        stream: int,
        *,
        priority: Priority | None = None,
        dry_at: float | Literal[Unset.UNSET] | None = UNSET,
        blocked: bool | None = None,
    ) -> None:
        """What changed for its listeners. A blocked stream (they can take no more) is not stepped."""
        if (state := self._lineup.states.get(stream)) is None:
            return
        self._lineup.withdraw(state)
        if priority is not None:
            state.priority = int(priority)
        if dry_at is not UNSET:
            state.dry_at = dry_at
        if blocked is not None:
            state.blocked = blocked
        self._lineup.enlist(state)

    def remove(self, stream: int) -> None:
        """Never step it again. A step in flight keeps its lane, and the stream's place, until it is back."""
        if (state := self._lineup.states.pop(stream, None)) is not None:
            self._lineup.withdraw(state)
            if not state.in_flight:
                self._lineup.release(stream)

    # --- steps --------------------------------------------------------------------------------------------

    def next(self, now: float) -> Plan | None:
        """The next step to run now, or None. Ask until it gives None: after every `add`, `update`, `remove`,
        `stepped` and `failed`, and at `wake_at`."""
        self._wake_at = None
        if len(self._flights) > self._lanes or not self._lineup.ready:
            return None
        self._note_need(now)
        ends = sorted(self._flights, key=lambda flight: flight.ends_at)
        landing = ends.pop(0) if len(ends) == self._lanes else None
        starts_at = now if landing is None else max(now, landing.ends_at)
        if len(ends) < self._lanes - 1:
            self._other_lane_at = starts_at
        else:
            self._other_lane_at = ends[0].ends_at if ends else math.inf
        lead = self._choose(starts_at) if landing is None else self._choose_waiting(landing, starts_at)
        if lead is None:
            return None
        state = self._lineup.states[lead]
        if starts_at - now > LEAD_S and not (state.priority == ALERT and state.dry_at is None):
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
        added; `spare`: nothing could be started beside what is in flight, so it is stepped again only when
        that is back.

        The listener is taken to play at once and without a pause; `update` corrects that.
        """
        flight = self._land(stream, now)
        if flight is not None and not spare:
            self._speed.measured(
                first=stream in flight.firsts, budget_ms=flight.budget_ms, cost_ms=cost_ms, audio_s=audio_s
            )
        if (state := self._lineup.states.get(stream)) is None:
            return
        self._lineup.withdraw(state)
        state.side_by_side = max(1, state.in_flight if spare else side_by_side)
        state.cost_ms += cost_ms
        if end and not state.exhausted:
            self._speed.segment_done(state.cost_ms)
        state.exhausted = state.exhausted or end
        if audio_s > 0.0:
            state.dry_at = (now if state.dry_at is None else max(state.dry_at, now)) + audio_s
        if state.exhausted and not state.in_flight:
            self._lineup.release(stream)
        self._lineup.enlist(state)

    def failed(self, stream: int, *, now: float) -> None:
        """A step in flight came back without a result for `stream`; unless removed it may be stepped
        again."""
        self._land(stream, now)
        if (state := self._lineup.states.get(stream)) is not None:
            self._lineup.enlist(state)

    @property
    def wake_at(self) -> float | None:
        """When `next`, which just gave None, may give a plan though nothing else happened; None for never."""
        return self._wake_at

    # --- figures ------------------------------------------------------------------------------------------

    @property
    def in_flight(self) -> int:
        """Steps handed out and not yet back."""
        return len(self._flights)

    @property
    def waiting(self) -> int:
        """Streams that want a step now."""
        return self._lineup.ready

    @property
    def idle(self) -> bool:
        return not self._flights and not self.waiting

    @property
    def unheard(self) -> int:
        """Streams that still wait for their first sound."""
        return sum(state.dry_at is None for state in self._lineup.states.values())

    @property
    def rtf(self) -> float | None:
        """Synthesis time over audio time of about the last half minute of sound; None before the first."""
        return self._speed.rtf

    def eta_s(self, position: int) -> float | None:
        """About how long until a first sound that has `position` others before it; None: not known yet."""
        first_ms = self._speed.first_sound_ms
        if first_ms is None:
            return None
        room = self._places - len(self._lineup.open)
        segment_ms = self._speed.segment_ms
        if position < room or segment_ms is None:
            return (position // self._lanes + 1) * first_ms / 1000.0
        return (((position - room) // self._places + 1) * segment_ms + first_ms) / 1000.0

    def status(self, now: float) -> ConductorStatus:
        """A snapshot."""
        states = self._lineup.states.values()
        return ConductorStatus(
            streams=len(states),
            opened=len(self._lineup.open),
            in_flight=len(self._flights),
            unheard=self.unheard,
            ahead=sum(s.dry_at is not None and s.dry_at >= now + self._ahead_s for s in states),
            blocked=sum(s.blocked for s in states),
            rtf=self._speed.rtf,
        )

    # --- choosing -----------------------------------------------------------------------------------------

    def _choose(self, at: float) -> int | None:
        """The stream whose step should begin at `at`."""
        if (alert := self._lineup.first_unheard(ALERT)) is not None:
            return alert
        if (overdue := self._overdue(at)) is not None:
            return overdue
        horizon = at + self._ahead_s
        needing: Line = []
        highest: int | None = None
        for priority in self._allowed():
            if needing and needing[0][0] < at + COMFORT * self._ahead_s:
                return needing[0][1]
            unheard = self._lineup.first_unheard(priority)
            if line := self._lineup.needing(priority, horizon):
                highest = line[0][1] if highest is None else highest
                needing = sorted(needing + line) if needing else line
            if needing and self._pressing(needing, at, unheard):
                return needing[0][1]
            if unheard is not None:
                return unheard
        return self._without_need(horizon) if highest is None else highest

    def _choose_waiting(self, landing: _Flight, at: float) -> int | None:
        """The stream whose step should wait for the end of `landing`, at `at`. None if one of the streams
        that land would go first: its first sound must not wait for another's step only because it was under
        way."""
        states = [s for stream in landing.streams if (s := self._lineup.states.get(stream)) is not None]
        before = [(state, state.dry_at, state.in_flight) for state in states]
        coming_s = self._speed.coming_s(landing.cost_s * 1000.0)
        for state in states:
            self._lineup.withdraw(state)
            state.in_flight -= 1
            if state.dry_at is not None or state.stream not in landing.firsts:
                state.dry_at = (at if state.dry_at is None else max(at, state.dry_at)) + coming_s
            self._lineup.enlist(state)
        lead = self._choose(at)
        for state, dry_at, in_flight in before:
            self._lineup.withdraw(state)
            state.dry_at, state.in_flight = dry_at, in_flight
            self._lineup.enlist(state)
        return None if lead in landing.streams else lead

    def _pressing(self, needing: Line, at: float, unheard: int | None) -> bool:
        """Would one of `needing` (sorted by when it runs dry) run dry if another step went first, and then
        each of them in turn? They can begin when that step or one in flight ends; from then on the lanes
        are taken for one fluid of work, but for the whole of one's own step."""
        first = unheard is None or not self._lineup.states[unheard].steps
        other_s = self._speed.careful_ms(MIN_STEP_MS, first=first) / 1000.0
        own_s = self._speed.careful_ms(MIN_STEP_MS, first=False) / 1000.0
        share_s = own_s / self._lanes / self._batch
        done_at = min(at + other_s, max(at, self._other_lane_at)) + own_s
        safe_at = done_at + share_s * len(needing)
        for dry_at, _ in needing:
            if dry_at < done_at:
                return True
            if dry_at > safe_at:
                return False
            done_at += share_s
        return False

    def _without_need(self, horizon: float) -> int | None:
        """Nobody needs a step: one at the side of a stream that has one in flight, or the oldest that is
        ahead."""
        allowed = self._allowed()
        beside = [s for n in self._lineup.beside if (s := self._lineup.states[n]).priority in allowed]
        short = [
            s for s in beside if s.dry_at is None or s.dry_at + self._speed.coming_s(s.in_flight_ms) < horizon
        ]
        if short:
            return min(short, key=lambda s: (-s.priority, s.dry_at or 0.0, s.stream)).stream
        ahead = [n for priority in allowed if (n := self._lineup.first_oldest(priority)) is not None]
        states = [*beside, *(self._lineup.states[stream] for stream in ahead)]
        oldest = min(states, key=lambda s: (s.group, s.stream), default=None)
        return None if oldest is None else oldest.stream

    def _allowed(self) -> tuple[int, ...]:
        """Classes that may have a step now. Bulk leaves one lane free, so that whoever comes starts at
        once."""
        bulk = sum(flight.bulk for flight in self._flights)
        return CLASSES if bulk < max(1, self._lanes - 1) else CLASSES[:-1]

    def _note_need(self, now: float) -> None:
        horizon = now + self._ahead_s
        for priority in CLASSES:
            heard = self._lineup.heard[priority]
            for kind, need in (
                ((priority, False), bool(self._lineup.unheard[priority])),
                ((priority, True), bool(heard) and heard[0][0] < horizon),
            ):
                if need:
                    self._in_need_since.setdefault(kind, now)
                else:
                    self._in_need_since.pop(kind, None)

    def _overdue(self, at: float) -> int | None:
        """The first stream of the kind that has been in need for longest, if that is too long."""
        overdue = sorted(
            (since, kind) for kind, since in self._in_need_since.items() if at - since > self._starve_s
        )
        for _, (priority, heard) in overdue:
            if priority in self._allowed():
                first = self._lineup.first_heard if heard else self._lineup.first_unheard
                if (stream := first(priority)) is not None:
                    return stream
        return None

    def _riders(self, lead: StreamState, at: float) -> list[StreamState]:
        """Who else goes into the same step: streams in the same phase (first step or later), in the order
        of need."""
        if self._batch == 1:
            return []
        lineup, horizon = self._lineup, at + self._ahead_s
        lines = [line for c in CLASSES for line in (lineup.unheard[c], lineup.needing(c, horizon))]
        lines += [lineup.oldest[c] for c in CLASSES]
        room = lineup.places_for(REPLY) - len(lineup.open | {lead.stream})
        riders: dict[int, StreamState] = {}
        for stream in (stream for line in lines for _, stream in line):
            if 1 + len(riders) >= self._batch:
                break
            state = lineup.states[stream]
            opens = stream not in lineup.open
            if (
                state is lead
                or stream in riders
                or bool(state.steps) != bool(lead.steps)
                or (opens and room <= 0)
            ):
                continue
            room -= opens
            riders[stream] = state
        return list(riders.values())

    # --- handing out and taking back ----------------------------------------------------------------------

    def _budget_ms(self, state: StreamState, at: float) -> float:
        """Small while somebody waits for a first sound, then growing with how far ahead the listener is."""
        if state.dry_at is None:
            return FIRST_STEP_MS
        if any(self._lineup.unheard.values()):
            budget_ms = MIN_STEP_MS
        else:
            ahead = min(1.0, max(0.0, (state.dry_at - at) / self._ahead_s))
            budget_ms = MIN_STEP_MS + (MAX_STEP_MS - MIN_STEP_MS) * ahead
        if state.priority == BULK and self._lanes == 1:
            budget_ms = min(budget_ms, BULK_STEP_MS)
        return budget_ms

    def _hand_out(
        self, lead: StreamState, riders: list[StreamState], now: float, starts_at: float, *, in_waiting: bool
    ) -> Plan:
        states = (lead, *riders)
        streams = tuple(state.stream for state in states)
        opens = tuple(stream for stream in streams if stream not in self._lineup.open)
        firsts = frozenset(state.stream for state in states if not state.steps)
        for state in states:
            self._lineup.withdraw(state)
        budget_ms = min(self._budget_ms(state, starts_at) for state in states)
        cost_s = self._speed.expected_ms(budget_ms, first=bool(firsts)) / 1000.0
        self._flights.append(
            _Flight(
                streams=list(streams),
                firsts=firsts,
                budget_ms=budget_ms,
                cost_s=cost_s,
                ends_at=starts_at + cost_s,
                bulk=lead.priority == BULK,
                in_waiting=in_waiting,
            )
        )
        self._in_need_since[lead.priority, lead.dry_at is not None] = now
        self._lineup.open.update(opens)
        for state in states:
            state.steps += 1
            state.front_s = 0.0
            state.in_flight += 1
            state.in_flight_ms += cost_s * 1000.0
            self._lineup.enlist(state)
        return Plan(streams, budget_ms, opens)

    def _land(self, stream: int, now: float) -> _Flight | None:
        """Take a step in flight back for `stream`, which is withdrawn; its lane is free when all are back."""
        flight = next((flight for flight in self._flights if stream in flight.streams), None)
        state = self._lineup.states.get(stream)
        if state is not None:
            self._lineup.withdraw(state)
        if flight is None:
            return None
        flight.streams.remove(stream)
        if not flight.streams:
            self._flights.remove(flight)
            if (waiting := next((f for f in self._flights if f.in_waiting), None)) is not None:
                waiting.in_waiting = False
                waiting.ends_at = now + waiting.cost_s
        if state is not None:
            state.in_flight -= 1
            state.in_flight_ms = max(0.0, state.in_flight_ms - flight.cost_s * 1000.0)
        if not any(stream in flight.streams for flight in self._flights) and (
            state is None or state.exhausted
        ):
            self._lineup.release(stream)
        return flight


@dataclass(slots=True)
class _Flight:
    """A step handed out and not yet back."""

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
