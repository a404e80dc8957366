"""How many may be connected: all together, and from one address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from tts_node.config import LimitsConfig
from tts_node.errors import TooManyConnections

_RETRY_AFTER_MS = 5_000


class Seats:
    """Shared by all doors of the web server: a WebSocket client takes a seat, and so does a request."""

    def __init__(self, limits: LimitsConfig) -> None:
        self._limits = limits
        self._taken = 0
        self._by_address: Counter[str] = Counter()

    @contextmanager
    def taken(self, address: str) -> Iterator[None]:
        """One seat for as long as this is open. Raises `TooManyConnections`."""
        if self._taken >= self._limits.connections:
            raise TooManyConnections(
                f"{self._limits.connections} connections are open; no more are taken",
                retry_after_ms=_RETRY_AFTER_MS,
            )
        if self._by_address[address] >= self._limits.connections_per_address:
            raise TooManyConnections(
                f"{self._limits.connections_per_address} connections are open from this address",
                retry_after_ms=_RETRY_AFTER_MS,
            )
        self._taken += 1
        self._by_address[address] += 1
        try:
            yield
        finally:
            self._taken -= 1
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]
