"""When an engine that still answers is to be counted as broken.

A lost GPU (after suspend, after a driver was reloaded) makes every call fail in the same way until the
process is replaced, while one bad segment or one full memory must not cost a restart. Pure, fed with every
chunk.
"""

from __future__ import annotations

import re

from tts_node.engines.base import Chunk

DEVICE_LIMIT = 3
"""Streams in a row that fail because of the device."""
OTHER_LIMIT = 8
"""Streams in a row that fail in one other way. Higher, since a client may repeat the same bad text."""


class FailureStreak:
    """Counts streams that fail in the same way, one after the other. Sound from any stream ends it."""

    def __init__(self) -> None:
        self._kind = ""
        self._count = 0
        self.message = ""
        """The last failure's own words."""
        self.made_sound = False
        """Whether any stream gave sound since the start."""

    def note(self, chunk: Chunk) -> bool:
        """Take one chunk. True when the streak has reached its limit (and again at twice the limit, …)."""
        if chunk.error is None:
            if chunk.pcm:
                self.made_sound = True
                self._kind, self._count = "", 0
            return False
        kind = kind_of_failure(chunk.error, chunk.message)
        self._count = self._count + 1 if kind == self._kind else 1
        self._kind = kind
        self.message = chunk.message or chunk.error
        return self._count % (DEVICE_LIMIT if self.device_lost else OTHER_LIMIT) == 0

    @property
    def device_lost(self) -> bool:
        """The streak's failures speak of the device, so that only a new process can help."""
        return self._kind == _DEVICE


def kind_of_failure(code: str, message: str) -> str:
    """Failures of one kind have the same code and the same message, numbers and quoted words aside."""
    if speaks_of_device(message):
        return _DEVICE
    return f"{code}: {_CHANGING.sub('#', message)}"


def speaks_of_device(message: str) -> bool:
    """Whether a failure's words are about the graphics card or its driver."""
    return _DEVICE_WORDS.search(message) is not None


_DEVICE = "device"
_DEVICE_WORDS = re.compile(r"\b(cuda|cudnn|cublas|hip|rocm|nvml|nvrm|gpu|device-side)\b", re.IGNORECASE)
_CHANGING = re.compile(r"'[^']*'|\"[^\"]*\"|\d+")
