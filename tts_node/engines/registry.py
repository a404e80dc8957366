"""Which module makes which type of engine, and its settings. Only worker processes call `create`."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, cast

from tts_node.engines.base import Engine, EngineFactory


@dataclass(frozen=True, slots=True)
class EngineType:
    """Where things are: `module:name`."""

    factory: str
    settings: str
    """The dataclass of its settings, in a module that imports no library of models."""
    filled: frozenset[str] = frozenset()
    """Of those, what the node fills in from other parts of the configuration."""
    speaks_with_files: bool = False
    """Its voices are those of the section `voices`, and the embedded one."""


ENGINE_TYPES: dict[str, EngineType] = {
    "piper": EngineType(
        "tts_node.engines.piper.engine:create",
        "tts_node.engines.piper.settings:PiperSettings",
        filled=frozenset({"voices", "cache_dir"}),
        speaks_with_files=True,
    ),
    "tone": EngineType("tts_node.engines.tone:create", "tts_node.engines.tone:ToneSettings"),
}


def create(engine_type: str, settings: Mapping[str, object]) -> Engine:
    """Import the engine's module and build it (nothing is loaded yet). Raises `KeyError` for an unknown type.

    A type may also be the factory itself, `module:name`; configurations cannot say so.
    """
    place = engine_type if ":" in engine_type else ENGINE_TYPES[engine_type].factory
    return cast(EngineFactory, _at(place))(settings)


def setting_names(engine_type: str) -> frozenset[str]:
    """What a configuration may set for an engine of this type. Raises `KeyError` for an unknown one."""
    kind = ENGINE_TYPES[engine_type]
    return frozenset(field.name for field in fields(_at(kind.settings))) - kind.filled


def _at(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)
