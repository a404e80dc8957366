"""Segments as files in one folder: whole or not there, whatever happens.

Everything here blocks and belongs into threads. A file is written under a temporary name, synced, renamed;
so a kill or a power cut at any instant leaves either no entry, a complete one, or a temporary file that the
next `open` removes. Each file carries a checksum; what does not agree is removed when it is read. Only
regular files with this module's names are ever read or removed, symbolic links are never followed, and
every name is taken relative to the opened folder. A lock on the folder keeps a second process out (it is
released by the kernel when a process ends).

Layout of a file: magic, length of the header (uint32, little-endian), header (JSON), PCM, BLAKE2b-128 of
all that.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
import re
import stat
import struct
from dataclasses import astuple, dataclass, field
from hashlib import blake2b
from pathlib import Path
from time import time
from typing import Final

from tts_node.engines.base import EngineMark

_MAGIC: Final = b"TTSNSEG1"
_LENGTH: Final = struct.Struct("<I")
KEY_BYTES: Final = 20
_DIGEST_BYTES: Final = 16
_ENTRY_NAME: Final = re.compile(r"([0-9a-f]{40})\.segment\Z")
_TEMPORARY_NAME: Final = re.compile(r"\.[0-9a-f]{40}\.[0-9a-f]{8}\.part\Z")


@dataclass(frozen=True, slots=True)
class Entry:
    """A complete segment that passed its check."""

    pcm: bytes
    """Mono signed 16-bit little-endian."""
    rate: int
    marks: tuple[EngineMark, ...] = ()
    cost_ms: float = 0.0
    """What it cost to make."""
    created: float = field(default_factory=time)
    """Seconds since 1970."""

    @property
    def size_bytes(self) -> int:
        """About what it takes in memory."""
        return len(self.pcm) + 160 * len(self.marks) + 500


@dataclass(frozen=True, slots=True)
class Filed:
    """An entry in the folder, by its directory entry alone."""

    key: bytes
    size_bytes: int
    used: float
    """Seconds since 1970 of the last use that was noted in the file's mtime."""


class CacheFolder:
    """One opened and locked folder. All methods block, may run in several threads, and raise `OSError`."""

    def __init__(self, path: Path) -> None:
        """Open it, made with mode 700 if it is not there. Raises `BlockingIOError` when another process has
        it."""
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            fcntl.flock(self._folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BaseException:
            os.close(self._folder)
            raise

    def close(self) -> None:
        """Give the folder up. No other call may be running or come later, except this one."""
        folder, self._folder = self._folder, -1
        if folder >= 0:
            os.close(folder)

    def scan(self) -> list[Filed]:
        """What is there, the longest unused first. Removes what an earlier process left unfinished."""
        found = []
        with os.scandir(self._folder) as entries:
            for entry in entries:
                if match := _ENTRY_NAME.match(entry.name):
                    with contextlib.suppress(FileNotFoundError):
                        status = entry.stat(follow_symlinks=False)
                        if stat.S_ISREG(status.st_mode):
                            found.append(Filed(bytes.fromhex(match[1]), status.st_size, status.st_mtime))
                elif _TEMPORARY_NAME.match(entry.name) and entry.is_file(follow_symlinks=False):
                    self._unlink(entry.name)
        return sorted(found, key=lambda filed: (filed.used, filed.key))

    def read(self, key: bytes) -> Entry | None:
        """The entry, or None if there is none. One that is torn, corrupt or another's is removed: None."""
        name = _name(key)
        try:
            file = os.open(
                name, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK, dir_fd=self._folder
            )
        except OSError as error:
            if error.errno in (errno.ENOENT, errno.ELOOP):
                return None
            raise
        with os.fdopen(file, "rb") as opened:
            if not stat.S_ISREG(os.fstat(file).st_mode):
                return None
            data = opened.read()
        entry = decode(key, data)
        if entry is None:
            self._unlink(name)
        return entry

    def write(self, key: bytes, entry: Entry) -> int:
        """Store it under `key`, in place of an older one; returns the file's size in bytes."""
        name = _name(key)
        with contextlib.suppress(FileNotFoundError):
            if not stat.S_ISREG(os.stat(name, dir_fd=self._folder, follow_symlinks=False).st_mode):
                raise FileExistsError(errno.EEXIST, "not a file of the cache", name)
        data = encode(key, entry)
        temporary = f".{key.hex()}.{os.urandom(4).hex()}.part"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        file = os.open(temporary, flags, 0o600, dir_fd=self._folder)
        try:
            with os.fdopen(file, "wb", buffering=0) as opened:
                view = memoryview(data)
                while view:
                    view = view[opened.write(view) :]
                os.fsync(file)
            os.replace(temporary, name, src_dir_fd=self._folder, dst_dir_fd=self._folder)
        except BaseException:
            with contextlib.suppress(OSError):
                self._unlink(temporary)
            raise
        os.fsync(self._folder)
        return len(data)

    def touch(self, key: bytes, used: float) -> None:
        """Note a use at `used` (seconds since 1970)."""
        with contextlib.suppress(FileNotFoundError):
            os.utime(_name(key), (used, used), dir_fd=self._folder, follow_symlinks=False)

    def remove(self, key: bytes) -> bool:
        """Whether there was such an entry; it is gone now."""
        name = _name(key)
        try:
            if not stat.S_ISREG(os.stat(name, dir_fd=self._folder, follow_symlinks=False).st_mode):
                return False
        except FileNotFoundError:
            return False
        self._unlink(name)
        return True

    def free_bytes(self) -> int:
        """What the file system still takes from us."""
        system = os.fstatvfs(self._folder)
        return system.f_bavail * system.f_frsize

    def _unlink(self, name: str) -> None:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name, dir_fd=self._folder)


def encode(key: bytes, entry: Entry) -> bytes:
    """The bytes of an entry's file."""
    header = {
        "key": key.hex(),
        "rate": entry.rate,
        "marks": [astuple(mark) for mark in entry.marks],
        "cost_ms": entry.cost_ms,
        "created": entry.created,
    }
    text = json.dumps(header, separators=(",", ":")).encode()
    body = b"".join((_MAGIC, _LENGTH.pack(len(text)), text, entry.pcm))
    return body + blake2b(body, digest_size=_DIGEST_BYTES).digest()


def decode(key: bytes, data: bytes) -> Entry | None:
    """The entry in a file's bytes; None unless they are whole and belong to `key`."""
    body = memoryview(data)[:-_DIGEST_BYTES]
    start = len(_MAGIC) + _LENGTH.size
    if len(body) < start or not data.startswith(_MAGIC):
        return None
    if blake2b(body, digest_size=_DIGEST_BYTES).digest() != data[-_DIGEST_BYTES:]:
        return None
    (length,) = _LENGTH.unpack_from(body, len(_MAGIC))
    try:
        header = json.loads(bytes(body[start : start + length]))
        if header["key"] != key.hex():
            return None
        marks = tuple(EngineMark(*map(int, mark)) for mark in header["marks"])
        pcm = bytes(body[start + length :])
        return Entry(pcm, int(header["rate"]), marks, float(header["cost_ms"]), float(header["created"]))
    except (ValueError, KeyError, TypeError):
        return None


def _name(key: bytes) -> str:
    return f"{key.hex()}.segment"
