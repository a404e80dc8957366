"""How much of the machine a worker process takes: its priority and its CPUs. Runs inside the worker.

Everything here is a wish: what the system refuses comes back as a note for the log and stops nothing.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

_LOWEST = 19


def settle(nice: int, cpus: Sequence[int]) -> list[str]:
    """Lower this process by `nice`, pin it to `cpus` (empty: leave them). Returns what was refused."""
    notes: list[str] = []
    wanted = min(_priority() + nice, _LOWEST)
    if nice and not _set_priority(wanted):
        notes.append(f"nice {nice} was refused by the system")
    if cpus and not _pin(set(cpus)):
        notes.append(f"pinning to the CPUs {', '.join(map(str, cpus))} is not possible here")
    return notes


class Gentle:
    """While it lasts this process keeps to one CPU and, where that can be taken back, to the lowest priority.

    Threads made meanwhile (by model libraries) inherit both; `end` gives them back to all threads.
    """

    def __init__(self) -> None:
        self._priority = _priority()
        self._cpus = _cpus()
        self._lowered = False

    def begin(self) -> None:
        if len(self._cpus) > 1:
            _pin({max(self._cpus)})
        if _may_raise_priority(self._priority):
            self._lowered = _set_priority(_LOWEST)

    def end(self) -> None:
        if len(self._cpus) > 1:
            _pin(self._cpus)
        if self._lowered:
            _set_priority(self._priority)


def _priority() -> int:
    return os.getpriority(os.PRIO_PROCESS, 0)


def _set_priority(nice: int) -> bool:
    return _every_thread(lambda thread: os.setpriority(os.PRIO_PROCESS, thread, nice))


def _cpus() -> set[int]:
    return os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()


def _pin(cpus: set[int]) -> bool:
    if not hasattr(os, "sched_setaffinity"):
        return False
    return _every_thread(lambda thread: os.sched_setaffinity(thread, cpus))


def _every_thread(act: Callable[[int], None]) -> bool:
    """On Linux priority and CPUs belong to threads; a process call would reach only the calling one."""
    try:
        threads = [int(entry.name) for entry in Path("/proc/self/task").iterdir()]
    except OSError:
        threads = [0]
    own = threading.get_native_id()
    worked = True
    for thread in threads:
        try:
            act(thread)
        except ProcessLookupError:
            continue  # it ended meanwhile
        except OSError:
            worked = worked and thread not in (0, own)
    return worked


def _may_raise_priority(nice: int) -> bool:
    """Whether going down to 19 can be undone: an ordinary process, and root in most containers, may not."""
    if _has_capability(_CAP_SYS_NICE):
        return True
    try:
        import resource

        limit = resource.getrlimit(resource.RLIMIT_NICE)[0]
    except (ImportError, AttributeError, OSError):
        return False
    return limit == resource.RLIM_INFINITY or limit >= 20 - nice


_CAP_SYS_NICE = 23
"""From linux/capability.h."""


def _has_capability(number: int) -> bool:
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return os.geteuid() == 0
    effective = next((line for line in status.splitlines() if line.startswith("CapEff:")), "CapEff: 0")
    return bool(int(effective.split()[1], 16) >> number & 1)
