"""Says a formula in words.

Numbers, units and the common signs are said by the reading rules of the language, the rest by its `Words`.
Commas mark where a long part ends: "a plus b, over c". There is no "end fraction": who listens wants to
follow a thought, not to write the formula down.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from tts_node.text.characters import unspaced
from tts_node.text.mathematics import tex
from tts_node.text.mathematics.quantities import Quantities
from tts_node.text.mathematics.tex import (
    Break,
    Choose,
    Digits,
    Fence,
    Fraction,
    Group,
    Node,
    Root,
    Scripted,
    Sign,
    Space,
    Word,
)
from tts_node.text.mathematics.words import Words
from tts_node.text.read.scan import Rules

_PAUSE: Final = ","
_SILENT: Final = frozenset(",;:….‥")
"""Signs that are a short pause."""
_OPERATORS: Final = frozenset("+−±∓=≠<>≤≥≈≡×÷·/→⇒⇔∪∩∧∨∈⊂⊆∝∼")
_LARGE: Final = {"∑": "sums", "∏": "products", "∫": "integrals", "∬": "integrals", "∮": "integrals"}
_FUNCTION_LETTERS: Final = frozenset("fghFGHPφψ")
_CHEMICALS: Final = frozenset({"H", "O", "N", "CO", "NO", "SO", "CH", "NH"})
"""What an index only counts the atoms of: `CO_2`."""
_SUBSCRIPTS: Final = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_COMMAS: Final = re.compile(r"(?: *,)+")


class Speech:
    """Formulas in one language."""

    def __init__(self, rules: Rules, words: Words) -> None:
        self._language = rules.language
        self._words = words
        self._quantities = Quantities(rules)

    def say(self, source: str) -> str:
        """The words of a formula in TeX's notation; empty if it has none."""
        return self._joined(self._sequence(tex.parse(source).items))

    # --- sequences --------------------------------------------------------------------------------------

    def _sequence(self, items: Sequence[Node]) -> list[str]:
        said: list[str] = []
        at = 0
        while at < len(items):
            quantity = self._quantities.at(items, at)
            if quantity is not None:
                words, at = quantity
                said.append(words)
                continue
            node, before = items[at], said[-1] if said else ""
            at += 1
            if (chemical := _chemical(items, at - 1)) is not None:
                formula, at = chemical
                said.append(self._quantities.read(formula))
            elif _is_function(node):
                said += self._applied(node, items, at)
                at += _takes_argument(node, items, at)
            elif node in _UNARY and (at == 1 or items[at - 2] in _BEFORE_UNARY or before == _PAUSE):
                said.append(self._language.minus if node == Sign("−") else self._language.plus_minus)
            else:
                said += self._node(node)
        return said

    def _applied(self, node: Node, items: Sequence[Node], at: int) -> list[str]:
        """A function and what it is of."""
        said = self._node(node)
        if not _takes_argument(node, items, at):
            return said
        argument = items[at]
        inside = argument.inside if isinstance(argument, Fence) else Group((argument,))
        of = (
            [self._words.of]
            if self._words.of and not (said and said[-1].endswith(f" {self._words.of}"))
            else []
        )
        return [*said, *of, *self._sequence(inside.items), *([_PAUSE] if _compound(inside) else [])]

    def _text(self, group: Group) -> str:
        return self._joined(self._sequence(group.items))

    # --- one part -----------------------------------------------------------------------------------------

    def _node(self, node: Node) -> list[str]:
        match node:
            case Sign():
                return self._sign(node.char)
            case Digits():
                return [self._quantities.number(node)]
            case Word():
                said = self._words.functions.get(node.text) if node.function else None
                return [said or self._quantities.read(node.text)]
            case Space():
                return []
            case Break():
                return [_PAUSE]
            case Group():
                return self._sequence(node.items)
            case Fence():
                return self._fence(node)
            case Fraction():
                return self._fraction(node)
            case Choose():
                return [self._text(node.above), self._words.choose, self._text(node.below)]
            case Root():
                return self._root(node)
            case Scripted():
                return self._scripted(node)

    def _sign(self, char: str) -> list[str]:
        words, symbols = self._words, self._language.symbols
        if char in _SILENT:
            return [_PAUSE]
        if char in words.signs:
            return [words.signs[char]]
        match char:
            case "!":
                return [words.factorial]
            case "′" | "″":
                return [words.prime]
            case "°":
                return [words.degrees]
            case "·":
                return [symbols.get("×", "")]
            case "/":
                return [symbols.get("÷", "") if "{" in words.over else words.over]
            case "≈":
                return [symbols.get("≈=", symbols.get("≈", ""))]
        if (letter := words.letters.get(char.lower())) is not None:
            return [letter]
        return [symbols.get(char, char if char.isalnum() else "")]

    def _fence(self, fence: Fence) -> list[str]:
        inside = self._sequence(fence.inside.items)
        if fence.opening in "|‖":
            return [_filled(self._words.absolute, self._joined(inside))]
        if not _compound(fence.inside) or fence.opening not in ("(", "[", "\\{") or _has_commas(fence.inside):
            return inside
        if not self._language.blanks:
            return [self._words.open, *inside, self._words.close]
        return [self._words.open, _PAUSE, *inside, _PAUSE, self._words.close, _PAUSE]

    def _fraction(self, fraction: Fraction) -> list[str]:
        simple = self._quantities.fraction(fraction)
        if simple:
            return [simple]
        above, below, over = self._text(fraction.above), self._text(fraction.below), self._words.over
        if "{" in over:
            return [_filled(over, above, below)]
        if _compound(fraction.above) or _compound(fraction.below) or "," in above:
            return [above, _PAUSE, over, below, _PAUSE]
        return [above, over, below]

    def _root(self, root: Root) -> list[str]:
        words, inside = self._words, self._sequence(root.inside.items)
        of = self._language.symbols.get("√", "√")
        if root.degree is not None and root.degree.items != (Digits("2"),):
            degree = root.degree.items
            if degree == (Digits("3"),):
                of = words.third_root
            elif len(degree) == 1 and isinstance(degree[0], Digits):
                value = int(degree[0].written)
                ordinal = (
                    self._language.cardinal(value) if "{}次" in words.root else self._language.ordinal(value)
                )
                of = words.root.format(ordinal)
            else:
                of = words.root.format(self._text(root.degree))
        return [of, *inside, *([_PAUSE] if _compound(root.inside) else [])]

    def _scripted(self, node: Scripted) -> list[str]:
        words, base = self._words, node.base
        below = "" if node.below is None else self._text(node.below)
        above = "" if node.above is None else self._text(node.above)
        if isinstance(base, Sign) and base.char in _LARGE:
            bare, over, bounds = getattr(words, _LARGE[base.char])
            return [
                _filled(bounds, below, above) if above and below else _filled(over, below) if below else bare
            ]
        if isinstance(base, Word) and base.function and below:
            if base.text == "lim":
                return [_filled(words.limit, below)]
            if base.text == "log":
                return [_filled(words.log_base, below)]
        said = self._node(base)
        if node.below is not None and below:
            said += [below] if _is_word(node.below) else [words.sub, below]
        return said if node.above is None else said + self._exponent(node, above)

    def _exponent(self, node: Scripted, said: str) -> list[str]:
        words, above = self._words, node.above
        assert above is not None
        if all(isinstance(item, Sign) and item.char in "′″" for item in above.items):
            return [words.prime] * len(above.items)
        if above.items in ((Sign("+"),), (Sign("−"),)):
            return self._sign(above.items[0].char) if isinstance(above.items[0], Sign) else []
        if above.items == (Sign("×"),):
            return []
        if above.items == (Digits("2"),) and not isinstance(node.base, Digits):
            return [words.squared]
        if above.items == (Digits("3"),) and not isinstance(node.base, Digits):
            return [words.cubed]
        return [_filled(words.power, said), *([_PAUSE] if _compound(above) else [])]

    # --- joining -----------------------------------------------------------------------------------------

    def _joined(self, said: Sequence[str]) -> str:
        if self._language.blanks:
            return _COMMAS.sub(",", " ".join(filter(None, said))).strip(" ,")
        text = ""
        for word in filter(None, said):
            word = "，" if word == _PAUSE else word
            blank = text and text[-1] not in "，" and word[0] not in "，"
            text += " " + word if blank and not (unspaced(text[-1]) and unspaced(word[0])) else word
        return re.sub("，+", "，", text).strip("，")


_UNARY: Final = (Sign("−"), Sign("±"))
_BEFORE_UNARY: Final = frozenset(Sign(char) for char in "=<>≤≥≈≠±∓+−×÷·/,;:→⇒(")


def _filled(template: str, *parts: str) -> str:
    """A template; around Latin letters in Chinese there are blanks."""
    said = template.format(*parts)
    return re.sub(r"(?<=[\u4e00-\u9fff])(?=[A-Za-z])|(?<=[A-Za-z])(?=[\u4e00-\u9fff])", " ", said)


def _compound(group: Group) -> bool:
    """Whether one could not hear where it ends."""
    items = [item for item in group.items if not isinstance(item, Space)]
    if items[:1] == [Sign("−")]:
        items = items[1:]
    return any(isinstance(item, Sign) and item.char in _OPERATORS for item in items)


def _has_commas(group: Group) -> bool:
    return any(isinstance(item, Sign) and item.char in ",;" for item in group.items)


def _is_word(group: Group) -> bool:
    return len(group.items) == 1 and isinstance(group.items[0], Word)


def _is_function(node: Node) -> bool:
    """A name that is of something, whatever its index and exponent are."""
    base = node.base if isinstance(node, Scripted) else node
    if isinstance(base, Word):
        return base.function
    return isinstance(base, Sign) and base.char.isalpha()


def _takes_argument(node: Node, items: Sequence[Node], at: int) -> bool:
    """Whether what is at `at` is what the function is of."""
    base = node.base if isinstance(node, Scripted) else node
    following = items[at] if at < len(items) else None
    if isinstance(base, Word):
        return following is not None and not (isinstance(following, Sign) and following.char in _OPERATORS)
    if not isinstance(following, Fence) or following.opening != "(" or not isinstance(base, Sign):
        return False
    inside = following.inside.items
    lone = len(inside) == 1 and isinstance(inside[0], Sign) and inside[0].char.isalpha()
    return base.char in _FUNCTION_LETTERS or (lone and base.char.islower())


def _chemical(items: Sequence[Node], at: int) -> tuple[str, int] | None:
    """A formula of chemistry: `H_2O`, `\\text{CO}_2`."""
    formula, end, counted = "", at, False
    while end < len(items):
        node = items[end]
        base = node.base if isinstance(node, Scripted) else node
        symbol = base.char if isinstance(base, Sign) else base.text if isinstance(base, Word) else ""
        if not symbol.isalpha() or not symbol[0].isupper() or not symbol.isascii():
            break
        formula += symbol
        end += 1
        if isinstance(node, Scripted):
            below = node.below.items if node.below is not None else ()
            if node.above is not None or len(below) != 1 or not isinstance(below[0], Digits):
                return None
            if formula.rstrip("₀₁₂₃₄₅₆₇₈₉") not in _CHEMICALS:
                return None
            formula += below[0].written.translate(_SUBSCRIPTS)
            counted = True
    return (formula, end) if counted else None
