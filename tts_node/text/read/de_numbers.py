"""German number words: cardinals, ordinals, fractions, years.

Own code, since libraries do not know when one is `ein`, `eine` or `eins`.
"""

from __future__ import annotations

from tts_node.text.read.things import Fraction

_ONES = (
    "null", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf",
    "dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn",
)  # fmt: skip
_TENS = ("", "", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig")
_LARGE = (
    ("Million", "Millionen"), ("Milliarde", "Milliarden"), ("Billion", "Billionen"),
    ("Billiarde", "Billiarden"),
)  # fmt: skip
_ORDINALS = {1: "erst", 3: "dritt", 7: "siebt", 8: "acht"}
_HALVES = {"f": "eine halbe", "m": "ein halber", "n": "ein halbes"}
LARGEST = 10**18
"""Numbers from here on have no words."""

DIGITS = ("null", "eins", *_ONES[2:10])


def cardinal(value: int, one: str = "eins") -> str:
    """`einundzwanzig`; `one` is how a last one is said: eins, ein (Grad), eine (Stunde). Below `LARGEST`."""
    if not value:
        return _ONES[0]
    millions, rest = divmod(value, 1_000_000)
    groups = [_below_million(rest, one, first=not millions)] if rest else []
    for singular, plural in _LARGE:
        millions, count = divmod(millions, 1000)
        if count:
            name = singular if count == 1 else plural
            groups.insert(0, f"{_below_thousand(count, 'eine', first=True)} {name}")
    return " ".join(groups)


def ordinal(value: int, ending: str = "e") -> str:
    """`dritte`, `dritten`: the ending is that of the adjective."""
    head, rest = value - value % 100, value % 100
    if value < 1_000_000 and 0 < rest < 20:
        stem = _ORDINALS.get(rest, _ONES[rest] + "t")
        return (cardinal(head, "ein") if head else "") + stem + ending
    return cardinal(value, "ein") + ("t" if not value else "st") + ending


def year(value: int) -> str:
    """`neunzehnhundertachtundneunzig`, `zweitausendsechs`."""
    if not 1100 <= value < 2000:
        return cardinal(value)
    century, rest = divmod(value, 100)
    return _ONES[century] + "hundert" + (_below_hundred(rest, "eins") if rest else "")


def part_of(fraction: Fraction, gender: str) -> str:
    """A fraction before what it is a part of: `eine halbe` Tasse, `eineinhalb` Stunden."""
    capital = fraction.denominator > 4
    return _fraction(fraction, _HALVES.get(gender, "ein halb"), capital=capital)


def fraction(fraction: Fraction) -> str:
    """A fraction on its own: `drei Viertel`."""
    return _fraction(fraction, "ein halb", capital=True)


def _fraction(fraction: Fraction, half: str, *, capital: bool) -> str:
    top, bottom = fraction.numerator, fraction.denominator
    name = "halbe" if bottom == 2 else ordinal(bottom, "el")
    if fraction.whole is not None:
        head, part = cardinal(fraction.whole, "ein"), cardinal(top, "ein")
        joined = f"{head}{part}{'halb' if bottom == 2 else name}"
        said = joined if bottom <= 4 else f"{head} {part} {name.capitalize()}"
    elif (top, bottom) == (1, 2):
        said = half
    else:
        said = f"{cardinal(top, 'ein')} {name.capitalize() if capital and bottom > 2 else name}"
    return f"minus {said}" if fraction.sign == "-" else said


def _below_hundred(value: int, one: str) -> str:
    if value == 1:
        return one
    if value < 20:
        return _ONES[value]
    tens, ones = divmod(value, 10)
    return (f"{_ONES[ones]}und" if ones else "") + _TENS[tens]


def _below_thousand(value: int, one: str, *, first: bool) -> str:
    hundreds, rest = divmod(value, 100)
    if not hundreds:
        return _below_hundred(rest, one)
    head = "" if hundreds == 1 and first else _ONES[hundreds]
    return f"{head}hundert" + (_below_hundred(rest, one) if rest else "")


def _below_million(value: int, one: str, *, first: bool) -> str:
    thousands, rest = divmod(value, 1000)
    if not thousands:
        return _below_thousand(rest, one, first=first)
    head = "" if thousands == 1 and first else _below_thousand(thousands, "ein", first=first)
    return f"{head}tausend" + (_below_thousand(rest, one, first=False) if rest else "")
