"""A formula as people write it without TeX: for languages that have no words for it."""

from __future__ import annotations

from typing import Final

from tts_node.text.mathematics import tex
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

_SUPERSCRIPTS: Final = dict(zip("0123456789+−n′", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ′", strict=True))
_APART: Final = frozenset("=<>≤≥≠≈≡+±×÷→⇒⇔∈")
_CLOSING: Final = {"(": ")", "[": "]", "\\{": "}", "|": "|", "‖": "‖", "⌊": "⌋", "⌈": "⌉", "⟨": "⟩"}


def written(source: str) -> str:
    """Without backslashes and braces: `\\frac{a}{b} = x^2` is `a/b = x²`."""
    return " ".join(_group(tex.parse(source)).split())


def _group(group: Group) -> str:
    return "".join(map(_node, group.items))


def _node(node: Node) -> str:
    match node:
        case Sign():
            return f" {node.char} " if node.char in _APART else node.char
        case Digits():
            return node.written.replace("{", "").replace("}", "")
        case Word():
            return f" {node.text} "
        case Space():
            return " "
        case Break():
            return ", "
        case Group():
            return _group(node)
        case Fence():
            return node.opening.lstrip("\\") + _group(node.inside) + _CLOSING[node.opening]
        case Fraction() | Choose():
            return f"{_part(node.above)}/{_part(node.below)}"
        case Root():
            return f"√{_part(node.inside)}"
        case Scripted():
            return _scripted(node)


def _part(group: Group) -> str:
    said = _group(group)
    return f"({said})" if any(isinstance(item, Sign) and item.char in "+−=" for item in group.items) else said


def _scripted(node: Scripted) -> str:
    said = _node(node.base)
    if node.below is not None:
        said += f"_{_group(node.below).strip()}"
    if node.above is not None:
        above = _group(node.above).strip()
        small = [_SUPERSCRIPTS.get(char, "") for char in above]
        said += "".join(small) if all(small) else f"^{_part(node.above)}"
    return said
