"""What an utterance tells: the protocol's own messages, and its sound."""

from __future__ import annotations

from dataclasses import dataclass, field

from tts_node.protocol import Done, Flushed, Interrupted, Mark, Queued, Warning
from tts_node.protocol import Start as Started


@dataclass(frozen=True, slots=True)
class Audio:
    """Bytes of the utterance's sound, in the format that the last `Started` said."""

    id: str
    data: bytes = field(repr=False)


Event = Queued | Started | Audio | Mark | Flushed | Warning | Interrupted | Done

__all__ = ["Audio", "Done", "Event", "Flushed", "Interrupted", "Mark", "Queued", "Started", "Warning"]
