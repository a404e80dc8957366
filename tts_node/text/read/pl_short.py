"""Polish short forms in the case that the word before or the name behind asks for: `na ul. Polnej`."""

from __future__ import annotations

import re

from tts_node.text.read import pl_tables as tables
from tts_node.text.read.pl_numbers import cardinal
from tts_node.text.read.scan import LETTER, NO_WORD, Found, Scan
from tts_node.text.read.things import Words

_SHORT = re.compile(
    rf"({'|'.join(tables.DECLINED)})(?:\. ?|(?<=pkt) )(?=({LETTER}{{1,30}}|[0-9]))", re.IGNORECASE
)
_TITLE = re.compile(rf"({'|'.join(tables.TITLES)})(\.?) (?=({LETTER}{{2,30}}))")
_CAPITAL = re.compile(r"[A-ZĄĆĘŁŃÓŚŹŻ]")
_MISTER = re.compile(rf"p\. (?=({LETTER}{{3,30}}))")
_DAYS = "|".join(sorted({*tables.WEEKDAYS, *map(str.lower, tables.WEEKDAYS)}, key=len, reverse=True))
_DAY = re.compile(rf"({_DAYS})\.(?=,? (?:(?:i|oraz|lub|do) )?(?:{_DAYS}){NO_WORD}|,? (?:o|od) [0-9])")
_DAY_IN_CASE = re.compile(
    rf"\b(w|we|na|od|do) (?:(?:{_DAYS})\.?,? (?:(?:i|oraz|lub) )?){{0,5}}$", re.IGNORECASE
)
_DAY_ALONE = re.compile(
    rf"(?!śr\. (?!rano|wieczorem|po |od |o |w ))(?!pn)({_DAYS})\.(?=[,;)]| (?:{LETTER}|\()|$)"
)
"""`śr.` is średni as well, `pn.` północny."""
_LAST_DAY = re.compile(rf"({_DAYS}){NO_WORD}\.?")
_DAY_BEFORE = re.compile(rf"(?<!{LETTER})(?:{_DAYS})\.,? (?:(?:i|oraz|lub|do) )?$")
_WIND = re.compile(r"(płn|płd|zach|wsch)\.?(?:-(zach|wsch))?(?:\.|(?![a-z]))")
_HOUSE = re.compile(rf"([1-9][0-9]{{0,3}})(?:([A-Ha-h])(?:/([0-9]{{1,4}}))?|/([0-9]{{1,4}})){NO_WORD}")
_TEMPERATURE = re.compile(rf"temp\.(?!{LETTER})")
_GOVERNED = re.compile(rf"(?<!{LETTER})({LETTER}{{1,8}})(?: ({LETTER}{{2,20}}(?:ej|ą)))? $")
_STATION = re.compile(rf"Gł\.(?!{LETTER})")
_TOWN = re.compile(rf"([A-ZŁŚŻ]{LETTER}{{2,20}}) $")
_STATIONS = (
    (("Gdynia", "Iława", "Bydgoszcz"), "Główna"),
    (("Opole",), "Główne"),
    (("wie", "iu", "lu", "dzie"), "Głównym"),
    (("y", "i"), "Głównej"),
    (("a",), "Głównego"),
    (("",), "Główny"),
)
_EACH = re.compile(rf"szt(?:\.|{NO_WORD})")
_HONORED = re.compile(
    rf"Sz\. ?(?:(Pani|Panie|Pan|Panowie|Państwo){NO_WORD}|P\. (?=([A-ZŁŚŻ]{LETTER}{{2,20}})))"
)
_WORDS = re.compile(rf"{LETTER}+")
_STREETS = frozenset(
    {"ul", "al", "pl", "os", "ulica", "ulicy", "ulicę", "aleja", "alei", "plac", "placu", "osiedle"}
)


def declined(scan: Scan, at: int) -> Found | None:
    """`na ul. Polnej`, `w temp. 180 °C`, `w rozdz. 4`: the case of the preposition; an adjective behind
    shows it as well (`w ul. Długą`)."""
    found = _SHORT.match(scan.text, at)
    if found is None:
        return None
    word, following = found.group(1).lower(), found.group(2)
    if word in tables.BEFORE_NUMBERS and not following.isdigit():
        return None
    nominative, genitive, accusative, instrumental, locative = tables.DECLINED[word].split()
    preposition = scan.word_before(at).lower() if scan.text_before(at).endswith(" ") else ""
    forms = {
        "genitive": genitive,
        "accusative": accusative,
        "instrumental": instrumental,
        "locative": locative,
    }
    said = forms.get(tables.PREPOSITIONS.get(preposition, ""), nominative)
    if word == "ul" and following.endswith("ą"):
        said = instrumental if preposition in tables.WITH_INSTRUMENTAL else accusative
    elif word == "ul" and preposition in ("w", "przez"):
        said = accusative
    elif word == "al" and following.endswith("ie"):
        said = "aleje"
    return Found(Words(said), _before_blank(scan, found))


def title(scan: Scan, at: int) -> Found | None:
    """`u dr. Nowaka`, `z prof. Lisem`: the name behind shows the case; women's titles do not decline."""
    found = _TITLE.match(scan.text, at)
    if found is None or not _CAPITAL.match(found.group(3)):
        return None
    name, preposition = found.group(3), scan.word_before(at).lower()
    nominative, genitive, instrumental = tables.TITLES[found.group(1)].split()
    case = tables.PREPOSITIONS.get(preposition, "")
    said = nominative
    if name.endswith("ego") or (name.endswith("a") and case == "genitive"):
        said = genitive
    elif name.endswith(("im", "ym", "em")) and preposition in ("z", "ze", *tables.WITH_INSTRUMENTAL):
        said = instrumental
    return Found(Words(said), found.end() - 1)


def mister(scan: Scan, at: int) -> Found | None:
    """`p. Kowalski`, `p. Nowacka`; a capital P is an initial."""
    found = _MISTER.match(scan.text, at)
    if found is None or not _CAPITAL.match(found.group(1)) or (at and scan.text[at - 1].isdigit()):
        return None
    name, preposition = found.group(1), scan.word_before(at).lower()
    genitive = tables.PREPOSITIONS.get(preposition) == "genitive"
    if name.endswith("ego") or (name.endswith("a") and genitive):
        said = "pana"
    elif name.endswith(("a", "ej", "ą")) or (genitive and name[-1] not in "oieuy"):
        said = "pani"
    else:
        said = "panem" if name.endswith(("im", "ym", "em")) else "pan"
    return Found(Words(said), found.end() - 1)


def day(scan: Scan, at: int) -> Found | None:
    """`pon., wt. i śr.`, `czw. o 18`, `w sob. rano`; alone they may be other words."""
    governed = _DAY_IN_CASE.search(scan.text_before(at))
    found = _DAY.match(scan.text, at)
    if found is None and _DAY_BEFORE.search(scan.text_before(at)):
        found = _LAST_DAY.match(scan.text, at)
    if found is None and governed:
        found = _DAY_ALONE.match(scan.text, at)
    if found is None:
        return None
    stays = found.group().endswith(".") and scan.ends_text(found.end())
    said = tables.WEEKDAYS[found.group(1)]
    if governed:
        in_case = tables.DAYS_OF if governed.group(1).lower() in ("od", "do") else tables.DAYS_IN
        said = in_case.get(said, said)
    return Found(Words(said), found.end() - stays)


def temperature(scan: Scan, at: int) -> Found | None:
    """`w niskiej temp.`: the preposition and the adjective show the case."""
    found = _TEMPERATURE.match(scan.text, at)
    before = _GOVERNED.search(scan.text_before(at)) if found else None
    if found is None or before is None:
        return None
    preposition, adjective = before.group(1).lower(), before.group(2) or ""
    case = tables.PREPOSITIONS.get(preposition, "")
    if adjective.endswith("ą"):
        case = "instrumental" if preposition in ("z", "ze", *tables.WITH_INSTRUMENTAL) else "accusative"
    elif not case or (adjective and case not in ("genitive", "locative")):
        return None
    _, genitive, accusative, instrumental, locative = tables.DECLINED["temp"].split()
    said = {"genitive": genitive, "accusative": accusative, "instrumental": instrumental}.get(case, locative)
    return Found(Words(said), scan.before_last_dot(found.end()))


def station(scan: Scan, at: int) -> Found | None:
    """`do Krakowa Gł.`: as the town's name ends."""
    found = _STATION.match(scan.text, at)
    town = _TOWN.search(scan.text_before(at)) if found else None
    if found is None or town is None:
        return None
    name = town.group(1)
    said = next(said for endings, said in _STATIONS if name.endswith(endings))
    return Found(Words(said), scan.before_last_dot(found.end()))


def each(scan: Scan, at: int) -> Found | None:
    """`za szt.`"""
    found = _EACH.match(scan.text, at)
    if found is None or scan.word_before(at).lower() != "za":
        return None
    return Found(Words("sztukę"), scan.before_last_dot(found.end()))


def honored(scan: Scan, at: int) -> Found | None:
    """`Sz. P. Jan Kowalski`, `Sz. Państwo`."""
    found = _HONORED.match(scan.text, at)
    if found is None:
        return None
    title, name = found.groups()
    if name is not None:
        return Found(Words("Szanowna Pani" if name.endswith("a") else "Szanowny Pan"), found.end() - 1)
    honor = "Szanowna" if title == "Pani" else "Szanowny" if title in ("Pan", "Panie") else "Szanowni"
    return Found(Words(f"{honor} {title}"), found.end())


def wind(scan: Scan, at: int) -> Found | None:
    """`płn.-zach.` of a wind"""
    found = _WIND.match(scan.text, at)
    if found is None or scan.words.isdisjoint(tables.WIND_WORDS):
        return None
    first, second = found.groups()
    said = f"{tables.WINDS[first][:-1]}o-{tables.WINDS[second]}" if second else tables.WINDS[first]
    stays = found.group().endswith(".") and scan.ends_text(found.end())
    return Found(Words(said), found.end() - stays)


def house(scan: Scan, at: int) -> Found | None:
    """`ul. Kwiatowa 12A/3`, `3/5`: house and flat."""
    found = _HOUSE.match(scan.text, at)
    if found is None or not _CAPITAL.match(scan.word_before(at)[:1]):
        return None
    if _STREETS.isdisjoint(_WORDS.findall(scan.text_before(at).lower())):
        return None
    number, letter, flat, other = found.groups()
    said = f"{cardinal(int(number))} {letter.upper()}" if letter else cardinal(int(number))
    flat = flat or other
    return Found(Words(f"{said} na {cardinal(int(flat))}" if flat else said), found.end())


def _before_blank(scan: Scan, found: re.Match[str]) -> int:
    return found.end() - scan.text[: found.end()].endswith(" ")
