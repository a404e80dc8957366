"""How much memory a worker may still take, the limits of a container included."""

from __future__ import annotations

from pathlib import Path

import psutil

from tts_node.workers.spec import WorkerSpec

_MB = 1024 * 1024


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
    needed = spec.settings.get("memory_mb")
    if not isinstance(needed, int | float) or needed <= available:
        return None
    return (
        f"engine {spec.name!r} needs {needed:.0f} MB of memory and only {available:.0f} MB are available: "
        "free memory, or choose a smaller voice or engine"
    )
