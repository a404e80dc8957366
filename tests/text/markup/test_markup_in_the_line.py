"""Markup in the line: what each known fault must not do again, pauses, warnings, and text that waits."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tts_node.text.line import TextLine, preview
from tts_node.text.markup.step import TextFormat
from tts_node.text.split import TextSegment


def spoken(*pieces: str, text_format: TextFormat = "auto", language: str | None = None) -> list[TextSegment]:
    line = TextLine(language, text_format=text_format)
    return [segment for piece in pieces for segment in line.feed(piece)] + line.end()


def words(*pieces: str, text_format: TextFormat = "auto", language: str | None = None) -> list[str]:
    return [segment.text for segment in spoken(*pieces, text_format=text_format, language=language)]


def test_t06_markdown_of_a_language_model_is_not_spoken() -> None:
    text = "## Plan\n1. **Lights** off\n- check [door](http://x.test/a_b)\n\n| a | b |\n|---|---|\n"
    assert words(text) == ["Plan.", "Lights off.", "check door.", "a, b."]
    assert words(*text) == words(text)
    assert words("snake_case and 2 * 3 survive") == ["snake_case and 2 * 3 survive"]


def test_t07_emoji_and_dividers_leave_nothing_behind_and_an_arrow_is_a_pause() -> None:
    text = "✅ Washer done → 2 °C left ⚙️\n──────\n👨‍👩‍👧"
    assert " ".join(words(text)) == "Washer done, 2 °C left"
    assert words("✅ ⚙️ 👨‍👩‍👧\n──────\n---") == []


@pytest.mark.parametrize(
    "pieces",
    [
        ['<speak>Hi<break time="400ms"/>there</speak>'],
        ["Hi<bre", 'ak time="400ms"/>there'],
        ["<spe", "ak>Hi<break time=", '"400ms"', "/", ">there</spea", "k>"],
    ],
)
def test_t08_tags_are_not_read_aloud_wherever_they_are_cut(pieces: list[str]) -> None:
    segments = spoken(*pieces)
    assert [(segment.text, segment.pause_ms) for segment in segments] == [("Hi", None), ("there", 400.0)]


def test_t08_a_comparison_is_not_eaten() -> None:
    for text_format in ("auto", "markdown", "ssml", "plain"):
        text = "temp < 5 and load > 60"
        assert words(text, text_format=text_format) == [text]


def test_t10_list_lines_end_and_wrapped_lines_flow_on() -> None:
    assert words("Shopping:\nmilk\nbread\n\n\neggs") == ["Shopping:", "milk", "bread", "eggs"]
    for line_break in ("\n", "\r\n", "\u2028", "\r"):
        assert words(f"The pump has been{line_break}running all night.") == [
            "The pump has been running all night."
        ]
        assert words(f"- milk{line_break}- bread") == ["milk.", "bread."]


def test_t15_a_parenthesis_at_the_beginning_is_spoken() -> None:
    for text_format in ("auto", "markdown", "plain"):
        assert words("(Reminder) the oven is on.", text_format=text_format) == ["(Reminder) the oven is on."]


def test_plain_text_is_left_as_it_is() -> None:
    text = "**bold** <b>x</b> &amp; [a](b)"
    assert words(text, text_format="plain") == [text]


def test_numbers_of_a_list_are_spoken_unless_it_is_surely_markdown() -> None:
    text = "1. Open it.\n2. Close it."
    assert words(text) == ["1. Open it.", "2. Close it."]
    assert words(text, text_format="markdown") == ["Open it.", "Close it."]
    assert words("# Door\n" + text) == ["Door.", "Open it.", "Close it."]


def test_a_block_of_code_is_passed_over_with_a_warning_or_announced() -> None:
    text = "Do:\n```sh\nrm -rf x\n```\nDone."
    line = TextLine("en", text_format="auto")
    assert [segment.text for segment in line.feed(text) + line.end()] == ["Do:", "Done."]
    assert [warning.code for warning in line.warnings] == ["code_skipped"]
    for language, announced in (("en-GB", "Code block."), ("de", "Codeblock."), ("xx", "Code block.")):
        line = TextLine(language, text_format="auto", code_blocks="announce")
        said = [segment.text for segment in line.feed(text) + line.end()]
        assert said == ["Do:", announced, "Done."] and line.warnings == []


@pytest.mark.parametrize(
    ("language", "among", "said"),
    [
        ("en", None, ["It is on.", "Warning: Hot!"]),
        ("de", None, ["It is on.", "Warnung: Hot!"]),
        ("zh", None, ["It is on.", "警告: Hot!"]),
        (None, ("de", "en"), ["It is on.", "Warning: Hot!"]),
    ],
)
def test_an_alert_is_said_in_the_language_of_its_sentence(
    language: str | None, among: list[str] | None, said: list[str]
) -> None:
    text = "It is on.\n> [!WARNING] Hot!"
    shown = preview(text, language, text_format="auto", among=among)
    assert [segment.text for segment in shown.segments] == said


def test_what_ssml_asks_for_in_vain_is_told_once_by_name() -> None:
    line = TextLine(text_format="ssml")
    text = '<prosody contour="z">a <prosody contour="z">b</prosody></prosody> <x:y>c</x:y> <audio src="d"/>'
    line.feed(text)
    line.end()
    assert {warning.code for warning in line.warnings} == {"ssml_ignored"}
    assert len(line.warnings) == 3
    for name in ("prosody", "x:y", "audio"):
        assert any(f"`{name}`" in warning.message for warning in line.warnings)
    assert preview(text, text_format="ssml").warnings == tuple(w.message for w in line.warnings)


def test_what_is_followed_or_harmless_gives_no_warning() -> None:
    line = TextLine(text_format="auto")
    line.feed('<speak><p><s>a</s></p><break/><sub alias="b">c</sub><b>d</b></speak>')
    line.end()
    assert line.warnings == []
    line = TextLine(text_format="auto")
    line.feed('<speak><emphasis>a</emphasis><mark name="b"/><prosody volume="soft">c</prosody></speak>')
    line.end()
    assert line.warnings == []
    line = TextLine(text_format="auto")
    line.feed("**a** <mark>b</mark> <i>c</i> <unknown>d</unknown>")
    line.end()
    assert line.warnings == []


def test_an_alias_stands_for_the_whole_element_in_the_clients_text() -> None:
    text = 'The <sub alias="World Wide Web">WWW</sub> is up.'
    (segment,) = spoken(text)
    at = segment.text.index("Wide")
    start, end = segment.spoken.source(at, at + 4)
    assert text[start:end] == '<sub alias="World Wide Web">WWW</sub>'


def test_pauses_before_one_segment_add_up_and_go_with_the_first_part_of_a_long_one() -> None:
    text = 'Hi.<break time="1s"/>\n<break time="500ms"/>' + "word " * 80 + '<break time="2s"/>'
    segments = spoken(text)
    assert [segment.pause_ms for segment in segments] == [None, 1500.0, None]


def test_half_a_tag_waits_while_the_text_is_idle() -> None:
    line = TextLine("en", text_format="auto")
    assert line.feed('It is on. <break time="') == []
    assert line.idle() == []
    assert [segment.text for segment in line.feed('1s"/>Go.')] == ["It is on."]
    assert [segment.text for segment in line.idle()] == ["Go."]


def test_a_sentence_in_bold_is_heard_when_the_text_is_idle() -> None:
    line = TextLine("en", text_format="auto")
    assert line.feed("- **It is on.**") == []
    assert [segment.text for segment in line.idle()] == ["It is on."]


def test_after_a_flush_the_text_goes_on() -> None:
    line = TextLine("en", text_format="auto")
    line.feed("**One")
    assert [segment.text for segment in line.flush()] == ["One"]
    assert [segment.text for segment in line.feed(" two** three") + line.end()] == ["two three"]
    line = TextLine("en", text_format="auto")
    line.feed("<speak>One")
    assert [segment.text for segment in line.flush()] == ["One"]
    assert [segment.text for segment in line.feed("**two**</speak>") + line.end()] == ["**two**"]


def test_an_item_that_ended_is_spoken_before_the_next_one_is_whole() -> None:
    line = TextLine("en", text_format="auto")
    assert line.feed("- Open the door") == []
    assert [segment.text for segment in line.feed("\n- Cl")] == ["Open the door."]
    line = TextLine("en", text_format="auto")
    assert [segment.text for segment in line.feed("# Plan\n")] == ["Plan."]


@pytest.mark.parametrize(
    "text",
    ["1. First step\n2. Second step\n3. Third", "- one\n\n- two\n  * three", "# Head\nText here\n\n* a\n* b",
     "| a | b |\n|---|---|\n| c | d |\nEnd", "<ul><li>one<li>two</ul>three<br>four"],
)  # fmt: skip
@pytest.mark.parametrize("text_format", ["auto", "markdown"])
def test_a_sentence_has_no_letter_of_the_next_one(text: str, text_format: TextFormat) -> None:
    line = TextLine("en", text_format=text_format)
    segments = line.feed(text) + line.end()
    assert len(segments) > 2
    assert all(one.sentence[1] <= other.sentence[0] for one, other in pairwise(segments))
