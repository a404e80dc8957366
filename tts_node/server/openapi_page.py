"""The OpenAPI document for people: one page of HTML without scripts and without anything from elsewhere."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from html import escape
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

_STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h2{font:600 1rem ui-monospace,monospace;margin:2rem 0 0;overflow-wrap:anywhere}
b{display:inline-block;min-width:3.5rem}
p{margin:.25rem 0;white-space:pre-line}
pre{overflow:auto;padding:.5rem;border:1px solid color-mix(in srgb,currentColor 25%,transparent)}
table{border-collapse:collapse}td{padding:.1rem .75rem .1rem 0;vertical-align:top}
"""


def routes(document: Mapping[str, Any]) -> list[Route]:
    """`/openapi.json` and `/docs`."""
    html = page(document)
    digest = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
    headers = {
        "content-security-policy": f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
    }

    async def as_json(request: Request) -> Response:
        return JSONResponse(dict(document))

    async def as_page(request: Request) -> Response:
        return HTMLResponse(html, headers=headers)

    return [Route("/openapi.json", as_json), Route("/docs", as_page)]


def page(document: Mapping[str, Any]) -> str:
    """The page."""
    info = document["info"]
    parts = [
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(info['title'])}</title>",
        "<meta name=viewport content='width=device-width'>",
        f"<style>{_STYLE}</style>",
        f"<h1>{escape(info['title'])} {escape(info['version'])}</h1>",
        f"<p>{escape(info['description'])}</p>",
        "<p><a href=openapi.json>openapi.json</a> · <a href=./>try it</a></p>",
    ]
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            parts.append(f"<h2><b>{method.upper()}</b> {escape(path)}</h2>")
            parts += _operation(operation)
    parts.append("<h1>Schemas</h1>")
    for name, schema in document["components"]["schemas"].items():
        text = escape(json.dumps(schema, indent=2, ensure_ascii=False))
        parts.append(
            f"<details id='{escape(name)}'><summary>{escape(name)}</summary><pre>{text}</pre></details>"
        )
    return "\n".join(parts)


def _operation(operation: Mapping[str, Any]) -> list[str]:
    parts = [f"<p>{escape(operation['summary'])}</p>"]
    if description := operation.get("description"):
        parts.append(f"<p>{escape(description)}</p>")
    content = operation.get("requestBody", {}).get("content", {})
    parts += [f"<p>Body: {escape(kind)}, {_link(body['schema'])}</p>" for kind, body in content.items()]
    rows = [
        (parameter["name"], f"{parameter['in']}, {json.dumps(parameter['schema'], ensure_ascii=False)}")
        for parameter in operation.get("parameters", ())
    ]
    rows += [(status, answer["description"]) for status, answer in operation["responses"].items()]
    cells = "".join(f"<tr><td><code>{escape(a)}</code><td>{escape(b)}" for a, b in rows)
    return [*parts, f"<table>{cells}</table>"]


def _link(schema: Mapping[str, Any]) -> str:
    name = escape(str(schema["$ref"]).rpartition("/")[2])
    return f"<a href='#{name}'>{name}</a>"
