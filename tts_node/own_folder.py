"""A folder that one process has for itself, and files in it that are whole or not there.

Everything here blocks and belongs into threads. Only regular files are ever read or removed, symbolic links
are never followed, and every name is taken relative to the opened folder. A lock on the folder keeps a second
process out (the kernel releases it when a process ends).
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from re import Match, Pattern


@dataclass(frozen=True, slots=True)
class OwnFile:
    """A complete file, by its directory entry alone."""

    match: Match[str]
    """Of its name."""
    size_bytes: int
    modified: float
    """Seconds since 1970."""


class OwnFolder:
    """One opened and locked folder. All methods may run in several threads, and raise `OSError`."""

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

    def scan(self, complete: Pattern[str], unfinished: Pattern[str]) -> Iterator[OwnFile]:
        """Files whose whole name is `complete`. Removes those that an earlier process left `unfinished`."""
        with os.scandir(self._folder) as entries:
            for entry in entries:
                if match := complete.fullmatch(entry.name):
                    with contextlib.suppress(FileNotFoundError):
                        status = entry.stat(follow_symlinks=False)
                        if stat.S_ISREG(status.st_mode):
                            yield OwnFile(match, status.st_size, status.st_mtime)
                elif unfinished.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                    self.unlink(entry.name)

    def create(self, name: str) -> int:
        """A new file to write and read, as a descriptor. Raises `FileExistsError`."""
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        return os.open(name, flags, 0o600, dir_fd=self._folder)

    def rename(self, name: str, to: str) -> None:
        """In one piece, in place of an older file."""
        os.replace(name, to, src_dir_fd=self._folder, dst_dir_fd=self._folder)

    def sync(self) -> None:
        """Have the disk know the names."""
        os.fsync(self._folder)

    def open(self, name: str) -> int:
        """A descriptor for reading. Raises `FileNotFoundError` also for what is no file of ours."""
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
        try:
            file = os.open(name, flags, dir_fd=self._folder)
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise FileNotFoundError(errno.ENOENT, "a link, not a file", name) from None
            raise
        if not stat.S_ISREG(os.fstat(file).st_mode):
            os.close(file)
            raise FileNotFoundError(errno.ENOENT, "not a file", name)
        return file

    def is_file(self, name: str) -> bool | None:
        """Whether it is a regular file; None where there is nothing."""
        try:
            return stat.S_ISREG(os.stat(name, dir_fd=self._folder, follow_symlinks=False).st_mode)
        except FileNotFoundError:
            return None

    def touch(self, name: str, modified: float) -> None:
        """Set the time of change (seconds since 1970); nothing happens where there is no such file."""
        with contextlib.suppress(FileNotFoundError):
            os.utime(name, (modified, modified), dir_fd=self._folder, follow_symlinks=False)

    def remove(self, name: str) -> bool:
        """Whether there was such a regular file; it is gone now."""
        if not self.is_file(name):
            return False
        self.unlink(name)
        return True

    def unlink(self, name: str) -> None:
        """Remove the name, whatever it is of; nothing happens where there is none."""
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name, dir_fd=self._folder)

    def free_bytes(self) -> int:
        """What the file system still takes from us."""
        system = os.fstatvfs(self._folder)
        return system.f_bavail * system.f_frsize
