"""One engine as its watchdogs see it."""

from __future__ import annotations

from typing import Protocol

from tts_node.speech.staff import WorkerReading
from tts_node.speech.takes import Takes
from tts_node.workers.swap import DeviceWish, SwapReport


class Watched(Protocol):
    """One engine, as its watchdogs see it (`speech.staff.Staff`)."""

    @property
    def is_loaded(self) -> bool: ...

    @property
    def generation(self) -> int:
        """Counts its workers: what was measured of an earlier one says nothing of this one."""

    @property
    def takes(self) -> Takes: ...

    @property
    def can_give_card_up(self) -> bool: ...

    @property
    def memory_limit_mb(self) -> float | None: ...

    def recycles_within(self, seconds: float) -> int: ...

    async def look(self) -> tuple[WorkerReading, ...]: ...

    async def trim(self, level: int) -> None: ...

    async def recycle(self, reason: str, *, device: DeviceWish) -> tuple[SwapReport, ...]: ...

    def stand_down(self, reason: str) -> None: ...
