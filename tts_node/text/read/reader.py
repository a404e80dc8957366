"""Which language reads how: `reader` gives the step that turns numbers, units and signs into words.

A language's module is loaded when it is first spoken, so a node that speaks English pays for English alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from typing import cast

from tts_node.text.spans import Spans

Reader = Callable[[Spans], Spans]
"""One whole sentence as it is written -> as it is said; pure, every offset kept."""

LANGUAGES: dict[str, str] = {
    "de": "tts_node.text.read.de",
    "en": "tts_node.text.read.en",
    "es": "tts_node.text.read.es",
    "fr": "tts_node.text.read.fr",
    "it": "tts_node.text.read.it",
    "nl": "tts_node.text.read.nl",
    "pl": "tts_node.text.read.pl",
    "pt": "tts_node.text.read.pt",
    "zh": "tts_node.text.read.zh",
}
"""The first part of a BCP 47 tag -> the module whose `reader(tag)` reads it."""


@lru_cache(maxsize=64)
def reader(language: str | None) -> Reader:
    """The reading rules of a BCP 47 tag (`en`, `en-GB`, `zh_CN`).

    A language without rules, and None, leave every text as it is.
    """
    tag = (language or "").replace("_", "-")
    module = LANGUAGES.get(tag.partition("-")[0].lower())
    if module is None:
        return _as_written
    return cast(Callable[[str], Reader], import_module(module).reader)(tag)


def _as_written(spans: Spans) -> Spans:
    return spans
