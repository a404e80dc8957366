"""prune_cache, prune_outputs and rotate_logs: what goes, what stays, and what is told (R05)."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.maintenance.simulated import FakeNode, FakeStore, context_of, until
from tts_node import logs
from tts_node.audio.format import OutputFormat
from tts_node.config_maintenance import PruneCacheConfig, PruneOutputsConfig, RotateLogsConfig
from tts_node.errors import NotFound
from tts_node.maintenance.context import JobFailed
from tts_node.maintenance.jobs import prune_cache, prune_outputs, rotate_logs
from tts_node.outputs import Output, OutputStore
from tts_node.pruning import Prunable, Pruned, PruneRule, choose
from tts_node.speech.cache import Cache
from tts_node.speech.cache_folder import CacheFolder, Entry

DAY_S = 86_400.0
NOW = 1_000_000.0

# --- which files ---------------------------------------------------------------------------------------


def files(*ages_s: float, size_bytes: int = 10) -> list[Prunable[int]]:
    return [Prunable(number, size_bytes, NOW - age_s) for number, age_s in enumerate(ages_s)]


@pytest.mark.parametrize(
    ("rule", "free_bytes", "expected"),
    [
        (PruneRule(), None, []),
        (PruneRule(max_age_s=25.0), None, [0, 1]),
        (PruneRule(max_bytes=20), None, [0, 1]),
        (PruneRule(max_bytes=0), None, [0, 1, 2, 3]),
        (PruneRule(max_bytes=0, grace_s=15.0), None, [0, 1, 2]),
        (PruneRule(min_free_bytes=100), 85, [0, 1]),
        (PruneRule(min_free_bytes=100), 100, []),
        (PruneRule(min_free_bytes=100), None, []),
        (PruneRule(max_age_s=35.0, max_bytes=30, min_free_bytes=100), 75, [0, 1, 2]),
    ],
)
def test_the_longest_unused_go_first_and_no_more_than_needed(
    rule: PruneRule, free_bytes: int | None, expected: list[int]
) -> None:
    gone = choose(files(40.0, 30.0, 20.0, 10.0), rule, now=NOW, free_bytes=free_bytes)
    assert [file.key for file in gone] == expected


def test_what_is_to_be_kept_counts_but_stays() -> None:
    gone = choose(files(40.0, 30.0, 20.0), PruneRule(max_bytes=10), now=NOW, keep={0})
    assert [file.key for file in gone] == [1, 2]


def test_a_use_in_the_future_counts_as_now() -> None:
    rule = PruneRule(max_age_s=5.0, grace_s=1.0, max_bytes=0)
    assert choose(files(-1e6), rule, now=NOW) == []


# --- the cache's disk --------------------------------------------------------------------------------------


def key_of(number: int) -> bytes:
    return number.to_bytes(20, "big")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def fill(folder: Path, ages_s: list[float], size_bytes: int = 100_000) -> None:
    """Entries that were last used so many seconds ago."""
    opened = CacheFolder(folder)
    for number, age_s in enumerate(ages_s):
        opened.write(key_of(number), Entry(b"\1\0" * (size_bytes // 2), 22_050))
        opened.touch(key_of(number), time.time() - age_s)
    opened.close()


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def opened_cache(folder: Path) -> Cache:
    cache = Cache(memory_bytes=0, folder=folder, disk_bytes=100_000_000)
    cache.start()
    await until(lambda: cache.stats().disk_on)
    return cache


async def test_r05_old_entries_go_until_under_the_bound_and_nothing_foreign_is_touched(
    folder: Path, tmp_path: Path
) -> None:
    fill(folder, [100 * DAY_S, 50 * DAY_S, 40 * DAY_S, 1 * DAY_S, 0.0])
    outside = tmp_path / "outside.segment"
    outside.write_bytes(b"precious")
    foreign = folder / "notes.txt"
    foreign.write_text("mine")
    link = folder / f"{key_of(99).hex()}.segment"
    link.symlink_to(outside)
    nested = folder / "nested"
    nested.mkdir()
    (nested / f"{key_of(98).hex()}.segment").write_bytes(b"x" * 1_000_000)
    for path in (foreign, nested):
        os.utime(path, (1, 1))
    cache = await opened_cache(folder)
    cache.pin([key_of(1)])
    node = FakeNode()
    node.cache_store = cache
    settings = PruneCacheConfig(max_age_days=90.0, max_mb=0, min_free_mb=0, grace_s=3_600.0)
    result = await prune_cache.run(context_of(node), settings)
    await cache.close()
    # 0 is too old, 2 and 3 are too much; 1 is pinned, 4 is in its grace.
    assert names_in(folder) == sorted(
        [f"{key_of(number).hex()}.segment" for number in (1, 4, 99)] + ["notes.txt", "nested"]
    )
    assert outside.read_bytes() == b"precious"
    assert (nested / f"{key_of(98).hex()}.segment").stat().st_size == 1_000_000
    assert (result.figures["removed"], result.figures["left"]) == (3.0, 2.0)
    assert result.notable
    assert result.detail.startswith("removed 3 cache entries, 0.3 MB; 2 stay")


async def test_r05_an_entry_that_is_being_read_stays(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(folder, [100 * DAY_S, 100 * DAY_S])
    cache = await opened_cache(folder)
    reading, go_on = threading.Event(), threading.Event()
    read = CacheFolder.read

    def slowly(self: CacheFolder, key: bytes) -> Entry | None:
        entry = read(self, key)
        reading.set()
        go_on.wait(20)
        return entry

    monkeypatch.setattr(CacheFolder, "read", slowly)
    asking = asyncio.create_task(cache.find(key_of(0)))
    assert await asyncio.to_thread(reading.wait, 20)
    pruned = await cache.prune(PruneRule(max_age_s=DAY_S))
    go_on.set()
    assert (pruned.removed, pruned.left) == (1, 1)
    assert await asking is not None
    assert cache.is_kept(key_of(0))
    assert not cache.is_kept(key_of(1))
    await cache.close()


async def test_a_disk_that_stays_too_full_fails_the_job_and_says_how_full(folder: Path) -> None:
    node = FakeNode()
    store = FakeStore(
        Pruned(removed=2, removed_bytes=5_000_000, left=1, left_bytes=10, free_bytes=120_000_000)
    )
    node.cache_store = store
    with pytest.raises(
        JobFailed, match="nearly full: 120 MB are free, 500 MB should be; removed 2"
    ) as caught:
        await prune_cache.run(context_of(node), PruneCacheConfig())
    assert caught.value.figures["free_bytes"] == 120e6
    assert store.rules == [
        PruneRule(max_age_s=90 * DAY_S, max_bytes=None, min_free_bytes=500_000_000, grace_s=600.0)
    ]


async def test_a_folder_that_cannot_be_used_fails_the_job() -> None:
    node = FakeNode()
    node.cache_store = FakeStore(OSError(30, "Read-only file system"))
    with pytest.raises(JobFailed, match="the cache entries cannot be pruned: Read-only file system"):
        await prune_cache.run(context_of(node), PruneCacheConfig())


async def test_outputs_are_pruned_by_their_rule_and_their_absence_is_told() -> None:
    node = FakeNode()
    assert (
        await prune_outputs.run(context_of(node), PruneOutputsConfig())
    ).detail == "there is no output store"
    store = FakeStore(Pruned(left=4, left_bytes=4_000_000, free_bytes=10**12))
    node.output_store = store
    result = await prune_outputs.run(context_of(node), PruneOutputsConfig(min_free_mb=7, grace_s=5.0))
    assert store.rules == [PruneRule(min_free_bytes=7_000_000, grace_s=5.0)]
    assert (result.detail, result.notable) == ("removed 0 sounds, 0.0 MB; 4 stay, 4.0 MB", False)


# --- logs -------------------------------------------------------------------------------------------------


@pytest.fixture
def log_file(tmp_path: Path) -> Iterator[Path]:
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    for handler in before:
        root.removeHandler(handler)
    path = tmp_path / "log" / "node.log"
    logs.configure("info", "text", path)
    yield path
    for handler in tuple(root.handlers):
        root.removeHandler(handler)
        handler.close()
    for handler in before:
        root.addHandler(handler)
    root.setLevel(level)


async def test_a_new_log_file_begins_and_the_old_ones_stay_within_their_number(log_file: Path) -> None:
    names = ["node.log.txt", "node.log.old", "node.log.03", "other.log.9"]
    for name in (*names, "node.log.12"):
        (log_file.parent / name).write_text("not mine" if name in names else "old")
    link = log_file.parent / "node.log.11"
    link.symlink_to(log_file.parent / "other.log.9")
    settings = RotateLogsConfig(keep=2)
    for number in range(4):
        logging.getLogger("tts_node.test").info("day %d", number)
        result = await rotate_logs.run(context_of(FakeNode()), settings)
        assert result.detail.startswith("began a new log file")
    kept = {path.name for path in log_file.parent.iterdir()}
    assert kept == {"node.log", "node.log.1", "node.log.2", "node.log.11", *names}
    assert "day 3" in (log_file.parent / "node.log.1").read_text()
    assert "day 2" in (log_file.parent / "node.log.2").read_text()
    assert (log_file.parent / "other.log.9").read_text() == "not mine"


async def test_an_empty_log_file_is_not_rotated(log_file: Path) -> None:
    result = await rotate_logs.run(context_of(FakeNode()), RotateLogsConfig())
    assert (result.detail, result.notable) == ("the log file is empty", False)
    assert [path.name for path in log_file.parent.iterdir()] == ["node.log"]


async def test_without_a_file_there_is_nothing_to_rotate() -> None:
    if logs.current_file() is not None:
        pytest.skip("another handler of this run writes to a file")
    result = await rotate_logs.run(context_of(FakeNode()), RotateLogsConfig())
    assert result.detail == "logs go to standard error"


# --- sound for players --------------------------------------------------------------------------------------

PCM = OutputFormat("pcm", 22_050, 1)


async def kept_sound(store: OutputStore, size_bytes: int) -> Output:
    output = await store.begin(PCM)
    await output.write(b"\1" * size_bytes)
    await output.finish()
    return output


async def test_r05_sound_that_is_being_made_fetched_or_is_young_stays(tmp_path: Path) -> None:
    now = [NOW]
    store = OutputStore(tmp_path / "outputs", max_bytes=50_000_000, max_age_s=1e9, now=lambda: now[0])
    await store.start()
    (tmp_path / "outputs" / "notes.txt").write_text("mine")
    old, fetched = await kept_sound(store, 1_000), await kept_sound(store, 200_000)
    growing = await store.begin(PCM)
    await growing.write(b"\1" * 3_000)
    now[0] += 7_200.0
    young = await kept_sound(store, 4_000)
    reading = fetched.read()
    first = await anext(reading)
    node = FakeNode()
    node.output_store = store
    # More than any disk has free, so that everything that may go has to.
    with pytest.raises(JobFailed, match="nearly full"):
        await prune_outputs.run(context_of(node), PruneOutputsConfig(min_free_mb=1_048_576, grace_s=3_600.0))
    names = names_in(tmp_path / "outputs")
    assert names == sorted([fetched.name, young.name, f"{growing.name}.part", "notes.txt"])
    with pytest.raises(NotFound):
        store.find(old.name)
    rest = b"".join([piece async for piece in reading])
    assert first + rest == b"\1" * 200_000
    # Fetched to its end, it may go; the one that was growing too, once it is complete and old.
    await growing.finish()
    pruned = await store.prune(PruneRule(max_bytes=0, grace_s=3_600.0))
    assert (pruned.removed, pruned.removed_bytes, pruned.left, pruned.left_bytes) == (2, 203_000, 1, 4_000)
    assert store.size_bytes == 4_000
    await store.close()


async def test_a_store_without_a_folder_says_why_it_cannot_be_pruned(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    store = OutputStore(tmp_path / "file", max_bytes=1_000, max_age_s=10.0)
    await store.start()
    node = FakeNode()
    node.output_store = store
    with pytest.raises(JobFailed, match="the sounds cannot be pruned: sound cannot be kept in"):
        await prune_outputs.run(context_of(node), PruneOutputsConfig())
    await store.close()
