"""What single characters are: speech, symbols that vanish, scripts without spaces.

Categories are those of the Unicode Character Database, as Python's `unicodedata` has them.
"""

from __future__ import annotations

import unicodedata

# Blocks whose signs are looked at and never said: arrows, box drawing, blocks, shapes, pictographs.
_SIGHT_RANGES = (
    (0x2190, 0x21FF),  # arrows
    (0x2300, 0x23FF),  # miscellaneous technical: watches, keys
    (0x2400, 0x245F),  # control pictures, optical character recognition
    (0x2500, 0x27BF),  # box drawing to dingbats
    (0x27F0, 0x27FF),  # supplemental arrows A
    (0x2800, 0x28FF),  # braille patterns, as spinners and bars
    (0x2900, 0x297F),  # supplemental arrows B
    (0x2B00, 0x2BFF),  # miscellaneous symbols and arrows
    (0x1F000, 0x1FBFF),  # tiles, cards, regional indicators, pictographs, emoji, legacy computing
)
BULLETS = frozenset("-*•‣⁃–—·◦∙▪▫")
"""Signs that begin a list line when a space follows."""
_KEPT_SHAPES = frozenset("◦▪▫○→")
"""Bullets, the circle that Chinese years are written with, and the arrow that may be said as to."""

_IDEOGRAPH_RANGES = (
    (0x2E80, 0x2FDF),  # radicals
    (0x3005, 0x3007),  # 々〆〇
    (0x3040, 0x30FF),  # kana
    (0x3105, 0x312F),  # bopomofo
    (0x31F0, 0x31FF),  # kana extensions
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0xFF66, 0xFF9F),  # half-width kana
    (0x20000, 0x3FFFF),
)
_JOINING_RANGES = (
    (0x0600, 0x06FF),  # Arabic, Persian, Urdu: the non-joiner is spelling there
    (0x0750, 0x077F),
    (0x0900, 0x0DFF),  # Indic scripts: joiners choose the conjunct
    (0x1000, 0x109F),
    (0x1780, 0x17FF),
)


def speakable(text: str) -> bool:
    """Whether anything in `text` is speech: one letter or digit of any script is enough."""
    if text.isascii():
        return any(map(str.isalnum, text))
    return any(unicodedata.category(char)[0] in "LN" and not for_sight(char) for char in text)


def for_sight(char: str) -> bool:
    """Emoji, arrows, box drawing and their like: nothing of it is spoken."""
    code = ord(char)
    if code < 0x2190:
        return False
    if char in _KEPT_SHAPES or not _within(code, _SIGHT_RANGES):
        return False
    return unicodedata.category(char)[0] != "N"


def unspaced(char: str) -> bool:
    """A character of Chinese or Japanese writing, which sets no spaces between words."""
    return ord(char) >= 0x2E80 and _within(ord(char), _IDEOGRAPH_RANGES)


def keeps_joiners(char: str) -> bool:
    """Whether a zero-width joiner or non-joiner after `char` is part of the spelling."""
    return ord(char) >= 0x0600 and _within(ord(char), _JOINING_RANGES)


def attaches(char: str) -> bool:
    """Whether `char` belongs to the character before it: combining marks, vowels and finals of Hangul."""
    if char < "\u0300":
        return False
    return (
        unicodedata.category(char)[0] == "M" or "\u1160" <= char <= "\u11ff" or "\ud7b0" <= char <= "\ud7ff"
    )


def width(text: str) -> int:
    """Columns on a terminal: what people see as the length of a line."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def _within(code: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(low <= code <= high for low, high in ranges)
