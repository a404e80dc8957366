"""English as it is spoken in the United States; `en-GB` and its like put the day first and say "and".

Numbers are own code: years, ordinals and the American way without "and" are a few lines.
"""

from __future__ import annotations

import re
from dataclasses import replace

from tts_node.text.read import en_tables as tables
from tts_node.text.read import things
from tts_node.text.read.compass import wind
from tts_node.text.read.detect import DETECTORS
from tts_node.text.read.language import Language
from tts_node.text.read.numbers import fraction_at
from tts_node.text.read.reader import Reader
from tts_node.text.read.scan import LETTER, Detectors, Found, Rules, Scan
from tts_node.text.read.units import Name

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_GROUPS = ("", " thousand", " million", " billion", " trillion", " quadrillion", " quintillion")
_ORDINALS = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
    "twelve": "twelfth",
}  # fmt: skip
_DENOMINATORS = {2: ("half", "halves"), 4: ("quarter", "quarters")}
_SPOONS = {"cup": "cup", "cups": "cup", "tsp": "teaspoon", "tbsp": "tablespoon", "teaspoon": "teaspoon"}
_AMERICAN = frozenset({"", "us", "ph"})
"""Regions that write the month first."""


def reader(tag: str) -> Reader:
    """The rules of `en`, `en-US`, `en-GB`."""
    return Rules(English(tag), _DETECTORS)


class English(Language):
    months, weekdays = tables.MONTHS, tables.WEEKDAYS
    units, proofs, currencies = tables.UNITS, tables.PROOFS, tables.CURRENCIES
    scales, money_scales = tables.SCALES, tables.MONEY_SCALES
    abbreviations, before_number = tables.ABBREVIATIONS, tables.BEFORE_NUMBER
    symbols, relations = tables.SYMBOLS, tables.RELATIONS
    year_words, date_words = tables.YEAR_WORDS, tables.DATE_WORDS
    decade_words = frozenset({"the", "early", "mid", "late"})
    code_words, code_links, phone_words = tables.CODE_WORDS, tables.CODE_LINKS, tables.PHONE_WORDS
    place_words, step_words, rating_words = tables.PLACE_WORDS, tables.STEP_WORDS, tables.RATING_WORDS
    roman_words, ruler_names, ruler_titles = tables.ROMAN_WORDS, tables.RULER_NAMES, tables.RULER_TITLES
    electric_words, warmth_words = tables.ELECTRIC_WORDS, tables.WARMTH_WORDS
    ratio_words, duration_words = tables.RATIO_WORDS, tables.DURATION_WORDS
    no_nouns = tables.NO_NOUNS
    label_words = tables.LABEL_WORDS
    length_words, articles = tables.LENGTH_WORDS, tables.ARTICLES
    ordinal_suffixes = ("st", "nd", "rd", "th")
    date_links = ("of",)
    half_pattern = r" ?(?:[aA]|(?P<pm>[pP]))(?:[mM](?!\w)|\. ?[mM](?:\.|(?!\w)))"
    decade_suffix = "s"
    oclock = ("o'clock", "o’clock")

    minus, plus, plus_minus, point, to, per, by = "minus", "plus", "plus or minus", "point", "to", "per", "by"
    digit_words = _ONES[:10]
    money_join = " and "
    net_words, hemispheres, version_word = tables.NET_WORDS, tables.HEMISPHERES, "version"

    def __init__(self, tag: str) -> None:
        region = tag.partition("-")[2].lower()
        self.day_first = region not in _AMERICAN
        self._and = " and " if self.day_first else " "

    # --- numbers ------------------------------------------------------------------------------------
    def cardinal(self, value: int, of: Name | None = None) -> str:
        if value < 100:
            return _below_hundred(value)
        groups: list[str] = []
        for name in _GROUPS:
            value, rest = divmod(value, 1000)
            if rest:
                groups.insert(0, self._below_thousand(rest) + name)
            if not value:
                return " ".join(groups)
        return self.digits(str(value))

    def _below_thousand(self, value: int) -> str:
        hundreds, rest = divmod(value, 100)
        if not hundreds:
            return _below_hundred(rest)
        return f"{_ONES[hundreds]} hundred" + (f"{self._and}{_below_hundred(rest)}" if rest else "")

    def ordinal(self, value: int) -> str:
        words = self.cardinal(value)
        head, last = re.fullmatch(r"(.*?)([a-z]+)", words).groups()  # type: ignore[union-attr]
        if last in _ORDINALS:
            return head + _ORDINALS[last]
        return head + (last[:-1] + "ieth" if last.endswith("y") else last + "th")

    def year(self, value: int) -> str:
        century, rest = divmod(value, 100)
        if value < 1100 or value >= 10_000 or 2000 <= value < 2010:
            return self.cardinal(value)
        if not rest:
            return self.cardinal(value) if century % 10 == 0 else f"{_below_hundred(century)} hundred"
        return f"{_below_hundred(century)} {'oh ' if rest < 10 else ''}{_below_hundred(rest)}"

    def say_ordinal(self, ordinal: things.Ordinal) -> str | None:
        return self.ordinal(ordinal.value)

    def say_roman(self, roman: things.Roman) -> str | None:
        return f"the {self.ordinal(roman.value)}" if roman.name else self.cardinal(roman.value)

    def say_fraction(self, fraction: things.Fraction) -> str | None:
        top, bottom = fraction.numerator, fraction.denominator
        one, many = _DENOMINATORS.get(bottom, (self.ordinal(bottom), self.ordinal(bottom) + "s"))
        article = "a" if fraction.whole is not None or bottom == 4 else "one"
        said = f"{article} {one}" if top == 1 else f"{self.cardinal(top)} {many}"
        if fraction.whole is not None:
            said = f"{self.cardinal(fraction.whole)} and {said}"
        return f"{self.minus} {said}" if fraction.sign == "-" else said

    def say_power(self, power: things.Power) -> str | None:
        base = self.number(power.base)
        if not power.exponent.sign and power.exponent.value in (2, 3):
            return f"{base} {'squared' if power.exponent.value == 2 else 'cubed'}"
        return f"{base} to the power of {self.number(power.exponent)}"

    def say_size(self, size: things.Size) -> str | None:
        values = [side.value for side in size.sides]
        screen = not size.unit and 1000 <= max(values) < 10_000 and not any(s.decimals for s in size.sides)
        if not screen:
            return super().say_size(size)
        return " by ".join(_in_pairs(value) or self.cardinal(value) for value in values)

    # --- time ---------------------------------------------------------------------------------------
    def say_date(self, date: things.Date) -> str | None:
        month = tables.MONTH_NAMES[date.month - 1]
        if date.day is None:
            return f"{month} {self.year(date.year)}" if date.year else month
        day = self.ordinal(date.day)
        if date.until_day is not None:
            day = f"{day} to {self.ordinal(date.until_day)}"
        if date.month_first:
            said = f"{month} {day}"
        else:
            said = f"{'' if date.after == 'the' else 'the '}{day} of {month}"
        return f"{said}, {self.year(date.year)}" if date.year else said

    def say_clock(self, clock: things.Clock) -> str | None:
        hour, minute = self.cardinal(clock.hour), clock.minute
        if clock.half:
            half = "A M" if clock.half == "am" else "P M"
            minutes = f" {_minutes(minute)}" if minute else ""
            return f"{hour}{minutes}{self._seconds(clock)} {half}"
        if not minute and clock.second is None:
            if clock.hour in (0, 24):
                return "midnight"
            return f"{hour} o'clock" if clock.hour <= 12 else f"{hour} hundred"
        if not minute:
            return f"{hour} hundred{self._seconds(clock)}"
        return f"{hour} {_minutes(minute)}{self._seconds(clock)}"

    def _seconds(self, clock: things.Clock) -> str:
        if clock.second is None:
            return ""
        return f" and {self.named(things.Number(str(clock.second)), self.units['s'])}"

    def say_clock_range(self, span: things.ClockRange) -> str | None:
        start, end = span.start, span.end
        if not start.written_minutes and not start.half:
            return f"{self.cardinal(start.hour)} to {self.say_clock(end)}"
        if end.half and not start.half:
            start = replace(start, half=end.half) if start.minute == 0 else start
            first = f"{self.cardinal(start.hour)}{' ' + _minutes(start.minute) if start.minute else ''}"
            return f"{first} to {self.say_clock(end)}"
        return super().say_clock_range(span)

    def say_decade(self, decade: things.Decade) -> str | None:
        if decade.value == 2000:
            return "two thousands"
        words = self.year(decade.value) if decade.value >= 1000 else _below_hundred(decade.value)
        return words[:-1] + "ies" if words.endswith("y") else words + "s"


# --- what only English has ----------------------------------------------------------------------------

_SAINT_OR_STREET = re.compile(rf"St\.?(?!{LETTER}|[0-9])")
_DOCTOR_OR_DRIVE = re.compile(rf"Dr\.?(?!{LETTER}|[0-9])")
_MODEL_NUMBER = re.compile(r"[1-9][0-9]{3}(?=$|[ ,;:!?)]|\.(?![0-9]))")
_PORTION = re.compile(r" (cups?|tsp|tbsp|teaspoon|tablespoon|liter|mile|inch|pound|hour)(?!\w)")


def _saint_or_street(scan: Scan, at: int) -> Found | None:
    """`St. Anne`, `Main St.`"""
    return _title_or_way(scan, at, _SAINT_OR_STREET, "Saint", "Street")


def _doctor_or_drive(scan: Scan, at: int) -> Found | None:
    """`Dr. Weiss`, `Elm Dr.`"""
    return _title_or_way(scan, at, _DOCTOR_OR_DRIVE, "Doctor", "Drive")


def _title_or_way(scan: Scan, at: int, pattern: re.Pattern[str], title: str, way: str) -> Found | None:
    found = pattern.match(scan.text, at)
    if found is None:
        return None
    end = found.end()
    before = re.search(r"(^|[^ .]+ )([^ ]+) $", scan.text_before(at))
    name_before = before is not None and before.group(2)[0].isupper() and before.group(1) != ""
    numbered = before is not None and before.group(1).strip().isdigit()
    name_after = scan.text.startswith(" ", end) and scan.text[end + 1 : end + 2].isupper()
    if (
        name_after
        and not numbered
        and not (name_before and way == "Street" and not found.group().endswith("."))
    ):
        return Found(things.Words(title), end)
    if not name_before and not numbered:
        return Found(things.Words(title), end) if name_after else None
    stays = found.group().endswith(".") and end == len(scan.text)
    return Found(things.Words(way), end - stays)


def _portion(scan: Scan, at: int) -> Found | None:
    """`3/4 cup`: three quarters of a cup."""
    found = fraction_at(scan, at)
    measure = _PORTION.match(scan.text, found[1]) if found else None
    if (
        found is None
        or measure is None
        or found[0].whole is not None
        or found[0].numerator > found[0].denominator
    ):
        return None
    noun = _SPOONS.get(measure.group(1), measure.group(1))
    article = "an" if noun == "hour" or noun == "inch" else "a"
    part = scan.language.say_fraction(found[0])
    if found[0] == things.Fraction(1, 2):
        return Found(things.Words(f"half {article} {noun}"), measure.end())
    return Found(things.Words(f"{part} of {article} {noun}"), measure.end())


def _model_number(scan: Scan, at: int) -> Found | None:
    """`RTX 4090`, `ISO 8601`: four digits after capitals are said in pairs."""
    found = _MODEL_NUMBER.match(scan.text, at)
    before = scan.word_before(at)
    if found is None or not (len(before) >= 2 and before.isupper() and scan.text_before(at).endswith(" ")):
        return None
    if before.lower() in scan.language.code_words or before in scan.language.currencies:
        return None
    if scan.language.unit_at(scan.text, found.end() + scan.text.startswith(" ", found.end())) is not None:
        return None
    said = _in_pairs(int(found.group()), hundreds=True)
    return Found(things.Words(said), found.end()) if said else None


_WIND = wind(
    "winds?(?: from)?(?: the)?|gusts from|gusts",
    {"N": "north", "E": "east", "S": "south", "W": "west", "NE": "northeast", "NW": "northwest",
     "SE": "southeast", "SW": "southwest"},
    " ",
)  # fmt: skip
_DETECTORS = Detectors(
    (_portion, _model_number), (_saint_or_street, _doctor_or_drive, _WIND), (_portion,)
).before(DETECTORS)


def _below_hundred(value: int) -> str:
    if value < 20:
        return _ONES[value]
    tens, ones = divmod(value, 10)
    return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")


def _in_pairs(value: int, *, hundreds: bool = False) -> str:
    """`1080`: ten eighty; empty where people do not say it so.

    `hundreds`: also `8601` (eighty-six oh one) and `5800` (fifty-eight hundred).
    """
    high, low = divmod(value, 100)
    if not 10 <= high < 100 or (low < 10 and not hundreds) or (not low and not high % 10):
        return ""
    return (
        f"{_below_hundred(high)} {'oh ' if 0 < low < 10 else ''}{_below_hundred(low) if low else 'hundred'}"
    )


def _minutes(minute: int) -> str:
    return f"oh {_ONES[minute]}" if minute < 10 else _below_hundred(minute)
