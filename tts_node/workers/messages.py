"""The messages between the node and a worker process: dataclasses, their bytes, and a reader of frames.

A frame is a header `!II` (length of the JSON, length of the payload), the JSON object and the payload. Only
`Stepped` has a payload: the PCM of its chunks, one after the other. Nothing here does I/O, so both ends and
the tests use the same code. Frames over the bounds are refused before anything is allocated for them.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from tts_node.engines.base import Chunk, EngineInfo, EngineMark, EngineVoice, Segment, SegmentStyle, Turn

PROTOCOL = 1
"""Both ends must speak the same; the child is told by `Init`, the node by `Ready`."""
MAX_JSON_BYTES = 4 * 1024 * 1024
MAX_PAYLOAD_BYTES = 64 * 1024 * 1024
"""Eleven minutes of 48 kHz PCM; a chunk is a second or two, a whole segment half a minute."""


class BadFrame(Exception):
    """The bytes are no message of this protocol. The connection cannot be used any more."""


# --- node to worker -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Init:
    """The first message: load this engine."""

    name: str
    engine_type: str
    settings: Mapping[str, object] = field(default_factory=dict)
    nice: int = 0
    cpus: tuple[int, ...] = ()
    gentle: bool = False
    """Another worker is speaking: load with the least disturbance (one CPU, lowest priority)."""
    protocol: int = PROTOCOL


@dataclass(frozen=True, slots=True)
class Open:
    stream: int
    segment: Segment


@dataclass(frozen=True, slots=True)
class Step:
    """Run one step; answered by `Stepped` with the same id."""

    id: int
    streams: tuple[int, ...]
    budget_ms: float


@dataclass(frozen=True, slots=True)
class Close:
    """Acts at once: steps of this stream that have not started are answered without being run."""

    stream: int


@dataclass(frozen=True, slots=True)
class Report:
    """Ask for the engine's figures; answered by `Reported` with the same id."""

    id: int


@dataclass(frozen=True, slots=True)
class Sound:
    """Ask how a text sounds (see `engines.base.PhonemicEngine`); answered by `Sounded` with the same id."""

    id: int
    voice: str
    text: str


@dataclass(frozen=True, slots=True)
class Trim:
    """Give memory back (see `engines.base.TrimmableEngine`); answered by `Reported` with what is left."""

    id: int
    level: int


@dataclass(frozen=True, slots=True)
class Stop:
    """End now."""


# --- worker to node -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ready:
    """The process runs and waits for `Init`."""

    pid: int
    protocol: int = PROTOCOL


@dataclass(frozen=True, slots=True)
class Loaded:
    """The engine is loaded and warm."""

    info: EngineInfo
    load_ms: float = 0.0
    warm_up_ms: float = 0.0
    notes: tuple[str, ...] = ()
    """What was wished and could not be had (CPU pinning, nice), for logs."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The engine cannot be loaded; the process ends."""

    message: str


@dataclass(frozen=True, slots=True)
class Stepped:
    id: int
    chunks: tuple[Chunk, ...]
    """One for each stream of the step."""


@dataclass(frozen=True, slots=True)
class Reported:
    id: int
    figures: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Sounded:
    id: int
    phonemes: str | None
    """None: the engine has none to show."""


Message = (
    Init | Open | Step | Close | Report | Sound | Trim | Stop
    | Ready | Loaded | Failed | Stepped | Reported | Sounded
)  # fmt: skip


def encode(message: Message) -> list[bytes]:
    """The frame as buffers for one `sendmsg` or `b"".join`: header and JSON first, then PCM without a copy.

    Raises `BadFrame` for what is over the bounds, `TypeError` or `ValueError` for values that are no JSON.
    """
    payload: list[bytes] = []
    if isinstance(message, Stepped):
        body: dict[str, Any] = {"id": message.id, "chunks": [_chunk_to_json(c) for c in message.chunks]}
        payload = [c.pcm for c in message.chunks if c.pcm]
    else:
        body = _WRITERS[type(message)](message)
    body["type"] = type(message).__name__
    data = _to_json(body).encode("ascii")
    size = sum(map(len, payload))
    if len(data) > MAX_JSON_BYTES or size > MAX_PAYLOAD_BYTES:
        raise BadFrame(f"a {body['type']} of {len(data)} + {size} bytes is over the bounds")
    return [_HEADER.pack(len(data), size) + data, *payload]


class FrameReader:
    """Cuts a stream of bytes into messages. Fill `get_buffer()`, then tell `received()` how much came.

    PCM is copied once, out of the receive buffer into its own `bytes`.
    """

    def __init__(self, buffer_bytes: int = 256 * 1024) -> None:
        self._usual = buffer_bytes
        self._view = memoryview(bytearray(buffer_bytes))
        self._start = 0
        self._end = 0

    def get_buffer(self) -> memoryview:
        """Where the next bytes go; never empty."""
        return self._view[self._end :]

    def received(self, size: int) -> list[Message]:
        """`size` more bytes are in the buffer; returns the messages they complete. Raises `BadFrame`."""
        self._end += size
        messages: list[Message] = []
        need = _HEADER.size
        while True:
            have = self._end - self._start
            if have < _HEADER.size:
                need = _HEADER.size
                break
            json_size, payload_size = _HEADER.unpack_from(self._view, self._start)
            if json_size > MAX_JSON_BYTES or payload_size > MAX_PAYLOAD_BYTES:
                raise BadFrame(f"a frame of {json_size} + {payload_size} bytes is over the bounds")
            need = _HEADER.size + json_size + payload_size
            if have < need:
                break
            at = self._start + _HEADER.size
            messages.append(
                _decode(self._view[at : at + json_size], self._view[at + json_size : self._start + need])
            )
            self._start += need
        self._make_room(need)
        return messages

    def _make_room(self, need: int) -> None:
        """Room for a whole frame of `need` bytes from the start, and at least one byte to read into."""
        have = self._end - self._start
        size = max(self._usual, need)
        if size != len(self._view):  # grow for a long frame, shrink after it
            fresh = memoryview(bytearray(size))
            fresh[:have] = self._view[self._start : self._end]
            self._view = fresh
        elif not have:
            pass
        elif self._start + need > size:
            self._view[:have] = bytes(self._view[self._start : self._end])
        else:
            return
        self._start, self._end = 0, have


# --- JSON ---------------------------------------------------------------------------------------------------

_HEADER = struct.Struct("!II")
_to_json = json.JSONEncoder(separators=(",", ":")).encode


def _decode(data: memoryview, payload: memoryview) -> Message:
    try:
        body = json.loads(str(data, "utf-8"))
        kind = body.pop("type")
        if kind == "Stepped":
            return _read_stepped(body, payload)
        if payload:
            raise BadFrame(f"a {kind} with a payload")
        return _READERS[kind](body)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise BadFrame(f"not a message of this protocol: {error!r}") from error


def _chunk_to_json(chunk: Chunk) -> dict[str, Any]:
    """Only what differs from the defaults; numbers of numpy become plain ones."""
    body: dict[str, Any] = {"stream": chunk.stream, "cost_ms": float(chunk.cost_ms)}
    if chunk.index is not None:
        body["index"] = int(chunk.index)
    if chunk.pcm:
        body["size"] = len(chunk.pcm)
    if chunk.marks:
        body["marks"] = [
            (int(m.text_start), int(m.text_end), int(m.sample_start), int(m.sample_end)) for m in chunk.marks
        ]
    if chunk.phase != "step":
        body["phase"] = chunk.phase
    if chunk.side_by_side != 1:
        body["side_by_side"] = int(chunk.side_by_side)
    if chunk.end:
        body["end"] = True
    if chunk.error is not None:
        body["error"] = chunk.error
        body["message"] = chunk.message
    return body


def _read_stepped(body: dict[str, Any], payload: memoryview) -> Stepped:
    at = 0
    chunks = []
    for item in body["chunks"]:
        size = item.get("size", 0)
        if not 0 <= size <= len(payload) - at:
            raise BadFrame("a chunk is longer than the payload")
        chunks.append(
            Chunk(
                stream=item["stream"],
                index=item.get("index"),
                pcm=bytes(payload[at : at + size]),
                marks=tuple(EngineMark(*mark) for mark in item.get("marks", ())),
                cost_ms=item["cost_ms"],
                phase=item.get("phase", "step"),
                side_by_side=item.get("side_by_side", 1),
                end=item.get("end", False),
                error=item.get("error"),
                message=item.get("message", ""),
            )
        )
        at += size
    if at != len(payload):
        raise BadFrame("the payload is longer than its chunks")
    return Stepped(body["id"], tuple(chunks))


def _read_open(body: dict[str, Any]) -> Open:
    segment = body["segment"]
    turns = tuple(Turn(**turn) for turn in segment.get("turns", ()))
    return Open(
        body["stream"], Segment(**{**segment, "style": SegmentStyle(**segment["style"]), "turns": turns})
    )


def _read_loaded(body: dict[str, Any]) -> Loaded:
    info = body["info"]
    voices = tuple(
        EngineVoice(**{**v, **{key: tuple(v[key]) for key in ("languages", "speakers", "supports")}})
        for v in info["voices"]
    )
    info = EngineInfo(**{**info, "voices": voices, "warnings": tuple(info["warnings"])})
    return Loaded(info, body["load_ms"], body["warm_up_ms"], tuple(body["notes"]))


def _read_init(body: dict[str, Any]) -> Init:
    return Init(**{**body, "cpus": tuple(body["cpus"])})


def _write_step(message: Any) -> dict[str, Any]:
    return {"id": message.id, "streams": message.streams, "budget_ms": message.budget_ms}


def _write_init(message: Any) -> dict[str, Any]:
    return {name: getattr(message, name) for name in Init.__dataclass_fields__}


def _write_reported(message: Any) -> dict[str, Any]:
    return {"id": message.id, "figures": {str(key): float(value) for key, value in message.figures.items()}}


_WRITERS: dict[type, Callable[[Any], dict[str, Any]]] = {
    Init: _write_init,
    Open: asdict,
    Step: _write_step,
    Close: lambda message: {"stream": message.stream},
    Report: lambda message: {"id": message.id},
    Sound: asdict,
    Trim: asdict,
    Stop: lambda _: {},
    Ready: asdict,
    Loaded: asdict,
    Failed: asdict,
    Reported: _write_reported,
    Sounded: asdict,
}

_READERS: dict[str, Callable[[dict[str, Any]], Message]] = {
    "Init": _read_init,
    "Open": _read_open,
    "Step": lambda body: Step(body["id"], tuple(body["streams"]), body["budget_ms"]),
    "Close": lambda body: Close(**body),
    "Report": lambda body: Report(**body),
    "Sound": lambda body: Sound(**body),
    "Trim": lambda body: Trim(**body),
    "Stop": lambda body: Stop(**body),
    "Ready": lambda body: Ready(**body),
    "Loaded": _read_loaded,
    "Failed": lambda body: Failed(**body),
    "Reported": lambda body: Reported(**body),
    "Sounded": lambda body: Sounded(**body),
}
