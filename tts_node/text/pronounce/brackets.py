"""Which brackets are pronunciation marks: `[[ipa]]`, ARPAbet, Pinyin, and the asides of speech models.

Most brackets in a text are none (`[1]`, `[sic]`, `array[i]`), so a mark has to prove itself: by signs that
only phonetic notation has, by a vowel with its stress, by a toned syllable in its two brackets.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tts_node.text.characters import unspaced
from tts_node.text.pronounce import arpabet, pinyin
from tts_node.text.pronounce.symbols import has_strong, is_ipa, is_sound
from tts_node.text.pronounced import LONGEST_NOTATION, Pronunciation

ASIDES: Final = frozenset(
    {"accent", "breath", "clucking", "cough", "hissing", "laughter", "lipsmack", "mn", "noise"}
    | {"quick_breath", "sigh", "vocalized-noise"}
)
"""What CosyVoice knows in square brackets."""
SPANNING_ASIDES: Final = frozenset({"strong"})
"""And what it knows as a pair of tags around words."""

_LETTERS = "a-zêüāáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜńňǹḿ:"
_MOST = 24
_IPA: Final = re.compile(rf"\[\[([^\[\]\n]{{1,{LONGEST_NOTATION}}})\]\]")
_IPA_BEGUN: Final = re.compile(rf"\[(?:\[(?:[^\[\]\n]{{1,{LONGEST_NOTATION}}}\]?)?)?\Z")
_ONE_ARPABET = r"\[[A-Z]{1,3}[012]?\]"
_ARPABET: Final = re.compile(rf"(?:{_ONE_ARPABET}){{1,{_MOST}}}")
_ARPABET_BEGUN: Final = re.compile(
    rf"(?:{_ONE_ARPABET}){{0,{_MOST}}}\[(?:[A-Z]{{1,3}}[012]?)?\Z|(?:{_ONE_ARPABET}){{1,{_MOST}}}\Z"
)
_ONE_PINYIN = rf"\[[{_LETTERS}]{{1,7}}[0-5]?\]"
_PINYIN: Final = re.compile(rf"(?:{_ONE_PINYIN}){{1,{_MOST}}}")
_PINYIN_BEGUN: Final = re.compile(
    rf"(?:{_ONE_PINYIN}){{0,{_MOST}}}\[(?:[{_LETTERS}]{{1,7}}[0-5]?)?\Z|(?:{_ONE_PINYIN}){{1,{_MOST}}}\Z"
)
_ASIDE: Final = re.compile(r"\[([a-z_-]{2,16})\]")
_ASIDE_BEGUN: Final = re.compile(r"\[[a-z_-]{0,16}\Z")
_TAG: Final = re.compile(r"<(/?strong)>")
_TAG_BEGUN: Final = re.compile(r"</?[a-z]{0,8}\Z")
_SYMBOL: Final = re.compile(r"\[([^\[\]]+)\]")


@dataclass(frozen=True, slots=True)
class Found:
    """A mark up to `end`: how something is said, or an aside."""

    end: int
    said: Pronunciation | str


def read_mark(text: str, at: int, before: str, *, chinese: bool, final: bool) -> Found | int | None:
    """What the `[` or `<` at `at` begins, after the character `before` (`""`: the text's beginning).

    An integer: up to there it is text as it is. None: more is needed, never so with `final`. Looks at a
    bounded number of characters. `chinese`: the text is, so that a syllable alone is proof enough.
    """
    if text[at] == "<":
        return _read_tag(text, at, final)
    for begun in (_IPA_BEGUN, _ARPABET_BEGUN, _PINYIN_BEGUN, _ASIDE_BEGUN):
        if not final and begun.match(text, at):
            return None
    if text.startswith("[[", at):
        return _read_ipa(text, at, before)
    inside = before.isascii() and (before.isalnum() or before == "_")
    if not inside and (found := _ARPABET.match(text, at)) is not None:
        symbols = _SYMBOL.findall(found.group())
        if all(map(arpabet.is_symbol, symbols)) and any(map(arpabet.has_stress, symbols)):
            return Found(found.end(), Pronunciation(" ".join(symbols), "arpabet"))
        return found.end()
    if (found := _ASIDE.match(text, at)) is not None and found[1] in ASIDES and not inside:
        return Found(found.end(), found[1])
    if not inside and (found := _PINYIN.match(text, at)) is not None:
        beside = _chinese(before) or _chinese(text[found.end() : found.end() + 1])
        said = _pinyin(_SYMBOL.findall(found.group()), chinese or beside)
        return found.end() if said is None else Found(found.end(), said)
    return at + 1


def _read_ipa(text: str, at: int, before: str) -> Found | int:
    found = _IPA.match(text, at)
    if found is None:
        return at + 1
    notation = found[1].strip()
    strong = has_strong(notation)
    apart = not (before.isascii() and before.isalnum())
    if (strong and any(map(is_sound, notation))) or (apart and is_ipa(notation)):
        return Found(found.end(), Pronunciation(notation))
    return found.end()


def _read_tag(text: str, at: int, final: bool) -> Found | int | None:
    if (found := _TAG.match(text, at)) is not None:
        return Found(found.end(), found[1])
    if not final and (begun := _TAG_BEGUN.match(text, at)) is not None and _may_be_tag(begun.group()):
        return None
    return at + 1


def _may_be_tag(begun: str) -> bool:
    return any(f"<{slash}{name}>".startswith(begun) for name in SPANNING_ASIDES for slash in ("", "/"))


def _pinyin(symbols: list[str], chinese: bool) -> Pronunciation | None:
    """Syllables of which the tones, the two brackets or the company say that they are meant."""
    found: list[pinyin.Syllable] = []
    toned = sure = False
    waiting = ""
    for symbol in symbols:
        if not waiting and symbol in pinyin.INITIALS:
            waiting = symbol
            continue
        one = pinyin.syllable(waiting + symbol)
        if one is None:
            return None
        tone = pinyin.tone_of(symbol) is not None and one.tone != 5
        toned = toned or tone
        sure = sure or (tone and waiting != "") or (toned and len(found) > 0)
        found.append(one)
        waiting = ""
    if waiting or not (sure or (chinese and (toned or len(symbols) > 1))):
        return None
    return Pronunciation(" ".join(one.written for one in found)[:LONGEST_NOTATION], "pinyin")


def _chinese(char: str) -> bool:
    return char != "" and unspaced(char)
