"""Numbers and units inside a formula, said by the reading rules of the language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from tts_node.text.mathematics.tex import Digits, Fraction, Group, Node, Scripted, Sign, Space, Word
from tts_node.text.read import things
from tts_node.text.read.scan import Rules
from tts_node.text.spans import Spans

_SMALL_EXPONENTS: Final = {"2": "²", "3": "³"}
_LARGEST_PART: Final = 20
"""Fractions of larger numbers are said as divisions."""


class Quantities:
    """Of one language."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._language = rules.language

    def read(self, text: str) -> str:
        """A few words as in any sentence."""
        return self._rules(Spans.of(text)).text if text else ""

    def number(self, digits: Digits) -> str:
        """In words; two where a comma parts them."""
        return ", ".join(self._language.number(number) for number in self._parsed(digits.written))

    def fraction(self, fraction: Fraction) -> str | None:
        """`three quarters`, where both are small whole numbers."""
        values = []
        for part in (fraction.above, fraction.below):
            if len(part.items) != 1 or not isinstance(part.items[0], Digits):
                return None
            written = part.items[0].written
            if not written.isdigit() or len(written) > 2:
                return None
            values.append(int(written))
        if not (0 < values[0] <= _LARGEST_PART and 1 < values[1] <= _LARGEST_PART):
            return None
        return self._language.say_fraction(things.Fraction(values[0], values[1]))

    def at(self, items: Sequence[Node], at: int) -> tuple[str, int] | None:
        """A power of a number, or a number with its unit; and what follows it."""
        node = items[at]
        if isinstance(node, Scripted):
            power = self._power(node)
            return None if power is None else (power, at + 1)
        if not isinstance(node, Digits):
            return None
        unit = self._unit(items, at + 1)
        numbers = self._parsed(node.written)
        if unit is None or len(numbers) != 1:
            return None
        symbol, end = unit
        known = self._language.unit_at(symbol, 0)
        if known is not None and known[1] == len(symbol):
            said = self._language.say_quantity(things.Quantity(numbers[0], known[0]))
        else:
            said = self.read(f"{node.written}{symbol}")
        return None if not said or any(map(str.isdigit, said)) else (said, end)

    def _power(self, node: Scripted) -> str | None:
        if not isinstance(node.base, Digits) or node.below is not None or node.above is None:
            return None
        sign, items = "", node.above.items
        if items[:1] == (Sign("−"),):
            sign, items = "-", items[1:]
        if len(items) != 1 or not isinstance(items[0], Digits) or not items[0].written.isdigit():
            return None
        base = self._parsed(node.base.written)
        exponent = things.Number(items[0].written, sign="-" if sign else "")
        return self._language.say_power(things.Power(base[0], exponent)) if len(base) == 1 else None

    def _parsed(self, written: str) -> list[things.Number]:
        """The separators say what is parted; where they do not, the language does."""
        decimal, sure = self._language.decimal, "{" in written
        written = re.sub(r"\{([.,])\}", r"\1", written)
        found = re.fullmatch(r"([0-9.,]*)([.,])([0-9]+)", written)
        if found is None:
            return [things.Number(written)]
        before, sign, tail = found.groups()
        grouped = (
            len(tail) == 3
            and (sign != decimal or sign in before)
            and 0 < len(re.split("[.,]", before)[0]) < 4
        )
        if grouped:
            return [things.Number(re.sub("[.,]", "", written))]
        if sign == "," and decimal == "." and not sure:
            return [number for part in written.split(",") for number in self._parsed(part)]
        return [things.Number(re.sub("[.,]", "", before), tail)]

    def _unit(self, items: Sequence[Node], at: int) -> tuple[str, int] | None:
        """The unit that begins at `at`, as it is written in a text."""
        spaced = False
        while at < len(items) and isinstance(items[at], Space):
            at, spaced = at + 1, True
        if at >= len(items):
            return None
        node = items[at]
        if isinstance(node, Sign) and node.char in "%‰":
            return node.char, at + 1
        if node == Sign("°"):
            after = at + 1
            while after < len(items) and isinstance(items[after], Space):
                after += 1
            scale = _written(items[after]) if after < len(items) else None
            return (f"°{scale}", after + 1) if scale in ("C", "F") else ("°", at + 1)
        symbol, end = "", at
        while end < len(items) and (part := _written(items[end])) is not None:
            if isinstance(items[end], Sign) and part.isascii() and part != "/" and not spaced:
                break
            symbol += part
            end += 1
        return (symbol, end) if symbol and self._knows(symbol) else None

    def _knows(self, symbol: str) -> bool:
        known = self._language.unit_at(symbol, 0)
        return known is not None and known[1] == len(symbol)


def _written(node: Node) -> str | None:
    """A part of a unit as text has it: upright letters, a sign of one, a fraction of two."""
    match node:
        case Word(function=False):
            return node.text
        case Sign() if node.char == "/" or node.char.isalpha():
            return node.char
        case Scripted(base=Word() as word, below=None, above=Group(items=(Digits() as digits,))):
            exponent = _SMALL_EXPONENTS.get(digits.written)
            return None if exponent is None or word.function else word.text + exponent
        case Fraction(above=Group(items=(above,)), below=Group(items=(below,))):
            parts = _written(above), _written(below)
            return None if None in parts else f"{parts[0]}/{parts[1]}"
    return None
