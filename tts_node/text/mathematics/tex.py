"""Reads TeX's notation of mathematics into a tree. Whatever is wrong in it, there is a tree.

Of commands, those that models write are known; an unknown one loses its backslash, or with an argument its
name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tts_node.text.mathematics.commands import ACCENTS, DROPPED, FUNCTIONS, SIGNS, SWALLOWED, TEXTS


@dataclass(frozen=True, slots=True)
class Sign:
    """One letter or sign, as Unicode has it."""

    char: str


@dataclass(frozen=True, slots=True)
class Digits:
    """A number as it was written, its separators `.` or `,`."""

    written: str


@dataclass(frozen=True, slots=True)
class Word:
    """Upright text: `\\text{if}`, a unit, a word of letters. `function`: the name of one."""

    text: str
    function: bool = False


@dataclass(frozen=True, slots=True)
class Space:
    """A blank that is set on purpose, as between a number and its unit."""


@dataclass(frozen=True, slots=True)
class Break:
    """A new line or column of a larger formula."""


@dataclass(frozen=True, slots=True)
class Group:
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Fence:
    """What stands in brackets; `opening` is the sign."""

    opening: str
    inside: Group


@dataclass(frozen=True, slots=True)
class Fraction:
    above: Group
    below: Group


@dataclass(frozen=True, slots=True)
class Choose:
    above: Group
    below: Group


@dataclass(frozen=True, slots=True)
class Root:
    inside: Group
    degree: Group | None = None


@dataclass(frozen=True, slots=True)
class Scripted:
    """Something with an index, an exponent or both."""

    base: Node
    below: Group | None = None
    above: Group | None = None


Node = Sign | Digits | Word | Space | Break | Group | Fence | Fraction | Choose | Root | Scripted

_EMPTY: Final = Group(())
_DEGREES: Final = (Group((Sign("∘"),)), Group((Sign("°"),)))
_DEEPEST: Final = 40
_TOKEN: Final = re.compile(
    r"\\(?P<command>[A-Za-z]+)\*? ?|\\(?P<escaped>.)"
    r"|(?P<number>[0-9]+(?:(?:\{[,.]\}|\\,(?=[0-9]{3})|[.,](?=[0-9]))[0-9]+)*)"
    r"|(?P<word>[^\W\d_]{2,})|(?P<char>.)",
    re.DOTALL,
)
_ARGUMENT: Final = re.compile(r"\s*\{([^{}]*)\}")
_VOWEL: Final = re.compile("[aeiouyäöüáéíóúàèìòùâêîôûåøAEIOUY]")
_CLOSING: Final[dict[str, tuple[str, ...]]] = {
    "(": (")", "]", "\\right)", "\\right]"),
    "[": ("]", ")", "\\right]", "\\right)"),
    "\\{": ("\\}", "\\right\\}", "\\rbrace"),
    "|": ("|", "\\right|", "\\rvert", "\\right\\rvert"),
    "‖": ("‖", "\\|", "\\right\\|", "\\rVert"),
    "⌊": ("⌋", "\\rfloor", "\\right\\rfloor"),
    "⌈": ("⌉", "\\rceil", "\\right\\rceil"),
    "⟨": ("⟩", "\\rangle", "\\right\\rangle"),
}
_FORMS: Final = {"-": "−", "*": "×"}
_ROW: Final = re.compile(r" ?\[[^\]]{0,12}\]")
_DEGREE: Final = re.compile(r"\s*\[\s*([0-9]{1,4}|[A-Za-z])\s*\]")
_PRIMES: Final = re.compile("['’]+")
_SIZE: Final = re.compile(r"left|right|middle|[Bb]igg?[lrm]?")
_SUPERSCRIPTS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱ", "0123456789+-ni")
_SUBSCRIPTS: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉₊₋ₙᵢ", "0123456789+-ni")
_SMALL: Final = re.compile("(?P<above>[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱ]+)|(?P<below>[₀₁₂₃₄₅₆₇₈₉₊₋ₙᵢ]+)")


def parse(source: str) -> Group:
    """The tree of a formula without its delimiters."""
    return _Parser(source).all()


class _Parser:
    def __init__(self, source: str) -> None:
        self._source = source
        self._at = 0
        self._depth = 0
        self._closers: list[tuple[str, ...]] = []
        """Of the brackets that are open in the group under way."""

    def all(self) -> Group:
        """To the end; a closing brace without its opening one is passed over."""
        items: list[Node] = []
        while self._at < len(self._source):
            items += self._sequence()
            self._at += 1
        return Group(tuple(items))

    def _sequence(self) -> list[Node]:
        """Up to a closing sign, which stays."""
        items: list[Node] = []
        closers = ("}", *(closer for row in self._closers for closer in row))
        while self._at < len(self._source) and not self._source.startswith(closers, self._at):
            small = _SMALL.match(self._source, self._at)
            if small is not None:
                self._at = small.end()
                below = small["below"] is not None
                script = small.group().translate(_SUBSCRIPTS if below else _SUPERSCRIPTS)
                _join(items, parse(script), below=below)
            elif (primes := _PRIMES.match(self._source, self._at)) is not None:
                self._at = primes.end()
                _join(items, Group((Sign("′"),) * len(primes.group())), below=False)
            elif self._source[self._at] in "^_":
                below = self._source[self._at] == "_"
                self._at += 1
                _join(items, self._argument(), below=below)
            else:
                items += self._nodes()
        return items

    def _nodes(self) -> Sequence[Node]:
        """The next one, or none; several where a bracket does not close."""
        found = _TOKEN.match(self._source, self._at)
        assert found is not None
        begin, self._at = self._at, found.end()
        if command := found["command"]:
            return self._command(command)
        if escaped := found["escaped"]:
            return self._escaped(escaped)
        if number := found["number"]:
            return (Digits(re.sub(r"\{([,.])\}", r"\1", number).replace("\\,", "")),)
        if word := found["word"]:
            return (self._letters(word, begin),)
        return self._char(found["char"])

    def _letters(self, word: str, begin: int) -> Node:
        """A word is one; other letters stand each for itself."""
        if word in FUNCTIONS:
            return Word(word, function=True)
        if len(word) > 3 and _VOWEL.search(word):
            return Word(word)
        self._at = begin + 1
        return Sign(word[0])

    def _char(self, char: str) -> Sequence[Node]:
        if char == "{":
            return (self._in_braces(),)
        if char in _CLOSING:
            return self._fence(char)
        if char in " \n\t&$\\":
            return ()
        return (Space() if char == "~" else Sign(_FORMS.get(char, char)),)

    def _escaped(self, char: str) -> Sequence[Node]:
        if char == "\\":
            row = _ROW.match(self._source, self._at)
            self._at = row.end() if row is not None else self._at
            return (Break(),)
        if char == "{":
            return self._fence("\\{")
        if char == "|":
            return self._fence("‖")
        if char in ",;: ":
            return (Space(),)
        return (Sign(char),) if char in "%&#$€£" else ()

    def _command(self, name: str) -> Sequence[Node]:
        if _SIZE.fullmatch(name):
            if self._source.startswith(".", self._at):
                self._at += 1
            return ()
        if name in DROPPED:
            return ()
        if name in SWALLOWED:
            self._argument_text()
            return ()
        if name in ("quad", "qquad"):
            return (Break(),)
        if name in ("frac", "dfrac", "tfrac", "cfrac"):
            return (Fraction(self._argument(), self._argument()),)
        if name in ("binom", "dbinom", "tbinom"):
            return (Choose(self._argument(), self._argument()),)
        if name == "sqrt":
            return (self._root(),)
        if name in TEXTS:
            return (Word(self._argument_text()),)
        if name in ACCENTS:
            return (self._argument(),)
        if name in FUNCTIONS:
            return (Word(name, function=True),)
        if (sign := SIGNS.get(name)) is not None:
            return self._fence(sign) if sign in _CLOSING and name != "mid" else (Sign(sign),)
        return () if self._source.startswith("{", self._at) else (Word(name),)

    def _root(self) -> Root:
        degree = None
        found = _DEGREE.match(self._source, self._at)
        if found is not None:
            self._at, degree = (
                found.end(),
                Group((Digits(found[1]) if found[1].isdigit() else Sign(found[1]),)),
            )
        return Root(self._argument(), degree)

    def _argument(self) -> Group:
        """What a command stands before: a group in braces or one sign."""
        while self._source[self._at : self._at + 1] in (" ", "\n") and self._at < len(self._source):
            self._at += 1
        char = self._source[self._at : self._at + 1]
        if char in ("", "}", "&"):
            return _EMPTY
        if char in "([|":
            return _EMPTY
        if char.isalnum():  # one alone: \frac12, x^23
            self._at += 1
            return Group((Digits(char) if char.isdecimal() else Sign(char),))
        if self._depth >= _DEEPEST:
            return _EMPTY
        self._depth += 1
        nodes = tuple(self._nodes())
        self._depth -= 1
        return nodes[0] if len(nodes) == 1 and isinstance(nodes[0], Group) else Group(nodes)

    def _argument_text(self) -> str:
        found = _ARGUMENT.match(self._source, self._at)
        if found is None:
            return ""
        self._at = found.end()
        return " ".join(found[1].replace("\\", " ").replace("~", " ").replace("$", " ").split())

    def _in_braces(self) -> Group:
        if self._depth >= _DEEPEST:
            return _EMPTY
        self._depth += 1
        outer, self._closers = self._closers, []
        items = self._sequence()
        self._closers = outer
        self._depth -= 1
        self._at += 1
        return Group(tuple(items))

    def _fence(self, opening: str) -> Sequence[Node]:
        """What stands in brackets; those that never close are not there."""
        if self._depth >= _DEEPEST:
            return ()
        closers = _CLOSING[opening]
        self._depth += 1
        self._closers.append(closers)
        items = self._sequence()
        self._closers.pop()
        self._depth -= 1
        closed = max((c for c in closers if self._source.startswith(c, self._at)), key=len, default="")
        self._at += len(closed)
        if closed:
            return (Fence(opening, Group(tuple(items))),)
        return (Sign("|"), *items) if opening == "|" and items else items


def _join(items: list[Node], script: Group, *, below: bool) -> None:
    """An index or exponent joins what stands before it."""
    base: Node = items.pop() if items and not isinstance(items[-1], Space | Break) else _EMPTY
    if not below and script in _DEGREES:
        items += [Sign("°")] if base == _EMPTY else [base, Sign("°")]
        return
    so_far = base if isinstance(base, Scripted) else Scripted(base)
    if (so_far.below if below else so_far.above) is not None:  # a second one stands behind
        items.append(so_far)
        so_far = Scripted(_EMPTY)
    items.append(replace(so_far, below=script) if below else replace(so_far, above=script))
