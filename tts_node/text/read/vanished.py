"""Where something vanished before a mark, its blank goes too: `good [breath].`, `fine 🙂!`

A blank that the client wrote right before a mark stays (French: `Bonjour !`).
"""

from __future__ import annotations

import re

from tts_node.text.spans import SpanBuilder, Spans

_BEFORE_MARK = re.compile(r"(?<=\S) (?=[,.;!?…)\]](?!\w)|:(?: |$)|[，。！？；：、）】」』])")


def close_up(spans: Spans) -> Spans:
    """The sentence without the blanks that something vanished beside."""
    text = spans.text
    builder, done = SpanBuilder(), 0
    for found in _BEFORE_MARK.finditer(text):
        at = found.start()
        start, end = spans.source(at, at + 1)
        following = spans.source(at + 1, at + 2)[0]
        if end - start <= 1 and following <= end:
            continue
        builder.add_spans(spans.slice(done, at))
        done = at + 1
    if not done:
        return spans
    builder.add_spans(spans.slice(done, len(text)))
    return builder.take()
