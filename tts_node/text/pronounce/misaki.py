"""From the IPA and Pinyin to the symbols that voices of the Kokoro family learned, those of the package
`misaki`: one letter for a diphthong or an affricate (`A` is eɪ, `ʤ` dʒ), stress before its vowel.

What each language's voices have heard was read off its dictionaries and tables (misaki 0.9.4). English voices
know American or British sounds alone. Mandarin voices have the tone behind its vowel, as an arrow; those of
v1.1 take Zhuyin instead, with signs of its own kind for compound finals.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from tts_node.text.pronounce import pinyin
from tts_node.text.pronounce.symbols import Fitted, Inventory, fit_to, inventory_of, plain_form, rules

_ZHUYIN: Final = "ㄅ"
"""A symbol that only voices of v1.1 have."""
_AFFRICATES: Final = {"tʃ": "ʧ", "dʒ": "ʤ"}
_DIPHTHONGS: Final = {"aɪ": "I", "aʊ": "W", "eɪ": "A", "ɔɪ": "Y"}


def from_ipa(ipa: str, known: Collection[str], language: str | None) -> Fitted:
    """The IPA in the symbols `known` to a voice of the BCP 47 tag `language`. Linear in `ipa`.

    What the voice's language lacks becomes its nearest sound.
    """
    way = _way(language, zhuyin=_ZHUYIN in known)
    text = plain_form(ipa)
    for pattern, said in way.before:
        text = pattern.sub(said, text)
    if way.inventory is None:
        return fit_to(way.contract(text), known, None)
    fitted = fit_to(text, way.inventory.own, way.inventory)
    said = " ".join(map(_stressed, way.contract(fitted.symbols).split()))
    unknown = dict.fromkeys((*fitted.unknown, *(char for char in said if char not in known and char != " ")))
    return Fitted("".join(char for char in said if char not in unknown), tuple(unknown))


def from_pinyin(notation: str, known: Collection[str]) -> Fitted | None:
    """Syllables as Zhuyin with a digit for the tone. None for a voice that has none, which takes them by the
    IPA, and for what is not Pinyin."""
    found = pinyin.syllables(notation)
    if found is None or _ZHUYIN not in known:
        return None
    return Fitted("".join(map(_zhuyin, found)))


def to_ipa(symbols: str) -> str:
    """For people: what can be written again in a text, where it is not Zhuyin."""
    return symbols.translate(_SPELLED_OUT)


# --- inside -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Way:
    """How voices of a language are written for."""

    contracted: Mapping[str, str]
    """The symbols that stand for sounds; the longest is looked for first."""
    before: tuple[tuple[re.Pattern[str], str], ...] = ()
    """What is rewritten first, in this order."""
    inventory: Inventory | None = None
    """None: all that the voice knows may be said."""

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile("|".join(sorted(self.contracted, key=len, reverse=True)))

    def contract(self, text: str) -> str:
        return self._pattern.sub(lambda found: self.contracted[found[0]], text)


_VOWEL: Final = "aeiouæɑɒɔəɚɛɜɪʊʌᵊᵻ"
_SYLLABIC: Final = rules((r"ə?([lmn])\u0329", r"ᵊ\1"), (r"ɹ\u0329", "ɚ"))


def _english(tag: str, contracted: Mapping[str, str], *before: tuple[str, str]) -> _Way:
    inventory = inventory_of(tag)
    assert inventory is not None
    return _Way(
        {**_AFFRICATES, **_DIPHTHONGS, "ɐ": "ə", "ʔ": "t", **contracted},
        (*_SYLLABIC, *rules(*before)),
        replace(inventory, own=inventory.own | {"ᵊ"}),
    )


_AMERICAN: Final = _english(
    "en-US",
    {"oʊ": "O", "oː": "ɔ", "ɜː": "ɜɹ", "ɜːɹ": "ɜɹ", "ɚ": "əɹ", "ɪə": "iə", "ɾ": "T", "ː": ""},
)
_BRITISH: Final = _english(
    "en-GB",
    {"əʊ": "Q", "oʊ": "Q", "oː": "ɔː", "ɛə": "ɛː", "æ": "a", "ɚ": "ə", "ɾ": "t", "ᵻ": "ɪ"},
    (rf"ɚ(?=[ˈˌ]?[{_VOWEL}])", "əɹ"),
    (r"(?<=[ˈˌ])i(?![ːə])", "iː"),
)
_MANDARIN: Final = _Way(
    {"tʂ": "ꭧ", "ʈʂ": "ꭧ", "tɕ": "ʨ", "ts": "ʦ", "tʃ": "ʧ"},
    rules(
        (r"ɖ\u0325ʐ\u0325?", "ʈʂ"),
        (r"d\u0325ʑ\u0325?", "tɕ"),
        (r"d\u0325z\u0325?", "ts"),
        (r"b\u0325", "p"),
        (r"d\u0325", "t"),
        (r"[ɡg][\u030a\u0325]", "k"),
        (r"\u032f", ""),
        (r"[ɻʐzɹ]\u0329", "ɨ"),
        (r"(?<=[ae])ɪ", "i"),
        (r"ɑ", "a"),
        (r"(?<=[ao])ʊ(?!ŋ)", "u"),
        (r"(?<=[jɥ])ɛ(?!n)", "e"),
        (r"˨˩˦|˧˩˧|˨˩|˩˧|˩˦", "↓"),
        (r"˧˥|˨˥|˨˦", "↗"),
        (r"˥˩|˥˧", "↘"),
        (r"˥+", "→"),
        (r"([nŋ])([→↗↓↘])", r"\2\1"),
    ),
)
_JAPANESE: Final = _Way(
    {"tɕ": "ʨ", "dʑ": "ʥ", "ts": "ʦ", "dz": "ʣ"},
    rules(
        (r"tʃ", "tɕ"),
        (r"dʒ", "dʑ"),
        (r"ʃ", "ɕ"),
        (r"[rɹ]", "ɾ"),
        (r"[ˈˌ]", ""),
        (r"(?<=[szɕʑj])[uɯ]", "ɨ"),
        (r"u", "ɯ"),
    ),
)
_OTHERS: Final = _Way(
    {**_AFFRICATES, **_DIPHTHONGS, "oʊ": "O", "əʊ": "Q", "ts": "ʦ", "dz": "ʣ"},
    rules((r"i\u032f", "ɪ"), (r"u\u032f", "ʊ")),
)


def _way(language: str | None, *, zhuyin: bool) -> _Way:
    tag = (language or "").replace("_", "-").lower()
    main, _, region = tag.partition("-")
    if main == "en":
        return _AMERICAN if region in ("", "us") else _BRITISH
    if main in ("zh", "cmn"):
        # Zhuyin has no sign for a foreign sound, and the voices that read it know English words.
        return _AMERICAN if zhuyin else _MANDARIN
    return _JAPANESE if main == "ja" else _OTHERS


_FULL: Final = re.compile("[AIOQWYaiuæɑɒɔɛɜɪʊʌəᵊᵻ]")


def _stressed(word: str) -> str:
    """A word of one vowel is stressed, as in a dictionary of these voices; others say it themselves."""
    vowels = list(_FULL.finditer(word))
    if len(vowels) != 1 or vowels[0].group() in "əᵊᵻ" or "ˈ" in word or "ˌ" in word:
        return word
    return f"{word[: vowels[0].start()]}ˈ{word[vowels[0].start() :]}"


_SPELLED_OUT: Final = str.maketrans(
    {symbol: sounds for sounds, symbol in (_AFFRICATES | _DIPHTHONGS).items()}
    | {"O": "oʊ", "Q": "əʊ", "T": "ɾ", "ᵊ": "ə", "ʣ": "dz", "ʥ": "dʑ", "ʦ": "ts", "ʨ": "tɕ", "ꭧ": "ʈʂ"}
    | {"→": "˥", "↗": "˧˥", "↓": "˨˩˦", "↘": "˥˩"}
)

_INITIALS: Final = {
    "b": "ㄅ", "p": "ㄆ", "m": "ㄇ", "f": "ㄈ", "d": "ㄉ", "t": "ㄊ", "n": "ㄋ", "l": "ㄌ", "g": "ㄍ",
    "k": "ㄎ", "h": "ㄏ", "j": "ㄐ", "q": "ㄑ", "x": "ㄒ", "zh": "ㄓ", "ch": "ㄔ", "sh": "ㄕ", "r": "ㄖ",
    "z": "ㄗ", "c": "ㄘ", "s": "ㄙ",
}  # fmt: skip
_FINALS: Final = {
    "a": "ㄚ", "o": "ㄛ", "e": "ㄜ", "ê": "ㄝ", "ai": "ㄞ", "ei": "ㄟ", "ao": "ㄠ", "ou": "ㄡ", "an": "ㄢ",
    "en": "ㄣ", "ang": "ㄤ", "eng": "ㄥ", "er": "ㄦ", "i": "ㄧ", "u": "ㄨ", "ü": "ㄩ", "ie": "ㄝ", "üe": "月",
    "ia": "压", "ian": "言", "iang": "阳", "iao": "要", "in": "阴", "ing": "应", "iong": "用", "iu": "又",
    "ong": "中", "ua": "穵", "uai": "外", "uan": "万", "uang": "王", "ui": "为", "un": "文", "ueng": "瓮",
    "uo": "我", "üan": "元", "ün": "云", "io": "ㄧㄛ", "m": "ㄇ", "n": "ㄋ", "ng": "ㄥ",
}  # fmt: skip


def _zhuyin(one: pinyin.Syllable) -> str:
    final = _FINALS[one.whole_final]
    if one.final == "i" and one.initial in ("z", "c", "s"):
        final = "ㄭ"
    elif one.final == "i" and one.initial in ("zh", "ch", "sh", "r"):
        final = "十"
    return f"{_INITIALS.get(one.initial, '')}{final}{'R' if one.erhua else ''}{one.tone}"
