"""Letters in a row are said by their names, whatever else they are in their language."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tts_node.engines.piper.letter_names import named_letters
from tts_node.engines.piper.phonemes import Phonemizer
from tts_node.engines.piper.voice import embedded_model


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("at six thirty A M", "at six thirty A.M"),
        ("P M two point five", "P.M two point five"),
        ("l'U E et l'I A", "l'U.E et l'I.A"),
        ("U S B-C", "U.S.B-C"),
        ("all L E Ds", "all L.E D's"),
        ("A Cs and the A C's fan", "A.C.'s and the A.C.'s fan"),
        ("D S G V O", "D.S.G V.O"),
        ("A boy", "A boy"),
        ("I C'mon", "I C'mon"),
        ("XA B", "XA B"),
        ("A, B", "A, B"),
    ],
)
def test_rows_of_letters_have_dots_but_for_the_last(written: str, read: str) -> None:
    assert named_letters(written, "en-us") == read


def test_letters_that_are_of_another_language_stay() -> None:
    assert named_letters("C O 二", "cmn") == "C O 二"


@pytest.mark.parametrize(
    ("voice", "text", "sounds"),
    [
        ("en-us", "six A M now", "eɪˈɛm"),
        ("pt-br", "a U E disse", "uˈɛ"),
        ("pl", "do Z U S teraz", "zˌɛtˌuˈɛs"),
        ("nl", "de S M S is", "ɛsˌɛmˈɛs"),
    ],
)
def test_a_letter_that_is_a_word_as_well_is_said_by_its_name(voice: str, text: str, sounds: str) -> None:
    config = json.loads(Path(f"{embedded_model()}.json").read_text(encoding="utf-8"))
    phonemizer = Phonemizer(config | {"espeak": {"voice": voice}})
    assert sounds in phonemizer.phonemes(text)


def test_the_words_beside_letters_keep_their_marks() -> None:
    phonemizer = Phonemizer(json.loads(Path(f"{embedded_model()}.json").read_text(encoding="utf-8")))
    text = "Turn the L E D off at six A M please."
    spoken = phonemizer.speak(text)
    assert spoken is not None
    marked = [text[word.text_start : word.text_end] for word in phonemizer.words(text, spoken)]
    assert marked == ["Turn", "the", "L E D", "off", "at", "six", "A M", "please"]
