"""The cache of segments: keys, memory, disk, and what a disk can do to it."""

from __future__ import annotations

import asyncio
import dataclasses
import errno
import logging
import os
import random
import signal
import stat
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tts_node.engines.base import EngineInfo, EngineMark, EngineVoice, Segment, SegmentStyle, Turn
from tts_node.speech import cache_folder
from tts_node.speech.cache import Cache, Entry, key
from tts_node.speech.cache_folder import CacheFolder, decode, encode

VOICE = EngineVoice(name="anna", languages=("en-US",), rate=22_050, content_hash="abc")
INFO = EngineInfo(engine="piper", version="1.0", voices=(VOICE,))
SEGMENT = Segment("Dinner is ready.", "anna", "en-US", None, SegmentStyle(), 7)


def number(n: int) -> bytes:
    return n.to_bytes(20, "big")


def entry(n: int = 0, size: int = 1000) -> Entry:
    pcm = random.Random(n).randbytes(size // 2 * 2)
    return Entry(
        pcm, 22_050, (EngineMark(0, 3, 0, 10), EngineMark(4, 6, 10, 400 + n)), cost_ms=12.5, created=1e9
    )


@asynccontextmanager
async def opened(folder: Path, **settings: Any) -> AsyncIterator[Cache]:
    cache = Cache(**{"memory_bytes": 1_000_000, "folder": folder, "disk_bytes": 1_000_000} | settings)
    cache.start()
    try:
        await until(lambda: cache.stats().disk_on)
        yield cache
    finally:
        await cache.close()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20.0):
        while not condition():  # noqa: ASYNC110 (the cache has no event for it)
            await asyncio.sleep(0.001)


# --- keys -------------------------------------------------------------------------------------------------


def test_w10_a_key_changes_with_everything_that_changes_samples() -> None:
    keys = [key(SEGMENT, VOICE, INFO)]
    other: dict[str, object] = {
        "text": "Dinner is ready", "voice": "ben", "language": "en-GB", "speaker": "x", "seed": 8,
        "turns": (Turn(0, 6, 0.8),),
    }  # fmt: skip
    styles: dict[str, object] = {"speed": 1.1, "pitch": 2.0, "expressiveness": 0.5, "instruct": "calm"}
    styles["whisper"] = True
    assert {*other, "style"} == {field.name for field in dataclasses.fields(Segment)}
    assert set(styles) == {field.name for field in dataclasses.fields(SegmentStyle)}
    keys += [key(dataclasses.replace(SEGMENT, **{name: value}), VOICE, INFO) for name, value in other.items()]  # type: ignore[arg-type]
    for name, value in styles.items():
        style = dataclasses.replace(SegmentStyle(), **{name: value})  # type: ignore[arg-type]
        keys.append(key(dataclasses.replace(SEGMENT, style=style), VOICE, INFO))
    keys.append(key(SEGMENT, dataclasses.replace(VOICE, content_hash="abd"), INFO))
    keys.append(key(SEGMENT, dataclasses.replace(VOICE, name="anna2"), INFO))
    keys.append(key(SEGMENT, dataclasses.replace(VOICE, rate=16_000), INFO))
    keys.append(key(SEGMENT, VOICE, dataclasses.replace(INFO, version="1.1")))
    keys.append(key(SEGMENT, VOICE, dataclasses.replace(INFO, engine="kokoro")))
    assert len(set(keys)) == len(keys)
    assert {len(each) for each in keys} == {20}


def test_a_sentence_without_turns_has_the_key_that_it_had_before_there_were_any() -> None:
    assert key(SEGMENT, VOICE, INFO).hex() == "102c872740b06b7756b339944d2f1e58e740305c"


def test_equal_content_has_an_equal_key_and_neighbouring_fields_do_not_run_together() -> None:
    again = Segment("Dinner is ready.", "anna", "en-US", None, SegmentStyle(speed=1, pitch=-0.0), 7)
    assert key(again, VOICE, INFO) == key(SEGMENT, VOICE, INFO)
    texts = ['a","b', "a", "null", "", "\ud800", "é", "e\u0301"]
    pairs = [(text, speaker) for text in texts for speaker in (None, *texts)]
    keys = {key(dataclasses.replace(SEGMENT, text=t, speaker=s), VOICE, INFO) for t, s in pairs}
    assert len(keys) == len(pairs)


# --- memory -----------------------------------------------------------------------------------------------


async def test_memory_gives_back_what_was_put_and_counts_what_was_asked() -> None:
    cache = Cache(memory_bytes=100_000)
    cache.start()
    assert cache.get(number(1)) is None
    cache.put(number(1), entry(1))
    assert cache.get(number(1)) == entry(1)
    assert await cache.find(number(1)) == entry(1)
    assert await cache.find(number(2)) is None
    stats = cache.stats()
    assert (stats.hits, stats.misses, stats.entries, stats.disk_on) == (2, 2, 1, False)
    await cache.close()


async def test_memory_is_bounded_and_forgets_the_longest_unused() -> None:
    cache = Cache(memory_bytes=10_000)
    for n in range(6):
        cache.put(number(n), entry(n, 2000))
        cache.get(number(0))
        assert cache.stats().size_bytes <= 10_000
    assert cache.get(number(0)) is not None
    assert cache.get(number(1)) is None
    cache.put(number(9), entry(9, 20_000))
    assert cache.get(number(9)) is None, "larger than all the memory there is"
    assert cache.get(number(0)) is not None, "and nothing else had to go for it"


async def test_an_entry_in_place_of_an_older_one_counts_once() -> None:
    cache = Cache(memory_bytes=100_000)
    cache.put(number(1), entry(1, 5000))
    cache.put(number(1), entry(2, 1000))
    assert cache.get(number(1)) == entry(2, 1000)
    assert cache.stats().size_bytes == entry(2, 1000).size_bytes
    assert await cache.remove(number(1))
    assert not await cache.remove(number(1))
    assert cache.stats().size_bytes == 0


# --- disk -------------------------------------------------------------------------------------------------


async def test_what_is_to_be_kept_on_disk_is_there_after_a_restart_and_a_one_off_reply_is_not(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path / "c") as cache:
        assert cache.get(number(1)) is None
        cache.put(number(1), entry(1), keep="disk")
        assert cache.get(number(2)) is None
        cache.put(number(2), entry(2))
    async with opened(tmp_path / "c") as cache:
        assert cache.on_disk(number(1))
        assert await cache.find(number(1)) == entry(1)
        assert not cache.on_disk(number(1)), "it is in memory now"
        assert await cache.find(number(2)) is None
        stats = cache.stats()
        assert (stats.disk_hits, stats.misses, stats.disk_entries) == (1, 1, 1)


async def test_what_is_asked_for_a_second_time_goes_to_disk(tmp_path: Path) -> None:
    async with opened(tmp_path / "c") as cache:
        cache.get(number(1))
        cache.put(number(1), entry(1))
        cache.get(number(1))
        await until(lambda: cache.stats().disk_entries == 1)


async def test_what_is_made_a_second_time_because_memory_was_short_goes_to_disk(tmp_path: Path) -> None:
    async with opened(tmp_path / "c", memory_bytes=2000) as cache:
        for n in (1, 2, 1):
            assert cache.get(number(n)) is None
            cache.put(number(n), entry(n))
        await until(lambda: cache.stats().disk_entries == 1)
        assert cache.get(number(2)) is None
        assert await cache.find(number(1)) == entry(1)


async def test_files_are_private(tmp_path: Path) -> None:
    async with opened(tmp_path / "c") as cache:
        cache.put(number(1), entry(1), keep="disk")
    assert stat.S_IMODE((tmp_path / "c").stat().st_mode) == 0o700
    assert [stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "c").iterdir()] == [0o600]


async def test_the_disk_is_bounded_and_the_longest_unused_goes_first(tmp_path: Path) -> None:
    async with opened(tmp_path / "c", disk_bytes=10_000, memory_bytes=0) as cache:
        for n in range(12):
            cache.put(number(n), entry(n, 2000), keep="disk")
            await until(
                lambda n=n: any(file.name.startswith(number(n).hex()) for file in files(tmp_path / "c"))
            )  # type: ignore[misc]
            await until(lambda: cache.stats().disk_bytes <= 10_000)
            assert await cache.find(number(0)) is not None
        cache.put(number(99), entry(99, 20_000), keep="disk")
    left = files(tmp_path / "c")
    assert number(0).hex() in {file.stem for file in left}
    assert number(99).hex() not in {file.stem for file in left}
    assert 3 <= len(left) <= 4
    assert sum(file.stat().st_size for file in left) <= 10_000


async def test_a_smaller_limit_holds_at_the_next_start(tmp_path: Path) -> None:
    async with opened(tmp_path / "c") as cache:
        for n in range(10):
            cache.put(number(n), entry(n, 2000), keep="disk")
    for n, file in enumerate(sorted(files(tmp_path / "c"))):
        os.utime(file, (1000 + n, 1000 + n))
    async with opened(tmp_path / "c", disk_bytes=5000) as cache:
        await until(lambda: cache.stats().disk_entries == 2)
    assert {file.stem for file in files(tmp_path / "c")} == {number(8).hex(), number(9).hex()}


async def test_a_use_is_noted_in_the_file_at_most_once_an_hour(tmp_path: Path) -> None:
    now = [1_000_000.0]
    async with opened(tmp_path / "c", memory_bytes=0, clock=lambda: now[0]) as cache:
        cache.put(number(1), entry(1), keep="disk")
        await until(lambda: cache.stats().disk_entries == 1)
        (file,) = files(tmp_path / "c")
        os.utime(file, (5.0, 5.0))
        await cache.find(number(1))
        assert file.stat().st_mtime == 5.0
        now[0] += 3601.0
        await cache.find(number(1))
        assert file.stat().st_mtime == now[0]


async def test_a_removed_take_is_gone_everywhere_also_while_it_waits_to_be_written(tmp_path: Path) -> None:
    async with opened(tmp_path / "c") as cache:
        cache.put(number(1), entry(1), keep="disk")
        assert await cache.remove(number(1))
        cache.put(number(2), entry(2), keep="disk")
        await until(lambda: cache.stats().disk_entries == 1)
        assert await cache.remove(number(2))
        cache.put(number(3), entry(3), keep="disk")
        await asyncio.sleep(0)  # its write has begun
        assert await cache.remove(number(3))
        assert [await cache.find(number(n)) for n in (1, 2, 3)] == [None] * 3
    assert files(tmp_path / "c") == []


async def test_clear_empties_it(tmp_path: Path) -> None:
    async with opened(tmp_path / "c") as cache:
        for n in range(5):
            cache.put(number(n), entry(n), keep="disk")
        await until(lambda: cache.stats().disk_entries == 5)
        await cache.clear()
        assert (cache.stats().entries, cache.stats().disk_entries, cache.stats().disk_bytes) == (0, 0, 0)
    assert files(tmp_path / "c") == []


async def test_closing_writes_what_waits_and_can_be_done_twice(tmp_path: Path) -> None:
    cache = Cache(memory_bytes=1_000_000, folder=tmp_path / "c", disk_bytes=1_000_000)
    cache.start()
    cache.start()
    for n in range(20):
        cache.put(number(n), entry(n), keep="disk")
    await cache.close()
    await cache.close()
    assert len(files(tmp_path / "c")) == 20
    cache.put(number(30), entry(30), keep="disk")
    assert len(files(tmp_path / "c")) == 20


async def test_more_than_the_disk_can_take_is_left_out_and_counted(tmp_path: Path) -> None:
    async with opened(tmp_path / "c") as cache:
        for n in range(100):
            cache.put(number(n), entry(n), keep="disk")
        assert cache.stats().unwritten == 100 - 32
        assert cache.stats().entries == 100


# --- torn, corrupt and foreign files ----------------------------------------------------------------------


def test_a_file_cut_at_any_length_or_with_any_byte_changed_is_not_an_entry() -> None:
    data = encode(number(1), entry(1, 40))
    assert decode(number(1), data) == entry(1, 40)
    assert decode(number(2), data) is None, "another key's"
    for length in range(len(data)):
        assert decode(number(1), data[:length]) is None
    for at in range(len(data)):
        assert decode(number(1), data[:at] + bytes((data[at] ^ 0x40,)) + data[at + 1 :]) is None
    assert decode(number(1), data + b"\0") is None


async def test_a_corrupt_file_is_a_miss_and_is_removed(tmp_path: Path) -> None:
    async with opened(tmp_path / "c") as cache:
        for n in (1, 2, 3):
            cache.put(number(n), entry(n), keep="disk")
    for n, content in ((1, b""), (2, encode(number(2), entry(2))[:-1]), (3, encode(number(1), entry(1)))):
        (tmp_path / "c" / f"{number(n).hex()}.segment").write_bytes(content)
    async with opened(tmp_path / "c") as cache:
        assert [await cache.find(number(n)) for n in (1, 2, 3)] == [None] * 3
        assert cache.stats().disk_entries == 0
        assert cache.stats().disk_on
    assert files(tmp_path / "c") == []


async def test_foreign_files_are_never_touched_and_links_never_followed(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    folder.mkdir()
    secret = tmp_path / "secret"
    secret.write_bytes(encode(number(1), entry(1)))
    foreign = [folder / "notes.txt", folder / "x.part", folder / f"{number(5).hex()}.segment.bak"]
    for file in foreign:
        file.write_text("mine")
    (folder / f"{number(1).hex()}.segment").symlink_to(secret)
    (folder / f".{number(2).hex()}.00000000.part").symlink_to(secret)
    (folder / f"{number(3).hex()}.segment").mkdir()
    os.mkfifo(folder / f"{number(4).hex()}.segment")
    before = sorted(folder.iterdir())
    async with opened(folder, disk_bytes=3000) as cache:
        for n in (1, 3, 4):
            assert await cache.find(number(n)) is None
        for n in (6, 7, 8):
            cache.put(number(n), entry(n, 1500), keep="disk")
        await cache.clear()
    assert sorted(folder.iterdir()) == before
    assert secret.read_bytes() == encode(number(1), entry(1))
    assert [file.read_text() for file in foreign] == ["mine"] * 3


async def test_a_link_under_an_entrys_name_is_not_written_through(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    async with opened(tmp_path / "c") as cache:
        (tmp_path / "c" / f"{number(1).hex()}.segment").symlink_to(victim)
        cache.put(number(1), entry(1), keep="disk")
    assert victim.read_text() == "precious"
    assert (tmp_path / "c" / f"{number(1).hex()}.segment").is_symlink()


# --- a disk that fails ------------------------------------------------------------------------------------


async def test_a_full_disk_turns_it_off_with_one_warning_and_it_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "tts_node")
    full = [True]
    write = CacheFolder.write

    def fill(self: CacheFolder, key: bytes, entry: Entry) -> int:
        if full[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(self, key, entry)

    monkeypatch.setattr(CacheFolder, "write", fill)
    async with opened(tmp_path / "c", retry_s=0.05) as cache:
        attempts = 0
        while attempts < 3:  # it goes off, is tried again, goes off
            before = cache.stats().unwritten
            cache.put(number(1), entry(1), keep="disk")
            assert cache.get(number(1)) == entry(1), "memory goes on"
            await until(lambda before=before: cache.stats().unwritten > before)  # type: ignore[misc]
            attempts += cache.disk_failing
            await until(lambda: cache.stats().disk_on)
        assert [record.levelname for record in caplog.records] == ["WARNING"]
        full[0] = False
        cache.put(number(2), entry(2), keep="disk")
        await until(lambda: cache.stats().disk_entries == 1)
        assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]


def test_a_write_that_fails_half_way_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = CacheFolder(tmp_path / "c")
    folder.write(number(1), entry(1))
    for call in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(cache_folder.os, call, _raise_enospc)
            with pytest.raises(OSError, match="space"):
                folder.write(number(1), entry(2))
        assert folder.read(number(1)) == entry(1), "the older one is still there, whole"
        assert [file.name for file in files(tmp_path / "c")] == [f"{number(1).hex()}.segment"]
    folder.close()
    folder.close()


def _raise_enospc(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, "no space left")


async def test_a_folder_that_cannot_be_made_leaves_memory_alone_and_is_opened_when_it_can_be(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "c").write_text("a file where the folder should be")
    cache = Cache(memory_bytes=10_000, folder=tmp_path / "c", disk_bytes=10_000, retry_s=0.05)
    cache.start()
    await until(lambda: bool(caplog.records))
    cache.put(number(1), entry(1), keep="disk")
    assert await cache.find(number(1)) == entry(1)
    assert not cache.stats().disk_on
    (tmp_path / "c").unlink()
    await until(lambda: cache.stats().disk_on)
    cache.put(number(1), entry(1), keep="disk")
    await cache.close()
    assert len(files(tmp_path / "c")) == 1
    assert len([record for record in caplog.records if record.levelno >= logging.WARNING]) == 1


async def test_a_folder_that_another_process_has_is_taken_over_when_it_is_free(tmp_path: Path) -> None:
    other = CacheFolder(tmp_path / "c")
    other.write(number(1), entry(1))
    cache = Cache(memory_bytes=10_000, folder=tmp_path / "c", disk_bytes=10_000, retry_s=0.05)
    cache.start()
    await asyncio.sleep(0.06)
    assert not cache.stats().disk_on
    other.close()
    await until(lambda: cache.stats().disk_on)
    assert await cache.find(number(1)) == entry(1)
    await cache.close()


async def test_a_file_that_cannot_be_read_is_a_miss(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path / "c", memory_bytes=0) as cache:
        cache.put(number(1), entry(1), keep="disk")
        await until(lambda: cache.stats().disk_entries == 1)

        def broken(*_: object) -> None:
            raise OSError(errno.EIO, "the card is worn out")

        monkeypatch.setattr(CacheFolder, "read", broken)
        assert await cache.find(number(1)) is None
        assert cache.stats().misses == 1


# --- killed -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_kill_at_any_instant_leaves_whole_entries_and_at_most_a_temporary_file(tmp_path: Path) -> None:
    chance = random.Random(1)
    for _ in range(25):
        child = os.fork()
        if child == 0:  # a writer that never ends by itself
            folder = CacheFolder(tmp_path / "c")
            n = 0
            while True:
                n = (n + 1) % 7
                folder.write(number(n), entry(n, 60_000))
        time.sleep(chance.uniform(0.002, 0.03))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        folder = CacheFolder(tmp_path / "c")
        found = folder.scan()
        for filed in found:
            n = int.from_bytes(filed.key, "big")
            assert folder.read(filed.key) == entry(n, 60_000)
        assert len(files(tmp_path / "c")) == len(found), "what was unfinished is gone"
        folder.close()
    assert files(tmp_path / "c")


def files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())
