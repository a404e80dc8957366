"""Every error the node tells somebody about, each with its stable wire ``code``.

A code is part of the protocol: once released it never changes its meaning. `NodeError.retryable` says
whether the same request may succeed later without being changed.
"""

from __future__ import annotations

from typing import ClassVar


class NodeError(Exception):
    """Base of all errors with a wire code. `str(error)` is a sentence for people."""

    code: ClassVar[str] = "internal_error"
    retryable: ClassVar[bool] = False

    def __init__(self, message: str, *, retry_after_ms: int | None = None) -> None:
        super().__init__(message)
        self.retry_after_ms = retry_after_ms


# --- what a client sent -----------------------------------------------------------------------------


class BadRequest(NodeError):
    """Base of the errors that a client can avoid by asking differently."""

    code = "bad_request"


class BadMessage(BadRequest):
    """Not JSON, not an object, a field of the wrong type, or binary where text is due."""

    code = "bad_message"


class UnknownType(BadRequest):
    """A message `type` that this protocol version does not know."""

    code = "unknown_type"


class UnknownField(BadRequest):
    """A field that the message type does not have."""

    code = "unknown_field"


class MessageTooLarge(BadRequest):
    code = "message_too_large"


class EmptyText(BadRequest):
    """Nothing to speak: blank, punctuation or symbols only."""

    code = "empty_text"


class TextTooLong(BadRequest):
    code = "text_too_long"


class UnknownVoice(BadRequest):
    code = "unknown_voice"


class UnsupportedFormat(BadRequest):
    """A container, rate, channel count or bitrate that is not on offer."""

    code = "unsupported_format"


class BadInstruct(BadRequest):
    """An instruct that is too long or carries control marks."""

    code = "bad_instruct"


class BadLexicon(BadRequest):
    """An entry of the household's lexicon that cannot be taken, or a lexicon's file with a mistake in it."""

    code = "bad_lexicon"


class UnknownId(BadRequest):
    """`append`, `flush`, `end`, `cancel` or `played` for an utterance that is not there."""

    code = "unknown_id"


class DuplicateId(BadRequest):
    code = "duplicate_id"


class TextEnded(BadRequest):
    """`append` or `flush` after `end`, or to an utterance that was not opened with `more: true`."""

    code = "text_ended"


class NotSupported(BadRequest):
    """A known wish that this node or engine cannot fulfil."""

    code = "not_supported"


class NotFound(BadRequest):
    """A path, a model name or a kept sound that is not there (any more)."""

    code = "not_found"


# --- who may ------------------------------------------------------------------------------------------


class Unauthorized(NodeError):
    """The token is missing or wrong. Says nothing more on purpose."""

    code = "unauthorized"


class Forbidden(NodeError):
    """The address, `Host` or `Origin` may not use this node."""

    code = "forbidden"


# --- limits and state -----------------------------------------------------------------------------------


class TooManyConnections(NodeError):
    code = "too_many_connections"
    retryable = True


class TooManyUtterances(NodeError):
    code = "too_many_utterances"
    retryable = True


class SlowReader(NodeError):
    """The client fell `slow_reader_s` behind real time; its utterance was cancelled."""

    code = "slow_reader"
    retryable = True


class AppendTimeout(NodeError):
    """An open utterance got no text for `append_timeout_s`."""

    code = "append_timeout"


class StorageFull(NodeError):
    """Sound could not be kept, or the lexicon not be written: the disk is full or cannot be written, or it
    is larger than what may be kept. Speaking goes on.
    """

    code = "storage_full"
    retryable = True


class NotReady(NodeError):
    """No engine can speak now; it may later."""

    code = "not_ready"
    retryable = True


class Restarting(NodeError):
    """The node is stopping or about to restart and takes nothing new."""

    code = "restarting"
    retryable = True

    def __init__(
        self, message: str = "the node is restarting", *, retry_after_ms: int | None = 5_000
    ) -> None:
        super().__init__(message, retry_after_ms=retry_after_ms)


# --- engines ----------------------------------------------------------------------------------------


class EngineError(NodeError):
    """The engine could not speak this segment; the node and the other utterances go on."""

    code = "engine_failed"
    retryable = True


class EngineOutOfMemory(EngineError):
    code = "engine_oom"


class Runaway(EngineError):
    """Far more sound than the text can hold: invented words or endless silence."""

    code = "runaway"


class BadAudio(EngineError):
    """NaN, or silence where speech is due."""

    code = "bad_audio"


class WorkerLost(EngineError):
    """The engine's process ended or hung and the segment could not be made again."""

    code = "worker_lost"


class EngineUnavailable(EngineError):
    """The engine's process cannot be started: missing files, a wheel not built for this CPU, no memory."""

    code = "engine_unavailable"


# --- setup ------------------------------------------------------------------------------------------


class ConfigError(NodeError):
    """The configuration file is wrong; the message names the path and what was expected."""

    code = "config_error"
