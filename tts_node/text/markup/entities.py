"""HTML entities, decoded once: `&amp;lt;` is `&lt;` and not `<`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from html.entities import html5

from tts_node.text.characters import for_sight

SignOf = Callable[[str], str | None]

_ENTITY = re.compile(r"&(#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{0,31});")
_BEGUN = re.compile(r"&(?:#[xX]?[0-9A-Fa-f]{0,7}|[A-Za-z][A-Za-z0-9]{0,31})?\Z")


def read_entity(text: str, at: int, *, final: bool, sign_of: SignOf | None = None) -> tuple[str, int] | None:
    """What the `&` at `at` stands for and where what follows begins; None when more text is needed.

    An `&` that begins no entity stands for itself. Signs that are for the eye alone are a space, but for
    those that `sign_of` gives another for.
    """
    found = _ENTITY.match(text, at)
    if found is not None and (decoded := _decoded(found[1], sign_of)):
        return decoded, found.end()
    if not final and len(text) - at < 40 and _BEGUN.match(text, at):
        return None
    return "&", at + 1


def decode(text: str) -> str:
    """All entities of a short text, such as an attribute's value."""
    return _ENTITY.sub(lambda found: _decoded(found[1]) or found[0], text)


def _decoded(entity: str, sign_of: SignOf | None = None) -> str:
    if entity[0] != "#":
        characters = html5.get(entity + ";", "")
    else:
        number = int(entity[2:], 16) if entity[1] in "xX" else int(entity[1:])
        usable = 0 < number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF
        characters = chr(number) if usable else ""
    return "".join(_speakable_form(char, sign_of) for char in characters)


def _speakable_form(char: str, sign_of: SignOf | None) -> str:
    """What the first step of the line does to the client's own characters, for one that comes later."""
    if for_sight(char) or unicodedata.category(char) in ("Cc", "Cf", "Co", "Cn", "Zs", "Zl", "Zp"):
        return (sign_of(char) if sign_of is not None else None) or " "
    return char
