"""The composed line: segments of real texts, their gaps and places; flush, idle, end; long and odd text."""

from __future__ import annotations

import re

import pytest

from tts_node.text.line import TextLine, preview
from tts_node.text.spans import Span, Spans
from tts_node.text.split import Segmenter, TextSegment


def spoken(text: str, language: str | None = "en", max_chars: int = 240) -> list[TextSegment]:
    line = TextLine(language, max_chars, steps=())
    return line.feed(text) + line.end()


def gaps(text: str, max_chars: int = 240) -> list[tuple[str, str]]:
    return [(segment.text, segment.gap) for segment in spoken(text, max_chars=max_chars)]


def test_the_gap_says_what_ended_a_segment() -> None:
    assert gaps("One. Two\n- three\n\nFour! Five") == [
        ("One.", "sentence"),
        ("Two", "line"),
        ("three", "paragraph"),
        ("Four!", "sentence"),
        ("Five", "end"),
    ]
    assert gaps("One.\n\nTwo.\n1. Three") == [("One.", "paragraph"), ("Two.", "line"), ("1. Three", "end")]


def test_t10_a_wrapped_line_flows_on_and_list_lines_end() -> None:
    assert [text for text, _ in gaps("Shopping:\nmilk\nbread\n\n\neggs")] == [
        "Shopping:",
        "milk",
        "bread",
        "eggs",
    ]
    for line_break in ("\n", "\r\n", "\u2028", "\r"):
        assert gaps(f"The pump has been{line_break}running all night.") == [
            ("The pump has been running all night.", "end")
        ]
    assert [text for text, _ in gaps("- milk\n\n\n- bread\r\n• eggs")] == ["milk", "bread", "eggs"]


def test_wrapped_chinese_lines_join_without_a_space() -> None:
    first = "这是一个很长很长的句子它在编辑器里被硬换行了所以"
    assert [segment.text for segment in spoken(first + "\n应该连在一起。", "zh")] == [
        first + "应该连在一起。"
    ]


@pytest.mark.parametrize("text", ["", "   ", "…", "?!", "—", "🙂", "\n\n", "\ud83d", "---\n***", "- \n- "])
def test_t09_text_without_speech_gives_no_segment(text: str) -> None:
    line = TextLine()
    assert line.feed(text) + line.end() == []
    assert not line.spoke
    assert line.length == len(text)


def test_t09_in_mid_stream_it_is_passed_over_and_its_place_joins_the_next() -> None:
    line = TextLine()
    pieces = ["First one. ", "🙂", "\n\n", "…", " ?! ", "Second one."]
    segments = [segment for piece in pieces for segment in line.feed(piece)] + line.end()
    assert [segment.text for segment in segments] == ["First one.", "Second one."]
    assert [segment.text_start for segment in segments] == [0, segments[0].text_end]
    assert segments[-1].text_end == len("".join(pieces))


def test_digits_alone_are_speech() -> None:
    assert [segment.text for segment in spoken("42")] == ["42"]


def test_t17_everything_of_a_long_prose_is_spoken() -> None:
    text = "The lamp in the hall is on, and the door is closed. " * 180 + "Code word: lantern."
    segments = spoken(text)
    assert " ".join(segment.text for segment in segments) == text
    assert segments[-1].text == "Code word: lantern."


def test_t17_a_sentence_without_punctuation_is_cut_between_words() -> None:
    text = " ".join(f"word{n}" for n in range(100))
    assert len(text) > 680
    segments = spoken(text)
    assert " ".join(segment.text for segment in segments) == text
    assert all(150 < len(segment.text) <= 240 for segment in segments[:-1])
    assert [segment.gap for segment in segments] == ["forced"] * (len(segments) - 1) + ["end"]
    assert "".join(text[segment.text_start : segment.text_end] for segment in segments) == text


def test_a_long_sentence_is_cut_at_its_best_place() -> None:
    clause = "the kettle has been boiling for quite some time in the kitchen"
    first, *_ = gaps(f"{clause}; {clause} and {clause}", 150)
    assert first == (f"{clause};", "clause")
    first, *_ = gaps(f"{clause}, {clause} and {clause}", 100)
    assert first == (f"{clause},", "clause")
    first, *_ = gaps(f"{clause} and {clause}", 80)
    assert first == (clause, "forced")


@pytest.mark.parametrize(
    ("language", "text", "first", "gap"),
    [
        ("zh", "我们今天下午去公园散步，" + "我们今天去公园" * 9, "我们今天下午去公园散步，", "clause"),
        ("zh", "我们今天去公园" * 2 + "但是" + "明天不去" * 9, "我们今天去公园" * 2, "forced"),
        ("zh", "我们家的空调已经用了很多年" + "需要马上更换一台全新型号机器",
         "我们家的空调已经用了很多年", "forced"),
        ("zh", "这些数据来自客厅和卧室里面装好的" + "各种传感器读数汇总",
         "这些数据来自客厅和卧室里面装好的", "forced"),
        ("hi", "हम आज पार्क जा रहे हैं। " + "हम आज पार्क जा रहे हैं " * 9, "हम आज पार्क जा रहे हैं।", "sentence"),
        ("ar", "ذهبنا إلى المتجر، " + "ذهبنا إلى المتجر " * 9, "ذهبنا إلى المتجر،", "clause"),
        ("ru", "мы поехали домой потому что " + "очень устали " * 9, "мы поехали домой", "forced"),
        ("ja", "昨日の午後に牛乳とパンがなくなったので店に行ったら会" * 3,
         "昨日の午後に牛乳とパンがなくなったので店に", "forced"),
        ("th", "เมื่อวานตอนบ่ายฉันไปที่ร้าน" * 4, "เมื่อวานตอนบ่ายฉัน", "forced"),
    ],
)  # fmt: skip
def test_a_cut_is_where_the_language_has_a_border(language: str, text: str, first: str, gap: str) -> None:
    cut = spoken(text, language, 24)
    assert (cut[0].text, cut[0].gap) == (first, gap)
    assert "".join(segment.text for segment in cut).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize("limit", range(40, 80))
def test_a_cut_leaves_decimals_and_numbers_with_their_unit_whole(limit: int) -> None:
    text = "the big tank holds 1,250.75 litres the small pump moves 12 bar " * 4
    for segment in spoken(text, max_chars=limit):
        assert not re.search(r"[.,\d]$", segment.text) or segment.gap == "end"


def test_a_single_word_longer_than_the_limit_is_cut_but_not_before_a_combining_mark() -> None:
    segments = spoken("x\u0331" * 200, max_chars=101)
    assert all(not segment.text.startswith("\u0331") for segment in segments)
    assert "".join(segment.text for segment in segments) == "x\u0331" * 200


def test_chinese_without_punctuation_is_cut_between_characters() -> None:
    segments = spoken("我们今天去公园" * 60, "zh", 100)
    assert "".join(segment.text for segment in segments) == "我们今天去公园" * 60
    assert max(len(segment.text) for segment in segments) == 100


def test_an_unpunctuated_stream_is_spoken_as_soon_as_the_limit_is_reached() -> None:
    line = TextLine(max_chars=100)
    got: list[TextSegment] = []
    for count in range(1, 41):
        got += line.feed("word ")
        assert sum(len(segment.text) + 1 for segment in got) >= count * 5 - 110
    assert len(got) >= 1


def test_a_sentence_is_given_as_soon_as_the_next_word_begins() -> None:
    line = TextLine("en")
    assert line.feed("It is ready.") == []
    assert [segment.text for segment in line.feed(" Co")] == ["It is ready."]
    line = TextLine("en")
    assert [segment.text for segment in line.feed("Dinner!\n\n")] == ["Dinner!"]
    line = TextLine("zh")
    assert [segment.text for segment in line.feed("你好。今")] == ["你好。"]


def test_flush_gives_all_there_is_and_the_text_goes_on() -> None:
    line = TextLine("en")
    line.feed("Hello Dr.")
    assert [(segment.text, segment.gap, segment.text_end) for segment in line.flush()] == [
        ("Hello Dr.", "sentence", 9)
    ]
    assert line.flush() == []
    line.feed(" Weiss and")
    assert [(segment.text, segment.gap) for segment in line.flush()] == [("Weiss and", "clause")]
    line.feed(" you")
    assert [(s.text, s.gap, s.text_start, s.text_end) for s in line.end()] == [("you", "end", 19, 23)]
    assert line.end() == []


@pytest.mark.parametrize(
    "text", ["Hello Dr.", "pH is 7.", "the U.S.", "Take no.", "so it is", "J.", "", "🙂", "No"]
)
def test_idle_gives_nothing_that_may_go_on(text: str) -> None:
    line = TextLine("en", steps=())
    assert line.feed(text) == []
    assert line.idle() == []
    assert [segment.text for segment in line.end()] == ([text] if text not in ("", "🙂") else [])


@pytest.mark.parametrize(
    "text", ["It is ready.", "Really?", "He said “go.”", "Wait...", "你好。", "OK! \n", "(Done.)"]
)
def test_idle_gives_what_ends_like_a_sentence(text: str) -> None:
    line = TextLine("en")
    line.feed(text)
    assert [segment.text for segment in line.idle()] == [text.strip()]
    assert [segment.text for segment in line.feed(" Next one. Xy")] == ["Next one."]


def test_flush_in_mid_text_keeps_the_places_without_holes() -> None:
    line = TextLine()
    text = "One two three four. 🙂 Five six. Seven\n\neight"
    segments: list[TextSegment] = []
    for at in range(0, len(text), 5):
        segments += line.feed(text[at : at + 5]) + line.flush()
    segments += line.end()
    assert [segment.text_start for segment in segments] == [0, *(s.text_end for s in segments[:-1])]
    assert segments[-1].text_end == len(text)


def test_preview_shows_segments_with_the_clients_letters() -> None:
    shown = preview("  Hello ✨ world.\n\nBye", "en")
    assert [(segment.text, segment.start, segment.end) for segment in shown.segments] == [
        ("Hello world.", 2, 16),
        ("Bye", 18, 21),
    ]
    assert {segment.language for segment in shown.segments} == {"en"}
    assert shown.warnings == ()


def test_a_segment_step_may_lengthen_a_sentence_which_is_then_cut_again() -> None:
    def read_units(spans: Spans) -> Spans:
        parts = []
        for index, char in enumerate(spans.text):
            start, end = spans.source(index, index + 1)
            parts.append(Span("degrees " if char == "°" else char, start, end, exact=char != "°"))
        return Spans.join([Spans([part]) for part in parts])

    text = "° ° ° ° ° warm. Bye."
    line = TextLine("en", 20, steps=[read_units])
    segments = line.feed(text) + line.end()
    assert all(len(segment.text) <= 20 for segment in segments)
    assert " ".join(segment.text for segment in segments).split() == ["degrees"] * 5 + ["warm.", "Bye."]
    assert [segment.text_start for segment in segments] == [0, *(s.text_end for s in segments[:-1])]
    assert segments[-1].text_end == len(text)


def test_the_limit_of_a_segmenter_is_at_least_one() -> None:
    with pytest.raises(ValueError, match="max_chars"):
        Segmenter(0)
