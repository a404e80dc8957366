"""What a client says to the node."""

# No `from __future__ import annotations`: the codec reads the readers out of the annotations.
from dataclasses import dataclass
from typing import Any, ClassVar

from tts_node.protocol.admin_messages import ADMIN_MESSAGES, AdminMessage
from tts_node.protocol.fields import (
    Flag,
    Format,
    Framing,
    Identifier,
    Milliseconds,
    PaceName,
    PriorityName,
    Ref,
    Speed,
    Text,
    TextFormat,
)

ALL = "*"
"""`cancel` with this id means every utterance of the connection."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Speak:
    """Speak `text`. With `more` the text stays open for `append`, `flush` and `end`.

    Without `id` the node makes one. With `ref` its acceptance is answered by `speak` (id, ref) at once.
    """

    type: ClassVar[str] = "speak"
    text: Text
    id: Identifier | None = None
    instruct: Text | None = None
    voice: Text | None = None
    speaker: Text | None = None
    language: Text | None = None
    text_format: TextFormat | None = None
    speed: Speed | None = None
    format: Format | None = None
    priority: PriorityName | None = None
    pace: PaceName | None = None
    marks: Flag | None = None
    cache: Flag | None = None
    more: Flag | None = None
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Append:
    """More text, joined to the letter."""

    type: ClassVar[str] = "append"
    id: Identifier
    text: Text
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Flush:
    """Speak what is there and stay open; `flushed` with `tag` follows its sound."""

    type: ClassVar[str] = "flush"
    id: Identifier
    tag: Identifier | None = None
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """No more text. With `tag` a `flushed` comes before the `done`."""

    type: ClassVar[str] = "end"
    id: Identifier
    tag: Identifier | None = None
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancel:
    """Stop now. Each cancelled utterance gets its `done`; an id that is not there gets an `error`.

    With id `"*"`, or with `ref`, a `cancel` (Cancelled) with the ids comes first.
    """

    type: ClassVar[str] = "cancel"
    id: Identifier
    played_ms: Milliseconds | None = None
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """How far the listener has heard, milliseconds of the utterance's sound."""

    type: ClassVar[str] = "played"
    id: Identifier
    played_ms: Milliseconds
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """Defaults for the connection's later `speak`s; replaces all earlier ones. Answered by what holds now."""

    type: ClassVar[str] = "session"
    voice: Text | None = None
    speaker: Text | None = None
    language: Text | None = None
    text_format: TextFormat | None = None
    instruct: Text | None = None
    speed: Speed | None = None
    format: Format | None = None
    priority: PriorityName | None = None
    pace: PaceName | None = None
    marks: Flag | None = None
    framing: Framing | None = None
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Voices:
    type: ClassVar[str] = "voices"
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    type: ClassVar[str] = "status"
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ping:
    """Answered by `ping` at once, also while speaking."""

    type: ClassVar[str] = "ping"
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """Read aloud on paper: which segments `text` becomes."""

    type: ClassVar[str] = "preview"
    text: Text
    language: Text | None = None
    voice: Text | None = None
    text_format: TextFormat | None = None
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepare:
    """Load a voice ahead; answered when it can speak."""

    type: ClassVar[str] = "prepare"
    voice: Text | None = None
    ref: Ref | None = None


ClientMessage = (
    Speak
    | Append
    | Flush
    | End
    | Cancel
    | Played
    | Session
    | Voices
    | Status
    | Ping
    | Preview
    | Prepare
    | AdminMessage
)
CLIENT_MESSAGES: tuple[type[Any], ...] = (
    Speak,
    Append,
    Flush,
    End,
    Cancel,
    Played,
    Session,
    Voices,
    Status,
    Ping,
    Preview,
    Prepare,
    *ADMIN_MESSAGES,
)
