"""Notations and marks: the tables `tests/data/pronounce_*.tsv`."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from tts_node.text.line import TextLine, preview
from tts_node.text.markup.step import TextFormat
from tts_node.text.pronounce.fit import Takes, to_ipa
from tts_node.text.pronounce.symbols import fit
from tts_node.text.pronounced import Alphabet, Pronunciation, legible, parts

DATA = Path(__file__).parents[2] / "data"
SYMBOLS = (
    " !'(),-.:;?abcdefhijklmnopqrstuvwxyzæçðøħŋœɐɑɒɓɔɕɖɗɘəɚɛɜɞɟɠɡɢɣɤɥɦɧɨɪɫɬɭɮɯɰɱɲɳɴɵɶɸɹɺɻɽɾʀʁʂʃʄʈʉʊʋʌʍʎʏʐʑʒʔʕ"
    "ʘʙʛʜʝʟʡʢʲˈˌːˑ˞βθχᵻⱱ\u0303\u0329\u032a\u032f"
)
"""As most voices of the Piper family have them."""
PHONEMES = Takes("joe", "en-US", frozenset({"ipa"}), frozenset(SYMBOLS))
NOTHING = Takes("tone")
WITHOUT_MARKUP: TextFormat = "plain"


def rows(name: str) -> list[list[str]]:
    lines = (DATA / f"pronounce_{name}.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("# ")]


def spoken(text: str, language: str, takes: Takes | None, text_format: TextFormat = "auto") -> str:
    found = preview(text, language, text_format=text_format, takes=takes)
    return " ¦ ".join(segment.text for segment in found.segments)


@pytest.mark.parametrize(("alphabet", "notation", "ipa", "symbols", "language"), rows("notations"))
def test_a_notation_leads_to_the_ipa_and_to_the_voices_symbols(
    alphabet: Alphabet, notation: str, ipa: str, symbols: str, language: str
) -> None:
    found = to_ipa(Pronunciation(notation, alphabet))
    assert (found or "-") == ipa
    if found is not None:
        fitted = fit(found, frozenset(SYMBOLS), language)
        assert (fitted.symbols, fitted.unknown) == (symbols, ())


@pytest.mark.parametrize(("language", "text", "with_phonemes", "without"), rows("text"))
def test_a_mark_becomes_what_the_voice_takes(
    language: str, text: str, with_phonemes: str, without: str
) -> None:
    assert spoken(text, language, PHONEMES) == with_phonemes
    assert spoken(text, language, NOTHING) == without


@pytest.mark.parametrize(("language", "text"), [row[:2] for row in rows("text") if "[" in row[2]])
def test_marks_are_read_in_every_format(language: str, text: str) -> None:
    plain = text.replace("*", "").replace("- [x] ", "")
    if "<" in text:
        assert spoken(text, language, PHONEMES, "ssml") == spoken(text, language, PHONEMES)
    else:
        for text_format in get_args(TextFormat):
            assert spoken(plain, language, PHONEMES, text_format) == spoken(text, language, PHONEMES)


@pytest.mark.parametrize("text", [row[0] for row in rows("untouched")])
@pytest.mark.parametrize("takes", [PHONEMES, NOTHING, None])
def test_brackets_that_are_no_marks_stay(text: str, takes: Takes | None) -> None:
    line = TextLine(None, takes=takes)
    assert " ".join(segment.text for segment in line.feed(text) + line.end()) == text
    assert line.warnings == []


@pytest.mark.parametrize("text", [row[1] for row in rows("text")])
def test_no_bracket_of_a_mark_is_ever_given_to_a_voice(text: str) -> None:
    for takes in (PHONEMES, NOTHING):
        line = TextLine("en", text_format="auto", takes=takes)
        for segment in line.feed(text) + line.end():
            plain = [p for p in parts(segment.text) if type(p).__name__ == "Plain"]
            assert not any(set(segment.text[p.begin : p.end]) & set("[]<>") for p in plain)


def test_what_a_preview_shows_can_be_given_again() -> None:
    for text in ("Say [[həlˈoʊ]] now.", "A [M][AY0][N][UW1][T] here", "爱[h][ào]音乐", "他[n][ǐ][h][ǎo]说"):
        shown = spoken(text, "zh", None)
        assert shown == text
    assert legible(spoken("Say [[həˈləʊ]].", "en", PHONEMES)) == "Say [[həlˈoʊ]]."
