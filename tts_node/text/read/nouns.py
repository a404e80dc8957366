"""A number that agrees with the noun after it, for languages whose nouns show their gender by their endings.

    hay 21 personas -> veintiuna personas        2 pessoas -> duas pessoas

What is not sure to be a counted noun leaves the number as it is said by itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tts_node.text.read import detect_signs as signs
from tts_node.text.read.scan import LETTER, NO_WORD, Detector, Found, Scan
from tts_node.text.read.things import Number, Words
from tts_node.text.read.units import Name

NOUN = re.compile(rf" ({LETTER}{{2,25}}){NO_WORD}")
"""The word after a number."""
_THOUSAND = "mil"
"""`2 mil pessoas`: the noun comes after it."""
_CLAUSE_STARTS = ".,;:!?¡¿(+«"


@dataclass(frozen=True, slots=True)
class Nouns:
    """How the nouns of a language look; all in small letters. Plurals end with an s."""

    feminine: frozenset[str]
    masculine: frozenset[str]
    """Whose gender the ending does not tell."""
    feminine_endings: tuple[str, ...]
    others: frozenset[str]
    """Words that follow a number and are no nouns."""
    names: frozenset[str]
    """Words before a number that names and does not count: step, model."""
    before_one: frozenset[str]
    """Words after which a 1 counts what follows; others are named by it ("sensor 1 marca")."""
    verb_endings: tuple[str, ...]
    """So do words that end so: verbs, but for `no_verbs`."""
    no_verbs: frozenset[str]

    def gender(self, noun: str, *, one: bool) -> str:
        """`m`, `f`, or empty if it may be no noun; `one`: it stands after a 1."""
        if noun in self.feminine:
            return "f"
        if noun in self.masculine:
            return "m"
        if not noun.islower() or noun in self.others or noun.endswith("s") == one:
            return ""
        return "f" if noun.endswith(self.feminine_endings) else "m"


def agreeing(nouns: Nouns) -> Detector:
    """A detector of numbers and ranges that looks at the noun after them."""

    def number(scan: Scan, at: int) -> Found | None:
        found = signs.number(scan, at)
        if found is None or not isinstance(found.thing, Number):
            return found
        counted, one = found.thing, found.thing.value == 1
        noun = NOUN.match(scan.text, found.end)
        if noun is not None and noun.group(1) == _THOUSAND:
            noun = NOUN.match(scan.text, noun.end()) or noun
        if noun is None or counted.decimals or counted.leading_zero:
            return found
        gender = nouns.gender(noun.group(1), one=one)
        before = scan.word_before(at).lower()
        if not gender or before in nouns.names or (one and not counts(scan, at, before, nouns)):
            return found
        return Found(Words(scan.language.number(counted, Name("", "", gender=gender))), found.end)

    return number


def counts(scan: Scan, at: int, before: str, nouns: Nouns) -> bool:
    """Whether a 1 at `at` counts what follows, by the word before it."""
    text = scan.text_before(at).rstrip()
    if not text or text[-1] in _CLAUSE_STARTS or before in nouns.before_one:
        return True
    return len(before) > 3 and before.endswith(nouns.verb_endings) and before not in nouns.no_verbs
