"""English: streets and their numbers, ZIP codes and postcodes, and what in them is written short."""

from __future__ import annotations

import re

from tts_node.text.read.en_numbers import in_pairs, two_digits
from tts_node.text.read.scan import LETTER, NO_WORD, Found, Scan, after_digits
from tts_node.text.read.things import Words

STATES: dict[str, str] = {
    "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California", "CO": "Colorado",
    "CT": "Connecticut", "DC": "D C", "DE": "Delaware", "FL": "Florida", "GA": "Georgia", "HI": "Hawaii",
    "IA": "Iowa", "ID": "Idaho", "IL": "Illinois", "IN": "Indiana", "KS": "Kansas", "KY": "Kentucky",
    "LA": "Louisiana", "MA": "Massachusetts", "MD": "Maryland", "ME": "Maine", "MI": "Michigan",
    "MN": "Minnesota", "MO": "Missouri", "MS": "Mississippi", "MT": "Montana", "NC": "North Carolina",
    "ND": "North Dakota", "NE": "Nebraska", "NH": "New Hampshire", "NJ": "New Jersey", "NM": "New Mexico",
    "NV": "Nevada", "NY": "New York", "OH": "Ohio", "OK": "Oklahoma", "OR": "Oregon", "PA": "Pennsylvania",
    "RI": "Rhode Island", "SC": "South Carolina", "SD": "South Dakota", "TN": "Tennessee", "TX": "Texas",
    "UT": "Utah", "VA": "Virginia", "VT": "Vermont", "WA": "Washington", "WI": "Wisconsin",
    "WV": "West Virginia", "WY": "Wyoming",
}  # fmt: skip
"""The states by the letters of the United States Postal Service."""
_OTHER_WORDS = frozenset({"HI", "ID", "IN", "LA", "MA", "ME", "OH", "OK", "OR", "PA"})
"""State letters that are words as well: a comma has to stand before them."""
_WAYS = {
    "Ave": "Avenue", "Blvd": "Boulevard", "Ct": "Court", "Hwy": "Highway", "Ln": "Lane",
    "Pkwy": "Parkway", "Rd": "Road",
}  # fmt: skip

_SAINT_OR_STREET = re.compile(rf"St\.?(?!{LETTER}|[0-9])")
_DOCTOR_OR_DRIVE = re.compile(rf"Dr\.?(?!{LETTER}|[0-9])")
_WAY = re.compile(rf"({'|'.join(_WAYS)})\.?(?!{LETTER}|[0-9])")
_NAME_BEFORE = re.compile(r"(^|[^ ]+ )([^ ]+) $")
_STREET_NAME = re.compile(r"[A-Z]|[0-9]{1,3}(?:st|nd|rd|th)$")
_ORDERED_STREET = re.compile(r"[0-9]{1,3}(?:st|nd|rd|th)$")
_ZIP = re.compile(rf"([A-Z]{{2}}) ([0-9]{{5}})(?:-([0-9]{{4}}))?{NO_WORD}(?![-.,][0-9])")
_POSTCODE = re.compile(rf"((?:[BEGLMNSW]|[A-Z]{{2}})[0-9][0-9A-Z]?) ([0-9][ABD-HJLNP-UW-Z]{{2}}){NO_WORD}")
_HOUSE = re.compile(
    r"[1-9][0-9]{3}(?= (?:[A-Z0-9][\w'’.]{0,20} ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Drive|Dr"
    r"|Lane|Ln|Court|Ct|Place|Way|Parkway|Pkwy|Highway|Hwy)(?![A-Za-z]))"
)
_LETTERED_HOUSE = re.compile(
    r"([1-9]?)([0-9]{1,2})([A-H])(?= [A-Z][\w'’.]{1,20} (?:Street|St|Avenue|Ave|Road|Rd|Drive|Lane|Ln"
    r"|Court|Place|Way)(?![A-Za-z]))"
)
_BOX = re.compile(rf"[1-9][0-9]{{3}}{NO_WORD}(?![-.,:/][0-9])")


def saint_or_street(scan: Scan, at: int) -> Found | None:
    """`St. Anne`, `Main St.`"""
    return _title_or_way(scan, at, _SAINT_OR_STREET, "Saint", "Street")


def doctor_or_drive(scan: Scan, at: int) -> Found | None:
    """`Dr. Weiss`, `Elm Dr.`"""
    return _title_or_way(scan, at, _DOCTOR_OR_DRIVE, "Doctor", "Drive")


def way(scan: Scan, at: int) -> Found | None:
    """`Oak Ln.`, `350 5th Ave`: after the name of a street."""
    found = _WAY.match(scan.text, at)
    before = _NAME_BEFORE.search(scan.text_before(at)) if found else None
    if found is None or before is None or _STREET_NAME.match(before.group(2)) is None:
        return None
    return Found(Words(_WAYS[found.group(1)]), scan.before_last_dot(found.end()))


def zip_code(scan: Scan, at: int) -> Found | None:
    """`Springfield, IL 62704`: the state in full and the code digit by digit."""
    found = _ZIP.match(scan.text, at)
    state = STATES.get(found.group(1)) if found else None
    if found is None or state is None:
        return None
    before = scan.text_before(at)
    town = re.search(r"[A-Z][\w'’.-]* $", before) is not None and found.group(1) not in _OTHER_WORDS
    if not (town or before.endswith(", ")):
        return None
    digits = ", ".join(scan.language.digits(group) for group in found.groups()[1:] if group)
    return Found(Words(f"{state} {digits}"), found.end())


def postcode(scan: Scan, at: int) -> Found | None:
    """`SW1A 1AA`, as in the United Kingdom; `M2 8GB` is a measure."""
    found = _POSTCODE.match(scan.text, at)
    if found is None or scan.joined_before(at) or scan.language.unit_at(scan.text, found.start(2) + 1):
        return None
    digits = scan.language.digits
    halves = [" ".join(digits(c) if c.isdigit() else c for c in half) for half in found.groups()]
    return Found(Words(", ".join(halves)), found.end())


def house_number(scan: Scan, at: int) -> Found | None:
    """`1600 Pennsylvania Avenue`, `PO Box 1234`: four digits in pairs."""
    found = _HOUSE.match(scan.text, at)
    before = scan.text_before(at)
    if found is not None and scan.word_before(at).lower() in ("in", "since", "until", "by"):
        return None  # In 1999 Fifth Avenue was closed
    if found is None and before.endswith(("PO Box ", "P.O. Box ")):
        found = _BOX.match(scan.text, at)
    said = in_pairs(int(found.group()), hundreds=True) if found else ""
    return Found(Words(said), found.end()) if found and said else None


@after_digits("ABCDEFGH")
def lettered_house(scan: Scan, at: int) -> Found | None:
    """`221B Baker Street`"""
    found = _LETTERED_HOUSE.match(scan.text, at)
    if found is None or scan.joined_before(at):
        return None
    number = int(found.group(1) + found.group(2))
    said = scan.language.cardinal(number)
    if number > 100 and number % 100:
        said = f"{scan.language.cardinal(number // 100)} {two_digits(number % 100)}"
    return Found(Words(f"{said} {found.group(3)}"), found.end())


def _title_or_way(scan: Scan, at: int, pattern: re.Pattern[str], title: str, way: str) -> Found | None:
    found = pattern.match(scan.text, at)
    if found is None:
        return None
    end = found.end()
    before = _NAME_BEFORE.search(scan.text_before(at))
    name_before = before is not None and before.group(2)[0].isupper()
    if before is not None and before.group(1) == "":  # it opens the sentence: Main St., but The Dr.
        name_before = (
            name_before and way == "Street" and before.group(2) not in ("The", "A", "Then", "In", "On")
        )
    numbered = before is not None and before.group(1).strip().isdigit()
    ordered = before is not None and way == "Street" and _ORDERED_STREET.match(before.group(2)) is not None
    name_after = scan.text.startswith(" ", end) and scan.text[end + 1 : end + 2].isupper()
    if (
        name_after
        and not numbered
        and not (name_before and way == "Street" and not found.group().endswith("."))
    ):
        return Found(Words(title), end)
    if not name_before and not numbered and not ordered:
        return Found(Words(title), end) if name_after else None
    return Found(Words(way), scan.before_last_dot(found.end()))
