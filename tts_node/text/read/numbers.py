"""Numbers and amounts at a place in the text: signs, decimals, thousands, fractions, ranges."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from tts_node.text.read.scan import WORD, Scan
from tts_node.text.read.things import Amount, Fraction, Number, Range, Sign

MINUS = "-−–"
"""Signs that people write for minus and for `to`."""
VULGAR: dict[str, tuple[int, int]] = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5),
    "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8), "⅒": (1, 10),
}  # fmt: skip
"""Fractions that are one character."""

_T = TypeVar("_T")
_SIGNS: dict[str, Sign] = {"-": "-", "−": "-", "–": "-", "+": "+", "±": "±"}
_BEFORE_SIGN = re.compile(rf"{WORD}|[)\]%°²³.]")
_SPACED = re.compile(r"[1-9][0-9]{0,2}(?: [0-9]{3}){1,6}(?![0-9])")
_TO = re.compile(r" ?(?:[-−–—‑~]|\.\.\.?|…) ?")
_WHOLE_BEFORE = re.compile(r"[0-9]{1,4}(?= [0-9]{1,2}[/⁄][0-9]| ?[½⅓⅔¼¾⅕-⅞⅒])")
_MORE = re.compile(r"[-–.:/][0-9]")
_BEGINS = re.compile("(?:[-−–+]|± ?)?[.,]?[0-9½⅓⅔¼¾⅕-⅞⅒]")
"""What every number begins with."""
_REMEMBERED = 1024
"""So many places, since nobody goes back far."""
_FRACTION = re.compile(r"([0-9]{1,3})[/⁄]([0-9]{1,4})(?![0-9]|[/⁄.][0-9])")


def sign_at(scan: Scan, at: int) -> tuple[Sign, int]:
    """The sign of a number at `at` and where its digits begin; no sign where one could not be meant."""
    text = scan.text
    sign = _SIGNS.get(text[at : at + 1])
    if sign is None or (at and _BEFORE_SIGN.match(text, at - 1)):
        return "", at
    return sign, at + 1 + (sign == "±" and text.startswith(" ", at + 1))


def _once(look: Callable[[Scan, int], _T | None]) -> Callable[[Scan, int], _T | None]:
    """Many detectors ask for the number at the same place, and at places where none can be."""

    @wraps(look)
    def remembered(scan: Scan, at: int) -> _T | None:
        seen: dict[int, _T | None] = scan.seen[look]
        if at in seen:
            return seen[at]
        if len(seen) >= _REMEMBERED:
            seen.clear()
        found = seen[at] = look(scan, at) if _BEGINS.match(scan.text, at) else None
        return found

    return remembered


@_once
def number_at(scan: Scan, at: int) -> tuple[Number, int] | None:
    """A number with its sign, if one has to be there."""
    sign, start = sign_at(scan, at)
    found = scan.language.number_pattern.match(scan.text, start)
    if found is None:
        return None
    return scan.language.parse(found.group(), sign), found.end()


@_once
def amount_at(scan: Scan, at: int) -> tuple[Amount, int] | None:
    """A number, a fraction or a range."""
    fraction = fraction_at(scan, at)
    if fraction is not None:
        return fraction
    first = number_at(scan, at)
    if first is None:
        return None
    low, end = first
    to = _TO.match(scan.text, end)
    if to is None:
        return first
    spaced = to.group().startswith(" ") and to.group().endswith(" ")
    if " " in to.group() and not spaced:
        return first
    second = _second(scan, to.end())
    if second is None or _more_follows(scan.text, second[1]):
        return first
    high, stop = second
    falls = not low.sign and not high.sign and float_of(low) >= float_of(high)
    if (spaced and falls) or scan.text.startswith(("=", " ="), stop):
        return first
    return Range(low, high), stop


@_once
def fraction_at(scan: Scan, at: int) -> tuple[Fraction, int] | None:
    """`1/2`, `2 1/2`, `½`, `2½`."""
    text, (sign, start) = scan.text, sign_at(scan, at)
    whole, place = None, start
    digits = _WHOLE_BEFORE.match(text, start)
    if digits is not None:
        whole, place = int(digits.group()), digits.end()
        place += text.startswith(" ", place)
    if text[place : place + 1] in VULGAR and place < len(text):
        numerator, denominator = VULGAR[text[place]]
        return Fraction(numerator, denominator, whole, sign), place + 1
    found = _FRACTION.match(text, place)
    if found is None:
        return None
    numerator, denominator = int(found.group(1)), int(found.group(2))
    if denominator < 2 or (whole is not None and numerator >= denominator):
        return None
    if whole is None and numerator > denominator > 32:
        return None  # 940/42 Mbps
    return Fraction(numerator, denominator, whole, sign), found.end()


@_once
def spaced_number_at(scan: Scan, at: int) -> tuple[Number, int] | None:
    """`1 200`, `5 000 000`, `1 200.50`: thousands parted by blanks, with a sign."""
    sign, start = sign_at(scan, at)
    found = _SPACED.match(scan.text, start)
    if found is None:
        return None
    decimals = scan.language.decimals_pattern.match(scan.text, found.end())
    end = decimals.end() if decimals else found.end()
    return scan.language.parse(scan.text[start:end], sign), end


@_once
def other_decimal_at(scan: Scan, at: int) -> tuple[Number, int] | None:
    """`1,5` in a language that writes 1.5: only something that follows can prove it."""
    pattern = scan.language.other_decimal_pattern
    sign, start = sign_at(scan, at)
    found = pattern.match(scan.text, start) if pattern is not None else None
    return (Number(found.group(1), found.group(2), sign), found.end()) if found else None


def float_of(number: Number) -> float:
    """Its value, for comparing."""
    value = float(f"{number.whole or 0}.{number.decimals or 0}")
    return -value if number.sign == "-" else value


def _second(scan: Scan, at: int) -> tuple[Number, int] | None:
    """The number after `to`, whose own sign stands right after it: `-5–-2`."""
    text = scan.text
    sign: Sign = ""
    if text[at : at + 1] in _SIGNS and at < len(text):
        sign, at = _SIGNS[text[at]], at + 1
    found = scan.language.number_pattern.match(text, at)
    return (scan.language.parse(found.group(), sign), found.end()) if found else None


def _more_follows(text: str, at: int) -> bool:
    """`3-5-7` and `1-2.3.4` are no ranges."""
    return _MORE.match(text, at) is not None
