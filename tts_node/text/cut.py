"""Where to cut a sentence that is too long for the engine."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from tts_node.text.characters import unspaced
from tts_node.text.pronounced import CLOSE, OPEN

Cut = tuple[int, Literal["clause", "forced"]]

_STRONG = re.compile(r"(?<![.!?…;:])[.!?…;:]+[\"'”’»)\]]*(?= )|[；：]+[”’」』）]*| [—–-](?= )|—|[।॥؛]")
_COMMA = re.compile(r"(?<![,،])[,،]+[\"'”’»)\]]*(?= )|[，、]+[”’」』）]*|[)\]）](?= )")
_CONJUNCTIONS = (
    "and or but because that which who when while where if so then "
    "und oder aber weil dass wenn denn als et ou mais parce que qui quand y o pero porque cuando "
    "e ma perché che en of maar omdat dat toen mas i lub ale bo ponieważ że и но или что"
)
_CONJUNCTION = re.compile(f" (?=(?:{'|'.join(_CONJUNCTIONS.split())}) )")
_BEFORE_HAN = re.compile("(?<=.)(?=但是|所以|因为|而且|然后|如果|虽然|或者|以及|并且)")
_NOT_FIRST = frozenset("，。！？；：、）」』】〉》”’…—～·ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ%％")
_NOT_LAST = frozenset("（「『【〈《“‘")


def best_cut(text: str, limit: int) -> Cut:
    """Cut `text`, which is longer than `limit`, after at most `limit` characters (at least one).

    Best is the last strong mark (`;` `:` a dash), then a comma, then before a conjunction, each not in the
    first part of the room; then the last space (rather not beside a number) or place between Chinese
    characters. A single longer word is cut at the limit. Only the first `limit + 1` characters are looked at.
    """
    head = text[: limit + 1]
    soonest = max(1, limit * 2 // 5)
    for pattern in (_STRONG, _COMMA):
        places = [found.end() for found in pattern.finditer(head) if soonest <= found.end() <= limit]
        if places:
            return places[-1], "clause"
    places = [
        found.start()
        for pattern in (_CONJUNCTION, _BEFORE_HAN)
        for found in pattern.finditer(head)
        if soonest <= found.start() <= limit
    ]
    if places:
        return max(places), "forced"
    return _between_words(head, limit), "forced"


def _between_words(head: str, limit: int) -> int:
    beside_number = 0
    for place in range(min(limit, len(head) - 1), 0, -1):
        before, after = head[place - 1], head[place]
        if after in " \n":
            if before.isdigit() or head[place + 1 : place + 2].isdigit():
                beside_number = beside_number or place
                if place > limit // 2:
                    continue
                return beside_number
            return max(place, beside_number) if place <= limit // 2 and beside_number else place
        wide = unspaced(before) or unspaced(after)
        if wide and after not in _NOT_FIRST and before not in _NOT_LAST and not unicodedata.combining(after):
            return place
    if beside_number:
        return beside_number
    place = _before_mark(head, limit)
    while place > max(1, limit - 32) and unicodedata.category(head[place])[0] == "M":
        place -= 1
    return place


def _before_mark(head: str, place: int) -> int:
    """`place`, or where the pronunciation mark begins that it is inside of."""
    opened = head.rfind(OPEN, 0, place)
    return place if opened < 1 or head.find(CLOSE, opened, place) >= 0 else opened
