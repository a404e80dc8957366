"""French amounts of money: `15€50`, `3 M€`, and those of Belgium and Switzerland: `850,- €`, `Fr. 5.–`."""

from __future__ import annotations

import re

from tts_node.text.read import things
from tts_node.text.read.numbers import number_at
from tts_node.text.read.scan import NO_WORD, Found, Scan

_WHOLE = r"([1-9][0-9]{0,2}(?:[ '’.][0-9]{3}){1,2}|[0-9]{1,6})"
_ROUND = re.compile(rf"{_WHOLE}([.,])[-–—]{{1,2}}(?: ?(€|EUR|CHF|Frs?\.?(?![a-z])))?(?![0-9])")
_IN_WORDS = re.compile(" (?:francs?|euros?|balles)")
_FRANCS = re.compile(rf"(CHF|Frs?\.) ?{_WHOLE}(?:[.,](?:[-–—]{{1,2}}|([0-9]{{2}})))?(?![0-9]|[.,][0-9])")
_BIG_MONEY = re.compile(r" ?(k|K|M|Mds?)(€|\$|£)")
_PRICE = re.compile(rf"([1-9][0-9]{{0,5}}) ?€ ?([0-9]{{2}}){NO_WORD}(?![.,:/][0-9])")


def big_money(scan: Scan, at: int) -> Found | None:
    """`3 M€`, `5 k€`."""
    number = number_at(scan, at)
    found = _BIG_MONEY.match(scan.text, number[1]) if number else None
    if number is None or found is None:
        return None
    return Found(
        things.Money(number[0], scan.language.currency_signs[found.group(2)], found.group(1)), found.end()
    )


def price(scan: Scan, at: int) -> Found | None:
    """`15€50`, `3 € 20`."""
    found = _PRICE.match(scan.text, at)
    if found is None:
        return None
    return Found(things.Money(things.Number(found.group(1), found.group(2)), "EUR"), found.end())


def round_price(scan: Scan, at: int) -> Found | None:
    """`850,- €`, `5.- CHF`; `5.–` alone are francs, as only Switzerland writes them."""
    found = _ROUND.match(scan.text, at)
    if found is None:
        return None
    amount = things.Number(re.sub("[^0-9]", "", found.group(1)))
    currency = found.group(3) or ""
    if currency in ("€", "EUR", "CHF"):
        return Found(things.Money(amount, "EUR" if currency == "€" else currency), found.end())
    if _IN_WORDS.match(scan.text, found.end()):
        return Found(amount, found.end())
    if not currency and found.group(2) == ",":
        return None
    return Found(things.Words(_francs(scan, amount)), found.end())


def francs(scan: Scan, at: int) -> Found | None:
    """`Fr. 12.50`, `CHF 1'250.-`."""
    found = None if scan.joined_before(at) else _FRANCS.match(scan.text, at)
    if found is None:
        return None
    amount = things.Number(re.sub("[^0-9]", "", found.group(2)), found.group(3) or "")
    if found.group(1) == "CHF":
        return Found(things.Money(amount, "CHF"), found.end())
    return Found(things.Words(_francs(scan, amount)), found.end())


def _francs(scan: Scan, amount: things.Number) -> str:
    """What is written "Fr." is not called Swiss."""
    return (
        (scan.language.say(things.Money(amount, "CHF")) or "")
        .replace("franc suisse", "franc")
        .replace("francs suisses", "francs")
    )
