"""What the node says of itself to `describe`: one program with every voice, and its styles as more voices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from wyoming.event import Event
from wyoming.info import Attribution, Info, TtsProgram, TtsVoice, TtsVoiceSpeaker

from tts_node.server.ports import VoiceListing

PROGRAM: Final = "tts-node"
"""Part of the id under which Home Assistant remembers the node, so it never changes."""
STYLE_MARK: Final = "|"
"""Between a voice and a style: `joe|night`."""
_FALLBACK_LANGUAGE: Final = "en"
"""Home Assistant cannot use a voice without a language."""


def describe(voices: Sequence[VoiceListing], styles: Iterable[str], *, name: str, version: str) -> Event:
    """The `info` event. The default voice comes first, and each voice before its styles."""
    ordered = sorted(voices, key=lambda voice: not voice.default)
    styles = tuple(styles)
    listed = [_voice(voice, style) for voice in ordered for style in ("", *styles)]
    program = TtsProgram(
        name=PROGRAM,
        attribution=Attribution(name=PROGRAM, url=""),
        installed=True,
        description=f"tts-node ({name})",
        version=version,
        voices=listed,
        supports_synthesize_streaming=True,
    )
    return Info(tts=[program]).event()


def _voice(voice: VoiceListing, style: str) -> TtsVoice:
    return TtsVoice(
        name=f"{voice.name}{STYLE_MARK}{style}" if style else voice.name,
        # Home Assistant shows the description as the voice's name.
        description=f"{voice.name}, {style}" if style else voice.name,
        attribution=Attribution(name=f"{voice.engine}. {voice.note}" if voice.note else voice.engine, url=""),
        installed=True,
        version=None,
        languages=list(voice.languages) or [_FALLBACK_LANGUAGE],
        speakers=[TtsVoiceSpeaker(name=speaker) for speaker in voice.speakers] or None,
    )
