"""What is said in place of a block of code, and of the sign that begins an alert."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from tts_node.text.bcp47 import main_language
from tts_node.text.signs import ALERTS, CODE_BLOCK
from tts_node.text.spans import SpanBuilder, Spans

_SIGNS: Final = (CODE_BLOCK, *ALERTS.values())
_SIGN: Final = re.compile(f"[{''.join(_SIGNS)}]")
_WORDS: Final = {
    "en": ("Code block.", "Note", "Tip", "Important", "Warning", "Caution"),
    "de": ("Codeblock.", "Hinweis", "Tipp", "Wichtig", "Warnung", "Vorsicht"),
    "es": ("Bloque de código.", "Nota", "Consejo", "Importante", "Advertencia", "Precaución"),
    "fr": ("Bloc de code.", "Remarque", "Conseil", "Important", "Avertissement", "Attention"),
    "it": ("Blocco di codice.", "Nota", "Suggerimento", "Importante", "Avviso", "Attenzione"),
    "nl": ("Codeblok.", "Opmerking", "Tip", "Belangrijk", "Waarschuwing", "Let op"),
    "pl": ("Blok kodu.", "Uwaga", "Wskazówka", "Ważne", "Ostrzeżenie", "Ostrożnie"),
    "pt": ("Bloco de código.", "Nota", "Dica", "Importante", "Aviso", "Cuidado"),
    "zh": ("代码块。", "注意", "提示", "重要", "警告", "小心"),
}
"""Of each sign; the alerts in the order of `signs.ALERTS`."""


def announcing(language: str | None) -> Callable[[Spans], Spans]:
    """The step on a sentence that says them, by BCP 47 tag; in English where the language is not known."""
    main = main_language(language)
    words = dict(zip(_SIGNS, _WORDS.get(main, _WORDS["en"]), strict=True))

    def announced(spans: Spans) -> Spans:
        text = spans.text
        if text.isascii() or _SIGN.search(text) is None:
            return spans
        builder, done = SpanBuilder(), 0
        for found in _SIGN.finditer(text):
            builder.add_spans(spans.slice(done, found.start()))
            builder.add(words[found[0]], *spans.source(*found.span()), exact=False)
            done = found.end()
        builder.add_spans(spans.slice(done, len(text)))
        return builder.take()

    return announced
