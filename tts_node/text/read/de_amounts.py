"""What only German counts: `1.234.567`, `1 Mio. €`, `3,- €`, `in 1 h`, `Endstand 3:2`."""

from __future__ import annotations

import re
from dataclasses import replace

from tts_node.text.read import (
    de_gender,
    de_numbers,
    de_time,
    detect_length,
    detect_money,
    detect_signs,
    detect_units,
)
from tts_node.text.read import de_tables as tables
from tts_node.text.read.de_case import case_at, halved, in_case, measure_case_at, measured
from tts_node.text.read.de_ordinals import closes_text
from tts_node.text.read.numbers import amount_at, fraction_at, other_decimal_at, sign_at, spaced_number_at
from tts_node.text.read.scan import LETTER, NO_WORD, Found, Scan
from tts_node.text.read.things import (
    Amount,
    Fraction,
    Money,
    Number,
    Quantity,
    Range,
    Ratio,
    Scaled,
    Words,
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_GROUPED = re.compile(r"[1-9][0-9]{0,2}(?:[.'’][0-9]{3}){2,6}(?:,[0-9]{1,9})?(?![0-9]|[.,][0-9])")
_DOTTED = re.compile(rf"([0-9]{{1,6}})\.([0-9]{{1,6}}){NO_WORD}(?![.,:/][0-9])")
_LIST = re.compile(r"[0-9]{1,4}(?:,[0-9]{1,4}){2,20}(?![0-9,.])")
_DASHED = re.compile(rf"[0-9½](?:[-–][0-9½]){{2,7}}{NO_WORD}(?![-–.,/:][0-9])")
_PUMP_PRICE = re.compile(r"([0-9]{1,2}),([0-9]{2})⁹ ?(?:€|EUR|Euro)(?!\w)")
_ROOMS = _words("raum zimmer büro saal hörsaal")
_THOUSANDS = re.compile(r"[0-9]{1,3}(?:,[0-9]{3}){2,5}(?![0-9,])")
_FOREIGN_MONEY = re.compile(r"([$€£])([0-9]{1,3}(?:,[0-9]{3}){1,4})(?:\.([0-9]{2}))?(?![0-9.,])")
_SIGNS = {"$": "USD", "€": "EUR", "£": "GBP"}
_SIGN_AND_WHOLE = re.compile(r"([$€£]) ?([0-9]{1,3}(?:\.[0-9]{3}){0,2}|[0-9]{1,6}),[-–—]{1,2}")
_WHOLE_MONEY = re.compile(
    r"([0-9]{1,3}(?:\.[0-9]{3}){0,3}|[0-9]{1,6}),(?:-|–|—){1,2}(?: ?(€|EUR|Euro|CHF|Franken))?"
)
_LARGE = re.compile(
    rf" ?(Mio|Mrd|Bio(?=\.)|Tsd|Million|Millionen|Milliarden?|Billion|Billionen)(\.?){NO_WORD}(?!-)"
)
"""`6 Bio-Eier` are no billions."""
_CURRENCY_WORD = re.compile(rf" ?(US-Dollar|Euros?|Dollar|Franken|[sS]?Fr\.){NO_WORD}")
_FRANCS_BEFORE = re.compile(
    r"(?:[sS]?Fr\.|CHF) ?([0-9]{1,3}(?:['’][0-9]{3}){0,3}|[0-9]{1,6})(?:\.([0-9]{2}|-+|–))?"
    r"(?![0-9]|[.,][0-9])"
)
_HALF_HOUR = re.compile(rf" (?:[1-9]|1[0-2]){NO_WORD}(?![.,:]?[0-9])")
_HALF_BEFORE = _words("um gegen bis ab vor nach ist")
_HOURS_BEFORE = _words("um ab gegen")
_SCALE = re.compile(r"([0-9]{1,3}):([0-9]{1,3}(?:\.[0-9]{3}){1,3})(?![0-9])")
_SCORE = re.compile(rf"([0-9]{{1,3}}):([0-9]{{1,3}})(?![0-9]|:[0-9]| ?Uhr){NO_WORD}")
_CLOCK_BEFORE = _words("um ab gegen seit bis von vor nach")
_STARS = re.compile(r"([0-9]{1,2})/([0-9]{1,2}) (Sterne|Punkte)n?(?!\w)")
_PORTION = re.compile(rf" ([A-ZÄÖÜ]{LETTER}{{1,20}})")
_DOTTED_UNITS = ("Std", "Min", "Sek", "Stk", "Stck", "sec", "min", "sek", "Pkg", "Pck", "Msp", "Rp")
_DOTTED_YEARS = ("J.", "Mon.")
_DOTTED_PER = re.compile(rf"\./(Tag|Woche|Monat|Jahr|Nacht|Person|kWh){NO_WORD}")
_NUMBER_AFTER = re.compile(" ?[0-9]")
_SAID_ALONE = re.compile(r"[A-Z/²³µ°]")


def grouped(scan: Scan, at: int) -> Found | None:
    """`1.234.567`, which would be a version elsewhere."""
    if _GROUPED.match(scan.text, at) is None:
        return None
    for read in (money_in_words, large, detect_money.money, quantity, detect_signs.number):
        found = read(scan, at)
        if found is not None:
            return found
    return None


def dotted(scan: Scan, at: int) -> Found | None:
    """`Python 3.11`, `4.0`: a dot in a number that is no group of thousands."""
    sign, start = sign_at(scan, at)
    found = _DOTTED.match(scan.text, start)
    if found is None:
        return None
    if len(found.group(2)) == 3:
        counts = scan.word_after(found.end())[:1].isupper()
        if sign or counts or scan.word_before(at).lower() not in _ROOMS:
            return None
        level, room = found.groups()
        return Found(
            Words(f"{scan.language.cardinal(int(level))} Punkt {scan.language.digits(room)}"), found.end()
        )
    whole, part = found.groups()
    language = scan.language
    measured = scan.word_after(found.end()) in tables.MEASURES
    if sign or measured or "." not in language.groups:
        return Found(Number(whole, part, sign), found.end())
    last = language.cardinal(int(part)) if len(part) <= 2 and part[0] != "0" else language.digits(part)
    return Found(Words(f"{language.number(Number(whole))} Punkt {last}"), found.end())


def listed(scan: Scan, at: int) -> Found | None:
    """`1,2,3` is a list; `1,234,567` is a number as English writes it."""
    thousands = _THOUSANDS.match(scan.text, at)
    if thousands is not None:
        return Found(Number(thousands.group().replace(",", "")), thousands.end())
    found = _LIST.match(scan.text, at)
    if found is None:
        return None
    return Found(
        Words(", ".join(scan.language.number(Number(n)) for n in found.group().split(","))), found.end()
    )


def dashed(scan: Scan, at: int) -> Found | None:
    """`1-0-1` tablets in the morning, at noon and in the evening; the code `4-7-1-1`."""
    found = _DASHED.match(scan.text, at)
    if found is None:
        return None
    said = (
        scan.language.cardinal(int(n)) if n.isdigit() else "ein halb" for n in re.split("[-–]", found.group())
    )
    return Found(Words(", ".join(said)), found.end())


def pump_price(scan: Scan, at: int) -> Found | None:
    """`1,74⁹ €`, as filling stations write it."""
    found = _PUMP_PRICE.match(scan.text, at)
    return Found(Money(Number(found.group(1), found.group(2) + "9"), "EUR"), found.end()) if found else None


def spaced(scan: Scan, at: int) -> Found | None:
    """`100 000 Einwohner`"""
    found = spaced_number_at(scan, at)
    if found is None or len(found[0].whole) < 5 or not scan.word_after(found[1])[:1].isupper():
        return None
    return Found(found[0], found[1])


def portion(scan: Scan, at: int) -> Found | None:
    """`1/2 Tasse`, `1½ Stunden`, `1/4 Liter`, `4/5 Sterne`."""
    stars = _STARS.match(scan.text, at)
    if stars is not None:
        first, second = (de_numbers.cardinal(int(n)) for n in stars.groups()[:2])
        return Found(Words(f"{first} von {second} {stars.group(3)}n"), stars.end())
    found = fraction_at(scan, at)
    half = found is not None and found[0] == Fraction(1, 2) and scan.word_before(at).lower() in _HALF_BEFORE
    if found is not None and half and _HALF_HOUR.match(scan.text, found[1]):
        return Found(Words("halb"), found[1])
    noun = _PORTION.match(scan.text, found[1]) if found else None
    if found is None or noun is None:
        return None
    part: Fraction = found[0]
    if scan.language.unit_at(scan.text, noun.start(1)) is not None:
        return None
    kind = de_gender.gender(noun.group(1))
    return Found(Words(halved(de_numbers.part_of(part, kind), kind, case_at(scan, at))), found[1])


def quantity(scan: Scan, at: int) -> Found | None:
    """As everywhere, with the dot of `5 Min. Pause` and the case of `in 1 h`."""
    found = detect_units.quantity(scan, at)
    if found is None or not isinstance(found.thing, Quantity):
        return found
    text, end, thing = scan.text, found.end, found.thing
    each = _DOTTED_PER.match(text, end)
    dotted = text.endswith(_DOTTED_UNITS, 0, end)
    if each is not None and dotted:
        return Found(replace(thing, per=each.group(1)), each.end())
    if dotted and text.startswith(".", end) and not scan.ends_text(end + 1):
        end += 1
    if text.endswith(_DOTTED_YEARS, 0, end) and end == len(text):
        end -= 1
    amount = thing.amount
    before = scan.word_before(at).lower()
    span = before == "von" and isinstance(amount, Range)
    if thing.unit == "h" and not thing.per and (before in _HOURS_BEFORE or span):
        return Found(replace(thing, unit="Uhr"), end)
    if isinstance(amount, Number) and amount.whole == "1" and not amount.decimals and not amount.sign:
        said = scan.language.say(thing)
        if said:
            kind = scan.language.unit_name(thing.unit).gender
            return Found(Words(in_case(said, kind, scan, at, end)), end)
    if amount == Fraction(1, 2):
        kind, said = scan.language.unit_name(thing.unit).gender, scan.language.say(thing)
        return Found(Words(halved(said or "", kind, measure_case_at(scan, at, end))), end)
    return measured(scan, at, Found(thing, end))


def lasting(scan: Scan, at: int) -> Found | None:
    """`in 1h 20m`, with the case of the first."""
    for detector in (de_time.length, detect_length.duration):
        found = detector(scan, at)
        said = scan.language.say(found.thing) if found else None
        if found is not None and said:
            kind = "m" if said.startswith("ein Tag") else "f"
            end = found.end
            if scan.text.startswith("/km", end) and not scan.word_at(end + 3):
                said, end = f"{said} pro Kilometer", end + 3
            return Found(Words(in_case(said, kind, scan, at, end)), end)
    return None


def large(scan: Scan, at: int) -> Found | None:
    """`3 Mrd. Menschen`, `1 Million`, `2,5 Mio. kWh`."""
    counted = _amount(scan, at)
    found = _LARGE.match(scan.text, counted[1]) if counted else None
    if counted is None or found is None:
        return None
    said = scan.language.say(Scaled(counted[0], tables.MONEY_SCALES[found.group(1)]))
    end = found.end()
    if not said:
        return None
    unit = scan.language.unit_at(scan.text, end + 1) if scan.text.startswith(" ", end) else None
    if unit is not None and unit[0] not in scan.language.proofs:
        return Found(Words(f"{said} {scan.language.unit_name(unit[0]).other}"), unit[1])
    if found.group(2) and scan.ends_text(end):
        end -= 1
    return Found(Words(said), end)


def money_in_words(scan: Scan, at: int) -> Found | None:
    """`3,50 Euro`, `2,5 Mio. Euro`, `3,- €`."""
    text = scan.text
    whole = _WHOLE_MONEY.match(text, at)
    if whole is not None:
        code = {"€": "EUR", "EUR": "EUR", "Euro": "EUR", None: ""}.get(whole.group(2), "CHF")
        number = Number(whole.group(1).replace(".", ""))
        return Found(Money(number, code) if code else number, whole.end())
    counted = _amount(scan, at)
    if counted is None:
        return None
    amount, end = counted
    scale = _LARGE.match(text, end)
    word = _CURRENCY_WORD.match(text, scale.end() if scale else end)
    if word is None:
        return None
    key = tables.MONEY_SCALES[scale.group(1)] if scale else ""
    end = word.end() - (word.group().endswith(".") and closes_text(text, word.end()))
    return Found(Money(amount, tables.CURRENCY_WORDS[word.group(1)], key), end)


def foreign_money(scan: Scan, at: int) -> Found | None:
    """`$1,234.56` as English writes it, `€ 5,-`."""
    whole = _SIGN_AND_WHOLE.match(scan.text, at)
    if whole is not None:
        return Found(Money(Number(whole.group(2).replace(".", "")), _SIGNS[whole.group(1)]), whole.end())
    found = _FOREIGN_MONEY.match(scan.text, at)
    if found is None:
        return None
    code = _SIGNS[found.group(1)]
    return Found(Money(Number(found.group(2).replace(",", ""), found.group(3) or ""), code), found.end())


def francs(scan: Scan, at: int) -> Found | None:
    """`Fr. 12.50` in Switzerland."""
    found = _FRANCS_BEFORE.match(scan.text, at) if "." not in scan.language.groups else None
    if found is None:
        return None
    rest = found.group(2) or ""
    number = Number(re.sub("['’]", "", found.group(1)), rest if rest.isdigit() else "")
    return Found(Money(number, "CHF"), found.end())


def unit_in_words(scan: Scan, at: int) -> Found | None:
    """`pro kWh`, `in km/h`: a unit without a number."""
    unit = scan.language.unit_at(scan.text, at)
    before = scan.word_before(at).lower()
    if unit is None or before not in ("pro", "je", "per", "in") or not scan.text_before(at).endswith(" "):
        return None
    if _NUMBER_AFTER.match(scan.text, unit[1]):
        return None  # in KW 48
    name = scan.language.unit_name(unit[0])
    if before != "in":
        return Found(Words(name.one), unit[1])
    written = scan.text[at : unit[1]]
    if (
        len(written) < 2
        or not _SAID_ALONE.search(written)
        or written in ("Uhr", "Tag", "Stück", "PS", "EL", "TL")
    ):
        return None
    return None if name.one == written else Found(Words(name.other), unit[1])


def score(scan: Scan, at: int) -> Found | None:
    """`Endstand 10:12` in a sentence that speaks of scores, `3:2`."""
    scale = _SCALE.match(scan.text, at)
    if scale is not None:
        return Found(
            Ratio(Number(scale.group(1)), Number(scale.group(2).replace(".", "")), "to"), scale.end()
        )
    found = _SCORE.match(scan.text, at)
    if found is None or not _scores(scan, at) or scan.word_before(at).lower() in _CLOCK_BEFORE:
        return None
    first, second = found.groups()
    if first[0] == "0" < first[1:] or second[0] == "0" < second[1:]:
        return None
    return Found(Ratio(Number(first), Number(second), "to"), found.end())


def _scores(scan: Scan, at: int) -> bool:
    """Whether a word says that numbers with a colon are no time of day."""
    named = scan.word_before(at).lower().endswith(("verhältnis", "endstand", "spielstand"))
    return named or not scan.words.isdisjoint(tables.RATIO_WORDS)


def _amount(scan: Scan, at: int) -> tuple[Amount, int] | None:
    for read in (other_decimal_at, spaced_number_at, amount_at):
        counted: tuple[Amount, int] | None = read(scan, at)
        if counted is not None:
            return counted
    return None
