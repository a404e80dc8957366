"""What only Italian has: hours with a dot, telephone numbers, 1° and 2ª, saints, scores."""

from __future__ import annotations

import re

from tts_node.text.read import detect_signs as signs
from tts_node.text.read import detect_time as time
from tts_node.text.read import it_tables as tables
from tts_node.text.read import things
from tts_node.text.read.compass import wind
from tts_node.text.read.it_nouns import and_half, half_of
from tts_node.text.read.it_roman import roman_ordinal, short_century
from tts_node.text.read.numbers import fraction_at
from tts_node.text.read.romance_detect import (
    chrono,
    dotted_version,
    first_of_range,
    frost,
    keys,
    lettered,
    mark,
    rate_in_words,
)
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
from tts_node.text.read.scan import LETTER, NO_WORD, Detectors, Found, Scan

_DOTTED_CLOCK = re.compile(rf"([01]?[0-9]|2[0-4])\.([0-5][0-9]){NO_WORD}(?![.,:/][0-9]| ?(?:€|euro))")
_TO = re.compile(r" ?[-–—] ?")
_CLOCK_WORDS = frozenset({"ore", "ora", "alle", "dalle", "le", "h", "orario"})
_HOURS = re.compile(r"h\.? ?(?=[0-9]{1,2}[.:][0-5][0-9](?![0-9]))")
_NO_RANGE = r"(?! ?[-–] ?[0-9]|[0-9]|[:.][0-9]| ?(?:[aApP]\.?[mM]|€|euro))"
_BEFORE_HOUR = r"([Ss]ono le|[Aa]lle|[Dd]alle|[Dd]elle|[Ll]e) (?:ore )?"
_MIDNIGHT = re.compile(rf"{_BEFORE_HOUR}(?:00?|24)[.:]00{_NO_RANGE}")
_ONE = re.compile(
    rf"{_BEFORE_HOUR}0?1(?:[.:]([0-5][0-9]){_NO_RANGE}"
    r"|(?= di notte| del (?:mattino|pomeriggio)| in punto| e (?:[0-9]|mezza)))"
)
_FROM_MIDNIGHT = re.compile(
    r"(?:[Dd]?[Aa]lle(?: ore)?|[Oo]re) 00?([.:])00 ?[-–] ?"
    r"([01]?[0-9]|2[0-4])\1([0-5][0-9])(?![0-9]|[:.][0-9])"
)
_EXTREME = re.compile(r"(max|min)\.? (?=[-−+]?[0-9]{1,2}(?:,[0-9])? ?°)")
_TO_MIDNIGHT = {"sono le": "è ", "alle": "a ", "dalle": "da ", "delle": "di ", "le": ""}
_TO_ONE = {"sono le": "è l'", "alle": "all'", "dalle": "dall'", "delle": "dell'", "le": "l'"}
_AT_ONE = re.compile(r"1(?=$|[.,;!?)](?![0-9])| (?:di|e|del|precisa|in|o)\b)")
_AN_HOUR = re.compile(r"1(?= (?:di notte|di mattina|del mattino|del pomeriggio|in punto|precisa|e mezza)\b)")
_MOBILE = re.compile(
    rf"(3[0-9]{{2}})[ ./-]?([0-9]{{3}}[ .]?[0-9]{{2}}[ .]?[0-9]{{2}}){NO_WORD}(?![.,]?[0-9])"
)
_LANDLINE = re.compile(rf"(0[1-9][0-9]{{0,2}})[./-]([0-9]{{5,8}}){NO_WORD}(?![.,]?[0-9])")
_GREEN = re.compile(rf"(80[0-9]) ?([0-9]{{3}}) ?([0-9]{{3}}){NO_WORD}(?![.,]?[0-9])")
_ORDINAL = re.compile(r"([1-9][0-9]{0,2})([°ºªoa])(?![A-Za-zÀ-ÿ0-9])")
_ARTICLES = frozenset({"il", "del", "al", "nel", "dal", "sul", "lo", "allo", "l'"})
_HER_ARTICLES = frozenset({"la", "alla", "della", "dalla", "nella", "sulla"})
_NO_ORDINALS = frozenset(
    {"in", "di", "e", "a", "o", "con", "per", "da", "del", "nel", "al", "su", "se", "ma", "oggi", "fuori"}
)
_AND_ANOTHER = re.compile(rf" (?:e|ed|o) (?:il |lo |al |la )?[0-9]{{1,3}}[°ºª] ({LETTER}{{3,20}})")
_FIRST_OF_MONTH = re.compile(rf"(l|all|dall|dell|nell)['’]1°? (?=({LETTER}{{3,9}}))", re.IGNORECASE)
_TO_THE_FIRST = {"l": "il", "all": "al", "dall": "dal", "dell": "del", "nell": "nel"}
_ELIDED_DATE = re.compile(rf"(1|8|11)/(1[0-2]|0?[1-9]){NO_WORD}(?![-/.][0-9])")
_ARTICLE = re.compile(r"(?:^|[ (])(?:l|dell|dall|all|nell|sull)['’]$", re.IGNORECASE)
_SHORT_YEAR = re.compile(rf"['’‘]([0-9]{{2}}){NO_WORD}(?!['’])")
_DAYS = "|".join(tables.WEEKDAYS)
_DAY = re.compile(rf"({_DAYS})(?:\.,? (?=[0-9])|,? (?=[0-9]{{1,2}}/[0-9]))", re.IGNORECASE)
_DAY_TO_DAY = re.compile(
    rf"({_DAYS})\.? ?[-–/] ?({_DAYS})(?:\.(?= ?[,;:)]| [a-z0-9])|{NO_WORD}(?!\.))", re.IGNORECASE
)
_OF_WHOLE = re.compile(r" (?:d[ei]|del|dello|della|dei|degli|delle|dell['’])\b")
_LOW_END = re.compile(r"([0-9]{1,4}(?:,[0-9]{1,2})?)[-–](?=[0-9]{1,4}(?:,[0-9]{1,2})?(?![0-9]|[-–./:][0-9]))")
_BETWEEN = re.compile(r"\b[TtFf]ra (?:le|i|gli) $")
_SAINT = re.compile(rf"S\. ?({LETTER}{{2,12}})")
_SCORE = re.compile(rf"([0-9]{{1,2}})-([0-9]{{1,2}}){NO_WORD}(?![-–.,:/][0-9])")


def clock(scan: Scan, at: int) -> Found | None:
    """`ore 14.30`, `dalle 9.30-12.30`: a dot, with a word before that proves it."""
    found = _DOTTED_CLOCK.match(scan.text, at)
    if found is None or scan.word_before(at).lower() not in _CLOCK_WORDS:
        return None
    start = things.Clock(int(found.group(1)), int(found.group(2)))
    to = _TO.match(scan.text, found.end())
    until = _DOTTED_CLOCK.match(scan.text, to.end()) if to else None
    if until is None:
        return Found(start, found.end())
    return Found(
        things.ClockRange(start, things.Clock(int(until.group(1)), int(until.group(2)))), until.end()
    )


def clock_range(scan: Scan, at: int) -> Found | None:
    """`ore 8:00-12:00`, `dalle 14.30-18.30`: the word before is part of how a range is said."""
    before = scan.word_before(at).lower()
    if before not in _CLOCK_WORDS:
        return None
    for read in (clock, time.clock):
        found = read(scan, at)
        if found is not None and isinstance(found.thing, things.ClockRange):
            start = scan.language.say_clock(found.thing.start)
            end = scan.language.say_clock(found.thing.end)
            to = " alle" if before == "dalle" else ""
            return Found(things.Words(f"{start}{to} {end}"), found.end)
    return None


def at_one(scan: Scan, at: int) -> Found | None:
    """`all'1`, `l'1 di notte`: one o'clock."""
    before = scan.text_before(at)[-5:].lower().replace("’", "'")
    if not before.endswith("l'"):
        return None
    found = _AT_ONE.match(scan.text, at) if before.endswith("all'") else None
    found = found or _AN_HOUR.match(scan.text, at)
    return Found(things.Words("una"), found.end()) if found else None


def hours(scan: Scan, at: int) -> Found | None:
    """`h 14:05`, `alle 00:00`, `sono le 00:00`, `dalle 00:00-06:00`."""
    found = _HOURS.match(scan.text, at)
    if found is not None:
        return Found(things.Words("ore "), found.end())
    found = _FROM_MIDNIGHT.match(scan.text, at)
    if found is not None:
        span = things.ClockRange(things.Clock(0), things.Clock(int(found.group(2)), int(found.group(3))))
        return Found(span, found.end())
    found = None if scan.joined_before(at) else _MIDNIGHT.match(scan.text, at) or _ONE.match(scan.text, at)
    if found is None:
        return None
    one = found.re is _ONE
    clock_read = things.Clock(1, int(found.group(2) or 0)) if one else things.Clock(0)
    word = (_TO_ONE if one else _TO_MIDNIGHT)[found.group(1).lower()]
    said = f"{word}{scan.language.say_clock(clock_read)}"
    return Found(
        things.Words(said[0].upper() + said[1:] if found.group()[0].isupper() else said), found.end()
    )


def phone(scan: Scan, at: int) -> Found | None:
    """`335 1234567`, `3351234567`, `800 123 456`, `02.12345678`."""
    found = _LANDLINE.match(scan.text, at)
    if found is not None:
        return Found(things.Phone(found.groups()), found.end())
    found = _GREEN.match(scan.text, at)
    if found is not None and not found.group().endswith("000"):
        return Found(things.Phone(found.groups()), found.end())
    found = _MOBILE.match(scan.text, at)
    if found is None:
        return None
    groups = re.findall("[0-9]+", found.group(2))
    return Found(things.Phone((found.group(1), *groups)), found.end())


def ordinal(scan: Scan, at: int) -> Found | None:
    """`1° piano`, `2ª porta`; `21°` alone are degrees."""
    found = _ORDINAL.match(scan.text, at)
    if found is None:
        return None
    value, sign, after = int(found.group(1)), found.group(2), scan.word_after(found.end())
    if sign != "ª" and not (value <= 31 and after in tables.MONTHS):
        noun = after.lower() in tables.ORDINAL_NOUNS
        article = scan.word_before(at).lower() in _ARTICLES and after.islower() and after not in _NO_ORDINALS
        another = _AND_ANOTHER.match(scan.text, found.end())
        noun = noun or (another is not None and another.group(1) in tables.ORDINAL_NOUNS)
        if sign == "a" and after.islower() and scan.word_before(at).lower() in _HER_ARTICLES:
            return Found(things.Ordinal(value, "ª"), found.end())
        if sign in "oa" and not noun:
            return None
        # The first of a month; whatever is warm has degrees.
        first = value == 1 and scan.words.isdisjoint(tables.WARMTH_WORDS)
        article = article or (first and scan.word_before(at).lower() in _ARTICLES and "°C" not in scan.text)
        if not (noun or article or (sign == "º" and after.islower() and after not in _NO_ORDINALS)):
            return None
    return Found(things.Ordinal(value, "ª" if sign in "ªa" else "º"), found.end())


def first_of_month(scan: Scan, at: int) -> Found | None:
    """`l'1 maggio`: il primo."""
    found = _FIRST_OF_MONTH.match(scan.text, at)
    if found is None or found.group(2) not in tables.MONTHS:
        return None
    article = _TO_THE_FIRST[found.group(1).lower()]
    article = article.capitalize() if found.group(1)[0].isupper() else article
    return Found(things.Words(f"{article} primo"), found.end() - 1)


def elided_date(scan: Scan, at: int) -> Found | None:
    """`l'11/12`: the eleventh of December."""
    found = _ELIDED_DATE.match(scan.text, at)
    if found is None or _ARTICLE.search(scan.text_before(at)) is None:
        return None
    return Found(things.Date(int(found.group(2)), int(found.group(1)), None), found.end())


def part_of(scan: Scan, at: int) -> Found | None:
    """`il 3/4 del tempo`, which is no day in April."""
    found = fraction_at(scan, at)
    if found is None or _OF_WHOLE.match(scan.text, found[1]) is None:
        return None
    return Found(found[0], found[1])


def score(scan: Scan, at: int) -> Found | None:
    """`vinto 2-3`"""
    found = _SCORE.match(scan.text, at)
    if found is None or scan.words.isdisjoint(tables.SCORE_WORDS):
        return None
    first, second = things.Number(found.group(1)), things.Number(found.group(2))
    return Found(things.Ratio(first, second, "to"), found.end())


def low_end(scan: Scan, at: int) -> Found | None:
    """The first number of `per 25-30 min`, after a word that "da" cannot follow."""
    found = _LOW_END.match(scan.text, at)
    if found is None or scan.word_before(at).lower() not in tables.BEFORE_RANGE:
        return None
    link = " e " if _BETWEEN.search(scan.text_before(at)) else " "
    return Found(things.Words(scan.language.number(scan.language.parse(found.group(1))) + link), found.end())


def short_year(scan: Scan, at: int) -> Found | None:
    """`gli anni '90`, `nel '68`"""
    found = None if scan.joined_before(at) else _SHORT_YEAR.match(scan.text, at)
    return Found(things.Words(scan.language.cardinal(int(found.group(1)))), found.end()) if found else None


def weekday(scan: Scan, at: int) -> Found | None:
    """`lun 30/11`, `lun-ven`."""
    found = _DAY_TO_DAY.match(scan.text, at)
    if found is not None:
        first, last = (tables.WEEKDAYS[day.lower()] for day in found.groups())
        since, until = ("la" if day == "domenica" else "l" for day in (first, last))
        return Found(things.Words(f"da{since} {first} a{until} {last}"), found.end())
    found = _DAY.match(scan.text, at)
    return Found(things.Words(tables.WEEKDAYS[found.group(1).lower()] + " "), found.end()) if found else None


def saint(scan: Scan, at: int) -> Found | None:
    """`S. Maria`, `S. Antonio`, `S. Stefano`."""
    found = _SAINT.match(scan.text, at)
    if found is None or found.group(1) not in tables.SAINTS:
        return None
    name = found.group(1)
    if name[0] in "AEIOU":
        return Found(things.Words("Sant'"), found.start(1))
    if name.startswith(("St", "Sp")):
        return Found(things.Words("Santo "), found.start(1))
    holy = name.endswith("a") or name == "Croce"
    woman = holy and name not in ("Luca", "Nicola", "Mattia", "Cosma", "Babila")
    return Found(things.Words("Santa " if woman else "San "), found.start(1))


def extreme(scan: Scan, at: int) -> Found | None:
    """`max 31°`, `min -2 °C`: of a day's weather."""
    found = None if scan.joined_before(at) else _EXTREME.match(scan.text, at)
    if found is None:
        return None
    return Found(things.Words("massima " if found.group(1) == "max" else "minima "), found.end())


_WIND = wind(
    "vent[oi](?: d[ai])?|raffiche(?: d[ai])?|km/h da",
    {"N": "nord", "E": "est", "S": "sud", "O": "ovest", "NE": "nord-est", "NO": "nord-ovest",
     "SE": "sud-est", "SO": "sud-ovest"},
)  # fmt: skip
ITALIAN_DETECTORS = Detectors(
    at_digit=(
        elided_date,
        lap,
        chrono,
        phone,
        long_code,
        line_up,
        low_and_high,
        and_half,
        day_before_hour,
        blood_pressure(tables.PRESSURE_WORDS),
        of_year(tables.NUMBERED, "del"),
        first_of_range("dal", "primo", "al|e il"),
        ordinal,
        at_one,
        clock_range,
        clock,
        score,
        low_end,
        minutes(tables.BEFORE_MINUTES, tables.BEFORE_MINUTE_OF_GAME),
        part_of,
        half_of,
        lettered("bis|ter", tables.PLACE_WORDS),
        mark,
        dotted_version,
    ),
    at_letter=(
        _WIND,
        short_century,
        hours,
        extreme,
        first_of_month,
        weekday,
        saint,
        roman_ordinal,
        signs.abbreviation,
    ),
    at_sign=(
        short_year,
        and_half,
        half_of,
        frost(tables.BEFORE_MINUS),
        rate_in_words(tables.RATES),
        keys(tables.KEY_WORDS, "asterisco", "cancelletto"),
    ),
)
