"""What the embedded voice speaks when it is well never counts as bad sound, whatever the text."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tts_node.engines.base import EngineInfo, Segment, SegmentStyle
from tts_node.engines.piper.engine import PiperEngine
from tts_node.maintenance.context import JobContext
from tts_node.maintenance.watchdog import Patience
from tts_node.maintenance.watchdog_audio import AudioLimits, AudioWatchdog
from tts_node.maintenance.watched import Watched
from tts_node.speech.production import Production
from tts_node.speech.takes import Takes

PLAIN = "The washing machine in the cellar has been ready for an hour now."
TEXTS = [
    "The quick brown fox number 0.7364527364527 jumps over the lazy dog.",
    "Call +49 171 1234567 or 0800 330 1000 now.",
    "1234567890123456",
    "€%@#& ± ± ± <=> ~^",
    "HTTP NASA USB CPU GPU XYZ",
    "快递到了你得去拿二楼会议室",
    "สวัสดีชาวโลก",
    "Привет мир, как дела?",
    "Γειά σου Κόσμε",
    "No.",
]


@pytest.mark.slow
@pytest.mark.parametrize("speed", [0.5, 1.0, 2.0])
async def test_digits_symbols_and_other_scripts_after_plain_sentences_are_no_bad_sound(
    loaded: tuple[PiperEngine, EngineInfo], speak: Callable[..., Any], speed: float
) -> None:
    engine, info = loaded
    takes = Takes()

    def spoken(text: str) -> None:
        segment = Segment(text, "joe", style=SegmentStyle(speed=speed))
        made = Production(None, segment, info.voices[0], deterministic=True)
        for chunk in speak(engine, segment).chunks:
            made.take(chunk)
        takes.add(made)

    watchdog = AudioWatchdog(AudioLimits(), Patience())
    watched, context = cast(Watched, SimpleNamespace(takes=takes)), cast(JobContext, None)
    for _ in range(3):
        spoken(PLAIN)
    for text in TEXTS:
        spoken(text)
        finding = await watchdog.measure("piper", watched, context)
        assert finding is not None and finding.what == "sounds well", text
