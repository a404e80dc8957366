"""What French, Italian, Spanish and Portuguese write alike: scores, alternatives, both genders, ranges."""

from __future__ import annotations

import re

from tts_node.text.read import things
from tts_node.text.read.numbers import number_at
from tts_node.text.read.scan import LETTER, NO_WORD, Detector, Detectors, Found, Scan


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_CAPITAL = "[A-ZÀ-ÖØ-Þ]"
_SCORE = re.compile(rf"([0-9]{{1,2}})( ?)[-–]\2([0-9]{{1,2}})(?= {_CAPITAL}|[.,;!?)]|$)")
_SCORE_WITH_X = re.compile(rf"([0-9]{{1,2}})( ?)[-–xX×]\2([0-9]{{1,2}})(?= {_CAPITAL}|[.,;!?)]|$)")
_TEAM_AFTER = re.compile(rf" {_CAPITAL}{LETTER}")
_TEAM_BEFORE = re.compile(rf"(?:^|[ (\-]){_CAPITAL}{LETTER}{{1,25}} $")
_TEAMS_BEFORE = re.compile(rf"{_CAPITAL}{LETTER}{{1,15}}[-–]{_CAPITAL}{LETTER}{{1,15}} $")
"""`Lazio-Roma 0-0`: both stand before, and no range goes down or stays."""
_STOPPAGE = re.compile(rf"([0-9]{{2,3}})(?:['’′]|(e)(?=\+)) ?\+ ?([0-9]{{1,2}})['’′]?{NO_WORD}")
_TO_HIGH = re.compile(r" ?[-–] ?(?=[0-9])")
_WORDS_AROUND = re.compile(rf"(?<![{LETTER[1:-1]}/.]){LETTER}[a-zà-ÿ]{{1,20}}$")
_OTHER_WORD = re.compile(r"/([a-zà-ÿ]{2,20})(?![\w/'’]|\.[a-z])")
_ONLY_ENDINGS = _words("ssa trice ra as os ne nes se ses ve ves rice rices euse euses")
_PATH_WORDS = _words(
    "fichier fichiers dossier répertoire chemin archivo carpeta directorio ruta file cartella percorso "
    "directory arquivo pasta ficheiro diretório caminho topic"
)
"""In a sentence with one of these a slash may be one of a path."""
_BOTH = re.compile(
    rf"((?:{LETTER}{{2,12}}-)?{LETTER}{{2,20}}(?:o|or))(s?|es)(?:/(?:a|ra)(s?)|\(a(s?)\)){NO_WORD}"
)
_OPTIONAL = re.compile(rf"({LETTER}{{3,25}})\((s|es|x)\)(?!{LETTER})")
_COUNT_BEFORE = re.compile(rf"(?<![0-9.,])([0-9]{{1,9}}) (?:{LETTER}{{2,15}}(?:\([a-z]{{1,2}}\))? )?$")


def forms(between: tuple[str, str] | None, alternative: str, *, genders: bool, x_of_games: bool) -> Detectors:
    """The detectors of this module. `between`: that word and "and"; `alternative`: "or"; `genders`: endings
    in slashes and brackets are read; `x_of_games`: `2 x 1` is a result as well."""
    low_end = (_between(*between),) if between else ()
    both = (_both_genders(alternative),) if genders else ()
    return Detectors(
        (_score(_SCORE_WITH_X if x_of_games else _SCORE), _stoppage, *low_end),
        (_optional_plural, *both),
        (_alternatives(alternative),),
    )


def _score(pattern: re.Pattern[str]) -> Detector:
    """A detector of `France 3 - 1 Brésil`: between two names a dash is no minus."""

    def score(scan: Scan, at: int) -> Found | None:
        found = pattern.match(scan.text, at)
        if found is None or _TEAM_BEFORE.search(scan.text_before(at)) is None:
            return None
        first, second = int(found.group(1)), int(found.group(3))
        two_before = first >= second and _TEAMS_BEFORE.search(scan.text_before(at))
        if not (two_before or _TEAM_AFTER.match(scan.text, found.end())):
            return None
        language = scan.language
        said = f"{language.cardinal(first)} {language.to} {language.cardinal(second)}"
        return Found(things.Words(said), found.end())

    return score


def _stoppage(scan: Scan, at: int) -> Found | None:
    """`90'+3`, `90e+3`: a minute of a game and what is added to it."""
    found = _STOPPAGE.match(scan.text, at)
    if found is None:
        return None
    minute = int(found.group(1))
    said = scan.language.ordinal(minute) if found.group(2) else scan.language.cardinal(minute)
    more = scan.language.cardinal(int(found.group(3)))
    return Found(things.Words(f"{said} {scan.language.plus} {more}"), found.end())


def _between(word: str, conjunction: str) -> Detector:
    """A detector of the low end of `entre 3-5 °C`: what is between two things has "and" between them."""

    def low_end(scan: Scan, at: int) -> Found | None:
        if scan.word_before(at).lower() != word:
            return None
        low = number_at(scan, at)
        to = _TO_HIGH.match(scan.text, low[1]) if low else None
        if low is None or to is None:
            return None
        return Found(things.Words(f"{scan.language.number(low[0])} {conjunction} "), to.end())

    return low_end


def _alternatives(conjunction: str) -> Detector:
    """A detector of the slash in `oui/non`, between two words in small letters."""

    def slash(scan: Scan, at: int) -> Found | None:
        found = _OTHER_WORD.match(scan.text, at) if scan.text[at] == "/" else None
        before = _WORDS_AROUND.search(scan.text_before(at)) if found else None
        if found is None or before is None:
            return None
        if found.group(1) in _ONLY_ENDINGS or not scan.words.isdisjoint(_PATH_WORDS):
            return None
        units = scan.language.units
        if before.group() in units or found.group(1) in units or before.group() == found.group(1):
            return None
        return Found(things.Words(f" {conjunction} "), at + 1)

    return slash


def _both_genders(conjunction: str) -> Detector:
    """A detector of `bienvenido/a`, `prezado(a)`, `todos/as`: said with both their endings."""

    def both(scan: Scan, at: int) -> Found | None:
        found = None if scan.joined_before(at) else _BOTH.match(scan.text, at)
        if found is None:
            return None
        stem, plural = found.group(1), found.group(2)
        feminine = stem + "a" if stem.endswith("r") else stem[:-1] + "a"
        feminine = feminine.lower() if stem.istitle() else feminine
        many = "s" if found.group(3) or found.group(4) else ""
        if bool(plural) != bool(many):
            return None
        return Found(things.Words(f"{stem}{plural} {conjunction} {feminine}{many}"), found.end())

    return both


def _optional_plural(scan: Scan, at: int) -> Found | None:
    """`3 message(s)`: by the number before it."""
    found = None if scan.joined_before(at) else _OPTIONAL.match(scan.text, at)
    count = _COUNT_BEFORE.search(scan.text_before(at)) if found else None
    if found is None or count is None:
        return None
    ending = "" if int(count.group(1)) == 1 else found.group(2)
    return Found(things.Words(found.group(1) + ending), found.end())
