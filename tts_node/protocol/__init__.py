"""The WebSocket protocol, version 1: one small class per message, how each is read and how it is written.

Text frames are JSON objects with a `type`; binary frames are audio. This package does no I/O; the server
and the client both use it. The node reads strictly (`parse_client`: an unknown field is an error that names
the nearest known one), a client reads leniently (`parse_server`: newer nodes may say more).

The life of an utterance: a `speak` is refused by one `error` with `request: "speak"`, or accepted. An
accepted one always ends with exactly one `done`, and nothing of it comes after that; when it failed, its
`error` (without `request`) comes directly before. Binary frames belong to the utterance whose `start` came
last. `start` comes again with `resumed`: after `interrupted` as a fresh stream of bytes (with a new
container header) for the sound from `from_ms` on; without `interrupted` before it (another utterance went
first while this one waited for text) the bytes go on where they stopped.

That is framing `plain`. With `tagged` each binary frame begins with 8 bytes, the utterance's number (which
`start` names) and the frame's own, both big-endian uint32; then there are no turns, and several utterances
may be heard at once. With `base64` an `audio` message takes each binary frame's place.
"""

from __future__ import annotations

from tts_node.protocol.admin_messages import (
    ADMIN_MESSAGES,
    AdminAnswer,
    AdminMessage,
    JobPause,
    JobPauseAnswer,
    JobResume,
    JobResumeAnswer,
    JobRun,
    JobRunAnswer,
    Jobs,
    JobsAnswer,
    Lexicon,
    LexiconAdd,
    LexiconAddAnswer,
    LexiconAnswer,
    LexiconRemove,
    LexiconRemoveAnswer,
    LexiconTest,
    LexiconTestAnswer,
    Recycle,
    RecycleAnswer,
    Restart,
    RestartAnswer,
)
from tts_node.protocol.client_messages import (
    ALL,
    Append,
    Cancel,
    ClientMessage,
    End,
    Flush,
    Ping,
    Played,
    Prepare,
    Preview,
    Session,
    Speak,
    Status,
    Voices,
)
from tts_node.protocol.codec import MessageRefused, decode_object, encode, parse_client, parse_server, to_dict
from tts_node.protocol.fields import (
    FRAMINGS,
    MAX_ID_CHARS,
    PACES,
    PRIORITIES,
    TEXT_FORMATS,
    FramingName,
    TextFormatName,
)
from tts_node.protocol.server_messages import (
    Accepted,
    Audio,
    Cancelled,
    Done,
    Error,
    Flushed,
    Hello,
    Interrupted,
    Mark,
    PrepareAnswer,
    PreviewAnswer,
    Queued,
    ServerMessage,
    Start,
    StatusAnswer,
    Unknown,
    VoicesAnswer,
    Warning,
)

PROTOCOL_VERSION = 1
SCHEMA = 8
"""Raised by additions (2: framings `tagged` and `base64`, container `aac`; 3: administration; 4:
`text_format`; 5: the household's lexicon; 6: `phonemes` in previews; 7: `styles` of `voices`; 8: marks of the
client's own). A client refuses a node whose `min_schema` is above its own `SCHEMA`.
"""
MIN_SCHEMA = 1
PATH = "/v1/ws"
SUBPROTOCOL = "tts-node.v1"
TOKEN_SUBPROTOCOL_PREFIX = "tts-node.token."
"""Browsers cannot set headers, so they offer the token as a second subprotocol; it is never selected."""

__all__ = [
    "ADMIN_MESSAGES",
    "ALL",
    "FRAMINGS",
    "MAX_ID_CHARS",
    "MIN_SCHEMA",
    "PACES",
    "PATH",
    "PRIORITIES",
    "PROTOCOL_VERSION",
    "SCHEMA",
    "SUBPROTOCOL",
    "TEXT_FORMATS",
    "TOKEN_SUBPROTOCOL_PREFIX",
    "Accepted",
    "AdminAnswer",
    "AdminMessage",
    "Append",
    "Audio",
    "Cancel",
    "Cancelled",
    "ClientMessage",
    "Done",
    "End",
    "Error",
    "Flush",
    "Flushed",
    "FramingName",
    "Hello",
    "Interrupted",
    "JobPause",
    "JobPauseAnswer",
    "JobResume",
    "JobResumeAnswer",
    "JobRun",
    "JobRunAnswer",
    "Jobs",
    "JobsAnswer",
    "Lexicon",
    "LexiconAdd",
    "LexiconAddAnswer",
    "LexiconAnswer",
    "LexiconRemove",
    "LexiconRemoveAnswer",
    "LexiconTest",
    "LexiconTestAnswer",
    "Mark",
    "MessageRefused",
    "Ping",
    "Played",
    "Prepare",
    "PrepareAnswer",
    "Preview",
    "PreviewAnswer",
    "Queued",
    "Recycle",
    "RecycleAnswer",
    "Restart",
    "RestartAnswer",
    "ServerMessage",
    "Session",
    "Speak",
    "Start",
    "Status",
    "StatusAnswer",
    "TextFormatName",
    "Unknown",
    "Voices",
    "VoicesAnswer",
    "Warning",
    "decode_object",
    "encode",
    "parse_client",
    "parse_server",
    "to_dict",
]
