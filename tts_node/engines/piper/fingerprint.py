"""The hash of a voice's files, remembered: reading 60 MB takes a tenth of a second at every start.

A remembered hash is taken when size, times and inode are as they were and so are samples of the content. A
file that was changed moments before it was read is not remembered, since it could change again within the
clock's grain.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
import time
from pathlib import Path

_SAMPLES, _SAMPLE_BYTES = 16, 4096
_SETTLED_S = 2.0
"""Coarser than the time stamps of any file system in use."""


def content_hash(*files: Path) -> str:
    """Of the bytes of `files`, 32 hexadecimal digits. Raises `OSError`."""
    digest = hashlib.blake2b(digest_size=16)
    for file in files:
        with file.open("rb") as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
        digest.update(b"\0")
    return digest.hexdigest()


def remembered_hash(memory: Path, *files: Path) -> str:
    """The same; `memory` is the folder where it is remembered, best effort. Raises `OSError`."""
    seen = _seen(files)
    paths = "\0".join(str(file.absolute()) for file in files)
    record = memory / f"hash-{hashlib.blake2b(paths.encode(), digest_size=8).hexdigest()}.json"
    if (known := _recall(record, seen)) is not None:
        return known
    changed_s = max(max(file.stat().st_mtime, file.stat().st_ctime) for file in files)
    settled = time.time() - changed_s > _SETTLED_S
    found = content_hash(*files)
    if settled and _seen(files) == seen:
        with contextlib.suppress(OSError):
            _remember(record, {"seen": seen, "hash": found})
    return found


def _seen(files: tuple[Path, ...]) -> list[list[int | str]]:
    """What is cheap to know of `files`, as JSON gives it back. The device's number changes between boots."""
    result: list[list[int | str]] = []
    for file in files:
        with file.open("rb") as stream:
            stat = os.fstat(stream.fileno())
            digest = hashlib.blake2b(digest_size=16)
            for i in range(_SAMPLES):
                stream.seek(max(0, stat.st_size - _SAMPLE_BYTES) * i // (_SAMPLES - 1))
                digest.update(stream.read(_SAMPLE_BYTES))
        times = [stat.st_mtime_ns, stat.st_ctime_ns]
        result.append([str(file.absolute()), stat.st_size, *times, stat.st_ino, digest.hexdigest()])
    return result


def _recall(record: Path, seen: object) -> str | None:
    try:
        data = json.loads(record.read_text(encoding="utf-8"))
        return str(data["hash"]) if data["seen"] == seen else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _remember(record: Path, data: object) -> None:
    record.parent.mkdir(parents=True, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(prefix=".hash-", dir=record.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            json.dump(data, stream)
        Path(temporary).replace(record)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
