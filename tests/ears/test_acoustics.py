"""What an instruct asks for is in the sound: measured on the embedded voice through a real node.

Bounds are of the change against the same words without an instruct: the length's ratio, the loudness in LU,
the median pitch in semitones, the spectral tilt in decibels, the
ratio of voiced frames.
"""

from __future__ import annotations

import math

import pytest

from tests.ears.acoustics import Measured, measure
from tests.ears.hearing import transcribe, word_errors
from tests.ears.test_heard import speak
from tests.served import ServedNode
from tts_node.client import Started

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

TEXT = "The washing machine has finished, and the windows in the kitchen are still open, so please come down."

LENGTH, LOUDNESS, PITCH, TILT, VOICE = "length", "loudness", "pitch", "tilt", "voice"


async def spoken(node: ServedNode, instruct: str | None) -> tuple[Measured, Started]:
    wishes = {} if instruct is None else {"instruct": instruct}
    pcm, started = await speak(node, TEXT, **wishes)
    return measure(pcm, started.format.rate or 0), started


def changes(plain: Measured, other: Measured) -> dict[str, float]:
    return {
        LENGTH: other.seconds / plain.seconds,
        LOUDNESS: other.lufs - plain.lufs,
        PITCH: 12 * math.log2(max(other.pitch_hz, 1.0) / max(plain.pitch_hz, 1.0)),
        VOICE: other.voiced / max(plain.voiced, 0.01),
        TILT: other.tilt_db - plain.tilt_db,
    }


@pytest.mark.parametrize(
    ("instructs", "bounds"),
    [
        (["slower", "慢"], {LENGTH: (1.15, 1.20), LOUDNESS: (-1.0, 1.0), PITCH: (-1, 1)}),
        (["faster", "快"], {LENGTH: (0.83, 0.87), LOUDNESS: (-1.0, 1.0), PITCH: (-1, 1)}),
        (["twice as fast", "两倍速"], {LENGTH: (0.48, 0.52)}),
        (["very slowly", "很慢"], {LENGTH: (1.29, 1.37)}),
        (["louder", "大声"], {LOUDNESS: (3.0, 4.1), LENGTH: (0.999, 1.001), TILT: (-1, 1)}),
        (["quieter", "小声"], {LOUDNESS: (-6.3, -5.7), LENGTH: (0.999, 1.001), TILT: (-1, 1)}),
        (["higher", "音调高"], {PITCH: (1.3, 2.8), LENGTH: (0.98, 1.02), LOUDNESS: (-1.5, 1.5)}),
        (["deeper", "低沉"], {PITCH: (-2.8, -1.3), LENGTH: (0.98, 1.02), LOUDNESS: (-1.5, 1.5)}),
        (["4 semitones higher", "高四个半音"], {PITCH: (3.3, 4.7), LENGTH: (0.98, 1.02)}),
        (["whisper", "悄悄地说"], {LOUDNESS: (-11.0, -6.0), VOICE: (0.0, 0.25), TILT: (0.0, 20.0)}),
        (["gentle", "温柔"], {LOUDNESS: (-5.0, -2.5), TILT: (-4.0, -0.5), LENGTH: (1.03, 1.08)}),
        (["shout", "喊"], {LOUDNESS: (4.0, 6.2)}),
        (["sad", "悲伤"], {LENGTH: (1.11, 1.17), LOUDNESS: (-4.0, -2.0), PITCH: (-2.0, -0.3)}),
        (["cheerful", "开心"], {LENGTH: (0.92, 0.97), PITCH: (0.2, 1.9), LOUDNESS: (-1.5, 1.5)}),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
async def test_a_wish_is_heard_in_english_and_in_chinese(
    speaking_node: ServedNode, instructs: list[str], bounds: dict[str, tuple[float, float]]
) -> None:
    plain, _ = await spoken(speaking_node, None)
    for instruct in instructs:
        other, started = await spoken(speaking_node, instruct)
        assert started.instruct_ignored == ()
        found = changes(plain, other)
        outside = {
            name: found[name] for name, (low, high) in bounds.items() if not low <= found[name] <= high
        }
        assert outside == {}, f"{instruct}: {found}"


@pytest.mark.parametrize(
    ("one", "other", "name"),
    [
        ("slower", "faster", LENGTH),
        ("louder", "quieter", LOUDNESS),
        ("higher", "deeper", PITCH),
        ("shout", "whisper", LOUDNESS),
        ("慢一点", "快一点", LENGTH),
        ("大声一点", "小声一点", LOUDNESS),
        ("音调高一点", "音调低一点", PITCH),
        ("喊", "悄悄地说", LOUDNESS),
    ],
)
async def test_opposites_go_opposite_ways(speaking_node: ServedNode, one: str, other: str, name: str) -> None:
    more, _ = await spoken(speaking_node, one)
    less, _ = await spoken(speaking_node, other)
    assert changes(less, more)[name] > {LENGTH: 1.15, LOUDNESS: 4.0, PITCH: 1.3}[name]


async def test_the_voice_is_as_loud_as_is_configured(speaking_node: ServedNode) -> None:
    sound = b""
    for text in (
        TEXT,
        "It is half past six, and the front door is still locked.",
        "Warning: there is water in the basement!",
        "Good night everybody, sleep well.",
    ):
        pcm, started = await speak(speaking_node, text)
        sound += pcm
    assert measure(sound, started.format.rate or 0).lufs == pytest.approx(-20.0, abs=1.0)


async def test_a_whisper_has_no_voice_and_is_understood(speaking_node: ServedNode) -> None:
    for text in ("Dinner is ready, please come down to the kitchen.", "The alarm is now set for the night."):
        pcm, started = await speak(speaking_node, text, instruct="whisper")
        assert started.instruct_applied == ("whisper",) and started.warnings == ()
        assert word_errors(text, transcribe(pcm, started.format.rate or 0)) <= 1


async def test_an_emotion_is_said_to_be_only_come_near_to(speaking_node: ServedNode) -> None:
    _, started = await spoken(speaking_node, "sad")
    assert started.instruct_applied == ("sad",)
    assert any("sad" in warning and "slower" in warning for warning in started.warnings)
