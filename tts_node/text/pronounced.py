"""Stretches of text that say how they are pronounced, from the step that finds them to the engine.

A mark is a run of private-use characters inside the text itself: it holds the pronunciation in the notation
it was written in, and the written word behind it where there is one. The client's own private-use characters
are blanks before any step sees them (`clean.Characters`), so nobody can send a mark but by its notation. For
every other step of the line a mark is one opaque sign: no letter, no digit, no mark of punctuation, nothing
that a rule matches. So it goes through unchanged, offsets lead from it to the client's own letters, and
whatever is made of the text (cache key, seed, messages to a worker) differs when the pronunciation differs.

    written = Spans.of("Nguyen", 5)
    said = pronounced(written, Pronunciation("ŋwiən"))            # one mark in place of the word
    said = pronounced(written, Pronunciation("N W IY1 N", "arpabet"))

`pronounce.fit` turns what a voice does not take into what it takes, or back into the written word. An engine
reads its text by `parts`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, get_args

from tts_node.text.pronounce import misaki, pinyin, xsampa
from tts_node.text.spans import Span, Spans

Alphabet = Literal["ipa", "x-sampa", "arpabet", "pinyin", "misaki"]
"""`arpabet`: symbols with blanks between, vowels with their stress (`M AY0 N UW1 T`). `pinyin`: syllables
with blanks between, tones as digits or diacritics (`ni3 hao3`, `nǐ hǎo`). `misaki`: what voices of the Kokoro
family are given (`mˌInˈut`); no client writes it."""

LONGEST_NOTATION: Final = 120
LONGEST_WRITTEN: Final = 60


@dataclass(frozen=True, slots=True)
class Pronunciation:
    """How a word or a few are said. Raises `ValueError` for one that is empty, longer than
    `LONGEST_NOTATION` or in no alphabet there is."""

    notation: str
    alphabet: Alphabet = "ipa"

    def __post_init__(self) -> None:
        if self.alphabet not in get_args(Alphabet):
            raise ValueError(
                f"there is no alphabet {self.alphabet!r}; there are {', '.join(get_args(Alphabet))}"
            )
        if not self.notation.strip() or len(self.notation) > LONGEST_NOTATION:
            raise ValueError(f"a pronunciation has 1 to {LONGEST_NOTATION} characters")


@dataclass(frozen=True, slots=True)
class Pronounced:
    """A mark in a text: all of the characters `begin` to `end`."""

    begin: int
    end: int
    pronunciation: Pronunciation
    written: str = ""
    """The word that it stands for; empty where the client wrote the sounds alone."""


@dataclass(frozen=True, slots=True)
class Aside:
    """A sign for an engine that knows it, without words: `breath`, `laughter`, `strong`, `/strong`."""

    begin: int
    end: int
    name: str


@dataclass(frozen=True, slots=True)
class Plain:
    """Text that is read as it is written."""

    begin: int
    end: int


Part = Pronounced | Aside | Plain


def pronounced(word: Spans, pronunciation: Pronunciation) -> Spans:
    """`word` as one mark that stands for all of the client's letters it came from.

    Of what is written `LONGEST_WRITTEN` characters are kept. No word at all gives nothing.
    """
    if not word:
        return word
    start, end = word.source(0, len(word))
    return Spans((Span(mark(pronunciation, plain(word.text)), start, end, exact=False),))


def mark(pronunciation: Pronunciation, written: str = "") -> str:
    """The characters of a mark."""
    fields = (pronunciation.alphabet, pronunciation.notation.strip(), written[:LONGEST_WRITTEN].strip())
    return OPEN + SEPARATOR.join(map(_hidden, fields)) + CLOSE


def aside(name: str) -> str:
    """The characters of a sign without words."""
    return OPEN + _hidden(_ASIDE) + SEPARATOR + _hidden(name) + SEPARATOR + CLOSE


def opening(pronunciation: Pronunciation) -> str:
    """The beginning of a mark whose word is still to come; after the word comes `CLOSE`."""
    return OPEN + "".join(_hidden(f) + SEPARATOR for f in (pronunciation.alphabet, pronunciation.notation))


def opened(hidden: str) -> tuple[Pronunciation, int] | None:
    """What `opening` began at the front of `hidden`, and its length."""
    found = _OPENING.match(hidden)
    said = None if found is None else _said(found[1], found[2])
    return None if found is None or said is None else (said, found.end())


def marked(text: str) -> bool:
    """Whether there is any mark, or a piece of one, in `text`."""
    return HIDDEN.search(text) is not None


def parts(text: str) -> Iterator[Part]:
    """All of `text` in order. What is left of a mark that was cut into pieces is in none of them."""
    at = 0
    for run in HIDDEN.finditer(text):
        if at < run.start():
            yield Plain(at, run.start())
        for found in _MARK.finditer(text, run.start(), run.end()):
            if (read := _read(found)) is not None:
                yield read
        at = run.end()
    if at < len(text):
        yield Plain(at, len(text))


def legible(text: str) -> str:
    """`text` for people: `[[həˈləʊ]]` for a mark, in the notation that a client writes."""
    if not marked(text):
        return text
    return "".join(_legible(text, part) for part in parts(text))


def plain(text: str) -> str:
    """`text` with the written words in place of marks, and nothing for what has none."""
    if not marked(text):
        return text
    return "".join(_written(text, part) for part in parts(text))


# --- how it is hidden ---------------------------------------------------------------------------------------
# Plane 15 is for private use. A UTF-16 code unit `u` of the notation is the character U+F0000 + u; three
# control characters, which are in no text that comes so far, tell the fields apart.

_BASE: Final = 0xF0000
OPEN: Final = chr(_BASE + 1)
SEPARATOR: Final = chr(_BASE + 2)
CLOSE: Final = chr(_BASE + 3)
HIDDEN: Final = re.compile(f"[{chr(_BASE)}-{chr(_BASE + 0xFFFF)}]+")
_UNIT = f"[{chr(_BASE + 4)}-{chr(_BASE + 0xFFFF)}]"
_MARK: Final = re.compile(f"{OPEN}({_UNIT}+){SEPARATOR}({_UNIT}+){SEPARATOR}({_UNIT}*){CLOSE}")
_OPENING: Final = re.compile(f"{OPEN}({_UNIT}+){SEPARATOR}({_UNIT}+){SEPARATOR}")
_ASIDE: Final = "aside"
_TAGS: Final = frozenset({"strong"})
"""Asides that are written as tags."""


def _hidden(text: str) -> str:
    units = text.encode("utf-16-be", errors="surrogatepass")
    numbers = (units[at] << 8 | units[at + 1] for at in range(0, len(units), 2))
    return "".join(chr(_BASE + number) for number in numbers if 4 <= number < 0xFFFE)


def _shown(hidden: str) -> str:
    units = b"".join((ord(char) - _BASE).to_bytes(2, "big") for char in hidden)
    return units.decode("utf-16-be", errors="ignore")


def _read(found: re.Match[str]) -> Pronounced | Aside | None:
    if _shown(found[1]) == _ASIDE:
        return Aside(found.start(), found.end(), _shown(found[2]))
    said = _said(found[1], found[2])
    return None if said is None else Pronounced(found.start(), found.end(), said, _shown(found[3]))


def _said(alphabet: str, notation: str) -> Pronunciation | None:
    name, sounds = _shown(alphabet), _shown(notation)[:LONGEST_NOTATION]
    known = next((known for known in get_args(Alphabet) if known == name), None)
    return Pronunciation(sounds, known) if known is not None and sounds.strip() else None


def _written(text: str, part: Part) -> str:
    match part:
        case Plain():
            return text[part.begin : part.end]
        case Pronounced():
            return part.written
        case Aside():
            return ""


def _legible(text: str, part: Part) -> str:
    match part:
        case Plain():
            return text[part.begin : part.end]
        case Aside(name=name):
            return f"<{name}>" if name.startswith("/") or name in _TAGS else f"[{name}]"
        case Pronounced(pronunciation=said):
            brackets = "".join(f"[{symbol}]" for symbol in said.notation.split())
            if said.alphabet == "arpabet":
                return brackets
            if said.alphabet == "pinyin":
                return pinyin.to_brackets(said.notation) or brackets
            if said.alphabet == "misaki":
                return f"[[{misaki.to_ipa(said.notation)}]]"
            sounds = xsampa.to_ipa(said.notation) if said.alphabet == "x-sampa" else said.notation
            return f"[[{sounds or said.notation}]]"
