"""What is said in place of a block of code."""

from __future__ import annotations

from collections.abc import Callable

from tts_node.text.signs import CODE_BLOCK
from tts_node.text.spans import SpanBuilder, Spans

_WORDS = {
    "en": "Code block.",
    "de": "Codeblock.",
    "es": "Bloque de código.",
    "fr": "Bloc de code.",
    "it": "Blocco di codice.",
    "nl": "Codeblok.",
    "pl": "Blok kodu.",
    "pt": "Bloco de código.",
    "zh": "代码块。",
}


def announcement(language: str | None) -> str:
    """By BCP 47 tag; English where the language is not known."""
    return _WORDS.get((language or "").replace("_", "-").partition("-")[0].lower(), _WORDS["en"])


def announcing(language: str | None) -> Callable[[Spans], Spans]:
    """The step on a sentence that says it where `signs.CODE_BLOCK` stands."""

    def announced(spans: Spans) -> Spans:
        at = spans.text.find(CODE_BLOCK)
        if at < 0:
            return spans
        builder = SpanBuilder()
        builder.add_spans(spans.slice(0, at))
        builder.add(announcement(language), *spans.source(at, at + 1), exact=False)
        builder.add_spans(announced(spans.slice(at + 1, len(spans))))
        return builder.take()

    return announced
