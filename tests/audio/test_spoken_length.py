"""Bounds on how long a text may last: wide enough for whatever has to be spelled out, tight for words."""

from __future__ import annotations

import pytest

from tts_node.audio.spoken_length import longest_s, shortest_s
from tts_node.text.pronounced import Pronunciation, mark


@pytest.mark.parametrize("text", ["Ja", "OK", "好", "No.", "Hm?", "5", "W", "¿Sí?"])
def test_one_word_stays_below_three_seconds(text: str) -> None:
    assert 1.5 < longest_s(text) < 3.0


@pytest.mark.parametrize(
    ("text", "spoken_s"),
    [
        # What the embedded voice needs for them, in seconds.
        ("1234567890123456", 9.2),
        ("7 " * 50, 14.7),
        ("€%@#&" * 12, 8.5),
        ("± " * 10, 8.6),
        ("WWWWWWWWWW", 4.1),
        ("xxxxxxxxxxxxxxxxxxxx", 4.9),
        ("HTTP NASA USB CPU GPU WWW XYZ ABC QWX", 6.2),
        ("+49 171 1234567", 6.0),
        ("快递到了你得去拿二楼会议室重新调整", 12.8),
        ("สวัสดีชาวโลก", 13.4),
        ("Γειά σου Κόσμε", 4.5),
        ("Ⅷ Ⅷ Ⅷ", 4.1),
        ("𝕳𝖊𝖑𝖑𝖔", 7.3),
    ],
)
def test_what_is_spelled_out_has_room_also_with_a_slower_voice(text: str, spoken_s: float) -> None:
    assert longest_s(text) > 1.3 * spoken_s


def test_a_sentence_may_not_last_five_times_as_long_as_it_does() -> None:
    sentence = "The washing machine in the cellar has been ready for more than an hour now, says the node."
    assert longest_s(sentence) < 5 * 0.06 * len(sentence)


def test_slower_speech_may_last_longer_and_faster_speech_be_shorter() -> None:
    text = "Dinner is ready in the kitchen."
    assert longest_s(text, 0.5) == 2 * longest_s(text)
    assert longest_s(text, 2.0) == longest_s(text)
    assert shortest_s(text, 2.0) == shortest_s(text) / 2
    assert shortest_s(text, 0.5) == shortest_s(text) > 0


def test_only_letters_count_for_the_shortest_since_signs_may_be_silent() -> None:
    assert shortest_s("| _ ( ) [ ] 1 2 3 4 5 6 7 8 9 " * 8) == 0
    assert shortest_s("+" * 100 + "word") == 0


def test_accents_written_as_signs_of_their_own_change_nothing() -> None:
    assert longest_s("cafe\u0301 a\u0300 la creme") == longest_s("café à la creme")


def test_a_word_that_says_how_it_sounds_may_last_as_long_as_a_written_one() -> None:
    said = mark(Pronunciation("ˈŋwiən"), "Nguyen")
    assert 2.0 < longest_s(f"{said} is here.") - longest_s("is here.") < 6.0
