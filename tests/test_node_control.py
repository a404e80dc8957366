"""What the node says is not as it should be."""

from __future__ import annotations

from typing import Any

import pytest

from tests.speech.stage import hear, tone_speech
from tts_node.node_control import OUT_OF_MEMORY_TOLD_S, NodeControls
from tts_node.speech.takes import Takes
from tts_node.speech.utterance import Utterance


@pytest.mark.parametrize("later", ["at once", "within the time", "after it"])
async def test_an_engine_that_ran_out_of_memory_makes_the_node_degraded_for_a_while(later: str) -> None:
    """R02"""
    now = 1_000.0
    async with tone_speech({"faults": True}) as (speech, runner, _):
        runner.takes = Takes(lambda: now)

        class Staff:
            takes = runner.takes

        staff: Any = {"tone": Staff(), "idle": type("Staff", (), {"takes": Takes(lambda: now)})()}
        controls = NodeControls(speech, staff, cache=None, outputs=None, default_voice=None, restart=None)
        assert controls.degraded == ()
        failed = await hear(speech.speak(Utterance("This is too much: !oom now.")))
        await hear(speech.speak(Utterance("This is not.")))
        assert failed.finished.error_code == "engine_oom"
        told = "engine tone: ran out of memory in 1 of 2 sentences within the last 5 minutes"
        match later:
            case "at once":
                assert controls.degraded == (told,)
            case "within the time":
                now += OUT_OF_MEMORY_TOLD_S
                assert controls.degraded == (told,)
            case _:
                now += OUT_OF_MEMORY_TOLD_S + 0.1
                assert controls.degraded == ()
