"""Which of a sentence's ids are spoken faster or slower than the rest."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tts_node.engines.base import Turn
from tts_node.engines.piper.sessions import Floats
from tts_node.engines.piper.words import SpokenWord


def speeds(turns: Sequence[Turn], words: Sequence[SpokenWord], ids: int) -> Floats:
    """[T] that of each id. A turn has all ids of its words, and as large a part of those of a word as of its
    letters.
    """
    found = np.ones(ids, np.float32)
    for turn in turns:
        for word in words:
            begin, end = max(turn.begin, word.text_start), min(turn.end, word.text_end)
            if begin < end:
                per_letter = (word.end_id - word.first_id) / (word.text_end - word.text_start)
                first = word.first_id + round((begin - word.text_start) * per_letter)
                last = word.first_id + round((end - word.text_start) * per_letter)
                found[first:last] = turn.speed
    return found
