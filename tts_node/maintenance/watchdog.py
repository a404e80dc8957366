"""What all watchdogs share: they measure, wait until it is certain, act a little, measure again, act more.

A watchdog is an object that a job drives by `check`. For each engine it has an alarm with hysteresis and a
ladder of actions, the mildest first. Between two actions lies a cool-down, replacements of workers have a
budget an hour (all of them count, whoever asked), and a replacement is always a hot swap: nobody is
interrupted in the middle of an utterance before its deadline. What was measured before and after goes into
the result and so into the history.
"""

from __future__ import annotations

import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from tts_node.engines.base import TRIM_ALLOCATOR, TRIM_CACHES
from tts_node.errors import EngineOutOfMemory, NodeError
from tts_node.maintenance.context import JobContext, JobFailed, JobResult
from tts_node.maintenance.evidence import Alarm
from tts_node.maintenance.watched import Watched
from tts_node.speech.staff import WorkerReading
from tts_node.workers.swap import DeviceWish

_LOG = logging.getLogger(__name__)
_HOUR_S: Final = 3_600.0


class Action(StrEnum):
    """Mildest first."""

    TRIM = "trimmed its caches"
    EMPTY = "emptied its allocator's cache"
    RECYCLE = "recycled it"
    GIVE_CARD_UP = "gave the card up: it goes on with the CPU"
    STAND_DOWN = "let the next engine of its chain speak"


@dataclass(frozen=True, slots=True)
class Patience:
    """How sure a watchdog has to be, and how much it may do."""

    checks: int = 3
    """Looks in a row above the limit before it acts."""
    cool_down_s: float = 600.0
    """Between two actions on one engine."""
    recycles_per_hour: int = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """What one look at one engine came to."""

    pressure: float
    """1 is the limit; an alarm ends below 0.9."""
    what: str
    """In words: the figure that presses most."""
    figures: Mapping[str, float] = field(default_factory=dict)
    """With units in their names."""
    ladder: tuple[Action, ...] | None = None
    """Other actions than usual, because the usual ones cannot help here."""
    certain: bool = False
    """No more looks are needed."""


@dataclass(slots=True)
class _Case:
    """One engine in the eyes of one watchdog."""

    alarm: Alarm
    step: int = 0
    """The next rung of the ladder."""
    acted_at: float | None = None
    generation: int = 0


class Watchdog(ABC):
    """One kind of evidence about all engines."""

    part: str
    """What it watches, for people: `memory`, `sound`."""
    ladder: tuple[Action, ...]

    def __init__(self, patience: Patience, clock: Callable[[], float] = time.monotonic) -> None:
        self._patience = patience
        self._clock = clock
        self._cases: dict[str, _Case] = {}

    @abstractmethod
    async def measure(self, name: str, engine: Watched, context: JobContext) -> Finding | None:
        """One look; None when there is nothing to say about this engine (yet)."""

    @abstractmethod
    def forget(self, name: str, engine: Watched) -> None:
        """The engine has new workers: what was collected about the old ones does not count."""

    def standing(self) -> str:
        """What it cannot see, for people; empty when it sees everything."""
        return ""

    async def check(self, context: JobContext) -> JobResult:
        """Look at every engine that is loaded, and act where it must be. Raises `JobFailed` when an engine is
        not as it should be and nothing is left to do about it."""
        told, figures, stuck = list[str](), dict[str, float](), list[str]()
        notable = False
        for name in context.node.engines:
            engine = context.node.watched(name)
            if not engine.is_loaded:
                continue
            outcome = await self._check_one(name, engine, context)
            figures.update({f"{name}_{key}": value for key, value in outcome.figures.items()})
            notable = notable or outcome.notable
            (stuck if outcome.stuck else told).extend(f"{name}: {line}" for line in outcome.lines)
        if standing := self.standing():
            told.append(standing)
        if stuck:
            raise JobFailed("; ".join([*stuck, *told]), figures)
        return JobResult("; ".join(told) or f"{self.part}: nothing to watch", figures, notable=notable)

    # --- one engine -----------------------------------------------------------------------------------------

    async def _check_one(self, name: str, engine: Watched, context: JobContext) -> _Outcome:
        case = self._cases.setdefault(name, _Case(Alarm(self._patience.checks), generation=engine.generation))
        self._notice_new_workers(name, engine, case)
        before = await self.measure(name, engine, context)
        if before is None:
            return _Outcome([])
        was_up = case.alarm.up
        up = case.alarm.look(before.pressure) or (before.certain and before.pressure >= 1.0)
        case.alarm.up = up
        if not up:
            if was_up:
                case.step = 0
                context.node.mark_degraded(self._mark(name), None)
                return _Outcome([f"well again: {before.what}"], dict(before.figures), notable=True)
            return _Outcome([before.what], dict(before.figures))
        return await self._act(name, engine, context, case, before)

    async def _act(
        self, name: str, engine: Watched, context: JobContext, case: _Case, before: Finding
    ) -> _Outcome:
        ladder = [action for action in before.ladder or self.ladder if self._possible(action, name, context)]
        figures = dict(before.figures)
        now = self._clock()
        context.node.mark_degraded(self._mark(name), f"engine {name}: {before.what}")
        if case.step >= len(ladder):
            return _Outcome([f"{before.what}; all that can be done was done"], figures, stuck=True)
        if case.acted_at is not None and now - case.acted_at < self._patience.cool_down_s:
            rest_s = self._patience.cool_down_s - (now - case.acted_at)
            return _Outcome([f"{before.what}; cooling down for {rest_s:.0f} s more"], figures)
        action = ladder[case.step]
        if action in (Action.RECYCLE, Action.GIVE_CARD_UP) and self._spent(engine):
            limit = self._patience.recycles_per_hour
            sentence = f"{before.what}; not recycled, because {limit} an hour are allowed"
            context.node.mark_degraded(self._mark(name), f"engine {name}: {sentence}")
            return _Outcome([sentence], figures, notable=True)
        case.step += 1
        case.acted_at = now
        _LOG.warning("engine %s: %s: %s", name, self.part, before.what)
        try:
            await self._do(action, engine, before.what)
        except NodeError as error:
            return _Outcome([f"{before.what}; {action} was tried: {error}"], figures, stuck=True)
        case.acted_at = self._clock()
        return await self._outcome(name, engine, context, case, before, action)

    async def _outcome(
        self,
        name: str,
        engine: Watched,
        context: JobContext,
        case: _Case,
        before: Finding,
        action: Action,
    ) -> _Outcome:
        """Measure again, and say what the action was good for."""
        figures = {f"{key}_before": value for key, value in before.figures.items()}
        self._notice_new_workers(name, engine, case)
        after = await self.measure(name, engine, context) if engine.is_loaded else None
        if after is not None:
            figures |= {f"{key}_after": value for key, value in after.figures.items()}
        line = (
            f"{before.what}; {action}; now: {after.what if after is not None else 'nothing to measure yet'}"
        )
        _LOG.warning("engine %s: %s: %s", name, self.part, line)
        return _Outcome([line], figures, notable=True)

    def _notice_new_workers(self, name: str, engine: Watched, case: _Case) -> None:
        if case.generation != engine.generation:
            case.generation = engine.generation
            self.forget(name, engine)

    async def _do(self, action: Action, engine: Watched, reason: str) -> None:
        match action:
            case Action.TRIM:
                await engine.trim(TRIM_CACHES)
            case Action.EMPTY:
                await engine.trim(TRIM_ALLOCATOR)
            case Action.RECYCLE:
                await engine.recycle(f"{self.part}: {reason}", device=DeviceWish.KEEP)
            case Action.GIVE_CARD_UP:
                await engine.recycle(f"{self.part}: {reason}", device=DeviceWish.CPU)
            case Action.STAND_DOWN:
                engine.stand_down(f"{self.part}: {reason}")

    def _possible(self, action: Action, name: str, context: JobContext) -> bool:
        engine = context.node.watched(name)
        if action is Action.GIVE_CARD_UP:
            return engine.can_give_card_up
        if action is Action.STAND_DOWN:
            return not engine.can_give_card_up and context.node.has_understudy(name)
        return True

    def _spent(self, engine: Watched) -> bool:
        return engine.recycles_within(_HOUR_S) >= self._patience.recycles_per_hour

    def _mark(self, name: str) -> str:
        return f"{self.part} of {name}"


@dataclass(slots=True)
class _Outcome:
    lines: Sequence[str]
    figures: dict[str, float] = field(default_factory=dict)
    notable: bool = False
    stuck: bool = False


class OutOfMemory:
    """Errors that say so, among an engine's takes."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def look(self, name: str, engine: Watched) -> Finding:
        """Those since the last look. One is enough: the next sentences would fail as well."""
        takes = engine.takes.since(self._seen.get(name, 0))
        self._seen[name] = engine.takes.count
        count = sum(take.error == EngineOutOfMemory.code for take in takes)
        what = f"ran out of memory in {count} of {len(takes)} sentences"
        return Finding(float(count > 0), what, {"out_of_memory": float(count)}, certain=True)


def uses_card(worker: WorkerReading) -> bool:
    """It holds something on a card, or is meant to."""
    return worker.device != "cpu" and (worker.now.card_bytes is not None or worker.device in ("auto", "cuda"))


def strongest(candidates: Sequence[Finding]) -> Finding:
    """The one that presses most, with the figures of all."""
    figures: dict[str, float] = {}
    for candidate in candidates:
        figures |= candidate.figures
    worst = max(candidates, key=lambda finding: finding.pressure)
    return Finding(worst.pressure, worst.what, figures, worst.ladder, worst.certain)
