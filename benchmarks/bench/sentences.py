"""Sentences of exactly 25 words that nobody has spoken before.

Hand-written frames with three slots, filled from a small vocabulary by a seeded generator: natural to read,
alike in length, and fresh for every request, so that no cache helps anyone. One frame is one sentence: no
full stop, abbreviation or figure inside where a server might cut it.
"""

from __future__ import annotations

import random
from itertools import pairwise

WORDS_PER_SENTENCE = 25

FRAMES: tuple[str, ...] = (
    "The {adjective} keeper carried a heavy {thing} up the narrow stairs to the {place} while the cold "
    "wind pushed hard against every single small window.",
    "My grandmother kept her {adjective} {thing} in a wooden box beside the {place} and never told "
    "anyone where she had hidden the little silver key.",
    "When the last bus had left the {place} we found a {adjective} {thing} under the bench and waited "
    "until somebody came back later for it.",
    "If you walk past the {place} early in the morning you may see a {adjective} {thing} shining softly "
    "between the leaves of the apple trees.",
    "Nobody in the village believed that a {adjective} {thing} could stand in the middle of the {place} "
    "for so many years without falling to pieces.",
    "She opened the door of the {place} and asked the children to bring the {adjective} {thing} inside "
    "before the rain could ruin the fine cloth.",
    "The teacher drew a {adjective} {thing} on the board and told us how people once carried it from "
    "the {place} to the market every week.",
    "Before you leave the {place} please make sure that the {adjective} {thing} has been put away and "
    "that all of the lights are switched off.",
    "Our neighbour has been looking for his {adjective} {thing} since yesterday evening and thinks that "
    "he may have left it somewhere close to the {place}.",
    "There was a {adjective} {thing} on the table in the {place} and nobody could remember who had put "
    "it there or what it was for.",
    "A {adjective} {thing} is worth very little to most people but in the {place} they would give you a "
    "good dinner for it every time.",
    "The two brothers built a {adjective} {thing} out of old boards behind the {place} and sailed it "
    "across the quiet lake on a summer afternoon.",
)

SHORT_FRAMES: tuple[str, ...] = (
    "The {adjective} {thing} is near the {place}.",
    "Please bring the {adjective} {thing} back to the {place} before dinner.",
    "Somebody left a {adjective} {thing} at the door of the {place} this morning.",
    "Is the {thing} in the {place} still {adjective}?",
)


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


ADJECTIVES = _words(
    """
    amber ancient bitter blue bright broken brown careful clever copper curious dusty empty famous faded
    friendly gentle golden green grey hollow handy humble lonely lovely lucky massive modern muddy
    narrow noble odd painted patient plain polished purple quiet rapid red rusty secret shiny silent
    silver simple sleepy smooth solid spotless sturdy sudden thirsty tidy tiny velvet warm wild wooden
    yellow
    """
)

THINGS = _words(
    """
    anchor barrel basket blanket bottle bucket button cabinet camera candle carpet chain clock compass
    cradle curtain drum engine feather fiddle flag flute garland hammer helmet kettle ladder lantern
    letter mirror mitten necklace needle notebook oar painting parcel pencil pillow plate puzzle ribbon
    rope saddle scarf shovel sofa spoon statue suitcase table teapot telescope ticket tractor trumpet
    umbrella violin wagon whistle
    """
)

PLACES = _words(
    """
    airport attic bakery balcony barn beach bridge castle cellar chapel church cinema corner cottage
    courtyard dairy factory farm ferry forest fountain garage garden gate hall harbour hill hospital
    hotel island kitchen laundry library lighthouse market meadow mill museum nursery office orchard
    palace park pharmacy pier prison quarry river school shed shore square stable station tavern theatre
    tower tunnel valley windmill
    """
)


class Sentences:
    """An endless supply of distinct sentences; the same seed gives the same ones in the same order."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._given: set[str] = set()

    def next(self) -> str:
        """A sentence of `WORDS_PER_SENTENCE` words that this object never gave before."""
        return self._fresh(FRAMES)

    def short(self) -> str:
        """A distinct line of 7 to 13 words, for runs of thousands."""
        return self._fresh(SHORT_FRAMES)

    def text(self, words: int) -> str:
        """Whole sentences, one after another, of at least `words` words in all."""
        count = -(-words // WORDS_PER_SENTENCE)
        return " ".join(self.next() for _ in range(count))

    def _fresh(self, frames: tuple[str, ...]) -> str:
        while True:
            sentence = self._random.choice(frames).format(
                adjective=self._random.choice(ADJECTIVES),
                thing=self._random.choice(THINGS),
                place=self._random.choice(PLACES),
            )
            sentence = _right_article(sentence)
            if sentence not in self._given:
                self._given.add(sentence)
                return sentence


def _right_article(sentence: str) -> str:
    words = sentence.split(" ")
    for at, (word, following) in enumerate(pairwise(words)):
        if word in ("a", "A") and following[0] in "aeiou":
            words[at] = word + "n"
    return " ".join(words)
