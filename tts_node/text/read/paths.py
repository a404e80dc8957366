"""Ways through menus: `Settings > System > Updates` is three names with pauses between.

Two signs in a row, or a word of such ways (open, tap, Einstellungen, 设置) before one, tell it from a
comparison of two nouns.
"""

from __future__ import annotations

import re
from typing import Final

from tts_node.text.characters import unspaced
from tts_node.text.spans import SpanBuilder, Spans

_STEP: Final = re.compile(r"(?<=[^\W\d_]|[)\"”’]) ?[>›»] ?(?=[^\W\d_]|[\"“‘])")
_CUE: Final = re.compile(
    r"\b(?:open|go to|tap|click|press|select|choose|navigate|menu|settings"
    r"|öffnen?|geh|gehe|gehen|tippe|tippen|klicke|klicken|wählen?|menü|einstellungen"
    r"|ouvre[zr]?|allez|paramètres|abre|ve a|ajustes|menú|apri|vai|impostazioni"
    r"|ga naar|instellingen|abra|configurações|otwórz|ustawienia)\b|打开|点击|进入|选择|前往|设置|菜单",
    re.IGNORECASE,
)
_CONDITION: Final = re.compile(
    r"\b(?:if|when|while|wenn|falls|sobald|si|se|als|jeśli)\b|如果|当", re.IGNORECASE
)


def paths(spans: Spans) -> Spans:
    """The sentence with commas for the signs between the names."""
    text = spans.text
    if not any(sign in text for sign in ">›»"):
        return spans
    steps = [found for found in _STEP.finditer(text) if _between_names(text, found)]
    if not steps or _CONDITION.search(text):
        return spans
    if len(steps) < 2 and _CUE.search(text, 0, steps[0].start()) is None:
        return spans
    builder, done = SpanBuilder(), 0
    for found in steps:
        builder.add_spans(spans.slice(done, found.start()))
        comma = "，" if unspaced(text[found.start() - 1]) else ", "
        builder.add(comma, *spans.source(*found.span()), exact=False)
        done = found.end()
    builder.add_spans(spans.slice(done, len(text)))
    return builder.take()


def _between_names(text: str, sign: re.Match[str]) -> bool:
    """Names begin with a capital or are Chinese, and have more than one letter."""
    after = text[sign.end() : sign.end() + 4].lstrip('"“‘')[:2]
    chinese = after != "" and unspaced(after[0])
    named = after[:1].isupper() and after[1:].isalpha()
    return (chinese or named) and text[max(0, sign.start() - 2) : sign.start()].strip() != ""
