"""Why a worker's process ended: in words, and whether by itself or by somebody else's hand.

A text or a library can crash a process, hang it, or have the kernel kill it because memory is out. It never
stops it, asks it to terminate, or kills it while memory is left: that comes from outside and says nothing of
what was being spoken.
"""

from __future__ import annotations

import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psutil

_VMSTAT: Final = Path("/proc/vmstat")


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a process."""

    words: str
    """For people, after "the worker": `ended with signal 4 (illegal instruction): this wheel is …`."""
    from_outside: bool = False
    """For certain; False also where nobody can tell."""


def ending(returncode: int | None, oom_kills: int | None, *, vmstat: Path = _VMSTAT) -> Ending:
    """`returncode` as in `subprocess`; None for a process that only closed its connection. `oom_kills` is
    what `kernel_oom_kills` said when the process was started."""
    if returncode is None:
        return Ending("closed its connection")
    if returncode >= 0:
        return Ending(f"ended with exit code {returncode}")
    number = -returncode
    outside = number in _FROM_OUTSIDE
    hint = _SIGNAL_HINTS.get(number)
    if number == _SIGKILL and oom_kills is not None and (now := kernel_oom_kills(vmstat)) is not None:
        outside = now == oom_kills
        hint = "killed by somebody, not by the kernel for want of memory" if outside else hint
    name = (signal.strsignal(number) or "unknown").lower()
    return Ending(f"ended with signal {number} ({name}){': ' + hint if hint else ''}", outside)


def hung(pid: int, what: str) -> Ending:
    """The end of a process that is about to be killed because `what`: of one that was stopped it is no fault.
    To be asked before it is killed."""
    try:
        stopped = psutil.Process(pid).status() in (psutil.STATUS_STOPPED, psutil.STATUS_TRACING_STOP)
    except psutil.Error:
        stopped = False
    return Ending(f"was stopped from outside and {what}" if stopped else what, stopped)


def kernel_oom_kills(vmstat: Path = _VMSTAT) -> int | None:
    """How many processes of this machine the kernel has killed because memory was out, containers and their
    limits included; None where it does not say (before Linux 4.13, and elsewhere)."""
    try:
        for line in vmstat.read_text().splitlines():
            name, _, count = line.partition(" ")
            if name == "oom_kill":
                return int(count)
    except (OSError, ValueError):
        pass
    return None


_SIGKILL: Final = int(getattr(signal, "SIGKILL", 9))
_FROM_OUTSIDE: Final = frozenset(
    int(getattr(signal, name))
    for name in ("SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM")
    if hasattr(signal, name)
)
_SIGNAL_HINTS = {
    int(signal.SIGILL): "this wheel is not built for this CPU",
    int(signal.SIGKILL): "killed, most likely out of memory",
    int(signal.SIGSEGV): "a native library crashed",
    int(signal.SIGBUS): "a native library crashed, or a file it had mapped was cut short",
    int(signal.SIGABRT): "a native library gave up",
    int(signal.SIGFPE): "a native library divided by zero",
}
