"""Polish ordinals beside their nouns: `na 3. piętrze`, `1. i 2. dzień`, `XXI w.`, `Jana Pawła II`."""

from __future__ import annotations

import re

from tts_node.text.read import detect_names as names
from tts_node.text.read import pl_nouns as nouns
from tts_node.text.read import pl_tables as tables
from tts_node.text.read import pl_time as times
from tts_node.text.read.pl_numbers import Ending, ordinal
from tts_node.text.read.scan import LETTER, NO_WORD, Found, Scan
from tts_node.text.read.things import Words

_NOUN = re.compile(rf" ({LETTER}{{2,25}}){NO_WORD}")
_ORDINAL = re.compile(
    rf"([0-9]{{1,3}})\. (?:(i|lub|oraz|albo|czy) ([0-9]{{1,3}})\. )?({LETTER}{{3,25}}){NO_WORD}"
)
_CENTURY = re.compile(r" w\.(?= [a-ząćęłńóśźż]|[,;)]|$)")
_CENTURY_TOO = re.compile(rf" (do|i|lub|oraz) (?=[IVXL]{{1,6}}{NO_WORD})")
_OF_CENTURY = frozenset(
    {"od", "do", "z", "około", "ok", "koniec", "końca", "początek", "początku", "połowa", "połowy", "połowie"}
)
_PART_BEFORE = re.compile(r"\b(?:[Ll]at(?:a|ach)? [1-9]0\.?|[Pp]oł\.) $")
_IN_CENTURY_BEFORE = re.compile(r"\b[Ww]e? [IVXL]{1,6} w\. (?:i|lub|oraz) $")
_HALF_OF = re.compile(rf"(?:([12])\. )?[Pp]oł\. (?=[IVXL]{{1,6}}{NO_WORD})")
_HALVES: dict[str, tuple[Ending, str]] = {"genitive": ("ej", "połowy"), "locative": ("ej", "połowie")}
_SHORT_ROMAN = re.compile(rf"(rozdz|cz|kl|t)\. (?=[IVXLCDM]{{1,8}}{NO_WORD})")
_SHORT: dict[str, tuple[str, Ending]] = {
    "rozdz": ("rozdział", "y"), "cz": ("część", "a"), "kl": ("klasa", "a"), "t": ("tom", "y"),
}  # fmt: skip


def numbered(scan: Scan, at: int) -> Found | None:
    """`3. piętro`, `na 3. piętrze`, `1. i 2. dzień`."""
    found = _ORDINAL.match(scan.text, at)
    ending = _ending(scan, at, found.group(4)) if found else None
    if found is None or ending is None:
        return None
    said = ordinal(int(found.group(1)), ending)
    if found.group(2):
        said = f"{said} {found.group(2)} {ordinal(int(found.group(3)), ending)}"
    return Found(Words(said), found.start(4) - 1)


def _ending(scan: Scan, at: int, noun: str) -> Ending | None:
    ending = nouns.ORDINAL_NOUNS.get(noun.lower())
    if noun in ("roku", "wieku"):
        return "ym" if scan.word_before(at).lower() in nouns.AFTER_IN else "ego"
    return ending


def roman(scan: Scan, at: int) -> Found | None:
    """`XXI wiek`, `rozdział IV`, `Jan Paweł II`, `za Jana Pawła II`."""
    numeral = names.roman_at(scan.text, at)
    if numeral is None or scan.word_at(numeral[1]):
        return None
    value, end = numeral
    century = _century(scan, at, value, end)
    if century is not None:
        return century
    before, noun = scan.word_before(at), _NOUN.match(scan.text, end)
    ending: Ending | None = None
    if scan.text_before(at).endswith(f"{before} ") and before:
        ending = nouns.RULERS.get(before.lower()) or _ending(scan, at - len(before) - 1, before)
    if ending is None and noun is not None and (value > 1 or at > 0 or noun.group(1) == "wojna"):
        ending = _ending(scan, at, noun.group(1))
    return Found(Words(ordinal(value, ending)), end) if ending else None


def _century(scan: Scan, at: int, value: int, end: int) -> Found | None:
    """`XX w.`, `w XIX w. i XX w.`, `od XV do XVI w.`, `lata 80. XX w.`"""
    joint = _CENTURY_TOO.match(scan.text, end)
    second = names.roman_at(scan.text, joint.end()) if joint else None
    century = _CENTURY.match(scan.text, second[1] if second else end)
    if century is None:
        return None
    before = scan.word_before(at).lower()
    ending: Ending = "y"
    if before in ("w", "we") or _IN_CENTURY_BEFORE.search(scan.text_before(at)):
        ending = "ym"
    elif before in _OF_CENTURY or _PART_BEFORE.search(scan.text_before(at)):
        ending = "ego"
    said = ordinal(value, ending)
    if joint and second:
        said = f"{said} {joint.group(1)} {ordinal(second[0], 'ego' if joint.group(1) == 'do' else ending)}"
    return Found(Words(f"{said} {'wiek' if ending == 'y' else 'wieku'}"), times.kept_dot(scan, century.end()))


def half_of(scan: Scan, at: int) -> Found | None:
    """`w 1. poł. XX w.`, `do poł. XIX w.`"""
    found = _HALF_OF.match(scan.text, at)
    if found is None:
        return None
    case = tables.PREPOSITIONS.get(scan.word_before(at).lower(), "")
    ending, said = _HALVES.get(case, ("a", "połowa"))
    said = f"{ordinal(int(found.group(1)), ending)} {said}" if found.group(1) else said
    return Found(Words(said), found.end() - 1)


def short_roman(scan: Scan, at: int) -> Found | None:
    """`rozdz. IV`, `cz. II`."""
    found = _SHORT_ROMAN.match(scan.text, at)
    numeral = names.roman_at(scan.text, found.end()) if found else None
    if found is None or numeral is None or scan.word_at(numeral[1]):
        return None
    word, ending = _SHORT[found.group(1)]
    return Found(Words(f"{word} {ordinal(numeral[0], ending)}"), numeral[1])
