"""The reading rules as steps: languages without rules, offsets, pieces, odd input, linear time."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tts_node.text.line import TextLine
from tts_node.text.read.reader import LANGUAGES, reader
from tts_node.text.spans import Spans
from tts_node.text.split import TextSegment

PIECES = st.sampled_from(
    [
        "-0.4 °C", "3–5 °C", "7.4 kWh", "€12.05", "06:30", "2026-11-30", "11/30/2026", "3 - 5",
        "10 - 3 = 7", "1,200.50", "1 200", ".5", "1/2", "½", "2½", "1 1/2 cups", "22nd", "Henry VIII",
        "Chapter IV", "$3.50", "5 EUR", "-€3", "+49 30 1234567", "(555) 123-4567", "555-0123", "PIN 0423",
        "room 705A", "16 A", "192.168.1.10:8123", "v1.2.3", "2026.11.1", "https://example.com/a_b?c=d",
        "ann@example.com", "Dr. ", "St. ", "No. 4", "e.g. ", "etc.", "A/C", "1h 20m", "2:30 h", "the '90s",
        "1990s", "in 1999", "2019-2024", "Mon-Fri", "Nov 30th", "30 Nov", "5-7 pm", "9:00-17:00", "7 a.m. ",
        "3 x 4 m", "1920x1080", "16:9", "120/80 mmHg", "52.52° N", "5'10\"", "24\"", "10^-3", "5²", "±",
        "≈", "~", "<", ">", "=", "+", "&", "@", "#", "%", "°", "/", "*", "×", "$", "€", "-", "−", "–", " ",
        "  ", "\n", ". ", ", ", ": ", "(", ")", "\"", "5", "0", "007", "1" * 30, "a", "I", "V", "kWh", "m",
        "in", "and ", "word ", "你好", "温度26℃", "٣", "Ä", "\u0301", "🙂", "ﬁ", "²", "μ",
        " -> ", "→", "=>",
    ]
)  # fmt: skip
TEXTS = st.one_of(st.lists(PIECES, max_size=20).map("".join), st.text(max_size=60))
READ = st.sampled_from(sorted(LANGUAGES))


def spoken(pieces: list[str], language: str, max_chars: int = 240) -> list[TextSegment]:
    line = TextLine(language, max_chars)
    segments = [segment for piece in pieces for segment in line.feed(piece)]
    return segments + line.end()


@pytest.mark.parametrize("language", [None, "", "xx", "fi-FI", "th", "not a tag"])
@pytest.mark.parametrize("text", ["Straße: 10 Äpfel für 3,50 €", "5 °C & ½", "١٢ درجة", "12 องศา"])
def test_t11_a_language_without_rules_leaves_the_text_unchanged(language: str | None, text: str) -> None:
    spans = Spans.of(text)
    assert reader(language)(spans) is spans


@pytest.mark.parametrize("tag", ["en", "EN", "en-US", "en_US", "en-gb", "en-Latn-AU"])
def test_any_spelling_of_a_tag_finds_its_language(tag: str) -> None:
    assert reader(tag)(Spans.of("5 °C")).text == "five degrees Celsius"


@pytest.mark.parametrize(
    ("tag", "text", "said"),
    [
        ("en-US", "3/4/2026", "March fourth, twenty twenty-six"),
        ("en-GB", "3/4/2026", "April third, twenty twenty-six"),
        ("en-US", "105 W", "one hundred five watts"),
        ("en-GB", "105 W", "one hundred and five watts"),
    ],
)
def test_a_region_decides_the_order_of_a_date_and_the_and_of_hundreds(tag: str, text: str, said: str) -> None:
    assert reader(tag)(Spans.of(text)).text == said


def test_a_word_that_was_read_leads_back_to_what_was_written() -> None:
    text = "It drew 7.4 kWh at 06:30 today."
    read = reader("en")(Spans.of(text))
    energy, clock = read.text.index("kilowatt"), read.text.index("thirty")
    assert text[slice(*read.source(energy, energy + 8))] == "7.4 kWh"
    assert text[slice(*read.source(clock, clock + 6))] == "06:30"
    today = read.text.index("today")
    assert text[slice(*read.source(today, today + 5))] == "today"


@settings(max_examples=300, deadline=None)
@given(text=TEXTS, cuts=st.lists(st.integers(0, 300), max_size=8), language=READ)
@example(text="at 06:30 the EV drew 7.4 kWh", cuts=[4, 6, 20, 22], language="en")
def test_any_cuts_give_the_same_words(text: str, cuts: list[int], language: str) -> None:
    bounds = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    assert spoken([text[a:b] for a, b in pairwise(bounds)], language) == spoken([text], language)


@settings(max_examples=400, deadline=None)
@given(text=TEXTS, language=READ)
def test_nothing_raises_and_offsets_lie_in_the_text_and_never_go_back(text: str, language: str) -> None:
    read = reader(language)(Spans.of(text, 7))
    before = 7
    for index in range(len(read)):
        start, end = read.source(index, index + 1)
        assert before <= start < end <= 7 + len(text)
        before = start


@settings(max_examples=200, deadline=None)
@given(text=TEXTS, language=READ, size=st.sampled_from([20, 60, 240]))
def test_what_reading_made_longer_still_fits_the_engine(text: str, language: str, size: int) -> None:
    segments = spoken([text], language, size)
    assert all(0 < len(segment.text) <= size for segment in segments)


@settings(max_examples=300, deadline=None)
@given(text=st.text(alphabet="abcdefghijklmnopqrstuvwxyzäöüßéèñçøłž你好안녕мир ,.", max_size=80))
def test_letters_are_never_lost(text: str) -> None:
    kept = [char for char in reader("en")(Spans.of(text)).text if ord(char) > 127]
    assert kept == [char for char in text if ord(char) > 127]
