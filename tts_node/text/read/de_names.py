"""What German shortens in names: streets, floors, IBAN and ISBN, emergency calls, words with a slash."""

from __future__ import annotations

import re

from tts_node.text.read import de_numbers
from tts_node.text.read import de_tables as tables
from tts_node.text.read.scan import LETTER, NO_WORD, WORD, Found, Scan
from tts_node.text.read.things import (
    Digits,
    Phone,
    Symbol,
    Words,
)

_DIVIDED = re.compile(r" [0-9]{1,9}(?:,[0-9]{1,9})?( =)?")
_STREET = re.compile(rf"({LETTER}{{2,30}})str\.(?!{LETTER})")
_NUMBER_WORD = re.compile(rf"({LETTER}{{2,20}})nr\.(?!{LETTER})")
_HOUSE = re.compile(rf"([1-9][0-9]{{0,2}}) ?([a-hA-H]){NO_WORD}(?!-|\.{WORD})")
_HOUSE_STREET = re.compile(
    r"(?:str|straße|strasse|weg|platz|allee|gasse|ring|damm|ufer|steig|markt)$", re.IGNORECASE
)
_POSTAL = re.compile(r"[0-9]{5}(?= [A-ZÄÖÜ])")
_AFTER_STREET = re.compile(r"[0-9] ?[a-hA-H]?, ?$|D-$")
_EMERGENCY = re.compile(r"(110|112|115|116 ?117)(?:/(110|112))?(?![0-9]|[.,:/-][0-9])")
_CALLING = re.compile(r" (?:an|anrufen|wählen|rufen|wähl|angerufen|gewählt|erreichbar)\b")
_FLOOR = re.compile(rf"(OG|UG|EG|DG){NO_WORD}(?!-)")
_ON_FLOOR = re.compile(r"(?:[0-9]\.|[Ii]m|[Vv]om|[Zz]um|[Ii]ns|[Dd]as) $")
_LONG_NUMBER = re.compile(rf"[0-9]{{5,16}}(?:[-/][0-9]{{1,8}}){{0,3}}{NO_WORD}(?![.,][0-9])")
_NUMBERED = re.compile(r"(?:\bNr\.|\bNummer|nr\.|nummer):? $")
_OVERTIME = re.compile(r"n\. ?V\.|i\. ?E\.")
_SCORE_BEFORE = re.compile(r"[0-9] ?: ?[0-9]{1,2} ?\(?$")
_MORE_THAN = re.compile("[<>] [0-9]")
_AMOUNT_AHEAD = re.compile(r"\b(?:bei|mit|von|auf|ab|nach|seit|in|für|um|über|unter) $", re.IGNORECASE)
_HALF_WORD = re.compile(rf"{LETTER}{{2,30}}-$")
_TOKEN_BEFORE = re.compile(r"[^ ]{1,40}$")
_TOKEN_AFTER = re.compile(r"[^ ]{1,40}")
_ONE_WORD = re.compile(rf"[\"'„“(]?{LETTER}{{3}}(?:{LETTER}|[:*-])*[\"'“”).,;:!?]{{0,3}}")
_SLASH_WORDS = re.compile(rf"(?<={LETTER})/(?={LETTER})")


def street(scan: Scan, at: int) -> Found | None:
    """`Bahnhofstr. 7`, `Hausnr. 5`."""
    text = scan.text
    for pattern, rest in ((_STREET, "straße"), (_NUMBER_WORD, "nummer")):
        found = pattern.match(text, at)
        if found is not None:
            stays = not text[found.end() :].strip("\"'”’)»")
            return Found(Words(found.group(1) + rest), found.end() - stays)
    return None


def floor(scan: Scan, at: int) -> Found | None:
    """`1. OG`, `im EG`."""
    found = _FLOOR.match(scan.text, at)
    if found is None or _ON_FLOOR.search(scan.text_before(at)) is None:
        return None
    return Found(Words(tables.FLOORS[found.group(1)]), found.end())


def house(scan: Scan, at: int) -> Found | None:
    """`Hauptstr. 12a`, `Klasse 7b`, `§ 5a`."""
    found = _HOUSE.match(scan.text, at)
    if found is None:
        return None
    before = scan.word_before(at)
    placed = before.lower() in tables.HOUSE_WORDS or _HOUSE_STREET.search(before) is not None
    form = re.fullmatch(r"[1-9][0-9]?[a-f]", found.group()) and before.lower() in ("der", "die")
    if not (placed or form or scan.text_before(at).endswith("§ ")):
        return None
    letter = found.group(2)
    if " " in found.group() and letter.islower() and scan.text.startswith(" ", found.end()):
        return None
    return Found(Words(f"{de_numbers.cardinal(int(found.group(1)))} {letter.upper()}"), found.end())


def postal_code(scan: Scan, at: int) -> Found | None:
    """`10115 Berlin`, `63739 Aschaffenburg` after a street, `01067 Dresden`."""
    found = _POSTAL.match(scan.text, at)
    if found is None or not (
        found.group()[0] == "0"
        or _AFTER_STREET.search(scan.text_before(at))
        or scan.word_after(found.end()) in tables.TOWNS
    ):
        return None
    return Found(Digits((found.group(),)), found.end())


def emergency(scan: Scan, at: int) -> Found | None:
    """`110/112`, `die 112 wählen`."""
    found = _EMERGENCY.match(scan.text, at)
    if found is None:
        return None
    near = scan.word_before(at).lower() in scan.language.phone_words
    spoken_of = not (
        scan.words.isdisjoint(tables.EMERGENCY_WORDS) or scan.word_after(found.end())[:1].isupper()
    )
    if not (near or spoken_of or found.group(2) or _CALLING.match(scan.text, found.end())):
        return None
    return Found(Phone(tuple(re.findall("[0-9]+", found.group()))), found.end())


def numbered(scan: Scan, at: int) -> Found | None:
    """`Kundennr. 12345`, `Bestellung Nr. 20261130-17`: too long to count."""
    found = _LONG_NUMBER.match(scan.text, at)
    if found is None or _NUMBERED.search(scan.text_before(at)) is None:
        return None
    return Found(Digits(tuple(re.findall("[0-9]+", found.group()))), found.end())


def after_score(scan: Scan, at: int) -> Found | None:
    """`3:2 n. V.`, `5:4 i. E.`; elsewhere the letters mean other things."""
    found = _OVERTIME.match(scan.text, at)
    if found is None or _SCORE_BEFORE.search(scan.text_before(at)) is None:
        return None
    said = "nach Verlängerung" if found.group().startswith("n") else "im Elfmeterschießen"
    return Found(Words(said), found.end() - scan.ends_text(found.end()))


def more_than(scan: Scan, at: int) -> Found | None:
    """`bei > 1000 ppm`: an amount, and no comparison of two."""
    found = _MORE_THAN.match(scan.text, at)
    if found is None or _AMOUNT_AHEAD.search(scan.text_before(at)) is None:
        return None
    return Found(Symbol(f"{scan.text[at]}1"), at + 1)


def divided(scan: Scan, at: int) -> Found | None:
    """`144 / 12`, `144 : 12 = 12`, and the score `3 : 2`."""
    text = scan.text
    if text[at] not in "/:" or not (text[at - 2 : at - 1].isdigit() and text[at - 1 : at] == " "):
        return None
    after = _DIVIDED.match(text, at + 1)
    if after is None:
        return None
    return Found(Words("geteilt durch" if text[at] == "/" or after.group(1) else "zu"), at + 1)


def slash(scan: Scan, at: int) -> Found | None:
    """`Ja/Nein`, `und/oder`: nobody says the sign; `Ober-/Unterhitze`; a path stays as it is."""
    if _HALF_WORD.search(scan.text_before(at)) and scan.word_at(at + 1):
        return Found(Words(" und"), at + 1)
    if _SLASH_WORDS.match(scan.text, at) is None:
        return None
    before, after = _TOKEN_BEFORE.search(scan.text_before(at)), _TOKEN_AFTER.match(scan.text, at + 1)
    path = before is None or after is None or not _ONE_WORD.fullmatch(before.group() + after.group())
    return None if path else Found(Words(" "), at + 1)
