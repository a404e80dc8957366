"""Starting a worker until it was heard to speak, on the device that it is to compute on."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Protocol

from tts_node.errors import EngineUnavailable
from tts_node.gpu import NO_GPU, GpuReading
from tts_node.workers.failures import FailureStreak
from tts_node.workers.memory import Footprint, available_mb, shortage
from tts_node.workers.probe import Probed, probe
from tts_node.workers.retirement import ReadCards, footprint
from tts_node.workers.spec import WorkerSpec
from tts_node.workers.swap import DeviceWish
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


ProbeWorker = Callable[[Worker, WorkerSpec], Awaitable[Probed]]


async def no_cards() -> GpuReading:
    """For engines without a card."""
    return NO_GPU


@dataclass(frozen=True, slots=True)
class Launched:
    """A worker that speaks."""

    worker: Worker
    probed: Probed
    fresh: Footprint


class Launcher:
    """Makes the workers of one engine. Remembers whether its card was given up."""

    def __init__(
        self,
        configured: Callable[[], WorkerSpec],
        *,
        start_worker: StartWorker = Worker.start,
        probe_worker: ProbeWorker = probe,
        memory: Callable[[], float] = available_mb,
        cards: ReadCards = no_cards,
    ) -> None:
        self.card_given_up = False
        """It computes on the CPU although its configuration says otherwise."""
        self._configured = configured
        self._start_worker = start_worker
        self._probe_worker = probe_worker
        self._memory = memory
        self._cards = cards

    @property
    def can_give_card_up(self) -> bool:
        return not self.card_given_up and self._configured().settings.get("device") in ("auto", "cuda")

    def spec(self, device: DeviceWish) -> WorkerSpec:
        """What the next worker is to be like."""
        spec = self._configured()
        on_cpu = device is DeviceWish.CPU or (device is DeviceWish.KEEP and self.card_given_up)
        if on_cpu and "device" in spec.settings:
            spec = replace(spec, settings={**spec.settings, "device": "cpu"})
        return spec

    async def launch(
        self,
        device: DeviceWish,
        *,
        gentle: bool,
        on_exit: Callable[[Worker], None],
        on_sick: Callable[[Worker], None],
    ) -> Launched:
        """Start a worker and try it; one that does not speak is ended. Raises `EngineUnavailable`, whatever
        goes wrong."""
        try:
            spec = self.spec(device)
            lack = shortage(spec, self._memory())
            if lack is not None:
                raise EngineUnavailable(lack)
            worker = await self._start_worker(spec, gentle=gentle, on_exit=on_exit, on_sick=on_sick)
            try:
                probed = await self._probe_worker(worker, spec)
                worker.failures = FailureStreak()  # the phrase is no utterance
                return Launched(worker, probed, await footprint(worker, await self._cards()))
            except BaseException:
                await worker.stop(ask=False)
                raise
        except EngineUnavailable:
            raise
        except Exception as error:
            log.exception("starting a worker failed unexpectedly")
            raise EngineUnavailable(f"the engine cannot be started: {error!r}") from error

    def took_over(self, worker: Worker) -> None:
        """`worker` is the one that speaks now: its device is the engine's."""
        wanted = self._configured().settings.get("device")
        self.card_given_up = wanted in ("auto", "cuda") and worker.spec.settings.get("device") == "cpu"
