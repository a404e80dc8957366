"""Sound kept for players: bounded in bytes and age, readable while it is still being made."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import itertools
import logging
import os
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Final, Literal

from tts_node.audio import wav
from tts_node.audio.encode import media_type, output_pcm
from tts_node.audio.format import OutputFormat
from tts_node.errors import NotFound, StorageFull
from tts_node.outputs.folder import Kept, OutputFolder
from tts_node.pruning import Prunable, Pruned, PruneRule, choose

_LOG = logging.getLogger(__name__)

READ_BYTES: Final = 64 * 1024
_SWEEP_S: Final = 300.0
_FAILED_KEPT: Final = 64
"""Outputs that could not be kept and whose reason is still told."""
_MEDIA_TYPES: Final = {
    "wav": "audio/wav",
    "ogg": "audio/ogg",
    "mp3": "audio/mpeg",
    "flac": "audio/flac",
    "aac": "audio/aac",
    "pcm": "audio/pcm",
}

State = Literal["growing", "complete", "failed"]


class Output:
    """One sound: its id is all that a player needs to know. Made by `OutputStore.begin`."""

    def __init__(self, store: OutputStore, id: str, ext: str, content_type: str, made_at: float) -> None:
        self.id = id
        self.ext = ext
        self.content_type = content_type
        self.made_at = made_at
        """Seconds since 1970."""
        self.size_bytes = 0
        self.state: State = "growing"
        self.error: StorageFull | None = None
        """Why it failed."""
        self.readers = 0
        """Who is fetching it just now."""
        self._store = store
        self._file = -1
        self._format: OutputFormat | None = None
        self._news = asyncio.Event()

    @property
    def name(self) -> str:
        return f"{self.id}.{self.ext}"

    @property
    def expires_at(self) -> float:
        """Seconds since 1970."""
        return self.made_at + self._store.max_age_s

    # --- who makes it ---------------------------------------------------------------------------------

    async def write(self, data: bytes) -> None:
        """Append. Raises `StorageFull`; the output has then failed."""
        self._check_growing()
        try:
            self._store.make_room(self, len(data))
            await asyncio.to_thread(self._store.folder.write, self._file, data, self.size_bytes)
        except OSError as error:
            await self._fail(_storage_full(error))
        except StorageFull as error:
            await self._fail(error)
        self.size_bytes += len(data)
        self._store.size_bytes += len(data)
        self._tell()

    async def finish(self) -> None:
        """It is complete: now with exact lengths in a WAV's header, and under its own name.

        Raises `StorageFull`.
        """
        self._check_growing()
        folder = self._store.folder
        try:
            if self.ext == "wav" and self._format is not None:
                head = wav.header(output_pcm(self._format), self.size_bytes - wav.HEADER_BYTES)
                await asyncio.to_thread(folder.write, self._file, head, 0)
            await asyncio.to_thread(folder.publish, self.name, self._file)
        except OSError as error:
            await self._fail(_storage_full(error))
        self.state = "complete"
        self._close()
        self._tell()

    async def discard(self, error: StorageFull | None = None) -> None:
        """It will not be complete. Whoever reads it hears so. Nothing happens when it is complete already."""
        if self.state != "growing":
            return
        self.state = "failed"
        self.error = error
        self._close()
        with contextlib.suppress(OSError):
            await asyncio.to_thread(self._store.folder.discard, self.name)
        self._store.forget(self)
        self._tell()

    async def completed(self) -> None:
        """Until all of it is there. Raises `StorageFull`, or `NotFound` when it was given up."""
        while self.state == "growing":
            await self._news.wait()
        if self.state == "failed":
            raise self.error or NotFound("this sound was not completed")

    # --- who fetches it ---------------------------------------------------------------------------------

    async def read(self, start: int = 0, end: int | None = None) -> AsyncGenerator[bytes, None]:
        """The bytes from `start` up to `end` (None: the last one), waiting for what is not there yet.

        Raises `NotFound` when it is gone, `StorageFull` when it will never be complete.
        """
        self.readers += 1
        try:
            file = await asyncio.to_thread(self._open)
        except BaseException as error:
            self.readers -= 1
            if isinstance(error, NotFound) and self.error is not None:
                raise self.error from None  # it failed a moment ago, and its file is gone already
            raise
        try:
            at = start
            while end is None or at < end:
                news = self._news
                until = self.size_bytes if end is None else min(end, self.size_bytes)
                if at < until:
                    piece = await asyncio.to_thread(os.pread, file, min(READ_BYTES, until - at), at)
                    if not piece:
                        raise NotFound("this sound has been cut")
                    at += len(piece)
                    yield piece
                elif self.state == "growing":
                    await news.wait()
                elif self.state == "failed":
                    raise self.error or NotFound("this sound was not completed")
                else:
                    return
        finally:
            self.readers -= 1
            os.close(file)

    # --- inside ---------------------------------------------------------------------------------------

    def open_for_writing(self, file: int, fmt: OutputFormat) -> None:
        """The store has made the file."""
        self._file, self._format = file, fmt

    def already_complete(self, size_bytes: int) -> None:
        """It was found on the disk."""
        self.size_bytes, self.state = size_bytes, "complete"

    def _open(self) -> int:
        """Blocking. It may get its name at any moment, so that is the second place to look."""
        for part in (True, False):
            with contextlib.suppress(FileNotFoundError):
                return self._store.folder.open(self.name, part=part)
        raise NotFound("there is no such sound any more")

    async def _fail(self, error: StorageFull) -> None:
        await self.discard(error)
        raise error

    def _check_growing(self) -> None:
        if self.state != "growing":
            raise self.error or StorageFull("this sound is not being kept any more")

    def _close(self) -> None:
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)

    def _tell(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()


class OutputStore:
    """All of them, in one folder. The oldest go first when there is no more room."""

    def __init__(
        self, path: Path, *, max_bytes: int, max_age_s: float, now: Callable[[], float] = time.time
    ) -> None:
        self.max_age_s = max_age_s
        self._path = path
        self._max_bytes = max_bytes
        self._now = now
        self._folder: OutputFolder | None = None
        self.size_bytes = 0
        """Of all that is kept or being written."""
        self._problem = "sound is not kept on this node (`outputs.max_mb` is 0)" if not max_bytes else ""
        self._outputs: OrderedDict[str, Output] = OrderedDict()
        self._failed: OrderedDict[str, Output] = OrderedDict()
        self._removing: set[asyncio.Task[None]] = set()
        self._sweeping: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Take what an earlier run left. A folder that cannot be used is told by `begin`, not here."""
        if self._problem:
            return
        try:
            self._folder = folder = await asyncio.to_thread(OutputFolder, self._path)
            for kept in await asyncio.to_thread(folder.scan):
                self._take(kept)
        except OSError as error:
            self._problem = f"sound cannot be kept in {self._path}: {error.strerror or error}"
            _LOG.warning("%s", self._problem)
            return
        self.make_room(None, 0)
        self._sweeping = asyncio.create_task(self._sweep(), name="sweep outputs")

    async def close(self) -> None:
        """Twice is fine. Nothing may be written or read any more."""
        if self._sweeping is not None:
            self._sweeping.cancel()
        for output in list(self._outputs.values()):
            await output.discard()
        await asyncio.gather(*self._removing, return_exceptions=True)
        if self._folder is not None:
            self._folder.close()
            self._folder = None
            self._problem = "the node is restarting"

    @property
    def folder(self) -> OutputFolder:
        """Raises `StorageFull` when there is none."""
        if self._folder is None:
            raise StorageFull(self._problem or "sound is not kept yet")
        return self._folder

    def check(self) -> None:
        """Raises `StorageFull` when nothing can be kept at all."""
        _ = self.folder

    async def begin(self, fmt: OutputFormat) -> Output:
        """A new output in a resolved format. Raises `StorageFull`."""
        folder = self.folder
        output = Output(self, secrets.token_hex(16), fmt.container, media_type(fmt), self._now())
        self.make_room(output, 0)
        try:
            file = await asyncio.to_thread(folder.create, output.name)
        except OSError as error:
            raise _storage_full(error) from None
        output.open_for_writing(file, fmt)
        self._outputs[output.name] = output
        return output

    def find(self, name: str) -> Output:
        """By `id.ext`. Raises `NotFound`, and `StorageFull` for one that could not be kept."""
        output = self._outputs.get(name)
        if output is None and (failed := self._failed.get(name)) is not None and failed.error is not None:
            raise failed.error
        if output is None or self._is_expired(output):
            raise NotFound("there is no such sound, or it has expired")
        return output

    @property
    def count(self) -> int:
        """Of all that is kept or being written."""
        return len(self._outputs)

    def seconds_left(self, output: Output) -> float:
        """Until it expires."""
        return output.expires_at - self._now()

    def make_room(self, output: Output | None, more_bytes: int) -> None:
        """Drop what is expired, and the oldest until `more_bytes` fit. `StorageFull` if they cannot."""
        # In the order of their making, so that looking at the oldest is mostly all there is to do.
        for old in list(itertools.takewhile(self._is_expired, self._outputs.values())):
            self._drop(old)
        if self.size_bytes + more_bytes > self._max_bytes:
            for old in list(self._outputs.values()):
                if self.size_bytes + more_bytes <= self._max_bytes:
                    break
                self._drop(old)
        size = self.size_bytes + more_bytes
        if size > self._max_bytes and output is not None:
            raise StorageFull(f"sound of {size} bytes is not kept; at most {self._max_bytes} are")

    async def prune(self, rule: PruneRule) -> Pruned:
        """Remove what the rule says; what is being made or fetched stays. Raises `OSError`."""
        folder = self._folder
        if folder is None:
            raise OSError(errno.ENXIO, self._problem or "sound is not kept yet")
        free_bytes = await asyncio.to_thread(folder.free_bytes)
        listed = [Prunable(name, o.size_bytes, o.made_at) for name, o in self._outputs.items()]
        in_use = {name for name, o in self._outputs.items() if o.state != "complete" or o.readers}
        removed = removed_bytes = 0
        for file in choose(listed, rule, now=self._now(), free_bytes=free_bytes, keep=in_use):
            output = self._outputs.get(file.key)
            # Others may have come or gone while the files before it were removed.
            if output is not None and not output.readers:
                del self._outputs[file.key]
                self.size_bytes -= output.size_bytes
                await asyncio.to_thread(folder.remove, file.key)
                removed, removed_bytes = removed + 1, removed_bytes + file.size_bytes
        return Pruned(
            removed=removed,
            removed_bytes=removed_bytes,
            left=len(self._outputs),
            left_bytes=self.size_bytes,
            free_bytes=await asyncio.to_thread(folder.free_bytes),
        )

    def forget(self, output: Output) -> None:
        """It failed; only why is remembered for a while."""
        if self._outputs.pop(output.name, None) is not None:
            self.size_bytes -= output.size_bytes
        self._failed[output.name] = output
        while len(self._failed) > _FAILED_KEPT:
            self._failed.popitem(last=False)

    # --- inside ---------------------------------------------------------------------------------------

    def _take(self, kept: Kept) -> None:
        content_type = _MEDIA_TYPES.get(kept.ext, "application/octet-stream")
        output = Output(self, kept.id, kept.ext, content_type, kept.made_at)
        output.already_complete(kept.size_bytes)
        self.size_bytes += kept.size_bytes
        self._outputs[output.name] = output

    def _is_expired(self, output: Output) -> bool:
        return self._now() > output.expires_at

    def _drop(self, output: Output) -> None:
        """Only what is complete; a growing one is its maker's."""
        if output.state != "complete":
            return
        del self._outputs[output.name]
        self.size_bytes -= output.size_bytes
        task = asyncio.create_task(self._remove(output.name), name="remove output")
        self._removing.add(task)
        task.add_done_callback(self._removing.discard)

    async def _remove(self, name: str) -> None:
        if self._folder is not None:
            try:
                await asyncio.to_thread(self._folder.remove, name)
            except OSError as error:
                _LOG.warning("%s cannot be removed: %s", name, error.strerror or error)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(_SWEEP_S, self.max_age_s))
            self.make_room(None, 0)


def _storage_full(error: OSError) -> StorageFull:
    return StorageFull(f"sound cannot be kept: {error.strerror or error}")
