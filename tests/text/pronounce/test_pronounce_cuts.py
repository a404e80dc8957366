"""However a text with marks is cut, what is spoken is the same; offsets too; nothing raises."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tts_node.text.line import TextLine
from tts_node.text.markup.step import TextFormat
from tts_node.text.pronounce import arpabet, pinyin, xsampa
from tts_node.text.pronounce.fit import Fit, Takes
from tts_node.text.pronounce.letters import to_letters
from tts_node.text.pronounce.step import Marks
from tts_node.text.pronounce.symbols import fit
from tts_node.text.pronounced import (
    LONGEST_NOTATION,
    Alphabet,
    Plain,
    Pronounced,
    Pronunciation,
    legible,
    mark,
    parts,
    plain,
)
from tts_node.text.spans import Spans

PHONEMES = Takes("joe", "en-US", frozenset({"ipa"}), frozenset(" abdefhijklmnopstuvwzæəɛɡɪɹʃʊʌˈˌː"))
TAKES = st.sampled_from(
    [
        None,
        PHONEMES,
        Takes("tone"),
        Takes("cosy", "zh", frozenset({"arpabet", "pinyin"}), asides=frozenset({"breath", "strong"})),
    ]
)
PIECES = st.sampled_from(
    [
        "[[həˈləʊ]]", "[[", "]]", "[", "]", "[M]", "[AY0]", "[N]", "[AY", "0]", "[h]", "[ào]", "[hao3]",
        "[n][ǐ]", "[x]", "[1]", "[sic]", "[breath]", "[laughter]", "<strong>", "</strong>", "<", ">", "</",
        "<phoneme ph='kæt'>", "<phoneme ph=\"ˈʘ\" alphabet='ipa'>", "</phoneme>", "<phoneme ph='æ'/>",
        "<speak>", "word", "Word. ", " ", "\n", "\n\n", "中文", "。", "5 kg", ".", "é", "\u0301", "ˈ", "ə",
        "a", "A", "0", "3", "-", "**", "[[kat]]", "[[ʘ]]", "[a](b)", "\U000f0001", "\U000f0003", "&#xF0001;",
        "x" * 70, "[[" + "ə" * 119,
    ]
)  # fmt: skip
TEXTS = st.one_of(
    st.lists(PIECES, max_size=20).map("".join),
    st.text(alphabet="[]<>/ABhaào03ˈəː .\n中\U000f0001\U000f0002", max_size=50),
)
FORMATS: st.SearchStrategy[TextFormat] = st.sampled_from(["plain", "auto", "markdown", "ssml"])


def heard(
    pieces: list[str], text_format: TextFormat, takes: Takes | None, max_chars: int
) -> tuple[object, ...]:
    line = TextLine("en", max_chars, text_format=text_format, takes=takes)
    segments = [segment for piece in pieces for segment in line.feed(piece)] + line.end()
    return segments, line.warnings


@settings(max_examples=300, deadline=None)
@given(TEXTS, st.lists(st.integers(0, 400), max_size=12), FORMATS, TAKES, st.sampled_from([240, 30]))
def test_any_cuts_give_the_same_segments(
    text: str, cuts: list[int], text_format: TextFormat, takes: Takes | None, max_chars: int
) -> None:
    bounds = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    pieces = [text[a:b] for a, b in pairwise(bounds)]
    whole = heard([text], text_format, takes, max_chars)
    assert heard(pieces, text_format, takes, max_chars) == whole
    assert heard(list(text), text_format, takes, max_chars) == whole


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(TEXTS, FORMATS)
@example("[M][AY0][N]x [h][ào]中", "plain")
@example("<phoneme ph='kæt'>a</phoneme>b", "auto")
def test_every_single_cut_gives_the_same_segments(text: str, text_format: TextFormat) -> None:
    whole = heard([text], text_format, PHONEMES, 240)
    for cut in range(1, len(text)):
        assert heard([text[:cut], text[cut:]], text_format, PHONEMES, 240) == whole


@settings(max_examples=300, deadline=None)
@given(TEXTS, FORMATS, TAKES)
def test_offsets_lie_in_the_text_and_never_go_back(
    text: str, text_format: TextFormat, takes: Takes | None
) -> None:
    line = TextLine("en", text_format=text_format, takes=takes)
    before = reached = 0
    for segment in line.feed(text) + line.end():
        assert segment.text_start == reached <= segment.text_end <= len(text)
        reached = segment.text_end
        for index in range(len(segment.spoken)):
            start, end = segment.spoken.source(index, index + 1)
            assert before <= start < end <= len(text)
            before = start


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(TEXTS, FORMATS)
def test_a_voice_gets_no_mark_that_it_does_not_take(text: str, text_format: TextFormat) -> None:
    line = TextLine("en", text_format=text_format, takes=PHONEMES)
    for segment in line.feed(text) + line.end():
        said = [part.pronunciation for part in parts(segment.text) if isinstance(part, Pronounced)]
        assert all(one.alphabet == "ipa" and set(one.notation) <= PHONEMES.phonemes for one in said)
    line = TextLine("en", text_format=text_format, takes=Takes("tone"))
    for segment in line.feed(text) + line.end():
        assert all(isinstance(part, Plain) for part in parts(segment.text))


NOTATIONS = st.text(min_size=1, max_size=LONGEST_NOTATION).filter(lambda text: bool(text.strip()))


@settings(max_examples=300, deadline=None)
@given(NOTATIONS, st.sampled_from(["ipa", "x-sampa", "arpabet", "pinyin"]), st.text(max_size=40), TAKES)
def test_any_notation_of_the_household_becomes_something(
    notation: str, alphabet: Alphabet, written: str, takes: Takes | None
) -> None:
    hidden = mark(Pronunciation(notation, alphabet), written)
    legible(hidden)
    plain(hidden)
    said = Fit(takes or PHONEMES)(Spans.of(f"a {hidden} b"))
    assert said.text.startswith("a") and said.text.endswith("b")
    to_letters(notation)
    assert set(fit(notation, PHONEMES.phonemes, "en").symbols) <= PHONEMES.phonemes
    for convert in (arpabet.to_ipa, xsampa.to_ipa, pinyin.to_ipa):
        convert(notation)


def test_a_mark_keeps_notation_and_word() -> None:
    said = Pronunciation("t@ˈ𝒳 x", "x-sampa")
    found = list(parts(f"a{mark(said, 'Wörd 𝒳')}b"))
    assert isinstance(found[1], Pronounced)
    assert (found[1].pronunciation, found[1].written) == (said, "Wörd 𝒳")
    assert [type(part) for part in found] == [Plain, Pronounced, Plain]


def test_half_a_mark_at_the_end_waits_also_for_a_pause_in_the_text() -> None:
    line = TextLine("en", takes=PHONEMES)
    assert [segment.text for segment in line.feed("One. Say [[həˈloʊ]] now. [")] == ["One."]
    assert line.idle() == []
    said = line.feed("[ˈbaɪ]]. ") + line.idle()
    assert [legible(segment.text) for segment in said] == ["Say [[həlˈoʊ]] now.", "[[bˈaɪ]]."]


PATHOLOGICAL = [
    "[", "[[", "[[a", "[[ə]] ", "[[" + "ə" * 110, "[M]", "[M][AY0]", "[AY0", "[h]", "[h][ào]", "[h][", "<",
    "</", "<s", "<strong>", "[breath]", "[[ʘ]]", "[a", "\U000f0001", "中[hao3]",
]  # fmt: skip


@pytest.mark.parametrize("pattern", PATHOLOGICAL)
def test_little_is_held_back(pattern: str) -> None:
    step = Marks()
    at = 0
    for _ in range(100):
        step.feed(Spans.of(pattern * 20, at))
        at += len(pattern) * 20
        assert step.held <= 512


def test_a_long_text_of_bad_marks_is_told_a_few_times() -> None:
    line = TextLine("en", takes=PHONEMES)
    for number in range(2_000):
        line.feed(f"[[{chr(0x250 + number % 80)}ʘ{chr(0x251 + number % 40)}]] ")
    line.end()
    assert 1 <= len(line.warnings) <= 8
    assert {warning.code for warning in line.warnings} == {"pronunciation_ignored"}
