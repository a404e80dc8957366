"""The plain HTTP paths: health, listings, the page."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import re
from importlib import resources
from importlib.resources.abc import Traversable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from tts_node.server.auth import host_name
from tts_node.server.ports import MonitorPort, NodePort
from tts_node.server.refusal import is_openai

_CODES = {404: "not_found", 405: "method_not_allowed"}
_SENTENCES = {
    404: "nothing is at this path; see /docs",
    405: "this path does not take this method; see /docs",
}


def routes(node: NodePort) -> list[Route]:
    """Routes that read from `node` on every request."""

    async def healthz(request: Request) -> Response:
        return JSONResponse({"status": "alive"})

    async def readyz(request: Request) -> Response:
        ready, missing = node.readiness()
        state = "draining" if node.draining else "ready" if ready else "starting"
        is_ready = ready and not node.draining
        return JSONResponse(
            {"ready": is_ready, "state": state, "missing": list(missing)},
            status_code=200 if is_ready else 503,
        )

    async def voices(request: Request) -> Response:
        voices = [dataclasses.asdict(voice) for voice in node.voices()]
        return JSONResponse({"voices": voices, "styles": list(node.styles())})

    async def status(request: Request) -> Response:
        return JSONResponse(dict(node.status()))

    page = _Page(resources.files("tts_node.server").joinpath("page"))
    return [
        Route("/", page.response),
        Route("/healthz", healthz),
        Route("/readyz", readyz),
        Route("/v1/voices", voices),
        Route("/v1/status", status),
    ]


def monitor_routes(monitor: MonitorPort) -> list[Route]:
    """Figures for monitors and for the page's plot."""

    async def metrics(request: Request) -> Response:
        content_type, body = monitor.metrics(request.headers.get("accept", ""))
        return Response(body, headers={"content-type": content_type})

    async def memory(request: Request) -> Response:
        return JSONResponse(dict(monitor.memory()))

    return [Route("/metrics", metrics), Route("/v1/memory", memory)]


async def http_error(request: Request, error: Exception) -> Response:
    """Starlette's own refusals (404, 405) as JSON like all others."""
    assert isinstance(error, HTTPException)
    code = _CODES.get(error.status_code, "bad_request")
    message = _SENTENCES.get(error.status_code, error.detail)
    body: dict[str, object] = {"code": code, "message": message, "retryable": False}
    if is_openai(request.url.path):
        told = {"message": message, "type": "invalid_request_error", "param": None, "code": code}
        body = {"error": told}
    return JSONResponse(body, status_code=error.status_code, headers=error.headers)


async def internal_error(request: Request, error: Exception) -> Response:
    """An unexpected exception; the log has it (uvicorn writes the traceback), the client only its kind."""
    body = {"code": "internal_error", "message": "something went wrong in the node", "retryable": False}
    return JSONResponse(body, status_code=500)


class _Page:
    """The page as one document, and a policy that lets exactly its own scripts and style run and talk to this
    node alone.

    In one piece, so that the gate has one thing to let in, and a page that was let in is complete.
    """

    def __init__(self, folder: Traversable) -> None:
        html = folder.joinpath("index.html").read_text("utf-8")
        html = _inlined(html, r'<link rel="stylesheet" href="([\w-]+\.css)">', "style", folder)
        html = _inlined(html, r'<script src="([\w-]+\.js)"></script>', "script", folder)
        self._html = html
        self._scripts = " ".join(_hashes(html, "script"))
        self._styles = " ".join(_hashes(html, "style"))

    async def response(self, request: Request) -> Response:
        # Some browsers do not count ws: as 'self'. The gate has checked the host, so it is safe to name.
        host = request.headers.get("host", "")
        sockets = f" ws://{host} wss://{host}" if host_name(host) else ""
        policy = (
            f"default-src 'none'; script-src {self._scripts}; style-src {self._styles}; "
            f"connect-src 'self'{sockets}; img-src data:; base-uri 'none'; form-action 'none'; "
            "frame-ancestors 'none'"
        )
        return HTMLResponse(
            self._html,
            headers={
                "content-security-policy": policy,
                "x-content-type-options": "nosniff",
                "referrer-policy": "no-referrer",
                "cache-control": "no-cache",
            },
        )


def _inlined(html: str, reference: str, tag: str, folder: Traversable) -> str:
    """With the files that are referred to in place of the references."""

    def content(match: re.Match[str]) -> str:
        return f"<{tag}>\n{folder.joinpath(match[1]).read_text('utf-8')}</{tag}>"

    return re.sub(reference, content, html)


def _hashes(html: str, tag: str) -> list[str]:
    contents = re.findall(rf"<{tag}>(.*?)</{tag}>", html, flags=re.DOTALL)
    return [f"'sha256-{base64.b64encode(hashlib.sha256(c.encode()).digest()).decode()}'" for c in contents]
