"""The jobs' memory: SQLite in the state folder, and what was lately in it also in the process's memory.

Everything is answered from memory; the file is written by a thread of its own, one write after the other.
Without a file that can be written the memory is left. Nothing here ever stops a job.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

from tts_node.maintenance import history_file
from tts_node.maintenance.record import JobMemory, RunRecord

_LOG = logging.getLogger(__name__)

_R = TypeVar("_R")

KEPT_RUNS: Final = 5_000
"""In the file; about a megabyte."""
_KEPT_IN_MEMORY: Final = 50
"""Runs of each job."""
_WAITING_WRITES: Final = 256


class History:
    """Runs of all jobs, and each job's `JobMemory`. For one event loop. No disk makes it raise."""

    def __init__(self, path: Path, *, kept_runs: int = KEPT_RUNS, patience_s: float = 5.0) -> None:
        """`patience_s`: how long a write waits for somebody who holds the file."""
        self._path = path
        self._kept_runs = kept_runs
        self._patience_s = patience_s
        self._runs: dict[str, deque[RunRecord]] = {}
        self._memories: dict[str, JobMemory] = {}
        self._database: sqlite3.Connection | None = None
        self._thread: ThreadPoolExecutor | None = None
        self._writes: set[asyncio.Future[None]] = set()
        self._closed = False
        self._behind = False
        self.problem: str | None = None
        """Why the file is not used, a sentence; None while it is."""

    async def open(self) -> None:
        """Read what there is. Twice is fine."""
        if self._thread is not None or self._closed:
            return
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="job history")
        try:
            memories, runs = await self._in_thread(self._open)
        except (OSError, sqlite3.Error) as error:
            self._give_up(error)
            return
        self._memories = memories | self._memories
        for run in runs:
            self._remember(run)

    async def close(self) -> None:
        """Write what waits, and give the file up. Twice is fine."""
        if self._closed:
            return
        if self._behind and self._writes:
            await asyncio.wait(self._writes)
        self._closed = True
        thread, database = self._thread, self._database
        if thread is None:
            return
        if self._writes:
            await asyncio.wait(self._writes)
        if database is not None:
            with contextlib.suppress(sqlite3.Error):
                await self._in_thread(database.close)
        self._database = None
        thread.shutdown(wait=False)

    # --- asked ------------------------------------------------------------------------------------------

    def memory(self, job: str) -> JobMemory:
        return self._memories.get(job, JobMemory())

    def last(self, job: str) -> RunRecord | None:
        """The newest run or missed time."""
        runs = self._runs.get(job)
        return runs[-1] if runs else None

    def runs(self, job: str) -> Sequence[RunRecord]:
        """The latest ones, the newest first."""
        return tuple(reversed(self._runs.get(job, ())))

    # --- told -------------------------------------------------------------------------------------------

    def add(self, run: RunRecord, memory: JobMemory, *, write: bool = True) -> None:
        """A run has ended. Without `write` the file learns of it with the job's next write."""
        self._remember(run)
        self._memories[run.job] = memory
        if write:
            self._write(lambda database: self._insert(database, run, memory))

    def set_memory(self, job: str, memory: JobMemory) -> None:
        self._memories[job] = memory
        self._write(lambda database: history_file.put_memory(database, job, memory))

    def flush(self) -> None:
        """Write every job's memory, also what was not worth a write of its own."""
        memories = dict(self._memories)

        def write(database: sqlite3.Connection) -> None:
            for name, memory in memories.items():
                history_file.put_memory(database, name, memory)

        self._write(write)

    # --- inside -----------------------------------------------------------------------------------------

    def _remember(self, run: RunRecord) -> None:
        self._runs.setdefault(run.job, deque(maxlen=_KEPT_IN_MEMORY)).append(run)

    def _write(self, change: Callable[[sqlite3.Connection], None]) -> None:
        database, thread = self._database, self._thread
        if database is None or thread is None or self._closed:
            return
        if len(self._writes) >= _WAITING_WRITES:
            # Runs are left out; what the jobs have to know is written once the disk has caught up.
            self._behind = True
            return

        def write() -> None:
            with database:
                change(database)

        future = asyncio.get_running_loop().run_in_executor(thread, write)
        self._writes.add(future)
        future.add_done_callback(self._wrote)

    def _wrote(self, future: asyncio.Future[None]) -> None:
        self._writes.discard(future)
        if self._behind and not self._writes and not self._closed:
            self._behind = False
            self.flush()
        error = None if future.cancelled() else future.exception()
        if error is None:
            if self.problem is not None:
                self.problem = None
                _LOG.info("the job history writes to %s again", self._path)
        elif self.problem is None:
            self.problem = f"the job history cannot be written to {self._path}: {error}"
            _LOG.warning("%s; jobs go on, and are remembered until the node ends", self.problem)

    def _give_up(self, error: Exception) -> None:
        self.problem = f"the job history cannot use {self._path}: {error}"
        _LOG.warning("%s; jobs go on, and are remembered until the node ends", self.problem)

    async def _in_thread(self, function: Callable[[], _R]) -> _R:
        assert self._thread is not None
        return await asyncio.get_running_loop().run_in_executor(self._thread, function)

    def _open(self) -> tuple[dict[str, JobMemory], list[RunRecord]]:
        """Blocking. Raises `OSError`, `sqlite3.Error` when no file can be had at all."""
        self._database = history_file.open_or_mend(self._path, self._patience_s)
        return history_file.read_memories(self._database), history_file.read_runs(
            self._database, self._kept_runs
        )

    def _insert(self, database: sqlite3.Connection, run: RunRecord, memory: JobMemory) -> None:
        history_file.put_run(database, run)
        history_file.put_memory(database, run.job, memory)
        history_file.bound(database, self._kept_runs)
