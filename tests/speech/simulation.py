"""A discrete-event simulation of one worker and its listeners around a real `Conductor`, with a fake clock.

It plays the part of the node (hands out steps, takes them back, tells when listeners run dry), of the
engine (a front, then chunks whose cost is overhead plus a real-time factor) and of people who listen, and
it checks at every event what must always hold. What happened is recorded for the tests.
"""

from __future__ import annotations

import heapq
import itertools
import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from tts_node.speech.conductor import BULK_STEP_MS, Conductor, Plan
from tts_node.speech.utterance import Priority


@dataclass(frozen=True)
class Engine:
    """What a step costs. Times in seconds."""

    lanes: int = 1
    batch: int = 1
    streams: int = 64
    rtf: float = 0.1
    front_s: float = 0.030
    """A segment's front costs this and `front_rtf` for each second of its sound; 0 for both: there is no
    front."""
    front_rtf: float = 0.012
    overhead_s: float = 0.012
    """Of each chunk."""
    batch_cost: float = 0.1
    """What each further stream in a step adds, in parts of a step."""
    side_by_side: bool = True
    whole: bool = False
    """A step makes the whole segment, whatever its budget is."""
    jitter: float = 0.15
    """Costs vary by this part, evenly."""
    round_trip_s: float = 0.001
    """Half of it to the worker, half of it back."""

    def load(self, seconds: list[float], step_s: float = 0.06) -> float:
        """The part of the engine that a listener to these segments takes, with steps of `step_s`."""
        audio = sum(seconds)
        chunks = self.rtf * audio * step_s / max(1e-9, step_s - self.overhead_s)
        fronts = sum(self.front_s + self.front_rtf * s for s in seconds)
        return (chunks + fronts) / audio / self.lanes


@dataclass
class Talk:
    """An utterance and who listens to it."""

    at: float
    seconds: list[float]
    """Of each segment's sound."""
    priority: Priority = Priority.REPLY
    starts_after_s: float = 0.2
    """The listener begins to play so long after the first sound came."""
    cancel_at: float | None = None
    full_s: float | None = None
    """The listener takes at most so much more than is due; then it is full (blocked)."""
    group: int = 0
    # What came of it:
    streams: list[Stream] = field(default_factory=list)
    heard_at: float | None = None
    plays_at: float = 0.0
    stalls: list[float] = field(default_factory=list)
    """How long it was silent each time it ran dry."""
    done_at: float | None = None
    cancelled: bool = False

    @property
    def made_s(self) -> float:
        return sum(stream.made_s for stream in self.streams)

    @property
    def ran_out_at(self) -> float:
        return self.plays_at + self.made_s


@dataclass
class Stream:
    number: int
    talk: Talk
    seconds: float
    front_done: bool = False
    started_s: float = 0.0
    """Seconds of sound for which a step was started."""
    made_s: float = 0.0
    """Readable: without holes."""
    next_index: int = 0
    next_ready: int = 0
    ready: dict[int, float] = field(default_factory=dict)
    end_index: int | None = None
    ended: bool = False
    blocked: bool = False
    opened: bool = False
    in_flight: int = 0
    beside: int = 1
    exhausted: bool = False
    steps: int = 0


@dataclass
class Started:
    """A step that a lane began."""

    at: float
    plan: Plan
    handed_at: float
    ends_at: float
    unheard: bool
    """Its first stream's talk had no sound yet when the step began."""


@dataclass
class _Result:
    stream: int
    index: int | None = None
    audio_s: float = 0.0
    cost_s: float = 0.0
    end: bool = False


class Simulation:
    def __init__(self, engine: Engine, talks: list[Talk], *, seed: int = 0, **conductor: float) -> None:
        self.engine = engine
        self.talks = sorted(talks, key=lambda talk: talk.at)
        self.conductor = Conductor(
            lanes=engine.lanes, batch=engine.batch, streams=engine.streams, **conductor
        )
        self.now = 0.0
        self.started: list[Started] = []
        self.longest_s = 0.0
        self.streams: dict[int, Stream] = {}
        self.busy_s = 0.0
        self._random = random.Random(seed)
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self._numbers = itertools.count(1)
        self._queue: deque[tuple[Plan, float]] = deque()
        self._running = 0
        self._outstanding: list[Plan] = []
        self._woken: float | None = None
        self._bulk: set[int] = set()
        """Numbers of all bulk streams that ever were; some are gone while a step of theirs is under way."""
        for group, talk in enumerate(self.talks, 1):
            talk.group = group
            self._at(talk.at, lambda talk=talk: self._begin(talk))
            if talk.cancel_at is not None:
                self._at(talk.cancel_at, lambda talk=talk: self._cancel(talk))

    def run(self, until: float = float("inf")) -> Simulation:
        while self._events and self._events[0][0] <= until:
            self.now, _, happens = heapq.heappop(self._events)
            happens()
            self._pump()
        return self

    # --- the node -----------------------------------------------------------------------------------------

    def _at(self, when: float, happens: Callable[[], None]) -> None:
        heapq.heappush(self._events, (max(when, self.now), next(self._order), happens))

    def _begin(self, talk: Talk) -> None:
        self._open_next(talk)

    def _open_next(self, talk: Talk) -> None:
        if talk.cancelled or len(talk.streams) == len(talk.seconds):
            return
        stream = Stream(next(self._numbers), talk, talk.seconds[len(talk.streams)])
        talk.streams.append(stream)
        self.streams[stream.number] = stream
        if talk.priority is Priority.BULK:
            self._bulk.add(stream.number)
        self.conductor.add(
            stream.number,
            priority=talk.priority,
            now=self.now,
            group=talk.group,
            dry_at=self._dry_at(stream),
        )

    def _dry_at(self, stream: Stream) -> float | None:
        """As a listener knows it: what comes before in the utterance counts as if it were made."""
        talk = stream.talk
        earlier = sum(s.seconds for s in talk.streams[: talk.streams.index(stream)])
        if talk.heard_at is None:
            return None if not earlier else self.now + earlier
        late_s = max(0.0, self.now - talk.ran_out_at) if not self._all_made(talk) else 0.0
        return talk.plays_at + late_s + earlier + stream.made_s

    @staticmethod
    def _all_made(talk: Talk) -> bool:
        return len(talk.streams) == len(talk.seconds) and all(stream.ended for stream in talk.streams)

    def _cancel(self, talk: Talk) -> None:
        if talk.done_at is not None:
            return
        talk.cancelled = True
        for stream in talk.streams:
            self.streams.pop(stream.number, None)
            self.conductor.remove(stream.number)

    def _refresh(self, talk: Talk) -> None:
        for stream in talk.streams:
            if stream.number not in self.streams:
                continue
            dry_at = self._dry_at(stream)
            full_s = talk.full_s
            ahead_s = 0.0 if talk.heard_at is None else talk.ran_out_at - self.now
            stream.blocked = full_s is not None and talk.heard_at is not None and ahead_s > full_s
            if stream.blocked and full_s is not None:
                self._at(self.now + ahead_s - full_s + 1e-6, lambda: self._refresh(talk))
            self.conductor.update(stream.number, dry_at=dry_at, blocked=stream.blocked)

    def _pump(self) -> None:
        while (plan := self.conductor.next(self.now)) is not None:
            self._check_plan(plan)
            self._outstanding.append(plan)
            self._at(
                self.now + self.engine.round_trip_s / 2, lambda plan=plan, at=self.now: self._arrive(plan, at)
            )
        self._check_busy()
        wake_at = self.conductor.wake_at
        if wake_at is not None and wake_at != self._woken:
            self._woken = wake_at
            self._at(wake_at, lambda: None)

    def _back(self, plan: Plan, results: list[_Result]) -> None:
        self._outstanding.remove(plan)
        for result in results:
            stream = self.streams.get(result.stream)
            audio_s = 0.0
            if stream is not None:
                stream.in_flight -= 1
                stream.front_done = True
                audio_s = self._take(stream, result)
                stream.beside = self.engine.lanes if self.engine.side_by_side else 1
                if result.index is None:
                    stream.beside = max(1, stream.in_flight)
                stream.exhausted = stream.exhausted or result.end
            self.conductor.stepped(
                result.stream,
                audio_s=audio_s,
                cost_ms=result.cost_s * 1000.0,
                side_by_side=stream.beside if stream is not None else 1,
                end=result.end,
                spare=result.index is None,
                now=self.now,
            )
            if stream is None:
                continue
            talk = stream.talk
            if stream.ended:
                self.streams.pop(stream.number)
                self.conductor.remove(stream.number)
                if self._all_made(talk):
                    talk.done_at = self.now
            if audio_s and stream is talk.streams[-1]:
                self._open_next(talk)
            self._refresh(talk)

    def _take(self, stream: Stream, result: _Result) -> float:
        if result.index is None:
            return 0.0
        talk = stream.talk
        stream.ready[result.index] = result.audio_s
        if result.end:
            stream.end_index = result.index
        before = stream.made_s
        ran_out_at = talk.ran_out_at
        while (audio_s := stream.ready.pop(stream.next_ready, None)) is not None:
            stream.made_s += audio_s
            stream.next_ready += 1
        stream.ended = stream.end_index is not None and stream.next_ready > stream.end_index
        if stream.made_s > before:
            if talk.heard_at is None:
                talk.heard_at = self.now
                talk.plays_at = self.now + talk.starts_after_s
            elif ran_out_at < self.now - 1e-9:
                talk.stalls.append(self.now - ran_out_at)
                talk.plays_at += self.now - ran_out_at
        return stream.made_s - before

    # --- the engine ---------------------------------------------------------------------------------------

    def _arrive(self, plan: Plan, handed_at: float) -> None:
        self._queue.append((plan, handed_at))
        self._start()

    def _start(self) -> None:
        while self._queue and self._running < self.engine.lanes:
            plan, handed_at = self._queue.popleft()
            results = [self._work(number, plan.budget_ms / 1000.0) for number in plan.streams]
            costs = sorted((result.cost_s for result in results), reverse=True)
            cost_s = costs[0] + sum(costs[1:]) * self.engine.batch_cost
            for result in results:
                result.cost_s = cost_s if self.engine.batch == 1 else cost_s / len(results)
            lead = self.streams.get(plan.streams[0])
            unheard = lead is not None and lead.talk.heard_at is None
            self.started.append(Started(self.now, plan, handed_at, self.now + cost_s, unheard))
            self.longest_s = max(self.longest_s, cost_s)
            self.busy_s += cost_s
            self._running += 1
            self._at(self.now + cost_s, lambda plan=plan, results=results: self._end(plan, results))

    def _end(self, plan: Plan, results: list[_Result]) -> None:
        self._running -= 1
        self._start()
        self._at(self.now + self.engine.round_trip_s / 2, lambda: self._back(plan, results))

    def _work(self, number: int, budget_s: float) -> _Result:
        engine = self.engine
        stream = self.streams.get(number)
        if stream is None:
            return _Result(number, 0, 0.0, 0.0002)
        vary = 1.0 + engine.jitter * (2.0 * self._random.random() - 1.0)
        left_s = stream.seconds - stream.started_s
        if stream.next_index == 0 and (engine.front_s or engine.front_rtf):
            stream.next_index = 1
            return _Result(number, 0, 0.0, (engine.front_s + engine.front_rtf * stream.seconds) * vary)
        if left_s <= 0.0:
            return _Result(number)
        audio_s = max(0.05, (budget_s - engine.overhead_s) / engine.rtf)
        if engine.whole or audio_s > left_s:
            audio_s = left_s
        stream.started_s += audio_s
        index, stream.next_index = stream.next_index, stream.next_index + 1
        cost_s = (engine.overhead_s + audio_s * engine.rtf) * vary
        return _Result(number, index, audio_s, cost_s, end=stream.started_s >= stream.seconds - 1e-9)

    # --- what must always hold ----------------------------------------------------------------------------

    def _check_plan(self, plan: Plan) -> None:
        engine = self.engine
        assert 1 <= len(plan.streams) <= engine.batch
        assert len(set(plan.streams)) == len(plan.streams)
        assert len(self._outstanding) <= engine.lanes, "more than one step waits"
        for number in plan.streams:
            stream = self.streams[number]  # a removed one would not be here
            assert not stream.blocked, "a blocked stream was stepped"
            assert not stream.exhausted, "a stream was stepped after its end"
            assert stream.in_flight < stream.beside, "more steps side by side than the stream can have"
            assert stream.opened is (number not in plan.opens)
            stream.opened = True
            stream.in_flight += 1
            stream.steps += 1
        assert len(self._open()) <= engine.streams, "more streams open than the engine can have"
        if self.streams[plan.streams[0]].talk.priority is Priority.BULK:
            assert self._bulk_outstanding() < max(1, engine.lanes - 1), "bulk took the last lane"
            assert engine.lanes > 1 or plan.budget_ms <= BULK_STEP_MS

    def _check_busy(self) -> None:
        """No lane idles while a stream could be stepped."""
        if len(self._outstanding) >= self.engine.lanes:
            return
        room = len(self._open()) < self.engine.streams - (
            0 if self.engine.streams < 4 else max(1, self.engine.streams // 8)
        )
        bulk_may = self._bulk_outstanding() < max(1, self.engine.lanes - 1)
        for stream in self.streams.values():
            could = (
                not stream.blocked
                and not stream.exhausted
                and stream.in_flight < (stream.beside if self.engine.batch == 1 else 1)
                and (stream.opened or (room and stream.talk.priority is not Priority.BULK))
                and (stream.talk.priority is not Priority.BULK or bulk_may)
            )
            assert not could, "a lane idles"

    def _bulk_outstanding(self) -> int:
        return sum(plan.streams[0] in self._bulk for plan in self._outstanding)

    def _open(self) -> set[int]:
        """Streams that hold a place in the engine: opened and not over, or with a step in flight."""
        held = {s.number for s in self.streams.values() if s.opened and not (s.exhausted and not s.in_flight)}
        return held | {number for plan in self._outstanding for number in plan.streams}
