"""What each tag does to what is being said."""

from __future__ import annotations

from collections import deque
from typing import Final

from tts_node.text.markup import elements
from tts_node.text.markup.manner import Manners, SayAs
from tts_node.text.markup.prosody import EMPHASIS, prosody
from tts_node.text.markup.regions import Region
from tts_node.text.markup.sink import Sink
from tts_node.text.markup.tags import Tag
from tts_node.text.markup.warned import TextWarning, not_followed, not_known
from tts_node.text.pronounced import CLOSE, aside, opening
from tts_node.text.read.say_as import KINDS


class TagActs:
    """Acts on the tags of one text; what it cannot follow it tells once."""

    def __init__(self, sink: Sink, asides: frozenset[str] = frozenset()) -> None:
        """`asides`: elements that the voice itself knows."""
        self.pauses: deque[tuple[int, float]] = deque()
        """(place in the client's text, milliseconds) of each `break`, rising."""
        self.marks: deque[tuple[int, str]] = deque()
        """(place in the client's text, name) of each `mark`, rising."""
        self.warnings: list[TextWarning] = []
        self.manners = Manners()
        self._sink = sink
        self._asides = asides

    def act(self, tag: Tag, start: int, end: int, *, ssml: bool, in_row: bool) -> Region | None:
        """Returns the region that begins, where the tag hides what follows. The tag is the client's `start`
        to `end`.
        """
        sink, name = self._sink, tag.name
        self._tell(tag, ssml)
        if ssml and name in elements.OF_A_LANGUAGE:
            self._language(tag, start, end)
        if name == "voice":
            self._voice(tag, start, end)
        if name == "break":
            self._break(tag, start, end)
        elif name == "sub" and tag.attributes.get("alias") and not tag.closing and not tag.empty:
            return Region("element", name, start, tag.attributes["alias"])
        elif name == "phoneme":
            self._phoneme(tag, start, end)
        elif name in self._asides:
            sink.say(aside(f"/{name}" if tag.closing else name), start, end)
        elif name == "say-as":
            return self._say_as(tag, start, end)
        elif name == "prosody":
            self._prosody(tag, start, end)
        elif name == "emphasis":
            self._emphasis(tag, start, end)
        elif name == "mark":
            self._mark(tag, start, ssml)
        elif name == "img":
            sink.say(tag.attributes.get("alt", ""), start, end)
        elif name in elements.UNSPOKEN and not tag.closing and not tag.empty:
            return Region("element", name, start)
        elif name in elements.CELLS or (in_row and name == "br"):
            if not tag.closing:
                sink.comma(start, end)
        elif name in elements.PARTING:
            sink.space(start, end)
        else:
            self._part(tag, start, end, ssml)
        return None

    def warn(self, warning: TextWarning) -> None:
        """Tell it, once, and not thousands of different ones."""
        if len(self.warnings) < _MOST_WARNINGS and warning not in self.warnings:
            self.warnings.append(warning)

    def _part(self, tag: Tag, start: int, end: int, ssml: bool) -> None:
        sentence = ssml and tag.name == "s"
        if tag.closing and (sentence or tag.name in elements.STOPPED):
            self._sink.stop(start, end)
        if tag.name in elements.PARAGRAPHS:
            self._sink.paragraph(start, end)
        elif sentence or tag.name in elements.LINES:
            self._sink.line(start, end)

    def _break(self, tag: Tag, start: int, end: int) -> None:
        if tag.closing:
            return
        ms = elements.pause_ms(tag.attributes)
        if ms > 0:
            self._sink.paragraph(start, end)
            self.pauses.append((start, ms))
        else:
            self._sink.space(start, end)

    def _phoneme(self, tag: Tag, start: int, end: int) -> None:
        """Its word is said by its `ph`: the beginning and the end of a mark around it."""
        if tag.closing:
            self._sink.say(CLOSE, start, end)
        elif (said := elements.pronunciation(tag.attributes)) is not None:
            self._sink.say(opening(said) + (CLOSE if tag.empty else ""), start, end)
        else:
            self.warn(not_followed("phoneme"))

    def _say_as(self, tag: Tag, start: int, end: int) -> Region | None:
        kind = _kind(tag)
        self._sink.spell(not tag.closing and kind in elements.SPELLED)
        if tag.closing:
            self.manners.end("say-as", start)
        elif not tag.empty and kind in elements.BLEEPED:
            return Region("element", "say-as", start)
        elif not tag.empty:
            followed = SayAs(kind, tag.attributes.get("format", "")[:40].lower()) if kind in KINDS else None
            self.manners.begin("say-as", end, say_as=followed)
        return None

    def _language(self, tag: Tag, start: int, end: int) -> None:
        language = tag.attributes.get("xml:lang", "")[:40].strip()
        if tag.closing:
            self.manners.end(tag.name, start)
        elif not tag.empty:
            self.manners.begin(tag.name, end, **({"language": language} if language else {}))

    def _prosody(self, tag: Tag, start: int, end: int) -> None:
        if tag.closing:
            self.manners.end("prosody", start)
        elif not tag.empty:
            asked, missed = prosody(tag.attributes)
            self.manners.prosody("prosody", end, asked)
            for attribute in missed:
                self.warn(not_followed("prosody", f"{attribute} {tag.attributes.get(attribute, '')[:40]}"))

    def _emphasis(self, tag: Tag, start: int, end: int) -> None:
        if tag.closing:
            self.manners.end("emphasis", start)
        elif not tag.empty:
            level = tag.attributes.get("level", "moderate").strip().lower()
            self.manners.prosody("emphasis", end, EMPHASIS.get(level, EMPHASIS["moderate"]))
            if level not in EMPHASIS:
                self.warn(not_followed("emphasis", level[:40]))

    def _mark(self, tag: Tag, start: int, ssml: bool) -> None:
        """One without a name is HTML's, which says nothing."""
        if name := tag.attributes.get("name", "").strip():
            if not tag.closing:
                self.marks.append((start, name[:_LONGEST_NAME]))
        elif ssml and not tag.closing:
            self.warn(not_followed("mark", "without a name"))

    def _voice(self, tag: Tag, start: int, end: int) -> None:
        """Beside this it ends a line, as another speaker's words do."""
        if tag.closing:
            self.manners.end("voice", start)
        elif not tag.empty:
            names, languages, language = elements.voice(tag.attributes)
            if names or languages:
                self.manners.voice(end, names, languages, language)
            else:
                self.manners.begin("voice", end)
                self.warn(not_followed("voice", "without a name"))

    def _tell(self, tag: Tag, ssml: bool) -> None:
        name = tag.name
        if tag.closing:
            return
        if name == "say-as" and _kind(tag) not in elements.SPELLED | elements.BLEEPED | KINDS:
            self.warn(not_followed("say-as", _kind(tag)[:40]))
        elif name in elements.NOT_FOLLOWED:
            self.warn(not_followed(name))
        elif ssml and name != "s" and name not in elements.KNOWN:
            self.warn(not_known(name[:40]))


_LONGEST_NAME: Final = 128
_MOST_WARNINGS: Final = 32


def _kind(tag: Tag) -> str:
    return tag.attributes.get("interpret-as", "").strip().lower()
