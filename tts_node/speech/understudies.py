"""Who speaks for an engine that cannot: the next one of its `fallback` chain, and never silently."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from tts_node.engines.base import EngineInfo
from tts_node.errors import NodeError, UnknownVoice
from tts_node.speech.casting import SpeakDefaults, cast
from tts_node.speech.stage import Casting
from tts_node.speech.utterance import Utterance


class Understudies:
    """Casts utterances, with a stand-in where the engine that should speak has failed."""

    def __init__(
        self,
        order: Sequence[str],
        chains: Mapping[str, Sequence[str]],
        failure: Callable[[str], NodeError | None],
    ) -> None:
        """`order`: all engines as configured. `chains`: engine to its stand-ins, the best first. `failure`:
        why an engine cannot speak and will not soon, or None."""
        self._order = tuple(order)
        self._chains = dict(chains)
        self._failure = failure

    def cast(
        self, utterance: Utterance, engines: Mapping[str, EngineInfo], defaults: SpeakDefaults
    ) -> Casting:
        """As `casting.cast`. Where the engine of the voice has failed, the first of its chain that can speak
        takes its default voice, and the casting's warnings say so. A voice that nobody knows may be one of an
        engine that was never loaded, so its chain speaks rather than nobody. Raises what `casting.cast` does.
        """
        engine, casting = self._meant(utterance, engines, defaults)
        error = self._failure(engine)
        if error is None and casting is not None:
            return casting
        for name in self._chains.get(engine, ()):
            if name in engines and self._failure(name) is None:
                return self._stand_in(name, engine, utterance, casting, engines[name], defaults)
        if casting is not None:
            return casting
        raise error or UnknownVoice("no voice is loaded")

    def speaking_for(self, engine: str, engines: Mapping[str, EngineInfo]) -> str | None:
        """Who stands in for `engine` now; None when it speaks itself, or nobody does."""
        return None if self._failure(engine) is None else self.next_for(engine, engines)

    def next_for(self, engine: str, engines: Mapping[str, EngineInfo]) -> str | None:
        """Who would stand in for it."""
        chain = self._chains.get(engine, ())
        return next((name for name in chain if name in engines and self._failure(name) is None), None)

    def _meant(
        self, utterance: Utterance, engines: Mapping[str, EngineInfo], defaults: SpeakDefaults
    ) -> tuple[str, Casting | None]:
        """The engine that should speak, and how it would; without the latter while it was never loaded."""
        absent = [name for name in self._order if name not in engines and self._failure(name) is not None]
        if not (utterance.voice or "").partition("|")[0]:
            # The default voice is that of `speak.voice`, else that of the first engine.
            known = {voice.name for info in engines.values() for voice in info.voices}
            owners = self._order[:1] if defaults.voice is None else self._order
            for name in () if defaults.voice in known else owners:
                if name in absent and self._chains.get(name):
                    return name, None
        try:
            casting = cast(utterance, engines, defaults)
        except UnknownVoice:
            for name in absent:
                if self._chains.get(name):
                    return name, None
            raise
        return casting.engine, casting

    def _stand_in(
        self,
        name: str,
        engine: str,
        utterance: Utterance,
        casting: Casting | None,
        info: EngineInfo,
        defaults: SpeakDefaults,
    ) -> Casting:
        _, mark, preset = (utterance.voice or "").partition("|")
        plain = replace(utterance, voice=f"|{preset}" if mark else None, speaker=None)
        own = (
            defaults
            if any(voice.name == defaults.voice for voice in info.voices)
            else replace(defaults, voice=None)
        )
        stand_in = cast(plain, {name: info}, own)
        asked = casting.voice.name if casting is not None else utterance.voice or defaults.voice
        instead = f" instead of {asked}" if asked else ""
        warning = (
            f"engine {engine} cannot speak now; engine {name} does, with voice {stand_in.voice.name}{instead}"
        )
        return replace(stand_in, warnings=(warning, *stand_in.warnings))
