"""Turns pronunciation marks into what a voice takes, or back into words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tts_node.text.markup.warned import TextWarning
from tts_node.text.pronounce import arpabet, misaki, pinyin, xsampa
from tts_node.text.pronounce.letters import to_letters
from tts_node.text.pronounce.symbols import Fitted, fit, is_sound
from tts_node.text.pronounced import (
    LONGEST_NOTATION,
    Alphabet,
    Aside,
    Plain,
    Pronounced,
    Pronunciation,
    mark,
    marked,
    parts,
)
from tts_node.text.spans import SpanBuilder, Spans

_MOST_WARNINGS: Final = 8
"""So that a long text of bad marks says it a few times and not thousands of times."""


@dataclass(frozen=True, slots=True)
class Takes:
    """What a voice takes of marks."""

    voice: str
    language: str | None = None
    """The voice's own, whose sounds it has learned."""
    notations: frozenset[str] = frozenset()
    """Of `pronounced.Alphabet`, those that it takes as they are written; `ipa` and `misaki` in `phonemes`."""
    phonemes: frozenset[str] = frozenset()
    """The symbols that it has; empty: whatever there is of the IPA."""
    asides: frozenset[str] = frozenset()
    prosody: frozenset[str] = frozenset({"speed", "pitch"})
    """What of SSML's `prosody` it can do."""


class Fit:
    """A step on one sentence; what cannot be followed it tells once."""

    def __init__(self, takes: Takes) -> None:
        self._takes = takes
        self.warnings: list[TextWarning] = []

    def __call__(self, spans: Spans) -> Spans:
        text = spans.text
        if not marked(text):
            return spans
        builder, tail = SpanBuilder(), ""
        for part in parts(text):
            source = spans.source(part.begin, part.end)
            match part:
                case Plain():
                    twice = text[part.begin] == " " and tail in (" ", "")
                    builder.add_spans(spans.slice(part.begin + twice, part.end))
                    tail = text[part.end - 1]
                case Aside():
                    if part.name.lstrip("/") in self._takes.asides:
                        builder.add_spans(spans.slice(part.begin, part.end))
                        tail = text[part.end - 1]
                case Pronounced():
                    said = self._said(part)
                    if said and said[0].isalnum() and tail.isalnum() and not part.written:
                        said = " " + said  # letters in the place of a mark are no part of the word before
                    builder.add(said, *source, exact=False)
                    tail = said[-1:] or tail
        return builder.take().strip()

    def _said(self, part: Pronounced) -> str:
        said, takes = part.pronunciation, self._takes
        if said.alphabet != "ipa" and said.alphabet in takes.notations:
            return mark(said, part.written)
        ipa = to_ipa(said)
        if ipa is None:
            self._warn(f"{said.notation[:40]!r} is not {_NAMES[said.alphabet]}; {_instead(part)}")
            return part.written or _only_letters(said.notation)
        if not {"ipa", "misaki"} & takes.notations:
            self._warn(
                f"the voice {takes.voice} takes no phonemes; what has a written word is spoken by that"
            )
            return part.written or _spelled(said, ipa)
        if not takes.phonemes and "ipa" in takes.notations:
            return mark(Pronunciation(ipa[:LONGEST_NOTATION]), part.written)
        alphabet, fitted = self._fitted(said, ipa)
        if fitted.unknown:
            signs = " ".join(fitted.unknown[:8])
            self._warn(f"the voice {takes.voice} has no sound for {signs}; {_instead(part)}")
            if part.written:
                return part.written
        if not any(map(is_sound, fitted.symbols)):
            return part.written or _spelled(said, ipa)
        return mark(Pronunciation(fitted.symbols[:LONGEST_NOTATION], alphabet), part.written)

    def _fitted(self, said: Pronunciation, ipa: str) -> tuple[Alphabet, Fitted]:
        """In the voice's symbols, and of which alphabet they are."""
        known, language = self._takes.phonemes, self._takes.language
        if "misaki" not in self._takes.notations:
            return "ipa", fit(ipa, known, language)
        syllables = misaki.from_pinyin(said.notation, known) if said.alphabet == "pinyin" else None
        return "misaki", syllables or misaki.from_ipa(ipa, known, language)

    def _warn(self, message: str) -> None:
        warning = TextWarning("pronunciation_ignored", message)
        if len(self.warnings) < _MOST_WARNINGS and warning not in self.warnings:
            self.warnings.append(warning)


def to_ipa(said: Pronunciation) -> str | None:
    """In the IPA; None when the notation is not what it says it is."""
    match said.alphabet:
        case "ipa":
            return said.notation
        case "x-sampa":
            return xsampa.to_ipa(said.notation)
        case "arpabet":
            return arpabet.to_ipa(said.notation)
        case "pinyin":
            return pinyin.to_ipa(said.notation)
        case "misaki":
            return misaki.to_ipa(said.notation)


_NAMES: Final[Mapping[Alphabet, str]] = {
    "ipa": "IPA",
    "x-sampa": "X-SAMPA",
    "arpabet": "ARPAbet",
    "pinyin": "Pinyin",
    "misaki": "misaki's",
}


def _instead(part: Pronounced) -> str:
    return "the written word is spoken" if part.written else "it is left out or spoken as letters"


def _spelled(said: Pronunciation, ipa: str) -> str:
    if said.alphabet == "pinyin" and (found := pinyin.syllables(said.notation)) is not None:
        return " ".join(one.written.rstrip("12345") for one in found)
    return to_letters(ipa)


def _only_letters(notation: str) -> str:
    return " ".join("".join(char if char.isalnum() else " " for char in notation).split())
