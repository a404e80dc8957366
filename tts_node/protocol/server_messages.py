"""What the node says to a client."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from tts_node.protocol.admin_messages import ADMIN_ANSWERS, AdminAnswer
from tts_node.protocol.client_messages import Ping, Session
from tts_node.protocol.fields import (
    Flag,
    Format,
    Identifier,
    Milliseconds,
    NullableNumber,
    NullableText,
    NullableWhole,
    Number,
    Object,
    Objects,
    Ref,
    Text,
    Texts,
    Whole,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """The first message on every connection."""

    type: ClassVar[str] = "hello"
    protocol: Whole
    schema: Whole
    min_schema: Whole
    node_id: Text
    name: Text
    version: Text
    engines: Texts = ()
    """Those whose voices are known; `missing` tells whether one cannot speak at the moment."""
    capabilities: Object = field(default_factory=dict)
    limits: Object = field(default_factory=dict)
    state: Text = "ready"
    """`ready`, `starting` (some `missing`) or `draining`."""
    missing: Texts = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Queued:
    """Accepted, does not start at once. `position` utterances go before it."""

    type: ClassVar[str] = "queued"
    id: Identifier
    position: Whole
    eta_ms: NullableWhole = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """The first segment is ready; what is said here is what is really used."""

    type: ClassVar[str] = "start"
    id: Identifier
    voice: Text
    speaker: NullableText = None
    engine: Text
    language: NullableText = None
    instruct_applied: Texts = ()
    instruct_ignored: Texts = ()
    format: Format
    """With rate, channels and (for ogg, mp3 and aac) bitrate filled in."""
    width: Whole = 2
    """Bytes a sample, for `pcm` and `wav`: signed little-endian."""
    cached: Flag = False
    warnings: Texts = ()
    resumed: Flag = False
    from_ms: Milliseconds = 0.0
    number: Whole | None = None
    """With framing `tagged`: what its frames begin with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Audio:
    """With framing `base64`: sound, in place of a binary frame."""

    type: ClassVar[str] = "audio"
    id: Identifier
    data: Text
    """Base64 (RFC 4648, 4.)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interrupted:
    """Something more urgent goes first: drop what is not played from `at_ms` on, it will come again."""

    type: ClassVar[str] = "interrupted"
    id: Identifier
    at_ms: Milliseconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A place in the client's text (code points) and in the utterance's sound (milliseconds)."""

    type: ClassVar[str] = "mark"
    id: Identifier
    level: Text
    """`word`, `sentence`, or `mark`: one that the client has put into its text."""
    text_start: Whole
    text_end: Whole
    start_ms: Milliseconds
    end_ms: Milliseconds
    name: Text | None = None
    """Of a `mark`: what the client calls it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flushed:
    """The sound of everything up to the `flush` with this tag has been sent."""

    type: ClassVar[str] = "flushed"
    id: Identifier
    tag: NullableText = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Warning:
    """Something a person may want to know; the utterance goes on."""

    type: ClassVar[str] = "warning"
    id: Identifier | None = None
    code: Text
    message: Text = ""
    retry_after_ms: Whole | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """The utterance's last message. With reason `error` the `error` came directly before."""

    type: ClassVar[str] = "done"
    id: Identifier
    reason: Text
    """`complete`, `cancelled`, `preempted`, `expired` or `error`."""
    audio_ms: Milliseconds = 0.0
    ttfa_ms: NullableNumber = None
    queue_ms: Number = 0.0
    rtf: NullableNumber = None
    """Synthesis time over audio time; null when all came from the cache."""
    timing: Object = field(default_factory=dict)
    """Milliseconds: `queue_ms`, `text_ms`, `front_ms`, `first_step_ms`, `encode_ms`."""
    text_sent: Whole = 0
    """Code points of the client's text whose sound was sent (a prefix)."""
    segments: Whole = 0
    cached_segments: Whole = 0
    error_code: Text | None = None
    text_spoken: Text | None = None
    text_remaining: Text | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Error:
    """Something could not be done; the connection stays usable.

    `request` is the type of the message that it answers, where that was readable. Without it and with an `id`
    it says why that utterance failed, and `done` follows.
    """

    type: ClassVar[str] = "error"
    code: Text
    message: Text = ""
    id: Identifier | None = None
    request: Text | None = None
    retryable: Flag = False
    retry_after_ms: Whole | None = None
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """Answers `speak`, `append`, `flush`, `end` and `played` that carried a `ref`, with the same type."""

    type: Text
    id: Identifier
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancelled:
    """Answers `cancel`: these utterances end with `done` now."""

    type: ClassVar[str] = "cancel"
    id: Identifier
    cancelled: Texts = ()
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VoicesAnswer:
    type: ClassVar[str] = "voices"
    voices: Objects = ()
    styles: Texts = ()
    """Ways of speaking that the configuration names; chosen as `voice|style`."""
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusAnswer:
    type: ClassVar[str] = "status"
    status: Object = field(default_factory=dict)
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewAnswer:
    """`segments` are objects with `text` (as spoken), `language`, `start` and `end` (in the given text), and
    `phonemes` where the loaded voice has them, `voice` where the text asks for another one."""

    type: ClassVar[str] = "preview"
    segments: Objects = ()
    warnings: Texts = ()
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PrepareAnswer:
    type: ClassVar[str] = "prepare"
    voice: Text
    ref: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown:
    """A message of a newer node; a client ignores it."""

    type: str
    fields: Mapping[str, Any]


ServerMessage = (
    Hello
    | Queued
    | Start
    | Audio
    | Interrupted
    | Mark
    | Flushed
    | Warning
    | Done
    | Error
    | Accepted
    | Cancelled
    | Session
    | VoicesAnswer
    | StatusAnswer
    | Ping
    | PreviewAnswer
    | PrepareAnswer
    | AdminAnswer
    | Unknown
)
SERVER_MESSAGES: tuple[type[Any], ...] = (
    Hello,
    Queued,
    Start,
    Audio,
    Interrupted,
    Mark,
    Flushed,
    Warning,
    Done,
    Error,
    Cancelled,
    Session,
    VoicesAnswer,
    StatusAnswer,
    Ping,
    PreviewAnswer,
    PrepareAnswer,
    *ADMIN_ANSWERS,
)
ACCEPTED_TYPES = frozenset({"speak", "append", "flush", "end", "played"})
"""The types that an `Accepted` answers."""
