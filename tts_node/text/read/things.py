"""What the detectors find: a thing to say, free of how it was written and in which language.

Numbers keep their digits as text, because `007`, `1.50` and `0423` are not said like 7, 1.5 and 423.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Sign = Literal["", "-", "+", "±"]
Half = Literal["", "am", "pm"]


@dataclass(frozen=True, slots=True)
class Number:
    """`whole` and `decimals` are ASCII digits without separators; `whole` is empty in `.5`."""

    whole: str
    decimals: str = ""
    sign: Sign = ""

    @property
    def value(self) -> int:
        """The whole part, without sign."""
        return int(self.whole or "0")

    @property
    def leading_zero(self) -> bool:
        """`05`, `0423`: written digit by digit, and mostly said so."""
        return len(self.whole) > 1 and self.whole[0] == "0"


@dataclass(frozen=True, slots=True)
class Fraction:
    """`1/2`, `-3/4`, `1 1/2` and `2½`, whose `whole` is what stands before."""

    numerator: int
    denominator: int
    whole: int | None = None
    sign: Sign = ""


@dataclass(frozen=True, slots=True)
class Range:
    """`3-5`, `−2…3`: from one number to another."""

    low: Number
    high: Number


Amount = Number | Fraction | Range


@dataclass(frozen=True, slots=True)
class Quantity:
    """An amount of a unit; `unit` is the canonical symbol (see `units`), `per` what follows a slash.

    `adjective`: it stands before a noun after an article, "a 5 kW heater".
    """

    amount: Amount
    unit: str
    per: str = ""
    per_count: int = 1
    """`l/100 km`: 100."""
    adjective: bool = False


@dataclass(frozen=True, slots=True)
class Ratio:
    """Two numbers with a relation: `16:9` to, `step 3/10` of, `rated 4/5` out of, `120/80 mmHg` over."""

    first: Number
    second: Number
    relation: Literal["to", "of", "out of", "over"]
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Power:
    """`5²`, `10^-3`."""

    base: Number
    exponent: Number


@dataclass(frozen=True, slots=True)
class Size:
    """`3 x 4 m`, `1920x1080`."""

    sides: tuple[Number, ...]
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Money:
    """`currency` is the code of ISO 4217; `scale` a word of size after it (`k`, `M`, `million`)."""

    amount: Amount
    currency: str
    scale: str = ""
    per: str = ""


@dataclass(frozen=True, slots=True)
class Scaled:
    """`10k`, `1.5M`: an amount and its short word of size."""

    amount: Amount
    scale: str


@dataclass(frozen=True, slots=True)
class Ordinal:
    """`22nd`, `3.` before a noun in German. `after`: the word before it, small letters."""

    value: int
    suffix: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Roman:
    """`IV` after a word that proves it: `name` for a ruler's number ("the Fourth"), else counted ("four")."""

    value: int
    name: bool


@dataclass(frozen=True, slots=True)
class Date:
    """A day of the Gregorian calendar, what was written of it. `month_first` as it was written in words."""

    month: int
    day: int | None = None
    year: int | None = None
    month_first: bool = True
    in_words: bool = False
    until_day: int | None = None
    """`Nov 3-5`: the last day."""
    after: str = ""
    """The word before it, small letters: what it is governed by ("the", "am", "dem")."""


@dataclass(frozen=True, slots=True)
class Year:
    """A year that something proves to be one; `until` for `2019-2024`."""

    value: int
    until: int | None = None


@dataclass(frozen=True, slots=True)
class Decade:
    """`1990s`, `'90s` (`value` 90)."""

    value: int


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day; 24 hours if `half` is empty. `written_minutes` False for `7 am`."""

    hour: int
    minute: int = 0
    second: int | None = None
    half: Half = ""
    written_minutes: bool = True


@dataclass(frozen=True, slots=True)
class ClockRange:
    """`9:00-17:00`, `5-7 pm`."""

    start: Clock
    end: Clock


@dataclass(frozen=True, slots=True)
class Moment:
    """A date with a time: `2026-11-30T06:30`."""

    date: Date
    clock: Clock


@dataclass(frozen=True, slots=True)
class Duration:
    """`1h 20m`, `2:30 h`: amounts with canonical unit symbols (`d`, `h`, `min`, `s`), the longest first."""

    parts: tuple[tuple[Number, str], ...]


@dataclass(frozen=True, slots=True)
class Phone:
    """Digits in the groups they were written in."""

    groups: tuple[str, ...]
    plus: bool = False


@dataclass(frozen=True, slots=True)
class Digits:
    """A number that is said digit by digit: a PIN, a card, a room. `letter` follows it (`705A`)."""

    groups: tuple[str, ...]
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Coordinate:
    """`52.52° N`, `52°31′12″ N`; `hemisphere` is N, S, E or W, or empty."""

    degrees: Number
    minutes: Number | None = None
    seconds: Number | None = None
    hemisphere: str = ""


@dataclass(frozen=True, slots=True)
class Address:
    """An IPv4 address with what may follow it (`:8123`, `/24`)."""

    parts: tuple[str, ...]
    port: str = ""
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class Version:
    """`2026.11.1`, `v1.2.3`; `tail` is what follows with letters (`-beta`, `b2`)."""

    parts: tuple[str, ...]
    marked: bool = False
    tail: str = ""


@dataclass(frozen=True, slots=True)
class Url:
    """Without its scheme. `path` without what only a machine reads (query, fragment, long names)."""

    host: str
    path: tuple[str, ...] = ()
    port: str = ""


@dataclass(frozen=True, slots=True)
class Email:
    name: str
    host: str


@dataclass(frozen=True, slots=True)
class Symbol:
    """A sign that is said on its own, between or before other things: `+`, `≤`, `&`."""

    sign: str


@dataclass(frozen=True, slots=True)
class Words:
    """What a table says this is, ready to speak."""

    text: str


Thing = (
    Number
    | Fraction
    | Range
    | Quantity
    | Ratio
    | Power
    | Size
    | Money
    | Scaled
    | Ordinal
    | Roman
    | Date
    | Year
    | Decade
    | Clock
    | ClockRange
    | Moment
    | Duration
    | Phone
    | Digits
    | Coordinate
    | Address
    | Version
    | Url
    | Email
    | Symbol
    | Words
)
