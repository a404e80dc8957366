"""The OpenAPI 3.1 document of the node's HTTP paths, built from small tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tts_node.audio.encode import MEDIA_TYPES
from tts_node.audio.format import CONTAINERS, MAX_RATE, MIN_RATE
from tts_node.config import LimitsConfig
from tts_node.protocol.fields import MAX_BITRATE, MAX_SPEED, MIN_BITRATE, MIN_SPEED, PRIORITIES, TEXT_FORMATS
from tts_node.server.openai import FORMATS, MODELS, VOICES
from tts_node.style import MAX_INSTRUCT

Json = dict[str, Any]

_TEXT: Final[Json] = {"type": "string"}
_WHOLE: Final[Json] = {"type": "integer"}
_FLAG: Final[Json] = {"type": "boolean"}
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
            "schemas": _schemas(limits),
        },
    }


# --- paths ---------------------------------------------------------------------------------------------


def _state_paths() -> Json:
    return {
        "/": {"get": _get("A page to try it out", _ok({"text/html": {"schema": _TEXT}}), _ALWAYS)},
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
        "/metrics": {"get": _get("Figures for Prometheus", _ok({"text/plain": {"schema": _TEXT}}), _ALWAYS)},
        "/openapi.json": {"get": _get("This document", _json("Document"), _ALWAYS)},
        "/docs": {"get": _get("This document for people", _ok({"text/html": {"schema": _TEXT}}), _ALWAYS)},
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
                for name, schema in _speak_fields(simple=True).items()
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
        paths["/v1/audio/{name}"] = {method: _audio(method) for method in ("get", "head")}
    return paths


def _audio(method: str) -> Json:
    name = {"type": "string", "pattern": rf"^[0-9a-f]{{32}}\.({'|'.join(CONTAINERS)})$"}
    return {
        "summary": "A kept sound",
        "description": "Needs no token: the id is the secret, and it expires. A complete sound has its "
        "length and can be asked for in parts; one that is still being made is streamed as it grows.",
        "operationId": f"{method}Audio",
        "security": [{}],
        "parameters": [
            {"name": "name", "in": "path", "required": True, "schema": name, "description": "`id.ext`"},
            {"name": "Range", "in": "header", "schema": _TEXT, "example": "bytes=0-1023"},
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
                "parameters": [{"name": "model", "in": "path", "required": True, "schema": _TEXT}],
            }
        },
    }


# --- schemas ------------------------------------------------------------------------------------------


def _speak_fields(*, simple: bool) -> dict[str, Json]:
    """The fields of a `speak`; `simple` is what fits into a query."""
    container: Json = {"type": "string", "enum": list(CONTAINERS), "default": "wav"}
    return {
        "text": {"type": "string", "description": "What to say.", "examples": ["Dinner is ready."]},
        "voice": {"type": "string", "description": "By name, or `name:speaker`."},
        "speaker": {"type": "string"},
        "language": {"type": "string", "examples": ["de"]},
        "text_format": {"type": "string", "enum": list(TEXT_FORMATS), "default": "auto"},
        "instruct": {
            "type": "string",
            "maxLength": MAX_INSTRUCT,
            "description": "How to say it, in words.",
            "examples": ["calm, a little slower"],
        },
        "speed": {"type": "number", "minimum": MIN_SPEED, "maximum": MAX_SPEED},
        "format": container if simple else {"anyOf": [container, _ref("Format")]},
        "priority": {"type": "string", "enum": list(PRIORITIES)},
        "cache": {"type": "boolean", "default": True},
    }


def _schemas(limits: LimitsConfig) -> Json:
    speak = _speak_fields(simple=False)
    speak["text"] |= {"minLength": 1, "maxLength": limits.text_chars}
    store: Json = {"type": "boolean", "default": False, "description": "Keep it, and answer with its URL."}
    rate: Json = {"type": "integer", "minimum": MIN_RATE, "maximum": MAX_RATE}
    wait: Json = {"type": "boolean", "default": False, "description": "Answer when all of it is there."}
    return {
        "Speak": _closed({**speak, "store": store, "wait": wait}, "text"),
        "Keep": _closed({**speak, "wait": wait}, "text"),
        "Wanted": _closed(
            {name: speak[name] for name in ("text", "voice", "language", "text_format")}
            | {"text": {**_TEXT, "maxLength": limits.text_chars}},
            "text",
        ),
        "Preview": _open(
            {
                "segments": {"type": "array", "items": _ref("Segment")},
                "warnings": {"type": "array", "items": _TEXT},
            }
        ),
        "Segment": {
            **_open({"text": _TEXT, "start": _WHOLE, "end": _WHOLE}),
            "description": "As it is spoken, with its place in the text (code points); `phonemes` where the "
            "voice is loaded and has them.",
        },
        "Format": _closed(
            {
                "container": {"type": "string", "enum": list(CONTAINERS), "default": "wav"},
                "rate": rate,
                "channels": {"type": "integer", "enum": [1, 2]},
                "bitrate": {"type": "integer", "minimum": MIN_BITRATE, "maximum": MAX_BITRATE},
            }
        ),
        "Kept": _open(dict.fromkeys(("id", "url", "path", "content_type", "expires"), _TEXT)),
        "Error": _open({"code": _TEXT, "message": _TEXT, "retryable": _FLAG}),
        "Health": _open({"status": {"const": "alive"}}),
        "Readiness": _open({"ready": _FLAG, "state": _TEXT, "missing": {"type": "array", "items": _TEXT}}),
        "Voices": _open(
            {
                "voices": {"type": "array", "items": _ref("Voice")},
                "styles": {"type": "array", "items": _TEXT},
            }
        ),
        "Voice": _open(
            {
                "name": _TEXT,
                "languages": {"type": "array", "items": _TEXT},
                "rate": _WHOLE,
                "engine": _TEXT,
                "speakers": {"type": "array", "items": _TEXT},
                "streaming": {"enum": ["chunks", "whole"]},
                "note": _TEXT,
                "default": _FLAG,
            }
        ),
        "Memory": {"type": "object", "description": "Columns of equal length, the oldest first."},
        "Status": {"type": "object", "description": "For people and monitors; grows."},
        "Document": {"type": "object"},
        "Speech": {
            "type": "object",
            "required": ["input"],
            "description": "Unknown fields are ignored.",
            "properties": {
                "model": {"type": ["string", "null"], "examples": list(MODELS)},
                "input": {"type": "string", "minLength": 1, "maxLength": limits.text_chars},
                "voice": {
                    "anyOf": [
                        {"type": "string", "examples": list(VOICES[:1])},
                        {"type": "object", "required": ["id"], "properties": {"id": _TEXT}},
                        {"type": "null"},
                    ]
                },
                "instructions": {"type": ["string", "null"]},
                "response_format": {"enum": [*FORMATS, None], "default": "mp3"},
                "speed": {"type": ["number", "null"], "minimum": MIN_SPEED, "maximum": MAX_SPEED},
                "stream_format": {"enum": ["audio", "sse", None], "default": "audio"},
            },
        },
        "OpenAIError": _open(
            {
                "error": _open(
                    {"message": _TEXT, "type": _TEXT, "param": {"type": ["string", "null"]}, "code": _TEXT}
                )
            }
        ),
        "Models": _open({"object": {"const": "list"}, "data": {"type": "array", "items": _ref("Model")}}),
        "Model": _open({"id": _TEXT, "object": {"const": "model"}, "created": _WHOLE, "owned_by": _TEXT}),
        "OpenAIVoices": _open(
            {"voices": {"type": "array", "items": _open({"id": _TEXT, "name": _TEXT})}},
        ),
        "AudioModels": _open(
            {"models": {"type": "array", "items": _open({"id": _TEXT, "name": _TEXT})}},
        ),
    }


# --- the pieces ---------------------------------------------------------------------------------------


def _ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def _open(properties: Mapping[str, Json]) -> Json:
    """What the node answers: all of these, and maybe more later."""
    return {"type": "object", "required": list(properties), "properties": dict(properties)}


def _closed(properties: Mapping[str, Json], *required: str) -> Json:
    """What the node is asked: nothing else. `null` means that it is not given."""
    nullable = {
        name: schema if name in required else {"anyOf": [schema, {"type": "null"}]}
        for name, schema in properties.items()
    }
    closed: Json = {"type": "object", "properties": nullable, "additionalProperties": False}
    return {**closed, "required": list(required)} if required else closed


def _ok(content: Mapping[str, Json], description: str = "As asked.") -> Json:
    return {"description": description, "content": dict(content)}


def _json(schema: str, description: str = "As asked.") -> Json:
    return _ok({"application/json": {"schema": _ref(schema)}}, description)


def _audio_types() -> Json:
    return dict.fromkeys(MEDIA_TYPES.values(), _AUDIO)


def _sound(description: str) -> Json:
    return {**_ok(_audio_types(), description), "headers": _tts_headers()}


def _tts_headers() -> Json:
    names = ("Voice", "Speaker", "Engine", "Language", "Instruct-Applied", "Instruct-Ignored", "Cached")
    return {f"X-TTS-{name}": {"schema": _TEXT} for name in (*names, "Warnings")}


def _body(schema: str) -> Json:
    return {"required": True, "content": {"application/json": {"schema": _ref(schema)}}}


def _query(name: str, schema: Json, *, required: bool) -> Json:
    return {"name": name, "in": "query", "required": required, "schema": schema}


def _refusal(status: int, error: str = "Error") -> Json:
    return _json(error, _REFUSALS[status])


def _responses(good: Mapping[str, Json], refusals: tuple[int, ...], error: str = "Error") -> Json:
    return {**good, **{str(status): _refusal(status, error) for status in sorted(refusals)}}


def _get(summary: str, answer: Json, refusals: tuple[int, ...], error: str = "Error") -> Json:
    return {"summary": summary, "responses": _responses({"200": answer}, refusals, error)}
