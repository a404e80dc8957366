"""The jobs' memory: SQLite in the state folder, and what was lately in it also in the process's memory.

Everything is answered from memory; the file is written by a thread of its own, one write after the other. A
file that is torn is put aside, with what could still be read of it carried over; one that cannot be written
leaves the memory. Nothing here ever stops a job.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sqlite3
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TypeVar, cast

from tts_node.maintenance.record import OUTCOMES, JobMemory, RunRecord

_LOG = logging.getLogger(__name__)

_R = TypeVar("_R")

KEPT_RUNS: Final = 5_000
"""In the file; about a megabyte."""
_KEPT_IN_MEMORY: Final = 50
"""Runs of each job."""
_WAITING_WRITES: Final = 256
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT, job TEXT NOT NULL, by TEXT NOT NULL, outcome TEXT NOT NULL,
    began TEXT NOT NULL, duration_s REAL NOT NULL, detail TEXT NOT NULL, figures TEXT NOT NULL,
    planned TEXT, late_s REAL NOT NULL, skipped INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS runs_by_job ON runs (job, id);
CREATE TABLE IF NOT EXISTS jobs (
    name TEXT PRIMARY KEY, paused INTEGER NOT NULL, runs INTEGER NOT NULL, failed INTEGER NOT NULL,
    late INTEGER NOT NULL, missed INTEGER NOT NULL, seen_until TEXT);
"""
_RUN_COLUMNS: Final = "job, by, outcome, began, duration_s, detail, figures, planned, late_s, skipped"
_JOB_COLUMNS: Final = "name, paused, runs, failed, late, missed, seen_until"


class History:
    """Runs of all jobs, and each job's `JobMemory`. For one event loop. No disk makes it raise."""

    def __init__(self, path: Path, *, kept_runs: int = KEPT_RUNS) -> None:
        self._path = path
        self._kept_runs = kept_runs
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
        self._write(lambda database: _put_job(database, job, memory))

    def flush(self) -> None:
        """Write every job's memory, also what was not worth a write of its own."""
        memories = dict(self._memories)

        def write(database: sqlite3.Connection) -> None:
            for name, memory in memories.items():
                _put_job(database, name, memory)

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
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            self._database = _connect(self._path)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError) and not self._path.is_file():
                raise
            saved = _salvage(self._path)
            _put_aside(self._path)
            _LOG.warning(
                "%s is damaged (%s); %d runs were saved, and the old file is kept beside it",
                self._path,
                error,
                len(saved[1]),
            )
            self._database = _connect(self._path)
            with self._database as database:
                for name, memory in saved[0].items():
                    _put_job(database, name, memory)
                for run in saved[1]:
                    _put_run(database, run)
        return _read_jobs(self._database), _read_runs(self._database, self._kept_runs)

    def _insert(self, database: sqlite3.Connection, run: RunRecord, memory: JobMemory) -> None:
        _put_run(database, run)
        _put_job(database, run.job, memory)
        database.execute("DELETE FROM runs WHERE id <= (SELECT max(id) FROM runs) - ?", (self._kept_runs,))


def _connect(path: Path) -> sqlite3.Connection:
    """Raises `sqlite3.DatabaseError` for a file that is no whole database of ours."""
    database = sqlite3.connect(path, timeout=5.0, check_same_thread=False)
    try:
        path.chmod(0o600)
        # A power cut leaves the old or the new state; one fsync a write spares flash cards.
        database.execute("PRAGMA journal_mode=DELETE")
        database.execute("PRAGMA synchronous=NORMAL")
        (verdict,) = database.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise sqlite3.DatabaseError(str(verdict).splitlines()[0])
        database.executescript(_SCHEMA)
        database.execute(f"SELECT {_RUN_COLUMNS} FROM runs LIMIT 1")
        database.execute(f"SELECT {_JOB_COLUMNS} FROM jobs LIMIT 1")
    except BaseException:
        database.close()
        raise
    return database


def _salvage(path: Path) -> tuple[dict[str, JobMemory], list[RunRecord]]:
    """Whatever can still be read of a damaged file."""
    memories: dict[str, JobMemory] = {}
    runs: list[RunRecord] = []
    with contextlib.suppress(sqlite3.Error, OSError):
        database = sqlite3.connect(path, timeout=1.0)
        try:
            with contextlib.suppress(sqlite3.Error, ValueError):
                memories = _read_jobs(database)
            with contextlib.suppress(sqlite3.Error, ValueError):
                for row in database.execute(f"SELECT {_RUN_COLUMNS} FROM runs ORDER BY id"):
                    if (run := _run_of(row)) is not None:
                        runs.append(run)
        finally:
            database.close()
    return memories, runs


def _put_aside(path: Path) -> None:
    """One damaged file is kept, for whoever wants to know."""
    path.replace(path.with_name(path.name + ".damaged"))
    for suffix in ("-journal", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _put_run(database: sqlite3.Connection, run: RunRecord) -> None:
    values = (
        *(run.job, run.by, run.outcome, run.began.isoformat(), run.duration_s, run.detail),
        json.dumps(dict(run.figures), allow_nan=True),
        run.planned.isoformat() if run.planned is not None else None,
        *(run.late_s, run.skipped),
    )
    database.execute(f"INSERT INTO runs ({_RUN_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?)", values)


def _put_job(database: sqlite3.Connection, name: str, memory: JobMemory) -> None:
    seen = memory.seen_until.isoformat() if memory.seen_until is not None else None
    values = (name, memory.paused, memory.runs, memory.failed, memory.late, memory.missed, seen)
    database.execute(f"INSERT OR REPLACE INTO jobs ({_JOB_COLUMNS}) VALUES (?,?,?,?,?,?,?)", values)


def _read_jobs(database: sqlite3.Connection) -> dict[str, JobMemory]:
    rows = database.execute(f"SELECT {_JOB_COLUMNS} FROM jobs").fetchall()
    return {
        str(name): JobMemory(bool(paused), int(runs), int(failed), int(late), int(missed), _time(seen))
        for name, paused, runs, failed, late, missed, seen in rows
    }


def _read_runs(database: sqlite3.Connection, count: int) -> list[RunRecord]:
    """The latest, the oldest first."""
    query = f"SELECT {_RUN_COLUMNS} FROM runs ORDER BY id DESC LIMIT ?"
    runs = [run for row in database.execute(query, (count,)) if (run := _run_of(row)) is not None]
    return runs[::-1]


def _run_of(row: Sequence[object]) -> RunRecord | None:
    """None for a row that another version wrote or that is damaged."""
    job, by, outcome, began, duration_s, detail, figures, planned, late_s, skipped = row
    try:
        when = _time(began)
        if outcome not in OUTCOMES or when is None:
            return None
        return RunRecord(
            job=str(job),
            by=str(by),
            outcome=outcome,
            began=when,
            duration_s=float(cast(float, duration_s)),
            detail=str(detail),
            figures=cast(Mapping[str, float], json.loads(str(figures))),
            planned=_time(planned),
            late_s=float(cast(float, late_s)),
            skipped=int(cast(int, skipped)),
        )
    except (TypeError, ValueError):
        return None


def _time(text: object) -> datetime | None:
    if text is None:
        return None
    time = datetime.fromisoformat(str(text))
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)
