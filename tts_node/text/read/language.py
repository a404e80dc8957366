"""What a language must say, with defaults that are right for most: the frame of every language's module.

A language fills tables and overrides the few methods where it differs. Each method takes a thing and gives
its words, or None to leave it as it is written.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from tts_node.text.read import net, things
from tts_node.text.read.patterns import Patterns
from tts_node.text.read.things import Thing
from tts_node.text.read.units import Name, Plural
from tts_node.text.spans import Spans


class Language(Patterns, ABC):
    """How one language says things. Subclasses set the class attributes of `Tables` and override `say_*`."""

    # --- to override --------------------------------------------------------------------------------
    @abstractmethod
    def cardinal(self, value: int, of: Name | None = None) -> str:
        """A whole number in words; `of`: what it counts, for gender and case."""

    @abstractmethod
    def ordinal(self, value: int) -> str:
        """`third`."""

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

    def unit_name(self, symbol: str) -> Name:
        """The name of a unit, put together where it has a slash."""
        if symbol in self.units:
            return self.units[symbol]
        whole, _, each = symbol.partition("/")
        return self.units[whole].joined("", f" {self.per} {self.units[each].one}")

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
