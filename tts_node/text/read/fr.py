"""French as it is spoken in France; `fr-BE` and `fr-CH` say septante and nonante.

Numbers are own code: they agree (une heure, vingt et une personnes, deux cents but deux cent un) and join
what follows (un million d'euros), which libraries do not know.
"""

from __future__ import annotations

import re
from dataclasses import replace

from tts_node.text.read import detect_signs as signs
from tts_node.text.read import fr_tables as tables
from tts_node.text.read import letters, things
from tts_node.text.read.compass import wind
from tts_node.text.read.detect import DETECTORS
from tts_node.text.read.fr_detect import FRENCH_DETECTORS, clock_words, counted
from tts_node.text.read.reader import Reader
from tts_node.text.read.romance import Romance, low_and_high, meters_and_rest, shifted
from tts_node.text.read.romance_detect import PRICED_UNITS
from tts_node.text.read.romance_forms import forms
from tts_node.text.read.scan import Detectors, Rules
from tts_node.text.read.units import Name, Plural

_ONES = (
    "zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze",
    "treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf",
)  # fmt: skip
_TENS = (
    "",
    "",
    "vingt",
    "trente",
    "quarante",
    "cinquante",
    "soixante",
    "soixante",
    "quatre-vingt",
    "quatre-vingt",
)
_GROUPS = ((10**15, "billiard"), (10**12, "billion"), (10**9, "milliard"), (10**6, "million"))
_DENOMINATORS = {2: "demi", 3: "tiers", 4: "quart"}
_SCREENS = frozenset({(16, 9), (4, 3), (21, 9), (16, 10)})
_TEN_REGIONS = frozenset({"be", "ch"})


def reader(tag: str) -> Reader:
    """The rules of `fr`, `fr-CA`, `fr-BE`, `fr-CH`."""
    blowing = Detectors((), (_WIND,), ())
    shared = DETECTORS.replacing(signs.number, counted).before(letters.FRENCH.detectors)
    return Rules(French(tag), blowing.before(_FORMS).before(FRENCH_DETECTORS).before(shared))


_WIND = wind(
    "vents?(?: d[eu]| moyen d[eu])?|rafales d[eu]",
    {"N": "nord", "E": "est", "S": "sud", "O": "ouest", "NE": "nord-est", "NO": "nord-ouest",
     "SE": "sud-est", "SO": "sud-ouest"},
)  # fmt: skip


_FORMS = forms(("entre", "et"), "ou", genders=False, x_of_games=False)


class French(Romance):
    months, units, proofs, currencies = tables.MONTHS, tables.UNITS, tables.PROOFS, tables.CURRENCIES
    scales, money_scales = tables.SCALES, tables.MONEY_SCALES
    abbreviations, before_number = tables.ABBREVIATIONS, tables.BEFORE_NUMBER
    symbols, relations = tables.SYMBOLS, tables.RELATIONS
    net_words, hemispheres = tables.NET_WORDS, tables.HEMISPHERES
    version_word, version_point = "version", "point"
    date_words, code_words, code_links = tables.DATE_WORDS, tables.CODE_WORDS, tables.CODE_LINKS
    code_purposes = tables.CODE_PURPOSES
    step_words, rating_words = tables.STEP_WORDS, tables.RATING_WORDS
    roman_words, ruler_names, ruler_titles = tables.ROMAN_WORDS, tables.RULER_NAMES, tables.RULER_TITLES
    electric_words, warmth_words = tables.ELECTRIC_WORDS, tables.WARMTH_WORDS
    ratio_words, duration_words, label_words = tables.RATIO_WORDS, tables.DURATION_WORDS, tables.LABEL_WORDS
    noticed_too = frozenset({*tables.WAYS, *PRICED_UNITS, "de"})
    ordinal_suffixes = ("er", "ᵉʳ")
    half_pattern = r" ?(?:[aA]|(?P<pm>[pP]))(?:[mM](?!\w)|\. ?[mM](?:\.|(?!\w)))"

    minus, plus, plus_minus, point, to, per, by = (
        "moins",
        "plus",
        "plus ou moins",
        "virgule",
        "à",
        "par",
        "par",
    )
    digit_words = _ONES[:10]

    def __init__(self, tag: str) -> None:
        self._decimal_tens = bool(_TEN_REGIONS & set(tag.lower().split("-")[1:]))

    # --- numbers ------------------------------------------------------------------------------------
    def cardinal(self, value: int, of: Name | None = None) -> str:
        said = self._cardinal(value)
        return said + "e" if of is not None and of.gender == "f" and said.endswith("un") else said

    def _cardinal(self, value: int) -> str:
        groups: list[str] = []
        for size, name in _GROUPS:
            count, value = divmod(value, size)
            if count:
                groups.append(f"{self._below_million(count)} {name}{'s' if count > 1 else ''}")
        if value or not groups:
            groups.append(self._below_million(value))
        return " ".join(groups)

    def _below_million(self, value: int) -> str:
        thousands, rest = divmod(value, 1000)
        if not thousands:
            return self._below_thousand(rest)
        # No s before mille: quatre-vingt mille, deux cent mille.
        head = "mille" if thousands == 1 else f"{self._below_thousand(thousands, last=False)} mille"
        return f"{head} {self._below_thousand(rest)}" if rest else head

    def _below_thousand(self, value: int, *, last: bool = True) -> str:
        hundreds, rest = divmod(value, 100)
        if not hundreds:
            return self._below_hundred(rest, last=last)
        head = "cent" if hundreds == 1 else f"{_ONES[hundreds]} cent"
        if rest:
            return f"{head} {self._below_hundred(rest, last=last)}"
        return head + "s" if hundreds > 1 and last else head

    def _below_hundred(self, value: int, *, last: bool) -> str:
        if value < 20:
            return _ONES[value]
        tens, ones = divmod(value, 10)
        head = _TENS[tens]
        if self._decimal_tens and tens in (7, 9):
            head = "septante" if tens == 7 else "nonante"
        elif tens in (7, 9):
            ones += 10
        if not ones:
            return head + "s" if tens == 8 and last else head
        if ones in (1, 11) and head != "quatre-vingt":
            return f"{head} et {_ONES[ones]}"
        return f"{head}-{_ONES[ones]}"

    def ordinal(self, value: int) -> str:
        if value == 1:
            return "premier"
        said = self.cardinal(value)
        if said.endswith(("cents", "vingts", "millions", "milliards")):
            said = said[:-1]
        if said.endswith("cinq"):
            return said + "uième"
        if said.endswith("neuf"):
            return said[:-1] + "vième"
        return (said[:-1] if said.endswith("e") else said) + "ième"

    def say_ordinal(self, ordinal: things.Ordinal) -> str | None:
        value, suffix = ordinal.value, ordinal.suffix
        if suffix.startswith("n"):
            said = "seconde" if "nde" in suffix else "second"
        elif value == 1 and suffix.startswith(("r", "è")) and not suffix.startswith("ème"):
            said = "première"
        else:
            said = self.ordinal(value)
        return said + "s" if suffix.endswith("s") else said

    def plural(self, number: things.Number) -> Plural:
        return "one" if number.value < 2 else "other"

    def say_roman(self, roman: things.Roman) -> str | None:
        return "premier" if roman.name and roman.value == 1 else self.cardinal(roman.value)

    def say_fraction(self, fraction: things.Fraction) -> str | None:
        top, bottom = fraction.numerator, fraction.denominator
        one = _DENOMINATORS.get(bottom) or self.ordinal(bottom)
        said = f"{self.cardinal(top)} {one}{'s' if top > 1 and not one.endswith('s') else ''}"
        if fraction.whole is not None:
            said = f"{self.cardinal(fraction.whole)} et {'demi' if (top, bottom) == (1, 2) else said}"
        return f"{self.minus} {said}" if fraction.sign == "-" else said

    def say_ratio(self, ratio: things.Ratio) -> str | None:
        first, second = ratio.first.value, ratio.second.value
        if ratio.relation == "to" and (first, second) in _SCREENS:
            return self.say_fraction(things.Fraction(first, second))
        if ratio.relation == "to" and first == 1:
            return f"{self.cardinal(first)} pour {self.cardinal(second)}"
        return super().say_ratio(ratio)

    def say_power(self, power: things.Power) -> str | None:
        base = self.number(power.base)
        if not power.exponent.sign and power.exponent.value in (2, 3):
            return f"{base} au {'carré' if power.exponent.value == 2 else 'cube'}"
        return f"{base} puissance {self.number(power.exponent)}"

    def say_size(self, size: things.Size) -> str | None:
        if not size.unit:
            return super().say_size(size)
        sides = [self.number(side) for side in size.sides[:-1]]
        return " sur ".join([*sides, self.named(size.sides[-1], self.unit_name(size.unit)) or ""])

    def say_scaled(self, scaled: things.Scaled) -> str | None:
        said, amount = self.scales[scaled.scale], scaled.amount
        if said != "fois" and isinstance(amount, things.Number):
            whole = shifted(amount, 3 if said == "mille" else 6)
            return self.number(whole) if whole else None
        return f"{self.amount(amount, _FEMININE)} {said}"

    # --- what is counted ----------------------------------------------------------------------------
    def named(self, amount: things.Amount, name: Name, *, adjective: bool = False) -> str | None:
        amount = low_and_high(amount, name) or amount
        if isinstance(amount, things.Fraction):
            return self._part_of(amount, name)
        said = super().named(amount, name)
        number = amount.high if isinstance(amount, things.Range) else amount
        if said and number.value >= 10**6 and not number.value % 10**6 and not number.decimals:
            return f"{self.amount(amount)} {_of(name.other)}"
        return said

    def _part_of(self, fraction: things.Fraction, name: Name) -> str:
        """`un demi-litre`, `deux heures et demie`, `trois quarts d'heure`."""
        half = (fraction.numerator, fraction.denominator) == (1, 2)
        part = self.say_fraction(replace(fraction, whole=None, sign=""))
        if fraction.whole is None:
            said = f"{self.cardinal(1, name)} demi-{name.one}" if half else f"{part} {_of(name.one)}"
        else:
            whole = self.named(things.Number(str(fraction.whole)), name)
            half_word = "demie" if name.gender == "f" else "demi"
            said = f"{whole} et {half_word if half else part}"
        return f"{self.minus} {said}" if fraction.sign == "-" else said

    def say_quantity(self, quantity: things.Quantity) -> str | None:
        height = meters_and_rest(quantity)
        if height is not None:
            return f"{self.named(height[0], self.units['m'])} {self.cardinal(height[1])}"
        if quantity.per_count == 1 or quantity.per != "km":
            return super().say_quantity(quantity)
        said = self.named(quantity.amount, self.unit_name(quantity.unit))
        return said and f"{said} aux {self.cardinal(quantity.per_count)} kilomètres"

    def say_money(self, money: things.Money) -> str | None:
        if not money.scale:
            number = money.amount
            if isinstance(number, things.Number) and number.value and _THOUSANDS.fullmatch(number.decimals):
                money = replace(money, amount=shifted(number, 3) or number)
            return super().say_money(money)
        name, amount = self.currencies[money.currency][0], money.amount
        scale = self.money_scales[money.scale]
        if scale == "mille" and isinstance(amount, things.Number):
            whole = shifted(amount, 3)
            return self.named(whole, name) if whole else None
        number = amount.high if isinstance(amount, things.Range) else amount
        many = isinstance(number, things.Number) and number.value > 1
        said = f"{self.amount(amount)} {scale}{'s' if many else ''} {_of(name.other)}"
        return f"{said} {self.per} {self._each(money.per)}" if money.per else said

    def _major_and_minor(self, amount: things.Number, major: Name, minor: Name) -> str | None:
        """`douze euros cinquante`, but `douze euros et cinq centimes`."""
        cents = int(amount.decimals)
        if cents < 10 or not amount.value:
            return super()._major_and_minor(amount, major, minor)
        return f"{self.named(replace(amount, decimals=''), major)} {self.cardinal(cents)}"

    money_join = " et "

    # --- time ---------------------------------------------------------------------------------------
    def say_date(self, date: things.Date) -> str | None:
        month = tables.MONTH_NAMES[date.month - 1]
        if date.day is None:
            return f"{month} {self.year(date.year)}" if date.year else month
        if date.in_words and date.month_first:
            return None  # "en mai 3 personnes"
        day = "premier" if date.day == 1 else self.cardinal(date.day)
        if date.until_day is not None:
            day = f"{day} {'au' if date.after == 'du' else 'à'} {self.cardinal(date.until_day)}"
        return f"{day} {month}" + (f" {self.year(date.year)}" if date.year else "")

    def say_clock(self, clock: things.Clock) -> str | None:
        said = clock_words(self, clock)
        if clock.second:
            said += f" et {self.named(things.Number(str(clock.second)), self.units['s'])}"
        if clock.half:
            said += " du matin" if clock.half == "am" else _AFTER_NOON[5 < clock.hour < 12]
        return said

    # --- names --------------------------------------------------------------------------------------
    def say_phone(self, phone: things.Phone) -> str | None:
        # The 0 of +33 (0)1 is not dialled.
        written = [group for group in phone.groups if not (phone.plus and group == "0")]
        groups = [part for group in written for part in _pairs(group, country=phone.plus)]
        said = ", ".join(self._digit_group(group) for group in groups)
        return f"{self.plus} {said}" if phone.plus else said

    def _digit_group(self, group: str) -> str:
        if len(group) == 4:
            return f"{self._digit_group(group[:2])} {self._digit_group(group[2:])}"
        if group[0] == "0" and len(group) > 1:
            return f"{_ONES[0]} {self._digit_group(group[1:])}"
        return self.cardinal(int(group))


_FEMININE = Name("", "", gender="f")
_THOUSANDS = re.compile("[0-9]00")
"""`1.500 €`: no price has such decimals."""
_AFTER_NOON = (" de l'après-midi", " du soir")
_TWO_DIGIT_COUNTRIES = ("30", "31", "32", "33", "34", "36", "39", "4", "5", "6", "8", "9")


def _of(noun: str) -> str:
    """`de litre`, `d'euros`, `d'heure`."""
    return (
        f"d'{noun}"
        if noun[0] in "aeéiouyœhAEIO" and not noun.startswith(("hertz", "yuan", "yen"))
        else f"de {noun}"
    )


def _pairs(group: str, *, country: bool) -> list[str]:
    """The groups of a telephone number as they are said; one long group is parted in twos."""
    if len(group) <= 4:
        return [group]
    head: list[str] = []
    if country and len(group) > 6:
        size = 1 if group[0] in "17" else 2 if group.startswith(_TWO_DIGIT_COUNTRIES) else 3
        head, group = [group[:size]], group[size:]
    if len(group) % 2:
        head, group = [*head, group[0]], group[1:]
    return head + [group[at : at + 2] for at in range(0, len(group), 2)]
