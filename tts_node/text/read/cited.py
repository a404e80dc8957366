"""Marks of sources that assistants leave in their answers, `【3†source】`: nobody hears them."""

from __future__ import annotations

import re
from typing import Final

from tts_node.text.spans import SpanBuilder, Spans

_SOURCE: Final = re.compile(r" ?【[^【】\n]{0,40}†[^【】\n]{0,120}】")


def without_sources(spans: Spans) -> Spans:
    """The sentence without them."""
    text = spans.text
    if "†" not in text:
        return spans
    builder, done = SpanBuilder(), 0
    for found in _SOURCE.finditer(text):
        builder.add_spans(spans.slice(done, found.start()))
        done = found.end()
    builder.add_spans(spans.slice(done, len(text)))
    return builder.take()
