"""The heap of a process: collections stay short, and what is free goes back to the system."""

from __future__ import annotations

import contextlib
import ctypes
import gc


def settle() -> None:
    """What is there now lives as long as the process.

    No collection walks it any more. So they are short; and the one that follows, of next to nothing, has the
    next ones come before much piles up in cycles.
    """
    gc.freeze()
    gc.collect()


def trim() -> None:
    """Have glibc hand free memory back to the system; other C libraries do that by themselves."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
