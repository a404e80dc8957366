"""English as it is spoken in the United States; `en-GB` and its like put the day first and say "and".

Numbers are own code (`en_numbers`): years, ordinals and the American way without "and" are a few lines.
"""

from __future__ import annotations

from dataclasses import replace

from tts_node.text.read import detect_length, detect_money, detect_time, detect_units, letters, things
from tts_node.text.read import detect_signs as signs
from tts_node.text.read import en_amounts as amounts
from tts_node.text.read import en_counts as counts
from tts_node.text.read import en_lengths as lengths
from tts_node.text.read import en_names as names
from tts_node.text.read import en_numbers as numbers
from tts_node.text.read import en_places as places
from tts_node.text.read import en_tables as tables
from tts_node.text.read import en_time as time
from tts_node.text.read import en_titles as titles
from tts_node.text.read import en_weather as weather
from tts_node.text.read.compass import wind
from tts_node.text.read.detect import DETECTORS
from tts_node.text.read.language import Language
from tts_node.text.read.reader import Reader
from tts_node.text.read.scan import Detectors, Rules
from tts_node.text.read.units import Name

_DENOMINATORS = {2: ("half", "halves"), 4: ("quarter", "quarters")}
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
    decade_words = tables.DECADE_WORDS
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
    digit_words = numbers.DIGITS
    money_join = " and "
    net_words, hemispheres, version_word = tables.NET_WORDS, tables.HEMISPHERES, "version"

    def __init__(self, tag: str) -> None:
        region = tag.partition("-")[2].lower()
        self.day_first = region not in _AMERICAN
        self._and = " and " if self.day_first else " "

    # --- numbers ------------------------------------------------------------------------------------
    def cardinal(self, value: int, of: Name | None = None) -> str:
        return numbers.cardinal(value, self._and) or self.digits(str(value))

    def ordinal(self, value: int) -> str:
        return numbers.ordinal(self.cardinal(value))

    def year(self, value: int) -> str:
        century, rest = divmod(value, 100)
        if value < 1010 or value >= 10_000 or 2000 <= value < 2010:
            return self.cardinal(value)
        if not rest:
            return self.cardinal(value) if century % 10 == 0 else f"{numbers.below_hundred(century)} hundred"
        return f"{numbers.below_hundred(century)} {numbers.two_digits(rest)}"

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
        return " by ".join(numbers.in_pairs(value) or self.cardinal(value) for value in values)

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
            minutes = f" {numbers.two_digits(minute)}" if minute else ""
            return f"{hour}{minutes}{self._seconds(clock)} {half}"
        if not minute and clock.second is None:
            if clock.hour in (0, 24):
                return "midnight"
            return f"{hour} o'clock" if clock.hour <= 12 else f"{hour} hundred"
        if not minute:
            return f"{hour} hundred{self._seconds(clock)}"
        return f"{hour} {numbers.two_digits(minute)}{self._seconds(clock)}"

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
            minutes = f" {numbers.two_digits(start.minute)}" if start.minute else ""
            first = f"{self.cardinal(start.hour)}{minutes}"
            return f"{first} to {self.say_clock(end)}"
        return super().say_clock_range(span)

    def say_decade(self, decade: things.Decade) -> str | None:
        if decade.value == 2000:
            return "two thousands"
        words = self.year(decade.value) if decade.value >= 1000 else numbers.below_hundred(decade.value)
        return words[:-1] + "ies" if words.endswith("y") else words + "s"


_WIND = wind(
    "heading|bearing|(?:kn|kt|knots|mph|km/h|m/s) from(?: the)?|winds?(?: is| are)?(?: from)?(?: the)?"
    "|gusts from|gusts",
    weather.POINTS,
    " ",
)
_OWN = Detectors(
    (
        time.dates, time.short_date, titles.verse, counts.product, names.ten_four, names.nil,
        amounts.whole_and_part, counts.one_on_one, counts.ordered, counts.up_to_a_part, counts.rating,
        lengths.figures, weather.high_and_low, weather.millibars, weather.degrees, weather.heating_up,
        time.dotted_clock, lengths.dotted_hour, titles.named_year, titles.decade, titles.aircraft, titles.run,
        time.half_letter, time.bracketed_year, time.named_day, time.season, time.old_year, time.decade_after,
        time.split_second, time.pace, time.military, time.minutes, places.house_number, places.lettered_house,
        amounts.portion, amounts.pence, amounts.heights, names.error_number, names.order_number,
        names.model_number, names.dialled, names.scores,
    ),
    (
        places.saint_or_street, places.doctor_or_drive, places.way, places.zip_code, places.postcode,
        time.zone, time.circa, names.answer, weather.wind_first, weather.weekday_of_degrees, counts.times,
        amounts.aperture, amounts.lone_unit, names.best_of, names.channel,
        names.episode, names.volume, signs.by, _WIND,
    ),
    (
        counts.how_often, counts.each, weather.parted, counts.up_to_a_part, time.short_year, names.dialled,
        names.numbered, amounts.portion,
    ),
)  # fmt: skip
_DETECTORS = (
    _OWN.before(DETECTORS)
    .before(letters.ENGLISH.detectors)
    .replacing(detect_time.weekday, time.weekdays, detect_time.weekday, time.weekday_alone)
    .replacing(detect_time.month_date, detect_time.month_date, time.month_alone)
    .replacing(detect_length.duration, lengths.duration)
    .replacing(detect_units.quantity, amounts.quantity)
    .replacing(detect_units.feet_and_inches, amounts.sides)
    .replacing(detect_money.money, amounts.money)
    .replacing(detect_units.scaled, counts.scaled)
    .replacing(signs.ordinal, counts.ordinal)
)
