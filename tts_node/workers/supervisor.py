"""Keeps one engine's worker alive: starts it, replaces it when it is lost, sick or to be recycled."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from tts_node.errors import EngineUnavailable, NotReady
from tts_node.workers.backoff import RestartBudget, RestartPolicy
from tts_node.workers.memory import available_mb, shortage
from tts_node.workers.spec import WorkerSpec, WorkerState
from tts_node.workers.worker import Worker

log = logging.getLogger(__name__)


class StartWorker(Protocol):
    """`Worker.start`, or a stand-in for tests."""

    async def __call__(
        self,
        spec: WorkerSpec,
        *,
        gentle: bool = False,
        on_exit: Callable[[Worker], None] | None = None,
        on_sick: Callable[[Worker], None] | None = None,
    ) -> Worker: ...


class Supervisor:
    """One engine: one worker that takes new streams (`current`), and replaced ones that still finish theirs.

    `spec` may be a function, called for every start, so that changed settings act with the next recycle.
    `drain` is awaited with a worker that was replaced, for at most `drain_timeout_s`; it returns when nobody
    needs that worker any more. Not thread-safe.
    """

    def __init__(
        self,
        spec: WorkerSpec | Callable[[], WorkerSpec],
        *,
        policy: RestartPolicy | None = None,
        drain: Callable[[Worker], Awaitable[None]] | None = None,
        drain_timeout_s: float = 30.0,
        start_worker: StartWorker = Worker.start,
        memory: Callable[[], float] = available_mb,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._spec = spec if callable(spec) else lambda: spec
        self._drain = drain
        self._drain_timeout_s = drain_timeout_s
        self._start_worker = start_worker
        self._memory = memory
        self._clock = clock
        self._sleep = sleep
        self._policy = policy or RestartPolicy()
        self._budget = RestartBudget(self._policy, chance)
        self._state = WorkerState.STOPPED
        self._reason = "not started"
        self._worker: Worker | None = None
        self._since = 0.0
        """On the clock: when the worker became the current one."""
        self._generation = 0
        self._sick = False
        self._rebuilt = False
        """The current worker was made because the one before had lost its device."""
        self._request: _Recycle | None = None
        self._wake = asyncio.Event()
        self._changed = asyncio.Event()
        self._listeners: list[Callable[[], None]] = []
        self._task: asyncio.Task[None] | None = None
        self._retiring: dict[asyncio.Task[None], Worker] = {}
        self._closing: asyncio.Task[None] | None = None

    # --- what it is ------------------------------------------------------------------------------------

    @property
    def current(self) -> Worker | None:
        """The worker for new streams; None while there is none that could take a step."""
        return self._worker if self._worker is not None and self._worker.alive else None

    @property
    def state(self) -> WorkerState:
        if self._state is WorkerState.READY and self.current is None:
            return WorkerState.STARTING  # lost a moment ago
        return self._state

    @property
    def reason(self) -> str:
        """Why it is in this state, for people; empty when there is nothing to say."""
        return self._reason

    @property
    def generation(self) -> int:
        """Counts the workers that became `current`."""
        return self._generation

    @property
    def retiring(self) -> tuple[Worker, ...]:
        """Workers that were replaced and still finish what they have."""
        return tuple(self._retiring.values())

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` after every change of state or worker. Returns what ends it; errors are logged."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    # --- what it does ----------------------------------------------------------------------------------

    async def start(self) -> None:
        """Begin; loading goes on in the background. Twice is allowed."""
        if self._task is None and self._closing is None:
            self._change(WorkerState.STARTING, "loading")
            self._task = asyncio.create_task(self._run(), name="supervisor")
            self._task.add_done_callback(self._loop_ended)

    async def wait_ready(self, timeout_s: float | None = None) -> Worker:
        """The current worker as soon as there is one.

        Raises `EngineUnavailable` when the engine has failed for good (slow retries go on), `NotReady` after
        `timeout_s` or when the supervisor is closed.
        """
        try:
            async with asyncio.timeout(timeout_s):
                while (worker := self.current) is None:
                    if self._state is WorkerState.FAILED:
                        raise EngineUnavailable(self._reason)
                    if self._state is WorkerState.STOPPED:
                        raise NotReady("the engine is stopped")
                    await self._changed.wait()
                return worker
        except TimeoutError:
            raise NotReady(f"the engine is not ready ({self.state}): {self._reason}") from None

    async def recycle(self, reason: str) -> None:
        """Replace the worker by a fresh one; returns when the new one is `current`.

        The old one goes on meanwhile, and also when the new one cannot be started (`EngineUnavailable`).
        Without a worker it is an immediate new try. Calls at the same time share one recycle.
        """
        if self._task is None or self._closing is not None:
            raise NotReady("the engine is stopped")
        await asyncio.shield(self._request_recycle(reason).done)

    async def close(self) -> None:
        """End all workers. Twice is allowed."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(), name="supervisor-close")
        await asyncio.shield(self._closing)

    # --- the loop --------------------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            try:
                worker = await self._launch(gentle=False)
            except EngineUnavailable as error:
                self._settle_request(error)
                await self._back_off(str(error), lived_s=0.0)
            else:
                self._adopt(worker)
                await self._keep(worker)

    async def _keep(self, worker: Worker) -> None:
        """While there is a current worker. Returns when the next is to be started from nothing."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            if not worker.alive:
                reason = f"the worker {worker.lost_reason or 'ended'}"
                await worker.stop(ask=False)
                await self._back_off(reason, lived_s=self._clock() - self._since)
                return
            if self._sick:
                self._sick = False
                if worker.failures.device_lost:
                    await self._rebuild(worker)
                    return
                if self._clock() - self._since >= self._policy.healthy_s:  # never one swap after the other
                    self._request_recycle(f"it fails again and again: {worker.failures.message}")
            if self._request is not None:
                successor = await self._swap(worker, self._request.reason)
                if successor is None:
                    return
                worker = successor

    async def _swap(self, old: Worker, reason: str) -> Worker | None:
        """The worker to go on with; the old one when the new one failed. None: start one from nothing."""
        spec = self._spec()
        log.info("engine %s: recycling (%s)", spec.name, reason)
        if shortage(spec, self._memory()) is not None:
            self._worker = None
            self._change(WorkerState.STARTING, "recycling; memory does not allow two workers at once")
            await self._retire(old)
            return None
        try:
            new = await self._launch(gentle=True)
        except EngineUnavailable as error:
            log.warning("%s; the old worker goes on", error)
            self._settle_request(error)
            self._wake.set()  # it may have been lost meanwhile
            return old
        self._adopt(new)
        self._retire(old)
        return new

    async def _rebuild(self, worker: Worker) -> None:
        """Its device is lost, so it is no use to anybody: end it first. Twice without sound is final."""
        reason = f"fails again and again: {worker.failures.message}"
        hopeless = self._rebuilt and not worker.failures.made_sound
        self._rebuilt = True
        log.warning(
            "engine %s %s; %s", worker.spec.name, reason, "giving up" if hopeless else "rebuilding it"
        )
        lived_s = self._clock() - self._since
        self._worker = None
        self._change(WorkerState.FAILED if hopeless else WorkerState.STARTING, f"the engine {reason}")
        await worker.stop(ask=False)
        await self._back_off(f"the engine {reason}", lived_s=lived_s, hopeless=hopeless)

    async def _back_off(self, reason: str, *, lived_s: float, hopeless: bool = False) -> None:
        """Wait as long as the budget says, or until somebody asks for a recycle."""
        delay_s = self._budget.failed(self._clock(), lived_s, hopeless=hopeless)
        state = WorkerState.FAILED if self._budget.exhausted else WorkerState.BACKOFF
        self._worker = None
        self._change(state, reason)
        log.warning("%s; next try in %.1f s", reason, delay_s)
        if self._request is None:
            self._wake.clear()
            waits = {asyncio.ensure_future(self._sleep(delay_s)), asyncio.ensure_future(self._wake.wait())}
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for wait in waits:
                    wait.cancel()
        self._change(WorkerState.STARTING, f"starting again: {reason}")

    async def _launch(self, *, gentle: bool) -> Worker:
        """Raises `EngineUnavailable`, whatever goes wrong."""
        try:
            spec = self._spec()
            lack = shortage(spec, self._memory())
            if lack is not None:
                raise EngineUnavailable(lack)
            return await self._start_worker(spec, gentle=gentle, on_exit=self._lost, on_sick=self._fell_sick)
        except EngineUnavailable:
            raise
        except Exception as error:
            log.exception("starting a worker failed unexpectedly")
            raise EngineUnavailable(f"the engine cannot be started: {error!r}") from error

    def _adopt(self, worker: Worker) -> None:
        self._worker = worker
        self._since = self._clock()
        self._generation += 1
        self._sick = False
        self._settle_request(None)
        self._change(WorkerState.READY, "")
        if not worker.alive:
            self._wake.set()  # lost before anybody listened

    def _retire(self, old: Worker) -> asyncio.Task[None]:
        task = asyncio.create_task(self._finish(old), name=f"retire-{old.pid}")
        self._retiring[task] = old
        task.add_done_callback(self._retiring.pop)
        return task

    async def _finish(self, old: Worker) -> None:
        """Let it finish what it has, then end it."""
        rss_mb = old.rss_bytes() / 1e6
        try:
            if self._drain is not None and old.alive:
                async with asyncio.timeout(self._drain_timeout_s):
                    await self._drain(old)
        except TimeoutError:
            log.warning("the old worker (pid %d) did not finish in %g s", old.pid, self._drain_timeout_s)
        except Exception:
            log.exception("draining the old worker (pid %d) failed", old.pid)
        finally:
            await old.stop()
        log.info("the old worker (pid %d) ended and gave back %.0f MB", old.pid, rss_mb)

    async def _close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait((self._task,))
        for task in self._retiring:
            task.cancel()
        worker, self._worker = self._worker, None
        workers = [*self._retiring.values(), *([worker] if worker is not None else [])]
        await asyncio.gather(*(worker.stop() for worker in workers))
        if self._retiring:
            await asyncio.wait(self._retiring)
        self._settle_request(NotReady("the engine is stopped"))
        self._change(WorkerState.STOPPED, "closed")

    def _request_recycle(self, reason: str) -> _Recycle:
        if self._request is None:
            self._request = _Recycle(reason, asyncio.get_running_loop().create_future())
            # perhaps nobody awaits it: then its error is no surprise
            self._request.done.add_done_callback(lambda done: done.cancelled() or done.exception())
            self._wake.set()
        return self._request

    def _loop_ended(self, task: asyncio.Task[None]) -> None:
        """The loop ends by `close` alone; anything else is a mistake in this module, told and not silent."""
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("the supervisor failed", exc_info=error)
            self._change(WorkerState.FAILED, f"the supervisor failed: {error!r}")
            self._settle_request(EngineUnavailable(self._reason))

    # --- telling ---------------------------------------------------------------------------------------

    def _lost(self, worker: Worker) -> None:
        if worker is self._worker:
            self._wake.set()
            self._change(WorkerState.STARTING, f"the worker {worker.lost_reason or 'ended'}")

    def _fell_sick(self, worker: Worker) -> None:
        if worker is self._worker:
            self._sick = True
            self._wake.set()

    def _settle_request(self, error: Exception | None) -> None:
        request, self._request = self._request, None
        if request is None or request.done.done():
            return
        if error is None:
            request.done.set_result(None)
        else:
            request.done.set_exception(error)

    def _change(self, state: WorkerState, reason: str) -> None:
        self._state, self._reason = state, reason
        self._changed.set()
        self._changed = asyncio.Event()
        for listener in tuple(self._listeners):
            try:
                listener()
            except Exception:
                log.exception("a listener of the supervisor failed")


@dataclass(frozen=True, slots=True)
class _Recycle:
    reason: str
    done: asyncio.Future[None]
