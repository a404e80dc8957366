"""The schemas of the OpenAPI document: what is asked, and what is answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tts_node.audio.format import CONTAINERS, MAX_RATE, MIN_RATE
from tts_node.config import LimitsConfig
from tts_node.protocol.fields import MAX_BITRATE, MAX_SPEED, MIN_BITRATE, MIN_SPEED, PRIORITIES, TEXT_FORMATS
from tts_node.server.openai import FORMATS, MODELS, VOICES
from tts_node.style import MAX_INSTRUCT

Json = dict[str, Any]

TEXT: Final[Json] = {"type": "string"}
_WHOLE: Final[Json] = {"type": "integer"}
_FLAG: Final[Json] = {"type": "boolean"}


def speak_fields(*, simple: bool) -> dict[str, Json]:
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
        "format": container if simple else {"anyOf": [container, ref("Format")]},
        "priority": {"type": "string", "enum": list(PRIORITIES)},
        "cache": {"type": "boolean", "default": True},
    }


def schemas(limits: LimitsConfig) -> Json:
    """All of them, by name."""
    speak = speak_fields(simple=False)
    speak["text"] |= {"minLength": 1, "maxLength": limits.text_chars}
    store: Json = {"type": "boolean", "default": False, "description": "Keep it, and answer with its URL."}
    rate: Json = {"type": "integer", "minimum": MIN_RATE, "maximum": MAX_RATE}
    wait: Json = {"type": "boolean", "default": False, "description": "Answer when all of it is there."}
    return {
        "Speak": _closed({**speak, "store": store, "wait": wait}, "text"),
        "Keep": _closed({**speak, "wait": wait}, "text"),
        "Wanted": _closed(
            {name: speak[name] for name in ("text", "voice", "language", "text_format")}
            | {"text": {**TEXT, "maxLength": limits.text_chars}},
            "text",
        ),
        "Preview": _open(
            {
                "segments": {"type": "array", "items": ref("Segment")},
                "warnings": {"type": "array", "items": TEXT},
            }
        ),
        "Segment": {
            **_open({"text": TEXT, "start": _WHOLE, "end": _WHOLE}),
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
        "Kept": _open(dict.fromkeys(("id", "url", "path", "content_type", "expires"), TEXT)),
        "Error": _open({"code": TEXT, "message": TEXT, "retryable": _FLAG}),
        "Health": _open({"status": {"const": "alive"}}),
        "Readiness": _open({"ready": _FLAG, "state": TEXT, "missing": {"type": "array", "items": TEXT}}),
        "Voices": _open(
            {
                "voices": {"type": "array", "items": ref("Voice")},
                "styles": {"type": "array", "items": TEXT},
            }
        ),
        "Voice": _open(
            {
                "name": TEXT,
                "languages": {"type": "array", "items": TEXT},
                "rate": _WHOLE,
                "engine": TEXT,
                "speakers": {"type": "array", "items": TEXT},
                "streaming": {"enum": ["chunks", "whole"]},
                "note": TEXT,
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
                        {"type": "object", "required": ["id"], "properties": {"id": TEXT}},
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
                    {"message": TEXT, "type": TEXT, "param": {"type": ["string", "null"]}, "code": TEXT}
                )
            }
        ),
        "Models": _open({"object": {"const": "list"}, "data": {"type": "array", "items": ref("Model")}}),
        "Model": _open({"id": TEXT, "object": {"const": "model"}, "created": _WHOLE, "owned_by": TEXT}),
        "OpenAIVoices": _open(
            {"voices": {"type": "array", "items": _open({"id": TEXT, "name": TEXT})}},
        ),
        "AudioModels": _open(
            {"models": {"type": "array", "items": _open({"id": TEXT, "name": TEXT})}},
        ),
    }


def ref(name: str) -> Json:
    """A reference to one of `schemas`."""
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
