"""Where sentences end, by language: the tables `tests/data/segments_<language>.tsv`.

`segments_unread.tsv` is for the languages that have no reading rules.
"""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from tts_node.text.line import TextLine
from tts_node.text.read.reader import LANGUAGES

DATA = Path(__file__).parent.parent / "data"


def cases() -> list[tuple[str, str]]:
    found = []
    for path in sorted(DATA.glob("segments_*.tsv")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                tag, _, text = line.rpartition("\t")
                found.append((tag or path.stem.removeprefix("segments_"), text))
    return found


def test_the_tables_are_there() -> None:
    assert len(cases()) >= 150


@pytest.mark.parametrize(("language", "case"), cases())
def test_segments_end_where_the_table_says(language: str, case: str) -> None:
    marked = case.replace("\\r", "\r").replace("\\n", "\n")
    text = marked.replace("¦", "")
    line = TextLine(None if language == "other" else language)
    segments = line.feed(text) + line.end()
    bounds = [segment.text_end for segment in segments[:-1]]
    expected, at = [], 0
    for part in marked.split("¦")[:-1]:
        at += len(part)
        expected.append(len(text[:at].rstrip()))
    heard = [len(text[:bound].rstrip(" \r\n─-*")) for bound in bounds]
    expected = sorted({len(text[:bound].rstrip(" \r\n─-*")) for bound in expected})
    assert [text[a:b] for a, b in zip([0, *heard], [*heard, None], strict=True)] == [
        text[a:b] for a, b in zip([0, *expected], [*expected, None], strict=True)
    ]


@pytest.mark.parametrize(
    ("language", "case"), [case for case in cases() if case[0] not in {"other", *LANGUAGES}]
)
def test_a_language_without_rules_is_spoken_to_the_letter(language: str, case: str) -> None:
    text = case.replace("¦", "")
    line = TextLine(language, text_format="auto")
    spoken = [segment.text for segment in line.feed(text) + line.end()]
    assert "".join(spoken).replace(" ", "") == unicodedata.normalize("NFC", text).replace(" ", "")
