"""English numbers in words: the American way, and with "and" as elsewhere."""

from __future__ import annotations

import re

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
DIGITS = _ONES[:10]
_TENS = ("", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_GROUPS = ("", " thousand", " million", " billion", " trillion", " quadrillion", " quintillion")
_ORDINALS = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
    "twelve": "twelfth",
}  # fmt: skip


def cardinal(value: int, link: str) -> str:
    """`link`: between hundreds and the rest, " " or " and "; empty where the number is too long for words."""
    if value < 100:
        return below_hundred(value)
    groups: list[str] = []
    small = 0 < value % 1000 < 100
    for name in _GROUPS:
        value, rest = divmod(value, 1000)
        if rest:
            groups.insert(0, _below_thousand(rest, link) + name)
        if not value:
            if small and len(groups) > 1:
                groups[-1] = f"{link.strip()} {groups[-1]}".strip()
            return " ".join(groups)
    return ""


def ordinal(cardinal_words: str) -> str:
    """`twenty-second`, of its cardinal."""
    head, last = re.fullmatch(r"(.*?)([a-z]+)", cardinal_words).groups()  # type: ignore[union-attr]
    if last in _ORDINALS:
        return head + _ORDINALS[last]
    return head + (last[:-1] + "ieth" if last.endswith("y") else last + "th")


def below_hundred(value: int) -> str:
    if value < 20:
        return _ONES[value]
    tens, ones = divmod(value, 10)
    return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")


def two_digits(value: int) -> str:
    """What follows the hour or the century: `oh five`, `thirty`."""
    return f"oh {_ONES[value]}" if value < 10 else below_hundred(value)


def in_pairs(value: int, *, hundreds: bool = False) -> str:
    """`1080`: ten eighty; empty where people do not say it so.

    `hundreds`: also `8601` (eighty-six oh one) and `5800` (fifty-eight hundred).
    """
    high, low = divmod(value, 100)
    if not 10 <= high < 100 or (low < 10 and not hundreds) or (not low and not high % 10):
        return ""
    return f"{below_hundred(high)} {two_digits(low) if low else 'hundred'}"


def _below_thousand(value: int, link: str) -> str:
    hundreds, rest = divmod(value, 100)
    if not hundreds:
        return below_hundred(rest)
    return f"{_ONES[hundreds]} hundred" + (f"{link}{below_hundred(rest)}" if rest else "")
