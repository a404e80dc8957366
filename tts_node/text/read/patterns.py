"""What the detectors match with, made once of a language's tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from tts_node.text.read import things
from tts_node.text.read.scan import WORD
from tts_node.text.read.tables import Tables
from tts_node.text.read.units import ALIASES, LONGEST, canonical

_WORD = re.compile(WORD)
_ELIDED = re.compile("['’][^\\W0-9_]")
"""`en 1998 l'équipe`: no liter."""


class Patterns(Tables):
    """The tables of one language, with what finds their words in a text."""

    def unspaced_word_at_end(self, text: str) -> str:
        """The longest of `unspaced_words` that `text` ends with, a blank or colon after it or not."""
        text = text.rstrip(" :：#(（")
        longest = self._longest_unspaced
        return next(
            (text[-size:] for size in range(longest, 0, -1) if text[-size:] in self.unspaced_words), ""
        )

    @cached_property
    def unspaced_pattern(self) -> re.Pattern[str] | None:
        """Finds `unspaced_words` in a text."""
        return re.compile(_any_of(self.unspaced_words)) if self.unspaced_words else None

    @cached_property
    def _longest_unspaced(self) -> int:
        return max(map(len, self.unspaced_words), default=0)

    @cached_property
    def number_pattern(self) -> re.Pattern[str]:
        """A number as this language writes it, unsigned; bounded, so that no text makes it slow."""
        point = re.escape(self.decimal)
        grouped = "".join(
            rf"[0-9]{{1,3}}(?:{re.escape(sign)}[0-9]{{3}}){{1,6}}(?![0-9])|" for sign in self.groups
        )
        if self.other_decimal:  # 1.234,50 in English: both signs show which is which
            other = re.escape(self.other_decimal)
            grouped = rf"[0-9]{{1,3}}(?:{point}[0-9]{{3}}){{1,5}}{other}[0-9]{{1,2}}(?![0-9])|{grouped}"
        return re.compile(
            rf"(?:(?:{grouped}[0-9]{{1,40}})(?:{point}[0-9]{{1,24}})?|{point}[0-9]{{1,24}})(?![0-9])"
        )

    @cached_property
    def decimals_pattern(self) -> re.Pattern[str]:
        """Decimals after thousands that blanks part."""
        return re.compile(rf"{re.escape(self.decimal)}[0-9]{{1,24}}(?![0-9])")

    @cached_property
    def other_decimal_pattern(self) -> re.Pattern[str] | None:
        """A number with `other_decimal`; its groups are what stands before and after it."""
        mark = re.escape(self.other_decimal)
        return re.compile(rf"([0-9]{{1,9}}){mark}([0-9]{{1,2}})(?![0-9])") if mark else None

    @cached_property
    def compiled_half_pattern(self) -> re.Pattern[str] | None:
        return re.compile(self.half_pattern) if self.half_pattern else None

    def parse(self, written: str, sign: things.Sign = "") -> things.Number:
        """What `number_pattern` matched (also with blanks between thousands)."""
        groups, decimal = self.groups, self.decimal
        if self.other_decimal and -1 < written.find(decimal) < written.rfind(self.other_decimal):
            groups, decimal = decimal, self.other_decimal
        for group in groups + " ":
            written = written.replace(group, "")
        whole, _, decimals = written.partition(decimal)
        return things.Number(whole, decimals, sign)

    def unit_at(self, text: str, at: int) -> tuple[str, int] | None:
        """The longest unit symbol that begins at `at`, canonical, and where it ends."""
        if text[at : at + 1] not in self._unit_starts:
            return None
        written = text[at : at + LONGEST]
        for length in range(len(written), 0, -1):
            symbol, end = canonical(written[:length]), at + length
            if self.knows_unit(symbol) and not (_WORD.match(text, end) and text[end - 1].isalnum()):
                return None if length == 1 and _ELIDED.match(text, end) else (symbol, end)
        return None

    @cached_property
    def _unit_starts(self) -> frozenset[str]:
        """What a symbol may begin with."""
        return frozenset(symbol[0] for symbol in (*self.units, *ALIASES, "\u03bc", "\u2126"))

    def knows_unit(self, symbol: str) -> bool:
        """Whether there is a name for the canonical symbol, or for both sides of its slash."""
        if symbol in self.units:
            return True
        whole, slash, each = symbol.partition("/")
        return bool(slash) and whole in self.units and each in self.units

    @cached_property
    def longest_money_scales(self) -> Sequence[str]:
        """`million` before `m`."""
        return sorted(self.money_scales, key=len, reverse=True)

    @cached_property
    def money_scale_starts(self) -> frozenset[str]:
        """What one of them begins with."""
        return frozenset(scale[0] for scale in self.money_scales)

    @cached_property
    def currency_starts(self) -> frozenset[str]:
        """What a sign of a currency begins with; codes begin with a capital."""
        return frozenset(sign[0] for sign in self.currency_signs)

    @cached_property
    def ordinal_starts(self) -> frozenset[str]:
        """What the sign of an ordinal begins with."""
        return frozenset(suffix[0] for suffix in self.ordinal_suffixes)

    @cached_property
    def short_forms(self) -> Mapping[str, Sequence[str]]:
        """Keys of `abbreviations` and `before_number` by their first letter (small), the longest first."""
        forms: dict[str, list[str]] = {}
        for key in {*self.abbreviations, *self.before_number}:
            forms.setdefault(key[0].lower(), []).append(key)
        return {first: sorted(keys, key=lambda key: (-len(key), key)) for first, keys in forms.items()}

    @cached_property
    def noticed(self) -> frozenset[str]:
        """Words in small letters that a detector may take; all others are passed over at once."""
        short = {*self.abbreviations, *self.before_number}
        return frozenset({*self.months, *self.weekdays, *short, *self.currency_signs})

    @cached_property
    def code_before(self) -> re.Pattern[str]:
        """The text before a number that is a code."""
        words, links = _any_of(self.code_words), _any_of(self.code_links)
        purposes = _any_of(self.code_purposes)
        return re.compile(rf"\b(?:{words})(?: (?:{purposes}))?(?: (?:{links}))? ?[:=#]? ?$", re.IGNORECASE)


def _any_of(words: Iterable[str]) -> str:
    """A pattern that matches one of the words, or nothing at all if there are none."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True))) or "(?!)"
