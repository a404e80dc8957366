"""What a language fills in: how it writes things, its tables, and the words that decide.

Everything has a default that finds nothing, so a language begins with a few of them.
"""

from __future__ import annotations

from collections.abc import Mapping

from tts_node.text.read.units import CURRENCY_SIGNS, Name


class Tables:
    """The tables and words of one language, as class attributes."""

    blanks = True
    """Words are set with blanks between them."""
    unspaced_words: frozenset[str] = frozenset()
    """In writing without blanks: every word of the tables below that decides something."""
    # --- how things are written ---------------------------------------------------------------------
    decimal = "."
    """The decimal sign in numbers."""
    groups = ","
    """Signs that part thousands, besides blanks where a unit follows."""
    other_decimal = ","
    """Read as a decimal sign too where a unit proves it (`1,5 kWh` in English), or empty."""
    day_first = True
    """`3/4/2026` is the third of April."""
    dotted_dates = False
    """`3.4.26` and `3.4.` are dates; with a year of four digits they are in every language."""
    ordinal_suffixes: tuple[str, ...] = ()
    """What follows a number that is an ordinal: `st`, `nd`."""
    date_links: tuple[str, ...] = ()
    """What may stand between day and month, month and year: `of`, `de`."""
    half_pattern = ""
    """Regular expression of what follows a time of 12 hours; its group `pm` matched for the second half."""
    decade_suffix = ""
    """What follows the first year of a decade: `1990s`, `1990er`."""
    oclock: tuple[str, ...] = ()
    """What follows a time and is swallowed, because the time is said with it: `Uhr`."""

    # --- tables -------------------------------------------------------------------------------------
    months: Mapping[str, int] = {}
    """Names and short forms (without dot) of months, as they are written."""
    weekdays: Mapping[str, str] = {}
    """Short forms of days (without dot), as they are written -> said."""
    units: Mapping[str, Name] = {}
    """Names by canonical symbol."""
    proofs: Mapping[str, str] = {}
    """Canonical symbols that may be something else -> the proof they need, see `detect_units`."""
    currencies: Mapping[str, tuple[Name, Name | None]] = {}
    """By ISO 4217 code: the unit and its hundredth."""
    currency_signs: Mapping[str, str] = CURRENCY_SIGNS
    """Signs and short forms -> ISO 4217 code."""
    scales: Mapping[str, str] = {}
    """What follows a number without a blank -> said: `k`, `M`, `x`."""
    money_scales: Mapping[str, str] = {}
    """What follows an amount of money, with or without a blank -> said: `M`, `bn`, `million`."""
    abbreviations: Mapping[str, str] = {}
    """Written short, with its dots -> said. With a capital only so, else in any case."""
    before_number: Mapping[str, str] = {}
    """The same, before a number alone: `No.`, `p.`"""
    symbols: Mapping[str, str] = {}
    """Signs -> their words."""
    relations: Mapping[str, str] = {}
    """The words of `things.Ratio`: `to`, `of`, `out of`, `over`."""

    # --- words that decide, in small letters ----------------------------------------------------------
    year_words: frozenset[str] = frozenset()
    """A four-digit number after one of these is a year."""
    date_words: frozenset[str] = frozenset()
    """`12/24` after one of these is a date."""
    decade_words: frozenset[str] = frozenset()
    """`90s` after one of these is a decade."""
    code_words: frozenset[str] = frozenset()
    """A number after one of these is said digit by digit: PIN, code."""
    code_links: frozenset[str] = frozenset()
    """What may stand between such a word and the number: `is`, `number`."""
    code_purposes: frozenset[str] = frozenset()
    """What a code is for, right after its word: `de vérification`."""
    phone_words: frozenset[str] = frozenset()
    """A number of three digits and more after one of these is a telephone number."""
    place_words: frozenset[str] = frozenset()
    """Three digits after one of these are said digit by digit: room, gate."""
    ratio_words: frozenset[str] = frozenset()
    """`1:10` in a sentence with one of these is no time: ratio, score."""
    duration_words: frozenset[str] = frozenset()
    """`05:30` after one of these, or in a sentence that begins so, is a length of time: timer."""
    step_words: frozenset[str] = frozenset()
    """`3/10` after one of these is three of ten: step, page."""
    rating_words: frozenset[str] = frozenset()
    """`4/5` after one of these is four out of five: rated, score."""
    roman_words: frozenset[str] = frozenset()
    """A Roman numeral after one of these is counted: chapter, part."""
    ruler_names: frozenset[str] = frozenset()
    """A Roman numeral after one of these is a ruler's number."""
    ruler_titles: frozenset[str] = frozenset()
    """A name after one of these is a ruler's: king, queen, pope."""
    label_words: frozenset[str] = frozenset()
    """A number and a letter after one of these are a label and no unit: model, size."""
    electric_words: frozenset[str] = frozenset()
    """Words that prove amperes near them."""
    warmth_words: frozenset[str] = frozenset()
    """Words that prove a bare C or F to be degrees."""
    length_words: frozenset[str] = frozenset()
    """Words that prove inches before them: long, wide, screen."""
    no_nouns: frozenset[str] = frozenset()
    """What follows a unit and is not what is measured: tonight, of, long."""
    articles: frozenset[str] = frozenset()
    """After one of these a unit before a noun stands in the singular: "a 5 kW heater"."""

    # --- words of numbers ---------------------------------------------------------------------------
    minus = plus = point = to = per = by = plus_minus = ""
    digit_words: tuple[str, ...] = ()
    """Zero to nine, for reading digit by digit."""
    net_words: Mapping[str, str] = {}
    """Said in addresses: `.` dot, `/` slash, `:` port, `@` at, `-` dash, `_` underscore, `+` plus."""
    version_word = version_point = ""
    """`v1.2`: version one point two; `version_point` where it differs from `point`."""
    hemispheres: Mapping[str, str] = {}
    """`N` and its like, as this language writes them -> north."""
