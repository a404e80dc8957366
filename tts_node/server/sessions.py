"""All sessions of the node: the WebSocket endpoint, and how many may be open."""

from __future__ import annotations

import asyncio
import logging

from starlette.types import Receive, Scope, Send

from tts_node.config import LimitsConfig
from tts_node.errors import TooManyConnections
from tts_node.protocol import SUBPROTOCOL
from tts_node.server.admin_verbs import AdminVerbs
from tts_node.server.auth import Grant
from tts_node.server.gate import grant_of
from tts_node.server.ports import AdminPort, NodePort, SpeakDefaults
from tts_node.server.refusal import refuse
from tts_node.server.seats import Seats
from tts_node.server.session import Session
from tts_node.server.wire import wire_of

_LOG = logging.getLogger(__name__)


class Sessions:
    """An ASGI app for the WebSocket path; sits behind the gate."""

    def __init__(
        self,
        node: NodePort,
        limits: LimitsConfig,
        defaults: SpeakDefaults,
        seats: Seats,
        admin: AdminPort | None = None,
    ) -> None:
        self._node = node
        self._limits = limits
        self._defaults = defaults
        self._live: set[Session] = set()
        self._seats = seats
        self._admin = admin

    def __len__(self) -> int:
        return len(self._live)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        grant = grant_of(scope)
        try:
            # Before the first await: handshakes that arrive together must see each other.
            with self._seats.taken(grant.address):
                await self._serve(scope, receive, send, grant)
        except TooManyConnections as full:
            await refuse(scope, send, full, status=503)

    async def _serve(self, scope: Scope, receive: Receive, send: Send, grant: Grant) -> None:
        verbs = AdminVerbs(self._admin, grant)
        session = Session(self._node, self._limits, self._defaults, send, wire_of(scope), verbs)
        self._live.add(session)
        try:
            await receive()  # websocket.connect
            chosen = SUBPROTOCOL if SUBPROTOCOL in scope["subprotocols"] else None
            await send({"type": "websocket.accept", "subprotocol": chosen})
            _LOG.debug("client %s came; %d are connected", grant.address, len(self._live))
            await session.run(receive)
        except OSError:
            pass  # lost in the handshake
        finally:
            self._live.discard(session)
            _LOG.debug("client %s left; %d are connected", grant.address, len(self._live))

    def announce_stop(self) -> None:
        """Tell every client that the node takes nothing new; what it has accepted goes on."""
        for session in tuple(self._live):
            session.announce_stop()

    async def stop(self, grace_s: float) -> None:
        """Tell every client and close."""
        await asyncio.gather(*(session.stop(grace_s) for session in tuple(self._live)))
