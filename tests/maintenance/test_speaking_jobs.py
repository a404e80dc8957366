"""health_probe and prewarm: jobs that speak to nobody."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.maintenance.simulated import FakeNode, FakeStore, SimulatedClock, context_of, spoken
from tts_node.config_maintenance import HealthProbeConfig, PrewarmConfig
from tts_node.errors import EngineUnavailable, UnknownVoice
from tts_node.maintenance.context import JobFailed
from tts_node.maintenance.jobs import health_probe, prewarm
from tts_node.speech.utterance import Priority, Utterance

PROBE = HealthProbeConfig()


async def test_a_probe_goes_the_way_of_requests_past_the_cache_for_each_engine() -> None:
    node = FakeNode("piper", "tone")
    result = await health_probe.run(context_of(node), PROBE)
    assert [u.voice for u in node.spoken] == ["piper-voice", "tone-voice"]
    assert {(u.text, u.cache, u.priority, u.door) for u in node.spoken} == {
        (PROBE.text, False, Priority.REPLY, "health_probe")
    }
    assert result.detail == "piper first sound after 80 ms; tone first sound after 80 ms"
    assert result.figures["tone_ttfa_ms"] == 80.0
    assert result.figures["tone_audio_ms"] == 1000.0


async def test_a_probe_is_left_out_while_people_are_spoken_to_and_for_what_is_not_loaded() -> None:
    node = FakeNode("piper")
    node.idle = 1.0
    result = await health_probe.run(context_of(node), PROBE)
    assert "left out" in result.detail
    assert not result.notable
    node.idle, node.unready = 100.0, {"piper"}
    assert (await health_probe.run(context_of(node), PROBE)).detail == "no engine is loaded"
    assert node.spoken == []


@pytest.mark.parametrize(
    ("made", "words"),
    [
        ({"pcm": b"\0\0" * 22_050}, "the sound is silence"),
        ({"pcm": b"\xff\x7f" * 22_050}, "100% of the samples are clipped"),
        ({"pcm": b"\x00\x80" * 22_050}, "the sound is silence|clipped"),
        ({"pcm": b""}, "0.00 s of sound for 16 characters"),
        ({"pcm": b"\x00\x20" * 22_050 * 30}, "30.00 s of sound for 16 characters"),
        ({"ttfa_ms": 9_000.0}, "the first sound came after 9000 ms"),
        ({"reason": "error", "message": "the model is gone"}, "the phrase was not spoken: the model is gone"),
    ],
    ids=["silence", "clipped", "lowest", "nothing", "runaway", "slow", "error"],
)
async def test_a_probe_fails_on_what_is_no_speech(made: dict[str, object], words: str) -> None:
    node = FakeNode()
    if words.endswith("clipped") and "|" in words:
        # Full scale below zero is as loud as above it; it only has no positive counterpart.
        words = "clipped"
    node.script[PROBE.text] = spoken(Utterance(PROBE.text), **made)  # type: ignore[arg-type]
    with pytest.raises(JobFailed, match=f"tone: .*{words}"):
        await health_probe.run(context_of(node), PROBE)


@pytest.mark.parametrize(
    ("text", "seconds", "passes"),
    [
        ("2026-11-30 06:30", 9, True),  # digits become words
        ("一，二，三。", 4, True),
        ("Longer than twenty letters, so that too short can be told.", 0.1, False),
        ("Longer than twenty letters, so that too short can be told.", 0.3, True),
        ("Ok.", 20, False),
    ],
)
async def test_a_probe_judges_the_length_by_what_the_text_can_take(
    text: str, seconds: float, passes: bool
) -> None:
    node, settings = FakeNode(), HealthProbeConfig(text=text)
    node.script[text] = spoken(Utterance(text), pcm=b"\x00\x20" * int(22_050 * seconds))
    if passes:
        await health_probe.run(context_of(node), settings)
    else:
        with pytest.raises(JobFailed, match=rf"{seconds:.2f} s of sound for {len(text)} characters"):
            await health_probe.run(context_of(node), settings)


async def test_a_probe_that_is_refused_fails_and_the_next_engine_is_still_tried() -> None:
    class OneBroken(FakeNode):
        def speak(self, utterance: Utterance):  # type: ignore[no-untyped-def]
            if utterance.voice == "piper-voice":
                raise EngineUnavailable("engine piper: no model file")
            return super().speak(utterance)

    with pytest.raises(JobFailed, match="piper: engine piper: no model file; tone first sound"):
        await health_probe.run(context_of(OneBroken("piper", "tone")), PROBE)


async def test_a_probe_compares_with_what_was_usual() -> None:
    node = FakeNode()
    usual = [{"tone_ttfa_ms": 200.0}] * 5
    node.script[PROBE.text] = spoken(Utterance(PROBE.text), ttfa_ms=900.0)
    with pytest.raises(JobFailed, match="after 900 ms, usually after 200 ms"):
        await health_probe.run(context_of(node, earlier=usual), PROBE)
    for earlier in (usual[:4], [{"tone_ttfa_ms": 400.0}] * 5):
        node.script[PROBE.text] = spoken(Utterance(PROBE.text), ttfa_ms=900.0)
        await health_probe.run(context_of(node, earlier=earlier), PROBE)


# --- prewarm -------------------------------------------------------------------------------------------

PHRASES = PrewarmConfig(phrases=("Dinner is ready.", "The door. It is open."))


async def test_phrases_are_pinned_and_made_once_behind_everybody_else() -> None:
    node = FakeNode()
    store = FakeStore()
    node.cache_store = store
    result = await prewarm.run(context_of(node), PHRASES)
    assert [u.text for u in node.spoken] == list(PHRASES.phrases)
    assert {(u.priority, u.cache, u.door) for u in node.spoken} == {(Priority.BULK, True, "prewarm")}
    assert len(store.pinned) == 3
    assert store.kept == store.pinned
    assert result.figures == {"made": 2.0, "pinned_segments": 3.0}
    again = await prewarm.run(context_of(node), PHRASES)
    assert len(node.spoken) == 2
    assert (again.detail, again.notable) == ("all phrases are there", False)


async def test_after_a_voice_has_changed_the_phrases_are_made_again_and_the_old_ones_unpinned() -> None:
    node = FakeNode()
    store = FakeStore()
    node.cache_store = store
    await prewarm.run(context_of(node), PHRASES)
    before = store.pinned
    node.voice_version = "2"
    result = await prewarm.run(context_of(node), PHRASES)
    assert result.figures["made"] == 2.0
    assert len(store.pinned) == 3
    assert not store.pinned & before


async def test_only_what_is_missing_is_made_for_every_voice() -> None:
    node = FakeNode()
    store = FakeStore()
    node.cache_store = store
    settings = PrewarmConfig(phrases=("Yes.", "No."), voices=("joe", "joe|night"))
    await prewarm.run(context_of(node), settings)
    assert [(u.voice, u.text) for u in node.spoken] == [
        *(("joe", "Yes."), ("joe", "No."), ("joe|night", "Yes."), ("joe|night", "No.")),
    ]
    node.spoken.clear()
    store.kept.discard(next(iter(node.cache_keys(Utterance("No.", voice="joe")))))
    await prewarm.run(context_of(node), settings)
    assert [(u.voice, u.text) for u in node.spoken] == [("joe", "No.")]


async def test_it_waits_for_a_pause_before_each_phrase() -> None:
    clock = SimulatedClock(datetime(2026, 6, 1, tzinfo=UTC))

    class Busy(FakeNode):
        @property
        def idle_s(self) -> float:
            return max(0.0, clock.monotonic() - 1_030.0)

    node = Busy()
    await prewarm.run(context_of(node, clock=clock), PHRASES)
    assert clock.monotonic() >= 1_030.0
    assert len(node.spoken) == 2


async def test_a_phrase_that_cannot_be_made_is_told_and_the_others_are_made() -> None:
    node = FakeNode()
    node.script["Dinner is ready."] = UnknownVoice("there is no voice joe")
    with pytest.raises(JobFailed, match=r"'Dinner is ready\.': there is no voice joe; made 1 of 2"):
        await prewarm.run(context_of(node), PHRASES)
    assert len(node.spoken) == 2


@pytest.mark.parametrize("why", ["no cache", "no phrases", "no engine"])
async def test_without_what_it_needs_it_does_nothing(why: str) -> None:
    node, settings = FakeNode(), PHRASES
    if why == "no cache":
        node.cache_store = None
    elif why == "no phrases":
        settings = PrewarmConfig()
        assert isinstance(node.cache_store, FakeStore)
        node.cache_store.pinned = frozenset({b"old"})
    else:
        node.unready = {"tone"}
    result = await prewarm.run(context_of(node), settings)
    assert not result.notable
    assert node.spoken == []
    if why == "no phrases":
        assert isinstance(node.cache_store, FakeStore)
        assert node.cache_store.pinned == frozenset()
