"""The plain HTTP paths and the page."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import shutil
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path

import httpx
import pytest

from tts_node.server.auth import Tokens


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
    by_http, by_ws = (await get(door, "/v1/voices")).json(), await client.ask(type="voices")
    assert by_http["voices"] == by_ws["voices"]
    assert by_http["styles"] == by_ws["styles"] == ["night"]
    assert (await get(door, "/v1/status")).json() == (await client.ask(type="status"))["status"]


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [("GET", "/nothing", 404, "not_found"), ("DELETE", "/v1/status", 405, "method_not_allowed")],
)
async def test_errors_are_json(door, method, path, status, code):
    answer = await get(door, path, method)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert "see /docs" in answer.json()["message"]
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


async def test_the_page_speaks_gaplessly_shows_its_figures_and_stops(serve, node):
    """Its own script runs against the real server, with stubs for what a browser draws and plays."""
    nodejs = shutil.which("node")
    if nodejs is None or not await _has_web_sockets(nodejs):
        pytest.skip("needs Node.js 20 or newer to run the page's script")
    door = await serve(tokens=Tokens(speak="speak-secret"), require_token=True)
    node.speech.credits_for["never ending"] = 1
    url = f"http://127.0.0.1:{door.port}/?token=speak-secret"
    driver = Path(__file__).with_name("page_driver.js")
    running = await asyncio.create_subprocess_exec(
        nodejs, "--experimental-websocket", driver, url, "one two three", stdout=PIPE, stderr=PIPE
    )
    out, err = await asyncio.wait_for(running.communicate(), 60)
    assert running.returncode == 0, err.decode()
    seen = json.loads(out)
    assert seen["name"] == "kitchen-node" and seen["voices"] == ["", "kitchen", "other"]
    assert seen["problem"] == "" and seen["protocol"] == "tts-node.v1"
    assert seen["replaced"] == "/"  # the token is out of sight
    pieces = seen["scheduled"]
    assert len(pieces) == 3
    for before, after in itertools.pairwise(pieces):
        assert after["at"] == pytest.approx(before["at"] + before["length"] / 48_000, abs=1e-9)
    assert [round(piece["first"] * 32768) for piece in pieces] == [
        int.from_bytes(word[:2], "little", signed=True) for word in (b"one", b"two", b"three")
    ]
    assert all(shown == "–" or shown.endswith(" ms") for shown in seen["figures"]["first"])
    assert len(seen["figures"]["first"]) == 4  # cleared and shown, twice
    assert "0.30 s" in seen["figures"]["sound"] and "kitchen" in seen["figures"]["spokenBy"]
    assert seen["stopped"] > 0
    utterance = node.speech.spoken[0].utterance
    assert (utterance.format.rate, utterance.marks) == (48_000, True)
    assert [call[0] for call in node.speech.of("never ending").calls] == ["played", "cancel"]


async def _has_web_sockets(nodejs: str) -> bool:
    script = "process.exit(globalThis.WebSocket ? 0 : 1)"
    asked = await asyncio.create_subprocess_exec(
        nodejs, "--experimental-websocket", "-e", script, stderr=DEVNULL
    )
    return await asked.wait() == 0
