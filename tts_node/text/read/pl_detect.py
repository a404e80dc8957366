"""What only Polish has: amounts in the case that a preposition asks for, numbers beside a noun."""

from __future__ import annotations

import re

from tts_node.text.read import detect_length as length
from tts_node.text.read import detect_money as money
from tts_node.text.read import detect_names as names
from tts_node.text.read import detect_signs as signs
from tts_node.text.read import detect_time as time
from tts_node.text.read import detect_units as units
from tts_node.text.read import pl_compounds as compounds
from tts_node.text.read import pl_nouns as nouns
from tts_node.text.read import pl_ordinals as ordinals
from tts_node.text.read import pl_saints as saints
from tts_node.text.read import pl_short as short
from tts_node.text.read import pl_tables as tables
from tts_node.text.read import pl_time as times
from tts_node.text.read import things
from tts_node.text.read.compass import wind
from tts_node.text.read.detect import DETECTORS as SHARED
from tts_node.text.read.football import added_time, formation
from tts_node.text.read.numbers import fraction_at
from tts_node.text.read.pl_numbers import ordinal
from tts_node.text.read.scan import LETTER, NO_WORD, Detector, Detectors, Found, Scan
from tts_node.text.read.units import Name

_NOUN = re.compile(rf" ({LETTER}{{2,25}}){NO_WORD}")
_FLAT = re.compile(r"([0-9]{1,4}) m\.? ?(?=[0-9])")


_MOBILE = re.compile(
    rf"(?:45|5[0137]|6[069]|7[2-9]|88)[0-9][ -][0-9]{{3}}[ -][0-9]{{3}}{NO_WORD}(?![.,][0-9])"
)
_LANDLINE = re.compile(rf"\(?[1-9][0-9]\)?[ -][0-9]{{3}}[ -][0-9]{{2}}[ -][0-9]{{2}}{NO_WORD}(?![.,][0-9])")

_POSTAL = re.compile(r"([0-9]{2})-([0-9]{3})(?= [A-ZĄĆĘŁŃÓŚŹŻ])")
_BETWEEN = re.compile(rf"([0-9]{{1,2}}) a ([0-9]{{1,2}})(?![.,:/][0-9])(?: ?(°C|°|st\.(?= C)))?{NO_WORD}")
_SO_CALLED = re.compile(rf"tzw\. ({LETTER}{{2,30}})")
_CURRENCY = re.compile(rf" (zł|PLN|EUR|USD|€|\$|£){NO_WORD}")
_ZLOTY_AND_GROSZE = re.compile(rf"([0-9]{{1,6}}) zł\.? ([0-9]{{1,2}}) gr{NO_WORD}")
_RATING = re.compile(rf"([0-9]{{1,2}},[0-9])/(5|6|10){NO_WORD}(?![.,/-][0-9])")
_HALF = re.compile(rf"([0-9]|1[0-2]),5 (h|godz|godziny|roku|miesiąca|tygodnia|dnia|doby|minuty){NO_WORD}")
_GOVERNS_BOTH = re.compile(
    rf"\b(dla|bez|wymaga|brakuje|potrzeb[a-zęą]{{1,6}}) [0-9]{{1,4}} {LETTER}{{2,20}} (?:i|oraz|lub) $",
    re.IGNORECASE,
)
_SCORE = re.compile(rf"[0-9]{{1,2}}:[0-9]{NO_WORD}")
_SET = re.compile(
    r"([1-9][0-9]?) ?[x×] ?(?=[0-9]{1,5}(?:,[0-9]{1,2})? ?(?:zł|PLN|EUR|€|A|k?g|dag|ml|l|km|tabl|min)(?!\w))"
)
_TIMES = re.compile(r"([1-9][0-9]?) ?[x×] (?=dziennie|tygodniowo|miesięcznie|na (?:dobę|dzień)|w tygodniu)")
_PART = re.compile(rf"([1-7])/([2-8]) (?=({LETTER}{{2,20}}){NO_WORD})")
_LOCATIVES = ("u", "i", "ce", "inie", "ucie", "obie")
"""Of nouns that are no masculine ones with -e (`litrze`)."""
_GENITIVES = ("y", "i", "u", "ów")
_NEAR_ABOUT = re.compile(r"[~≈] ?$")


# --- amounts ------------------------------------------------------------------------------------------


def _large(scan: Scan, at: int) -> Found | None:
    """`1,2 mln zł`: the currency after it stands in the genitive."""
    found = units.quantity(scan, at)
    if found is None or not isinstance(found.thing, things.Quantity) or found.thing.unit not in tables.LARGE:
        return None
    language = times.polish(scan)
    unit = language.unit_at(scan.text, found.end + 1) if scan.text.startswith(" ", found.end) else None
    if unit is not None and unit[0] not in language.proofs:
        said = language.say_quantity(found.thing)
        return Found(things.Words(f"{said} {language.unit_name(unit[0]).many}"), unit[1])
    currency = _CURRENCY.match(scan.text, found.end)
    if currency is None:
        return None
    code = language.currency_signs.get(currency.group(1), currency.group(1))
    said = language.say_quantity(found.thing)
    return Found(things.Words(f"{said} {language.currencies[code][0].many}"), currency.end())


def _portion(scan: Scan, at: int) -> Found | None:
    """`½ szklanki`, `2½ godziny`: the noun stands in the genitive already."""
    found = fraction_at(scan, at)
    noun = _NOUN.match(scan.text, found[1]) if found else None
    if found is None or noun is None or noun.group(1) in tables.NO_NOUNS:
        return None
    if (found[0].numerator, found[0].denominator) != (1, 2) or noun.group(1)[-1] not in "yiau":
        return None
    gender = "f" if noun.group(1)[-1] in "yi" else "m"
    said = times.polish(scan).named(found[0], Name("", "", gender=gender, fraction=noun.group(1)))
    return Found(things.Words(said), noun.end()) if said else None


def _times(scan: Scan, at: int) -> Found | None:
    """`2 x dziennie`, `2 x 50 zł`, `3x16 A`; `3 x 4 m` is a size."""
    found = _TIMES.match(scan.text, at) or _SET.match(scan.text, at)
    if found is None:
        return None
    count = int(found.group(1))
    said = "raz" if count == 1 else f"{times.polish(scan).cardinal(count)} razy"
    return Found(things.Words(said), found.end() - found.group().endswith(" "))


def _part_of(scan: Scan, at: int) -> Found | None:
    """`do 1/4 finału`, `do 3/4 szklanki`: no date, for what follows stands in the genitive."""
    found = _PART.match(scan.text, at)
    case = tables.PREPOSITIONS.get(scan.word_before(at).lower(), "") if found else ""
    if found is None or not scan.text_before(at).endswith(" ") or case not in ("genitive", "locative"):
        return None
    top, bottom, noun = int(found.group(1)), int(found.group(2)), found.group(3)
    if (
        top >= bottom
        or noun in tables.NO_NOUNS
        or not (noun.endswith(_GENITIVES) or noun in ("litra", "kubka"))
    ):
        return None
    if (top, bottom) == (1, 2) and noun != "finału":
        return _portion(scan, at)
    language = times.polish(scan).in_case("genitive")
    said = (
        f"{language.cardinal(top, Name('', '', gender='f'))} {ordinal(bottom, 'ej' if top == 1 else 'ych')}"
    )
    return Found(things.Words(said), found.end() - 1)


def _money(scan: Scan, at: int) -> Found | None:
    """`15 zł. na koncie`: with the dot that ends no sentence."""
    found = money.money(scan, at)
    return Found(found.thing, units.past_dot(scan.text, found.end)) if found else None


def _zloty_and_grosze(scan: Scan, at: int) -> Found | None:
    """`5 zł 20 gr`"""
    found = _ZLOTY_AND_GROSZE.match(scan.text, at)
    if found is None:
        return None
    language = times.polish(scan).in_case(nouns.CASES.get(scan.word_before(at).lower(), ""))
    zloty = language.named(things.Number(found.group(1)), language.currencies["PLN"][0])
    grosze = language.named(things.Number(found.group(2)), language.units["gr"])
    return Found(things.Words(f"{zloty} {grosze}"), found.end())


def _rating(scan: Scan, at: int) -> Found | None:
    """`4,5/5`"""
    found = _RATING.match(scan.text, at)
    if found is None:
        return None
    first, second = scan.language.parse(found.group(1)), things.Number(found.group(2))
    return Found(things.Ratio(first, second, "out of"), found.end())


def _half(scan: Scan, at: int) -> Found | None:
    """`1,5 godz.`: półtorej godziny, as people say it of time."""
    found = _HALF.match(scan.text, at)
    if found is None:
        return None
    word = tables.SHORT_TIMES.get(found.group(2), found.group(2))
    whole = int(found.group(1)) or None
    name = Name("", "", gender="f" if word in ("godziny", "doby", "minuty") else "m", fraction=word)
    said = times.polish(scan).named(things.Fraction(1, 2, whole), name)
    return Found(things.Words(said), units.past_dot(scan.text, found.end())) if said else None


def _number(scan: Scan, at: int) -> Found | None:
    """A number that agrees with its noun: `2 osoby`, `1 wiadomość`, `2 panów`."""
    found = signs.number(scan, at)
    noun = _NOUN.match(scan.text, found.end) if found else None
    if found is None or noun is None:
        return found
    if isinstance(found.thing, things.Range):
        return _few(scan, found, found.thing, noun.group(1))
    if not isinstance(found.thing, things.Number):
        return found
    number, word = found.thing, noun.group(1)
    if number.decimals or number.leading_zero or not word.islower() or word in tables.NO_NOUNS:
        return found
    language = times.polish(scan)
    if number.value == 1 and word in ("drzwi", "nożyczki", "schody"):
        return Found(things.Words("jedne"), found.end)
    if number.value == 1 and scan.word_before(at).lower() == "po" and word.endswith(_LOCATIVES):
        return Found(things.Words("jednym" if word[-1] == "u" else "jednej"), found.end)
    if number.value == 1 and _counts_one(scan, at):
        gender = (
            "f"
            if word.endswith(nouns.FEMININE_ENDINGS) or word[-1] in "ąę"
            else "n"
            if word[-1] in "oe"
            else "m"
        )
        saying = language.in_case("accusative") if word[-1] in "ąę" else language
        return Found(things.Words(saying.number(number, Name("", "", gender=gender))), found.end)
    if word in ("dzieci", "drzwi") and number.value in nouns.CHILDREN:
        return Found(things.Words(nouns.CHILDREN[number.value]), found.end)
    if word.endswith("ami") and number.value in nouns.WITH:
        return Found(things.Words(nouns.WITH[number.value]), found.end)
    if word.endswith(("ach", "ami")):
        return Found(things.Words(language.in_case("genitive").number(number)), found.end)
    if word in nouns.PEOPLE and 2 <= number.value < 1000:
        return Found(things.Words(language.in_case("genitive").number(number)), found.end)
    last = number.value % 10
    if last in (2, 3, 4) and word.endswith(nouns.MASCULINE_PLURAL_ENDINGS):
        return Found(things.Words(language.in_case("genitive").number(number)), found.end)
    if last == 2 and _feminine(word):
        return Found(things.Words(language.number(number, Name("", "", gender="f"))), found.end)
    return found


def _few(scan: Scan, found: Found, span: things.Range, word: str) -> Found:
    """`2-3 łyżki`: two, three spoons; the noun shows that the last number is no genitive."""
    high, language = span.high, times.polish(scan)
    plain = word.islower() and word not in tables.NO_NOUNS and not (span.low.decimals or high.decimals)
    if not plain or high.value not in (2, 3, 4) or word.endswith(nouns.MASCULINE_PLURAL_ENDINGS):
        return found
    name = Name("", "", gender="f" if _feminine(word) else "m")
    return Found(things.Words(f"{language.number(span.low, name)}, {language.number(high, name)}"), found.end)


def _feminine(word: str) -> bool:
    ending = word.endswith(nouns.FEMININE_PLURAL_ENDINGS) and word not in nouns.MASCULINE_PLURALS
    return ending or word in nouns.FEMININE_PLURALS


def _counts_one(scan: Scan, at: int) -> bool:
    before = scan.text_before(at).rstrip()
    return not before or before[-1] in ".,;:!?(" or scan.word_before(at).lower() in nouns.ONE_BEFORE


_AMOUNTS: tuple[Detector, ...] = (
    _large, length.duration, _money, units.quantity, signs.fraction, signs.number,
)  # fmt: skip


def _in_case(scan: Scan, at: int) -> Found | None:
    """An amount after a word that governs it: `do 5 stopni`, `za 1 h`, `≈ 20 min`."""
    before = scan.word_before(at).lower()
    case = nouns.CASES.get(before)
    if _NEAR_ABOUT.search(scan.text_before(at)):
        case = "genitive"
    both = _GOVERNS_BOTH.search(scan.text_before(at)) if case is None else None
    if both is not None:  # brakuje 2 krzeseł i 1 książki
        case = nouns.CASES.get(both.group(1).lower())
    if before == "ma" and scan.text_before(at).lower().endswith("nie ma "):
        case = "genitive"
    if case is None or (not scan.text_before(at).endswith(" ") and case != "genitive"):
        return None
    if names.version(scan, at) is not None or _SCORE.match(scan.text, at):
        return None
    for detector in _AMOUNTS:
        found = detector(scan, at)
        if found is None or isinstance(found.thing, (things.Words, things.Fraction)):
            continue
        after = scan.word_after(found.end)
        if detector is signs.number and (case == "accusative" or after.endswith(("ach", "ami"))):
            return _number(scan, at)
        said = times.polish(scan).in_case(case).say(found.thing)
        noun = _NOUN.match(scan.text, found.end)
        if noun and noun.group(1) == "dzieci" and isinstance(found.thing, things.Number):
            said = nouns.OF_CHILDREN.get(found.thing.value, said)
        if said == "jednego" and noun and noun.group(1)[-1] in "yi":
            said = "jednej"
        return Found(things.Words(said), found.end) if said else None
    return None


# --- names ------------------------------------------------------------------------------------------


def _flat(scan: Scan, at: int) -> Found | None:
    """`Długa 21 m. 5`: the number of a house and of a flat."""
    found = _FLAT.match(scan.text, at)
    if found is None or not scan.word_before(at)[:1].isupper():
        return None
    return Found(
        things.Words(f"{times.polish(scan).cardinal(int(found.group(1)))} mieszkania"), found.end(1) + 3
    )


def _postal_code(scan: Scan, at: int) -> Found | None:
    """`00-184 Warszawa`"""
    found = _POSTAL.match(scan.text, at)
    return Found(things.Digits((found.group(1), found.group(2))), found.end()) if found else None


def _between(scan: Scan, at: int) -> Found | None:
    """`między 9 a 13`: hours; `między 5 a 7 °C`."""
    found = _BETWEEN.match(scan.text, at)
    if found is None or scan.word_before(at).lower() not in ("między", "pomiędzy"):
        return None
    low, high = int(found.group(1)), int(found.group(2))
    if found.group(3):
        genitive = times.polish(scan).in_case("genitive")
        numbers = (nouns.WITH.get(value) or genitive.cardinal(value) for value in (low, high))
        said = f"{' a '.join(numbers)} stopniami"
        return Found(things.Words(said + (" Celsjusza" if "C" in found.group(3) else "")), found.end())
    if not (1 <= low < high <= 24 and scan.ends_clause(found.end())):
        return None
    return Found(things.Words(f"{ordinal(low, 'ą')} a {ordinal(high, 'ą')}"), found.end())


def _phone(scan: Scan, at: int) -> Found | None:
    """`601 234 567`, `22 123 45 67`."""
    found = _MOBILE.match(scan.text, at) or _LANDLINE.match(scan.text, at)
    if found is None or "000" in found.group() or times.counts(scan, found.end()):
        return None
    return Found(things.Phone(tuple(re.findall(r"[0-9]+", found.group()))), found.end())


def _so_called(scan: Scan, at: int) -> Found | None:
    """`tzw. próba`: agrees with the next word, by its ending."""
    found = _SO_CALLED.match(scan.text, at)
    if found is None:
        return None
    last = found.group(1)[-1]
    end = "a" if last in "aą" else "e" if last in "eoiy" else "y"
    return Found(things.Words(f"tak zwan{end}"), found.start(1) - 1)


_COMPASS = wind(
    "wiatr", {"N": "północny", "S": "południowy", "E": "wschodni", "W": "zachodni", "NW": "północno-zachodni",
              "NE": "północno-wschodni", "SW": "południowo-zachodni", "SE": "południowo-wschodni"},
)  # fmt: skip

DETECTORS = Detectors(
    at_digit=(
        added_time, formation, _times, _part_of, _postal_code, _between, _phone, times.roman_date,
        times.short_date, times.dotted, ordinals.half_of, _flat, short.house,
        compounds.compound, ordinals.numbered, times.decade, times.years, times.year, times.day_to_day,
        times.hours, times.clock, _zloty_and_grosze, _rating, _half,
    ),
    at_letter=(
        times.month_and_year, times.days, times.hour_in_words, _so_called, ordinals.half_of,
        ordinals.short_roman, short.day,
        short.temperature, short.station, short.each, short.honored, saints.saint, saints.dedicated,
        short.declined, short.title, short.mister, short.wind, _COMPASS, signs.by,
    ),
    at_sign=(_portion, _in_case),
).before(
    SHARED.replacing(time.month_date)
    .replacing(time.iso_date, times.with_year(time.iso_date))
    .replacing(time.local_date, times.with_year(time.local_date))
    .replacing(time.day_month_date, times.with_year(time.day_month_date), _large, _portion)
    .replacing(units.ratio_in_words, units.ratio_in_words, length.clock_duration, time.clock, _in_case)
    .replacing(money.money, _money)
    .replacing(names.roman, ordinals.roman)
    .replacing(signs.ordinal)
    .replacing(signs.number, signs.pointed, _number)
)  # fmt: skip
"""Asked first, and the shared ones."""
