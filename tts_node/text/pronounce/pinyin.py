"""Hanyu Pinyin (ISO 7098): syllables with their tones, and their sounds in the IPA.

The sounds are those of San Duanmu, "The Phonology of Standard Chinese", in broad transcription with the tones
of Y. R. Chao. The plain stops are written as voiceless `b̥ d̥ ɡ̊`: a voice of another language, which leaves the
diacritic out, then says `b d g` and keeps them apart from the aspirated ones.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

INITIALS: Final = {
    "zh": "ɖ\u0325ʐ\u0325", "ch": "ʈʂʰ", "sh": "ʂ", "b": "b\u0325", "p": "pʰ", "m": "m", "f": "f",
    "d": "d\u0325", "t": "tʰ", "n": "n", "l": "l", "g": "ɡ\u030a", "k": "kʰ", "h": "x", "j": "d\u0325ʑ\u0325",
    "q": "tɕʰ", "x": "ɕ", "r": "ɻ", "z": "d\u0325z\u0325", "c": "tsʰ", "s": "s", "y": "", "w": "",
}  # fmt: skip
_FINALS: Final = {
    "a": "a", "o": "wo", "e": "ɤ", "ai": "aɪ", "ei": "eɪ", "ao": "ɑʊ", "ou": "oʊ", "an": "an", "en": "ən",
    "ang": "ɑŋ", "eng": "əŋ", "ong": "ʊŋ", "er": "ɚ", "i": "i", "ia": "ja", "ie": "jɛ", "iao": "jɑʊ",
    "iu": "joʊ", "ian": "jɛn", "in": "in", "iang": "jɑŋ", "ing": "iŋ", "iong": "jʊŋ", "u": "u", "ua": "wa",
    "uo": "wo", "uai": "waɪ", "ui": "weɪ", "uan": "wan", "un": "wən", "uang": "wɑŋ", "ueng": "wəŋ", "ü": "y",
    "üe": "ɥɛ", "üan": "ɥɛn", "ün": "yn", "io": "jo", "ê": "ɛ", "m": "m", "n": "n", "ng": "ŋ",
}  # fmt: skip
_Y: Final = {
    "a": "ia", "e": "ie", "ao": "iao", "ou": "iu", "an": "ian", "ang": "iang", "ong": "iong", "o": "io",
    "i": "i", "in": "in", "ing": "ing", "u": "ü", "ue": "üe", "uan": "üan", "un": "ün",
}  # fmt: skip
_W: Final = {
    "a": "ua", "o": "uo", "ai": "uai", "ei": "ui", "an": "uan", "en": "un", "ang": "uang", "eng": "ueng",
    "u": "u",
}  # fmt: skip
"""What `y…` and `w…` are without them."""
_TONES: Final = {1: "˥", 2: "˧˥", 3: "˨˩˦", 4: "˥˩", 5: ""}
_MARKS: Final = {"\u0304": 1, "\u0301": 2, "\u030c": 3, "\u0300": 4}
_SYLLABLE: Final = re.compile(r"(zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw]?)(.+?)(r?)")


@dataclass(frozen=True, slots=True)
class Syllable:
    """`tone` 5 is the neutral one. `initial` is empty for none; `final` has `ü` for the rounded front
    vowel, also after `j`, `q`, `x` and `y`."""

    initial: str
    final: str
    tone: int
    erhua: bool = False
    """It ends in the sound of `r`: `huar1`."""

    @property
    def written(self) -> str:
        """With the tone as a digit and `v` for `ü`, as most machines take it: `lv4`, `xue2`."""
        final = self.final
        if self.initial in ("j", "q", "x", "y"):
            final = final.replace("ü", "u")
        return f"{self.initial}{final.replace('ü', 'v')}{'r' if self.erhua else ''}{self.tone}"

    @property
    def whole_final(self) -> str:
        """The final as it is written after a consonant: `ian` of `yan`, `un` of `wen`, `üe` of `yue`."""
        if self.initial == "y":
            return _Y[self.final.replace("ü", "u")]
        return _W[self.final] if self.initial == "w" else self.final

    @property
    def accented(self) -> tuple[str, str]:
        """Initial and final with the tone as a diacritic, as CosyVoice takes them: `h` and `ǎo`."""
        final = self.final.replace("ü", "u") if self.initial in ("j", "q", "x", "y") else self.final
        at = next((final.find(v) for v in ("a", "e", "ê", "ou") if v in final), -1)
        if at < 0:
            at = max((final.rfind(v) for v in "iouü"), default=-1)
        at = max(at, 0)
        mark = next((mark for mark, tone in _MARKS.items() if tone == self.tone), "")
        accented = unicodedata.normalize("NFC", final[: at + 1] + mark) + final[at + 1 :]
        return self.initial, accented + ("r" if self.erhua else "")


def tone_of(written: str) -> tuple[str, int] | None:
    """`hǎo` and `hao3` are `hao` and 3; without a tone it is 5. None when there are two, or other signs."""
    tone, letters = 0, []
    for char in unicodedata.normalize("NFD", written.strip().lower().replace("u:", "ü").replace("v", "ü")):
        if char in _MARKS:
            if tone:
                return None
            tone = _MARKS[char]
        else:
            letters.append(char)
    bare = unicodedata.normalize("NFC", "".join(letters))
    if bare[-1:] in ("0", "1", "2", "3", "4", "5") and bare:
        if tone:
            return None
        bare, tone = bare[:-1], int(bare[-1]) or 5
    return bare, tone or 5


def syllable(written: str) -> Syllable | None:
    """One syllable (`hǎo`, `hao3`, `lü4`, `huar1`); None when there is no such in Mandarin's spelling."""
    if (found := tone_of(written)) is None:
        return None
    bare, tone = found
    split = _SYLLABLE.fullmatch(bare)
    if split is None:
        return None
    initial, final, erhua = split.groups()
    if final == "e" and erhua and not initial:
        final, erhua = "er", ""
    final = _whole(initial, final)
    return Syllable(initial, final, tone, bool(erhua)) if final else None


def syllables(notation: str) -> tuple[Syllable, ...] | None:
    """Syllables with blanks between; None when one of them is none."""
    found = [syllable(written) for written in notation.split()]
    return None if None in found or not found else tuple(one for one in found if one is not None)


def to_brackets(notation: str) -> str | None:
    """`hao3` is `[h][ǎo]`, CosyVoice's own way to write it; None when a syllable is not Pinyin."""
    found = syllables(notation)
    return None if found is None else "".join(f"[{p}]" for one in found for p in one.accented if p)


def to_ipa(notation: str) -> str | None:
    """Syllables with blanks between, as one word; None when one is not Pinyin."""
    found = syllables(notation)
    return None if found is None else "".join(map(_ipa, found))


def _whole(initial: str, final: str) -> str:
    """The final in one form, or `""`: `u` after `j`, `q`, `x`, `y` is `ü`."""
    if initial in ("j", "q", "x", "y") and final.startswith("u"):
        final = "ü" + final[1:]
    if initial == "y":
        known = final.replace("ü", "u") in _Y
    elif initial == "w":
        known = final in _W
    else:
        known = final in _FINALS and (initial != "" or final in _ALONE)
    return final if known else ""


_ALONE: Final = frozenset(
    {"a", "o", "e", "ai", "ei", "ao", "ou", "an", "en", "ang", "eng", "er", "ê", "m", "n", "ng"}
)
"""Finals that are written so without an initial."""


def _ipa(one: Syllable) -> str:
    if one.initial in ("zh", "ch", "sh", "r", "z", "c", "s") and one.final == "i":
        final = "ɨ"
    elif one.initial in ("b", "p", "m", "f") and one.final == "o":
        final = "wo"
    elif not one.initial and one.final == "o":
        final = "ɔ"
    else:
        final = _FINALS[one.whole_final]
    return INITIALS.get(one.initial, "") + final + ("ɚ" if one.erhua else "") + _TONES[one.tone]
