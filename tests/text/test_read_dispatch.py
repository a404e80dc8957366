"""Detectors that are asked only where one of their signs follows the digits find nothing elsewhere."""

from __future__ import annotations

import random

import pytest

from tests.text.test_speak_tables import CASES
from tts_node.text.read.reader import LANGUAGES, reader
from tts_node.text.read.scan import Rules, Scan, signs_after_digits

CHAINS = "0123456789" * 4 + "+-*/:.,x×'\"()°%$€#~=–½ " * 2 + "     aApPmMkKsShdCFTBE"


def texts(language: str) -> list[str]:
    chance = random.Random(language)
    chains = ["".join(chance.choices(CHAINS, k=chance.randint(2, 24))) for _ in range(400)]
    return [text for tag, text, _ in CASES if tag.partition("-")[0] == language] + chains


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_a_detector_that_is_not_asked_would_have_found_nothing(language: str) -> None:
    rules = reader(language)
    assert isinstance(rules, Rules)
    passed_over = 0
    for text in texts(language):
        scan = Scan(text, rules.language)
        for at, char in enumerate(text):
            if not "0" <= char <= "9" or scan.joined_before(at):
                continue
            asked = rules.detectors.at_digit_before(text, at)
            for detector in rules.detectors.at_digit:
                if detector not in asked:
                    assert signs_after_digits(detector)
                    assert detector(scan, at) is None
                    passed_over += 1
    assert passed_over > 1000
