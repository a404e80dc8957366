"""One Wyoming client: reads its events, answers them, and owns all that it asked for."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final

from wyoming.event import Event
from wyoming.ping import Pong

from tts_node.audio.format import PcmFormat
from tts_node.config import LimitsConfig
from tts_node.errors import (
    BadMessage,
    NodeError,
    NotReady,
    NotSupported,
    Restarting,
    SlowReader,
)
from tts_node.server.ports import NodePort, SpeakDefaults
from tts_node.server.wyoming.info import describe
from tts_node.server.wyoming.turn import Turn, wyoming_error
from tts_node.server.wyoming.wire import BrokenWire, Wire
from tts_node.speech.utterance import Utterance
from tts_node.text.markup.step import TextFormat

_LOG = logging.getLogger(__name__)
_VOICES_S: Final = 10.0
"""How long `describe` waits for the first voice while the node starts."""
_LOOK_S: Final = 0.05
_WAITING: Final = 4
"""`describe`s of one client that may wait at once."""


class Session:
    """Runs from the accepted connection to its end; then everything it asked for is cancelled."""

    def __init__(self, node: NodePort, limits: LimitsConfig, defaults: SpeakDefaults, wire: Wire) -> None:
        self._node = node
        self._limits = limits
        self._defaults = defaults
        self._wire = wire
        self._turns: list[Turn] = []
        """Asked for and not answered to the end, in the order of their arrival."""
        self._news = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._room = asyncio.Event()
        self._room.set()
        self._open: Turn | None = None
        """Between `synthesize-start` and `synthesize-stop`."""
        self._waiting: set[asyncio.Task[None]] = set()
        self._handlers: dict[str, Callable[[Mapping[str, Any]], Coroutine[Any, Any, None]]] = {
            "describe": self._on_describe,
            "ping": self._on_ping,
            "synthesize": self._on_synthesize,
            "synthesize-start": self._on_start,
            "synthesize-chunk": self._on_chunk,
            "synthesize-stop": self._on_stop,
        }

    async def run(self) -> None:
        """Serve until the client leaves or cannot be served. Nothing that was asked for outlives this."""
        tasks = {asyncio.create_task(self._read_all()), asyncio.create_task(self._answer_all())}
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                await task
        except SlowReader as error:
            _LOG.info("a Wyoming client was cut off: %s", error)
            self._wire.abort()
        except OSError:
            pass  # it is gone
        finally:
            for turn in self._turns:
                turn.cancel()
            work = (*tasks, *self._waiting)
            for task in work:
                task.cancel()
            await asyncio.gather(*work, return_exceptions=True)
            self._wire.close()

    async def stop(self, grace_s: float) -> None:
        """The node stops: end what is spoken with `restarting` and let that go out."""
        for turn in self._turns:
            turn.cancel("error", Restarting())
        try:
            async with asyncio.timeout(grace_s):
                await self._idle.wait()
        except TimeoutError:
            pass  # it does not read

    # --- reading --------------------------------------------------------------------------------------

    async def _read_all(self) -> None:
        while True:
            try:
                event = await self._wire.read()
                if event is None:
                    return
                # Servers drop what they do not know, as the protocol asks of them.
                if (handler := self._handlers.get(event.type)) is not None:
                    await handler(event.data)
            except BrokenWire as broken:
                _LOG.info("a Wyoming client sent something else: %s", broken)
                await self._tell(broken.error)
                return
            except SlowReader:
                raise
            except NodeError as error:
                await self._tell(error)

    async def _on_describe(self, data: Mapping[str, Any]) -> None:
        if self._node.voices():
            await self._send(self._info())
        elif len(self._waiting) < _WAITING:
            task = asyncio.create_task(self._describe_later())
            self._waiting.add(task)
            task.add_done_callback(self._waiting.discard)

    async def _describe_later(self) -> None:
        """Nobody is helped by hearing of no voices: Home Assistant would not ask again."""
        for _ in range(round(_VOICES_S / _LOOK_S)):
            if self._node.voices():
                answer = self._info()
                break
            await asyncio.sleep(_LOOK_S)
        else:
            _, missing = self._node.readiness()
            answer = wyoming_error(NotReady("; ".join(missing) or "no voice is loaded yet")).event()
        with contextlib.suppress(SlowReader, OSError):  # those who read and write hear of it themselves
            await self._send(answer)

    async def _on_ping(self, data: Mapping[str, Any]) -> None:
        await self._send(Pong(text=_text(data, "text")).event())

    async def _on_synthesize(self, data: Mapping[str, Any]) -> None:
        if self._open is None:
            await self._room.wait()
            self._take(data, streaming=False)
        # Else it is the whole text once more, for servers that do not stream.

    async def _on_start(self, data: Mapping[str, Any]) -> None:
        if self._open is not None:
            self._open.end()
        await self._room.wait()
        self._open = self._take(data, streaming=True)

    async def _on_chunk(self, data: Mapping[str, Any]) -> None:
        if self._open is None:
            raise BadMessage("`synthesize-chunk` needs a `synthesize-start` before it")
        self._open.append(_needed_text(data))

    async def _on_stop(self, data: Mapping[str, Any]) -> None:
        turn, self._open = self._open, None
        if turn is not None:
            turn.end()
        else:
            await self._room.wait()
            self._join(Turn(None, BadMessage("there was no `synthesize-start`"), streaming=True))

    # --- utterances -----------------------------------------------------------------------------------

    def _take(self, data: Mapping[str, Any], *, streaming: bool) -> Turn:
        """A turn in any case: what is wrong with the request is told in it, so that it has its end."""
        limits = self._limits
        try:
            utterance = self._utterance(data, streaming=streaming)
            turn = Turn(
                self._node.speech.speak(utterance),
                streaming=streaming,
                append_timeout_s=limits.append_timeout_s,
            )
        except NodeError as error:
            self._node.refused("wyoming", error.code)
            turn = Turn(None, error, streaming=streaming)
        except Exception:
            _LOG.exception("taking a Wyoming utterance failed")
            turn = Turn(None, NodeError("something went wrong in the node"), streaming=streaming)
        self._join(turn)
        return turn

    def _utterance(self, data: Mapping[str, Any], *, streaming: bool) -> Utterance:
        voice = data.get("voice") or {}
        if not isinstance(voice, dict):
            raise BadMessage("`voice` must be an object")
        return Utterance(
            text="" if streaming else _needed_text(data),
            more=streaming,
            voice=_text(voice, "name") or None,
            speaker=_text(voice, "speaker") or None,
            language=_text(voice, "language") or None,
            text_format=_text_format(data),
            priority=self._defaults.priority,
            pace=self._defaults.pace,
            door="wyoming",
        )

    def _join(self, turn: Turn) -> None:
        self._turns.append(turn)
        self._idle.clear()
        self._news.set()
        if len(self._turns) >= self._limits.utterances_per_client:
            self._room.clear()  # what more it wants stays in its socket

    async def _answer_all(self) -> None:
        while True:
            if not self._turns:
                self._idle.set()
                self._news.clear()
                await self._news.wait()
            turn = self._turns[0]
            await turn.run(self._wire, slow_reader_s=self._limits.slow_reader_s, silence=self._silence)
            self._turns.remove(turn)
            self._room.set()

    def _silence(self) -> PcmFormat | None:
        voices = self._node.voices()
        voice = next((voice for voice in voices if voice.default), voices[0] if voices else None)
        return PcmFormat(voice.rate) if voice is not None else None

    # --- writing --------------------------------------------------------------------------------------

    def _info(self) -> Event:
        node = self._node
        return describe(node.voices(), node.styles(), name=node.name, version=node.version)

    async def _tell(self, error: NodeError) -> None:
        await self._send(wyoming_error(error).event())

    async def _send(self, event: Event) -> None:
        await self._wire.write(event, patience_s=self._limits.slow_reader_s)


def _text(data: Mapping[str, Any], name: str) -> str | None:
    value = data.get(name)
    if value is not None and not isinstance(value, str):
        raise BadMessage(f"`{name}` must be text")
    return value


def _needed_text(data: Mapping[str, Any]) -> str:
    text = _text(data, "text")
    if text is None:
        raise BadMessage("`text` is missing")
    return text


def _text_format(data: Mapping[str, Any]) -> TextFormat:
    """Wyoming's `text` is often what a language model wrote. Raises `NotSupported` for other formats."""
    wanted = _text(data, "text_format") or "text"
    if wanted not in ("text", "ssml"):
        raise NotSupported(f"text_format {wanted[:40]!r} is not there; `text` and `ssml` are")
    return "ssml" if wanted == "ssml" else "auto"
