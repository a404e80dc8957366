"""Polish.

An amount takes its case from the word before it: "dwadzieścia stopni", "do dwudziestu stopni", "za jedną
godzinę". Decimals are said with "przecinek" and govern the genitive singular: siedem przecinek cztery
kilowatogodziny. Hours and dates are ordinals.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import cached_property

from tts_node.text.read import letters, things
from tts_node.text.read import pl_tables as tables
from tts_node.text.read.language import Language
from tts_node.text.read.pl_detect import DETECTORS
from tts_node.text.read.pl_numbers import Case, Ending, accusative, cardinal, ordinal, plural_of
from tts_node.text.read.reader import Reader
from tts_node.text.read.scan import Rules
from tts_node.text.read.units import CURRENCY_SIGNS, Name, Plural


def reader(tag: str) -> Reader:
    """The rules of `pl`, `pl-PL`."""
    return Rules(Polish(), DETECTORS.before(letters.POLISH.detectors))


class Polish(Language):
    decimal, groups, other_decimal = ",", " .", "."
    dotted_dates = True
    ordinal_suffixes = (".",)
    months, weekdays = tables.MONTHS, tables.WEEKDAYS
    units, proofs, currencies = tables.UNITS, tables.PROOFS, tables.CURRENCIES
    currency_signs = {**CURRENCY_SIGNS, "zł": "PLN"}  # noqa: RUF012
    scales = tables.SCALES
    abbreviations, before_number = tables.ABBREVIATIONS, tables.BEFORE_NUMBER
    symbols, relations = tables.SYMBOLS, tables.RELATIONS
    net_words, hemispheres = tables.NET_WORDS, tables.HEMISPHERES
    version_word, version_point = "wersja", "kropka"
    code_words, code_links, date_words = tables.CODE_WORDS, tables.CODE_LINKS, tables.DATE_WORDS
    place_words, step_words, rating_words = tables.PLACE_WORDS, tables.STEP_WORDS, tables.RATING_WORDS
    electric_words, warmth_words = tables.ELECTRIC_WORDS, tables.WARMTH_WORDS
    ratio_words, duration_words = tables.RATIO_WORDS, tables.DURATION_WORDS
    no_nouns, label_words = tables.NO_NOUNS, tables.LABEL_WORDS

    minus, plus, plus_minus, point, to, per = "minus", "plus", "plus minus", "przecinek", "do", "na"
    by = "na"
    digit_words = tuple(cardinal(digit) for digit in range(10))
    case: Case = ""
    """Of every amount that this says."""

    def in_case(self, case: Case) -> Polish:
        """The same, saying amounts in another case."""
        other = copy(self)
        other.case = case
        return other

    @cached_property
    def noticed(self) -> frozenset[str]:
        return super().noticed | frozenset(tables.MONTHS_BEFORE_YEAR)

    # --- numbers ------------------------------------------------------------------------------------
    def cardinal(self, value: int, of: Name | None = None) -> str:
        return cardinal(value, of.gender if of is not None else "", self.case)

    def ordinal(self, value: int, ending: Ending = "y") -> str:
        return ordinal(value, ending)

    def plural(self, number: things.Number) -> Plural:
        return plural_of(number.value)

    def say_decimals(self, digits: str) -> str:
        """Two are a number, as people say prices and pi; more are told one by one."""
        together = len(digits) <= 2 and digits[0] != "0"
        return cardinal(int(digits)) if together else " ".join(self.digit_words[int(d)] for d in digits)

    def digits(self, digits: str) -> str:
        return " ".join(self.digit_words[int(digit)] for digit in digits)

    def number(self, number: things.Number, of: Name | None = None) -> str:
        if number.decimals and self.case:
            return self.in_case("").number(number, of)
        return super().number(number, of)

    def amount(self, amount: things.Amount, of: Name | None = None) -> str | None:
        if isinstance(amount, things.Range):
            return (
                f"{self.number(amount.low, of)} {self.to} {self.in_case('genitive').number(amount.high, of)}"
            )
        return super().amount(amount, of)

    def named(self, amount: things.Amount, name: Name, *, adjective: bool = False) -> str | None:
        if isinstance(amount, things.Fraction):
            return self._part_of(amount, name)
        said = self.amount(amount, name)
        if isinstance(amount, things.Range):
            last, genitive = amount.high, True
        else:
            last, genitive = amount, self.case == "genitive"
        if last.decimals or (genitive and last.value == 1):
            form = name.fraction or name.one
        elif genitive:
            form = name.many or name.other
        else:
            form = name.form(self.plural(last))
            if self.case == "accusative" and last.value == 1 and name.gender == "f":
                form = accusative(form)
        return f"{said} {form}"

    def say_fraction(self, fraction: things.Fraction) -> str | None:
        top, bottom = fraction.numerator, fraction.denominator
        half = (top, bottom) == (1, 2)
        if fraction.whole is not None and half:
            said = f"{cardinal(fraction.whole)} i pół"
        else:
            end: Ending = "a" if top == 1 else "e" if plural_of(top) == "few" else "ych"
            said = f"{cardinal(top, 'f')} {ordinal(bottom, end)}"
            if fraction.whole is not None:
                said = f"{cardinal(fraction.whole)} i {said}"
        return f"{self.minus} {said}" if fraction.sign == "-" else said

    def _part_of(self, fraction: things.Fraction, name: Name) -> str:
        """`pół litra`, `półtorej godziny`, `dwie i pół godziny`, `trzy czwarte litra`."""
        sign = f"{self.minus} " if fraction.sign == "-" else ""
        of_one = name.fraction or name.other
        if (fraction.numerator, fraction.denominator, fraction.whole) == (1, 4, None):
            return f"{sign}ćwierć {of_one}"
        if (fraction.numerator, fraction.denominator) != (1, 2):
            return f"{sign}{self.say_fraction(replace(fraction, sign=''))} {of_one}"
        if fraction.whole is None:
            return f"{sign}pół {of_one}"
        if fraction.whole == 1:
            return f"{sign}{'półtorej' if name.gender == 'f' else 'półtora'} {of_one}"
        return f"{sign}{cardinal(fraction.whole, name.gender)} i pół {of_one}"

    def say_power(self, power: things.Power) -> str | None:
        base = self.number(power.base)
        if not power.exponent.sign and power.exponent.value in (2, 3):
            return f"{base} do {'kwadratu' if power.exponent.value == 2 else 'sześcianu'}"
        if power.exponent.sign:
            return f"{base} do potęgi {self.number(power.exponent)}"
        return f"{base} do potęgi {ordinal(power.exponent.value, 'ej')}"

    def say_ratio(self, ratio: things.Ratio) -> str | None:
        second = self.in_case("genitive" if ratio.relation in ("to", "of") else "")
        first, relation = self.number(ratio.first), self.relations[ratio.relation]
        if ratio.unit:
            return f"{first} {relation} {second.named(ratio.second, self.units[ratio.unit])}"
        return f"{first} {relation} {second.number(ratio.second)}"

    def say_size(self, size: things.Size) -> str | None:
        if not size.unit:
            return super().say_size(size)
        sides = [self.number(side) for side in size.sides[:-1]]
        return f" {self.by} ".join([*sides, self.named(size.sides[-1], self.unit_name(size.unit)) or ""])

    def say_scaled(self, scaled: things.Scaled) -> str | None:
        if scaled.scale != "k":
            return super().say_scaled(scaled)
        return self.named(scaled.amount, self.units["tys."])

    # --- what is counted ----------------------------------------------------------------------------
    def unit_name(self, symbol: str) -> Name:
        if symbol in self.units:
            return self.units[symbol]
        whole, _, each = symbol.partition("/")
        return self.units[whole].joined("", f" {self.per} {accusative(self.units[each].one)}")

    def _each(self, unit: str, count: int = 1) -> str:
        name = self.unit_name(unit)
        return accusative(name.one) if count == 1 else f"{cardinal(count)} {name.many or name.other}"

    def say_money(self, money: things.Money) -> str | None:
        said = super().say_money(replace(money, per=""))
        return f"{said} za {self._each(money.per)}" if said and money.per else said

    # --- time ---------------------------------------------------------------------------------------
    def say_date(self, date: things.Date) -> str | None:
        return self.date(date, "ego")

    def date(self, date: things.Date, ending: Ending) -> str | None:
        """With the day in a case of its own: `trzydziestego listopada`, `dziś jest trzydziesty`."""
        if date.day is None:
            return None
        day = ordinal(date.day, ending)
        if date.until_day is not None:
            day = f"{'' if date.after == 'od' else 'od '}{day} do {ordinal(date.until_day, 'ego')}"
        said = f"{day} {tables.MONTH_NAMES[date.month - 1]}"
        return f"{said} {ordinal(date.year, 'ego')} roku" if date.year else said

    def say_clock(self, clock: things.Clock) -> str | None:
        return self.clock(clock, "a")

    def clock(self, clock: things.Clock, ending: Ending) -> str:
        """`czternasta zero pięć`, with the ending that the word before asks for."""
        hour = ordinal(clock.hour, ending) if clock.hour else "zero"
        minute = clock.minute
        if minute or clock.second is not None or not clock.hour:
            minutes = " ".join(["zero"] * (minute < 10 and minute > 0) + [cardinal(minute)])
            hour = f"{hour} {minutes}"
        if clock.second is not None:
            hour += f" i {self.in_case('').named(things.Number(str(clock.second)), self.units['s'])}"
        return hour

    def say_clock_range(self, span: things.ClockRange) -> str:
        return f"od {self.clock(span.start, 'ej')} do {self.clock(span.end, 'ej')}"
