"""English: numbers that name something and count nothing: models, errors, orders, volumes, line-ups."""

from __future__ import annotations

import re

from tts_node.text.read.detect_names import roman_at
from tts_node.text.read.en_numbers import in_pairs
from tts_node.text.read.en_tables import words
from tts_node.text.read.scan import NO_WORD, Found, Scan, after_digits
from tts_node.text.read.things import Digits, Words

_MODEL_NUMBER = re.compile(r"[1-9][0-9]{3}(?=$|[ ,;:!?)]|\.(?![0-9]))(?! [0-9]{4})")
_ERROR = re.compile(rf"([1-9])0([1-9]){NO_WORD}(?![.,:/-][0-9])")
_ERRORS = frozenset({"error", "errors", "http", "status"})
_ORDER = re.compile(
    r"\b(?:(?:order|invoice|ticket|tracking|booking|reservation|reference|ref|case|account|parcel|shipment)\.?"
    r"(?: (?:no\.|number|id))? ?[:#]? ?#?|ending(?: in)? )$",
    re.IGNORECASE,
)
_MARKED = re.compile(r"[:#]|\b(?:no|number|id|ref|reference)\b", re.IGNORECASE)
_ENDING_SO = frozenset(
    {"account", "amex", "card", "credit", "debit", "mastercard", "number", "phone", "visa"}
)
_LONG = re.compile(rf"[0-9]{{5,15}}{NO_WORD}(?![.,:/-][0-9])")
_DASHED = re.compile(rf"[0-9]{{2,10}}(?:-[0-9]{{2,10}}){{1,4}}{NO_WORD}(?![-.,:/][0-9])")
_FOUR_AND_MORE = re.compile(rf"[0-9]{{4,15}}{NO_WORD}(?![.,:/-][0-9])")
_NUMBERED = re.compile(rf"#(?=[A-Z]*[0-9]+[A-Z])[A-Z0-9]{{4,12}}{NO_WORD}|#(?=[A-Z]+[0-9]+[A-Z])")
_FREE_CALL = re.compile(rf"1-([2-9][0-9]{{2}})-([A-Z]{{3,10}}){NO_WORD}")
_STAR = re.compile(rf"\*([0-9]{{2,4}})(#?){NO_WORD}")
_SCORES = re.compile(rf"(?:0|[1-9][0-9]?)(?:-(?:0|[1-9][0-9]?)){{2,3}}{NO_WORD}(?![-.,/:][0-9])")
_BEST_OF = re.compile(rf"([A-Za-z][a-z]{{1,20}}-of)-([0-9]{{1,3}}){NO_WORD}(?![-.,][0-9])")
_TEN_FOUR = re.compile(r"10-4(?=[,!]|\.?$)")
_NIL = re.compile(rf"(?:(1?[0-9])-0|0-([0-9])){NO_WORD}(?![-.,/:][0-9])")
_TEAM_AFTER = re.compile(" [A-Z][a-z]")
_PLAYED = words("beat beats draw drew final goal lead leads lose loses lost score trail win wins won")
_COUNT_AFTER_NO = re.compile(
    r"No\. (?=[0-9][0-9.,]{0,9} (?:more|people|minutes?|seconds?|hours?|days?|weeks?|lights?|doors?|windows?"
    r"|items|events?|messages?|timers?|alarms?|sensors?|devices?|degrees|percent|miles|steps|times|things)(?!\w))",
    re.IGNORECASE,
)
_BEFORE_ANSWER = re.compile(r"(?:^|\b[Oo]h,? )$")
_EPISODE = re.compile(rf"S([0-9]{{1,2}})E([0-9]{{1,3}}){NO_WORD}")
_CHANNEL = re.compile("[Cc]h\\. ?(?=[0-9])")
_RADIO = frozenset({"channel", "news", "radio", "thread", "tune", "tv", "watch", "wi", "wifi", "zigbee"})
_VOLUME = re.compile(r"(Vol|vol|Ch|ch|Pt|pt)\. (?=[IVXLC]+(?![A-Za-z0-9]))")
_VOLUMES = {"vol": "volume", "ch": "chapter", "pt": "part"}


def model_number(scan: Scan, at: int) -> Found | None:
    """`RTX 4090`, `ISO 8601`: four digits after capitals are said in pairs."""
    found = _MODEL_NUMBER.match(scan.text, at)
    before = scan.word_before(at)
    if found is None or not (
        len(before) >= 2 and before.isupper() and scan.text_before(at).endswith(f"{before} ")
    ):
        return None
    if before.lower() in scan.language.code_words or before in scan.language.currencies:
        return None
    if scan.language.unit_at(scan.text, found.end() + scan.text.startswith(" ", found.end())) is not None:
        return None
    said = in_pairs(int(found.group()), hundreds=True)
    return Found(Words(said), found.end()) if said else None


def error_number(scan: Scan, at: int) -> Found | None:
    """`Error 404`: four oh four."""
    found = _ERROR.match(scan.text, at)
    if found is None or scan.word_before(at).lower() not in _ERRORS:
        return None
    first, last = (scan.language.digits(digit) for digit in found.groups())
    return Found(Words(f"{first} oh {last}"), found.end())


def order_number(scan: Scan, at: int) -> Found | None:
    """`order #12345`, `card ending in 4242`: digit by digit."""
    before = _ORDER.search(scan.text_before(at))
    if before is None:
        return None
    last_ones = before.group().lower().startswith("ending")
    if last_ones and scan.words.isdisjoint(_ENDING_SO):
        return None
    marked = last_ones or before.group().endswith("#")
    found = (_FOUR_AND_MORE if marked else _LONG).match(scan.text, at)
    if found is None and _MARKED.search(before.group()):
        found = _DASHED.match(scan.text, at)
    return Found(Digits(tuple(found.group().split("-"))), found.end()) if found else None


def numbered(scan: Scan, at: int) -> Found | None:
    """The sign in `#AB12CD`, which is no hashtag: letters stand after digits."""
    found = _NUMBERED.match(scan.text, at)
    return Found(Words("number "), at + 1) if found and not scan.joined_before(at) else None


def dialled(scan: Scan, at: int) -> Found | None:
    """`1-800-FLOWERS`, `dial *67`."""
    language = scan.language
    free = _FREE_CALL.match(scan.text, at)
    if free is not None:
        return Found(Words(f"one, {language.digits(free.group(1))}, {free.group(2)}"), free.end())
    star = _STAR.match(scan.text, at)
    if star is None or scan.word_before(at).lower() not in language.phone_words:
        return None
    pound = " pound" if star.group(2) else ""
    return Found(Words(f"star {language.digits(star.group(1))}{pound}"), star.end())


@after_digits("-")
def scores(scan: Scan, at: int) -> Found | None:
    """`4-4-2`, `10-2-1`: three numbers and more in a row."""
    found = _SCORES.match(scan.text, at)
    if found is None or scan.text[max(0, at - 1) : at] in ("-", "–", "/"):
        return None
    said = " ".join(scan.language.cardinal(int(part)) for part in found.group().split("-"))
    return Found(Words(said), found.end())


@after_digits("-")
def ten_four(scan: Scan, at: int) -> Found | None:
    """`10-4, good buddy.`: what radio operators say for yes."""
    begins = at == 0 or (at == 1 and scan.text[0] in "\"'“‘")
    return Found(Words("ten four"), at + 4) if begins and _TEN_FOUR.match(scan.text, at) else None


@after_digits("-")
def nil(scan: Scan, at: int) -> Found | None:
    """`2-0`: two nil, in the United Kingdom."""
    found = _NIL.match(scan.text, at) if scan.language.day_first else None
    if found is None or scan.text[max(0, at - 1) : at] in ("-", "–", "/", ".", ",", ":"):
        return None
    home, away = found.groups()
    if scan.words.isdisjoint(_PLAYED) and _TEAM_AFTER.match(scan.text, found.end()) is None:
        return None  # 0-5 people
    goals = scan.language.cardinal(int(home or away))
    goals = "nil" if goals == "zero" else goals
    return Found(Words(f"{goals} nil" if home else f"nil {goals}"), found.end())


def answer(scan: Scan, at: int) -> Found | None:
    """`Oh no. 5 minutes left!`: not number five."""
    found = _COUNT_AFTER_NO.match(scan.text, at)
    if found is None or scan.joined_before(at) or _BEFORE_ANSWER.search(scan.text_before(at)) is None:
        return None
    return Found(Words(found.group()[:3]), at + 3)


def best_of(scan: Scan, at: int) -> Found | None:
    """`Best-of-3`"""
    found = _BEST_OF.match(scan.text, at)
    if found is None or scan.joined_before(at):
        return None
    return Found(Words(f"{found.group(1)}-{scan.language.cardinal(int(found.group(2)))}"), found.end())


def episode(scan: Scan, at: int) -> Found | None:
    """`S03E07`"""
    found = _EPISODE.match(scan.text, at)
    if found is None or scan.joined_before(at):
        return None
    season, number = (scan.language.cardinal(int(part)) for part in found.groups())
    return Found(Words(f"season {season} episode {number}"), found.end())


def channel(scan: Scan, at: int) -> Found | None:
    """`ch. 15` of a radio; in a book it is a chapter."""
    found = _CHANNEL.match(scan.text, at)
    if found is None or scan.joined_before(at) or scan.words.isdisjoint(_RADIO):
        return None
    return Found(Words("channel"), at + 3)


def volume(scan: Scan, at: int) -> Found | None:
    """`Vol. III`"""
    found = _VOLUME.match(scan.text, at)
    numeral = roman_at(scan.text, found.end()) if found and not scan.joined_before(at) else None
    if found is None or numeral is None or scan.word_at(numeral[1]):
        return None
    said = f"{_VOLUMES[found.group(1).lower()]} {scan.language.cardinal(numeral[0])}"
    return Found(Words(said), numeral[1])
