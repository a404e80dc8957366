"""Phonemes of a text in which some words say themselves how they sound.

espeak-ng reads a whole sentence: it says "to" otherwise before a word than at the end, and drops punctuation
that stands alone. So each mark is replaced by a name that it knows, the sentence is read, and the sounds of
the name are replaced by those of the mark. Where that cannot be told apart, what stands between the marks is
read piece by piece.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from tts_node.text.pronounce.symbols import VOWELS, is_sound
from tts_node.text.pronounced import Plain, Pronounced, Pronunciation, parts

_STAND_INS: Final = (("Finn", "Ann"), ("Mimi", "Emma"), ("Kim", "Ivan"))
"""Names that begin with a consonant and with a vowel, which the words before them go by."""

Read = Callable[[str], list[str]]
"""Symbols of a text without marks."""
Said = Callable[[Pronunciation], list[str]]
"""Symbols of a mark."""


def read_marked(text: str, read: Read, said: Said) -> list[str]:
    """All symbols of `text`, in order."""
    found = list(parts(text))
    for names in _STAND_INS:
        if not any(name in text for name in names):
            symbols = _by_stand_ins(text, found, names, read, said)
            if symbols is not None:
                return symbols
    return read_apart(text, read, said)


def read_apart(text: str, read: Read, said: Said) -> list[str]:
    """Piece by piece, for phonemizers whose sentence does not change a word."""
    symbols: list[str] = []
    for part in parts(text):
        written = text[part.begin : part.end]
        if isinstance(part, Pronounced):
            symbols += said(part.pronunciation)
        elif isinstance(part, Plain):
            inner = read(written)
            if symbols and symbols[-1] != " " and written[:1].isspace():
                symbols.append(" ")
            symbols += inner
            if written[-1:].isspace() and symbols and symbols[-1] != " ":
                symbols.append(" ")
    return symbols


def _by_stand_ins(
    text: str, found: Sequence[object], names: tuple[str, str], read: Read, said: Said
) -> list[str] | None:
    sounds = ["".join(read(name)).strip() for name in names]
    if not all(sounds) or sounds[0] in sounds[1] or sounds[1] in sounds[0]:
        return None
    written, expected, own = [], [], []
    inside: list[tuple[bool, bool]] = []
    """Whether a letter stands before and after each mark, as in writing without blanks."""
    for part in found:
        if isinstance(part, Plain):
            written.append(text[part.begin : part.end])
        elif isinstance(part, Pronounced):
            symbols = said(part.pronunciation)
            kind = int(next(filter(is_sound, symbols), "") in VOWELS)
            written.append(names[kind])
            expected.append(sounds[kind])
            own.append(symbols)
            beside = text[part.begin - 1 : part.begin], text[part.end : part.end + 1]
            inside.append((beside[0].isalpha(), beside[1].isalpha()))
    read_as = "".join(read("".join(written)))
    places = list(re.finditer("|".join(map(re.escape, sounds)), read_as))
    if [place.group() for place in places] != expected:
        return None
    out: list[str] = []
    at = 0
    for place, symbols, (after_letter, before_letter) in zip(places, own, inside, strict=True):
        between = read_as[at : place.start()]
        out += between.rstrip() if after_letter else between
        out += symbols
        at = place.end() + (before_letter and read_as.startswith(" ", place.end()))
    return out + list(read_as[at:])
