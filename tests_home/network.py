"""Support: a network that has nothing but loopback, so that nobody in the building hears of these tests.

Home Assistant and the node find each other by multicast DNS. On the machine's own network they would also
find, and be found by, everything else there.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_CLONE_NEWNET = 0x40000000
"""From `linux/sched.h`; Python has `os.unshare` from 3.12 on."""


class NoNetwork(Exception):
    """This machine does not allow it. The text says why."""


@contextmanager
def own_network() -> Iterator[None]:
    """Move this thread, and all processes and threads that it starts meanwhile, into a fresh network.

    Raises `NoNetwork`.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    before = os.open(Path("/proc/thread-self/ns/net"), os.O_RDONLY)
    try:
        if libc.unshare(_CLONE_NEWNET) != 0:
            raise NoNetwork(f"no network namespace can be made: {os.strerror(ctypes.get_errno())}")
        try:
            _ip("link", "set", "lo", "up", "multicast", "on")
            _ip("route", "add", "224.0.0.0/4", "dev", "lo")
            yield
        finally:
            assert libc.setns(before, _CLONE_NEWNET) == 0, os.strerror(ctypes.get_errno())
    finally:
        os.close(before)


def _ip(*words: str) -> None:
    try:
        subprocess.run(["ip", *words], check=True, capture_output=True, text=True, timeout=30)
    except FileNotFoundError:
        raise NoNetwork("no `ip` here (package iproute2)") from None
    except subprocess.CalledProcessError as error:
        raise NoNetwork(f"ip {' '.join(words)}: {error.stderr.strip()}") from None
