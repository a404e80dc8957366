"""A word in IPA with the possessive that stands after it."""

from __future__ import annotations

from typing import Final

from tts_node.text.bcp47 import main_language
from tts_node.text.pronounced import LONGEST_NOTATION

_LENGTHS: Final = "ːˑ̩ʰʲ̚͜͡ '’ˈˌ.|"
_SIBILANTS: Final = frozenset("szʃʒɕʑʂʐ")
_VOICELESS: Final = frozenset("ptkfθcqxçχʔ")


def with_possessive(ipa: str, language: str | None) -> str:
    """English: /ɪz/ after a sibilant, /s/ after another voiceless sound, else /z/. Other languages: /s/, and
    nothing after one that ends so."""
    last = ipa.rstrip(_LENGTHS)[-1:]
    if main_language(language or "en") == "en":
        ending = "ɪz" if last in _SIBILANTS else "s" if last in _VOICELESS else "z"
    else:
        ending = "" if last == "s" else "s"
    return (ipa + ending)[:LONGEST_NOTATION]
