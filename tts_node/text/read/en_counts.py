"""English: how many of how many, how often, and what is ordered: small numbers before what they count."""

from __future__ import annotations

import re

from tts_node.text.read import detect_signs, detect_units
from tts_node.text.read.numbers import fraction_at, number_at
from tts_node.text.read.scan import NO_WORD, Found, Scan, after_digits
from tts_node.text.read.things import Number, Ordinal, Quantity, Ratio, Scaled, Words

_OUT_OF = re.compile(rf"([0-9]\.[0-9]{{1,2}})/(5|10|100){NO_WORD}(?![/.][0-9])")
_SHARE = re.compile(rf"([1-9][0-9]{{0,2}})/([1-9][0-9]?){NO_WORD}(?![/.][0-9])")
_PLURAL_AFTER = re.compile(r" ([a-z]{3,15}s)(?!\w)")
_MEASURES = frozenset({"cups", "teaspoons", "tablespoons", "hours", "miles", "inches", "pounds", "liters"})
_RATED_THINGS = frozenset({"pollen", "rating", "ratings"})
_RATED = frozenset({"stars", "points"})
_WHOLE_BEFORE = re.compile(r"[0-9] $")
_ORDERED = re.compile(r"([1-9][0-9]?) ?[x×](?= [A-Z])")
_FORMULA_BEFORE = re.compile(r"(?:[-+−=*/^] ?|\w\()$")
_OF_EACH = re.compile(r"([1-9][0-9]?) ?[x×](?= ?[0-9]{1,4}(?:\.[0-9])? ?(?:kg|g|ml|l|oz|lb)(?!\w))")
_TIMES_EACH = re.compile(
    r"([1-9][0-9]?) ?[x×](?= ?[0-9]{1,4}(?:\.[0-9])? ?(?:mg|mcg|µg|[kM]?Wh?|V|m?Ah?|[GT]B)(?!\w))"
)
_PRODUCT = re.compile(rf"([0-9]{{1,6}}) ?[x×] ?([0-9]{{1,6}}){NO_WORD}(?![.,:/][0-9])")
_EQUALS = re.compile(r" (?:=|is|equals|makes)(?!\w)")
_WHAT_IS = re.compile(r"\b(?:what is|what's|what’s|how much is|calculate|multiply) $", re.IGNORECASE)
_TIMES = re.compile(rf"x([1-9][0-9]?){NO_WORD}(?![.,:/-][0-9])")
_NAME_BEFORE_TIMES = re.compile(r"[a-z)] $")
_BILLION = re.compile(r"[0-9.]{1,6}(?=B (?:people|users|views|downloads|dollars|years|streams|plays)(?!\w))")
_BEFORE_ORDER = re.compile(r"(?:^|[,;:&+] |\(|\band )$")
_FORMULA = re.compile(r"[-+−=*^)]| [-+−=*/]")
_EACH = re.compile(rf"/(?=(?:day|week|month|year|hour|night|wk|mo|yr){NO_WORD})")
_ONE_ON_ONE = re.compile(rf"1:1{NO_WORD}(?![:.][0-9]| (?:backup|copy|exchange|map|match))")
_TALK_BEFORE = re.compile(r"(?:^|: |\b(?:a|an|have|my|next|our|the|weekly|with|your) )$", re.IGNORECASE)
_PRICE_EACH = re.compile(rf"/(?:ea|each){NO_WORD}\.?")
_OFTEN = re.compile(r"(?:[a-z]{2}s|once|twice|[0-9][x×]?)$")


@after_digits("./")
def rating(scan: Scan, at: int) -> Found | None:
    """`4.5/5`, `3/5 stars`, `4/6 rooms`, and `5/1` of odds."""
    found = _OUT_OF.match(scan.text, at)
    if found is not None:
        return Found(Ratio(scan.language.parse(found[1]), Number(found[2]), "out of"), found.end())
    found = _SHARE.match(scan.text, at)
    if found is None or scan.text[max(0, at - 1) : at] == "/" or _WHOLE_BEFORE.search(scan.text_before(at)):
        return None
    first, second = Number(found.group(1)), Number(found.group(2))
    if "odds" in scan.words:
        return Found(Ratio(first, second, "to"), found.end())
    if not scan.words.isdisjoint(_RATED_THINGS) and first.value <= second.value:
        return Found(Ratio(first, second, "out of"), found.end())
    plural = _PLURAL_AFTER.match(scan.text, found.end())
    if plural is None or plural.group(1) in _MEASURES or first.value > second.value:
        return None
    return Found(Ratio(first, second, "out of" if plural.group(1) in _RATED else "of"), found.end())


@after_digits(" x×")
def ordered(scan: Scan, at: int) -> Found | None:
    """`2x Margherita`, `1 x 400g tin`: how many of them, and no multiplication; and `2 x 500 mg`."""
    times = _TIMES_EACH.match(scan.text, at)
    if times is not None:
        return Found(Words(f"{scan.language.cardinal(int(times.group(1)))} times"), times.end())
    found = _OF_EACH.match(scan.text, at)
    if found is None and _BEFORE_ORDER.search(scan.text_before(at)):
        found = _ORDERED.match(scan.text, at)
    return Found(Number(found.group(1)), found.end()) if found else None


@after_digits(" x×")
def product(scan: Scan, at: int) -> Found | None:
    """`7 x 8 is 56`: a multiplication, and no size."""
    found = _PRODUCT.match(scan.text, at)
    if found is None:
        return None
    asked = scan.ends_clause(found.end()) and _WHAT_IS.search(scan.text_before(at)) is not None
    if not asked and _EQUALS.match(scan.text, found.end()) is None:
        return None
    first, second = (scan.language.number(Number(part)) for part in found.groups())
    return Found(Words(f"{first} times {second}"), found.end())


def times(scan: Scan, at: int) -> Found | None:
    """`Milk x2`"""
    found = _TIMES.match(scan.text, at)
    if found is None or not scan.ends_clause(found.end()) or scan.joined_before(at):
        return None
    if _NAME_BEFORE_TIMES.search(scan.text_before(at)) is None:
        return None
    return Found(Words(f"times {scan.language.cardinal(int(found.group(1)))}"), found.end())


def scaled(scan: Scan, at: int) -> Found | None:
    """As everywhere, but for the x of a formula: `2x + 1`."""
    billions = _BILLION.match(scan.text, at)
    if billions is not None and not scan.joined_before(at):
        return Found(Scaled(scan.language.parse(billions.group()), "bn"), billions.end() + 1)
    found = detect_units.scaled(scan, at)
    if found is None or not isinstance(found.thing, Scaled) or found.thing.scale not in ("x", "×"):
        return found
    formula = _FORMULA.match(scan.text, found.end) or _FORMULA_BEFORE.search(scan.text_before(at))
    return None if formula else found


def ordinal(scan: Scan, at: int) -> Found | None:
    """As everywhere, but `12st`, whose letters do not fit, is a weight."""
    found = detect_signs.ordinal(scan, at)
    if found is None or not isinstance(found.thing, Ordinal) or found.thing.suffix != "st":
        return found
    value = found.thing.value
    if value % 10 == 1 and value % 100 != 11:
        return found
    return Found(Quantity(Number(str(value)), "st"), found.end)


def how_often(scan: Scan, at: int) -> Found | None:
    """The slash in `3x/day`, `once/week`."""
    if _EACH.match(scan.text, at) is None or _OFTEN.search(scan.text_before(at)) is None:
        return None
    return Found(Words(f" {scan.language.per} "), at + 1)


@after_digits(":")
def one_on_one(scan: Scan, at: int) -> Found | None:
    """`Your 1:1 is at 3`: a talk of two."""
    found = _ONE_ON_ONE.match(scan.text, at)
    if found is None or not scan.words.isdisjoint(scan.language.ratio_words):
        return None
    return Found(Words("one on one"), found.end()) if _TALK_BEFORE.search(scan.text_before(at)) else None


def each(scan: Scan, at: int) -> Found | None:
    """The slash in `$12/ea.`"""
    found = _PRICE_EACH.match(scan.text, at)
    if found is None or not scan.text[max(0, at - 1) : at].isdigit():
        return None
    return Found(Words(" each"), scan.before_last_dot(found.end()))


def up_to_a_part(scan: Scan, at: int) -> Found | None:
    """The first of `1–1½` and of `1/2-3/4`."""
    low = fraction_at(scan, at) or number_at(scan, at)
    if low is None or scan.text[max(0, at - 1) : at] in ("-", "–"):
        return None
    end = low[1]
    if scan.text[end : end + 1] not in ("-", "–") or fraction_at(scan, end + 1) is None:
        return None
    return Found(Words(f"{scan.language.amount(low[0])} {scan.language.to} "), end + 1)
