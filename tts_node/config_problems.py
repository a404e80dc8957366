"""From pydantic's errors to sentences that a person can act on: path, line, what was expected."""

from __future__ import annotations

import difflib
import re
import types
import typing
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Union

from pydantic import BaseModel, ValidationError

from tts_node.config_yaml import Document, Key, Location, Place, Problem, dotted, surprise

_EXPECTED: Final = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "string_type": "text",
    "path_type": "a path",
    "tuple_type": "a list",
    "list_type": "a list",
    "dict_type": "a mapping (lines of `key: value`)",
    "model_type": "a mapping (lines of `key: value`)",
    "model_attributes_type": "a mapping (lines of `key: value`)",
}


def explain(error: ValidationError, document: Document, model: type[BaseModel]) -> list[Problem]:
    """All problems of `error`, one for each place, in the order of the file."""
    expected: dict[Location, list[str]] = {}
    problems: dict[Location, Problem] = {}
    for item in error.errors(include_url=False):
        location = _known(item["loc"], document.places, missing=item["type"] == "missing")
        place = _place(location, document.places)
        if item["type"] == "extra_forbidden":
            message = _unknown_key(location, model)
        elif item["type"] == "missing":
            message = "missing; this key is needed"
        elif item["type"] == "value_error":
            message = str(item.get("ctx", {}).get("error", item["msg"]))
        else:
            # A union (`text or a whole number`) fails once for each of its types.
            choices = expected.setdefault(location, [])
            choice = _expectation(item["type"], item.get("ctx", {}), item["msg"])
            if choice not in choices:
                choices.append(choice)
            message = f"expected {' or '.join(choices)}, got {_shown(item['input'], place)}"
            text_due = "text" in choices or "a path" in choices
            hint = surprise(place, text_due=text_due) if place is not None else None
            if place is not None and place.quoted and not text_due and _is_number(place.raw):
                hint = f"a number has no quotes: {place.raw}"
            message += f" ({hint})" if hint else ""
        problems[location] = Problem(dotted(location), message, place.line if place is not None else None)
    return sorted(problems.values(), key=lambda problem: problem.line or 0)


def key_paths(model: type[BaseModel]) -> Iterator[str]:
    """Every key below `model` as a dotted path; a name that the user chooses is `*`."""
    for name, info in model.model_fields.items():
        yield name
        nested = _nested(info.annotation)
        if nested is not None:
            inner, named = nested
            for path in key_paths(inner):
                yield f"{name}.*.{path}" if named else f"{name}.{path}"


# --- private -------------------------------------------------------------------------------------------


def _known(loc: tuple[Key, ...], places: Mapping[Location, Place], *, missing: bool) -> Location:
    """The part of pydantic's location that the file has; the rest names types inside a union."""
    if missing:
        return loc
    while loc and loc not in places:
        loc = loc[:-1]
    return loc


def _place(location: Location, places: Mapping[Location, Place]) -> Place | None:
    while location not in places:
        if not location:
            return None
        location = location[:-1]
    return places[location]


def _expectation(kind: str, context: Mapping[str, Any], message: str) -> str:
    if kind in _EXPECTED:
        return _EXPECTED[kind]
    for word, phrase in (
        ("ge", "at least"),
        ("gt", "more than"),
        ("le", "at most"),
        ("lt", "less than"),
    ):
        if word in context:
            return f"{phrase} {context[word]}"
    if kind == "literal_error":
        return f"one of {context['expected'].replace(chr(39), '`').replace(' or ', ', ')}"
    if kind == "string_too_short":
        return "a text that is not empty"
    return message[0].lower() + message[1:]


def _shown(value: object, place: Place | None) -> str:
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if place is not None and place.raw is not None:
        raw = place.raw
        if not raw and not place.quoted:
            return "nothing"
    else:
        raw = str(value)
    return f"`{raw[:60]}…`" if len(raw) > 60 else f"`{raw}`"


def _is_number(raw: str | None) -> bool:
    return raw is not None and re.fullmatch(r"-?\d+(\.\d+)?", raw) is not None


def _unknown_key(location: Location, model: type[BaseModel]) -> str:
    *parents, key = location
    owner = _model_at(parents, model)
    known = list(owner.model_fields) if owner is not None else []
    word = str(key)
    folded = word.lower().replace("-", "_")
    close = difflib.get_close_matches(folded, known, n=1, cutoff=0.6)
    if close:
        return f"unknown key; did you mean `{close[0]}`?"
    elsewhere = [path for path in key_paths(model) if path.rsplit(".", 1)[-1] == folded]
    if elsewhere:
        return f"unknown key here; did you mean `{elsewhere[0].replace('*', 'NAME')}`?"
    return f"unknown key; known here are {', '.join(known)}"


def _model_at(location: Iterable[Key], model: type[BaseModel]) -> type[BaseModel] | None:
    current: type[BaseModel] | None = model
    skip_name = False
    for key in location:
        if skip_name:
            skip_name = False
            continue
        if current is None or key not in current.model_fields:
            return None
        nested = _nested(current.model_fields[str(key)].annotation)
        if nested is None:
            return None
        current, skip_name = nested
    return current


def _nested(annotation: object) -> tuple[type[BaseModel], bool] | None:
    """The model in a field's type, and whether it stands in a mapping of names."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation, False
    origin = typing.get_origin(annotation)
    arguments = typing.get_args(annotation)
    if origin is typing.Annotated:
        return _nested(arguments[0])
    if isinstance(origin, type) and issubclass(origin, Mapping):
        inner = _nested(arguments[1])
        return (inner[0], True) if inner is not None else None
    if origin in (Union, types.UnionType):
        return next((found for found in map(_nested, arguments) if found is not None), None)
    return None
