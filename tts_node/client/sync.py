"""The client for scripts without asyncio: the same calls, blocking.

    from tts_node.client.sync import Audio, connect

    with connect("ws://192.168.1.20:8750") as client:
        for event in client.speak("Dinner is ready"):
            ...

The asyncio client runs on a thread of its own; Ctrl-C ends the waiting, and leaving the `with` closes the
connection, which stops the speech.
"""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import TracebackType
from typing import Any, TypeVar

from tts_node.audio.format import OutputFormat
from tts_node.client import client as aio
from tts_node.client.address import HasUrl
from tts_node.client.errors import ClientError, ConnectionLost, NoPlayer, NotReachable, ServerError
from tts_node.client.events import (
    Audio,
    Done,
    Event,
    Flushed,
    Interrupted,
    Mark,
    Queued,
    Started,
    Warning,
)
from tts_node.client.pieces import pieces_of
from tts_node.client.utterance import Utterance as AsyncUtterance
from tts_node.protocol import (
    Hello,
    LexiconAddAnswer,
    LexiconAnswer,
    LexiconTestAnswer,
    PreviewAnswer,
    RecycleAnswer,
    Session,
    TextFormatName,
)

__all__ = [
    "Audio",
    "Client",
    "ClientError",
    "ConnectionLost",
    "Done",
    "Event",
    "Flushed",
    "Interrupted",
    "Mark",
    "NoPlayer",
    "NotReachable",
    "OutputFormat",
    "Queued",
    "ServerError",
    "Started",
    "Utterance",
    "Warning",
    "connect",
]

_T = TypeVar("_T")


@contextmanager
def connect(
    url: str | None = None,
    *,
    node: HasUrl | None = None,
    token: str | None = None,
    timeout_s: float = 10.0,
    buffer_bytes: int = 2**20,
    keepalive_s: float = 20.0,
    tls: ssl.SSLContext | None = None,
) -> Iterator[Client]:
    """Connect to a node; see `tts_node.client.connect`."""
    with _LoopThread() as loop:
        connection = aio.connect(
            url,
            node=node,
            token=token,
            timeout_s=timeout_s,
            buffer_bytes=buffer_bytes,
            keepalive_s=keepalive_s,
            tls=tls,
        )
        client = loop.wait(connection.__aenter__())
        try:
            yield Client(client, loop)
        finally:
            loop.wait(connection.__aexit__(None, None, None))


class Client:
    """A connection to a node; made by `connect`. May be used from several threads."""

    def __init__(self, client: aio.Client, loop: _LoopThread) -> None:
        self._client = client
        self._loop = loop

    @property
    def hello(self) -> Hello:
        return self._client.hello

    @property
    def warnings(self) -> tuple[Warning, ...]:
        """What the node said to the whole connection, such as `restarting`: the latest, the newest last."""
        return self._client.warnings

    def speak(
        self,
        text: str | Iterable[str],
        *,
        instruct: str | None = None,
        voice: str | None = None,
        speaker: str | None = None,
        language: str | None = None,
        text_format: TextFormatName | None = None,
        speed: float | None = None,
        format: OutputFormat | str | None = None,
        priority: str | None = None,
        pace: str | None = None,
        marks: bool | None = None,
        cache: bool | None = None,
        more: bool = False,
        id: str | None = None,
    ) -> Utterance:
        """Speak `text`; see `tts_node.client.Client.speak`.

        An iterable (a generator, an open file) is spoken as its pieces arrive; it is read on a thread of its
        own.
        """

        def start() -> AsyncUtterance:
            return self._client.speak(
                text if isinstance(text, str) else pieces_of(text),
                instruct=instruct,
                voice=voice,
                speaker=speaker,
                language=language,
                text_format=text_format,
                speed=speed,
                format=format,
                priority=priority,
                pace=pace,
                marks=marks,
                cache=cache,
                more=more,
                id=id,
            )

        return Utterance(self._loop.call(start), self._loop)

    def voices(self) -> tuple[Mapping[str, Any], ...]:
        """What the node can speak with, an object for each voice."""
        return self._loop.wait(self._client.voices())

    def styles(self) -> tuple[str, ...]:
        """Ways of speaking that the node's configuration names; one is chosen behind a voice: `joe|night`."""
        return self._loop.wait(self._client.styles())

    def status(self) -> Mapping[str, Any]:
        return self._loop.wait(self._client.status())

    def ping(self) -> float:
        """Milliseconds until the node answered."""
        return self._loop.wait(self._client.ping())

    def preview(
        self,
        text: str,
        *,
        language: str | None = None,
        voice: str | None = None,
        text_format: TextFormatName | None = None,
    ) -> PreviewAnswer:
        """Which segments `text` becomes, as they would be spoken, with their places in `text`."""
        answer = self._client.preview(text, language=language, voice=voice, text_format=text_format)
        return self._loop.wait(answer)

    def prepare(self, voice: str | None = None) -> str:
        """Have a voice loaded; returns its name when it can speak."""
        return self._loop.wait(self._client.prepare(voice))

    def session(
        self,
        *,
        voice: str | None = None,
        speaker: str | None = None,
        language: str | None = None,
        text_format: TextFormatName | None = None,
        instruct: str | None = None,
        speed: float | None = None,
        format: OutputFormat | str | None = None,
        priority: str | None = None,
        pace: str | None = None,
        marks: bool | None = None,
    ) -> Session:
        """Defaults for later `speak`s here, replacing all earlier ones; returns what holds now."""
        return self._loop.wait(
            self._client.session(
                voice=voice,
                speaker=speaker,
                language=language,
                text_format=text_format,
                instruct=instruct,
                speed=speed,
                format=format,
                priority=priority,
                pace=pace,
                marks=marks,
            )
        )

    def jobs(self) -> tuple[Mapping[str, Any], ...]:
        """What the node does for itself, an object for each job. This and what follows need the admin
        token."""
        return self._loop.wait(self._client.jobs())

    def run_job(self, name: str, *, wait_s: float = 0.0) -> Mapping[str, Any]:
        """Run a job now; returns it when the run is over, or after `wait_s`."""
        return self._loop.wait(self._client.run_job(name, wait_s=wait_s))

    def pause_job(self, name: str) -> Mapping[str, Any]:
        """No more runs by the clock."""
        return self._loop.wait(self._client.pause_job(name))

    def resume_job(self, name: str) -> Mapping[str, Any]:
        """By the clock again."""
        return self._loop.wait(self._client.resume_job(name))

    def recycle(self, engine: str, *, reason: str | None = None) -> RecycleAnswer:
        """Fresh processes for an engine, behind open connections; returns when they speak."""
        return self._loop.wait(self._client.recycle(engine, reason=reason))

    def restart(self, *, reason: str | None = None) -> None:
        """Have the node finish what it says, end, and start again; returns before that."""
        self._loop.wait(self._client.restart(reason=reason))

    def lexicon(self) -> LexiconAnswer:
        """The household's words, and what is wrong with their file."""
        return self._loop.wait(self._client.lexicon())

    def add_to_lexicon(
        self,
        written: str,
        *,
        kind: str | None = None,
        language: str | None = None,
        say: str | None = None,
        ipa: str | None = None,
        pinyin: str | None = None,
        case: str | None = None,
        one: str | None = None,
        few: str | None = None,
        many: str | None = None,
    ) -> LexiconAddAnswer:
        """Correct a word for all engines and doors; see `tts_node.client.Client.add_to_lexicon`."""
        return self._loop.wait(
            self._client.add_to_lexicon(
                written,
                kind=kind,
                language=language,
                say=say,
                ipa=ipa,
                pinyin=pinyin,
                case=case,
                one=one,
                few=few,
                many=many,
            )
        )

    def remove_from_lexicon(
        self, written: str, *, kind: str | None = None, language: str | None = None
    ) -> Mapping[str, Any]:
        """Returns the entry that is no more."""
        return self._loop.wait(self._client.remove_from_lexicon(written, kind=kind, language=language))

    def test_lexicon(self, text: str, *, language: str | None = None) -> LexiconTestAnswer:
        """How `text` would be read, and which of the household's words it has."""
        return self._loop.wait(self._client.test_lexicon(text, language=language))

    def close(self) -> None:
        """End the connection; what is being spoken is cancelled. Twice is allowed."""
        self._loop.wait(self._client.close())


class Utterance:
    """An utterance under way: `for event in utterance` until `Done`; see `tts_node.client.Utterance`."""

    def __init__(self, utterance: AsyncUtterance, loop: _LoopThread) -> None:
        self._utterance = utterance
        self._loop = loop

    @property
    def id(self) -> str:
        return self._utterance.id

    @property
    def done(self) -> Done | None:
        """The last message, once it has arrived."""
        return self._utterance.done

    def append(self, text: str) -> None:
        """More text, joined to the letter."""
        self._loop.wait(self._utterance.append(text))

    def flush(self, tag: str | None = None) -> None:
        """Speak what is there and stay open."""
        self._loop.wait(self._utterance.flush(tag))

    def end(self) -> None:
        """No more text. Twice is allowed."""
        self._loop.wait(self._utterance.end())

    def cancel(self, played_ms: float | None = None) -> None:
        """Stop now; iterating gives `Done` and nothing else."""
        self._loop.wait(self._utterance.cancel(played_ms))

    def played(self, played_ms: float) -> None:
        """Tell how far the listener has heard."""
        self._loop.wait(self._utterance.played(played_ms))

    def audio(self) -> Iterator[bytes]:
        """Only the sound."""
        return (event.data for event in self if isinstance(event, Audio))

    def wait(self) -> Done:
        """Read and drop what comes until the end, and give that."""
        return self._loop.wait(self._utterance.wait())

    def __iter__(self) -> Utterance:
        return self

    def __next__(self) -> Event:
        event = self._loop.wait(_next(self._utterance))
        if event is None:
            raise StopIteration
        return event

    def __enter__(self) -> Utterance:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cancel()


class _LoopThread:
    """An event loop on a thread. `wait` runs a coroutine there and blocks for its result."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="tts-node client", daemon=True)
        self._thread.start()

    def wait(self, work: Coroutine[Any, Any, _T]) -> _T:
        if self._loop.is_closed():
            work.close()
            raise ConnectionLost("the connection was closed")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except KeyboardInterrupt:
            future.cancel()
            raise

    def call(self, function: Callable[[], _T]) -> _T:
        async def run() -> _T:
            return function()

        return self.wait(run())

    def __enter__(self) -> _LoopThread:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
            left = asyncio.all_tasks(self._loop)
            for task in left:
                task.cancel()
            self._loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        finally:
            self._loop.close()


async def _next(utterance: AsyncUtterance) -> Event | None:
    # A future cannot carry StopAsyncIteration out of the loop without a fuss, so None is the end.
    return await anext(utterance, None)
