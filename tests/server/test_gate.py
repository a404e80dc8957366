"""The one check at the door holds on every path alike, in the handshake and for HTTP (A01)."""

from __future__ import annotations

import base64
import hashlib
import json
import logging
import re

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tts_node.server.auth import Tokens

TOKENS = Tokens(admin="admin-secret", speak="speak-secret")
PATHS = ["/", "/v1/voices", "/v1/status", "/v1/nothing", "/v1/ws"]
PLACES = {
    "header": lambda token: ({"Authorization": f"Bearer {token}"}, "", []),
    "query": lambda token: ({}, f"?token={token}", []),
    "encoded query": lambda token: ({}, f"?a=1&%74oken={token}", []),
    "subprotocol": lambda token: ({}, "", ["tts-node.v1", f"tts-node.token.{token}"]),
}


async def get(door, path: str, method: str = "GET", **options) -> httpx.Response:
    async with httpx.AsyncClient(trust_env=False) as http:
        return await http.request(method, f"http://127.0.0.1:{door.port}{path}", **options)


async def handshake(door, path: str = "/v1/ws", **options) -> int:
    """The status of a handshake; 101 when it was accepted."""
    try:
        async with connect(f"ws://127.0.0.1:{door.port}{path}", proxy=None, **options):
            return 101
    except InvalidStatus as refused:
        body = json.loads(refused.response.body)
        assert set(body) >= {"code", "message"}
        return refused.response.status_code


@pytest.mark.parametrize("place", PLACES)
async def test_no_wrong_and_right_token_in_the_handshake(serve, place):
    door = await serve(tokens=TOKENS, require_token=True)
    assert await handshake(door) == 401
    for token, expected in (("wrong", 401), ("speak-secret", 101), ("admin-secret", 101)):
        headers, query, subprotocols = PLACES[place](token)
        status = await handshake(
            door, f"/v1/ws{query}", additional_headers=headers, subprotocols=subprotocols or None
        )
        assert status == expected


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("place", ["header", "query", "encoded query"])
async def test_no_wrong_and_right_token_over_http(serve, path, place):
    door = await serve(tokens=TOKENS, require_token=True)
    none = await get(door, path)
    assert (none.status_code, none.json()["code"]) == (401, "unauthorized")
    assert none.headers["WWW-Authenticate"] == "Bearer"
    headers, query, _ = PLACES[place]("wrong")
    assert (await get(door, path + query, headers=headers)).status_code == 401
    headers, query, _ = PLACES[place]("speak-secret")
    assert (await get(door, path + query, headers=headers)).status_code in (200, 404)


@pytest.mark.parametrize(
    ("query", "trouble"), [("", "A token is needed"), ("?token=wr0ng", "The token is wrong")]
)
async def test_a_browser_that_opens_the_page_is_asked_for_the_token(serve, query, trouble):
    door = await serve(tokens=TOKENS, require_token=True)
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    asked = await get(door, "/" + query, headers=browser)
    assert (asked.status_code, asked.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert asked.headers["Content-Type"] == "text/html; charset=utf-8"
    policy = asked.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "form-action 'self'" in policy and "script-src" not in policy
    assert (
        trouble in asked.text
        and "<form method=get>" in asked.text
        and "type=password name=token" in asked.text
    )
    assert "<script" not in asked.text
    assert not any(secret in asked.text for secret in ("admin-secret", "speak-secret", "wr0ng"))
    digest = base64.b64encode(
        hashlib.sha256(re.search("<style>(.*?)</style>", asked.text, re.S)[1].encode()).digest()
    )
    assert f"'sha256-{digest.decode()}'" in policy
    assert "<script" in (await get(door, "/?token=speak-secret", headers=browser)).text


@pytest.mark.parametrize("path", PATHS[1:4])
async def test_all_other_paths_answer_browsers_too_in_json(serve, path):
    door = await serve(tokens=TOKENS, require_token=True)
    refused = await get(door, path, headers={"Accept": "text/html"})
    assert (refused.status_code, refused.json()["code"]) == (401, "unauthorized")
    posted = await get(door, "/", method="POST", headers={"Accept": "text/html"})
    assert posted.json()["code"] == "unauthorized"


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
async def test_health_is_open_and_tells_the_state_alone(serve, path):
    door = await serve(tokens=TOKENS, require_token=True)
    answer = await get(door, path, headers={"Host": "evil.example", "Origin": "http://evil.example"})
    assert answer.status_code == 200
    assert set(answer.json()) <= {"status", "ready", "state", "missing"}


async def test_a_wrong_token_is_refused_where_none_is_needed(serve):
    door = await serve(tokens=TOKENS)
    assert await handshake(door) == 101
    assert await handshake(door, "/v1/ws?token=wrong") == 401
    assert (await get(door, "/v1/status?token=wrong")).status_code == 401


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"Host": "evil.example"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"X-Forwarded-For": "192.168.1.9"}, 401),
        ({"Forwarded": "for=192.168.1.9"}, 401),
        ({"X-Real-IP": "192.168.1.9"}, 401),
        ({"Host": "kitchen-node:8750"}, 101),
        ({"Host": "x.local", "Origin": "http://x.local"}, 101),
    ],
)
async def test_host_origin_and_forwarding_are_checked_on_every_path_alike(door, headers, expected):
    for path in PATHS:
        status = (await get(door, path, headers=headers)).status_code
        assert status == expected if expected != 101 else status in (200, 404)
    if "Host" not in headers:  # the client library sets its own
        assert await handshake(door, additional_headers=headers) == expected


async def test_a_forwarded_client_is_counted_under_its_own_address(serve):
    door = await serve(trusted_proxies=("127.0.0.1",), limits={"connections_per_address": 1})
    first = await door.connect(additional_headers={"X-Forwarded-For": "192.168.1.9"})
    await door.connect(additional_headers={"X-Forwarded-For": "192.168.1.10"})
    assert await handshake(door, additional_headers={"X-Forwarded-For": "192.168.1.9"}) == 503
    assert await handshake(door, additional_headers={"X-Forwarded-For": "8.8.8.8"}) == 403
    assert (await first.ask(type="ping"))["type"] == "ping"


@pytest.mark.parametrize(
    ("content_type", "expected"),
    [
        (None, 415),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("multipart/form-data; boundary=x", 415),
        ("text/json", 415),
        ("application/json", 405),  # through the gate; this path takes no POST
        ("Application/JSON; charset=utf-8", 405),
    ],
)
async def test_a_post_needs_json(door, content_type, expected):
    headers = {"Content-Type": content_type} if content_type else {}
    answer = await get(door, "/v1/status", "POST", headers=headers, content=b"{}")
    assert answer.status_code == expected
    assert answer.json()["code"]


@pytest.mark.parametrize("place", PLACES)
async def test_no_token_is_ever_logged_or_told(serve, place, caplog):
    caplog.set_level(logging.DEBUG)
    door = await serve(tokens=TOKENS, require_token=True)
    for token in ("speak-secret", "wrong-secret"):
        headers, query, subprotocols = PLACES[place](token)
        await handshake(door, f"/v1/ws{query}", additional_headers=headers, subprotocols=subprotocols or None)
        for path in ("/v1/status", "/v1/nothing"):
            answer = await get(door, path + query, headers=headers)
            assert "secret" not in answer.text
    # What the test's own HTTP and WebSocket clients write about themselves is not the node's.
    lines = [
        record
        for record in caplog.records
        if not record.name.startswith(("httpx", "httpcore", "websockets.client"))
    ]
    assert [record.getMessage() for record in lines if "secret" in record.getMessage()] == []


@pytest.mark.parametrize(
    "path",
    [
        "/v1/ws/3xA0-BcDeF_gHiJkLmNoPqRsTuVwXyZ9",
        "/3xA0-BcDeF_gHiJkLmNoPqRsTuVwXyZ9",
        "/v1/admin/jobs/3xA0-BcDeF_gHiJkLmNoPqRsTuVwXyZ9/run",
        "/tts-node.token.BcDeF",
        "/v1/status;token=BcDeF",
        "/v1/%74oken%3D%42cDeF/x",
    ],
)
async def test_a_token_in_a_path_is_not_logged(serve, path, caplog):
    caplog.set_level(logging.INFO, "tts_node")
    door = await serve(tokens=TOKENS, require_token=True)
    assert (await get(door, path)).status_code == 401
    told = [record.getMessage() for record in caplog.records if record.name == "tts_node.server.gate"]
    assert len(told) == 1 and told[0].startswith("refused /") and "BcDeF" not in told[0]


async def test_a_refused_handshake_is_no_mistake_of_the_node_in_the_log(serve, caplog):
    caplog.set_level(logging.INFO)
    door = await serve(tokens=TOKENS, require_token=True)
    assert await handshake(door) == 401
    assert (
        await handshake(door, "/nowhere", additional_headers={"Authorization": "Bearer speak-secret"}) == 404
    )
    assert "refused /v1/ws" in caplog.text
    assert [record.getMessage() for record in caplog.records if record.name.startswith("uvicorn")] == []


async def test_the_token_subprotocol_is_never_selected(serve):
    door = await serve(tokens=TOKENS, require_token=True)
    client = await door.connect(subprotocols=["tts-node.token.speak-secret", "tts-node.v1"])
    assert client.socket.subprotocol == "tts-node.v1"


async def test_other_socket_paths_are_told_the_right_one(door):
    with pytest.raises(InvalidStatus) as refused:
        await connect(f"ws://127.0.0.1:{door.port}/ws", proxy=None)
    assert refused.value.response.status_code == 404
    assert "/v1/ws" in json.loads(refused.value.response.body)["message"]


async def test_a_refused_path_is_cut_in_the_log(door, caplog):
    with caplog.at_level(logging.INFO, "tts_node.server.gate"):
        assert (await get(door, "/" + "a" * 5_000, headers={"Host": "evil.example"})).status_code == 403
    assert [len(record.getMessage()) < 400 for record in caplog.records] == [True]
