"""Logs for people (one line) or for machines (one JSON object a line). Spoken text is never above DEBUG."""

from __future__ import annotations

import glob
import json
import logging
import logging.handlers
import re
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

_NOISY = ("uvicorn", "uvicorn.error", "uvicorn.access", "websockets", "zeroconf", "asyncio")


def configure(level: str, fmt: str, file: Path | None) -> None:
    """Send the node's logs to stderr, or to `file` (rotated at 5 MB, three kept). Replaces an earlier
    set-up.
    """
    handler: logging.Handler
    if file is None:
        handler = logging.StreamHandler(sys.stderr)
    else:
        file.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.handlers.RotatingFileHandler(
            file, maxBytes=5_000_000, backupCount=3, encoding="utf-8"
        )
    handler.setFormatter(JsonLines() if fmt == "json" else People())
    root = logging.getLogger()
    for old in tuple(root.handlers):
        root.removeHandler(old)
        old.close()
    root.addHandler(handler)
    root.setLevel(level.upper())
    if level != "debug":
        for name in _NOISY:
            logging.getLogger(name).setLevel(logging.WARNING)


@dataclass(frozen=True, slots=True)
class Rotated:
    """What `rotate` did."""

    began_anew: bool
    """False: there was nothing in the file."""
    removed: int
    """Old files."""


def current_file() -> Path | None:
    """The file that logs go to; None when they go to stderr."""
    handler = _file_handler()
    return Path(handler.baseFilename) if handler is not None else None


def rotate(keep: int) -> Rotated:
    """Begin a new file, and keep `keep` old ones, from now on too. Blocking. Raises `OSError`."""
    handler = _file_handler()
    if handler is None:
        return Rotated(False, 0)
    path = Path(handler.baseFilename)
    handler.acquire()
    try:
        before = _old_files(path)
        handler.backupCount = keep
        began_anew = path.exists() and path.stat().st_size > 0
        if began_anew:
            handler.doRollover()
        for number, old in _old_files(path).items():
            if number > keep:
                old.unlink(missing_ok=True)
        removed = len(before) + began_anew - len(_old_files(path))
    finally:
        handler.release()
    return Rotated(began_anew, removed)


def _file_handler() -> logging.handlers.RotatingFileHandler | None:
    handlers = logging.getLogger().handlers
    return next((h for h in handlers if isinstance(h, logging.handlers.RotatingFileHandler)), None)


def _old_files(path: Path) -> dict[int, Path]:
    """`node.log.1` and so on; nothing else, and no links."""
    found = {}
    for old in path.parent.glob(f"{glob.escape(path.name)}.*"):
        number = old.name.removeprefix(f"{path.name}.")
        if re.fullmatch(r"[1-9]\d{0,3}", number) and old.is_file() and not old.is_symlink():
            found[int(number)] = old
    return found


class People(logging.Formatter):
    """`2026-11-30 18:04:05.123 INFO speech: …`, local time."""

    def format(self, record: logging.LogRecord) -> str:
        when = datetime.fromtimestamp(record.created).astimezone()
        name = record.name.removeprefix("tts_node.")
        time = f"{when:%Y-%m-%d %H:%M:%S}.{when.microsecond // 1000:03d}"
        line = f"{time} {record.levelname} {name}: {on_one_line(record.getMessage())}"
        if not record.exc_info:
            return line
        # What the exception says may come from outside too. Indented, none of its lines passes for an
        # entry.
        told = self.formatException(record.exc_info).split("\n")
        return "\n".join([line, *(f"  {on_one_line(part)}" for part in told)])


class JsonLines(logging.Formatter):
    """Keys `time` (ISO 8601, UTC), `level`, `logger`, `message`, and `exception` where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        # JSON itself escapes the others, and all text of ours is inside its strings.
        return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(entry, ensure_ascii=False))


def on_one_line(text: str) -> str:
    """`text` with control characters, line breaks and what turns the direction of writing as escapes.

    What a message quotes may come from anybody: a path, a name, another program's words. Neither may it look
    like an entry of its own nor command the terminal that shows it.
    """
    return _UNSAFE.sub(_escaped, text)


# --- private -----------------------------------------------------------------------------------------

_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""C0, DEL and C1; marks of direction (UAX 9); line and paragraph separator; what no encoding can write."""


def _escaped(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")
