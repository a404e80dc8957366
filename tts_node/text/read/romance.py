"""What French and Italian share: `1 234,5` beside `21.5` from machines, decimals said as a number.

`3,14` is said "trois virgule quatorze", so up to three decimals are one number with the zeros before it; more
are said one by one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from tts_node.text.read import things
from tts_node.text.read.language import Language
from tts_node.text.read.scan import LETTER, NO_WORD, Detector, Found, Scan

_MOST_DECIMALS_TOGETHER = 3
_MORE = "(?![0-9])"
_NAMED_BEFORE = re.compile(rf"(?:[A-Z]{LETTER}{{1,20}}|version[ei]?|v) $")
_FROST = re.compile(r"[-–] (?=[0-9]{1,2}(?:,[0-9]{1,2})? ?°)")
_RATE = re.compile(rf"/({LETTER}{{1,9}}){NO_WORD}")
_WORD_END = re.compile(rf"[0-9] {LETTER}{{3,20}}$")
_DOTTED = re.compile(rf"([0-9]{{1,4}})\.([0-9]{{1,4}}){NO_WORD}(?![.,:/][0-9]| ?[%€$£°])")


class Romance(Language):
    """Numbers with a decimal comma; a dot is one too where it cannot part thousands."""

    decimal, groups, other_decimal = ",", " .", ""
    before_minus: frozenset[str] = frozenset()
    """Words after which `- 5 °C` is frost and no dash."""
    dots_part_thousands = False
    """`1.500` is fifteen hundred; else only `1.234,5` and `1.234.567` have dots between thousands."""
    noticed_too: frozenset[str] = frozenset()
    """Further words in small letters that the language's own detectors take."""

    @cached_property
    def noticed(self) -> frozenset[str]:
        openings = {form.split()[0] for form in self.abbreviations}
        return super().noticed | openings | self.noticed_too

    @cached_property
    def number_pattern(self) -> re.Pattern[str]:
        first, decimals = "[1-9][0-9]{0,2}", "(?:,[0-9]{1,24})?"
        least = 1 if self.dots_part_thousands else 2
        return re.compile(
            "(?:"
            rf"{first}(?: [0-9]{{3}}){{1,6}}{_MORE}{decimals}"
            rf"|{first}(?:\.[0-9]{{3}}){{1,6}},[0-9]{{1,24}}"
            rf"|{first}(?:\.[0-9]{{3}}){{{least},6}}(?!\.?[0-9])"
            rf"|{first}(?:['’][0-9]{{3}}){{1,6}}{_MORE}(?:[.,][0-9]{{1,24}})?"
            r"|[0-9]{1,40}\.[0-9]{1,24}(?![.,:/]?[0-9])"
            rf"|[0-9]{{1,40}}{decimals}){_MORE}"
        )

    def parse(self, written: str, sign: things.Sign = "") -> things.Number:
        plain = re.sub(r"[ '’]", "", written)
        grouped = re.fullmatch(r"[1-9][0-9]{0,2}(?:\.[0-9]{3})+", plain) is not None
        if "," in plain or plain.count(".") > 1 or (grouped and self.dots_part_thousands):
            plain = plain.replace(".", "").replace(",", ".")
        whole, _, decimals = plain.partition(".")
        return things.Number(whole, decimals, sign)

    def say_decimals(self, digits: str) -> str:
        rest = digits.lstrip("0")
        if len(digits) > _MOST_DECIMALS_TOGETHER or not rest:
            return self.digits(digits)
        return f"{self.digits('0' * (len(digits) - len(rest)))} {self.cardinal(int(rest))}".lstrip()


def shifted(number: things.Number, places: int) -> things.Number | None:
    """The number times a power of ten, if that is whole: 1.5 and 3 give 1500."""
    if len(number.decimals) > places:
        return None
    whole = (number.whole + number.decimals.ljust(places, "0")).lstrip("0") or "0"
    return things.Number(whole, sign=number.sign)


def meters_and_rest(quantity: things.Quantity) -> tuple[things.Number, int] | None:
    """`1,80 m` is said as a meter and eighty: the meters and the two decimals, or None."""
    amount = quantity.amount
    if quantity.unit != "m" or quantity.per or not isinstance(amount, things.Number) or not amount.value:
        return None
    if len(amount.decimals) != 2 or amount.decimals[0] == "0":
        return None
    return replace(amount, decimals=""), int(amount.decimals)


def dotted_version(scan: Scan, at: int) -> Found | None:
    """`Python 3.11`: after a name a dot is said as one, where no unit follows."""
    found = _DOTTED.match(scan.text, at)
    if found is None or _NAMED_BEFORE.search(scan.text_before(at)) is None:
        return None
    if scan.language.unit_at(scan.text, found.end() + scan.text.startswith(" ", found.end())) is not None:
        return None
    return Found(things.Version((found.group(1), found.group(2))), found.end())


def frost(scan: Scan, at: int) -> Found | None:
    """`il fait - 5 °C`: a minus with a blank after it, where the word before it shows that it is no dash."""
    language = scan.language
    if not isinstance(language, Romance) or _FROST.match(scan.text, at) is None:
        return None
    before = scan.word_before(at).lower()
    return Found(things.Symbol("−"), at + 1) if before in language.before_minus else None


def rate_in_words(rates: Mapping[str, str]) -> Detector:
    """A detector of `2 jours/semaine`: the slash and the word after it, by that word."""

    def rate(scan: Scan, at: int) -> Found | None:
        found = _RATE.match(scan.text, at)
        said = rates.get(found.group(1)) if found and _WORD_END.search(scan.text_before(at)) else None
        return Found(things.Words(said), found.end()) if found and said else None

    return rate
