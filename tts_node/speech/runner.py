"""Drives engines: asks the conductor who is next, has a worker do the step, hands the sound to its
production.

One runner for each configured engine, with one line for each of its workers that is alive. A line is a worker
with its conductor. When a worker is lost its productions move to another line or wait for the next worker.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections import Counter
from collections.abc import Callable

from tts_node.engines.base import EngineInfo
from tts_node.errors import EngineError, EngineUnavailable, NodeError, NotReady, WorkerLost
from tts_node.speech.blame import Excuses, Poison, Suspects, blame
from tts_node.speech.conductor import Conductor, Plan
from tts_node.speech.guilt import is_guilty
from tts_node.speech.production import Production
from tts_node.speech.takes import Takes
from tts_node.workers.spec import PhonemicWorker, WorkerPort

_LOG = logging.getLogger(__name__)


class _Line:
    """A worker, its conductor, and what it works on."""

    def __init__(self, worker: WorkerPort) -> None:
        self.worker = worker
        info = worker.info
        self.conductor = Conductor(lanes=info.lanes, batch=info.batch, streams=info.streams)
        self.productions: dict[int, Production] = {}
        self.opened: set[int] = set()
        self.stepping: Counter[int] = Counter()
        """Steps in flight of each stream."""
        self.left: dict[int, Production] = {}
        """Those that nobody listens to any more, by streams that still have steps in flight."""
        self.suspects = Suspects()
        self.empty = asyncio.Event()
        self.empty.set()
        self.timer: asyncio.TimerHandle | None = None
        self.groups: set[int] = set()
        """Utterances that began here; while they last they stay, also when it is retiring."""
        self.retiring = False
        """Takes no new utterances; it lets what it has end."""
        self.leaving = False
        """Its utterances go elsewhere, too, as soon as their sentence is done."""

    def check_empty(self) -> None:
        if self.productions or (self.groups and not self.leaving):
            self.empty.clear()
        else:
            self.empty.set()


class EngineRunner:
    """Makes productions with whatever workers there are. All calls on the event loop."""

    def __init__(self, name: str, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.name = name
        self.info: EngineInfo | None = None
        """Of the newest worker; stays while there is none."""
        self.failure: NodeError | None = None
        """Why there is no worker and none is on its way."""
        self.on_change: Callable[[], None] | None = None
        """Called when a worker came, and when there will be none."""
        self.takes = Takes(clock)
        self.on_wanted: Callable[[], None] | None = None
        """Called when something waits for a worker."""
        self.on_use: Callable[[], None] | None = None
        """Called when it came into use, and when nobody uses it any more."""
        self.on_step: Callable[[float], None] | None = None
        """Called with the seconds that an engine computed for a step."""
        self.on_suspect: Callable[[WorkerPort], None] | None = None
        """Called with a lost worker whose end may yet be put down to a text."""
        self.on_excuse: Callable[[WorkerPort], None] | None = None
        """Called with a lost worker whose end a text is to blame for, and not its engine. Perhaps twice."""
        self._clock = clock
        self._lines: list[_Line] = []
        self._waiting: list[tuple[Production, int]] = []
        self._places: dict[Production, tuple[_Line, int]] = {}
        self._streams = itertools.count(1)
        self._steps: set[asyncio.Task[None]] = set()
        self._poison = Poison(clock)
        self._excuses = Excuses()
        self._holders: set[int] = set()
        self._closed = False

    # --- workers ------------------------------------------------------------------------------------

    def attach(self, worker: WorkerPort) -> None:
        """A worker is ready: it gets everything new, and what was waiting."""
        self.info = worker.info
        self.failure = None
        for dead in [line for line in self._lines if not line.worker.alive]:
            self._lose(dead)
        self._lines.append(line := _Line(worker))
        waiting, self._waiting = self._waiting, []
        for production, group in waiting:
            self._place(line, production, group)
        self._pump(line)
        if self.on_change is not None:
            self.on_change()

    def retire(self, worker: WorkerPort) -> None:
        """Give `worker` no new utterances; those that it speaks stay with it. See `wait_finished`."""
        for line in self._lines:
            if line.worker is worker:
                line.retiring = True

    def busy_with(self, worker: WorkerPort) -> int:
        """How many productions `worker` still has."""
        return sum(len(line.productions) for line in self._lines if line.worker is worker)

    async def wait_finished(self, worker: WorkerPort, *, move: bool = False) -> None:
        """Until `worker`, a retired one, has nothing left. `move`: its utterances go elsewhere from their
        next sentence on, and sentences under way are made to their end, listened to or not.
        """
        for line in [line for line in self._lines if line.worker is worker]:
            if move:
                self._leave(line)
            line.check_empty()
            await line.empty.wait()

    def detach(self, worker: WorkerPort) -> None:
        """A worker is gone or about to be: what it still had is made again elsewhere."""
        for line in [line for line in self._lines if line.worker is worker]:
            self._lose(line)

    def give_up(self, error: NodeError) -> None:
        """No worker and none on its way: whoever waits is told, and so is who comes."""
        self.failure = error
        waiting, self._waiting = self._waiting, []
        for production, _ in waiting:
            production.fail(error)
        if self.on_change is not None:
            self.on_change()

    # --- who uses it --------------------------------------------------------------------------------------

    @property
    def in_use(self) -> bool:
        """Somebody waits for it, is spoken to, or has more to say."""
        return bool(self._holders or self._waiting)

    def hold(self, group: int) -> None:
        """The utterance `group` will be spoken here. Twice is fine."""
        if group not in self._holders:
            self._holders.add(group)
            if len(self._holders) == 1 and self.on_use is not None:
                self.on_use()

    def let_go(self, group: int) -> None:
        """The utterance `group` is over; unknown ones are ignored."""
        if group not in self._holders:
            return
        self._holders.discard(group)
        for line in self._lines:
            line.groups.discard(group)
            line.check_empty()
        if not self._holders and self.on_use is not None:
            self.on_use()

    async def phonemes(self, voice: str, text: str) -> str | None:
        """Those that a worker of now would speak; None without one, or where it has none to show."""
        for worker in [line.worker for line in self._lines if line.worker.alive]:
            if isinstance(worker, PhonemicWorker):
                try:
                    return await worker.phonemes(voice, text)
                except WorkerLost:
                    continue
        return None

    # --- productions ----------------------------------------------------------------------------------

    @property
    def ready(self) -> bool:
        return any(line.worker.alive and not line.retiring for line in self._lines)

    @property
    def rtf(self) -> float | None:
        """Synthesis time over audio time, measured lately; None before the first sound."""
        figures = [rtf for line in self._lines if (rtf := line.conductor.rtf) is not None]
        return min(figures, default=None)

    def ahead_of(self) -> tuple[int, float | None]:
        """How many streams wait for their first sound, and about how long the next one would (seconds)."""
        lines = [line for line in self._lines if not line.retiring]
        if not lines:
            return len(self._waiting), None
        line = min(lines, key=lambda line: len(line.productions))
        position = line.conductor.unheard
        return position, line.conductor.eta_s(position)

    def make(self, production: Production, group: int) -> None:
        """Begin a production. `group` orders equals: that of the utterance which came first goes first."""
        if self._closed:
            production.fail(NotReady("the node is stopping"))
            return
        production.losses = max(production.losses, self._poison.losses(production.segment), key=len)
        if is_guilty(production.losses):
            production.fail(WorkerLost(f"engine {self.name}: workers ended while they spoke this"))
            return
        line = self._line_for(group)
        if line is None and self.failure is not None:
            production.fail(self.failure)
            return
        if line is None:
            self._waiting.append((production, group))
            if self.on_wanted is not None:
                self.on_wanted()
            return
        self._place(line, production, group)
        self._pump(line)

    def refresh(self, production: Production) -> None:
        """Its listeners changed: their class, how long their sound lasts, or whether they are full."""
        if (place := self._places.get(production)) is not None:
            line, stream = place
            self._update(line, stream, production)
            self._pump(line)

    def drop(self, production: Production) -> None:
        """Nobody listens any more: it is not stepped again."""
        if not production.over:
            self._set_aside(production)
        self._waiting = [item for item in self._waiting if item[0] is not production]
        if (place := self._places.pop(production, None)) is not None:
            line, stream = place
            if line.stepping[stream]:
                line.left[stream] = production  # its step goes on, and may yet end the worker
            self._forget(line, stream)
            self._pump(line)

    async def close(self) -> None:
        """Stop stepping; steps in flight are cancelled. Workers are stopped by their supervisors. Twice is
        fine.
        """
        self._closed = True
        for production, _ in self._waiting:
            production.fail(NotReady("the node is stopping"))
        self._waiting.clear()
        for line in self._lines:
            if line.timer is not None:
                line.timer.cancel()
        for task in tuple(self._steps):
            task.cancel()
        await asyncio.gather(*self._steps, return_exceptions=True)

    # --- stepping ---------------------------------------------------------------------------------------

    def _line_for(self, group: int) -> _Line | None:
        """A voice may sound a little different in another process, so an utterance stays where it is."""
        alive = [line for line in self._lines if line.worker.alive]
        staying = [line for line in alive if line.retiring and not line.leaving and group in line.groups]
        lines = staying or [line for line in alive if not line.retiring]
        return min(lines, key=lambda line: len(line.productions), default=None)

    def _leave(self, line: _Line) -> None:
        """What it has not begun goes elsewhere; the rest is made to its end."""
        if line.leaving:
            return
        line.retiring = line.leaving = True
        for stream, production in list(line.productions.items()):
            if stream in line.opened:
                self._update(line, stream, production)
            else:
                self._end(line, stream, production)
                self.make(production, production.group)
        self._pump(line)

    def _place(self, line: _Line, production: Production, group: int) -> None:
        if production.over:
            return
        stream = next(self._streams)
        line.productions[stream] = production
        if group in self._holders:
            line.groups.add(group)
        line.empty.clear()
        self._places[production] = (line, stream)
        production.group = group
        line.suspects.add(production)
        line.conductor.add(stream, priority=production.priority, now=self._clock(), group=group)
        self._update(line, stream, production)

    def _update(self, line: _Line, stream: int, production: Production) -> None:
        self._choose_suspect(line)
        line.conductor.update(
            stream,
            priority=production.priority,
            dry_at=production.dry_at(),
            blocked=(production.blocked and not line.leaving) or line.suspects.holds(production),
        )

    def _choose_suspect(self, line: _Line) -> None:
        def may_step(production: Production) -> bool:
            stream = self._places[production][1]
            has_place = stream in line.opened or len(line.opened) < line.worker.info.streams
            return has_place and (line.leaving or not production.blocked)

        if line.suspects.choose(line.productions.values(), may_step):
            for stream, production in tuple(line.productions.items()):
                self._update(line, stream, production)

    def _pump(self, line: _Line) -> None:
        if not line.worker.alive:
            # Nobody else may say so: a retired worker is ended while what it has waits for its listeners.
            # Of one that has just been lost its supervisor tells, as soon as the reason is known.
            if line.worker.lost_reason is not None:
                self._lose(line)
            return
        while not self._closed and line.worker.alive:
            plan = line.conductor.next(self._clock())
            if plan is None:
                self._wake_later(line)
                return
            for stream in plan.streams:
                if stream not in line.opened:
                    line.opened.add(stream)
                    line.worker.open(stream, line.productions[stream].segment)
                line.stepping[stream] += 1
                if line.productions[stream].first_stepped_at is None:
                    line.productions[stream].first_stepped_at = self._clock()
            task = asyncio.create_task(self._step(line, plan), name=f"step {self.name}")
            self._steps.add(task)
            task.add_done_callback(self._steps.discard)

    def _wake_later(self, line: _Line) -> None:
        """Ask the conductor again when a lane is about to become free."""
        if line.timer is not None:
            line.timer.cancel()
            line.timer = None
        if (at := line.conductor.wake_at) is not None:
            delay_s = max(0.0, at - self._clock())
            line.timer = asyncio.get_running_loop().call_later(delay_s, self._pump, line)

    async def _step(self, line: _Line, plan: Plan) -> None:
        try:
            chunks = await line.worker.step(plan.streams, plan.budget_ms)
        except WorkerLost:
            self._lose(line)
            return
        except Exception as error:  # whatever it is, no lane may be lost by it
            _LOG.exception("engine %s: a step failed", self.name)
            for stream in plan.streams:
                if (production := line.productions.get(stream)) is not None:
                    production.fail(EngineError(f"a step failed: {error}"))
                    self._end(line, stream, production)
            chunks = []
        for stream in plan.streams:
            line.stepping[stream] -= 1
            if not line.stepping[stream]:
                del line.stepping[stream]
                line.left.pop(stream, None)
        by_stream = {chunk.stream: chunk for chunk in chunks}
        if self.on_step is not None and chunks:
            self.on_step(max(chunk.cost_ms for chunk in chunks) / 1000.0)
        for stream in plan.streams:
            chunk = by_stream.get(stream)
            production = line.productions.get(stream)
            audio_s = production.take(chunk) if production is not None and chunk is not None else 0.0
            if chunk is None:
                line.conductor.failed(stream, now=self._clock())
            else:
                line.conductor.stepped(
                    stream,
                    audio_s=audio_s,
                    cost_ms=chunk.cost_ms,
                    side_by_side=chunk.side_by_side,
                    end=chunk.end,
                    now=self._clock(),
                    spare=chunk.index is None,
                )
            if production is None:
                continue
            if production.over:
                if production.done:
                    self._excuses.spoken()
                    if production.losses:
                        self._poison.note(production.segment, ())
                if not line.retiring:  # it is replaced: what it was like says nothing of those that go on
                    self.takes.add(production)
                self._end(line, stream, production)
            else:
                self._update(line, stream, production)
        self._pump(line)

    def _end(self, line: _Line, stream: int, production: Production) -> None:
        self._places.pop(production, None)
        self._forget(line, stream)

    def _forget(self, line: _Line, stream: int) -> None:
        if (production := line.productions.pop(stream, None)) is not None:
            line.suspects.discard(production)
            self._choose_suspect(line)
        line.conductor.remove(stream)
        if stream in line.opened:
            line.opened.discard(stream)
            line.worker.close(stream)
        line.check_empty()

    def _lose(self, line: _Line) -> None:
        """Its worker is gone: what it had is made again elsewhere, but for what ended too many workers."""
        if line not in self._lines:
            return
        self._lines.remove(line)
        if line.timer is not None:
            line.timer.cancel()
        productions, left = dict(line.productions), dict(line.left)
        line.productions.clear()
        line.left.clear()
        line.groups.clear()
        line.empty.set()
        if not line.retiring:  # a retired one is ended on purpose
            in_flight = [made for stream, made in (productions | left).items() if line.stepping[stream]]
            blame(in_flight, line.worker)
            if in_flight and self.on_suspect is not None:
                self.on_suspect(line.worker)
        for production in left.values():
            self._set_aside(production)
        for production in productions.values():
            self._places.pop(production, None)
            if is_guilty(production.losses):
                self._poison.note(production.segment, production.losses)
                self._excuse(production)
                count = len(production.losses)
                production.fail(
                    WorkerLost(f"engine {self.name}: {count} workers ended while they spoke this")
                )
                continue
            production.begin_again()
            self.make(production, production.group)

    def _set_aside(self, production: Production) -> None:
        """It will not be known whether it ended the workers that were lost with it: it stays a suspect,
        should it come again."""
        if production.lost_workers:
            self._poison.note(production.segment, production.losses)
            self._excuse(production)

    def _excuse(self, production: Production) -> None:
        """A text did it, or may have: what was lost with it is not held against the engine. That an engine
        speaks at all was tried when its worker was started."""
        workers, production.lost_workers = production.lost_workers, []
        if self._excuses.allow() and self.on_excuse is not None:
            for worker in workers:
                self.on_excuse(worker)

    def unavailable(self) -> NodeError:
        """What to tell who asks while nothing can speak."""
        return self.failure or EngineUnavailable(f"engine {self.name} has no worker now")
