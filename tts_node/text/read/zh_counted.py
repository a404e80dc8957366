"""What is counted in Chinese, so that 2 is 两, and words that the other detectors share."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from tts_node.text.read import zh_tables as tables
from tts_node.text.read.numbers import amount_at, number_at
from tts_node.text.read.scan import Found, Scan
from tts_node.text.read.things import Number, Range, Words
from tts_node.text.read.units import Name

if TYPE_CHECKING:
    from tts_node.text.read.zh import Chinese

COUNTED = Name("", "")
"""Something, no matter what, is counted."""


def any_of(words: Iterable[str]) -> str:
    """A pattern that matches one of the words, the longest first."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


def chinese(scan: Scan) -> Chinese:
    """The language, which is Chinese here."""
    return cast("Chinese", scan.language)


def unit_word(scan: Scan, unit: str) -> str:
    """What a unit is called."""
    return scan.language.units[unit].other


COUNTED_AFTER = re.compile(
    rf" ?(?!年级|分之|次方|(?!{any_of(tables.STILL_MEASURES)})(?:{any_of(tables.NO_MEASURES)}))"
    rf"(?:{any_of(tables.COUNTED)})"
)
_ROOMS_AFTER = re.compile(r" ?[室房][0-9 ]{1,3}厅")
_ROOMS_BEFORE = re.compile(r"[0-9] ?[室厅厨]$")
ORDINAL_BEFORE = re.compile(r"[第初] ?(?:[0-9]{1,3}[、和] ?){0,6}$")
_ORDINAL = re.compile(r"[0-9]{1,8}(?![0-9.,]| ?[-–—~/][0-9])")
_HOUR_BEFORE = re.compile(r"[0-9] ?[点时點時] ?$")
_TO_ANOTHER = re.compile(r" ?[到至或、和] ?")
_CALENDAR = re.compile(r"0([1-9])(?= ?(?:月|日|号|点|时))")
_DISCOUNT = re.compile(r"([1-9])\.?([1-9]) ?(?=折)")


def counted(scan: Scan, at: int) -> Found | None:
    """`2个`, `2-3天`: 两 before what is counted, unless 第 makes it an ordinal."""
    found = amount_at(scan, at)
    if found is None or not isinstance(found[0], Number | Range):
        return None
    amount, end = found
    before = scan.text_before(at)
    rooms = _ROOMS_AFTER.match(scan.text, end) or _ROOMS_BEFORE.search(before)
    if not (COUNTED_AFTER.match(scan.text, end) or rooms):
        return None
    minute = scan.text.startswith("分", end) and _HOUR_BEFORE.search(before)
    if minute or ORDINAL_BEFORE.search(before):
        return None
    language = chinese(scan)
    cold = scan.text.startswith("度", end) and scan.words.isdisjoint(tables.ANGLE_WORDS)
    said = language.warmth(amount) if cold else language.amount(amount, COUNTED)
    return Found(Words(said), end) if said else None


def ordered(scan: Scan, at: int) -> Found | None:
    """The number in `第200期`: 二 and never 两."""
    found = _ORDINAL.match(scan.text, at) if ORDINAL_BEFORE.search(scan.text_before(at)) else None
    if found is None or found.group().startswith("0") or scan.word_at(found.end()):
        return None
    return Found(Words(scan.language.ordinal(int(found.group())).removeprefix("第")), found.end())


def first_of_two(scan: Scan, at: int) -> Found | None:
    """The first number of `3至5℃`, `2到3个`, `2、3个`: it is counted like the second."""
    first = number_at(scan, at)
    to = _TO_ANOTHER.match(scan.text, first[1]) if first else None
    second = number_at(scan, to.end()) if to else None
    if first is None or second is None:
        return None
    unit = scan.language.unit_at(scan.text, second[1] + scan.text.startswith(" ", second[1]))
    if unit is not None and unit[0] in ("°C", "°F"):
        said = chinese(scan).warmth(first[0])
        return Found(Words(said), first[1]) if said else None
    degrees = scan.text.startswith("度", second[1]) and scan.words.isdisjoint(tables.ANGLE_WORDS)
    if degrees and first[0].sign == "-" and to is not None:
        low, high = first[0], replace(second[0], sign=second[0].sign or "+")
        said = chinese(scan).warmth(low)
        return Found(Words(f"{said}{to.group().strip()}{chinese(scan).warmth(high)}"), second[1])
    counts = COUNTED_AFTER.match(scan.text, second[1]) is not None
    if not counts and (unit is None or unit[0] in tables.SHARES or unit[0] in scan.language.proofs):
        return None
    return Found(Words(scan.language.number(first[0], COUNTED)), first[1])


def calendar(scan: Scan, at: int) -> Found | None:
    """`05月`, `08点`: without the zero."""
    found = _CALENDAR.match(scan.text, at)
    return Found(Number(found.group(1)), found.end()) if found else None


def discount(scan: Scan, at: int) -> Found | None:
    """`8.5折`, `85折`: 八五折."""
    found = _DISCOUNT.match(scan.text, at)
    if found is None:
        return None
    return Found(Words(scan.language.digits(found.group(1) + found.group(2))), found.end())
