"""Chinese as it is spoken on the mainland, in the characters it was written with.

Numbers are own code: they are regular, and where 2 is 两, where 1 is 幺 and which four digits are a year is
decided by what stands beside them. What decides is in `zh_tables`, where it is looked for in `zh_detect`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property

from tts_node.text.read import net, things
from tts_node.text.read import zh_tables as tables
from tts_node.text.read.language import Language
from tts_node.text.read.numbers import float_of
from tts_node.text.read.reader import Reader
from tts_node.text.read.scan import Rules
from tts_node.text.read.units import Name
from tts_node.text.read.zh_detect import DETECTORS
from tts_node.text.read.zh_width import to_half_width
from tts_node.text.spans import Spans

_DIGITS = tuple("零一二三四五六七八九")
_PLACES = ("千", "百", "十", "")
_GROUPS = ("", "万", "亿", "万亿")
_LONGEST = 16
"""Digits of a number that is counted; longer ones are said digit by digit."""
_TWO_LEADS = re.compile("二(?=[百千万亿])")
_EMPTY_PLACES = re.compile("零+")
_DICTATED = str.maketrans("0123456789", "零幺二三四五六七八九")
_SIGNS = {"": "", "-": "负", "+": "正", "±": "正负"}
_WARMTH = {"": "", "-": "零下", "+": "零上", "±": "正负"}


def reader(tag: str) -> Reader:
    """The rules of `zh`, `zh-CN` and all their like."""
    return Rules(Chinese(), DETECTORS)


class Chinese(Language):
    blanks = False
    other_decimal = ""
    units, proofs = tables.UNITS, tables.PROOFS
    currencies, currency_signs = tables.CURRENCIES, tables.CURRENCY_SIGNS
    scales, money_scales = tables.SCALES, tables.MONEY_SCALES
    abbreviations, symbols = tables.ABBREVIATIONS, tables.SYMBOLS
    date_words, place_words, phone_words = tables.DATE_WORDS, tables.PLACE_WORDS, tables.PHONE_WORDS
    code_words, code_links = tables.CODE_WORDS, tables.CODE_LINKS
    ratio_words, duration_words = tables.RATIO_WORDS, tables.DURATION_WORDS
    electric_words, warmth_words = tables.ELECTRIC_WORDS, tables.WARMTH_WORDS
    unspaced_words = frozenset(
        word
        for table in (
            date_words, place_words, phone_words, ratio_words, duration_words, electric_words, warmth_words,
            tables.VERSION_WORDS, tables.ANGLE_WORDS, tables.GAME_WORDS,
        )
        for word in table
    )  # fmt: skip
    relations = tables.RELATIONS
    half_pattern = r" ?(?:[aA]|(?P<pm>[pP]))(?:[mM](?!\w)|\. ?[mM](?:\.|(?!\w)))"
    decade_suffix = "s"
    digit_words = _DIGITS
    minus, plus, plus_minus, point, to, per, by = "负", "正", "正负", "点", "到", "每", "乘"
    hemispheres, net_words = tables.HEMISPHERES, tables.NET_WORDS
    version_word = "V"

    def prepare(self, spans: Spans) -> Spans:
        return to_half_width(spans)

    # --- numbers ------------------------------------------------------------------------------------
    def cardinal(self, value: int, of: Name | None = None) -> str:
        """`of`: something is counted, so that 2 is 两."""
        if value == 2 and of is not None:
            return "两"
        if value >= 10**_LONGEST:
            return self.digits(str(value))
        words = _counted(value)
        return "两" + words[1:] if _TWO_LEADS.match(words) else words

    def ordinal(self, value: int) -> str:
        return "第" + _counted(value)

    def year(self, value: int) -> str:
        return self.digits(str(value))

    def digits(self, digits: str) -> str:
        return "".join(_DIGITS[int(digit)] for digit in digits)

    def dictated(self, text: str) -> str:
        """Digits as they are said to somebody who writes them down, with 幺 for 1; letters stay."""
        return text.translate(_DICTATED)

    def number(self, number: things.Number, of: Name | None = None) -> str:
        return self._signed(number, _SIGNS, of)

    def _signed(self, number: things.Number, signs: dict[str, str], of: Name | None = None) -> str:
        if (number.leading_zero and not number.decimals) or len(number.whole) > _LONGEST:
            whole = self.digits(number.whole)
        else:
            whole = self.cardinal(number.value, None if number.decimals else of)
            if number.decimals and number.value == 2:
                whole = "二"
        decimals = f"点{self.digits(number.decimals)}" if number.decimals else ""
        return signs[number.sign] + whole + decimals

    def amount(self, amount: things.Amount, of: Name | None = None) -> str | None:
        return self._amount(amount, _SIGNS, of)

    def _amount(self, amount: things.Amount, signs: dict[str, str], of: Name | None = None) -> str | None:
        if isinstance(amount, things.Number):
            return self._signed(amount, signs, of)
        if isinstance(amount, things.Range):
            low, high = amount.low, amount.high
            if signs is _WARMTH and low.sign == "-" and not high.sign and float_of(high) > 0:
                high = replace(high, sign="+")  # else both ends would sound below zero
            return f"{self._signed(low, signs, of)}到{self._signed(high, signs, of)}"
        return self.say_fraction(amount)

    def say_fraction(self, fraction: things.Fraction) -> str | None:
        below = self.cardinal(fraction.denominator)
        below = below[1:] if below in ("一百", "一千", "一万") else below
        part = f"{below}分之{self.cardinal(fraction.numerator)}"
        whole = "" if fraction.whole is None else f"{self.cardinal(fraction.whole)}又"
        return _SIGNS[fraction.sign] + whole + part

    # --- what is measured ---------------------------------------------------------------------------
    def named(self, amount: things.Amount, name: Name, *, adjective: bool = False) -> str | None:
        said = self.amount(amount, name)
        return said and said + name.other

    def say_quantity(self, quantity: things.Quantity) -> str | None:
        unit, amount = quantity.unit, quantity.amount
        if unit in tables.SHARES:
            said = self._share(tables.SHARES[unit], amount)
        elif unit in tables.WARMTH:
            said = self.warmth(amount, unit)
        else:
            said = self.named(amount, self.unit_name(unit))
        if said is None or not quantity.per:
            return said
        return f"{said}每{self._each(quantity.per, quantity.per_count)}"

    def warmth(self, amount: things.Amount, unit: str = "") -> str | None:
        """A temperature, below or above zero."""
        name = self.units[unit] if unit else Name("", "")
        said = self._amount(amount, _WARMTH, name)
        return said and said + name.other

    def _share(self, words: str, amount: things.Amount) -> str | None:
        if isinstance(amount, things.Number):
            said = self.number(replace(amount, sign=""))
            return _SIGNS[amount.sign] + words + ("百" if said == "一百" and words == "百分之" else said)
        said_amount = self.amount(amount)
        return said_amount and words + said_amount

    def unit_name(self, symbol: str) -> Name:
        if symbol in self.units:
            return self.units[symbol]
        whole, _, each = symbol.partition("/")
        return self.units[whole].joined("", "每" + self.units[each].other)

    def _each(self, unit: str, count: int = 1) -> str:
        return ("" if count == 1 else self.cardinal(count)) + self.units[unit].other

    def say_ratio(self, ratio: things.Ratio) -> str | None:
        if ratio.relation == "of" and ratio.unit:
            name = self.units[ratio.unit]
            return f"{self.named(ratio.second, name)}中的{self.named(ratio.first, name)}"
        relation = self.relations.get(ratio.relation)
        if relation is None:
            return None
        said = f"{self.number(ratio.first)}{relation}{self.number(ratio.second)}"
        return said + self.units[ratio.unit].other if ratio.unit else said

    def say_power(self, power: things.Power) -> str | None:
        base = self.number(power.base)
        if not power.exponent.sign and power.exponent.value in (2, 3):
            return f"{base}的{'平方' if power.exponent.value == 2 else '立方'}"
        return f"{base}的{self.number(power.exponent)}次方"

    def say_size(self, size: things.Size) -> str | None:
        sides = "乘".join(self.number(side) for side in size.sides)
        return sides + self.units[size.unit].other if size.unit else sides

    def say_scaled(self, scaled: things.Scaled) -> str | None:
        if scaled.scale in tables.POWERS:
            return self.amount(_multiplied(scaled.amount, tables.POWERS[scaled.scale]), Name("", ""))
        said = self.amount(scaled.amount, Name("", ""))
        return said and said + self.scales[scaled.scale]

    def say_money(self, money: things.Money) -> str | None:
        name, _ = self.currencies[money.currency]
        amount = _without_empty_cents(money.amount)
        if money.scale in tables.POWERS:
            said = self.named(_multiplied(amount, tables.POWERS[money.scale]), name)
        elif money.scale:
            said = self.amount(amount, name)
            said = said and said + money.scale + name.other
        else:
            said = self.named(amount, name)
        return f"{said}每{self._each(money.per)}" if said and money.per else said

    # --- time ---------------------------------------------------------------------------------------
    def say_date(self, date: things.Date) -> str | None:
        year = "" if date.year is None else f"{self.year(date.year)}年"
        day = "" if date.day is None else f"{_counted(date.day)}日"
        return f"{year}{_counted(date.month)}月{day}"

    def say_clock(self, clock: things.Clock) -> str | None:
        half = {"": "", "am": "上午", "pm": "下午"}[clock.half]
        said = f"{half}{self.cardinal(clock.hour, Name('', ''))}点"
        if clock.minute or clock.second is not None:
            said += f"{'零' if clock.minute < 10 else ''}{_counted(clock.minute) if clock.minute else ''}分"
        return said + ("" if clock.second is None else f"{_counted(clock.second)}秒")

    def say_clock_range(self, span: things.ClockRange) -> str | None:
        start = span.start if span.start.half else replace(span.start, half=span.end.half)
        end = replace(span.end, half="") if start.half == span.end.half else span.end
        return f"{self.say_clock(start)}到{self.say_clock(end)}"

    def say_moment(self, moment: things.Moment) -> str | None:
        return f"{self.say_date(moment.date)}{self.say_clock(moment.clock)}"

    def say_year(self, year: things.Year) -> str | None:
        return self.year(year.value) + ("" if year.until is None else f"到{self.year(year.until)}")

    def say_decade(self, decade: things.Decade) -> str | None:
        return (self.year(decade.value) if decade.value > 99 else self.cardinal(decade.value)) + "年代"

    def say_duration(self, duration: things.Duration) -> str | None:
        return "".join(self.named(number, self.units[unit]) or "" for number, unit in duration.parts)

    # --- names --------------------------------------------------------------------------------------
    def say_phone(self, phone: things.Phone) -> str | None:
        return ("加" if phone.plus else "") + "，".join(self.dictated(group) for group in phone.groups)

    def say_digits(self, code: things.Digits) -> str | None:
        return "，".join(self.digits(group) for group in code.groups) + code.letter

    def say_coordinate(self, coordinate: things.Coordinate) -> str | None:
        said = self.hemispheres.get(coordinate.hemisphere, "") + self.number(coordinate.degrees) + "度"
        if coordinate.minutes is not None:
            said += self.number(coordinate.minutes) + "分"
        return said if coordinate.seconds is None else said + self.number(coordinate.seconds) + "秒"

    def say_address(self, address: things.Address) -> str | None:
        return _joined(net.say_address(address, self))

    def say_url(self, url: things.Url) -> str | None:
        return _joined(net.say_url(url, self))

    def say_email(self, email: things.Email) -> str | None:
        return _joined(net.say_email(email, self))

    def say_version(self, version: things.Version) -> str | None:
        return _joined(net.say_version(version, self))

    @cached_property
    def code_before(self) -> re.Pattern[str]:
        latin, chinese = (
            "|".join(sorted(map(re.escape, filter(test, self.code_words)), key=len, reverse=True))
            for test in (str.isascii, _wide)
        )
        links = "|".join(map(re.escape, self.code_links))
        return re.compile(rf"(?:(?<![A-Za-z])(?:{latin})|{chinese})(?:{links}| ){{0,4}}$")


def _counted(value: int) -> str:
    """A whole number of at most 16 digits, every 2 as 二: 一万零一十."""
    if value == 0:
        return "零"
    groups: list[int] = []
    while value:
        value, rest = divmod(value, 10_000)
        groups.append(rest)
    said = ""
    for place in range(len(groups) - 1, -1, -1):
        group = groups[place]
        if not group:
            said += "零" * (place > 0)
            continue
        four = _four_digits(group)
        if said and group < 1000 and not said.endswith("零"):
            said += "零"
        said += four + _GROUPS[place]
    said = _EMPTY_PLACES.sub("零", said).rstrip("零")
    return said[1:] if said.startswith("一十") else said


def _four_digits(value: int) -> str:
    said = ""
    for digit, place in zip(f"{value:04d}", _PLACES, strict=True):
        said += "零" if digit == "0" else _DIGITS[int(digit)] + place
    return _EMPTY_PLACES.sub("零", said).strip("零")


def _multiplied(amount: things.Amount, power: int) -> things.Amount:
    """The amount times a power of ten, by moving its point."""
    if isinstance(amount, things.Range):
        low, high = _moved(amount.low, power), _moved(amount.high, power)
        return things.Range(low, high)
    return _moved(amount, power) if isinstance(amount, things.Number) else amount


def _moved(number: things.Number, power: int) -> things.Number:
    decimals = number.decimals.ljust(power, "0")
    whole = (number.whole + decimals[:power]).lstrip("0") or "0"
    return things.Number(whole, decimals[power:], number.sign)


def _without_empty_cents(amount: things.Amount) -> things.Amount:
    """`3.50` is said as 3.5, `35.00` as 35."""
    if isinstance(amount, things.Range):
        low, high = _without_empty_cents(amount.low), _without_empty_cents(amount.high)
        assert isinstance(low, things.Number) and isinstance(high, things.Number)
        return things.Range(low, high)
    if isinstance(amount, things.Number):
        return replace(amount, decimals=amount.decimals.rstrip("0"))
    return amount


def _wide(word: str) -> bool:
    return not word.isascii()


def _joined(words: str | None) -> str | None:
    return words and words.replace(" ", "")
