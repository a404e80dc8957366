"""One loudness for all voices: what is known, what is measured, and when a gain changes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import numpy as np
import pytest

from tests.speech.stage import NO_GAPS, hear
from tts_node.audio import lufs
from tts_node.audio.level import Level
from tts_node.engines.base import EngineVoice, Segment, SegmentStyle
from tts_node.engines.piper.engine import create
from tts_node.speech.cache import Cache
from tts_node.speech.calibration import SENTENCES, Calibration
from tts_node.speech.casting import SpeakDefaults, StylePreset
from tts_node.speech.loudness import EMBEDDED, LEAST_DB, MOST_DB, Delivery, Loudness
from tts_node.speech.runner import EngineRunner
from tts_node.speech.speech import Speech
from tts_node.speech.utterance import Utterance
from tts_node.workers.spec import WorkerSpec
from tts_node.workers.worker import Worker

VOICE = EngineVoice("anna", ("en-US",), 16_000, "anna-files", speakers=("one", "two"))
LEVELLED = EngineVoice("tone", ("en-US",), 16_000, "tone-files", own_level=True)
USUAL = Delivery()
TEXT = "This is spoken to hear how loud it is, and it lasts a while for that."


# --- what is known ----------------------------------------------------------------------------------------


def test_a_voice_that_was_not_measured_is_left_as_it_is() -> None:
    assert Loudness(-20.0).gain_db(VOICE, USUAL) == 0.0


def test_a_measured_voice_is_brought_to_the_target() -> None:
    loudness = Loudness(-20.0)
    loudness.learn(VOICE, USUAL, -24.5)
    assert loudness.gain_db(VOICE, USUAL) == pytest.approx(4.5)
    assert loudness.gain_db(VOICE, Delivery("two")) == 0.0


def test_gains_stay_within_reason() -> None:
    loudness = Loudness(-20.0)
    loudness.learn(VOICE, USUAL, -65.0)
    loudness.learn(VOICE, Delivery("one"), 5.0)
    assert loudness.gain_db(VOICE, USUAL) == MOST_DB
    assert loudness.gain_db(VOICE, Delivery("one")) == LEAST_DB


def test_voices_that_are_as_loud_as_they_should_be_are_never_touched() -> None:
    loudness = Loudness(-20.0)
    assert loudness.unknown(LEVELLED) == []
    assert loudness.gain_db(LEVELLED, USUAL) == 0.0


def test_without_a_target_nothing_is_measured() -> None:
    assert Loudness(None).unknown(VOICE) == []
    assert Loudness(None).gain_db(VOICE, USUAL) == 0.0


def test_of_many_speakers_those_that_are_asked_for_are_measured() -> None:
    loudness = Loudness(-20.0)
    assert loudness.unknown(VOICE) == [USUAL]
    loudness.gain_db(VOICE, Delivery("two"))
    assert loudness.unknown(VOICE) == [USUAL, Delivery("two")]
    loudness.learn(VOICE, USUAL, -22.0)
    assert loudness.unknown(VOICE) == [Delivery("two")]


def test_a_style_that_comes_again_is_measured_and_has_the_voices_gain_until_then() -> None:
    loudness = Loudness(-20.0)
    loudness.learn(VOICE, USUAL, -24.0)
    whisper = Delivery.of(None, SegmentStyle(speed=0.92, whisper=True))
    assert loudness.gain_db(VOICE, whisper) == pytest.approx(4.0)
    assert loudness.unknown(VOICE) == [], "most instructs never come again"
    assert loudness.gain_db(VOICE, whisper) == pytest.approx(4.0)
    assert loudness.unknown(VOICE) == [whisper]
    loudness.learn(VOICE, whisper, -27.0)
    assert loudness.gain_db(VOICE, whisper) == pytest.approx(7.0)
    assert loudness.gain_db(VOICE, USUAL) == pytest.approx(4.0)
    assert loudness.unknown(VOICE) == []


def test_styles_that_sound_alike_are_measured_once_and_a_small_change_is_none() -> None:
    assert Delivery.of("one", SegmentStyle(speed=1.03, pitch=-0.3, expressiveness=1.12)) == Delivery("one")
    slow, slower = (Delivery.of(None, SegmentStyle(speed=speed)) for speed in (0.85, 0.83))
    assert slow == slower != USUAL


def test_what_a_model_is_told_in_words_is_not_evened_out() -> None:
    assert Delivery.of("one", SegmentStyle(instruct="shout", speed=1.5)) == Delivery("one")


def test_styles_without_end_are_not_remembered_without_end() -> None:
    loudness = Loudness(-20.0)
    for number in range(5_000):
        loudness.gain_db(VOICE, Delivery(None, SegmentStyle(pitch=float(number))))
    assert loudness.unknown(VOICE) == [USUAL]
    for number in range(5_000):
        for _ in range(2):
            loudness.gain_db(VOICE, Delivery(None, SegmentStyle(pitch=float(number))))
    assert len(loudness.unknown(VOICE)) == 501


def test_what_was_measured_is_kept_by_the_voices_files() -> None:
    kept: list[bytes] = []
    loudness = Loudness(-20.0, keep=kept.append)
    loudness.learn(VOICE, USUAL, -24.5)
    loudness.learn(VOICE, Delivery("two"), -18.0)
    quick = Delivery.of("two", SegmentStyle(speed=1.5))
    loudness.learn(VOICE, quick, -19.0)
    loudness.keep()
    again = Loudness(-23.0, kept=kept[-1])
    assert again.gain_db(VOICE, USUAL) == pytest.approx(1.5)
    assert again.gain_db(VOICE, Delivery("two")) == pytest.approx(-5.0)
    assert again.gain_db(VOICE, quick) == pytest.approx(-4.0)
    assert again.unknown(VOICE) == []
    other_files = EngineVoice("anna", ("en-US",), 16_000, "new-files")
    assert again.unknown(other_files) == [USUAL]


@pytest.mark.parametrize(
    "kept", [b"", b"{", b"[]", b"null", b'{"format":2,"lufs":{}}', b'{"format":1,"lufs":{"anna-files":"x"}}']
)
def test_a_torn_file_is_taken_for_nothing(kept: bytes) -> None:
    assert Loudness(-20.0, kept=kept).unknown(VOICE) == [USUAL]


def test_a_disk_that_takes_nothing_does_not_matter() -> None:
    def keep(data: bytes) -> None:
        raise OSError("no space left on device")

    loudness = Loudness(-20.0, keep=keep)
    loudness.learn(VOICE, USUAL, -24.0)
    loudness.keep()
    assert loudness.gain_db(VOICE, USUAL) == pytest.approx(4.0)


def test_whoever_asks_for_all_speakers_there_are_has_some_of_them_measured() -> None:
    many = EngineVoice("crowd", ("en-US",), 16_000, "crowd-files", speakers=tuple(map(str, range(2_000))))
    loudness = Loudness(-20.0)
    for _ in range(2):
        for speaker in many.speakers:
            loudness.gain_db(many, Delivery(speaker))
        for unknown in loudness.unknown(many):
            loudness.learn(many, unknown, -20.0)
        assert loudness.unknown(many) == [], "nobody is forgotten for somebody else, and measured again"


# --- how it is measured -----------------------------------------------------------------------------------


@asynccontextmanager
async def stage(
    loudness: Loudness, **settings: object
) -> AsyncIterator[tuple[Speech, EngineRunner, Calibration]]:
    """Speech with a tone engine whose voice is to be measured, and nobody measuring yet."""
    runner = EngineRunner("tone")
    voices = [{"name": "tone", "rate": 16_000, "own_level": False, "speakers": ["a", "b"]}]
    worker = await Worker.start(
        WorkerSpec("tone", "tone", {"voices": voices, **settings}, step_timeout_s=5.0),
        on_exit=lambda w: runner.detach(w),
    )
    runner.attach(worker)
    defaults = SpeakDefaults(styles={"low": StylePreset(level_db=-12.0), "quick": StylePreset(speed=1.5)})
    cache = Cache(memory_bytes=10_000_000)
    speech = Speech({"tone": runner}, cache=cache, settings=NO_GAPS, defaults=defaults, loudness=loudness)
    calibration = Calibration(
        loudness, {"tone": runner}, idle_s=lambda: speech.idle_s, after_s=0.001, every_s=0.01
    )
    try:
        yield speech, runner, calibration
    finally:
        await calibration.close()
        await calibration.close()
        await speech.close()
        await runner.close()
        await worker.stop()


class Observed(Loudness):
    """Tells when something was measured."""

    def __init__(self, target_lufs: float, keep: Callable[[bytes], None] | None = None) -> None:
        super().__init__(target_lufs, keep=keep)
        self.news = asyncio.Event()

    def learn(self, voice: EngineVoice, delivery: Delivery, lufs: float) -> None:
        super().learn(voice, delivery, lufs)
        self.news.set()


async def measured(loudness: Observed, voice: EngineVoice, delivery: Delivery = USUAL) -> float:
    async with asyncio.timeout(20):
        while (found := loudness.lufs(voice, delivery)) is None:
            loudness.news.clear()
            await loudness.news.wait()
    return found


async def test_a_voice_is_measured_while_nobody_speaks_and_is_then_as_loud_as_it_should_be() -> None:
    loudness = Observed(-30.0)
    async with stage(loudness) as (speech, runner, calibration):
        assert runner.info is not None
        voice = runner.info.voices[0]
        before = (await hear(speech.speak(Utterance(TEXT)))).pcm
        calibration.start()
        found = await measured(loudness, voice)
        assert found == pytest.approx(lufs.integrated(before, 16_000), abs=1.0)
        after = (await hear(speech.speak(Utterance(TEXT)))).pcm
        assert len(after) == len(before)
        assert lufs.integrated(after, 16_000) == pytest.approx(-30.0, abs=1.0)
        low = (await hear(speech.speak(Utterance(TEXT, voice="tone|low")))).pcm
        assert lufs.integrated(low, 16_000) == pytest.approx(-42.0, abs=1.0)


async def test_a_gain_never_changes_inside_an_utterance_and_sound_from_the_cache_has_it() -> None:
    loudness = Observed(-30.0)
    async with stage(loudness) as (speech, runner, _):
        assert runner.info is not None
        voice = runner.info.voices[0]
        plain = (await hear(speech.speak(Utterance(TEXT)))).pcm
        live = speech.speak(Utterance(TEXT + " And this is more.", more=True))
        events = [await anext(live), await anext(live), await anext(live)]
        loudness.learn(voice, USUAL, -20.0)  # -10 dB from now on
        live.end()
        events += [event async for event in live]
        through = b"".join(getattr(event, "data", b"") for event in events)
        assert through.startswith(plain)
        heard = await hear(speech.speak(Utterance(TEXT)))
        assert heard.finished.cached_segments == 1
        expected = np.rint(np.frombuffer(plain, "<i2").astype(np.float32) * np.float32(10 ** (-10 / 20)))
        assert np.array_equal(np.frombuffer(heard.pcm, "<i2"), expected)


async def test_a_limiter_gives_the_same_samples_from_the_cache_and_in_as_many_as_there_were() -> None:
    loudness = Observed(-30.0)
    async with stage(loudness) as (speech, runner, _):
        assert runner.info is not None
        plain = (await hear(speech.speak(Utterance(TEXT, cache=False)))).pcm
        loudness.learn(runner.info.voices[0], USUAL, -40.0)  # +10 dB
        fresh, cached = [await hear(speech.speak(Utterance(TEXT))) for _ in range(2)]
        level = Level(10.0, 16_000)
        assert fresh.pcm == cached.pcm == level.feed(plain) + level.drain()
        assert cached.finished.cached_segments == 1
        assert cached.finished.audio_ms == pytest.approx(len(plain) / 2 / 16.0)


@pytest.mark.slow
async def test_measuring_stops_as_soon_as_somebody_speaks_and_begins_again_later() -> None:
    loudness = Observed(-30.0)
    async with stage(loudness, step_cost_ms=20) as (speech, runner, calibration):
        assert runner.info is not None
        voice = runner.info.voices[0]
        async with asyncio.timeout(20):
            live = speech.speak(Utterance("Somebody is about to speak.", more=True))
            await anext(live)
            calibration.start()
            for _ in range(10):
                await asyncio.sleep(0.01)
                assert loudness.lufs(voice, USUAL) is None
            live.end()
            await hear(live)
        await measured(loudness, voice)


async def test_a_slow_disk_holds_nobody_up() -> None:
    held, kept = threading.Event(), threading.Event()

    def keep(data: bytes) -> None:
        assert held.wait(20)
        kept.set()

    loudness = Observed(-30.0, keep)
    async with stage(loudness) as (speech, runner, calibration):
        assert runner.info is not None
        calibration.start()
        await measured(loudness, runner.info.voices[0])
        assert (await hear(speech.speak(Utterance(TEXT)))).finished.reason == "complete"
        assert not kept.is_set()
        held.set()
        assert await asyncio.to_thread(kept.wait, 20)


async def test_what_cannot_be_measured_does_not_keep_others_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def once_out_of_memory(pcm: bytes, rate: int) -> float | None:
        tried.append(len(pcm))
        if len(tried) == 1:
            raise MemoryError
        return -24.0

    monkeypatch.setattr(lufs, "integrated", once_out_of_memory)
    loudness = Observed(-30.0)
    async with stage(loudness) as (_, runner, calibration):
        assert runner.info is not None
        voice = runner.info.voices[0]
        loudness.gain_db(voice, Delivery("b"))
        calibration.start()
        assert await measured(loudness, voice, Delivery("b")) == -24.0
        assert loudness.lufs(voice, USUAL) is None
        assert len(tried) == 2


async def test_a_speaker_that_is_used_is_measured_too() -> None:
    loudness = Observed(-30.0)
    async with stage(loudness) as (speech, runner, calibration):
        assert runner.info is not None
        voice = runner.info.voices[0]
        calibration.start()
        await measured(loudness, voice)
        await hear(speech.speak(Utterance(TEXT, speaker="b")))
        await measured(loudness, voice, Delivery("b"))
        assert loudness.lufs(voice, Delivery("a")) is None


async def test_a_style_is_asked_for_once_by_each_utterance_and_not_by_what_is_only_read() -> None:
    loudness = Observed(-30.0)
    async with stage(loudness) as (speech, runner, _):
        assert runner.info is not None
        wish = Utterance(TEXT, voice="tone|quick")
        for _ in range(2):
            assert speech.cast_on_paper(wish) is not None and speech.cache_keys(wish)
        await hear(speech.speak(wish))
        assert loudness.unknown(runner.info.voices[0]) == [USUAL]
        await hear(speech.speak(wish))
        assert len(loudness.unknown(runner.info.voices[0])) == 2


async def test_a_preset_that_is_used_is_measured_in_its_own_style() -> None:
    loudness = Observed(-30.0)
    async with stage(loudness) as (speech, runner, calibration):
        assert runner.info is not None
        for _ in range(2):
            await hear(speech.speak(Utterance(TEXT, voice="tone|quick")))
        calibration.start()
        await measured(loudness, runner.info.voices[0], Delivery.of(None, SegmentStyle(speed=1.5)))


# --- the embedded voice -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_embedded_voice_is_known_and_as_loud_as_is_said(tmp_path_factory: pytest.TempPathFactory) -> None:
    engine = create({"embedded": True, "cache_dir": str(tmp_path_factory.mktemp("cut"))})
    voice = engine.load().voices[0]
    sound = b""
    for text in SENTENCES["en"]:
        engine.open(1, Segment(text, voice.name, language=voice.languages[0], style=SegmentStyle()))
        while True:
            chunk = engine.step([1], 40.0)[0]
            sound += chunk.pcm
            if chunk.end:
                break
        engine.close(1)
    assert voice.content_hash in EMBEDDED
    assert lufs.integrated(sound, voice.rate) == pytest.approx(EMBEDDED[voice.content_hash], abs=0.3)
    assert Loudness(-20.0).unknown(voice) == []
