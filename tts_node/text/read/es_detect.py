"""What only Spanish has: hours after "las", ordinals with º, telephones of Spain, `D. Juan`."""

from __future__ import annotations

import re

from tts_node.text.read import detect_names as names
from tts_node.text.read import detect_signs as signs
from tts_node.text.read import detect_time as time
from tts_node.text.read import es_home as home
from tts_node.text.read import es_numbers as words
from tts_node.text.read import es_tables as tables
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
from tts_node.text.read.romance_detect import (
    blood_pressure,
    frost,
    high_before_low,
    keys,
    mark,
    one_of_a_unit,
    per_hundred,
    rate_in_words,
)
from tts_node.text.read.romance_forms import forms
from tts_node.text.read.scan import LETTER, NO_WORD, Detectors, Found, Scan

_CLOCK = re.compile(r"([01]?[0-9]|2[0-4])([:.])([0-5][0-9])(?![0-9]|[:.,][0-9])")
_HOURS = re.compile(rf" ?(?:h|hs|hrs|horas){NO_WORD}(?:\.(?= [a-z]))?")
_ANOTHER = re.compile(r" (?:a|y|hasta|o) (?:las? )?[0-9]")
_HALF = re.compile(r" ?[aApP]\.? ?[mM]\b")
_PHONE = re.compile(
    rf"(?:9[0-9] [0-9]{{3}}(?: [0-9]{{2}}){{2}}"
    rf"|[6-9][0-9]{{2}}(?:[ .-][0-9]{{3}}[ .-][0-9]{{3}}|(?:[ .-][0-9]{{2}}){{3}})){NO_WORD}(?![.,][0-9])"
)
_ORDINAL = re.compile(
    r"([0-9]{1,3})(\.?[ºª]|\.?(?:er|[drtmvn][oa])(?![a-záéíóúñ]))(?:(?<=[a-z])\.(?= [a-záéíóúñ]))?"
)
_MONTH_AFTER = re.compile(rf" de ({LETTER}{{4,10}})")
_SIR = re.compile(rf"D\.(?= [A-ZÁÉÍÓÚÑ]{LETTER}{{2}})")
_BARE_HOUR = re.compile(r"(?:1|21)(?=$|[.,;!?]| (?:de|y|en|por|hasta)\b)")
_AT_ONE = re.compile(rf"1{NO_WORD}(?![.,:/'-][0-9]|\.?[ºª°%])")
_TO_THE = re.compile(r"\b[aA] la $")
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
    return Found(things.Words(words.hour_and_minutes(time_of_day)), found.end())


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


def _sir(scan: Scan, at: int) -> Found | None:
    """`D. Juan`."""
    found = _SIR.match(scan.text, at)
    return Found(things.Words("don"), found.end()) if found else None


def _hour(scan: Scan, at: int) -> Found | None:
    """`a la 1`, `a las 21`: an hour without minutes."""
    found = (_AT_ONE if _TO_THE.search(scan.text_before(at)) else _BARE_HOUR).match(scan.text, at)
    if found is None or scan.word_before(at).lower() not in ("la", "las"):
        return None
    return Found(things.Words(words.cardinal(int(found.group()), "f")), found.end())


_WIND = wind(
    "vientos?(?: del?)?|rachas(?: del?)?|km/h del?",
    {"N": "norte", "E": "este", "S": "sur", "O": "oeste", "NE": "noreste", "NO": "noroeste", "SE": "sureste",
     "SO": "suroeste"},
)  # fmt: skip
_FORMS = forms(("entre", "y"), "o", genders=True, x_of_games=False)
DETECTORS = _FORMS.before(
    Detectors(
        (
            home.pesos,
            home.pulse,
            home.sachet,
            home.first_day,
            home.one_done,
            home.and_half,
            mark,
            high_before_low,
            home.channel,
            home.half,
            home.thousands,
            blood_pressure(tables.BLOOD_WORDS),
            per_hundred("a los cien"),
            _phone,
            _ordinal,
            _clock,
            _hour,
            portion,
            thousands_of,
            machine_number,
        ),
        (
            _WIND,
            home.days_in_row,
            home.colony,
            home.every,
            one_of_a_unit(tables.PER_WORDS),
            _sir,
            dotted_day("mar", "martes"),
            great,
            short_roman,
            signs.by,
        ),
        (
            home.pesos,
            portion,
            home.half,
            machine_number,
            frost(tables.BEFORE_MINUS),
            rate_in_words(tables.RATES),
            keys(tables.KEY_WORDS, "asterisco", "almohadilla"),
        ),
    ).before(
        SHARED.replacing(time.month_date)
        .replacing(names.roman, ruler)
        .replacing(signs.number, signs.pointed, agreeing(tables.NOUNS))
    )
)
