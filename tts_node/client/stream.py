"""One utterance's side of a connection: what has arrived for it and is not read yet."""

from __future__ import annotations

import asyncio
from collections import deque

from tts_node.client.events import Audio, Done, Event

_MESSAGE_BYTES = 256
"""What an event without sound counts for in the budget."""


class ReadBudget:
    """How much may wait unread on a connection, all utterances together. Beyond it the socket is not read."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._used_bytes = 0
        self._room = asyncio.Event()
        self._room.set()

    @property
    def full(self) -> bool:
        return not self._room.is_set()

    @property
    def used_bytes(self) -> int:
        return self._used_bytes

    def change(self, size_bytes: int) -> None:
        self._used_bytes += size_bytes
        if self._used_bytes < self._max_bytes:
            self._room.set()
        else:
            self._room.clear()

    async def room(self) -> None:
        """Wait until reading may go on."""
        await self._room.wait()


class Stream:
    """Events of one utterance, in order, between the connection's reader and whoever iterates."""

    def __init__(self, id: str, budget: ReadBudget) -> None:
        self.id = id
        self.done: Done | None = None
        self.error: Exception | None = None
        self._budget = budget
        self._waiting: deque[Event] = deque()
        self._changed = asyncio.Event()
        self._muted = False

    @property
    def over(self) -> bool:
        """Nothing more can arrive."""
        return self.done is not None or self.error is not None

    def put(self, event: Event) -> None:
        """Take an event from the connection. After `mute` only the last one is kept."""
        if self.over:
            return
        if isinstance(event, Done):
            self.done = event
        elif self._muted:
            return
        self._waiting.append(event)
        self._budget.change(_size(event))
        self._changed.set()

    def fail(self, error: Exception) -> None:
        """Nothing more comes; `error` is raised after what is there. The first error counts."""
        if not self.over:
            self.error = error
        self._changed.set()

    def mute(self) -> None:
        """Throw away what waits, and whatever comes except for the end."""
        self._muted = True
        kept = [event for event in self._waiting if isinstance(event, Done)]
        for event in self._waiting:
            if not isinstance(event, Done):
                self._budget.change(-_size(event))
        self._waiting = deque(kept)

    async def next(self) -> Event | None:
        """The next event; None after `Done`. Raises the stream's error when everything before it was read."""
        while not self._waiting:
            if self.error is not None:
                raise self.error
            if self.done is not None:
                return None
            self._changed.clear()
            await self._changed.wait()
        event = self._waiting.popleft()
        self._budget.change(-_size(event))
        return event


def _size(event: Event) -> int:
    return len(event.data) if isinstance(event, Audio) else _MESSAGE_BYTES
