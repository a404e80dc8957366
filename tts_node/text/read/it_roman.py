"""Italian Roman numerals: centuries, rulers, what is counted by ordinals, months in the names of streets."""

from __future__ import annotations

import re

from tts_node.text.read import detect_names as names
from tts_node.text.read import it_tables as tables
from tts_node.text.read import things
from tts_node.text.read.scan import Found, Scan

_OTHER_CENTURY = re.compile(r" (?:al|e|o|ed|-) [IVXL]{1,6} sec(?:olo|\.)")
_SHORT_CENTURY = re.compile(r"sec(c?)\. (?=[IVXLC])")
_NEXT_CENTURY = re.compile(r" ?[-–] ?(?=[IVXLC])")
_CENTURY = re.compile(r" sec\.")
_WAYS = frozenset({"via", "viale", "piazza", "corso", "largo", "piazzale", "rione"})


def short_century(scan: Scan, at: int) -> Found | None:
    """`sec. XVI`, `secc. XV-XVI`"""
    found = _SHORT_CENTURY.match(scan.text, at)
    numeral = names.roman_at(scan.text, found.end()) if found else None
    if found is None or numeral is None or scan.word_at(numeral[1]):
        return None
    said, end = scan.language.ordinal(numeral[0]), numeral[1]
    if not found.group(1):
        return Found(things.Words(f"secolo {said}"), end)
    dash = _NEXT_CENTURY.match(scan.text, end)
    until = names.roman_at(scan.text, dash.end()) if dash else None
    if until is None or scan.word_at(until[1]):
        return Found(things.Words(f"secoli {said}"), end)
    return Found(things.Words(f"secoli {said} e {scan.language.ordinal(until[0])}"), until[1])


def roman_ordinal(scan: Scan, at: int) -> Found | None:
    """`XXI secolo`, `XIX sec.`, `II guerra mondiale`."""
    text = scan.text
    numeral = names.roman_at(text, at) if text[at] in "IVXL" else None
    if numeral is None or scan.word_at(numeral[1]):
        return None
    value, end = numeral
    century = _CENTURY.match(text, end)
    if century is not None:
        stop = century.end() - (not text[century.end() :].strip("\"'”’)»"))
        return Found(things.Words(f"{scan.language.ordinal(value)} secolo"), stop)
    if _OTHER_CENTURY.match(text, end):
        return Found(things.Ordinal(value), end)
    after = scan.word_after(end) if text.startswith(" ", end) else ""
    if after in tables.MONTHS and (
        (value > 1 and after[0].isupper()) or scan.word_before(at).lower() in _WAYS
    ):
        return Found(things.Words("primo" if value == 1 else scan.language.cardinal(value)), end)
    gender = tables.ORDINAL_NOUNS.get(after.lower())
    return Found(things.Ordinal(value, gender), end) if gender else None


def ruler(scan: Scan, at: int) -> Found | None:
    """`Elisabetta II` is a queen's number."""
    found = names.roman(scan, at)
    if found is None or not isinstance(found.thing, things.Roman) or not found.thing.name:
        return found
    gender = "f" if scan.word_before(at).lower() in tables.QUEENS else "m"
    return Found(things.Ordinal(found.thing.value, gender), found.end)
