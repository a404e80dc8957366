"""The case of what German counts: `in drei Tagen`, `du hast einen Termin`, `mit einem Euro`.

What governs it stands before it: a preposition, or a verb whose subject is there already. Without such a
proof it is the nominative.
"""

from __future__ import annotations

import re
from typing import Literal

from tts_node.text.read import de_gender
from tts_node.text.read import de_tables as tables
from tts_node.text.read.scan import LETTER, Detector, Found, Scan
from tts_node.text.read.things import Fraction, Money, Quantity, Words
from tts_node.text.read.units import Name

Case = Literal["", "dative", "accusative"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_DATIVE = _words("in vor seit nach mit von aus bei zu ab an unter binnen wegen während trotz statt")
_ACCUSATIVE = _words("für um ohne gegen durch pro auf über")
_DEGREE = re.compile(
    r"(?:(?:etwa|rund|circa|ca\.|ungefähr|knapp|gut|fast|nur|genau|mindestens|mind\.|maximal|max\.|höchstens"
    r"|noch|jeweils|insgesamt) )+$",
    re.IGNORECASE,
)
"""Words between a preposition and its number, which change nothing."""
_UP_TO = re.compile(r"\b[Bb]is zu $")
"""It governs nothing: `bis zu 75 Kilometer`, but `von bis zu 75 Kilometern`."""
_BETWEEN = re.compile(r"\b[Zz]wischen [^ ]{1,12}(?: [^ ]{1,6})? und $")
_ITEM = (
    r"(?:[0-9][0-9.,/]*|[½¼¾])(?: [A-Za-zµ]{1,3}\.?)?(?: [a-zäöüß]{2,15}e[nrms]?)?"
    rf"(?: [A-ZÄÖÜ](?:{LETTER}|-){{1,25}}){{0,2}}"
)
_LISTED = re.compile(rf"(?:{_ITEM}(?:,| und| oder) )+$")
"""What is listed before an amount stands in the same case: `mit 3 Eiern und 1 Prise Salz`."""
_CLAUSE_AFTER = re.compile(
    rf"[^ ]+(?: [A-ZÄÖÜ](?:{LETTER}|-)+){{1,2}} "
    r"(?:ist|sind|war|waren|wurde|wird|hat|steht|läuft|kommt|fehlt|bleibt) "
)
"""An amount that begins a clause of its own: `und 1 Fenster ist offen`."""
_LISTED_AFTER = re.compile(rf"{_ITEM}(?:, {_ITEM}){{0,4}} (?:und|oder) [0-9½¼¾]")
"""An amount after a comma that goes on with the list."""
_LONGEST_LIST = 120
_EXTENT_AFTER = re.compile(
    r" (?:lang|breit|hoch|hoh|tief|dick|dünn|groß|schwer|alt|weit|entfernt|später|früher)(?:e[nrms]?)?(?!\w)"
)
"""A measure before these is in the accusative: `1 cm dicke Scheiben`."""
_LASTING = re.compile(
    r"\b(?:dauert|dauerte|hält|hielt|kostet|kostete|wiegt|wog|misst|maß|beträgt|betrug|läuft|lief) $"
)
"""Verbs before a measure in the accusative."""
_DONE = re.compile(
    r"[^.!?:;]{3,100}? (?:(?:hin|da)?zu|ein|auf|an|ab|unter|um|dar|bei|mit|ver|zer|be|er|her|aus|darüber)?"
    r"(?:geben|fügen|rühren|gießen|hitzen|schälen|schneiden|hacken|würfeln|pressen|reiben|raspeln|waschen|nehmen"
    r"|trinken|essen|streuen|kochen|braten|schmelzen|mengen|mischen|heben|kaufen|sorgen|bringen|stellen|setzen|legen"
    r"|tropfen|machen|schalten|laden)(?=[.!?,;:)]| und | oder |$)"
)
"""What a recipe tells to do, and to what: `1 EL Öl erhitzen`."""
_DOING = re.compile(
    r"\b(?:kann|können|soll|sollen|muss|müssen|darf|dürfen|wird|werden|ist|sind|zum|zur|beim) "
)
_LAST_WORD = re.compile(rf"({LETTER}+) $")

_HAVING = (
    "habe|hast|hat|haben|habt|hatte|hattest|hatten|gibt|gab|brauche|brauchst|braucht|brauchen|benötige|benötigt"
    "|finde|findest|findet|fand|fanden|sehe|siehst|sieht|sehen|erkenne|erkennt|melde|meldet|melden|finden|erkennen|zeigt|enthält"
    "|bekomme|bekommst|bekommt|bekommen|erhalte|erhält|erhielt|kaufe|kauft|nehme|nimmst|nimmt"
)
_PRONOUN = "ich|du|er|sie|es|wir|ihr|man"
_BETWEEN_VERB_AND_OBJECT = (
    r"(?:(?:heute|morgen|jetzt|noch|nur|aktuell|derzeit|gerade|auch|schon|bereits|genau) )*$"
)
_OBJECT_AHEAD = re.compile(
    rf"(?:\b(?:{_PRONOUN}) (?:{_HAVING}) "  # du hast
    rf"|\b(?:{_HAVING}) (?:{_PRONOUN}) "  # hast du
    r"|\b(?:habe|hast|habt|brauche|brauchst) "  # whose subject is never what is counted
    r"|(?:^|[.,;:!?] |\bund )(?:der|die|das|eine?|meine?|deine?|unsere?|seine?|ihre?|keine?|diese[rs]?)"
    rf"(?: [a-zäöüß]{{2,15}}e)? [A-ZÄÖÜ](?:{LETTER}|-){{1,25}} (?:{_HAVING}) "  # der Drucker hat
    r"|(?:^|[.!?:] )(?:stelle?|nimm|gib|setze?|spiele?|öffne|schließe|kaufe?|lösche|starte|zeige?|hole?"
    r"|bestelle?)(?: bitte| mir)? )" + _BETWEEN_VERB_AND_OBJECT,  # stelle mir
    re.IGNORECASE,
)
_ONE = re.compile(
    r"1((?: [a-zäöüß]{2,20}e[nrsm]?)?) "
    rf"([A-ZÄÖÜ](?:{LETTER}{{1,30}}|-{LETTER}{{2,30}})(?:-{LETTER}{{1,30}})?)"
)
_ADJECTIVE_ENDINGS = {"e": "f", "r": "m", "s": "n"}


def case_at(scan: Scan, at: int) -> Case:
    """The case that an amount at `at` stands in, or empty where nothing proves one."""
    text, start = scan.text, max(0, at - _LONGEST_LIST)
    before = text[start:at]
    listed = None if _BETWEEN.search(before) else _LISTED.search(before)
    if listed is not None and not _CLAUSE_AFTER.match(text, at):
        if listed.group().endswith(", ") and not _LISTED_AFTER.match(text, at):
            return ""
        before = before[: listed.start()]
    case = _governed(_DEGREE.sub("", before))
    if case or _CLAUSE_AFTER.match(text, at):
        return case
    done = _DONE.match(text, at, at + _LONGEST_LIST)
    return "accusative" if done is not None and not _DOING.search(done.group()) else ""


def _governed(before: str) -> Case:
    """The case after `before`, which ends before the amount, or before the list that it belongs to."""
    if _BETWEEN.search(before):
        return "dative"
    if (up_to := _UP_TO.search(before)) is not None:
        before = before[: up_to.start()]
    word = _LAST_WORD.search(before)
    preposition = word.group(1).lower() if word else ""
    if preposition in _DATIVE:
        return "dative"
    if preposition in _ACCUSATIVE:
        return "accusative"
    return "accusative" if _OBJECT_AHEAD.search(before) else ""


def one(gender: str, case: Case) -> str:
    """`ein`, `eine`, `einer`, `einem` or `einen`."""
    if case == "dative":
        return "einer" if gender == "f" else "einem"
    if case == "accusative" and gender == "m":
        return "einen"
    return "eine" if gender == "f" else "ein"


def one_of(scan: Scan, at: int) -> Found | None:
    """`1 neue Nachricht`: one of what follows, not the number of what stands before (`Lampe 1`)."""
    found = _ONE.match(scan.text, at)
    if found is None:
        return None
    adjective, noun = found.group(1), found.group(2)
    before = scan.word_before(at)
    if before.lower() in tables.LABELS or scan.text_before(at).endswith("§ "):
        return None
    gender = de_gender.gender(noun.rpartition("-")[2]) or _ADJECTIVE_ENDINGS.get(adjective[-1:], "")
    labelled = before[:1].isupper() and scan.text_before(at).strip() != before
    if labelled and not gender:
        return None
    case = case_at(scan, at)
    if adjective.endswith("en") and gender in ("", "m") and case != "dative":
        return Found(Words("einen"), at + 1)  # 1 verpassten Anruf
    return Found(Words(one(gender, case)), at + 1)


def measure_case_at(scan: Scan, at: int, end: int) -> Case:
    """The same of a measure from `at` to `end`: `1 m hoch`, `es dauert 1 Tag`."""
    before = _DEGREE.sub("", scan.text_before(at))
    extent = _EXTENT_AFTER.match(scan.text, end) and not _BETWEEN.search(before)
    return "accusative" if extent or _LASTING.search(before) else case_at(scan, at)


def halved(said: str, gender: str, case: Case) -> str:
    """`einem halben Liter` for `ein halber Liter`."""
    if not case or not said.startswith(("ein halber", "eine halbe", "ein halbes")):
        return said
    rest = said.partition(" ")[2].partition(" ")[2]
    ending = "n" if case == "dative" or gender == "m" else "s" if gender == "n" else ""
    return f"{one(gender, case)} halbe{ending} {rest}".rstrip()


def in_case(said: str, gender: str, scan: Scan, at: int, end: int) -> str:
    """`einer Stunde` for `eine Stunde`, `zwei Tagen` for `zwei Tage`, of a measure from `at` to `end`."""
    count, _, rest = said.partition(" ")
    case = measure_case_at(scan, at, end)
    if count in ("ein", "eine"):
        return f"{one(gender, case)} {rest}"
    return (
        f"{count} Tagen{rest.removeprefix('Tage')}" if case == "dative" and rest.startswith("Tage") else said
    )


def measured(scan: Scan, at: int, found: Found) -> Found:
    """A quantity that was found at `at`, with the case of its unit: `in drei Tagen`, `aus zehn Metern`."""
    quantity = found.thing
    if not isinstance(quantity, Quantity) or isinstance(quantity.amount, Fraction):
        return found
    name = scan.language.unit_name(quantity.unit)
    plural = _dative_plural(name, followed=scan.word_after(found.end)[:1].isupper())
    if plural == name.other or measure_case_at(scan, at, found.end) != "dative":
        return found
    said = scan.language.say(quantity) or ""
    place = said.rfind(name.other)
    return (
        found
        if place < 0
        else Found(Words(said[:place] + plural + said[place + len(name.other) :]), found.end)
    )


def paid(detector: Detector) -> Detector:
    """Money that `detector` finds, with the case of one: `mit einem Euro`."""

    def money(scan: Scan, at: int) -> Found | None:
        found = detector(scan, at)
        if found is None or not isinstance(found.thing, Money) or found.thing.scale:
            return found
        name = scan.language.currencies[found.thing.currency][0]
        said = scan.language.say(found.thing) or ""
        if " " in name.one or not said.startswith(("ein ", "eine ")):
            return found
        return Found(Words(in_case(said, name.gender, scan, at, found.end)), found.end)

    return money


def _dative_plural(name: Name, *, followed: bool) -> str:
    """`Tagen`, `Metern pro Sekunde`; measures without a plural of their own (`Grad`, `Watt`) stay, and so
    does a measure before what is measured (`drei Liter Wasser`)."""
    head, gap, rest = name.other.partition(" ")
    if rest and not rest.startswith("pro "):
        return name.other
    own_plural = name.other != name.one and head.endswith(("e", "er"))
    masculine = name.gender == "m" and head.endswith(("er", "el")) and not followed
    return f"{head}n{gap}{rest}" if own_plural or masculine else name.other
