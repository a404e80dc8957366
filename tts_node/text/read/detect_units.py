"""Amounts of something: quantities with units, temperatures, sizes, coordinates, scales.

Symbols that are words or letters as well need proof. The kinds of `Language.proofs`:

- `electric`: decimals, an electrical word or unit in the sentence, or the end of a clause;
- `warmth`: a sign, a degree sign or a word of warmth in the sentence;
- `length`: decimals, feet before it, the end of a clause or a word of length after it;
- `spaced`: a blank before it, or a number of four digits (`2700K`);
- `blank`: a blank before it;
- `never`: it stands after a slash alone (`€5/month`).
"""

from __future__ import annotations

import re

from tts_node.text.read.numbers import (
    amount_at,
    float_of,
    number_at,
    other_decimal_at,
    sign_at,
    spaced_number_at,
)
from tts_node.text.read.scan import NO_WORD, WORD, Found, Scan, after_digits
from tts_node.text.read.things import (
    Amount,
    Coordinate,
    Number,
    Power,
    Quantity,
    Range,
    Ratio,
    Scaled,
    Size,
    Words,
)

_ELECTRIC_UNIT = re.compile(r"[0-9] ?(?:[mk]?V|[mkM]?W|kWh|k?Ω|m?Ah|mA|Hz)(?![A-Za-z])")
_PER = re.compile(r" ?/ ?| per ")
_PER_COUNT = re.compile(r"(10{1,4}) ?")
_BY = re.compile(r" ?[x×] ?")
_COORDINATE = re.compile(
    r"([0-9]{1,3})(?:[.,]([0-9]{1,9}))?[°º] ?(?:([0-9]{1,2})(?:\.([0-9]{1,6}))?[′'’] ?"
    rf"(?:([0-9]{{1,2}})(?:\.([0-9]{{1,4}}))?(?:[″\"”]|'') ?)?)?([NSEWO])?{NO_WORD}"
)
_FEET_INCHES = re.compile(r"([0-9]{1,2})['′] ?([0-9]{1,2})(?:[\"″”]|'')")
_INCHES = r"([0-9]{1,4}(?:\.[0-9])?)[\"″]"
_INCHES_BY_INCHES = re.compile(rf"{_INCHES} ?[x×] ?{_INCHES}(?: ?[x×] ?{_INCHES})?")
_BARE_COORDINATE = re.compile(rf"([0-9]{{1,3}})[.,]([0-9]{{1,9}}) ?([NSEWO]){NO_WORD}")
_HEMISPHERE = re.compile(r"[0-9] ?([NSEWO])(?![A-Za-z])")
_BLOOD = frozenset({"blood", "bp", "blutdruck", "bloeddruk", "ciśnienie"})
_RATIO = re.compile(rf"([0-9]{{1,4}})([:/])([0-9]{{1,4}}){NO_WORD}(?![:/.,][0-9])")
_PARTS = frozenset({12, 16, 20, 25, 32, 50, 64, 100, 1000})
"""Parts above ten that things are divided into; `7/11` is seven out of eleven."""
_EXPONENT = re.compile(r"[⁰¹²³⁴-⁹⁻]{1,4}|\^[-−]?[0-9]{1,3}")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


def quantity(scan: Scan, at: int) -> Found | None:
    """`7.4 kWh`, `3–5 °C`, `12 µg/m³`, `1 200 W`, `1,5 kWh`, `16 kWh/100 km`."""
    for read in (other_decimal_at, spaced_number_at, amount_at):
        counted: tuple[Amount, int] | None = read(scan, at)
        if counted is None:
            continue
        amount, end = counted
        unit = unit_after(scan, amount, end)
        if unit is None:
            continue
        symbol, stop = unit
        per, count, stop = per_after(scan, stop)
        before = scan.word_before(at).lower()
        adjective = before in scan.language.articles and noun_after(scan, stop)
        return Found(Quantity(amount, symbol, per, count, adjective), past_dot(scan.text, stop))
    return None


def size(scan: Scan, at: int) -> Found | None:
    """`3 x 4 m`, `1920x1080`."""
    first = number_at(scan, at)
    if first is None:
        return None
    sides, end = [first[0]], first[1]
    while len(sides) < 4 and (by := _BY.match(scan.text, end)) is not None:
        side = number_at(scan, by.end())
        if side is None:
            break
        sides.append(side[0])
        end = side[1]
    if len(sides) < 2 or scan.word_at(end):
        unit = unit_after(scan, sides[-1], end) if len(sides) > 1 else None
        return Found(Size(tuple(sides), unit[0]), unit[1]) if unit else None
    if "×" in scan.text[at:end] and re.match(r" ?[=÷+]", scan.text[end : end + 2]):
        return None
    unit = unit_after(scan, sides[-1], end)
    if unit is None:
        # With blanks and no unit it is a product.
        return (
            None if " " in scan.text[at:end] and "×" in scan.text[at:end] else Found(Size(tuple(sides)), end)
        )
    return Found(Size(tuple(sides), unit[0]), unit[1])


def coordinate(scan: Scan, at: int) -> Found | None:
    """`52.52° N`, `52°31′12″ N`; without a hemisphere only with minutes."""
    sign, start = sign_at(scan, at)
    if not scan.text[start : start + 1].isdigit():
        return None
    bare = _BARE_COORDINATE.match(scan.text, start)
    known = ("", *scan.language.hemispheres)
    axes = {point in "NS" for point in _HEMISPHERE.findall(scan.around(at))} if bare else ()
    if bare is not None and bare[3] in known and len(axes) > 1:
        return Found(Coordinate(Number(bare[1], bare[2], sign), hemisphere=bare[3]), bare.end())
    found = _COORDINATE.match(scan.text, start)
    if found is None or not (found.group(3) or found.group(7)):
        return None
    whole, decimals, minutes, minute_decimals, seconds, second_decimals, hemisphere = found.groups()
    if (hemisphere or "") not in known:
        return None
    return Found(
        Coordinate(
            Number(whole, decimals or "", sign),
            Number(_bare(minutes), minute_decimals or "") if minutes else None,
            Number(_bare(seconds), second_decimals or "") if seconds else None,
            hemisphere or "",
        ),
        found.end() - (found.group().endswith(" ")),
    )


def scaled(scan: Scan, at: int) -> Found | None:
    """`10k`, `5M`, `3.5x`."""
    counted = amount_at(scan, at)
    if counted is None:
        return None
    for scale in scan.language.scales:
        if scan.text.startswith(scale, counted[1]):
            end = counted[1] + len(scale)
            if not scan.word_at(end):
                return Found(Scaled(counted[0], scale), end)
    return None


def high_and_low(scan: Scan, at: int) -> Found | None:
    """`25/14 °C`: the highest and the lowest temperature of a day; from `8/15 °C` it rises."""
    first = number_at(scan, at)
    if first is None or not scan.text.startswith("/", first[1]):
        return None
    second = number_at(scan, first[1] + 1)
    unit = unit_after(scan, second[0], second[1]) if second else None
    if second is None or unit is None or not unit[0].startswith("°"):
        return None
    if float_of(first[0]) < float_of(second[0]):
        return Found(Quantity(Range(first[0], second[0]), unit[0]), unit[1])
    highest, lowest = scan.language.say(first[0]), scan.language.say(Quantity(second[0], unit[0]))
    return Found(Words(f"{highest}, {lowest}"), unit[1])


@after_digits(":/")
def ratio(scan: Scan, at: int) -> Found | None:
    """`16:9`, `step 3/10`, `rated 4/5`, `120/80 mmHg`."""
    found = _RATIO.match(scan.text, at)
    if found is None:
        return None
    first, second = Number(found.group(1)), Number(found.group(3))
    if found.group(2) == ":":
        return Found(Ratio(first, second, "to"), found.end())
    unit = unit_after(scan, second, found.end())
    if unit is not None and unit[0] == "mmHg":
        return Found(Ratio(first, second, "over", "mmHg"), unit[1])
    before, words = scan.word_before(at).lower(), scan.words
    if before in scan.language.step_words:
        return Found(Ratio(first, second, "of"), found.end())
    whole = second.value in (10, 100) and second.value >= first.value
    counted = 10 < second.value < 1900 and second.value not in _PARTS and 1 < first.value <= second.value
    counted = counted and found.group(1)[0] != "0"
    if before in scan.language.rating_words or whole or first == second or (counted and unit is None):
        return Found(Ratio(first, second, "out of"), found.end())
    if second.value > 40 and first.value > second.value and not words.isdisjoint(_BLOOD):
        return Found(Ratio(first, second, "over"), found.end())
    return None


@after_digits(":")
def ratio_in_words(scan: Scan, at: int) -> Found | None:
    """`1:10` where a word in the sentence says that it is no time of day."""
    found = _RATIO.match(scan.text, at)
    if found is None or found.group(2) != ":" or scan.words.isdisjoint(scan.language.ratio_words):
        return None
    if found.group(1)[0] == "0" or found.group(3).startswith("0"):
        return None
    return Found(Ratio(Number(found.group(1)), Number(found.group(3)), "to"), found.end())


def share(scan: Scan, at: int) -> Found | None:
    """`3.2/8 GB`: a part of a whole."""
    first = number_at(scan, at)
    if first is None or not re.match(r" ?/ ?[0-9]", scan.text[first[1] : first[1] + 3]):
        return None
    if scan.text[max(0, at - 1) : at] == "/":
        return None  # 2.4/2.4/2.3/2.4 bar
    slash = scan.text.index("/", first[1]) + 1
    second = number_at(scan, slash + scan.text.startswith(" ", slash))
    unit = unit_after(scan, second[0], second[1]) if second else None
    if second is None or unit is None:
        return None
    if not (first[0].decimals or second[0].decimals or unit[0].endswith("B")):
        return None
    if float_of(first[0]) > float_of(second[0]):
        return None
    return Found(Ratio(first[0], second[0], "of", unit[0]), unit[1])


def power(scan: Scan, at: int) -> Found | None:
    """`5²`, `10^-3`."""
    base = number_at(scan, at)
    found = _EXPONENT.match(scan.text, base[1]) if base else None
    if base is None or found is None or scan.word_at(found.end()):
        return None
    written = found.group().lstrip("^").translate(_SUPERSCRIPTS).replace("−", "-")
    digits = written.lstrip("-")
    if not digits.isdigit():
        return None
    return Found(Power(base[0], Number(digits, sign="-" if written.startswith("-") else "")), found.end())


def feet_and_inches(scan: Scan, at: int) -> Found | None:
    """`5'10"`, and `24"` where the mark closes no quotation."""
    language = scan.language
    if not scan.has_inches or "in" not in language.units:
        return None
    found = _FEET_INCHES.match(scan.text, at)
    if found is not None and "ft" in language.units:
        feet = language.named(Number(found.group(1)), language.units["ft"])
        inches = language.named(Number(found.group(2)), language.units["in"])
        return Found(Words(f"{feet} {inches}"), found.end())
    sides = _INCHES_BY_INCHES.match(scan.text, at)
    if sides is not None:
        numbers = tuple(language.parse(side) for side in sides.groups() if side)
        return Found(Size(numbers, "in"), sides.end())
    number = number_at(scan, at)
    mark = number and scan.text[number[1] : number[1] + 1]
    if number is None or not mark or mark not in '"″':
        return None
    quoted = mark == '"' and scan.open_quote(number[1])
    if quoted or re.match(WORD, scan.text[number[1] + 1 : number[1] + 2]):
        return None
    return Found(Quantity(number[0], "in", adjective=noun_after(scan, number[1] + 1)), number[1] + 1)


def lone_unit(scan: Scan, at: int) -> Found | None:
    """A unit without a number that can be nothing else: `°C`, `%`."""
    unit = scan.language.unit_at(scan.text, at) if scan.text[at] in "°%‰℃℉µ" else None
    return Found(Words(scan.language.unit_name(unit[0]).other), unit[1]) if unit else None


def unit_after(scan: Scan, amount: Amount, end: int) -> tuple[str, int] | None:
    """The unit of the amount that ends at `end`, proven where it needs proof, and where it ends."""
    text = scan.text
    begin = end + (text[end : end + 1] in (" ", "-") and end < len(text))
    if begin >= len(text):
        return None
    unit = scan.language.unit_at(text, begin)
    if unit is None:
        return None
    symbol, stop = unit
    if text[end] == "-" and not text[begin].isalpha():
        return None
    proof = scan.language.proofs.get(symbol)
    if proof and not _proven(scan, proof, amount, end, stop, spaced=begin > end):
        return None
    return unit


def noun_after(scan: Scan, at: int) -> bool:
    """Whether what was measured seems to stand after its measure: "a 5 kW heater"."""
    after = scan.word_after(at) if scan.text.startswith(" ", at) else ""
    return after.islower() and after not in scan.language.no_nouns


def past_dot(text: str, at: int) -> int:
    """Past the dot of a unit written short that ends no sentence (`5 min. later`, `5 kg., 2 lb.`)."""
    return at + (
        re.match(r"\.(?:[,;:)]| ['’]?[a-z0-9])", text[at : at + 4]) is not None and text[at - 1].isalpha()
    )


def _proven(scan: Scan, proof: str, amount: Amount, end: int, stop: int, *, spaced: bool) -> bool:
    language, number = scan.language, amount.high if isinstance(amount, Range) else amount
    decimals = isinstance(number, Number) and bool(number.decimals)
    if proof == "electric":
        return (
            decimals
            or not scan.words.isdisjoint(language.electric_words)
            or _ELECTRIC_UNIT.search(scan.around(end)) is not None
            or (scan.ends_clause(stop) and _no_label(scan, number, end, spaced=spaced))
        )
    if proof == "warmth":
        signed = isinstance(number, Number) and number.sign != ""
        return signed or not scan.words.isdisjoint(language.warmth_words) or "°" in scan.around(end)
    if proof == "length":
        after = scan.word_after(stop).lower()
        feet = re.search(r"(?:ft|feet|foot|['′]) [0-9]+ ?$", scan.text[max(0, end - 12) : end + spaced])
        return decimals or feet is not None or after in language.length_words
    if proof == "spaced":
        return spaced or (isinstance(number, Number) and number.value >= 1000)
    labelled = isinstance(number, Number) and not _no_label(scan, number, end, spaced=spaced)
    return proof == "blank" and spaced and not labelled


def _no_label(scan: Scan, number: Amount, end: int, *, spaced: bool) -> bool:
    """Whether number and letter are not `Model 705A` or `gate 5 A`."""
    if not isinstance(number, Number) or (not spaced and number.value >= 100):
        return False
    before = scan.word_before(end - len(number.whole)).lower()
    return before not in scan.language.place_words and before not in scan.language.label_words


def per_after(scan: Scan, at: int) -> tuple[str, int, int]:
    """The unit after `/` or `per`, how many of it, and the end."""
    slash = _PER.match(scan.text, at)
    if slash is None:
        return "", 1, at
    count = _PER_COUNT.match(scan.text, slash.end())
    begin = count.end() if count else slash.end()
    unit = scan.language.unit_at(scan.text, begin)
    if unit is None or (slash.group() == " per " and len(unit[0]) > 3):
        return "", 1, at
    return unit[0], int(count.group(1)) if count else 1, unit[1]


def _bare(digits: str) -> str:
    return digits.lstrip("0") or "0"
