"""How one field of a message is read: annotated types that carry their reader.

A reader takes the field's name (for the error) and the JSON value, and returns what the dataclass keeps or
raises `BadMessage` (a wrong type), `UnknownField` or `UnsupportedFormat`. Types are strict: `true` is no
number.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NoReturn, cast

from tts_node.audio.format import CONTAINERS, MAX_RATE, MIN_RATE, OutputFormat
from tts_node.errors import BadMessage, UnknownField, UnsupportedFormat

MAX_ID_CHARS = 128
MIN_SPEED, MAX_SPEED = 0.25, 4.0
MIN_BITRATE, MAX_BITRATE = 6_000, 512_000
MAX_WAIT_S = 3_600.0
PRIORITIES = ("bulk", "reply", "announce", "alert")
PACES = ("fast", "realtime")
Pace = Literal["fast", "realtime"]
TEXT_FORMATS = ("auto", "plain", "markdown", "ssml")
TextFormatName = Literal["auto", "plain", "markdown", "ssml"]
FRAMINGS = ("plain", "tagged", "base64")
FramingName = Literal["plain", "tagged", "base64"]


@dataclass(frozen=True, slots=True)
class Reader:
    """Metadata of an annotated field type."""

    read: Callable[[str, object], object]
    keep_null: bool = False
    """Written as `null` when None, instead of left out."""


def quoted(word: str) -> str:
    """A client's word inside our sentence: short, and safe to print and to encode."""
    return json.dumps(word if len(word) <= 64 else word[:64] + "…")


def nearest(word: str, known: Iterable[str]) -> str:
    """`, did you mean "…"?` when one of the known words is close, else nothing."""
    found = difflib.get_close_matches(word[:64], list(known), n=1, cutoff=0.5)
    return f", did you mean {quoted(found[0])}?" if found else ""


def read_text(name: str, value: object) -> str:
    if not isinstance(value, str):
        _wrong(name, "a string")
    if not value.isascii() and any("\ud800" <= c <= "\udfff" for c in value):
        _wrong(name, "valid Unicode (it has a lone surrogate)")
    return value


def read_identifier(name: str, value: object) -> str:
    text = read_text(name, value)
    if not 0 < len(text) <= MAX_ID_CHARS or not text.isprintable():
        _wrong(name, f"1 to {MAX_ID_CHARS} printable characters")
    return text


def read_ref(name: str, value: object) -> str | int:
    if isinstance(value, str):
        return read_identifier(name, value)
    if _is_whole(value):
        return cast(int, value)
    _wrong(name, "a string or a whole number")


def read_object(name: str, value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        _wrong(name, "an object")
    return cast("Mapping[str, Any]", value)


def _wrong(name: str, expected: str) -> NoReturn:
    raise BadMessage(f"`{name}` must be {expected}")


def _is_whole(value: object) -> bool:
    # 2**53 is where JavaScript stops telling whole numbers apart.
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**53


def _read_flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        _wrong(name, "true or false")
    return value


def _read_whole(name: str, value: object) -> int:
    if not _is_whole(value):
        _wrong(name, "a whole number")
    return cast(int, value)


def _read_number(name: str, value: object) -> float:
    # The comparison also turns away NaN, the infinities and integers that float() cannot take.
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1e15 < value < 1e15:
        _wrong(name, "a finite number")
    return float(value)


def _read_milliseconds(name: str, value: object) -> float:
    number = _read_number(name, value)
    if number < 0:
        _wrong(name, "0 or more milliseconds")
    return number


def _read_wait(name: str, value: object) -> float:
    number = _read_number(name, value)
    if not 0 <= number <= MAX_WAIT_S:
        _wrong(name, f"0 to {MAX_WAIT_S:g} seconds")
    return number


def _read_speed(name: str, value: object) -> float:
    number = _read_number(name, value)
    if not MIN_SPEED <= number <= MAX_SPEED:
        _wrong(name, f"between {MIN_SPEED:g} and {MAX_SPEED:g}")
    return number


def _one_of(*allowed: str) -> Callable[[str, object], str]:
    def read(name: str, value: object) -> str:
        if not isinstance(value, str) or value not in allowed:
            _wrong(name, "one of " + ", ".join(f'"{word}"' for word in allowed))
        return value

    return read


def _read_texts(name: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        _wrong(name, "a list of strings")
    return tuple(read_text(name, item) for item in value)


def _read_objects(name: str, value: object) -> tuple[Mapping[str, Any], ...]:
    if not isinstance(value, list | tuple):
        _wrong(name, "a list of objects")
    return tuple(read_object(name, item) for item in value)


def _read_format(name: str, value: object) -> OutputFormat:
    if not isinstance(value, Mapping):
        _wrong(name, 'an object such as {"container": "mp3"}')
    fields = cast("Mapping[str, Any]", value)
    known = ("container", "rate", "channels", "bitrate")
    for key in fields:
        if key not in known:
            raise UnknownField(f"unknown field {quoted(f'{name}.{key}')}{nearest(key, known)}")
    container = (
        "pcm" if fields.get("container") is None else read_text(f"{name}.container", fields["container"])
    )
    if container not in CONTAINERS:
        hint = " (Opus comes in ogg)" if container == "opus" else ""
        raise UnsupportedFormat(f"`{name}.container` must be one of {', '.join(CONTAINERS)}{hint}")
    rate, channels, bitrate = (
        None if fields.get(key) is None else _read_whole(f"{name}.{key}", fields[key]) for key in known[1:]
    )
    if rate is not None and not MIN_RATE <= rate <= MAX_RATE:
        raise UnsupportedFormat(f"`{name}.rate` must be {MIN_RATE} to {MAX_RATE} Hz")
    if channels is not None and channels not in (1, 2):
        raise UnsupportedFormat(f"`{name}.channels` must be 1 or 2")
    if bitrate is not None and not MIN_BITRATE <= bitrate <= MAX_BITRATE:
        raise UnsupportedFormat(f"`{name}.bitrate` must be {MIN_BITRATE} to {MAX_BITRATE} bits a second")
    return OutputFormat(container, rate, channels, bitrate)


Text = Annotated[str, Reader(read_text)]
Identifier = Annotated[str, Reader(read_identifier)]
Ref = Annotated[str | int, Reader(read_ref)]
"""Chosen by the client; comes back in the answer."""
Flag = Annotated[bool, Reader(_read_flag)]
Whole = Annotated[int, Reader(_read_whole)]
Number = Annotated[float, Reader(_read_number)]
Milliseconds = Annotated[float, Reader(_read_milliseconds)]
WaitSeconds = Annotated[float, Reader(_read_wait)]
Speed = Annotated[float, Reader(_read_speed)]
Format = Annotated[OutputFormat, Reader(_read_format)]
PriorityName = Annotated[str, Reader(_one_of(*PRIORITIES))]
PaceName = Annotated[Pace, Reader(_one_of(*PACES))]
TextFormat = Annotated[TextFormatName, Reader(_one_of(*TEXT_FORMATS))]
EntryKind = Annotated[str, Reader(_one_of("word", "unit", "abbreviation"))]
EntryCase = Annotated[str, Reader(_one_of("exact", "any"))]
"""Of the household's words."""
Framing = Annotated[FramingName, Reader(_one_of(*FRAMINGS))]
Texts = Annotated[tuple[str, ...], Reader(_read_texts)]
Object = Annotated[Mapping[str, Any], Reader(read_object)]
Objects = Annotated[tuple[Mapping[str, Any], ...], Reader(_read_objects)]
NullableText = Annotated[str | None, Reader(read_text, keep_null=True)]
NullableWhole = Annotated[int | None, Reader(_read_whole, keep_null=True)]
NullableNumber = Annotated[float | None, Reader(_read_number, keep_null=True)]
