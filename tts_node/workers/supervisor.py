"""Keeps one engine's worker alive: starts it, replaces it when it is lost, sick or to be recycled, and lets
it sleep.

Every replacement goes the same way, whoever asked for it: see `_swap`, and `retirement` for the old one.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable

from tts_node.errors import EngineUnavailable, NotReady
from tts_node.workers.backoff import RestartPolicy
from tts_node.workers.failures import speaks_of_device
from tts_node.workers.launch import Launched, Launcher, ProbeWorker, StartWorker, no_cards
from tts_node.workers.losses import Losses
from tts_node.workers.memory import Footprint, available_mb, no_room_for_two
from tts_node.workers.probe import probe
from tts_node.workers.retirement import Drain, ReadCards, Retired, footprint, retire
from tts_node.workers.spec import WorkerSpec, WorkerState
from tts_node.workers.standing import Standing
from tts_node.workers.swap import DeviceWish, Swap, SwapManner, SwapReport
from tts_node.workers.worker import Worker

log = logging.getLogger(__name__)


class Supervisor:
    """One engine: one worker that takes new streams (`current`), and replaced ones that still finish theirs.

    `spec` may be a function, called for every start, so that changed settings act with the next recycle.
    `drain` is awaited with a worker that was replaced: what it speaks stays with it for `drain_timeout_s`,
    then has `move_timeout_s` to come to a sentence's end. `on_swap` gets the report of every replacement,
    `on_retired_exit` every worker that is gone after it was replaced, whatever ended it. Not thread-safe.
    """

    def __init__(
        self,
        spec: WorkerSpec | Callable[[], WorkerSpec],
        *,
        policy: RestartPolicy | None = None,
        drain: Drain | None = None,
        drain_timeout_s: float = 30.0,
        move_timeout_s: float = 30.0,
        on_swap: Callable[[SwapReport], None] | None = None,
        on_retired_exit: Callable[[Worker], None] | None = None,
        start_worker: StartWorker = Worker.start,
        probe_worker: ProbeWorker = probe,
        memory: Callable[[], float] = available_mb,
        cards: ReadCards = no_cards,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._configured = spec if callable(spec) else lambda: spec
        self._drain = drain
        self._drain_timeout_s = drain_timeout_s
        self._move_timeout_s = move_timeout_s
        self._on_swap = on_swap
        self._on_retired_exit = on_retired_exit
        self._launcher = Launcher(
            self._configured,
            start_worker=start_worker,
            probe_worker=probe_worker,
            memory=memory,
            cards=cards,
        )
        self._memory = memory
        self._cards = cards
        self._clock = clock
        self._sleep = sleep
        self._policy = policy or RestartPolicy()
        self._losses = Losses(self._policy, chance)
        self._standing = Standing()
        self._worker: Worker | None = None
        self._fresh = Footprint(0)
        """Of the current worker when it took over."""
        self._since = 0.0
        """On the clock: when the worker became the current one."""
        self._generation = 0
        self._sick = False
        self._rebuilt = False
        """The current worker was made because the one before had lost its device."""
        self._swapping: Swap | None = None
        """From the wish to the new worker, or from the loss of a worker to the next."""
        self._bed_time: str | None = None
        self._stand_down: str | None = None
        self._wanted = asyncio.Event()
        """Somebody needs the engine that is asleep, or about to be."""
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._retiring: dict[asyncio.Task[Retired], Worker] = {}
        self._reports: set[asyncio.Task[None]] = set()
        self._closing: asyncio.Task[None] | None = None

    # --- what it is ------------------------------------------------------------------------------------

    @property
    def current(self) -> Worker | None:
        """The worker for new streams; None while there is none that could take a step."""
        return self._worker if self._worker is not None and self._worker.alive else None

    @property
    def state(self) -> WorkerState:
        if self._standing.state is WorkerState.READY and self.current is None:
            return WorkerState.STARTING  # lost a moment ago
        return self._standing.state

    @property
    def reason(self) -> str:
        """Why it is in this state, for people; empty when there is nothing to say."""
        return self._standing.reason

    @property
    def generation(self) -> int:
        """Counts the workers that became `current`."""
        return self._generation

    @property
    def retiring(self) -> tuple[Worker, ...]:
        """Workers that were replaced and still finish what they have."""
        return tuple(self._retiring.values())

    @property
    def fresh(self) -> Footprint:
        """What the current worker held when it took over."""
        return self._fresh

    @property
    def card_given_up(self) -> bool:
        """It computes on the CPU although its configuration says otherwise."""
        return self._launcher.card_given_up

    @property
    def can_give_card_up(self) -> bool:
        return self._launcher.can_give_card_up

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` after every change of state or worker. Returns what ends it; errors are logged."""
        return self._standing.subscribe(listener)

    # --- what it does ----------------------------------------------------------------------------------

    async def start(self) -> None:
        """Begin; loading goes on in the background. Twice is allowed."""
        if self._task is None and self._closing is None:
            self._change(WorkerState.STARTING, "loading")
            self._task = asyncio.create_task(self._run(), name="supervisor")
            self._task.add_done_callback(self._loop_ended)

    async def wait_ready(self, timeout_s: float | None = None) -> Worker:
        """The current worker as soon as there is one; wakes an engine that is asleep.

        Raises `EngineUnavailable` when the engine has failed for good (slow retries go on), `NotReady` after
        `timeout_s` or when the supervisor is closed.
        """
        self.wake()
        try:
            async with asyncio.timeout(timeout_s):
                while (worker := self.current) is None:
                    if self._standing.state is WorkerState.FAILED:
                        raise EngineUnavailable(self._standing.reason)
                    if self._standing.state is WorkerState.STOPPED:
                        raise NotReady("the engine is stopped")
                    await self._standing.wait()
                return worker
        except TimeoutError:
            raise NotReady(f"the engine is not ready ({self.state}): {self._standing.reason}") from None

    async def recycle(self, reason: str, *, device: DeviceWish = DeviceWish.CONFIGURED) -> SwapReport:
        """Replace the worker by a fresh one; returns when the old one has ended and its memory was looked at.

        The old one goes on meanwhile, and also when the new one cannot be started or does not speak
        (`EngineUnavailable`). Without a worker it is an immediate new try; an engine that is asleep is left
        so. Calls at the same time share one swap, until its new worker has taken over.
        """
        if self._task is None or self._closing is not None:
            raise NotReady("the engine is stopped")
        if self._standing.state is WorkerState.ASLEEP and not self._wanted.is_set():
            return SwapReport(self._configured().name, reason, SwapManner.ASLEEP, note=self._standing.reason)
        return await asyncio.shield(self._ask_for_swap(reason, device).done)

    def unload(self, reason: str) -> None:
        """Let the engine sleep: its worker ends and the next one is loaded on `wake`. Only for one that
        nobody uses."""
        if self.current is not None and self._bed_time is None:
            self._bed_time = reason
            self._wanted.clear()
            self._wake.set()

    def stay(self) -> None:
        """Take an `unload` back that has not begun."""
        self._bed_time = None

    def wake(self) -> None:
        """Somebody needs the engine. However many ask, it is loaded once."""
        self._bed_time = None
        self._wanted.set()

    def stand_down(self, reason: str) -> None:
        """Let the engine count as failed, so that another one speaks for it; it is tried again as slowly as
        one that failed by itself. What it speaks it may finish."""
        if self.current is not None:
            self._stand_down = reason
            self._wake.set()

    def suspect(self, worker: object) -> None:
        """`worker`, which was lost, may have ended by a text that it spoke: to be called before `on_exit` of
        the worker is over. Workers of others are ignored."""
        if worker is self._worker:
            self._losses.suspect(worker)

    def excuse(self, worker: object) -> None:
        """`worker`, which was lost, ended by a text that it spoke: that does not count against the engine.
        Workers of others are ignored."""
        if worker is self._worker:
            self._losses.excuse(worker)
        elif self._losses.forgive(worker):
            self._wake.set()

    async def close(self) -> None:
        """End all workers. Twice is allowed."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(), name="supervisor-close")
        await asyncio.shield(self._closing)

    # --- the loop --------------------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            swap = self._begin_swap("started")
            try:
                launched = await self._launch(swap, gentle=False)
            except EngineUnavailable as error:
                self._settle(error)
                if swap.lost:
                    self._swapping = swap.again()
                await self._back_off(str(error), lived_s=0.0, hopeless=self._device_refused(error))
            else:
                self._adopt(launched, swap)
                await self._keep(launched.worker)

    async def _keep(self, worker: Worker) -> None:
        """While there is a current worker. Returns when the next is to be started from nothing."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            if not worker.alive:
                reason = f"the worker {worker.lost_reason or 'ended'}"
                swap = self._begin_swap(reason, old=worker)
                swap.alone()
                await worker.stop(ask=False)
                await self._back_off(reason, lived_s=self._clock() - self._since, worker=worker)
                return
            if self._sick:
                self._sick = False
                if worker.failures.device_lost:
                    await self._rebuild(worker)
                    return
                if self._clock() - self._since >= self._policy.healthy_s:  # never one swap after the other
                    self._ask_for_swap(f"it fails again and again: {worker.failures.message}")
            if self._swapping is not None:
                successor = await self._swap(worker, self._swapping)
                if successor is None:
                    return
                worker = successor
                self._wake.set()  # something else may have been wished meanwhile
            elif self._stand_down is not None:
                reason, self._stand_down = self._stand_down, None
                self._worker = None
                self._change(WorkerState.FAILED, reason)
                await asyncio.wait((self._retire(worker, stay_s=self._drain_timeout_s),))
                await self._back_off(reason, lived_s=0.0, hopeless=True)
                return
            elif self._bed_time is not None:
                await self._sleep_until_wanted(worker, self._bed_time)
                return

    async def _swap(self, old: Worker, swap: Swap) -> Worker | None:
        """The worker to go on with; the old one when the new one failed. None: start one from nothing."""
        spec = self._launcher.spec(swap.device)
        swap.old = old
        log.info("engine %s: recycling (%s)", spec.name, swap.reason)
        reading = await self._cards()
        swap.before = await footprint(old, reading)
        fresh = Footprint(
            self._fresh.rss_bytes or swap.before.rss_bytes, self._fresh.card_bytes or swap.before.card_bytes
        )
        lack = no_room_for_two(spec, fresh, self._memory(), reading.card_of(old.pid))
        if lack is not None:
            swap.manner, swap.note = SwapManner.SEQUENTIAL, lack
            log.warning("engine %s: %s; what comes now waits for the new one", spec.name, lack)
            swap.alone()
            self._worker = None
            self._change(WorkerState.STARTING, f"recycling one after the other: {lack}")
            swap.retiring = self._retire(old, stay_s=0.0)
            await asyncio.wait((swap.retiring,))
            return None
        swap.manner = SwapManner.TOGETHER
        try:
            launched = await self._launch(swap, gentle=True)
        except EngineUnavailable as error:
            log.warning("%s; the old worker goes on", error)
            self._settle(error)
            self._wake.set()  # it may have been lost meanwhile
            return old
        self._adopt(launched, swap, retire=True)
        return launched.worker

    async def _sleep_until_wanted(self, worker: Worker, reason: str) -> None:
        self._bed_time = None
        self._worker = None
        self._change(WorkerState.ASLEEP, reason)
        log.info("engine %s is unloaded: %s", worker.spec.name, reason)
        await asyncio.wait((self._retire(worker, stay_s=0.0),))
        await self._wanted.wait()
        self._change(WorkerState.STARTING, "loading again")

    async def _rebuild(self, worker: Worker) -> None:
        """Its device is lost, so it is no use to anybody: end it first. When it is lost again soon, the card
        is given up; where that cannot be and it made no sound, it is final."""
        reason = f"the engine fails again and again: {worker.failures.message}"
        swap = self._begin_swap(reason, old=worker)
        swap.alone()
        lived_s = self._clock() - self._since
        useless = self._rebuilt and not worker.failures.made_sound
        short_lived = self._rebuilt and lived_s < self._policy.healthy_s
        self._rebuilt = True
        hopeless = not ((useless or short_lived) and self._give_card_up(swap)) and useless
        log.warning("%s: %s; %s", worker.spec.name, reason, "giving up" if hopeless else "rebuilding it")
        self._worker = None
        self._change(WorkerState.FAILED if hopeless else WorkerState.STARTING, reason)
        await worker.stop(ask=False)
        await self._back_off(reason, lived_s=lived_s, hopeless=hopeless)

    def _device_refused(self, error: EngineUnavailable) -> bool:
        """Whether starting is hopeless because the device is lost; the card is given up where that helps."""
        if not speaks_of_device(str(error)):
            return False
        again, self._rebuilt = self._rebuilt, True
        swap = self._begin_swap("its card cannot be used")
        return again and not self._give_card_up(swap)

    def _give_card_up(self, swap: Swap) -> bool:
        if not self.can_give_card_up:
            return False
        log.warning("engine %s gives the card up and goes on with the CPU", self._configured().name)
        swap.device = DeviceWish.CPU
        self._launcher.card_given_up = True
        self._rebuilt = False
        return True

    async def _back_off(
        self, reason: str, *, lived_s: float, hopeless: bool = False, worker: Worker | None = None
    ) -> None:
        """Wait as long as the budget says, or until somebody asks for a recycle. `worker` was lost."""
        counted = self._losses.count(self._clock(), lived_s, worker, hopeless=hopeless)
        state = WorkerState.FAILED if counted.failed else WorkerState.BACKOFF
        self._worker = None
        self._change(state, reason)
        log.warning("%s; next try in %.1f s", reason, counted.delay_s)
        if self._swapping is None or not self._swapping.asked:
            self._wake.clear()
            waits = {
                asyncio.ensure_future(self._sleep(counted.delay_s)),
                asyncio.ensure_future(self._wake.wait()),
            }
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for wait in waits:
                    wait.cancel()
        if not self._losses.too_many:  # a failed engine stays so until it is ready: who waits is not led on
            self._change(WorkerState.STARTING, f"starting again: {reason}")

    async def _launch(self, swap: Swap, *, gentle: bool) -> Launched:
        return await self._launcher.launch(
            swap.device, gentle=gentle, on_exit=self._lost, on_sick=self._fell_sick
        )

    def _adopt(self, launched: Launched, swap: Swap, *, retire: bool = False) -> None:
        self._worker = worker = launched.worker
        self._since = self._clock()
        self._generation += 1
        self._sick = False
        self._bed_time = self._stand_down = None
        self._fresh = swap.after = launched.fresh
        swap.probed = launched.probed
        self._launcher.took_over(worker)
        swap.new = worker
        swap.together_again()
        self._swapping = None
        self._change(WorkerState.READY, "")
        if retire and swap.old is not None:
            swap.retiring = self._retire(swap.old, stay_s=self._drain_timeout_s)
        if swap.asked or swap.old is not None:
            task = asyncio.create_task(self._tell(swap), name="swap-report")
            self._reports.add(task)
            task.add_done_callback(self._reports.discard)
        if not worker.alive:
            self._wake.set()  # lost before anybody listened

    def _retire(self, old: Worker, *, stay_s: float) -> asyncio.Task[Retired]:
        ending = retire(old, drain=self._drain, stay_s=stay_s, move_s=self._move_timeout_s, cards=self._cards)
        task = asyncio.create_task(ending, name=f"retire-{old.pid}")
        self._retiring[task] = old
        task.add_done_callback(self._retiring.pop)
        return task

    async def _tell(self, swap: Swap) -> None:
        """The report, once the old worker has ended."""
        if swap.retiring is not None:
            await asyncio.wait((swap.retiring,))
        report = swap.report()
        log.log(logging.WARNING if report.cut or report.came_back is False else logging.INFO, "%s", report)
        if self._on_swap is not None:
            try:
                self._on_swap(report)
            except Exception:
                log.exception("a listener for swaps failed")
        if not swap.done.done():
            swap.done.set_result(report)

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
        if self._reports:
            await asyncio.wait(self._reports)
        self._settle(NotReady("the engine is stopped"))
        self._change(WorkerState.STOPPED, "closed")

    # --- swaps -----------------------------------------------------------------------------------------

    def _begin_swap(self, reason: str, *, old: Worker | None = None) -> Swap:
        """What is under way, or a new one that nobody asked for; `old` is the worker that was lost."""
        if self._swapping is None:
            self._swapping = Swap(self._configured().name, reason)
        swap = self._swapping
        if old is not None:
            swap.old, swap.lost, swap.before = old, True, Footprint(old.last_rss_bytes)
            if not swap.asked:
                swap.reason = reason
        return swap

    def _ask_for_swap(self, reason: str, device: DeviceWish = DeviceWish.KEEP) -> Swap:
        if self._swapping is None:
            self._swapping = Swap(self._configured().name, reason)
        swap = self._swapping
        if not swap.asked:
            swap.asked, swap.reason = True, reason
        if device is not DeviceWish.KEEP and swap.device is not DeviceWish.CPU:
            swap.device = device
        self._wake.set()
        return swap

    def _settle(self, error: Exception) -> None:
        """The swap under way has failed; what comes next is another one."""
        swap, self._swapping = self._swapping, None
        if swap is not None and not swap.done.done():
            swap.done.set_exception(error)

    def _loop_ended(self, task: asyncio.Task[None]) -> None:
        """The loop ends by `close` alone; anything else is a mistake in this module, told and not silent."""
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("the supervisor failed", exc_info=error)
            self._change(WorkerState.FAILED, f"the supervisor failed: {error!r}")
            self._settle(EngineUnavailable(self._standing.reason))

    # --- telling ---------------------------------------------------------------------------------------

    def _lost(self, worker: Worker) -> None:
        if worker is self._worker:
            self._wake.set()
            self._change(WorkerState.STARTING, f"the worker {worker.lost_reason or 'ended'}")
        elif self._on_retired_exit is not None and worker in self._retiring.values():
            self._on_retired_exit(worker)

    def _fell_sick(self, worker: Worker) -> None:
        if worker is self._worker:
            self._sick = True
            self._wake.set()

    def _change(self, state: WorkerState, reason: str) -> None:
        self._standing.change(state, reason)
