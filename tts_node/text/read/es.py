"""Spanish as it is spoken in Spain; American regions differ in "primero", the decimal sign and the peso.

Numbers are own code: they agree with what they count (una hora, veintiún grados, doscientas páginas), which
libraries do not know.
"""

from __future__ import annotations

import re
from dataclasses import replace

from tts_node.text.read import detect_names as names
from tts_node.text.read import detect_signs as signs
from tts_node.text.read import detect_time as time
from tts_node.text.read import es_tables as tables
from tts_node.text.read import things
from tts_node.text.read.detect import DETECTORS
from tts_node.text.read.language import Language
from tts_node.text.read.nouns import NOUN, agreeing
from tts_node.text.read.numbers import fraction_at
from tts_node.text.read.reader import Reader
from tts_node.text.read.scan import LETTER, NO_WORD, Detectors, Found, Rules, Scan
from tts_node.text.read.units import CURRENCY_SIGNS, Name

_SMALL = (
    "cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce",
    "trece", "catorce", "quince", "dieciséis", "diecisiete", "dieciocho", "diecinueve", "veinte", "veintiuno",
    "veintidós", "veintitrés", "veinticuatro", "veinticinco", "veintiséis", "veintisiete", "veintiocho",
    "veintinueve",
)  # fmt: skip
_TENS = ("", "", "", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa")
_HUNDREDS = (
    "", "ciento", "doscientos", "trescientos", "cuatrocientos", "quinientos", "seiscientos", "setecientos",
    "ochocientos", "novecientos",
)  # fmt: skip
_MILLIONS = ((10**12, "billón", "billones"), (10**6, "millón", "millones"))
_ORDINALS = (
    "", "primero", "segundo", "tercero", "cuarto", "quinto", "sexto", "séptimo", "octavo", "noveno", "décimo",
    "undécimo", "duodécimo", "decimotercero", "decimocuarto", "decimoquinto", "decimosexto", "decimoséptimo",
    "decimoctavo", "decimonoveno",
)  # fmt: skip
_ORDINAL_TENS = (
    "", "", "vigésimo", "trigésimo", "cuadragésimo", "quincuagésimo", "sexagésimo", "septuagésimo",
    "octogésimo", "nonagésimo",
)  # fmt: skip
_PARTS = ("", "", "medio", "tercio", "cuarto", "quinto", "sexto", "séptimo", "octavo", "noveno", "décimo")


def reader(tag: str) -> Reader:
    """The rules of `es`, `es-ES`, `es-MX`, `es-AR`."""
    return Rules(Spanish(tag), _DETECTORS)


class Spanish(Language):
    months, weekdays = tables.MONTHS, tables.WEEKDAYS
    units, proofs = tables.UNITS, tables.PROOFS
    scales, money_scales = tables.SCALES, tables.MONEY_SCALES
    abbreviations, before_number = tables.ABBREVIATIONS, tables.BEFORE_NUMBER
    symbols, relations = tables.SYMBOLS, tables.RELATIONS
    net_words, hemispheres, version_word, version_point = (
        tables.NET_WORDS,
        tables.HEMISPHERES,
        "versión",
        "punto",
    )
    code_words, code_links, date_words = tables.CODE_WORDS, tables.CODE_LINKS, tables.DATE_WORDS
    place_words, step_words, rating_words = tables.PLACE_WORDS, tables.STEP_WORDS, tables.RATING_WORDS
    roman_words, ruler_titles = tables.ROMAN_WORDS, tables.RULER_TITLES
    ruler_names = tables.KINGS | tables.QUEENS
    electric_words, warmth_words = tables.ELECTRIC_WORDS, tables.WARMTH_WORDS
    ratio_words, duration_words = tables.RATIO_WORDS, tables.DURATION_WORDS
    no_nouns, label_words = tables.NO_NOUNS, tables.LABEL_WORDS
    ordinal_suffixes = (".º", ".ª", "º", "ª", ".er", "er")
    date_links = ("de", "del")
    half_pattern = r" ?(?:[aA]|(?P<pm>[pP]))(?:[mM](?!\w)|\. ?[mM](?:\.|(?!\w)))"

    minus, plus, plus_minus, to, per, by = "menos", "más", "más menos", "a", "por", "por"
    digit_words = _SMALL[:10]
    money_join = " con "

    def __init__(self, tag: str) -> None:
        region = tag.partition("-")[2].lower()
        self._first = "uno" if region in ("", "es") else "primero"
        pointed = region in tables.POINT_REGIONS
        self.decimal, self.groups, self.other_decimal = (".", ",", ",") if pointed else (",", ".", ".")
        self.point = "punto" if pointed else "coma"
        self.currencies = dict(tables.CURRENCIES)
        self.currency_signs = {**CURRENCY_SIGNS, "S/": "PEN"}
        peso = tables.PESOS.get(region)
        if peso:
            self.currency_signs["$"] = peso
            self.currencies[peso] = (tables.PESO, tables.CURRENCIES[peso][1])

    # --- numbers ------------------------------------------------------------------------------------
    def cardinal(self, value: int, of: Name | None = None) -> str:
        return _cardinal(value, of.gender if of is not None else "")

    def ordinal(self, value: int) -> str:
        if value < 20:
            return _ORDINALS[value]
        if value >= 100:
            return self.cardinal(value)
        tens, ones = divmod(value, 10)
        return f"{_ORDINAL_TENS[tens]} {_ORDINALS[ones]}".strip()

    def say_decimals(self, digits: str) -> str:
        """Two are a number, as people say prices and pi; more are told one by one."""
        return self.cardinal(int(digits)) if len(digits) <= 2 and digits[0] != "0" else self.digits(digits)

    def say_ordinal(self, ordinal: things.Ordinal) -> str | None:
        if not ordinal.value:
            return None
        said = self.ordinal(ordinal.value)
        if ordinal.suffix.endswith(("ª", "a")):
            return re.sub(r"o\b", "a", said)
        if ordinal.suffix.endswith("er"):
            return re.sub(r"(primer|tercer)o$", r"\1", said)
        return said

    def say_fraction(self, fraction: things.Fraction) -> str | None:
        top, bottom = fraction.numerator, fraction.denominator
        one = _PARTS[bottom] if bottom <= 10 else _avo(bottom)
        said = f"un {one}" if top == 1 else f"{self.cardinal(top, _MASCULINE)} {one}s"
        if fraction.whole is not None:
            said = f"{self.cardinal(fraction.whole)} y {'medio' if (top, bottom) == (1, 2) else said}"
        return f"{self.minus} {said}" if fraction.sign == "-" else said

    def say_power(self, power: things.Power) -> str | None:
        base = self.number(power.base)
        if not power.exponent.sign and power.exponent.value in (2, 3):
            return f"{base} al {'cuadrado' if power.exponent.value == 2 else 'cubo'}"
        return f"{base} elevado a {self.number(power.exponent)}"

    def named(self, amount: things.Amount, name: Name, *, adjective: bool = False) -> str | None:
        if isinstance(amount, things.Fraction):
            return self._part_of(amount, name)
        said = super().named(amount, name)
        if (
            isinstance(amount, things.Number)
            and said
            and re.search(r"ill(?:ón|ones)$", self.amount(amount) or "")
        ):
            return f"{self.amount(amount)} de {name.other}"
        return said

    def _part_of(self, fraction: things.Fraction, name: Name) -> str:
        """`media taza`, `dos horas y media`, `tres cuartos de litro`."""
        half = "media" if name.gender == "f" else "medio"
        sign = f"{self.minus} " if fraction.sign == "-" else ""
        unsigned = replace(fraction, sign="")
        if fraction.whole is not None:
            whole = self.named(things.Number(str(fraction.whole)), name)
            rest = half if (fraction.numerator, fraction.denominator) == (1, 2) else None
            return f"{sign}{whole} y {rest or self.say_fraction(replace(unsigned, whole=None))}"
        if (fraction.numerator, fraction.denominator) == (1, 2):
            return f"{sign}{half} {name.one}"
        return f"{sign}{self.say_fraction(unsigned)} de {name.one}"

    # --- money and lengths --------------------------------------------------------------------------
    def say_money(self, money: things.Money) -> str | None:
        if not money.scale:
            return super().say_money(money)
        said, scale = self.amount(money.amount), self.money_scales[money.scale]
        of = "de " if scale.endswith(("ón", "ones")) else ""
        return said and f"{said} {scale} {of}{self.currencies[money.currency][0].other}"

    def say_duration(self, duration: things.Duration) -> str | None:
        said = [self.named(number, self.units[unit]) or "" for number, unit in duration.parts]
        return " y ".join(filter(None, [" ".join(said[:-1]), said[-1]]))

    # --- time ---------------------------------------------------------------------------------------
    def say_date(self, date: things.Date) -> str | None:
        month = tables.MONTH_NAMES[date.month - 1]
        if date.day is None:
            return f"{month} de {self.year(date.year)}" if date.year else month
        day = self._first if date.day == 1 else self.cardinal(date.day)
        if date.until_day is not None:
            day = f"{day} {'al' if date.after in ('del', 'el') else 'a'} {self.cardinal(date.until_day)}"
        return f"{day} de {month}" + (f" de {self.year(date.year)}" if date.year else "")

    def say_clock(self, clock: things.Clock) -> str | None:
        said = _hour_and_minutes(clock)
        if clock.half:
            return f"{said} {_part_of_day(clock)}"
        if clock.second is not None:
            return f"{said} y {self.named(things.Number(str(clock.second)), self.units['s'])}"
        return said if clock.minute else self.named(things.Number(str(clock.hour)), self.units["h"])

    def say_clock_range(self, span: things.ClockRange) -> str | None:
        return f"{_hour_and_minutes(span.start)} {self.to} {self.say_clock(span.end)}"

    # --- names --------------------------------------------------------------------------------------
    def say_size(self, size: things.Size) -> str | None:
        if not size.unit:
            return super().say_size(size)
        sides = [self.number(side) for side in size.sides[:-1]]
        last = self.named(size.sides[-1], self.units[size.unit])
        return f" {self.by} ".join([*sides, last or ""])


_MASCULINE = Name("", "", gender="m")


def _cardinal(value: int, gender: str) -> str:
    """`gender`: m for "un" and "veintiún" before a noun, f for "una", empty for the number by itself."""
    for size, one, many in _MILLIONS:
        if value >= size:
            high, rest = divmod(value, size)
            said = f"un {one}" if high == 1 else f"{_cardinal(high, 'm')} {many}"
            return f"{said} {_cardinal(rest, gender)}" if rest else said
    thousands, rest = divmod(value, 1000)
    if not thousands:
        return _below_thousand(rest, gender)
    said = "mil" if thousands == 1 else f"{_below_thousand(thousands, gender or 'm')} mil"
    return f"{said} {_below_thousand(rest, gender)}" if rest else said


def _below_thousand(value: int, gender: str) -> str:
    hundreds, rest = divmod(value, 100)
    if value == 100:
        return "cien"
    head = _HUNDREDS[hundreds]
    if gender == "f" and hundreds > 1:
        head = head[:-2] + "as"
    if rest < 30:
        tail = _SMALL[rest] if rest or not hundreds else ""
    else:
        tail = _TENS[rest // 10] + (f" y {_SMALL[rest % 10]}" if rest % 10 else "")
    if tail.endswith("uno") and gender == "f":
        tail = tail[:-1] + "a"
    elif tail.endswith("uno") and gender == "m":
        tail = "veintiún" if tail == "veintiuno" else tail[:-1]
    return f"{head} {tail}".strip()


def _avo(bottom: int) -> str:
    if bottom in (100, 1000):
        return "centésimo" if bottom == 100 else "milésimo"
    return _cardinal(bottom, "").replace(" y ", "i").replace(" ", "") + "avo"


def _hour_and_minutes(clock: things.Clock) -> str:
    """`catorce cero cinco`; the hour alone where it is full."""
    hour, minute = _cardinal(clock.hour, "f"), clock.minute
    if not minute and clock.second is None:
        return hour
    return f"{hour} {'cero ' if minute < 10 else ''}{_cardinal(minute, '')}"


def _part_of_day(clock: things.Clock) -> str:
    if clock.half == "pm":
        if clock.hour == 12:
            return "del mediodía"
        return "de la tarde" if clock.hour < 8 else "de la noche"
    if clock.hour == 12:
        return "de la noche"
    return "de la madrugada" if clock.hour < 6 else "de la mañana"


# --- what only Spanish has ----------------------------------------------------------------------------

_CLOCK = re.compile(r"([01]?[0-9]|2[0-4])([:.])([0-5][0-9])(?![0-9]|[:.,][0-9])")
_HOURS = re.compile(rf" ?(?:h|hs|hrs|horas){NO_WORD}(?:\.(?= [a-z]))?")
_ANOTHER = re.compile(r" (?:a|y|hasta|o) (?:las? )?[0-9]")
_HALF = re.compile(r" ?[aApP]\.? ?[mM]\b")
_PHONE = re.compile(
    rf"[6-9][0-9]{{2}}(?:[ .-][0-9]{{3}}[ .-][0-9]{{3}}|(?:[ .-][0-9]{{2}}){{3}}){NO_WORD}(?![.,][0-9])"
)
_ORDINAL = re.compile(r"([0-9]{1,3})(\.?[ºª]|\.?(?:er|[drtmvn][oa])(?![a-záéíóúñ]))")
_MONTH_AFTER = re.compile(rf" de ({LETTER}{{4,10}})")
_FIRST = re.compile(rf"I{NO_WORD}")
_GREAT = re.compile(r"I{1,3}(?= (?:Guerra Mundial|República)\b)")
_SHORT_ROMAN = re.compile(rf"(s|ss|cap|vol|tít|art)\. (?=[IVXLCDM]{{1,8}}{NO_WORD})")
_SHORT = {
    "s": "siglo",
    "ss": "siglos",
    "cap": "capítulo",
    "vol": "volumen",
    "tít": "título",
    "art": "artículo",
}
_SIR = re.compile(rf"D\.(?= [A-ZÁÉÍÓÚÑ]{LETTER}{{2}})")
_BARE_HOUR = re.compile(r"(?:1|21)(?=$|[.,;!?]| (?:de|y|en|por|hasta)\b)")
_TEMPERATURE_ABOVE = 30
"""`31º` is a temperature rather than a floor."""


def _clock(scan: Scan, at: int) -> Found | None:
    """`14:05 h`, a time of day and no length; `a las 9:00` without "horas"; `a las 9.30`."""
    found = _CLOCK.match(scan.text, at)
    if found is None:
        return None
    before = scan.word_before(at).lower()
    proved = before in ("la", "las")
    hours = _HOURS.match(scan.text, found.end())
    if (found.group(2) == "." and not proved) or (hours and before in scan.language.duration_words):
        return None
    if _HALF.match(scan.text, found.end()) or (hours is None and scan.word_at(found.end())):
        return None
    time_of_day = things.Clock(int(found.group(1)), int(found.group(3)))
    if hours is not None:
        return Found(time_of_day, hours.end())
    first = _ANOTHER.match(scan.text, found.end()) is not None and before in ("de", "desde", "entre")
    if (
        not time_of_day.hour
        or not (proved or first)
        or scan.text[found.end() : found.end() + 1] in tuple("-–")
    ):
        return Found(time_of_day, found.end()) if found.group(2) == "." else None
    return Found(things.Words(_hour_and_minutes(time_of_day)), found.end())


def _phone(scan: Scan, at: int) -> Found | None:
    """`612 345 678`, `91 ...` with nine digits in the groups of Spain."""
    found = _PHONE.match(scan.text, at)
    if found is None or "000" in found.group():
        return None
    return Found(things.Phone(tuple(re.findall(r"[0-9]+", found.group()))), found.end())


def _ordinal(scan: Scan, at: int) -> Found | None:
    """`1.º`, `2.ª`, `3.er`, `2º piso`, `2do`; `21º` alone are degrees."""
    found = _ORDINAL.match(scan.text, at)
    if found is None:
        return None
    value, suffix = int(found.group(1)), found.group(2)
    if suffix[-1] in "oa" and not scan.language.ordinal(value)[-2:].startswith(suffix[-2]):
        return None
    if suffix == "º":
        after = scan.word_after(found.end()) if scan.text.startswith(" ", found.end()) else ""
        month = _MONTH_AFTER.match(scan.text, found.end())
        dated = month is not None and month.group(1) in scan.language.months
        counts = after.islower() and after not in scan.language.no_nouns and value <= _TEMPERATURE_ABOVE
        if not (dated or counts):
            return None
    return Found(things.Ordinal(value, suffix, scan.word_before(at).lower()), found.end())


def _ruler(scan: Scan, at: int) -> Found | None:
    """Nothing else knows whether it was a king or a queen."""
    first = _FIRST.match(scan.text, at)
    if first and scan.word_before(at).lower() in scan.language.ruler_names:
        return Found(things.Words(_numbered(scan, at, 1)), first.end())
    found = names.roman(scan, at)
    if found is None or not isinstance(found.thing, things.Roman) or not found.thing.name:
        return found
    return Found(things.Words(_numbered(scan, at, found.thing.value)), found.end)


def _numbered(scan: Scan, at: int, value: int) -> str:
    """The number of the king or queen before `at`: an ordinal up to ten."""
    if value > 10:
        return scan.language.cardinal(value)
    said = scan.language.ordinal(value)
    return said[:-1] + "a" if scan.word_before(at).lower() in tables.QUEENS else said


def _short_roman(scan: Scan, at: int) -> Found | None:
    """`s. XXI`, `vol. II`."""
    found = _SHORT_ROMAN.match(scan.text, at)
    numeral = names.roman_at(scan.text, found.end()) if found else None
    if found is None or numeral is None or scan.word_at(numeral[1]):
        return None
    return Found(things.Words(f"{_SHORT[found.group(1)]} {scan.language.cardinal(numeral[0])}"), numeral[1])


def _great(scan: Scan, at: int) -> Found | None:
    """`II Guerra Mundial`."""
    found = _GREAT.match(scan.text, at)
    value = len(found.group()) if found else 0
    return Found(things.Words(("Primera", "Segunda", "Tercera")[value - 1]), found.end()) if found else None


def _sir(scan: Scan, at: int) -> Found | None:
    """`D. Juan`."""
    found = _SIR.match(scan.text, at)
    return Found(things.Words("don"), found.end()) if found else None


def _portion(scan: Scan, at: int) -> Found | None:
    """`1/2 taza`, `2½ horas`."""
    found = fraction_at(scan, at)
    noun = NOUN.match(scan.text, found[1]) if found else None
    measure = tables.MEASURES.get(noun.group(1)) if noun else None
    if found is None or noun is None or measure is None:
        return None
    one, gender = measure
    said = scan.language.named(found[0], Name(one, one + "s", gender=gender))
    return Found(things.Words(said), noun.end()) if said else None


def _hour(scan: Scan, at: int) -> Found | None:
    """`a la 1`, `a las 21`: an hour without minutes."""
    found = _BARE_HOUR.match(scan.text, at)
    if found is None or scan.word_before(at).lower() not in ("la", "las"):
        return None
    return Found(things.Words(_cardinal(int(found.group()), "f")), found.end())


_DETECTORS = Detectors(
    (_phone, _ordinal, _clock, _hour, _portion), (_sir, _great, _short_roman), (_portion,)
).before(
    DETECTORS.replacing(time.month_date)
    .replacing(names.roman, _ruler)
    .replacing(signs.number, signs.pointed, agreeing(tables.NOUNS))
)
