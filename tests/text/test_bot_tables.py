"""What bots write and how it is said, by language: `tests/data/math_<language>.tsv` has formulas, and
`tests/data/chat_<language>.tsv` faces, sources, menus and what else stands around their words.

A line is the text, what is spoken, and a comment where one could argue, with tabs between. ⏎ is a line break,
¦ a new segment.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.text.offsets import assert_leads_back
from tts_node.text.line import TextLine, preview
from tts_node.text.read.reader import LANGUAGES
from tts_node.text.split import TextSegment

DATA = Path(__file__).parent.parent / "data"
AT_LEAST = {"de": 35, "en": 120, "zh": 35}
"""Cases that a language's table holds; others hold 10."""


def cases() -> list[tuple[str, str, str]]:
    found = []
    for path in sorted([*DATA.glob("math_*.tsv"), *DATA.glob("chat_*.tsv")]):
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line.startswith("# "):
                text, spoken, *_ = line.split("\t")
                found.append((path.stem.partition("_")[2], text.replace("⏎", "\n"), spoken))
    return found


CASES = cases()


def segments(pieces: list[str], language: str) -> list[TextSegment]:
    line = TextLine(language, text_format="auto")
    return [segment for piece in pieces for segment in line.feed(piece)] + line.end()


def test_every_language_with_rules_says_formulas() -> None:
    for language in LANGUAGES:
        assert sum(tag == language for tag, _, _ in CASES) >= AT_LEAST.get(language, 10), language


@pytest.mark.parametrize(("language", "text", "spoken"), CASES)
def test_a_text_is_spoken_as_the_table_says(language: str, text: str, spoken: str) -> None:
    said = preview(text, language, text_format="auto").segments
    assert " ¦ ".join(segment.text for segment in said) == spoken


@pytest.mark.parametrize(("language", "text", "spoken"), CASES)
def test_it_is_the_same_letter_by_letter_and_leads_back_into_the_text(
    language: str, text: str, spoken: str
) -> None:
    whole = segments([text], language)
    assert segments(list(text), language) == whole
    assert_leads_back(whole, text)
