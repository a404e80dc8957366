"""Builds the web app: the gate before everything, the sessions behind it, a few plain paths beside them."""

from __future__ import annotations

from collections.abc import Collection

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import WebSocketRoute
from starlette.types import Receive, Scope, Send

from tts_node.config import ServerConfig
from tts_node.errors import BadRequest
from tts_node.protocol import PATH
from tts_node.server import http
from tts_node.server.addresses import CachedNetworks, host_names
from tts_node.server.auth import Guard, Tokens
from tts_node.server.gate import Gate
from tts_node.server.ports import NodePort, SpeakDefaults
from tts_node.server.refusal import refuse
from tts_node.server.seats import Seats
from tts_node.server.sessions import Sessions


def build_app(
    node: NodePort,
    config: ServerConfig,
    tokens: Tokens,
    *,
    defaults: SpeakDefaults | None = None,
    names: Collection[str] | None = None,
) -> Starlette:
    """The app for `serve.Server`; `app.state.sessions` are its `Sessions`.

    `names` are host names of this node besides localhost and `*.local`; None takes the machine's and the
    node's.
    """
    guard = Guard(
        tokens,
        names=names if names is not None else (*host_names(), node.name),
        allow=config.allow,
        trusted_proxies=config.trusted_proxies,
        hostnames=config.hostnames,
        origins=config.origins,
        require_token=config.require_token,
        own_networks=CachedNetworks(),
    )
    seats = Seats(config.limits)
    sessions = Sessions(node, config.limits, defaults or SpeakDefaults(), seats)
    app = Starlette(
        routes=[
            *http.routes(node),
            WebSocketRoute(PATH, sessions),
            WebSocketRoute("/{path:path}", _NoSuchSocket()),
        ],
        middleware=[Middleware(Gate, guard=guard)],
        exception_handlers={HTTPException: http.http_error, Exception: http.internal_error},
    )
    app.state.sessions = sessions
    return app


class _NoSuchSocket:
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await refuse(scope, send, BadRequest(f"WebSocket clients connect to {PATH}"), status=404)
