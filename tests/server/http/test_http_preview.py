"""`/v1/preview`: what a text becomes, told as on a WebSocket; what is wrong is refused."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.faults.talking import talker, tone_config
from tests.served import ServedNode, serve


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedNode]:
    config = tone_config(server={"limits": {"text_chars": 200}})
    with serve(tmp_path_factory.mktemp("node"), config=config) as served:
        yield served


def ask(node: ServedNode, **fields: object) -> httpx.Response:
    return httpx.post(f"{node.http}/v1/preview", json=fields, trust_env=False, timeout=20)


@pytest.mark.parametrize(
    "fields",
    [
        {"text": "**It** is 5 km. Say [[kæt]] 🙂"},
        {"text": "It is 5 km.", "voice": "tone", "language": "en-GB"},
        {"text": "**x** y", "text_format": "plain"},
        {"text": ""},
    ],
)
async def test_it_is_answered_like_a_preview_on_a_websocket(node: ServedNode, fields: dict[str, str]) -> None:
    answer = ask(node, **fields)
    async with talker(node) as person:
        told = await person.ask(type="preview", **fields)
    assert answer.status_code == 200
    assert answer.json() == {"segments": told["segments"], "warnings": told["warnings"]}


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({}, 400, "bad_message"),
        ({"text": 5}, 400, "bad_message"),
        ({"text": "x", "ref": "r"}, 400, "unknown_field"),
        ({"text": "x", "speed": 1}, 400, "unknown_field"),
        ({"text": "x", "voice": "nobody"}, 400, "unknown_voice"),
        ({"text": "x" * 201}, 400, "text_too_long"),
    ],
)
def test_what_is_wrong_is_refused(
    node: ServedNode, fields: dict[str, object], status: int, code: str
) -> None:
    answer = ask(node, **fields)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
