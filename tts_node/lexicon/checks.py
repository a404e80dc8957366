"""What may be in an entry of the lexicon, told in sentences: for the file and for what a client sends."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, Final, cast, get_args

from tts_node.errors import BadLexicon
from tts_node.text.characters import speakable
from tts_node.text.lexicon.entries import (
    LONGEST_SAID,
    LONGEST_SOUNDS,
    LONGEST_WRITTEN,
    Case,
    Entry,
    Kind,
    as_compared,
    default_case,
)
from tts_node.text.pronounce import pinyin
from tts_node.text.pronounce.symbols import may_be_ipa

ANY: Final = "any"
"""Stands for every language."""
_TAG: Final = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*")
_VALUES: Final[Mapping[Kind, tuple[str, ...]]] = {
    "word": ("say", "ipa", "pinyin", "case"),
    "abbreviation": ("say", "ipa", "pinyin", "case"),
    "unit": ("say", "one", "few", "many"),
}
_NO_WORDS: Final = re.compile(r"\[\[|\]\]|</?[A-Za-z]")
_ADDED: Final = ("kind", "written", "language")

Tell = Callable[[str, str], None]
"""Takes what is wrong: the key inside the entry (or empty) and a sentence."""


def checked_language(written: object, tell: Tell) -> tuple[str | None] | None:
    """The tag in a tuple, `(None,)` for any language; None where it is no tag, which was told."""
    if written is None or written == ANY:
        return (None,)
    if isinstance(written, str) and _TAG.fullmatch(written):
        return (written,)
    tell("", f"expected a language such as de or zh-CN, or {ANY}, got `{_short(written)}`")
    return None


def checked(
    kind: Kind, written: str, language: str | None, values: Mapping[str, object], tell: Tell
) -> Entry | None:
    """The entry; None when something is wrong with it, all of which was told."""
    told: list[str] = []

    def wrong(key: str, sentence: str) -> None:
        told.append(sentence)
        tell(key, sentence)

    word = _checked_written(kind, written, wrong)
    known = _VALUES[kind]
    for key in values:
        if key not in known:
            close = difflib.get_close_matches(str(key).lower(), known, n=1)
            hint = f"did you mean `{close[0]}`?" if close else f"known here are {', '.join(known)}"
            wrong(key, f"unknown key; {hint}")
    texts = {key: _checked_text(key, values[key], wrong) for key in known if key != "case" and key in values}
    case = values.get("case")
    if case is not None and case not in get_args(Case):
        wrong("case", f"expected exact or any, got `{_short(case)}`")
    if not any(texts.get(key) for key in ("say", "ipa", "pinyin")) and not told:
        wrong("", "expected how it is said: " + " or ".join(f"`{key}`" for key in known[:-1][:3]))
    if texts.get("ipa") and texts.get("pinyin"):
        wrong("", "expected `ipa` or `pinyin`, not both")
    if told:
        return None
    chosen = cast(Case, case) if case is not None else default_case(kind, word)
    return Entry(kind, word, language, case=chosen, **texts)


def entry_of(fields: Mapping[str, Any]) -> Entry:
    """An entry from the fields `kind`, `written`, `language` and those of its kind; None is left out.

    Raises `BadLexicon`.
    """
    told: list[str] = []
    kind, written, language = sought(fields)
    values = {key: value for key, value in fields.items() if value is not None and key not in _ADDED}

    def tell(key: str, sentence: str) -> None:
        told.append(f"{key}: {sentence}" if key else sentence)

    entry = checked(kind, written, language, values, tell)
    if entry is None:
        raise BadLexicon("; ".join(told))
    return entry


def sought(fields: Mapping[str, Any]) -> tuple[Kind, str, str | None]:
    """Which entry is meant by the fields `kind`, `written` and `language`. Raises `BadLexicon`."""
    kind = next((known for known in _VALUES if known == (fields.get("kind") or "word")), None)
    if kind is None:
        raise BadLexicon(f"kind: expected {', '.join(_VALUES)}, got `{_short(fields['kind'])}`")
    written = fields.get("written")
    if not isinstance(written, str):
        raise BadLexicon("written: expected the word as it is written in texts")
    told: list[str] = []
    language = checked_language(fields.get("language"), lambda _, sentence: told.append(sentence))
    if language is None:
        raise BadLexicon(f"language: {told[0]}")
    return kind, written, language[0]


# --- inside -------------------------------------------------------------------------------------------------


def _checked_written(kind: Kind, written: str, wrong: Tell) -> str:
    word = as_compared(written)
    if not word or not any(unicodedata.category(char)[0] in "LNPS" for char in word):
        wrong("", "nothing of it is in a text when words are looked for (signs for the eye alone)")
    elif len(word) > LONGEST_WRITTEN[kind]:
        wrong("", f"longer than {LONGEST_WRITTEN[kind]} characters")
    elif kind == "unit" and (word[0].isdigit() or " " in word):
        wrong("", "a unit begins with no digit and has no blank in it")
    return word


def _checked_text(key: str, value: object, wrong: Tell) -> str:
    if not isinstance(value, str):
        wrong(key, f"expected text, got `{_short(value)}`")
        return ""
    text = unicodedata.normalize("NFC", " ".join(value.split()))
    longest = LONGEST_SOUNDS if key in ("ipa", "pinyin") else LONGEST_SAID
    if key == "ipa":
        text = text.strip("/[]").strip()
    if not text:
        wrong(key, "expected a text that is not empty")
    elif len(text) > longest:
        wrong(key, f"longer than {longest} characters")
    elif any(unicodedata.category(char)[0] == "C" for char in text):
        wrong(key, "has a sign that cannot be seen or spoken")
    elif key not in ("ipa", "pinyin") and _NO_WORDS.search(text):
        wrong(key, "has a pronunciation mark or a tag, not followed here: words, or `ipa` for sounds")
    elif key == "pinyin" and pinyin.syllables(text) is None:
        wrong(key, f"expected syllables such as chong2 qing4, got `{_short(text)}`")
    elif key == "ipa" and not may_be_ipa(text):
        wrong(key, f"expected the International Phonetic Alphabet, such as ʃɪˈvɔːn, got `{_short(text)}`")
    elif not speakable(text):
        wrong(key, f"expected something that can be spoken, got `{_short(text)}`")
    return text


def _short(value: object) -> str:
    text = str(value)
    return f"{text[:60]}…" if len(text) > 60 else text
