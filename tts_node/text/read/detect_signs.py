"""Plain numbers, ordinals, fractions and ranges, abbreviations, and signs that are said on their own."""

from __future__ import annotations

import re

from tts_node.text.read.numbers import VULGAR, amount_at, float_of, fraction_at, number_at, spaced_number_at
from tts_node.text.read.scan import LETTER, NO_WORD, Found, Scan
from tts_node.text.read.things import (
    Clock,
    ClockRange,
    Date,
    Decade,
    Fraction,
    Moment,
    Money,
    Number,
    Ordinal,
    Quantity,
    Range,
    Symbol,
    Version,
    Words,
    Year,
)

_TO = re.compile(r"( ?)[-−–—~]( ?)(?=[0-9(€$£+.−-])")
_TO_WORD = re.compile(rf"( ?)[-−–—]( ?)(?=({LETTER}{{3,12}}))")
_AMOUNTS = (Number, Quantity, Money, Date, Moment, Clock, ClockRange, Year, Decade, Range, Ordinal)
_POINTED = re.compile(rf"([0-9]{{1,4}})\.([0-9]{{1,2}}){NO_WORD}(?![.,:/-][0-9])")
_DIVIDED = re.compile(r": [0-9][0-9.,]{0,12} ?[=≈]")
_BY = re.compile(r"[xX] [0-9]")
_HASHTAG = re.compile(rf"#(?={LETTER})")
_DOTTED_LETTER = re.compile(rf"{LETTER}\.")
_LETTER_BEFORE = re.compile(rf"(?<!{LETTER}){LETTER}\.\Z")
_NUMBER_AFTER = re.compile(r"(?: ?:)? ?[#−+~(-]?[0-9]")
_BEFORE_NUMBER = re.compile(r" ?[-−+]?\.?[0-9]")
_BEFORE_MONEY = re.compile(r" ?[$€£¥][0-9]")


def abbreviation(scan: Scan, at: int) -> Found | None:
    """What the tables of short forms have; the dot that ends the text stays."""
    text, language = scan.text, scan.language
    if _LETTER_BEFORE.search(text, max(0, at - 3), at):
        return None
    for key in language.short_forms.get(text[at].lower(), ()):
        end = at + len(key)
        written = text[at:end]
        if written != key and (not key.islower() or written.lower() != key):
            continue
        if key[-1].isalnum() and scan.word_at(end):
            continue
        if key[-1] == "." and _DOTTED_LETTER.match(text, end):
            continue  # C.A.P. is one, and has no c.a. in it
        said = language.abbreviations.get(key)
        if key in language.before_number and _NUMBER_AFTER.match(text, end):
            said = language.before_number[key]
        if said is None:
            continue
        if key.endswith(".") and scan.ends_text(end):
            end -= 1
        return Found(Words(said), end)
    return None


def ordinal(scan: Scan, at: int) -> Found | None:
    """`22nd`, `1,000th`."""
    found = scan.language.number_pattern.match(scan.text, at)
    if found is None or scan.text[found.end() : found.end() + 1].lower() not in scan.language.ordinal_starts:
        return None
    for suffix in scan.language.ordinal_suffixes:
        end = found.end() + len(suffix)
        if scan.text[found.end() : end].lower() == suffix and not scan.word_at(end):
            number = scan.language.parse(found.group())
            if number.decimals or len(number.whole) > 15:
                return None
            return Found(Ordinal(number.value, suffix, scan.word_before(at).lower()), end)
    return None


def fraction(scan: Scan, at: int) -> Found | None:
    """`1/2`, `1 1/2`, `½`, and `3/4` where it is no date and no ratio."""
    found = fraction_at(scan, at)
    if found is None or _goes_on(scan, found[1]):
        return None
    fraction_found: Fraction = found[0]
    written = scan.text[found[1] - 1] in VULGAR
    if (
        not written
        and fraction_found.whole is None
        and fraction_found.numerator >= fraction_found.denominator * 20
    ):
        return None
    return Found(fraction_found, found[1])


def number(scan: Scan, at: int) -> Found | None:
    """A range or a number."""
    spaced = spaced_number_at(scan, at)
    if spaced is not None and len(spaced[0].whole) > 6 and not _goes_on(scan, spaced[1]):
        return Found(spaced[0], spaced[1])
    for read in (amount_at, number_at):
        found = read(scan, at)
        if found is not None and not _goes_on(scan, found[1]):
            return Found(found[0], found[1])
    return None


def pointed(scan: Scan, at: int) -> Found | None:
    """`Python 3.11` where a comma parts decimals; for languages that name this detector."""
    found = _POINTED.match(scan.text, at) if scan.language.decimal != "." else None
    return Found(Version((found[1], found[2])), found.end()) if found else None


def by(scan: Scan, at: int) -> Found | None:
    """The x in `1,80 m x 0,90 m`; for languages that name this detector."""
    last = scan.last
    if last is None or not isinstance(last.thing, Quantity) or last.end != at - 1:
        return None
    return Found(Words(scan.language.by), at + 1) if _BY.match(scan.text, at) else None


def between_amounts(scan: Scan, at: int) -> Found | None:
    """The dash in `10 - 3 = 7`, `5 °C – 10 °C`, `10:30 AM – 1 PM`: minus or to."""
    begin, last = at - (at > 0 and scan.text[at - 1] == " "), scan.last
    dash = _TO.match(scan.text, begin)
    if dash is None and last is not None and isinstance(last.thing, Date):
        dash = _TO_WORD.match(scan.text, begin)
        if dash is not None and dash.group(3) not in scan.language.months:
            return None
    if dash is None or last is None or not isinstance(last.thing, _AMOUNTS):
        return None
    if last.end != dash.start() or (dash.group(1) != dash.group(2)):
        return None
    if isinstance(last.thing, Number):
        following = number_at(scan, dash.end())
        equals = following is not None and scan.text.startswith(("=", " ="), following[1])
        if following is None or not (dash.group(1) or equals):
            return None
        if equals or float_of(last.thing) >= float_of(following[0]):
            return Found(Symbol("−"), at + 1)
    return Found(Words(scan.language.to), at + 1)


def divided(scan: Scan, at: int) -> Found | None:
    """The colon in `10 : 2 = 5`."""
    if scan.text[at] != ":" or re.search(r"[0-9] $", scan.text_before(at)) is None:
        return None
    return Found(Symbol("÷"), at + 1) if _DIVIDED.match(scan.text, at) else None


def sign(scan: Scan, at: int) -> Found | None:
    """Signs of mathematics and of writing, where the signs around them show that they are meant."""
    text = scan.text
    two, char = text[at : at + 2], text[at]
    if char in "<>" and f"{char}1" in scan.language.symbols and re.match(r"[<>] ?[0-9]", text[at : at + 3]):
        bare = at == 0 or text[at - 1] == "(" or (text[at - 1] == " " and text[at + 1] != " ")
        if bare:
            return Found(Symbol(f"{char}1"), at + 1)
    for written in (two, char):
        if written in scan.language.symbols and _meant(scan, at, written):
            return Found(Symbol(written), at + len(written))
    if _HASHTAG.match(text, at) and not scan.joined_before(at) and "#a" in scan.language.symbols:
        return Found(Symbol("#a"), at + 1)
    return None


def _meant(scan: Scan, at: int, written: str) -> bool:
    text, end = scan.text, at + len(written)
    before, after = text[at - 1 : at] if at else "", text[end : end + 1]
    spaced = before in ("", " ") and after == " "
    digit_before = before.isdigit() or (before == " " and text[at - 2 : at - 1].isdigit() and at > 1)
    number_after = _BEFORE_NUMBER.match(text, end) is not None
    match written:
        case "#":
            return number_after and not scan.joined_before(at)
        case "~" | "≈" | "<" | ">" | "≤" | "≥" | "<=" | ">=":
            number_after = number_after or _BEFORE_MONEY.match(text, end) is not None
            return spaced or (number_after and (before in ("", " ", "(") or written not in "<>"))
        case "*" | "^":
            return (spaced and digit_before and number_after) or (before.isdigit() and after.isdigit())
        case "+":
            return spaced or digit_before or (scan.joined_before(at) and not scan.word_at(end))
        case "++":
            return scan.joined_before(at) and not scan.word_at(end)
        case "=" | "==" | "!=" | "&" | "&&":
            return True
        case "@":
            return bool(after) and after != "@"
        case "/":
            return (scan.joined_before(at) and scan.word_at(end)) or (spaced and at > 0)
        case "−":
            return spaced
        case "x":
            return False
    return True


def _goes_on(scan: Scan, end: int) -> bool:
    """Whether letters follow a number, as in a model's name; a hyphen and a word may."""
    return scan.word_at(end)
