"""Dutch as it is spoken in the Netherlands.

Numbers are own code: hundreds up to nineteen (`twaalfhonderd`), years in two halves, `tweeëntwintig`, and
`één`, which without its accents would be read as an article.
"""

from __future__ import annotations

import re
from functools import cached_property

from tts_node.text.read import detect_signs, detect_time, letters, things
from tts_node.text.read import nl_counts as counts
from tts_node.text.read import nl_detect as only
from tts_node.text.read import nl_tables as tables
from tts_node.text.read.detect import DETECTORS
from tts_node.text.read.football import added_time, formation
from tts_node.text.read.language import Language
from tts_node.text.read.nl_wind import wind
from tts_node.text.read.reader import Reader
from tts_node.text.read.scan import Detectors, Rules
from tts_node.text.read.units import Name

_ONES = (
    "nul", "één", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen", "tien", "elf", "twaalf",
    "dertien", "veertien", "vijftien", "zestien", "zeventien", "achttien", "negentien",
)  # fmt: skip
_TENS = ("", "", "twintig", "dertig", "veertig", "vijftig", "zestig", "zeventig", "tachtig", "negentig")
_LARGE = ((10**15, "biljard"), (10**12, "biljoen"), (10**9, "miljard"), (10**6, "miljoen"))
_ORDINALS = {1: "eerste", 3: "derde", 8: "achtste"}
_LARGEST = 10**18


def reader(tag: str) -> Reader:
    """The rules of `nl`, `nl-NL`, `nl-BE`."""
    return Rules(Dutch(), _DETECTORS)


class Dutch(Language):
    decimal, groups, other_decimal = ",", ".", "."
    ordinal_suffixes = ("ste", "de", "e")
    oclock = ("uur", "u")
    months, weekdays = tables.MONTHS, tables.WEEKDAYS
    units, proofs, currencies = tables.UNITS, tables.PROOFS, tables.CURRENCIES
    scales, money_scales = tables.SCALES, tables.MONEY_SCALES
    abbreviations, before_number = tables.ABBREVIATIONS, tables.BEFORE_NUMBER
    symbols, relations = tables.SYMBOLS, tables.RELATIONS
    year_words, date_words = tables.YEAR_WORDS, tables.DATE_WORDS
    code_words, code_links, phone_words = tables.CODE_WORDS, tables.CODE_LINKS, tables.PHONE_WORDS
    step_words, rating_words, ratio_words = tables.STEP_WORDS, tables.RATING_WORDS, tables.RATIO_WORDS
    roman_words, ruler_names, ruler_titles = tables.ROMAN_WORDS, tables.RULER_NAMES, tables.RULER_TITLES
    electric_words, warmth_words = tables.ELECTRIC_WORDS, tables.WARMTH_WORDS
    duration_words, label_words = tables.DURATION_WORDS, tables.LABEL_WORDS

    minus, plus, plus_minus, point, to, per, by = "min", "plus", "plus min", "komma", "tot", "per", "bij"
    digit_words = _ONES[:10]
    net_words, hemispheres = tables.NET_WORDS, tables.HEMISPHERES
    version_word, version_point = "versie", "punt"

    @cached_property
    def number_pattern(self) -> re.Pattern[str]:
        """As everywhere, but a comma never begins a number: `Ja,5 minuten`."""
        return re.compile(super().number_pattern.pattern.replace("|,[0-9]{1,24})", ")"))

    @cached_property
    def noticed(self) -> frozenset[str]:
        return super().noticed | tables.PLAIN_SYMBOLS

    def unit_at(self, text: str, at: int) -> tuple[str, int] | None:
        found = super().unit_at(text, at)
        return None if found and text[at : found[1]] in tables.NO_SYMBOLS else found

    # --- numbers ------------------------------------------------------------------------------------
    def cardinal(self, value: int, of: Name | None = None) -> str:
        if value >= _LARGEST:
            return self.digits(str(value))
        groups = []
        for size, name in _LARGE:
            count, value = divmod(value, size)
            if count:
                groups.append(f"{_below_thousand(count)} {name}")
        if value or not groups:
            groups.append(_below_million(value))
        return " ".join(groups)

    def ordinal(self, value: int) -> str:
        head, rest = value - value % 100, value % 100
        if not 0 < rest < 20:
            return self.cardinal(value) + "ste"
        last = _ORDINALS.get(rest) or _ONES[rest] + "de"
        return (self.cardinal(head) if head else "") + last

    def year(self, value: int) -> str:
        century, rest = divmod(value, 100)
        if not 1100 <= value < 2000 or rest < 10:
            return self.cardinal(value)
        return f"{_ONES[century]} {_below_hundred(rest)}"

    def say_fraction(self, fraction: things.Fraction) -> str | None:
        top, bottom = fraction.numerator, fraction.denominator
        if fraction.whole is None and bottom > 12 and (top > bottom or bottom not in (16, 20, 32, 64, 100)):
            return f"{self.cardinal(top)} {'op' if top > bottom else 'van de'} {self.cardinal(bottom)}"
        part = {2: "half", 4: "kwart"}.get(bottom) or self.ordinal(bottom)
        if fraction.whole is None:
            said = f"{'een' if top == 1 else self.cardinal(top)} {part}"
        elif (top, bottom) == (1, 2):
            whole = self.cardinal(fraction.whole)
            said = "anderhalf" if fraction.whole == 1 else f"{whole}{_link(whole)}half"
        else:
            said = f"{self.cardinal(fraction.whole)} en {'een' if top == 1 else self.cardinal(top)} {part}"
        return f"{self.minus} {said}" if fraction.sign == "-" else said

    def named(self, amount: things.Amount, name: Name, *, adjective: bool = False) -> str | None:
        if not isinstance(amount, things.Fraction):
            return super().named(amount, name)
        said = self.say_fraction(amount)
        if said is not None and said.endswith("half") and name.gender != "n":
            said = said.removesuffix("half") + "halve"
        return said and f"{said} {name.one}"

    def say_range(self, span: things.Range) -> str | None:
        """One that does not rise is a score: `drie één`."""
        low, high = span.low, span.high
        if low.sign or high.sign or low.decimals or high.decimals or low.value < high.value:
            return super().say_range(span)
        return f"{self.number(low)} {self.number(high)}"

    def say_power(self, power: things.Power) -> str | None:
        base, exponent = self.number(power.base), power.exponent
        if not exponent.sign and exponent.value == 2:
            return f"{base} kwadraat"
        return f"{base} tot de macht {self.number(exponent)}"

    # --- money --------------------------------------------------------------------------------------
    def _major_and_minor(self, amount: things.Number, major: Name, minor: Name) -> str | None:
        """`twaalf euro vijf`, as people say it; less than one in cents."""
        if not amount.value or not amount.decimals.strip("0"):
            return super()._major_and_minor(amount, major, minor)
        whole = self.named(things.Number(amount.whole, sign=amount.sign), major)
        return f"{whole} {self.cardinal(int(amount.decimals))}"

    # --- time ---------------------------------------------------------------------------------------
    def say_date(self, date: things.Date) -> str | None:
        said = tables.MONTH_NAMES[date.month - 1]
        if date.day is not None:
            day = self.cardinal(date.day)
            if date.until_day is not None:
                day = f"{day} {self.to} {self.cardinal(date.until_day)}"
            said = f"{day} {said}"
        return f"{said} {self.year(date.year)}" if date.year else said

    def say_clock(self, clock: things.Clock) -> str | None:
        said = f"{self.cardinal(clock.hour)} uur"
        if clock.minute:
            said += f" {self.cardinal(clock.minute)}"
        if clock.second is not None:
            said += f" en {self.named(things.Number(str(clock.second)), self.units['s'])}"
        return said

    def say_clock_range(self, span: things.ClockRange) -> str | None:
        if span.start.written_minutes:
            return super().say_clock_range(span)
        return f"{self.cardinal(span.start.hour)} {self.to} {self.say_clock(span.end)}"

    # --- names --------------------------------------------------------------------------------------
    def say_roman(self, roman: things.Roman) -> str | None:
        return f"de {self.ordinal(roman.value)}" if roman.name else self.cardinal(roman.value)

    def say_url(self, url: things.Url) -> str | None:
        said = super().say_url(url)
        top = url.host.rpartition(".")[2]
        if said is None or top not in tables.COUNTRIES:
            return said
        return re.sub(rf"punt {top}\b", f"punt {' '.join(top.upper())}", said, count=1)

    def say_email(self, email: things.Email) -> str | None:
        said = super().say_email(email)
        top = email.host.rpartition(".")[2]
        if said is None or top not in tables.COUNTRIES:
            return said
        return said[: -len(top)] + " ".join(top.upper())


_DETECTORS = (
    Detectors(
        at_digit=(
            only.grouped,
            added_time,
            formation,
            counts.from_to,
            counts.hours_and_minutes,
            counts.height,
            counts.older,
            only.listed,
            counts.dotted_clocks,
            only.dotted_clock,
            only.dashed_date,
            counts.slashed_date,
            counts.emergency,
            counts.score,
            counts.rating,
            counts.ordered,
            counts.half,
            only.scale,
            only.money_in_words,
            only.portion,
            only.compound,
            only.postal_code,
            only.house,
        ),
        at_letter=(counts.saturday, only.shortened, only.unit_in_words, wind),
        at_sign=(only.whole_money, only.money_in_words, only.portion, only.decade, only.slash),
    )
    .before(DETECTORS)
    .before(letters.DUTCH.detectors)
    .replacing(detect_time.day_month_date, only.day_month_date)
    .replacing(detect_time.month_date, only.month_year)
    .replacing(detect_time.weekday, only.weekday)
    .replacing(detect_time.decade)
    .replacing(detect_signs.number, only.dotted, detect_signs.number)
)


def _below_hundred(value: int) -> str:
    if value < 20:
        return _ONES[value]
    tens, ones = divmod(value, 10)
    if not ones:
        return _TENS[tens]
    one = "een" if ones == 1 else _ONES[ones]
    return f"{one}{_link(one)}{_TENS[tens]}"


def _link(word: str) -> str:
    """`en`, parted from an e before it: `tweeëntwintig`."""
    return "ën" if word.endswith("e") else "en"


def _below_thousand(value: int) -> str:
    hundreds, rest = divmod(value, 100)
    if not hundreds:
        return _below_hundred(rest)
    tail = "een" if rest == 1 else _below_hundred(rest) if rest else ""
    return f"{_ONES[hundreds] if hundreds > 1 else ''}honderd{tail}"


def _below_million(value: int) -> str:
    if 1100 <= value < 2000:
        century, rest = divmod(value, 100)
        tail = "een" if rest == 1 else _below_hundred(rest) if rest else ""
        return f"{_ONES[century]}honderd{tail}"
    thousands, rest = divmod(value, 1000)
    if not thousands:
        return _below_thousand(rest)
    head = f"{_below_thousand(thousands) if thousands > 1 else ''}duizend"
    return f"{head} {_below_thousand(rest)}" if rest else head
