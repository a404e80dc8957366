"""What an administrator may ask for over a WebSocket. The messages are answered like `preview`: later."""

from __future__ import annotations

import logging
from dataclasses import asdict
from typing import Any, assert_never

from tts_node import protocol
from tts_node.errors import NotSupported
from tts_node.protocol import AdminAnswer, AdminMessage
from tts_node.server.admin import plain_reason
from tts_node.server.auth import Grant, Scope
from tts_node.server.ports import AdminPort

_LOG = logging.getLogger(__name__)


class AdminVerbs:
    """One client's, with the rights that it came in with."""

    def __init__(self, admin: AdminPort | None, grant: Grant) -> None:
        """`admin` is None where the node offers no administration."""
        self._admin = admin
        self._grant = grant

    def allow(self, message: AdminMessage) -> None:
        """Raises `Unauthorized` without the admin token, `NotSupported` where nothing is offered."""
        self._grant.require(Scope.ADMIN)
        if self._admin is None:
            raise NotSupported("this node offers no administration")
        if not isinstance(message, protocol.Jobs | protocol.Lexicon | protocol.LexiconTest):
            _LOG.info("%s asked for %s", self._grant.address, message.type)

    async def answer(self, message: AdminMessage) -> AdminAnswer:
        """Do it. Raises `NodeError`."""
        admin, ref = self._admin, message.ref
        assert admin is not None
        match message:
            case protocol.Jobs():
                return protocol.JobsAnswer(jobs=tuple(admin.jobs()), ref=ref)
            case protocol.JobRun(name=name, wait_s=wait_s):
                return protocol.JobRunAnswer(job=await admin.run_job(name, wait_s=wait_s or 0.0), ref=ref)
            case protocol.JobPause(name=name):
                return protocol.JobPauseAnswer(job=admin.pause_job(name), ref=ref)
            case protocol.JobResume(name=name):
                return protocol.JobResumeAnswer(job=admin.resume_job(name), ref=ref)
            case protocol.Recycle(engine=engine, reason=reason):
                figures = await admin.recycle(engine, plain_reason(reason))
                return protocol.RecycleAnswer(
                    engine=engine,
                    before_bytes=figures["before_bytes"],
                    after_bytes=figures["after_bytes"],
                    ref=ref,
                )
            case protocol.Restart(reason=reason):
                admin.restart(plain_reason(reason))
                return protocol.RestartAnswer(ref=ref)
            case protocol.Lexicon():
                held = admin.lexicon()
                return protocol.LexiconAnswer(
                    entries=tuple(held["entries"]), path=held["path"], error=held["error"], ref=ref
                )
            case protocol.LexiconAdd():
                told = await admin.add_to_lexicon(_entry(message))
                return protocol.LexiconAddAnswer(entry=told["entry"], replaced=told["replaced"], ref=ref)
            case protocol.LexiconRemove():
                told = await admin.remove_from_lexicon(_entry(message))
                return protocol.LexiconRemoveAnswer(entry=told["entry"], ref=ref)
            case protocol.LexiconTest(text=text, language=language):
                told = await admin.try_lexicon(text, language)
                return protocol.LexiconTestAnswer(
                    segments=tuple(told["segments"]),
                    found=tuple(told["found"]),
                    language=told["language"],
                    ref=ref,
                )
        assert_never(message)


def _entry(message: protocol.LexiconAdd | protocol.LexiconRemove) -> dict[str, Any]:
    return {name: value for name, value in asdict(message).items() if name != "ref"}
