"""What losses of workers prove against a sentence."""

from __future__ import annotations

import pytest

from tts_node.speech.guilt import ALONE, ALONE_FROM_OUTSIDE, Loss, is_guilty

CRASH, ILLEGAL, HUNG = "ended with signal 11", "ended with signal 4", "gave no answer to a step for 5 s"


def alone(how: str, at_s: float = 0.0) -> Loss:
    return Loss(how, at_s, alone=True)


def shared(how: str, at_s: float = 0.0) -> Loss:
    return Loss(how, at_s, alone=False)


def killed(at_s: float = 0.0) -> Loss:
    return Loss("ended with signal 9", at_s, alone=True, from_outside=True)


@pytest.mark.parametrize(
    "losses, guilty",
    [
        ((), False),
        ((alone(CRASH),), False),
        # In the same way at the same place, at least once with nobody else there.
        ((alone(CRASH, 0.4), alone(CRASH, 0.9)), True),
        ((shared(CRASH, 0.4), alone(CRASH, 0.9)), True),
        ((shared(CRASH), shared(CRASH), shared(CRASH), shared(CRASH)), False),
        # In another way or elsewhere: that needs more.
        ((alone(CRASH, 0.0), alone(CRASH, 2.0)), False),
        ((alone(CRASH), alone(HUNG)), False),
        ((shared(ILLEGAL), alone(CRASH), alone(HUNG)), False),
        ((alone(ILLEGAL, 0.0), alone(CRASH, 2.0), alone(HUNG, 4.0)), True),
        ((shared(CRASH), alone(HUNG), alone(CRASH)), True),
        # By somebody's hand.
        ((killed(),) * (ALONE_FROM_OUTSIDE - 1), False),
        ((killed(),) * ALONE_FROM_OUTSIDE, True),
        ((killed(), killed(), alone(ILLEGAL), killed()), False),
        ((killed(), alone(ILLEGAL), killed(), alone(ILLEGAL)), True),
    ],
)
def test_what_makes_a_sentence_guilty(losses: tuple[Loss, ...], guilty: bool) -> None:
    assert is_guilty(losses) is guilty


def test_no_sentence_costs_more_workers_than_that() -> None:
    whatever = [
        alone(how, 3.0 * at) for at, how in enumerate((CRASH, HUNG, ILLEGAL, "ended with exit code 3"))
    ]
    assert is_guilty(whatever[:ALONE])
    assert is_guilty([killed(), *whatever[:2], *[killed()] * (ALONE_FROM_OUTSIDE - 3)])
