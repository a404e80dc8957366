"""Formulas: whatever stands in them or is cut through, there are words, offsets and an end."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.text.growth import assert_linear
from tts_node.text.line import TextLine, preview
from tts_node.text.mathematics.hidden import HIDDEN_FORMULA, hide, shown
from tts_node.text.mathematics.plain import written
from tts_node.text.mathematics.speech import Speech
from tts_node.text.mathematics.words import WORDS
from tts_node.text.read.reader import LANGUAGES, reader
from tts_node.text.read.scan import Rules
from tts_node.text.signs import has_sign
from tts_node.text.split import TextSegment

PIECES = st.sampled_from(
    [
        "$", "$$", "$x$", "$5", "\\(", "\\)", "\\[", "\\]", "\\", "\\frac", "\\sqrt", "[3]",
        "\\text{m/s}", "\\times ", "\\left(", "\\right)", "\\begin{cases}", "\\\\", "&", "{", "}",
        "{a}", "{,}", "(", ")", "|", "[", "]", "^", "_", "^\\circ", "x", "mc", "H_2O", "sin", "5",
        "3.14", "1,000", "50\\%", "+", "-", "=", "<", ">", "/", "!", "'", " ", "\n", "\n\n", ". ",
        ", ", "the word ", "and ", "公式", "，", "x²", "π", "√", "∑", "Δt", "½", "m²", "**", "`",
        "|a|b|\n", "- ", "`$a$`", "$E = mc^2$", "$\\frac{1}{2}$", "\ud83d", "\u0301", "\U00109041",
        "🔥", "<b>", "&amp;",
    ]
)  # fmt: skip
TEXTS = st.one_of(st.lists(PIECES, max_size=25).map("".join), st.text("$\\{}^_()|x2 =\n.", max_size=40))
SPOKEN_IN = st.sampled_from([None, "xx", *LANGUAGES])


def segments(pieces: list[str], language: str | None) -> list[TextSegment]:
    line = TextLine(language, text_format="auto", among=("en", "de", "zh"))
    return [segment for piece in pieces for segment in line.feed(piece)] + line.end()


@settings(max_examples=400, deadline=None)
@given(text=TEXTS, cuts=st.lists(st.integers(0, 200), max_size=8), language=SPOKEN_IN)
@example(text="$a\\", cuts=[2], language="en")
@example(text="$$a\n\n$$ b", cuts=[4], language="en")
def test_any_cuts_give_the_same_segments(text: str, cuts: list[int], language: str | None) -> None:
    bounds = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    whole = segments([text], language)
    assert segments([text[a:b] for a, b in pairwise(bounds)], language) == whole
    assert segments(list(text), language) == whole


@settings(max_examples=400, deadline=None)
@given(text=TEXTS, language=SPOKEN_IN)
def test_offsets_lie_in_the_text_and_never_go_back_and_no_formula_stays_hidden(
    text: str, language: str | None
) -> None:
    before = 0
    for segment in segments([text], language):
        assert not has_sign(segment.text)
        for index in range(len(segment.spoken)):
            start, end = segment.spoken.source(index, index + 1)
            assert before <= start < end <= len(text)
            before = start


@settings(max_examples=300, deadline=None)
@given(source=st.one_of(TEXTS, st.text(max_size=60)), language=st.sampled_from(list(LANGUAGES)))
def test_any_formula_has_words_without_notation(source: str, language: str) -> None:
    rules = reader(language)
    assert isinstance(rules, Rules)
    for said in (Speech(rules, WORDS[language]).say(source), written(source)):
        assert not set("\\{}") & set(said)


def test_a_formula_stands_for_itself_alone() -> None:
    text = "So $x^2 = 4$ holds."
    (segment,) = segments([text], "en")
    begin = segment.text.index("x")
    assert segment.text == "So x squared equals four holds."
    assert segment.spoken.source(begin, segment.text.index(" holds")) == (2, 13)


def test_a_formula_that_is_too_long_for_a_segment_loses_nothing() -> None:
    text = "It is $" + " + ".join(f"x_{{{number}}}" for number in range(20)) + "$."
    said = " ".join(part.text for part in preview(text, "en", 60, "auto").segments)
    assert said.count("sub") == 20
    assert "\\" not in said and HIDDEN_FORMULA.search(said) is None


def test_a_language_without_words_sees_signs_and_no_commands() -> None:
    said = preview(r"Это $\frac{a}{b} = x^2 \times \sqrt{y}$.", "ru", text_format="auto").segments
    assert [segment.text for segment in said] == ["Это a/b = x² × √y."]


def test_plain_text_keeps_its_dollars_and_backslashes() -> None:
    said = preview(r"Say $x^2$ and \(a\).", "xx", text_format="plain").segments
    assert [segment.text for segment in said] == [r"Say $x^2$ and \(a\)."]


def test_an_open_dollar_holds_back_no_more_than_its_bound() -> None:
    line = TextLine("en", text_format="auto")
    said = line.feed("It is on. Now $x = " + "y + " * 100)
    assert said[0].text == "It is on."
    held = TextLine("en", text_format="auto")
    assert not held.feed("$x = y")
    assert held.feed(" + z" * 100 + ". Then") != []


def test_a_price_waits_for_nothing() -> None:
    line = TextLine("en", text_format="auto")
    said = line.feed("It costs $5 now. Then")
    assert [segment.text for segment in said] == ["It costs five dollars now."]


def test_what_is_hidden_is_shown() -> None:
    assert shown(hide("a \\frac{π}{今}")) == "a \\frac{π}{今}"


PATHOLOGICAL = (
    ("$x", "$x$ ", "$x+", "$$", "$$x", "$5 ", "$\\frac{1}{2}$ ", "$x\n"),
    ("\\(", "\\[x+", "\\", "\\frac", "\\frac{", "\\sqrt{(", "\\text{a", "\\left("),
    ("{", "(|", "a_", "^", "x² ", "Δt ", "∑"),
)
"""Dollars; commands; signs."""


@pytest.mark.slow
@pytest.mark.parametrize("patterns", PATHOLOGICAL, ids=("dollars", "commands", "signs"))
def test_time_grows_with_the_text_and_not_faster(patterns: tuple[str, ...]) -> None:
    assert_linear(lambda text: segments([text], "en"), patterns, apart=True)


@pytest.mark.parametrize("command", ["\\bar", "\\sqrt", "\\frac", "\\binom", "x^", "x^\\hat"])
def test_commands_inside_commands_and_indexes_of_indexes_have_an_end(command: str) -> None:
    """A long segment is as deep as its engine's `max_chars` allows."""
    rules = reader("en")
    assert isinstance(rules, Rules)
    source = command * 2_000 + "x"
    assert Speech(rules, WORDS["en"]).say(source) and written(source)
