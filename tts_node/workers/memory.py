"""How much memory a worker may still take, limits of a container included, and whether two fit at once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psutil

from tts_node.gpu import Card
from tts_node.workers.spec import WorkerSpec

_MB = 1024 * 1024
RAM_MARGIN: Final = 1.25
RAM_MARGIN_MB: Final = 64.0
CARD_MARGIN: Final = 1.15
CARD_MARGIN_MB: Final = 256.0
"""What a second worker must find free: as much as the first took when it was fresh, times this, plus this.
Loading takes more for a moment than it keeps, and on a card the CUDA context comes on top."""


@dataclass(frozen=True, slots=True)
class Footprint:
    """What one worker holds."""

    rss_bytes: int
    card_bytes: int | None = None
    """On the card, by the driver or else by the engine's allocator; None without a card."""

    def __str__(self) -> str:
        card = f" and {self.card_bytes / 1e6:.0f} MB on the card" if self.card_bytes is not None else ""
        return f"{self.rss_bytes / 1e6:.0f} MB{card}"


def available_mb(cgroup: Path = Path("/sys/fs/cgroup")) -> float:
    """Megabytes that can be had without swapping: the machine's, or what the container's limit leaves."""
    available = psutil.virtual_memory().available / _MB
    try:
        limit = int((cgroup / "memory.max").read_text())  # "max" without a limit: ValueError
        used = int((cgroup / "memory.current").read_text())
        stat = dict(line.split() for line in (cgroup / "memory.stat").read_text().splitlines())
    except (OSError, ValueError):
        return available
    reclaimable = int(stat.get("inactive_file", 0))
    return max(0.0, min(available, (limit - used + reclaimable) / _MB))


def shortage(spec: WorkerSpec, available: float) -> str | None:
    """A sentence when the engine says that it needs (`memory_mb` in its settings) more than is available."""
    needed = _declared_mb(spec)
    if needed <= available:
        return None
    return (
        f"engine {spec.name!r} needs {needed:.0f} MB of memory and only {available:.0f} MB are available: "
        "free memory, or choose a smaller voice or engine"
    )


def no_room_for_two(spec: WorkerSpec, fresh: Footprint, available: float, card: Card | None) -> str | None:
    """Why a second worker beside one that took `fresh` does not fit; None when it does.

    `available` in MB; `card` is the one that the engine uses. A successor of `spec` on the CPU takes as RAM
    what the first has on the card.
    """
    on_card = fresh.card_bytes or 0
    to_cpu = spec.settings.get("device") == "cpu"
    ram_mb = (fresh.rss_bytes + (on_card if to_cpu else 0)) / _MB
    needed = max(_declared_mb(spec), ram_mb * RAM_MARGIN + RAM_MARGIN_MB)
    if needed > available:
        return f"a second worker needs about {needed:.0f} MB and {available:.0f} MB are available"
    if card is not None and on_card and not to_cpu:
        needed = on_card / _MB * CARD_MARGIN + CARD_MARGIN_MB
        free = card.free_bytes / _MB
        if needed > free:
            return f"a second worker needs about {needed:.0f} MB on the card and {free:.0f} MB are free"
    return None


def _declared_mb(spec: WorkerSpec) -> float:
    needed = spec.settings.get("memory_mb")
    return float(needed) if isinstance(needed, int | float) else 0.0
