"""English: parts of a measure, measures and money before a noun, pence, ratings."""

from __future__ import annotations

import re
from dataclasses import replace

from tts_node.text.read import detect_money, detect_units
from tts_node.text.read.en_tables import words
from tts_node.text.read.numbers import amount_at, fraction_at, number_at
from tts_node.text.read.scan import NO_WORD, Found, Scan, after_digits
from tts_node.text.read.things import Fraction, Money, Number, Quantity, Range, Size, Words
from tts_node.text.read.units import Name

_LARGEST_PART = 64
_PORTION = re.compile(r" (cups?|teaspoon|tablespoon|liter|mile|inch|pound|hour)(?!\w)")
_WHOLE_AND_PART = re.compile(rf"([1-9][0-9]?)-([1-9])/(2|3|4|8|16|32){NO_WORD}(?![/.][0-9])")
_INCHES_SHORT = re.compile(r" ?in\.(?= [a-z]|[,;:)])")
_CUPS = re.compile(r" c\.(?= [a-z])")
_ARTICLE_OF_PART = re.compile(r"\b[Aa] $")
_PART_JOINED = re.compile("-[a-z]")
_JOINED = re.compile(r"-[A-Za-zµΩ]")
_NAMED_BY = re.compile(
    r"(?: [0-9.]+ ?[A-Za-z]{1,3})?\)? (?:apartment|bag|battery|bottle|bulb|cable|can|card|charger|drive"
    r"|engine|flat|fuse|heater|hose|jar|lamp|monitor|motor|nozzle|oven|pack|pan|panel|pipe|pump|screen|socket|supply"
    r"|tank|tin|tube|window|range|walk|drive|ride|SSD|HDD|TV)s?(?!\w)"
)
"""What is named by a measure of its own: a 2 kW heater, a 400 g tin."""
_LAST_INCHES = re.compile(r" in(?=\.?$)")
_FEET_BEFORE = re.compile(r"[0-9] ?(?:ft|feet|foot)\. $")
_ARTICLE_BEFORE = re.compile(r"\b[Aa]n? (?:[\w-]{1,20}, )?$")
_TALL = re.compile(r"([4-7])['’′](1[01]|[0-9])(?![0-9\"″”'’]|\w)")
_TIMBER = re.compile(rf"([1-9])[x×]([1-9][0-9]?)s{NO_WORD}")
_DASHED_FEET = re.compile(r"([0-9]{1,2})['′]-([0-9]{1,2})[\"″]")
_RATE_OF = re.compile("(?<![A-Z])[A-Z]{3}/$")
"""`EUR/USD 1.0854`: the second is no dollars."""
_FEET_BY_FEET = re.compile(r"([0-9]{1,3})['′] ?[x×] ?([0-9]{1,3})['′](?!\w)")
_EACH = frozenset({"per", "each", "every", "a", "one"})
_SURE = re.compile("[A-Za-zµ]{1,4}[/²³]")
_PENCE = re.compile(rf"[0-9]{{1,3}}(?:\.[0-9]{{1,2}})?(?=p{NO_WORD})")
_PENNY, _CUP = Name("penny", "pence"), Name("cup", "cups")
_COST = words(
    "cost costs price priced prices fare fares pence pay pays paid charge charged each quid pound pounds"
)
_OFF = re.compile("p off(?!\\w)")
_APERTURE = re.compile(rf"[fƒ]/([0-9]{{1,2}}(?:\.[0-9])?){NO_WORD}(?![/.][0-9])")


def portion(scan: Scan, at: int) -> Found | None:
    """`3/4 cup`, `¼ tsp`, `1/250 s`, `3/4" pipe`: a part of one."""
    found = fraction_at(scan, at)
    if found is None or found[0].whole is not None or found[0].numerator >= found[0].denominator:
        return None
    part, end = found
    if part.numerator > 1 and part.denominator > _LARGEST_PART:
        return None  # 465/500 GB
    said = scan.language.say_fraction(part)
    if scan.text[end : end + 1] in ("″", '"') and end < len(scan.text) and not scan.open_quote(end):
        return Found(Words(f"{said} inch"), end + 1) if not scan.word_at(end + 1) else None
    if _ARTICLE_OF_PART.search(scan.text_before(at)) is not None:
        return _part_after_article(scan, part, end)
    if part == Fraction(1, 2) and _PART_JOINED.match(scan.text, end):
        return Found(Words("half"), end)  # 1/2-inch slices
    word = _PORTION.match(scan.text, end)
    if word is not None:
        noun, stop = word.group(1).removesuffix("s"), word.end()
    elif (cups := _CUPS.match(scan.text, end)) is not None:
        noun, stop = "cup", cups.end()
    else:
        unit = detect_units.unit_after(scan, part, end)
        if unit is None or unit[0] in scan.language.proofs or not unit[0][0].isalpha():
            return None
        noun, stop = scan.language.unit_name(unit[0]).one, detect_units.past_dot(scan.text, unit[1])
    article = "an" if noun[0] in "aeio" or noun == "hour" else "a"
    if part == Fraction(1, 2):
        return Found(Words(f"half {article} {noun}"), stop)
    return Found(Words(f"{said} of {article} {noun}"), stop)


def _part_after_article(scan: Scan, part: Fraction, end: int) -> Found | None:
    """`a 1/2 cup`, `a 1/4-acre lot`: the article is there already."""
    bottom = {2: "half", 4: "quarter"}.get(part.denominator) or scan.language.ordinal(part.denominator)
    said = bottom if part.numerator == 1 else f"{scan.language.cardinal(part.numerator)} {bottom}"
    unit = detect_units.unit_after(scan, part, end) if scan.text.startswith(" ", end) else None
    if unit is None or unit[0] in scan.language.proofs or not unit[0][0].isalpha():
        return Found(Words(said), end)
    name = scan.language.unit_name(unit[0]).one
    return Found(Words(f"{said} {name}"), detect_units.past_dot(scan.text, unit[1]))


@after_digits("-")
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
    if scan.text[max(0, at - 1) : at] == "#":
        return None  # #12A
    found, number = detect_units.quantity(scan, at), number_at(scan, at)
    if found is not None and isinstance(found.thing, Quantity):
        named = _JOINED.match(scan.text, number[1]) if number else None
        named = named or _NAMED_BY.match(scan.text, found.end)
        return Found(replace(found.thing, adjective=True), found.end) if named else found
    counted = amount_at(scan, at)
    if counted is None:
        return None
    cups = _CUPS.match(scan.text, counted[1])
    if cups is not None:
        said = scan.language.named(counted[0], _CUP)
        return Found(Words(said), cups.end()) if said else None
    inches = _INCHES_SHORT.match(scan.text, counted[1])
    if inches is None and _FEET_BEFORE.search(scan.text_before(at)):
        inches = _LAST_INCHES.match(scan.text, counted[1])
    return Found(Quantity(counted[0], "in"), inches.end()) if inches else None


@after_digits("'’′x×")
def heights(scan: Scan, at: int) -> Found | None:
    """`5'11`, `5'-6"`, and timber: `2x4s`."""
    tall = _TALL.match(scan.text, at)
    if tall is not None:
        feet, inches = (scan.language.cardinal(int(part)) for part in tall.groups())
        return Found(Words(f"{feet} foot {inches}"), tall.end())
    timber = _TIMBER.match(scan.text, at)
    if timber is not None:
        width, depth = (scan.language.cardinal(int(part)) for part in timber.groups())
        return Found(Words(f"{width} by {depth}{'es' if depth.endswith('x') else 's'}"), timber.end())
    dashed = _DASHED_FEET.match(scan.text, at)
    if dashed is None:
        return None
    parts = ((Number(dashed.group(1)), "ft"), (Number(dashed.group(2)), "in"))
    said = [scan.language.named(number, scan.language.unit_name(unit)) for number, unit in parts]
    return Found(Words(f"{said[0]} {said[1]}"), dashed.end())


def sides(scan: Scan, at: int) -> Found | None:
    """`8' x 10' rug`, `9"x13" pan`: before a noun in the singular."""
    feet = _FEET_BY_FEET.match(scan.text, at)
    if feet is not None:
        size, end, unit = Size(tuple(Number(side) for side in feet.groups())), feet.end(), "ft"
    else:
        found = detect_units.feet_and_inches(scan, at) or _range_of_inches(scan, at)
        if found is not None and isinstance(found.thing, Quantity) and _NAMED_BY.match(scan.text, found.end):
            return Found(replace(found.thing, adjective=True), found.end)
        if found is None or not isinstance(found.thing, Size):
            return found
        size, end, unit = replace(found.thing, unit=""), found.end, "in"
    name = scan.language.unit_name(unit)
    said = scan.language.say_size(size)
    return Found(Words(f"{said} {name.one if detect_units.noun_after(scan, end) else name.other}"), end)


def _range_of_inches(scan: Scan, at: int) -> Found | None:
    """`4-6"`"""
    amount = amount_at(scan, at) if scan.has_inches else None
    if (
        amount is None
        or not isinstance(amount[0], Range)
        or scan.text[amount[1] : amount[1] + 1] not in ('"', "″")
    ):
        return None
    if scan.open_quote(amount[1]) or scan.word_at(amount[1] + 1):
        return None
    return Found(Quantity(amount[0], "in"), amount[1] + 1)


def money(scan: Scan, at: int) -> Found | None:
    """As everywhere; before a noun in the singular: "a five dollar bill"."""
    if _RATE_OF.search(scan.text_before(at)) is not None:
        return None
    found = detect_money.money(scan, at)
    if found is None or not isinstance(found.thing, Money) or found.thing.per:
        return found
    amount, language = found.thing.amount, scan.language
    before = scan.text_before(at)
    adjective = _ARTICLE_BEFORE.search(before) or (found.thing.scale and before.lower().endswith("the "))
    adjective = adjective and detect_units.noun_after(scan, found.end)
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


@after_digits(".p")
def pence(scan: Scan, at: int) -> Found | None:
    """`24.5p/kWh`, and `5p` where a word or a pound shows that it is money."""
    found = _PENCE.match(scan.text, at)
    if found is None:
        return None
    amount, end = scan.language.parse(found.group()), found.end() + 1
    per, _, stop = detect_units.per_after(scan, end)
    if not per and not amount.decimals and amount.value > 99:
        return None  # 720p
    priced = "£" in scan.text or not scan.words.isdisjoint(_COST) or _OFF.match(scan.text, end - 1)
    if not (per or amount.decimals or priced):
        return None
    each = f" {scan.language.per} {scan.language.unit_name(per).one}" if per else ""
    return Found(Words(f"{scan.language.named(amount, _PENNY)}{each}"), stop)


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
