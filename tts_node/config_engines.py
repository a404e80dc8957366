"""What no section of the configuration can see alone about engines: settings, voices, stand-ins."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from tts_node.engines.registry import ENGINE_TYPES, setting_names

if TYPE_CHECKING:
    from tts_node.config import Config

Found = tuple[str, tuple[str, ...]]
"""A sentence, and the keys that lead to what it is about."""


def engine_problems(config: Config) -> Iterator[Found]:
    """All that is wrong, without importing what any engine needs for speaking."""
    for name, voice in config.voices.items():
        if voice.engine not in config.engines:
            known = ", ".join(config.engines) or "none"
            yield f"there is no engine `{voice.engine}`; configured are {known}", ("voices", name, "engine")
    for name, engine in config.engines.items():
        for other in engine.fallback:
            if other == name:
                yield "an engine cannot stand in for itself", ("engines", name, "fallback")
            elif other not in config.engines:
                known = ", ".join(config.engines)
                message = f"there is no engine `{other}`; configured are {known}"
                yield message, ("engines", name, "fallback")
        if ENGINE_TYPES[engine.type].speaks_with_files and not _has_voice(config, name):
            yield _without_voice(config, name)
        settings = setting_names(engine.type) if engine.settings else frozenset()
        for key in engine.settings:
            if key not in settings:
                message = _unknown(name, key, settings, type(engine).model_fields)
                yield message, ("engines", name, "settings", key)


def _has_voice(config: Config, engine: str) -> bool:
    return engine == config.embedded_engine or any(voice.engine == engine for voice in config.voices.values())


def _without_voice(config: Config, engine: str) -> Found:
    cure = f"name one below `voices` with `engine: {engine}`"
    if config.embedded_engine is not None:
        taken = f"the embedded one is spoken by `{config.embedded_engine}`"
        return f"this engine has no voice, since {taken}; {cure}", ("engines", engine)
    return f"without it the engine `{engine}` has no voice; {cure}", ("node", "embedded_voice")


def _unknown(engine: str, key: str, known: Collection[str], beside: Collection[str]) -> str:
    """`known`: settings of the engine's own. `beside`: keys of every engine."""
    folded = key.lower().replace("-", "_")
    for names, where in ((known, ""), (beside, f"engines.{engine}.")):
        close = difflib.get_close_matches(folded, sorted(names), n=1, cutoff=0.6)
        if close:
            return f"unknown setting; did you mean `{where}{close[0]}`?"
    return f"unknown setting; known here are {', '.join(sorted(known))}"
