"""The one check at the door: an ASGI middleware before every path, WebSocket and HTTP alike."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from urllib.parse import parse_qsl, urlencode

from starlette.types import ASGIApp, Receive, Scope, Send

from tts_node.errors import BadRequest, NodeError, Unauthorized
from tts_node.protocol import TOKEN_SUBPROTOCOL_PREFIX
from tts_node.server import cors
from tts_node.server.auth import Caller, Grant, Guard
from tts_node.server.refusal import is_openai, refuse, refuse_with_form

OPEN_PATHS = frozenset({"/healthz", "/readyz"})
"""State only, for monitors that have no token and may come from anywhere."""
KEPT_AUDIO = re.compile(r"/v1/audio/[0-9a-f]{32}\.[a-z0-9]{2,4}")
"""Players fetch these with no header of ours. The id is the secret: 128 bits, and it expires."""
GRANT_KEY = "tts_node.grant"

_LOG = logging.getLogger(__name__)
_PLACEHOLDERS = frozenset(
    {"", "dummy", "empty", "no-key", "no-key-required", "none", "not-needed", "null", "undefined", "unused"}
)
"""OpenAI's clients cannot be made without a key; these are what people write who have none, and what
programs in JavaScript make of none.
"""
_SHOWN_CHARS = 200
"""So much of a refused path goes into the log."""
_SECRET = re.compile(r"(?i)(?<=token)[^/]+|[\w~-]{20,}")
"""Our own tokens have 32 letters; no part of our paths has twenty."""
_WITH_BODY = frozenset({"POST", "PUT", "PATCH"})


class Gate:
    """Refuses in the handshake or with a response; else leaves the `Grant` in the scope's state."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self._app = app
        self._guard = guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        # Before anything else, so that no log line of any layer below can have the token in it.
        tokens = _take_tokens(scope)
        if KEPT_AUDIO.fullmatch(scope["path"]):
            if scope["type"] == "http" and cors.is_preflight(scope):
                # Who knows the URL may have the sound, whatever page it is; older Cast receivers ask first.
                await cors.answer_preflight(scope, send, "*")
                return
        elif scope["path"] not in OPEN_PATHS:
            caller = _caller(scope, tokens)
            if scope["type"] == "http" and (page := self._guard.listed_page(caller)) is not None:
                if cors.is_preflight(scope):
                    await cors.answer_preflight(scope, send, page)
                    return
                send = cors.readable_by(page, send)
            try:
                scope.setdefault("state", {})[GRANT_KEY] = self._guard.check(caller)
            except NodeError as error:
                _LOG.info("refused %s from %s: %s", shown_path(scope["path"]), _peer(scope), error)
                if isinstance(error, Unauthorized) and _wants_page(scope):
                    await refuse_with_form(scope, send, error)
                    return
                if isinstance(error, Unauthorized) and tokens and is_openai(scope["path"]):
                    # These programs want a key also where the node wants none, so people make one up.
                    error = Unauthorized(f"{error}; a node that needs no token takes `none` as the key")
                await refuse(scope, send, error)
                return
            if scope["type"] == "http" and scope["method"] in _WITH_BODY and not _is_json(scope):
                # A form or a script of another site can post text without asking first, but not JSON.
                await refuse(scope, send, BadRequest("the body must be application/json"), status=415)
                return
        await self._app(scope, receive, send)


def shown_path(path: str) -> str:
    """A path for the log, without what may be a token: it belongs into a header, and some put it here."""
    return _SECRET.sub("…", path[:_SHOWN_CHARS])


def grant_of(scope: Scope) -> Grant:
    """The grant that the gate gave. Raises `KeyError` on the open paths."""
    grant = scope["state"][GRANT_KEY]
    assert isinstance(grant, Grant)
    return grant


def address_of(scope: Scope) -> str:
    """The client's, as the gate found it; on the open paths that of the socket's other end."""
    grant = scope.get("state", {}).get(GRANT_KEY)
    return grant.address if isinstance(grant, Grant) else _peer(scope) or "local"


def _take_tokens(scope: Scope) -> tuple[str, ...]:
    """Every presented token; takes them out of the scope's query."""
    tokens: list[str] = []
    for value in _headers(scope, b"authorization"):
        scheme, _, token = value.strip().partition(" ")
        if scheme.lower() == "bearer" and not _is_placeholder(scope, token.strip()):
            tokens.append(token.strip())
    query = scope.get("query_string", b"")
    if b"token" in query or b"%" in query:
        pairs = parse_qsl(query.decode("latin-1"), keep_blank_values=True)
        others = [pair for pair in pairs if pair[0] != "token"]
        if len(others) < len(pairs):  # else it stays to the letter, also what is wrong with it
            tokens += [value for key, value in pairs if key == "token"]
            scope["query_string"] = urlencode(others).encode()
    for name in scope.get("subprotocols", ()):
        if name.startswith(TOKEN_SUBPROTOCOL_PREFIX):
            tokens.append(name.removeprefix(TOKEN_SUBPROTOCOL_PREFIX))
    return tuple(tokens)


def _is_placeholder(scope: Scope, token: str) -> bool:
    return is_openai(scope["path"]) and token.lower() in _PLACEHOLDERS


def _caller(scope: Scope, tokens: tuple[str, ...]) -> Caller:
    return Caller(
        peer=_peer(scope),
        hosts=_headers(scope, b"host"),
        origins=_headers(scope, b"origin"),
        forwarded_for=_headers(scope, b"x-forwarded-for"),
        forwarded_otherwise=bool(_headers(scope, b"forwarded") or _headers(scope, b"x-real-ip")),
        tokens=tokens,
    )


def _peer(scope: Scope) -> str | None:
    client: Iterable[str] | None = scope.get("client")
    return next(iter(client)) if client else None


def _wants_page(scope: Scope) -> bool:
    """Whether a browser opens the page; whatever else asks there is answered as everywhere."""
    if scope["type"] != "http" or scope["path"] != "/" or scope["method"] not in ("GET", "HEAD"):
        return False
    return any("text/html" in value.lower() for value in _headers(scope, b"accept"))


def _is_json(scope: Scope) -> bool:
    types = _headers(scope, b"content-type")
    return len(types) == 1 and types[0].partition(";")[0].strip().lower() == "application/json"


def _headers(scope: Scope, name: bytes) -> tuple[str, ...]:
    return tuple(value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name)
