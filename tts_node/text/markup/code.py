"""What is said in place of a block of code."""

from __future__ import annotations

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
