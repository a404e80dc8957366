"""How long a text may last when it is spoken: bounds that tell a runaway from slow speech.

Bounds and no estimates: far above, or far below, what any voice needs. Measured on what espeak-ng reads with
a medium Piper voice (0.05 to 0.1 s a letter in words, 0.5 s a spelled letter, 0.6 s a digit in a long number,
0.9 s a symbol such as `±`, 0.8 s a Chinese and 1.1 s a Thai letter read by its name), with room for slower
voices. Pure.
"""

from __future__ import annotations

import re
import unicodedata

LONGEST_BASE_S = 1.5
"""Silence at the edges, and the length of the shortest words."""
LONGEST_S_PER_LETTER = 0.25
"""Letters inside a word."""
LONGEST_S_PER_SPELLED_LETTER = 0.6
"""Capitals, single letters, words without a vowel, and all Greek and Cyrillic: likely to be spelled."""
LONGEST_S_PER_STOP = 0.25
"""Punctuation: a pause, or "point"."""
LONGEST_S_PER_SIGN = 1.4
"""Digits and symbols become words, and so do letters of a script that the voice does not know ("Chinese
letter"). One such letter alone may last 2.9 s."""
LONGEST_S_PER_STYLED_SIGN = 2.5
"""Roman numerals, mathematical letters and other dressed-up forms of another sign have the longest names."""
LONGEST_S_PER_HIDDEN_SIGN = 0.25
"""Private use: a word's pronunciation (`text.pronounced`), some fifteen signs for the shortest."""
SHORTEST_S_PER_LETTER = 0.015
SHORTEST_FROM_LETTERS = 20
"""With fewer letters nothing is too short. Digits and symbols do not count: some are not spoken."""


def longest_s(text: str, speed: float = 1.0) -> float:
    """The longest that `text` can take (seconds) when spoken at `speed` (2.0 is twice as fast)."""
    seconds = LONGEST_BASE_S
    for token in _TOKEN.finditer(text):
        word = token["word"]
        seconds += _longest_sign_s(token.group()) if word is None else _longest_word_s(word)
    return seconds / min(speed, 1.0)


def shortest_s(text: str, speed: float = 1.0) -> float:
    """The shortest that `text` can take (seconds); 0 where anything is possible."""
    letters = sum(map(str.isalpha, text))
    return SHORTEST_S_PER_LETTER * letters / max(speed, 1.0) if letters >= SHORTEST_FROM_LETTERS else 0.0


_TOKEN = re.compile(
    # Latin, Greek and Cyrillic, the alphabets that most voices can read; then any other sign.
    r"(?P<word>(?:[A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af\u0370-\u052f\u1e00-\u1fff]"
    r"[\u0300-\u036f]*)+)|\S"
)
_VOWELS = frozenset("aeiouyæøœı")
_STOPS = frozenset(".,;:!?…'\"¡¿、。，．！？；：・·")


def _longest_word_s(word: str) -> float:
    letters = [char for char in unicodedata.normalize("NFD", word) if char.isalpha()]
    if len(letters) == 1 or not _VOWELS.intersection(map(str.lower, letters)):
        return LONGEST_S_PER_SPELLED_LETTER * len(letters)
    return sum(LONGEST_S_PER_SPELLED_LETTER if char.isupper() else LONGEST_S_PER_LETTER for char in letters)


def _longest_sign_s(char: str) -> float:
    if char in _STOPS or unicodedata.category(char) in ("Pd", "Ps", "Pe", "Pi", "Pf", "Cc", "Cf"):
        return LONGEST_S_PER_STOP
    if unicodedata.category(char) == "Co":
        return LONGEST_S_PER_HIDDEN_SIGN
    styled = unicodedata.decomposition(char).startswith("<")
    return LONGEST_S_PER_STYLED_SIGN if styled else LONGEST_S_PER_SIGN
