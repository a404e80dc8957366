"""What a home says in Spanish: days in a row, pesos, a pulse, halves of anything, thousands with a blank."""

from __future__ import annotations

import re

from tts_node.text.read import es_tables as tables
from tts_node.text.read import things
from tts_node.text.read.nouns import NOUN, counts
from tts_node.text.read.scan import LETTER, NO_WORD, Found, Scan
from tts_node.text.read.units import Name

_DAY = "|".join((*tables.WEEKDAYS, "mar"))
_LINK = "(?:, ?| (?:[aeyo]|al) )(?:el |los )?"
_DAYS = re.compile(rf"(?:{_DAY})\.(?:{_LINK}(?:{_DAY})\.){{1,6}}")
_SURE_DAY = re.compile(rf"(?:{'|'.join(filter(str.islower, tables.WEEKDAYS))})\.(?= |$)")
_BEFORE_DAY = frozenset({"el", "los", "este", "próximo", "cada"})
_DAY_TO_DAY = re.compile(rf"(?:{_DAY}) al? (?:{'|'.join(tables.WEEKDAYS)}){NO_WORD}")
_EVERY = re.compile(rf"c/ ?(?=[0-9]{{1,2}} ?(?:h|hs|hrs|horas|días|min){NO_WORD})")
_ONE_DAY = re.compile(rf"(?<!\w)({_DAY})(?:\.|(?!\w))")
_PESOS = re.compile(
    r"(\$?) ?([1-9][0-9]{0,2}(?:,[0-9]{3}){1,4}|[1-9][0-9]{0,2}(?:\.[0-9]{3}){1,4}|[0-9]{1,9})"
    rf"(?:\.([0-9]{{2}}))? ?(MXN|ARS|COP|CLP|UYU|USD|pesos?|dólar(?:es)?){NO_WORD}"
)
_PULSE = re.compile(rf"([0-9]{{2,3}}) ?ppm{NO_WORD}")
_HALF = re.compile(rf"(?:1/2|½)(?= ({LETTER}{{3,20}}){NO_WORD})")
_THOUSANDS = re.compile(r"([1-9][0-9]{0,2})((?: [0-9]{3}){1,3})(?= )")
_CHANNEL = re.compile(r"1(?=$|[,;!?)]| (?!de la )|\.(?:$| ))")
_ONE = re.compile(rf"1{NO_WORD}(?![.,:/-][0-9])")
_JUST_DONE = re.compile(rf"\b(?:[Hh]e|[Hh]as|[Hh]an?|[Hh]emos|[Hh]abían?) {LETTER}{{2,15}}(?:do|to|cho) $")
_AND_HALF = re.compile(rf"(?:1/2|½){NO_WORD}(?! {LETTER}|[./,][0-9])")
_WHOLE_BEFORE = re.compile(rf"({LETTER}{{3,15}}) y $")
_FIRST_DAY = re.compile(rf"1[°o] de ({LETTER}{{4,10}})")
_SACHET = re.compile("1(?= sobre de )")
_COLONY = re.compile(r"Col\.(?= [A-ZÁÉÍÓÚ])")
_CENTAVO = Name("centavo", "centavos", gender="m")


def days_in_row(scan: Scan, at: int) -> Found | None:
    """`lun., mié. y vie.`, `mar. y jue.`, `el dom.`: what is the sea as well is a day beside other days."""
    if scan.joined_before(at):
        return None
    found = _DAYS.match(scan.text, at) or _DAY_TO_DAY.match(scan.text, at)
    if found is None and scan.word_before(at).lower() in _BEFORE_DAY:
        found = _SURE_DAY.match(scan.text, at)
    if found is None:
        return None
    end = scan.before_last_dot(found.end())
    said = _ONE_DAY.sub(lambda day: tables.WEEKDAYS.get(day[1], "martes"), found.group())
    return Found(things.Words(said), end)


def pesos(scan: Scan, at: int) -> Found | None:
    """`$1,500 MXN`, `$350 pesos`, `1,500 pesos`: thousands as they are written where pesos are paid."""
    found = None if scan.joined_before(at) else _PESOS.match(scan.text, at)
    if found is None or not (found.group(1) or "," in found.group(2)):
        return None
    whole, cents, paid = found.group(2, 3, 4)
    amount = things.Number(re.sub("[,.]", "", whole), cents or "")
    if paid.isupper():
        return Found(things.Money(amount, paid), found.end())
    said = scan.language.named(things.Number(amount.whole), Name(paid, paid, gender="m")) or ""
    if cents and int(cents):
        said += f" con {scan.language.named(things.Number(str(int(cents))), _CENTAVO)}"
    return Found(things.Words(said), found.end())


def pulse(scan: Scan, at: int) -> Found | None:
    """`68 ppm` of a heart: no parts per million."""
    found = _PULSE.match(scan.text, at)
    if found is None or scan.words.isdisjoint(tables.PULSE_WORDS) or "co" in scan.words:
        return None
    name = Name("pulsación por minuto", "pulsaciones por minuto", gender="f")
    return Found(things.Words(scan.language.named(things.Number(found.group(1)), name) or ""), found.end())


def half(scan: Scan, at: int) -> Found | None:
    """`1/2 limón`, `½ cebolla`; no step (`paso 1/2 completado`)."""
    found = _HALF.match(scan.text, at)
    gender = tables.NOUNS.gender(found.group(1), one=True) if found else ""
    if found is None or not gender or not counts(scan, at, scan.word_before(at).lower(), tables.NOUNS):
        return None
    return Found(things.Words("media" if gender == "f" else "medio"), found.end())


def and_half(scan: Scan, at: int) -> Found | None:
    """The half of `3 meses y 1/2`."""
    whole = _WHOLE_BEFORE.search(scan.text_before(at))
    found = _AND_HALF.match(scan.text, at) if whole else None
    gender = tables.NOUNS.gender(whole[1], one=not whole[1].endswith("s")) if whole else ""
    return (
        Found(things.Words("media" if gender == "f" else "medio"), found.end()) if found and gender else None
    )


def one_done(scan: Scan, at: int) -> Found | None:
    """`ha detectado 1 persona`: after what has been done a 1 counts."""
    found = _ONE.match(scan.text, at)
    noun = NOUN.match(scan.text, found.end()) if found else None
    gender = tables.NOUNS.gender(noun.group(1), one=True) if noun else ""
    if found is None or not gender or _JUST_DONE.search(scan.text_before(at)) is None:
        return None
    return Found(things.Words("una" if gender == "f" else "un"), found.end())


def thousands(scan: Scan, at: int) -> Found | None:
    """`1 000 libros`: with a noun after it a blank parts thousands."""
    found = None if scan.joined_before(at) else _THOUSANDS.match(scan.text, at)
    noun = NOUN.match(scan.text, found.end()) if found else None
    if found is None or noun is None or scan.word_before(at).lower() in tables.NOUNS.names:
        return None
    gender = tables.NOUNS.gender(noun.group(1), one=False)
    if not gender:
        return None
    value = int(found.group().replace(" ", ""))
    return Found(things.Words(scan.language.cardinal(value, Name("", "", gender=gender))), found.end())


def first_day(scan: Scan, at: int) -> Found | None:
    """`1° de mayo`, which is no degree."""
    found = None if scan.joined_before(at) else _FIRST_DAY.match(scan.text, at)
    if found is None or found.group(1).lower() not in scan.language.months:
        return None
    return Found(things.Words("primero"), found.start(1) - len(" de "))


def every(scan: Scan, at: int) -> Found | None:
    """`c/8 h` of medicine: no street."""
    found = None if scan.joined_before(at) else _EVERY.match(scan.text, at)
    return Found(things.Words("cada "), found.end()) if found else None


def sachet(scan: Scan, at: int) -> Found | None:
    """`1 sobre de levadura`, though "sobre" is a preposition as a rule."""
    found = _SACHET.match(scan.text, at)
    return Found(things.Words("un"), found.end()) if found else None


def colony(scan: Scan, at: int) -> Found | None:
    """`Calle 5, Col. Roma` of an address in Mexico; without one it may be a colonel."""
    found = _COLONY.match(scan.text, at)
    if found is None or not (scan.text_before(at).endswith(", ") or scan.word_before(at) in ("la", "en")):
        return None
    return Found(things.Words("colonia"), found.end())


def channel(scan: Scan, at: int) -> Found | None:
    """`La 1` with a capital is a channel, no hour."""
    found = _CHANNEL.match(scan.text, at)
    if found is None or scan.word_before(at) != "La":
        return None
    return Found(things.Words("uno"), found.end())
