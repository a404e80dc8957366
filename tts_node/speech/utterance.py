"""One request to speak, the text that may still be arriving for it, and what comes back.

Every door (WebSocket, HTTP, Wyoming, announcements) builds an `Utterance`, calls `Speech.speak` and reads
events.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Literal, Protocol

from tts_node.audio.format import OutputFormat, PcmFormat
from tts_node.text.markup.step import TextFormat

Pace = Literal["fast", "realtime"]
Reason = Literal["complete", "cancelled", "preempted", "expired", "error"]


class Priority(IntEnum):
    """Who goes first. Higher goes first."""

    BULK = 0
    REPLY = 1
    ANNOUNCE = 2
    ALERT = 3

    @classmethod
    def names(cls) -> tuple[str, ...]:
        return tuple(p.name.lower() for p in cls)


@dataclass(frozen=True, slots=True)
class Utterance:
    """What to say and how. `text` is the text known so far; with `more` it goes on by `Speaking.append`."""

    text: str
    more: bool = False
    voice: str | None = None
    speaker: str | None = None
    language: str | None = None
    instruct: str | None = None
    speed: float | None = None
    format: OutputFormat = field(default_factory=OutputFormat)
    priority: Priority = Priority.REPLY
    pace: Pace = "fast"
    marks: bool = False
    cache: bool = True
    text_format: TextFormat = "auto"
    """What of `text` is markup and not spoken."""
    door: str = "ws"
    """Which door it came in by; for logs and metrics."""
    seed: int | None = None
    """None takes a seed from the content, so that the same words sound the same."""


@dataclass(frozen=True, slots=True)
class Queued:
    """It was accepted. The first event, once."""

    position: int
    eta_ms: int | None


@dataclass(frozen=True, slots=True)
class Started:
    """The first segment is ready. Everything in it is what is really used."""

    voice: str
    speaker: str | None
    engine: str
    language: str | None
    instruct_applied: tuple[str, ...]
    instruct_ignored: tuple[str, ...]
    format: OutputFormat
    """With rate, channels and (for ogg, mp3 and aac) bitrate filled in."""
    pcm: PcmFormat
    """Of the PCM before encoding; equals the bytes for `pcm` and `wav`."""
    cached: bool
    """The first segment came from the cache."""
    warnings: tuple[str, ...] = ()
    resumed: bool = False
    from_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class Audio:
    """Encoded bytes as they go to the client. `audio_ms` is what they add (0 for headers and delayed
    encoders).
    """

    data: bytes
    audio_ms: float


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in the client's text (code points) and in the utterance's sound. Those of level `mark` are the
    client's own, and come whether `Utterance.marks` or not.
    """

    level: Literal["word", "sentence", "mark"]
    text_start: int
    text_end: int
    start_ms: float
    end_ms: float
    name: str | None = None
    """What the client calls it; with level `mark` alone."""


@dataclass(frozen=True, slots=True)
class Flushed:
    """Everything up to the `flush` with this tag has been handed over."""

    tag: str | None


@dataclass(frozen=True, slots=True)
class Warned:
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Timing:
    """Where the time to the first sound went, milliseconds."""

    queue_ms: float = 0.0
    text_ms: float = 0.0
    front_ms: float = 0.0
    first_step_ms: float = 0.0
    encode_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class Finished:
    """The last event, always; nothing comes after it."""

    reason: Reason
    audio_ms: float
    ttfa_ms: float | None
    queue_ms: float
    rtf: float | None
    """Synthesis time over audio time; None when all came from the cache."""
    timing: Timing
    text_sent: int
    """Code points of the client's text whose sound was handed over (a prefix)."""
    cached_segments: int = 0
    segments: int = 0
    error_code: str | None = None
    error_message: str = ""
    retryable: bool = False
    retry_after_ms: int | None = None
    underruns: int = 0
    """How often its listener ran dry."""
    text_spoken: str | None = None
    """With a known played position: the client's text up to the last mark before it."""
    text_remaining: str | None = None


Event = Queued | Started | Audio | Mark | Flushed | Warned | Finished


class Speaking(Protocol):
    """An utterance under way: an async iterator of events that ends with `Finished`.

    Not reading it is the back-pressure: what is made ahead is bounded and then the engine is not stepped.
    Leaving the iteration without `cancel` is an error of the caller; use it as an async context manager.
    """

    def __aiter__(self) -> AsyncIterator[Event]: ...

    async def __anext__(self) -> Event: ...

    async def __aenter__(self) -> Speaking: ...

    async def __aexit__(self, *exc: object) -> None: ...

    def append(self, text: str) -> None:
        """Join more text to the letter. Raises `TextEnded`, `TextTooLong`."""

    def flush(self, tag: str | None = None) -> None:
        """Speak what is there, stay open; `Flushed(tag)` follows its sound."""

    def end(self) -> None:
        """No more text. Twice is allowed."""

    def cancel(self, reason: Reason = "cancelled", error: Exception | None = None) -> None:
        """Stop at once: nothing but `Finished` comes any more. Never blocks; twice is allowed."""

    def played(self, played_ms: float) -> None:
        """How far the listener has heard; for `text_spoken`, and for where an interruption resumes."""

    def interrupt(self) -> float:
        """Something more urgent goes first. Returns `at_ms`: sound from there on will come again.

        The next event read afterwards is `Started(resumed=True, from_ms=at_ms)`, with a fresh container.
        """

    @property
    def waiting_for_text(self) -> bool:
        """True while everything there is has been handed over and the text is still open."""


class SpeechPort(Protocol):
    """What doors see of `speech.Speech`."""

    def speak(self, utterance: Utterance) -> Speaking:
        """Check it and take it. Raises `NodeError` (bad request, limits, not ready) before anything is
        queued.
        """
