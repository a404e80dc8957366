"""Segments as files in one folder: whole or not there, whatever happens.

Everything here blocks and belongs into threads. A file is written under a temporary name, synced, renamed;
so a kill or a power cut at any instant leaves either no entry, a complete one, or a temporary file that the
next `scan` removes. Each file carries a checksum; what does not agree is removed when it is read.

Layout of a file: magic, length of the header (uint32, little-endian), header (JSON), PCM, BLAKE2b-128 of
all that.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import struct
from dataclasses import astuple, dataclass, field
from hashlib import blake2b
from pathlib import Path
from time import time
from typing import Final

from tts_node.engines.base import EngineMark
from tts_node.own_folder import OwnFolder

_MAGIC: Final = b"TTSNSEG1"
_LENGTH: Final = struct.Struct("<I")
KEY_BYTES: Final = 20
_DIGEST_BYTES: Final = 16
_ENTRY_NAME: Final = re.compile(r"([0-9a-f]{40})\.segment")
_TEMPORARY_NAME: Final = re.compile(r"\.[0-9a-f]{40}\.[0-9a-f]{8}\.part")


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
        """As `OwnFolder`."""
        self._own = OwnFolder(path)

    def close(self) -> None:
        """As `OwnFolder.close`."""
        self._own.close()

    def scan(self) -> list[Filed]:
        """What is there, the longest unused first. Removes what an earlier process left unfinished."""
        found = [
            Filed(bytes.fromhex(file.match[1]), file.size_bytes, file.modified)
            for file in self._own.scan(_ENTRY_NAME, _TEMPORARY_NAME)
        ]
        return sorted(found, key=lambda filed: (filed.used, filed.key))

    def read(self, key: bytes) -> Entry | None:
        """The entry, or None if there is none. One that is torn, corrupt or another's is removed: None."""
        name = _name(key)
        try:
            file = self._own.open(name)
        except FileNotFoundError:
            return None
        with os.fdopen(file, "rb") as opened:
            data = opened.read()
        entry = decode(key, data)
        if entry is None:
            self._own.unlink(name)
        return entry

    def write(self, key: bytes, entry: Entry) -> int:
        """Store it under `key`, in place of an older one; returns the file's size in bytes."""
        name = _name(key)
        if self._own.is_file(name) is False:
            raise FileExistsError(errno.EEXIST, "not a file of the cache", name)
        data = encode(key, entry)
        temporary = f".{key.hex()}.{os.urandom(4).hex()}.part"
        file = self._own.create(temporary)
        try:
            with os.fdopen(file, "wb", buffering=0) as opened:
                view = memoryview(data)
                while view:
                    view = view[opened.write(view) :]
                os.fsync(file)
            self._own.rename(temporary, name)
        except BaseException:
            with contextlib.suppress(OSError):
                self._own.unlink(temporary)
            raise
        self._own.sync()
        return len(data)

    def touch(self, key: bytes, used: float) -> None:
        """Note a use at `used` (seconds since 1970)."""
        self._own.touch(_name(key), used)

    def remove(self, key: bytes) -> bool:
        """Whether there was such an entry; it is gone now."""
        return self._own.remove(_name(key))

    def free_bytes(self) -> int:
        """What the file system still takes from us."""
        return self._own.free_bytes()


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
