"""The history's file: its tables, and what becomes of one that is torn. Everything here blocks.

A damaged file is put aside, once, and what can still be read of it is carried over into a new one.
"""

from __future__ import annotations

import contextlib
import json
import logging
import sqlite3
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, cast

from tts_node.maintenance.record import OUTCOMES, JobMemory, RunRecord

_LOG = logging.getLogger(__name__)

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
_DAMAGED: Final = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}
"""Not a whole database, or not of these tables. Others (locked, read-only, full) pass or are the disk's."""


def open_or_mend(path: Path, patience_s: float) -> sqlite3.Connection:
    """The file's connection, for any one thread at a time. Raises `OSError`, `sqlite3.Error` when the disk
    gives none.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        return _connect(path, patience_s)
    except _Damaged as error:
        memories, runs = _salvage(path)
        _put_aside(path)
        _LOG.warning(
            "%s is damaged (%s); %d runs of it were saved, and the old file is kept beside it",
            *(path, error, len(runs)),
        )
    database = _connect(path, patience_s)
    with database:
        for name, memory in memories.items():
            put_memory(database, name, memory)
        for run in runs:
            put_run(database, run)
    return database


def put_run(database: sqlite3.Connection, run: RunRecord) -> None:
    values = (
        *(run.job, run.by, run.outcome, run.began.isoformat(), run.duration_s, run.detail),
        json.dumps(dict(run.figures), allow_nan=True),
        run.planned.isoformat() if run.planned is not None else None,
        *(run.late_s, run.skipped),
    )
    database.execute(f"INSERT INTO runs ({_RUN_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?)", values)


def put_memory(database: sqlite3.Connection, name: str, memory: JobMemory) -> None:
    seen = memory.seen_until.isoformat() if memory.seen_until is not None else None
    values = (name, memory.paused, memory.runs, memory.failed, memory.late, memory.missed, seen)
    database.execute(f"INSERT OR REPLACE INTO jobs ({_JOB_COLUMNS}) VALUES (?,?,?,?,?,?,?)", values)


def read_memories(database: sqlite3.Connection) -> dict[str, JobMemory]:
    rows = database.execute(f"SELECT {_JOB_COLUMNS} FROM jobs").fetchall()
    return {
        str(name): JobMemory(bool(paused), int(runs), int(failed), int(late), int(missed), _time(seen))
        for name, paused, runs, failed, late, missed, seen in rows
    }


def read_runs(database: sqlite3.Connection, count: int) -> list[RunRecord]:
    """The latest `count`, the oldest first."""
    query = f"SELECT {_RUN_COLUMNS} FROM runs ORDER BY id DESC LIMIT ?"
    runs = [run for row in database.execute(query, (count,)) if (run := _run_of(row)) is not None]
    return runs[::-1]


def bound(database: sqlite3.Connection, kept_runs: int) -> None:
    """Remove all runs but the latest."""
    database.execute("DELETE FROM runs WHERE id <= (SELECT max(id) FROM runs) - ?", (kept_runs,))


# --- private -----------------------------------------------------------------------------------------


class _Damaged(Exception):
    """The file is no whole database of ours."""


def _connect(path: Path, patience_s: float) -> sqlite3.Connection:
    """Raises `_Damaged`, and `sqlite3.Error` where the disk does not give it."""
    database = sqlite3.connect(path, timeout=patience_s, check_same_thread=False)
    try:
        path.chmod(0o600)
        # A power cut leaves the old or the new state; one journal a write spares flash cards.
        database.execute("PRAGMA journal_mode=DELETE")
        database.execute("PRAGMA synchronous=NORMAL")
        (verdict,) = database.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise _Damaged(" ".join(str(verdict).split()))
        database.executescript(_SCHEMA)
        database.execute(f"SELECT {_RUN_COLUMNS} FROM runs LIMIT 1")
        database.execute(f"SELECT {_JOB_COLUMNS} FROM jobs LIMIT 1")
    except sqlite3.Error as error:
        database.close()
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED:
            raise _Damaged(str(error)) from error
        raise
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
                memories = read_memories(database)
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
