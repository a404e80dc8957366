"""Amounts of money, the currency before or after them, with words of size and what they are for."""

from __future__ import annotations

import re

from tts_node.text.read.detect_units import past_dot, per_after
from tts_node.text.read.numbers import amount_at, number_at, other_decimal_at, sign_at, spaced_number_at
from tts_node.text.read.scan import Found, Scan
from tts_node.text.read.things import Amount, Money, Number, Range

_TO = re.compile(r" ?[-–—~] ?")
_SIGNS = "€$£¥"


def money(scan: Scan, at: int) -> Found | None:
    """`$3.50`, `€-3`, `5 EUR`, `EUR 5.20`, `$1.2M`, `$5–10`, `€0.32/kWh`."""
    found = _money_before(scan, at) or _money_after(scan, at)
    if found is None or not isinstance(found.thing, Money) or not found.thing.per:
        return found
    return Found(found.thing, past_dot(scan.text, found.end))


def _money_before(scan: Scan, at: int) -> Found | None:
    """The currency stands before the amount."""
    text = scan.text
    if text[at].islower() and text[at : at + 2] not in scan.language.currency_signs:
        return None
    sign, start = sign_at(scan, at)
    currency = _currency_at(scan, start)
    if currency is None:
        return None
    code, end = currency
    begin = end + text.startswith(" ", end)
    if text[end - 1].isalpha() and begin == end:
        return None
    counted = other_decimal_at(scan, begin) or spaced_number_at(scan, begin) or _money_amount(scan, begin)
    if counted is None:
        return None
    amount, stop = counted
    if sign and isinstance(amount, Number) and not amount.sign:
        amount = Number(amount.whole, amount.decimals, sign)
    scale, stop = _scale_after(scan, stop)
    if scan.word_at(stop):
        return None
    per, _, stop = per_after(scan, stop)
    return Found(Money(amount, code, scale, per), stop)


def _money_after(scan: Scan, at: int) -> Found | None:
    """The currency stands after the amount."""
    text = scan.text
    for read in (other_decimal_at, spaced_number_at, amount_at):
        counted: tuple[Amount, int] | None = read(scan, at)
        if counted is None:
            continue
        scale, end = _scale_after(scan, counted[1])
        currency = _currency_at(scan, end + text.startswith(" ", end))
        if currency is None or re.match(r" ?[0-9]", text[currency[1] : currency[1] + 2]):
            continue
        per, _, stop = per_after(scan, currency[1])
        return Found(Money(counted[0], currency[0], scale, per), stop)
    return None


def _money_amount(scan: Scan, at: int) -> tuple[Amount, int] | None:
    """An amount, or two with the currency repeated: `$10–$20`."""
    first = number_at(scan, at) if scan.text[at : at + 1] not in ("-", "−") else None
    to = _TO.match(scan.text, first[1]) if first else None
    currency = _currency_at(scan, to.end()) if to else None
    second = number_at(scan, currency[1]) if currency else None
    if first and second:
        return Range(first[0], second[0]), second[1]
    if scan.text[at : at + 1] in ("-", "−"):
        found = scan.language.number_pattern.match(scan.text, at + 1)
        return (scan.language.parse(found.group(), "-"), found.end()) if found else None
    return amount_at(scan, at)


def _currency_at(scan: Scan, at: int) -> tuple[str, int] | None:
    text, language = scan.text, scan.language
    first = text[at : at + 1]
    if first not in language.currency_starts and not "A" <= first <= "Z":
        return None
    for length in (3, 2, 1):
        written = text[at : at + length]
        code = language.currency_signs.get(written) if len(written) == length else None
        if code is None and length == 3 and written.isupper() and written.isascii():
            code = written
        if code not in language.currencies or code is None:
            continue
        if written[-1].isalpha() and scan.word_at(at + length):
            continue
        return code, at + length
    return None


def _scale_after(scan: Scan, at: int) -> tuple[str, int]:
    text = scan.text
    begin = at + text.startswith(" ", at)
    if text[begin : begin + 1] not in scan.language.money_scale_starts:
        return "", at
    for scale in scan.language.longest_money_scales:
        for gap in ("", " "):
            if text.startswith(gap + scale, at):
                end = at + len(gap) + len(scale)
                glued = text[end : end + 1] in _SIGNS and end < len(text)
                if not scan.word_at(end) and (glued or not (gap and len(scale) == 1)):
                    return scale, end
    return "", at
