"""How an error is told over HTTP: status, body and headers, in one place.

Paths of OpenAI's API answer in OpenAI's shape, because its clients read nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from starlette.types import Scope, Send

from tts_node import errors
from tts_node.errors import (
    BadRequest,
    Forbidden,
    MessageTooLarge,
    NodeError,
    NotFound,
    StorageFull,
    TooManyConnections,
    TooManyUtterances,
    Unauthorized,
)
from tts_node.server.token_page import HEADERS, token_page
from tts_node.speech.utterance import Finished

_STATUSES: Final[tuple[tuple[type[NodeError], int], ...]] = (
    (Unauthorized, 401),
    (Forbidden, 403),
    (NotFound, 404),
    (MessageTooLarge, 413),
    (TooManyConnections, 429),
    (TooManyUtterances, 429),
    (StorageFull, 507),
    (BadRequest, 400),
)
_RETRY_AFTER_S: Final = 5
"""Where a 503 says nothing better."""
_OPENAI_PATHS: Final = ("/v1/audio/speech", "/v1/audio/voices", "/v1/audio/models", "/v1/models")
_OPENAI_TYPES: Final = {401: "authentication_error", 403: "permission_error", 429: "rate_limit_error"}
_PARAMS: Final = {
    "unknown_voice": "voice",
    "empty_text": "input",
    "text_too_long": "input",
    "bad_instruct": "instructions",
    "unsupported_format": "response_format",
}
_BY_CODE: Final[Mapping[str, type[NodeError]]] = {
    cls.code: cls for cls in vars(errors).values() if isinstance(cls, type) and issubclass(cls, NodeError)
}


def status_of(error: NodeError) -> int:
    """The HTTP status for an error."""
    for kind, status in _STATUSES:
        if isinstance(error, kind):
            return status
    return 503 if error.retryable else 500


def error_of(finished: Finished) -> NodeError:
    """The error that an utterance ended with."""
    kind = _BY_CODE.get(finished.error_code or "", NodeError)
    message = finished.error_message or "it was not spoken to its end"
    return kind(message, retry_after_ms=finished.retry_after_ms)


def is_openai(path: str) -> bool:
    """Whether clients of OpenAI's API ask there."""
    return path in _OPENAI_PATHS or path.startswith("/v1/models/")


def error_body(error: NodeError) -> dict[str, object]:
    """The JSON object that tells an error over HTTP; the same names as in the WebSocket message."""
    body: dict[str, object] = {"code": error.code, "message": str(error), "retryable": error.retryable}
    if error.retry_after_ms is not None:
        body["retry_after_ms"] = error.retry_after_ms
    return body


def openai_body(error: NodeError, status: int, param: str | None = None) -> dict[str, Any]:
    """The same in OpenAI's shape. `param` is the field that is wrong; None takes it from the error's code."""
    kind = _OPENAI_TYPES.get(status, "invalid_request_error" if status < 500 else "server_error")
    return {
        "error": {
            "message": str(error),
            "type": kind,
            "param": param or _PARAMS.get(error.code),
            "code": error.code,
        }
    }


async def refuse(
    scope: Scope, send: Send, error: NodeError, status: int | None = None, *, param: str | None = None
) -> None:
    """Answer with the error as JSON: as the response, or as the handshake's."""
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    status = status or status_of(error)
    shape = openai_body(error, status, param) if is_openai(scope["path"]) else error_body(error)
    body = json.dumps(shape).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await _answer(send, kind, error, status, headers, body)


async def refuse_with_form(scope: Scope, send: Send, error: NodeError) -> None:
    """Answer a browser's wish for the page with one that asks for the token."""
    body = token_page(str(error)).encode()
    headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    headers += [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"vary", b"Accept"),
    ]
    await _answer(send, "http.response", error, status_of(error), headers, body)


async def _answer(
    send: Send, kind: str, error: NodeError, status: int, headers: list[tuple[bytes, bytes]], body: bytes
) -> None:
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    if error.retry_after_ms is not None:
        headers.append((b"retry-after", str(-(-error.retry_after_ms // 1000)).encode()))
    elif status in (429, 503):
        headers.append((b"retry-after", str(_RETRY_AFTER_S).encode()))
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
