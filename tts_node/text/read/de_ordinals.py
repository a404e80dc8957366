"""German ordinals, rulers and years: `am 3.`, `der 2. Weltkrieg`, `Heinrich VIII.`, `endete 1945`.

A number with a dot is an ordinal, so the dot is the question of every sentence. What stands before (`am`,
`der`) or after (a noun) answers it; without an answer the number is counted and the dot stays.
"""

from __future__ import annotations

import re

from tts_node.text.read import de_gender, de_numbers, detect_names, detect_time
from tts_node.text.read import de_tables as tables
from tts_node.text.read.scan import LETTER, NO_WORD, Found, Scan
from tts_node.text.read.things import (
    Ordinal,
    Roman,
    Words,
    Year,
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_CLOSERS = "\"'”’“»«)]"
_LIST_START = re.compile(r"(?:^|: ?|; ?)[\"'„“»«(\[]{0,3}$")
_ORDINAL = re.compile(r"([1-9][0-9]{0,3})\.(?![0-9])")
_ORDINALS = re.compile(r"([1-9][0-9]{0,2})\. ?([-–/]) ?([1-9][0-9]{0,2})\.(?= )")
_STOPPAGE = re.compile(r"([1-9][0-9]{1,2})\.? ?\+ ?([1-9][0-9]?)\.?(?= Minute)")
_MINUTE = re.compile(r"([1-9][0-9]{0,2})\. Min\.")
_INFORMAL = re.compile(rf"([1-9][0-9]{{0,3}})-?s?t(e[nrsm]?){NO_WORD}")
_NEXT_ORDINAL = re.compile(r",? (?:(?:und|oder|bis|sowie|bis zum) )?[0-9]{1,4}\.")
_ROMAN_ORDINAL = re.compile(
    rf"([IVX]{{1,6}})\. (?=(?:Weltkrieg|Jahrhundert|Quartal|Bundesliga|Liga|Reich|Akt|Teil|Vatik"
    rf"|Internationale|Obergeschoss|Stock|OG|Kapitel|Abschnitt|Klasse){LETTER}{{0,12}})"
)
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10}
_GOVERNED_RULER = re.compile(
    r"(?<!\w)([Vv]on|[Uu]nter|[Mm]it|[Zz]u|[Nn]ach|[Bb]ei|[Ss]eit|[Ff]ür|[Gg]egen|[Dd]urch|[Oo]hne) "
    rf"(?:(?:[A-ZÄÖÜ]{LETTER}{{0,15}}\.?|und) ){{1,5}}$"
)
_BARE_YEAR = re.compile(rf"1[1-9][0-9]{{2}}{NO_WORD}(?![,:/-][0-9]|\.[0-9])")
_SEASON = re.compile(rf"((?:19|20)[0-9]{{2}})/([0-9]{{2}}){NO_WORD}(?![/.,][0-9])")
_ISSUE = re.compile(
    rf"((?:0?[1-9]|1[0-2])(?=/[12][0-9]{{3}}|\.20[0-9]{{2}}{NO_WORD})|0[1-9](?=/[0-9]{{2}}(?![0-9])))[/.]([0-9]{{2,4}}){NO_WORD}(?![/.,][0-9])"
)
_SINCE = _words("bis ab seit von vom im")
"""Before a month with its year: `bis 12.2026`."""
_TOGETHER = re.compile(r"([2-9]|1[0-2])\.(?! ?[0-9]| [A-ZÄÖÜ])")
_BECAME = _words("wurde wird werde wurdest wirst")
_SMALL_AFTER = re.compile(" [a-zäöü]")
_COUNTED_ADJECTIVE = re.compile(rf" ([a-zäöüß]{{2,20}}e[nrms]?)(?<!te)(?<!ten) [A-ZÄÖÜ]{LETTER}")
"""`1500 neue Plätze`, but `1990 gründete Max …`."""
_NO_ADJECTIVES = _words(
    "der den dem des die eine einen einer einem eines seine seinen seiner ihre ihren ihrer oder aber unter "
    "über hinter ohne gegen neben wegen sowie wieder wurde wurden keine kamen gingen diese diesen dieser"
)
_HAPPENED = _words(
    "wurde war starb fiel begann endete erschien entstand zog kam heiratete gewann wird eroberte erfand"
)
"""Verbs of one subject, after which four digits are a year: `wurde 1954 Weltmeister`."""
_ADJECTIVE = re.compile(rf" ([a-zäöüß]{{2,20}}) [A-ZÄÖÜ]{LETTER}")
_HEADING_NOUNS = _words(
    "platz weltkrieg etage stock stockwerk klasse bundesliga liga halbzeit runde kapitel quartal advent mal "
    "jahrhundert semester halbjahr obergeschoss og ug rang preis gang tag woche stufe reihe teil akt staffel "
    "folge spieltag schritt versuch auflage geburtstag sieger klassenstufe feiertag weihnachtstag hälfte "
    "drittel viertel satz fc"
)


def closes_text(text: str, at: int) -> bool:
    """Whether only quotation marks and brackets stand from `at`, so that a dot before is a full stop."""
    return not text[at : at + 4].strip(_CLOSERS) and at + 4 >= len(text)


def ordinal(scan: Scan, at: int) -> Found | None:
    """`am 3.`, `der 2. Weltkrieg`, `1. Platz`, `3.–5. Klasse`, `5ter`, `90.+3 Minute`, `zu 3. im Auto`."""
    text = scan.text
    informal = _INFORMAL.match(text, at)
    if informal is not None:
        return Found(Ordinal(int(informal.group(1)), informal.group(2)), informal.end())
    stoppage = _STOPPAGE.match(text, at)
    if stoppage is not None:
        last = de_numbers.ordinal(int(stoppage.group(2)), de_gender.ordinal_ending(scan, at, "Minute"))
        return Found(Words(f"{de_numbers.cardinal(int(stoppage.group(1)))} plus {last}"), stoppage.end())
    pair = _ORDINALS.match(text, at)
    if pair is not None:
        noun = de_gender.noun_after(scan, pair.end())
        ending = de_gender.ordinal_ending(scan, at, noun)
        first, last = (de_numbers.ordinal(int(n), ending) for n in (pair.group(1), pair.group(3)))
        return Found(Words(f"{first} {'und' if pair.group(2) == '/' else 'bis'} {last}"), pair.end())
    minute = _MINUTE.match(text, at)
    if minute is not None:
        said = de_numbers.ordinal(int(minute.group(1)), de_gender.ordinal_ending(scan, at, "Minute"))
        return Found(Words(f"{said} Minute"), minute.end() - closes_text(text, minute.end()))
    found = _ORDINAL.match(text, at)
    if found is None:
        return None
    value, end = int(found.group(1)), found.end()
    if _TOGETHER.match(text, at) and _before(scan, at) == "zu":
        return Found(Ordinal(value, ""), end - closes_text(text, end))
    if closes_text(text, end):
        end -= 1
        if not de_gender.is_governed(scan, at) or _before(scan, at) == "die":
            return None
        return Found(Ordinal(value, de_gender.ordinal_ending(scan, at)), end)
    if not _is_ordinal(scan, at, end):
        return None
    noun = de_gender.noun_after(scan, end)
    return Found(Ordinal(value, de_gender.ordinal_ending(scan, at, noun)), end)


def _is_ordinal(scan: Scan, at: int, end: int) -> bool:
    """Whether a number with a dot at `at`, before more of the sentence at `end`, is an ordinal."""
    text = scan.text
    governed = de_gender.is_governed(scan, at)
    if not text.startswith(" ", end):
        follows = _NEXT_ORDINAL.match(text, end) is not None
        return (governed or follows) and text[end : end + 1] in ',;:)!?…"“”»«-–/'
    if governed or _NEXT_ORDINAL.match(text, end):
        return True
    if text.startswith(" geworden", end) or (_before(scan, at) in _BECAME and _SMALL_AFTER.match(text, end)):
        return True
    if _before(scan, at) in tables.LABELS:
        return False
    following = text[end + 1 : end + 2]
    noun = de_gender.noun_after(scan, end)
    if _LIST_START.search(scan.text_before(at)):
        return following.isupper() and noun.lower() in _HEADING_NOUNS
    if following.isupper():
        return de_gender.gender(noun) != ""
    return _ADJECTIVE.match(text, end) is not None


def roman(scan: Scan, at: int) -> Found | None:
    """`Heinrich VIII.`, `von Ludwig XIV.`, `Kapitel IV`, `II. Weltkrieg`."""
    text = scan.text
    counted = _ROMAN_ORDINAL.match(text, at)
    if counted is not None and not scan.joined_before(at):
        values = [_ROMAN_VALUES[char] for char in counted.group(1)]
        value = sum(-v if v < after else v for v, after in zip(values, [*values[1:], 0], strict=True))
        ending = de_gender.ordinal_ending(scan, at, de_gender.noun_after(scan, counted.end() - 1))
        return Found(Ordinal(value, ending), counted.end() - 1)
    found = detect_names.roman(scan, at)
    if found is None or not isinstance(found.thing, Roman) or not found.thing.name:
        return found
    end = found.end
    if text.startswith(".", end) and not closes_text(text, end + 1):
        end += 1
    name = scan.word_before(at).lower()
    female = name in tables.FEMALE_RULERS
    before = _GOVERNED_RULER.search(scan.text_before(at))
    if before is not None and before.group(1).lower() in ("für", "gegen", "durch", "ohne"):
        article, ending = ("die", "e") if female else ("den", "en")
    elif before is not None:
        article, ending = ("der", "en") if female else ("dem", "en")
    elif name.endswith("s") and name.removesuffix("s") in tables.RULER_NAMES:
        article, ending = ("der", "en") if female else ("des", "en")
    else:
        article, ending = ("die" if female else "der"), "e"
    return Found(Words(f"{article} {de_numbers.ordinal(found.thing.value, ending).capitalize()}"), end)


def year(scan: Scan, at: int) -> Found | None:
    """`im Jahr 1998`, `endete 1945`, `Saison 2025/26`, `Ausgabe 3/2026`: four digits that count nothing."""
    season = _SEASON.match(scan.text, at)
    if season is not None and (int(season.group(1)) + 1) % 100 == int(season.group(2)):
        said = f"{de_numbers.year(int(season.group(1)))} {de_numbers.cardinal(int(season.group(2)))}"
        return Found(Words(said), season.end())
    issue = _ISSUE.match(scan.text, at)
    if issue is not None and ("/" in issue.group() or scan.word_before(at).lower() in _SINCE):
        zero = "null " if issue.group(1)[0] == "0" else ""
        said = f"{zero}{de_numbers.cardinal(int(issue.group(1)))} {de_numbers.year(int(issue.group(2)))}"
        return Found(Words(said), issue.end())
    found = detect_time.year(scan, at)
    if found is not None:
        return found
    bare = _BARE_YEAR.match(scan.text, at)
    if bare is None:
        return None
    after = scan.word_after(bare.end())
    adjective = _COUNTED_ADJECTIVE.match(scan.text, bare.end())
    counts = after[:1].isupper() or (adjective is not None and adjective.group(1) not in _NO_ADJECTIVES)
    if counts and _before(scan, at) not in _HAPPENED:
        return None
    return Found(Year(int(bare.group())), bare.end())


def _before(scan: Scan, at: int) -> str:
    return scan.word_before(at).lower()
