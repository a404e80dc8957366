"""SSML `voice`: stretches of one utterance that other voices speak, of whatever engine."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tests.speech.stage import Heard, hear
from tests.speech.test_understudies import failed
from tests.speech.troupe import tones, troupe
from tts_node.audio.format import OutputFormat
from tts_node.engines.base import Segment, SegmentStyle
from tts_node.engines.tone import expected_pcm
from tts_node.speech.casting import SpeakDefaults, StylePreset
from tts_node.speech.loudness import Delivery, Loudness
from tts_node.speech.speech import Speech, content_seed
from tts_node.speech.utterance import Audio, Event, Mark, Started, Utterance, Warned

RATE = 22_050
OWN: dict[str, Any] = {"voices": [{"name": "tone"}, {"name": "low", "low": True}], "faults": True}
OTHER: dict[str, Any] = {
    "voices": [
        {"name": "amy", "rate": 16_000, "languages": ["en-GB"]},
        {"name": "max", "languages": ["de-DE"], "supports": ["speed", "ipa"]},
        {"name": "many", "speakers": ["0", "1"], "languages": ["en-US"]},
        {"name": "quiet", "own_level": False},
    ],
    "faults": True,
}


@asynccontextmanager
async def two_engines(**options: Any) -> AsyncIterator[tuple[Speech, dict[str, Any]]]:
    async with troupe({"tone": OWN, "other": OTHER}, **options) as found:
        yield found


def said(text: str, voice: str, language: str | None, **fields: Any) -> bytes:
    settings = OTHER if voice in ("amy", "max", "many", "quiet") else OWN
    return expected_pcm(
        Segment(text, voice, language=language, seed=content_seed(voice, text), **fields), settings
    )


async def spoken(text: str, language: str | None = "en-US", **wishes: Any) -> Heard:
    async with two_engines() as (speech, _):
        return await hear(speech.speak(Utterance(f"<speak>{text}</speak>", language=language, **wishes)))


def warnings(heard: Heard) -> list[str]:
    return [event.message for event in heard.only(Warned) if isinstance(event, Warned)]


def likeness(one: npt.NDArray[np.float64], other: npt.NDArray[np.float64]) -> float:
    return float(np.corrcoef(one, other)[0, 1])


def resampled(size: int, rate: int) -> int:
    """Bytes."""
    return 2 * math.ceil(size // 2 * RATE / rate)


async def test_its_sentences_are_spoken_by_the_voice_that_is_named() -> None:
    heard = await spoken('One. <voice name="low">Two. Three.</voice> Four.')
    expected = tones("One.") + tones("Two.", "Three.", voice="low", settings=OWN) + tones("Four.")
    assert heard.pcm == expected and warnings(heard) == []
    (start,) = heard.only(Started)
    assert isinstance(start, Started) and (start.voice, start.engine) == ("tone", "tone")


async def test_a_voice_of_another_engine_and_rate_comes_at_the_rate_of_the_utterance() -> None:
    heard = await spoken('One. <voice name="amy">Two hundred.</voice> Four.')
    one, two, four = tones("One."), said("Two hundred.", "amy", "en-US"), tones("Four.")
    inside = heard.pcm[len(one) : -len(four)]
    assert heard.pcm.startswith(one) and heard.pcm.endswith(four)
    assert len(inside) == pytest.approx(resampled(len(two), 16_000), abs=2)
    spectra = []
    for pcm, rate in ((two, 16_000), (inside, RATE)):
        x = np.frombuffer(pcm, "<i2").astype(float)
        spectra.append(np.abs(np.fft.rfft(x, 8 * rate))[: 8 * 1_000] / rate)  # by eighths of a hertz
    assert likeness(*spectra) > 0.99, "the same tones"
    assert np.std(np.frombuffer(inside, "<i2")) == pytest.approx(np.std(np.frombuffer(two, "<i2")), rel=0.03)


async def test_all_rates_go_into_every_container() -> None:
    for fmt in (OutputFormat("ogg"), OutputFormat("pcm", 8_000), OutputFormat("wav", 48_000, 2)):
        heard = await spoken('<voice name="amy">One.</voice> Two.', format=fmt)
        long_ms = (len(said("One.", "amy", "en-US")) / 32.0) + len(tones("Two.")) / 44.1
        assert heard.finished.audio_ms == pytest.approx(long_ms, abs=1.0)


async def test_the_first_that_there_is_of_several_names_speaks() -> None:
    heard = await spoken('<voice name="nobody low amy">One.</voice>')
    assert heard.pcm == tones("One.", voice="low", settings=OWN) and warnings(heard) == []


async def test_a_name_that_nobody_has_is_told_and_the_utterances_own_voice_speaks() -> None:
    heard = await spoken('One. <voice name="nobody">Two.</voice> <voice name="nobody">Three.</voice>')
    assert heard.pcm == tones("One.", "Two.", "Three.")
    assert warnings(heard) == ["SSML `voice` nobody is not followed; its text is spoken plainly"]
    heard = await spoken('<voice gender="female">One.</voice>')
    assert heard.pcm == tones("One.") and "without a name" in warnings(heard)[0]


async def test_speakers_and_presets_are_names_too_and_a_preset_of_the_utterance_goes_with_it() -> None:
    heard = await spoken('<voice name="many:1">One.</voice>')
    assert heard.pcm == said("One.", "many", "en-US", speaker="1")
    async with two_engines() as (speech, _):
        speech._defaults = SpeakDefaults(
            styles={"slow": StylePreset(speed=0.5), "fast": StylePreset(speed=2.0)}
        )
        heard = await hear(
            speech.speak(Utterance('<speak>One. <voice name="low">One.</voice></speak>', voice="tone|slow"))
        )
        slow = SegmentStyle(speed=0.5)
        assert heard.pcm == said("One.", "tone", None, style=slow) + said("One.", "low", None, style=slow)
        heard = await hear(speech.speak(Utterance('<speak><voice name="low|fast">One.</voice></speak>')))
        assert heard.pcm == said("One.", "low", None, style=SegmentStyle(speed=2.0))


async def test_a_voice_reads_in_its_own_language_and_with_the_marks_that_it_takes() -> None:
    text = 'It is 5 kg. <voice name="max">Es sind 5 kg, [[kat]].</voice> It is 5 kg.'
    heard = await spoken(text)
    assert warnings(heard) == []
    own = tones("It is five kilograms.")
    inside = heard.pcm[len(own) : -len(own)]
    async with two_engines() as (speech, _):
        alone = await hear(speech.speak(Utterance("Es sind 5 kg, [[kat]].", voice="max")))
    assert inside == alone.pcm and heard.pcm == own + inside + own


async def test_without_a_name_a_voice_of_the_language_speaks() -> None:
    for wish in ('languages="fr:fr de:at"', 'xml:lang="de-AT"'):
        heard = await spoken(f"One. <voice {wish}>Es sind 5 kg.</voice>")
        assert heard.pcm == tones("One.") + said("Es sind fünf Kilogramm.", "tone", wish.split('"')[1][-5:])
    heard = await spoken('<voice languages="pl">One.</voice>')
    assert warnings(heard) == ["SSML `voice` pl is not followed; its text is spoken plainly"]


async def test_each_voice_has_its_own_loudness_and_a_volume_is_on_top_of_it() -> None:
    text = '<speak>One. <voice name="quiet">One. <prosody volume="+3dB">One.</prosody></voice> One.</speak>'
    async with two_engines() as (speech, _):
        loudness = Loudness(-20.0)
        info = speech.engines()["other"]
        quiet = next(voice for voice in info.voices if voice.name == "quiet")
        loudness.learn(quiet, Delivery(), -26.0)
        speech._loudness = loudness
        heard = await hear(speech.speak(Utterance(text, language="en-US")))
    own, other = tones("One."), said("One.", "quiet", "en-US")
    assert len(heard.pcm) == 2 * len(own) + 2 * len(other)
    parts = [heard.pcm[at * len(own) : (at + 1) * len(own)] for at in range(4)]
    assert parts[0] == own and parts[3][1_000:] == own[1_000:]
    for part, louder in ((parts[1], 6.0), (parts[2], 9.0)):
        power = [np.mean(np.frombuffer(x[600:-600], "<i2").astype(float) ** 2) for x in (part, other)]
        assert 10.0 * math.log10(power[0] / power[1]) == pytest.approx(louder, abs=0.2)


async def test_marks_inside_a_voice_of_another_rate_are_where_its_words_are() -> None:
    text = '<speak>One. <voice name="amy">Two <mark name="m"/>hundred.</voice> Four.</speak>'
    async with two_engines() as (speech, _):
        heard = await hear(speech.speak(Utterance(text, language="en-US", marks=True)))
    marks = {m.name or text[m.text_start : m.text_end]: m for m in heard.only(Mark) if isinstance(m, Mark)}
    assert marks["m"].start_ms == pytest.approx(marks["hundred."].start_ms, abs=0.1)
    before_ms = len(tones("One.")) / 44.1
    two = len(said("Two", "amy", "en-US")) / 32.0
    assert marks["hundred."].start_ms == pytest.approx(before_ms + two, abs=1.0)


async def test_what_was_interrupted_inside_another_voice_goes_on_there() -> None:
    text = '<speak>One. <voice name="amy">Two hundred and twelve.</voice> Four.</speak>'
    async with two_engines() as (speech, _):
        whole = await hear(speech.speak(Utterance(text, language="en-US")))
        live = speech.speak(Utterance(text, language="en-US"))
        events: list[Event] = []
        heard_ms = 0.0
        async for event in live:
            events.append(event)
            heard_ms += event.audio_ms if isinstance(event, Audio) else 0.0
            if heard_ms > 1_200.0:
                break
        live.played(800.0)
        at_ms = live.interrupt()
        rest = await hear(live)
    assert at_ms == pytest.approx(800.0, abs=0.1)
    assert heard_ms > len(tones("One.")) / 44.1 + 100.0
    tail = whole.pcm[2 * round(at_ms * RATE / 1000.0) :]
    assert len(rest.pcm) == pytest.approx(len(tail), abs=4)
    sounds = [
        np.frombuffer(pcm[400 : len(tones("Four.")) * -1], "<i2").astype(float) for pcm in (rest.pcm, tail)
    ]
    size = min(map(len, sounds))
    assert np.corrcoef(sounds[0][:size], sounds[1][:size])[0, 1] > 0.98
    assert rest.pcm.endswith(tones("Four."))


async def test_cancelled_inside_another_voice_nothing_is_left() -> None:
    text = '<speak>One. <voice name="amy">Two hundred and twelve. Three hundred.</voice> Four.</speak>'
    async with two_engines() as (speech, _):
        live, heard_ms = speech.speak(Utterance(text)), 0.0
        async for event in live:
            heard_ms += event.audio_ms if isinstance(event, Audio) else 0.0
            if heard_ms > 800.0:
                live.cancel()
        assert not speech._engine_of and not speech._flights and speech.live_count == 0


async def test_an_engine_that_is_lost_inside_its_stretch_is_replaced_and_no_sample_is_lost(
    tmp_path: Path,
) -> None:
    other = {**OTHER, "once": str(tmp_path / "once")}
    text = '<speak>One. <voice name="many">Now !kill9 it.</voice> Four.</speak>'
    async with troupe({"tone": OWN, "other": other}) as (speech, _):
        heard = await hear(speech.speak(Utterance(text, language="en-US")))
    assert heard.finished.reason == "complete"
    assert heard.pcm == tones("One.") + said("Now !kill9 it.", "many", "en-US") + tones("Four.")


async def test_where_the_other_engine_has_failed_the_utterances_own_voice_speaks_and_that_is_told() -> None:
    text = '<speak>One. <voice name="max">[[kat]] two.</voice> <voice name="max">Three.</voice></speak>'
    async with two_engines() as (speech, staffs):
        staffs["other"].stand_down("its card is full")
        await failed(staffs["other"])
        heard = await hear(speech.speak(Utterance(text, language="en-US")))
    assert heard.finished.reason == "complete"
    assert heard.pcm.startswith(tones("One.")) and heard.pcm.endswith(tones("Three."))
    assert warnings(heard) == ["SSML `voice` max is not followed; its text is spoken plainly"]


async def test_a_recycled_engine_changes_nothing() -> None:
    text = '<speak>One. <voice name="many">Two hundred.</voice> Four.</speak>'
    async with two_engines() as (speech, staffs):
        live = speech.speak(Utterance(text, language="en-US"))
        first = await anext(live)
        await staffs["other"].recycle("because")
        heard = await hear(live)
    assert first is not None
    assert heard.pcm == tones("One.") + said("Two hundred.", "many", "en-US") + tones("Four.")
