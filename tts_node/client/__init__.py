"""A node's Python client for asyncio; `tts_node.client.sync` has the same for scripts.

    from tts_node.client import Audio, connect

    async with connect("ws://192.168.1.20:8750") as client:
        async for event in client.speak("Dinner is ready", instruct="cheerful"):
            if isinstance(event, Audio):
                play(event.data)

Every utterance ends with `Done`, or raises: `ServerError` (with its `code`) when the node refused or failed
it, `ConnectionLost` when the connection went away.
"""

from __future__ import annotations

from tts_node.audio.format import OutputFormat
from tts_node.client.address import DEFAULT_URL, HasUrl
from tts_node.client.client import Client, connect
from tts_node.client.errors import (
    ClientError,
    ConnectionLost,
    IncompatibleNode,
    NoPlayer,
    NotReachable,
    ServerError,
)
from tts_node.client.events import (
    Audio,
    Done,
    Event,
    Flushed,
    Interrupted,
    Mark,
    Queued,
    Started,
    Warning,
)
from tts_node.client.utterance import Utterance

__all__ = [
    "DEFAULT_URL",
    "Audio",
    "Client",
    "ClientError",
    "ConnectionLost",
    "Done",
    "Event",
    "Flushed",
    "HasUrl",
    "IncompatibleNode",
    "Interrupted",
    "Mark",
    "NoPlayer",
    "NotReachable",
    "OutputFormat",
    "Queued",
    "ServerError",
    "Started",
    "Utterance",
    "Warning",
    "connect",
]
