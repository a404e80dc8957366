"""Logs for people (one line) or for machines (one JSON object a line). Spoken text is never above DEBUG."""

from __future__ import annotations

import json
import logging
import logging.handlers
import sys
from datetime import UTC, datetime
from pathlib import Path

_NOISY = ("uvicorn", "uvicorn.error", "uvicorn.access", "websockets", "zeroconf", "asyncio")


def configure(level: str, fmt: str, file: Path | None) -> None:
    """Send the node's logs to stderr, or to `file` (rotated at 5 MB, three kept). Replaces an earlier set-up."""
    handler: logging.Handler
    if file is None:
        handler = logging.StreamHandler(sys.stderr)
    else:
        file.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.handlers.RotatingFileHandler(file, maxBytes=5_000_000, backupCount=3, encoding="utf-8")
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


class People(logging.Formatter):
    """`2026-11-30 18:04:05.123 INFO speech: …`, local time."""

    def format(self, record: logging.LogRecord) -> str:
        when = datetime.fromtimestamp(record.created).astimezone()
        name = record.name.removeprefix("tts_node.")
        line = f"{when:%Y-%m-%d %H:%M:%S}.{when.microsecond // 1000:03d} {record.levelname} {name}: {record.getMessage()}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


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
        return json.dumps(entry, ensure_ascii=False)
