"""What the doors need of the node, and what they are told about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tts_node.speech.utterance import Pace, Priority, SpeechPort
from tts_node.text.line import Preview
from tts_node.text.markup.step import TextFormat


@dataclass(frozen=True, slots=True)
class VoiceListing:
    """One line of `voices`."""

    name: str
    languages: tuple[str, ...]
    rate: int
    engine: str
    speakers: tuple[str, ...] = ()
    streaming: str = "chunks"
    """`chunks`: sound comes before the sentence is done. `whole`: sentence by sentence."""
    note: str = ""
    default: bool = False


@dataclass(frozen=True, slots=True)
class SpeakDefaults:
    """What holds for a `speak` when neither it nor its session says so."""

    priority: Priority = Priority.REPLY
    pace: Pace = "fast"


class AdminPort(Protocol):
    """What the doors offer to whoever has the admin token. Answers are JSON data."""

    def jobs(self) -> Sequence[Mapping[str, Any]]:
        """Maintenance: all jobs, with next and last run."""

    def job(self, name: str) -> Mapping[str, Any]:
        """One of them. Raises `NotFound`."""

    def job_history(self, name: str) -> Sequence[Mapping[str, Any]]:
        """Its latest runs, the newest first. Raises `NotFound`."""

    async def run_job(self, name: str, *, wait_s: float = 0.0) -> Mapping[str, Any]:
        """Begin a run, and wait for its end for a while. Raises `NotFound`, and `NotReady` while it runs."""

    def pause_job(self, name: str) -> Mapping[str, Any]:
        """No more runs by the clock, also after a restart. Raises `NotFound`."""

    def resume_job(self, name: str) -> Mapping[str, Any]:
        """By the clock again. Raises `NotFound`."""

    def recycles(self) -> Sequence[Mapping[str, Any]]:
        """The latest replacements of processes, the newest first."""

    async def recycle(self, engine: str, reason: str) -> Mapping[str, Any]:
        """Fresh processes for an engine; returns when they speak. Raises `NotFound`, `EngineUnavailable`."""

    def restart(self, reason: str) -> None:
        """Drain and end, to be started again; returns at once. Raises `NotSupported` where nobody would."""

    def lexicon(self) -> Mapping[str, Any]:
        """The household's words: `entries`, the `path` of their file, and the `error` in it or None."""

    async def add_to_lexicon(self, entry: Mapping[str, Any]) -> Mapping[str, Any]:
        """Put an entry in, in the place of one of the same word. Raises `BadLexicon`, `StorageFull`."""

    async def remove_from_lexicon(self, entry: Mapping[str, Any]) -> Mapping[str, Any]:
        """Take one out, by kind, word and language. Raises `NotFound`, `BadLexicon`, `StorageFull`."""

    async def try_lexicon(self, text: str, language: str | None) -> Mapping[str, Any]:
        """How a text would be read, and which entries it has. Raises `TextTooLong`."""


class MonitorPort(Protocol):
    """What monitors are told."""

    def metrics(self, accept: str) -> tuple[str, bytes]:
        """Content type and body for Prometheus, by its `Accept` header. Cheap."""

    def memory(self) -> Mapping[str, Any]:
        """The memory of the node and its engines over the last day, JSON data."""


class NodePort(Protocol):
    """The node as the server sees it."""

    @property
    def node_id(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    @property
    def speech(self) -> SpeechPort: ...

    @property
    def draining(self) -> bool:
        """It is about to stop: takes nothing new, lets what was accepted end."""

    def voices(self) -> Sequence[VoiceListing]:
        """All voices that are known now; more may come while engines load."""

    def styles(self) -> Sequence[str]:
        """Names of the configured ways of speaking; chosen as `voice|style`."""

    def status(self) -> Mapping[str, Any]:
        """JSON data for people and monitors. Cheap."""

    def readiness(self) -> tuple[bool, Sequence[str]]:
        """Whether it can speak now, and what is missing, each a sentence. Cheap."""

    def refused(self, door: str, code: str) -> None:
        """Count a request to speak that was refused before it was queued; `code` is of an error class."""

    async def preview(
        self, text: str, language: str | None, voice: str | None, text_format: TextFormat = "auto"
    ) -> Preview:
        """Which segments `text` becomes. Raises `NodeError`."""

    async def prepare(self, voice: str | None) -> str:
        """Load a voice (None: the default) and return its name when it can speak. Raises `NodeError`."""
