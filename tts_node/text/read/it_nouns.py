"""Italian nouns after a number: `1 notifica` is una, `1 zaino` uno, `1/2 tazza` mezza."""

from __future__ import annotations

import re

from tts_node.text.read import detect_signs as signs
from tts_node.text.read import it_tables as tables
from tts_node.text.read import things
from tts_node.text.read.nouns import NOUN
from tts_node.text.read.scan import NO_WORD, Found, Scan
from tts_node.text.read.units import Name

_HALF_OF = re.compile(rf"(?:1/2|½) ([a-zà-ÿ]{{3,20}}){NO_WORD}")
_AND_HALF = re.compile(r"(?:1/2|½)(?= di |$|[.,;:)])")
_COUNTED_NOUN = re.compile(r"[0-9] ([a-zà-ÿ]{3,20}) e $")
_NO_NOUNS = frozenset({"del", "della", "per", "con", "che", "non", "più", "nel", "sul", "alla", "sono"})


def half_of(scan: Scan, at: int) -> Found | None:
    """`1/2 tazza`: mezza tazza."""
    found = _HALF_OF.match(scan.text, at)
    if found is None or found.group(1) in _NO_NOUNS:
        return None
    return Found(things.Words("mezza " if found.group(1).endswith("a") else "mezzo "), found.start(1))


def and_half(scan: Scan, at: int) -> Found | None:
    """`1 cucchiaio e 1/2`: e mezzo."""
    found = _AND_HALF.match(scan.text, at)
    noun = _COUNTED_NOUN.search(scan.text_before(at)) if found else None
    if found is None or noun is None:
        return None
    return Found(things.Words("mezza" if noun.group(1).endswith(("a", "e")) else "mezzo"), found.end())


def counted(scan: Scan, at: int) -> Found | None:
    """A 1 that agrees with the noun after it: `1 notifica`, `1 limone`; not `zona 1 attiva`."""
    found = signs.number(scan, at)
    if found is None or found.thing != things.Number("1"):
        return found
    noun = NOUN.match(scan.text, found.end)
    word = noun.group(1) if noun else "e-mail" if scan.text.startswith(" e-mail", found.end) else ""
    gender = "f" if word in tables.FEMININE else "m" if word in tables.MASCULINE else ""
    if not gender and _counts(scan, at):
        gender = _gender(word)
    if not gender:
        return found
    said = scan.language.cardinal(1, Name(word, "", gender=gender))
    return Found(things.Words(said), found.end + said.endswith("'"))


def _counts(scan: Scan, at: int) -> bool:
    text, before = scan.text_before(at).rstrip(), scan.word_before(at).lower()
    if not text or text[-1] in ".,;:!?(+":
        return True
    return before in tables.BEFORE_ONE or (len(before) > 4 and before.endswith(("are", "ere", "ire")))


def _gender(noun: str) -> str:
    """By the ending of the noun, where it tells."""
    if not noun.islower() or noun in tables.NO_NOUNS:
        return ""
    if noun.endswith(tables.MASCULINE_ENDINGS) and not noun.endswith(("zione", "sione", "gione")):
        return "m"
    return "f" if noun.endswith(tables.FEMININE_ENDINGS) else ""
