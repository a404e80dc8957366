"""What is written with markup and what is spoken: the tables `tests/data/markup_<kind>.tsv`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.text.offsets import assert_leads_back
from tts_node.text.line import TextLine
from tts_node.text.markup.step import TextFormat
from tts_node.text.pronounced import legible
from tts_node.text.split import TextSegment

DATA = Path(__file__).parents[2] / "data"
FORMATS: dict[str, list[TextFormat]] = {
    "markdown": ["auto"],
    "html": ["auto", "markdown"],
    "survives": ["auto"],
    "ssml": ["auto", "ssml"],
}


def cases() -> list[tuple[TextFormat, str, str]]:
    found: list[tuple[TextFormat, str, str]] = []
    for path in sorted(DATA.glob("markup_*.tsv")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line.startswith("# ") or "\t" in line:
                text, spoken = line.split("\t")
                kind = path.stem.removeprefix("markup_")
                found += [(form, text.replace("\\n", "\n"), spoken) for form in FORMATS[kind]]
    return found


def segments(pieces: list[str], text_format: TextFormat) -> list[TextSegment]:
    line = TextLine(text_format=text_format)
    return [segment for piece in pieces for segment in line.feed(piece)] + line.end()


def written(found: list[TextSegment]) -> str:
    """As the tables write it."""
    out = ""
    for segment in found:
        pause = "" if segment.pause_ms is None else f"{segment.pause_ms:g}"
        out += f"{' ' if out else ''}¦{pause} " if out or pause else ""
        out += legible(segment.text)
    return out


CASES = cases()


def test_there_are_many_cases() -> None:
    assert len({(text, spoken) for _, text, spoken in CASES}) >= 120


@pytest.mark.parametrize(("text_format", "text", "spoken"), CASES)
def test_a_text_is_spoken_as_the_table_says(text_format: TextFormat, text: str, spoken: str) -> None:
    assert written(segments([text], text_format)) == spoken


@pytest.mark.parametrize(("text_format", "text", "spoken"), CASES)
def test_it_is_the_same_wherever_it_is_cut(text_format: TextFormat, text: str, spoken: str) -> None:
    whole = segments([text], text_format)
    assert segments(list(text), text_format) == whole
    for cut in range(1, len(text)):
        assert segments([text[:cut], text[cut:]], text_format) == whole


@pytest.mark.parametrize(("text_format", "text", "spoken"), CASES)
def test_every_spoken_character_leads_back_into_the_text_and_never_backwards(
    text_format: TextFormat, text: str, spoken: str
) -> None:
    assert_leads_back(segments([text], text_format), text)
