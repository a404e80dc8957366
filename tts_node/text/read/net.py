"""Web and e-mail addresses, IP addresses, versions and coordinates: the same in every language but for words.

A language gives the words (`Language.net_words`, `version_word`, `hemispheres`); without them these things
stay as they are written.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tts_node.text.read.things import Address, Coordinate, Email, Number, Url, Version

if TYPE_CHECKING:
    from tts_node.text.read.language import Language

_SAYABLE = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,19}")
"""A part of an address that people would say."""
_PIECE = re.compile(r"[^\W\d_]+|[0-9]+|[_+-]")
_MOST_NAMES = 3
"""A path with more is not said."""


def say_address(address: Address, language: Language) -> str | None:
    """`192.168.1.10:8123`, digit by digit."""
    words = language.net_words
    if not words:
        return None
    said = f" {words['.']} ".join(language.digits(part) for part in address.parts)
    if address.port:
        said += f" {words[':']} {language.digits(address.port)}"
    return f"{said} {words['/']} {language.cardinal(int(address.prefix))}" if address.prefix else said


def say_url(url: Url, language: Language) -> str | None:
    """Host, port, and a short path."""
    words = language.net_words
    if not words:
        return None
    parts = url.host.removeprefix("www.").split(".")
    if len(parts) == 4 and all(part.isdigit() for part in parts):
        said = f" {words['.']} ".join(language.digits(part) for part in parts)
    else:
        said = _dotted(parts, language)
    if url.port:
        said += f" {words[':']} {language.digits(url.port)}"
    if len(url.path) <= _MOST_NAMES and all(_SAYABLE.fullmatch(name) for name in url.path):
        for name in url.path:
            said += f" {words['/']} {_dotted(name.split('.'), language)}"
    return said


def say_email(email: Email, language: Language) -> str | None:
    """`ann.lee@example.com`"""
    words = language.net_words
    if not words:
        return None
    name, host = (_dotted(part.split("."), language) for part in (email.name, email.host))
    return f"{name} {words['@']} {host}"


def say_version(version: Version, language: Language) -> str | None:
    """`2026.11.1`, `v1.2.3-beta`"""
    if not language.version_word:
        return None
    parts = [_version_part(part, language, first=at == 0) for at, part in enumerate(version.parts)]
    said = f" {language.version_point or language.point} ".join(parts)
    if version.tail:
        said += f" {spelled(version.tail, language)}"
    return f"{language.version_word} {said}" if version.marked else said


def say_coordinate(coordinate: Coordinate, language: Language) -> str | None:
    """`52.52° N`, `52°31′12″ N`"""
    if not language.hemispheres:
        return None
    parts = [language.named(coordinate.degrees, language.units["°"])]
    if coordinate.minutes is not None:
        parts.append(language.named(coordinate.minutes, language.units["min"]))
    if coordinate.seconds is not None:
        parts.append(language.named(coordinate.seconds, language.units["s"]))
    parts.append(language.hemispheres.get(coordinate.hemisphere, ""))
    return " ".join(part for part in parts if part)


def spelled(name: str, language: Language) -> str:
    """A part of a name on the net: words stay, digits are counted (one by one in writing without blanks),
    signs are named."""
    said: list[str] = []
    for piece in _PIECE.findall(name):
        if piece.isdigit():
            counted = len(piece) <= 3 and language.blanks
            said.append(language.number(Number(piece)) if counted else language.digits(piece))
        else:
            said.append(language.net_words.get(piece, piece))
    return " ".join(said)


def _dotted(parts: list[str], language: Language) -> str:
    return f" {language.net_words['.']} ".join(spelled(part, language) for part in parts if part)


def _version_part(part: str, language: Language, *, first: bool) -> str:
    if first and re.fullmatch(r"(?:19|20)[0-9]{2}", part):
        return language.year(int(part))
    return language.number(Number(part))
