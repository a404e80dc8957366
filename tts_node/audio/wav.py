"""WAV: the header, for streams and for files, and a file that is exact or not there.

The layout is the canonical 44-byte RIFF/WAVE header for PCM (Multimedia Programming Interface and Data
Specifications 1.0, 1991).
"""

from __future__ import annotations

import struct
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from tts_node.audio.format import PcmFormat

UNKNOWN_LENGTH = 0xFFFFFFFF
"""Both sizes in the header of a stream whose length nobody knows yet."""
HEADER_BYTES = 44


def header(fmt: PcmFormat, data_bytes: int | None) -> bytes:
    """The 44 bytes before the samples. `data_bytes` None declares an unknown length (a stream).

    Raises `ValueError` for 4 GiB and more, which WAV cannot declare.
    """
    if data_bytes is None:
        riff = data = UNKNOWN_LENGTH
    else:
        riff, data = data_bytes + data_bytes % 2 + HEADER_BYTES - 8, data_bytes
        if riff >= UNKNOWN_LENGTH:
            raise ValueError("WAV files hold less than 4 GiB")
    return struct.pack(
        "<4sI4s4sIHHIIHH4sI",
        b"RIFF",
        riff,
        b"WAVE",
        b"fmt ",
        16,
        1,  # integer PCM
        fmt.channels,
        fmt.rate,
        fmt.rate * fmt.frame_bytes,
        fmt.frame_bytes,
        fmt.width * 8,
        b"data",
        data,
    )


class WavFile:
    """Writes a WAV file with exact sizes. Until `close`, it is called `NAME.part`; `discard` leaves nothing.

    A context manager: an exception inside discards. Whatever was at `path` stays until the new file is
    complete. Blocking; for the command line, not for an event loop.
    """

    def __init__(self, path: Path, fmt: PcmFormat) -> None:
        self._path = path
        self._part = path.with_name(path.name + ".part")
        self._fmt = fmt
        self._size_bytes = 0
        self._file: BinaryIO | None = self._part.open("wb")
        self._file.write(header(fmt, 0))

    @property
    def audio_ms(self) -> float:
        return self._fmt.ms(self._size_bytes)

    def write(self, pcm: bytes) -> None:
        """Append samples. Raises `ValueError` after `close` or beyond 4 GiB."""
        if self._file is None:
            raise ValueError("the file is closed")
        header(self._fmt, self._size_bytes + len(pcm))  # raises before the file grows too large
        self._file.write(pcm)
        self._size_bytes += len(pcm)

    def close(self) -> None:
        """Write the sizes and put the file in its place. Twice is allowed."""
        if self._file is None:
            return
        file, self._file = self._file, None
        try:
            with file:
                # A torn last frame would shift the channels of whatever is appended by other tools.
                torn = self._size_bytes % self._fmt.frame_bytes
                self._size_bytes -= torn
                file.truncate(HEADER_BYTES + self._size_bytes)
                file.seek(0)
                file.write(header(self._fmt, self._size_bytes))
            self._part.replace(self._path)
        except BaseException:
            self._part.unlink(missing_ok=True)
            raise

    def discard(self) -> None:
        """Remove what was written; does nothing after `close`."""
        if self._file is None:
            return
        file, self._file = self._file, None
        try:
            with suppress(OSError):  # on a full disk what is still buffered fails again
                file.close()
        finally:
            self._part.unlink(missing_ok=True)

    def __enter__(self) -> WavFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()
        else:
            self.discard()
