"""One WebSocket client: reads its messages, answers them, and owns all that it asked for."""

from __future__ import annotations

import asyncio
import dataclasses
import itertools
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from starlette.types import Receive, Send

from tts_node import protocol
from tts_node.audio.format import CONTAINERS, MAX_RATE, MIN_RATE, OutputFormat
from tts_node.config import LimitsConfig
from tts_node.errors import (
    BadMessage,
    DuplicateId,
    MessageTooLarge,
    NodeError,
    NotSupported,
    Restarting,
    TextEnded,
    TextTooLong,
    TooManyUtterances,
    UnknownId,
)
from tts_node.server.admin_verbs import AdminVerbs
from tts_node.server.airtime import Airtime
from tts_node.server.framing import Base64, Framing, Plain, Tagged
from tts_node.server.mix import Mix
from tts_node.server.outbox import Outbox
from tts_node.server.performance import Channel, Performance
from tts_node.server.ports import NodePort, SpeakDefaults
from tts_node.server.reader_clock import ReaderClock
from tts_node.server.wire import Wire
from tts_node.speech.utterance import Priority, Utterance

_LOG = logging.getLogger(__name__)
_ERRANDS = 4
"""`preview`, `prepare` and administration under way at once, for one client."""


class Session:
    """Runs from the accepted handshake to the disconnect; then everything it asked for is cancelled."""

    def __init__(
        self,
        node: NodePort,
        limits: LimitsConfig,
        defaults: SpeakDefaults,
        send: Send,
        wire: Wire,
        verbs: AdminVerbs,
    ) -> None:
        self._node = node
        self._limits = limits
        self._defaults = defaults
        self._send = send
        self._verbs = verbs
        self._outbox = Outbox(send, wire)
        self._channel = Channel(
            outbox=self._outbox,
            clock=ReaderClock(),
            wire=wire,
            slow_reader_s=limits.slow_reader_s,
            append_timeout_s=limits.append_timeout_s,
        )
        self._airtime: Airtime | Mix = Airtime()
        self._framing: protocol.FramingName = "plain"
        self._numbers = itertools.count(1)
        self._wishes = protocol.Session()
        self._made_ids = 0
        self._performing: set[asyncio.Task[None]] = set()
        self._errands: set[asyncio.Task[None]] = set()
        self._handlers: dict[type[Any], Callable[[Any], None]] = {
            protocol.Speak: self._on_speak,
            protocol.Append: self._on_append,
            protocol.Flush: self._on_flush,
            protocol.End: self._on_end,
            protocol.Cancel: self._on_cancel,
            protocol.Played: self._on_played,
            protocol.Session: self._on_session,
            protocol.Voices: self._on_voices,
            protocol.Status: self._on_status,
            protocol.Ping: self._outbox.put,
            protocol.Preview: self._on_preview,
            protocol.Prepare: self._on_prepare,
            **dict.fromkeys(protocol.ADMIN_MESSAGES, self._on_admin),
        }

    async def run(self, receive: Receive) -> None:
        """Serve until the client leaves. Nothing that was asked for outlives this."""
        self._outbox.put(hello(self._node, self._limits))
        writer = asyncio.create_task(self._outbox.run())
        try:
            while True:
                message = await receive()
                if message["type"] == "websocket.disconnect":
                    break
                self._take(message.get("text"))
                await self._outbox.has_room()
        finally:
            self._airtime.close()
            self._outbox.close()
            work = (*self._performing, *self._errands)
            for task in work:
                task.cancel()
            await asyncio.gather(writer, *work, return_exceptions=True)

    def announce_stop(self) -> None:
        """The node is about to stop: whoever has something to say says it elsewhere, or later."""
        why = Restarting()
        self._outbox.put(
            protocol.Warning(code=Restarting.code, message=str(why), retry_after_ms=why.retry_after_ms)
        )

    async def stop(self, grace_s: float) -> None:
        """The node stops: end what is spoken with `restarting`, let the messages go out, close with 1012."""
        for performance in self._airtime.performances:
            performance.cancel("error", Restarting())
        try:
            async with asyncio.timeout(grace_s):
                await asyncio.gather(*self._performing, return_exceptions=True)
                await self._outbox.flushed()
                await self._send({"type": "websocket.close", "code": 1012, "reason": "restarting"})
        except (TimeoutError, OSError, RuntimeError):
            pass  # it does not read, or is gone already

    # --- one message ----------------------------------------------------------------------------------

    def _take(self, text: str | None) -> None:
        """Handle one frame. Whatever is wrong with it becomes an `error`; the next is handled as usual."""
        request: str | None = None
        id: str | None = None
        ref: str | int | None = None
        try:
            if text is None:
                raise BadMessage("messages are JSON text; a binary frame means nothing from a client")
            limit = self._limits.message_bytes
            if len(text) > limit or (not text.isascii() and len(text.encode()) > limit):
                raise MessageTooLarge(f"a message may have {limit} bytes")
            message = protocol.parse_client(text)
            request, ref = message.type, message.ref
            id = getattr(message, "id", None)
            self._handlers[type(message)](message)
        except protocol.MessageRefused as refused:
            self._count(refused.error, refused.request)
            self._refuse(refused.error, refused.request, refused.id, refused.ref)
        except NodeError as error:
            self._count(error, request)
            self._refuse(error, request, id, ref)
        except Exception:
            _LOG.exception("handling a client's %s failed", request or "message")
            self._refuse(NodeError("something went wrong in the node"), request, id, ref)

    def _count(self, error: NodeError, request: str | None) -> None:
        """What cannot even be read was most likely something to speak, too."""
        if request in (None, "speak"):
            self._node.refused("ws", error.code)

    def _refuse(self, error: NodeError, request: str | None, id: str | None, ref: str | int | None) -> None:
        self._outbox.put(
            protocol.Error(
                code=error.code,
                message=str(error),
                id=id,
                request=request,
                retryable=error.retryable,
                retry_after_ms=error.retry_after_ms,
                ref=ref,
            )
        )

    def _accept(self, type: str, id: str, ref: str | int | None) -> None:
        if ref is not None:
            self._outbox.put(protocol.Accepted(type=type, id=id, ref=ref))

    # --- utterances -----------------------------------------------------------------------------------

    def _on_speak(self, message: protocol.Speak) -> None:
        if self._node.draining:
            raise Restarting()
        id = message.id or self._make_id()
        if id == protocol.ALL:
            raise BadMessage(f'"{protocol.ALL}" cannot be an id')
        if self._airtime.get(id) is not None:
            raise DuplicateId("an utterance with this id is not done yet")
        if len(self._airtime) >= self._limits.utterances_per_client:
            raise TooManyUtterances(
                f"{len(self._airtime)} utterances are waiting or spoken; more may come when one is done"
            )
        if len(message.text) > self._limits.text_chars:
            raise TextTooLong(f"a text may have {self._limits.text_chars} characters")
        utterance = self._utterance(message)
        speaking = self._node.speech.speak(utterance)
        channel, framing = self._channel, self._framed(id)
        if self._framing == "tagged":
            # Sounds that are heard at once are each as late as they are.
            channel = dataclasses.replace(channel, clock=ReaderClock())
        performance = Performance(id, speaking, utterance, channel, self._airtime, framing)
        self._accept(message.type, id, message.ref)
        self._airtime.join(performance)
        self._start(performance.run(), self._performing)

    def _utterance(self, message: protocol.Speak) -> Utterance:
        wishes = self._wishes
        # A session's speaker belongs to the session's voice.
        speaker = message.speaker or (wishes.speaker if message.voice is None else None)
        priority = message.priority or wishes.priority
        marks = message.marks if message.marks is not None else wishes.marks
        return Utterance(
            text=message.text,
            more=bool(message.more),
            voice=message.voice or wishes.voice,
            speaker=speaker,
            language=message.language or wishes.language,
            text_format=message.text_format or wishes.text_format or "auto",
            instruct=message.instruct if message.instruct is not None else wishes.instruct,
            speed=message.speed if message.speed is not None else wishes.speed,
            format=message.format or wishes.format or OutputFormat(),
            priority=Priority[priority.upper()] if priority is not None else self._defaults.priority,
            pace=message.pace or wishes.pace or self._defaults.pace,
            marks=bool(marks),
            cache=message.cache is not False,
        )

    def _make_id(self) -> str:
        while True:
            self._made_ids += 1
            id = f"u{self._made_ids}"
            if self._airtime.get(id) is None:
                return id

    def _known(self, id: str) -> Performance:
        performance = self._airtime.get(id)
        if performance is None:
            raise UnknownId("no utterance with this id is waiting or spoken")
        return performance

    def _open(self, id: str) -> Performance:
        performance = self._known(id)
        if performance.is_over:
            raise TextEnded("this utterance was cancelled")
        return performance

    def _on_append(self, message: protocol.Append) -> None:
        self._open(message.id).append(message.text)
        self._accept(message.type, message.id, message.ref)

    def _on_flush(self, message: protocol.Flush) -> None:
        self._open(message.id).flush(message.tag)
        self._accept(message.type, message.id, message.ref)

    def _on_end(self, message: protocol.End) -> None:
        self._open(message.id).end(message.tag)
        self._accept(message.type, message.id, message.ref)

    def _on_cancel(self, message: protocol.Cancel) -> None:
        if message.id == protocol.ALL:
            chosen = tuple(p for p in self._airtime.performances if not p.is_over)
            # Where all are heard at once, one position cannot be everybody's.
            heard = self._airtime.on_air if self._framing != "tagged" else None
        else:
            heard = self._known(message.id)
            chosen = (heard,)
        if message.played_ms is not None and heard is not None and heard in chosen:
            heard.played(message.played_ms)
        if message.id == protocol.ALL or message.ref is not None:
            ids = tuple(performance.id for performance in chosen)
            self._outbox.put(protocol.Cancelled(id=message.id, cancelled=ids, ref=message.ref))
        for performance in chosen:
            performance.cancel()

    def _on_played(self, message: protocol.Played) -> None:
        self._known(message.id).played(message.played_ms)
        self._accept(message.type, message.id, message.ref)

    # --- everything else ------------------------------------------------------------------------------

    def _on_session(self, message: protocol.Session) -> None:
        framing: protocol.FramingName = message.framing or self._framing
        if framing != self._framing:
            if len(self._airtime):
                raise NotSupported("framing can change only while nothing is waiting or spoken")
            self._airtime.close()
            self._airtime = Mix() if framing == "tagged" else Airtime()
            self._framing = framing
        self._wishes = dataclasses.replace(message, ref=None)
        self._outbox.put(dataclasses.replace(message, framing=framing))

    def _framed(self, id: str) -> Framing:
        if self._framing == "tagged":
            return Tagged(next(self._numbers))
        return Base64(id) if self._framing == "base64" else Plain()

    def _on_voices(self, message: protocol.Voices) -> None:
        voices = tuple(dataclasses.asdict(voice) for voice in self._node.voices())
        styles = tuple(self._node.styles())
        self._outbox.put(protocol.VoicesAnswer(voices=voices, styles=styles, ref=message.ref))

    def _on_status(self, message: protocol.Status) -> None:
        self._outbox.put(protocol.StatusAnswer(status=self._node.status(), ref=message.ref))

    def _on_preview(self, message: protocol.Preview) -> None:
        if len(message.text) > self._limits.text_chars:
            raise TextTooLong(f"a text may have {self._limits.text_chars} characters")

        async def preview() -> protocol.ServerMessage:
            found = await self._node.preview(
                message.text, message.language, message.voice, message.text_format or "auto"
            )
            segments = tuple(segment.as_json() for segment in found.segments)
            return protocol.PreviewAnswer(segments=segments, warnings=found.warnings, ref=message.ref)

        self._errand(preview(), message.type, message.ref)

    def _on_prepare(self, message: protocol.Prepare) -> None:
        async def prepare() -> protocol.ServerMessage:
            voice = await self._node.prepare(message.voice or self._wishes.voice)
            return protocol.PrepareAnswer(voice=voice, ref=message.ref)

        self._errand(prepare(), message.type, message.ref)

    def _on_admin(self, message: protocol.AdminMessage) -> None:
        self._verbs.allow(message)
        self._errand(self._verbs.answer(message), message.type, message.ref)

    def _errand(
        self, work: Coroutine[Any, Any, protocol.ServerMessage], request: str, ref: str | int | None
    ) -> None:
        """Answer later; the reader goes on meanwhile, so that a disconnect is always seen."""
        if len(self._errands) >= _ERRANDS:
            work.close()
            raise TooManyUtterances(f"{_ERRANDS} of these are under way; more may come when one is answered")

        async def run() -> None:
            try:
                self._outbox.put(await work)
            except NodeError as error:
                self._refuse(error, request, None, ref)
            except Exception:
                _LOG.exception("a client's %s failed", request)
                self._refuse(NodeError("something went wrong in the node"), request, None, ref)

        self._start(run(), self._errands)

    @staticmethod
    def _start(work: Coroutine[Any, Any, None], owner: set[asyncio.Task[None]]) -> None:
        task = asyncio.create_task(work)
        owner.add(task)
        task.add_done_callback(owner.discard)


def hello(node: NodePort, limits: LimitsConfig) -> protocol.Hello:
    """What a node says of itself first."""
    ready, missing = node.readiness()
    return protocol.Hello(
        protocol=protocol.PROTOCOL_VERSION,
        schema=protocol.SCHEMA,
        min_schema=protocol.MIN_SCHEMA,
        node_id=node.node_id,
        name=node.name,
        version=node.version,
        engines=tuple(dict.fromkeys(voice.engine for voice in node.voices())),
        capabilities={
            "containers": CONTAINERS,
            "min_rate": MIN_RATE,
            "max_rate": MAX_RATE,
            "priorities": protocol.PRIORITIES,
            "paces": protocol.PACES,
            "framings": protocol.FRAMINGS,
            "marks": ("word", "sentence", "mark"),
        },
        limits={
            "message_bytes": limits.message_bytes,
            "text_chars": limits.text_chars,
            "utterances_per_client": limits.utterances_per_client,
            "slow_reader_s": limits.slow_reader_s,
            "append_timeout_s": limits.append_timeout_s,
        },
        state="draining" if node.draining else "ready" if ready else "starting",
        missing=tuple(missing),
    )
