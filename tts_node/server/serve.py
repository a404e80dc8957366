"""Runs the app on its own sockets inside a running event loop."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import json
import logging
import socket
from collections.abc import Iterator
from functools import partial
from typing import Any, Final, cast

import uvicorn
from starlette.applications import Starlette

from tts_node.config import ServerConfig
from tts_node.errors import ConfigError, TooManyConnections
from tts_node.server.addresses import container_gateway
from tts_node.server.entrance import Entrance, EntranceSocket
from tts_node.server.exchange import HttpProtocol
from tts_node.server.refusal import error_body
from tts_node.server.sessions import Sessions
from tts_node.server.tls import HANDSHAKE_S, Certificate
from tts_node.server.wire import WireProtocol

_LOG = logging.getLogger(__name__)
_MAX_MESSAGE_BYTES = 8 * 1024 * 1024
"""Closes the connection (1009). Far above the limit that is answered with an error, so that this is rare."""
_SEND_BUFFER_BYTES = 64 * 1024
"""Kernel send buffer of a connection (Linux doubles it). Sound on its way cannot be withdrawn."""
_BACKLOG = 1024
_PORT_TRIES = 20
_STOP_GRACE_S = 2.0
_FULL_RETRY_S: Final = 5


class Server:
    """One node's listener. Installs no signal handlers and changes no logging but uvicorn's own level."""

    def __init__(self, app: Starlette, config: ServerConfig) -> None:
        self._app = app
        self._config = config
        self._sockets: list[socket.socket] = []
        self._uvicorn: _Uvicorn | None = None
        self._task: asyncio.Task[None] | None = None
        self._renewing: asyncio.Task[None] | None = None
        self._entrance = Entrance(
            config.limits,
            proxies=[ipaddress.ip_network(text, strict=False) for text in config.trusted_proxies],
        )
        self.certificate: Certificate | None = None
        """The configured one, after `start`; kept fresh until `stop`."""
        self.port = config.port
        """The real one after `start`."""

    async def start(self) -> None:
        """Listen. Raises `ConfigError` with a sentence for people when the address or the certificate cannot
        be had.
        """
        self.certificate = certificate = Certificate.of(self._config)
        # Only a whole answer in the clear can be given before anything was asked.
        refusal = _refusal() if certificate is None else b""
        self._sockets = [
            EntranceSocket(bound, self._entrance, refusal=refusal)
            for bound in await bind(self._config.host, self._config.port)
        ]
        self.port = self._sockets[0].getsockname()[1]
        if not self._config.require_token and (gateway := container_gateway()) is not None:
            _LOG.warning(
                "inside a container every client may seem to come from %s, so all count as the home network; "
                "use the host's network (network_mode: host), or set `server.require_token`",
                gateway,
            )
        if certificate is not None:
            self._renewing = asyncio.create_task(certificate.keep_fresh(), name="renew the certificate")
        self._uvicorn = _Uvicorn(self._settings(certificate))
        self._task = asyncio.create_task(self._uvicorn.serve(self._sockets))
        listening = asyncio.create_task(self._uvicorn.listening.wait())
        await asyncio.wait((listening, self._task), return_when=asyncio.FIRST_COMPLETED)
        listening.cancel()
        if self._task.done():
            self._task.result()

    async def wait(self) -> None:
        """Until it was stopped; raises what ended it otherwise."""
        if self._task is not None:
            await asyncio.shield(self._task)

    async def stop(self, grace_s: float = _STOP_GRACE_S) -> None:
        """Tell the clients, close their connections, free the port. Twice is fine."""
        if self._uvicorn is None or self._task is None:
            return
        server, self._uvicorn = self._uvicorn, None
        if self._renewing is not None:
            self._renewing.cancel()
        await self.sessions.stop(grace_s)
        server.exit()
        await self._task
        for connection in list(server.server_state.connections):
            # It did not read its last bytes in time.
            connection.transport.abort()

    @property
    def sessions(self) -> Sessions:
        """The clients that are connected."""
        return cast(Sessions, self._app.state.sessions)

    @property
    def addresses(self) -> tuple[tuple[str, int], ...]:
        """What it is bound to."""
        return tuple(sock.getsockname()[:2] for sock in self._sockets if sock.fileno() >= 0)

    def _settings(self, certificate: Certificate | None) -> uvicorn.Config:
        return _Settings(
            certificate,
            self._app,
            http=cast(type[HttpProtocol], partial(HttpProtocol, entrance=self._entrance)),
            ws=WireProtocol,
            lifespan="off",
            # Above DEBUG, where the websockets package writes headers, and with them tokens.
            log_config=None,
            log_level="warning",
            access_log=False,
            # X-Forwarded-For is the gate's business.
            proxy_headers=False,
            server_header=False,
            backlog=_BACKLOG,
            ws_max_size=_MAX_MESSAGE_BYTES,
            ws_ping_interval=self._config.ping_interval_s,
            ws_ping_timeout=self._config.ping_timeout_s,
            # Sound does not shrink, and compressing costs time and 64 KiB a connection.
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=1,
        )


async def bind(host: str, port: int, *, setting: str = "--port or `server.port`") -> list[socket.socket]:
    """Bound sockets of one port for all addresses of `host`; the wildcard of IPv4 also means that of IPv6.

    `setting` is where people choose the port. Raises `ConfigError`.
    """
    families = await _addresses(host, port)
    for _ in range(_PORT_TRIES):
        sockets: list[socket.socket] = []
        try:
            for family, address in families:
                wanted = port or (sockets[0].getsockname()[1] if sockets else 0)
                with contextlib.suppress(_NoSuchFamily):
                    sockets.append(_bound(family, address, wanted))
            if sockets:
                return sockets
            raise ConfigError(f"{host} is not an address of this machine")
        except OSError as error:
            for sock in sockets:
                sock.close()
            # A free port of the first address may be taken at the second; another one is then found.
            if port == 0 and error.errno == errno.EADDRINUSE:
                continue
            raise ConfigError(_explain(host, port, error, setting)) from None
    raise ConfigError(f"found no port that is free on all addresses of {host}")


async def _addresses(host: str, port: int) -> list[tuple[socket.AddressFamily, str]]:
    if host in ("0.0.0.0", "::", "*", ""):
        return [(socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::")]
    try:
        found = await asyncio.get_running_loop().getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except OSError:
        raise ConfigError(f"{host} is not an address or name of this machine") from None
    return list(dict.fromkeys((family, str(address[0])) for family, _, _, _, address in found))


class _NoSuchFamily(Exception):
    """The system has no IPv6, or no address of it."""


def _bound(family: socket.AddressFamily, address: str, port: int) -> socket.socket:
    try:
        # asyncio sets TCP_NODELAY only where the protocol was named.
        sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    except OSError:
        raise _NoSuchFamily from None
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # What is set here is inherited by every accepted connection.
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER_BYTES)
        _find_dead_peers(sock)
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.bind((address, port))
        sock.setblocking(False)
    except OSError as error:
        sock.close()
        if error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT) and family == socket.AF_INET6:
            raise _NoSuchFamily from None
        raise
    return sock


def _find_dead_peers(sock: socket.socket) -> None:
    """TCP's own keep-alive (RFC 1122, 4.2.3.6): works also for clients that never answer a ping."""
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in (("TCP_KEEPIDLE", 30), ("TCP_KEEPINTVL", 10), ("TCP_KEEPCNT", 3)):
        if hasattr(socket, option):
            sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)


def _explain(host: str, port: int, error: OSError, setting: str) -> str:
    where = f"port {port} on {host}"
    if error.errno == errno.EADDRINUSE:
        return f"{where} is already in use, maybe by another node; choose another with {setting}"
    if error.errno == errno.EACCES:
        return f"{where} needs more rights; choose one of 1024 or higher"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is not an address of this machine"
    return f"{where}: {error.strerror or error}"


def _refusal() -> bytes:
    """The answer to a connection that there is no room for."""
    error = TooManyConnections("too many connections are open", retry_after_ms=_FULL_RETRY_S * 1000)
    body = json.dumps(error_body(error))
    return (
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nRetry-After: {_FULL_RETRY_S}\r\nConnection: close\r\n\r\n{body}"
    ).encode()


class _Settings(uvicorn.Config):
    def __init__(self, certificate: Certificate | None, app: Starlette, **options: Any) -> None:
        super().__init__(app, **options)
        self._certificate = certificate

    def load(self) -> None:
        """With our own context in place of one made from paths, so that the certificate can change."""
        super().load()
        self.ssl = self._certificate.context if self._certificate is not None else None


class _Uvicorn(uvicorn.Server):
    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listening = asyncio.Event()
        self._exiting = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Uvicorn's own, with less patience for handshakes."""
        await self.lifespan.startup()
        loop = asyncio.get_running_loop()
        make_protocol = partial(
            cast(Any, self.config.http_protocol_class),
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )
        patience_s = HANDSHAKE_S if self.config.ssl is not None else None
        self.servers = [
            await loop.create_server(
                make_protocol,
                sock=sock,
                ssl=self.config.ssl,
                backlog=self.config.backlog,
                ssl_handshake_timeout=patience_s,
            )
            for sock in sockets or ()
        ]
        self.started = True
        self.listening.set()

    def exit(self) -> None:
        self.should_exit = True
        self._exiting.set()

    async def main_loop(self) -> None:
        """Uvicorn's own wakes ten times a second to see whether to stop; this wakes for the date header."""
        while not await self.on_tick(0):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(1.0):
                    await self._exiting.wait()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals belong to the node, which drains first."""
        yield
