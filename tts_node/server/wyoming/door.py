"""Listens for Wyoming clients and holds their sessions."""

from __future__ import annotations

import asyncio
import logging
from contextlib import ExitStack
from typing import Final

from tts_node.config import ServerConfig, WyomingConfig
from tts_node.errors import ConfigError, NodeError, Restarting
from tts_node.server.addresses import CachedNetworks
from tts_node.server.entrance import Entrance, EntranceSocket
from tts_node.server.ports import NodePort, SpeakDefaults
from tts_node.server.seats import Seats
from tts_node.server.serve import bind
from tts_node.server.tls import HANDSHAKE_S, Certificate
from tts_node.server.wyoming.admission import Admission
from tts_node.server.wyoming.session import Session
from tts_node.server.wyoming.turn import wyoming_error
from tts_node.server.wyoming.wire import Wire

_LOG = logging.getLogger(__name__)
_BACKLOG: Final = 256
_STOP_GRACE_S: Final = 2.0


class WyomingDoor:
    """The node goes on without this door when its usual port is taken, as by another Wyoming server.

    A port that somebody has chosen and that cannot be had is an error.
    """

    def __init__(
        self,
        node: NodePort,
        config: WyomingConfig,
        server: ServerConfig,
        *,
        defaults: SpeakDefaults | None = None,
    ) -> None:
        self.host = config.host or server.host
        self.port: int | None = None
        """None while it does not listen."""
        self.told = "no Wyoming: not started"
        """A sentence for people: where it is, or why it is not."""
        self._node = node
        self._config = config
        self._limits = server.limits
        self._defaults = defaults or SpeakDefaults()
        self._admission = Admission(config, server, own_networks=CachedNetworks())
        self._seats = Seats(server.limits)
        self._servers: list[asyncio.Server] = []
        self._sessions: dict[asyncio.Task[None], Session] = {}
        self._stopping = False

    def __len__(self) -> int:
        """How many clients are connected."""
        return len(self._sessions)

    async def start(self, certificate: Certificate | None = None) -> None:
        """Listen, if that is wanted and can be. Raises `ConfigError` when a chosen port cannot be had.

        `certificate`: the node's, which somebody else keeps fresh.
        """
        if not self._config.enabled:
            self.told = "no Wyoming (`wyoming.enabled` is false)"
            return
        if not self._admission.lets_anybody_in:
            self.told = (
                "no Wyoming: speaking needs a token and Wyoming has none; list in `wyoming.allow` who may"
            )
            _LOG.warning(self.told)
            return
        tls = certificate.context if certificate is not None and self._config.tls else None
        try:
            sockets = await bind(self.host, self._config.port, setting="--wyoming-port or `wyoming.port`")
        except ConfigError as error:
            if "port" in self._config.model_fields_set:
                raise
            self.told = f"no Wyoming: {error}"
            _LOG.warning("%s, or set `wyoming.enabled` to false", self.told)
            return
        self.port = sockets[0].getsockname()[1]
        entrance = Entrance(self._limits)
        for sock in sockets:
            server = await asyncio.start_server(
                self._connected,
                sock=EntranceSocket(sock, entrance),
                limit=self._limits.message_bytes,
                backlog=_BACKLOG,
                ssl=tls,
                ssl_handshake_timeout=HANDSHAKE_S if tls is not None else None,
            )
            self._servers.append(server)
        host = f"[{self.host}]" if ":" in self.host else self.host
        self.told = f"Wyoming at {'tcp' if tls is None else 'tls'}://{host}:{self.port}"
        if certificate is not None and tls is None:
            self.told += " in the clear"
        if self._admission.listed_only:
            self.told += f" for {', '.join(self._config.allow)} alone (it has no tokens)"
        _LOG.info(self.told)

    async def stop(self, grace_s: float = _STOP_GRACE_S) -> None:
        """End what is spoken, say so, close all connections. Twice is fine."""
        self._stopping = True
        self.port = None
        servers, self._servers = self._servers, []
        for server in servers:
            server.close()
        await asyncio.gather(*(session.stop(grace_s) for session in tuple(self._sessions.values())))
        tasks = tuple(self._sessions)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # --- one connection -------------------------------------------------------------------------------

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        wire = Wire(reader, writer, event_bytes=self._limits.message_bytes)
        peer = writer.get_extra_info("peername")
        seat = ExitStack()
        try:
            if self._stopping or peer is None:
                raise Restarting()
            seat.enter_context(self._seats.taken(self._admission.check(peer[0])))
        except NodeError as error:
            _LOG.info("refused a Wyoming client from %s: %s", peer[0] if peer else "nowhere", error)
            wire.post(wyoming_error(error).event())
            wire.close()
            return
        session = Session(self._node, self._limits, self._defaults, wire)
        task = asyncio.create_task(session.run(), name="wyoming client")
        self._sessions[task] = session
        task.add_done_callback(lambda task: self._left(task, seat))

    def _left(self, task: asyncio.Task[None], seat: ExitStack) -> None:
        seat.close()
        del self._sessions[task]
        if not task.cancelled() and (error := task.exception()) is not None:
            _LOG.error("serving a Wyoming client failed", exc_info=error)
