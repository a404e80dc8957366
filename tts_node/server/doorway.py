"""Around every HTTP request that may last: a seat, and errors that are always told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.types import Receive, Scope, Send

from tts_node.errors import NodeError
from tts_node.server.exchange import ClientLeft, Exchange
from tts_node.server.gate import address_of
from tts_node.server.refusal import refuse
from tts_node.server.seats import Seats

Handler = Callable[[Exchange], Awaitable[None]]
"""Answers; or raises `NodeError`, which becomes the answer, or cuts off the one that was begun."""


class Doorway:
    """An ASGI app, for a Starlette `Route`."""

    def __init__(self, handle: Handler, seats: Seats) -> None:
        self._handle = handle
        self._seats = seats

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        exchange = Exchange(scope, receive, send)
        try:
            with self._seats.taken(address_of(scope)):
                await self._handle(exchange)
        except ClientLeft:
            pass
        except NodeError as error:
            if exchange.started:
                await exchange.abort()
            else:
                await refuse(scope, send, error, param=getattr(error, "param", None))
