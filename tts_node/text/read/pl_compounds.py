"""Polish words with a number in them: `3-letni` trzyletni, `30-latek` trzydziestolatek."""

from __future__ import annotations

import re

from tts_node.text.read.scan import NO_WORD, Found, Scan
from tts_node.text.read.things import Words

_TAIL = (
    "leci|let|osob|pokoj|minut|godzin|dni|tygodni|miesięcz|procent|metr|kilometr|litr|stopni|piętr|drzwi|cyfr|liter|stron|"
    "sekund|krot|kilogram|gram|calow|wat|kilowat|bit|lat|cylindr|złot|rodzin|częścio|etap|biegow|fazow|kanał"
)
_COMPOUND = re.compile(rf"([1-9][0-9]{{0,3}})-((?:{_TAIL})[a-ząćęłńóśźż]{{1,12}}){NO_WORD}")
_ONES = (
    "", "jedno", "dwu", "trzy", "cztero", "pięcio", "sześcio", "siedmio", "ośmio", "dziewięcio", "dziesięcio",
    "jedenasto", "dwunasto", "trzynasto", "czternasto", "piętnasto", "szesnasto", "siedemnasto", "osiemnasto",
    "dziewiętnasto",
)  # fmt: skip
_TENS = (
    "", "", "dwudziesto", "trzydziesto", "czterdziesto", "pięćdziesięcio", "sześćdziesięcio",
    "siedemdziesięcio", "osiemdziesięcio", "dziewięćdziesięcio",
)  # fmt: skip
_HUNDREDS = (
    "", "stu", "dwustu", "trzystu", "czterystu", "pięćset", "sześćset", "siedemset", "osiemset",
    "dziewięćset",
)  # fmt: skip


def compound(scan: Scan, at: int) -> Found | None:
    """`10-minutowy`, `2-pokojowe`"""
    found = _COMPOUND.match(scan.text, at)
    value = int(found.group(1)) if found else 0
    if found is None or (value > 1000 or (value < 1000 and value // 100 and value % 100)):
        return None
    return Found(Words(_combining(value) + found.group(2)), found.end())


def _combining(value: int) -> str:
    if value >= 1000:
        return "tysiąc"
    if value >= 100:
        return _HUNDREDS[value // 100]
    if value < 20:
        return _ONES[value]
    return _TENS[value // 10] + _ONES[value % 10]
