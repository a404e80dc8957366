"""Support: a supervisor with workers, time and sleep under the test's control."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from tts_node.errors import EngineUnavailable
from tts_node.workers.backoff import RestartPolicy
from tts_node.workers.failures import FailureStreak, kind_of_failure
from tts_node.workers.probe import Probed
from tts_node.workers.spec import WorkerSpec, WorkerState
from tts_node.workers.supervisor import Supervisor

POLICY = RestartPolicy(
    first_delay_s=1, jitter=0, budget=3, window_s=100, healthy_s=60, failed_delay_s=300
)  # delays 1, 2, 4, then 300, 600, …


class FakeWorker:
    """A worker that lives until the test says otherwise."""

    def __init__(self, number: int, spec: WorkerSpec, gentle: bool, on_exit: Any, on_sick: Any) -> None:
        self.number = number
        self.spec = spec
        self.gentle = gentle
        self.pid = 2**30 + number  # nobody's
        self.load_ms = self.warm_up_ms = 0.0
        self.rss = 100_000_000
        self.alive = True
        self.lost_reason: str | None = None
        self.ended_from_outside = False
        self.failures = FailureStreak()
        self.stopped = asyncio.Event()
        self._on_exit = on_exit
        self._on_sick = on_sick

    def die(self, reason: str = "ended with exit code 1", *, from_outside: bool = False) -> None:
        self.alive, self.lost_reason = False, reason
        self.ended_from_outside = from_outside
        self._on_exit(self)

    def fall_sick(self, message: str, *, after_sound: bool) -> None:
        self.failures._kind = kind_of_failure("engine_failed", message)
        self.failures.message = message
        self.failures.made_sound = after_sound
        self._on_sick(self)

    def rss_bytes(self) -> int:
        return self.rss

    @property
    def last_rss_bytes(self) -> int:
        return self.rss

    async def report(self) -> dict[str, float]:
        return {"rss_bytes": self.rss}

    async def stop(self, *, ask: bool = True) -> None:
        if self.alive:
            self.die("was stopped")
        self.stopped.set()


class Bench:
    """A supervisor with its fakes. Time passes only by its sleeps and by `pass_time`."""

    def __init__(self) -> None:
        self.now = 0.0
        self.memory_mb = 10_000.0
        self.workers: list[FakeWorker] = []
        self.refusals: list[Exception | None] = []
        """What the next starts end in; None or nothing left: they succeed."""
        self.unfit: list[str] = []
        """What the next probes find wrong."""
        self.probed: list[int] = []
        self.gate = asyncio.Event()
        """Starts wait for this."""
        self.gate.set()
        self.starting = asyncio.Event()
        self.slept: list[float] = []
        self.sleeping = asyncio.Event()
        self.awake = asyncio.Event()
        self.spec = WorkerSpec("tone", "tone")
        self.changes: list[tuple[WorkerState, int]] = []
        self.options: dict[str, Any] = {}
        self._supervisor: Supervisor | None = None

    @property
    def supervisor(self) -> Supervisor:
        if self._supervisor is None:
            self._supervisor = Supervisor(
                lambda: self.spec,
                policy=POLICY,
                start_worker=self._start,
                probe_worker=self._probe,
                memory=lambda: self.memory_mb,
                clock=lambda: self.now,
                sleep=self._sleep,
                chance=lambda: 0.5,
                **self.options,
            )
            self._supervisor.subscribe(self._note)
        return self._supervisor

    async def ready(self) -> FakeWorker:
        worker: Any = await self.supervisor.wait_ready(5)
        return worker

    async def until(self, holds: Callable[[], bool]) -> None:
        for _ in range(1000):
            if holds():
                return
            await asyncio.sleep(0)
        raise AssertionError("it did not come to that")

    def sleep_goes_by(self) -> None:
        """From now on every wait is over at once, on the fake clock."""
        self.awake.set()

    def _note(self) -> None:
        self.changes.append((self.supervisor.state, self.supervisor.generation))

    async def _start(
        self, spec: WorkerSpec, *, gentle: bool = False, on_exit: Any = None, on_sick: Any = None
    ) -> Any:
        self.starting.set()
        await self.gate.wait()
        refusal = self.refusals.pop(0) if self.refusals else None
        if refusal is not None:
            raise refusal
        worker = FakeWorker(len(self.workers) + 1, spec, gentle, on_exit, on_sick)
        self.workers.append(worker)
        return worker

    async def _probe(self, worker: Any, spec: WorkerSpec) -> Probed:
        self.probed.append(worker.number)
        if self.unfit:
            raise EngineUnavailable(self.unfit.pop(0))
        return Probed("tone", 1.0, 2.0)

    async def _sleep(self, delay_s: float) -> None:
        self.slept.append(round(delay_s, 6))
        self.sleeping.set()
        await self.awake.wait()
        self.now += delay_s
        await asyncio.sleep(0)
