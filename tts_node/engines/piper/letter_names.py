"""Letters that are said by their names, for espeak-ng.

espeak takes a letter that stands alone for a word where its language has one: "six A M" has the article, the
Portuguese "U E" an "and", the Polish "Z U S" a "with", and the Dutch "S M S" begins with a mere hiss. Between
dots letters are names, and stressed as people stress them: on the last one. The last letter has no dot:
together with a capital after it that would end the sentence.
"""

from __future__ import annotations

import re
from typing import Final

_OWN_LETTERS: Final = frozenset(("de", "en", "es", "fr", "it", "nl", "pl", "pt"))
"""Languages whose letters espeak names itself; to others, such as Mandarin, Latin letters are English."""
_CAPITAL: Final = "[A-ZÄÖÜÉÓŁŚŻ]"
_ROW: Final = re.compile(
    rf"(?<!\w)({_CAPITAL}(?: {_CAPITAL}){{0,15}}) ({_CAPITAL})(?:(['’]?s)(?!\w)|(?![\w'’]))"
)
_LONGEST: Final = 4
"""Letters that are said in one go; more are parted, as people part them."""


def named_letters(text: str, language: str) -> str:
    """`text` with dots in its rows of letters, for espeak's voice `language`: `A.M` for `A M`, `L.E D's` for
    `L E Ds`. The white space that parts words of `text` is dropped inside a row, and added nowhere."""
    return _ROW.sub(_named, text) if language.partition("-")[0] in _OWN_LETTERS else text


def _named(row: re.Match[str]) -> str:
    first, last, ending = row.groups()
    letters = first.split(" ")
    if not ending:
        letters.append(last)
        size = _LONGEST if len(letters) <= _LONGEST else _LONGEST - 1
        return " ".join(".".join(letters[at : at + size]) for at in range(0, len(letters), size))
    return f"{'.'.join(letters)} {last}'s" if len(letters) > 1 else f"{letters[0]}.{last}.'s"
