"""A pronunciation as letters that are read about like it, for voices that take no phonemes."""

from __future__ import annotations

import re
from typing import Final

from tts_node.text.pronounce.symbols import fit

_SOUNDS: Final = {
    "tʃ": "ch", "dʒ": "j", "aɪ": "y", "aʊ": "ow", "ɔɪ": "oy", "eɪ": "ay", "oʊ": "oh", "əʊ": "oh", "iː": "ee",
    "uː": "oo", "ɑː": "ah", "ɔː": "aw", "ɜː": "ur", "oː": "oh", "ʃ": "sh", "ʒ": "zh", "θ": "th", "ð": "th",
    "ŋ": "ng", "j": "y", "ɹ": "r", "ɾ": "t", "ɡ": "g", "ʔ": "", "æ": "a", "ɐ": "a", "ə": "a", "ɚ": "er",
    "ɛ": "e", "ɪ": "i", "ʊ": "oo", "ʌ": "u", "ᵻ": "i", "ɑ": "ah", "ɔ": "aw", "ɜ": "ur", "ɒ": "o", "ˈ": "",
    "ˌ": "", "ː": "",
}  # fmt: skip
_SOUND: Final = re.compile("|".join(sorted(_SOUNDS, key=len, reverse=True)) + "|.", re.DOTALL)
_ENGLISH: Final = frozenset("abdefhijklmnopstuvwzæðŋɐɑɔəɚɛɜɡɪɹɾʃʊʌʒʔθᵻˈˌː ")


def to_letters(ipa: str) -> str:
    """`mˈɪnɪt` is `minit`: English letters, so about right and in other languages perhaps less."""
    said = fit(ipa, _ENGLISH, "en-US").symbols
    return " ".join(_SOUND.sub(lambda found: _SOUNDS.get(found[0], found[0]), said).split())
