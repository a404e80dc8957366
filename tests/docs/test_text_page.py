"""What docs/text.md says is read so, is read so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tts_node.text.line import preview
from tts_node.text.read.reader import LANGUAGES

PAGE = (Path(__file__).parents[2] / "docs" / "text.md").read_text(encoding="utf-8")
IN_WORDS = frozenset({"Doctor", "Saint or Street", "digit by digit, a pause between groups"})
"""What the table tells instead of quoting it."""


def section(begin: str, end: str) -> str:
    return PAGE[PAGE.index(begin) : PAGE.index(end, PAGE.index(begin))]


def spoken(text: str, language: str) -> str:
    return " ".join(segment.text for segment in preview(text, language, text_format="auto").segments)


def readings() -> list[tuple[list[str], str]]:
    """What is written in a row of the table, and each thing that is said of it."""
    rows = re.findall(r"^\| [^|]+ \| (.*`.*) \| (.+) \|$", section("## Reading rules", "### Languages"), re.M)
    found = [(re.findall(r"`([^`]+)`", written), said.split("; ")) for written, said in rows]
    return [(written, part) for written, parts in found for part in parts if part not in IN_WORDS]


@pytest.mark.parametrize(("written", "said"), readings())
def test_the_table_of_reading_rules_is_true(written: list[str], said: str) -> None:
    heard = [spoken(text, "en") for text in written]
    assert any(said in one for one in heard), heard


def in_languages() -> list[tuple[str, str, str]]:
    """`(`2 pessoas` duas pessoas)` and its like below each language."""
    found = []
    for item in section("### Languages", "### Which language").split("\n- ")[1:]:
        tag = re.match(r"`([\w-]+)`", item)
        for inside in re.findall(r"\(([^()]*)\)", " ".join(item.split())):
            for written, said in re.findall(r"`([^`]+)` ([^`,;]+)", inside):
                if tag is not None:
                    found.append((tag[1], written, said.strip()))
    return found


@pytest.mark.parametrize(("language", "written", "said"), in_languages())
def test_what_is_told_of_a_language_is_true(language: str, written: str, said: str) -> None:
    heard = spoken(written, language)
    assert said in heard or (said == "stays" and heard == written)


def test_every_language_with_rules_has_its_place_on_the_page() -> None:
    assert {tag for tag, _, _ in in_languages()} <= set(LANGUAGES)
    assert set(re.findall(r"^- `(\w\w)`", section("### Languages", "### Which"), re.M)) == set(LANGUAGES)


def test_the_first_example_is_what_the_command_says() -> None:
    found = re.search(r'tts-node preview --language en "([^"\n]+)"\n(.+?)\n```', PAGE, re.S)
    assert found is not None
    assert spoken(found[1], "en") == " ".join(found[2].split())


@pytest.mark.parametrize(
    ("tell", "parts"),
    [
        ("The display says 今天25℃ and it is 5 °C here", ["二十五摄氏度", "five degrees Celsius"]),
        ("他说 I have 3 apples and 2 oranges，共5个", ["three apples", "two oranges", "共五个"]),
    ],
)
def test_runs_of_another_writing_are_read_as_the_page_says(tell: str, parts: list[str]) -> None:
    assert f'"{tell}"' in PAGE
    heard = " ".join(segment.text for segment in preview(tell, among=("en", "zh")).segments)
    assert all(part in heard for part in parts), heard
