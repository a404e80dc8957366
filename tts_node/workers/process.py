"""The operating system's side of a worker: starting it, its stderr, and ending it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
import signal
import site
import socket
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import psutil

from tts_node.engines import notices
from tts_node.workers.endings import Ending, ending, kernel_oom_kills
from tts_node.workers.spec import WorkerSpec

STDERR_LINES = 200
STDERR_LINE_CHARS = 500
HUNG_GRACE_S = 0.5
"""What a process that missed its deadline gets before it is killed."""

log = logging.getLogger(__name__)


class ChildProcess:
    """A started worker process. Start it with `spawn`; `end` may be called again and again."""

    def __init__(self, name: str, process: asyncio.subprocess.Process, stderr: StderrTail) -> None:
        self._name = name
        self._process = process
        self._stderr = stderr
        self.last_rss_bytes = 0
        """What `rss_bytes` said last while the process was there."""
        self._probe: psutil.Process | None = None
        self._oom_kills = kernel_oom_kills()

    @classmethod
    async def spawn(cls, spec: WorkerSpec) -> tuple[ChildProcess, socket.socket]:
        """Start the process; the socket is the node's end of the connection. Raises `OSError`."""
        ours, theirs = socket.socketpair()
        read_fd, write_fd = os.pipe()
        try:
            stderr = StderrTail(spec.name)
            await asyncio.get_running_loop().connect_read_pipe(lambda: stderr, os.fdopen(read_fd, "rb", 0))
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",  # whatever lies in the folder that the node was started in is none of our modules
                "-m",
                "tts_node.workers.child",
                str(theirs.fileno()),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=write_fd,
                stderr=write_fd,
                pass_fds=(theirs.fileno(),),
                # A signal to the node's group is meant for the node, which ends its workers itself. It is no
                # session of its own: where Linux shares the CPU by sessions, `nice` acts only inside of one.
                process_group=0,
                env=environment(spec, os.environ),
            )
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
            os.close(write_fd)
        return cls(spec.name, process, stderr), ours

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """The exit code, minus the signal's number, or None while it runs."""
        return self._process.returncode

    @property
    def ending(self) -> Ending:
        """Why it ended; only that it closed its connection while it runs."""
        return ending(self.returncode, self._oom_kills)

    @property
    def stderr_tail(self) -> tuple[str, ...]:
        return tuple(self._stderr.lines)

    async def wait(self) -> int:
        return await self._process.wait()

    async def wait_stderr(self, timeout_s: float) -> None:
        """Until all of stderr has been read; not for ever, since a grandchild may hold it open."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                await self._stderr.closed.wait()

    def send_signal(self, number: int) -> None:
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(number)

    async def end(self, grace_s: float, ask: Callable[[], None] | None = None) -> None:
        """Ask, terminate, kill, each with `grace_s` before the next. Returns when the process is gone."""
        if ask is not None and self.returncode is None:
            ask()
            if await self._gone_within(grace_s):
                return
        self.send_signal(signal.SIGTERM)
        if await self._gone_within(grace_s):
            return
        self.send_signal(signal.SIGKILL)
        await self._process.wait()

    async def end_hung(self) -> None:
        """End a process that answers nothing; what its threads were doing is left in the log first."""
        self.send_signal(getattr(signal, "SIGUSR1", signal.SIGTERM))
        await self._gone_within(HUNG_GRACE_S / 2)
        await self.end(HUNG_GRACE_S)

    def rss_bytes(self) -> int:
        """Resident memory as the system sees it; 0 when the process is gone."""
        try:
            if self._probe is None:
                self._probe = psutil.Process(self.pid)
            rss_bytes = int(self._probe.memory_info().rss)
        except psutil.Error:
            return 0
        self.last_rss_bytes = rss_bytes or self.last_rss_bytes
        return rss_bytes

    async def _gone_within(self, timeout_s: float) -> bool:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                await self._process.wait()
        return self.returncode is not None


class StderrTail(asyncio.Protocol):
    """Reads stderr (and stdout) as it comes, keeps the last lines and writes all of them to the debug log.

    Notices of the engine go into the log for people.
    """

    def __init__(self, name: str) -> None:
        self.lines: deque[str] = deque(maxlen=STDERR_LINES)
        self.closed = asyncio.Event()
        self._name = name
        self._rest = b""

    def data_received(self, data: bytes) -> None:
        *lines, rest = (self._rest + data).split(b"\n")
        self._rest = rest[-8 * STDERR_LINE_CHARS :]
        for line in lines:
            self._keep(line)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._rest:
            self._keep(self._rest)
        self._rest = b""
        self.closed.set()

    def _keep(self, data: bytes) -> None:
        line = data.decode("utf-8", "replace").rstrip()[:STDERR_LINE_CHARS]
        if line.startswith(notices.MARK):
            log.info("%s: %s", self._name, line.removeprefix(notices.MARK))
        elif line:
            self.lines.append(line)
            log.debug("%s: %s", self._name, line)


def environment(spec: WorkerSpec, base: Mapping[str, str]) -> dict[str, str]:
    """The worker's environment: threads of native libraries capped, few malloc arenas. What is set stays."""
    threads = spec.settings.get("threads")
    if not isinstance(threads, int) or threads < 1:
        threads = len(spec.cpus) or os.cpu_count() or 1
    wishes = {
        "OMP_NUM_THREADS": str(threads),
        "OPENBLAS_NUM_THREADS": "1",  # engines bring their own; these threads cost 50 ms at each start
        "MKL_NUM_THREADS": str(threads),
        "OMP_WAIT_POLICY": "PASSIVE",  # spinning threads take the CPU from the other lanes
        "MALLOC_ARENA_MAX": "2",  # an arena for every thread keeps memory that nobody uses
        "PYTHONUNBUFFERED": "1",
        "TOKENIZERS_PARALLELISM": "false",
    }
    result = {**wishes, **base}
    root = str(Path(__file__).resolve().parents[2])
    if root not in site.getsitepackages():  # run from a checkout: the child finds the same code
        result["PYTHONPATH"] = os.pathsep.join(filter(None, (root, base.get("PYTHONPATH"))))
    return result


def last_words(lines: Sequence[str], count: int = 3) -> str:
    """The last lines on stderr as a tail for a sentence; traces of native crashes are left to the log."""
    said: list[str] = []
    for line in lines:
        if line.startswith(("Fatal Python error", "Current thread", "Thread 0x")):
            break
        if not _TRACE_LINE.match(line):
            said.append(line.strip())
    tail = " | ".join(said[-count:])[-400:]
    return f" (it last said: {tail})" if tail else ""


_TRACE_LINE = re.compile(r"\s{2,}|Traceback |During handling of|The above exception")
