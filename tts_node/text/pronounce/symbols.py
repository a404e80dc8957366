"""From the IPA as people write it to the symbols that a voice knows.

Voices of the Piper family learned the output of espeak-ng, so a symbol that their map lists and their
language never uses is noise in their mouth. For languages whose inventory is known here, foreign sounds
become the nearest own ones, and broad notation (English `r`, `e`, `o`) what espeak writes for it. Stress
stands before the vowel there, not before the syllable.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

_VOWEL: Final = "aeiouyæøœɐɑɒɔɘəɚɛɜɝɞɤɨɪɯɵɶʉʊʌʏᵻᵿ"
VOWELS: Final = frozenset(_VOWEL)
STRONG: Final = frozenset(map(chr, range(0x250, 0x2B0))) | frozenset("ˈˌːˑ˞θɫᵻᵿʰʲʷˠˤⁿˡ˥˦˧˨˩")
"""Signs that nothing but phonetic notation has."""
_WEAK: Final = frozenset("abcdefghijklmnopqrstuvwxyzæðøŋœçħβχ")
_AROUND: Final = frozenset(" .:'|‖‿/\u0361\u035c")

_LIGATURES: Final = {
    "ʧ": "tʃ", "ʤ": "dʒ", "ʦ": "ts", "ʣ": "dz", "ʨ": "tɕ", "ʥ": "dʑ", "g": "ɡ", "ε": "ɛ", "∫": "ʃ", "ʼ": "",
    ":": "ː", "'": "ˈ", "’": "ˈ", "′": "ˈ",
}  # fmt: skip
_SILENT: Final = frozenset(".|‖‿-()/")
_STRESS: Final = re.compile(rf"([ˈˌ])([^{_VOWEL}ˈˌ\s]+)(?=[{_VOWEL}])")

_NEAREST: Final = {
    "ɝ": "ɜː", "ɚ": "əɹ", "ɫ": "l", "ʍ": "w", "ɻ": "ɹ", "ɹ": "r", "ʁ": "r", "ʀ": "r", "ɾ": "r", "ɽ":
    "r", "ɺ": "l", "ɱ": "m", "ʋ": "v", "β": "v", "ɸ": "f", "ɣ": "ɡ", "ɰ": "w", "ɥ": "j", "ɕ": "ʃ", "ʑ":
    "ʒ", "ʂ": "ʃ", "ʐ": "ʒ", "ɧ": "ʃ", "ʈ": "t", "ɖ": "d", "c": "k", "ɟ": "ɡ", "q": "k", "ɢ": "ɡ", "ɲ":
    "nj", "ɳ": "n", "ɴ": "ŋ", "ʎ": "lj", "ɭ": "l", "ʟ": "l", "ɬ": "l", "ɮ": "l", "χ": "x", "ħ": "h",
    "ɦ": "h", "ʜ": "h", "ʝ": "j", "ɓ": "b", "ɗ": "d", "ɠ": "ɡ", "ʄ": "ɡ", "ʛ": "ɡ", "ʙ": "b", "θ": "s",
    "ð": "z", "ŋ": "n", "ɨ": "ɪ", "ʉ": "u", "ɯ": "u", "ɤ": "ʌ", "ɘ": "ə", "ɵ": "ʊ", "ɞ": "ɜ", "ɶ": "œ",
    "ʏ": "y", "ᵻ": "ɪ", "ᵿ": "ʊ", "ɒ": "ɔ", "ɐ": "a", "ɜ": "ə", "ʌ": "a", "æ": "ɛ", "ɑ": "a", "ə": "e",
    "ɪ": "i", "ʊ": "u", "ɛ": "e", "ɔ": "o", "œ": "ø", "ø": "e", "ç": "ʃ", "x": "h", "ʔ": "", "ʕ": "",
    "ʡ": "", "ʢ": "",
}  # fmt: skip
"""For a symbol that a voice lacks; asked again until one is there."""


@dataclass(frozen=True, slots=True)
class Inventory:
    """What a language's voices have heard."""

    own: frozenset[str]
    broad: tuple[tuple[re.Pattern[str], str], ...]
    """What is rewritten first, in this order."""
    nearest: dict[str, str]
    """Before the general table."""


def rules(*pairs: tuple[str, str]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern), said) for pattern, said in pairs)


_ENGLISH: Final = Inventory(
    frozenset("abdefhijklmnopstuvwzæðŋɐɑɒɔəɚɛɜɡɪɹɾʃʊʌʒʔθᵻiˈˌː "),
    rules(
        (r"[rʁʀ]", "ɹ"),
        (r"ɝː?|ɜː?ɹ(?![aeiouæɐɑɒɔəɚɛɜɪʊʌˈˌ])|ɜ(?!ː)|œː?|øː?", "ɜː"),
        (r"[xχ](?=[ˈˌ]?[aeiouæɐɑɒɔəɚɛɜɪʊʌyɤɨɯw])", "h"),
        (r"[xχ]", "k"),
        (r"ç(?=[ˈˌ]?[aeiouæɐɑɒɔəɚɛɜɪʊʌy])", "h"),
        (r"ɔʏ|ɔø|oɪ", "ɔɪ"),
        (r"ɛɪ|e[ij](?!ː)|eː", "eɪ"),
        (r"ɑ[ʊuw]|a[uw](?!ː)", "aʊ"),
        (r"ɑɪ|a[ij](?!ː)", "aɪ"),
        (r"o[uw](?!ː)|oː(?!ɹ)", "oʊ"),
        (r"e(?!ɪ)", "ɛ"),
        (r"o(?![ʊː])", "oʊ"),
        (r"aː", "ɑː"),
        (r"a(?![ɪʊ])", "æ"),
        (r"ɑ(?!ː)", "ɑː"),
        (r"ɔ(?![ɪː])", "ɔː"),
        (r"[uyʉɯ]ː?", "uː"),
        (r"ʏ", "ʊ"),
    ),
    {"ɒ": "ɑː", "ɤ": "ʌ", "ɨ": "ɪ", "ɵ": "ʊ", "ɶ": "æ", "\u0303": "n", "ç": "ʃ", "r": "ɹ"},
)
_BRITISH: Final = Inventory(_ENGLISH.own, _ENGLISH.broad, {**_ENGLISH.nearest, "ɒ": "ɒ"})
_AMERICAN: Final = Inventory(
    _ENGLISH.own - {"ɒ"}, (*rules((r"əʊ", "oʊ"), (r"ɑːʊ", "aʊ")), *_ENGLISH.broad), _ENGLISH.nearest
)
_GERMAN: Final = Inventory(
    frozenset("abdefhijklmnoprstuvxyzçøŋœɑɔəɛɜɡɪɾʃʊʏʒaˈˌː "),
    rules(
        (r"[ʁʀɹ](?=[ˈˌ]?[aeiouyæøœɐɑɒɔəɛɜɪʊʌʏ])", "r"),
        (r"(?<=[aeiouyøœɑɔəɛɪʊʏː])[ʁʀɹ]", "ɾ"),
        (r"[ʁʀɹ]", "r"),
        (r"ɚ|ɐ|ə[ɾr](?![ˈˌ]?[aeiouyøœɑɔəɛɪʊʏ])", "ɜ"),
        (r"ɔ[ʏɪ]|oɪ", "ɔø"),
        (r"aː", "ɑː"),
        (r"oʊ", "oː"),
        (r"eɪ", "eː"),
        (r"w", "v"),
    ),
    {"æ": "ɛ", "ʌ": "a", "ɒ": "ɔ", "χ": "x", "ɝ": "œ", "θ": "s", "ð": "z", "\u0303": "ŋ", "ʔ": ""},
)


@dataclass(frozen=True, slots=True)
class Fitted:
    """Symbols of a voice; `unknown` holds what had no place in them."""

    symbols: str
    unknown: tuple[str, ...] = ()


def is_sound(char: str) -> bool:
    """A letter, and no sign that only says more about one (stress, length)."""
    return char.isalpha() and unicodedata.category(char) != "Lm"


def is_ipa(text: str) -> bool:
    """Whether all of `text` can be phonetic notation, and any of it is a sound."""
    sound = False
    for char in unicodedata.normalize("NFD", text):
        letter = char in _WEAK or (char in STRONG and is_sound(char))
        sound = sound or letter
        if not (letter or char in STRONG or char in _AROUND or unicodedata.category(char) == "Mn"):
            return False
    return sound


def may_be_ipa(text: str) -> bool:
    """The same for what is said to be phonetic notation: also with what people type instead of its signs."""
    return is_ipa(plain_form(text))


def has_strong(text: str) -> bool:
    """Whether `text` has a sign that nothing but phonetic notation has."""
    return any(char in STRONG for char in text)


def fit(ipa: str, known: Collection[str], language: str | None) -> Fitted:
    """The IPA in the symbols `known` to a voice of the BCP 47 tag `language`. Linear in `ipa`.

    What the voice lacks becomes its nearest sound; diacritics that it lacks are left out. White space parts
    words.
    """
    return fit_to(plain_form(ipa), known, inventory_of(language))


def fit_to(text: str, known: Collection[str], inventory: Inventory | None) -> Fitted:
    """The same of what is in plain form, for an inventory; without one all that is known may be said."""
    if inventory is not None:
        for pattern, said in inventory.broad:
            text = pattern.sub(said, text)
    own = known if inventory is None else inventory.own.intersection(known)
    nearest = _NEAREST if inventory is None else _NEAREST | inventory.nearest
    unknown: dict[str, None] = {}
    out: list[str] = []
    for char in _sounds(text, own):
        found = _known(char, own, nearest)
        if found is None:
            unknown[char] = None
        else:
            out.append(found)
    return Fitted(" ".join("".join(out).split()), tuple(unknown))


def inventory_of(language: str | None) -> Inventory | None:
    """What voices of a language have heard; None where that is not known here."""
    tag = (language or "").replace("_", "-").lower()
    main, _, region = tag.partition("-")
    if main == "en":
        return _AMERICAN if region in ("", "us") else _BRITISH
    return _GERMAN if main == "de" else None


def plain_form(ipa: str) -> str:
    """One way to write each sound, and stress before the vowel."""
    text = "".join(_LIGATURES.get(char, char) for char in unicodedata.normalize("NFC", ipa))
    text = "".join(char for char in text if char not in _SILENT and char not in "\u0361\u035c")
    return _STRESS.sub(lambda found: found[2] + found[1], " ".join(text.split()))


def _sounds(text: str, own: Collection[str]) -> str:
    """Single symbols: a letter with its accent is one where the voice has it as one (`ç`), else two."""
    return "".join(
        char if char in own or char in _NEAREST else unicodedata.normalize("NFD", char) for char in text
    )


def _known(char: str, own: Collection[str], nearest: dict[str, str], depth: int = 0) -> str | None:
    """The voice's symbols for one of the IPA; empty for what may be left out; None where there is none."""
    if char in own or char == " ":
        return char
    if char in nearest and depth < 6:
        found = [_known(part, own, nearest, depth + 1) for part in nearest[char] if part != char]
        return None if None in found else "".join(part or "" for part in found)
    left_out = unicodedata.category(char) in ("Mn", "Lm", "Sk") or char in "ˈˌːˑ"
    return "" if left_out else None
