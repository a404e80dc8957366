"""Pronunciation marks in a text for a Piper voice: its symbols, its words, the rest of the sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tts_node.engines.base import Segment
from tts_node.engines.piper.engine import PiperEngine
from tts_node.engines.piper.phonemes import Phonemizer
from tts_node.engines.piper.voice import embedded_model
from tts_node.text.line import TextLine
from tts_node.text.pronounce.fit import Takes
from tts_node.text.pronounced import Alphabet, Pronunciation, legible, mark


def described(**changes: Any) -> dict[str, Any]:
    config: dict[str, Any] = json.loads(Path(f"{embedded_model()}.json").read_text(encoding="utf-8"))
    return config | changes


@pytest.fixture(scope="module")
def joe() -> Phonemizer:
    return Phonemizer(described())


@pytest.fixture(scope="module")
def mandarin() -> Phonemizer:
    return Phonemizer(described(espeak={"voice": "cmn"}))


def said(notation: str, alphabet: Alphabet = "ipa", written: str = "") -> str:
    return mark(Pronunciation(notation, alphabet), written)


@pytest.mark.parametrize(
    ("before", "sounds", "after"),
    [
        ("I want to ", "kˈæt", " now!"),
        ("in the ", "ˈæpəl", ", of a "),
        ("Hello (", "dˈɑːɡ", "). Then it is of "),
        ("", "kˈæt", " and Finn."),
        ("Ask ", "kˈæt dˈɑːɡ", "'s name"),
    ],
)
def test_the_sentence_around_a_mark_is_read_as_around_a_word(
    joe: Phonemizer, before: str, sounds: str, after: str
) -> None:
    name = "Emma" if sounds[1] == "æ" else "Mimi"
    alone = joe.phonemes(name)
    assert joe.phonemes(before + said(sounds) + after) == joe.phonemes(before + name + after).replace(
        alone, sounds
    )


def test_several_marks_stand_where_they_were(joe: Phonemizer) -> None:
    text = f"A {said('kˈæt')}{said('s')}, {said('ˈæpəl')} or {said('kˈæt')}."
    assert joe.phonemes(text).replace(" ", "") == "ɐkˈæts,ˈæpəlɔːɹkˈæt."


def test_stand_ins_that_are_in_the_text_themselves_are_not_taken_for_marks(joe: Phonemizer) -> None:
    text = f"Finn, Ann, Mimi, Emma, Kim, Ivan and {said('kˈæt')}."
    assert joe.phonemes(text).count("kˈæt") == 1
    assert joe.phonemes("Finn") in joe.phonemes(text)


def test_brackets_that_are_no_mark_are_not_read_as_phonemes(joe: Phonemizer) -> None:
    assert joe.phonemes("The [[Living Room]] lamp") == joe.phonemes("The Living Room lamp")


def test_what_the_voice_says_of_itself_is_what_a_text_is_fitted_to(engine: PiperEngine) -> None:
    (voice,) = engine.load().voices
    assert "ipa" in voice.supports and "ˈ" in voice.phonemes and "^" not in voice.phonemes
    takes = Takes(voice.name, voice.languages[0], frozenset({"ipa"}), frozenset(voice.phonemes))
    line = TextLine("en", takes=takes)
    texts = [legible(s.text) for s in line.feed("[[ˈtʃɒklət]] [T][AH0][D][EY1] [[həˈləʊ]]") + line.end()]
    assert texts == ["[[tʃˈɑːklət]] [[tədˈeɪ]] [[həlˈoʊ]]"]
    assert line.warnings == []


def test_a_respelled_word_is_the_words_own_sound(say: Callable[..., Any], joe: Phonemizer) -> None:
    plain = say("Hello my friend.", seed=1)
    marked = say(f"{said(joe.phonemes('Hello'))} my friend.", seed=1)
    assert np.array_equal(plain.samples, marked.samples)


def test_word_marks_cover_the_whole_mark(say: Callable[..., Any]) -> None:
    hello, two = said("həlˈoʊ", written="hello"), said("kˈæt ænd dˈɑːɡ")
    text = f"Say “{hello}”, and {two} to me."
    marks = say(text).marks
    assert [text[m.text_start : m.text_end] for m in marks] == ["Say", hello, "and", two, "to", "me"]
    assert all(m.sample_start < m.sample_end for m in marks)


@pytest.mark.parametrize(
    ("notation", "symbols"),
    [
        ("ni3 hao3", "nˈi2χˈɑu2"),
        ("nǐ hǎo", "nˈi2χˈɑu2"),
        ("lv4", "lˈy5"),
        ("hua1 er2", "χwˈɑ5ˈərɜ"),
        ("de", "tˈə1"),
    ],
)
def test_a_mandarin_voice_of_espeak_takes_pinyin(mandarin: Phonemizer, notation: str, symbols: str) -> None:
    assert mandarin.notations == ("ipa", "pinyin")
    assert mandarin.phonemes(said(notation, "pinyin")) == symbols


def test_a_syllable_in_a_mandarin_sentence_leaves_the_rest(mandarin: Phonemizer) -> None:
    text = mandarin.phonemes(f"爱{said('hao4', 'pinyin')}音乐。")
    assert text.startswith(mandarin.phonemes("爱") + "χˈɑu5") and " " not in text


def test_a_voice_whose_symbols_are_pinyin_takes_no_ipa() -> None:
    chinese = Phonemizer(described(phoneme_type="pinyin"))
    assert chinese.notations == ("pinyin",)
    text = said("ni3 lv4 xue2 yuan2 er2 huar1", "pinyin")
    assert chinese._phonemes(text) == [
        *("n", "i", "3"), *("l", "v", "4"), *("x", "ue", "2"), *("y", "uan", "2"), *("Ø", "er", "2"),
        *("h", "ua", "1"), *("Ø", "er", "5"),
    ]  # fmt: skip


def test_a_voice_of_letters_takes_no_marks() -> None:
    letters = Phonemizer(described(phoneme_type="text"))
    assert letters.notations == ()


def test_a_mark_that_was_cut_in_two_is_no_reason_to_fail(joe: Phonemizer) -> None:
    whole = said("kˈæt", written="cat")
    for cut in range(1, len(whole)):
        for piece in (whole[:cut], whole[cut:]):
            assert joe.phonemes(f"one {piece} two") == joe.phonemes("one two")
    assert joe.speak(whole[:3]) is None


def test_a_segment_with_marks_is_the_same_again(engine: PiperEngine, speak: Callable[..., Any]) -> None:
    segment = Segment(f"Say {said('kˈæt')} twice.", "joe", seed=3)
    assert np.array_equal(speak(engine, segment).samples, speak(engine, segment).samples)
