from __future__ import annotations

import pytest

from tts_node.engines.base import Chunk
from tts_node.workers.failures import DEVICE_LIMIT, OTHER_LIMIT, FailureStreak, kind_of_failure

SOUND = Chunk(1, 0, b"\x01\x00")


def failed(message: str, code: str = "engine_failed") -> Chunk:
    return Chunk(1, None, error=code, message=message)


def test_device_failures_reach_their_limit_soon_and_say_that_only_a_new_process_helps() -> None:
    streak = FailureStreak()
    reached = [streak.note(failed("CUDA unknown error")) for _ in range(2 * DEVICE_LIMIT)]
    assert reached == ([False] * (DEVICE_LIMIT - 1) + [True]) * 2
    assert streak.device_lost
    assert not streak.made_sound


def test_other_failures_need_more_of_one_kind_in_a_row() -> None:
    streak = FailureStreak()
    reached = [streak.note(failed(f"index {n} out of range")) for n in range(OTHER_LIMIT)]
    assert reached == [False] * (OTHER_LIMIT - 1) + [True]
    assert not streak.device_lost


def test_sound_or_another_kind_of_failure_ends_the_streak() -> None:
    streak = FailureStreak()
    for chunk in (SOUND, failed("odd")):
        for _ in range(DEVICE_LIMIT - 1):
            assert not streak.note(failed("CUDA error: device lost"))
        assert not streak.note(chunk)
    assert streak.made_sound
    assert not streak.device_lost


def test_chunks_without_sound_say_nothing() -> None:
    streak = FailureStreak()
    for _ in range(100):
        assert not streak.note(Chunk(1, None))
        assert not streak.note(Chunk(1, 0, phase="front"))
    assert not streak.made_sound


@pytest.mark.parametrize(
    "one, other, same",
    [
        ("CUDA unknown error", "cuDNN error: CUDNN_STATUS_EXECUTION_FAILED", True),
        ("no phoneme for 'x'", "no phoneme for 'y'", True),
        ("tried to allocate 20 MB", "tried to allocate 3000 MB", True),
        ("no phoneme for 'x'", "the decoder gave nothing", False),
        ("a barracuda swims", "CUDA unknown error", False),
    ],
)
def test_kinds(one: str, other: str, same: bool) -> None:
    assert (kind_of_failure("engine_failed", one) == kind_of_failure("engine_failed", other)) is same
