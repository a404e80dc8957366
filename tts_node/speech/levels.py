"""Where in a segment's samples a place of its text is, by the words that its engine has told, and so how loud
it is to be from which sample on.
"""

from __future__ import annotations

from collections.abc import Sequence

from tts_node.audio.swell import Steps
from tts_node.engines.base import EngineMark
from tts_node.text.split import TextSegment


def is_level(segment: TextSegment) -> bool:
    """It asks for no level of its own."""
    return segment.level_db == 0.0 and not any(turn.level_db for turn in segment.turns)


def sample_at(offset: int, chars: int, marks: Sequence[EngineMark], total: int | None) -> int | None:
    """Where the character at `offset` of `chars` begins, in samples; None while that cannot be told.

    Inside a word by proportion, and between two words at the beginning of the next. Without words by
    proportion of all `total` samples, once they are there.
    """
    for mark in marks:
        if offset < mark.text_end:
            inside = max(0, offset - mark.text_start) / (mark.text_end - mark.text_start)
            return mark.sample_start + round(inside * (mark.sample_end - mark.sample_start))
    if total is None:
        return None
    return total if marks or offset >= chars else round(total * offset / chars)


def steps(
    segment: TextSegment, marks: Sequence[EngineMark], total: int | None, begin: int, end: int
) -> Steps:
    """The levels of the samples `begin` to `end`, counted from `begin`; the first holds from there.

    The `marks` of all words that begin before `end` are there.
    """
    chars = len(segment.text)
    found = [(0, segment.level_db)]
    for turn in segment.turns:
        for offset, level_db in (
            (turn.begin, segment.level_db + turn.level_db),
            (turn.end, segment.level_db),
        ):
            sample = 0 if offset == 0 else sample_at(offset, chars, marks, total)
            if sample is None or sample >= end:
                continue
            if sample <= begin:
                found = [(0, level_db)]
            elif sample == begin + found[-1][0]:
                found[-1] = (sample - begin, level_db)
            else:
                found.append((sample - begin, level_db))
    return found
