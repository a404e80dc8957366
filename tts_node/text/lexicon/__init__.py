"""The household's words: how this home says its names, its units and what it writes short.

`Lexicon` holds the entries and gives the steps of the line; it is never changed, and a new one takes its
place. Where it is kept, and how it is changed, is `tts_node.lexicon`.
"""

from __future__ import annotations

from tts_node.text.lexicon.entries import Entry
from tts_node.text.lexicon.lexicon import NO_LEXICON, Allowance, Lexicon

__all__ = ["NO_LEXICON", "Allowance", "Entry", "Lexicon"]
