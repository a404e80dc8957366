"""The output store: ids and not paths, whole or growing, bounded; foreign files stay untouched (R05)."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import re
import threading
import wave
from io import BytesIO
from pathlib import Path

import pytest

from tests.outputs.kept import PCM, Clock, keep, opened
from tts_node.audio import wav
from tts_node.audio.format import OutputFormat, PcmFormat
from tts_node.errors import NotFound, StorageFull
from tts_node.outputs import Output, OutputStore
from tts_node.outputs import store as store_module


async def content(output: Output, start: int = 0, end: int | None = None) -> bytes:
    return b"".join([piece async for piece in output.read(start, end)])


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


async def removed(store: OutputStore) -> None:
    """Until files that were dropped are gone."""
    await asyncio.gather(*store._removing)


async def test_a_sound_is_a_part_until_it_is_complete_and_its_id_is_128_bits(tmp_path):
    async with opened(tmp_path) as store:
        output = await store.begin(PCM)
        assert re.fullmatch(r"[0-9a-f]{32}", output.id)
        await output.write(b"half")
        assert names(tmp_path) == {f"{output.name}.part"}
        await output.finish()
        assert names(tmp_path) == {output.name}
        assert (tmp_path / output.name).stat().st_mode & 0o077 == 0
        assert await content(store.find(output.name)) == b"half"
        ids = {(await store.begin(PCM)).id for _ in range(20)}
        # Each of the 32 digits is drawn: 20 equal ones in a place would be a chance of 1 in 16^19.
        assert len(ids) == 20 and all(len(set(digits)) > 1 for digits in zip(*ids, strict=True))
    # What was not complete is not kept.
    assert names(tmp_path) == {output.name}


async def test_a_growing_sound_is_read_to_its_end_by_who_began_early(tmp_path):
    async with opened(tmp_path) as store:
        output = await store.begin(PCM)
        await output.write(b"one ")
        pieces = output.read()
        assert await anext(pieces) == b"one "
        waiting = asyncio.create_task(anext(pieces))
        await asyncio.sleep(0)
        assert not waiting.done()
        await output.write(b"two ")
        assert await waiting == b"two "
        await output.write(b"three")
        await output.finish()
        assert b"".join([piece async for piece in pieces]) == b"three"


async def test_who_reads_a_sound_that_is_given_up_hears_so(tmp_path):
    async with opened(tmp_path) as store:
        output = await store.begin(PCM)
        await output.write(b"one")
        pieces = output.read()
        await anext(pieces)
        await output.discard()
        with pytest.raises(NotFound):
            await anext(pieces)
        with pytest.raises(NotFound):
            store.find(output.name)
        assert names(tmp_path) == set()


async def test_W02_a_kept_wav_has_exact_lengths(tmp_path):
    fmt = OutputFormat("wav", 16_000, 1)
    async with opened(tmp_path) as store:
        streamed = wav.header(PcmFormat(16_000), None) + bytes(3_200)
        output = await keep(store, streamed, fmt)
        with wave.open(BytesIO(await content(output))) as file:
            assert (file.getnframes(), file.getframerate()) == (1_600, 16_000)
        assert (await content(output))[40:44] == (3_200).to_bytes(4, "little")


async def test_R05_the_oldest_goes_first_and_nothing_else_is_touched(tmp_path):
    folder = tmp_path / "outputs"
    (folder / "nested").mkdir(parents=True)
    secret = tmp_path / "secret"
    secret.write_bytes(b"x" * 9_000)
    (folder / "notes.txt").write_text("mine")
    link = "0" * 32 + ".wav"
    (folder / link).symlink_to(secret)
    part_link = "1" * 32 + ".wav.part"
    (folder / part_link).symlink_to(secret)
    (folder / ("2" * 32 + ".mp3.part")).write_bytes(b"left by a crash")
    foreign = {"nested", "notes.txt", link, part_link}
    clock = Clock()
    async with opened(folder, clock=clock) as store:
        assert names(folder) == foreign  # only our own leftover is swept
        with pytest.raises(NotFound):
            store.find(link)
        kept = []
        for _ in range(5):
            clock.now += 1
            kept.append(await keep(store, bytes(4_000)))
        await removed(store)
        assert names(folder) == foreign | {kept[3].name, kept[4].name}
        assert store.size_bytes == 8_000
        with pytest.raises(NotFound):
            store.find(kept[0].name)
    assert secret.stat().st_size == 9_000


async def test_a_sound_that_is_read_while_it_is_removed_is_read_to_its_end(tmp_path):
    async with opened(tmp_path, max_bytes=200_000) as store:
        output = await keep(store, bytes(150_000))
        pieces = output.read()
        size = len(await anext(pieces))
        await keep(store, bytes(100_000))
        await removed(store)
        assert size + sum([len(piece) async for piece in pieces]) == 150_000


async def test_a_sound_expires_to_the_second_and_its_file_goes(tmp_path):
    clock = Clock()
    async with opened(tmp_path, max_age_s=60, clock=clock) as store:
        output = await keep(store, b"x")
        clock.now += 59
        assert store.find(output.name) is output
        clock.now += 2
        with pytest.raises(NotFound):
            store.find(output.name)
        await keep(store, b"y")
        await removed(store)


async def test_what_expires_goes_also_when_nobody_asks_for_anything(tmp_path, monkeypatch):
    monkeypatch.setattr(store_module, "_SWEEP_S", 0.01)
    clock, gone, loop = Clock(), asyncio.Event(), asyncio.get_running_loop()
    async with opened(tmp_path, max_age_s=60, clock=clock) as store:
        real = store.folder.remove

        def remove(name: str) -> None:
            real(name)
            loop.call_soon_threadsafe(gone.set)

        monkeypatch.setattr(store.folder, "remove", remove)
        await keep(store, b"x")
        clock.now += 61
        await asyncio.wait_for(gone.wait(), 10)
        assert names(tmp_path) == set() and (store.count, store.size_bytes) == (0, 0)


async def test_a_restart_with_less_room_drops_the_oldest(tmp_path):
    async with opened(tmp_path) as store:
        for size in (3_000, 2_000):
            output = await keep(store, bytes(size))
        os.utime(tmp_path / output.name, (Clock().now,) * 2)
    async with opened(tmp_path, max_bytes=3_500) as store:
        await removed(store)
        assert (store.count, store.size_bytes) == (1, 3_000)
        assert output.name not in names(tmp_path)


async def test_a_restart_keeps_what_is_complete(tmp_path):
    async with opened(tmp_path) as store:
        output = await keep(store, b"abc", OutputFormat("mp3", 24_000, 1))
    clock = Clock()
    clock.now = (tmp_path / output.name).stat().st_mtime + 10
    async with opened(tmp_path, clock=clock) as store:
        found = store.find(output.name)
        assert (await content(found), found.content_type) == (b"abc", "audio/mpeg")


async def test_one_sound_larger_than_everything_fails_and_says_so(tmp_path):
    async with opened(tmp_path, max_bytes=5_000) as store:
        await keep(store, bytes(1_000))
        output = await store.begin(PCM)
        await output.write(bytes(3_000))
        with pytest.raises(StorageFull, match="at most 5000"):
            await output.write(bytes(3_000))
        with pytest.raises(StorageFull, match="at most 5000"):
            store.find(output.name)
        await removed(store)
        assert names(tmp_path) == set()


async def test_a_full_disk_is_told_to_who_asked_and_to_who_fetches(tmp_path, monkeypatch):
    async with opened(tmp_path) as store:
        output = await store.begin(PCM)
        await output.write(b"one")
        real = os.pwrite

        def full(*_: object) -> int:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(os, "pwrite", full)
        with pytest.raises(StorageFull, match="No space left"):
            await output.write(b"two")
        with pytest.raises(StorageFull, match="No space left"):
            store.find(output.name)
        assert names(tmp_path) == set()
        monkeypatch.setattr(os, "pwrite", real)
        assert await content(await keep(store, b"again")) == b"again"


async def test_a_sound_that_fails_just_now_is_told_as_that_and_not_as_missing(tmp_path, monkeypatch):
    async with opened(tmp_path) as store:
        output = await store.begin(PCM)
        removed, go_on = threading.Event(), threading.Event()
        real = store.folder.discard

        def discard(name: str) -> None:
            real(name)
            removed.set()
            go_on.wait(10)

        monkeypatch.setattr(store.folder, "discard", discard)
        failing = asyncio.create_task(output.discard(StorageFull("no room")))
        assert await asyncio.to_thread(removed.wait, 10)
        with pytest.raises(StorageFull, match="no room"):
            await content(store.find(output.name))
        go_on.set()
        await failing


async def test_a_sound_that_gets_its_name_while_it_is_opened_is_found(tmp_path, monkeypatch):
    async with opened(tmp_path) as store:
        output = await store.begin(PCM)
        await output.write(b"abc")
        real = store.folder.open

        def open_and_rename(name: str, *, part: bool = False) -> int:
            try:
                return real(name, part=part)
            finally:
                with contextlib.suppress(FileNotFoundError):
                    (tmp_path / f"{output.name}.part").rename(tmp_path / output.name)

        monkeypatch.setattr(store.folder, "open", open_and_rename)
        assert await content(output, 0, 3) == b"abc"
        assert await content(output, 0, 3) == b"abc"


async def test_two_nodes_do_not_share_a_folder_and_the_second_says_so(tmp_path):
    async with opened(tmp_path), opened(tmp_path) as second:
        with pytest.raises(StorageFull, match="cannot be kept"):
            await second.begin(PCM)


async def test_zero_megabytes_keep_nothing(tmp_path):
    async with opened(tmp_path / "none", max_bytes=0) as store:
        with pytest.raises(StorageFull, match="max_mb"):
            await store.begin(PCM)
    assert not (tmp_path / "none").exists()
