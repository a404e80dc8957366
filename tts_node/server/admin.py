"""`/v1/admin/…`: what needs the admin token. Plain JSON in and out.

    GET  /v1/admin/jobs                 all jobs
    GET  /v1/admin/jobs/{name}          one, with its latest runs
    GET  /v1/admin/recycles             the latest replacements of engines' processes
    POST /v1/admin/jobs/{name}/run      begin a run; with `wait_s` answer when it is over, or then
    POST /v1/admin/jobs/{name}/pause    no more runs by the clock
    POST /v1/admin/jobs/{name}/resume
    POST /v1/admin/recycle/{engine}     fresh processes (hot swap); answers when the new ones speak
    POST /v1/admin/restart              drain, end, and be started again by the service manager
    GET  /v1/admin/lexicon              the household's words
    POST /v1/admin/lexicon/add          one more, with the fields of an entry
    POST /v1/admin/lexicon/remove       one less: `written`, maybe `kind` and `language`
    POST /v1/admin/lexicon/test         how a `text` is read with them

The body of a POST is a JSON object, maybe an empty one; `reason` (for the log) goes with recycle and restart.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from tts_node.errors import BadMessage, NodeError, UnknownField
from tts_node.server.auth import Scope as Allowed
from tts_node.server.exchange import ClientLeft, Exchange
from tts_node.server.gate import grant_of, shown_path
from tts_node.server.ports import AdminPort
from tts_node.server.refusal import refuse

_LOG = logging.getLogger(__name__)
_BODY_BYTES: Final = 16 * 1024
_LONGEST_WAIT_S: Final = 3_600.0
_LONGEST_REASON: Final = 200
_ENTRY_KEYS: Final = ("kind", "written", "language")
_ENTRY_VALUES: Final = ("say", "ipa", "pinyin", "case", "one", "few", "many")

Body = Mapping[str, Any]
Act = Callable[[Mapping[str, str], Body], Awaitable[Mapping[str, Any]]]
"""From the path's names and the body to the answer. Raises `NodeError`."""


def routes(admin: AdminPort) -> list[Route]:
    """The paths, for `app.build_app`."""

    async def jobs(path: Mapping[str, str], body: Body) -> Mapping[str, Any]:
        return {"jobs": list(admin.jobs())}

    async def job(path: Mapping[str, str], body: Body) -> Mapping[str, Any]:
        return {**admin.job(path["name"]), "history": list(admin.job_history(path["name"]))}

    async def run(path: Mapping[str, str], body: Body) -> Mapping[str, Any]:
        wait_s = body.get("wait_s", 0)
        if (
            isinstance(wait_s, bool)
            or not isinstance(wait_s, int | float)
            or not 0 <= wait_s <= _LONGEST_WAIT_S
        ):
            raise BadMessage(f"`wait_s` must be a number from 0 to {_LONGEST_WAIT_S:g}")
        return await admin.run_job(path["name"], wait_s=float(wait_s))

    async def pause(path: Mapping[str, str], body: Body) -> Mapping[str, Any]:
        return admin.pause_job(path["name"])

    async def resume(path: Mapping[str, str], body: Body) -> Mapping[str, Any]:
        return admin.resume_job(path["name"])

    async def recycles(path: Mapping[str, str], body: Body) -> Mapping[str, Any]:
        return {"recycles": list(admin.recycles())}

    async def recycle(path: Mapping[str, str], body: Body) -> Mapping[str, Any]:
        return await admin.recycle(path["engine"], plain_reason(body.get("reason")))

    async def restart(path: Mapping[str, str], body: Body) -> Mapping[str, Any]:
        admin.restart(plain_reason(body.get("reason")))
        return {"restarting": True}

    async def lexicon(path: Mapping[str, str], body: Body) -> Mapping[str, Any]:
        return admin.lexicon()

    async def add(path: Mapping[str, str], body: Body) -> Mapping[str, Any]:
        return await admin.add_to_lexicon(body)

    async def remove(path: Mapping[str, str], body: Body) -> Mapping[str, Any]:
        return await admin.remove_from_lexicon(body)

    async def test(path: Mapping[str, str], body: Body) -> Mapping[str, Any]:
        text, language = body.get("text"), body.get("language")
        if not isinstance(text, str) or not isinstance(language, str | None):
            raise BadMessage("`text` must be a string, and `language` one or null")
        return await admin.try_lexicon(text, language)

    return [
        Route("/v1/admin/jobs", _Door(jobs), methods=["GET"]),
        Route("/v1/admin/jobs/{name}", _Door(job), methods=["GET"]),
        Route("/v1/admin/recycles", _Door(recycles), methods=["GET"]),
        Route("/v1/admin/jobs/{name}/run", _Door(run, "wait_s"), methods=["POST"]),
        Route("/v1/admin/jobs/{name}/pause", _Door(pause), methods=["POST"]),
        Route("/v1/admin/jobs/{name}/resume", _Door(resume), methods=["POST"]),
        Route("/v1/admin/recycle/{engine}", _Door(recycle, "reason"), methods=["POST"]),
        Route("/v1/admin/restart", _Door(restart, "reason"), methods=["POST"]),
        Route("/v1/admin/lexicon", _Door(lexicon), methods=["GET"]),
        Route("/v1/admin/lexicon/add", _Door(add, *_ENTRY_KEYS, *_ENTRY_VALUES), methods=["POST"]),
        Route("/v1/admin/lexicon/remove", _Door(remove, *_ENTRY_KEYS), methods=["POST"]),
        Route("/v1/admin/lexicon/test", _Door(test, "text", "language"), methods=["POST"]),
    ]


def plain_reason(reason: object) -> str:
    """What an administrator gave as the reason, None for nothing, as one line. Raises `BadMessage`."""
    if reason is None:
        return "asked by an administrator"
    if not isinstance(reason, str) or not reason.strip() or len(reason) > _LONGEST_REASON:
        raise BadMessage(f"`reason` must be a text of 1 to {_LONGEST_REASON} characters")
    # It goes into the log, where a line is a line.
    return " ".join(reason.split())


class _Door:
    """One path as an ASGI app: the token first, then the body, then the act."""

    def __init__(self, act: Act, *fields: str) -> None:
        self._act = act
        self._fields = fields

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        exchange = Exchange(scope, receive, send)
        try:
            grant = grant_of(scope)
            grant.require(Allowed.ADMIN)
            body: Body = {}
            if scope["method"] == "POST":
                body = await exchange.json(_BODY_BYTES)
                _LOG.info("%s asked for %s", grant.address, shown_path(scope["path"]))
            if unknown := sorted(set(body) - set(self._fields)):
                known = f"known are {', '.join(self._fields)}" if self._fields else "none is taken"
                raise UnknownField(f"there is no field `{unknown[0][:80]}` here; {known}")
            # Whoever has left is done for all the same: an administrator's word counts when it was said.
            answer = json.dumps(
                dict(await self._act(scope["path_params"], body)), ensure_ascii=False
            ).encode()
        except ClientLeft:
            return
        except NodeError as error:
            await refuse(scope, send, error)
            return
        length = str(len(answer))
        await exchange.start(200, (("content-type", "application/json"), ("content-length", length)))
        await exchange.write(answer, more=False)
