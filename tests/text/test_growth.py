"""Time grows with a text and not faster, whatever a client sends: twice 100,000 characters take at most three
times as long, for each step alone and for the line that they make.

What every step or language has to stand is measured in stretches of one text, several patterns at a time;
with TTS_NODE_EXPLORE=1 each pattern fills a text of its own. Markup and the household's words have theirs
beside their other properties.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

import pytest

from tests.text.growth import EXPLORING, assert_linear, blocks
from tts_node.text.clean import Characters, Layout
from tts_node.text.emoji.naming import naming
from tts_node.text.emoji.step import Emoji
from tts_node.text.language import detect, latin_language
from tts_node.text.lexicon import Entry, Lexicon
from tts_node.text.line import StreamStep, TextLine
from tts_node.text.markup.step import TextFormat
from tts_node.text.pronounce.fit import Fit, Takes
from tts_node.text.pronounce.step import Marks
from tts_node.text.read.arrows import arrows
from tts_node.text.read.reader import LANGUAGES, reader
from tts_node.text.read.runs import in_runs
from tts_node.text.read.say_as import KINDS, say_as
from tts_node.text.read.scan import Rules
from tts_node.text.read.vanished import close_up
from tts_node.text.sentence_language import SentenceLanguage
from tts_node.text.spans import Spans
from tts_node.text.split import Segmenter

Group = tuple[str, ...]
IPA = Takes("joe", "en", frozenset({"ipa"}), frozenset("həloʊkætpˈˌ"), frozenset({"breath"}))
LEXICON = Lexicon(
    [Entry("word", "Siobhan", say="Shivawn"), Entry("abbreviation", "Whg.", "de", say="Wohnung")]
)

CHARACTERS: tuple[Group, ...] = (
    ("\u0301", "e\u0301", "\u1100\u1161", "\u200d", "\u200f", "\ud83d", "\x00", "\ufe0f", "\U000e0041"),
    ("→", "🔥", "☎", "①", "é", "\r\n", "\u2028", "\U000f0001", "\U0010ffff", "\ufffd", "\xad"),
    ("क\u094d\u200d", "가", "ﬁ", "Ａ", "\t", "\u00a0", "٣", "\u202e"),
)
LAYOUT: tuple[Group, ...] = (
    (" ", "\n", " \n", "\n ", "a\n", "a \n", "a: \n"),
    ("-", "=-", "--- ", "a---", "_", "*", "~", "#", "- ", "-\n", "中 "),
)
EMOJI: tuple[Group, ...] = (("🔥", "🔥🎉 word ", "🔥 ", "☎", "➡️"), ("👨\u200d", "🇩", "🏴󠁧", "❤", "1️⃣"))
MARKS: tuple[Group, ...] = (
    ("[", "[[", "[[a", "[[ə]] ", "[[" + "ə" * 110, "[M]", "[M][AY0]", "[AY0"),
    ("[h]", "[h][ào]", "[h][", "<", "</", "<s", "<strong>", "[breath]"),
    ("[[ʘ]]", "[a", "\U000f0001", "\U000f0003", "中[hao3]"),
)
SENTENCES: tuple[Group, ...] = (
    (".", ". ", "a.", "U.S. ", "3. M", "1. a\n", "A. B. ", "e.g. ", "…", "?!"),
    ("(", '".)', '"', "! » ", '"?" ', "„", "!”", "“好。”", "。", "一"),
    ("word ", "a", "1", ",", "\u0301", "- ", "a\n", "a:\n", "— ", "Mr. "),
)
TONGUES: tuple[Group, ...] = (
    ("a", "the ", "ä", "l'a ", "a@", "http://", "今", "今a ", "ий", "a가", "5个", "2 个 and "),
)
SIGNS: tuple[Group, ...] = (("→", " -> ", "5->6", "=>", " .", " , ", "a → b ", "on → off "),)
SAID: tuple[Group, ...] = (("1", "1,", "1.", "1 ", "-", "$", "I", "+1 ", "1/", "5 kg"),)

READ: tuple[Group, ...] = (
    ("1", "1.", "1,", "1,000,", "000 ", "1 ", "3-", "-5", "1-1-"),
    ("1:", "1/", "06:30", "9:00-", "Nov ", "Nov 3-", "Mon-", "1 1/2 ", "5h 3"),
    ("5 A b ", '5" ', "5 kWh ", "$5-", "EUR ", "(5", "3x", "+1 2", "50° N "),
    ("a.", "a-", "A-", "a@", "http://a", "www.", "00:", "::1", "v1."),
    ("Chapter IV ", "IVXLC", "e.g. ", "Mr. ", "St. ", "a", "word ", "No. 4 ", "the '90s "),
    (
        "-", '"', "²", "€", "° ", "&", "<", "|", "\\", "[", "*", "_", "`", "~", "$", "…", "\n", "\u0301",
        "\u200d",
    ),
)  # fmt: skip
"""For every language: digits; times; amounts; addresses; words; signs."""
READ_IN: Mapping[str, Group] = {
    "de": ("am 3. ", "in 1 Std. ", "12,05 € ", "3. Mai ", "1 neue ", "Str. 5a ", "1.5 Mio. ", "1 ", "1."),
    "es": ("21º ", "1.500 €", "200 páginas ", "3.ª ", "1 de mayo ", "14:05 h ", "las 3 y ", "1 ", "1."),
    "fr": ("1 000 ", "1er ", "14h05", "n° 5 ", "XXIe ", "l'1", "2 pages ", "1 ", "1."),
    "it": ("1° ", "alle 14.30 ", "1.234,", "l'1 ", "un 5 ", "12 € ", "1 ", "1."),
    "nl": ("20u30 ", "€ 5,- ", "1012 AB ", "'90 ", "30-11-2026 ", "1 uur ", "1 ", "1."),
    "pl": ("o 9:00 ", "do 2 stopni ", "3. piętro ", "12,5 zł ", "w 2026 r. ", "2 1/2 ", "1 ", "1."),
    "pt": ("14h05 ", "R$ 3,50 ", "2x1 ", "1.100 ", "01310-100 ", "1º ", "às 3 ", "1 ", "1."),
    "zh": (
        "今天天气", "2个", "2026年", "3到", "验证码1", "电话110", "周一-", "比分3:2", "11/30 ", "５：",
        "今 5 ", "京A1", "302室", "今the is ", "1.1.今", "5元/", "零", "一",
    ),
}  # fmt: skip
"""What the rules of one language look at."""
LINE: Mapping[TextFormat, Group] = {
    "auto": (
        "🔥 **a** ", "<p>🔥</p>", "[[ə]] 5 kg ", "Siobhan 12.5 kWh. ", "z. B. the ", "```\na\n```\n",
        "1-1-", "| a | b |\n", "- a\n", "word ", "一", "1,", "&amp;", "[a](b) ", "“好。”", "a:\n", "$x$ ",
        "\\(", "$$",
    ),
    "ssml": (
        "<prosody rate='slow'>a. ", "<prosody pitch='+1st'>5 kg</prosody> ", "<lang xml:lang='de'>5 kg ",
        "<lang xml:lang='de'>z. B.</lang> ", "<say-as interpret-as='ordinal'>3</say-as> ", "<p>a", "</p>",
        "<sub alias='x'>a</sub>", "<break/>",
        "<phoneme ph='kæt'>a</phoneme>", "<phoneme ph='a'/>", "</phoneme>", "<mark name='m'/>a ",
        "<emphasis>a</emphasis> ", "<voice name='x'>a", "<math>",
        "<say-as interpret-as='characters'>a1 ", "<phoneme ph='kæt'>",
    ),
}  # fmt: skip


def in_blocks(make: Callable[[], StreamStep]) -> Callable[[str], object]:
    """A new step that is fed as the line feeds it."""

    def work(text: str) -> None:
        step = make()
        for block in blocks(text):
            step.feed(block)
        step.finish()

    return work


def whole(step: Callable[[Spans], object]) -> Callable[[str], object]:
    """A step on one sentence that is as long as the text."""
    return lambda text: step(Spans.of(text))


def segments(language: str | None, among: Sequence[str] | None = None) -> Callable[[str], object]:
    def work(text: str) -> None:
        segmenter = Segmenter(240, SentenceLanguage(language, among))
        for block in blocks(text):
            segmenter.feed(block)
        segmenter.end()

    return work


def named(text: str) -> None:
    """Emoji found in one piece, and called by their names."""
    found = Emoji()
    naming("en")(Spans.join([found.feed(Spans.of(text)), found.finish()]))


def fitted(text: str) -> None:
    """Marks found in one piece, as a voice takes them."""
    found = Marks(frozenset({"breath"}))
    Fit(IPA)(Spans.join([found.feed(Spans.of(text)), found.finish()]))


def told(text: str) -> None:
    for kind in sorted(KINDS):
        say_as(kind, "", text, cast(Rules, reader("en")).language)


def spoken(text_format: TextFormat) -> Callable[[str], object]:
    def work(text: str) -> None:
        line = TextLine(
            None,
            text_format=text_format,
            code_blocks="announce",
            emoji="name",
            lexicon=LEXICON,
            takes=IPA,
            among=("en", "de", "zh"),
        )
        line.feed(text)
        line.end()

    return work


def as_is(_: str | None) -> Callable[[Spans], Spans]:
    return lambda spans: spans


STEPS: Mapping[str, tuple[Callable[[str], object], Sequence[Group]]] = {
    "characters": (in_blocks(Characters), CHARACTERS),
    "layout": (in_blocks(Layout), LAYOUT),
    "emoji": (in_blocks(Emoji), EMOJI),
    "names of emoji": (named, EMOJI),
    "marks": (in_blocks(Marks), MARKS),
    "what a voice takes": (fitted, MARKS),
    "segments": (segments("en"), SENTENCES),
    "segments in German": (segments("de"), SENTENCES[:1]),
    "segments in any language": (segments(None, ("en", "de", "zh")), SENTENCES[:1]),
    "language": (detect, TONGUES),
    "Latin words": (lambda text: latin_language(text.split()), TONGUES),
    "runs in Chinese": (whole(in_runs("zh", as_is)), TONGUES),
    "runs in English": (whole(in_runs("en", as_is)), TONGUES),
    "arrows": (whole(arrows("en")), SIGNS),
    "blanks": (whole(close_up), SIGNS),
    "say-as": (told, SAID),
}
Case = tuple[str, Callable[[str], object], Group]


def cases() -> list[Case]:
    found: list[Case] = []
    for name, (work, groups) in STEPS.items():
        found += [(name, work, group) for group in groups]
    for language in (*sorted(LANGUAGES), *(["en-GB"] if EXPLORING else [])):
        # All languages share what looks for these; English stands for them.
        shared = READ if language == "en" or EXPLORING else ()
        own = (READ_IN[language],) if language in READ_IN else ()
        found += [(f"read {language}", whole(reader(language)), group) for group in (*shared, *own)]
    found += [(f"line, {text_format}", spoken(text_format), group) for text_format, group in LINE.items()]
    if EXPLORING:
        return [(name, work, (pattern,)) for name, work, group in found for pattern in group]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("work", "patterns"),
    [
        pytest.param(work, group, id=f"{name}: {' '.join(map(ascii, group))[:60]}")
        for name, work, group in cases()
    ],
)
def test_time_grows_with_the_text_and_not_faster(work: Callable[[str], object], patterns: Group) -> None:
    work("5 °C")  # tables and patterns are made when they are first needed
    assert_linear(work, patterns)
