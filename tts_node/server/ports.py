"""What the doors need of the node, and what they are told about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tts_node.speech.utterance import Pace, Priority, SpeechPort
from tts_node.text.line import Preview


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

    async def preview(self, text: str, language: str | None, voice: str | None) -> Preview:
        """Which segments `text` becomes. Raises `NodeError`."""

    async def prepare(self, voice: str | None) -> str:
        """Load a voice (None: the default) and return its name when it can speak. Raises `NodeError`."""
