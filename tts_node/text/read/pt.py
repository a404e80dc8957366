"""Portuguese as it is spoken in Brazil; `pt-PT` and Africa have their own numbers and names of units.

Numbers are own code: they agree with what they count (duas horas, vinte e uma páginas), and their "e" follows
rules that libraries know in part.
"""

from __future__ import annotations

import re
from dataclasses import replace

from tts_node.text.read import detect_names as names
from tts_node.text.read import detect_signs as signs
from tts_node.text.read import detect_time as time
from tts_node.text.read import pt_tables as tables
from tts_node.text.read import things
from tts_node.text.read.detect import DETECTORS
from tts_node.text.read.language import Language
from tts_node.text.read.nouns import NOUN, agreeing
from tts_node.text.read.numbers import fraction_at
from tts_node.text.read.reader import Reader
from tts_node.text.read.scan import LETTER, NO_WORD, Detectors, Found, Rules, Scan
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
    return Rules(Portuguese(tag), _DETECTORS)


class Portuguese(Language):
    decimal, groups, other_decimal = ",", ".", "."
    months, weekdays = tables.MONTHS, tables.WEEKDAYS
    proofs = tables.PROOFS
    scales, money_scales = tables.SCALES, tables.MONEY_SCALES
    abbreviations, before_number = tables.ABBREVIATIONS, tables.BEFORE_NUMBER
    symbols, relations = tables.SYMBOLS, tables.RELATIONS
    net_words, hemispheres = tables.NET_WORDS, tables.HEMISPHERES
    version_word, version_point = "versão", "ponto"
    code_words, code_links, phone_words = tables.CODE_WORDS, tables.CODE_LINKS, tables.PHONE_WORDS
    date_words, place_words, step_words = tables.DATE_WORDS, tables.PLACE_WORDS, tables.STEP_WORDS
    rating_words, roman_words, ruler_titles = tables.RATING_WORDS, tables.ROMAN_WORDS, tables.RULER_TITLES
    ruler_names = tables.KINGS | tables.QUEENS
    electric_words, warmth_words = tables.ELECTRIC_WORDS, tables.WARMTH_WORDS
    ratio_words, duration_words = tables.RATIO_WORDS, tables.DURATION_WORDS
    no_nouns, label_words = tables.NO_NOUNS, tables.LABEL_WORDS
    ordinal_suffixes = (".º", ".ª", "º", "ª", "°")
    date_links = ("de",)
    half_pattern = r" ?(?:[aA]|(?P<pm>[pP]))(?:[mM](?!\w)|\. ?[mM](?:\.|(?!\w)))"

    minus, plus, plus_minus, point, to, per = "menos", "mais", "mais ou menos", "vírgula", "a", "por"
    by = "por"
    digit_words = _SMALL[:10]
    money_join = " e "

    def __init__(self, tag: str) -> None:
        self._brazil = tag.partition("-")[2].lower() in ("", "br")
        self._small = _SMALL if self._brazil else tuple(_IN_PORTUGAL.get(n, w) for n, w in enumerate(_SMALL))
        self._scale = _SHORT_SCALE if self._brazil else _LONG_SCALE
        self.units = tables.UNITS if self._brazil else tables.UNITS | tables.UNITS_IN_PORTUGAL
        self.currency_signs = {**CURRENCY_SIGNS, "R$": "BRL"}
        cents = (
            {}
            if self._brazil
            else {"EUR": (tables.CURRENCIES["EUR"][0], Name("cêntimo", "cêntimos", gender="m"))}
        )
        self.currencies = {**tables.CURRENCIES, **cents}

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

    def say_decimals(self, digits: str) -> str:
        """Two are a number, as people say prices and pi; more are told one by one."""
        return self.cardinal(int(digits)) if len(digits) <= 2 and digits[0] != "0" else self.digits(digits)

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

    def named(self, amount: things.Amount, name: Name, *, adjective: bool = False) -> str | None:
        if isinstance(amount, things.Fraction):
            return self._part_of(amount, name)
        said = self.amount(amount, name) or ""
        if isinstance(amount, things.Number) and re.search(r"[lr](?:hão|hões|ião|iões)$", said):
            return f"{said} de {name.other}"
        return super().named(amount, name)

    def _part_of(self, fraction: things.Fraction, name: Name) -> str:
        """`meia xícara`, `duas horas e meia`, `três quartos de litro`."""
        half = "meia" if name.gender == "f" else "meio"
        sign = f"{self.minus} " if fraction.sign == "-" else ""
        unsigned = replace(fraction, sign="")
        is_half = (fraction.numerator, fraction.denominator) == (1, 2)
        if fraction.whole is not None:
            whole = self.named(things.Number(str(fraction.whole)), name)
            rest = half if is_half else self.say_fraction(replace(unsigned, whole=None))
            return f"{sign}{whole} e {rest}"
        return f"{sign}{half} {name.one}" if is_half else f"{sign}{self.say_fraction(unsigned)} de {name.one}"

    # --- money and lengths --------------------------------------------------------------------------
    def say_money(self, money: things.Money) -> str | None:
        if not money.scale:
            return super().say_money(money)
        said, scale = self.amount(money.amount), self.money_scales[money.scale]
        if isinstance(money.amount, things.Number) and money.amount.value < 2:
            scale = scale.replace("ões", "ão")
        of = "" if scale == "mil" else "de "
        return said and f"{said} {scale} {of}{self.currencies[money.currency][0].other}"

    def say_duration(self, duration: things.Duration) -> str | None:
        said = [self.named(number, self.units[unit]) or "" for number, unit in duration.parts]
        return " e ".join(filter(None, [" ".join(said[:-1]), said[-1]]))

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


# --- what only Portuguese has -------------------------------------------------------------------------

_HOURS = re.compile(rf"([01]?[0-9]|2[0-4])[hH]([0-5][0-9]){NO_WORD}")
_LASTS = re.compile(r"\b(?:timer|temporizador|duração|filme|viagem|atraso) (?:de|em) $", re.IGNORECASE)
_CLOCK_H = re.compile(rf"([01]?[0-9]|2[0-4]):([0-5][0-9]) ?(?:h|hs|hrs|horas){NO_WORD}")
_BARE_HOUR = re.compile(r"(?:[12]?[12])(?=$|[.,;!?]| (?:da|e|em|no|na|por|até|de|horas)\b)")
_AREA = r"(?:\(?0?([1-9][0-9])\)?[ -]?)"
_PHONE = re.compile(rf"{_AREA}(9[0-9]{{4}}|[2-5][0-9]{{3}})[- .]([0-9]{{4}}){NO_WORD}(?![.,/-][0-9])")
_LOCAL_PHONE = re.compile(rf"(9[0-9]{{4}}|[2-5][0-9]{{3}})-([0-9]{{4}}){NO_WORD}(?![.,/-][0-9])")
_PORTUGAL_PHONE = re.compile(rf"[29][0-9]{{2}} [0-9]{{3}} [0-9]{{3}}{NO_WORD}(?![.,][0-9])")
_CPF = re.compile(
    rf"(?:[0-9]{{3}}\.[0-9]{{3}}\.[0-9]{{3}}-[0-9]{{2}}|[0-9]{{2}}(?:\.[0-9]{{3}}){{2}}/[0-9]{{4}}-[0-9]{{2}}){NO_WORD}"
)
_ORDINAL = re.compile(r"([0-9]{1,3})(\.?[ºª])")
_MONTH_AFTER = re.compile(rf" de ({LETTER}{{4,10}})")
_FIRST = re.compile(rf"I{NO_WORD}")
_SIR = re.compile(rf"D\.(?= ([A-ZÁÉÍÓÚÂÊÔ]{LETTER}{{2,20}}))")
_STREET = re.compile(rf"R\.(?= [A-ZÁÉÍÓÚÂÊÔ][{LETTER[1:-1]} .]{{2,40}},? (?:n\.?º )?[0-9])")
_SCORE = re.compile(rf"([0-9]{{1,2}}) ?[xX×] ?([0-9]{{1,2}}){NO_WORD}(?! ?[xX×])")
_GREAT = re.compile(r"I{1,3}(?= (?:Guerra Mundial|República)\b)")
_SHORT_ROMAN = re.compile(rf"(séc|cap|vol|tít|art|inc)\. (?=[IVXLCDM]{{1,8}}{NO_WORD})")
_SHORT = {
    "séc": "século",
    "cap": "capítulo",
    "vol": "volume",
    "tít": "título",
    "art": "artigo",
    "inc": "inciso",
}
_LAST_DEGREE = 31


def _hours(scan: Scan, at: int) -> Found | None:
    """`14h05`, `14:05 h`: a time of day, and a length after "demora" and its like."""
    found = _HOURS.match(scan.text, at) or _CLOCK_H.match(scan.text, at)
    if (
        found is None
        or _LASTS.search(scan.text_before(at))
        or scan.word_before(at).lower() in scan.language.duration_words
    ):
        return None
    return Found(things.Clock(int(found.group(1)), int(found.group(2))), found.end())


def _hour(scan: Scan, at: int) -> Found | None:
    """`às 2`, `às 21`: an hour without minutes."""
    found = _BARE_HOUR.match(scan.text, at)
    if found is None or scan.word_before(at).lower() not in ("às", "à"):
        return None
    return Found(
        things.Words(scan.language.cardinal(int(found.group()), Name("", "", gender="f"))), found.end()
    )


def _phone(scan: Scan, at: int) -> Found | None:
    """`(11) 98765-4321`, `98765-4321`, `3456-7890` after a word, `912 345 678`."""
    near = scan.word_before(at).lower() in scan.language.phone_words
    found = _PHONE.match(scan.text, at) or _PORTUGAL_PHONE.match(scan.text, at)
    if found is None and (local := _LOCAL_PHONE.match(scan.text, at)) is not None:
        found = local if near or len(local.group(1)) == 5 else None
    if found is None or "000 000" in found.group():
        return None
    return Found(things.Phone(tuple(re.findall(r"[0-9]+", found.group()))), found.end())


def _tax_number(scan: Scan, at: int) -> Found | None:
    """`123.456.789-09`, `12.345.678/0001-95`."""
    found = _CPF.match(scan.text, at)
    return Found(things.Digits(tuple(re.findall(r"[0-9]+", found.group()))), found.end()) if found else None


def _ordinal(scan: Scan, at: int) -> Found | None:
    """`1º`, `2.ª`, `21º lugar`; degrees where the sentence is about warmth."""
    found = _ORDINAL.match(scan.text, at)
    if found is None:
        return None
    value, suffix = int(found.group(1)), found.group(2)
    month = _MONTH_AFTER.match(scan.text, found.end())
    if month is not None and month.group(1) in scan.language.months:
        return None  # a date
    after = scan.text[found.end() : found.end() + 2].strip()
    warm = value > _LAST_DEGREE or not scan.words.isdisjoint(scan.language.warmth_words)
    if suffix == "º" and (warm or after[:1] in ("C", "F")):
        return None
    return Found(things.Ordinal(value, suffix), found.end())


def _ruler(scan: Scan, at: int) -> Found | None:
    """An ordinal up to ten, which agrees with the king or queen."""
    first = _FIRST.match(scan.text, at)
    if first and scan.word_before(at).lower() in scan.language.ruler_names:
        return Found(things.Words(_numbered(scan, at, 1)), first.end())
    found = names.roman(scan, at)
    if found is None or not isinstance(found.thing, things.Roman) or not found.thing.name:
        return found
    return Found(things.Words(_numbered(scan, at, found.thing.value)), found.end)


def _numbered(scan: Scan, at: int, value: int) -> str:
    if value > 10:
        return scan.language.cardinal(value)
    said = scan.language.ordinal(value)
    return said[:-1] + "a" if scan.word_before(at).lower() in tables.QUEENS else said


def _short_roman(scan: Scan, at: int) -> Found | None:
    """`séc. XXI`, `vol. II`."""
    found = _SHORT_ROMAN.match(scan.text, at)
    numeral = names.roman_at(scan.text, found.end()) if found else None
    if found is None or numeral is None or scan.word_at(numeral[1]):
        return None
    return Found(things.Words(f"{_SHORT[found.group(1)]} {scan.language.cardinal(numeral[0])}"), numeral[1])


def _great(scan: Scan, at: int) -> Found | None:
    """`II Guerra Mundial`."""
    found = _GREAT.match(scan.text, at)
    value = len(found.group()) if found else 0
    return Found(things.Words(("Primeira", "Segunda", "Terceira")[value - 1]), found.end()) if found else None


def _sir(scan: Scan, at: int) -> Found | None:
    """`D. Pedro`, `D. Maria`."""
    found = _SIR.match(scan.text, at)
    if found is None:
        return None
    man = found.group(1).lower() in tables.KINGS or found.group(1).endswith("o")
    return Found(things.Words("dom" if man else "dona"), found.end())


def _street(scan: Scan, at: int) -> Found | None:
    """`R. Augusta, 100`; other initials stay."""
    found = _STREET.match(scan.text, at)
    return Found(things.Words("rua"), found.end()) if found else None


def _score(scan: Scan, at: int) -> Found | None:
    """`2x1` of a game."""
    found = _SCORE.match(scan.text, at)
    if found is None or scan.words.isdisjoint(tables.SCORE_WORDS):
        return None
    said = [scan.language.number(things.Number(side)) for side in found.groups()]
    return Found(things.Words(" a ".join(said)), found.end())


def _portion(scan: Scan, at: int) -> Found | None:
    """`1/2 xícara`, `2½ horas`."""
    found = fraction_at(scan, at)
    noun = NOUN.match(scan.text, found[1]) if found else None
    measure = tables.MEASURES.get(noun.group(1)) if noun else None
    if found is None or noun is None or measure is None:
        return None
    one, gender = measure
    said = scan.language.named(found[0], Name(one, one + "s", gender=gender))
    return Found(things.Words(said), noun.end()) if said else None


_DETECTORS = Detectors(
    (_tax_number, _phone, _ordinal, _hours, _hour, _score, _portion),
    (_sir, _street, _great, _short_roman),
    (_phone, _portion),
).before(
    DETECTORS.replacing(time.month_date)
    .replacing(names.roman, _ruler)
    .replacing(signs.number, signs.pointed, agreeing(tables.NOUNS))
)
