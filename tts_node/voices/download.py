"""One file over HTTP: resumed where it broke off, checked, and put in place in one piece."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import http.client
import os
import re
import shutil
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from tts_node import __version__
from tts_node.errors import NodeError

Progress = Callable[[int], None]
"""Told how many bytes of the file are there."""

_BLOCK_BYTES: Final = 256 * 1024
_SPARE_BYTES: Final = 50 * 1024 * 1024
"""Left free on the disk: a full one would hurt the whole machine."""


class FetchFailed(NodeError):
    """A file could not be got. What there is of it stays, so that the next try goes on from there."""

    retryable = True


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file to get. The checksum is the list's; it is against broken transfers, not against attackers."""

    url: str
    size_bytes: int
    md5: str


@dataclass(frozen=True, slots=True)
class Patience:
    """How hard to try. A try that brought bytes does not count as failed."""

    tries: int = 5
    first_wait_s: float = 1.0
    timeout_s: float = 30.0


def fetch(file: RemoteFile, target: Path, progress: Progress, patience: Patience | None = None) -> bool:
    """Get `file` as `target`, by way of `target.part`. False when it was there already.

    Raises `FetchFailed` with a sentence for people; `OSError` for trouble with the disk.
    """
    if target.is_file() and target.stat().st_size == file.size_bytes and _md5(target) == file.md5:
        progress(file.size_bytes)
        return False
    part = target.with_name(f"{target.name}.part")
    _check_space(file, part)
    with _own(part) as out:
        resumed = _size(out) > 0
        _fill(file, out, progress, patience or Patience())
        if _md5(part) != file.md5 and resumed:
            # The part may be of an older version of the file.
            out.truncate(0)
            _fill(file, out, progress, patience or Patience())
        if _md5(part) != file.md5:
            part.unlink()
            raise FetchFailed(f"{file.url}: the checksum is wrong; the file was thrown away")
        os.fsync(out.fileno())
        part.replace(target)
    return True


def read_url(url: str, *, most_bytes: int, timeout_s: float = 30.0) -> bytes:
    """A small document. Raises `FetchFailed`."""
    try:
        with _open(url, 0, timeout_s) as response:
            data = response.read(most_bytes + 1)
            if response.length and len(data) <= most_bytes:
                raise ConnectionError("the connection ended early")
    except (OSError, http.client.HTTPException) as error:
        raise FetchFailed(f"{url}: {_reason(error)}") from error
    if len(data) > most_bytes:
        raise FetchFailed(f"{url}: larger than {most_bytes} bytes")
    return data


# --- private -----------------------------------------------------------------------------------------


def _fill(file: RemoteFile, out: IO[bytes], progress: Progress, patience: Patience) -> None:
    """Bring `out` to the file's size, over as many connections as it takes."""
    failed = 0
    while True:
        before = _size(out)
        try:
            _fill_once(file, out, progress, patience.timeout_s)
            reason = "the connection ended early"
        except urllib.error.HTTPError as error:
            error.close()
            reason = _reason(error)
            if error.code == 416:
                out.truncate(0)
            elif error.code < 500 and error.code not in (408, 429):
                raise FetchFailed(f"{file.url}: {reason}") from error
        except (OSError, http.client.HTTPException) as error:
            if isinstance(error, OSError) and error.filename is not None:
                raise
            reason = _reason(error)
        if _size(out) == file.size_bytes:
            return
        failed = 0 if _size(out) > before else failed + 1
        if failed >= patience.tries:
            kept = (
                f"; {_size(out)} of {file.size_bytes} bytes are kept for the next try" if _size(out) else ""
            )
            raise FetchFailed(f"{file.url}: {reason}{kept}")
        time.sleep(patience.first_wait_s * 2 ** max(0, failed - 1))


def _fill_once(file: RemoteFile, out: IO[bytes], progress: Progress, timeout_s: float) -> None:
    start = _size(out)
    if start >= file.size_bytes:
        start = start if start == file.size_bytes else 0
        out.truncate(start)
        if start:
            return
    with _open(file.url, start, timeout_s) as response:
        if start and not _continues(response, start):
            # This server sends the whole file again.
            start = 0
        out.truncate(start)
        out.seek(start)
        while block := response.read1(_BLOCK_BYTES):
            if start + len(block) > file.size_bytes:
                out.truncate(0)
                raise FetchFailed(f"{file.url}: more than the {file.size_bytes} bytes that the list names")
            out.write(block)
            out.flush()
            start += len(block)
            progress(start)


def _open(url: str, start: int, timeout_s: float) -> http.client.HTTPResponse:
    request = urllib.request.Request(url, headers={"User-Agent": f"tts-node/{__version__}"})
    if start:
        request.add_header("Range", f"bytes={start}-")
    if request.type not in ("http", "https"):
        raise FetchFailed(f"{url}: only http and https addresses can be used")
    response: http.client.HTTPResponse = urllib.request.urlopen(request, timeout=timeout_s)
    return response


def _continues(response: http.client.HTTPResponse, start: int) -> bool:
    got = re.match(r"bytes (\d+)-", response.headers.get("Content-Range", ""))
    return response.status == 206 and got is not None and int(got[1]) == start


@contextlib.contextmanager
def _own(part: Path) -> Iterator[IO[bytes]]:
    """The part file, for this process alone."""
    part.parent.mkdir(parents=True, exist_ok=True)
    with part.open("ab") as out:
        try:
            fcntl.flock(out, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise FetchFailed(f"{part}: somebody else is getting this file just now") from None
        yield out


def _check_space(file: RemoteFile, part: Path) -> None:
    folder = next(folder for folder in part.parents if folder.exists())
    have = part.stat().st_size if part.exists() else 0
    needed = max(0, file.size_bytes - have) + _SPARE_BYTES
    if shutil.disk_usage(folder).free < needed:
        raise FetchFailed(f"{folder}: not enough space for {file.size_bytes} bytes")


def _size(out: IO[bytes]) -> int:
    return os.fstat(out.fileno()).st_size


def _md5(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()


def _reason(error: Exception) -> str:
    if isinstance(error, urllib.error.HTTPError):
        return f"the server answered {error.code} {error.reason}"
    if isinstance(error, urllib.error.URLError):
        reason = error.reason
        return f"cannot be reached: {(reason.strerror if isinstance(reason, OSError) else '') or reason}"
    return str(error) or type(error).__name__
