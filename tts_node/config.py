"""The configuration: YAML in, frozen models out, and every mistake told with its path and line.

`load`, `parse` and `Config()` are the only ways to one. Only two environment variables are read:
`TTS_NODE_CONFIG` (the file) and `TTS_NODE_STATE_DIR` (goes before `node.state_dir`).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Final, Literal, TypeVar, get_origin

from pydantic import AfterValidator, Field, StringConstraints, ValidationError, field_validator

from tts_node.config_doors import (
    DiscoveryConfig,
    HttpConfig,
    LimitsConfig,
    OpenAIConfig,
    ServerConfig,
    WyomingConfig,
)
from tts_node.config_engines import engine_problems
from tts_node.config_maintenance import JobConfig, MaintenanceConfig
from tts_node.config_problems import explain, key_paths
from tts_node.config_values import (
    FilePath,
    Language,
    Milliseconds,
    Name,
    NodeLabel,
    Seconds,
    Section,
    Text,
)
from tts_node.config_yaml import Data, Document, Problem, dotted, is_switch_word, read
from tts_node.engines.registry import ENGINE_TYPES
from tts_node.errors import BadInstruct, ConfigError

CONFIG_VARIABLE: Final = "TTS_NODE_CONFIG"
STATE_DIR_VARIABLE: Final = "TTS_NODE_STATE_DIR"


class InvalidConfig(ConfigError):
    """A configuration that cannot be used. `problems` are all of them, in the order of the file."""

    def __init__(self, source: Path | str, problems: tuple[Problem, ...]) -> None:
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        super().__init__("\n".join([f"{source}: {count}", *(f"  {problem}" for problem in problems)]))
        self.problems = problems


def load(path: Path | None = None) -> Config:
    """Read `path`, else the file that `TTS_NODE_CONFIG` names, else take the defaults.

    Raises `ConfigError`.
    """
    if path is None:
        named = os.environ.get(CONFIG_VARIABLE)
        if not named:
            return parse("", "defaults")
        path = Path(named)
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise InvalidConfig(path, (Problem("", "not UTF-8 text", line),)) from None
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}") from None
    return parse(text, path)


def parse(text: str, source: Path | str) -> Config:
    """Read YAML. Relative paths start at the folder of `source` where it is a `Path`.

    Raises `InvalidConfig` (a `ConfigError`) with every problem at once.
    """
    document = read(text)
    problems = document.problems + list(_bare_switches_in_settings(document))
    folder = source.absolute().parent if isinstance(source, Path) else Path.cwd()
    config: Config | None = None
    try:
        # JSON mode, because its strictness takes lists for tuples and text for paths, and nothing else.
        config = Config.model_validate_json(json.dumps(_completed(document.data)), context={"folder": folder})
        problems += _cross_check(config, document)
    except ValidationError as error:
        told = {problem.path for problem in problems}
        problems += [p for p in explain(error, document, Config) if p.path not in told]
    if problems or config is None:
        problems.sort(key=lambda problem: problem.line or 0)
        raise InvalidConfig(source, tuple(problems))
    return config


def all_keys() -> tuple[str, ...]:
    """Every key as a dotted path, `*` for names that the user chooses: `engines.*.threads`."""
    return tuple(key_paths(Config))


def override(
    config: Config,
    *,
    host: str | None = None,
    port: int | None = None,
    state_dir: Path | None = None,
    discovery: bool | None = None,
    wyoming_port: int | None = None,
) -> Config:
    """A copy in which what is not None goes before the file, as a command line does. Raises `ConfigError`."""
    for chosen in (port, wyoming_port):
        if chosen is not None and not 0 <= chosen <= 65535:
            raise ConfigError(f"port {chosen}: expected 0 to 65535")
    server = {"host": host, "port": port}
    node = {"state_dir": state_dir.expanduser().absolute() if state_dir is not None else None}
    return config.model_copy(
        update={
            "server": _changed(config.server, server),
            "node": _changed(config.node, node),
            "discovery": _changed(config.discovery, {"enabled": discovery}),
            "wyoming": _changed(config.wyoming, {"port": wyoming_port}),
        }
    )


def default_state_dir() -> Path:
    """systemd's `$STATE_DIRECTORY`, else `/var/lib/tts-node` where we may write, else the XDG state home."""
    if given := os.environ.get(STATE_DIR_VARIABLE):
        return Path(given).expanduser().absolute()
    if systemd := os.environ.get("STATE_DIRECTORY"):
        return Path(systemd.split(":")[0])
    system = Path("/var/lib/tts-node")
    if os.access(system if system.exists() else system.parent, os.W_OK | os.X_OK):
        return system
    home = os.environ.get("XDG_STATE_HOME")
    return (Path(home) if home else Path.home() / ".local" / "state") / "tts-node"


# --- the sections --------------------------------------------------------------------------------------


class NodeConfig(Section):
    """Who this node is and where it keeps what it must remember."""

    name: NodeLabel | None = None
    """None takes the host name."""
    state_dir: FilePath = Field(default_factory=default_state_dir)
    embedded_voice: bool = True
    give_up_s: Seconds | None = 600.0
    """When no engine could speak for so long the node ends, to be started again. None: never."""

    @field_validator("state_dir", mode="after")
    @classmethod
    def _environment_first(cls, value: Path) -> Path:
        return default_state_dir() if os.environ.get(STATE_DIR_VARIABLE) else value


class EngineConfig(Section):
    """One engine and the processes it runs in."""

    type: Text
    """Left out, it is the engine's name."""
    threads: int | None = Field(default=None, ge=1, le=256)
    lanes: int | None = Field(default=None, ge=1, le=64)
    cpus: tuple[Annotated[int, Field(ge=0, le=4_095)], ...] = ()
    nice: int = Field(default=5, ge=0, le=19)
    workers: int = Field(default=1, ge=1, le=16)
    load_timeout_s: Seconds = 120.0
    step_timeout_s: Seconds = 20.0
    memory_mb: int | None = Field(default=None, ge=64)
    memory_limit_mb: int | None = Field(default=None, ge=64)
    restarts: int = Field(default=5, ge=0, le=1_000_000)
    """Lost workers within five minutes; after one more the engine counts as failed."""
    idle_unload_s: float | None = Field(default=None, ge=0, le=31_536_000, allow_inf_nan=False)
    fallback: tuple[Name, ...] = ()
    settings: dict[str, object] = Field(default_factory=dict)
    """JSON data for the engine, which checks the values."""

    @field_validator("type")
    @classmethod
    def _known_type(cls, value: str) -> str:
        if value not in ENGINE_TYPES:
            raise ValueError(f"unknown engine type `{value}`; known are {', '.join(sorted(ENGINE_TYPES))}")
        return value


class VoiceConfig(Section):
    """One more voice: a Piper `.onnx` with its `.onnx.json` beside it."""

    engine: Name = "piper"
    path: FilePath
    speaker: str | Annotated[int, Field(ge=0)] | None = None
    language: Language | None = None

    @field_validator("path")
    @classmethod
    def _both_files(cls, value: Path) -> Path:
        if not value.is_file():
            raise ValueError(f"there is no file {value}")
        beside = value.with_name(value.name + ".json")
        if not beside.is_file():
            raise ValueError(f"there is no file {beside}; a Piper voice has its .onnx.json beside it")
        return value


def _safe(instruct: str) -> str:
    """One that would be refused with every request is refused here."""
    from tts_node.style import resolve  # most configurations have none, and its tables take time to load

    try:
        resolve(instruct, speed=None, supports=())
    except BadInstruct as error:
        raise ValueError(str(error)) from None
    return instruct


class SpeakConfig(Section):
    """What holds for a request that does not say it itself."""

    voice: Name | None = None
    """None takes the first voice."""
    language: Language | None = None
    instruct: Annotated[str, StringConstraints(max_length=500), AfterValidator(_safe)] | None = None
    speed: float | None = Field(default=None, ge=0.25, le=4.0)
    priority: Literal["bulk", "reply", "announce", "alert"] = "reply"
    pace: Literal["fast", "realtime"] = "fast"


class StyleConfig(Section):
    """A way of speaking with a name; clients choose it as `voice|name`."""

    instruct: Annotated[str, StringConstraints(max_length=500), AfterValidator(_safe)] | None = None
    speed: float | None = Field(default=None, ge=0.25, le=4.0)
    level_db: float = Field(default=0.0, ge=-40.0, le=12.0)


class TextConfig(Section):
    """How texts are read."""

    code_blocks: Literal["skip", "announce"] = "skip"
    emoji: Literal["skip", "name"] = "skip"
    lexicon: FilePath | None = None
    """The household's words. None takes `lexicon.yaml` in the state folder."""


class AudioConfig(Section):
    """How loud it is, and silence around and between what is spoken."""

    lead_in_ms: Milliseconds = 0
    tail_ms: Milliseconds = 0
    gap_ms: Milliseconds = 200
    idle_flush_ms: Milliseconds | None = 600
    loudness_lufs: float | None = Field(default=-20.0, ge=-40.0, le=-10.0)
    """To which voices are brought (EBU R128). None leaves them as they are."""


class CacheConfig(Section):
    """Sound that is kept, by the hash of all that makes it."""

    enabled: bool = True
    memory_mb: int = Field(default=64, ge=0, le=65_536)
    disk_mb: int = Field(default=256, ge=0, le=1_048_576)


class OutputsConfig(Section):
    """Sound that is kept for players that fetch it by URL."""

    max_mb: int = Field(default=200, ge=0, le=1_048_576)
    max_age_h: float = Field(default=24.0, gt=0, le=8_760, allow_inf_nan=False)


class LoggingConfig(Section):
    """What is written down. Spoken text only ever at `debug`."""

    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["text", "json"] = "text"
    file: FilePath | None = None


def _default_engines() -> dict[str, EngineConfig]:
    return {"piper": EngineConfig(type="piper")}


class Config(Section):
    """Everything, with defaults that speak out of the box."""

    node: NodeConfig = Field(default_factory=NodeConfig)
    server: ServerConfig = Field(default_factory=ServerConfig)
    engines: dict[Name, EngineConfig] = Field(default_factory=_default_engines)
    voices: dict[Name, VoiceConfig] = Field(default_factory=dict)
    styles: dict[Name, StyleConfig] = Field(default_factory=dict)
    speak: SpeakConfig = Field(default_factory=SpeakConfig)
    text: TextConfig = Field(default_factory=TextConfig)
    audio: AudioConfig = Field(default_factory=AudioConfig)
    cache: CacheConfig = Field(default_factory=CacheConfig)
    http: HttpConfig = Field(default_factory=HttpConfig)
    openai: OpenAIConfig = Field(default_factory=OpenAIConfig)
    wyoming: WyomingConfig = Field(default_factory=WyomingConfig)
    outputs: OutputsConfig = Field(default_factory=OutputsConfig)
    maintenance: MaintenanceConfig = Field(default_factory=MaintenanceConfig)
    discovery: DiscoveryConfig = Field(default_factory=DiscoveryConfig)
    logging: LoggingConfig = Field(default_factory=LoggingConfig)

    @property
    def lexicon_path(self) -> Path:
        """The file with the household's words, which may not be there yet."""
        return self.text.lexicon or self.node.state_dir / "lexicon.yaml"

    @property
    def embedded_engine(self) -> str | None:
        """The engine that speaks with the embedded voice: the first Piper, unless it is switched off."""
        if not self.node.embedded_voice:
            return None
        return next((name for name, engine in self.engines.items() if engine.type == "piper"), None)


# --- private -------------------------------------------------------------------------------------------


_S = TypeVar("_S", bound=Section)


def _completed(data: Mapping[str, Data]) -> dict[str, Data]:
    """With what people leave out: a section whose keys are all commented out, an engine's type."""
    completed = _without_empty_sections(data, Config)
    engines = completed.get("engines")
    if isinstance(engines, dict):
        completed["engines"] = {name: _with_type(name, engine) for name, engine in engines.items()}
    return {
        key: value for key, value in completed.items() if value is not None or key not in Config.model_fields
    }


def _without_empty_sections(data: Mapping[str, Data], section: type[Section]) -> dict[str, Data]:
    kept: dict[str, Data] = {}
    for key, value in data.items():
        field = section.model_fields.get(key)
        inner = field.annotation if field is not None else None
        if isinstance(inner, type) and issubclass(inner, Section):
            if isinstance(value, dict):
                kept[key] = _without_empty_sections(value, inner)
                continue
            if value is None:
                continue
        if value is None and section is not Config and get_origin(inner) is dict:
            # Top-level ones are taken out by `_completed`.
            continue
        kept[key] = value
    return kept


def _with_type(name: str, engine: Data) -> Data:
    if engine is None:
        return {"type": name}
    return {"type": name, **engine} if isinstance(engine, dict) else engine


def _cross_check(config: Config, document: Document) -> list[Problem]:
    """What no section can see alone."""
    problems = []

    def add(message: str, *location: str) -> None:
        place = document.places.get(location)
        problems.append(Problem(dotted(location), message, place.line if place is not None else None))

    for message, location in engine_problems(config):
        add(message, *location)
    for location, spoken in _voices_with_styles(config):
        _, mark, style = spoken.partition("|")
        if mark and style not in config.styles:
            known = ", ".join(config.styles)
            told = f"there are: {known}" if known else "`styles` has none"
            add(f"there is no style `{style}`; {told}", *location)
    asked_for = ("node", "embedded_voice") in document.places and config.node.embedded_voice
    if asked_for and config.embedded_engine is None:
        add("the embedded voice needs an engine of the type piper", "node", "embedded_voice")
    for key, other in (("tls_cert", "tls_key"), ("tls_key", "tls_cert")):
        if getattr(config.server, key) is not None and getattr(config.server, other) is None:
            add(f"TLS needs `{other}` too", "server", key)
    # Wyoming's default port is left to whoever has it, this node's other door included.
    chosen = config.wyoming.enabled and ("wyoming", "port") in document.places
    same_host = config.wyoming.host in (None, config.server.host)
    if chosen and same_host and config.wyoming.port == config.server.port != 0:
        add("it is `server.port` as well; each door needs a port of its own", "wyoming", "port")
    if config.wyoming.tls and config.server.tls_cert is None:
        add("needs a certificate: `server.tls_cert` and `server.tls_key`", "wyoming", "tls")
    return problems


def _voices_with_styles(config: Config) -> Iterator[tuple[tuple[str, ...], str]]:
    """Where a style may stand behind a voice's name, and what stands there."""
    for alias, voice in config.openai.voices.items():
        yield ("openai", "voices", alias), voice
    for voice in config.maintenance.prewarm.voices:
        yield ("maintenance", "prewarm", "voices"), voice


def _changed(section: _S, values: Mapping[str, object]) -> _S:
    return section.model_copy(update={key: value for key, value in values.items() if value is not None})


def _bare_switches_in_settings(document: Document) -> Iterator[Problem]:
    """An engine's own settings have no schema here, so a bare `no` could be either a word or a switch."""
    for location, place in document.places.items():
        if location[:1] == ("engines",) and location[2:3] == ("settings",) and is_switch_word(place):
            message = (
                f'`{place.raw}` may be a word or a switch; write true or false, or quote it: "{place.raw}"'
            )
            yield Problem(dotted(location), message, place.line)


__all__ = [
    "CONFIG_VARIABLE",
    "STATE_DIR_VARIABLE",
    "AudioConfig",
    "CacheConfig",
    "Config",
    "Data",
    "DiscoveryConfig",
    "EngineConfig",
    "HttpConfig",
    "InvalidConfig",
    "JobConfig",
    "LimitsConfig",
    "LoggingConfig",
    "MaintenanceConfig",
    "NodeConfig",
    "OpenAIConfig",
    "OutputsConfig",
    "Problem",
    "ServerConfig",
    "SpeakConfig",
    "VoiceConfig",
    "WyomingConfig",
    "all_keys",
    "default_state_dir",
    "load",
    "override",
    "parse",
]
