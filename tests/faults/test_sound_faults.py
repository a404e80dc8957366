"""Sound that is wrong although it arrives: headers, gaps, pitch, old words (W02, W03, W04, W10)."""

from __future__ import annotations

import asyncio
import struct
import sys
import wave
from pathlib import Path

import numpy as np
import pytest

from tests.faults.talking import RATE, Heard, speak, talker, tone_config, tones
from tests.served import ServedNode, serve
from tts_node.engines.tone import word_frequencies

THREE = "One. Two. Three."


# --- W02 ---------------------------------------------------------------------------------------------------


async def test_a_wav_stream_has_one_header_for_three_sentences_and_says_that_its_length_is_unknown(
    tone_node: ServedNode,
) -> None:
    """W02"""
    heard = await speak(tone_node, THREE, format={"container": "wav"})
    header, samples = heard.sound[:44], heard.sound[44:]
    assert (header[:4], header[8:12], header[36:40]) == (b"RIFF", b"WAVE", b"data")
    assert struct.unpack("<I", header[4:8]) == struct.unpack("<I", header[40:44]) == (0xFFFFFFFF,)
    assert struct.unpack("<HHI", header[20:28]) == (1, 1, RATE)
    assert samples == tones("One.", "Two.", "Three.")
    assert heard.sound.count(b"RIFF") == 1


async def test_each_utterance_of_a_connection_has_its_own_wav_header(tone_node: ServedNode) -> None:
    """W02"""
    async with talker(tone_node) as person:
        first = await person.speak("One.", format={"container": "wav"})
        second = await person.speak("Two.", format={"container": "wav"})
    assert (first.sound[44:], second.sound[44:]) == (tones("One."), tones("Two."))
    assert first.sound[:44] == second.sound[:44]


@pytest.mark.slow
async def test_a_wav_file_says_exactly_what_it_holds(tone_node: ServedNode, tmp_path: Path) -> None:
    """W02"""
    path = tmp_path / "three.wav"
    said = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tts_node", "say", THREE, "--url", tone_node.ws, "-o", str(path), "-q")
    )
    assert await said.wait() == 0
    with wave.open(str(path)) as file:
        frames = file.readframes(file.getnframes())
        assert len(frames) == 2 * file.getnframes()
    assert frames == tones("One.", "Two.", "Three.")
    assert path.stat().st_size == 44 + len(frames)


# --- W03 ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_the_gap_between_sentences_is_as_long_as_configured_and_there_is_none_at_the_ends(
    tmp_path: Path,
) -> None:
    """W03"""
    with serve(tmp_path / "state", config=tone_config(audio={"gap_ms": 400})) as node:
        heard = await speak(node, THREE)
    gap = bytes(2 * round(0.4 * RATE))
    assert heard.sound == tones("One.") + gap + tones("Two.") + gap + tones("Three.")


@pytest.mark.slow
async def test_the_real_voice_pauses_between_sentences_and_not_at_forced_cuts(
    speaking_node: ServedNode,
) -> None:
    """W03"""
    heard = await speak(speaking_node, THREE, cache=False)
    pauses = silences(heard.sound)
    assert pauses["before"] <= 100 and pauses["after"] <= 150
    long = sorted(pauses["between"])[-2:]
    assert len(long) == 2 and all(150 <= pause <= 450 for pause in long)
    words = "and then we walked along the river with all our friends until the evening came " * 9
    text = " ".join(words.split()[:130])
    heard = await speak(speaking_node, text, cache=False)
    assert heard.done["segments"] > 1
    assert max(silences(heard.sound)["between"], default=0) <= 150


def silences(pcm: bytes, rate: int = RATE) -> dict[str, list[int] | int]:
    """Milliseconds of silence (20 ms or more below -50 dBFS) before, after and between what is heard."""
    step = rate // 200
    samples = np.abs(np.frombuffer(pcm, "<i2").astype(int))
    loud = samples[: len(samples) // step * step].reshape(-1, step).max(axis=1) > 100
    heard = np.flatnonzero(loud)
    runs = np.diff(heard) - 1
    return {
        "before": int(heard[0]) * 5,
        "after": (len(loud) - 1 - int(heard[-1])) * 5,
        "between": [int(run) * 5 for run in runs if run >= 4],
    }


# --- W04 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rate", "channels"), [(16_000, 2), (48_000, 1), (8_000, 1), (None, None)])
async def test_the_bytes_are_what_start_says_whatever_rate_was_asked_for(
    tone_node: ServedNode, rate: int | None, channels: int | None
) -> None:
    """W04"""
    wanted = {key: value for key, value in (("rate", rate), ("channels", channels)) if value is not None}
    heard = await speak(tone_node, "dinner", format=wanted)
    told = heard.start["format"]
    assert heard.start["width"] == 2
    assert (told["rate"], told["channels"]) == (rate or RATE, channels or 1)
    sound = np.frombuffer(heard.sound, "<i2").reshape(-1, told["channels"])
    assert (sound[:, 0] == sound[:, -1]).all()
    assert abs(len(sound) / told["rate"] - len(tones("dinner")) / 2 / RATE) < 0.002
    # The word's pitch, heard at the rate that was told.
    first, second = word_frequencies("dinner", RATE)
    half = round(0.18 * told["rate"])
    assert abs(pitch(sound[:half, 0], told["rate"]) - first) < 0.02 * first
    assert abs(pitch(sound[half : 2 * half, 0], told["rate"]) - second) < 0.02 * second


def pitch(samples: np.ndarray, rate: int) -> float:
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples)), 1 << 17))
    return float(np.argmax(spectrum)) * rate / (1 << 17)


async def test_a_format_that_cannot_be_had_is_refused_and_not_replaced(tone_node: ServedNode) -> None:
    """W04"""
    async with talker(tone_node) as person:
        for wish in (
            {"rate": 96_000},
            {"channels": 6},
            {"container": "amr"},
            {"container": "ogg", "rate": 7},
        ):
            error = await person.ask(type="speak", text="dinner", format=wish)
            assert (error["type"], error["code"]) == ("error", "unsupported_format")


# --- W10 ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_the_cache_never_gives_other_words_another_voice_another_way_or_another_format(
    tmp_path: Path,
) -> None:
    """W10"""
    text = "The door is open."
    plain = tones(text)
    with serve(tmp_path / "state", config=tone_config(cache={"enabled": True})) as node:
        async with talker(node) as person:
            first = await person.speak(text)
            again = await person.speak(text)
            low = await person.speak(text, voice="tone-low")
            fast = await person.speak(text, speed=2.0)
            loud = await person.speak(text, instruct="louder")
            wide = await person.speak(text, format={"channels": 2})
            other = await person.speak("The door is shut.")
            by_hand = await person.speak(text, cache=False)
    assert [each.start["cached"] for each in (first, again, by_hand)] == [False, True, False]
    assert first.sound == again.sound == by_hand.sound == plain
    assert low.sound == tones(text, voice="tone-low")
    assert fast.sound == tones(text, speed=2.0)
    assert other.sound == tones("The door is shut.")
    assert level(loud) > level(first) and len(loud.sound) == len(plain)
    assert wide.sound == np.frombuffer(plain, "<i2").repeat(2).tobytes()


def level(heard: Heard) -> float:
    return float(np.sqrt(np.mean(np.frombuffer(heard.sound, "<i2").astype(float) ** 2)))


@pytest.mark.slow
async def test_a_new_version_of_a_voice_is_not_spoken_from_the_old_ones_cache(tmp_path: Path) -> None:
    """W10"""
    text = "The voice has changed."
    # Only announcements are kept on disk at once.
    for ms_per_char in (60.0, 90.0, 60.0):
        config = tone_config({"ms_per_char": ms_per_char}, cache={"enabled": True})
        with serve(tmp_path / "state", config=config) as node:
            heard = await speak(node, text, priority="announce")
        assert heard.sound == tones(text, ms_per_char=ms_per_char)
    assert heard.start["cached"] is True  # the third node found what the first had kept


@pytest.mark.slow
async def test_a_job_that_failed_frees_its_place_and_leaves_nothing_behind(tmp_path: Path) -> None:
    """W10"""
    config = tone_config(
        {"streams": 1, "once": str(tmp_path / "struck")},
        cache={"enabled": True},
        server={"limits": {"utterances_per_client": 1}},
    )
    with serve(tmp_path / "state", config=config) as node:
        async with talker(node) as person:
            failed = await person.speak("A word and !fail then.")
            assert failed.outcome == "engine_failed"
            normal = await person.speak("All is well.")
            assert normal.sound == tones("All is well.")
            retried = await person.speak("A word and !fail then.")  # it strikes once only
    assert (retried.outcome, retried.start["cached"]) == ("complete", False)
    assert retried.sound == tones("A word and !fail then.")
