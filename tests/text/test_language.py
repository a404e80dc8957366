"""The language of a text that nobody named one for, and runs of another writing inside a sentence."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tts_node.text.language import detect, latin_language
from tts_node.text.lexicon import Entry, Lexicon
from tts_node.text.line import TextLine, preview
from tts_node.text.read.reader import reader
from tts_node.text.read.runs import in_runs
from tts_node.text.spans import Spans

SENTENCES = {
    "en": [
        "The washing machine is done.",
        "Hello",
        "Dinner is ready.",
        "We have run out of milk.",
        "Parcel delivered",
        "Timer done",
    ],
    "de": [
        "Die Waschmaschine ist fertig.",
        "Guten Morgen!",
        "Im Wohnzimmer sind es 21 Grad.",
        "Licht aus",
        "Timer abgelaufen.",
        "Akku fast leer.",
        "Garage offen",
    ],
    "fr": [
        "La machine à laver a terminé.",
        "Bonjour !",
        "Il fait 21 degrés dans le salon.",
        "Alarme désactivée.",
    ],
    "es": [
        "La lavadora ha terminado.",
        "¡Buenos días!",
        "Hay alguien en la puerta",
        "Va a llover esta tarde.",
    ],
    "it": ["La lavatrice ha finito.", "Buongiorno!", "C'è qualcuno alla porta", "Stasera pioverà."],
    "nl": ["De wasmachine is klaar.", "Goedemorgen!", "Er staat iemand voor de deur"],
    "pt": ["A máquina de lavar terminou.", "Bom dia!", "Está alguém à porta", "O carro está carregado."],
    "pl": ["Pralka skończyła.", "Dzień dobry!", "W salonie jest 21 stopni."],
    "zh": ["洗衣机洗好了。", "今天 iPhone 15 Pro 降价", "CPU 占用 85%", "请打开 Wi-Fi 和 A/C", "好"],
    "ja": ["洗濯機が終わりました。", "今日の気温は25度です", "東京駅", "営業中"],
    "ko": ["세탁기가 끝났습니다."],
    "ru": ["Стиральная машина закончила."],
    "uk": ["Пральна машина закінчила."],
    "el": ["Καλημέρα"],
    "ar": ["صباح الخير"],
    "he": ["שלום"],
    "hi": ["नमस्ते"],
    "th": ["สวัสดี"],
}
CASES = [(language, text) for language, texts in SENTENCES.items() for text in texts]


@pytest.mark.parametrize(("language", "text"), CASES)
def test_a_sentence_tells_its_language(language: str, text: str) -> None:
    assert detect(text) == language


@pytest.mark.parametrize(
    "text", ["", " ", "…", "25 °C", "1:30", "iPhone", "-5", "🙂", "kWh", "http://a.de/der/die"]
)
def test_what_is_in_no_language_is_not_guessed(text: str) -> None:
    assert detect(text) is None


def test_t11_one_han_character_does_not_make_an_english_sentence_chinese() -> None:
    assert detect("She wrote 福 on the door and on the window of the house.") == "en"
    assert detect("The display says 今天 and that is all there is.") == "en"


def test_only_the_languages_among_which_to_choose_are_found_and_as_they_are_written() -> None:
    assert detect("Die Waschmaschine ist fertig.", ["zh-CN", "en-US", "de-DE"]) == "de-DE"
    assert detect("洗衣机洗好了。", ["zh_CN", "en_US"]) == "zh_CN"
    assert detect("洗衣机洗好了。", ["en", "de"]) is None
    assert detect("Die Waschmaschine ist fertig.", ["en"]) == "en"


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200))
def test_any_text_gives_a_language_or_none_and_the_same_again(text: str) -> None:
    assert detect(text) == detect(text)


def test_the_rest_of_a_long_text_is_not_looked_at() -> None:
    begin = "Die Waschmaschine ist fertig und die Tür ist offen. " * 30
    assert detect(begin + "The end of it all is in English. " * 3000) == "de"


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("I have 3 apples and two oranges", "en"),
        ("iPhone 15 Pro Max", None),
        ("Home Assistant Green", None),
        ("Es sind noch 5 Minuten", "de"),
    ],
)
def test_a_stretch_of_latin_words_is_a_sentence_or_a_name(words: str, language: str | None) -> None:
    assert latin_language(words.split()) == language


RUNS = [
    ("en", "The display says 今天25℃ and it is 5 °C here.",
     "The display says 今天二十五摄氏度 and it is five degrees Celsius here."),
    ("en", "Buy 5个苹果 today, 3 in all.", "Buy 五个苹果 today, three in all."),
    ("en", "It reads 今天 25 度 at 06:30.", "It reads 今天二十五度 at six thirty."),
    ("en", "Room 12 is 会议室.", "Room twelve is 会议室."),
    ("en", "今天25℃。", "今天二十五摄氏度。"),
    ("de", "Auf dem Schild steht 3楼302室 und 5 °C.",
     "Auf dem Schild steht 三楼三零二室 und fünf Grad Celsius."),
    ("en", "He wrote 気温は25度です at 7:05.", "He wrote 気温は25度です at seven oh five."),
    ("zh", "他说 I have 3 apples and 2 oranges，共5个。",
     "他说 I have three apples and two oranges，共五个。"),
    ("zh", "今天 iPhone 15 Pro 降价", "今天 iPhone 十五 Pro 降价"),
    ("zh", "It is 25 °C outside today.", "It is twenty-five degrees Celsius outside today."),
    ("zh", "CPU 占用 85%", "CPU 占用百分之八十五"),
    ("zh", "Battery 85%", "Battery 百分之八十五"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "said"), RUNS)
def test_a_run_of_another_writing_is_read_by_its_own_rules(language: str, text: str, said: str) -> None:
    assert in_runs(language, reader)(Spans.of(text)).text == said
    assert "".join(segment.text for segment in preview(text, language).segments) == said


def test_what_was_read_in_a_run_leads_back_to_what_was_written() -> None:
    text = "It says 今天25℃ now."
    read = in_runs("en", reader)(Spans.of(text))
    at = read.text.index("二十五")
    assert text[slice(*read.source(at, at + 3))] == "25℃"
    at = read.text.index("now")
    assert text[slice(*read.source(at, at + 3))] == "now"


PIECES = st.sampled_from(
    [
        "今天",
        "25℃",
        " ",
        "The ",
        "door is open",
        "5个",
        "，",
        "。",
        ". ",
        "3",
        " and ",
        "に",
        "한국",
        "kWh",
        "-",
        ".",
    ]
)


@settings(max_examples=300, deadline=None)
@given(pieces=st.lists(PIECES, max_size=14), language=st.sampled_from(["en", "zh", "de", "ja", None]))
def test_offsets_of_runs_never_go_back(pieces: list[str], language: str | None) -> None:
    text = "".join(pieces)
    read = in_runs(language, reader)(Spans.of(text))
    before = 0
    for index in range(len(read)):
        start, end = read.source(index, index + 1)
        assert before <= start < end <= len(text)
        before = start


def test_without_a_language_each_sentence_is_read_in_its_own() -> None:
    text = "It is 25 °C today. 今天25℃。 Es sind heute 25 °C."
    shown = preview(text, among=("en", "zh", "de")).segments
    assert [(segment.language, segment.text) for segment in shown] == [
        ("en", "It is twenty-five degrees Celsius today."),
        ("zh", "今天二十五摄氏度。"),
        ("de", "Es sind heute fünfundzwanzig Grad Celsius."),
    ]


def test_a_sentence_that_tells_nothing_is_in_the_language_before_or_the_first_of_the_voice() -> None:
    assert [s.text for s in preview("今天很热。25℃。", among=("en", "zh")).segments] == [
        "今天很热。",
        "二十五摄氏度。",
    ]
    assert [s.text for s in preview("25 °C", among=("zh", "en")).segments] == ["二十五摄氏度"]
    assert [s.language for s in preview("25 °C", among=()).segments] == [None]


@settings(max_examples=200, deadline=None)
@given(pieces=st.lists(PIECES, max_size=14), cuts=st.lists(st.integers(0, 80), max_size=6))
def test_where_a_text_is_cut_does_not_change_the_language_found(pieces: list[str], cuts: list[int]) -> None:
    text = "".join(pieces)
    bounds = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    whole, cut = TextLine(among=("en", "zh", "ja")), TextLine(among=("en", "zh", "ja"))
    expected = whole.feed(text) + whole.end()
    assert [s for a, b in pairwise(bounds) for s in cut.feed(text[a:b])] + cut.end() == expected


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Wir brauchen z. B. Milch. Dann los.", ["Wir brauchen zum Beispiel Milch.", "Dann los."]),
        ("It is a gem. Then we go.", ["It is a gem.", "Then we go."]),
        ("We meet at noon. Das sind ca. 3 km.", ["We meet at noon.", "Das sind circa drei Kilometer."]),
        ("Der Termin ist am 3. Mai.", ["Der Termin ist am dritten Mai."]),
        ("The answer is 3. May we go?", ["The answer is three.", "May we go?"]),
        ("Hay leche, etc. en la cocina. Adiós.", ["Hay leche, etcétera en la cocina.", "Adiós."]),
    ],
)
def test_a_dot_is_judged_by_the_language_that_its_sentence_is_found_to_be_in(
    text: str, sentences: list[str]
) -> None:
    assert [s.text for s in preview(text, among=("en", "de", "es")).segments] == sentences


def test_code_is_announced_in_the_language_of_the_text_around_it() -> None:
    text = "Das ist gut.\n```\nx\n```\nThe door is open.\n```\ny\n```\n"
    shown = preview(text, among=("en", "de"), text_format="markdown", code_blocks="announce")
    assert [s.text for s in shown.segments] == [
        "Das ist gut.", "Codeblock.", "The door is open.", "Code block."
    ]  # fmt: skip


def test_the_household_s_abbreviations_end_no_sentence_in_their_language() -> None:
    lexicon = Lexicon([Entry("abbreviation", "Whg.", "de", say="Wohnung")])
    shown = preview("Die Heizung in der Whg. Nord ist warm.", among=("en", "de"), lexicon=lexicon)
    assert [s.text for s in shown.segments] == ["Die Heizung in der Wohnung Nord ist warm."]


@pytest.mark.parametrize(
    ("text", "among", "language"),
    [
        ("佢今日冇返工。", ("zh", "yue"), "yue"),
        ("今天下雨。", ("zh", "yue"), "zh"),
        ("今天下雨。", ("en", "yue"), "yue"),
        ("佢今日冇返工。", ("zh", "en"), "zh"),
        ("東京駅", ("zh", "en"), "zh"),
        ("學校今天放假。", ("zh", "ja"), "zh"),
    ],
)
def test_chinese_characters_are_told_apart_among_the_languages_of_a_voice(
    text: str, among: tuple[str, ...], language: str
) -> None:
    assert detect(text, among) == language
