"""The connection itself: the handshake, and tasks that read, write and look whether the node lives."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import ssl
from collections import deque
from collections.abc import Callable

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as websocket_connect
from websockets.exceptions import (
    ConnectionClosed,
    InvalidHandshake,
    InvalidMessage,
    InvalidStatus,
    InvalidURI,
)
from websockets.typing import Subprotocol

from tts_node.client.certificate import trouble
from tts_node.client.errors import ClientError, ConnectionLost, IncompatibleNode, NotReachable, ServerError
from tts_node.client.stream import ReadBudget
from tts_node.errors import BadMessage
from tts_node.protocol import (
    PROTOCOL_VERSION,
    SCHEMA,
    SUBPROTOCOL,
    ClientMessage,
    Error,
    Hello,
    ServerMessage,
    encode,
    parse_server,
)

MAX_MESSAGE_BYTES = 4 * 2**20
WENT_AWAY = "the node went away"
"""Without a goodbye: it crashed, lost its power, or the network broke."""
_OUTBOX_MESSAGES = 64
_STATUS_CODES = {401: "unauthorized", 403: "forbidden", 503: "too_many_connections"}


async def open_websocket(
    url: str, *, token: str | None, timeout_s: float, tls: ssl.SSLContext | None
) -> tuple[ClientConnection, Hello]:
    """Connect and read the node's `hello`. Without `tls` a certificate has to be trusted by the system.

    Raises `NotReachable`, `ServerError` (refused in the handshake), or `IncompatibleNode`.
    """
    try:
        async with asyncio.timeout(timeout_s):
            websocket = await _Handshake(
                url,
                additional_headers={"Authorization": f"Bearer {token}"} if token else None,
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                ssl=tls if tls is not None or not url.startswith("wss:") else True,
                open_timeout=None,
                close_timeout=2.0,
                compression=None,
                # A node is in the house: never through a proxy that the environment names.
                proxy=None,
                max_size=MAX_MESSAGE_BYTES,
                # Whether the node still lives is looked after by `Link`, which knows when reading rests.
                ping_interval=None,
            )
            try:
                return websocket, _checked(await websocket.recv(), url)
            except BaseException:
                # Nothing polite to say to it; the socket must not outlive a failed or cancelled connect.
                websocket.transport.abort()
                raise
    except TimeoutError:
        raise NotReachable(f"{url} does not answer within {timeout_s:g} s") from None
    except InvalidStatus as error:
        raise _refusal(error, url) from None
    except InvalidMessage as error:
        hint = "; where it has a certificate its address begins with wss://" if url.startswith("ws:") else ""
        raise NotReachable(f"{url} is no node: {error}{hint}") from None
    except (InvalidHandshake, InvalidURI) as error:
        raise NotReachable(f"{url} is no node: {error}") from None
    except ConnectionClosed as error:
        raise NotReachable(f"{url} hung up: {_ending(error)}") from None
    except ssl.SSLError as error:
        raise NotReachable(f"cannot talk to {url}: {trouble(error)}") from None
    except OSError as error:
        raise NotReachable(f"nothing answers at {url}: {_reason(error)}") from None


class Link:
    """Carries messages both ways until it is lost or closed; `on_message` and `on_lost` are called on the
    loop.

    The socket is read only while `budget` has room. Whether the node is there is asked every `keepalive_s`.
    """

    def __init__(
        self,
        websocket: ClientConnection,
        budget: ReadBudget,
        *,
        on_message: Callable[[ServerMessage | bytes], None],
        on_lost: Callable[[ConnectionLost], None],
        keepalive_s: float,
    ) -> None:
        self._websocket = websocket
        self._budget = budget
        self._on_message = on_message
        self._on_lost = on_lost
        self._keepalive_s = keepalive_s
        self._outbox: deque[bytes] = deque()
        self._outbox_filled = asyncio.Event()
        self._outbox_short = asyncio.Event()
        self._outbox_short.set()
        self._lost: ConnectionLost | None = None
        self._tasks = [asyncio.create_task(run()) for run in (self._read, self._write, self._keep_alive)]

    def post(self, message: ClientMessage) -> None:
        """Put a message in line; dropped when the connection is gone. Raises `ValueError` for text that is no
        Unicode (a lone surrogate)."""
        if self._lost is None:
            self._outbox.append(_encoded(message))
            self._outbox_filled.set()
            if len(self._outbox) >= _OUTBOX_MESSAGES:
                self._outbox_short.clear()

    async def send(self, message: ClientMessage) -> None:
        """Put a message in line and wait until the line is short again. Raises `ConnectionLost`, and
        `ValueError` as `post`."""
        self.check()
        self.post(message)
        await self._outbox_short.wait()
        self.check()

    def check(self) -> None:
        """Raises `ConnectionLost` when the connection is gone."""
        if self._lost is not None:
            raise ConnectionLost(str(self._lost))

    async def close(self) -> None:
        """Say goodbye and stop. Twice is allowed."""
        self._lose(ConnectionLost("the connection was closed"))
        await self._websocket.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _read(self) -> None:
        try:
            while True:
                await self._budget.room()
                data = await self._websocket.recv()
                self._on_message(parse_server(data) if isinstance(data, str) else data)
        except ConnectionClosed as error:
            self._lose(ConnectionLost(_ending(error)))
        except BadMessage as error:
            self._lose(ConnectionLost(f"the node sent what is no message: {error}"))
        except Exception as error:
            self._lose(ConnectionLost(f"the client failed: {error!r}"))
            raise

    async def _write(self) -> None:
        try:
            while True:
                await self._outbox_filled.wait()
                self._outbox_filled.clear()
                while self._outbox:
                    await self._websocket.send(self._outbox.popleft(), text=True)
                    if len(self._outbox) < _OUTBOX_MESSAGES:
                        self._outbox_short.set()
        except ConnectionClosed as error:
            self._lose(ConnectionLost(_ending(error)))

    async def _keep_alive(self) -> None:
        while self._lost is None:
            await asyncio.sleep(self._keepalive_s)
            try:
                async with asyncio.timeout(self._keepalive_s):
                    await (await self._websocket.ping())
            except TimeoutError:
                # Answers are not seen while we do not read.
                if not self._budget.full:
                    self._lose(ConnectionLost(f"the node has not answered for {self._keepalive_s:g} s"))
                    self._websocket.transport.abort()
            except ConnectionClosed:
                return  # the reader tells

    def _lose(self, reason: ConnectionLost) -> None:
        if self._lost is None:
            self._lost = reason
            self._outbox.clear()
            self._outbox_short.set()
            self._on_lost(reason)


class _Handshake(websocket_connect):
    """Follows no redirects: they would carry the token to wherever the answer says."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        return exc


def _ending(error: ConnectionClosed) -> str:
    """How the connection ended, for people."""
    return f"the node ended the connection: {error.rcvd}" if error.rcvd is not None else WENT_AWAY


def _encoded(message: ClientMessage) -> bytes:
    try:
        return encode(message).encode()
    except UnicodeEncodeError:
        raise ValueError("the text is no valid Unicode: it has a lone surrogate") from None


def _checked(first: str | bytes, url: str) -> Hello:
    try:
        hello = parse_server(first) if isinstance(first, str) else None
    except BadMessage:
        hello = None
    if isinstance(hello, Error):
        raise ServerError.of(hello)
    if not isinstance(hello, Hello):
        raise NotReachable(f"{url} is no node: it does not say hello")
    if hello.protocol != PROTOCOL_VERSION or hello.min_schema > SCHEMA:
        raise IncompatibleNode(
            f"the node {hello.name!r} ({hello.version}) needs a client of protocol {hello.protocol}, schema "
            f"{hello.min_schema} or later; this one has protocol {PROTOCOL_VERSION}, schema {SCHEMA}. "
            "Update tts-node here"
        )
    return hello


def _reason(error: OSError) -> str:
    # asyncio puts the address into `strerror`; only name resolution has numbers of its own.
    if error.errno is None or isinstance(error, socket.gaierror):
        return error.strerror or str(error) or "it hung up"
    return os.strerror(error.errno)


def _refusal(error: InvalidStatus, url: str) -> ClientError:
    """The node's reason out of the answer's JSON body, else by its status."""
    status = error.response.status_code
    code, message, retryable, retry_after_ms = _STATUS_CODES.get(status), "", status in (429, 503), None
    try:
        body = json.loads(error.response.body or b"")
        code, message = str(body["code"]), str(body.get("message", ""))
        retryable = bool(body.get("retryable", retryable))
        retry_after_ms = body.get("retry_after_ms")
    except (ValueError, KeyError, AttributeError, TypeError):
        pass  # a proxy's or another server's page
    if code is None:
        return NotReachable(f"{url} is no node: it answers with HTTP status {status}")
    default = (
        "the node wants a token, or another one" if code == "unauthorized" else f"the node refuses: {code}"
    )
    return ServerError(code, message or default, retryable=retryable, retry_after_ms=retry_after_ms)
