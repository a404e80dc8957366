"""Where a node is: what people type becomes the URL of its WebSocket."""

from __future__ import annotations

from typing import Protocol
from urllib.parse import urlsplit

from tts_node.protocol import PATH

DEFAULT_PORT = 8750
DEFAULT_URL = f"ws://127.0.0.1:{DEFAULT_PORT}{PATH}"
_SCHEMES = {"ws": "ws", "wss": "wss", "http": "ws", "https": "wss"}


class HasUrl(Protocol):
    """Anything with a WebSocket URL, such as a node that discovery found."""

    @property
    def url(self) -> str: ...


def websocket_url(url: str) -> str:
    """`kitchen.local`, `192.168.1.20:8750`, `http://box:8750/` … as the WebSocket URL they mean.

    A missing port is 8750, except with `https` and `wss`, where it is theirs. Raises `ValueError` with a
    sentence.
    """
    scheme, separator, _ = url.partition("://")
    parts = urlsplit(url if separator else f"ws://{url}")
    if parts.scheme not in _SCHEMES:
        raise ValueError(f"{url!r}: the address of a node starts with ws:// or wss://, not {scheme}://")
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        raise ValueError(f"{url!r} has no usable port") from None
    if not host or parts.username is not None or parts.query or parts.fragment or not url.isprintable():
        raise ValueError(
            f"{url!r} is not the address of a node; it looks like ws://192.168.1.20:{DEFAULT_PORT}"
        )
    if ":" in host:
        host = f"[{host}]"
    secure = _SCHEMES[parts.scheme] == "wss"
    place = host if port is None and secure else f"{host}:{port or DEFAULT_PORT}"
    return f"{_SCHEMES[parts.scheme]}://{place}{PATH if parts.path in ('', '/') else parts.path}"
