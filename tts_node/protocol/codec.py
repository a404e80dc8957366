"""JSON to messages and back. Whatever comes in, `parse_client` raises nothing but `MessageRefused`."""

from __future__ import annotations

import dataclasses
import json
import math
import typing
from collections.abc import Mapping
from typing import Any, NoReturn, cast

from tts_node.audio.format import OutputFormat
from tts_node.errors import BadMessage, BadRequest, UnknownField, UnknownType
from tts_node.protocol.client_messages import CLIENT_MESSAGES, ClientMessage
from tts_node.protocol.fields import Reader, nearest, quoted, read_identifier, read_ref, read_text
from tts_node.protocol.server_messages import (
    ACCEPTED_TYPES,
    SERVER_MESSAGES,
    Accepted,
    ServerMessage,
    Unknown,
)

MAX_DIGITS = 20
"""Longest whole number that is read; JSON has no limit, and converting digits takes quadratic time."""


class MessageRefused(Exception):
    """A client's message that cannot be taken: the error to send, and what was readable of its address."""

    def __init__(
        self, error: BadRequest, *, request: str | None, id: str | None, ref: str | int | None
    ) -> None:
        super().__init__(str(error))
        self.error = error
        self.request = request
        self.id = id
        self.ref = ref


def parse_client(message: str | Mapping[str, Any]) -> ClientMessage:
    """Read what a client sent, strictly. An object with `text` and no `type` is a `speak`.

    Raises `MessageRefused` with `BadMessage`, `UnknownType`, `UnknownField` or `UnsupportedFormat`.
    """
    fields: Mapping[str, Any] = {}
    kind: str | None = None
    try:
        fields = decode_object(message) if isinstance(message, str) else message
        kind = _type_of(fields, default="speak" if "text" in fields else None)
        cls = _CLIENT.get(kind)
        if cls is None:
            raise UnknownType(f"unknown message type {quoted(kind)}{nearest(kind, _CLIENT)}")
        return cast(ClientMessage, cls(**_read(cls, fields, strict=True)))
    except BadRequest as error:
        raise MessageRefused(
            error,
            request=kind if kind in _CLIENT else None,
            id=_salvage_id(fields.get("id")),
            ref=_salvage_ref(fields.get("ref")),
        ) from None


def parse_server(message: str | Mapping[str, Any]) -> ServerMessage:
    """Read what a node sent, leniently: unknown types become `Unknown`, unknown fields are dropped.

    Raises `BadMessage` for what is no JSON object with a `type`, or lacks a field it cannot do without.
    """
    fields = decode_object(message) if isinstance(message, str) else message
    kind = _type_of(fields, default=None)
    if kind in ACCEPTED_TYPES:
        return Accepted(type=kind, **_read(Accepted, fields, strict=False))
    cls = _SERVER.get(kind)
    if cls is None:
        return Unknown(type=kind, fields=fields)
    return cast(ServerMessage, cls(**_read(cls, fields, strict=False)))


def decode_object(text: str) -> Mapping[str, Any]:
    """The JSON object in `text`. Raises `BadMessage` for anything else, and for a key that comes twice."""
    try:
        value = json.loads(
            text, object_pairs_hook=_unique_keys, parse_constant=_no_constant, parse_int=_bounded_int
        )
    except RecursionError:
        raise BadMessage("the JSON is nested too deeply") from None
    except ValueError as error:
        where = f" (at character {error.pos})" if isinstance(error, json.JSONDecodeError) else ""
        raise BadMessage(f"not valid JSON{where}") from None
    if not isinstance(value, dict):
        raise BadMessage("a message must be a JSON object")
    return value


def encode(message: ClientMessage | ServerMessage) -> str:
    """Write a message as JSON. Text comes out as it is, not as escapes."""
    return json.dumps(to_dict(message), ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def to_dict(message: ClientMessage | ServerMessage) -> dict[str, Any]:
    """The message as the JSON object that `encode` writes. Optional fields that are None are left out."""
    if isinstance(message, Unknown):
        return {**message.fields, "type": message.type}
    result: dict[str, Any] = {"type": message.type}
    for name, reader in _READERS[type(message)].items():
        value = getattr(message, name)
        if value is None:
            if reader.keep_null:
                result[name] = None
        elif isinstance(value, OutputFormat):
            result[name] = {k: v for k, v in dataclasses.asdict(value).items() if v is not None}
        elif isinstance(value, float) and not math.isfinite(value):
            result[name] = None  # NaN and the infinities have no place in JSON
        else:
            result[name] = value
    return result


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise BadMessage(f"the key {quoted(key)} is there twice")
            seen.add(key)
    return result


def _no_constant(name: str) -> NoReturn:
    raise BadMessage(f"{name} is not JSON")


def _bounded_int(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise BadMessage("a number is too large")
    return int(digits)


def _type_of(fields: Mapping[str, Any], default: str | None) -> str:
    kind = fields.get("type", default)
    if kind is None:
        raise BadMessage("the message has no `type`")
    return read_text("type", kind)


def _read(cls: type[Any], fields: Mapping[str, Any], *, strict: bool) -> dict[str, Any]:
    readers = _READERS[cls]
    values: dict[str, Any] = {}
    for key, value in fields.items():
        reader = readers.get(key)
        if reader is None:
            if strict and key != "type":
                raise UnknownField(f"unknown field {quoted(key)}{nearest(key, readers)}")
        elif value is not None:
            # null means "not given": the default holds, and a required field is missing.
            values[key] = reader.read(key, value)
    for name in _REQUIRED[cls]:
        if name not in values:
            raise BadMessage(f"`{name}` is missing")
    return values


def _salvage_id(value: object) -> str | None:
    try:
        return read_identifier("id", value)
    except BadRequest:
        return None


def _salvage_ref(value: object) -> str | int | None:
    try:
        return read_ref("ref", value)
    except BadRequest:
        return None


def _readers_of(cls: type[Any]) -> dict[str, Reader]:
    hints = typing.get_type_hints(cls, include_extras=True)
    names = [f.name for f in dataclasses.fields(cls) if not (cls is Accepted and f.name == "type")]
    return {name: _reader_of(hints[name]) for name in names}


def _reader_of(hint: Any) -> Reader:
    """The `Reader` inside `Annotated[...]` or `Annotated[...] | None`."""
    candidates = [hint, *typing.get_args(hint)]
    return next(m for c in candidates for m in getattr(c, "__metadata__", ()) if isinstance(m, Reader))


_CLIENT: dict[str, type[Any]] = {cls.type: cls for cls in CLIENT_MESSAGES}
_SERVER: dict[str, type[Any]] = {cls.type: cls for cls in SERVER_MESSAGES}
_READERS = {cls: _readers_of(cls) for cls in (*CLIENT_MESSAGES, *SERVER_MESSAGES, Accepted)}
_REQUIRED = {
    cls: tuple(
        f.name
        for f in dataclasses.fields(cls)
        if f.name in readers and f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING
    )
    for cls, readers in _READERS.items()
}
