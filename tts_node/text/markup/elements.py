"""What tags do to speech: tables of HTML's and SSML's elements, and the times of `break`.

SSML is that of W3C, Speech Synthesis Markup Language 1.1, section 3. It leaves the length of a `strength` to
the processor.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from tts_node.text.pronounced import LONGEST_NOTATION, Alphabet, Pronunciation


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PARAGRAPHS = _words(
    "address article aside blockquote body details div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 "
    "header hr html main nav ol p section speak table tbody tfoot thead ul"
)
"""Begin and end with a paragraph's pause."""
LINES = _words("br caption dd dt figcaption legend li option summary tr voice")
STOPPED = _words("h1 h2 h3 h4 h5 h6 li p")
"""End like a sentence, also without a full stop."""
CELLS = frozenset({"td", "th"})
PARTING = frozenset({"audio", "button", "iframe", "input", "label", "select", "textarea", "video"})
"""No pause, and yet not inside a word."""
UNSPOKEN = _words("desc head metadata rp rt script style svg template think thinking")
"""What stands inside is not for people, or is there twice; models think aloud before they answer."""
CODE = "pre"
SPELLED = frozenset({"characters", "character", "spell-out", "digits", "verbatim"})
"""`say-as` kinds that are followed: one character after the other."""

NOT_FOLLOWED = _words("audio lexicon lookup meta token w")
"""SSML whose text is spoken while its wish is not followed."""
FOLLOWED = _words("break emphasis lang mark phoneme prosody say-as voice")
OF_A_LANGUAGE = _words("lang p s speak")
"""What has an `xml:lang`."""
BLEEPED = frozenset({"expletive", "bleep"})
"""`say-as` kinds that nobody is to hear."""
_HTML = _words(
    "a abbr acronym area b base bdi bdo big center cite code col colgroup data del dfn em embed font i "
    "img ins kbd link map meter nobr noscript object output param picture progress q ruby s samp small "
    "source span strike strong sub sup time title track tt u var wbr canvas dialog menu datalist optgroup"
)
KNOWN = _HTML | PARAGRAPHS | LINES | CELLS | PARTING | UNSPOKEN | NOT_FOLLOWED | FOLLOWED | {CODE}
"""Nothing is said about these in SSML; of others the client is told that they were passed over."""

_STRENGTHS_MS = {"none": 0, "x-weak": 250, "weak": 500, "medium": 750, "strong": 1000, "x-strong": 1250}
_LONGEST_MS = 10_000.0
_LONGEST_NAME, _LONGEST_TAG, _MOST_WISHES = 200, 40, 8
_TIME = re.compile(r"\+?(\d{1,7}(?:\.\d{1,6})?|\.\d{1,6})\s*(ms|s)", re.IGNORECASE)


def pause_ms(attributes: Mapping[str, str]) -> float:
    """How long a `break` is: by its `time`, else by its `strength`; at most ten seconds."""
    found = _TIME.fullmatch(attributes.get("time", "").strip())
    if found is not None:
        unit_ms = 1.0 if found[2].lower() == "ms" else 1000.0
        return min(float(found[1]) * unit_ms, _LONGEST_MS)
    strength = attributes.get("strength", "medium").strip().lower()
    return float(_STRENGTHS_MS.get(strength, _STRENGTHS_MS["medium"]))


def voice(attributes: Mapping[str, str]) -> tuple[tuple[str, ...], tuple[str, ...], str | None]:
    """What a `voice` asks for: names, the best first, else languages; and the language of its text.

    `name` and `languages` are lists with blanks between (SSML 1.1, section 3.2.1); a language may have an
    accent behind a colon. `xml:lang` was the wish for a language in SSML 1.0.
    """
    name = " ".join(attributes.get("name", "").split())
    names = (name, *name.split(" ")) if " " in name else (name,) if name else ()
    language = attributes.get("xml:lang", "").strip()[:_LONGEST_TAG] or None
    listed = attributes.get("languages", "").split() or ([language] if language else [])
    languages = tuple(tag.partition(":")[0][:_LONGEST_TAG] for tag in listed[:_MOST_WISHES])
    return tuple(one[:_LONGEST_NAME] for one in names[:_MOST_WISHES]), languages, language


def pronunciation(attributes: Mapping[str, str]) -> Pronunciation | None:
    """What a `phoneme` says; None when it says nothing, too much, or in an alphabet that is not known."""
    alphabet = _ALPHABETS.get(attributes.get("alphabet", "ipa").strip().lower())
    notation = attributes.get("ph", "").strip()
    if alphabet is None or len(notation) > LONGEST_NOTATION or not any(map(str.isalnum, notation)):
        return None
    return Pronunciation(notation, alphabet)


_ALPHABETS: Final[Mapping[str, Alphabet]] = {
    "ipa": "ipa",
    "x-sampa": "x-sampa",
    "xsampa": "x-sampa",
    "arpabet": "arpabet",
    "x-arpabet": "arpabet",
    "cmu-arpabet": "arpabet",
    "pinyin": "pinyin",
    "x-pinyin": "pinyin",
    "x-amazon-pinyin": "pinyin",
}
"""The first two are W3C's; the others are what large services call theirs."""
