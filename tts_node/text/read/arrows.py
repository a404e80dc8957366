"""Arrows between two things: a change of a value is said, any other arrow is a short pause.

    19 °C → 21 °C      nineteen degrees Celsius to twenty-one degrees Celsius
    cloudy -> sunny    cloudy, sunny

A step on one sentence, before the reading rules, in every language.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tts_node.text.characters import unspaced
from tts_node.text.spans import SpanBuilder, Spans

ARROW = "→"
"""What all arrows to the right become as characters."""

_TO = {
    "de": "auf", "en": "to", "es": "a", "fr": "à", "it": "a", "nl": "naar", "pl": "na", "pt": "para",
    "zh": "到",
}  # fmt: skip
"""From one value to another, by language."""
_FOUND = re.compile(r" ?(?:→|(?<= )[-=]{1,2}>(?= )|(?<=[0-9%°])[-=]{1,2}>(?=[0-9])) ?")
_VALUE_BEFORE = re.compile(r"[0-9][^\s,.;:!?]{0,6}(?: ?[^\s,.;:!?0-9]{1,8})?$|\b(?:on|off)$")
_VALUE_AFTER = re.compile(r"[-−+~≈€$£¥]{0,2}[0-9]|(?:on|off)\b")
_REACH = 20


def arrows(language: str | None) -> Callable[[Spans], Spans]:
    """The step for a language."""
    to = _TO.get((language or "").replace("_", "-").partition("-")[0].lower(), "")

    def say(spans: Spans) -> Spans:
        text = spans.text
        if ARROW not in text and "->" not in text and "=>" not in text:
            return spans
        builder, done = SpanBuilder(), 0
        for found in _FOUND.finditer(text):
            begin, end = found.span()
            builder.add_spans(spans.slice(done, begin))
            words = _words(text, begin, end, to)
            if words:
                builder.add(words, *spans.source(begin, end), exact=False)
            done = end
        builder.add_spans(spans.slice(done, len(text)))
        return builder.take()

    return say


def _words(text: str, begin: int, end: int, to: str) -> str:
    """What stands for the arrow and the blanks around it."""
    if not begin or end >= len(text):
        return ""
    value = _VALUE_BEFORE.search(text, max(0, begin - _REACH), begin)
    if to and value and _VALUE_AFTER.match(text, end):
        return f" {to} "
    comma = "，" if unspaced(text[begin - 1]) else ", "
    return comma if text[begin - 1].isalnum() or text[begin - 1] in ")]\"'”’%°" else " "
