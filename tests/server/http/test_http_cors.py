"""Pages of `server.origins` may read answers over HTTP; the node's own needs no leave, others get none."""

from __future__ import annotations

import json

import httpx
import pytest

from tts_node.server.auth import Tokens

LISTED = "https://ha.home.example:8123"


async def ask(door, method: str, path: str, **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    async with httpx.AsyncClient(trust_env=False, timeout=20) as http:
        body = {"input": "one"} if path == "/v1/audio/speech" else {"text": "one"}
        content = json.dumps(body).encode() if method == "POST" else None
        return await http.request(
            method, f"http://127.0.0.1:{door.port}{path}", headers=named, content=content
        )


@pytest.fixture
async def door(serve):
    return await serve(origins=(LISTED,), tokens=Tokens(speak="secret"), require_token=True)


@pytest.mark.parametrize("path", ["/v1/speak", "/v1/audio/speech", "/v1/voices"])
async def test_a_listed_page_may_ask_without_a_token_whether_it_may(door, path):
    answer = await ask(
        door,
        "OPTIONS",
        path,
        origin=LISTED,
        access_control_request_method="POST",
        access_control_request_headers="content-type,authorization",
        access_control_request_private_network="true",
    )
    assert (answer.status_code, answer.content) == (204, b"")
    headers = answer.headers
    assert headers["access-control-allow-origin"] == LISTED and headers["vary"] == "Origin"
    assert "POST" in headers["access-control-allow-methods"]
    assert {"Authorization", "Content-Type"} <= set(headers["access-control-allow-headers"].split(", "))
    assert headers["access-control-allow-private-network"] == "true"


@pytest.mark.parametrize("path", ["/v1/speak", "/v1/audio/speech"])
async def test_a_listed_page_may_read_sound_and_refusals(door, path):
    asked = {"origin": LISTED, "content_type": "application/json"}
    spoken = await ask(door, "POST", path, authorization="Bearer secret", **asked)
    assert (spoken.status_code, spoken.headers["access-control-allow-origin"]) == (200, LISTED)
    assert "X-TTS-Voice" in spoken.headers["access-control-expose-headers"]
    refused = await ask(door, "POST", path, **asked)
    assert (refused.status_code, refused.headers["access-control-allow-origin"]) == (401, LISTED)


@pytest.mark.parametrize("origin", ["https://evil.example", "null", f"{LISTED}.evil.example"])
async def test_other_pages_get_no_leave(door, node, origin):
    asked = {"origin": origin, "authorization": "Bearer secret", "content_type": "application/json"}
    for method, more in (("POST", {}), ("OPTIONS", {"access_control_request_method": "POST"})):
        answer = await ask(door, method, "/v1/speak", **asked, **more)
        assert answer.status_code == 403
        assert "access-control-allow-origin" not in answer.headers
    assert not node.speech.spoken


async def test_a_listed_browser_extension_may_read_answers(serve):
    extension = "chrome-extension://hdhinadidafjejdhmfkjgnolgimiaplp"
    door = await serve(origins=(extension,))
    answer = await ask(door, "POST", "/v1/audio/speech", origin=extension, content_type="application/json")
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, extension)


async def test_without_an_origin_there_are_no_such_headers(door):
    answer = await ask(door, "GET", "/v1/voices", authorization="Bearer secret")
    assert answer.status_code == 200 and "access-control-allow-origin" not in answer.headers
