"""Speaks an utterance into an HTTP answer, as it is made.

Until the first sound there is nothing of the answer, so whatever goes wrong before it is a proper error.
After it the connection is cut off, for a clean end would pass half a sentence off as the whole.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import quote

from tts_node.audio.encode import media_type
from tts_node.audio.format import OutputFormat
from tts_node.errors import EmptyText, NodeError, SlowReader
from tts_node.server.exchange import Exchange
from tts_node.server.reader_clock import ReaderClock
from tts_node.server.refusal import error_of
from tts_node.speech.utterance import Audio, Finished, Speaking, Started, Warned

_LOG = logging.getLogger(__name__)


class Dress(Protocol):
    """How sound is put into the answer's body."""

    def media_type(self, fmt: OutputFormat) -> str:
        """Of the answer whose sound has this resolved format."""

    def sound(self, data: bytes) -> bytes: ...

    def end(self, audio_ms: float) -> bytes:
        """What comes after the last sound; so long was all of it."""

    def failed(self, error: NodeError) -> bytes:
        """The last words before the connection is cut."""


class Bare:
    """The sound itself."""

    def media_type(self, fmt: OutputFormat) -> str:
        return media_type(fmt)

    def sound(self, data: bytes) -> bytes:
        return data

    def end(self, audio_ms: float) -> bytes:
        return b""

    def failed(self, error: NodeError) -> bytes:
        return b""


@dataclass(frozen=True, slots=True)
class Opening:
    """What is known when the first sound is there."""

    started: Started
    first: Audio
    warnings: tuple[str, ...]


async def opening(speaking: Speaking) -> Opening:
    """Read on until the first sound is there. Raises `NodeError` when there is none."""
    started: Started | None = None
    warnings: list[str] = []
    async for event in speaking:
        if isinstance(event, Started):
            started = event
            warnings += event.warnings
        elif isinstance(event, Warned):
            warnings.append(event.message)
        elif isinstance(event, Audio):
            assert started is not None
            return Opening(started, event, tuple(warnings))
        elif isinstance(event, Finished) and event.reason != "complete":
            raise error_of(event)
    raise EmptyText("there is nothing to speak in this text")


async def deliver(
    exchange: Exchange,
    speaking: Speaking,
    dress: Dress,
    *,
    slow_reader_s: float,
    warnings: Iterable[str] = (),
) -> None:
    """Answer with what is spoken. A client that leaves cancels it.

    Raises `NodeError` while there is nothing of the answer yet; the answer is then the caller's.
    """
    async with speaking, watched(exchange, speaking):
        began = await opening(speaking)
        headers = [("content-type", dress.media_type(began.started.format)), ("cache-control", "no-store")]
        await exchange.start(200, [*headers, *describe(began, warnings)])
        flow = _Flow(exchange, speaking, slow_reader_s)
        await flow.send(dress.sound(began.first.data), began.first.audio_ms)
        async for event in speaking:
            if isinstance(event, Audio):
                await flow.send(dress.sound(event.data), event.audio_ms)
            elif isinstance(event, Finished):
                if event.reason == "complete":
                    await exchange.write(dress.end(event.audio_ms), more=False)
                else:
                    await _break_off(exchange, event, dress)


@contextlib.asynccontextmanager
async def watched(exchange: Exchange, speaking: Speaking) -> AsyncIterator[None]:
    """Cancel `speaking` as soon as the client leaves."""

    async def watch() -> None:
        await exchange.gone()
        speaking.cancel()

    watching = asyncio.create_task(watch(), name="watch an HTTP client")
    try:
        yield
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)


def describe(began: Opening, warnings: Iterable[str] = ()) -> list[tuple[str, str]]:
    """Headers that say what is really used. Lists are joined by commas; what is not plain ASCII in them,
    and their own commas, are percent-encoded UTF-8.
    """
    started = began.started
    values = {
        "x-tts-voice": (started.voice,),
        "x-tts-speaker": (started.speaker,) if started.speaker is not None else (),
        "x-tts-engine": (started.engine,),
        "x-tts-language": (started.language,) if started.language is not None else (),
        "x-tts-instruct-applied": started.instruct_applied,
        "x-tts-instruct-ignored": started.instruct_ignored,
        "x-tts-cached": ("true" if started.cached else "false",),
        "x-tts-warnings": (*began.warnings, *warnings),
    }
    return [
        (name, ", ".join(quote(word, safe=_PLAIN) for word in words)[:_HEADER_CHARS])
        for name, words in values.items()
        if words
    ]


_PLAIN = " !\"#$&'()*+-./:;<=>?@[\\]^_`{|}~"
"""Printable ASCII but for the comma and the per cent sign."""
_HEADER_CHARS = 2_000


class _Flow:
    """Writes at the reader's pace, and gives one up that falls too far behind."""

    def __init__(self, exchange: Exchange, speaking: Speaking, slow_reader_s: float) -> None:
        self._exchange = exchange
        self._speaking = speaking
        self._slow_reader_s = slow_reader_s
        self._clock = ReaderClock()

    async def send(self, data: bytes, audio_ms: float) -> None:
        loop = asyncio.get_running_loop()
        self._clock.offer(loop.time())
        if data:
            try:
                async with asyncio.timeout_at(self._clock.behind_at(self._slow_reader_s)):
                    await self._exchange.write(data)
            except TimeoutError:
                message = f"the client reads {self._slow_reader_s:g} s behind real time"
                self._speaking.cancel("error", SlowReader(message))
                return
        self._clock.accept(audio_ms)


async def _break_off(exchange: Exchange, finished: Finished, dress: Dress) -> None:
    error = error_of(finished)
    if exchange.left:
        return
    _LOG.info("an answer is cut off: %s", error)
    if not isinstance(error, SlowReader) and (last := dress.failed(error)):
        await exchange.write(last)
    await exchange.abort()
