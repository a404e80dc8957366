"""The OpenAPI 3.1 document of the node's HTTP paths, built from small tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tts_node.audio.encode import MEDIA_TYPES
from tts_node.audio.format import CONTAINERS
from tts_node.config import LimitsConfig
from tts_node.server.openapi_schemas import TEXT, Json, ref, schemas, speak_fields

_EVENT: Final[Json] = {
    "type": "object",
    "properties": {"data": {"type": "string", "contentMediaType": "application/json"}},
    "required": ["data"],
}
"""One server-sent event."""
_AUDIO: Final[Json] = {"schema": {"type": "string", "contentMediaType": "application/octet-stream"}}
_REFUSALS: Final = {
    400: "Something in the request is wrong; the message says what.",
    401: "A token is needed, or the one that was sent is wrong.",
    403: "This address, `Host` or page may not use the node.",
    404: "It is not there, or not any more.",
    413: "The body is too large.",
    415: "The body must be `application/json`.",
    416: "The range lies outside the sound.",
    429: "Too much at once; `Retry-After` says when to come again.",
    503: "It cannot speak now; `Retry-After` says when to come again.",
    507: "Sound cannot be kept: the disk is full, or the sound too large.",
}
_ALWAYS: Final = (401, 403)
_SPEAKING: Final = (400, *_ALWAYS, 413, 415, 429, 503)
_ABOUT: Final = """\
Speech over HTTP. The WebSocket at `/v1/ws` can do more: text that is still being written, cancelling,
marks. Sound is answered as it is made: an error before the first sound is a JSON answer, one after it cuts
the connection off.

`X-TTS-…` headers say what was really used: voice, engine, language, what of an instruct was applied and
ignored, whether it came from the cache, and warnings. Lists are joined by commas; anything but plain ASCII
is percent-encoded UTF-8.
"""


def document(version: str, limits: LimitsConfig, *, openai: bool, get_speak: bool, outputs: bool) -> Json:
    """The document for a node with these doors."""
    paths: Json = {**_state_paths(), **_speak_paths(get_speak=get_speak, outputs=outputs)}
    if openai:
        paths |= _openai_paths()
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "tts-node",
            "version": version,
            "summary": "One box at home that speaks for the whole house",
            "description": _ABOUT,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        # Without a token the home network may speak; with `server.require_token` nobody.
        "security": [{}, {"token": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": schemas(limits),
        },
    }


# --- paths ---------------------------------------------------------------------------------------------


def _state_paths() -> Json:
    return {
        "/": {"get": _get("A page to try it out", _ok({"text/html": {"schema": TEXT}}), _ALWAYS)},
        "/healthz": {"get": _get("Whether the process is alive", _json("Health"), ())},
        "/readyz": {
            "get": {
                **_get("Whether it can speak", _json("Readiness"), ()),
                "responses": {
                    "200": _json("Readiness"),
                    "503": {**_json("Readiness"), "description": "It cannot speak now."},
                },
            }
        },
        "/v1/voices": {"get": _get("The node's voices", _json("Voices"), _ALWAYS)},
        "/v1/status": {"get": _get("How it is", _json("Status"), _ALWAYS)},
        "/v1/memory": {"get": _get("Memory over the last day", _json("Memory"), _ALWAYS)},
        "/metrics": {"get": _get("Figures for Prometheus", _ok({"text/plain": {"schema": TEXT}}), _ALWAYS)},
        "/openapi.json": {"get": _get("This document", _json("Document"), _ALWAYS)},
        "/docs": {"get": _get("This document for people", _ok({"text/html": {"schema": TEXT}}), _ALWAYS)},
    }


def _speak_paths(*, get_speak: bool, outputs: bool) -> Json:
    speak: Json = {
        "post": {
            "summary": "Speak; the answer is the sound",
            "operationId": "speak",
            "requestBody": _body("Speak"),
            "responses": _responses({"200": _sound("The sound, as it is made.")}, _SPEAKING),
        }
    }
    preview: Json = {
        "summary": "What a text becomes before it is spoken",
        "operationId": "preview",
        "requestBody": _body("Wanted"),
        "responses": _responses({"200": _json("Preview")}, _SPEAKING),
    }
    paths: Json = {"/v1/speak": speak, "/v1/preview": {"post": preview}}
    if get_speak:
        speak["get"] = {
            "summary": "Speak, for what can only fetch a URL",
            "operationId": "getSpeak",
            "parameters": [
                _query(name, schema, required=name == "text")
                for name, schema in speak_fields(simple=True).items()
            ],
            "responses": _responses(
                {"200": _sound("The sound, as it is made.")}, (400, *_ALWAYS, 413, 429, 503)
            ),
        }
    if outputs:
        kept = {**_json("Kept", "Its sound is kept; it may still be growing."), "headers": _tts_headers()}
        speak["post"]["responses"]["201"] = kept
        speak["post"]["responses"]["507"] = _refusal(507)
        paths["/v1/outputs"] = {
            "post": {
                "summary": "Speak, and keep the sound for players",
                "operationId": "keep",
                "requestBody": _body("Keep"),
                "responses": _responses({"201": kept}, (*_SPEAKING, 507)),
            }
        }
        paths["/v1/audio/{id}.{ext}"] = {method: _audio(method) for method in ("get", "head")}
    return paths


def _audio(method: str) -> Json:
    id = {"type": "string", "pattern": "^[0-9a-f]{32}$"}
    ext = {"type": "string", "enum": list(CONTAINERS)}
    return {
        "summary": "A kept sound",
        "description": "Needs no token: the id is the secret, and it expires. A complete sound has its "
        "length and can be asked for in parts; one that is still being made is streamed as it grows.",
        "operationId": f"{method}Audio",
        "security": [{}],
        "parameters": [
            {"name": "id", "in": "path", "required": True, "schema": id},
            {"name": "ext", "in": "path", "required": True, "schema": ext},
            {"name": "Range", "in": "header", "schema": TEXT, "example": "bytes=0-1023"},
        ],
        "responses": _responses(
            {
                "200": _ok(_audio_types(), "All of it."),
                "206": _ok(_audio_types(), "The part that was asked for."),
                "304": {"description": "The client has it already."},
                "416": {"description": _REFUSALS[416]},
            },
            (404, 429, 507),
        ),
    }


def _openai_paths() -> Json:
    events = {"text/event-stream": {"schema": _EVENT}}
    speech = _sound("The sound as it is made; with `stream_format: sse` server-sent events.")
    speech["content"] |= events
    return {
        "/v1/audio/speech": {
            "post": {
                "summary": "OpenAI's “Create speech”",
                "operationId": "createSpeech",
                "requestBody": _body("Speech"),
                "responses": _responses({"200": speech}, (*_SPEAKING, 404), error="OpenAIError"),
            }
        },
        "/v1/audio/voices": {
            "get": _get("Voices and aliases", _json("OpenAIVoices"), _ALWAYS, error="OpenAIError")
        },
        "/v1/audio/models": {
            "get": _get(
                "Model names, as chat front ends list them",
                _json("AudioModels"),
                _ALWAYS,
                error="OpenAIError",
            )
        },
        "/v1/models": {"get": _get("Model names", _json("Models"), _ALWAYS, error="OpenAIError")},
        "/v1/models/{model}": {
            "get": {
                **_get("One model name", _json("Model"), (404, *_ALWAYS), error="OpenAIError"),
                "parameters": [{"name": "model", "in": "path", "required": True, "schema": TEXT}],
            }
        },
    }


# --- the pieces ---------------------------------------------------------------------------------------


def _ok(content: Mapping[str, Json], description: str = "As asked.") -> Json:
    return {"description": description, "content": dict(content)}


def _json(schema: str, description: str = "As asked.") -> Json:
    return _ok({"application/json": {"schema": ref(schema)}}, description)


def _audio_types() -> Json:
    return dict.fromkeys(MEDIA_TYPES.values(), _AUDIO)


def _sound(description: str) -> Json:
    return {**_ok(_audio_types(), description), "headers": _tts_headers()}


def _tts_headers() -> Json:
    names = ("Voice", "Speaker", "Engine", "Language", "Instruct-Applied", "Instruct-Ignored", "Cached")
    return {f"X-TTS-{name}": {"schema": TEXT} for name in (*names, "Warnings")}


def _body(schema: str) -> Json:
    return {"required": True, "content": {"application/json": {"schema": ref(schema)}}}


def _query(name: str, schema: Json, *, required: bool) -> Json:
    return {"name": name, "in": "query", "required": required, "schema": schema}


def _refusal(status: int, error: str = "Error") -> Json:
    return _json(error, _REFUSALS[status])


def _responses(good: Mapping[str, Json], refusals: tuple[int, ...], error: str = "Error") -> Json:
    return {**good, **{str(status): _refusal(status, error) for status in sorted(refusals)}}


def _get(summary: str, answer: Json, refusals: tuple[int, ...], error: str = "Error") -> Json:
    return {"summary": summary, "responses": _responses({"200": answer}, refusals, error)}
