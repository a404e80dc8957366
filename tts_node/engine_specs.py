"""From the configuration of an engine to what it takes to start its workers."""

from __future__ import annotations

from tts_node.config import Config
from tts_node.state import StateFolder
from tts_node.workers.spec import WorkerSpec


def worker_spec(name: str, config: Config, state: StateFolder) -> WorkerSpec:
    """The spec of the engine called `name`. What is not set is left to the engine."""
    engine = config.engines[name]
    settings: dict[str, object] = dict(engine.settings)
    chosen = {"threads": engine.threads, "lanes": engine.lanes, "memory_mb": engine.memory_mb}
    settings.update({key: value for key, value in chosen.items() if value is not None})
    if engine.type == "piper":
        settings["cache_dir"] = str(state.cut_dir)
        settings["voices"] = [
            {
                "name": voice_name,
                "path": str(voice.path),
                "speaker": voice.speaker,
                "language": voice.language,
            }
            for voice_name, voice in config.voices.items()
            if voice.engine == name
        ]
        settings["embedded"] = config.node.embedded_voice and name == _first_piper(config)
    return WorkerSpec(
        name=name,
        engine_type=engine.type,
        settings=settings,
        nice=engine.nice,
        cpus=engine.cpus,
        load_timeout_s=engine.load_timeout_s,
        step_timeout_s=engine.step_timeout_s,
    )


def _first_piper(config: Config) -> str | None:
    return next((name for name, engine in config.engines.items() if engine.type == "piper"), None)
