"""`/v1/admin/…`: the admin token before everything, JSON in and out, errors with their codes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

import httpx
import pytest

from tests.server.conftest import FakeNode
from tts_node.config import ServerConfig
from tts_node.errors import EngineUnavailable, NotFound, NotReady, NotSupported
from tts_node.server.app import build_app
from tts_node.server.auth import Tokens
from tts_node.server.serve import Server

TOKENS = Tokens(admin="admin-token-of-twenty-letters", speak="speak-token-of-twenty-letters")
ADMIN = {"authorization": f"Bearer {TOKENS.admin}"}


class FakeAdmin:
    """An `AdminPort` that notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.error: Exception | None = None

    def jobs(self) -> Sequence[Mapping[str, Any]]:
        return [self.job("prune_cache")]

    def job(self, name: str) -> Mapping[str, Any]:
        if name != "prune_cache":
            raise NotFound(f"there is no job {name!r}")
        return {"name": name, "next_run": "2026-06-02T04:15:00+02:00"}

    def recycles(self) -> Sequence[Mapping[str, Any]]:
        return [{"job": "recycle", "by": "crash"}]

    def job_history(self, name: str) -> Sequence[Mapping[str, Any]]:
        return [{"job": name, "outcome": "ok"}]

    async def run_job(self, name: str, *, wait_s: float = 0.0) -> Mapping[str, Any]:
        return self._note("run", name, wait_s)

    def pause_job(self, name: str) -> Mapping[str, Any]:
        return self._note("pause", name)

    def resume_job(self, name: str) -> Mapping[str, Any]:
        return self._note("resume", name)

    async def recycle(self, engine: str, reason: str) -> Mapping[str, Any]:
        return self._note("recycle", engine, reason)

    def restart(self, reason: str) -> None:
        self._note("restart", reason)

    def lexicon(self) -> Mapping[str, Any]:
        return {"path": "lexicon.yaml", "error": None, "entries": [{"written": "Lars"}]}

    async def add_to_lexicon(self, entry: Mapping[str, Any]) -> Mapping[str, Any]:
        return self._note("add", dict(entry))

    async def remove_from_lexicon(self, entry: Mapping[str, Any]) -> Mapping[str, Any]:
        return self._note("remove", dict(entry))

    async def try_lexicon(self, text: str, language: str | None) -> Mapping[str, Any]:
        return self._note("try", text, language)

    def _note(self, *words: Any) -> Mapping[str, Any]:
        if self.error is not None:
            raise self.error
        self.asked.append(words)
        return {"done": words[0]}


@pytest.fixture
def admin() -> FakeAdmin:
    return FakeAdmin()


@pytest.fixture
async def http(admin: FakeAdmin) -> AsyncIterator[httpx.AsyncClient]:
    config = ServerConfig(host="127.0.0.1", port=0)
    server = Server(build_app(FakeNode(), config, TOKENS, names=(), administration=admin), config)
    await server.start()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", trust_env=False) as client:
        yield client
    await server.stop(0.5)


PATHS = [
    ("GET", "/v1/admin/jobs"),
    ("GET", "/v1/admin/jobs/prune_cache"),
    ("GET", "/v1/admin/recycles"),
    ("POST", "/v1/admin/jobs/prune_cache/run"),
    ("POST", "/v1/admin/jobs/prune_cache/pause"),
    ("POST", "/v1/admin/jobs/prune_cache/resume"),
    ("POST", "/v1/admin/recycle/piper"),
    ("POST", "/v1/admin/restart"),
    ("GET", "/v1/admin/lexicon"),
    ("POST", "/v1/admin/lexicon/add"),
    ("POST", "/v1/admin/lexicon/remove"),
    ("POST", "/v1/admin/lexicon/test"),
]


@pytest.mark.parametrize(("method", "path"), PATHS)
@pytest.mark.parametrize("token", [None, TOKENS.speak, "wrong"])
async def test_without_the_admin_token_nothing_is_told_or_done(
    http: httpx.AsyncClient, admin: FakeAdmin, method: str, path: str, token: str | None
) -> None:
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    answer = await http.request(method, path, headers=headers, **({"json": {}} if method == "POST" else {}))
    assert answer.status_code == 401
    assert answer.json()["code"] == "unauthorized"
    assert admin.asked == []


async def test_jobs_are_listed_and_one_is_shown_with_its_history(http: httpx.AsyncClient) -> None:
    listed = await http.get("/v1/admin/jobs", headers=ADMIN)
    assert listed.json() == {"jobs": [{"name": "prune_cache", "next_run": "2026-06-02T04:15:00+02:00"}]}
    one = await http.get("/v1/admin/jobs/prune_cache", headers=ADMIN)
    assert one.json()["history"] == [{"job": "prune_cache", "outcome": "ok"}]
    recycles = await http.get("/v1/admin/recycles", headers=ADMIN)
    assert recycles.json() == {"recycles": [{"job": "recycle", "by": "crash"}]}


async def test_the_lexicon_is_listed(http: httpx.AsyncClient) -> None:
    answer = await http.get("/v1/admin/lexicon", headers=ADMIN)
    assert answer.json() == {"path": "lexicon.yaml", "error": None, "entries": [{"written": "Lars"}]}


@pytest.mark.parametrize(
    ("path", "body", "asked"),
    [
        ("jobs/prune_cache/run", {}, ("run", "prune_cache", 0.0)),
        ("jobs/prune_cache/run", {"wait_s": 2}, ("run", "prune_cache", 2.0)),
        ("jobs/prune_cache/pause", {}, ("pause", "prune_cache")),
        ("jobs/prune_cache/resume", {}, ("resume", "prune_cache")),
        ("recycle/piper", {}, ("recycle", "piper", "asked by an administrator")),
        ("recycle/piper", {"reason": "two\nlines"}, ("recycle", "piper", "two lines")),
        ("restart", {"reason": "new kernel"}, ("restart", "new kernel")),
        ("lexicon/add", {"written": "Lars", "say": "Larsch"}, ("add", {"written": "Lars", "say": "Larsch"})),
        ("lexicon/remove", {"written": "Lars"}, ("remove", {"written": "Lars"})),
        ("lexicon/test", {"text": "Lars?", "language": "de"}, ("try", "Lars?", "de")),
    ],
)
async def test_each_verb_is_done_once_with_what_was_said(
    http: httpx.AsyncClient, admin: FakeAdmin, path: str, body: dict[str, Any], asked: tuple[Any, ...]
) -> None:
    answer = await http.post(f"/v1/admin/{path}", json=body, headers=ADMIN)
    assert answer.status_code == 200
    assert admin.asked == [asked]


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("jobs/prune_cache/run", {"wait_s": "long"}, "bad_message"),
        ("jobs/prune_cache/run", {"wait_s": True}, "bad_message"),
        ("jobs/prune_cache/run", {"wait_s": -1}, "bad_message"),
        ("jobs/prune_cache/run", {"wait": 1}, "unknown_field"),
        ("jobs/prune_cache/pause", {"wait_s": 1}, "unknown_field"),
        ("recycle/piper", {"reason": ""}, "bad_message"),
        ("recycle/piper", {"reason": "x" * 201}, "bad_message"),
        ("recycle/piper", [], "bad_message"),
        ("lexicon/add", {"written": "Lars", "sey": "Larsch"}, "unknown_field"),
        ("lexicon/remove", {"written": "Lars", "say": "Larsch"}, "unknown_field"),
        ("lexicon/test", {"language": "de"}, "bad_message"),
        ("lexicon/test", {"text": "Lars?", "language": 1}, "bad_message"),
    ],
)
async def test_a_body_that_cannot_be_meant_is_refused(
    http: httpx.AsyncClient, admin: FakeAdmin, path: str, body: Any, code: str
) -> None:
    answer = await http.post(f"/v1/admin/{path}", json=body, headers=ADMIN)
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert admin.asked == []


async def test_an_unknown_field_is_refused_with_those_that_are_known(http: httpx.AsyncClient) -> None:
    answer = await http.post("/v1/admin/jobs/prune_cache/run", json={"wait": 1}, headers=ADMIN)
    assert answer.json()["message"] == "there is no field `wait` here; known are wait_s"
    answer = await http.post("/v1/admin/jobs/prune_cache/pause", json={"wait": 1}, headers=ADMIN)
    assert answer.json()["message"] == "there is no field `wait` here; none is taken"


async def test_a_page_of_another_site_cannot_post_without_json(
    http: httpx.AsyncClient, admin: FakeAdmin
) -> None:
    answer = await http.post(
        "/v1/admin/restart", content="{}", headers={**ADMIN, "content-type": "text/plain"}
    )
    assert answer.status_code == 415
    answer = await http.get("/v1/admin/restart", headers=ADMIN)
    assert answer.status_code == 405
    assert admin.asked == []


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (NotFound("there is no engine 'piper'"), 404),
        (NotReady("job prune_cache is running already"), 503),
        (EngineUnavailable("no memory for two"), 503),
        (NotSupported("nobody would start this node again"), 400),
    ],
)
async def test_a_no_is_told_with_its_sentence(
    http: httpx.AsyncClient, admin: FakeAdmin, error: Exception, status: int
) -> None:
    admin.error = error
    for path in ("jobs/prune_cache/run", "recycle/piper", "restart"):
        answer = await http.post(f"/v1/admin/{path}", json={}, headers=ADMIN)
        assert answer.status_code == status
        assert answer.json()["message"] == str(error)
