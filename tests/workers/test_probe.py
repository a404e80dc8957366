"""A new worker is heard before anybody is given to it."""

from __future__ import annotations

import pytest

from tts_node.engines.base import EngineVoice
from tts_node.errors import EngineUnavailable
from tts_node.workers.probe import OTHER_PHRASE, phrase, probe
from tts_node.workers.spec import WorkerSpec


def voice(*languages: str) -> EngineVoice:
    return EngineVoice("v", languages, 22_050, "")


async def test_a_worker_that_speaks_passes_and_its_first_utterance_is_still_its_first(start_tone) -> None:
    worker = await start_tone({"faults": True, "fault": "fail", "fault_from": 1})
    probed = await probe(worker, worker.spec)
    assert probed.voice == "tone"
    assert probed.audio_s > 0.5
    assert (await worker.report())["streams"] == 0
    assert (await worker.report())["open_streams"] == 0


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"fault": "fail"}, "its sound failed: the decoder gave nothing"),
        ({"fault": "oom"}, "its sound failed: out of memory"),
        ({"fault": "cuda"}, "its sound failed: CUDA unknown error"),
        ({"fault": "exit3"}, "ended with exit code 3 while it was tried"),
        ({"ms_per_char": 0.1}, "too short|is only"),
        ({"ms_per_char": 2000.0}, "does not end"),
        ({"level": 0}, "silent"),
        ({"voices": []}, "has no voice"),
    ],
    ids=["an error", "memory", "a lost card", "its end", "too little", "too much", "silence", "nobody"],
)
async def test_what_is_wrong_with_a_worker_is_said(start_tone, settings, said) -> None:
    worker = await start_tone({"faults": True, "fault_from": 0, **settings})
    with pytest.raises(EngineUnavailable, match=said):
        await probe(worker, worker.spec)


async def test_a_worker_that_hangs_is_given_up(start_tone) -> None:
    worker = await start_tone({"faults": True, "fault": "hang", "fault_from": 0})
    with pytest.raises(EngineUnavailable, match=r"did not end within 0\.2 s"):
        await probe(worker, WorkerSpec("tone", "tone", load_timeout_s=0.2))


def test_it_speaks_the_voices_own_language() -> None:
    assert phrase(voice("de-DE", "en-US")) == "Eins, zwei, drei."
    assert phrase(voice("zh_CN")) == "一，二，三。"
    assert phrase(voice("is-IS")) == phrase(voice()) == OTHER_PHRASE
