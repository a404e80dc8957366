"""The state folder: what a node must remember from one start to the next.

    node-id       who it is, for ever (UUID)
    state.json    the layout's version
    tokens/       admin and speak, one file each, readable by the owner alone
    cache/        sound that may be thrown away at any time
    cut/          voices' cut graphs, likewise
    outputs/      sound that players fetch by URL, for a day
    lexicon.yaml  the household's words, unless the configuration names another file
    loudness.json how loud each voice is, measured once

Files are replaced in one piece, so that a power cut leaves the old or the new one; a file that is torn all
the same (by a failing SD card) is made anew, and the log says so.
"""

from __future__ import annotations

import json
import logging
import os
import re
import secrets
import stat
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from tts_node.errors import ConfigError

_log = logging.getLogger(__name__)

TokenKind = Literal["admin", "speak"]

LAYOUT_VERSION: Final = 1

_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{20,200}")
"""Safe in a header, a URL and a WebSocket subprotocol (RFC 9110, 5.6.2)."""


@dataclass(frozen=True, slots=True)
class StateFolder:
    """An opened state folder. Make it with `open_state`."""

    path: Path
    node_id: str

    @property
    def cache_dir(self) -> Path:
        return self.path / "cache"

    @property
    def outputs_dir(self) -> Path:
        return self.path / "outputs"

    @property
    def cut_dir(self) -> Path:
        return self.path / "cut"

    def kept_loudness(self) -> bytes | None:
        """What `keep_loudness` wrote; None where there is nothing to be read."""
        try:
            return (self.path / "loudness.json").read_bytes()
        except OSError:
            return None

    def keep_loudness(self, data: bytes) -> None:
        """Raises `OSError`."""
        write_atomic(self.path / "loudness.json", data)

    def token(self, kind: TokenKind) -> str:
        """The token, made at first use. Two processes that ask at once get the same one."""
        path = self._token_path(kind)
        with _usable(self.path):
            return _keep(path, _TOKEN, _new_token, "a new token was made; the old one is worth nothing now")

    def new_token(self, kind: TokenKind) -> str:
        """Replace the token. To a running node the old one is worth nothing a second later."""
        token = _new_token()
        with _usable(self.path):
            write_atomic(self._token_path(kind), f"{token}\n".encode())
        return token

    def kept_token(self, kind: TokenKind) -> str | None:
        """The token, None where it is missing or damaged. Raises `OSError` and `ConfigError`."""
        value = _read_line(self._token_path(kind))
        return value if value is not None and _TOKEN.fullmatch(value) else None

    def token_stamp(self, kind: TokenKind) -> tuple[int, int, int] | None:
        """Another one after every change of the token; None where there is none. Raises `OSError`."""
        try:
            found = self._token_path(kind).stat()
        except FileNotFoundError:
            return None
        return found.st_ino, found.st_mtime_ns, found.st_size

    def _token_path(self, kind: TokenKind) -> Path:
        return self.path / "tokens" / kind


def open_state(path: Path) -> StateFolder:
    """Make what is missing and mend what is torn. Raises `ConfigError` with what to do otherwise."""
    with _usable(path):
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        _check_version(path / "state.json")
        for name in ("tokens", "cache", "cut", "outputs"):
            _make_private(path / name)
        _sweep(path)
        _sweep(path / "tokens")
        node_id = _keep(
            path / "node-id", _UUID, lambda: str(uuid.uuid4()), "this node counts as a new one from now on"
        )
    return StateFolder(path, node_id)


def write_atomic(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Replace `path` in one piece, on the disk when it returns. `mode`: who may read it."""
    new = _written_beside(path, data, mode)
    try:
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


# --- private -----------------------------------------------------------------------------------------

_UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_NEW: Final = ".new-"
_READ_BYTES: Final = 1_000
_KINDS: Final = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a FIFO"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


@contextmanager
def _usable(path: Path) -> Iterator[None]:
    """Turns the system's errors into one sentence that says what to do."""
    try:
        yield
    except OSError as error:
        raise ConfigError(
            f"the state folder {path} cannot be used: {error.filename or path}: {error.strerror or error}; "
            "run as the node's user, or name another folder with --state-dir, node.state_dir or "
            "TTS_NODE_STATE_DIR"
        ) from error


def _new_token() -> str:
    # A command takes what begins with "-" for an option, and a double click leaves "_" or "-" behind.
    while not (token := secrets.token_urlsafe(24))[0].isalnum():
        pass
    return token


def _keep(path: Path, pattern: re.Pattern[str], make: Callable[[], str], lost: str) -> str:
    """The value in `path`; made when it is not there, and made anew with a warning when it is torn."""
    while True:
        value = _read_line(path)
        if value is not None and pattern.fullmatch(value):
            _tighten(path, 0o600)
            return value
        if value is not None:
            _log.warning("%s is damaged; %s", path, lost)
            path.unlink(missing_ok=True)
        new = _written_beside(path, f"{make()}\n".encode())
        try:
            # A hard link appears whole or not at all, and fails when another process was first.
            os.link(new, path)
        except FileExistsError:
            pass
        except OSError:
            # A file system without hard links (FAT on a memory stick).
            new.replace(path)
        finally:
            new.unlink(missing_ok=True)
        _sync_folder(path.parent)


def _read_line(path: Path) -> str | None:
    """The file's text, None when there is none; bytes that are no ASCII make it fit no pattern."""
    data = _read(path)
    return data.decode("ascii", errors="replace").strip() if data is not None else None


def _read(path: Path) -> bytes | None:
    """The file's beginning, more than any of ours has; None when there is none. Never waits for a FIFO.

    Raises `ConfigError` for what is no file.
    """
    try:
        # Even to open a device may have effects, so it is looked at first; and again, once it is held.
        _require_file(path, path.stat().st_mode)
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    with os.fdopen(descriptor, "rb") as file:
        _require_file(path, os.fstat(descriptor).st_mode)
        return file.read(_READ_BYTES)


def _require_file(path: Path, mode: int) -> None:
    if not stat.S_ISREG(mode):
        kind = next((name for is_kind, name in _KINDS if is_kind(mode)), "something else")
        raise ConfigError(
            f"{path} has to be a file, and is {kind}; remove it (the node makes a new one), or name another "
            "state folder with --state-dir, node.state_dir or TTS_NODE_STATE_DIR"
        )


def _check_version(path: Path) -> None:
    try:
        version = json.loads(_read(path) or b"")["version"]
    except (ValueError, KeyError, TypeError, RecursionError):
        version = None
    if isinstance(version, int) and version > LAYOUT_VERSION:
        raise ConfigError(
            f"the state folder {path.parent} was written by a newer tts-node (layout {version}, this one "
            f"knows {LAYOUT_VERSION}); update tts-node, or name another folder"
        )
    if version != LAYOUT_VERSION:
        write_atomic(path, json.dumps({"version": LAYOUT_VERSION}).encode() + b"\n")


def _make_private(path: Path) -> None:
    """A folder that only its owner can enter, also when it was there before."""
    path.mkdir(mode=0o700, exist_ok=True)
    _tighten(path, 0o700)


def _tighten(path: Path, mode: int) -> None:
    """Take rights of others back. What a link leads to is not ours to change."""
    if path.stat().st_mode & 0o077:
        if path.is_symlink():
            _log.warning(
                "%s leads to %s, which others may enter or read; that is left so", path, path.resolve()
            )
        else:
            path.chmod(mode)


def _sweep(folder: Path) -> None:
    """Remove what a write that never ended has left, but not what another process is writing just now."""
    for left in folder.glob(f"*{_NEW}*"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > 60:
                left.unlink()


def _written_beside(path: Path, data: bytes, mode: int = 0o600) -> Path:
    new = path.with_name(f"{path.name}{_NEW}{secrets.token_hex(6)}")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            if os.geteuid() == 0:
                # The administrator's command for a node that runs as somebody else, who has to read it.
                owner = path.parent.stat()
                with suppress(OSError):
                    os.fchown(descriptor, owner.st_uid, owner.st_gid)
            if mode != 0o600:
                os.fchmod(descriptor, mode)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    return new


def _sync_folder(folder: Path) -> None:
    """Make a rename or link last through a power cut, where the file system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
