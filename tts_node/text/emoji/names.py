"""The emoji there are and what they are called, from the package `emoji` (names of Unicode CLDR).

The package is loaded when the first text needs it: 20 ms and 6 MB, and 2 MB more for each language but
English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from tts_node.text.bcp47 import main_language
from tts_node.text.characters import for_sight
from tts_node.text.signs import FIRST_EMOJI

LANGUAGES: Final = frozenset({"de", "en", "es", "fr", "it", "pt", "zh"})
"""Those with names; in others an emoji vanishes, since an English name would be no word there."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All emoji that have something to say, each without its variants (skin tones, U+FE0F)."""

    emoji: tuple[str, ...]
    numbers: Mapping[str, int]
    """The place of each in `emoji`; sequences that have no name as a whole have that of another."""
    pictures: frozenset[str]
    """Those that are pictures without U+FE0F; others are signs of text without it, such as `✔`."""

    def sign(self, written: str) -> str | None:
        """The sign for an emoji (`signs`); None for what is none or has nothing to say."""
        bare = written.translate(_VARIANTS)
        number = self.numbers.get(bare)
        if number is None or not (len(bare) > 1 or bare in self.pictures or bare != written):
            return None
        return chr(FIRST_EMOJI + number)


@cache
def catalogue() -> Catalogue:
    """That of the package."""
    from emoji import EMOJI_DATA

    known = sorted({bare for written in EMOJI_DATA if _speaks(bare := written.translate(_VARIANTS))})
    emoji = tuple(bare for bare in known if bare not in _TOGETHER)
    numbers = {bare: number for number, bare in enumerate(emoji)}
    numbers.update({parts: numbers[one] for parts, one in _TOGETHER.items()})
    pictures = (bare for bare in emoji if _written(bare) == bare and len(bare) == 1)
    return Catalogue(emoji, numbers, frozenset(pictures))


def sign_of(char: str) -> str | None:
    """The sign for an emoji of one character; None for any other."""
    return catalogue().sign(char)


def name(sign: str, language: str | None) -> str:
    """What the emoji behind a sign is called; empty where its language has no names, or there is none."""
    tag = main_language(language)
    names = _names(tag) if tag in LANGUAGES else ()
    number = ord(sign) - FIRST_EMOJI
    return names[number] if number < len(names) else ""


# --- inside -------------------------------------------------------------------------------------------------

_PICTURE: Final = "\ufe0f"
_VARIANTS: Final = str.maketrans("", "", _PICTURE + "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
_FULLY_QUALIFIED: Final = 2
_TOGETHER: Final = {
    "🫱\u200d🫲": "🤝",
    "🧑\u200d❤\u200d🧑": "💑",
    "🧑\u200d❤\u200d💋\u200d🧑": "💏",
    "👩\u200d🤝\u200d👩": "👭",
    "👩\u200d🤝\u200d👨": "👫",
    "👨\u200d🤝\u200d👨": "👬",
    "🧑\u200d🐰\u200d🧑": "👯",
    "👩\u200d🐰\u200d👩": "👯",
    "👨\u200d🐰\u200d👨": "👯",
    "🧑\u200d\U0001faef\u200d🧑": "🤼",
    "👩\u200d\U0001faef\u200d👩": "🤼",
    "👨\u200d\U0001faef\u200d👨": "🤼",
}
"""Pairs whose two skin tones differ: what is written is the two people, the emoji is one."""
_LAYOUT: Final = frozenset("➖➰➿➡🔶🔷🔸🔹🔺🔻🔲🔳🔘🔼🔽💠✳✴❇🔙🔚🔛🔜🔝⭕")
_LAYOUT_RANGES: Final = ((0x2190, 0x21FF), (0x2500, 0x25FF), (0x2900, 0x297F), (0x2B00, 0x2B4F))
"""Arrows, bullets, dividers, boxes and plain shapes arrange a text and say nothing."""
_FOR_THE_EYE: Final = re.compile(r" ?\([^()]*\)|[“”„«»\"!*#]")
"""Of a name: the blood type of `A button (blood type)`."""
_KEYCAP_TEN: Final = "\U0001f51f"


@cache
def _names(tag: str) -> tuple[str, ...]:
    """In the order of the catalogue."""
    from emoji import EMOJI_DATA, config

    config.load_language(tag)
    known = (EMOJI_DATA[_written(bare)] for bare in catalogue().emoji)
    names = [_spoken(one[tag], tag) if tag in one else "" for one in known]
    names[catalogue().numbers[_KEYCAP_TEN]] = "10"
    return tuple(names)


def _spoken(name: str, tag: str) -> str:
    words = name.strip(":").replace("_", "" if tag == "zh" else " ")
    words = _FOR_THE_EYE.sub("", words)
    return " ".join("Uhr" if word == "uhr" else word for word in words.split())


def _speaks(bare: str) -> bool:
    """Whether there is anything to say. Keycaps are the digits that they begin with, `©` and `™` are text."""
    if not bare or not for_sight(bare[0]) or bare in _LAYOUT:
        return False
    return len(bare) > 1 or not any(low <= ord(bare) <= high for low, high in _LAYOUT_RANGES)


def _written(bare: str) -> str:
    """One of the forms that the package knows, the whole one where it can be told."""
    from emoji import EMOJI_DATA

    forms = (bare, bare[0] + _PICTURE + bare[1:], bare + _PICTURE)
    known = [form for form in forms if form in EMOJI_DATA]
    return next((form for form in known if EMOJI_DATA[form]["status"] == _FULLY_QUALIFIED), known[0])
