"""Italian.

Numbers are own code: one word with its elisions and accent (ventuno, ventotto, ventitré), "un", "uno", "una"
and "un'" by what is counted, which libraries do not know.
"""

from __future__ import annotations

import re
from dataclasses import replace

from tts_node.text.read import detect_names as names
from tts_node.text.read import detect_signs as signs
from tts_node.text.read import it_tables as tables
from tts_node.text.read import letters, things
from tts_node.text.read.detect import DETECTORS
from tts_node.text.read.it_detect import ITALIAN_DETECTORS
from tts_node.text.read.it_nouns import counted
from tts_node.text.read.it_roman import ruler
from tts_node.text.read.reader import Reader
from tts_node.text.read.romance import Romance, low_and_high, meters_and_rest, shifted
from tts_node.text.read.romance_forms import forms
from tts_node.text.read.scan import Rules
from tts_node.text.read.units import Name

_ONES = (
    "zero", "uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci", "undici",
    "dodici", "tredici", "quattordici", "quindici", "sedici", "diciassette", "diciotto", "diciannove",
)  # fmt: skip
_TENS = (
    "", "", "venti", "trenta", "quaranta", "cinquanta", "sessanta", "settanta", "ottanta", "novanta",
)  # fmt: skip
_GROUPS = ((10**12, "bilione", "bilioni"), (10**9, "miliardo", "miliardi"), (10**6, "milione", "milioni"))
_ORDINALS = (
    "", "primo", "secondo", "terzo", "quarto", "quinto", "sesto", "settimo", "ottavo", "nono", "decimo",
)  # fmt: skip
_LONG_UN = re.compile(r"s[^aeiou]|[zxy]|gn|ps|pn", re.IGNORECASE)
"""Words that take "uno"."""
_SCREENS = frozenset({(16, 9), (4, 3), (21, 9), (16, 10)})


def reader(tag: str) -> Reader:
    """The rules of `it`, `it-CH`."""
    shared = DETECTORS.replacing(signs.number, counted).replacing(names.roman, ruler)
    shared = shared.before(letters.ITALIAN.detectors)
    return Rules(Italian(), _FORMS.before(ITALIAN_DETECTORS).before(shared))


_FORMS = forms(None, "o", genders=True, x_of_games=False)


class Italian(Romance):
    months, units, proofs, currencies = tables.MONTHS, tables.UNITS, tables.PROOFS, tables.CURRENCIES
    scales, money_scales = tables.SCALES, tables.MONEY_SCALES
    abbreviations, before_number = tables.ABBREVIATIONS, tables.BEFORE_NUMBER
    symbols, relations = tables.SYMBOLS, tables.RELATIONS
    net_words, hemispheres = tables.NET_WORDS, tables.HEMISPHERES
    version_word, version_point = "versione", "punto"
    date_words, code_words, code_links = tables.DATE_WORDS, tables.CODE_WORDS, tables.CODE_LINKS
    code_purposes = tables.CODE_PURPOSES
    step_words, rating_words = tables.STEP_WORDS, tables.RATING_WORDS
    roman_words, ruler_names, ruler_titles = tables.ROMAN_WORDS, tables.RULER_NAMES, tables.RULER_TITLES
    electric_words, warmth_words = tables.ELECTRIC_WORDS, tables.WARMTH_WORDS
    ratio_words, duration_words, label_words = tables.RATIO_WORDS, tables.DURATION_WORDS, tables.LABEL_WORDS
    noticed_too = frozenset({*tables.WEEKDAYS, "max", "min", "ore", "le", "alle", "dalle", "delle", "sono"})
    ordinal_suffixes = ("°", "º")
    half_pattern = r" ?(?:[aA]|(?P<pm>[pP]))(?:[mM](?!\w)|\. ?[mM](?:\.|(?!\w)))"
    dots_part_thousands = True

    minus, plus, plus_minus, point, to, per, by = "meno", "più", "più o meno", "virgola", "a", "per", "per"
    digit_words = _ONES[:10]
    money_join = " e "

    # --- numbers ------------------------------------------------------------------------------------
    def cardinal(self, value: int, of: Name | None = None) -> str:
        if value == 1 and of is not None and of.gender:
            return _one(of)
        groups: list[str] = []
        for size, one, many in _GROUPS:
            count, value = divmod(value, size)
            if count:
                groups.append(f"un {one}" if count == 1 else f"{_below_million(count)} {many}")
        if value or not groups:
            groups.append(_below_million(value))
        return " ".join(groups)

    def ordinal(self, value: int) -> str:
        if value <= 10:
            return _ORDINALS[value] or "zero"
        said = self.cardinal(value).replace("tré", "tree")
        if value % 10 == 6 and value % 100 != 16:
            return said + "esimo"
        return (said[:-1] if said[-1] in "aeio" else said) + "esimo"

    def say_ordinal(self, ordinal: things.Ordinal) -> str | None:
        said = self.ordinal(ordinal.value)
        return said[:-1] + "a" if ordinal.suffix in ("ª", "a", "f") else said

    def say_fraction(self, fraction: things.Fraction) -> str | None:
        top, bottom = fraction.numerator, fraction.denominator
        part = "mezzo" if bottom == 2 else self.ordinal(bottom)
        said = f"un {part}" if top == 1 else f"{self.cardinal(top)} {part[:-1]}i"
        if fraction.whole is not None:
            said = f"{self.cardinal(fraction.whole)} e {'mezzo' if (top, bottom) == (1, 2) else said}"
        return f"{self.minus} {said}" if fraction.sign == "-" else said

    def say_ratio(self, ratio: things.Ratio) -> str | None:
        first, second = ratio.first.value, ratio.second.value
        if ratio.relation == "to" and (first, second) in _SCREENS:
            return self.say_fraction(things.Fraction(first, second))
        return super().say_ratio(ratio)

    def say_power(self, power: things.Power) -> str | None:
        base, exponent = self.number(power.base), power.exponent
        if not exponent.sign and exponent.value in (2, 3):
            return f"{base} al {'quadrato' if exponent.value == 2 else 'cubo'}"
        if exponent.sign:
            return f"{base} alla {self.number(exponent)}"
        return f"{base} alla {self.ordinal(exponent.value)[:-1]}a"

    def say_size(self, size: things.Size) -> str | None:
        if not size.unit:
            return super().say_size(size)
        sides = [self.number(side) for side in size.sides[:-1]]
        return f" {self.by} ".join([*sides, self.named(size.sides[-1], self.unit_name(size.unit)) or ""])

    def say_scaled(self, scaled: things.Scaled) -> str | None:
        said, amount = self.scales[scaled.scale], scaled.amount
        if said != "volte" and isinstance(amount, things.Number):
            whole = shifted(amount, 3 if said == "mila" else 6)
            return self.number(whole) if whole else None
        return f"{self.amount(amount)} {said}"

    def amount(self, amount: things.Amount, of: Name | None = None) -> str | None:
        """A range is said with both its ends: "da tre a cinque", a falling one (a score) "tre a due"."""
        if not isinstance(amount, things.Range):
            return super().amount(amount, of)
        said = f"{self.number(amount.low, of)} {self.to} {self.number(amount.high, of)}"
        falls = not amount.low.sign and amount.low.value >= amount.high.value
        return said if falls else f"da {said}"

    # --- what is counted ----------------------------------------------------------------------------
    def named(self, amount: things.Amount, name: Name, *, adjective: bool = False) -> str | None:
        amount = low_and_high(amount, name) or amount
        if isinstance(amount, things.Fraction):
            return self._part_of(amount, name)
        said = super().named(amount, name)
        number = amount.high if isinstance(amount, things.Range) else amount
        if said and number.value >= 10**6 and not number.value % 10**6 and not number.decimals:
            return f"{self.amount(amount)} di {name.other}"
        return said and said.replace("un' ", "un'")

    def _part_of(self, fraction: things.Fraction, name: Name) -> str:
        """`mezzo litro`, `mezz'ora`, `due ore e mezza`, `tre quarti d'ora`."""
        half = (fraction.numerator, fraction.denominator) == (1, 2)
        half_word = "mezza" if name.gender == "f" else "mezzo"
        if fraction.whole is not None:
            whole = self.named(things.Number(str(fraction.whole)), name)
            part = half_word if half else self.say_fraction(replace(fraction, whole=None, sign=""))
            said = f"{whole} e {part}"
        elif half:
            said = f"mezz'{name.one}" if name.one == "ora" else f"{half_word} {name.one}"
        else:
            of = "d'ora" if name.one == "ora" else f"di {name.one}"
            said = f"{self.say_fraction(replace(fraction, sign=''))} {of}"
        return f"{self.minus} {said}" if fraction.sign == "-" else said

    def unit_name(self, symbol: str) -> Name:
        if symbol in self.units:
            return self.units[symbol]
        whole, _, each = symbol.partition("/")
        return self.units[whole].joined("", f" {self._rate(each)}")

    def _rate(self, unit: str, count: int = 1, *, price: bool = False) -> str:
        """What is said for the slash and the unit after it: `al secondo`, `per metro cubo`, `al litro`."""
        name = self.unit_name(unit)
        if count > 1:
            return f"{self.per} {self.cardinal(count)} {name.other}"
        if unit in tables.RATES:
            return tables.RATES[unit]
        if not price:
            return f"{self.per} {name.one}"
        if name.one[0] in "aeiou":
            return f"all'{name.one}"
        return f"{'alla' if name.gender == 'f' else 'al'} {name.one}"

    def say_quantity(self, quantity: things.Quantity) -> str | None:
        height = meters_and_rest(quantity)
        if height is not None:
            return f"{self.named(height[0], self.units['m'])} e {self.cardinal(height[1])}"
        said = self.named(quantity.amount, self.unit_name(quantity.unit))
        return f"{said} {self._rate(quantity.per, quantity.per_count)}" if said and quantity.per else said

    def say_money(self, money: things.Money) -> str | None:
        said = self._many(money) if money.scale else super().say_money(replace(money, per=""))
        return f"{said} {self._rate(money.per, price=True)}" if said and money.per else said

    def _many(self, money: things.Money) -> str | None:
        name, amount, scale = self.currencies[money.currency][0], money.amount, self.money_scales[money.scale]
        if scale == "mila":
            whole = shifted(amount, 3) if isinstance(amount, things.Number) else None
            return self.named(whole, name) if whole else None
        if isinstance(amount, things.Number) and amount.value == 1 and not amount.decimals:
            return f"un {scale} di {name.other}"
        return f"{self.amount(amount)} {scale[:-1]}i di {name.other}"

    def _major_and_minor(self, amount: things.Number, major: Name, minor: Name) -> str | None:
        """`dodici euro e cinquanta`, but `dodici euro e cinque centesimi`."""
        cents = int(amount.decimals)
        if cents < 10 or not amount.value:
            return super()._major_and_minor(amount, major, minor)
        return f"{self.named(replace(amount, decimals=''), major)} e {self.cardinal(cents)}"

    def say_duration(self, duration: things.Duration) -> str | None:
        said = [self.named(number, self.units[unit]) or "" for number, unit in duration.parts]
        return " e ".join(filter(None, [", ".join(said[:-1]), said[-1]]))

    # --- time ---------------------------------------------------------------------------------------
    def say_date(self, date: things.Date) -> str | None:
        month = tables.MONTH_NAMES[date.month - 1]
        if date.day is None:
            return f"{month} {self.year(date.year)}" if date.year else month
        if date.in_words and date.month_first:
            return None  # "a maggio 3 persone"
        day = _ORDINALS[1] if date.day == 1 else self.cardinal(date.day)
        if date.until_day is not None:
            day = f"{day} {'al' if date.after == 'dal' else self.to} {self.cardinal(date.until_day)}"
        return f"{day} {month}" + (f" {self.year(date.year)}" if date.year else "")

    def say_year(self, year: things.Year) -> str | None:
        if year.until is None:
            return self.year(year.value)
        return f"dal {self.year(year.value)} al {self.year(year.until)}"

    def say_clock(self, clock: things.Clock) -> str | None:
        if not (clock.hour % 24 or clock.minute or clock.second or clock.half):
            return "mezzanotte"
        said = "una" if clock.hour == 1 else self.cardinal(clock.hour)
        if clock.minute:
            said += f" e {self.cardinal(clock.minute)}"
        if clock.second:
            said += f" e {self.named(things.Number(str(clock.second)), self.units['s'])}"
        if clock.half:
            said += " di mattina" if clock.half == "am" else _AFTER_NOON[5 < clock.hour < 12]
        return said

    def say_clock_range(self, span: things.ClockRange) -> str | None:
        start, end = self.say_clock(span.start) or "", self.say_clock(span.end) or ""
        return f"{_from_to(start, 'dall')} {_from_to(end, 'all')}"


_AFTER_NOON = (" del pomeriggio", " di sera")


def _from_to(hour: str, preposition: str) -> str:
    """`dalle nove`, `dall'una`, `da mezzanotte`."""
    if hour == "mezzanotte":
        return f"{preposition.removesuffix('ll')} {hour}"
    return f"{preposition}'{hour}" if hour.startswith("una") else f"{preposition}e {hour}"


def _one(of: Name) -> str:
    """`un grado`, `uno zaino`, `una tazza`, `un'ora` (its blank is taken out later)."""
    if of.gender == "f":
        return "un'" if of.one[:1].lower() in tuple("aeiou") else "una"
    return "uno" if _LONG_UN.match(of.one) else "un"


def _below_million(value: int) -> str:
    thousands, rest = divmod(value, 1000)
    head = "" if not thousands else "mille" if thousands == 1 else _below_thousand(thousands) + "mila"
    said = head + (_below_thousand(rest) if rest or not head else "")
    return re.sub(r"(?<=.)tre$", "tré", said) if rest % 100 not in (13,) else said


def _below_thousand(value: int) -> str:
    hundreds, rest = divmod(value, 100)
    head = "" if not hundreds else "cento" if hundreds == 1 else _ONES[hundreds] + "cento"
    if head and (rest == 8 or rest // 10 == 8):
        head = head[:-1]  # centotto, centottanta
    return head + (_below_hundred(rest) if rest or not head else "")


def _below_hundred(value: int) -> str:
    if value < 20:
        return _ONES[value]
    tens, ones = divmod(value, 10)
    head = _TENS[tens][:-1] if ones in (1, 8) else _TENS[tens]
    return head + (_ONES[ones] if ones else "")
