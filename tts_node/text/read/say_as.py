"""What a text is said to be (SSML `say-as`), by the words that its language has for such a thing.

The kinds are those of W3C's note "SSML 1.0 say-as attribute values" and of the large services.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from tts_node.text.read import things
from tts_node.text.read.detect_names import roman_at
from tts_node.text.read.language import Language
from tts_node.text.read.things import Thing


def say_as(kind: str, form: str, written: str, language: Language) -> str | None:
    """The words; None where it is no such thing, and the rules are to find out what it is."""
    text = " ".join(written.split())
    thing = _READERS[kind](text, form, language) if kind in _READERS else None
    return None if thing is None else language.say(thing)


def _cardinal(text: str, form: str, language: Language) -> Thing | None:
    if (value := _roman(text)) is not None:
        return things.Number(str(value))
    return _number(text, language)


def _ordinal(text: str, form: str, language: Language) -> Thing | None:
    if (value := _roman(text)) is not None:
        return things.Words(language.ordinal(value))
    found = _ORDINAL.fullmatch(text)
    return things.Words(language.ordinal(int(found[1]))) if found is not None else None


def _fraction(text: str, form: str, language: Language) -> Thing | None:
    found = _FRACTION.fullmatch(text)
    if found is None or not int(found[4]):
        return None
    sign: things.Sign = "-" if found[1] else ""
    return things.Fraction(int(found[3]), int(found[4]), int(found[2]) if found[2] else None, sign)


def _unit(text: str, form: str, language: Language) -> Thing | None:
    found = _AMOUNT.fullmatch(text)
    amount = _number(found[1], language) if found is not None else None
    if found is None or amount is None:
        return None
    unit = language.unit_at(found[2], 0)
    return things.Quantity(amount, unit[0]) if unit is not None and unit[1] == len(found[2]) else None


def _currency(text: str, form: str, language: Language) -> Thing | None:
    """`$12.50`, `12.50 EUR`, `USD12`, by the point or the comma."""
    found = _MONEY.fullmatch(text)
    if found is None:
        return None
    sign = (found[2] or found[4] or "").strip()
    code = language.currency_signs.get(sign, sign.upper())
    amount = _number(found[3], language) or _number(found[3].replace(".", ","), language)
    if code not in language.currencies or amount is None or (found[2] and found[4]):
        return None
    return things.Money(things.Number(amount.whole, amount.decimals, "-" if found[1] else ""), code)


def _phone(text: str, form: str, language: Language) -> Thing | None:
    groups = tuple(_DIGITS.findall(text))
    return things.Phone(groups, text.startswith(("+", "00"))) if groups and _PHONE.fullmatch(text) else None


def _time(text: str, form: str, language: Language) -> Thing | None:
    found = _CLOCK.fullmatch(text.lower())
    if found is None:
        return None
    hour, minute = int(found[1]), int(found[2] or 0)
    second = int(found[3]) if found[3] else None
    half: things.Half = "" if not found[4] else "am" if found[4] == "a" else "pm"
    if hour > 24 or minute > 59 or (second or 0) > 59 or (half and not 1 <= hour <= 12):
        return None
    if half and not language.half_pattern:
        hour, half = hour % 12 + (12 if half == "pm" else 0), ""
    return things.Clock(hour, minute, second, half, written_minutes=found[2] is not None)


def _date(text: str, form: str, language: Language) -> Thing | None:
    parts = _DIGITS.findall(text) if _DATE.fullmatch(text) else []
    form = form.lower().replace("yyyy", "y").replace("mm", "m").replace("dd", "d")
    if len(parts) == 1 and len(text) == 8 and form in ("", "ymd"):
        parts, form = [text[:4], text[4:6], text[6:]], "ymd"
    if not form and len(parts) == 3 and len(parts[0]) == 4:
        form = "ymd"
    if form not in _FORMS or len(parts) != len(form):
        return None
    found = {letter: int(part) for letter, part in zip(form, parts, strict=True)}
    if form == "y":
        return things.Year(found["y"])
    month, day, year = found["m"], found.get("d"), found.get("y")
    if not 1 <= month <= 12 or not 1 <= (day or 1) <= 31:
        return None
    if year is not None and len(parts[form.index("y")]) == 2:
        year += 2000 if year < 50 else 1900
    month_first = "d" not in form or form.index("m") < form.index("d")
    return things.Date(month, day, year, month_first)


# --- inside -------------------------------------------------------------------------------------------------

_ORDINAL: Final = re.compile(r"第?(\d{1,15})(?:\.|st|nd|rd|th|er|re|e|ère|ème|º|ª|°|\.º|\.ª)?", re.IGNORECASE)
_FRACTION: Final = re.compile(r"([-−])?(?:(\d{1,9})[ +])?(\d{1,9})[/⁄](\d{1,9})")
_AMOUNT: Final = re.compile(r"([-−+]?[\d.,'’ ]{1,30}?) ?([^\d\s].{0,20})")
_MONEY: Final = re.compile(r"([-−])?([^\d\s.,-]{1,4} ?)?([\d][\d.,'’]{0,24})( ?[^\d\s.,]{1,6})?")
_DIGITS: Final = re.compile(r"\d+")
_PHONE: Final = re.compile(r"[+\d][\d ()/.–-]{1,40}")
_CLOCK: Final = re.compile(r"(\d{1,2})(?:[:.h](\d{2})(?:[:.m](\d{2})s?)?)?(?: ?h| ?uhr| ?([ap])\.? ?m?\.?)?")
_DATE: Final = re.compile(r"\d{1,8}(?:[-/. ]\d{1,4}){0,2}")
_FORMS: Final = frozenset({"mdy", "dmy", "ymd", "md", "dm", "ym", "my", "y"})


def _number(text: str, language: Language) -> things.Number | None:
    sign: things.Sign = "-" if text[:1] in ("-", "−") else "+" if text[:1] == "+" else ""
    bare = text[len(sign) :].strip()
    if language.number_pattern.fullmatch(bare) is None:
        return None
    return language.parse(bare, sign)


def _roman(text: str) -> int | None:
    found = roman_at(text, 0) if text.isalpha() and text.isupper() else None
    return found[0] if found is not None and found[1] == len(text) else None


_READERS: Final[Mapping[str, Callable[[str, str, Language], Thing | None]]] = {
    "cardinal": _cardinal,
    "number": _cardinal,
    "ordinal": _ordinal,
    "fraction": _fraction,
    "unit": _unit,
    "currency": _currency,
    "telephone": _phone,
    "phone": _phone,
    "time": _time,
    "date": _date,
}
KINDS: Final = frozenset(_READERS)
"""Those that are followed."""
