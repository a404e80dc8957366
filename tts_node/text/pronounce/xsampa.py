"""X-SAMPA (J. C. Wells, 1995, "Computer-coding the IPA"), as SSML's `phoneme` may carry it, in the IPA."""

from __future__ import annotations

import re
from typing import Final

_TABLE: Final = {
    # consonants
    "b_<": "ɓ", "d`": "ɖ", "d_<": "ɗ", "g_<": "ɠ", "h\\": "ɦ", "j\\": "ʝ", "l`": "ɭ", "l\\": "ɺ", "n`": "ɳ",
    "p\\": "ɸ", "r`": "ɽ", "r\\`": "ɻ", "r\\": "ɹ", "s`": "ʂ", "s\\": "ɕ", "t`": "ʈ", "v\\": "ʋ", "P": "ʋ",
    "x\\": "ɧ", "z`": "ʐ", "z\\": "ʑ", "B": "β", "B\\": "ʙ", "C": "ç", "D": "ð", "F": "ɱ", "G": "ɣ",
    "G\\": "ɢ", "G\\_<": "ʛ", "H": "ɥ", "H\\": "ʜ", "J": "ɲ", "J\\": "ɟ", "J\\_<": "ʄ", "K": "ɬ",
    "K\\": "ɮ", "L": "ʎ", "L\\": "ʟ", "M\\": "ɰ", "N": "ŋ", "N\\": "ɴ", "R": "ʁ", "R\\": "ʀ", "S": "ʃ",
    "T": "θ", "W": "ʍ", "X": "χ", "X\\": "ħ", "Z": "ʒ", "?": "ʔ", "?\\": "ʕ", "<\\": "ʢ", ">\\": "ʡ",
    "4": "ɾ", "5": "ɫ", "O\\": "ʘ", "|\\": "ǀ", "!\\": "ǃ", "=\\": "ǂ", "|\\|\\": "ǁ", "g": "ɡ",
    # vowels
    "A": "ɑ", "E": "ɛ", "I": "ɪ", "I\\": "ᵻ", "M": "ɯ", "O": "ɔ", "Q": "ɒ", "U": "ʊ", "U\\": "ᵿ", "V": "ʌ",
    "Y": "ʏ", "@": "ə", "@\\": "ɘ", "{": "æ", "}": "ʉ", "1": "ɨ", "2": "ø", "3": "ɜ", "3\\": "ɞ", "6": "ɐ",
    "7": "ɤ", "8": "ɵ", "9": "œ", "&": "ɶ", "@`": "ɚ", "3`": "ɝ",
    # suprasegmentals and diacritics
    '"': "ˈ", "%": "ˌ", ":": "ː", ":\\": "ˑ", ".": ".", "|": "|", "||": "‖", "-\\": "‿", "`": "˞", "'": "ʲ",
    "_j": "ʲ", "_h": "ʰ", "_w": "ʷ", "_G": "ˠ", "_?\\": "ˤ", "_n": "ⁿ", "_l": "ˡ", "_>": "ʼ", "=": "\u0329",
    "_=": "\u0329", "~": "\u0303", "_~": "\u0303", "_^": "\u032f", "_d": "\u032a", "_0": "\u0325",
    "_v": "\u032c", "_a": "\u033a", "_m": "\u033b", "_c": "\u031c", "_O": "\u0339", "_o": "\u031e",
    "_r": "\u031d", "_+": "\u031f", "_-": "\u0320", '_"': "\u0308", "_x": "\u033d", "_k": "\u0330",
    "_t": "\u0324", "_A": "\u0318", "_q": "\u0319", "_e": "\u0334", "_N": "\u033c", "_}": "\u031a",
    "_T": "˥", "_H": "˦", "_M": "˧", "_L": "˨", "_B": "˩", "_F": "˥˩", "_R": "˩˥", " ": " ", "-": "",
    "_": "\u0361",
}  # fmt: skip
_SAME: Final = frozenset("abcdefhijklmnopqrstuvwxyz")
_SYMBOL: Final = re.compile("|".join(map(re.escape, sorted(_TABLE, key=len, reverse=True))) + "|[a-z]")


def to_ipa(notation: str) -> str | None:
    """None when a character is not X-SAMPA."""
    sounds, at = [], 0
    while at < len(notation):
        found = _SYMBOL.match(notation, at)
        if found is None:
            return None
        symbol = found.group()
        sounds.append(symbol if symbol in _SAME else _TABLE[symbol])
        at = found.end()
    return "".join(sounds) or None
