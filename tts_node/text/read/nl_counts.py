"""Dutch numbers whose meaning the words around them tell: scores, ratings, orders, hours, ages, 112."""

from __future__ import annotations

import calendar
import re

from tts_node.text.read import nl_tables as tables
from tts_node.text.read.detect_units import past_dot
from tts_node.text.read.scan import LETTER, NO_WORD, Found, Scan
from tts_node.text.read.things import (
    Clock,
    ClockRange,
    Date,
    Duration,
    Fraction,
    Number,
    Phone,
    Ratio,
    Words,
)

_SCORE = re.compile(rf"([0-9]{{1,2}})[-–]([0-9]{{1,2}}){NO_WORD}(?![.,:/–-][0-9])(?: ({LETTER}+))?")
_RATING = re.compile(rf"([0-9]{{1,2}},[0-9])/(5|10){NO_WORD}(?![.,/-][0-9])")
_OF_EACH = re.compile(r"([1-9][0-9]?) ?[x×](?= ?[0-9]{1,4}(?:,[0-9])? ?(?:kg|gr?|ml|cl|l|A)(?!\w))")
_HALF = re.compile(rf"([1-9]|1[0-2]),5 (uur|u|jaar|dag|dagen|week|weken|maand|maanden){NO_WORD}")
_EMERGENCY = re.compile(r"11[2-4](?![0-9]|[.,:/-][0-9])")
_CALL_BEFORE = re.compile(rf"({LETTER}{{2,20}})(?: (?:nu|altijd|direct|meteen|dan|eerst|gelijk))? $")
_AFTER_CALL = frozenset(
    {"bij", "in", "als", "voor", "of", "en", "om", "nu", "direct", "meteen", "met", "voordat", "wanneer"}
)
_CLOCKS = re.compile(
    rf"([01]?[0-9]|2[0-4])\.([0-5][0-9]) ?[-–] ?([01]?[0-9]|2[0-4])\.([0-5][0-9]) ?(?:uur|u){NO_WORD}"
)
_FROM_TO = re.compile(
    r"([01]?[0-9]|2[0-4])\.([0-5][0-9]) (tot|en|t/m) ([01]?[0-9]|2[0-4])\.([0-5][0-9])"
    rf"(?: ?(uur|u){NO_WORD}|{NO_WORD}(?![.,:/-][0-9]))"
)
_FROM = frozenset({"van", "tussen"})
_HOURS_AND_MINUTES = re.compile(r"([0-9]{1,2}) ?u ?([0-5]?[0-9]) ?m(?![\w²³/])")
_HEIGHT = re.compile(rf"([1-9])m([0-9]{{2}}){NO_WORD}")
_OLDER = re.compile(rf"([0-9]{{2}})(?:\+['’]?er|-?plusser)(s?){NO_WORD}")
_SATURDAY = re.compile(r"Zat\. (?=[0-3]?[0-9](?![0-9]|[.,:/][0-9]))")
_SLASHED_DATE = re.compile(r"([0-3]?[0-9])/([01]?[0-9])(?![0-9/]|[.,:-][0-9])")
_DAYS = frozenset({"vandaag", "morgen", "overmorgen", "gisteren", "eergisteren"})


def score(scan: Scan, at: int) -> Found | None:
    """`ruststand 1-1`, `6-4, 3-6`: what rises is no range in a sentence that speaks of a game."""
    found = _SCORE.match(scan.text, at)
    if found is None or scan.words.isdisjoint(tables.GAME_WORDS):
        return None
    if found.group(3) and found.group(3).lower() not in tables.AFTER_SCORE:
        return None
    first, second = (scan.language.cardinal(int(goals)) for goals in found.groups()[:2])
    return Found(Words(f"{first} {second}"), found.end(2))


def rating(scan: Scan, at: int) -> Found | None:
    """`8,5/10`"""
    found = _RATING.match(scan.text, at)
    if found is None:
        return None
    return Found(Ratio(scan.language.parse(found.group(1)), Number(found.group(2)), "out of"), found.end())


def ordered(scan: Scan, at: int) -> Found | None:
    """`2 x 400 g`, `3x25A`: how many of them; `3 x 4 m` is a size."""
    found = _OF_EACH.match(scan.text, at)
    if found is None:
        return None
    return Found(Words(f"{scan.language.cardinal(int(found.group(1)))} keer"), found.end())


def half(scan: Scan, at: int) -> Found | None:
    """`1,5 uur`: anderhalf uur, as people say it of time."""
    found = _HALF.match(scan.text, at)
    said = scan.language.say(Fraction(1, 2, int(found.group(1)))) if found else None
    if found is None or said is None:
        return None
    unit = "uur" if found.group(2) == "u" else found.group(2)
    if unit not in tables.NEUTER_NOUNS:
        said = said.removesuffix("half") + "halve"
    return Found(Words(f"{said} {unit}"), found.end())


def emergency(scan: Scan, at: int) -> Found | None:
    """`Bel 112 bij nood`, and no `bel 112 keer`."""
    found = _EMERGENCY.match(scan.text, at)
    before = _CALL_BEFORE.search(scan.text_before(at)) if found else None
    if found is None or before is None or before.group(1).lower() not in scan.language.phone_words:
        return None
    after = scan.word_after(found.end())
    if after and after.lower() not in _AFTER_CALL and not scan.ends_clause(found.end()):
        return None
    return Found(Phone((found.group(),)), found.end())


def dotted_clocks(scan: Scan, at: int) -> Found | None:
    """`10.00-11.30 uur`"""
    found = _CLOCKS.match(scan.text, at)
    if found is None:
        return None
    start, minute, end, until = map(int, found.groups())
    return Found(ClockRange(Clock(start, minute), Clock(end, until)), found.end())


def from_to(scan: Scan, at: int) -> Found | None:
    """`van 9.00 tot 17.30 uur`, `tussen 13.15 en 15.15`; `van 1.50 tot 2.00 euro` are no hours."""
    found = _FROM_TO.match(scan.text, at)
    if found is None or not (found.group(6) or scan.word_before(at).lower() in _FROM):
        return None
    unit = scan.language.unit_at(scan.text, found.end() + scan.text.startswith(" ", found.end()))
    if not found.group(6) and (unit is not None or scan.word_after(found.end()) in tables.MEASURES):
        return None
    hour, minute, joint, until, last, _ = found.groups()
    start, end = (scan.language.say(Clock(int(h), int(m))) for h, m in ((hour, minute), (until, last)))
    joint = "tot en met" if joint == "t/m" else joint
    return Found(Words(f"{start} {joint} {end}"), past_dot(scan.text, found.end()))


def hours_and_minutes(scan: Scan, at: int) -> Found | None:
    """`2u 10m`"""
    found = _HOURS_AND_MINUTES.match(scan.text, at)
    if found is None:
        return None
    return Found(Duration(((Number(found.group(1)), "u"), (Number(found.group(2)), "min"))), found.end())


def height(scan: Scan, at: int) -> Found | None:
    """`1m85`"""
    found = _HEIGHT.match(scan.text, at)
    if found is None:
        return None
    meters, centimeters = (scan.language.cardinal(int(number)) for number in found.groups())
    return Found(Words(f"{meters} meter {centimeters}"), found.end())


def older(scan: Scan, at: int) -> Found | None:
    """`65+'ers`, `65-plusser`: one word."""
    found = _OLDER.match(scan.text, at)
    if found is None:
        return None
    return Found(Words(f"{scan.language.cardinal(int(found.group(1)))}plusser{found.group(2)}"), found.end())


def saturday(scan: Scan, at: int) -> Found | None:
    """`Zat. 12 dec.`; `zat` is a word."""
    found = _SATURDAY.match(scan.text, at)
    return Found(Words("Zaterdag"), found.end() - 1) if found else None


def slashed_date(scan: Scan, at: int) -> Found | None:
    """`morgen 2/12`; in `morgen 1/2 tablet` something is counted."""
    found = _SLASHED_DATE.match(scan.text, at)
    if found is None or scan.word_before(at).lower() not in _DAYS or not scan.ends_clause(found.end()):
        return None
    day, month = int(found.group(1)), int(found.group(2))
    if not 1 <= month <= 12 or not 1 <= day <= calendar.monthrange(2000, month)[1]:
        return None
    return Found(Date(month, day, month_first=False), found.end())
