"""Where a formula begins and ends: `$…$`, `$$…$$`, `\\(…\\)`, `\\[…\\]`, and what in dollars is none.

As in Pandoc a dollar sign opens only where no blank follows, and closes only where none is before and no
digit follows. What stands between must also look like mathematics: "It costs $5 and then $10" has words,
"$5-$10" and `$HOME/bin:$PATH` have ends that no formula has. Every test says no as soon as it can, so that a
price waits for few letters of a text that arrives in pieces, and what never closes for `LONGEST` at most.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tts_node.text.mathematics.commands import FUNCTIONS, SIGNS

LONGEST: Final = 400
"""Characters between `$` and `$`, or `\\(` and `\\)`."""
LONGEST_DISPLAYED: Final = 1000
"""The same of `$$` and `\\[`, which begin nothing else."""

_INSIDE: Final = r"\n(?![ \n])|\n +(?![ \n])"
"""A line break, but no blank line."""
_DOLLARS: Final = re.compile(rf"(?:[^\\$`\n]|\\[^\n]|{_INSIDE})*+")
_BRACKETS: Final = re.compile(rf"(?:[^\\`\n]|\\[^\n()\[\]]|{_INSIDE})*+")
_DOLLAR_RUN: Final = re.compile(r"\$+")
_JOINED: Final = re.compile(r"[A-Za-z0-9$\\_]")
"""Before a dollar sign that begins nothing: `US$3`."""
_BEGUN: Final = re.compile(r"(?:\\|\$|\n *)?")
"""What may follow the inside where the text stops: half of a sign, a line break before nobody knows what."""
_CLOSERS: Final = {"$": "$", "$$": "$$", "\\(": "\\)", "\\[": "\\]"}

_NOTATION: Final = re.compile(
    r"\\(?:text(?:rm|bf|it)?|math[a-z]+|operatorname\*?|mbox|begin|end|tag|label)(?:\s*\{[^{}]*\}?)?"
    r"|\\[A-Za-z]+|\\."
)
_LETTER: Final = r"[^\W\d_]"
_TWO_WORDS: Final = re.compile(
    rf"{_LETTER}{{2,}}['’.,;:]? +{_LETTER}{{2,}}|{_LETTER}{{3,}}, +{_LETTER}{{2,}}"
)
_WORD: Final = re.compile(rf"(?<!{_LETTER}){_LETTER}{{3,}}|[ ]{_LETTER}{{2}} ")
_OTHER_TEXT: Final = re.compile(r"[.?] |[\u2e80-\uffef\U0001f000-\U0001ffff]|\*\*|<[a-z/]|\]\(|://")
_SURE: Final = re.compile(r"[\\^_]")
_OPERATION: Final = re.compile(r"[\w)\]}|'!%∞] ?[-=<>+*/·×÷±≤≥≠≈−→⇒∈] ?[-\w(\[\\|√∑∫∞−]")
_BARE: Final = re.compile(
    r"[-−+±]?(?:\d{1,12}(?:(?:[.,]|\{,\})\d{1,12})*%?|\d{0,4}(?:[A-Za-z]{1,2}|[\u0370-\u03ff])\d?['!]{0,2}"
    rf"|{_LETTER}{{1,3}}\([^()]{{1,20}}\)|\([^()]{{1,12}},[^()]{{1,20}}\)|∞)"
)
_ENDS: Final = re.compile(r"[\w)\]}|!'%°∞…′″]|[\^_][*+\-−]|\\.")


_NAME: Final = re.compile(r"\\([A-Za-z]{0,20})")
_LONGEST_NAME: Final = 20
_TAKING: Final = {
    "frac": 2,
    "dfrac": 2,
    "tfrac": 2,
    "sqrt": 1,
    "boxed": 1,
    "text": 1,
    "mathrm": 1,
    "mathbf": 1,
}
"""Commands that may stand alone in a text, with how many arguments."""
_NESTED: Final = r"(?:[^{}\n]|\{(?:[^{}\n]|\{[^{}\n]*+\})*+\})*+"
_ARGUMENT: Final = re.compile(rf"\{{{_NESTED}\}}")
_ARGUMENT_BEGUN: Final = re.compile(r"(?:\{[^\n]*)?")


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula without its delimiters; what follows is at `end`."""

    tex: str
    end: int


def read_formula(text: str, at: int, before: str, *, final: bool) -> Formula | int | None:
    """What the `$` or `\\` at `at` begins, after the letter `before`. An integer: up to there it is none.
    None: more text is needed."""
    opener = text[at : at + 2]
    if opener in ("$", "\\") and not final:
        return None
    if opener[0] == "\\" and opener not in _CLOSERS:
        return _read_command(text, at, before, final)
    if opener == "$$":
        run = _DOLLAR_RUN.match(text, at)
        assert run is not None
        if run.end() == len(text) and not final and run.end() - at < LONGEST:
            return None
        if run.end() - at > 2:
            return run.end()
    elif opener[0] == "$":
        opener = "$"
    if opener[0] == "$" and _JOINED.match(before):
        return at + len(opener)
    begin, closer = at + len(opener), _CLOSERS[opener]
    longest = LONGEST if opener in ("$", "\\(") else LONGEST_DISPLAYED
    body = (_DOLLARS if opener[0] == "$" else _BRACKETS).match(text, begin, begin + longest)
    assert body is not None
    inside, end = body.group(), body.end()
    if _ruled_out(inside, opener):
        return begin
    if text.startswith(closer, end):
        after = text[end + len(closer) : end + len(closer) + 1]
        if not after and opener == "$" and not final:
            return None
        if _is_formula(inside, opener, after):
            return Formula(inside.strip(), end + len(closer))
        return begin
    return None if _BEGUN.fullmatch(text, end) and end - begin < longest and not final else begin


def _read_command(text: str, at: int, before: str, final: bool) -> Formula | int | None:
    """A command alone in a text, with its arguments: `5 \\times 3`, `\\frac{1}{2}`. A path has none."""
    if before.isalpha() or (before and before in ":\\/_"):
        return at + 1
    name = _NAME.match(text, at)
    assert name is not None
    if name.end() == len(text) and len(name[1]) < _LONGEST_NAME and not final:
        return None
    if name[1] not in _TAKING:
        known = name[1] in SIGNS and not text.startswith("\\", name.end())
        return Formula(name.group(), name.end()) if known else at + 1
    end = name.end()
    for _ in range(_TAKING[name[1]]):
        argument = _ARGUMENT.match(text, end, at + LONGEST)
        if argument is None:
            begun = _ARGUMENT_BEGUN.fullmatch(text, end)
            return None if begun and len(text) - at < LONGEST and not final else at + 1
        end = argument.end()
    return Formula(text[at:end], end)


def _ruled_out(inside: str, opener: str) -> bool:
    """Whether what follows the opening sign is text, however it goes on."""
    if opener == "$" and inside[:1] in (" ", "\n") and inside:
        return True
    bare = _NOTATION.sub(lambda found: "\\" * len(found.group()), inside)
    if _TWO_WORDS.search(bare) or _OTHER_TEXT.search(bare):
        return True
    if opener == "$" and inside[:1].isdigit():
        return any(
            found.group().strip() not in FUNCTIONS and not _SURE.search(bare, 0, found.start())
            for found in _WORD.finditer(bare)
        )
    return False


def _is_formula(inside: str, opener: str, after: str) -> bool:
    if opener == "$" and (inside[-1:] in ("", " ", "\n") or after.isdigit()):
        return False
    inside = inside.strip()
    if opener == "$" and not any(found.end() == len(inside) for found in _ENDS.finditer(inside)):
        return False
    if _SURE.search(inside) or _OPERATION.search(inside):
        return True
    return opener != "\\[" and _BARE.fullmatch(inside) is not None
