"""However a text with markup is cut, what is spoken is the same; offsets, warnings and pauses too; time is
linear and little is held back."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.text.growth import EXPLORING, assert_linear, blocks
from tts_node.text.line import TextLine
from tts_node.text.markup.step import Markup, TextFormat
from tts_node.text.spans import Spans

PIECES = st.sampled_from(
    [
        "# ", "## Plan\n", "- milk\n", "* ", "+ ", "1. ", "2) ", "- [x] ", "> ", ">", "| a | b |\n",
        "|---|---|\n", "|", " | ", "---\n", "***\n", "===\n", "```\n", "```py\ncode\n```\n", "~~~",
        "`x`", "`", "``", "*", "**", "***", "_", "__", "~~", "~", "[a](b)", "[a](b \"t\")", "![a](b)",
        "[", "]", "(", ")", "[[x]]", "[1]", "[^1]", "[^1]: ", "[x]: http://y\n", "<b>", "</b>", "<br>",
        "<p>", "</p>", "<li>", "<td>", "<", ">", "</", "<!-- ", "-->", "<![CDATA[", "]]>", "<?x?>",
        "<script>", "</script>", "<pre>", "<a href=\"x", "\"", "'", "<break time=\"1s\"/>", "<break/>",
        "<sub alias=\"yes\">", "</sub>", "<speak>", "</speak>", "<say-as interpret-as=\"characters\">",
        "</say-as>", "<s>", "</s>", "<img alt=y>", "<prosody rate=\"slow\">", "<emphasis>", "</emphasis>",
        "<mark name=\"m\"/>", "<unknown a b>", "&amp;",
        "&lt;b&gt;", "&", "&#", "&#x41;", ";", "\\", "\\*", "<a@b.test>", "<http://x.test>", "word",
        "Word. ", "a_b", "2 * 3", "5 > 3", " ", "  ", "\n", "\n\n", "    ", ". ", "!", "中文", "。", "5",
        "é", "\u0301", "🙂", "\r\n", "=", "#", "C#", "x" * 30, "-", "--",
    ]
)  # fmt: skip
TEXTS = st.one_of(
    st.lists(PIECES, max_size=25).map("".join),
    st.text(alphabet="<>/!-[]()*_`~#|&;\\ \n\"'=abé5.中", max_size=60),
)
FORMATS: st.SearchStrategy[TextFormat] = st.sampled_from(["auto", "markdown", "ssml"])


def heard(pieces: list[str], text_format: TextFormat) -> tuple[object, ...]:
    line = TextLine(text_format=text_format)
    segments = [segment for piece in pieces for segment in line.feed(piece)] + line.end()
    return segments, line.take_marks(), line.warnings


@settings(max_examples=400, deadline=None)
@given(text=TEXTS, cuts=st.lists(st.integers(0, 400), max_size=12), text_format=FORMATS)
def test_any_cuts_give_the_same_segments(text: str, cuts: list[int], text_format: TextFormat) -> None:
    bounds = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    assert heard([text[a:b] for a, b in pairwise(bounds)], text_format) == heard([text], text_format)


@pytest.mark.slow
@settings(max_examples=250, deadline=None)
@given(text=TEXTS, text_format=FORMATS)
@example(text='<say-as interpret-as="characters">a b c', text_format="auto")
def test_every_single_cut_and_letter_by_letter_give_the_same_segments(
    text: str, text_format: TextFormat
) -> None:
    whole = heard([text], text_format)
    for cut in range(1, len(text)):
        assert heard([text[:cut], text[cut:]], text_format) == whole
    assert heard(list(text), text_format) == whole


@settings(max_examples=400, deadline=None)
@given(text=TEXTS, text_format=FORMATS)
def test_offsets_lie_in_the_text_and_never_go_back(text: str, text_format: TextFormat) -> None:
    line = TextLine(text_format=text_format)
    before = reached = 0
    for segment in line.feed(text) + line.end():
        assert segment.text_start == reached <= segment.text_end <= len(text)
        reached = segment.text_end
        for index in range(len(segment.spoken)):
            start, end = segment.spoken.source(index, index + 1)
            assert before <= start < end <= len(text)
            before = start


@settings(max_examples=300, deadline=None)
@given(text=st.text(alphabet="abc ,.?!\n", max_size=80))
def test_text_without_markup_is_what_it_is_as_plain_text(text: str) -> None:
    assert heard([text], "auto")[0] == heard([text], "plain")[0]


EMPHASIS = ("*", "* ", "**a", "*a ", "***a*", "_", "_a", "~", "=", "\\", "\\*")
CODE = ("`", "`a", "``a`", "~~~\n", "```\n", "```` ")
LINKS = ("[", "[a", "[[", "[a]", "[a](", "[a](b", '[a](b "', "[a](<", "[a](b(c", "[a[", "[ ] ", "(")
BRACKETS = ("![", "![a](b", "[^a]: ", "[x]: /")
TAGS = (
    "<",
    "<a ",
    '<a b="',
    "<a b='c' ",
    '<a b="c>',
    "<p a=>",
    "<b>",
    "<div>",
    "<p>a",
    "</",
    "<a@",
    "<http:",
)
HIDDEN = ("<!--", "<!-- a --", "<![CDATA[", "<script>", '<sub alias="x">')
SPOKEN = ('<sub alias="x">a</sub>', "<break/>", '<say-as interpret-as="characters">a1')
ENTITIES = ("&", "&amp", "&amp;", "&#", "&#x4", "&lt;b&gt;")
LINES = ("#", "# ", "#\n", "> ", ">", "- ", "1. ", "- - ", " ", "\n", "-\n", "> > - ")
LISTS = ("  - a\n    - b\n      - c\n", "1. a\n   1. b\n")
TABLES = ("|", "| ", "|-", "a|", "| a | b |\n", "|---|\n")
FAMILIES = (EMPHASIS, CODE, LINKS, BRACKETS, TAGS, HIDDEN, SPOKEN, ENTITIES, LINES, LISTS, TABLES)
IN_SSML = (TAGS, HIDDEN, SPOKEN, ENTITIES, (" ", "\n"))
CASES: list[tuple[TextFormat, tuple[str, ...]]] = [
    *(("auto", family) for family in FAMILIES),
    *(("ssml", family) for family in IN_SSML),
]


def named(value: str | tuple[str, ...]) -> str:
    return value if isinstance(value, str) else " ".join(map(ascii, value))[:60]


PATTERNS = [(text_format, (pattern,)) for text_format, family in CASES for pattern in family]


@pytest.mark.slow
@pytest.mark.parametrize(("text_format", "patterns"), PATTERNS if EXPLORING else CASES, ids=named)
def test_time_grows_with_the_text_and_not_faster(text_format: TextFormat, patterns: tuple[str, ...]) -> None:
    """Texts and blocks are as much shorter as there are more patterns, so that the growth is the same."""

    def read(text: str) -> None:
        step = Markup(text_format)
        for block in blocks(text, 4096 // len(patterns)):
            step.feed(block)
        step.finish()

    assert_linear(read, patterns, apart=True)


@pytest.mark.parametrize(("text_format", "patterns"), PATTERNS, ids=named)
def test_little_is_held_back(text_format: TextFormat, patterns: tuple[str]) -> None:
    step, (pattern,) = Markup(text_format), patterns
    at = 0
    for _ in range(400):
        step.feed(Spans.of(pattern * 20, at))
        at += len(pattern) * 20
        assert step.held <= 4096 + len(pattern) * 20
