"""German as it is spoken in Germany; `de-AT` says Jänner, `de-CH` writes `1'234.50` and `Fr. 12.50`.

Numbers are own code (`de_numbers`), since `ein`, `eine` and `eins` and the endings of ordinals depend on what
stands around them (`de_gender`).
"""

from __future__ import annotations

import re
from functools import cached_property

from tts_node.text.read import de_amounts as amounts
from tts_node.text.read import de_case as cases
from tts_node.text.read import de_compounds as compounds
from tts_node.text.read import de_names as names
from tts_node.text.read import de_numbers as numbers
from tts_node.text.read import de_ordinals as ordinals
from tts_node.text.read import de_tables as tables
from tts_node.text.read import de_time as when
from tts_node.text.read import (
    detect_length,
    detect_money,
    detect_names,
    detect_signs,
    detect_time,
    detect_units,
    letters,
    things,
)
from tts_node.text.read.compass import wind
from tts_node.text.read.detect import DETECTORS
from tts_node.text.read.language import Language
from tts_node.text.read.reader import Reader
from tts_node.text.read.scan import Detectors, Rules
from tts_node.text.read.units import Name

_DENOMINATORS = frozenset({12, 16, 20, 32, 64, 100, 1000})
"""Above ten; other fractions are rather one number of another."""
_ENDINGS = frozenset({"e", "en", "er", "es", "em"})


def reader(tag: str) -> Reader:
    """The rules of `de`, `de-DE`, `de-AT`, `de-CH`."""
    return Rules(German(tag), _DETECTORS)


class German(Language):
    decimal, groups, other_decimal, dotted_dates = ",", ".'’", ".", True
    ordinal_suffixes = (".",)
    oclock = ("Uhr",)
    months, weekdays = tables.MONTHS, tables.WEEKDAYS
    units, proofs, currencies = tables.UNITS, tables.PROOFS, tables.CURRENCIES
    scales, money_scales = tables.SCALES, tables.MONEY_SCALES
    abbreviations, before_number = tables.ABBREVIATIONS, tables.BEFORE_NUMBER
    symbols, relations = tables.SYMBOLS, tables.RELATIONS
    year_words = tables.YEAR_WORDS
    code_words, code_links, phone_words = tables.CODE_WORDS, tables.CODE_LINKS, tables.PHONE_WORDS
    step_words, rating_words = tables.STEP_WORDS, tables.RATING_WORDS
    roman_words, ruler_names, ruler_titles = tables.ROMAN_WORDS, tables.RULER_NAMES, tables.RULER_TITLES
    electric_words, warmth_words = tables.ELECTRIC_WORDS, tables.WARMTH_WORDS
    duration_words, label_words = tables.DURATION_WORDS, tables.LABEL_WORDS

    minus, plus, plus_minus, point, to, per, by = "minus", "plus", "plus minus", "Komma", "bis", "pro", "mal"
    digit_words = numbers.DIGITS
    net_words, hemispheres = tables.NET_WORDS, tables.HEMISPHERES
    version_word, version_point = "Version", "Punkt"

    def __init__(self, tag: str) -> None:
        region = tag.partition("-")[2].lower()
        if region in ("ch", "li"):
            self.groups = "'’"  # so a dot in a number is a decimal sign: `21.5`
        january = "Jänner" if region == "at" else tables.MONTH_NAMES[0]
        self._month_names = (january, *tables.MONTH_NAMES[1:])

    @cached_property
    def number_pattern(self) -> re.Pattern[str]:
        """As everywhere, but a comma never begins a number: `Ja,5 Minuten`."""
        pattern = super().number_pattern.pattern.replace("|,[0-9]{1,24})", ")")
        if "." not in self.groups:
            pattern = pattern.replace("(?:,[0-9]", "(?:[.,][0-9]")
        return re.compile(pattern)

    def parse(self, written: str, sign: things.Sign = "") -> things.Number:
        return super().parse(written if "." in self.groups else written.replace(".", ","), sign)

    @cached_property
    def noticed(self) -> frozenset[str]:
        return super().noticed | tables.PLAIN_SYMBOLS

    def unit_at(self, text: str, at: int) -> tuple[str, int] | None:
        found = super().unit_at(text, at)
        return None if found and text[at : found[1]] in tables.NO_SYMBOLS else found

    # --- numbers ------------------------------------------------------------------------------------
    def cardinal(self, value: int, of: Name | None = None) -> str:
        if value >= numbers.LARGEST:
            return self.digits(str(value))
        if of is None:
            return numbers.cardinal(value)
        return numbers.cardinal(value, "eine" if of.gender == "f" else "ein")

    def ordinal(self, value: int) -> str:
        return numbers.ordinal(value)

    def year(self, value: int) -> str:
        return numbers.year(value)

    def say_ordinal(self, ordinal: things.Ordinal) -> str | None:
        return numbers.ordinal(ordinal.value, ordinal.suffix)

    def say_fraction(self, fraction: things.Fraction) -> str | None:
        top, bottom = fraction.numerator, fraction.denominator
        if fraction.whole is None and bottom > 10 and (top > bottom or bottom not in _DENOMINATORS):
            return f"{self.cardinal(top)} {'zu' if top > bottom else 'von'} {self.cardinal(bottom)}"
        return numbers.fraction(fraction)

    def named(self, amount: things.Amount, name: Name, *, adjective: bool = False) -> str | None:
        if not isinstance(amount, things.Fraction):
            return super().named(amount, name)
        single = amount.whole is None and amount.numerator < amount.denominator
        return f"{numbers.part_of(amount, name.gender)} {name.one if single else name.other}"

    def say_power(self, power: things.Power) -> str | None:
        return f"{self.number(power.base)} hoch {self.number(power.exponent)}"

    def say_size(self, size: things.Size) -> str | None:
        if size.unit or any(side.decimals for side in size.sides):
            return super().say_size(size)
        return f" {self.by} ".join(self.year(side.value) for side in size.sides)

    def say_scaled(self, scaled: things.Scaled) -> str | None:
        """`fünftausend`, `eine Million`; the scale is one of `SCALES` or `LARGE`."""
        amount = scaled.amount
        if scaled.scale in tables.LARGE:
            return self.named(amount, tables.LARGE[scaled.scale])
        if scaled.scale != "k":
            return super().say_scaled(scaled)
        if isinstance(amount, things.Number) and not amount.decimals and amount.value < 1000:
            return self.number(things.Number(amount.whole + "000", sign=amount.sign))
        said = self.amount(amount)
        return said and f"{said} tausend"

    # --- money --------------------------------------------------------------------------------------
    def say_money(self, money: things.Money) -> str | None:
        if not money.scale:
            return super().say_money(money)
        said = self.say_scaled(things.Scaled(money.amount, tables.MONEY_SCALES.get(money.scale, money.scale)))
        words = said and f"{said} {self.currencies[money.currency][0].other}"
        return f"{words} {self.per} {self._each(money.per)}" if words and money.per else words

    def _major_and_minor(self, amount: things.Number, major: Name, minor: Name) -> str | None:
        """`zwölf Euro fünf`, as people say it; less than one in cents."""
        if not amount.value or not amount.decimals.strip("0"):
            return super()._major_and_minor(amount, major, minor)
        whole = self.named(things.Number(amount.whole, sign=amount.sign), major)
        return f"{whole} {self.cardinal(int(amount.decimals))}"

    # --- time ---------------------------------------------------------------------------------------
    def say_date(self, date: things.Date) -> str | None:
        said = self._month_names[date.month - 1]
        if date.day is not None:
            ending = date.after if date.after in _ENDINGS else "er"
            day = numbers.ordinal(date.day, ending)
            if date.until_day is not None:
                day = f"{day} {self.to} {numbers.ordinal(date.until_day, ending)}"
            said = f"{day} {said}"
        return f"{said} {self.year(date.year)}" if date.year else said

    def say_clock(self, clock: things.Clock) -> str | None:
        said = f"{numbers.cardinal(clock.hour, 'ein')} Uhr"
        if clock.minute:
            said += f" {numbers.cardinal(clock.minute)}"
        if clock.second is not None:
            seconds = self.named(things.Number(str(clock.second)), self.units["s"])
            said += f" und {seconds}"
        return said

    def say_clock_range(self, span: things.ClockRange) -> str | None:
        if span.start.written_minutes:
            return super().say_clock_range(span)
        return f"{numbers.cardinal(span.start.hour, 'ein')} {self.to} {self.say_clock(span.end)}"

    # --- names --------------------------------------------------------------------------------------
    def say_url(self, url: things.Url) -> str | None:
        said = super().say_url(url)
        top = url.host.rpartition(".")[2]
        if said is None or top not in tables.COUNTRIES:
            return said
        return re.sub(rf"Punkt {top}\b", f"Punkt {' '.join(top.upper())}", said, count=1)

    def say_email(self, email: things.Email) -> str | None:
        said = super().say_email(email)
        top = email.host.rpartition(".")[2]
        if said is None or top not in tables.COUNTRIES:
            return said
        return said[: -len(top)] + " ".join(top.upper())


_WIND = wind(
    "wind(?:[^;!?]{0,30} (?:aus|von))?|böen(?: aus)?",
    {"N": "Nord", "O": "Ost", "S": "Süd", "W": "West", "NO": "Nordost", "NW": "Nordwest", "SO": "Südost",
     "SW": "Südwest"},
)  # fmt: skip
_DETECTORS = (
    Detectors(
        at_digit=(
            amounts.grouped,
            amounts.listed,
            amounts.dashed,
            amounts.pump_price,
            names.emergency,
            names.postal_code,
            names.numbered,
            when.dotted_clock,
            when.dotted_date,
            amounts.score,
            cases.paid(amounts.money_in_words),
            amounts.spaced,
            amounts.portion,
            compounds.compound,
            names.house,
        ),
        at_letter=(
            _WIND,
            amounts.francs,
            when.weekday,
            compounds.joined,
            ordinals.roman,
            names.floor,
            names.street,
            names.after_score,
            detect_signs.by,
            amounts.unit_in_words,
            letters.GERMAN,
        ),
        at_sign=(
            amounts.foreign_money,
            amounts.money_in_words,
            amounts.portion,
            names.more_than,
            names.divided,
            names.slash,
        ),
    )
    .before(DETECTORS)
    .replacing(detect_time.iso_date, when.inflected(detect_time.iso_date))
    .replacing(detect_time.local_date, when.local_date)
    .replacing(detect_time.day_month_date, when.inflected(detect_time.day_month_date), ordinals.ordinal)
    .replacing(detect_time.month_date, when.month_year)
    .replacing(detect_time.short_date)
    .replacing(detect_length.clock_duration, amounts.lasting, detect_length.clock_duration)
    .replacing(detect_length.duration)
    .replacing(detect_time.weekday)
    .replacing(detect_time.decade)
    .replacing(detect_names.roman)
    .replacing(detect_units.ratio_in_words)
    .replacing(detect_money.money, cases.paid(detect_money.money))
    .replacing(detect_units.quantity, amounts.quantity)
    .replacing(detect_units.scaled, amounts.large, detect_units.scaled)
    .replacing(detect_time.year, ordinals.year)
    .replacing(detect_signs.ordinal)
    .replacing(detect_signs.number, cases.one_of, amounts.dotted, detect_signs.number)
)
