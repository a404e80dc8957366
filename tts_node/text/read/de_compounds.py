"""One word with a number in it: `3-mal`, `90er`, `Tempo-30-Zone`, `10-€-Schein`, `1.-Klasse-Ticket`."""

from __future__ import annotations

import re

from tts_node.text.read import de_gender, de_numbers
from tts_node.text.read.letters import GERMAN
from tts_node.text.read.scan import LETTER, NO_WORD, Found, Scan
from tts_node.text.read.things import Words

_TIMES = re.compile(
    rf"([0-9]{{1,4}})[-‑]?(mal|fach|fache[nrsm]?|malige[nrsm]?"
    rf"|(?:jähr|stünd|minüt|sekünd|täg|wöch|monat|prozent|köpf|stell|stöck|teil|seit|zeil|tür|sitz|geschoss|eck"
    rf"|sprach|bänd|spur|stuf|gäng|phas|kern|zyl?indr)i(?:g|ge|gen|ger|ges|gem|sch|sche[nrsm]?)"
    rf"|dimensional(?:e[nrsm]?)?|(?:wöchent|täg|monat|jähr|stünd)lich(?:e[nrsm]?)?){NO_WORD}"
)
_PERCENT_WORD = re.compile(rf"([0-9]{{1,3}}) ?%-?(ige?[nrsm]?){NO_WORD}")
_ER = re.compile(rf"([1-9][0-9]{{0,3}})-?er(n?){NO_WORD}")
_TIMES_SIGN = re.compile(rf"([1-9][0-9]{{0,3}})(?:[x×]{NO_WORD}(?! ?[0-9])| [x×](?= [a-zäöü]))")
_TIMES_RANGE = re.compile(rf"([0-9]{{1,3}})[-–]([0-9]{{1,3}})[-‑]?(mal|fach|x){NO_WORD}")
_ONE_JOINED = re.compile(r"1(?=-[A-ZÄÖÜ][a-zäöüß]{2})")
_JOINED = re.compile(
    rf"({LETTER}{{1,20}}(?:-{LETTER}{{1,20}}){{0,2}})-([1-9][0-9]{{0,3}})(?:\.([0-9]{{1,2}}))?(?=-[A-ZÄÖÜ]{LETTER}{{2}})"
)
_NOTE = re.compile(r"([1-9][0-9]{0,3})-€-(?=[A-ZÄÖÜ])")
_ORDINAL_JOINED = re.compile(rf"([1-9][0-9]?)\.-(?=([A-ZÄÖÜ]{LETTER}{{2,20}})-[A-ZÄÖÜ])")


def joined(scan: Scan, at: int) -> Found | None:
    """The number in `Tempo-30-Zone`, `HDMI-2.1-Kabel`: between a word and a noun; `WH-1000XM4` is a name."""
    found = _JOINED.match(scan.text, at)
    if found is None or scan.joined_before(at):
        return None
    word, number, part = found.groups()
    said = f"{GERMAN.spell(word)}-{de_numbers.cardinal(int(number))}"
    return Found(Words(f"{said} Punkt {de_numbers.cardinal(int(part))}" if part else said), found.end())


def compound(scan: Scan, at: int) -> Found | None:
    """`3-mal`, `5-jährig`, `2fach`, `100%ig`, `90er`, `10x`: one word with the number in it."""
    text = scan.text
    found = _TIMES.match(text, at) or _PERCENT_WORD.match(text, at)
    if found is not None:
        number, word = found.groups()
        word = f"prozent{word}" if word.startswith("i") else word
        return Found(Words(de_numbers.cardinal(int(number), "ein") + word), found.end())
    found = _ER.match(text, at)
    if found is not None:
        value = int(found.group(1))
        stem = de_numbers.year(value) if 1100 <= value < 2000 else de_numbers.cardinal(value)
        return Found(Words(f"{stem}er{found.group(2)}"), found.end())
    span = _TIMES_RANGE.match(text, at)
    if span is not None:
        first, last = (de_numbers.cardinal(int(number), "ein") for number in span.groups()[:2])
        return Found(Words(f"{first}- bis {last}{span.group(3).replace('x', 'mal')}"), span.end())
    note = _NOTE.match(text, at)
    if note is not None:
        return Found(Words(de_numbers.cardinal(int(note.group(1)), "ein") + "-Euro-"), note.end())
    ordinal = _ORDINAL_JOINED.match(text, at)
    if ordinal is not None:
        kind = de_gender.gender(ordinal.group(2))
        ending = {"f": "e", "n": "es"}.get(kind, "er")
        return Found(Words(f"{de_numbers.ordinal(int(ordinal.group(1)), ending)}-"), ordinal.end())
    if _ONE_JOINED.match(text, at):
        return Found(Words("ein"), at + 1)
    found = _TIMES_SIGN.match(text, at)
    return (
        Found(Words(de_numbers.cardinal(int(found.group(1)), "ein") + "mal"), found.end()) if found else None
    )
