"""Polish numbers in words: cardinals in the cases that reading needs, ordinals with their endings.

Own code: a number's case follows the word before it ("do pięciu", "za jedną godzinę"), an ordinal agrees with
its noun ("trzecie piętro", "na trzecim piętrze"), which libraries do not know.
"""

from __future__ import annotations

from typing import Literal

from tts_node.text.read.units import Plural

Case = Literal["", "genitive", "accusative"]
"""Empty is the nominative."""
Ending = Literal["y", "a", "e", "ego", "ej", "ym", "ą", "ych"]
"""How an adjective of the type "piąty" ends."""

_ONES = (
    "zero", "jeden", "dwa", "trzy", "cztery", "pięć", "sześć", "siedem", "osiem", "dziewięć", "dziesięć",
    "jedenaście", "dwanaście", "trzynaście", "czternaście", "piętnaście", "szesnaście", "siedemnaście",
    "osiemnaście", "dziewiętnaście",
)  # fmt: skip
_TENS = (
    "", "", "dwadzieścia", "trzydzieści", "czterdzieści", "pięćdziesiąt", "sześćdziesiąt", "siedemdziesiąt",
    "osiemdziesiąt", "dziewięćdziesiąt",
)  # fmt: skip
_HUNDREDS = (
    "", "sto", "dwieście", "trzysta", "czterysta", "pięćset", "sześćset", "siedemset", "osiemset",
    "dziewięćset",
)  # fmt: skip
_ONES_OF = (
    "zera", "jeden", "dwóch", "trzech", "czterech", "pięciu", "sześciu", "siedmiu", "ośmiu", "dziewięciu",
    "dziesięciu", "jedenastu", "dwunastu", "trzynastu", "czternastu", "piętnastu", "szesnastu",
    "siedemnastu", "osiemnastu", "dziewiętnastu",
)  # fmt: skip
_TENS_OF = (
    "", "", "dwudziestu", "trzydziestu", "czterdziestu", "pięćdziesięciu", "sześćdziesięciu",
    "siedemdziesięciu", "osiemdziesięciu", "dziewięćdziesięciu",
)  # fmt: skip
_HUNDREDS_OF = (
    "", "stu", "dwustu", "trzystu", "czterystu", "pięciuset", "sześciuset", "siedmiuset", "ośmiuset",
    "dziewięciuset",
)  # fmt: skip
_LARGE: tuple[tuple[int, dict[Plural, str], str], ...] = (
    (10**15, {"one": "biliard", "few": "biliardy", "many": "biliardów"}, "biliarda"),
    (10**12, {"one": "bilion", "few": "biliony", "many": "bilionów"}, "biliona"),
    (10**9, {"one": "miliard", "few": "miliardy", "many": "miliardów"}, "miliarda"),
    (10**6, {"one": "milion", "few": "miliony", "many": "milionów"}, "miliona"),
    (10**3, {"one": "tysiąc", "few": "tysiące", "many": "tysięcy"}, "tysiąca"),
)  # fmt: skip
_ORDINALS = (
    "zerowy", "pierwszy", "drugi", "trzeci", "czwarty", "piąty", "szósty", "siódmy", "ósmy", "dziewiąty",
    "dziesiąty", "jedenasty", "dwunasty", "trzynasty", "czternasty", "piętnasty", "szesnasty", "siedemnasty",
    "osiemnasty", "dziewiętnasty",
)  # fmt: skip
_ORDINAL_TENS = (
    "", "", "dwudziesty", "trzydziesty", "czterdziesty", "pięćdziesiąty", "sześćdziesiąty", "siedemdziesiąty",
    "osiemdziesiąty", "dziewięćdziesiąty",
)  # fmt: skip
_ORDINAL_HUNDREDS = (
    "", "setny", "dwusetny", "trzechsetny", "czterechsetny", "pięćsetny", "sześćsetny", "siedemsetny",
    "osiemsetny", "dziewięćsetny",
)  # fmt: skip
_ORDINAL_THOUSANDS = {
    1: "tysięczny", 2: "dwutysięczny", 3: "trzytysięczny", 4: "czterotysięczny", 5: "pięciotysięczny",
    10: "dziesięciotysięczny",
}  # fmt: skip


def plural_of(value: int) -> Plural:
    """1 is one; 2-4, 22-24 and so on are few; all else is many."""
    if value == 1:
        return "one"
    return "few" if 2 <= value % 10 <= 4 and not 12 <= value % 100 <= 14 else "many"


def cardinal(value: int, gender: str = "", case: Case = "") -> str:
    """`gender`: m, f or n of what is counted; without one as people count."""
    for size, names, genitive in _LARGE:
        if value >= size:
            high, rest = divmod(value, size)
            if high == 1:
                said = genitive if case == "genitive" else names["one"]
            else:
                name = names["many"] if case == "genitive" else names[plural_of(high)]
                said = f"{cardinal(high, '', case)} {name}"
            return f"{said} {cardinal(rest, gender, case)}" if rest else said
    return _below_thousand(value, gender, case)


def _below_thousand(value: int, gender: str, case: Case) -> str:
    genitive = case == "genitive"
    if value == 1:
        return _one(gender, case)
    hundreds, rest = divmod(value, 100)
    tens, ones = divmod(rest, 10)
    parts = [(_HUNDREDS_OF if genitive else _HUNDREDS)[hundreds]]
    if rest >= 20:
        parts.append((_TENS_OF if genitive else _TENS)[tens])
        rest = ones
    if rest or not value:
        two = not genitive and rest == 2 and gender == "f"
        parts.append("dwie" if two else (_ONES_OF if genitive else _ONES)[rest])
    return " ".join(filter(None, parts))


def _one(gender: str, case: Case) -> str:
    """The number one by itself; in 21 it never changes."""
    if case == "genitive":
        return "jednej" if gender == "f" else "jednego"
    if gender == "f":
        return "jedną" if case == "accusative" else "jedna"
    return "jedno" if gender == "n" else "jeden"


def ordinal(value: int, ending: Ending = "y") -> str:
    """`dwudziesty szósty`; only tens and ones decline after hundreds: `tysiąc dziewięćset piątego`."""
    thousands, rest = divmod(value, 1000)
    if value and not rest and thousands in _ORDINAL_THOUSANDS:
        return _ended(_ORDINAL_THOUSANDS[thousands], ending)
    hundreds, low = divmod(rest, 100)
    if not low and hundreds:
        head = [cardinal(thousands * 1000)] if thousands else []
        return " ".join([*head, _ended(_ORDINAL_HUNDREDS[hundreds], ending)])
    if not low and thousands:
        return cardinal(value)
    head = [cardinal(value - low)] if value > low else []
    if low < 20:
        return " ".join([*head, _ended(_ORDINALS[low], ending)])
    tens, ones = divmod(low, 10)
    parts = [_ended(_ORDINAL_TENS[tens], ending), *([_ended(_ORDINALS[ones], ending)] if ones else [])]
    return " ".join([*head, *parts])


def _ended(word: str, ending: Ending) -> str:
    if word.endswith("y"):
        return word[:-1] + ending
    after_g = word == "drugi"
    stem = "drug" if after_g else "trzec"
    if ending in ("y", "ym", "ych"):
        return stem + "i" + ending[1:]
    soft = ending in ("e", "ego", "ej") and after_g
    return stem + ("i" if soft or not after_g else "") + ending


def accusative(name: str) -> str:
    """Of a feminine name in the singular: godzina -> godzinę; others stay."""
    head, _, tail = name.partition(" ")
    return (head[:-1] + "ę" if head.endswith("a") else head) + (f" {tail}" if tail else "")
