"""The plain HTTP paths and the page."""

from __future__ import annotations

import re

import httpx
import pytest


async def get(door, path: str, method: str = "GET") -> httpx.Response:
    async with httpx.AsyncClient(trust_env=False) as http:
        return await http.request(method, f"http://127.0.0.1:{door.port}{path}")


async def test_health_is_alive_whether_ready_or_not(door, node):
    node.missing = ("the engine piper is loading",)
    answer = await get(door, "/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "alive"})


async def test_readiness_says_what_is_missing(door, node):
    assert (await get(door, "/readyz")).json() == {"ready": True, "state": "ready", "missing": []}
    node.missing = ("the engine piper is loading",)
    answer = await get(door, "/readyz")
    assert answer.status_code == 503
    assert answer.json() == {"ready": False, "state": "starting", "missing": ["the engine piper is loading"]}
    node.missing = ()
    node.draining = True
    answer = await get(door, "/readyz")
    assert (answer.status_code, answer.json()["state"]) == (503, "draining")


async def test_voices_and_status_are_the_same_as_over_the_websocket(door, client):
    assert (await get(door, "/v1/voices")).json()["voices"] == (await client.ask(type="voices"))["voices"]
    assert (await get(door, "/v1/status")).json() == (await client.ask(type="status"))["status"]


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [("GET", "/nothing", 404, "not_found"), ("DELETE", "/v1/status", 405, "method_not_allowed")],
)
async def test_errors_are_json(door, method, path, status, code):
    answer = await get(door, path, method)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.headers["content-type"] == "application/json"


async def test_an_unexpected_exception_is_json_and_tells_no_details(door, node):
    node.status_error = ZeroDivisionError("secret detail")
    answer = await get(door, "/v1/status")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
    assert "secret" not in answer.text


async def test_the_page_fetches_nothing_from_elsewhere(door):
    answer = await get(door, "/")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert f"ws://127.0.0.1:{door.port}" in policy
    assert "unsafe" not in policy
    assert re.findall(r"(?:src|href)=[\"']?(?:https?:)?//", answer.text) == []
    # Inline handlers and style attributes would be refused by the policy.
    assert re.findall(r"<[^>]+\s(?:on\w+|style)=", answer.text) == []
