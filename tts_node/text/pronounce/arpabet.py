"""ARPAbet, as the CMU Pronouncing Dictionary and CosyVoice write it, in the IPA."""

from __future__ import annotations

from typing import Final

_VOWELS: Final = {
    "AA": "ɑː", "AE": "æ", "AH": "ʌ", "AO": "ɔː", "AW": "aʊ", "AX": "ə", "AXR": "ɚ", "AY": "aɪ",
    "EH": "ɛ", "ER": "ɝ", "EY": "eɪ", "IH": "ɪ", "IX": "ɨ", "IY": "iː", "OW": "oʊ", "OY": "ɔɪ",
    "UH": "ʊ", "UW": "uː", "UX": "ʉ",
}  # fmt: skip
_UNSTRESSED: Final = {"AH": "ə", "ER": "ɚ", "IY": "i"}
_CONSONANTS: Final = {
    "B": "b", "CH": "tʃ", "D": "d", "DH": "ð", "DX": "ɾ", "EL": "əl", "EM": "əm", "EN": "ən", "F": "f",
    "G": "ɡ", "HH": "h", "H": "h", "JH": "dʒ", "K": "k", "L": "l", "M": "m", "N": "n", "NG": "ŋ", "NX": "ɾ",
    "P": "p", "Q": "ʔ", "R": "ɹ", "S": "s", "SH": "ʃ", "T": "t", "TH": "θ", "V": "v", "W": "w", "WH": "ʍ",
    "Y": "j", "Z": "z", "ZH": "ʒ",
}  # fmt: skip
_STRESS: Final = {"0": "", "1": "ˈ", "2": "ˌ"}


def to_ipa(notation: str) -> str | None:
    """Symbols with blanks between; None when one of them is not ARPAbet. Stress stands before its vowel."""
    sounds = [_sound(symbol) for symbol in notation.split()]
    return None if None in sounds or not sounds else "".join(sound or "" for sound in sounds)


def is_symbol(symbol: str) -> bool:
    """Whether it is ARPAbet, in capitals."""
    return symbol in _CONSONANTS or symbol in _VOWELS or has_stress(symbol)


def has_stress(symbol: str) -> bool:
    """A vowel that says how it is stressed: what proves that brackets are ARPAbet."""
    return symbol[-1:] in _STRESS and symbol[:-1] in _VOWELS


def _sound(symbol: str) -> str | None:
    name = symbol.upper()
    if name in _CONSONANTS:
        return _CONSONANTS[name]
    stress = name[-1:] if name[-1:] in _STRESS else ""
    vowel = name.removesuffix(stress) if stress else name
    if vowel not in _VOWELS:
        return None
    if stress != "1" and stress != "2" and vowel in _UNSTRESSED:
        return _UNSTRESSED[vowel]
    return _STRESS.get(stress, "") + _VOWELS[vowel]
