"""One utterance on a connection: reads its events and relays them, sound only while it has the turn."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
from typing import Protocol

from tts_node import protocol
from tts_node.errors import AppendTimeout, NodeError, SlowReader, TooManyUtterances
from tts_node.server.framing import Framing
from tts_node.server.outbox import Outbox
from tts_node.server.reader_clock import ReaderClock
from tts_node.server.wire import Wire
from tts_node.speech.utterance import (
    Audio,
    Event,
    Finished,
    Flushed,
    Mark,
    Queued,
    Reason,
    Speaking,
    Started,
    Utterance,
    Warned,
)

MAX_FLUSHES = 256
"""Flushes of one utterance that are not answered yet; each is a little memory that a client could ask for."""

_LOG = logging.getLogger(__name__)


@dataclasses.dataclass(frozen=True, slots=True)
class Channel:
    """What the performances of one connection share."""

    outbox: Outbox
    clock: ReaderClock
    wire: Wire
    slow_reader_s: float
    append_timeout_s: float


class Stage(Protocol):
    """What a performance tells the one that hands out turns."""

    on_air: Performance | None
    """Whose `start` was sent last, so whose the binary frames are."""

    def is_heard(self, performance: Performance) -> bool:
        """The client takes the next frame of sound for this one's."""

    def ready(self, performance: Performance) -> None:
        """Its first sound is there."""

    def relayed(self, performance: Performance) -> None:
        """One event of it went out."""

    def text_came(self, performance: Performance) -> None:
        """It has something to say again."""

    def leave(self, performance: Performance) -> None:
        """It is over."""

    def position(self, performance: Performance) -> int:
        """How many go before it."""


class Performance:
    """`airtime` decides when it may be heard (see there for who calls what)."""

    def __init__(
        self,
        id: str,
        speaking: Speaking,
        utterance: Utterance,
        channel: Channel,
        stage: Stage,
        framing: Framing,
    ) -> None:
        self.id = id
        self.priority = utterance.priority
        self.text_open = utterance.more
        self.started: protocol.Start | None = None
        """The `start` of the stream of bytes that is being sent; None before it and while interrupted."""
        self._speaking = speaking
        self._channel = channel
        self._stage = stage
        self._framing = framing
        self._turn = asyncio.Event()
        self._over = False
        self._blocked = False
        self._sent_ms = 0.0
        self._interruptions = 0
        self._flushes = 0
        self._played_reported = False
        self._loop = asyncio.get_running_loop()
        self._active_at = self._loop.time()
        self._text_timer: asyncio.TimerHandle | None = None
        if self.text_open:
            self._watch_text(channel.append_timeout_s)

    # --- what the client asks -------------------------------------------------------------------------

    def append(self, text: str) -> None:
        """Raises `TextEnded`, `TextTooLong`."""
        if text:
            self._speaking.append(text)
        self._active_at = self._loop.time()
        self._stage.text_came(self)

    def flush(self, tag: str | None) -> None:
        """Raises `TextEnded`, `TooManyUtterances`."""
        if self._flushes >= MAX_FLUSHES:
            raise TooManyUtterances(f"{MAX_FLUSHES} flushes of this utterance are waiting for its sound")
        self._speaking.flush(tag)
        self._flushes += 1
        self._stage.text_came(self)

    def end(self, tag: str | None = None) -> None:
        """No more text. With a tag, raises `TextEnded` when that is so already."""
        if tag is not None:
            self.flush(tag)
        self._speaking.end()
        self.text_open = False
        self._stage.text_came(self)

    def played(self, played_ms: float) -> None:
        """Nobody can have played more than was sent."""
        self._played_reported = True
        self._speaking.played(min(played_ms, self._sent_ms))

    def cancel(self, reason: Reason = "cancelled", error: NodeError | None = None) -> None:
        """Nothing but `done` (and its `error`) follows, also of what is already queued for the socket."""
        self._over = True
        self._speaking.cancel(reason, error)
        self._channel.outbox.withdraw(self)
        self._turn.set()

    @property
    def is_over(self) -> bool:
        """Cancelled or finished; its `done` may still be on its way."""
        return self._over

    # --- what airtime says ----------------------------------------------------------------------------

    @property
    def waiting_for_text(self) -> bool:
        return self.text_open and self._speaking.waiting_for_text and not self._blocked

    def go_on(self) -> None:
        """It has the turn."""
        self._turn.set()

    def stand_back(self, interrupts: bool) -> None:
        """The turn went to somebody else; with `interrupts` in the middle of its sound."""
        self._turn.clear()
        if interrupts and self.started is not None and not self._over:
            if not self._played_reported:
                # The listener may still be busy with what was sent before this utterance, which only we know.
                unheard_ms = (self._channel.clock.played_out_at - self._loop.time()) * 1000.0
                self._speaking.played(max(0.0, self._sent_ms - max(0.0, unheard_ms)))
            at_ms = self._speaking.interrupt()
            self._interruptions += 1
            self.started = None
            self._sent_ms = at_ms
            self._channel.clock.drop_ahead(self._loop.time())
            self._channel.outbox.put(protocol.Interrupted(id=self.id, at_ms=_short(at_ms)))

    # --- the relay ------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Relay until `done` was sent. Cancelling the task cancels the utterance at once."""
        try:
            async with self._speaking:
                async for event in self._speaking:
                    await self._relay(event)
        except Exception as error:
            _LOG.exception("utterance %s failed", self.id)
            self._fail(error)
        finally:
            self._over = True
            if self._text_timer is not None:
                self._text_timer.cancel()
            self._stage.leave(self)

    async def _relay(self, event: Event) -> None:
        outbox = self._channel.outbox
        if isinstance(event, Audio):
            if await self._has_turn():
                self._continue()
                await self._sound(event)
        elif isinstance(event, Mark):
            if await self._has_turn():
                outbox.put(self._mark(event))
        elif isinstance(event, Started):
            self._stage.ready(self)
            if await self._has_turn():
                self._start(event)
        elif isinstance(event, Queued):
            position = max(event.position, self._stage.position(self))
            outbox.put(protocol.Queued(id=self.id, position=position, eta_ms=event.eta_ms))
        elif isinstance(event, Flushed):
            self._flushes -= 1
            outbox.put(protocol.Flushed(id=self.id, tag=event.tag))
        elif isinstance(event, Warned):
            outbox.put(protocol.Warning(id=self.id, code=event.code, message=event.message))
        else:
            self._finish(event)
        if not isinstance(event, Flushed):  # else flushes of nothing would keep it open for ever
            self._active_at = self._loop.time()
        self._stage.relayed(self)

    async def _has_turn(self) -> bool:
        """Wait for the turn. False when it was cancelled instead, or interrupted, and what was read comes
        again: it is not to be sent."""
        interruptions = self._interruptions
        while not self._turn.is_set() and not self._over:  # the turn may be gone again before this is woken
            self._blocked = True
            await self._turn.wait()
            self._blocked = False
        return not self._over and self._interruptions == interruptions

    def _start(self, event: Started) -> None:
        self._sent_ms = event.from_ms
        self.started = protocol.Start(
            id=self.id,
            voice=event.voice,
            speaker=event.speaker,
            engine=event.engine,
            language=event.language,
            instruct_applied=event.instruct_applied,
            instruct_ignored=event.instruct_ignored,
            format=event.format,
            width=event.pcm.width,
            cached=event.cached,
            warnings=event.warnings,
            resumed=event.resumed,
            from_ms=_short(event.from_ms),
            number=self._framing.number,
        )
        self._stage.on_air = self
        self._channel.outbox.put(self.started)

    def _mark(self, event: Mark) -> protocol.Mark:
        return protocol.Mark(
            id=self.id,
            level=event.level,
            text_start=event.text_start,
            text_end=event.text_end,
            start_ms=_short(event.start_ms),
            end_ms=_short(event.end_ms),
            name=event.name,
        )

    def _continue(self) -> None:
        """Somebody else was heard while this one waited for text: say whose bytes come now."""
        if not self._stage.is_heard(self) and self.started is not None:
            self._stage.on_air = self
            self._channel.outbox.put(
                dataclasses.replace(self.started, resumed=True, from_ms=_short(self._sent_ms))
            )

    async def _sound(self, event: Audio) -> None:
        channel, interruptions = self._channel, self._interruptions
        channel.clock.offer(self._loop.time())
        taken = await channel.outbox.offer(self, self._framing.frame(event.data))
        if taken is not None and not taken.done():
            self._blocked = True
            await self._wait_for_reader(taken)
            self._blocked = False
        if self._interruptions != interruptions:
            return  # meanwhile the listener was told to drop it
        channel.clock.accept(event.audio_ms)
        channel.wire.hold_pings_until(channel.clock.played_out_at)
        self._sent_ms += event.audio_ms

    async def _wait_for_reader(self, taken: asyncio.Future[None]) -> None:
        """Warn a slow reader half way to the limit, and cancel at it."""
        limit_s = self._channel.slow_reader_s
        for behind_s in (limit_s / 2, limit_s):
            wait_s = self._channel.clock.behind_at(behind_s) - self._loop.time()
            await asyncio.wait((taken,), timeout=max(0.0, wait_s))
            if taken.done():
                return
            message = f"the client reads {behind_s:g} s behind real time"
            if behind_s < limit_s:
                self._channel.outbox.put(
                    protocol.Warning(
                        id=self.id, code=SlowReader.code, message=f"{message}; the limit is {limit_s:g} s"
                    )
                )
            else:
                self.cancel("error", SlowReader(message))

    def _finish(self, event: Finished) -> None:
        self._over = True
        outbox = self._channel.outbox
        if event.error_code is not None:
            outbox.put(
                protocol.Error(
                    code=event.error_code,
                    message=event.error_message,
                    id=self.id,
                    retryable=event.retryable,
                    retry_after_ms=event.retry_after_ms,
                )
            )
        outbox.put(
            protocol.Done(
                id=self.id,
                reason=event.reason,
                audio_ms=_short(event.audio_ms),
                ttfa_ms=None if event.ttfa_ms is None else _short(event.ttfa_ms),
                queue_ms=_short(event.queue_ms),
                rtf=None if event.rtf is None else _short(event.rtf),
                timing={name: _short(ms) for name, ms in dataclasses.asdict(event.timing).items()},
                text_sent=event.text_sent,
                segments=event.segments,
                cached_segments=event.cached_segments,
                error_code=event.error_code,
                text_spoken=event.text_spoken,
                text_remaining=event.text_remaining,
            )
        )

    def _fail(self, error: Exception) -> None:
        """The relay itself broke: the client still gets its `error` and `done`."""
        told = error if isinstance(error, NodeError) else NodeError("something went wrong in the node")
        outbox = self._channel.outbox
        outbox.withdraw(self)
        outbox.put(
            protocol.Error(
                code=told.code,
                message=str(told),
                id=self.id,
                retryable=told.retryable,
                retry_after_ms=told.retry_after_ms,
            )
        )
        outbox.put(
            protocol.Done(
                id=self.id, reason="error", audio_ms=_short(max(0.0, self._sent_ms)), error_code=told.code
            )
        )

    # --- an open text that nobody goes on with --------------------------------------------------------

    def _watch_text(self, wait_s: float) -> None:
        self._text_timer = self._loop.call_later(wait_s, self._check_text)

    def _check_text(self) -> None:
        if self._over or not self.text_open:
            return
        now = self._loop.time()
        if self._blocked:
            self._active_at = now
        left_s = self._active_at + self._channel.append_timeout_s - now
        if left_s > 0.001:
            self._watch_text(left_s)
            return
        message = f"no text for {self._channel.append_timeout_s:g} s; the utterance ends with what it has"
        self._channel.outbox.put(protocol.Warning(id=self.id, code=AppendTimeout.code, message=message))
        self.end()


def _short(value: float) -> float:
    """Thousandths are enough for milliseconds and ratios."""
    return round(value, 3)
