"""Text to phoneme ids as Piper does it, remembering which ids belong to which word.

espeak-ng keeps its language in global state, so `piper` is called under one lock for the whole process.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tts_node.engines.piper.espeak_limits import within_limits
from tts_node.engines.piper.letter_names import named_letters
from tts_node.engines.piper.pronounced_words import read_apart, read_marked
from tts_node.engines.piper.words import Group, SpokenWord, find_words, match
from tts_node.text.pronounce import pinyin
from tts_node.text.pronounced import Pronunciation, marked

_BOS, _EOS, _PAD = "^", "$", "_"
_PAUSES = frozenset(" .,;:!?…¡¿\"'“”«»()-–—#\n")
"""Symbols that are heard as a pause or not at all; they belong to no word."""
_STRESS = frozenset("ˈˌːˑ")
_ESPEAK_LOCK = threading.Lock()
_WORDS_KEPT = 4096
_CONTROL = frozenset((_BOS, _EOS, _PAD))
_MANDARIN = frozenset(("cmn", "zh"))
_PINYIN = "cmn-latn-pinyin"
"""What espeak calls Mandarin that is written so."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A segment as the model reads it."""

    ids: list[int]
    groups: tuple[Group, ...]
    """What lies between spaces, with its id ranges; `Phonemizer.words` says which words they are."""
    first_speech_end: int
    """Index after the ids of the first sound that is no pause."""
    last_speech_end: int
    """Index after the ids of the last sound that is no pause, its pad not counted."""


class Phonemizer:
    """For one voice. Thread-safe."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        """`config` is the voice's JSON. Raises `KeyError`, `ValueError` for one that Piper would not take."""
        from piper.config import PiperConfig
        from piper.voice import PiperVoice

        from tts_node.engines.piper.espeak_voice import keep_voice

        keep_voice()

        parsed = PiperConfig.from_dict(dict(config))
        self._voice = PiperVoice(session=None, config=parsed)
        self._id_map: Mapping[str, Any] = parsed.phoneme_id_map
        self._own_ids = parsed.phoneme_type.value == "pinyin"
        self._by_espeak = parsed.phoneme_type.value == "espeak"
        self._pinyin_voice: PiperVoice | None = None
        if self._by_espeak and parsed.espeak_voice.partition("-")[0] in _MANDARIN:
            spelled = replace(parsed, espeak_voice=_PINYIN)
            self._pinyin_voice = PiperVoice(session=None, config=spelled)
        self._alone: OrderedDict[str, tuple[str, ...]] = OrderedDict()
        for symbol in (_BOS, _EOS, _PAD):
            if symbol not in self._id_map:
                raise ValueError(f"its phoneme_id_map lacks {symbol!r}")

    @property
    def notations(self) -> tuple[str, ...]:
        """Of `pronounced.Alphabet`, those that marks in a text may come in: `ipa` in symbols of the voice."""
        if self._own_ids:
            return ("pinyin",)
        return () if not self._by_espeak else ("ipa",) if self._pinyin_voice is None else ("ipa", "pinyin")

    @property
    def tells_words(self) -> bool:
        """It knows which ids are which word's."""
        return not self._own_ids

    @property
    def symbols(self) -> str:
        """All symbols of the IPA that the voice has."""
        return "".join(symbol for symbol in self._id_map if len(symbol) == 1 and symbol not in _CONTROL)

    def phonemes(self, text: str) -> str:
        """What the voice reads of `text`; groups are parted by blanks."""
        between = " " if self._own_ids else ""
        return between.join(symbol for symbol in self._phonemes(text) if symbol in self._id_map).strip()

    def speak(self, text: str) -> Spoken | None:
        """None when nothing in `text` can be spoken."""
        phonemes = self._phonemes(text)
        if self._own_ids:
            ids = [int(i) for i in self._voice.phonemes_to_ids(phonemes)]
            return Spoken(ids, (), 3, len(ids) - 2) if len(ids) > 3 else None
        ids = [*self._id_map[_BOS], *self._id_map[_PAD]]
        groups: list[Group] = []
        symbols: list[str] = []
        first_end, last_end, group_start = 0, 0, 0
        for symbol in phonemes:
            if symbol not in self._id_map:
                continue
            start = len(ids)
            ids += self._id_map[symbol]
            end = len(ids)
            ids += self._id_map[_PAD]
            if symbol not in _PAUSES:
                if not symbols:
                    group_start = start
                symbols.append(symbol)
                first_end, last_end = first_end or end, end
            elif symbol in " \n" and symbols:
                groups.append(Group(_sound(symbols), group_start, last_end))
                symbols = []
        if symbols:
            groups.append(Group(_sound(symbols), group_start, last_end))
        if not groups:
            return None
        ids += self._id_map[_EOS]
        return Spoken(ids, tuple(groups), first_end, last_end)

    def words(self, text: str, spoken: Spoken) -> tuple[SpokenWord, ...]:
        """Words of `text` with their id ranges, in order. Takes milliseconds: not on the way to the first
        sound.
        """
        return match(find_words(text), spoken.groups, self._word_alone)

    def _phonemes(self, text: str) -> list[str]:
        """All symbols of `text`, with those of its marks."""
        if not marked(text):
            return self._read(text)
        return (read_marked if self._by_espeak else read_apart)(text, self._read, self._said)

    def _said(self, pronunciation: Pronunciation) -> list[str]:
        """A mark's own symbols; none for a notation that the voice does not take."""
        if pronunciation.alphabet not in self.notations:
            return []
        if pronunciation.alphabet == "ipa":
            return list(pronunciation.notation)
        syllables = pinyin.syllables(pronunciation.notation) or ()
        if self._pinyin_voice is None:
            return [symbol for syllable in syllables for symbol in _chinese_symbols(syllable)]
        plain = " ".join(replace(s, erhua=False).written + (" er5" if s.erhua else "") for s in syllables)
        with _ESPEAK_LOCK:
            sentences = self._pinyin_voice.phonemize(plain)
        return [symbol for sentence in sentences for symbol in sentence if symbol != " "]

    def _read(self, text: str) -> list[str]:
        """All symbols of a text without marks; sentences that espeak sees inside it are joined by a space."""
        if self._by_espeak:
            text = within_limits(named_letters(text, self._voice.config.espeak_voice))
            text = text.replace("[[", "[ ")  # Piper would take for phonemes what is none
        with _ESPEAK_LOCK:
            sentences = self._voice.phonemize(text)
        joined: list[str] = []
        for sentence in sentences:
            if joined and sentence and joined[-1] != " ":
                joined.append(" ")
            joined += sentence
        return joined

    def _word_alone(self, word: str) -> tuple[str, ...]:
        """The sounds of a word spoken by itself, one string for each group that espeak makes of it."""
        kept = self._alone.get(word)
        if kept is None:
            text = "".join(s for s in self._phonemes(word) if s in self._id_map)
            parts = re.split(r"[ \n]+", text)
            kept = tuple(sound for part in parts if (sound := _sound(part)))
            self._alone[word] = kept
            if len(self._alone) > _WORDS_KEPT:
                self._alone.popitem(last=False)
        return kept


def _chinese_symbols(syllable: pinyin.Syllable) -> tuple[str, ...]:
    """As Piper's voices for Mandarin name them: initial (`Ø` for none), final, tone."""
    final = replace(syllable, initial="", erhua=False, tone=5).written.removesuffix("5")
    if syllable.initial in ("j", "q", "x", "y") and final.startswith("v"):
        final = "u" + final[1:]
    ending = ("Ø", "er", "5") if syllable.erhua else ()
    return (syllable.initial or "Ø", final, str(syllable.tone), *ending)


def _sound(symbols: list[str] | str) -> str:
    return "".join(s for s in symbols if s not in _PAUSES and s not in _STRESS)
