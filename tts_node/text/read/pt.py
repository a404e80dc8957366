"""Portuguese as it is spoken in Brazil; `pt-PT` and Africa have their own numbers and names of units.

Numbers are own code: they agree with what they count (duas horas, vinte e uma páginas), and their "e" follows
rules that libraries know in part.
"""

from __future__ import annotations

import re
from functools import cached_property

from tts_node.text.read import letters, things
from tts_node.text.read import pt_tables as tables
from tts_node.text.read.iberian import Iberian
from tts_node.text.read.pt_detect import DETECTORS
from tts_node.text.read.reader import Reader
from tts_node.text.read.scan import Rules
from tts_node.text.read.units import CURRENCY_SIGNS, Name

_SMALL = (
    "zero", "um", "dois", "três", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez", "onze", "doze",
    "treze", "catorze", "quinze", "dezesseis", "dezessete", "dezoito", "dezenove",
)  # fmt: skip
_IN_PORTUGAL = {16: "dezasseis", 17: "dezassete", 19: "dezanove"}
_TENS = ("", "", "vinte", "trinta", "quarenta", "cinquenta", "sessenta", "setenta", "oitenta", "noventa")
_HUNDREDS = (
    "", "cento", "duzentos", "trezentos", "quatrocentos", "quinhentos", "seiscentos", "setecentos",
    "oitocentos", "novecentos",
)  # fmt: skip
_SHORT_SCALE = ((10**12, "trilhão", "trilhões"), (10**9, "bilhão", "bilhões"), (10**6, "milhão", "milhões"))
_LONG_SCALE = ((10**12, "bilião", "biliões"), (10**6, "milhão", "milhões"))
_FEMININE = {"um": "uma", "dois": "duas"}
_ORDINALS = (
    "", "primeiro", "segundo", "terceiro", "quarto", "quinto", "sexto", "sétimo", "oitavo", "nono",
)  # fmt: skip
_ORDINAL_TENS = (
    "", "décimo", "vigésimo", "trigésimo", "quadragésimo", "quinquagésimo", "sexagésimo", "septuagésimo",
    "octogésimo", "nonagésimo",
)  # fmt: skip
_PARTS = ("", "", "meio", "terço", "quarto", "quinto", "sexto", "sétimo", "oitavo", "nono", "décimo")


def reader(tag: str) -> Reader:
    """The rules of `pt`, `pt-BR`, `pt-PT`."""
    return Rules(Portuguese(tag), DETECTORS.before(letters.PORTUGUESE.detectors))


class Portuguese(Iberian):
    decimal, groups, other_decimal = ",", ".", "."
    months, weekdays = tables.MONTHS, tables.WEEKDAYS
    proofs = tables.PROOFS
    scales, money_scales = tables.SCALES, tables.MONEY_SCALES
    abbreviations = tables.ABBREVIATIONS
    symbols, relations = tables.SYMBOLS, tables.RELATIONS
    net_words, hemispheres = tables.NET_WORDS, tables.HEMISPHERES
    version_word, version_point = "versão", "ponto"
    code_words, code_links, phone_words = tables.CODE_WORDS, tables.CODE_LINKS, tables.PHONE_WORDS
    code_purposes = tables.CODE_PURPOSES
    date_words, place_words, step_words = tables.DATE_WORDS, tables.PLACE_WORDS, tables.STEP_WORDS
    rating_words, roman_words, ruler_titles = tables.RATING_WORDS, tables.ROMAN_WORDS, tables.RULER_TITLES
    ruler_names = tables.KINGS | tables.QUEENS
    electric_words, warmth_words = tables.ELECTRIC_WORDS, tables.WARMTH_WORDS
    ratio_words, duration_words = tables.RATIO_WORDS, tables.DURATION_WORDS
    no_nouns, label_words = tables.NO_NOUNS, tables.LABEL_WORDS
    queens, measures, short_romans = tables.QUEENS, tables.MEASURES, tables.SHORT_ROMANS
    half, conjunction, million_words = ("meio", "meia"), "e", ("lhão", "lhões", "lião", "liões")
    greats = ("Primeira", "Segunda", "Terceira")
    ordinal_suffixes = (".º", ".ª", "º", "ª", "°")
    date_links = ("de",)

    minus, plus, plus_minus, point, to, per = "menos", "mais", "mais ou menos", "vírgula", "a", "por"
    by = "por"
    digit_words = _SMALL[:10]
    money_join = " e "

    def __init__(self, tag: str) -> None:
        self._brazil = tag.partition("-")[2].lower() in ("", "br")
        self._small = _SMALL if self._brazil else tuple(_IN_PORTUGAL.get(n, w) for n, w in enumerate(_SMALL))
        self._scale = _SHORT_SCALE if self._brazil else _LONG_SCALE
        self.units = tables.UNITS if self._brazil else tables.UNITS | tables.UNITS_IN_PORTUGAL
        self.before_number = {**tables.BEFORE_NUMBER, "km": self.units["km"].one}
        self.currency_signs = {**CURRENCY_SIGNS, "R$": "BRL"}
        cents = (
            {}
            if self._brazil
            else {"EUR": (tables.CURRENCIES["EUR"][0], Name("cêntimo", "cêntimos", gender="m"))}
        )
        self.currencies = {**tables.CURRENCIES, **cents}

    @cached_property
    def noticed(self) -> frozenset[str]:
        return super().noticed | {"as", "das"}

    # --- numbers ------------------------------------------------------------------------------------
    def cardinal(self, value: int, of: Name | None = None) -> str:
        return self._cardinal(value, feminine=of is not None and of.gender == "f")

    def _cardinal(self, value: int, *, feminine: bool) -> str:
        for size, one, many in self._scale:
            if value >= size:
                high, rest = divmod(value, size)
                said = f"um {one}" if high == 1 else f"{self._cardinal(high, feminine=False)} {many}"
                group = rest // 1000 if rest % 1000 == 0 else rest
                link = " e " if _needs_and(group) else " "
                return f"{said}{link}{self._cardinal(rest, feminine=feminine)}" if rest else said
        thousands, rest = divmod(value, 1000)
        if not thousands:
            return self._below_thousand(rest, feminine)
        said = "mil" if thousands == 1 else f"{self._below_thousand(thousands, feminine)} mil"
        link = " e " if _needs_and(rest) else " "
        return f"{said}{link}{self._below_thousand(rest, feminine)}" if rest else said

    def _below_thousand(self, value: int, feminine: bool) -> str:
        hundreds, rest = divmod(value, 100)
        if value == 100:
            return "cem"
        head = _HUNDREDS[hundreds]
        if feminine and hundreds > 1:
            head = head[:-2] + "as"
        tens, ones = divmod(rest, 10)
        if rest < 20:
            parts = [self._small[rest]] if rest or not hundreds else []
        else:
            parts = [_TENS[tens], *([self._small[ones]] if ones else [])]
        if feminine:
            parts = [_FEMININE.get(part, part) for part in parts]
        return " e ".join([*([head] if head else []), *parts])

    def ordinal(self, value: int) -> str:
        if value >= 100:
            return self.cardinal(value)
        tens, ones = divmod(value, 10)
        return f"{_ORDINAL_TENS[tens]} {_ORDINALS[ones]}".strip()

    def say_ordinal(self, ordinal: things.Ordinal) -> str | None:
        if not ordinal.value:
            return None
        said = self.ordinal(ordinal.value)
        return re.sub(r"o\b", "a", said) if ordinal.suffix.endswith("ª") else said

    def say_fraction(self, fraction: things.Fraction) -> str | None:
        top, bottom = fraction.numerator, fraction.denominator
        one = _PARTS[bottom] if bottom <= 10 else f"{self.cardinal(bottom)} avo"
        if bottom == 100:
            one = "centésimo"
        said = f"um {one}" if top == 1 else f"{self.cardinal(top)} {one}s"
        if fraction.whole is not None:
            said = f"{self.cardinal(fraction.whole)} e {'meio' if (top, bottom) == (1, 2) else said}"
        return f"{self.minus} {said}" if fraction.sign == "-" else said

    def say_power(self, power: things.Power) -> str | None:
        base = self.number(power.base)
        if not power.exponent.sign and power.exponent.value in (2, 3):
            return f"{base} ao {'quadrado' if power.exponent.value == 2 else 'cubo'}"
        return f"{base} elevado a {self.number(power.exponent)}"

    def say_scaled(self, scaled: things.Scaled) -> str | None:
        if self.scales[scaled.scale] == "vezes":
            return self.named(scaled.amount, Name("vez", "vezes", gender="f"))
        return super().say_scaled(scaled)

    # --- money and lengths --------------------------------------------------------------------------
    def say_money(self, money: things.Money) -> str | None:
        if not money.scale:
            return super().say_money(money)
        said, scale = self.amount(money.amount), self.money_scales[money.scale]
        if isinstance(money.amount, things.Number) and money.amount.value < 2:
            scale = scale.replace("ões", "ão")
        of = "" if scale == "mil" else "de "
        return said and f"{said} {scale} {of}{self.currencies[money.currency][0].other}"

    # --- time ---------------------------------------------------------------------------------------
    def say_date(self, date: things.Date) -> str | None:
        month = tables.MONTH_NAMES[date.month - 1]
        if date.day is None:
            return f"{month} de {self.year(date.year)}" if date.year else month
        day = "primeiro" if date.day == 1 and self._brazil else self.cardinal(date.day)
        if date.until_day is not None:
            day = f"{day} a {self.cardinal(date.until_day)}"
        return f"{day} de {month}" + (f" de {self.year(date.year)}" if date.year else "")

    def say_clock(self, clock: things.Clock) -> str | None:
        said = self._hour_and_minutes(clock)
        if clock.half:
            return f"{said} {_part_of_day(clock)}"
        if clock.second is not None:
            return f"{said} e {self.named(things.Number(str(clock.second)), self.units['s'])}"
        if clock.minute:
            return said
        return f"{said} hora" + ("s" if clock.hour > 1 else "")

    def say_clock_range(self, span: things.ClockRange) -> str | None:
        to = "à" if span.end.hour == 1 else "às"
        return f"{self._hour_and_minutes(span.start)} {to} {self.say_clock(span.end)}"

    def _hour_and_minutes(self, clock: things.Clock) -> str:
        """`catorze e cinco`; the hour alone where it is full."""
        hour = self._cardinal(clock.hour, feminine=True)
        if clock.minute:
            zero = " hora" if not clock.hour else ""
            return f"{hour}{zero} e {self.cardinal(clock.minute)}"
        return hour


def _needs_and(group: int) -> bool:
    """Whether "e" joins a group to what stands before: mil e cem, mil e treze, mil duzentos e treze."""
    return group <= 100 or (group < 1000 and group % 100 == 0)


def _part_of_day(clock: things.Clock) -> str:
    if clock.half == "pm":
        return "da tarde" if clock.hour < 7 or clock.hour == 12 else "da noite"
    return "da madrugada" if clock.hour < 6 or clock.hour == 12 else "da manhã"
