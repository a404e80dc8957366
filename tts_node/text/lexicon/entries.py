"""What a household says about a word: the entries of its lexicon."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from tts_node.text.clean import Characters, Layout
from tts_node.text.pronounced import LONGEST_NOTATION
from tts_node.text.read.units import LONGEST as LONGEST_UNIT
from tts_node.text.spans import Spans

Kind = Literal["word", "unit", "abbreviation"]
Case = Literal["exact", "any"]
"""`exact`: as it is written in the entry alone. `any`: in small letters and capitals alike."""

MAX_ENTRIES: Final = 10_000
LONGEST_WRITTEN: Final[Mapping[Kind, int]] = {"word": 100, "unit": LONGEST_UNIT, "abbreviation": 40}
LONGEST_SAID: Final = 500
LONGEST_SOUNDS: Final = LONGEST_NOTATION


@dataclass(frozen=True, slots=True)
class Entry:
    """One word, phrase, unit or abbreviation, and how it is said.

    At least one of `say`, `ipa` and `pinyin` is there, and not both of the last two; a unit has `say` alone.
    """

    kind: Kind
    written: str
    """In the form of `as_compared`."""
    language: str | None = None
    """A BCP 47 tag; `de` holds for `de-AT` too. None: any language."""
    say: str = ""
    """Words instead of it; of a unit the name after most numbers. Beside `ipa` or `pinyin` it is for engines
    that do not take those."""
    ipa: str = ""
    pinyin: str = ""
    case: Case = "any"
    one: str = ""
    """Of a unit: its name after one; `few` and `many` as CLDR has them. Empty: as `say`."""
    few: str = ""
    many: str = ""

    @property
    def key(self) -> tuple[Kind, str, str]:
        """What no two entries have in common."""
        return self.kind, (self.language or "").lower(), self.written

    def as_json(self) -> dict[str, Any]:
        """As the doors show it: what it has, and `language` null for any."""
        told: dict[str, Any] = {"kind": self.kind, "written": self.written, "language": self.language}
        told |= {name: value for name in _SAID if (value := getattr(self, name))}
        return told if self.kind == "unit" else {**told, "case": self.case}


def default_case(kind: Kind, written: str) -> Case:
    """How an entry compares that does not say it itself.

    Units are case-sensitive, abbreviations with a capital too. Of the other words those with a capital after
    a first letter (`WLAN`, `iPhone`) or of one letter alone; so `US` is not found in "tell us".
    """
    if kind == "unit":
        return "exact"
    if kind == "abbreviation":
        return "any" if written == written.lower() else "exact"
    words = written.replace("-", " ").split()
    inner = any(char.isupper() for word in words for char in word[1:])
    return "exact" if inner or (len(written) == 1 and written.isupper()) else "any"


def as_compared(written: str) -> str:
    """`written` as the line has it when sentences are looked at: composed, without invisible signs, with
    single blanks."""
    if written.isascii() and written.replace(" ", "").isalnum():
        return " ".join(written.split())
    spans = Spans.of(written)
    for step in (Characters(), Layout()):
        spans = Spans.join((step.feed(spans), step.finish()))
    return " ".join(spans.text.split())


_SAID: Final = ("say", "ipa", "pinyin", "one", "few", "many")
