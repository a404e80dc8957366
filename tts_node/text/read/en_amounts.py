"""English: parts of a measure, measures and money before a noun, pence, ratings."""

from __future__ import annotations

import re
from dataclasses import replace

from tts_node.text.read import detect_money, detect_units
from tts_node.text.read.numbers import amount_at, fraction_at, number_at
from tts_node.text.read.scan import NO_WORD, Found, Scan
from tts_node.text.read.things import Fraction, Money, Number, Quantity, Ratio, Size, Words
from tts_node.text.read.units import Name

_PORTION = re.compile(r" (cups?|teaspoon|tablespoon|liter|mile|inch|pound|hour)(?!\w)")
_WHOLE_AND_PART = re.compile(rf"([1-9][0-9]?)-([1-9])/(2|3|4|8|16|32){NO_WORD}(?![/.][0-9])")
_INCHES_SHORT = re.compile(r" ?in\.(?= [a-z]|[,;:)])")
_JOINED = re.compile(r"-[A-Za-zµΩ]")
_LAST_INCHES = re.compile(r" in(?=\.?$)")
_FEET_BEFORE = re.compile(r"[0-9] ?(?:ft|feet|foot)\. $")
_ARTICLE_BEFORE = re.compile(r"\b[Aa]n? (?:[\w-]{1,20}, )?$")
_FEET_BY_FEET = re.compile(r"([0-9]{1,3})['′] ?[x×] ?([0-9]{1,3})['′](?!\w)")
_EACH = frozenset({"per", "each", "every", "a", "one"})
_SURE = re.compile("[A-Za-zµ]{1,4}[/²³]")
_PENCE = re.compile(rf"[0-9]{{1,3}}(?:\.[0-9]{{1,2}})?(?=p{NO_WORD})")
_PENNY, _PENCE_EACH = Name("penny", "pence"), re.compile("p ?/ ?")
_COST = frozenset(
    [
        "cost",
        "costs",
        "price",
        "priced",
        "prices",
        "fare",
        "fares",
        "pence",
        "pay",
        "pays",
        "paid",
        "charge",
        "charged",
        "each",
    ]
)
_OUT_OF = re.compile(rf"([0-9]\.[0-9]{{1,2}})/(5|10|100){NO_WORD}(?![/.][0-9])")
_ODDS = re.compile(rf"([1-9][0-9]{{0,2}})/([1-9][0-9]?){NO_WORD}(?![/.][0-9])")
_APERTURE = re.compile(rf"[fƒ]/([0-9]{{1,2}}(?:\.[0-9])?){NO_WORD}(?![/.][0-9])")


def portion(scan: Scan, at: int) -> Found | None:
    """`3/4 cup`, `¼ tsp`, `1/250 s`, `3/4" pipe`: a part of one."""
    found = fraction_at(scan, at)
    if found is None or found[0].whole is not None or found[0].numerator >= found[0].denominator:
        return None
    part, end = found
    said = scan.language.say_fraction(part)
    if scan.text[end : end + 1] in ("″", '"') and end < len(scan.text) and not scan.open_quote(end):
        return Found(Words(f"{said} inch"), end + 1) if not scan.word_at(end + 1) else None
    word = _PORTION.match(scan.text, end)
    if word is not None:
        noun, stop = word.group(1).removesuffix("s"), word.end()
    else:
        unit = detect_units.unit_after(scan, part, end)
        if unit is None or unit[0] in scan.language.proofs or not unit[0][0].isalpha():
            return None
        noun, stop = scan.language.unit_name(unit[0]).one, detect_units.past_dot(scan.text, unit[1])
    article = "an" if noun[0] in "aeio" or noun == "hour" else "a"
    if part == Fraction(1, 2):
        return Found(Words(f"half {article} {noun}"), stop)
    return Found(Words(f"{said} of {article} {noun}"), stop)


def whole_and_part(scan: Scan, at: int) -> Found | None:
    """`1-1/2 cups`: one and a half."""
    found = _WHOLE_AND_PART.match(scan.text, at)
    if found is None or int(found.group(2)) >= int(found.group(3)):
        return None
    amount = Fraction(int(found.group(2)), int(found.group(3)), int(found.group(1)))
    unit = detect_units.unit_after(scan, amount, found.end())
    if unit is None:
        return Found(amount, found.end())
    return Found(Quantity(amount, unit[0]), detect_units.past_dot(scan.text, unit[1]))


def quantity(scan: Scan, at: int) -> Found | None:
    """As everywhere, with `3 in. of snow`, and `14-oz can`, which is fourteen ounce."""
    found, number = detect_units.quantity(scan, at), number_at(scan, at)
    if found is not None and isinstance(found.thing, Quantity):
        joined = number is not None and _JOINED.match(scan.text, number[1])
        return Found(replace(found.thing, adjective=True), found.end) if joined else found
    counted = amount_at(scan, at)
    if counted is None:
        return None
    inches = _INCHES_SHORT.match(scan.text, counted[1])
    if inches is None and _FEET_BEFORE.search(scan.text_before(at)):
        inches = _LAST_INCHES.match(scan.text, counted[1])
    return Found(Quantity(counted[0], "in"), inches.end()) if inches else None


def sides(scan: Scan, at: int) -> Found | None:
    """`8' x 10' rug`, `9"x13" pan`: before a noun in the singular."""
    feet = _FEET_BY_FEET.match(scan.text, at)
    if feet is not None:
        size, end, unit = Size(tuple(Number(side) for side in feet.groups())), feet.end(), "ft"
    else:
        found = detect_units.feet_and_inches(scan, at)
        if found is None or not isinstance(found.thing, Size):
            return found
        size, end, unit = replace(found.thing, unit=""), found.end, "in"
    name = scan.language.unit_name(unit)
    said = scan.language.say_size(size)
    return Found(Words(f"{said} {name.one if detect_units.noun_after(scan, end) else name.other}"), end)


def money(scan: Scan, at: int) -> Found | None:
    """As everywhere; before a noun in the singular: "a five dollar bill"."""
    found = detect_money.money(scan, at)
    if found is None or not isinstance(found.thing, Money) or found.thing.per:
        return found
    amount, language = found.thing.amount, scan.language
    adjective = _ARTICLE_BEFORE.search(scan.text_before(at)) and detect_units.noun_after(scan, found.end)
    if not adjective or not isinstance(amount, Number):
        return found
    major, minor = language.currencies[found.thing.currency]
    if found.thing.scale:
        said = f"{language.number(amount)} {language.money_scales[found.thing.scale]} {major.one}"
    elif len(amount.decimals) == 2 and minor is not None:
        whole, cents = language.cardinal(amount.value), int(amount.decimals)
        said = f"{whole} {major.one} {language.cardinal(cents)}" if cents else f"{whole} {major.one}"
        said = said if amount.value else f"{language.cardinal(cents)} {minor.one}"
    else:
        said = f"{language.number(amount)} {major.one}"
    return Found(Words(said), found.end)


def pence(scan: Scan, at: int) -> Found | None:
    """`24.5p/kWh`, and `5p` where a word or a pound shows that it is money."""
    found = _PENCE.match(scan.text, at)
    if found is None:
        return None
    amount, end = scan.language.parse(found.group()), found.end() + 1
    per, _, stop = detect_units.per_after(scan, end)
    if not per and not amount.decimals and amount.value > 99:
        return None  # 720p
    if not (per or "£" in scan.text or not scan.words.isdisjoint(_COST)):
        return None
    each = f" {scan.language.per} {scan.language.unit_name(per).one}" if per else ""
    return Found(Words(f"{scan.language.named(amount, _PENNY)}{each}"), stop)


def rating(scan: Scan, at: int) -> Found | None:
    """`4.5/5`, and `5/1` of odds."""
    found = _OUT_OF.match(scan.text, at)
    if found is not None:
        return Found(Ratio(scan.language.parse(found[1]), Number(found[2]), "out of"), found.end())
    odds = _ODDS.match(scan.text, at) if "odds" in scan.words else None
    return Found(Ratio(Number(odds[1]), Number(odds[2]), "to"), odds.end()) if odds else None


def aperture(scan: Scan, at: int) -> Found | None:
    """`f/2.8`"""
    found = _APERTURE.match(scan.text, at)
    if found is None or scan.joined_before(at):
        return None
    return Found(Words(f"F {scan.language.number(scan.language.parse(found.group(1)))}"), found.end())


def lone_unit(scan: Scan, at: int) -> Found | None:
    """`speed in km/h`, `price per m²`: needs no number where it can be nothing else; `day/night` is none."""
    if scan.joined_before(at) or _SURE.match(scan.text, at) is None:
        return None
    unit = scan.language.unit_at(scan.text, at)
    if unit is None or unit[0].partition("/")[0] in scan.language.proofs or not set("/²³") & set(unit[0]):
        return None
    name = scan.language.unit_name(unit[0])
    return Found(Words(name.one if scan.word_before(at).lower() in _EACH else name.other), unit[1])
