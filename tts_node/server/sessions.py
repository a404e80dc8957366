"""All sessions of the node: the WebSocket endpoint, and how many may be open."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter

from starlette.types import Receive, Scope, Send

from tts_node.config import LimitsConfig
from tts_node.errors import TooManyConnections
from tts_node.protocol import SUBPROTOCOL
from tts_node.server.gate import grant_of, refuse
from tts_node.server.ports import NodePort, SpeakDefaults
from tts_node.server.session import Session
from tts_node.server.wire import wire_of

_LOG = logging.getLogger(__name__)
_RETRY_AFTER_MS = 5_000


class Sessions:
    """An ASGI app for the WebSocket path; sits behind the gate."""

    def __init__(self, node: NodePort, limits: LimitsConfig, defaults: SpeakDefaults) -> None:
        self._node = node
        self._limits = limits
        self._defaults = defaults
        self._live: set[Session] = set()
        self._by_address: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._live)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = grant_of(scope).address
        if (problem := self._full(address)) is not None:
            await refuse(scope, send, TooManyConnections(problem, retry_after_ms=_RETRY_AFTER_MS))
            return
        session = Session(self._node, self._limits, self._defaults, send, wire_of(scope))
        # Counted before the first await: handshakes that arrive together must see each other.
        self._live.add(session)
        self._by_address[address] += 1
        try:
            await receive()  # websocket.connect
            chosen = SUBPROTOCOL if SUBPROTOCOL in scope["subprotocols"] else None
            await send({"type": "websocket.accept", "subprotocol": chosen})
            _LOG.debug("client %s came; %d are connected", address, len(self._live))
            await session.run(receive)
        except OSError:
            pass  # lost in the handshake
        finally:
            self._live.discard(session)
            _LOG.debug("client %s left; %d are connected", address, len(self._live))
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    async def stop(self, grace_s: float) -> None:
        """Tell every client and close."""
        await asyncio.gather(*(session.stop(grace_s) for session in tuple(self._live)))

    def _full(self, address: str) -> str | None:
        if len(self._live) >= self._limits.connections:
            return f"{self._limits.connections} connections are open; no more are taken"
        if self._by_address[address] >= self._limits.connections_per_address:
            return f"{self._limits.connections_per_address} connections are open from this address"
        return None
