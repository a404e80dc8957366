"""Keeps a runner supplied with workers: one supervisor for each that the configuration asks for."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from tts_node.errors import EngineUnavailable, NodeError, NotReady, WorkerLost
from tts_node.speech.idle import IdleTimer
from tts_node.speech.runner import EngineRunner
from tts_node.speech.takes import Takes
from tts_node.workers.backoff import RestartPolicy
from tts_node.workers.launch import no_cards
from tts_node.workers.memory import Footprint
from tts_node.workers.retirement import ReadCards, footprint
from tts_node.workers.spec import WorkerPort, WorkerSpec, WorkerState
from tts_node.workers.supervisor import Supervisor
from tts_node.workers.swap import DeviceWish, SwapReport
from tts_node.workers.worker import Worker

PREPARED_S: Final = 60.0
"""For how long an engine that was loaded on a hint waits for what the hint was about."""


@dataclass(frozen=True, slots=True)
class WorkerReading:
    """One worker at one moment, as its watchdogs see it."""

    pid: int
    now: Footprint
    fresh: Footprint
    """When it took over."""
    allocated_bytes: float | None
    """In use on the card, and taken from the card for it, by the engine's allocator; None without a card."""
    reserved_bytes: float | None
    device: str
    """The setting `device`; empty for engines without one."""


class Staff:
    """The workers of one engine and the runner that they work for."""

    def __init__(
        self,
        spec: WorkerSpec | Callable[[], WorkerSpec],
        *,
        workers: int = 1,
        policy: RestartPolicy | None = None,
        idle_unload_s: float | None = None,
        memory_limit_mb: float | None = None,
        cards: ReadCards = no_cards,
        on_swap: Callable[[SwapReport], None] | None = None,
        supervisor: Callable[..., Supervisor] = Supervisor,
    ) -> None:
        self.name = (spec() if callable(spec) else spec).name
        self.runner = EngineRunner(self.name)
        self.memory_limit_mb = memory_limit_mb
        """What one worker may take; told to who watches."""
        self._swaps: deque[tuple[float, SwapReport]] = deque(maxlen=50)
        """With their times on the loop's clock."""
        self._cards = cards
        self.uses_card = cards is not no_cards
        """It has the setting `device`."""
        self.on_swap = on_swap
        """Gets the report of every replacement."""
        self._supervisors = [
            supervisor(
                spec,
                policy=policy,
                drain=self._finished,
                cards=cards,
                on_swap=self._swapped,
                on_retired_exit=self.runner.detach,
            )
            for _ in range(max(1, workers))
        ]
        self._attached: dict[int, Worker] = {}
        self._idle = IdleTimer(idle_unload_s, idle=self._is_idle, unload=self._unload)
        self.runner.on_wanted = self.wake
        self.runner.on_use = self._use_changed
        self.runner.on_suspect = self._suspect
        self.runner.on_excuse = self._excuse

    async def start(self) -> None:
        """Begin to load; returns at once."""
        for index, supervisor in enumerate(self._supervisors):
            supervisor.subscribe(partial(self._changed, index))
            await supervisor.start()

    async def close(self) -> None:
        """Stop stepping and end all workers. Twice is fine."""
        self._idle.close()
        await self.runner.close()
        await asyncio.gather(*(supervisor.close() for supervisor in self._supervisors))

    # --- what it is ---------------------------------------------------------------------------------------

    @property
    def state(self) -> WorkerState:
        """Of the supervisor that is best off."""
        order = (WorkerState.READY, WorkerState.STARTING, WorkerState.BACKOFF, WorkerState.ASLEEP)
        states = {supervisor.state for supervisor in self._supervisors}
        known = (*order, WorkerState.FAILED)
        return next((state for state in known if state in states), WorkerState.STOPPED)

    @property
    def can_speak(self) -> bool:
        """Now, or as soon as it is asked to."""
        return self.state in (WorkerState.READY, WorkerState.ASLEEP)

    @property
    def reason(self) -> str:
        """Why it is in this state, for people: the word of a supervisor that is in it too."""
        return next((s.reason for s in self._supervisors if s.state is self.state and s.reason), "")

    @property
    def workers(self) -> tuple[Worker, ...]:
        return tuple(worker for s in self._supervisors if (worker := s.current) is not None)

    @property
    def generation(self) -> int:
        """Counts the workers there have been."""
        return sum(supervisor.generation for supervisor in self._supervisors)

    @property
    def takes(self) -> Takes:
        return self.runner.takes

    @property
    def card_given_up(self) -> bool:
        return any(supervisor.card_given_up for supervisor in self._supervisors)

    @property
    def can_give_card_up(self) -> bool:
        return any(supervisor.can_give_card_up for supervisor in self._supervisors)

    @property
    def is_loaded(self) -> bool:
        return bool(self.workers)

    @property
    def swaps(self) -> tuple[SwapReport, ...]:
        """The latest replacements of workers, the newest last."""
        return tuple(report for _, report in self._swaps)

    def recycles_within(self, seconds: float) -> int:
        """How often a worker was replaced in the last `seconds`, for whatever reason."""
        since = asyncio.get_running_loop().time() - seconds
        return sum(at >= since for at, _ in self._swaps)

    async def look(self) -> tuple[WorkerReading, ...]:
        """What its workers hold now."""
        reading = await self._cards()
        found = []
        for supervisor in self._supervisors:
            if (worker := supervisor.current) is None:
                continue
            try:
                figures = await worker.report()
            except WorkerLost:
                continue
            found.append(
                WorkerReading(
                    pid=worker.pid,
                    now=await footprint(worker, reading),
                    fresh=supervisor.fresh,
                    allocated_bytes=figures.get("allocated_bytes"),
                    reserved_bytes=figures.get("reserved_bytes"),
                    device=str(worker.spec.settings.get("device", "")),
                )
            )
        return tuple(found)

    # --- what it does -------------------------------------------------------------------------------------

    async def wait_ready(self, timeout_s: float | None = None) -> None:
        """Until one worker can speak, whichever; wakes an engine that is asleep. Raises `EngineUnavailable`
        when all have failed, else `NotReady` after `timeout_s`."""
        waits = [asyncio.ensure_future(supervisor.wait_ready(timeout_s)) for supervisor in self._supervisors]
        errors: list[NodeError] = []
        try:
            for first in asyncio.as_completed(waits):
                try:
                    await first
                    return
                except NodeError as error:
                    errors.append(error)
        finally:
            for wait in waits:
                wait.cancel()
            await asyncio.gather(*waits, return_exceptions=True)
        # Where one still loads, the engine has not failed.
        raise next((error for error in errors if isinstance(error, NotReady)), errors[0])

    async def prepare(self, timeout_s: float | None = None) -> None:
        """Like `wait_ready`, and an engine that is unloaded when idle stays for a while."""
        self._idle.keep(PREPARED_S)
        self.wake()
        await self.wait_ready(timeout_s)
        self._idle.keep(PREPARED_S)

    def wake(self) -> None:
        """Load it if it is asleep; however many ask, it is loaded once."""
        for supervisor in self._supervisors:
            supervisor.wake()

    async def recycle(
        self, reason: str, *, device: DeviceWish = DeviceWish.CONFIGURED
    ) -> tuple[SwapReport, ...]:
        """Replace every worker by a fresh one, one after the other; returns when the old ones have ended.

        Nothing that is spoken is lost or interrupted. Raises `EngineUnavailable` when a new one does not
        speak (the old one goes on), `NotReady` when the node is stopping.
        """
        return tuple([await supervisor.recycle(reason, device=device) for supervisor in self._supervisors])

    async def trim(self, level: int) -> None:
        """Have every worker give memory back (see `engines.base.TrimmableEngine`)."""
        for worker in self.workers:
            try:
                await worker.trim(level)
            except WorkerLost:
                continue

    def stand_down(self, reason: str) -> None:
        """Let it count as failed for a while, so that the next engine of its chain speaks for it."""
        for supervisor in self._supervisors:
            supervisor.stand_down(reason)

    # --- inside -------------------------------------------------------------------------------------------

    def _is_idle(self) -> bool:
        return bool(self.workers) and not self.runner.in_use

    def _use_changed(self) -> None:
        self._idle.changed()
        if self.runner.in_use:
            for supervisor in self._supervisors:
                supervisor.stay()

    def _suspect(self, worker: WorkerPort) -> None:
        for supervisor in self._supervisors:
            supervisor.suspect(worker)

    def _excuse(self, worker: WorkerPort) -> None:
        for supervisor in self._supervisors:
            supervisor.excuse(worker)

    def _unload(self, reason: str) -> None:
        for supervisor in self._supervisors:
            supervisor.unload(reason)

    def _changed(self, index: int) -> None:
        supervisor = self._supervisors[index]
        worker, known = supervisor.current, self._attached.get(index)
        if worker is not known:
            if known is not None:
                if known.alive:
                    self.runner.retire(known)
                else:
                    self.runner.detach(known)
                del self._attached[index]
            if worker is not None:
                self._attached[index] = worker
                self.runner.attach(worker)
                self._idle.changed()
        if all(s.state in (WorkerState.FAILED, WorkerState.STOPPED) for s in self._supervisors):
            self.runner.give_up(EngineUnavailable(f"engine {self.name}: {self.reason}"))

    async def _finished(self, worker: Worker, *, move: bool) -> None:
        """Until `worker`, which was replaced, has spoken what it had."""
        self.runner.retire(worker)
        await self.runner.wait_finished(worker, move=move)

    def _swapped(self, report: SwapReport) -> None:
        self._swaps.append((asyncio.get_running_loop().time(), report))
        if self.on_swap is not None:
            self.on_swap(report)
