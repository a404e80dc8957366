"""Chinese numbers, full-width forms, offsets, and time on texts without blanks."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tts_node.text.read.reader import reader
from tts_node.text.read.zh import Chinese
from tts_node.text.read.zh_width import to_half_width
from tts_node.text.spans import Spans

DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"两": 2}
PLACES = {"十": 10, "百": 100, "千": 1000}


def value_of(words: str) -> int:
    """What a Chinese number means, read the long way round."""
    for sign, size in (("万亿", 10**12), ("亿", 10**8), ("万", 10**4)):
        if sign in words:
            head, _, tail = words.rpartition(sign) if sign != "万亿" else words.partition(sign)
            return value_of(head) * size + (value_of(tail) if tail else 0)
    total, digit = 0, 0
    for char in words:
        if char in PLACES:
            total += (digit or 1) * PLACES[char]
            digit = 0
        else:
            digit = DIGITS[char]
    return total + digit


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (10, "十"), (20, "二十"), (110, "一百一十"), (200, "两百"), (1010, "一千零一十"), (2200, "两千二百"),
        (10_010, "一万零一十"), (20_000, "两万"), (100_010, "十万零一十"), (12_002, "一万二千零二"),
        (120_000_000, "一亿二千万"), (100_000_001, "一亿零一"), (2_000_000_000_000, "两万亿"),
    ],
)  # fmt: skip
def test_a_number_is_said_as_people_say_it(value: int, words: str) -> None:
    assert Chinese().cardinal(value) == words


def test_every_number_to_twelve_thousand_means_what_was_written() -> None:
    chinese = Chinese()
    assert [value_of(chinese.cardinal(value)) for value in range(12_000)] == list(range(12_000))


@settings(max_examples=500, deadline=None)
@given(st.integers(0, 10**12 - 1))
def test_any_number_means_what_was_written(value: int) -> None:
    assert value_of(Chinese().cardinal(value)) == value


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="０１２９ＡｚＷ％：．，￥＋－～〇今日5:.。", max_size=30))
def test_full_width_forms_keep_every_offset(text: str) -> None:
    folded = to_half_width(Spans.of(text, 5))
    assert len(folded) == len(text)
    for at in range(len(text)):
        assert folded.source(at, at + 1) == (5 + at, 6 + at)


def test_punctuation_of_a_sentence_stays_full_width() -> None:
    assert to_half_width(Spans.of("好，是（真的）！５：不")).text == "好，是（真的）！5：不"


def test_a_text_without_anything_to_read_stays_the_same_object() -> None:
    spans = Spans.of("今天天气很好，我们去公园。")
    assert reader("zh")(spans) is spans


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="今天是第二个年月日的了验证码电话 ，。", max_size=60))
def test_chinese_characters_are_never_lost(text: str) -> None:
    assert reader("zh")(Spans.of(text)).text == text
