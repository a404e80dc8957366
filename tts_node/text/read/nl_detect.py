"""What only Dutch writes: `6.30 uur`, `20u30`, `€ 5,-`, `5-jarig`, `1012 AB`, `jaren '90`."""

from __future__ import annotations

import calendar
import re

from tts_node.text.read import detect_money, detect_signs, detect_time, detect_units
from tts_node.text.read import nl_tables as tables
from tts_node.text.read.numbers import amount_at, fraction_at, other_decimal_at, sign_at, spaced_number_at
from tts_node.text.read.scan import LETTER, NO_WORD, Found, Scan
from tts_node.text.read.things import Amount, Clock, Date, Digits, Money, Number, Ratio, Version, Words

_GROUPED = re.compile(r"[1-9][0-9]{0,2}(?:\.[0-9]{3}){2,6}(?:,[0-9]{1,9})?(?![0-9]|[.,][0-9])")
_DOTTED = re.compile(rf"([0-9]{{1,6}})\.([0-9]{{1,6}}){NO_WORD}(?![.,:/][0-9])")
_LIST = re.compile(r"[0-9]{1,4}(?:,[0-9]{1,4}){2,20}(?![0-9,.])")
_SIGNS = {"$": "USD", "€": "EUR", "£": "GBP"}
_SIGN_AND_WHOLE = re.compile(r"([$€£]) ?([0-9]{1,3}(?:\.[0-9]{3}){0,2}|[0-9]{1,6}),(?:[-–—]{1,2}|=)")
_CURRENCY_WORD = re.compile(rf" (euro(?:'s)?|dollar|frank){NO_WORD}")
_DOTTED_CLOCK = re.compile(rf"([01]?[0-9]|2[0-4])\.([0-5][0-9])(?: ?(uur|u){NO_WORD}|(?![0-9]|[.,:][0-9]))")
_HOURS = re.compile(rf"([0-9]{{1,2}})u([0-5][0-9])?{NO_WORD}")
_ANOTHER_CLOCK = re.compile(r"\b(?:om|tegen) [0-9]{1,2}\.[0-9]{2}(?:,| en| of) $", re.IGNORECASE)
_CLOCK_BEFORE = frozenset(
    {"om", "tegen", "aftrap", "aanvang", "begint", "vertrek", "aankomst", "zonsopkomst", "zonsondergang"}
)
_RIDE_BEFORE = re.compile(r"\b(?:bus|trein|intercity|sprinter|tram|metro|vlucht|boot) van $", re.IGNORECASE)
_COMPOUND = re.compile(
    rf"([0-9]{{1,4}})-?(jarigen?|jarig|daagse?|urige?|voudige?|wekelijkse?|maandelijkse?|delige?|persoons|fase|maal)"
    rf"{NO_WORD}"
)
_HOUSE = re.compile(rf"([1-9][0-9]{{0,2}})[ -]?([a-hA-H]){NO_WORD}(?![.-])")
_STREET = re.compile(r"(?:straat|str|weg|plein|laan|gracht|kade|steeg|singel|dijk|hof|pad)$", re.IGNORECASE)
_SHORTENED = re.compile(rf"({LETTER}{{2,30}})(str|nr)\.(?!{LETTER})")
_POSTAL = re.compile(rf"([1-9][0-9]{{3}}) ?([A-Z])([A-Z]){NO_WORD}(?= [A-Z'’]|[,.]|$)")
_AFTER_STREET = re.compile(r"[0-9] ?[a-hA-H]?, ?$|[Pp]ostcode:? $")
_YEARS = re.compile(r"['’‘]([0-9]0)(?![0-9])")
_YEARS_BEFORE = re.compile(r"\bjaren (?:['’‘]?[0-9]0(?:,| en| of| tot| t/m) )?$")
_PORTION = re.compile(rf" ({LETTER}{{2,20}})")
_SUNDAY_TIME = re.compile(
    rf"\.?,? (?:om )?[0-9]{{1,2}}(?:[-/][0-9]|[:.][0-5][0-9]| uur| (?:{'|'.join(tables.MONTHS)}){NO_WORD})"
    r"|\.?[-–/][a-z]{2}(?![a-z])"
)
_DAYS = "[Mm]a|[Dd]i|[Ww]o|[Dd]o|[Vv]r|[Zz]a|[Zz]o"
_DAY_IN_ROW = re.compile(rf"({_DAYS}){NO_WORD}(\.?)((?: t/m | en | tot |, )(?:{_DAYS}){NO_WORD})?")
_DAY_AT = re.compile(rf"({_DAYS})\.(?= om [0-9])")
_DAY_BEFORE = re.compile(rf"(?<!{LETTER})(?:{_DAYS})\.?(?: t/m | en | tot |, )$")
_BY_DATE = frozenset({"vóór", "uiterlijk", "datum"})
_DASHED_DATE = re.compile(r"([0-3]?[0-9])-([01]?[0-9])(?![0-9-]|[.,:/][0-9])")
_SCALE = re.compile(r"([0-9]{1,3}):([0-9]{1,3}(?:\.[0-9]{3}){1,3})(?![0-9])")
_WORD_SLASH = re.compile(rf"(?<={LETTER})/(?={LETTER})")
_PATH = re.compile(r"[^ ]{0,39}[^ A-Za-z\u00c0-\u024f,.!?)(][^ ]{0,39}$")
_NUMBER_SUFFIX = re.compile(r"[0-9]{1,2}[a-z]")


# --- numbers and money ----------------------------------------------------------------------------------


def grouped(scan: Scan, at: int) -> Found | None:
    """`1.234.567`, which would be a version elsewhere."""
    if _GROUPED.match(scan.text, at) is None:
        return None
    for read in (money_in_words, detect_money.money, detect_units.quantity, detect_signs.number):
        found = read(scan, at)
        if found is not None:
            return found
    return None


def dotted(scan: Scan, at: int) -> Found | None:
    """`Python 3.11`; `1.5 liter` has decimals."""
    sign, start = sign_at(scan, at)
    found = _DOTTED.match(scan.text, start)
    if found is None or len(found.group(2)) == 3:
        return None
    whole, part = found.groups()
    if sign or scan.word_after(found.end()) in tables.MEASURES:
        return Found(Number(whole, part, sign), found.end())
    return Found(Version((whole, part)), found.end())


def listed(scan: Scan, at: int) -> Found | None:
    """`1,2,3`"""
    found = _LIST.match(scan.text, at)
    if found is None:
        return None
    said = ", ".join(scan.language.number(Number(number)) for number in found.group().split(","))
    return Found(Words(said), found.end())


def scale(scan: Scan, at: int) -> Found | None:
    """`1:50.000`"""
    found = _SCALE.match(scan.text, at)
    if found is None:
        return None
    return Found(Ratio(Number(found.group(1)), Number(found.group(2).replace(".", "")), "to"), found.end())


def whole_money(scan: Scan, at: int) -> Found | None:
    """`€ 5,-`"""
    found = _SIGN_AND_WHOLE.match(scan.text, at)
    if found is None:
        return None
    return Found(Money(Number(found.group(2).replace(".", "")), _SIGNS[found.group(1)]), found.end())


def money_in_words(scan: Scan, at: int) -> Found | None:
    """`3,50 euro`"""
    for read in (other_decimal_at, spaced_number_at, amount_at):
        counted: tuple[Amount, int] | None = read(scan, at)
        word = _CURRENCY_WORD.match(scan.text, counted[1]) if counted else None
        if counted is not None and word is not None:
            return Found(Money(counted[0], tables.CURRENCY_WORDS[word.group(1)]), word.end())
    return None


def compound(scan: Scan, at: int) -> Found | None:
    """`5-jarig`, `3-daagse`: one word with the number in it."""
    found = _COMPOUND.match(scan.text, at)
    if found is None:
        return None
    number = scan.language.cardinal(int(found.group(1))).replace("één", "een")
    return Found(Words(number + found.group(2)), found.end())


def portion(scan: Scan, at: int) -> Found | None:
    """`1/2 kopje`, `1½ uur`: half takes the gender of what follows."""
    found = fraction_at(scan, at)
    noun = _PORTION.match(scan.text, found[1]) if found else None
    if found is None or noun is None or (found[0].numerator, found[0].denominator) != (1, 2):
        return None
    word = noun.group(1)
    neuter = word in tables.NEUTER_NOUNS or word.endswith("je")
    unit = scan.language.unit_at(scan.text, noun.start(1))
    if unit is not None and not neuter and scan.language.proofs.get(word) != "never":
        return None
    said = scan.language.say(found[0])
    if said is None or (not neuter and word not in tables.COMMON_NOUNS and not word.endswith("en")):
        return Found(Words(said), found[1]) if said else None
    return Found(Words(said if neuter else said.removesuffix("half") + "halve"), found[1])


# --- time -----------------------------------------------------------------------------------------------


def dotted_clock(scan: Scan, at: int) -> Found | None:
    """`6.30 uur`, `om 6.30`, `20u30`, `20u`."""
    hours = _HOURS.match(scan.text, at)
    if hours is not None:
        return Found(Clock(int(hours.group(1)), int(hours.group(2) or 0)), hours.end())
    found = _DOTTED_CLOCK.match(scan.text, at)
    before = scan.word_before(at).lower() in _CLOCK_BEFORE or _ANOTHER_CLOCK.search(scan.text_before(at))
    before = before or _RIDE_BEFORE.search(scan.text_before(at))
    if found is None or not (found.group(3) or before):
        return None
    end = detect_units.past_dot(scan.text, found.end()) if found.group(3) == "u" else found.end()
    return Found(Clock(int(found.group(1)), int(found.group(2))), end)


def day_month_date(scan: Scan, at: int) -> Found | None:
    """`3 mei`; in `de 3e mei` the number is an ordinal."""
    if _NUMBER_SUFFIX.match(scan.text, at):
        return None
    return detect_time.day_month_date(scan, at)


def month_year(scan: Scan, at: int) -> Found | None:
    """`december 2026`; a number of a day never follows the month: `in mei 5 dagen`."""
    found = detect_time.month_date(scan, at)
    return found if found and isinstance(found.thing, Date) and found.thing.day is None else None


def dashed_date(scan: Scan, at: int) -> Found | None:
    """`di 04-08`, `vóór 31-12`: after a day of the week and such words two numbers are a date."""
    found = _DASHED_DATE.match(scan.text, at)
    before = scan.word_before(at)
    dated = before in tables.WEEKDAYS or before in tables.WEEKDAYS.values() or before.lower() in _BY_DATE
    if found is None or not dated:
        return None
    day, month = int(found.group(1)), int(found.group(2))
    if not 1 <= month <= 12 or not 1 <= day <= calendar.monthrange(2000, month)[1]:
        return None
    return Found(Date(month, day, month_first=False), found.end())


def weekday(scan: Scan, at: int) -> Found | None:
    """`ma-vr`, `ma. t/m vr.`, `do 3 dec.`; `zo` is a word as well and needs a time after it."""
    row = _DAY_IN_ROW.match(scan.text, at)
    if row is not None and (row.group(3) or _DAY_BEFORE.search(scan.text_before(at))):
        stays = row.group(2) == "." and not scan.text[at + 3 :].strip("\"'”’)» ")
        return Found(Words(tables.WEEKDAYS[row.group(1)]), at + 2 + (row.group(2) == "." and not stays))
    timed = _DAY_AT.match(scan.text, at)
    if timed is not None:
        return Found(Words(tables.WEEKDAYS[timed.group(1)]), timed.end())
    alone = scan.text[at : at + 2].lower() == "zo" and not scan.text_before(at).endswith(("-", "–", "/"))
    if alone and _SUNDAY_TIME.match(scan.text, at + 2) is None:
        return None
    return detect_time.weekday(scan, at)


def decade(scan: Scan, at: int) -> Found | None:
    """`jaren '90`, `jaren 80 en '90`"""
    found = _YEARS.match(scan.text, at)
    if found is None or _YEARS_BEFORE.search(scan.text_before(at)) is None:
        return None
    return Found(Number(found.group(1)), found.end())


# --- names ----------------------------------------------------------------------------------------------


def shortened(scan: Scan, at: int) -> Found | None:
    """`Dorpsstr. 12`, `factuurnr. 12`"""
    found = _SHORTENED.match(scan.text, at)
    if found is None:
        return None
    stays = not scan.text[found.end() :].strip("\"'”’)»")
    whole = "straat" if found.group(2) == "str" else "nummer"
    return Found(Words(found.group(1) + whole), found.end() - stays)


def house(scan: Scan, at: int) -> Found | None:
    """`Dorpsstraat 12a`, `klas 3b`."""
    found = _HOUSE.match(scan.text, at)
    if found is None or (" " in found.group() and found.group(2).islower()):
        return None
    before = scan.word_before(at)
    if before.lower() not in tables.HOUSE_WORDS and _STREET.search(before) is None:
        return None
    return Found(
        Words(f"{scan.language.cardinal(int(found.group(1)))} {found.group(2).upper()}"), found.end()
    )


def postal_code(scan: Scan, at: int) -> Found | None:
    """`1012 AB Amsterdam`"""
    found = _POSTAL.match(scan.text, at)
    if found is None:
        return None
    digits, *letters = found.groups()
    unit = scan.language.knows_unit("".join(letters))
    town = not unit and scan.word_after(found.end())[:1].isupper()
    if not town and _AFTER_STREET.search(scan.text_before(at)) is None:
        return None
    return Found(Digits((digits,), " ".join(letters)), found.end())


def unit_in_words(scan: Scan, at: int) -> Found | None:
    """`per kWh`: a unit without a number."""
    unit = scan.language.unit_at(scan.text, at)
    if unit is None or not scan.text_before(at).lower().endswith(" per "):
        return None
    return Found(Words(scan.language.unit_name(unit[0]).one), unit[1])


def slash(scan: Scan, at: int) -> Found | None:
    """`ja/nee`, `en/of`: nobody says the sign; a path stays as it is."""
    if _WORD_SLASH.match(scan.text, at) is None:
        return None
    before = scan.text_before(at).rpartition(" ")[2]
    after = scan.text[at + 1 : at + 40].partition(" ")[0]
    plain = before.strip("(\"'“„").isalpha() and after.strip(")\"'”,.;:!?").isalpha()
    return Found(Words(" "), at + 1) if plain else None
