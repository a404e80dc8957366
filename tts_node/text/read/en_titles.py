"""English: years and decades in the names of things, sequels, aircraft, runs, and verses of the Bible."""

from __future__ import annotations

import re

from tts_node.text.read import en_tables as tables
from tts_node.text.read.en_numbers import two_digits
from tts_node.text.read.scan import NO_WORD, Found, Scan, after_digits
from tts_node.text.read.things import Decade, Words, Year

_YEAR = re.compile(rf"(19|20)[0-9]{{2}}{NO_WORD}(?![-–.,:/][0-9]|-[a-z])")
_ONE_BEFORE = re.compile(r"\ban? $", re.IGNORECASE)
_THE_BEFORE = re.compile(r"\b(?:the|this|that|his|her|its|our|my|their|your) $", re.IGNORECASE)
_CLASS_OF = re.compile(r"\bclass of $", re.IGNORECASE)
_PLAYED = re.compile(
    r"\b(?:play|plays|playing|played|watch|watching|read|reading|song|album|movie|film|novel|book) [\"“']?$",
    re.IGNORECASE,
)
_AFTER_TITLE = re.compile(r" by | \(|[:\"”']|[.!?]?$|, ")
_NOUN = re.compile(r" ([A-Za-z][a-z]{0,20})")
_COUNTED = tables.words(
    "or people men women children more other of dead piece calorie word meter metre mile foot watt man seat"
)
_SINGULAR = tables.words("is was has series census olympics news us")
"""Words with an s after which nothing is counted."""

_DECADE = re.compile(rf"([5-9]0)s{NO_WORD}")
_MUSIC_BEFORE = re.compile(r"\b(?:Absolute|Heart|Radio|[Pp]lay(?:ing)?|[Bb]est of|Hits) $")
_MUSIC_AFTER = re.compile(
    r" (?:hits?|music|rock|pop|party|disco|songs?|classics|playlist|station|radio|mix|style|movies?|night"
    r"|dance|ballads?|fashion|throwbacks?)(?!\w)",
    re.IGNORECASE,
)
_AIRCRAFT = re.compile(rf"7([0-8])7{NO_WORD}(?![.,:/-][0-9])")
_FLIES = tables.words(
    "boeing aircraft airliner airport dreamliner flew flying jet jumbo landed plane takeoff"
)
_PLURAL_AFTER = re.compile(r" (?:people|[a-z]{3,15}s)(?!\w)")
_RUN = re.compile(rf"(5|10|15)[kK]{NO_WORD}")
_RAN = re.compile(
    r"\b(?:did|finished|jogged|ran|run|running|walked) (?:(?:a|an|the|my|your|her|his) )?$", re.IGNORECASE
)
_RUN_AFTER = re.compile(r" (?:fun run|race|run|walk|jog|pace|parkrun|time)(?!\w)")
_VERSE = re.compile(
    r"(?!(?:1?[0-9]|2[0-4]):[0-5][0-9](?![-–0-9]))"  # John 7:30 may be a time of day, and sounds the same
    rf"([1-9][0-9]{{0,2}}):([1-9][0-9]{{0,2}})(?:[-–]([1-9][0-9]{{0,2}}))?{NO_WORD}(?![-–:.][0-9])"
)
_BOOKS = tables.words(
    "genesis exodus leviticus numbers deuteronomy joshua judges ruth samuel kings chronicles ezra "
    "nehemiah esther job psalm psalms proverbs ecclesiastes isaiah jeremiah lamentations ezekiel daniel "
    "hosea joel amos obadiah jonah micah nahum habakkuk zephaniah haggai zechariah malachi matthew mark "
    "luke john acts romans corinthians galatians ephesians philippians colossians thessalonians timothy "
    "titus philemon hebrews james peter jude revelation"
)


def named_year(scan: Scan, at: int) -> Found | None:
    """`a 1962 film`, `the 2026 World Cup`, `class of 2020`, `play 1989 (`: no number of things."""
    found = _YEAR.match(scan.text, at)
    if found is None or scan.joined_before(at):
        return None
    before, end = scan.text_before(at), found.end()
    year = Found(Year(int(found.group())), end)
    if _CLASS_OF.search(before):
        return year
    if _PLAYED.search(before):
        return year if _AFTER_TITLE.match(scan.text, end) else None
    one, the = _ONE_BEFORE.search(before), _THE_BEFORE.search(before)
    noun = _NOUN.match(scan.text, end)
    if noun is None or scan.language.unit_at(scan.text, end + 1) is not None:
        return year if the and scan.ends_clause(end) else None
    word = noun.group(1)
    if word in _COUNTED or not (one or the):
        return None
    return year if one or word[0].isupper() or not word.endswith("s") or word in _SINGULAR else None


@after_digits("s")
def decade(scan: Scan, at: int) -> Found | None:
    """`Absolute 80s`, `80s hits`: no seconds."""
    found = _DECADE.match(scan.text, at)
    if found is None:
        return None
    if (
        _MUSIC_BEFORE.search(scan.text_before(at)) is None
        and _MUSIC_AFTER.match(scan.text, found.end()) is None
    ):
        return None
    return Found(Decade(int(found.group(1))), found.end())


def aircraft(scan: Scan, at: int) -> Found | None:
    """`a Boeing 737`, `the 747 landed`"""
    found = _AIRCRAFT.match(scan.text, at)
    if found is None or scan.words.isdisjoint(_FLIES) or _PLURAL_AFTER.match(scan.text, found.end()):
        return None
    return Found(Words(f"seven {two_digits(int(found.group()) % 100)}"), found.end())


@after_digits("kK")
def run(scan: Scan, at: int) -> Found | None:
    """`I ran a 5k`: kilometers, but people say the letter."""
    found = _RUN.match(scan.text, at)
    if found is None or _PLURAL_AFTER.match(scan.text, found.end()):
        return None
    if _RAN.search(scan.text_before(at)) is None and _RUN_AFTER.match(scan.text, found.end()) is None:
        return None
    return Found(Words(f"{scan.language.cardinal(int(found.group(1)))} K"), found.end())


@after_digits(":")
def verse(scan: Scan, at: int) -> Found | None:
    """`Genesis 1:1-3`, `Psalm 119:105`"""
    found = _VERSE.match(scan.text, at)
    if found is None or scan.word_before(at).lower() not in _BOOKS or not scan.word_before(at)[0].isupper():
        return None
    chapter, first = (scan.language.cardinal(int(part)) for part in found.groups()[:2])
    if found.group(3) is None:
        return Found(Words(f"{chapter} {first}"), found.end())
    last = scan.language.cardinal(int(found.group(3)))
    return Found(Words(f"{chapter}, verses {first} {scan.language.to} {last}"), found.end())
