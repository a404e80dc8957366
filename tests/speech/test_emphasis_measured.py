"""Emphasis on one word of a sentence, measured in the sound of the embedded voice."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from tests.speech.stage import NO_GAPS, Heard, hear
from tts_node.speech.runner import EngineRunner
from tts_node.speech.speech import Speech
from tts_node.speech.utterance import Mark, Utterance
from tts_node.workers.spec import WorkerSpec
from tts_node.workers.worker import Worker

RATE = 22_050


def words(heard: Heard, text: str) -> dict[str, tuple[float, float]]:
    """Seconds and decibels of each."""
    samples = np.frombuffer(heard.pcm, "<i2").astype(np.float64)
    found = {}
    for mark in heard.only(Mark):
        if isinstance(mark, Mark) and mark.level == "word":
            x = samples[round(mark.start_ms * RATE / 1000.0) : round(mark.end_ms * RATE / 1000.0)]
            level_db = 10.0 * math.log10(float(np.mean(x**2)) + 1e-9)
            found[text[mark.text_start : mark.text_end]] = (len(x) / RATE, level_db)
    return found


@pytest.mark.slow
async def test_the_stressed_word_is_longer_and_louder_and_the_others_are_as_they_were(tmp_path: Path) -> None:
    runner = EngineRunner("piper")
    spec = WorkerSpec("piper", "piper", {"embedded": True, "cache_dir": str(tmp_path)})
    worker = await Worker.start(spec, on_exit=lambda lost: runner.detach(lost))
    runner.attach(worker)
    speech = Speech({"piper": runner}, cache=None, settings=NO_GAPS)
    plain_text = "<speak>The washing machine has finished, so please come down when you have time.</speak>"
    try:
        plain = await hear(speech.speak(Utterance(plain_text, marks=True)))
        before = words(plain, plain_text)
        for word in ("The", "please", "time"):  # also where the first chunk comes before its words are told
            text = plain_text.replace(word, f'<emphasis level="strong">{word}</emphasis>')
            heard = await hear(speech.speak(Utterance(text, marks=True)))
            after = words(heard, text)
            assert heard.finished.segments == 1 and list(after) == list(before)
            assert after[word][0] > 1.1 * before[word][0]
            assert after[word][1] > before[word][1] + 3.0
            for other in before.keys() - {word}:
                assert after[other][0] == pytest.approx(before[other][0], abs=0.013)
                assert after[other][1] == pytest.approx(before[other][1], abs=2.5)
    finally:
        await speech.close()
        await runner.close()
        await worker.stop()
