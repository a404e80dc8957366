"""The household's words in texts: a table of cases, any cut, offsets, large lexicons."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.text.growth import assert_linear
from tests.text.offsets import assert_leads_back
from tts_node.lexicon.file import load
from tts_node.text.lexicon import Entry, Lexicon
from tts_node.text.lexicon.sounds import with_possessive
from tts_node.text.lexicon.words import WordIndex
from tts_node.text.line import TextLine, preview
from tts_node.text.pronounced import legible
from tts_node.text.spans import Spans
from tts_node.text.split import TextSegment

DATA = Path(__file__).parents[1] / "data"
LEXICON = load(DATA / "lexicon.yaml")
ROWS = [
    line.split("\t")
    for line in (DATA / "lexicon_cases.tsv").read_text(encoding="utf-8").splitlines()
    if not line.startswith("# ")
]
CASES = [
    (None if language == "none" else language, text.replace("\\n", "\n"), spoken)
    for language, text, spoken, *_ in ROWS
]


@pytest.mark.parametrize(("language", "text", "spoken"), CASES)
def test_a_text_is_spoken_as_the_table_says(language: str | None, text: str, spoken: str) -> None:
    shown = preview(text, language, text_format="auto", lexicon=LEXICON)
    assert " ¦ ".join(segment.text for segment in shown.segments) == spoken


@pytest.mark.parametrize(("language", "text"), [(language, text) for language, text, _ in CASES])
def test_every_spoken_character_leads_back_into_the_text_and_never_backwards(
    language: str | None, text: str
) -> None:
    assert_leads_back(spoken_in([text], language), text)


def spoken_in(pieces: list[str], language: str | None) -> list[TextSegment]:
    line = TextLine(language, text_format="auto", lexicon=LEXICON)
    segments = [segment for piece in pieces for segment in line.feed(piece)]
    return segments + line.end()


@pytest.mark.parametrize("sign", [".", "..", "!", "-", "'"])
def test_an_entry_of_a_sign_alone_ends_with_the_sentence(sign: str) -> None:
    lexicon = Lexicon([Entry("abbreviation", sign, None, say="sign")])
    heard = [s.text for s in preview(f"One {sign} two{sign}", "en", lexicon=lexicon).segments]
    assert "One sign two" in " ".join(heard)


def test_a_mark_is_for_the_clients_own_letters() -> None:
    text = "Then Home Assistant called Nguyen's house."
    (segment,) = spoken_in([text], "en")
    spoken = segment.spoken
    assert legible(spoken.text) == "Then the house called [[ŋwiənz]] house."
    at = spoken.text.index("the house")
    assert text[slice(*spoken.source(at, at + 3))] == "Home Assistant"
    sounds = spoken.text.index("called ") + len("called ")
    assert text[slice(*spoken.source(sounds, sounds + 1))] == "Nguyen's"
    last = spoken.text.rindex("house")
    assert text[slice(*spoken.source(last, last + 5))] == "house"


def test_without_entries_nothing_is_done() -> None:
    assert Lexicon().words("en") is None
    spans = Spans.of("Siobhan is at home.")
    step = LEXICON.words("en")
    assert step is not None and step(Spans.of("nothing here")).text == "nothing here"
    words = Lexicon([Entry("word", "nobody", say="somebody")]).words("en")
    assert words is not None and words(spans) is spans


@pytest.mark.parametrize(
    ("ipa", "language", "said"),
    [
        ("kæt", "en", "kæts"),
        ("dɒɡ", "en-GB", "dɒɡz"),
        ("mɑːtʃ", None, "mɑːtʃɪz"),
        ("æn.ˈə", "en", "æn.ˈəz"),
        ("bɪə̯ː", "en", "bɪə̯ːz"),
        ("laʁs", "de", "laʁs"),
        ("anə", "de", "anəs"),
    ],
)
def test_a_possessive_is_heard_as_the_last_sound_wants_it(ipa: str, language: str | None, said: str) -> None:
    assert with_possessive(ipa, language) == said


PIECES = st.sampled_from(
    [
        "Siobhan", "Lars", "Lars's", "Nguyen", "Nguyen’s", "Home ", "Assistant", " Green", "home",
        "IKEA", "us ", "US", "C++", "Node.js", "St. ", "St.", "Anton", "Route A", "Wi", "-", "Fi",
        "4711", "12", "°dH", "'", "’", "n", " roll", "rock ", "重", "庆", "重庆", "T恤", "서울", "에서",
        "กรุงเทพ", "एबीसी", "ी", "Whg.", "Whg. Müller", "z. ", "K.", "WG", "Apt. ", "Then ", "the ",
        " ", "  ", "\n", "\n\n", ". ", ".", ", ", "!", "?", "@", "://", "www.", "**", "_", "`", "[",
        "](", ")", "<", ">", "&amp;", "5 ", "Vbat", "zz", "/", "ping ", "pong ", "\u0301", "\u200b",
        "🙂", "\ud83d", "e", "x" * 40, "\U000f0001",
    ]
)  # fmt: skip
TEXTS = st.one_of(st.lists(PIECES, max_size=25).map("".join), st.text(max_size=60))
LANGUAGES = st.sampled_from([None, "en", "en-GB", "de", "fr", "zh", "xx"])


@settings(max_examples=300, deadline=None)
@given(text=TEXTS, cuts=st.lists(st.integers(0, 300), max_size=8), language=LANGUAGES)
@example(text="The Home Assistant of St. Anton.", cuts=[6, 10, 22, 25], language="en")
@example(text="Die Whg. Müller.", cuts=[5, 8, 9], language="de")
def test_any_cuts_give_the_same_words(text: str, cuts: list[int], language: str | None) -> None:
    bounds = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    assert spoken_in([text[a:b] for a, b in pairwise(bounds)], language) == spoken_in([text], language)


@settings(max_examples=300, deadline=None)
@given(text=TEXTS, language=LANGUAGES)
def test_nothing_raises_and_offsets_lie_in_the_text_and_never_go_back(
    text: str, language: str | None
) -> None:
    step = LEXICON.words(language)
    assert step is not None
    read = step(Spans.of(text, 7))
    before = 7
    for index in range(len(read)):
        start, end = read.source(index, index + 1)
        assert before <= start < end <= 7 + len(text)
        before = start


@settings(max_examples=200, deadline=None)
@given(text=TEXTS, language=LANGUAGES)
def test_found_words_do_not_overlap_and_all_else_stays(text: str, language: str | None) -> None:
    at = 0
    for match in LEXICON.matches(text, language):
        assert at <= match.start < match.end <= len(text)
        at = match.end


def test_ten_thousand_entries_cost_a_text_hardly_more_than_ten() -> None:
    """Whatever they are: the work at a place is bounded by the longest phrase."""
    many = [Entry("word", f"word{n} of {n % 7}", say=f"said {n}") for n in range(10_000)]
    small, large = WordIndex(many[:10]), WordIndex(many)
    text = "word9 of 2 and word3 of the words of 4, then word9 of 2. " * 4

    def best_ms(index: WordIndex) -> float:
        times = []
        for _ in range(7):
            began = time.process_time()
            for _ in range(5):
                assert sum(1 for _ in index.matches(text, "en")) == 8
            times.append(time.process_time() - began)
        return min(times) * 200.0

    assert best_ms(large) < 8.0 * best_ms(small)


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece", ["a ", "a a", "aa", "重", "'", "a.", "a'", ". ", "a@", "http://", "서", "\u0301", "- "]
)
def test_twice_the_text_takes_at_most_about_twice_the_time(piece: str) -> None:
    """Also where every place begins the longest phrase that there may be."""
    phrases = [
        " ".join("a" * 50) + " b",
        "重" * 99 + "庆",
        "a." * 40 + "b",
        "서" * 99 + "울",
        "- " * 40 + "b",
    ]
    index = WordIndex([Entry("word", phrase, say="x") for phrase in phrases])

    def find(text: str) -> None:
        assert list(index.matches(text, "en")) == []

    assert_linear(find, piece, 100_000)


def test_long_replacements_make_no_sentence_and_no_text_endless() -> None:
    lexicon = Lexicon([Entry("word", "a", say="x" * 500)])
    line = TextLine("en", lexicon=lexicon)
    sentence = "a " * 50 + "end. "
    segments = line.feed(sentence) + line.flush()
    spoken = " ".join(segment.text for segment in segments)
    assert spoken.count("x") == 1000 and spoken.endswith("a a end.")
    assert [warning.code for warning in line.warnings] == ["lexicon_ignored"]
    segments = line.feed("Take a cup. " * 400) + line.end()
    assert sum(segment.text.count("x") for segment in segments) == 198 * 500
    assert [warning.code for warning in line.warnings] == ["lexicon_ignored"]


def test_many_words_of_usual_length_are_all_said() -> None:
    line = TextLine("en", lexicon=Lexicon([Entry("word", "Siobhan", say="Shi vawn")]))
    assert " ".join(s.text for s in line.feed("Siobhan, " * 500) + line.end()).count("Shi vawn") == 500
    assert line.warnings == []
