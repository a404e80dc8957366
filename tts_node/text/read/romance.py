"""What French and Italian share: `1 234,5` beside `21.5` from machines, decimals said as a number.

`3,14` is said "trois virgule quatorze", so up to three decimals are one number with the zeros before it; more
are said one by one.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property

from tts_node.text.read import things
from tts_node.text.read.language import Language
from tts_node.text.read.units import Name

_MOST_DECIMALS_TOGETHER = 3
_MORE = "(?![0-9])"


class Romance(Language):
    """Numbers with a decimal comma; a dot is one too where it cannot part thousands."""

    decimal, groups, other_decimal = ",", " .", ""
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


def low_and_high(amount: things.Amount, name: Name) -> things.Range | None:
    """`8/15 °C`: a day's low and high, or None; a half or a quarter of a degree stays one."""
    if not isinstance(amount, things.Fraction) or amount.whole is not None or amount.denominator <= 4:
        return None
    if not name.one.startswith(("degré", "grado")):
        return None
    return things.Range(
        things.Number(str(amount.numerator), sign=amount.sign), things.Number(str(amount.denominator))
    )
