"""stdin, stdout and stderr as they are found: closed, full, or without a reader.

A number that is free is given to the next socket or file, and then what is printed goes there. So the three
are occupied first, whatever comes.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import Final, TextIO, cast

_ACCESS: Final = {0: os.O_RDONLY, 1: os.O_RDONLY, 2: os.O_WRONLY}
"""How a closed one is opened on nothing. stdout cannot be written to, so that whoever loses what he asked for
hears of it; what goes to stderr is lost in silence."""


def complete_streams() -> None:
    """Occupy 0, 1 and 2. `sys.stdin` stays None where it is closed; stdout and stderr can be used."""
    for descriptor, access in _ACCESS.items():
        try:
            os.fstat(descriptor)
        except OSError:
            opened = os.open(os.devnull, access)
            if opened != descriptor:
                os.dup2(opened, descriptor)
                os.close(opened)
    # typeshed knows nothing of the None of a stream that was closed when Python began.
    if cast("TextIO | None", sys.stdout) is None:
        sys.stdout = _text_to(1)
    if cast("TextIO | None", sys.stderr) is None:
        sys.stderr = _text_to(2)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A file's name need not be text; it is shown all the same.
        sys.stdout.reconfigure(errors="backslashreplace")


def is_stdin_open() -> bool:
    return cast("TextIO | None", sys.stdin) is not None


def drop_stdout() -> None:
    """Nobody takes what is printed: let go of it, or Python complains again at exit."""
    with suppress(OSError, ValueError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
        os.close(nothing)
        sys.stdout.flush()


def _text_to(descriptor: int) -> TextIO:
    return io.TextIOWrapper(
        io.BufferedWriter(io.FileIO(descriptor, "w", closefd=False)),
        encoding="utf-8",
        errors="backslashreplace",
    )
