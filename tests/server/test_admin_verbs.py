"""Administration over a WebSocket: who may, what is answered, and that it outlives who asked."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.server.conftest import Client, Door, Serve
from tts_node.errors import BadLexicon, EngineUnavailable, NotFound, NotReady, NotSupported
from tts_node.server.auth import Tokens
from tts_node.server.ports import AdminPort

TOKENS = Tokens(admin="admin-secret", speak="speak-secret")
VERBS: tuple[dict[str, Any], ...] = (
    {"type": "jobs"},
    {"type": "job_run", "name": "prewarm"},
    {"type": "job_pause", "name": "prewarm"},
    {"type": "job_resume", "name": "prewarm"},
    {"type": "recycle", "engine": "tone"},
    {"type": "restart"},
    {"type": "lexicon"},
    {"type": "lexicon_add", "written": "Lars", "say": "Larsch"},
    {"type": "lexicon_remove", "written": "Lars", "language": "de"},
    {"type": "lexicon_test", "text": "Lars?"},
)


class Administrator(AdminPort):
    """Writes down what it is asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.goes_on = asyncio.Event()
        self.goes_on.set()
        self.can_restart = True

    def jobs(self) -> Sequence[Mapping[str, Any]]:
        return [self.job("prewarm")]

    def job(self, name: str) -> Mapping[str, Any]:
        if name != "prewarm":
            raise NotFound(f"there is no job {name}")
        return {"name": name, "paused": False}

    def recycles(self) -> Sequence[Mapping[str, Any]]:
        return [{"job": "recycle", "by": "crash"}]

    def job_history(self, name: str) -> Sequence[Mapping[str, Any]]:
        return ()

    async def run_job(self, name: str, *, wait_s: float = 0.0) -> Mapping[str, Any]:
        self.asked.append(("run", name, wait_s))
        if not self.goes_on.is_set():
            raise NotReady("it runs already")
        return self.job(name)

    def pause_job(self, name: str) -> Mapping[str, Any]:
        self.asked.append(("pause", name))
        return {**self.job(name), "paused": True}

    def resume_job(self, name: str) -> Mapping[str, Any]:
        self.asked.append(("resume", name))
        return self.job(name)

    async def recycle(self, engine: str, reason: str) -> Mapping[str, Any]:
        self.asked.append(("recycle", engine, reason))
        await self.goes_on.wait()
        if engine == "broken":
            raise EngineUnavailable("the new process does not speak")
        return {"engine": engine, "before_bytes": 300, "after_bytes": 200}

    def restart(self, reason: str) -> None:
        if not self.can_restart:
            raise NotSupported("nobody would start it again")
        self.asked.append(("restart", reason))

    def lexicon(self) -> Mapping[str, Any]:
        return {"path": "lexicon.yaml", "error": "line 3: unreadable", "entries": [{"written": "Lars"}]}

    async def add_to_lexicon(self, entry: Mapping[str, Any]) -> Mapping[str, Any]:
        self.asked.append(("add", {name: value for name, value in entry.items() if value is not None}))
        if entry["written"] == "!":
            raise BadLexicon("nothing of it is ever in a text")
        return {"entry": {"written": entry["written"]}, "replaced": True}

    async def remove_from_lexicon(self, entry: Mapping[str, Any]) -> Mapping[str, Any]:
        self.asked.append(("remove", entry["written"], entry["language"]))
        if entry["written"] == "nobody":
            raise NotFound("the lexicon has no such word")
        return {"entry": {"written": entry["written"]}}

    async def try_lexicon(self, text: str, language: str | None) -> Mapping[str, Any]:
        return {"segments": [text], "found": [{"start": 0, "end": 4}], "language": language}


@pytest.fixture
def administrator() -> Administrator:
    return Administrator()


@pytest.fixture
async def admin_door(serve: Serve, administrator: Administrator) -> Door:
    return await serve(tokens=TOKENS, administration=administrator)


@pytest.fixture
async def admin(admin_door: Door) -> Client:
    return await admin_door.connect(additional_headers={"Authorization": "Bearer admin-secret"})


@pytest.mark.parametrize("token", [None, "speak-secret"])
async def test_without_the_admin_token_nothing_is_done(
    admin_door: Door, administrator: Administrator, token: str | None
) -> None:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    client = await admin_door.connect(additional_headers=headers)
    for verb in VERBS:
        answer = await client.ask(**verb)
        assert (answer["type"], answer["code"], answer["request"]) == ("error", "unauthorized", verb["type"])
        assert answer["retryable"] is False
    assert administrator.asked == []
    await client.send(text="one")  # the connection is as good as before
    await client.until("done")


async def test_browsers_send_the_token_as_a_subprotocol(admin_door: Door) -> None:
    client = await admin_door.connect(subprotocols=["tts-node.v1", "tts-node.token.admin-secret"])
    assert (await client.ask(type="jobs"))["jobs"] == [{"name": "prewarm", "paused": False}]


async def test_each_verb_is_answered_by_its_own_type(admin: Client, administrator: Administrator) -> None:
    answers = [await admin.ask(**verb) for verb in VERBS]
    assert [answer["type"] for answer in answers] == [verb["type"] for verb in VERBS]
    assert answers[2]["job"] == {"name": "prewarm", "paused": True}
    assert answers[4] == {
        "type": "recycle", "engine": "tone", "before_bytes": 300, "after_bytes": 200, "ref": "asked",
    }  # fmt: skip
    assert answers[5] == {"type": "restart", "restarting": True, "ref": "asked"}
    assert administrator.asked == [
        ("run", "prewarm", 0.0),
        ("pause", "prewarm"),
        ("resume", "prewarm"),
        ("recycle", "tone", "asked by an administrator"),
        ("restart", "asked by an administrator"),
        ("add", {"written": "Lars", "say": "Larsch"}),
        ("remove", "Lars", "de"),
    ]
    assert answers[6] == {
        "type": "lexicon", "entries": [{"written": "Lars"}], "path": "lexicon.yaml",
        "error": "line 3: unreadable", "ref": "asked",
    }  # fmt: skip
    assert answers[7]["entry"] == {"written": "Lars"} and answers[7]["replaced"] is True
    assert answers[9] == {
        "type": "lexicon_test", "segments": ["Lars?"], "found": [{"start": 0, "end": 4}], "language": None,
        "ref": "asked",
    }  # fmt: skip


async def test_wishes_are_handed_on(admin: Client, administrator: Administrator) -> None:
    await admin.ask(type="job_run", name="prewarm", wait_s=30)
    await admin.ask(type="recycle", engine="tone", reason="it is\ntoo  large")
    await admin.ask(type="restart", reason="an update")
    assert administrator.asked == [
        ("run", "prewarm", 30.0),
        ("recycle", "tone", "it is too large"),
        ("restart", "an update"),
    ]


@pytest.mark.parametrize(
    ("verb", "code"),
    [
        ({"type": "job_run", "name": "nothing"}, "not_found"),
        ({"type": "job_pause", "name": "nothing"}, "not_found"),
        ({"type": "recycle", "engine": "broken"}, "engine_unavailable"),
        ({"type": "job_run"}, "bad_message"),
        ({"type": "job_run", "name": "prewarm", "wait_s": 3_601}, "bad_message"),
        ({"type": "job_run", "name": "prewarm", "wait_s": True}, "bad_message"),
        ({"type": "recycle", "engine": "tone", "reason": " "}, "bad_message"),
        ({"type": "recycle", "engine": "tone", "reason": "x" * 201}, "bad_message"),
        ({"type": "restart", "now": True}, "unknown_field"),
        ({"type": "lexicon_add", "written": "!", "say": "x"}, "bad_lexicon"),
        ({"type": "lexicon_add", "say": "x"}, "bad_message"),
        ({"type": "lexicon_add", "written": "Lars", "kind": "name"}, "bad_message"),
        ({"type": "lexicon_add", "written": "Lars", "case": "some"}, "bad_message"),
        ({"type": "lexicon_remove", "written": "nobody"}, "not_found"),
        ({"type": "lexicon_test"}, "bad_message"),
    ],
)
async def test_what_cannot_be_done_is_an_error_with_the_ref(
    admin: Client, verb: dict[str, Any], code: str
) -> None:
    answer = await admin.ask(**verb)
    assert (answer["type"], answer["code"], answer["request"]) == ("error", code, verb["type"])


async def test_a_job_that_runs_already_may_be_tried_again(
    admin: Client, administrator: Administrator
) -> None:
    administrator.goes_on.clear()
    answer = await admin.ask(type="job_run", name="prewarm")
    assert (answer["code"], answer["retryable"]) == ("not_ready", True)


async def test_a_restart_that_nobody_would_follow_up_is_refused(
    admin: Client, administrator: Administrator
) -> None:
    administrator.can_restart = False
    assert (await admin.ask(type="restart"))["code"] == "not_supported"


async def test_while_a_recycle_goes_on_others_are_answered(
    admin: Client, administrator: Administrator
) -> None:
    administrator.goes_on.clear()
    await admin.send(type="recycle", engine="tone", ref="later")
    assert (await admin.ask(type="jobs"))["type"] == "jobs"
    administrator.goes_on.set()
    assert (await admin.next())["ref"] == "later"


async def test_at_most_four_are_under_way(admin: Client, administrator: Administrator) -> None:
    administrator.goes_on.clear()
    for number in range(4):
        await admin.send(type="recycle", engine="tone", ref=number)
    assert (await admin.ask(type="recycle", engine="tone"))["code"] == "too_many_utterances"
    administrator.goes_on.set()
    assert [(await admin.next())["ref"] for _ in range(4)] == [0, 1, 2, 3]


async def test_a_node_without_administration_says_so(serve: Serve) -> None:
    door = await serve(tokens=TOKENS)
    client = await door.connect(additional_headers={"Authorization": "Bearer admin-secret"})
    assert (await client.ask(type="jobs"))["code"] == "not_supported"
