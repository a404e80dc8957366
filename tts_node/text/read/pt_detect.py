"""What only Portuguese has: `14h05`, ordinals with º, telephones and tax numbers of Brazil, scores."""

from __future__ import annotations

import re

from tts_node.text.read import detect_names as names
from tts_node.text.read import detect_signs as signs
from tts_node.text.read import detect_time as time
from tts_node.text.read import pt_tables as tables
from tts_node.text.read import things
from tts_node.text.read.compass import wind
from tts_node.text.read.detect import DETECTORS as SHARED
from tts_node.text.read.iberian import (
    dotted_day,
    great,
    machine_number,
    portion,
    ruler,
    short_roman,
    thousands_of,
)
from tts_node.text.read.nouns import agreeing
from tts_node.text.read.pt_time import (
    between_hours,
    day_in_month,
    days_in_months,
    every,
    first_hours,
    in_street,
    late_day,
)
from tts_node.text.read.romance_detect import chrono, keys
from tts_node.text.read.romance_figures import (
    blood_pressure,
    day_before_hour,
    lap,
    line_up,
    long_code,
    low_and_high,
    minutes,
    of_year,
)
from tts_node.text.read.romance_forms import forms
from tts_node.text.read.scan import LETTER, NO_WORD, Detectors, Found, Scan
from tts_node.text.read.units import Name

_HOURS = re.compile(rf"([01]?[0-9]|2[0-4])[hH]([0-5][0-9])(?:min)?{NO_WORD}")
_LASTS = re.compile(r"\b(?:timer|temporizador|duração|filme|viagem|atraso) (?:de|em) $", re.IGNORECASE)
_AT_HOURS = frozenset({"às", "as", "das"})
_WHOLE_AND_HALF = re.compile(rf"([1-9]) e 1/([2-4]) ([a-zá-ú]{{3,15}}){NO_WORD}")
_AND_HALF = re.compile(r"1/2(?= de |$|[.,;:)])")
_COUNTED_NOUN = re.compile(r"[0-9] ([a-zà-ú]{3,20}) e $")
_VERSUS = re.compile(rf"[xX](?= [A-ZÁÉÍÓÚÂÊÔ]{LETTER})")
_NAME_BEFORE = re.compile(rf"(?:^|[ (])[A-ZÁÉÍÓÚÂÊÔ]{LETTER}{{2,25}}(?:-[A-Z]{{2}})? $")
_CLOCK_H = re.compile(rf"([01]?[0-9]|2[0-4]):([0-5][0-9]) ?(?:h|hs|hrs|horas){NO_WORD}")
_BARE_HOUR = re.compile(r"(?:[12]?[12])(?=$|[.,;!?]| (?:da|e|em|no|na|por|até|de|horas)\b)")
_AREA = r"(?:\(?0?([1-9][0-9])\)?[ -]?)"
_PHONE = re.compile(rf"{_AREA}(9[0-9]{{4}}|[2-5][0-9]{{3}})[- .]([0-9]{{4}}){NO_WORD}(?![.,/-][0-9])")
_LOCAL_PHONE = re.compile(rf"(9[0-9]{{4}}|[2-5][0-9]{{3}})-([0-9]{{4}}){NO_WORD}(?![.,/-][0-9])")
_PORTUGAL_PHONE = re.compile(
    rf"(?:[29][0-9]{{2}} [0-9]{{3}} [0-9]{{3}}|2[0-9] [0-9]{{3}} [0-9]{{2}} ?[0-9]{{2}})"
    rf"{NO_WORD}(?![.,][0-9])"
)
_PORTUGAL_POSTCODE = re.compile(r"([1-9][0-9]{3})-([0-9]{3})(?= [A-ZÁÉÍÓÚÂÊÔ])")
_CPF = re.compile(
    rf"(?:[0-9]{{3}}\.[0-9]{{3}}\.[0-9]{{3}}-[0-9]{{2}}|[0-9]{{2}}(?:\.[0-9]{{3}}){{2}}/[0-9]{{4}}-[0-9]{{2}}){NO_WORD}"
)
_ORDINAL = re.compile(r"([0-9]{1,3})(\.?[ºª])")
_MONTH_AFTER = re.compile(rf" de ({LETTER}{{4,10}})")
_SCALE_AFTER = re.compile(rf" ?[CF]{NO_WORD}")
_SIR = re.compile(rf"D\.(?= ([A-ZÁÉÍÓÚÂÊÔ]{LETTER}{{2,20}}))")
_STREET = re.compile(
    rf"R\.(?= (?:d[aeo]s? [A-ZÁÉÍÓÚÂÊÔ]|[A-ZÁÉÍÓÚÂÊÔ][{LETTER[1:-1]} .]{{2,40}},? (?:n\.?º )?[0-9]))"
)
_INITIAL_BEFORE = re.compile(r"[A-ZÁÉÍÓÚÂÊÔ][a-záéíóúâêôãõç]*\.? $")
_WAYS = {"Al": "alameda", "Rod": "rodovia", "Lgo": "largo", "Trav": "travessa"}
_WAY = re.compile(rf"({'|'.join(_WAYS)})\.(?= (?:d[aeo]s? )?[A-ZÁÉÍÓÚÂÊÔ])")
_SCORE = re.compile(rf"([0-9]{{1,2}}) ?[xX×] ?([0-9]{{1,2}}){NO_WORD}(?! ?[xX×])")
_LAST_DEGREE = 31


def _hours(scan: Scan, at: int) -> Found | None:
    """`14h05`, `14:05 h`: a time of day, and a length after "demora" and its like."""
    found = _HOURS.match(scan.text, at) or _CLOCK_H.match(scan.text, at)
    before = scan.word_before(at).lower()
    if found is None or before in scan.language.duration_words or _LASTS.search(scan.text_before(at)):
        return None
    if found.group().endswith("min") and before not in _AT_HOURS:
        return None
    return Found(things.Clock(int(found.group(1)), int(found.group(2))), found.end())


def _whole_and_half(scan: Scan, at: int) -> Found | None:
    """`1 e 1/2 xícara`: uma xícara e meia."""
    found = _WHOLE_AND_HALF.match(scan.text, at)
    measure = tables.MEASURES.get(found.group(3)) if found else None
    if found is None or measure is None:
        return None
    one, gender = measure
    name = Name(one, one + ("es" if one.endswith("r") else "s"), gender=gender)
    said = scan.language.named(things.Fraction(1, int(found.group(2)), whole=int(found.group(1))), name)
    return Found(things.Words(said), found.end()) if said else None


def _and_half(scan: Scan, at: int) -> Found | None:
    """`1 ano e 1/2`: e meio."""
    found = _AND_HALF.match(scan.text, at)
    noun = _COUNTED_NOUN.search(scan.text_before(at)) if found else None
    if found is None or noun is None:
        return None
    return Found(things.Words("meia" if noun.group(1).endswith(("a", "as")) else "meio"), found.end())


def _versus(scan: Scan, at: int) -> Found | None:
    """`Vasco x Botafogo`"""
    if _VERSUS.match(scan.text, at) is None or _NAME_BEFORE.search(scan.text_before(at)) is None:
        return None
    return Found(things.Words("versus"), at + 1)


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


_COUNTED = frozenset(
    {"aniversário", "andar", "lugar", "congresso", "encontro", "dia", "batalhão", "capítulo"}
)
"""After these a º is an ordinal, however high."""


def _ordinal(scan: Scan, at: int) -> Found | None:
    """`1º`, `2.ª`, `21º lugar`; degrees where the sentence is about warmth."""
    found = _ORDINAL.match(scan.text, at)
    if found is None:
        return None
    value, suffix = int(found.group(1)), found.group(2)
    month = _MONTH_AFTER.match(scan.text, found.end())
    if month is not None and month.group(1) in scan.language.months:
        return None  # a date
    if scan.word_after(found.end()).lower() in _COUNTED:
        return Found(things.Ordinal(value, suffix), found.end())
    warm = value > _LAST_DEGREE or not scan.words.isdisjoint(scan.language.warmth_words)
    if suffix == "º" and (warm or _SCALE_AFTER.match(scan.text, found.end())):
        return None
    return Found(things.Ordinal(value, suffix), found.end())


def _sir(scan: Scan, at: int) -> Found | None:
    """`D. Pedro`, `D. Maria`."""
    found = _SIR.match(scan.text, at)
    if found is None:
        return None
    man = found.group(1).lower() in tables.KINGS or found.group(1).endswith("o")
    return Found(things.Words("dom" if man else "dona"), found.end())


def _street(scan: Scan, at: int) -> Found | None:
    """`R. Augusta, 100`, `na R. das Flores`; other initials stay."""
    found = _STREET.match(scan.text, at)
    if found is None or _INITIAL_BEFORE.search(scan.text_before(at)):
        return None
    return Found(things.Words("rua"), found.end())


def _alley(scan: Scan, at: int) -> Found | None:
    """`Al. Santos`, `Rod. dos Imigrantes`."""
    found = _WAY.match(scan.text, at)
    return Found(things.Words(_WAYS[found.group(1)]), found.end()) if found else None


def _postcode(scan: Scan, at: int) -> Found | None:
    """`4000-451 Porto`"""
    found = _PORTUGAL_POSTCODE.match(scan.text, at)
    return Found(things.Digits(found.groups()), found.end()) if found else None


def _score(scan: Scan, at: int) -> Found | None:
    """`2x1` of a game."""
    found = _SCORE.match(scan.text, at)
    if found is None or scan.words.isdisjoint(tables.SCORE_WORDS):
        return None
    said = [scan.language.number(things.Number(side)) for side in found.groups()]
    return Found(things.Words(" a ".join(said)), found.end())


_WIND = wind(
    "ventos?(?: d[eo])?|rajadas(?: d[eo])?|km/h d[eo]",
    {"N": "norte", "E": "leste", "S": "sul", "O": "oeste", "NE": "nordeste", "NO": "noroeste",
     "SE": "sudeste", "SO": "sudoeste"},
)  # fmt: skip
_FORMS = forms(("entre", "e"), "ou", genders=True, x_of_games=True)
DETECTORS = _FORMS.before(
    Detectors(
        (
            _tax_number,
            _postcode,
            _phone,
            long_code,
            line_up,
            low_and_high,
            _whole_and_half,
            _and_half,
            day_before_hour,
            in_street,
            between_hours,
            lap,
            chrono,
            minutes(tables.BEFORE_MINUTES, None),
            blood_pressure(tables.PRESSURE_WORDS),
            of_year(tables.NUMBERED),
            every,
            days_in_months,
            day_in_month,
            late_day,
            _ordinal,
            _hours,
            _hour,
            _score,
            portion,
            thousands_of,
            machine_number,
        ),
        (
            _WIND,
            first_hours,
            _versus,
            _sir,
            _street,
            _alley,
            dotted_day("ter", "terça-feira"),
            great,
            short_roman,
            signs.by,
        ),
        (_phone, portion, machine_number, keys(tables.KEY_WORDS, "asterisco", "cerquilha")),
    ).before(
        SHARED.replacing(time.month_date)
        .replacing(names.roman, ruler)
        .replacing(signs.number, signs.pointed, agreeing(tables.NOUNS))
    )
)
