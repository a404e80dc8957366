"""Polish saints in the case that the name behind shows: `św. Anny` is świętej, `św. Jana` świętego."""

from __future__ import annotations

import re

from tts_node.text.read.scan import LETTER, Found, Scan
from tts_node.text.read.things import Words

_SAINT = re.compile(rf"[Śś]w\. (?=({LETTER}{{2,30}}))")
_HOLY = re.compile(rf"[Śś]w\.(?!{LETTER})")
_DEDICATED = re.compile(r"pw\. (?=[Śś]w\.|Naj|Matki|[WNP][a-z]+[ai] )")
_HOLY_AFTER = {
    "msza": "święta", "mszy": "świętej", "mszę": "świętą", "mszą": "świętą", "msze": "święte",
    "komunia": "święta", "komunii": "świętej", "komunię": "świętą", "pismo": "święte", "pisma": "świętego",
    "piśmie": "świętym", "ojciec": "święty", "ojca": "świętego", "duch": "święty", "ducha": "świętego",
}  # fmt: skip
_WOMEN = frozenset(
    {"agata", "agnieszka", "anna", "barbara", "cecylia", "elżbieta", "faustyna", "helena", "jadwiga",
     "joanna", "katarzyna", "kinga", "klara", "łucja", "magdalena", "małgorzata", "maria", "marta",
     "monika", "rita", "teresa", "urszula", "weronika", "zofia"}
)  # fmt: skip
"""In the nominative; a man's name with -a is a genitive."""
_MEN = frozenset({"antoni", "bazyli", "idzi", "ignacy", "jerzy", "walenty", "wincenty"})
"""In the nominative, which ends as a woman's genitive does."""


def saint(scan: Scan, at: int) -> Found | None:
    """`św. Anny`, `Msza św.`, `Mszę św.`"""
    holy = _HOLY.match(scan.text, at)
    if holy is None:
        return None
    before = scan.word_before(at).lower() if scan.text_before(at).endswith(" ") else ""
    if before in _HOLY_AFTER:
        return Found(Words(_HOLY_AFTER[before]), scan.before_last_dot(holy.end()))
    named = _SAINT.match(scan.text, at)
    if named is None or not named.group(1)[0].isupper():
        return None
    return Found(Words(_agreeing(named.group(1).lower())), named.end() - 1)


def dedicated(scan: Scan, at: int) -> Found | None:
    """`pw. św. Jana`"""
    found = _DEDICATED.match(scan.text, at)
    return Found(Words("pod wezwaniem"), found.end() - 1) if found else None


def _agreeing(name: str) -> str:
    if name in _MEN:
        return "święty"
    if name in _WOMEN:
        return "święta"
    if name.endswith(("em", "im", "ym")):
        return "świętym"
    if name.endswith(("owi", "emu")):
        return "świętemu"
    if name.endswith(("ą", "ę")):
        return "świętą"
    if name.endswith(("a", "ego")):
        return "świętego"
    return "świętej" if name.endswith(("y", "i")) else "święty"
