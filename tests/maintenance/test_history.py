"""The history file: survives restarts, damage, and disks that take nothing."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tts_node.maintenance.history import History
from tts_node.maintenance.record import JobMemory, Outcome, RunRecord

BEGAN = datetime(2026, 6, 1, 1, 30, tzinfo=UTC)


def run_of(job: str = "prune_cache", number: int = 0, outcome: Outcome = "ok") -> RunRecord:
    return RunRecord(
        job=job,
        by="schedule",
        outcome=outcome,
        began=BEGAN + timedelta(minutes=number),
        duration_s=1.25,
        detail=f"run {number}",
        figures={"removed": float(number)},
        planned=BEGAN,
        late_s=0.5,
        skipped=2,
    )


def file_of(tmp_path: Path) -> Path:
    return tmp_path / "history.sqlite3"


async def filled(path: Path, count: int = 5) -> None:
    history = History(path)
    await history.open()
    for number in range(count):
        history.add(run_of(number=number), JobMemory(runs=number + 1, paused=True))
    await history.close()


async def test_runs_and_memories_survive_a_restart(tmp_path: Path) -> None:
    path = file_of(tmp_path)
    await filled(path)
    again = History(path)
    await again.open()
    assert again.problem is None
    assert again.last("prune_cache") == run_of(number=4)
    assert [run.detail for run in again.runs("prune_cache")] == ["run 4", "run 3", "run 2", "run 1", "run 0"]
    assert again.memory("prune_cache") == JobMemory(runs=5, paused=True)
    assert again.memory("another") == JobMemory()
    await again.close()
    assert path.stat().st_mode & 0o077 == 0


async def test_the_file_is_bounded_and_counts_go_on(tmp_path: Path) -> None:
    path = file_of(tmp_path)
    history = History(path, kept_runs=10)
    await history.open()
    for number in range(35):
        history.add(run_of(number=number), JobMemory(runs=number + 1))
    await history.close()
    with sqlite3.connect(path) as database:
        rows = database.execute("SELECT detail FROM runs ORDER BY id").fetchall()
    assert [row[0] for row in rows] == [f"run {number}" for number in range(25, 35)]
    again = History(path)
    await again.open()
    assert again.memory("prune_cache").runs == 35
    await again.close()


async def test_a_run_that_is_not_written_is_remembered_and_counted_with_the_next_write(
    tmp_path: Path,
) -> None:
    path = file_of(tmp_path)
    history = History(path)
    await history.open()
    history.add(run_of(number=1), JobMemory(runs=1), write=False)
    assert history.last("prune_cache") == run_of(number=1)
    history.flush()
    await history.close()
    again = History(path)
    await again.open()
    assert again.last("prune_cache") is None
    assert again.memory("prune_cache").runs == 1
    await again.close()


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:100],
        lambda data: data[: len(data) // 2],
        lambda data: b"\0" * len(data),
        lambda data: b"not a database at all, but long enough to look" * 200,
        lambda data: data[:4096] + b"\xff" * (len(data) - 4096),
        lambda data: data[:20] + b"\xff" * 300 + data[320:],
    ],
    ids=["empty", "a header", "half", "zeros", "something else", "all but a page", "torn in the schema"],
)
async def test_a_torn_file_is_put_aside_and_a_new_one_works(tmp_path: Path, damage) -> None:  # type: ignore[no-untyped-def]
    path = file_of(tmp_path)
    await filled(path, 60)
    path.write_bytes(damage(path.read_bytes()))
    history = History(path)
    await history.open()
    assert history.problem is None
    history.add(run_of(number=100), JobMemory(runs=101))
    await history.close()
    again = History(path)
    await again.open()
    assert again.last("prune_cache") == run_of(number=100)
    assert again.memory("prune_cache").runs == 101
    await again.close()


@pytest.mark.slow
async def test_what_can_still_be_read_of_a_damaged_file_is_carried_over(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = file_of(tmp_path)
    await filled(path, 200)
    data = bytearray(path.read_bytes())
    # The last page is of the runs; everything before it can be read.
    data[-4096:] = b"\xff" * 4096
    path.write_bytes(bytes(data))
    history = History(path)
    await history.open()
    assert "is damaged" in caplog.text
    assert path.with_name(path.name + ".damaged").is_file()
    assert history.memory("prune_cache") == JobMemory(runs=200, paused=True)
    assert len(history.runs("prune_cache")) > 0
    await history.close()


async def test_a_folder_that_takes_nothing_leaves_the_memory(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    history = History(blocked / "history.sqlite3")
    await history.open()
    assert history.problem is not None
    history.add(run_of(number=1), JobMemory(runs=1))
    history.set_memory("prune_cache", JobMemory(runs=1, paused=True))
    assert history.last("prune_cache") == run_of(number=1)
    assert history.memory("prune_cache").paused
    await history.close()
    await history.close()
    assert caplog.text.count("cannot use") == 1


async def test_a_file_that_stops_taking_writes_is_told_once_and_jobs_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = file_of(tmp_path)
    history = History(path)
    await history.open()
    with sqlite3.connect(path) as database:
        database.execute("DROP TABLE runs")
    for number in range(3):
        history.add(run_of(number=number), JobMemory(runs=number))
    await history.close()
    assert history.last("prune_cache") == run_of(number=2)
    assert history.problem is not None
    assert caplog.text.count("cannot be written") == 1


async def test_rows_of_another_version_are_passed_over(tmp_path: Path) -> None:
    path = file_of(tmp_path)
    await filled(path, 2)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE runs SET outcome = 'pondered' WHERE detail = 'run 1'")
        database.execute("UPDATE runs SET began = 'yesterday' WHERE detail = 'run 3'")
    history = History(path)
    await history.open()
    assert history.last("prune_cache") == run_of(number=0)
    await history.close()


async def test_a_file_that_somebody_holds_is_not_taken_for_a_damaged_one(tmp_path: Path) -> None:
    path = file_of(tmp_path)
    await filled(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    history = History(path, patience_s=0.05)
    await history.open()
    assert history.problem is not None
    assert "locked" in history.problem
    other.close()
    await history.close()
    assert not path.with_name(path.name + ".damaged").is_file()
    again = History(path)
    await again.open()
    assert len(again.runs("prune_cache")) == 5
    await again.close()
