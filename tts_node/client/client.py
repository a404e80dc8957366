"""The asyncio client: one connection to a node, several utterances at a time."""

from __future__ import annotations

import asyncio
import itertools
import ssl
from collections import deque
from collections.abc import AsyncIterable, AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar, cast

from websockets.asyncio.client import ClientConnection

from tts_node.audio.format import OutputFormat
from tts_node.client.address import DEFAULT_URL, HasUrl, websocket_url
from tts_node.client.errors import ConnectionLost, ServerError
from tts_node.client.events import Audio, Done, Flushed, Interrupted, Mark, Queued, Started, Warning
from tts_node.client.link import WENT_AWAY, Link, open_websocket
from tts_node.client.stream import ReadBudget, Stream
from tts_node.client.utterance import Utterance
from tts_node.protocol import (
    AdminMessage,
    Append,
    Cancel,
    ClientMessage,
    End,
    Error,
    Flush,
    Hello,
    JobPause,
    JobPauseAnswer,
    JobResume,
    JobResumeAnswer,
    JobRun,
    JobRunAnswer,
    Jobs,
    JobsAnswer,
    Lexicon,
    LexiconAdd,
    LexiconAddAnswer,
    LexiconAnswer,
    LexiconRemove,
    LexiconRemoveAnswer,
    LexiconTest,
    LexiconTestAnswer,
    Ping,
    Prepare,
    PrepareAnswer,
    Preview,
    PreviewAnswer,
    Recycle,
    RecycleAnswer,
    Restart,
    RestartAnswer,
    ServerMessage,
    Session,
    Speak,
    Status,
    StatusAnswer,
    Voices,
    VoicesAnswer,
)
from tts_node.protocol.fields import Pace, TextFormatName

_Answer = TypeVar(
    "_Answer",
    VoicesAnswer,
    StatusAnswer,
    Ping,
    PreviewAnswer,
    PrepareAnswer,
    Session,
    JobsAnswer,
    JobRunAnswer,
    JobPauseAnswer,
    JobResumeAnswer,
    RecycleAnswer,
    RestartAnswer,
    LexiconAnswer,
    LexiconAddAnswer,
    LexiconRemoveAnswer,
    LexiconTestAnswer,
)
_WARNINGS_KEPT = 16
_Request = Voices | Status | Ping | Preview | Prepare | Session | AdminMessage


@asynccontextmanager
async def connect(
    url: str | None = None,
    *,
    node: HasUrl | None = None,
    token: str | None = None,
    timeout_s: float = 10.0,
    buffer_bytes: int = 2**20,
    keepalive_s: float = 20.0,
    tls: ssl.SSLContext | None = None,
) -> AsyncIterator[Client]:
    """Connect to a node: to `url` (`ws://192.168.1.20:8750`; the path may be missing), to a found `node`,
    else to the one on this machine.

    At most `buffer_bytes` wait unread on the connection; then it is not read, and the node goes no further.
    Leaving the context closes the connection, which cancels what is still being spoken.

    Raises `NotReachable`, `ServerError` (`unauthorized`, `forbidden`, …), `IncompatibleNode`, or `ValueError`
    for a URL that makes no sense.
    """
    address = node.url if node is not None and url is None else websocket_url(url or DEFAULT_URL)
    websocket, hello = await open_websocket(address, token=token, timeout_s=timeout_s, tls=tls)
    client = Client(websocket, hello, buffer_bytes=buffer_bytes, keepalive_s=keepalive_s)
    try:
        yield client
    finally:
        await client.close()


class Client:
    """A connection to a node, made by `connect`. All methods belong to its event loop."""

    def __init__(
        self, websocket: ClientConnection, hello: Hello, *, buffer_bytes: int, keepalive_s: float
    ) -> None:
        self.hello = hello
        self.on_warning: Callable[[Warning], None] | None = None
        """Called on the loop with each warning to the whole connection, such as `restarting`."""
        self._warnings: deque[Warning] = deque(maxlen=_WARNINGS_KEPT)
        self._loop = asyncio.get_running_loop()
        self._ids = itertools.count(1)
        self._streams: dict[str, Stream] = {}
        self._sounding: Stream | None = None
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._feeders: set[asyncio.Task[None]] = set()
        self._budget = ReadBudget(buffer_bytes)
        self._link = Link(
            websocket, self._budget, on_message=self._take, on_lost=self._lose, keepalive_s=keepalive_s
        )

    def speak(
        self,
        text: str | AsyncIterable[str],
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
        """Speak `text`; what is left None is as the session has it. Several may be under way at once.

        An async iterable is spoken as its pieces arrive, and its end is the text's end; when it raises, the
        utterance is cancelled and iterating raises the same. With `more` the text stays open for
        `Utterance.append` until `end`.
        `format` is an `OutputFormat` or a container's name; `priority` one of `bulk`, `reply`, `announce`,
        `alert`; `pace` `fast` or `realtime`; `text_format` `auto`, `plain`, `markdown` or
        `ssml`. Raises `ConnectionLost`; `ValueError` for an `id` in use, and for text that is no Unicode (a
        lone surrogate).
        """
        self._link.check()
        id = id if id is not None else f"u{next(self._ids)}"
        if id in self._streams:
            raise ValueError(f"there is an utterance with id {id!r} already")
        known = text if isinstance(text, str) else ""
        self._link.post(
            Speak(
                text=known,
                id=id,
                instruct=instruct,
                voice=voice,
                speaker=speaker,
                language=language,
                text_format=text_format,
                speed=speed,
                format=OutputFormat(format) if isinstance(format, str) else format,
                priority=priority,
                pace=_pace(pace),
                marks=marks,
                cache=cache,
                more=True if more or not isinstance(text, str) else None,
            )
        )
        stream = self._streams[id] = Stream(id, self._budget)
        if not isinstance(text, str):
            self._own(self._feed(stream, text, keep_open=more))
        return Utterance(stream, self)

    @property
    def warnings(self) -> tuple[Warning, ...]:
        """What the node said to the whole connection, such as `restarting`: the latest, the newest last.
        Warnings of an utterance are among its events."""
        return tuple(self._warnings)

    async def voices(self) -> tuple[Mapping[str, Any], ...]:
        """What the node can speak with, an object for each voice."""
        return (await self._ask(Voices(ref=self._ref()), VoicesAnswer)).voices

    async def styles(self) -> tuple[str, ...]:
        """Ways of speaking that the node's configuration names; one is chosen behind a voice: `joe|night`."""
        return (await self._ask(Voices(ref=self._ref()), VoicesAnswer)).styles

    async def status(self) -> Mapping[str, Any]:
        return (await self._ask(Status(ref=self._ref()), StatusAnswer)).status

    async def ping(self) -> float:
        """Milliseconds until the node answered."""
        started = self._loop.time()
        await self._ask(Ping(ref=self._ref()), Ping)
        return (self._loop.time() - started) * 1000.0

    async def preview(
        self,
        text: str,
        *,
        language: str | None = None,
        voice: str | None = None,
        text_format: TextFormatName | None = None,
    ) -> PreviewAnswer:
        """Which segments `text` becomes, as they would be spoken, with their places in `text`."""
        wanted = Preview(text=text, language=language, voice=voice, text_format=text_format, ref=self._ref())
        return await self._ask(wanted, PreviewAnswer)

    async def prepare(self, voice: str | None = None) -> str:
        """Have a voice loaded; returns its name when it can speak."""
        return (await self._ask(Prepare(voice=voice, ref=self._ref()), PrepareAnswer)).voice

    async def session(
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
        wanted = Session(
            voice=voice,
            speaker=speaker,
            language=language,
            text_format=text_format,
            instruct=instruct,
            speed=speed,
            format=OutputFormat(format) if isinstance(format, str) else format,
            priority=priority,
            pace=_pace(pace),
            marks=marks,
            ref=self._ref(),
        )
        return await self._ask(wanted, Session)

    async def jobs(self) -> tuple[Mapping[str, Any], ...]:
        """What the node does for itself, an object for each job. This and what follows need the admin
        token; without it they raise `ServerError` `unauthorized`."""
        return (await self._ask(Jobs(ref=self._ref()), JobsAnswer)).jobs

    async def run_job(self, name: str, *, wait_s: float = 0.0) -> Mapping[str, Any]:
        """Run a job now; returns it when the run is over, or after `wait_s`."""
        return (await self._ask(JobRun(name=name, wait_s=wait_s, ref=self._ref()), JobRunAnswer)).job

    async def pause_job(self, name: str) -> Mapping[str, Any]:
        """No more runs by the clock."""
        return (await self._ask(JobPause(name=name, ref=self._ref()), JobPauseAnswer)).job

    async def resume_job(self, name: str) -> Mapping[str, Any]:
        """By the clock again."""
        return (await self._ask(JobResume(name=name, ref=self._ref()), JobResumeAnswer)).job

    async def recycle(self, engine: str, *, reason: str | None = None) -> RecycleAnswer:
        """Fresh processes for an engine, behind open connections; returns when they speak."""
        return await self._ask(Recycle(engine=engine, reason=reason, ref=self._ref()), RecycleAnswer)

    async def restart(self, *, reason: str | None = None) -> None:
        """Have the node finish what it says, end, and start again; returns before that."""
        await self._ask(Restart(reason=reason, ref=self._ref()), RestartAnswer)

    async def lexicon(self) -> LexiconAnswer:
        """The household's words, and what is wrong with their file."""
        return await self._ask(Lexicon(ref=self._ref()), LexiconAnswer)

    async def add_to_lexicon(
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
        """Correct a word for all engines and doors: `say` is words, `ipa` or `pinyin` sounds. `kind` is
        `word`, `unit` or `abbreviation`; without a language it holds for all."""
        wanted = LexiconAdd(
            written=written,
            kind=kind,
            language=language,
            say=say,
            ipa=ipa,
            pinyin=pinyin,
            case=case,
            one=one,
            few=few,
            many=many,
            ref=self._ref(),
        )
        return await self._ask(wanted, LexiconAddAnswer)

    async def remove_from_lexicon(
        self, written: str, *, kind: str | None = None, language: str | None = None
    ) -> Mapping[str, Any]:
        """Returns the entry that is no more."""
        wanted = LexiconRemove(written=written, kind=kind, language=language, ref=self._ref())
        return (await self._ask(wanted, LexiconRemoveAnswer)).entry

    async def test_lexicon(self, text: str, *, language: str | None = None) -> LexiconTestAnswer:
        """How `text` would be read, and which of the household's words it has."""
        return await self._ask(LexiconTest(text=text, language=language, ref=self._ref()), LexiconTestAnswer)

    async def close(self) -> None:
        """End the connection; what is being spoken is cancelled. Twice is allowed."""
        for task in tuple(self._feeders):
            task.cancel()
        # Nothing waits unread any more, so the reader gets through to the node's goodbye.
        for stream in self._streams.values():
            stream.mute()
        await self._link.close()
        await asyncio.gather(*self._feeders, return_exceptions=True)

    # --- what utterances need -------------------------------------------------------------------------

    def post(self, message: ClientMessage) -> None:
        """Put a message in line; dropped when the connection is gone."""
        self._link.post(message)

    async def send(self, message: ClientMessage) -> None:
        """Put a message in line and wait until the line is short. Raises `ConnectionLost`."""
        await self._link.send(message)

    def discard(self, stream: Stream) -> None:
        """Nobody will read this stream any more. From any thread."""
        with suppress(RuntimeError):  # the loop is closed, and the connection with it
            self._loop.call_soon_threadsafe(self._discard, stream)

    # --- inside ---------------------------------------------------------------------------------------

    def _discard(self, stream: Stream) -> None:
        if not stream.over:
            self._link.post(Cancel(id=stream.id))
        stream.mute()

    def _take(self, message: ServerMessage | bytes) -> None:
        """Hand one message to whom it belongs."""
        match message:
            case bytes():
                if self._sounding is not None:
                    self._sounding.put(Audio(self._sounding.id, message))
            case Started():
                self._sounding = self._streams.get(message.id)
                self._put(message.id, message)
            case Queued() | Mark() | Flushed() | Interrupted():
                self._put(message.id, message)
            case Warning(id=None):
                self._warn(message)
            case Warning():
                self._put(message.id, message)
            case Done():
                self._finish(message)
            case Error():
                self._refuse(message)
            case VoicesAnswer() | StatusAnswer() | Ping() | PreviewAnswer() | PrepareAnswer() | Session():
                self._answer(message.ref, message)
            case JobsAnswer() | JobRunAnswer() | JobPauseAnswer() | JobResumeAnswer():
                self._answer(message.ref, message)
            case RecycleAnswer() | RestartAnswer():
                self._answer(message.ref, message)
            case LexiconAnswer() | LexiconAddAnswer() | LexiconRemoveAnswer() | LexiconTestAnswer():
                self._answer(message.ref, message)
            case _:
                pass  # answers that nobody waits for, and messages of newer nodes

    def _put(self, id: str | None, event: Queued | Started | Mark | Flushed | Interrupted | Warning) -> None:
        stream = self._streams.get(id) if id is not None else None
        if stream is not None:
            stream.put(event)

    def _warn(self, warning: Warning) -> None:
        self._warnings.append(warning)
        if self.on_warning is None:
            return
        try:
            self.on_warning(warning)
        except Exception as error:  # no fault of the connection
            self._loop.call_exception_handler({"message": "on_warning failed", "exception": error})

    def _finish(self, done: Done) -> None:
        stream = self._streams.pop(done.id, None)
        if stream is None:
            return
        if self._sounding is stream:
            self._sounding = None
        if done.reason == "error" and not stream.over:
            stream.fail(ServerError(done.error_code or "internal_error", "the utterance failed", id=done.id))
        stream.put(done)
        stream.done = done

    def _refuse(self, error: Error) -> None:
        if isinstance(error.ref, int) and error.ref in self._answers:
            self._answer(error.ref, ServerError.of(error))
            return
        stream = self._streams.get(error.id) if error.id is not None else None
        if stream is None:
            return
        if error.request == Speak.type:
            # Refused: no `done` will follow.
            del self._streams[stream.id]
            stream.fail(ServerError.of(error))
        elif error.request is None:
            stream.fail(ServerError.of(error))
        elif error.request in (Append.type, End.type, Flush.type):
            # Text was lost, so what would be spoken is not what was meant.
            stream.fail(ServerError.of(error))
            self._link.post(Cancel(id=stream.id))

    def _ref(self) -> int:
        return next(self._ids)

    async def _ask(self, request: _Request, kind: type[_Answer]) -> _Answer:
        ref = request.ref
        assert isinstance(ref, int)
        answer = self._answers[ref] = self._loop.create_future()
        try:
            await self._link.send(request)
            result = await answer
        finally:
            self._answers.pop(ref, None)
            # It may have been failed by a lost connection that `send` has told of already.
            if answer.done() and not answer.cancelled():
                answer.exception()
        if not isinstance(result, kind):
            raise ConnectionLost(f"the node answered {request.type} with {result.type}")
        return result

    def _answer(self, ref: str | int | None, result: object) -> None:
        future = self._answers.get(ref) if isinstance(ref, int) else None
        if future is None or future.done():
            return
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)

    def _lose(self, reason: ConnectionLost) -> None:
        for future in self._answers.values():
            if not future.done():
                future.set_exception(ConnectionLost(str(reason)))
        told = f"{WENT_AWAY} in mid-speech" if str(reason) == WENT_AWAY else str(reason)
        for stream in self._streams.values():
            stream.fail(ConnectionLost(told))
        self._streams.clear()
        self._sounding = None

    def _own(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._feeders.add(task)
        task.add_done_callback(self._feeders.discard)

    async def _feed(self, stream: Stream, pieces: AsyncIterable[str], *, keep_open: bool) -> None:
        """Send the pieces of a text as they come. Holds no `Utterance`, so that one nobody holds can go."""
        try:
            async for piece in pieces:
                if stream.over:
                    return
                if piece:
                    await self._link.send(Append(id=stream.id, text=piece))
            if not keep_open and not stream.over:
                await self._link.send(End(id=stream.id))
        except ConnectionLost:
            pass  # the stream has been told
        except Exception as error:
            stream.fail(error)
            self._link.post(Cancel(id=stream.id))


def _pace(pace: str | None) -> Pace | None:
    if pace not in (None, "fast", "realtime"):
        raise ValueError(f"pace is `fast` or `realtime`, not {pace!r}")
    return cast("Pace | None", pace)
