"""Whether a `<` begins a tag, and what the tag says. `temp < 5 and load > 60` has none."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tts_node.text.markup.entities import decode


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_LONGEST = 2048
_NAME = r"[A-Za-z][A-Za-z0-9]*+(?:[:_.-][A-Za-z0-9]++)*+"
_ATTRIBUTE_NAME = r"[A-Za-z_:][\w:.-]*+"
_ATTRIBUTE = rf"""\s++{_ATTRIBUTE_NAME}(?:\s*+=\s*+(?:"[^"<]*+"|'[^'<]*+'|[^\s"'=<>`]++))?"""
_TAG = re.compile(rf"<(/?)({_NAME})((?:{_ATTRIBUTE})*+)\s*+(/?)>")
_TAG_BEGUN = re.compile(
    rf"<(?:/?(?:{_NAME}[:_.-]?(?:{_ATTRIBUTE})*+(?:\s*+=\s*+(?:\"[^\"<]*+|'[^'<]*+)?)?\s*+/?)?)?\Z"
)
_EACH_ATTRIBUTE = re.compile(
    rf"""\s++({_ATTRIBUTE_NAME})(?:\s*+=\s*+(?:"([^"<]*+)"|'([^'<]*+)'|([^\s"'=<>`]++)))?"""
)
_BARE = _words(
    "async autoplay checked controls default defer disabled download hidden ismap loop multiple muted "
    "open readonly required reversed selected"
)
"""Attributes without a value. Others make a sentence of it: `a <b and c> d`."""
_ADDRESS = re.compile(
    r"<([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}|(?:https?|ftp|mailto):[^\s<>]{1,2000})>"
)
_ADDRESS_BEGUN = re.compile(r"<\w[^\s<>]*+\Z")
OpenedKind = Literal["comment", "cdata", "declaration", "tag"]
_SPECIAL: tuple[tuple[str, OpenedKind], ...] = (
    ("<!--", "comment"),
    ("<![CDATA[", "cdata"),
    ("<!DOCTYPE", "declaration"),
    ("<?", "declaration"),
)


@dataclass(frozen=True, slots=True)
class Tag:
    """One whole tag. `end` is where what follows begins; `name` is in small letters."""

    name: str
    end: int
    closing: bool = False
    empty: bool = False
    attributes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Address:
    """An address in angle brackets: the text from `begin` to `end - 1` stays."""

    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class Opened:
    """Begins something that lasts until its own ending."""

    kind: OpenedKind
    end: int


def read_tag(text: str, at: int, *, strict: bool, final: bool) -> Tag | Address | Opened | int | None:
    """What begins at the `<` at `at`; an integer (where to go on) when it is text; None: more text is needed.

    `strict`: the text is SSML, where each `<` before a letter is a tag however badly it is written.
    """
    upper = text[at : at + 9].upper()
    for opening, kind in _SPECIAL:
        if upper.startswith(opening):
            return Opened(kind, at + len(opening))
        if not final and opening.startswith(upper):
            return None
    found = _TAG.match(text, at, at + _LONGEST)
    if found is not None:
        attributes = _attributes(found[3])
        if strict or attributes is not None:
            name = found[2].lower()
            return Tag(name, found.end(), bool(found[1]), bool(found[4]), attributes or {})
        return at + 1
    address = _ADDRESS.match(text, at)
    if address is not None:
        return Address(at + 1, address.end())
    may_go_on = len(text) - at < _LONGEST
    if may_go_on and not final and (_TAG_BEGUN.match(text, at) or _ADDRESS_BEGUN.match(text, at)):
        return None
    if strict and re.match(r"</?[A-Za-z]|</\Z", text[at : at + 3]):
        return Opened("tag", at + 1)
    if final and _TAG_BEGUN.match(text, at) and ("=" in text[at:] or text.startswith("</", at)):
        return Opened("tag", at + 1)  # half a tag is no word
    return at + 1


def _attributes(written: str) -> dict[str, str] | None:
    """By name in small letters; None when a bare word makes it no tag."""
    attributes: dict[str, str] = {}
    for name, double, single, bare in _EACH_ATTRIBUTE.findall(written):
        value = double or single or bare
        if not value and "=" not in written and name.lower() not in _BARE:
            return None
        attributes.setdefault(name.lower(), decode(value))
    return attributes
