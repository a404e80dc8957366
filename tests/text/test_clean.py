"""Certain cleaning: composed letters, one kind of line break, nothing invisible or for the eye alone."""

from __future__ import annotations

import unicodedata

import pytest

from tts_node.text.characters import attaches, speakable
from tts_node.text.clean import Characters, Layout
from tts_node.text.spans import Spans


def cleaned(text: str) -> Spans:
    characters, layout = Characters(), Layout()
    parts = [layout.feed(characters.feed(Spans.of(text))), layout.feed(characters.finish()), layout.finish()]
    return Spans.join(parts)


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("cafe\u0301", "café"),
        ("A\u030a\u0323", "Ạ\u030a"),
        ("\u212b \u2126", "Å Ω"),
        ("\u1112\u1161\u11ab", "한"),
        ("か\u3099", "が"),
        ("a\r\nb\rc\u2028d\u2029e\u0085f\x0bg", "a\nb\nc\nd\ne\nf\ng"),
        ("a\r\n\r\n\r\nb", "a\n\nb"),
        ("a \n \n  b", "a\n\nb"),
        ("a\n  b", "a\n b"),
        ("a\tb\u00a0c\u202fd   e", "a b c d e"),
        ("wash\u00ading\u200b-up\ufeff", "washing-up"),
        ("a\u202eb\u2066c\u2069\u200f", "abc"),
        ("a\x00b\x1b[c\x7f", "ab[c"),
        ("a\ud83db\udc00", "ab"),
        ("Hi🙂there", "Hi there"),
        ("✅ Washer done → 2 °C left ⚙️", " Washer done → 2 °C left "),
        ("👨‍👩‍👧 1️⃣ 🇩🇪", " 1 "),
        ("█▓▒░ 50% ▁▂▃ ⠋", " 50% "),
        ("a\n──────\nb", "a\n\nb"),
        ("a\n---\nb ===== c *** d", "a\n\nb c d"),
        ("yes---no -- or - maybe", "yes—no -- or - maybe"),
        ("snake_case, 2 * 3, C#, ~5, a == b, **bold**", "snake_case, 2 * 3, C#, ~5, a == b, **bold**"),
        ("21.5 °C, 5 µg, 26℃, №5, 50 %, 3 × 4 ≤ 12, €5", "21.5 °C, 5 µg, 26℃, №5, 50 %, 3 × 4 ≤ 12, €5"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("क\u094d\u200dष", "क\u094d\u200dष"),
        ("二○二四年", "二○二四年"),
        ("Straße: 10 Äpfel", "Straße: 10 Äpfel"),
        ("\U000e0041x\U000f0000y", "x y"),
    ],
)
def test_text_is_cleaned(text: str, clean: str) -> None:
    assert cleaned(text).text == clean


def test_offsets_lead_back_through_composing_and_dropping() -> None:
    text = "Cafe\u0301\u200b 🙂 ok"
    spans = cleaned(text)
    assert spans.text == "Café ok"
    assert spans.source(3, 4) == (3, 5)
    assert text[slice(*spans.source(5, 7))] == "ok"
    assert spans.source(4, 5)[1] == text.index("ok")


def test_endless_combining_marks_are_taken_in_bounded_bunches() -> None:
    text = "e" + "\u0301\u0323" * 5_000
    spans = cleaned(text)
    assert spans.text.startswith("\u1eb9")
    assert max(span.end - span.start for span in spans if not span.exact) <= 31


def test_every_character_that_composes_with_the_one_before_it_is_waited_for() -> None:
    missed = []
    for code in range(0x110000):
        if 0xD800 <= code < 0xE000 or 0xAC00 <= code < 0xD7A4:
            continue
        parts = unicodedata.decomposition(chr(code)).split()
        if len(parts) == 2 and not parts[0].startswith("<") and not attaches(chr(int(parts[1], 16))):
            missed.append(hex(code))
    assert missed == []


@pytest.mark.parametrize(
    "text", ["", "   ", "…", "?!", "—", "🙂", "\n\n", "。！", "👨‍👩‍👧", "──", "()", "\u0301", "%", "→", "⠿"]
)
def test_t09_nothing_speakable(text: str) -> None:
    assert not speakable(text)
    assert not speakable(cleaned(text).text)


@pytest.mark.parametrize("text", ["7", "Ja", "好", "٣", "½", "я", "ᄀ", "न", "℃ 5", "①", "あ", "a🙂", "x"])
def test_t09_one_letter_or_digit_of_any_script_is_speech(text: str) -> None:
    assert speakable(text)
