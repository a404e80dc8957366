"""What Spanish and Portuguese share: parts of a whole with their nouns, rulers, centuries."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from tts_node.text.read import detect_names as names
from tts_node.text.read import things
from tts_node.text.read.language import Language
from tts_node.text.read.nouns import NOUN
from tts_node.text.read.numbers import fraction_at, number_at, sign_at
from tts_node.text.read.scan import LETTER, NO_WORD, Detector, Found, Scan
from tts_node.text.read.units import Name

_FIRST = re.compile(rf"I{NO_WORD}")
_SHORT_ROMAN = re.compile(rf"([a-záéíóú]{{1,5}})\. (?=[IVXLCDM]{{1,8}}{NO_WORD})")
_ANOTHER_ROMAN = re.compile(rf" ?[-–] ?(?=[IVXLC]{{1,7}}{NO_WORD})")
_MACHINE = re.compile(rf"([0-9]{{1,3}})\.([0-9]{{4,15}}){NO_WORD}(?![.,]?[0-9])")
_DOT_INSIDE = re.compile(r"\.(?= [a-záéíóúñç])")
_SCALE = re.compile(r" (mil|millones de|milhões de) ")
_GREAT = re.compile(r"I{1,3}(?= (?:Guerra Mundial|República)\b)")
_LAST_ORDINAL = 10
"""Kings and queens are counted by ordinals so far: Felipe sexto, Luis catorce."""


class Iberian(Language):
    """Two decimals are a number; amounts of halves and of millions have their own order of words."""

    half_pattern = r" ?(?:[aA]|(?P<pm>[pP]))(?:[mM](?!\w)|\. ?[mM](?:\.|(?!\w)))"
    half = ("medio", "media")
    """Masculine and feminine."""
    conjunction = "y"
    million_words: tuple[str, ...] = ()
    """How a number ends that takes "de" before what it counts: un millón de euros."""
    queens: frozenset[str] = frozenset()
    """Those of `ruler_names` whose ordinal is feminine."""
    measures: Mapping[str, tuple[str, str]] = {}
    """What fractions are taken of, in the singular and the plural -> the singular and its gender."""
    short_romans: Mapping[str, str] = {}
    """Written short before a Roman numeral, without the dot -> said."""
    greats: tuple[str, str, str] = ("", "", "")
    """First to third of a feminine noun."""

    def say_decimals(self, digits: str) -> str:
        """Two are a number, as people say prices and pi; more are told one by one."""
        return self.cardinal(int(digits)) if len(digits) <= 2 and digits[0] != "0" else self.digits(digits)

    def named(self, amount: things.Amount, name: Name, *, adjective: bool = False) -> str | None:
        if isinstance(amount, things.Fraction):
            return self._part_of(amount, name)
        said = self.amount(amount, name) or ""
        if isinstance(amount, things.Number) and said.endswith(self.million_words):
            return f"{said} de {name.other}"
        return super().named(amount, name)

    def _part_of(self, fraction: things.Fraction, name: Name) -> str:
        """`media taza`, `dos horas y media`, `tres cuartos de litro`."""
        half = self.half[name.gender == "f"]
        sign = f"{self.minus} " if fraction.sign == "-" else ""
        unsigned = replace(fraction, sign="")
        is_half = (fraction.numerator, fraction.denominator) == (1, 2)
        if fraction.whole is not None:
            whole = self.named(things.Number(str(fraction.whole)), name)
            rest = half if is_half else self.say_fraction(replace(unsigned, whole=None))
            return f"{sign}{whole} {self.conjunction} {rest}"
        return f"{sign}{half} {name.one}" if is_half else f"{sign}{self.say_fraction(unsigned)} de {name.one}"

    def say_duration(self, duration: things.Duration) -> str | None:
        said = [self.named(number, self.units[unit]) or "" for number, unit in duration.parts]
        return f" {self.conjunction} ".join(filter(None, [" ".join(said[:-1]), said[-1]]))


def portion(scan: Scan, at: int) -> Found | None:
    """`1/2 taza`, `2½ horas`."""
    found = fraction_at(scan, at)
    noun = NOUN.match(scan.text, found[1]) if found else None
    measure = _language(scan).measures.get(noun.group(1)) if noun else None
    if found is None or noun is None or measure is None:
        return None
    one, gender = measure
    many = one + ("es" if one.endswith("r") else "s")
    said = scan.language.named(found[0], Name(one, many, gender=gender))
    dot = _DOT_INSIDE.match(scan.text, noun.end()) is not None
    return Found(things.Words(said), noun.end() + dot) if said else None


def thousands_of(scan: Scan, at: int) -> Found | None:
    """`100 mil km`: the unit after a number that ends in a word."""
    number = number_at(scan, at)
    scale = _SCALE.match(scan.text, number[1]) if number else None
    unit = scan.language.unit_at(scan.text, scale.end()) if scale else None
    if number is None or scale is None or unit is None or unit[0] in scan.language.proofs:
        return None
    said = f"{scan.language.number(number[0])} {scale.group(1)} {scan.language.unit_name(unit[0]).other}"
    return Found(things.Words(said), unit[1])


def ruler(scan: Scan, at: int) -> Found | None:
    """`Felipe VI`, `Isabel II`, `Alfonso XIII`; what is counted is told as everywhere."""
    first = _FIRST.match(scan.text, at)
    if first and scan.word_before(at).lower() in scan.language.ruler_names:
        return Found(things.Words(_numbered(scan, at, 1)), first.end())
    found = names.roman(scan, at)
    if found is None or not isinstance(found.thing, things.Roman):
        return found
    if not found.thing.name:
        return _romans(scan, found.thing.value, found.end)
    return Found(things.Words(_numbered(scan, at, found.thing.value)), found.end)


def _numbered(scan: Scan, at: int, value: int) -> str:
    language = _language(scan)
    if value > _LAST_ORDINAL:
        return language.cardinal(value)
    said = language.ordinal(value)
    return said[:-1] + "a" if scan.word_before(at).lower() in language.queens else said


def short_roman(scan: Scan, at: int) -> Found | None:
    """`s. XXI`, `vol. II`."""
    found = _SHORT_ROMAN.match(scan.text, at)
    said = _language(scan).short_romans.get(found.group(1)) if found else None
    numeral = names.roman_at(scan.text, found.end()) if found else None
    if said is None or numeral is None or scan.word_at(numeral[1]):
        return None
    romans = _romans(scan, *numeral)
    return Found(things.Words(f"{said} {scan.language.say(romans.thing)}"), romans.end)


def _romans(scan: Scan, value: int, end: int) -> Found:
    """One that is counted, or two with a dash between them: `siglos XV-XVI`."""
    dash = _ANOTHER_ROMAN.match(scan.text, end)
    until = names.roman_at(scan.text, dash.end()) if dash else None
    if until is None:
        return Found(things.Roman(value, name=False), end)
    language = scan.language
    said = f"{language.cardinal(value)} {language.to} {language.cardinal(until[0])}"
    return Found(things.Words(said), until[1])


def machine_number(scan: Scan, at: int) -> Found | None:
    """`40.4168`: a dot before so many digits parts no thousands."""
    sign, start = sign_at(scan, at)
    found = _MACHINE.match(scan.text, start)
    if found is None or scan.joined_before(at):
        return None
    return Found(things.Number(found.group(1), found.group(2), sign), found.end())


def dotted_day(short: str, said: str) -> Detector:
    """A detector of `mar. 3/12`: a short day that is a word as well, with its dot before a date."""
    day = re.compile(rf"{short}\.(?=,? [0-9]{{1,2}}(?:/[0-9]| (?:de )?({LETTER}{{3,10}})))", re.IGNORECASE)

    def weekday(scan: Scan, at: int) -> Found | None:
        found = None if scan.joined_before(at) else day.match(scan.text, at)
        if found is None or (found.group(1) and found.group(1).lower() not in scan.language.months):
            return None
        return Found(things.Words(said), found.end())

    return weekday


def great(scan: Scan, at: int) -> Found | None:
    """`II Guerra Mundial`."""
    found = _GREAT.match(scan.text, at)
    if found is None:
        return None
    return Found(things.Words(_language(scan).greats[len(found.group()) - 1]), found.end())


def _language(scan: Scan) -> Iberian:
    return cast(Iberian, scan.language)
