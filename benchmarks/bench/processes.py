"""Server processes: started, waited for, weighed and ended, each by its own id."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import subprocess
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

import psutil

HOST = "127.0.0.1"

_POLL_S = 0.01
_STOP_GRACE_S = 8.0


def free_port() -> int:
    """A TCP port on loopback that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


class ServerFailed(Exception):
    """A server did not start or is gone; the message has the end of what it printed."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Of a process and all its children, in MB of 10^6 bytes."""

    rss_mb: float
    """Resident set sizes added up, so pages shared between the processes count more than once."""
    processes: int


class ServerProcess:
    """A server that is told its port on the command line. An async context manager ends it."""

    def __init__(self, name: str, command: Sequence[str], port: int, log: Path) -> None:
        self.name = name
        self.port = port
        self._command = list(command)
        self._log = log
        self._process: psutil.Popen | None = None
        self._started_at = 0.0

    async def start(self, is_ready: Callable[[int], Awaitable[bool]], *, timeout_s: float = 120.0) -> float:
        """Start it; the seconds until `is_ready(port)`, asked every 10 ms. Raises `ServerFailed`."""
        self._log.parent.mkdir(parents=True, exist_ok=True)
        environment = dict(os.environ, PYTHONUNBUFFERED="1", HF_HUB_OFFLINE="1")
        environment.pop("PYTHONPATH", None)  # Each server sees its own environment alone.
        with self._log.open("ab") as log:
            self._started_at = time.perf_counter()
            self._process = psutil.Popen(
                self._command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment
            )
        while not await is_ready(self.port):
            if self._process.poll() is not None:
                raise ServerFailed(
                    f"{self.name} ended with status {self._process.returncode}:\n{self._tail()}"
                )
            if self.age_s > timeout_s:
                raise ServerFailed(f"{self.name} was not ready after {timeout_s:.0f} s:\n{self._tail()}")
            await asyncio.sleep(_POLL_S)
        return self.age_s

    @property
    def age_s(self) -> float:
        """Seconds since it was started."""
        return self.age_at(time.perf_counter())

    def age_at(self, at: float) -> float:
        """Seconds from its start to `at`, a reading of `time.perf_counter`."""
        return at - self._started_at

    def memory(self) -> Memory:
        """What it and its children hold now. Raises `ServerFailed` when it is gone."""
        sizes = []
        for process in self._tree():
            with contextlib.suppress(psutil.NoSuchProcess):
                sizes.append(process.memory_info().rss)
        return Memory(sum(sizes) / 1e6, len(sizes))

    def proportional_mb(self) -> float | None:
        """As `memory`, but a page that n processes share counts an nth for each. Slow; None if not told."""
        shares: list[int] = []
        for process in self._tree():
            with contextlib.suppress(psutil.NoSuchProcess):
                shares.append(getattr(process.memory_full_info(), "pss", 0))
        return sum(shares) / 1e6 or None

    async def stop(self) -> None:
        """Ask it to end, then kill it and what is left of its children. May be called twice."""
        process, self._process = self._process, None
        if process is None:
            return
        children: list[psutil.Process] = []
        with contextlib.suppress(psutil.NoSuchProcess):
            children = process.children(recursive=True)
            process.terminate()
        _, alive = await asyncio.to_thread(psutil.wait_procs, [process, *children], _STOP_GRACE_S)
        for left in alive:
            with contextlib.suppress(psutil.NoSuchProcess):
                left.kill()
        await asyncio.to_thread(psutil.wait_procs, alive, _STOP_GRACE_S)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    def _tree(self) -> list[psutil.Process]:
        if self._process is None or self._process.poll() is not None:
            raise ServerFailed(f"{self.name} is gone:\n{self._tail()}")
        return [self._process, *self._process.children(recursive=True)]

    def _tail(self) -> str:
        lines = self._log.read_text(errors="replace").splitlines() if self._log.exists() else []
        return "\n".join(lines[-20:])
