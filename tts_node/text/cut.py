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
    "e ma perché che en of maar omdat dat toen mas i lub ale bo ponieważ że och eller att som og mutta että "
    "koska protože že který hogy mert și că ve ama çünkü dan tetapi yang và nhưng και αλλά ότι "
    "и но или что потому поэтому чтобы если когда та але або що бо тому لأن ولكن ثم حتى"
)
_CONJUNCTION = re.compile(f"(?<! потому)(?<! тому) (?=(?:{'|'.join(_CONJUNCTIONS.split())}) )")
_BEFORE_HAN = re.compile("(?<=.)(?=但是|所以|因为|而且|然后|如果|虽然|或者|以及|并且)")
_AFTER_KANA = re.compile("(?<=[\u3041-\u3096])(?<![おご])(?=[\u30a1-\u30fa\u4e00-\u9fff])")
"""Where a Japanese phrase ends, mostly: behind the kana of a particle or an ending."""
_HAN_PHRASE = re.compile(
    "(?<=[\u4e00-\u9fff][的了])(?=[\u4e00-\u9fff])(?![确话士解不吗呢吧啊])"
    "|(?<=[\u4e00-\u9fff])(?=需要|已经|可以|同时|此外|其中|从而|以便|通过|根据|由于|不仅|甚至|包括|例如|比如|预计"
    "|(?<![现現存正所实内潜自不])在|(?<![参给])与(?!否))"
)
"""Where a Chinese phrase ends or begins, mostly: behind 的 and 了, before words that link."""
_SYLLABLE = re.compile("(?=[\u0e40-\u0e44\u0ec0-\u0ec4])")
"""A syllable of Thai or Lao surely begins at a vowel that is written first."""
_ATTACHED = frozenset("ะาำๅๆฯະາຳ")
"""Their vowels and signs that stand behind their consonant."""
_NOT_FIRST = frozenset("，。！？；：、）」』】〉》”’…—～·ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ%％")
_NOT_LAST = frozenset("（「『【〈《“‘")


def best_cut(text: str, limit: int) -> Cut:
    """Cut `text`, which is longer than `limit`, after at most `limit` characters (at least one).

    Best is the last strong mark (`;` `:` a dash), then a comma, then before a conjunction, each not in the
    first part of the room; then behind a Japanese or Chinese phrase; then the last space (rather not beside
    a number) or place between Chinese characters. A single longer word is cut at the limit. Only the first
    `limit + 1` characters are looked at.
    """
    head = text[: limit + 1]
    soonest = max(1, limit * 2 // 5)
    for pattern in (_STRONG, _COMMA):
        places = [found.end() for found in pattern.finditer(head) if soonest <= found.end() <= limit]
        if places:
            return places[-1], "clause"
    for patterns in ((_CONJUNCTION, _BEFORE_HAN), (_AFTER_KANA,), (_HAN_PHRASE,)):
        places = [
            found.start()
            for pattern in patterns
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
    place = next(
        (at for at in range(min(limit, len(head) - 1), limit // 2, -1) if _SYLLABLE.match(head, at)),
        _before_mark(head, limit),
    )
    while place > max(1, limit - 32) and (
        unicodedata.category(head[place])[0] == "M" or head[place] in _ATTACHED
    ):
        place -= 1
    return place


def _before_mark(head: str, place: int) -> int:
    """`place`, or where the pronunciation mark begins that it is inside of."""
    opened = head.rfind(OPEN, 0, place)
    return place if opened < 1 or head.find(CLOSE, opened, place) >= 0 else opened
