"""Emoji by their names: which, in which language, in pieces, and nothing loaded while they are skipped."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tts_node.text.emoji.names import LANGUAGES, catalogue, name
from tts_node.text.line import TextLine, preview
from tts_node.text.markup.step import TextFormat
from tts_node.text.split import TextSegment

TABLE = Path(__file__).parents[1] / "data" / "emoji_named.tsv"
CASES = [line.split("\t")[:3] for line in TABLE.read_text("utf-8").splitlines()]
PIECES = st.sampled_from(
    [
        "🔥", "🔥🔥", "👨‍👩‍👧", "👩🏽‍💻", "👨‍🔥", "🏳️‍🌈", "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
        "🏴", "🇩🇪", "🇩", "🇽🇽", "1️⃣", "➡️", "→", "❤️", "❤", "🧑🏻‍🤝‍🧑🏿", "🏽",
        "\u200d", "\ufe0f", "\ufe0e", "\u20e3", "\U000e0067", "\U000e007f", "\U00100000", "\U0010fffd",
        "☎", "🔟", " ", "\n", "\n\n", ". ", "! ", ", ", "- ", "**", "[", "](x)", "<b>", "Dr. ", "5 ", "word",
        "Word ", "炉子", "。", "e\u0301", "\u0301", "(", "\"",
    ]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=25).map("".join)
FORMATS: st.SearchStrategy[TextFormat] = st.sampled_from(["plain", "auto", "markdown", "ssml"])
SPOKEN_IN = st.sampled_from(["en", "de", "zh", "nl", None])


def heard(pieces: list[str], language: str | None, text_format: TextFormat = "plain") -> list[TextSegment]:
    line = TextLine(language, 60, text_format=text_format, emoji="name", among=("en", "de", "nl"))
    return [segment for piece in pieces for segment in line.feed(piece)] + line.end()


@pytest.mark.parametrize(("language", "text", "said"), CASES, ids=[case[1] for case in CASES])
def test_emoji_are_called_by_their_names_as_the_table_says(language: str, text: str, said: str) -> None:
    shown = preview(text, language, emoji="name")
    assert " | ".join(segment.text for segment in shown.segments) == said


def test_emoji_are_skipped_unless_the_setting_says_otherwise() -> None:
    assert [s.text for s in preview("It is hot 🔥 today", "en").segments] == ["It is hot today"]


@pytest.mark.parametrize("text_format", ["plain", "auto", "markdown", "ssml"])
def test_every_text_format_names_them(text_format: TextFormat) -> None:
    shown = preview("It is hot 🔥", "en", text_format=text_format, emoji="name")
    assert [s.text for s in shown.segments] == ["It is hot, fire"]


@pytest.mark.parametrize("text_format", ["auto", "markdown", "ssml"])
@pytest.mark.parametrize("entity", ["&#128293;", "&#x1F525;"])
def test_one_that_is_written_as_an_entity_is_named_too(entity: str, text_format: TextFormat) -> None:
    shown = preview(f"It is hot {entity}", "en", text_format=text_format, emoji="name")
    assert [s.text for s in shown.segments] == ["It is hot, fire"]
    shown = preview(f"It is hot {entity}", "en", text_format=text_format)
    assert [s.text for s in shown.segments] == ["It is hot"]


def test_markup_around_them_still_counts() -> None:
    shown = preview(
        "## Today 🌞\n- 🔥 **Oven**\n- [🚪 Door](http://door.test)",
        "en",
        text_format="markdown",
        emoji="name",
    )
    assert [s.text for s in shown.segments] == ["Today, sun with face", "fire, Oven.", "door, Door."]


def test_each_sentence_has_names_in_the_language_it_is_found_to_be_in() -> None:
    shown = preview("Der Ofen ist heiß 🔥. The oven is hot 🔥.", among=("en", "de"), emoji="name")
    assert [s.text for s in shown.segments] == ["Der Ofen ist heiß, feuer.", "The oven is hot, fire."]


def test_a_name_stands_for_the_whole_sequence_in_the_text() -> None:
    text = "By 👩🏽‍💻 now"
    (segment,) = heard([text], "en")
    at = segment.text.index("technologist")
    assert text[slice(*segment.spoken.source(at, at + 4))] == "👩🏽‍💻"
    now = segment.text.index("now")
    assert text[slice(*segment.spoken.source(now, now + 3))] == "now"


def test_the_first_answer_of_a_chat_that_ends_with_an_emoji_does_not_wait_for_more() -> None:
    line = TextLine("en", emoji="name")
    assert line.feed("The oven is hot 🔥 ") == []
    assert [segment.text for segment in line.idle()] == ["The oven is hot, fire"]


@settings(max_examples=300, deadline=None)
@given(text=TEXTS, cuts=st.lists(st.integers(0, 200), max_size=8), language=SPOKEN_IN, text_format=FORMATS)
def test_any_cuts_give_the_same_names(
    text: str, cuts: list[int], language: str | None, text_format: TextFormat
) -> None:
    bounds = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    pieces = [text[a:b] for a, b in pairwise(bounds)]
    assert heard(pieces, language, text_format) == heard([text], language, text_format)


@settings(max_examples=200, deadline=None)
@given(text=TEXTS, language=SPOKEN_IN)
def test_letter_by_letter_gives_the_same_names(text: str, language: str | None) -> None:
    assert heard(list(text), language) == heard([text], language)


@settings(max_examples=300, deadline=None)
@given(text=TEXTS, language=SPOKEN_IN, text_format=FORMATS)
def test_offsets_lie_in_the_text_and_no_private_character_comes_out(
    text: str, language: str | None, text_format: TextFormat
) -> None:
    before = reached = 0
    for segment in heard([text], language, text_format):
        assert 0 < len(segment.text) <= 60
        assert segment.text_start == reached <= segment.text_end <= len(text)
        reached = segment.text_end
        for index in range(len(segment.spoken)):
            start, end = segment.spoken.source(index, index + 1)
            assert before <= start < end <= len(text)
            before = start
            assert segment.text[index] < "\U00100000"


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_emoji_has_a_name_of_words(language: str) -> None:
    signs = {catalogue().sign(one + "\ufe0f") for one in catalogue().emoji}
    names = [name(sign, language) for sign in signs if sign is not None]
    assert len(names) > 1700
    assert all(said and said == said.strip() and not set(said) & set("_:()!*#") for said in names)


def test_nothing_of_it_is_loaded_while_emoji_are_skipped() -> None:
    program = (
        "import sys; from tts_node.text.line import preview; preview('hot 🔥', 'en');"
        "assert 'emoji' not in sys.modules; preview('hot', 'en', emoji='name');"
        "assert 'emoji' not in sys.modules; preview('hot 🔥', 'en', emoji='name');"
        "assert 'emoji' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
