"""The files of the output store: whole under their name, or `.part`, or not there.

Everything here blocks and belongs into threads. Only regular files with this module's names are ever read
or removed, symbolic links are never followed, and every name is taken relative to the opened folder. A lock
on the folder keeps a second process out (the kernel releases it when a process ends).
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Final

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

    def scan(self) -> list[Kept]:
        """What is there, the oldest first. Removes what an earlier process left unfinished."""
        found = []
        with os.scandir(self._folder) as entries:
            for entry in entries:
                if match := _NAME.fullmatch(entry.name):
                    with contextlib.suppress(FileNotFoundError):
                        status = entry.stat(follow_symlinks=False)
                        if stat.S_ISREG(status.st_mode):
                            found.append(Kept(match[1], match[2], status.st_size, status.st_mtime))
                elif _PART.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                    self._unlink(entry.name)
        return sorted(found, key=lambda kept: (kept.made_at, kept.id))

    def create(self, name: str) -> int:
        """A new `.part` to write and read, as a file descriptor."""
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        return os.open(f"{name}.part", flags, 0o600, dir_fd=self._folder)

    def write(self, file: int, data: bytes, at: int) -> None:
        """All of `data`. Raises `OSError` (`ENOSPC`) where there is no room."""
        view = memoryview(data)
        while view:
            count = os.pwrite(file, view, at)
            view, at = view[count:], at + count

    def publish(self, name: str, file: int) -> None:
        """Give the `.part` its name, in one piece, on the disk."""
        os.fsync(file)
        os.rename(f"{name}.part", name, src_dir_fd=self._folder, dst_dir_fd=self._folder)
        with contextlib.suppress(OSError):
            os.fsync(self._folder)

    def discard(self, name: str) -> None:
        """Remove a `.part`."""
        self._unlink(f"{name}.part")

    def open(self, name: str, *, part: bool = False) -> int:
        """A descriptor for reading. Raises `FileNotFoundError` also for what is no file of ours."""
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
        try:
            file = os.open(f"{name}.part" if part else name, flags, dir_fd=self._folder)
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise FileNotFoundError(errno.ENOENT, "a link, not a file", name) from None
            raise
        if not stat.S_ISREG(os.fstat(file).st_mode):
            os.close(file)
            raise FileNotFoundError(errno.ENOENT, "not a file", name)
        return file

    def remove(self, name: str) -> None:
        """Remove a complete file; nothing happens where there is none of ours."""
        with contextlib.suppress(FileNotFoundError):
            if stat.S_ISREG(os.stat(name, dir_fd=self._folder, follow_symlinks=False).st_mode):
                self._unlink(name)

    def free_bytes(self) -> int:
        """What the file system still takes from us."""
        system = os.fstatvfs(self._folder)
        return system.f_bavail * system.f_frsize

    def _unlink(self, name: str) -> None:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name, dir_fd=self._folder)
