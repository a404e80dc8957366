"""What only Polish has: cases after prepositions, ordinals with a dot, years with "roku", hours."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from tts_node.text.read import detect_names as names
from tts_node.text.read import detect_signs as signs
from tts_node.text.read import detect_time as time
from tts_node.text.read import detect_units as units
from tts_node.text.read import pl_tables as tables
from tts_node.text.read import things
from tts_node.text.read.detect import DETECTORS as SHARED
from tts_node.text.read.numbers import fraction_at
from tts_node.text.read.pl_numbers import Ending, ordinal
from tts_node.text.read.scan import LETTER, NO_WORD, Detector, Detectors, Found, Scan
from tts_node.text.read.units import Name

if TYPE_CHECKING:
    from tts_node.text.read.pl import Polish

_NOUN = re.compile(rf" ({LETTER}{{2,25}}){NO_WORD}")
_ORDINAL = re.compile(rf"([0-9]{{1,3}})\. ({LETTER}{{3,25}}){NO_WORD}")
_DECADE = re.compile(r"([1-9]0)\.?(?![0-9]|,[0-9])")
_DECADE_ENDINGS: dict[str, Ending] = {"lata": "e", "lat": "ych", "latach": "ych"}
_YEAR = re.compile(rf"(1[0-9]{{3}}|20[0-9]{{2}})(?: (r\.|roku|rok|rokiem){NO_WORD})")
_YEAR_AFTER = re.compile(rf"(1[0-9]{{3}}|20[0-9]{{2}}){NO_WORD}(?![.,:/-][0-9]| ?[-–] ?[0-9])")
_OF_YEAR = re.compile(rf" (?:r\.|roku){NO_WORD}")
_MONTH_AND_YEAR = re.compile(rf"({LETTER}{{3,12}}) ([12][0-9]{{3}}){NO_WORD}(?![.,:/-][0-9])")
_ROMAN_DATE = re.compile(
    rf"([0-3]?[0-9])[ .](I{{1,3}}|I?[VX]|VI{{1,3}}|XI{{1,2}})[ .]([12][0-9]{{3}}){NO_WORD}"
)
_DAY_TO_DAY = re.compile(rf"([0-3]?[0-9]) do ([0-3]?[0-9]) ({LETTER}{{3,12}}){NO_WORD}")
_DAYS = re.compile(rf"({LETTER}{{2,5}})\.?[-–]({LETTER}{{2,5}}){NO_WORD}")

_CLOCK = re.compile(r"([01]?[0-9]|2[0-4])([:.])([0-5][0-9])(?![0-9]|[:.,][0-9])")
_HOUR = re.compile(r"([01]?[0-9]|2[0-4])(?![0-9]|[.,:/][0-9])")
_PART_OF_DAY = re.compile(r"$|[.,;!?](?:$| )| (?:rano|wieczorem|po południu|w nocy|do|i|lub|w|na)\b")
_HOUR_SHORT = re.compile(r"godz\.? ?(?=[0-9])")
_HOUR_WORDS = {"o": "godzinie", "po": "godzinie", "od": "godziny", "do": "godziny", "przed": "godziną"}

_MOBILE = re.compile(
    rf"(?:45|5[0137]|6[069]|7[2-9]|88)[0-9][ -][0-9]{{3}}[ -][0-9]{{3}}{NO_WORD}(?![.,][0-9])"
)
_LANDLINE = re.compile(rf"\(?[1-9][0-9]\)?[ -][0-9]{{3}}[ -][0-9]{{2}}[ -][0-9]{{2}}{NO_WORD}(?![.,][0-9])")

_SO_CALLED = re.compile(rf"tzw\. ({LETTER}{{2,30}})")
_CURRENCY = re.compile(rf" (zł|PLN|EUR|USD|€|\$|£){NO_WORD}")
_NEAR_ABOUT = re.compile(r"[~≈] ?$")


def _language(scan: Scan) -> Polish:
    return cast("Polish", scan.language)


# --- amounts ------------------------------------------------------------------------------------------


def _large(scan: Scan, at: int) -> Found | None:
    """`1,2 mln zł`: the currency after it stands in the genitive."""
    found = units.quantity(scan, at)
    if found is None or not isinstance(found.thing, things.Quantity) or found.thing.unit not in tables.LARGE:
        return None
    currency = _CURRENCY.match(scan.text, found.end)
    if currency is None:
        return None
    language = _language(scan)
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
    said = _language(scan).named(found[0], Name("", "", gender=gender, fraction=noun.group(1)))
    return Found(things.Words(said), noun.end()) if said else None


def _number(scan: Scan, at: int) -> Found | None:
    """A number that agrees with its noun: `2 osoby`, `1 wiadomość`, `2 panów`."""
    found = signs.number(scan, at)
    noun = _NOUN.match(scan.text, found.end) if found else None
    if found is None or noun is None or not isinstance(found.thing, things.Number):
        return found
    number, word = found.thing, noun.group(1)
    if number.decimals or number.leading_zero or not word.islower() or word in tables.NO_NOUNS:
        return found
    language = _language(scan)
    if number.value == 1 and _counts_one(scan, at):
        gender = "f" if word.endswith(tables.FEMININE_ENDINGS) else "n" if word[-1] in "oe" else "m"
        return Found(things.Words(language.number(number, Name("", "", gender=gender))), found.end)
    last = number.value % 10
    if last in (2, 3, 4) and word.endswith(tables.MASCULINE_PLURAL_ENDINGS):
        return Found(things.Words(language.in_case("genitive").number(number)), found.end)
    if last == 2 and (word in tables.FEMININE_PLURALS or word.endswith(tables.FEMININE_PLURAL_ENDINGS)):
        return Found(things.Words(language.number(number, Name("", "", gender="f"))), found.end)
    return found


def _counts_one(scan: Scan, at: int) -> bool:
    before = scan.text_before(at).rstrip()
    return not before or before[-1] in ".,;:!?(" or scan.word_before(at).lower() in tables.ONE_BEFORE


_AMOUNTS: tuple[Detector, ...] = (
    _large, time.duration, units.money, units.quantity, signs.fraction, signs.number,
)  # fmt: skip


def _in_case(scan: Scan, at: int) -> Found | None:
    """An amount after a word that governs it: `do 5 stopni`, `za 1 h`, `≈ 20 min`."""
    before = scan.word_before(at).lower()
    case = tables.CASES.get(before)
    if _NEAR_ABOUT.search(scan.text_before(at)):
        case = "genitive"
    if case is None or (not scan.text_before(at).endswith(" ") and case != "genitive"):
        return None
    for detector in _AMOUNTS:
        found = detector(scan, at)
        if found is None or isinstance(found.thing, (things.Words, things.Fraction)):
            continue
        said = _language(scan).in_case(case).say(found.thing)
        return Found(things.Words(said), found.end) if said else None
    return None


# --- ordinals -----------------------------------------------------------------------------------------


def _ordinal(scan: Scan, at: int) -> Found | None:
    """`3. piętro`, `na 3. piętrze`."""
    found = _ORDINAL.match(scan.text, at)
    ending = _ending(scan, at, found.group(2)) if found else None
    if found is None or ending is None:
        return None
    return Found(things.Words(ordinal(int(found.group(1)), ending)), found.start(2) - 1)


def _ending(scan: Scan, at: int, noun: str) -> Ending | None:
    ending = tables.ORDINAL_NOUNS.get(noun.lower())
    if noun in ("roku", "wieku"):
        return "ym" if scan.word_before(at).lower() in tables.AFTER_IN else "ego"
    return ending


def _decade(scan: Scan, at: int) -> Found | None:
    """`lata 90.`, `w latach 90.`"""
    found = _DECADE.match(scan.text, at)
    ending = _DECADE_ENDINGS.get(scan.word_before(at).lower())
    if found is None or ending is None:
        return None
    end = found.end() - (found.group().endswith(".") and found.end() == len(scan.text))
    return Found(things.Words(ordinal(int(found.group(1)), ending)), end)


def _roman(scan: Scan, at: int) -> Found | None:
    """`XXI wiek`, `rozdział IV`, `Jan Paweł II`."""
    numeral = names.roman_at(scan.text, at)
    if numeral is None or scan.word_at(numeral[1]):
        return None
    value, end = numeral
    before, noun = scan.word_before(at), _NOUN.match(scan.text, end)
    ending: Ending | None = None
    if scan.text_before(at).endswith(f"{before} ") and before:
        if before.lower() in tables.RULERS_F:
            ending = "a"
        elif before.lower() in tables.RULERS_M:
            ending = "y"
        else:
            ending = _ending(scan, at - len(before) - 1, before)
    if ending is None and noun is not None and (value > 1 or at > 0 or noun.group(1) == "wojna"):
        ending = _ending(scan, at, noun.group(1))
    return Found(things.Words(ordinal(value, ending)), end) if ending else None


# --- years and dates ----------------------------------------------------------------------------------


def _year(scan: Scan, at: int) -> Found | None:
    """`w 2026 r.`, `rok 2026`, `od 2019 roku`."""
    before = scan.word_before(at).lower()
    found = _YEAR.match(scan.text, at)
    if found is not None:
        value, word = int(found.group(1)), found.group(2)
        if word == "rok":
            return Found(things.Words(f"{ordinal(value)} rok"), found.end())
        ending: Ending = "ym" if before in tables.AFTER_IN or word == "rokiem" else "ego"
        word = "roku" if word == "r." else word
        return Found(things.Words(f"{ordinal(value, ending)} {word}"), _kept_dot(scan, found.end()))
    bare = _YEAR_AFTER.match(scan.text, at)
    if bare is None or before not in ("rok", "roku", "rokiem"):
        return None
    after: Ending = "y" if before == "rok" else "ego"
    return Found(things.Words(ordinal(int(bare.group(1)), after)), bare.end())


def _month_and_year(scan: Scan, at: int) -> Found | None:
    """`grudzień 2026`, `w grudniu 2026 r.`"""
    found = _MONTH_AND_YEAR.match(scan.text, at)
    if found is None or found.group(1) not in tables.MONTHS_BEFORE_YEAR:
        return None
    after = _OF_YEAR.match(scan.text, found.end())
    end = _kept_dot(scan, after.end()) if after else found.end()
    return Found(things.Words(f"{found.group(1)} {ordinal(int(found.group(2)), 'ego')} roku"), end)


def _with_year(detector: Detector) -> Detector:
    """A date takes the "r." or "roku" after it, because it is said with the year."""

    def dated(scan: Scan, at: int) -> Found | None:
        found = detector(scan, at)
        if found is None or not isinstance(found.thing, things.Date) or not found.thing.year:
            return found
        after = _OF_YEAR.match(scan.text, found.end)
        return Found(found.thing, _kept_dot(scan, after.end())) if after else found

    return dated


def _kept_dot(scan: Scan, end: int) -> int:
    """The dot of "r." that ends the text stays."""
    return end - (end == len(scan.text) and scan.text.endswith("."))


def _roman_date(scan: Scan, at: int) -> Found | None:
    """`30 XI 2026`."""
    found = _ROMAN_DATE.match(scan.text, at)
    if found is None or not 1 <= int(found.group(1)) <= 31:
        return None
    month = tables.ROMAN_MONTHS.index(found.group(2)) + 1
    return Found(things.Date(month, int(found.group(1)), int(found.group(3))), found.end())


def _day_to_day(scan: Scan, at: int) -> Found | None:
    """`od 3 do 5 maja`."""
    found = _DAY_TO_DAY.match(scan.text, at)
    month = scan.language.months.get(found.group(3)) if found else None
    if found is None or month is None or not (0 < int(found[1]) <= 31 and 0 < int(found[2]) <= 31):
        return None
    before = scan.word_before(at).lower()
    return Found(things.Date(month, int(found[1]), until_day=int(found[2]), after=before), found.end())


def _days(scan: Scan, at: int) -> Found | None:
    """`pn-pt`, `sob.–nd.`"""
    found = _DAYS.match(scan.text, at)
    first, last = (scan.language.weekdays.get(day) for day in found.groups()) if found else (None, None)
    if found is None or first is None or last is None:
        return None
    start = "" if scan.word_before(at).lower() == "od" else "od "
    end = found.end() + (scan.text.startswith(".", found.end()) and found.end() + 1 < len(scan.text))
    return Found(things.Words(f"{start}{tables.DAYS_OF[first]} do {tables.DAYS_OF[last]}"), end)


# --- hours --------------------------------------------------------------------------------------------


def _clock(scan: Scan, at: int) -> Found | None:
    """`o 14:05`, `przed 18:00`, `o 9.30`, `o 9 rano`; a length of time stays one."""
    ending = tables.CLOCK_ENDINGS.get(scan.word_before(at).lower())
    return _hour(scan, at, ending) if ending and scan.text_before(at).endswith(" ") else None


def _hour(scan: Scan, at: int, ending: Ending, *, named: bool = False) -> Found | None:
    """A time with that ending; `named`: "godzina" stands before it."""
    language, found = _language(scan), _CLOCK.match(scan.text, at)
    before = scan.word_before(at).lower()
    if found is not None:
        dotted = found.group(2) == "."
        if dotted and ((before not in ("o", "od", "do", "po") and not named) or _counts(scan, found.end())):
            return None
        span = time.clock(scan, at)
        if span is not None and not isinstance(span.thing, things.Clock):
            return None
        if scan.word_at(found.end()) or _counts(scan, found.end()):
            return None
        clock = things.Clock(int(found.group(1)), int(found.group(3)))
        return Found(things.Words(language.clock(clock, ending)), found.end())
    hour = _HOUR.match(scan.text, at)
    if hour is None or not (named or (before in ("o", "po") and _PART_OF_DAY.match(scan.text, hour.end()))):
        return None
    return Found(things.Words(language.clock(things.Clock(int(hour.group(1))), ending)), hour.end())


def _counts(scan: Scan, at: int) -> bool:
    return scan.language.unit_at(scan.text, at + scan.text.startswith(" ", at)) is not None


def _hour_in_words(scan: Scan, at: int) -> Found | None:
    """`o godz. 9:00`, `godz. 14`."""
    short = _HOUR_SHORT.match(scan.text, at)
    if short is None:
        return None
    word = _HOUR_WORDS.get(scan.word_before(at).lower(), "godzina")
    ending: Ending = "a" if word == "godzina" else "ą" if word == "godziną" else "ej"
    found = _hour(scan, short.end(), ending, named=True)
    if found is None or not isinstance(found.thing, things.Words):
        return Found(things.Words("godziny"), short.end() - short.group().endswith(" "))
    return Found(things.Words(f"{word} {found.thing.text}"), found.end)


# --- names --------------------------------------------------------------------------------------------


def _phone(scan: Scan, at: int) -> Found | None:
    """`601 234 567`, `22 123 45 67`."""
    found = _MOBILE.match(scan.text, at) or _LANDLINE.match(scan.text, at)
    if found is None or "000" in found.group() or _counts(scan, found.end()):
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


DETECTORS = Detectors(
    at_digit=(
        _phone, _roman_date, _ordinal, _decade, _year, _day_to_day, _clock,
    ),
    at_letter=(_month_and_year, _days, _hour_in_words, _so_called),
    at_sign=(_portion, _in_case),
).before(
    SHARED.replacing(time.month_date)
    .replacing(time.iso_date, _with_year(time.iso_date))
    .replacing(time.local_date, _with_year(time.local_date))
    .replacing(time.day_month_date, _with_year(time.day_month_date), _large, _portion)
    .replacing(units.ratio_in_words, units.ratio_in_words, time.clock_duration, time.clock, _in_case)
    .replacing(names.roman, _roman)
    .replacing(signs.ordinal)
    .replacing(signs.number, signs.pointed, _number)
)  # fmt: skip
"""Asked first, and the shared ones."""
