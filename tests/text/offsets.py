"""Whether what is spoken leads back into the client's text."""

from __future__ import annotations

from collections.abc import Iterable

from tts_node.text.split import TextSegment


def assert_leads_back(segments: Iterable[TextSegment], text: str) -> None:
    """Every spoken character stands for some of `text`, and none for what is before that of the one before
    it."""
    before = 0
    for segment in segments:
        for index in range(len(segment.spoken)):
            start, end = segment.spoken.source(index, index + 1)
            assert before <= start < end <= len(text), (segment.text, index, before, start, end)
            before = start
