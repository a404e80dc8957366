"""German gender and the endings that go with it: `erster Platz`, `in der zweiten Etage`, `eine Nachricht`.

What stands before a number decides its case, the noun after it its gender. Nouns that are counted at home and
in the news are in tables, compounds count as their last part, others by their ending. An unknown noun counts
as masculine.
"""

from __future__ import annotations

import re

from tts_node.text.read.de_nouns import GENDERS
from tts_node.text.read.scan import LETTER, Scan
from tts_node.text.read.things import Date, Ordinal


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ENDINGS = (
    ("f", ("ung", "heit", "keit", "schaft", "ion", "tät", "ik", "enz", "anz", "ur", "ei", "in", "ie")),
    ("n", ("chen", "lein", "ment", "um", "nis")),
    ("m", ("er", "ling", "ismus", "or")),
    ("f", ("e", "a")),
)

_WEAK_N = _words(
    "am im vom zum zur beim den dem des einen einem eines diesem diesen jedem jeden jenem jenen welchem "
    "welchen allen überm unterm hinterm vorm meinen meinem meines deinen deinem deines seinen seinem seines "
    "ihren ihrem ihres unseren unserem unseres euren eurem eures keinen keinem keines"
)
_WEAK = _words(
    "die das eine diese dieses jede jedes jene jenes welche welches ins ans aufs fürs ums durchs übers meine "
    "deine seine ihre unsere eure keine"
)
_DER = _words("der dieser jeder jener welcher")
_EINER = _words("einer meiner deiner seiner ihrer unserer eurer keiner")
_EIN = _words("ein mein dein sein ihr unser euer kein")
DATIVE = _words("in mit auf an aus von zu bei nach unter über vor hinter neben seit ab")
"""Prepositions before a dative, mostly."""
_AND = frozenset({"und", "oder", "sowie", "bis"})
_LIKE_ADJECTIVES = ("sitzende", "geordnete", "auftragte", "gestellte")
"""Without an article the same ending stands before all of them: `zweite Vorsitzende`."""
_SHE = re.compile(r"\b[Ss]ie (?:wurde|wird|kam als|landete als|endete als) $")
_WEEKDAYS = "Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonnabend|Sonntag"
_WEEKDAY = re.compile(rf"(?:{_WEEKDAYS}|(?<!{LETTER})(?:Mo|Di|Mi|Do|Fr|Sa|So)\.?),? ?$")
_CHAIN = re.compile(
    r"(?:(?<![0-9])[0-9]{1,4}\.(?:[0-9]{1,2}\.(?:[0-9]{4})?)?,?(?: (?:und|oder|sowie|bis) | ?[-–/] ?| ))+$"
)
_TWO_WORDS = re.compile(rf"(?:({LETTER}{{1,20}}),? )?({LETTER}{{1,20}})[\"„“(]? $")
_NOUN = re.compile(
    r" ?(?:(?!(?:oder|unter|hinter|über|ohne|eine[rmns]?|alle) )[a-zäöüß]{2,18}e[nrsm]? ){0,2}"
    rf"([A-ZÄÖÜ]{LETTER}{{1,30}})"
)


def gender(noun: str) -> str:
    """`m`, `f`, `n`, or empty for a noun that is not known."""
    known = known_gender(noun)
    if known:
        return known
    small = noun.lower()
    for kind, endings in _ENDINGS:
        if small.endswith(endings) and len(small) > 4:
            return kind
    return ""


def known_gender(noun: str) -> str:
    """The gender of a noun of the tables, or of a compound of one; else empty."""
    small = noun.lower()
    for start in range(min(len(small), 30)):
        known = GENDERS.get(small[start:]) if start == 0 or len(small) - start > 2 else None
        if known:
            return known
    return ""


def noun_after(scan: Scan, at: int) -> str:
    """The noun of the phrase that begins at `at`, adjectives before it passed over, or empty."""
    found = _NOUN.match(scan.text, at, at + 70)
    return found.group(1) if found else ""


def is_governed(scan: Scan, at: int) -> bool:
    """Whether an article or `am`, `zum` stands before `at`, or before the ordinals that lead to it."""
    _, word = _words_before(scan, at)
    return word in _WEAK_N or word in _WEAK or word in _DER or word in _EINER or word in _EIN


def ordinal_ending(scan: Scan, at: int, noun: str = "", *, kind: str = "") -> str:
    """The ending of an ordinal at `at` before `noun` (`kind`: its gender, where known)."""
    earlier, word = _words_before(scan, at)
    kind = kind or gender(noun) or "m"
    if word in _WEAK_N or word in _EINER:
        return "en"
    if word in _WEAK:
        return "e"
    if word in _DER:
        # `der` before a feminine is a genitive or dative, before a masculine only after a preposition.
        return "en" if kind == "f" or earlier in DATIVE else "e"
    if word in _AND:
        last = scan.last.thing if scan.last else None
        if isinstance(last, Ordinal | Date):
            return (last.suffix if isinstance(last, Ordinal) else last.after) or "en"
        return "en"
    if word in DATIVE:
        if noun == "Monat":
            return "en"
        return "er" if kind == "f" else "em"
    if noun.endswith(_LIKE_ADJECTIVES) or (not noun and _SHE.search(scan.text_before(at))):
        return "e"
    return {"f": "e", "n": "es"}.get(kind, "er")


def _words_before(scan: Scan, at: int) -> tuple[str, str]:
    """The two words before `at` in small letters, days and ordinals of the same row passed over."""
    before = _CHAIN.sub("", scan.text_before(at))
    before = _WEEKDAY.sub("", before)
    found = _TWO_WORDS.search(before)
    return ((found.group(1) or "").lower(), found.group(2).lower()) if found else ("", "")
