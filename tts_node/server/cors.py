"""What lets pages of `server.origins` read answers over HTTP: CORS headers (Fetch standard, 3.3).

The node's own page needs none, and other pages get none.
"""

from __future__ import annotations

from typing import Final

from starlette.types import Message, Scope, Send

_METHODS: Final = b"GET, HEAD, POST"
_HEADERS: Final = b"Authorization, Content-Type, Range"
_EXPOSED: Final = (
    b"X-TTS-Voice, X-TTS-Speaker, X-TTS-Engine, X-TTS-Language, X-TTS-Instruct-Applied, "
    b"X-TTS-Instruct-Ignored, X-TTS-Cached, X-TTS-Warnings, Location, Retry-After"
)
_MAX_AGE_S: Final = b"600"


def is_preflight(scope: Scope) -> bool:
    """A browser asks for a page whether it may send its request. Carries no token."""
    return scope["method"] == "OPTIONS" and _has(scope, b"access-control-request-method")


async def answer_preflight(scope: Scope, send: Send, origin: str) -> None:
    """It may."""
    headers = [
        *_allow(origin),
        (b"access-control-allow-methods", _METHODS),
        (b"access-control-allow-headers", _HEADERS),
        (b"access-control-max-age", _MAX_AGE_S),
    ]
    if _has(scope, b"access-control-request-private-network"):
        headers.append((b"access-control-allow-private-network", b"true"))
    await send({"type": "http.response.start", "status": 204, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def readable_by(origin: str, send: Send) -> Send:
    """`send`, whose answers the page of `origin` may read."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            exposed = (b"access-control-expose-headers", _EXPOSED)
            message = {**message, "headers": [*message.get("headers", ()), *_allow(origin), exposed]}
        await send(message)

    return sending


def _allow(origin: str) -> list[tuple[bytes, bytes]]:
    return [(b"access-control-allow-origin", origin.encode("latin-1")), (b"vary", b"Origin")]


def _has(scope: Scope, name: bytes) -> bool:
    return any(key.lower() == name for key, _ in scope["headers"])
