"""The machine itself: Python, processor, heat, memory, disk, state folder."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import psutil

from tts_node.cli.doctor_finding import Finding
from tts_node.errors import ConfigError
from tts_node.state import StateFolder, open_state

_MB: Final = 1024 * 1024
_NEEDED_MB: Final = 400
"""Of the node and one worker with a medium voice, with some room."""
_HOT_C: Final = 80.0
"""Where a Raspberry Pi begins to slow down."""


def check_python() -> Finding:
    """Wheels of onnxruntime exist for 64 bit alone."""
    version, cpu = platform.python_version(), platform.machine()
    message = f"Python {version} on {platform.system()} {cpu}"
    if sys.maxsize < 2**32:
        return Finding(
            "python", "fail", f"{message}, 32 bit", "install a 64-bit system; there are no 32-bit packages"
        )
    return Finding("python", "ok", message)


def check_cpu() -> Finding:
    """Cores that may be used, and the instructions that packages are built for."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    cpuinfo = _read(Path("/proc/cpuinfo"))
    model = re.search(r"^(?:model name|Model)\s*:\s*(.+)$", cpuinfo, flags=re.MULTILINE)
    message = f"{cores} core{'s' if cores > 1 else ''}" + (f", {model[1].strip()}" if model else "")
    flags = re.search(r"^(?:flags|Features)\s*:\s*(.+)$", cpuinfo, flags=re.MULTILINE)
    words = set(flags[1].split()) if flags else set()
    wanted = {"x86_64": "avx", "aarch64": "asimd"}.get(platform.machine())
    if words and wanted and wanted not in words:
        return Finding(
            "cpu", "warn", f"{message}, without {wanted}", "synthesis will be slow, or not run at all"
        )
    if cores == 1:
        return Finding("cpu", "warn", message, "one core speaks, but has no room for several listeners")
    return Finding("cpu", "ok", message)


def check_heat() -> Finding:
    """Temperature, and what a Raspberry Pi says about being slowed down."""
    throttled = _raspberry_throttled()
    if throttled:
        return Finding(
            "heat", "warn", f"slowed down: {', '.join(throttled)}", "cooling, and the official power supply"
        )
    zones = sorted(Path("/sys/class/thermal").glob("thermal_zone*/temp"))
    readings = [int(text) / 1000 for zone in zones if (text := _read(zone).strip()).lstrip("-").isdigit()]
    if not readings:
        return Finding("heat", "ok", "no sensor to read")
    hottest = max(readings)
    if hottest >= _HOT_C:
        return Finding("heat", "warn", f"{hottest:.0f} °C", "cooling; it will slow down or already does")
    return Finding("heat", "ok", f"{hottest:.0f} °C")


def check_memory() -> Finding:
    """What is free, as far as a container lets us have it."""
    free_mb = psutil.virtual_memory().available // _MB
    limit, used = _cgroup("memory.max"), _cgroup("memory.current")
    if limit is not None and used is not None:
        free_mb = min(free_mb, max(0, limit - used) // _MB)
    message = f"{free_mb} MB free"
    if free_mb < _NEEDED_MB:
        return Finding(
            "memory",
            "warn",
            message,
            f"a node with one voice takes up to {_NEEDED_MB} MB; end something else",
        )
    return Finding("memory", "ok", message)


def check_disk(folder: Path) -> Finding:
    """Room where the node keeps its files."""
    existing = next(parent for parent in (folder, *folder.parents) if parent.exists())
    free_mb = shutil.disk_usage(existing).free // _MB
    message = f"{free_mb} MB free for {folder}"
    if free_mb < 50:
        return Finding("disk", "fail", message, "make room")
    if free_mb < 500:
        return Finding("disk", "warn", message, "make room, or lower cache.disk_mb")
    return Finding("disk", "ok", message)


def check_state(folder: Path) -> tuple[Finding, StateFolder | None]:
    """The folder can be made and written, which leaves it made."""
    try:
        state = open_state(folder)
    except ConfigError as error:
        return Finding(
            "state", "fail", str(error), "give the folder to the node's user, or name another"
        ), None
    return Finding("state", "ok", f"{folder} (node {state.node_id})"), state


# --- private -----------------------------------------------------------------------------------------

_THROTTLED: Final = {
    0: "under-voltage now",
    1: "clock limited now",
    2: "throttled now",
    3: "at the temperature limit now",
    16: "under-voltage since the start",
    18: "throttled since the start",
}
"""Bits of `vcgencmd get_throttled` (Raspberry Pi documentation, vcgencmd)."""


def _raspberry_throttled() -> list[str]:
    if shutil.which("vcgencmd") is None:
        return []
    try:
        told = subprocess.run(
            ["vcgencmd", "get_throttled"], capture_output=True, text=True, timeout=5, check=False
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return []
    value = re.search(r"throttled=0x([0-9a-fA-F]+)", told)
    bits = int(value[1], 16) if value else 0
    return [words for bit, words in _THROTTLED.items() if bits & (1 << bit)]


def _cgroup(name: str) -> int | None:
    text = _read(Path("/sys/fs/cgroup") / name).strip()
    return int(text) if text.isdigit() else None


def _read(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""
