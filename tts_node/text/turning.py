"""Where inside a sentence its prosody changes, and what comes of that: parts of it in a manner of their own
(turns) where the voice can do that, else an end there.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from tts_node.text.characters import speakable, unspaced
from tts_node.text.markup.prosody import EVEN, Prosody
from tts_node.text.spans import Spans
from tts_node.text.split import Turn

Changes = Sequence[tuple[int, Prosody]]
"""(place in the client's text, what holds from there on), rising; the first holds from the beginning."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a sentence that is spoken in one go: its characters `begin` to `end`."""

    begin: int
    end: int
    prosody: Prosody
    """Of all of it."""
    turns: tuple[Turn, ...] = ()
    """On top of that; places are those of the sentence."""


def pieces(spoken: Spans, changes: Changes, *, turns: bool) -> list[Piece]:
    """A sentence in its pieces, each with something to say. With `turns` a piece ends where the pitch
    changes, without where any prosody does; never inside a word.
    """
    text = spoken.text
    runs = _runs(spoken, changes)
    if len({run.prosody for run in runs if run.is_heard(text)}) < 2:
        return [_piece(text, runs)] if runs else []
    key: _Key = (lambda run: run.prosody.pitch) if turns else (lambda run: run.prosody)
    groups: list[list[_Run]] = []
    kind: object = None
    for run in _between_words(text, runs, key):
        of_run = key(run) if run.is_heard(text) else kind
        if not groups or (kind is not None and of_run != kind):
            groups.append([])
        groups[-1].append(run)
        kind = of_run
    return [_piece(text, group) for group in groups]


@dataclass(frozen=True, slots=True)
class _Run:
    begin: int
    end: int
    prosody: Prosody

    def is_heard(self, text: str) -> bool:
        return speakable(text[self.begin : self.end])


_Key = Callable[[_Run], object]


def _runs(spoken: Spans, changes: Changes) -> list[_Run]:
    """One after the other, all of `spoken`. What stands for several stretches of the client's text has the
    first prosody of theirs that is any.
    """
    found: list[_Run] = []
    end, now = 0, 0
    for span in spoken.spans:
        while now + 1 < len(changes) and changes[now + 1][0] <= span.start:
            now += 1
        begin, prosody = end, changes[now][1]
        end += len(span.text)
        for place, other in changes[now + 1 :]:
            if place >= span.end:
                break
            if span.exact:
                border = end - (span.end - place)
                found.append(_Run(begin, border, prosody))
                begin, prosody = border, other
            elif prosody == EVEN:
                prosody = other
        found.append(_Run(begin, end, prosody))
    return _merged(found)


def _merged(runs: Sequence[_Run]) -> list[_Run]:
    merged: list[_Run] = []
    for run in runs:
        if merged and merged[-1].prosody == run.prosody:
            merged[-1] = _Run(merged[-1].begin, run.end, run.prosody)
        else:
            merged.append(run)
    return merged


def _between_words(text: str, runs: Sequence[_Run], key: _Key) -> list[_Run]:
    """A word that an end would be in the middle of is spoken as that part of it that is not even; signs that
    close a word stay with it.
    """
    begins = [0]
    for before, run in pairwise(runs):
        place = run.begin
        if key(before) != key(run) and _inside_word(text, place):
            step = -1 if before.prosody == EVEN else 1
            while _inside_word(text, place):
                place += step
        while key(before) != key(run) and place < len(text) and text[place] in _CLOSING:
            place += 1
        begins.append(max(place, begins[-1]))
    ends = [*begins[1:], len(text)]
    moved = (_Run(begin, end, run.prosody) for begin, end, run in zip(begins, ends, runs, strict=True))
    return [run for run in moved if run.begin < run.end]


_CLOSING: Final = frozenset(".,;:!?…)]}\"'”’»、，。！？；：」』）】")


def _inside_word(text: str, place: int) -> bool:
    return 0 < place < len(text) and all(
        (char.isalnum() and not unspaced(char)) or unicodedata.category(char)[0] == "M"
        for char in text[place - 1 : place + 1]
    )


def _piece(text: str, runs: Sequence[_Run]) -> Piece:
    begin, end = runs[0].begin, runs[-1].end
    heard = [run for run in runs if run.is_heard(text)] or list(runs)
    if len({run.prosody for run in heard}) == 1:
        return Piece(begin, end, heard[0].prosody)
    turns = (_turn(text, run) for run in heard)
    return Piece(begin, end, Prosody(pitch=heard[0].prosody.pitch), tuple(turn for turn in turns if turn))


def _turn(text: str, run: _Run) -> Turn | None:
    """Without the blanks at its ends; None for a run that is even."""
    speed, level_db = run.prosody.speed, run.prosody.level_db
    if speed == 1.0 and level_db == 0.0:
        return None
    said = text[run.begin : run.end]
    begin = run.begin + len(said) - len(said.lstrip())
    return Turn(begin, begin + len(said.strip()), speed, level_db)
