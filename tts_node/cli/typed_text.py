"""Text from a file descriptor as it arrives."""

from __future__ import annotations

import codecs
import os
import select
from collections.abc import Iterator

_READ_BYTES = 4_096


class TextLost(Exception):
    """The text cannot be read, or not to its end. `str(error)` is for people."""


def read_pieces(descriptor: int) -> Iterator[str]:
    """What each read gives, as text, without waiting for a line's end.

    UTF-8, with or without a byte order mark; letters may be cut by the reads. Bytes that are no UTF-8 become
    U+FFFD. Blocks. Raises `TextLost` when it cannot be read.
    """
    decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
    while data := _read(descriptor):
        if piece := decoder.decode(data):
            yield piece
    if piece := decoder.decode(b"", final=True):
        yield piece


def _read(descriptor: int) -> bytes:
    while True:
        try:
            return os.read(descriptor, _READ_BYTES)
        except BlockingIOError:
            # Whoever shares it with us has set it so (a terminal, a pipe of another program).
            select.select([descriptor], [], [])
        except OSError as error:
            raise TextLost(f"the text cannot be read from stdin: {error.strerror}") from error
