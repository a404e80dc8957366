"""What `Client.speak` gives: an utterance under way, to be iterated, added to and cancelled."""

from __future__ import annotations

import weakref
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Protocol

from tts_node.client.errors import ClientError
from tts_node.client.events import Audio, Done, Event
from tts_node.client.stream import Stream
from tts_node.protocol import Append, Cancel, ClientMessage, End, Flush, Played


class Outbox(Protocol):
    """Where messages to the node go."""

    def post(self, message: ClientMessage) -> None:
        """Put it in line; dropped when the connection is gone."""

    async def send(self, message: ClientMessage) -> None:
        """Put it in line and wait until the line is short. Raises `ConnectionLost`."""

    def discard(self, stream: Stream) -> None:
        """Nobody will read this any more: cancel it at the node, drop what comes. From any thread."""


class Utterance:
    """An utterance under way: `async for event in utterance` until `Done`.

    Iterating raises `ServerError` when the node refused or failed it, `ConnectionLost` when the connection
    ended. Not reading it stops, once the client's buffer is full, everything else on the connection too; so
    read it to the end, `cancel` it, or use it as an async context manager, which cancels what is left. One
    that nobody holds any more is cancelled as well.
    """

    def __init__(self, stream: Stream, outbox: Outbox) -> None:
        self._stream = stream
        self._outbox = outbox
        self._ended = False
        weakref.finalize(self, outbox.discard, stream).atexit = False

    @property
    def id(self) -> str:
        return self._stream.id

    @property
    def done(self) -> Done | None:
        """The last message, once it has arrived (also with reason `error`)."""
        return self._stream.done

    async def append(self, text: str) -> None:
        """More text, joined to the letter; only for utterances opened with `more=True`.

        What the node has against it (`text_ended`, `text_too_long`) is raised by the iteration.
        """
        if text:
            await self._outbox.send(Append(id=self.id, text=text))

    async def flush(self, tag: str | None = None) -> None:
        """Speak what is there and stay open; `Flushed` with this tag follows its sound."""
        await self._outbox.send(Flush(id=self.id, tag=tag))

    async def end(self) -> None:
        """No more text. Twice is allowed."""
        if not self._ended:
            self._ended = True
            await self._outbox.send(End(id=self.id))

    async def cancel(self, played_ms: float | None = None) -> None:
        """Stop now. What is not read yet is dropped; iterating gives `Done` and nothing else. Twice is
        allowed.

        With `played_ms`, what the listener has heard, `Done` says in `text_spoken` how far that was.
        """
        if not self._stream.over:
            self._outbox.post(Cancel(id=self.id, played_ms=played_ms))
        self._stream.mute()

    async def played(self, played_ms: float) -> None:
        """Tell how far the listener has heard, milliseconds of the utterance's sound."""
        if not self._stream.over:
            await self._outbox.send(Played(id=self.id, played_ms=played_ms))

    async def audio(self) -> AsyncIterator[bytes]:
        """Only the sound."""
        async for event in self:
            if isinstance(event, Audio):
                yield event.data

    async def wait(self) -> Done:
        """Read and drop what comes until the end, and give that."""
        async for _ in self:
            pass
        if self._stream.done is None:  # iterating would have raised
            raise ClientError("the utterance has no end")
        return self._stream.done

    def __aiter__(self) -> Utterance:
        return self

    async def __anext__(self) -> Event:
        event = await self._stream.next()
        if event is None:
            raise StopAsyncIteration
        return event

    async def __aenter__(self) -> Utterance:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.cancel()
