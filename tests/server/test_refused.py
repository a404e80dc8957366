"""What was asked to be spoken and refused is counted at each door, once, and nothing else is."""

from __future__ import annotations

from typing import Any

import httpx
import pytest


@pytest.mark.parametrize(
    ("path", "fields", "counted"),
    [
        ("/v1/speak", {"text": 5}, [("http", "bad_message")]),
        ("/v1/speak", {"text": "x", "sped": 2}, [("http", "unknown_field")]),
        ("/v1/speak", {"text": "x"}, []),
        ("/v1/audio/speech", {"input": "x", "response_format": "midi"}, [("openai", "unsupported_format")]),
        ("/v1/preview", {"text": "x", "sped": 2}, []),
        ("/v1/admin/restart", {}, []),
    ],
)
async def test_http(serve, node, path: str, fields: dict[str, Any], counted: list[tuple[str, str]]) -> None:
    door = await serve(limits={"text_chars": 20})
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{door.port}", trust_env=False) as client:
        answer = await client.post(path, json=fields)
    assert (answer.status_code == 200) == (path == "/v1/speak" and not counted)
    assert node.refusals == counted


async def test_a_websocket(serve, node) -> None:
    door = await serve(limits={"text_chars": 20})
    client = await door.connect()
    await client.ask(type="preview", text="x" * 21)
    await client.ask(type="append", id="nobody", text="x")
    assert node.refusals == []
    await client.ask(type="speak", text="x" * 21)
    assert node.refusals == [("ws", "text_too_long")]
