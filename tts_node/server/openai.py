"""OpenAI's speech API: `/v1/audio/speech` and `/v1/models`; and what chat front ends ask for beside it,
`/v1/audio/voices` and `/v1/audio/models`.

Follows the API reference of "Create speech" and the official clients. Its names of voices and models are
aliases for what this node has; the answer's headers say what was really used. Fields that OpenAI may add
later are ignored, as its clients expect; a wrong type is an error.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final, overload

from tts_node.audio import encode
from tts_node.audio.format import OutputFormat, PcmFormat
from tts_node.config import LimitsConfig, OpenAIConfig
from tts_node.errors import BadMessage, EmptyText, NodeError, NotFound, UnsupportedFormat
from tts_node.protocol.fields import MAX_SPEED, MIN_SPEED
from tts_node.server.delivery import Bare, Dress, deliver
from tts_node.server.exchange import Exchange
from tts_node.server.ports import NodePort, SpeakDefaults
from tts_node.server.refusal import openai_body, status_of
from tts_node.server.refused import refusals_counted
from tts_node.speech.utterance import Speaking, Utterance
from tts_node.style import MAX_INSTRUCT

VOICES: Final = (
    *("alloy", "ash", "ballad", "cedar", "coral", "echo", "fable", "marin", "nova", "onyx", "sage"),
    *("shimmer", "verse"),
)
MODELS: Final = ("tts-1", "tts-1-hd", "gpt-4o-mini-tts")
OWN_MODEL: Final = "tts-node"
FORMATS: Final[Mapping[str, OutputFormat]] = {
    "mp3": OutputFormat("mp3"),
    "opus": OutputFormat("ogg"),
    "aac": OutputFormat("aac"),
    "flac": OutputFormat("flac"),
    "wav": OutputFormat("wav"),
    # OpenAI's PCM has no header, so its clients take the rate for granted.
    "pcm": OutputFormat("pcm", 24_000, 1),
}
_DATED: Final = re.compile(r"-\d{4}-?\d{2}-?\d{2}$|-\d{4}$")
"""`gpt-4o-mini-tts-2025-12-15`, `tts-1-1106`: snapshots of a model."""
_TOKEN_MS: Final = 50.0
_SILENCE_PCM: Final = PcmFormat(24_000)
_SILENCE_MS: Final = 200.0


class WrongField(BadMessage):
    """A field of the wrong type or value; `param` names it."""

    def __init__(self, param: str, expected: str) -> None:
        super().__init__(f"`{param}` must be {expected}")
        self.param = param


class UnknownModel(NotFound):
    """A model name that stands for nothing here."""

    param: Final = "model"


class OpenAIDoor:
    def __init__(
        self, node: NodePort, limits: LimitsConfig, defaults: SpeakDefaults, config: OpenAIConfig
    ) -> None:
        self._node = node
        self._limits = limits
        self._defaults = defaults
        self._config = config

    # --- handlers, see `doorway.Handler` ----------------------------------------------------------------

    async def speech(self, exchange: Exchange) -> None:
        speaking: Speaking | None = None
        with refusals_counted(self._node, "openai"):
            utterance, dress, warnings = await self._accept(exchange)
            with suppress(EmptyText):
                speaking = self._node.speech.speak(utterance)
        if speaking is not None:
            with suppress(EmptyText):  # before any sound
                patience_s = self._limits.slow_reader_s
                await deliver(exchange, speaking, dress, slow_reader_s=patience_s, warnings=warnings)
                return
        await _answer_silence(exchange, utterance.format, dress)

    async def _accept(self, exchange: Exchange) -> tuple[Utterance, Dress, tuple[str, ...]]:
        body = await exchange.json(self._limits.message_bytes)
        self._check_model(_text(body, "model") or None)
        text = _text(body, "input")
        if text is None:
            raise WrongField("input", "a string; it is missing")
        if not text.strip():
            raise EmptyText("`input` is empty")
        form = _text(body, "response_format", "mp3")
        if form not in FORMATS:
            raise UnsupportedFormat(f"`response_format` must be one of {', '.join(FORMATS)}")
        stream_format = _text(body, "stream_format", "audio")
        if stream_format not in ("audio", "sse"):
            raise WrongField("stream_format", '"audio" or "sse"')
        instruct, warnings = _instruct(_text(body, "instructions"))
        utterance = Utterance(
            text=text,
            voice=self._voice(body.get("voice")),
            instruct=instruct,
            speed=_speed(body.get("speed")),
            format=FORMATS[form],
            priority=self._defaults.priority,
            door="openai",
        )
        dress: Dress = Events(text, instruct) if stream_format == "sse" else Bare()
        return utterance, dress, warnings

    async def models(self, exchange: Exchange) -> None:
        await _answer(exchange, {"object": "list", "data": [_model(name) for name in self._models()]})

    async def model(self, exchange: Exchange) -> None:
        name = exchange.scope["path"].removeprefix("/v1/models/")
        self._check_model(name)
        await _answer(exchange, _model(name))

    async def audio_models(self, exchange: Exchange) -> None:
        """The same names as `models`, in the shape in which chat front ends list them beside the voices."""
        await _answer(exchange, {"models": [{"id": name, "name": name} for name in self._models()]})

    async def voices(self, exchange: Exchange) -> None:
        """Not of OpenAI, but chat front ends ask for it: the node's own voices, each also with every style
        (nothing but a voice can be chosen there), then the aliases."""
        own = [
            voice.name if style is None else f"{voice.name}|{style}"
            for voice in self._node.voices()
            for style in (None, *self._node.styles())
        ]
        default = next((voice.name for voice in self._node.voices() if voice.default), None)
        aliases = dict.fromkeys((*self._config.voices, *VOICES))
        listed = [
            *({"id": name, "name": name} for name in own),
            *({"id": n, "name": n, "alias_of": self._alias(n) or default} for n in aliases if n not in own),
        ]
        await _answer(exchange, {"voices": listed})

    # --- names ----------------------------------------------------------------------------------------

    def _models(self) -> tuple[str, ...]:
        engines = (voice.engine for voice in self._node.voices())
        return tuple(dict.fromkeys((*MODELS, OWN_MODEL, *self._config.models, *engines)))

    def _check_model(self, name: str | None) -> None:
        known = self._models()
        if name is not None and name not in known and _DATED.sub("", name) not in known:
            raise UnknownModel(
                f"there is no model {name[:80]!r}; there are: {', '.join(known)} (more by `openai.models`)"
            )

    def _voice(self, given: object) -> str | None:
        """The node's name of a voice; None for its default voice."""
        if isinstance(given, Mapping):
            given = given.get("id")
            if not isinstance(given, str):
                raise WrongField("voice", "a name, or an object with an `id`")
        if given is None or given == "":
            return None
        if not isinstance(given, str):
            raise WrongField("voice", "a name, or an object with an `id`")
        return self._alias(given) if given not in {voice.name for voice in self._node.voices()} else given

    def _alias(self, name: str) -> str | None:
        if name in self._config.voices:
            return self._config.voices[name]
        return None if name in VOICES else name


class Events:
    """Server-sent events: the sound in base64, then what was used."""

    def __init__(self, text: str, instruct: str | None) -> None:
        self._input_chars = len(text) + len(instruct or "")

    def media_type(self, fmt: OutputFormat) -> str:
        return "text/event-stream"

    def sound(self, data: bytes) -> bytes:
        return _event({"type": "speech.audio.delta", "audio": base64.b64encode(data).decode("ascii")})

    def end(self, audio_ms: float) -> bytes:
        """There are no tokens here: a character counts as one, and so do 50 ms of sound."""
        output = round(audio_ms / _TOKEN_MS)
        usage = {
            "input_tokens": self._input_chars,
            "output_tokens": output,
            "total_tokens": self._input_chars + output,
        }
        return _event({"type": "speech.audio.done", "usage": usage})

    def failed(self, error: NodeError) -> bytes:
        return _event(openai_body(error, status_of(error)))


def _event(data: Mapping[str, Any]) -> bytes:
    return f"data: {json.dumps(data, separators=(',', ':'))}\n\n".encode()


@overload
def _text(body: Mapping[str, Any], name: str) -> str | None: ...
@overload
def _text(body: Mapping[str, Any], name: str, default: str) -> str: ...
def _text(body: Mapping[str, Any], name: str, default: str | None = None) -> str | None:
    value = body.get(name)
    if value is None:
        return default
    if not isinstance(value, str):
        raise WrongField(name, "a string")
    if not value.isascii() and any("\ud800" <= c <= "\udfff" for c in value):
        raise WrongField(name, "valid Unicode (it has a lone surrogate)")
    return value


def _speed(value: object) -> float | None:
    if value is None:
        return None
    # The comparison also turns away NaN, the infinities and integers that float() cannot take.
    if isinstance(value, bool) or not isinstance(value, int | float) or not MIN_SPEED <= value <= MAX_SPEED:
        raise WrongField("speed", f"a number from {MIN_SPEED:g} to {MAX_SPEED:g}")
    return float(value)


def _instruct(instructions: str | None) -> tuple[str | None, tuple[str, ...]]:
    """On one line and no longer than an instruct may be, with a warning where something was left out.

    Instructions for OpenAI are often a page of Markdown.
    """
    if instructions is None:
        return None, ()
    lines = (line.strip(" \t*#-") for line in instructions.splitlines())
    text = "; ".join(line for line in lines if line).replace("\t", " ")
    if len(text) <= MAX_INSTRUCT:
        return text or None, ()
    cut = text[:MAX_INSTRUCT].rpartition(" ")[0] or text[:MAX_INSTRUCT]
    return cut, (f"only the first {len(cut)} characters of the instructions were read",)


def _model(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": 0, "owned_by": "tts-node"}


async def _answer_silence(exchange: Exchange, fmt: OutputFormat, dress: Dress) -> None:
    """A moment of silence for a text without a word.

    Chat front ends ask for each sentence of an answer, also for one that is an emoji or a rule, and take an
    error for the end of the service; OpenAI answers those with sound.
    """
    resolved = encode.resolve(fmt, _SILENCE_PCM)
    encoder = encode.encoder(resolved, _SILENCE_PCM)
    sound = encoder.feed(bytes(_SILENCE_PCM.bytes_for(_SILENCE_MS))) + encoder.finish()
    body = dress.sound(sound) + dress.end(_SILENCE_MS)
    headers = [
        ("content-type", dress.media_type(resolved)),
        ("content-length", str(len(body))),
        ("cache-control", "no-store"),
        ("x-tts-warnings", "there is nothing to speak in this text"),
    ]
    await exchange.start(200, headers)
    await exchange.write(body, more=False)


async def _answer(exchange: Exchange, content: Mapping[str, Any]) -> None:
    body = json.dumps(content).encode()
    headers = [("content-type", "application/json"), ("content-length", str(len(body)))]
    await exchange.start(200, headers)
    await exchange.write(body, more=False)
