"""Text from a file descriptor as it arrives."""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterator

_READ_BYTES = 4_096


def read_pieces(descriptor: int) -> Iterator[str]:
    """What each read gives, as text, without waiting for a line's end.

    UTF-8, with or without a byte order mark; letters may be cut by the reads. Bytes that are no UTF-8 become
    U+FFFD. Blocks.
    """
    decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
    while data := os.read(descriptor, _READ_BYTES):
        if piece := decoder.decode(data):
            yield piece
    if piece := decoder.decode(b"", final=True):
        yield piece
