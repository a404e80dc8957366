"""Where sentences end, by language: the tables `tests/data/segments_<language>.tsv`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tts_node.text.line import TextLine

DATA = Path(__file__).parent.parent / "data"


def cases() -> list[tuple[str, str]]:
    return [
        (path.stem.removeprefix("segments_"), line)
        for path in sorted(DATA.glob("segments_*.tsv"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    ]


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
