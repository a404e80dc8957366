"""One utterance of a Wyoming client: taken when it is asked for, answered when those before it are done."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.error import Error
from wyoming.event import Event
from wyoming.tts import SynthesizeStopped

from tts_node.audio.format import PcmFormat
from tts_node.errors import AppendTimeout, NodeError, SlowReader
from tts_node.server.reader_clock import ReaderClock
from tts_node.server.wyoming.wire import Wire
from tts_node.speech.utterance import Audio, Finished, Reason, Speaking, Started

_LOG = logging.getLogger(__name__)


class Turn:
    """Every turn ends with `audio-stop`, and a streaming one with `synthesize-stopped` after it: a client
    that waits for them must never wait in vain. An error comes before both.
    """

    def __init__(
        self,
        speaking: Speaking | None,
        refusal: NodeError | None = None,
        *,
        streaming: bool,
        append_timeout_s: float = 30.0,
    ) -> None:
        """Either it is spoken, or `refusal` says why not. `streaming`: its text goes on by `append`."""
        self.streaming = streaming
        self._speaking = speaking
        self._refusal = refusal
        self._append_timeout_s = append_timeout_s
        self._loop = asyncio.get_running_loop()
        self._text_open = streaming and speaking is not None
        self._busy = True
        """It waits for others, or for the client to read; text that does not come is not missed."""
        self._active_at = self._loop.time()
        self._timed_out = False
        self._timer: asyncio.TimerHandle | None = None
        if self._text_open:
            self._watch_text(append_timeout_s)

    # --- what the client asks -------------------------------------------------------------------------

    def append(self, text: str) -> None:
        """Join more text. Without effect when the turn is over already: its end tells why."""
        self._active_at = self._loop.time()
        if not self._text_open or self._speaking is None:
            return
        try:
            if text:
                self._speaking.append(text)
        except NodeError as error:
            self.cancel("error", error)

    def end(self) -> None:
        """No more text. Twice is fine."""
        if not self._text_open or self._speaking is None:
            return
        self._speaking.end()
        self._close_text()

    def cancel(self, reason: Reason = "cancelled", error: NodeError | None = None) -> None:
        """Stop making sound at once. What ends the turn is still sent, if somebody relays it."""
        self._close_text()
        if self._speaking is not None:
            self._speaking.cancel(reason, error)

    # --- the relay ------------------------------------------------------------------------------------

    async def run(self, wire: Wire, *, slow_reader_s: float, silence: Callable[[], PcmFormat | None]) -> None:
        """Answer the client. Raises `SlowReader` and `ConnectionError`, after which nothing can be sent.

        `silence` is the format for an utterance in which there was nothing to speak.
        """
        relay = _Relay(wire, slow_reader_s)
        self._busy = False
        self._active_at = self._loop.time()
        try:
            error = await self._relay(relay)
            if error is not None:
                await relay.send(error.event())
            elif not relay.started and (pcm := silence()) is not None:
                await relay.start(pcm)
            await relay.send(AudioStop(timestamp=relay.sent_ms).event())
            if self.streaming:
                await relay.send(SynthesizeStopped().event())
        finally:
            self._close_text()

    async def _relay(self, relay: _Relay) -> Error | None:
        if self._refusal is not None or self._speaking is None:
            return wyoming_error(self._refusal or NodeError("nothing was asked for"))
        try:
            async with self._speaking as speaking:
                async for event in speaking:
                    if isinstance(event, Started):
                        await relay.start(event.pcm)
                    elif isinstance(event, Audio) and event.data:
                        await self._sound(relay, event)
                    elif isinstance(event, Finished):
                        return self._outcome(event)
                    self._active_at = self._loop.time()
        except (SlowReader, OSError):
            raise
        except NodeError as error:
            return wyoming_error(error)
        except Exception:
            _LOG.exception("a Wyoming utterance failed")
        return wyoming_error(NodeError("something went wrong in the node"))

    async def _sound(self, relay: _Relay, event: Audio) -> None:
        self._busy = True
        try:
            await relay.sound(event)
        except SlowReader as error:
            self.cancel("error", error)
            raise
        self._busy = False

    def _outcome(self, finished: Finished) -> Error | None:
        if finished.error_code is not None:
            return Error(text=finished.error_message, code=finished.error_code)
        if self._timed_out:
            message = f"no text for {self._append_timeout_s:g} s; the utterance ends with what it had"
            return Error(text=message, code=AppendTimeout.code)
        return None

    # --- an open text that nobody goes on with --------------------------------------------------------

    def _watch_text(self, wait_s: float) -> None:
        self._timer = self._loop.call_later(wait_s, self._check_text)

    def _check_text(self) -> None:
        if not self._text_open:
            return
        now = self._loop.time()
        if self._busy:
            self._active_at = now
        left_s = self._active_at + self._append_timeout_s - now
        if left_s > 0.001:
            self._watch_text(left_s)
            return
        self._timed_out = True
        self.end()

    def _close_text(self) -> None:
        self._text_open = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def wyoming_error(error: NodeError) -> Error:
    """An error as Wyoming tells it; the code is the same as on every other door."""
    return Error(text=str(error), code=error.code)


class _Relay:
    """The events of one utterance, each chunk with the format that `audio-start` told."""

    def __init__(self, wire: Wire, slow_reader_s: float) -> None:
        self.started = False
        self._wire = wire
        self._slow_reader_s = slow_reader_s
        self._clock = ReaderClock()
        self._loop = asyncio.get_running_loop()
        self._pcm = PcmFormat(22_050)
        self._sent_ms = 0.0

    @property
    def sent_ms(self) -> int:
        return round(self._sent_ms)

    async def start(self, pcm: PcmFormat) -> None:
        if self.started:
            return
        self.started = True
        self._pcm = pcm
        start = AudioStart(rate=pcm.rate, width=pcm.width, channels=pcm.channels, timestamp=0)
        await self.send(start.event())

    async def sound(self, audio: Audio) -> None:
        """Wait as long as the client reads in real time, and `slow_reader_s` more."""
        pcm = self._pcm
        chunk = AudioChunk(pcm.rate, pcm.width, pcm.channels, audio.data, timestamp=self.sent_ms)
        self._clock.offer(self._loop.time())
        patience_s = self._clock.behind_at(self._slow_reader_s) - self._loop.time()
        await self._wire.write(chunk.event(), patience_s=patience_s)
        self._clock.accept(audio.audio_ms)
        self._sent_ms += audio.audio_ms

    async def send(self, event: Event) -> None:
        await self._wire.write(event, patience_s=self._slow_reader_s)
