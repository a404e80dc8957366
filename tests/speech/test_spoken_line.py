"""The whole line on the embedded voice, without a server: nothing hangs, samples repeat to the bit."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.speech.stage import NO_GAPS, hear
from tts_node.speech.runner import EngineRunner
from tts_node.speech.speech import Speech
from tts_node.speech.utterance import Utterance
from tts_node.workers.spec import WorkerSpec
from tts_node.workers.worker import Worker


@pytest.mark.slow
async def test_sentences_said_again_and_again_without_the_cache_always_end(tmp_path: Path) -> None:
    """Two equal sentences are made side by side, each with chunks that wait for one another."""
    runner = EngineRunner("piper")
    spec = WorkerSpec("piper", "piper", {"embedded": True, "cache_dir": str(tmp_path)})
    worker = await Worker.start(spec, on_exit=lambda lost: runner.detach(lost))
    runner.attach(worker)
    speech = Speech({"piper": runner}, cache=None, settings=NO_GAPS)
    said = set()
    try:
        for _ in range(25):
            text = "The quick brown fox jumps over the lazy dog. " * 2
            async with asyncio.timeout(30):
                heard = await hear(speech.speak(Utterance(text, cache=False)))
            assert heard.finished.reason == "complete"
            said.add(heard.pcm)
    finally:
        await speech.close()
        await runner.close()
        await worker.stop()
    assert len(said) == 1
