"""Spanish as it is spoken in Spain; American regions differ in "primero", the decimal sign and the peso.

Numbers are own code: they agree with what they count (una hora, veintiún grados, doscientas páginas), which
libraries do not know.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property

from tts_node.text.read import es_numbers as words
from tts_node.text.read import es_tables as tables
from tts_node.text.read import letters, things
from tts_node.text.read.es_detect import DETECTORS
from tts_node.text.read.iberian import Iberian
from tts_node.text.read.reader import Reader
from tts_node.text.read.romance_detect import PRICED_UNITS
from tts_node.text.read.scan import Rules
from tts_node.text.read.units import CURRENCY_SIGNS, Name


def reader(tag: str) -> Reader:
    """The rules of `es`, `es-ES`, `es-MX`, `es-AR`."""
    return Rules(Spanish(tag), DETECTORS.before(letters.SPANISH.detectors))


class Spanish(Iberian):
    months, weekdays = tables.MONTHS, tables.WEEKDAYS
    units, proofs = tables.UNITS, tables.PROOFS
    scales, money_scales = tables.SCALES, tables.MONEY_SCALES
    abbreviations, before_number = tables.ABBREVIATIONS, tables.BEFORE_NUMBER
    symbols, relations = tables.SYMBOLS, tables.RELATIONS
    net_words, hemispheres = tables.NET_WORDS, tables.HEMISPHERES
    version_word, version_point = "versión", "punto"
    code_words, code_links, date_words = tables.CODE_WORDS, tables.CODE_LINKS, tables.DATE_WORDS
    code_purposes = tables.CODE_PURPOSES
    place_words, step_words, rating_words = tables.PLACE_WORDS, tables.STEP_WORDS, tables.RATING_WORDS
    roman_words, ruler_titles = tables.ROMAN_WORDS, tables.RULER_TITLES
    ruler_names = tables.KINGS | tables.QUEENS
    electric_words, warmth_words = tables.ELECTRIC_WORDS, tables.WARMTH_WORDS
    ratio_words, duration_words = tables.RATIO_WORDS, tables.DURATION_WORDS
    no_nouns, label_words = tables.NO_NOUNS, tables.LABEL_WORDS
    queens, measures, short_romans = tables.QUEENS, tables.MEASURES, tables.SHORT_ROMANS
    million_words = ("illón", "illones")
    greats = ("Primera", "Segunda", "Tercera")
    ordinal_suffixes = (".º", ".ª", "º", "ª", ".er", "er")
    date_links = ("de", "del")

    minus, plus, plus_minus, to, per, by = "menos", "más", "más menos", "a", "por", "por"
    digit_words = words.SMALL[:10]
    money_join = " con "

    def __init__(self, tag: str) -> None:
        region = tag.partition("-")[2].lower()
        self._first = "uno" if region in ("", "es") else "primero"
        pointed = region in tables.POINT_REGIONS
        self.decimal, self.groups, self.other_decimal = (".", ",", ",") if pointed else (",", ".", ".")
        self.point = "punto" if pointed else "coma"
        self.currencies = dict(tables.CURRENCIES)
        self.currency_signs = {**CURRENCY_SIGNS, "S/": "PEN"}
        peso = tables.PESOS.get(region)
        if peso:
            self.currency_signs["$"] = peso
            self.currencies[peso] = (tables.PESO, tables.CURRENCIES[peso][1])

    @cached_property
    def noticed(self) -> frozenset[str]:
        return super().noticed | frozenset(PRICED_UNITS)

    # --- numbers ------------------------------------------------------------------------------------
    def cardinal(self, value: int, of: Name | None = None) -> str:
        return words.cardinal(value, of.gender if of is not None else "")

    def ordinal(self, value: int) -> str:
        if value < 20:
            return words.ORDINALS[value]
        if value >= 100:
            return self.cardinal(value)
        tens, ones = divmod(value, 10)
        return f"{words.ORDINAL_TENS[tens]} {words.ORDINALS[ones]}".strip()

    def say_ordinal(self, ordinal: things.Ordinal) -> str | None:
        if not ordinal.value:
            return None
        said = self.ordinal(ordinal.value)
        if ordinal.suffix.endswith(("ª", "a")):
            return re.sub(r"o\b", "a", said)
        if ordinal.suffix.endswith("er"):
            return re.sub(r"(primer|tercer)o$", r"\1", said)
        return said

    def say_fraction(self, fraction: things.Fraction) -> str | None:
        top, bottom = fraction.numerator, fraction.denominator
        one = words.PARTS[bottom] if bottom <= 10 else words.avo(bottom)
        said = f"un {one}" if top == 1 else f"{self.cardinal(top, Name('', '', gender='m'))} {one}s"
        if fraction.whole is not None:
            said = f"{self.cardinal(fraction.whole)} y {'medio' if (top, bottom) == (1, 2) else said}"
        return f"{self.minus} {said}" if fraction.sign == "-" else said

    def say_power(self, power: things.Power) -> str | None:
        base = self.number(power.base)
        if not power.exponent.sign and power.exponent.value in (2, 3):
            return f"{base} al {'cuadrado' if power.exponent.value == 2 else 'cubo'}"
        return f"{base} elevado a {self.number(power.exponent)}"

    # --- money and lengths --------------------------------------------------------------------------
    def say_quantity(self, quantity: things.Quantity) -> str | None:
        return _of_time(super().say_quantity(quantity))

    def say_money(self, money: things.Money) -> str | None:
        if not money.scale:
            number = money.amount
            if isinstance(number, things.Number) and len(number.decimals) == 3 and money.currency != "EUR":
                # No price in dollars or pesos has three decimals: $1,500.
                money = replace(money, amount=things.Number(number.whole + number.decimals, "", number.sign))
            return _of_time(super().say_money(money))
        said, scale = self.amount(money.amount), self.money_scales[money.scale]
        of = "de " if scale.endswith(("ón", "ones")) else ""
        return said and f"{said} {scale} {of}{self.currencies[money.currency][0].other}"

    # --- time ---------------------------------------------------------------------------------------
    def say_date(self, date: things.Date) -> str | None:
        month = tables.MONTH_NAMES[date.month - 1]
        if date.day is None:
            return f"{month} de {self.year(date.year)}" if date.year else month
        day = self._first if date.day == 1 else self.cardinal(date.day)
        if date.until_day is not None:
            day = f"{day} {'al' if date.after in ('del', 'el') else 'a'} {self.cardinal(date.until_day)}"
        return f"{day} de {month}" + (f" de {self.year(date.year)}" if date.year else "")

    def say_clock(self, clock: things.Clock) -> str | None:
        said = words.hour_and_minutes(clock)
        if clock.half:
            return f"{said} {words.part_of_day(clock)}"
        if clock.second is not None:
            return f"{said} y {self.named(things.Number(str(clock.second)), self.units['s'])}"
        return said if clock.minute else self.named(things.Number(str(clock.hour)), self.units["h"])

    def say_clock_range(self, span: things.ClockRange) -> str | None:
        return f"{words.hour_and_minutes(span.start)} {self.to} {self.say_clock(span.end)}"

    # --- names --------------------------------------------------------------------------------------
    def say_size(self, size: things.Size) -> str | None:
        if not size.unit:
            return super().say_size(size)
        sides = [self.number(side) for side in size.sides[:-1]]
        last = self.named(size.sides[-1], self.unit_name(size.unit))
        return f" {self.by} ".join([*sides, last or ""])


_RATE = re.compile(r"\bpor (?=(?:día|mes|año|(semana))$)")


def _of_time(said: str | None) -> str | None:
    """`al mes` and `a la semana`, where other units have "por"."""
    return said and _RATE.sub(lambda rate: "a la " if rate.group(1) else "al ", said)
