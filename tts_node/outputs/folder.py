"""The files of the output store: whole under their name, or `.part`, or not there. Everything here blocks."""

from __future__ import annotations

import contextlib
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tts_node.own_folder import OwnFolder

_NAME: Final = re.compile(r"([0-9a-f]{32})\.([a-z0-9]{2,4})")
_PART: Final = re.compile(r"[0-9a-f]{32}\.[a-z0-9]{2,4}\.part")


@dataclass(frozen=True, slots=True)
class Kept:
    """A complete file, by its directory entry alone."""

    id: str
    ext: str
    size_bytes: int
    made_at: float
    """Seconds since 1970."""


class OutputFolder:
    """One opened and locked folder. All methods block, may run in several threads, and raise `OSError`."""

    def __init__(self, path: Path) -> None:
        """As `OwnFolder`."""
        self._own = OwnFolder(path)

    def close(self) -> None:
        """As `OwnFolder.close`."""
        self._own.close()

    def scan(self) -> list[Kept]:
        """What is there, the oldest first. Removes what an earlier process left unfinished."""
        found = [
            Kept(file.match[1], file.match[2], file.size_bytes, file.modified)
            for file in self._own.scan(_NAME, _PART)
        ]
        return sorted(found, key=lambda kept: (kept.made_at, kept.id))

    def create(self, name: str) -> int:
        """A new `.part` to write and read, as a file descriptor."""
        return self._own.create(f"{name}.part")

    def write(self, file: int, data: bytes, at: int) -> None:
        """All of `data`. Raises `OSError` (`ENOSPC`) where there is no room."""
        view = memoryview(data)
        while view:
            count = os.pwrite(file, view, at)
            view, at = view[count:], at + count

    def publish(self, name: str, file: int) -> None:
        """Give the `.part` its name, in one piece, on the disk."""
        os.fsync(file)
        self._own.rename(f"{name}.part", name)
        with contextlib.suppress(OSError):
            self._own.sync()

    def discard(self, name: str) -> None:
        """Remove a `.part`."""
        self._own.unlink(f"{name}.part")

    def open(self, name: str, *, part: bool = False) -> int:
        """A descriptor for reading. Raises `FileNotFoundError` also for what is no file of ours."""
        return self._own.open(f"{name}.part" if part else name)

    def remove(self, name: str) -> None:
        """Remove a complete file; nothing happens where there is none of ours."""
        self._own.remove(name)

    def free_bytes(self) -> int:
        """What the file system still takes from us."""
        return self._own.free_bytes()
