"""Graphics memory as the driver tells it (NVML): each card, and which process holds how much.

`nvidia-ml-py` is optional. No library, no driver, no card, a card that shares the machine's memory (Jetson)
or one that fell off the bus are states with a sentence, never an exception. NVML may block for seconds while
a driver is in trouble, so it is called in a thread and given up after a while.
"""

from __future__ import annotations

import asyncio
import importlib
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

READ_TIMEOUT_S: Final = 5.0


class GpuState(StrEnum):
    PRESENT = "present"
    NO_LIBRARY = "no_library"
    """`nvidia-ml-py` is not installed."""
    NO_DRIVER = "no_driver"
    NO_CARD = "no_card"
    NOT_SUPPORTED = "not_supported"
    """A card whose memory the driver does not tell: it is the machine's own."""
    NOT_PERMITTED = "not_permitted"
    LOST = "lost"
    """The card fell off the bus, or the driver was replaced under it."""
    HUNG = "hung"
    """The driver does not answer."""
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Card:
    """One card, or one MIG instance of one."""

    index: int
    name: str
    uuid: str
    total_bytes: int
    used_bytes: int
    """By everybody."""
    free_bytes: int
    processes: Mapping[int, int] = field(default_factory=dict)
    """Bytes by process id; without those of which the driver tells no figure (WSL, some containers)."""
    mig: bool = False


@dataclass(frozen=True, slots=True)
class GpuReading:
    """All cards at one moment."""

    state: GpuState
    detail: str = ""
    """For people: what is missing, or what could not be read."""
    cards: tuple[Card, ...] = ()

    def used_by(self, pids: Iterable[int]) -> int | None:
        """Bytes that these processes hold on all cards; None when no card knows any of them."""
        known = [card.processes[pid] for pid in set(pids) for card in self.cards if pid in card.processes]
        return sum(known) if known else None

    def card_of(self, pid: int) -> Card | None:
        """Where `pid` holds most; the only card when there is one alone. None when that cannot be said."""
        holding = [card for card in self.cards if pid in card.processes]
        if holding:
            return max(holding, key=lambda card: card.processes[pid])
        return self.cards[0] if len(self.cards) == 1 else None


NO_GPU: Final = GpuReading(GpuState.NO_CARD, "graphics memory is not watched here")


class GpuReader:
    """Reads the cards again and again; what was found missing once is looked for again each time."""

    def __init__(
        self,
        nvml: Callable[[], Any] = lambda: importlib.import_module("pynvml"),
        *,
        timeout_s: float = READ_TIMEOUT_S,
    ) -> None:
        """`nvml` gives the module of NVML's functions; raises `ImportError` where there is none."""
        self._nvml = nvml
        self._timeout_s = timeout_s
        self._reading: asyncio.Future[GpuReading] | None = None

    async def read(self) -> GpuReading:
        """The state now. Never raises; a call that hangs is not made a second time beside the first."""
        if self._reading is None or self._reading.done():
            self._reading = _in_own_thread(self.read_now)
        try:
            async with asyncio.timeout(self._timeout_s):
                return await asyncio.shield(self._reading)
        except TimeoutError:
            return GpuReading(GpuState.HUNG, f"the driver gave no answer within {self._timeout_s:g} s")

    def read_now(self) -> GpuReading:
        """The same, blocking."""
        try:
            nvml = self._nvml()
        except ImportError:
            return GpuReading(GpuState.NO_LIBRARY, "nvidia-ml-py is not installed")
        try:
            nvml.nvmlInit()
        except Exception as error:
            return _missing(error)
        try:
            return _read(nvml)
        except Exception as error:
            return _missing(error)
        finally:
            _quietly(nvml.nvmlShutdown)


_STATES: Final = {
    "LibraryNotFound": GpuState.NO_DRIVER,
    "DriverNotLoaded": GpuState.NO_DRIVER,
    "LibRmVersionMismatch": GpuState.LOST,
    "NoPermission": GpuState.NOT_PERMITTED,
    "GpuIsLost": GpuState.LOST,
    "NotFound": GpuState.NO_CARD,
    "NotSupported": GpuState.NOT_SUPPORTED,
}
_SENTENCES: Final = {
    GpuState.NO_DRIVER: "there is no NVIDIA driver",
    GpuState.NO_CARD: "there is no NVIDIA card",
    GpuState.NOT_SUPPORTED: "the card shares the machine's memory, so the driver tells nothing of its own; "
    "the RAM watchdog sees it",
    GpuState.NOT_PERMITTED: "this user may not ask the driver",
    GpuState.LOST: "the card or its driver is gone; a new process, or the machine, must be started",
}


def _read(nvml: Any) -> GpuReading:
    cards: list[Card] = []
    refused: list[GpuReading] = []
    for index in range(nvml.nvmlDeviceGetCount()):
        try:
            handle = nvml.nvmlDeviceGetHandleByIndex(index)
            instances = _instances(nvml, handle)
            if instances:
                cards += [_card(nvml, index, instance, mig=True) for instance in instances]
            else:
                cards.append(_card(nvml, index, handle, mig=False))
        except Exception as error:  # one card may be lost or not readable while others are
            refused.append(_missing(error))
    detail = "; ".join(dict.fromkeys(reading.detail for reading in refused))
    if cards:
        return GpuReading(GpuState.PRESENT, detail, tuple(cards))
    if refused:
        return refused[0]
    return GpuReading(GpuState.NO_CARD, _SENTENCES[GpuState.NO_CARD])


def _card(nvml: Any, index: int, handle: Any, *, mig: bool) -> Card:
    memory = nvml.nvmlDeviceGetMemoryInfo(handle)
    return Card(
        index=index,
        name=_text(_quietly(nvml.nvmlDeviceGetName, handle)),
        uuid=_text(_quietly(nvml.nvmlDeviceGetUUID, handle)),
        total_bytes=int(memory.total),
        used_bytes=int(memory.used),
        free_bytes=int(memory.free),
        processes={
            int(process.pid): int(process.usedGpuMemory)
            for process in _quietly(nvml.nvmlDeviceGetComputeRunningProcesses, handle) or ()
            if process.usedGpuMemory is not None
        },
        mig=mig,
    )


def _instances(nvml: Any, handle: Any) -> list[Any]:
    """The MIG instances that this process may see; none where MIG is off or unknown."""
    mode = _quietly(nvml.nvmlDeviceGetMigMode, handle)
    if not mode or not mode[0]:
        return []
    found = []
    for number in range(_quietly(nvml.nvmlDeviceGetMaxMigDeviceCount, handle) or 0):
        instance = _quietly(nvml.nvmlDeviceGetMigDeviceHandleByIndex, handle, number)
        if instance is not None:
            found.append(instance)
    return found


def _missing(error: Exception) -> GpuReading:
    kind = type(error).__name__.removeprefix("NVMLError_")
    state = _STATES.get(kind, GpuState.FAILED)
    return GpuReading(state, _SENTENCES.get(state, f"the driver says: {error}"))


def _quietly(call: Callable[..., Any], *arguments: Any) -> Any:
    """What it gives, or None where this driver or card cannot do it."""
    try:
        return call(*arguments)
    except Exception:
        return None


def _text(value: Any) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value or "")


def _in_own_thread(work: Callable[[], GpuReading]) -> asyncio.Future[GpuReading]:
    """In a daemon thread: a pool's thread that hangs in the driver would hold up the node's own end."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[GpuReading] = loop.create_future()

    def settle(reading: GpuReading) -> None:
        if not answer.done():
            answer.set_result(reading)

    def run() -> None:
        reading = work()
        try:
            loop.call_soon_threadsafe(settle, reading)
        except RuntimeError:
            return  # the loop ended meanwhile

    threading.Thread(target=run, name="nvml", daemon=True).start()
    return answer
