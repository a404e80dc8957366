"""Which module makes which type of engine. Only worker processes call `create`."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import cast

from tts_node.engines.base import Engine, EngineFactory

ENGINE_TYPES: dict[str, str] = {
    "piper": "tts_node.engines.piper.engine:create",
    "tone": "tts_node.engines.tone:create",
}


def create(engine_type: str, settings: Mapping[str, object]) -> Engine:
    """Import the engine's module and build it (nothing is loaded yet). Raises `KeyError` for an unknown type.

    A type may also be the factory itself, `module:name`; configurations cannot say so.
    """
    place = engine_type if ":" in engine_type else ENGINE_TYPES[engine_type]
    module, _, name = place.partition(":")
    factory = cast(EngineFactory, getattr(importlib.import_module(module), name))
    return factory(settings)
