"""Where the sound of `say` goes: the loudspeaker, a file, or stdout."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Protocol

from tts_node.audio.convert import Converter
from tts_node.audio.encode import Encoder, encoder, resolve
from tts_node.audio.files import save
from tts_node.audio.format import OutputFormat, PcmFormat
from tts_node.client import NoPlayer, Started
from tts_node.client.player import Player, check_device

_SPOOL_BYTES = 16 * 2**20
_READ_BYTES = 2**18


class Sink(Protocol):
    """Takes one utterance's PCM."""

    @property
    def played_ms(self) -> float:
        """How far the listener has heard; 0 where nobody listens."""

    @property
    def result(self) -> str:
        """What became of it, for the summary."""

    async def start(self, started: Started) -> None:
        """The format is known, or it goes on after an interruption. May raise `NoPlayer`."""

    async def write(self, pcm: bytes) -> None:
        """Take sound; waits while it cannot take more."""

    def drop_from(self, at_ms: float) -> None:
        """Sound from here on will come again."""

    async def finish(self) -> None:
        """All is there: play it to the end, or put the file in its place."""

    async def close(self) -> None:
        """Stop at once; what is not finished is nothing. Twice is allowed."""


class PlayerSink:
    """Plays. Raises `NoPlayer` when it is made, where no device is.

    `told_dry`: running dry is a fault worth telling, and not what happens when the text itself comes slowly.
    """

    def __init__(self, device: str | None, *, told_dry: bool) -> None:
        self._told_dry = told_dry
        self._device = int(device) if device is not None and device.isdecimal() else device
        check_device(self._device)
        self._player: Player | None = None
        self._converter: Converter | None = None
        self._offset_ms = 0.0
        self._next_ms = 0.0

    @property
    def played_ms(self) -> float:
        return max(0.0, self._player.played_ms - self._offset_ms) if self._player is not None else 0.0

    @property
    def result(self) -> str:
        underruns = self._player.underruns if self._player is not None else 0
        return f"played, {underruns} times dry," if underruns and self._told_dry else "played"

    async def start(self, started: Started) -> None:
        if self._player is not None:
            self._offset_ms = max(0.0, self._next_ms - started.from_ms)
            return
        fmt = pcm_of(started)
        try:
            self._player = Player(fmt, device=self._device)
        except NoPlayer:
            # Some devices know only their own rate.
            usual = PcmFormat(48_000, 2, 2)
            self._player = Player(usual, device=self._device)
            self._converter = Converter(fmt, usual)

    async def write(self, pcm: bytes) -> None:
        assert self._player is not None
        if self._converter is not None:
            pcm = self._converter.feed(pcm)
        await asyncio.to_thread(self._player.write, pcm)

    def drop_from(self, at_ms: float) -> None:
        if self._player is not None:
            self._next_ms = self._player.drop_from(at_ms + self._offset_ms)

    async def finish(self) -> None:
        if self._player is not None:
            if self._converter is not None:
                await asyncio.to_thread(self._player.write, self._converter.finish())
            await asyncio.to_thread(self._player.finish)

    async def close(self) -> None:
        if self._player is not None:
            self._player.close()


class FileSink:
    """Gathers the PCM, in memory or a temporary file, and writes the file when all of it is there."""

    def __init__(self, path: Path, fmt: OutputFormat) -> None:
        self._path = path
        self._format = fmt
        self._source: PcmFormat | None = None
        self._spool: IO[bytes] = tempfile.SpooledTemporaryFile(_SPOOL_BYTES)  # noqa: SIM115

    @property
    def played_ms(self) -> float:
        return 0.0

    @property
    def result(self) -> str:
        return f"wrote {self._path}"

    async def start(self, started: Started) -> None:
        self._source = pcm_of(started)

    async def write(self, pcm: bytes) -> None:
        with _naming(Path(tempfile.gettempdir())):
            self._spool.write(pcm)

    def drop_from(self, at_ms: float) -> None:
        if self._source is not None:
            self._spool.seek(min(self._spool.tell(), self._source.bytes_for(at_ms)))
            self._spool.truncate()

    async def finish(self) -> None:
        """Raises `OSError` when the file cannot be written; what was there before stays."""
        source = self._source or PcmFormat(self._format.rate or 22_050)
        self._spool.seek(0)
        with _naming(self._path):
            await asyncio.to_thread(save, self._path, self._format, source, self._pieces())

    async def close(self) -> None:
        self._spool.close()

    def _pieces(self) -> Iterator[bytes]:
        while piece := self._spool.read(_READ_BYTES):
            yield piece


class StdoutSink:
    """Writes to stdout as it comes, so that whoever reads can play it at once. Raises `OSError` where stdout
    takes no more, among them `BrokenPipeError`."""

    def __init__(self, fmt: OutputFormat) -> None:
        self._format = fmt
        self._source: PcmFormat | None = None
        self._encoder: Encoder | None = None
        self._taken = 0
        self._skip = 0
        """Bytes that will come again and have gone out already."""

    @property
    def played_ms(self) -> float:
        return 0.0

    @property
    def result(self) -> str:
        return "wrote to stdout"

    async def start(self, started: Started) -> None:
        if self._encoder is None:
            self._source = pcm_of(started)
            self._encoder = encoder(resolve(self._format, self._source), self._source)

    async def write(self, pcm: bytes) -> None:
        assert self._encoder is not None
        skipped = min(self._skip, len(pcm))
        self._skip -= skipped
        self._taken += len(pcm) - skipped
        await self._put(self._encoder.feed(pcm[skipped:]))

    def drop_from(self, at_ms: float) -> None:
        if self._source is not None:
            self._skip = max(0, self._taken - self._source.bytes_for(at_ms))

    async def finish(self) -> None:
        if self._encoder is not None:
            await self._put(self._encoder.finish())

    async def close(self) -> None:
        """What has gone out is out."""

    async def _put(self, data: bytes) -> None:
        await asyncio.to_thread(_write_out, data)


def _write_out(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """A write that fails does not say where; people want to know."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno is not None:
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise


def pcm_of(started: Started) -> PcmFormat:
    """The PCM that follows a `start` of a request for `pcm`. Raises `NoPlayer` for what is none."""
    fmt = started.format
    if fmt.container != "pcm" or fmt.rate is None or started.width != 2:
        raise NoPlayer(
            f"the node sends what was not asked for: {fmt.container} of {started.width} bytes a sample"
        )
    return PcmFormat(fmt.rate, 2, fmt.channels or 1)
