"""French addresses and rooms: `12, bd Voltaire`, `3 ch. du Lac`, `la ch. 2`."""

from __future__ import annotations

import re

from tts_node.text.read import fr_tables as tables
from tts_node.text.read import things
from tts_node.text.read.scan import Found, Scan

_FEMININE_BEFORE = frozenset({"la", "une", "ma", "ta", "sa", "cette"})
_NTH_BEFORE = re.compile("[0-9](?:er|e|ème|ᵉ) $")
_CAPITAL = "[A-ZÀ-ÖØ-Þ]"
_WAY = re.compile(
    rf"({'|'.join(sorted(tables.WAYS, key=len, reverse=True))})(\.?)"
    rf"(?= (?:{_CAPITAL}|d[eu]s? |d['’]|l[ea]s? |l['’]))",
    re.IGNORECASE,
)
_HOUSE_NUMBER = re.compile(r"[0-9](?: ?bis| ?ter)?,? $")
_HOUSE_ON_ROAD = re.compile(rf"([0-9]{{1,4}}),? ch\.(?= (?:d[eu]s? (?:la )?|(?:de l|d)['’]){_CAPITAL})")


def way(scan: Scan, at: int) -> Found | None:
    """`12, bd Voltaire`, `av. de la Paix`: with its dot or after a house number."""
    found = _WAY.match(scan.text, at)
    if found is None:
        return None
    sure = found.group(1).lower() in tables.SURE_WAYS and scan.text[found.end() + 1].isupper()
    if not (sure or found.group(2) or _HOUSE_NUMBER.search(scan.text_before(at))):
        return None
    if scan.text.startswith((" J.", " JC"), found.end()):
        return None  # avant Jésus-Christ
    return Found(things.Words(tables.WAYS[found.group(1).lower()]), found.end())


def house_on_road(scan: Scan, at: int) -> Found | None:
    """`3 ch. du Lac`: no horses."""
    found = _HOUSE_ON_ROAD.match(scan.text, at)
    return (
        Found(things.Words(f"{scan.language.cardinal(int(found[1]))} chemin"), found.end()) if found else None
    )


def room(scan: Scan, at: int) -> Found | None:
    """`la ch. 2`: no chapter, which is masculine."""
    if not scan.text.startswith("ch.", at) or scan.word_before(at).lower() not in _FEMININE_BEFORE:
        return None
    return Found(things.Words("chambre"), scan.before_last_dot(at + len("ch.")))


def district(scan: Scan, at: int) -> Found | None:
    """`2e arr.`: no arrival."""
    if not scan.text.startswith("arr.", at) or _NTH_BEFORE.search(scan.text_before(at)) is None:
        return None
    return Found(things.Words("arrondissement"), scan.before_last_dot(at + len("arr.")))
