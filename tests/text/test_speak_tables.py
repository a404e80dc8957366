"""What is written and how it is said, by language: the tables `tests/data/speak_<language>.tsv`.

A line is the text, what is spoken, and a comment where one could argue, with tabs between. `\\n` is a line
break, ` ¦ ` a new segment. Lines that begin with # and a blank are comments. A table's name is a BCP 47 tag.
A table is written before its language has rules, and runs from the day that it is in `LANGUAGES`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.text.offsets import assert_leads_back
from tts_node.text.line import TextLine, preview
from tts_node.text.read.reader import LANGUAGES

DATA = Path(__file__).parent.parent / "data"
AT_LEAST = {"de": 150, "en": 150, "zh": 150}
"""Cases that a language's table holds; others hold 60."""


def tables() -> dict[str, list[tuple[str, str]]]:
    found = {}
    for path in sorted(DATA.glob("speak_*.tsv")):
        rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
        rows = [row for row in rows if row[0] and not row[0].startswith("# ") and row[0] != "#"]
        tag = path.stem.removeprefix("speak_")
        if tag.partition("-")[0] not in LANGUAGES:
            continue
        found[tag] = [(row[0].replace("\\n", "\n"), row[1]) for row in rows]
    return found


CASES = [(language, text, spoken) for language, rows in tables().items() for text, spoken in rows]


def test_every_language_with_rules_has_a_table_of_many_cases() -> None:
    counts = {language: len(rows) for language, rows in tables().items()}
    assert set(LANGUAGES) <= set(counts)
    short = {tag: count for tag, count in counts.items() if "-" not in tag and count < AT_LEAST.get(tag, 60)}
    assert short == {}


def test_no_case_is_there_twice() -> None:
    seen = [(language, text) for language, text, _ in CASES]
    assert sorted(seen) == sorted(set(seen))


@pytest.mark.parametrize(("language", "text", "spoken"), CASES)
def test_a_text_is_spoken_as_the_table_says(language: str, text: str, spoken: str) -> None:
    assert " ¦ ".join(segment.text for segment in preview(text, language).segments) == spoken


@pytest.mark.slow
@pytest.mark.parametrize(("language", "text"), [(language, text) for language, text, _ in CASES])
def test_every_spoken_character_leads_back_into_the_text_and_never_backwards(
    language: str, text: str
) -> None:
    line = TextLine(language)
    assert_leads_back(line.feed(text) + line.end(), text)
