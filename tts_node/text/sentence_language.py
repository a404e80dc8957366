"""Which language each sentence of a text is in, where nobody named one."""

from __future__ import annotations

from collections.abc import Sequence

from tts_node.text.language import detect


class SentenceLanguage:
    """That of the sentence under way, by its own letters alone: the same however a text was cut.

    A sentence that tells nothing is in the language of the one before; the first in the first of `among`.
    """

    def __init__(self, named: str | None = None, among: Sequence[str] | None = None) -> None:
        """`named`: nothing is looked for. `among`: nothing else is found; any, if there are none. Without
        both there is no language.
        """
        self._among = None if named is not None or among is None else tuple(among)
        self._last = self._among[0] if self._among else named

    @property
    def sought(self) -> bool:
        return self._among is not None

    def of(self, so_far: str) -> str | None:
        """Of a sentence of which so much is there."""
        return self._last if self._among is None else detect(so_far, self._among) or self._last

    def ended(self, sentence: str) -> str | None:
        """Of a whole sentence; the next one may follow it."""
        self._last = self.of(sentence)
        return self._last
