"""Counts what was asked to be spoken and refused before anything was queued: limits, bad input, busy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tts_node.errors import NodeError
from tts_node.server.ports import NodePort


@contextmanager
def refusals_counted(node: NodePort, door: str) -> Iterator[None]:
    """Around the checks of one request to speak, up to its acceptance; errors pass through."""
    try:
        yield
    except NodeError as error:
        node.refused(door, error.code)
        raise
