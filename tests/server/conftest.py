"""A node with a scripted voice behind the real server on a loopback port, and a client to talk to it.

The voice makes one chunk of 100 ms for every word; its PCM begins with the word itself, so a test can read
what was heard. `credits` lets a test give out chunks one by one.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as ws_connect

from tts_node.audio.format import OutputFormat, PcmFormat
from tts_node.config import LimitsConfig, ServerConfig
from tts_node.errors import EmptyText, NodeError, TextEnded, UnknownVoice
from tts_node.server.app import HttpDoors, build_app
from tts_node.server.auth import Tokens
from tts_node.server.ports import AdminPort, SpeakDefaults, VoiceListing
from tts_node.server.serve import Server
from tts_node.server.wire import WireProtocol
from tts_node.speech.utterance import (
    Audio,
    Event,
    Finished,
    Flushed,
    Queued,
    Reason,
    Started,
    Timing,
    Utterance,
)
from tts_node.text.line import Preview, PreviewSegment

RATE = 22_050
CHUNK_MS = 100.0
CHUNK_BYTES = 4_410


class FakeSpeaking:
    """Speaks word by word. `events` pushed by a test come first."""

    def __init__(self, utterance: Utterance, credits: int | None, chunk_ms: float) -> None:
        self.chunk_ms = chunk_ms
        self.utterance = utterance
        self.parts: list[str | Flushed] = list(utterance.text.split())
        self.open = utterance.more
        self.credits = credits
        self.events: deque[Event] = deque([Queued(0, 0)])
        self.calls: list[tuple[Any, ...]] = []
        self.cancelled = asyncio.Event()
        self.pulled = 0
        self.text = utterance.text
        self._at = 0
        self._started = False
        self._resume_from: float | None = None
        self._finished: Finished | None = None
        self._over = False
        self._news = asyncio.Event()
        self._played_ms: float | None = None

    # --- what a test does

    def allow(self, chunks: int) -> None:
        """Give out this many more chunks."""
        self.credits = (self.credits or 0) + chunks
        self._news.set()

    def emit(self, event: Event | Exception) -> None:
        self.events.append(event)  # type: ignore[arg-type]
        self._news.set()

    def finish(self, reason: Reason, error_code: str | None = None, message: str = "") -> None:
        self._end(reason, error_code, message)
        self._news.set()

    # --- Speaking

    def append(self, text: str) -> None:
        if not self.open:
            raise TextEnded("ended")
        self.calls.append(("append", text))
        self.text += text
        self.parts += text.split()
        self._news.set()

    def flush(self, tag: str | None = None) -> None:
        if not self.open:
            raise TextEnded("ended")
        self.calls.append(("flush", tag))
        self.parts.append(Flushed(tag))
        self._news.set()

    def end(self) -> None:
        self.calls.append(("end",))
        self.open = False
        self._news.set()

    def cancel(self, reason: Reason = "cancelled", error: Exception | None = None) -> None:
        if self._finished is None:
            self.calls.append(("cancel", reason))
            self.events.clear()
            told = error if isinstance(error, NodeError) else None
            self._end(reason, told and told.code, str(error or ""), told and told.retry_after_ms)
            self.cancelled.set()
            self._news.set()

    def played(self, played_ms: float) -> None:
        self.calls.append(("played", played_ms))
        self._played_ms = played_ms

    def interrupt(self) -> float:
        chunks = self._at if self._played_ms is None else min(self._at, int(self._played_ms // CHUNK_MS))
        self._at = chunks
        self._started = False
        self._resume_from = chunks * CHUNK_MS
        self.calls.append(("interrupt", self._resume_from))
        return self._resume_from

    @property
    def waiting_for_text(self) -> bool:
        return self.open and self._at >= len(self.parts) and not self.events

    def __aiter__(self) -> AsyncIterator[Event]:
        return self

    async def __anext__(self) -> Event:
        while True:
            if self.events:
                event = self.events.popleft()
                if isinstance(event, Exception):
                    raise event
                return event
            if self._finished is not None:
                if self._over:
                    raise StopAsyncIteration
                self._over = True
                return self._finished
            if (made := self._make()) is not None:
                self.pulled += 1
                return made
            self._news.clear()
            await self._news.wait()

    async def __aenter__(self) -> FakeSpeaking:
        return self

    async def __aexit__(self, *exc: object) -> None:
        self.cancel()

    def _make(self) -> Event | None:
        if self._at >= len(self.parts):
            if not self.open:
                self._end("complete", None, "")
                self._over = True
                return self._finished
            return None
        part = self.parts[self._at]
        if isinstance(part, Flushed):
            self._at += 1
            return part
        if self.credits == 0:
            return None
        if not self._started:
            self._started = True
            return started(self.utterance, self._resume_from)
        if self.credits is not None:
            self.credits -= 1
        self._at += 1
        return Audio(part.encode().ljust(CHUNK_BYTES, b"\0"), self.chunk_ms)

    def _end(
        self, reason: Reason, error_code: str | None, message: str, retry_after_ms: int | None = None
    ) -> None:
        spoken = sum(isinstance(part, str) for part in self.parts[: self._at])
        self._finished = Finished(
            reason=reason,
            audio_ms=spoken * CHUNK_MS,
            ttfa_ms=12.5,
            queue_ms=1.0,
            rtf=0.1,
            timing=Timing(queue_ms=1.0, text_ms=2.0, front_ms=3.0, first_step_ms=4.0, encode_ms=0.5),
            text_sent=len(self.text),
            segments=1,
            error_code=error_code,
            error_message=message,
            retry_after_ms=retry_after_ms,
            text_spoken=None if self._played_ms is None else self.text[:3],
            text_remaining=None if self._played_ms is None else self.text[3:],
        )


def started(utterance: Utterance, resume_from: float | None) -> Started:
    return Started(
        voice=utterance.voice or "kitchen",
        speaker=utterance.speaker,
        engine="tone",
        language=utterance.language or "en",
        instruct_applied=(utterance.instruct,) if utterance.instruct else (),
        instruct_ignored=(),
        format=OutputFormat(
            utterance.format.container, utterance.format.rate or RATE, 1, utterance.format.bitrate
        ),
        pcm=PcmFormat(RATE),
        cached=False,
        resumed=resume_from is not None,
        from_ms=resume_from or 0.0,
    )


class FakeSpeech:
    def __init__(self) -> None:
        self.spoken: list[FakeSpeaking] = []
        self.credits: int | None = None
        """For utterances that come from now on; None is without end."""
        self.credits_for: dict[str, int] = {}
        """Goes before `credits`, by text."""
        self.chunk_ms = CHUNK_MS
        """How long the chunks say they are."""
        self.error: Exception | None = None
        self.came = asyncio.Event()
        """An utterance was taken."""

    def speak(self, utterance: Utterance) -> FakeSpeaking:
        if self.error is not None:
            raise self.error
        if utterance.voice not in (None, "kitchen", "other"):
            raise UnknownVoice(f"no voice {utterance.voice}")
        if not utterance.more and not any(c.isalnum() for c in utterance.text):
            raise EmptyText("nothing to speak")
        credits = self.credits_for.get(utterance.text, self.credits)
        speaking = FakeSpeaking(utterance, credits, self.chunk_ms)
        self.spoken.append(speaking)
        self.came.set()
        return speaking

    def of(self, text: str) -> FakeSpeaking:
        return next(s for s in reversed(self.spoken) if s.utterance.text == text)


class FakeNode:
    node_id = "0123abcd"
    name = "kitchen-node"
    version = "0.1.0"

    def __init__(self) -> None:
        self.speech = FakeSpeech()
        self.draining = False
        self.missing: tuple[str, ...] = ()
        self.answers = asyncio.Event()
        """`preview` and `prepare` answer once this is set."""
        self.answers.set()
        self.status_error: Exception | None = None
        self.refusals: list[tuple[str, str]] = []
        """Door and code."""

    def voices(self) -> Sequence[VoiceListing]:
        return (
            VoiceListing("kitchen", ("en-US",), RATE, "tone", default=True),
            VoiceListing("other", ("de-DE",), RATE, "tone", speakers=("a", "b"), note="two speakers"),
        )

    def styles(self) -> Sequence[str]:
        return ("night",)

    def status(self) -> Mapping[str, Any]:
        if self.status_error is not None:
            raise self.status_error
        return {"uptime_s": 3, "live": len(self.speech.spoken)}

    def refused(self, door: str, code: str) -> None:
        self.refusals.append((door, code))

    def readiness(self) -> tuple[bool, Sequence[str]]:
        return not self.missing, self.missing

    async def preview(
        self, text: str, language: str | None, voice: str | None, text_format: str = "auto"
    ) -> Preview:
        await self.answers.wait()
        return Preview((PreviewSegment(text, language, 0, len(text)),), ("a warning",))

    async def prepare(self, voice: str | None) -> str:
        await self.answers.wait()
        if voice == "nobody":
            raise UnknownVoice("no voice nobody")
        return voice or "kitchen"


class Client:
    """A WebSocket client in tests: JSON out, JSON or audio in."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def next(self) -> Any:
        """The next message: a dict, or bytes."""
        received = await asyncio.wait_for(self.socket.recv(), 20)
        return json.loads(received) if isinstance(received, str) else received

    async def until(self, type: str, **fields: Any) -> list[Any]:
        """Everything up to and including the first message of that type with those fields."""
        seen = []
        while True:
            message = await self.next()
            seen.append(message)
            wanted = {"type": type, **fields}.items()
            if isinstance(message, dict) and all(message.get(key) == value for key, value in wanted):
                return seen

    async def ask(self, **message: Any) -> Any:
        """Send with a `ref`, and return the answer with it."""
        await self.send(ref="asked", **message)
        while True:
            answer = await self.next()
            if isinstance(answer, dict) and answer.get("ref") == "asked":
                return answer


@pytest.fixture
def node() -> FakeNode:
    return FakeNode()


class Door:
    """The running server of a test."""

    def __init__(self, server: Server, stack: contextlib.AsyncExitStack) -> None:
        self.server = server
        self.port = server.port
        self._stack = stack

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/v1/ws"

    @property
    def session_count(self) -> int:
        return len(self.server.sessions)

    @property
    def connections(self) -> list[WireProtocol]:
        """The WebSocket connections that are open."""
        assert self.server._uvicorn is not None
        return [c for c in self.server._uvicorn.server_state.connections if isinstance(c, WireProtocol)]

    async def connect(self, *, hello: bool = True, **options: Any) -> Client:
        """A client; with `hello` its first message is read away. Closed at the test's end."""
        options.setdefault("proxy", None)
        options.setdefault("max_size", None)
        client = Client(await self._stack.enter_async_context(ws_connect(self.url, **options)))
        if hello:
            assert (await client.next())["type"] == "hello"
        return client


Serve = Callable[..., Awaitable[Door]]


@pytest.fixture
async def serve(node: FakeNode) -> AsyncIterator[Serve]:
    """Start the real server in front of `node`: `await serve(limits={...}, tokens=..., host=...)`."""
    async with contextlib.AsyncExitStack() as stack:

        async def start(
            limits: Mapping[str, Any] | None = None,
            tokens: Tokens | None = None,
            defaults: SpeakDefaults | None = None,
            doors: HttpDoors | None = None,
            administration: AdminPort | None = None,
            **settings: Any,
        ) -> Door:
            settings.setdefault("host", "127.0.0.1")
            config = ServerConfig(port=0, limits=LimitsConfig(**(limits or {})), **settings)
            app = build_app(
                node,
                config,
                tokens or Tokens(),
                defaults=defaults,
                names=("kitchen-node",),
                doors=doors,
                administration=administration,
            )
            server = Server(app, config)
            await server.start()
            stack.push_async_callback(server.stop, 0.5)
            return Door(server, stack)

        yield start


@pytest.fixture
async def door(serve: Serve) -> Door:
    return await serve()


@pytest.fixture
async def client(door: Door) -> Client:
    return await door.connect()
