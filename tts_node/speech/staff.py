"""Keeps a runner supplied with workers: one supervisor for each that the configuration asks for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from tts_node.errors import EngineUnavailable
from tts_node.speech.runner import EngineRunner
from tts_node.workers.spec import WorkerSpec, WorkerState
from tts_node.workers.supervisor import Supervisor
from tts_node.workers.worker import Worker


class Staff:
    """The workers of one engine and the runner that they work for."""

    def __init__(
        self,
        spec: WorkerSpec | Callable[[], WorkerSpec],
        *,
        workers: int = 1,
        supervisor: Callable[..., Supervisor] = Supervisor,
    ) -> None:
        name = (spec() if callable(spec) else spec).name
        self.runner = EngineRunner(name)
        self._supervisors = [supervisor(spec, drain=self._finished) for _ in range(max(1, workers))]
        self._attached: dict[int, Worker] = {}

    async def start(self) -> None:
        """Begin to load; returns at once."""
        for index, supervisor in enumerate(self._supervisors):
            supervisor.subscribe(partial(self._changed, index))
            await supervisor.start()

    async def close(self) -> None:
        """Stop stepping and end all workers. Twice is fine."""
        await self.runner.close()
        await asyncio.gather(*(supervisor.close() for supervisor in self._supervisors))

    async def wait_ready(self, timeout_s: float | None = None) -> None:
        """Until one worker can speak. Raises `EngineUnavailable` or `NotReady`."""
        await self._supervisors[0].wait_ready(timeout_s)

    async def recycle(self, reason: str) -> None:
        """Replace every worker by a fresh one, one after the other. Raises `EngineUnavailable`."""
        for supervisor in self._supervisors:
            await supervisor.recycle(reason)

    @property
    def state(self) -> WorkerState:
        """Of the supervisor that is best off."""
        order = (WorkerState.READY, WorkerState.STARTING, WorkerState.BACKOFF, WorkerState.FAILED)
        states = {supervisor.state for supervisor in self._supervisors}
        return next((state for state in order if state in states), WorkerState.STOPPED)

    @property
    def reason(self) -> str:
        """Why it is in this state, for people."""
        return next((s.reason for s in self._supervisors if s.state is self.state), "")

    @property
    def workers(self) -> tuple[Worker, ...]:
        return tuple(worker for s in self._supervisors if (worker := s.current) is not None)

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
        if all(s.state in (WorkerState.FAILED, WorkerState.STOPPED) for s in self._supervisors):
            self.runner.give_up(EngineUnavailable(f"engine {self.runner.name}: {supervisor.reason}"))

    async def _finished(self, worker: Worker) -> None:
        """Until `worker`, which was replaced, has spoken what it had."""
        self.runner.retire(worker)
        await self.runner.wait_finished(worker)
