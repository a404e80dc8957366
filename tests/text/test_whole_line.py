"""Everything at once: markup, pronunciation marks, the household's words, emoji, detection, rules, prosody.

Each step has its own properties beside it; here are those of the line that they make.
"""

from __future__ import annotations

from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tts_node.text.lexicon import Entry, Lexicon
from tts_node.text.line import TextLine, segment_steps
from tts_node.text.markup.step import TextFormat
from tts_node.text.pronounce.fit import Fit, Takes
from tts_node.text.pronounced import HIDDEN, marked
from tts_node.text.read.reader import LANGUAGES
from tts_node.text.signs import has_sign
from tts_node.text.spans import Spans
from tts_node.text.split import TextSegment

LEXICON = Lexicon(
    [
        Entry("word", "Siobhan", say="Shivawn"),
        Entry("word", "Route 66", "en", say="the mother road 66"),
        Entry("word", "WLAN", "de", say="W Lan", case="exact"),
        Entry("word", "重庆", pinyin="chong2 qing4"),
        Entry("word", "fire", "en", say="flames"),
        Entry("abbreviation", "Whg.", "de", say="Wohnung"),
        Entry("unit", "Vbat", "en", say="battery volts", one="battery volt"),
    ]
)
IPA = Takes("joe", "en", frozenset({"ipa"}), frozenset("həloʊkætpˈˌ"), frozenset({"breath"}))
LETTERS = Takes("letters", prosody=frozenset())
TURNING = Takes("turning", prosody=frozenset({"speed", "pitch", "turns"}))
PIECES = st.sampled_from(
    [
        "The door is open. ", "Die Tür ist z. B. offen. ", "La porte est ouverte. ", "今天很热。",
        "Siobhan", "重庆", "Route 66", "WLAN", "Whg. ", "12.5 Vbat", "Dr. ", "No. 4", "3. Mai ",
        "-0.4 °C", "€12.05", "06:30", "2026-11-30", "7.4 kWh", "1/2", "温度26℃", "ann@example.com",
        "(555) 123-4567", "🔥", "🔥🔥 ", "👩🏽‍💻", "🇩🇪", "1️⃣ ", "→", "->", "➡️", "[[həˈloʊ]]", "[[",
        "[M][AY0]", "[h][ào]", "[breath]", "<strong>", "</strong>", "**", "*", "_", "`", "```\n",
        "# ", "- ", "1. ", "> ", "| a | b |\n", "[a](http://b.test/", ")", "<b>", "<", "</", "<p>",
        "<p xml:lang='de'>", "</p>", "<br>", "&amp;", "&#x1F525;", "&", "<break time='1s'/>",
        "<sub alias='5 kg'>", "</sub>", "<phoneme ph='kæt'>", "</phoneme>", "<lang xml:lang='de'>",
        "</lang>", "<prosody rate='slow' pitch='+1st'>", "<prosody volume='loud'>", "</prosody>",
        "<emphasis>", "</emphasis>", "<mark name='m'/>",
        "<say-as interpret-as='ordinal'>", "<say-as interpret-as='characters'>", "</say-as>",
        "<speak>", "</speak>", "<!--", "-->", " ", "  ", "\n", "\n\n", ". ", "! ", "? ", "…", ", ",
        "5", "word ", "\u0301", "\u200d", "\ufe0f", "\U00100001", "\U000f0001", "\ud83d", "\\",
        "\"", "“", "”", "-", "—", "\0", "\udc00", "\ue000", "\U0010ffff", "\u202e", "e" + "\u0301" * 70,
        "5²", "½", "²", "٣", "१", "10^400", "9" * 50, "1,", "$", "$x^2$", "±", "(5", "21 h", "2 pages ",
        "o 9:00 ", "14.30 ", "20u30 ", "R$ 3,50 ", "XIV ", "1º ",
    ]
)  # fmt: skip
TEXTS = st.one_of(
    st.lists(PIECES, max_size=25).map("".join),
    st.text(max_size=50),
    st.text(st.characters(exclude_categories=[]), max_size=50),  # surrogates, too
)
FORMATS: st.SearchStrategy[TextFormat] = st.sampled_from(["auto", "plain", "markdown", "ssml"])
SPOKEN_IN = st.sampled_from([None, "en-GB", "xx", *sorted(LANGUAGES)])
VOICES = st.sampled_from([None, IPA, LETTERS, TURNING])
SIZES = st.sampled_from([20, 60, 240])


def heard(
    pieces: list[str],
    language: str | None,
    form: TextFormat,
    takes: Takes | None,
    size: int,
    *,
    quiet: bool = False,
) -> tuple[list[TextSegment], list[str]]:
    line = TextLine(
        language,
        size,
        text_format=form,
        code_blocks="skip" if quiet else "announce",
        emoji="skip" if quiet else "name",
        lexicon=LEXICON,
        takes=takes,
        among=("en", "de", "fr", "zh"),
    )
    segments = [segment for piece in pieces for segment in line.feed(piece)] + line.end()
    return segments, [warning.message for warning in line.warnings]


@settings(max_examples=350, deadline=None)
@given(
    text=TEXTS,
    cuts=st.lists(st.integers(0, 400), max_size=10),
    language=SPOKEN_IN,
    form=FORMATS,
    takes=VOICES,
    size=SIZES,
    quiet=st.booleans(),
)
def test_any_cuts_give_the_same_segments_and_warnings(
    text: str,
    cuts: list[int],
    language: str | None,
    form: TextFormat,
    takes: Takes | None,
    size: int,
    quiet: bool,
) -> None:
    bounds = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    pieces = [text[a:b] for a, b in pairwise(bounds)]
    whole = heard([text], language, form, takes, size, quiet=quiet)
    assert heard(pieces, language, form, takes, size, quiet=quiet) == whole


@settings(max_examples=250, deadline=None)
@given(text=TEXTS, language=SPOKEN_IN, form=FORMATS, takes=VOICES, size=SIZES)
def test_letter_by_letter_gives_the_same_segments_and_warnings(
    text: str, language: str | None, form: TextFormat, takes: Takes | None, size: int
) -> None:
    assert heard(list(text), language, form, takes, size) == heard([text], language, form, takes, size)


@settings(max_examples=500, deadline=None)
@given(text=TEXTS, language=SPOKEN_IN, form=FORMATS, takes=VOICES, size=SIZES)
@example(text="→→Dr. Weiss ", language=None, form="plain", takes=None, size=20)
@example(text="🔥\nThe door is open. ", language="pl", form="auto", takes=None, size=20)
def test_offsets_lie_in_the_text_and_never_go_back_and_segments_cover_it_in_order(
    text: str, language: str | None, form: TextFormat, takes: Takes | None, size: int
) -> None:
    before = reached = 0
    for segment in heard([text], language, form, takes, size)[0]:
        assert segment.text == segment.text.strip() != ""
        assert len(segment.text) <= size or HIDDEN.search(segment.text)
        assert segment.text_start == reached <= segment.text_end <= len(text)
        reached = segment.text_end
        for index in range(len(segment.spoken)):
            start, end = segment.spoken.source(index, index + 1)
            assert before <= start < end <= len(text)
            before = start


@settings(max_examples=300, deadline=None)
@given(text=TEXTS, language=SPOKEN_IN, form=FORMATS, size=SIZES)
@example(text="<phoneme ph='a'><phoneme ph='a'></phoneme>", language=None, form="auto", size=60)
def test_nothing_private_reaches_a_voice_that_takes_no_marks(
    text: str, language: str | None, form: TextFormat, size: int
) -> None:
    for segment in heard([text], language, form, LETTERS, size)[0]:
        assert not marked(segment.text)
        assert not has_sign(segment.text)


@settings(max_examples=400, deadline=None)
@given(text=TEXTS, language=SPOKEN_IN, takes=VOICES)
def test_each_step_on_a_sentence_takes_any_text_and_its_offsets_never_go_back(
    text: str, language: str | None, takes: Takes | None
) -> None:
    """Alone, on what no step before it has seen."""
    fit = None if takes is None else Fit(takes)
    for step in segment_steps(language, LEXICON, fit, "name"):
        read, before = step(Spans.of(text, 7)), 7
        for index in range(len(read)):
            start, end = read.source(index, index + 1)
            assert before <= start < end <= 7 + len(text)
            before = start
