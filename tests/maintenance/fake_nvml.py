"""Support: a module with NVML's functions and cards that a test fills."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

MB = 1024 * 1024


class NVMLError(Exception):
    """As nvidia-ml-py names them: one class for each error."""


class NVMLError_LibraryNotFound(NVMLError): ...


class NVMLError_DriverNotLoaded(NVMLError): ...


class NVMLError_LibRmVersionMismatch(NVMLError): ...


class NVMLError_NoPermission(NVMLError): ...


class NVMLError_NotSupported(NVMLError): ...


class NVMLError_GpuIsLost(NVMLError): ...


class NVMLError_Unknown(NVMLError): ...


@dataclass
class FakeCard:
    """`processes` are megabytes by process id; None is what the driver does not tell."""

    total_mb: float = 8_192.0
    processes: dict[int, float | None] = field(default_factory=dict)
    others_mb: float = 300.0
    """Held by processes that the driver does not list here."""
    error: NVMLError | None = None
    """What asking for its memory raises."""
    instances: list[FakeCard] = field(default_factory=list)
    """With any, MIG is on."""

    @property
    def used_mb(self) -> float:
        return self.others_mb + sum(mb or 0.0 for mb in self.processes.values())


class FakeNvml:
    """Stands for the module `pynvml`."""

    def __init__(self, *cards: FakeCard) -> None:
        self.cards = list(cards)
        self.missing: NVMLError | None = None
        """What `nvmlInit` raises."""
        self.hang: Callable[[], None] = lambda: None
        """Called by `nvmlInit`."""
        self.open = 0

    def nvmlInit(self) -> None:
        self.hang()
        if self.missing is not None:
            raise self.missing
        self.open += 1

    def nvmlShutdown(self) -> None:
        self.open -= 1

    def nvmlDeviceGetCount(self) -> int:
        return len(self.cards)

    def nvmlDeviceGetHandleByIndex(self, index: int) -> FakeCard:
        return self.cards[index]

    def nvmlDeviceGetName(self, card: FakeCard) -> bytes:
        return b"Fake RTX"

    def nvmlDeviceGetUUID(self, card: FakeCard) -> str:
        return f"GPU-{id(card)}"

    def nvmlDeviceGetMemoryInfo(self, card: FakeCard) -> Any:
        if card.error is not None:
            raise card.error
        used = round(card.used_mb * MB)
        total = round(card.total_mb * MB)
        return SimpleNamespace(total=total, used=used, free=total - used)

    def nvmlDeviceGetComputeRunningProcesses(self, card: FakeCard) -> list[Any]:
        return [
            SimpleNamespace(pid=pid, usedGpuMemory=None if mb is None else round(mb * MB))
            for pid, mb in card.processes.items()
        ]

    def nvmlDeviceGetMigMode(self, card: FakeCard) -> tuple[int, int]:
        if not card.instances:
            raise NVMLError_NotSupported
        return (1, 1)

    def nvmlDeviceGetMaxMigDeviceCount(self, card: FakeCard) -> int:
        return 7

    def nvmlDeviceGetMigDeviceHandleByIndex(self, card: FakeCard, index: int) -> FakeCard:
        if index >= len(card.instances):
            raise NVMLError_Unknown
        return card.instances[index]
