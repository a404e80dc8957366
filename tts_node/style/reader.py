"""Reads an instruct word by word and finds its wishes, each with how much and by the client's own words."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from tts_node.style.entry import NOTHING, STEPS, Entry
from tts_node.style.lexer import folded, lexemes


@dataclass(frozen=True, slots=True)
class Found:
    """One wish with all its circumstances."""

    aspect: str
    words: str
    """The client's own."""
    amounts: Mapping[str, float]
    """By aspect, in the units of `entry.BOUNDS`; empty where numbers cannot fulfil the wish."""
    plain: bool
    """It names one aspect, and so goes before what a way of speaking (`cheerful`) brings along."""
    negated: bool = False
    known: bool = True


def read(text: str) -> list[Found]:
    """All wishes in the order of the text; what is not understood comes as wishes that are not `known`."""
    return _Reader(text).read()


@dataclass(frozen=True, slots=True)
class _Circumstances:
    """What stands around a wish in its clause."""

    degree: float | None = None
    quantity: Entry | None = None
    negated: bool = False
    less: bool = False
    moderate: bool = False
    """By `so` or `too`: not the thing itself is unwanted, but so much of it."""

    @property
    def shared(self) -> _Circumstances:
        """What is meant for both sides of an "and": `very slowly and quietly`."""
        return _Circumstances(degree=self.degree, negated=self.negated and self.moderate)


@dataclass(frozen=True, slots=True)
class _Placed:
    """A clause's latest wish."""

    entry: Entry
    begin: int
    place: int
    """In `found`."""
    around: _Circumstances


class _Reader:
    """Goes through an instruct once, from left to right; what belongs to a wish is looked for in its
    clause."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.found: list[Found] = []
        self._unknown: tuple[int, int] | None = None
        self._glue: int | None = None
        self._wish: _Placed | None = None
        self._shared: _Circumstances | None = None
        """Of the wish before an "and", until something else comes than another wish."""
        self._start_clause()

    def _start_clause(self) -> None:
        self._begin: int | None = None
        self._behind = False
        """The latest negation may be of the wish before it."""
        self._around = _Circumstances()
        self._noun: tuple[Entry, int] | None = None
        self._turn: Entry | None = None
        self._more = False

    def read(self) -> list[Found]:
        for entry, start, end in lexemes(folded(self._text)):
            self._take(entry, start, end)
        self._break(len(self._text))
        return self.found

    def _take(self, entry: Entry | None, start: int, end: int) -> None:
        if entry is None or entry.kind not in ("wish", "beyond", "more"):
            self._shared = None
        if entry is None:
            self._unknown = (self._unknown[0] if self._unknown else self._glued(start), end)
            return
        if entry.kind == "filler":
            self._glue = start if self._glue is None else self._glue
            return
        self._glue = None
        around = self._around
        match entry.kind:
            case "and":
                shared = self._wish.around.shared if self._wish is not None else None
                self._break(start)
                self._shared = shared
            case "break":
                self._break(start)
            case "after" if self._wish is not None and around.degree is None:
                self._amend(end, replace(self._wish.around, degree=entry.amount))
            case "degree" | "after":
                if around.degree is None:
                    self._modify(start, replace(around, degree=entry.amount))
            case "more":
                self._modify(start, around)
                self._more = True
            case "less":
                self._modify(start, replace(around, negated=True, less=True))
            case "so":
                self._modify(start, replace(around, moderate=True))
            case "too":
                self._modify(start, replace(around, negated=True, moderate=True))
            case "not":
                self._modify(start, replace(around, negated=True))
                self._behind = entry.behind
            case "turn" if (
                self._begin is None and self._wish is not None and self._wish.entry.kind == "scale"
            ):
                # `Lautstärke um 20 Prozent senken`
                changed = Entry("wish", self._wish.entry.aspect, entry.amount)
                self._wish = replace(self._wish, entry=changed)
                self._amend(end, self._wish.around)
            case "turn":
                self._modify(start, around)
                self._turn = entry
                if self._noun is not None:
                    noun, noun_start = self._noun
                    self._put(Entry("wish", noun.aspect, entry.amount), noun_start, end)
            case "quantity":
                self._modify(start, replace(around, quantity=entry))
                if self._noun is not None:
                    noun, noun_start = self._noun
                    self._put(noun, noun_start, end)
            case "scale" if self._turn is not None:
                self._put(Entry("wish", entry.aspect, self._turn.amount), start, end)
            case "scale" if self._more or around.less:
                self._put(Entry("wish", entry.aspect, 1.0), start, end)
            case "scale" if around.quantity is None:
                self._noun = (entry, start)
            case "wish" if around.quantity is not None and not entry.amount and not entry.effects:
                pass  # `90 % of normal speed`
            case _:
                self._put(entry, start, end)

    def _glued(self, start: int) -> int:
        glue, self._glue = self._glue, None
        return start if glue is None else glue

    def _modify(self, start: int, around: _Circumstances) -> None:
        self._around = around
        if self._begin is None:
            self._begin = start

    def _put(self, entry: Entry, start: int, end: int) -> None:
        """A wish is complete with what stood before it in its clause."""
        self._flush_unknown()
        begin = start if self._begin is None else min(self._begin, start)
        around = self._around
        if self._shared is not None and around == _Circumstances():
            around = self._shared
        self._shared = None
        self._start_clause()
        self._wish = _Placed(entry, begin, len(self.found), around)
        self.found.append(self._weigh(entry, begin, end, around))

    def _amend(self, end: int, around: _Circumstances) -> None:
        """What stands after a wish belongs to it: `慢一点`, `louder by 20 %`, `flüstere nicht`."""
        if self._wish is None:
            return
        self._wish = replace(self._wish, around=around)
        self.found[self._wish.place] = self._weigh(self._wish.entry, self._wish.begin, end, around)

    def _break(self, at: int) -> None:
        if self._begin is not None:
            end = len(self._text[:at].rstrip())
            around, wish = self._around, self._wish
            if around.negated and not (self._behind and self._unknown is None):
                wish = None
            if self._turn is not None and self._turn.aspect and self._unknown is None:
                self._put(Entry("wish", self._turn.aspect, self._turn.amount), self._begin, end)
            elif wish is not None and around != _Circumstances():
                self._amend(
                    end,
                    replace(
                        wish.around,
                        degree=wish.around.degree if around.degree is None else around.degree,
                        quantity=around.quantity or wish.around.quantity,
                        negated=wish.around.negated or around.negated,
                    ),
                )
            elif around.quantity is not None and around.quantity.aspect == "times":
                self._put(Entry("scale", "speed"), self._begin, end)
            else:
                begin = self._begin if self._unknown is None else min(self._begin, self._unknown[0])
                self._unknown = (begin, end)
        self._flush_unknown()
        self._start_clause()
        self._wish, self._glue, self._shared = None, None, None

    def _flush_unknown(self) -> None:
        if self._unknown is not None:
            words = self._text[slice(*self._unknown)].strip()
            self.found.append(Found("unknown", words, NOTHING, plain=False, known=False))
            self._unknown = None

    def _weigh(self, entry: Entry, begin: int, end: int, around: _Circumstances) -> Found:
        words, negated = self._text[begin:end], around.negated
        if entry.kind == "beyond":
            # Without an accent, and not sarcastically, is how a voice speaks anyway.
            fulfilled = negated and entry.aspect != "language"
            return Found(entry.aspect, words, NOTHING, plain=False, negated=negated, known=fulfilled)
        if entry.kind == "scale" or entry.amount:
            aspect = entry.aspect
            quantity = around.quantity
            if (
                quantity is not None
                and entry.kind == "wish"
                and quantity.aspect == "number"
                and not quantity.absolute
            ):
                quantity = None  # whatever three it is in `louder for 3 people`
            if quantity is not None:
                if quantity.aspect in ("level", "pitch") and entry.kind == "wish":
                    aspect = quantity.aspect  # `6 dB lower`, `deux demi-tons plus bas`
                amount = _quantified(entry, aspect, quantity, less=around.less)
            else:
                amount = _steps(entry, around)
            if amount is None:
                return Found("unknown", words, NOTHING, plain=False, known=False)
            negated = negated and quantity is None
            return Found(aspect, words, {aspect: amount}, plain=True, negated=negated)
        weight = 0.0 if negated else (1.0 if around.degree is None else around.degree)
        amounts = {aspect: amount * weight for aspect, amount in entry.effects.items()}
        return Found(entry.aspect, words, amounts, plain=False, negated=negated)


def _steps(entry: Entry, around: _Circumstances) -> float:
    steps = entry.amount * (1.0 if around.degree is None else around.degree)
    if around.negated:
        # "not too fast" asks for a little less; "no pauses" for none to speak of.
        strength = 0.5 if entry.aspect != "pauses" else 1.0 if around.less else 1.8
        steps = -strength * math.copysign(min(abs(entry.amount), 2.0), entry.amount)
    less, more = STEPS[entry.aspect]
    return abs(steps) * (less if steps < 0 else more)


def _quantified(entry: Entry, aspect: str, quantity: Entry, *, less: bool) -> float | None:
    """The amount that `20 %`, `1.5x`, `3 dB` or `2 semitones` with a word of `entry` asks for."""
    less = less != (entry.amount < 0)
    value = quantity.amount
    if quantity.aspect in ("level", "pitch"):
        return (-value if less else value) if quantity.aspect == aspect else None
    if quantity.absolute:
        ratio = value / 100.0 if quantity.aspect == "percent" else value
    elif quantity.aspect == "percent" and (entry.kind == "wish" or quantity.signed):
        share = -value / 100.0 if less else value / 100.0
        ratio = 1.0 + share if share > -0.95 else 1.0 / (1.0 - share)
    elif quantity.aspect == "percent":
        ratio = value / 100.0
    else:
        ratio = 1.0 / value if less and value > 1.0 else value
    if ratio <= 0.0 or aspect not in ("speed", "level", "pitch", "pauses", "expressiveness"):
        return None
    if aspect == "level":
        return 20.0 * math.log10(ratio)
    return 12.0 * math.log2(ratio) if aspect == "pitch" else math.log(ratio)
