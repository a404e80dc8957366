"""Faces, sources and menus: however the text is cut, the same is left out, and nothing else."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.text.growth import assert_linear, blocks
from tests.text.offsets import assert_leads_back
from tts_node.text.emoji.emoticons import Emoticons
from tts_node.text.line import TextLine, preview
from tts_node.text.spans import Spans
from tts_node.text.split import TextSegment

PIECES = st.sampled_from(
    [
        ":)", ":-)", ";)", ":D", ":", ")", "(", "xD", "x", "^_^", ">_<", "-_-", "o_O",
        "T_T", "<3", "</3", "3", "¯\\_(ツ)_/¯", "(╯°□°)╯", "（｡♥‿♥｡）", ":fire:", ":a",
        "I ", "is ", "°C", " ", "  ", "\n", ".", "!", "，", "好的", "word", "On", "[1]",
        "[1, 2]", "[", "]", "[1][2]", "【3†source】", "【", "†", "】", "==", "=a==", "||",
        "|", "> ", "[!NOTE]", "[!N", "Settings > System > Add", "i. Open", "ii) ",
        "[ ] ", "[x] a", "•", "<think>", "</think>",
    ]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=16).map("".join)


def spans_of(pieces: list[str], *, named: bool) -> Spans:
    step, at, out = Emoticons(named=named), 0, []
    for piece in pieces:
        out.append(step.feed(Spans.of(piece, at)))
        at += len(piece)
    return Spans.join([*out, step.finish()])


def segments(pieces: list[str], language: str | None) -> list[TextSegment]:
    line = TextLine(language, text_format="auto")
    return [segment for piece in pieces for segment in line.feed(piece)] + line.end()


@settings(max_examples=300, deadline=None)
@given(text=TEXTS, cuts=st.lists(st.integers(0, 120), max_size=6), named=st.booleans())
def test_any_cuts_leave_the_same_out(text: str, cuts: list[int], named: bool) -> None:
    bounds = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    whole = spans_of([text], named=named)
    assert spans_of([text[a:b] for a, b in pairwise(bounds)], named=named) == whole
    assert spans_of(list(text), named=named) == whole


@settings(max_examples=300, deadline=None)
@given(
    text=TEXTS, cuts=st.lists(st.integers(0, 120), max_size=6), language=st.sampled_from([None, "en", "zh"])
)
def test_any_cuts_give_the_same_segments(text: str, cuts: list[int], language: str | None) -> None:
    bounds = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    whole = segments([text], language)
    assert segments([text[a:b] for a, b in pairwise(bounds)], language) == whole
    assert segments(list(text), language) == whole
    assert_leads_back(whole, text)


@settings(max_examples=200, deadline=None)
@given(text=st.text(st.characters(categories=["L", "N", "Zs"]), max_size=60))
def test_letters_and_digits_are_no_faces(text: str) -> None:
    assert spans_of([text], named=False).text.replace("xD", "").replace("XD", "") == text.replace(
        "xD", ""
    ).replace("XD", "")


def test_a_heart_is_named_where_emoji_are() -> None:
    said = preview("Thanks <3", "en", emoji="name").segments
    assert [segment.text for segment in said] == ["Thanks, red heart"]


def test_a_word_waits_for_nothing() -> None:
    step = Emoticons()
    assert step.feed(Spans.of("Turn it on. It is too")).text == "Turn it on. It is too"


@pytest.mark.slow
@pytest.mark.parametrize("pattern", [":) ", ":", "<3 ", "<3", "(", "(°", "x_", ":a", "[1]", "[1][", "a > B "])
def test_time_grows_with_the_text_and_not_faster(pattern: str) -> None:
    def work(text: str) -> None:
        step = Emoticons()
        for block in blocks(text):
            step.feed(block)
        step.finish()
        segments([text[: len(text) // 4]], "en")

    assert_linear(work, pattern, 100_000)
