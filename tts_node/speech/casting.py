"""Who speaks an utterance: from the wishes in it to a voice, an engine, a style and a format that exist."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from tts_node import style
from tts_node.audio import encode
from tts_node.audio.format import PcmFormat
from tts_node.engines.base import EngineInfo, EngineVoice
from tts_node.errors import UnknownVoice
from tts_node.speech.stage import Casting
from tts_node.speech.utterance import Utterance
from tts_node.text.bcp47 import main_language
from tts_node.text.language import detect

_TELLING: Final = 300
"""Characters that tell the language of a text well enough for a warning."""


@dataclass(frozen=True, slots=True)
class StylePreset:
    """A way of speaking with a name, from the configuration; chosen as `voice|name`."""

    instruct: str | None = None
    speed: float | None = None
    level_db: float = 0.0


@dataclass(frozen=True, slots=True)
class SpeakDefaults:
    """From the configuration: what holds where an utterance does not say."""

    voice: str | None = None
    language: str | None = None
    instruct: str | None = None
    speed: float | None = None
    styles: Mapping[str, StylePreset] = field(default_factory=dict)


def cast(utterance: Utterance, engines: Mapping[str, EngineInfo], defaults: SpeakDefaults) -> Casting:
    """Settle voice, speaker, language, style and format. Raises `UnknownVoice`, `BadInstruct`,
    `UnsupportedFormat`.

    A voice that was asked for is never changed silently; without one, a voice of the asked language is taken,
    else the default voice, and the warnings say that it does not know the language.
    """
    utterance, preset = _preset(utterance, defaults)
    language = utterance.language or defaults.language
    engine, voice, speaker = _voice(utterance, engines, defaults, language)
    named = language is not None
    if language is None:
        language = _only_language(voice)
    resolved = style.resolve(
        utterance.instruct or preset.instruct or defaults.instruct,
        speed=utterance.speed or preset.speed or defaults.speed,
        supports=voice.supports,
    )
    if preset.level_db:
        level_db = resolved.style.level_db + preset.level_db
        resolved = replace(resolved, style=replace(resolved.style, level_db=level_db))
    return Casting(
        engine=engine,
        voice=voice,
        speaker=speaker,
        language=language,
        style=resolved,
        format=encode.resolve(utterance.format, PcmFormat(voice.rate)),
        max_chars=engines[engine].max_chars,
        warnings=_absent_default(utterance, voice, engines, defaults)
        + foreign(voice, language)
        + resolved.notes,
        language_named=named,
    )


def foreign(voice: EngineVoice, language: str | None) -> tuple[str, ...]:
    """A warning when the voice does not know the language; nothing is known of one that lists none."""
    if language is None or not voice.languages or speaks(voice, language):
        return ()
    main = main_language(language)
    hint = "" if len(main) in (2, 3) else ", which is no tag such as de or en-GB"
    return (f"voice {voice.name} does not know the language {language[:80]}{hint}",)


def seems_foreign(casting: Casting, text: str) -> tuple[str, ...]:
    """A warning when nobody named a language and `text` is surely in one that the voice does not know."""
    if casting.language_named or not casting.voice.languages:
        return ()
    found = detect(text[:_TELLING])
    if found is None or speaks(casting.voice, found):
        return ()
    return (f"the text seems to be in the language {found}, which voice {casting.voice.name} does not know",)


def _absent_default(
    utterance: Utterance, voice: EngineVoice, engines: Mapping[str, EngineInfo], defaults: SpeakDefaults
) -> tuple[str, ...]:
    """A warning when the voice of the configuration should speak and is not there."""
    wanted = defaults.voice
    if utterance.voice is not None or wanted is None:
        return ()
    known = any(one.name == wanted for info in engines.values() for one in info.voices)
    return () if known else (f"the default voice {wanted} is not there; {voice.name} speaks instead",)


def at_home(casting: Casting) -> Casting:
    """In its voice's own language, where the one that was asked for is not among them."""
    if not foreign(casting.voice, casting.language):
        return casting
    return replace(casting, language=_only_language(casting.voice))


def speaks(voice: EngineVoice, language: str) -> bool:
    """Whether the main language is among the voice's: `en` fits `en-US` and the other way round."""
    return main_language(language) in map(main_language, voice.languages)


def _preset(utterance: Utterance, defaults: SpeakDefaults) -> tuple[Utterance, StylePreset]:
    """Take the preset off a voice like `joe|night`; `|night` alone is the default voice's."""
    name, mark, wanted = (utterance.voice or "").partition("|")
    if not mark:
        return utterance, StylePreset()
    preset = defaults.styles.get(wanted)
    if preset is None:
        known = ", ".join(sorted(defaults.styles)[:20])
        told = f"there are: {known}" if known else "`styles` of the configuration has none"
        raise UnknownVoice(f"there is no style {wanted[:80]!r}; {told}")
    return replace(utterance, voice=name or None), preset


def _voice(
    utterance: Utterance, engines: Mapping[str, EngineInfo], defaults: SpeakDefaults, language: str | None
) -> tuple[str, EngineVoice, str | None]:
    every = [(engine, voice) for engine, info in engines.items() for voice in info.voices]
    if utterance.voice is None:
        default = next(
            (item for item in every if item[1].name == defaults.voice), every[0] if every else None
        )
        if default is None:
            raise UnknownVoice("no voice is loaded")
        if utterance.language is not None and not speaks(default[1], utterance.language):
            default = next((item for item in every if speaks(item[1], utterance.language)), default)
        return *default, _speaker(default[1], utterance.speaker or None)
    name, _, speaker = utterance.voice.partition(":")
    for engine, voice in every:
        if voice.name in (utterance.voice, name):
            wanted = utterance.speaker or (speaker if voice.name != utterance.voice else None) or None
            return engine, voice, _speaker(voice, wanted)
    known = ", ".join(voice.name for _, voice in every[:20])
    style = f" ({name} is a style: `|{name}`)" if name in defaults.styles else ""
    raise UnknownVoice(f"there is no voice {utterance.voice[:80]!r}; there are: {known}{style}")


def _speaker(voice: EngineVoice, wanted: str | None) -> str | None:
    if wanted is not None and wanted not in voice.speakers:
        known = ", ".join(voice.speakers[:20]) or "it has only one"
        raise UnknownVoice(f"voice {voice.name} has no speaker {wanted[:80]!r} ({known})")
    return wanted


def _only_language(voice: EngineVoice) -> str | None:
    """The voice's, if it has one and no more (`en-US` and `en-GB` are one); else the text has to tell."""
    mains = set(map(main_language, voice.languages))
    return voice.languages[0] if len(mains) == 1 else None
