"""However a text is cut into pieces, the segments, the words and the offsets are the same (T04)."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tts_node.text.characters import speakable
from tts_node.text.clean import Characters, Layout
from tts_node.text.emoji.step import Emoji
from tts_node.text.line import StreamStep, TextLine
from tts_node.text.markup.step import Markup
from tts_node.text.pronounce.step import Marks
from tts_node.text.spans import Spans
from tts_node.text.split import TextSegment

PIECES = st.sampled_from(
    [
        "Dr. Weiss ", "e.g. ", "No. 4", "7.2", "3. Mai ", "z. B. ", "U.S. ", "Then ", "the ", "a.m. ",
        "J. R. R. ", "Yes.", "What?! ", "\"Stop!\" he said. ", "...", "…", "Hello", " ", "  ", "\n",
        "\n\n", "\r\n", "\r", "\u2028", "- ", "* ", "1. ", "a) ", "---", "----", "–", "•", "milk\n",
        "bread\n", "Shopping:\n", ", ", "; ", ": ", "(", ")", "”", "“", "你好。", "他说：“走吧。”", "他说",
        "今天", "……", "；", "．", "３．５", "🙂", "👨‍👩‍👧", "→", "✅ ", "e\u0301", "\u0301", "\u200b",
        "\u00ad", "\ud83d", "\ude42", "\u00a0", "\t", "।", "नमस्ते", "مرحبا؟ ", "가", "\u1100\u1161",
        "and ", "word " * 12, "x" * 50, "12 ", "5 bar", ".", "!", "?", "'", "\"",
    ]
)  # fmt: skip
ANYTHING = st.one_of(
    st.characters(exclude_categories=[]),  # surrogates, controls, private use and all
    st.sampled_from("[]<>/&;#*_`~|\\!()$\"'=-\n\0 aA0.ə中🔥\u200d\ufe0f🇩\U0001f3f4\U000e0067"),
    st.sampled_from("\U000f0001\U000f0003\ud83d\udc00"),
)
TEXTS = st.one_of(st.lists(PIECES, max_size=30).map("".join), st.text(max_size=60))
SIZES = st.sampled_from([1, 7, 20, 60, 240])
LANGUAGES = st.sampled_from([None, "en", "de-DE", "zh", "xx"])


def spoken(pieces: list[str], language: str | None = None, max_chars: int = 240) -> list[TextSegment]:
    line = TextLine(language, max_chars)
    segments = [segment for piece in pieces for segment in line.feed(piece)]
    return segments + line.end()


@settings(max_examples=400, deadline=None)
@given(text=TEXTS, cuts=st.lists(st.integers(0, 400), max_size=12), language=LANGUAGES, size=SIZES)
@example(text="pH is 7.2 and pump 1.5 bar, fine.", cuts=[7, 21], language=None, size=240)
def test_any_cuts_give_the_same_segments(text: str, cuts: list[int], language: str | None, size: int) -> None:
    bounds = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    pieces = [text[a:b] for a, b in pairwise(bounds)]
    assert spoken(pieces, language, size) == spoken([text], language, size)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(text=TEXTS, language=LANGUAGES, size=SIZES)
def test_every_single_cut_and_letter_by_letter_give_the_same_segments(
    text: str, language: str | None, size: int
) -> None:
    whole = spoken([text], language, size)
    for cut in range(len(text)):
        assert spoken([text[:cut], text[cut:]], language, size) == whole
    assert spoken(list(text), language, size) == whole


@settings(max_examples=300, deadline=None)
@given(text=TEXTS, size=SIZES)
@example(text="Hello→, ", size=7)
def test_segments_are_short_enough_speakable_and_cover_the_text_in_order(text: str, size: int) -> None:
    segments = spoken([text], None, size)
    at = 0
    for segment in segments:
        assert 0 < len(segment.text) <= size
        assert speakable(segment.text)
        assert segment.text == segment.text.strip()
        assert segment.text_start == at
        start, end = segment.sentence
        assert segment.text_start <= start <= end <= segment.text_end
        at = segment.text_end
    assert at <= len(text)
    assert not any(char.isascii() and char.isalnum() for char in text[at:])


@settings(max_examples=300, deadline=None)
@given(text=TEXTS, size=SIZES)
def test_offsets_of_every_spoken_character_lie_in_the_text_and_never_go_back(text: str, size: int) -> None:
    before = 0
    for segment in spoken([text], None, size):
        for index in range(len(segment.spoken)):
            start, end = segment.spoken.source(index, index + 1)
            assert before <= start < end <= len(text)
            before = start
            if segment.text[index].isascii() and segment.text[index].isalnum():
                assert segment.text[index] in text[start:end]


@settings(max_examples=300, deadline=None)
@given(text=TEXTS, size=SIZES)
def test_every_letter_and_digit_is_spoken_once_and_in_order(text: str, size: int) -> None:
    def letters(of: str) -> str:
        return "".join(char for char in of if char.isalnum())

    cleaned = Spans.join([(step := Characters()).feed(Spans.of(text)), step.finish()]).text
    assert letters("".join(segment.text for segment in spoken([text], None, size))) == letters(cleaned)


@settings(max_examples=300, deadline=None)
@given(text=st.text(alphabet=st.characters(exclude_categories=["C", "Z", "S", "P", "Me"]), max_size=40))
def test_composing_in_pieces_equals_composing_the_whole(text: str) -> None:
    text = "".join(char for char in text if not ("\ufe00" <= char <= "\ufe0f" or char in "\u034f"))
    text = "".join(char for char in text if char < "\U000e0000")
    step = Characters()
    joined = Spans.join([*(step.feed(Spans.of(char, at)) for at, char in enumerate(text)), step.finish()])
    assert joined.text == unicodedata.normalize("NFC", text)


STREAM_STEPS: tuple[Callable[[], StreamStep], ...] = (
    Emoji,
    Characters,
    lambda: Markup("auto"),
    lambda: Markup("markdown", "announce"),
    lambda: Markup("ssml", asides=frozenset({"strong"})),
    lambda: Marks(frozenset({"breath", "strong"})),
    lambda: Marks(language="zh"),
)


@settings(max_examples=300, deadline=None)
@given(text=st.one_of(TEXTS, st.text(ANYTHING, max_size=40)), pieces=st.integers(1, 7))
@example(text="- Dr. Weiss '", pieces=1)
def test_each_stream_step_gives_the_same_spans_for_any_pieces(text: str, pieces: int) -> None:
    """Blanks in one form: they are the layout's."""
    cut = [Spans.of(text[at : at + pieces], at) for at in range(0, len(text), pieces)]
    for make in STREAM_STEPS:
        assert through(Layout(), through(make(), *cut)) == through(Layout(), through(make(), Spans.of(text)))
    assert through(Layout(), *cut) == through(Layout(), Spans.of(text))


def through(step: StreamStep, *parts: Spans) -> Spans:
    return Spans.join([*map(step.feed, parts), step.finish()])


@pytest.mark.parametrize(
    "pieces", [["pH is 7", ".2 and pump 1.", "5 bar, fine."], ["pH is 7.2 and pump 1.5 bar, fine."]]
)
def test_t04_a_decimal_point_at_a_cut_ends_nothing(pieces: list[str]) -> None:
    assert [segment.text for segment in spoken(pieces)] == ["pH is 7.2 and pump 1.5 bar, fine."]
