"""Reads an instruct word by word and finds its wishes, each with how much and by the client's own words."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tts_node.style_words import NUMBER_WORDS, PATTERNS, STEPS, Entry, entries


@dataclass(frozen=True, slots=True)
class Found:
    """One wish with all its circumstances."""

    aspect: str
    words: str
    """The client's own."""
    amounts: Mapping[str, float]
    """By aspect, in the units of `style_words.BOUNDS`; empty where numbers cannot fulfil the wish."""
    plain: bool
    """It names one aspect, and so goes before what a way of speaking (`cheerful`) brings along."""
    negated: bool = False
    known: bool = True


def read(text: str) -> list[Found]:
    """All wishes in the order of the text; what is not understood comes as wishes that are not `known`."""
    return _Reader(text).read()


class _Reader:
    """Goes through an instruct once, from left to right; what belongs to a wish is looked for in its
    clause."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.found: list[Found] = []
        self._unknown: tuple[int, int] | None = None
        self._glue: int | None = None
        self._wish: tuple[Entry, int, int] | None = None
        """The clause's last wish, where its words begin, and its place in `found`."""
        self._start_clause()

    def _start_clause(self) -> None:
        self._begin: int | None = None
        self._degree: float | None = None
        self._quantity: Entry | None = None
        self._noun: tuple[Entry, int] | None = None
        self._negated = False

    def read(self) -> list[Found]:
        for entry, start, end in _lexemes(_folded(self._text)):
            self._take(entry, start, end)
        self._break(len(self._text))
        return self.found

    def _take(self, entry: Entry | None, start: int, end: int) -> None:
        if entry is None:
            self._unknown = (self._unknown[0] if self._unknown else self._glued(start), end)
            return
        if entry.kind == "filler":
            self._glue = start if self._glue is None else self._glue
            return
        self._glue = None
        if entry.kind == "break":
            self._break(start)
        elif entry.kind == "after" and self._wish is not None and self._degree is None:
            self._amend(end, degree=entry.amount)
        elif entry.kind in ("degree", "after"):
            self._modify(start)
            self._degree = entry.amount if self._degree in (None, 1.0) else self._degree
        elif entry.kind == "not":
            self._modify(start)
            self._negated = True
        elif entry.kind == "quantity":
            self._modify(start)
            self._quantity = entry
            if self._noun is not None:
                noun, noun_start = self._noun
                self._put(noun, noun_start, end)
        elif entry.kind == "scale":
            if self._quantity is not None:
                self._put(entry, start, end)
            else:
                self._noun = (entry, start)
        else:
            self._put(entry, start, end)

    def _glued(self, start: int) -> int:
        glue, self._glue = self._glue, None
        return start if glue is None else glue

    def _modify(self, start: int) -> None:
        if self._begin is None:
            self._begin = start

    def _put(self, entry: Entry, start: int, end: int) -> None:
        """A wish is complete with what stood before it in its clause."""
        self._flush_unknown()
        begin = start if self._begin is None else min(self._begin, start)
        degree, quantity, negated = self._degree, self._quantity, self._negated
        self._start_clause()
        self._wish = (entry, begin, len(self.found))
        self.found.append(self._weigh(entry, begin, end, degree, quantity, negated))

    def _amend(self, end: int, *, degree: float | None = None, quantity: Entry | None = None) -> None:
        """What stands after a wish belongs to it: `慢一点`, `louder by 20 %`."""
        if self._wish is None:
            return
        entry, begin, place = self._wish
        negated = self.found[place].negated
        self.found[place] = self._weigh(entry, begin, end, degree, quantity, negated)

    def _break(self, at: int) -> None:
        self._flush_unknown()
        if self._begin is not None:
            end = len(self._text[:at].rstrip())
            if self._wish is not None and (self._quantity is not None or self._degree is not None):
                self._amend(end, degree=self._degree, quantity=self._quantity)
            elif self._quantity is not None and self._quantity.aspect == "times":
                self._put(Entry("scale", "speed"), self._begin, end)
            else:
                self._unknown = (self._begin, end)
                self._flush_unknown()
        self._start_clause()
        self._wish, self._glue = None, None

    def _flush_unknown(self) -> None:
        if self._unknown is not None:
            words = self._text[slice(*self._unknown)].strip()
            self.found.append(Found("unknown", words, {}, plain=False, known=False))
            self._unknown = None

    def _weigh(
        self, entry: Entry, begin: int, end: int, degree: float | None, quantity: Entry | None, negated: bool
    ) -> Found:
        words = self._text[begin:end]
        if entry.kind == "beyond":
            return Found(entry.aspect, words, {}, plain=False, known=False)
        if entry.kind == "scale" or entry.amount:
            amount = _quantified(entry, quantity) if quantity is not None else _steps(entry, degree, negated)
            if amount is None:
                return Found("unknown", words, {}, plain=False, known=False)
            return Found(entry.aspect, words, {entry.aspect: amount}, plain=True, negated=negated)
        weight = 0.0 if negated else (1.0 if degree is None else degree)
        amounts = {aspect: amount * weight for aspect, amount in entry.effects.items()}
        return Found(entry.aspect, words, amounts, plain=False, negated=negated)


def _steps(entry: Entry, degree: float | None, negated: bool) -> float:
    steps = entry.amount * (1.0 if degree is None else degree)
    if negated:
        # "not too fast" asks for a little less; "no pauses" for none to speak of.
        strength = 1.8 if entry.aspect == "pauses" else 0.5
        steps = -strength * math.copysign(min(abs(entry.amount), 2.0), entry.amount)
    less, more = STEPS[entry.aspect]
    return abs(steps) * (less if steps < 0 else more)


def _quantified(entry: Entry, quantity: Entry) -> float | None:
    """The amount that `20 %`, `1.5x`, `3 dB` or `2 semitones` with a word of `entry` asks for."""
    less = entry.amount < 0
    value = quantity.amount
    if quantity.aspect in ("level", "pitch"):
        return (-value if less else value) if quantity.aspect == entry.aspect else None
    if quantity.aspect == "percent" and (entry.kind == "wish" or quantity.signed):
        share = -value / 100.0 if less else value / 100.0
        ratio = 1.0 + share if share > -0.95 else 1.0 / (1.0 - share)
    elif quantity.aspect == "percent":
        ratio = value / 100.0
    else:
        ratio = 1.0 / value if less and value > 1.0 else value
    if ratio <= 0.0:
        return None
    if entry.aspect == "level":
        return 20.0 * math.log10(ratio)
    return 12.0 * math.log2(ratio) if entry.aspect == "pitch" else math.log(ratio)


# --- the lexer ------------------------------------------------------------------------------------------

_NUMBER = r"[+−-]?\d+(?:[.,]\d+)?"
_COUNT = f"(?:{_NUMBER}|{'|'.join(sorted(NUMBER_WORDS, key=len, reverse=True))})"
_COUNTED = re.compile(_COUNT)
_UNITS = (
    ("percent", rf"{_COUNT} ?(?:%|％|percent|per cent|prozent|pour ?cent|por ?ciento)|百分之(?:{_COUNT})"),
    ("level", rf"{_NUMBER} ?(?:db\b|decibels?|dezibel|décibels?|decibelios|分贝)"),
    ("pitch", rf"{_NUMBER} ?(?:semitones?|half ?tones?|halbtöne?|halbton|demi-tons?|semitonos?|个?半音)"),
    ("times", rf"{_NUMBER} ?(?:x\b|×|times\b|-?fach\b|mal\b|fois\b|veces\b|倍)"),
    ("number", rf"{_NUMBER}(?!\w)"),
)
_QUANTITY = re.compile("|".join(f"(?P<{unit}>{pattern})" for unit, pattern in _UNITS))
_BEYOND = tuple((aspect, re.compile(pattern)) for aspect, pattern in PATTERNS)
_PHRASES: dict[str, Entry] = {}
for _phrase, _entry in entries():
    _PHRASES.setdefault(_phrase, _entry)
_LONGEST = max(map(len, _PHRASES))
_WORD = re.compile(r"(?:(?![\u2e80-\uffff])\w)+(?:['-](?:(?![\u2e80-\uffff])\w)+)*|\w")


def _lexemes(text: str) -> Iterator[tuple[Entry | None, int, int]]:
    """The pieces of the folded text with their meaning, None for words that have none; signs are passed
    over."""
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        entry, end = _lexeme(text, at)
        if entry is not None or text[at].isalnum():
            yield entry, at, end
        at = end


def _lexeme(text: str, at: int) -> tuple[Entry | None, int]:
    quantity = _QUANTITY.match(text, at) if _word_starts(text, at) else None
    if quantity is not None and quantity.lastgroup is not None:
        return _quantity(quantity.lastgroup, quantity.group()), quantity.end()
    if _word_starts(text, at):
        for aspect, pattern in _BEYOND:
            person = pattern.match(text, at)
            if person is not None:
                return Entry("beyond", aspect), person.end()
    for end in range(min(len(text), at + _LONGEST), at, -1):
        entry = _PHRASES.get(text[at:end])
        if entry is not None and _word_starts(text, at) and _word_starts(text, end):
            return entry, end
    word = _WORD.match(text, at)
    return None, word.end() if word is not None else at + 1


def _word_starts(text: str, at: int) -> bool:
    """Whether a phrase may begin or end at `at`: not inside a Latin word, anywhere in Chinese."""
    if at in (0, len(text)):
        return True
    return not (_latin(text[at - 1]) and _latin(text[at]))


def _latin(char: str) -> bool:
    return char < "\u2e80" and char.isalnum()


def _quantity(unit: str, words: str) -> Entry:
    number = _COUNTED.search(words.removeprefix("百分之"))
    digits = number.group() if number else "0"
    written = NUMBER_WORDS.get(digits)
    value = float(digits.replace(",", ".").replace("−", "-")) if written is None else written
    return Entry("quantity", unit, value, signed=digits[0] in "+−-")


def _folded(text: str) -> str:
    """Lower case of the same length, so that places stay those of the client's words."""
    return "".join(low if len(low := char.lower()) == 1 else char for char in text).replace("’", "'")
