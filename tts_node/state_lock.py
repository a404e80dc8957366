"""One node a state folder: the lock file `lock` in it, held for the life of the process.

The kernel holds it (flock), so that of a node that crashed nothing is left.
"""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tts_node.errors import ConfigError

_log = logging.getLogger(__name__)
_LOOK_EVERY_S: Final = 0.1
_CANNOT: Final = frozenset({errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL})
"""What file systems without locks say."""


@contextmanager
def used_alone(folder: Path, *, wait_s: float) -> Iterator[None]:
    """The folder is this process's own inside; it is made when it is missing.

    Waits for `wait_s` when another process has it: the one before may just be ending. Blocking. Raises
    `ConfigError`.
    """
    descriptor = _open(folder)
    try:
        _lock(descriptor, folder, wait_s)
        yield
    finally:
        os.close(descriptor)


def _open(folder: Path) -> int:
    path = folder / "lock"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # A link would let others choose which file is written to.
        descriptor = os.open(
            path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o600
        )
    except OSError as error:
        raise ConfigError(
            f"the state folder {folder} cannot be used: {error.filename or path}: {error.strerror or error}; "
            "run as the node's user, or name another folder with --state-dir, node.state_dir or "
            "TTS_NODE_STATE_DIR"
        ) from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise ConfigError(f"{path} has to be a file; remove what is there, the node makes a new one")
    return descriptor


def _lock(descriptor: int, folder: Path, wait_s: float) -> None:
    until = time.monotonic() + wait_s
    is_told = False
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                raise ConfigError(
                    f"another node{_holder(descriptor)} uses the state folder {folder}; stop it, or give "
                    "this one a folder of its own with --state-dir, node.state_dir or TTS_NODE_STATE_DIR"
                ) from None
            if not is_told:
                is_told = True
                _log.warning(
                    "another node%s uses the state folder %s; waiting up to %g s for it to end",
                    _holder(descriptor),
                    folder,
                    wait_s,
                )
            time.sleep(_LOOK_EVERY_S)
        except OSError as error:
            if error.errno not in _CANNOT:
                raise
            _log.warning("%s: this file system has no locks; only one node may use it", folder)
            return
        else:
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
            return


def _holder(descriptor: int) -> str:
    """Who wrote last; a number of another container's or machine's says nothing here, but is a hint."""
    text = os.pread(descriptor, 20, 0).decode("ascii", "replace").strip()
    return f" (process {text})" if text.isdecimal() else ""
