"""`POST /v1/preview`: what a text becomes before it is spoken."""

from __future__ import annotations

import json

from tts_node import protocol
from tts_node.config import LimitsConfig
from tts_node.errors import UnknownField
from tts_node.server.exchange import Exchange
from tts_node.server.ports import NodePort


class PreviewDoor:
    """As `preview` on a WebSocket, and answered with the same segments and warnings."""

    def __init__(self, node: NodePort, limits: LimitsConfig) -> None:
        self._node = node
        self._limits = limits

    async def preview(self, exchange: Exchange) -> None:
        """See `doorway.Handler`."""
        wanted = _wanted(dict(await exchange.json(self._limits.message_bytes)))
        found = await self._node.preview(
            wanted.text, wanted.language, wanted.voice, wanted.text_format or "auto"
        )
        segments = [segment.as_json() for segment in found.segments]
        body = json.dumps({"segments": segments, "warnings": found.warnings}, ensure_ascii=False).encode(
            errors="replace"
        )
        headers = [
            ("content-type", "application/json"),
            ("content-length", str(len(body))),
            ("cache-control", "no-store"),
        ]
        await exchange.start(200, headers)
        await exchange.write(body, more=False)


def _wanted(fields: dict[str, object]) -> protocol.Preview:
    for name in ("type", "ref"):
        if name in fields:
            raise UnknownField(f'unknown field "{name}"; it belongs to the WebSocket protocol')
    try:
        message = protocol.parse_client({**fields, "type": "preview"})
    except protocol.MessageRefused as refused:
        raise refused.error from None
    assert isinstance(message, protocol.Preview)
    return message
