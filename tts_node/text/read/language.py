"""What a language must say, with defaults that are right for most: the frame of every language's module.

A language fills tables and overrides the few methods where it differs. Each method takes a thing and gives
its words, or None to leave it as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from tts_node.text.read import net, things
from tts_node.text.read.scan import WORD
from tts_node.text.read.things import Thing
from tts_node.text.read.units import ALIASES, CURRENCY_SIGNS, LONGEST, Name, Plural, canonical
from tts_node.text.spans import Spans

_WORD = re.compile(WORD)


class Language:
    """The tables and words of one language. Subclasses set the class attributes and override `say_*`."""

    blanks = True
    """Words are set with blanks between them."""
    unspaced_words: frozenset[str] = frozenset()
    """In writing without blanks: every word of the tables below that decides something."""
    # --- how things are written ---------------------------------------------------------------------
    decimal = "."
    """The decimal sign in numbers."""
    groups = ","
    """Signs that part thousands, besides blanks where a unit follows."""
    other_decimal = ","
    """Read as a decimal sign too where a unit proves it (`1,5 kWh` in English), or empty."""
    day_first = True
    """`3/4/2026` is the third of April."""
    dotted_dates = False
    """`3.4.26` and `3.4.` are dates; with a year of four digits they are in every language."""
    ordinal_suffixes: tuple[str, ...] = ()
    """What follows a number that is an ordinal: `st`, `nd`."""
    date_links: tuple[str, ...] = ()
    """What may stand between day and month, month and year: `of`, `de`."""
    half_pattern = ""
    """Regular expression of what follows a time of 12 hours; its group `pm` matched for the second half."""
    decade_suffix = ""
    """What follows the first year of a decade: `1990s`, `1990er`."""
    oclock: tuple[str, ...] = ()
    """What follows a time and is swallowed, because the time is said with it: `Uhr`."""

    # --- tables -------------------------------------------------------------------------------------
    months: Mapping[str, int] = {}
    """Names and short forms (without dot) of months, as they are written."""
    weekdays: Mapping[str, str] = {}
    """Short forms of days (without dot), as they are written -> said."""
    units: Mapping[str, Name] = {}
    """Names by canonical symbol."""
    proofs: Mapping[str, str] = {}
    """Canonical symbols that may be something else -> the proof they need, see `detect_units`."""
    currencies: Mapping[str, tuple[Name, Name | None]] = {}
    """By ISO 4217 code: the unit and its hundredth."""
    currency_signs: Mapping[str, str] = CURRENCY_SIGNS
    """Signs and short forms -> ISO 4217 code."""
    scales: Mapping[str, str] = {}
    """What follows a number without a blank -> said: `k`, `M`, `x`."""
    money_scales: Mapping[str, str] = {}
    """What follows an amount of money, with or without a blank -> said: `M`, `bn`, `million`."""
    abbreviations: Mapping[str, str] = {}
    """Written short, with its dots -> said. With a capital only so, else in any case."""
    before_number: Mapping[str, str] = {}
    """The same, before a number alone: `No.`, `p.`"""
    symbols: Mapping[str, str] = {}
    """Signs -> their words."""
    relations: Mapping[str, str] = {}
    """The words of `things.Ratio`: `to`, `of`, `out of`, `over`."""

    # --- words that decide, in small letters ----------------------------------------------------------
    year_words: frozenset[str] = frozenset()
    """A four-digit number after one of these is a year."""
    date_words: frozenset[str] = frozenset()
    """`12/24` after one of these is a date."""
    decade_words: frozenset[str] = frozenset()
    """`90s` after one of these is a decade."""
    code_words: frozenset[str] = frozenset()
    """A number after one of these is said digit by digit: PIN, code."""
    code_links: frozenset[str] = frozenset()
    """What may stand between such a word and the number: `is`, `number`."""
    phone_words: frozenset[str] = frozenset()
    """A number of three digits and more after one of these is a telephone number."""
    place_words: frozenset[str] = frozenset()
    """Three digits after one of these are said digit by digit: room, gate."""
    ratio_words: frozenset[str] = frozenset()
    """`1:10` in a sentence with one of these is no time: ratio, score."""
    duration_words: frozenset[str] = frozenset()
    """`05:30` after one of these, or in a sentence that begins so, is a length of time: timer."""
    step_words: frozenset[str] = frozenset()
    """`3/10` after one of these is three of ten: step, page."""
    rating_words: frozenset[str] = frozenset()
    """`4/5` after one of these is four out of five: rated, score."""
    roman_words: frozenset[str] = frozenset()
    """A Roman numeral after one of these is counted: chapter, part."""
    ruler_names: frozenset[str] = frozenset()
    """A Roman numeral after one of these is a ruler's number."""
    ruler_titles: frozenset[str] = frozenset()
    """A name after one of these is a ruler's: king, queen, pope."""
    label_words: frozenset[str] = frozenset()
    """A number and a letter after one of these are a label and no unit: model, size."""
    electric_words: frozenset[str] = frozenset()
    """Words that prove amperes near them."""
    warmth_words: frozenset[str] = frozenset()
    """Words that prove a bare C or F to be degrees."""
    length_words: frozenset[str] = frozenset()
    """Words that prove inches before them: long, wide, screen."""
    no_nouns: frozenset[str] = frozenset()
    """What follows a unit and is not what is measured: tonight, of, long."""
    articles: frozenset[str] = frozenset()
    """After one of these a unit before a noun stands in the singular: "a 5 kW heater"."""

    # --- words of numbers ---------------------------------------------------------------------------
    minus = plus = point = to = per = by = plus_minus = ""
    digit_words: tuple[str, ...] = ()
    """Zero to nine, for reading digit by digit."""
    net_words: Mapping[str, str] = {}
    """Said in addresses: `.` dot, `/` slash, `:` port, `@` at, `-` dash, `_` underscore, `+` plus."""
    version_word = version_point = ""
    """`v1.2`: version one point two; `version_point` where it differs from `point`."""
    hemispheres: Mapping[str, str] = {}
    """`N` and its like, as this language writes them -> north."""

    # --- to override --------------------------------------------------------------------------------
    def cardinal(self, value: int, of: Name | None = None) -> str:
        """A whole number in words; `of`: what it counts, for gender and case."""
        raise NotImplementedError

    def ordinal(self, value: int) -> str:
        """`third`."""
        raise NotImplementedError

    def year(self, value: int) -> str:
        """A year of the common era."""
        return self.cardinal(value)

    def plural(self, number: things.Number) -> Plural:
        """Which form of a name goes with the number."""
        return "one" if number.value == 1 and not number.decimals else "other"

    def say_fraction(self, fraction: things.Fraction) -> str | None:
        return None

    def say_date(self, date: things.Date) -> str | None:
        return None

    def say_clock(self, clock: things.Clock) -> str | None:
        return None

    def say_decade(self, decade: things.Decade) -> str | None:
        return None

    def say_roman(self, roman: things.Roman) -> str | None:
        return self.ordinal(roman.value) if roman.name else self.cardinal(roman.value)

    def say_coordinate(self, coordinate: things.Coordinate) -> str | None:
        return net.say_coordinate(coordinate, self)

    def say_address(self, address: things.Address) -> str | None:
        return net.say_address(address, self)

    def say_version(self, version: things.Version) -> str | None:
        return net.say_version(version, self)

    def say_url(self, url: things.Url) -> str | None:
        return net.say_url(url, self)

    def say_email(self, email: things.Email) -> str | None:
        return net.say_email(email, self)

    def say_ordinal(self, ordinal: things.Ordinal) -> str | None:
        return self.ordinal(ordinal.value)

    # --- defaults -----------------------------------------------------------------------------------
    def number(self, number: things.Number, of: Name | None = None) -> str:
        """Sign, whole part and decimals, digit by digit after the point."""
        sign = {"": "", "-": self.minus, "+": self.plus, "±": self.plus_minus}[number.sign]
        if number.leading_zero and not number.decimals:
            whole = self.digits(number.whole)
        elif not number.whole:
            whole = ""
        elif len(number.whole) > 18:
            whole = self.digits(number.whole)
        else:
            whole = self.cardinal(number.value, None if number.decimals else of)
        decimals = f"{self.point} {self.say_decimals(number.decimals)}" if number.decimals else ""
        return " ".join(filter(None, (sign, whole, decimals)))

    def say_decimals(self, digits: str) -> str:
        """What follows the point: one by one, or as a number in languages that say it so."""
        return self.digits(digits)

    def digits(self, digits: str) -> str:
        """One by one."""
        return " ".join(self.digit_words[int(digit)] for digit in digits)

    def amount(self, amount: things.Amount, of: Name | None = None) -> str | None:
        """A number, fraction or range before what it counts."""
        if isinstance(amount, things.Number):
            return self.number(amount, of)
        if isinstance(amount, things.Range):
            return f"{self.number(amount.low, of)} {self.to} {self.number(amount.high, of)}"
        return self.say_fraction(amount)

    def amount_plural(self, amount: things.Amount) -> Plural:
        """The form of a name after the amount."""
        if isinstance(amount, things.Number):
            return self.plural(amount)
        if isinstance(amount, things.Range):
            return self.plural(amount.high)
        return "other"

    def named(self, amount: things.Amount, name: Name, *, adjective: bool = False) -> str | None:
        """An amount of something: `three kilowatts`."""
        said = self.amount(amount, name)
        if said is None:
            return None
        decimals = isinstance(amount, things.Number) and amount.decimals
        plural: Plural = "one" if adjective else self.amount_plural(amount)
        form = name.fraction if decimals and name.fraction and not adjective else name.form(plural)
        return f"{said} {form}"

    def say_quantity(self, quantity: things.Quantity) -> str | None:
        said = self.named(quantity.amount, self.unit_name(quantity.unit), adjective=quantity.adjective)
        if said is None or not quantity.per:
            return said
        return f"{said} {self.per} {self._each(quantity.per, quantity.per_count)}"

    def _each(self, unit: str, count: int = 1) -> str:
        """What stands after per: `hour`, `one hundred kilometers`."""
        name = self.unit_name(unit)
        return name.one if count == 1 else f"{self.cardinal(count, name)} {name.other}"

    def say_ratio(self, ratio: things.Ratio) -> str | None:
        relation = self.relations.get(ratio.relation)
        if relation is None:
            return None
        said = f"{self.number(ratio.first)} {relation} {self.number(ratio.second)}"
        return f"{said} {self.units[ratio.unit].other}" if ratio.unit else said

    def say_power(self, power: things.Power) -> str | None:
        return None

    def say_range(self, span: things.Range) -> str | None:
        return self.amount(span)

    def say_size(self, size: things.Size) -> str | None:
        sides = f" {self.by} ".join(self.number(side) for side in size.sides)
        return f"{sides} {self.unit_name(size.unit).other}" if size.unit else sides

    def say_scaled(self, scaled: things.Scaled) -> str | None:
        said = self.amount(scaled.amount)
        return said and f"{said} {self.scales[scaled.scale]}"

    def say_money(self, money: things.Money) -> str | None:
        """`three euros fifty cents`; a language joins the two with its own `money_join`."""
        major, minor = self.currencies[money.currency]
        amount = money.amount
        if money.scale:
            said = self.amount(amount)
            words = said and f"{said} {self.money_scales[money.scale]} {major.other}"
        elif isinstance(amount, things.Number) and len(amount.decimals) == 2 and minor is not None:
            words = self._major_and_minor(amount, major, minor)
        else:
            words = self.named(amount, major)
        if words and money.per:
            return f"{words} {self.per} {self._each(money.per)}"
        return words

    money_join = " "
    """Between euros and cents."""

    def _major_and_minor(self, amount: things.Number, major: Name, minor: Name) -> str | None:
        whole = things.Number(amount.whole or "0", sign=amount.sign)
        cents = things.Number(amount.decimals.lstrip("0") or "0", sign="" if whole.value else amount.sign)
        if not cents.value:
            return self.named(whole, major)
        if not whole.value:
            return self.named(cents, minor)
        return f"{self.named(whole, major)}{self.money_join}{self.named(cents, minor)}"

    def say_year(self, year: things.Year) -> str | None:
        if year.until is None:
            return self.year(year.value)
        return f"{self.year(year.value)} {self.to} {self.year(year.until)}"

    def say_clock_range(self, span: things.ClockRange) -> str | None:
        start, end = self.say_clock(span.start), self.say_clock(span.end)
        return f"{start} {self.to} {end}" if start and end else None

    def say_moment(self, moment: things.Moment) -> str | None:
        date, clock = self.say_date(moment.date), self.say_clock(moment.clock)
        return f"{date}, {clock}" if date and clock else None

    def say_duration(self, duration: things.Duration) -> str | None:
        said = [self.named(number, self.units[unit]) for number, unit in duration.parts]
        return " ".join(part for part in said if part)

    def say_phone(self, phone: things.Phone) -> str | None:
        said = ", ".join(self.digits(group) for group in phone.groups)
        return f"{self.plus} {said}" if phone.plus else said

    def say_digits(self, code: things.Digits) -> str | None:
        said = ", ".join(self.digits(group) for group in code.groups)
        return f"{said} {code.letter}" if code.letter else said

    def say_symbol(self, symbol: things.Symbol) -> str | None:
        return self.symbols.get(symbol.sign)

    # --- for the detectors --------------------------------------------------------------------------
    def prepare(self, spans: Spans) -> Spans:
        """Before all else: signs to the form that the detectors know."""
        return spans

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
                return symbol, end
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

    def unit_name(self, symbol: str) -> Name:
        """The name of a unit, put together where it has a slash."""
        if symbol in self.units:
            return self.units[symbol]
        whole, _, each = symbol.partition("/")
        return self.units[whole].joined("", f" {self.per} {self.units[each].one}")

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
        return re.compile(rf"\b(?:{words})(?: (?:{links}))? ?[:=#]? ?$", re.IGNORECASE)

    def say(self, thing: Thing) -> str | None:
        """The words of any thing; None leaves it as it is written."""
        match thing:
            case things.Number():
                return self.number(thing)
            case things.Fraction():
                return self.say_fraction(thing)
            case things.Range():
                return self.say_range(thing)
            case things.Quantity():
                return self.say_quantity(thing)
            case things.Ratio():
                return self.say_ratio(thing)
            case things.Power():
                return self.say_power(thing)
            case things.Size():
                return self.say_size(thing)
            case things.Money():
                return self.say_money(thing)
            case things.Scaled():
                return self.say_scaled(thing)
            case things.Ordinal():
                return self.say_ordinal(thing)
            case things.Roman():
                return self.say_roman(thing)
            case things.Date():
                return self.say_date(thing)
            case things.Year():
                return self.say_year(thing)
            case things.Decade():
                return self.say_decade(thing)
            case things.Clock():
                return self.say_clock(thing)
            case things.ClockRange():
                return self.say_clock_range(thing)
            case things.Moment():
                return self.say_moment(thing)
            case things.Duration():
                return self.say_duration(thing)
            case things.Phone():
                return self.say_phone(thing)
            case things.Digits():
                return self.say_digits(thing)
            case things.Coordinate():
                return self.say_coordinate(thing)
            case things.Address():
                return self.say_address(thing)
            case things.Version():
                return self.say_version(thing)
            case things.Url():
                return self.say_url(thing)
            case things.Email():
                return self.say_email(thing)
            case things.Symbol():
                return self.say_symbol(thing)
            case things.Words():
                return thing.text


def _any_of(words: Iterable[str]) -> str:
    """A pattern that matches one of the words, or nothing at all if there are none."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True))) or "(?!)"
