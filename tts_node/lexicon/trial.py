"""Which entries of a lexicon a text has, with their places in it."""

from __future__ import annotations

from tts_node.text.lexicon import NO_LEXICON, Entry, Lexicon
from tts_node.text.line import TextLine
from tts_node.text.spans import Spans


def found_in(text: str, language: str | None, lexicon: Lexicon) -> list[tuple[int, int, Entry]]:
    """Start and end (code points of `text`) of every entry that would be said in place of what is written.

    Units are not among them: they are read with their numbers.
    """
    found: list[tuple[int, int, Entry]] = []

    def note(spans: Spans) -> Spans:
        for match in lexicon.matches(spans.text, language):
            found.append((*spans.source(match.start, match.end), match.entry))
        return spans

    line = TextLine(language, text_format="auto", lexicon=lexicon or NO_LEXICON, steps=(note,))
    line.feed(text)
    line.end()
    return found
