"""The step of the line that takes markup out: `Markup`."""

from __future__ import annotations

import re
import string
from typing import Final, Literal

from tts_node.text.emoji.names import sign_of
from tts_node.text.emoji.step import EmojiReading
from tts_node.text.markup import elements
from tts_node.text.markup.acts import TagActs
from tts_node.text.markup.blocks import Opening, opening, strongly_begun
from tts_node.text.markup.entities import read_entity
from tts_node.text.markup.inline import Emphasis, read_bracket, read_citation
from tts_node.text.markup.manner import Manner
from tts_node.text.markup.outline import Outline
from tts_node.text.markup.regions import Region, advance
from tts_node.text.markup.sink import Sink
from tts_node.text.markup.tags import Address, Opened, read_tag
from tts_node.text.markup.warned import TextWarning, code_passed_over, not_followed
from tts_node.text.mathematics.delimiters import Formula, read_formula
from tts_node.text.mathematics.hidden import hide
from tts_node.text.signs import ALERTS, CODE_BLOCK
from tts_node.text.spans import Spans

TextFormat = Literal["auto", "plain", "markdown", "ssml"]
"""`auto` is SSML when the text begins with `<speak`, and otherwise Markdown in which a line's number is
spoken unless it is surely a list's."""
CodeBlocks = Literal["skip", "announce"]
"""What is said of a block of code: nothing, or that there is one."""

_PLAIN: Final = re.compile(r"[^\n*_~`=\[!\\<&|#$]+")
_PLAIN_SSML: Final = re.compile(r"[^<&\n]+")
_PLAIN_CODE: Final = re.compile(r"[^`\n]+")
_ESCAPABLE: Final = frozenset(string.punctuation)
"""As CommonMark has it."""
_ALERT: Final = re.compile(rf"\[!({'|'.join(ALERTS)})\]")
_ALERT_BEGUN: Final = re.compile(r"\[![A-Z]{0,9}")
_HEADING_END: Final = re.compile(r"#+ *(?=\n|\Z)")
_LONGEST_RUN: Final = 64
_SPEAK: Final = "<speak"
_XML: Final = "<?xml"


class Markup:
    """Takes text with markup in pieces and gives what is to be said.

    Pauses and warnings grow as it goes. A tag or sign that is not there as a whole waits for the rest.
    """

    def __init__(
        self,
        text_format: TextFormat = "auto",
        code_blocks: CodeBlocks = "skip",
        asides: frozenset[str] = frozenset(),
        emoji: EmojiReading = "skip",
    ) -> None:
        """`plain` is not for this step. `asides`: elements that the voice itself knows. `emoji`: what is said
        of one written as an entity."""
        self._sink = Sink()
        self._acts = TagActs(self._sink, asides)
        self._sign_of = sign_of if emoji == "name" else None
        self._ssml: bool | None = None if text_format == "auto" else text_format == "ssml"
        self._announces_code = code_blocks == "announce"
        self._buffer = Spans()
        self._done = 0
        """Characters that were taken from the buffer's front since the beginning."""
        self._place = (0, 0)
        """Of the last character that was taken, in the client's text."""
        self._before = "\n"
        """The last two characters that were taken."""
        self._region: Region | None = None
        self._links: list[tuple[int, int, bool]] = []
        """Where the words of each open link end, where what follows begins, whether its address goes on."""
        self._emphasis = Emphasis()
        self._code = 0
        """Backticks that close the code that the text is inside of; 0 outside."""
        self._outline = Outline(self._sink, keeps_numbers=text_format == "auto", on_end=self._forget_open)

    @property
    def warnings(self) -> list[TextWarning]:
        """What could not be followed, each once."""
        return self._acts.warnings

    @property
    def held(self) -> int:
        """Characters that wait for what follows them."""
        return len(self._buffer)

    @property
    def waiting(self) -> bool:
        """Half a tag, link or entity is there: the text has not come to a rest."""
        return self._buffer.text[:1] in ("<", "[", "&", "$", "\\") and bool(self._buffer)

    def take_pause_before(self, start: int) -> float | None:
        """The pauses asked for before the client's `start` that were not taken yet; None: none was."""
        pauses, total = self._acts.pauses, None
        while pauses and pauses[0][0] < start:
            total = (total or 0.0) + pauses.popleft()[1]
        return total

    def take_marks_before(self, end: int | None = None) -> list[tuple[int, str]]:
        """(place, name) of each `mark` before the client's `end` that was not taken yet; None: of all."""
        marks, taken = self._acts.marks, []
        while marks and (end is None or marks[0][0] < end):
            taken.append(marks.popleft())
        return taken

    def manners_of(self, sentence: Spans) -> list[tuple[Spans, Manner]]:
        """A sentence in its stretches with what is asked of each; sentences come in their order."""
        return self._acts.manners.of(sentence)

    def language_at(self, place: int) -> str | None:
        """The language that is asked for at the client's `place`."""
        return self._acts.manners.language_at(place)

    def not_followed(self, element: str, what: str) -> None:
        """The line cannot do what an element asks for."""
        self._acts.warn(not_followed(element, what))

    def feed(self, spans: Spans) -> Spans:
        """Give what is settled of all that was fed."""
        self._buffer = Spans.join((self._buffer, spans)) if self._buffer else spans
        self._scan(final=False)
        return self._sink.take()

    def finish(self) -> Spans:
        """Nothing follows: what is half there is text, or (a tag) nothing."""
        self._scan(final=True)
        region = self._region
        if region is not None and region.alias:
            self._sink.say(region.alias, region.start, self._place[1])
            self._region = None
        self._outline.end_block(*self._place)
        self._links.clear()
        return self._sink.finish()

    # --- one step of progress -----------------------------------------------------------------------
    # Each reader returns where it has come to, and None when it takes more text to tell.

    def _scan(self, *, final: bool) -> None:
        text, at = self._buffer.text, 0
        while at < len(text):
            after = self._step(text, at, final)
            if after is None:
                break
            at = after
        if at:
            self._before = self._letters_before(text, at)
            self._place = self._buffer.source(at - 1, at)
            self._done += at
            self._buffer = self._buffer.slice(at, len(text))

    def _step(self, text: str, at: int, final: bool) -> int | None:
        if self._region is not None:
            return self._inside(self._region, text, at, final)
        if self._links and self._done + at >= self._links[-1][0]:
            _, after, goes_on = self._links.pop()
            if goes_on:
                self._region = Region("target")
            return max(at, after - self._done)
        if self._ssml is None:
            return self._decide(text, at, final)
        if self._ssml:
            return self._read_ssml(text, at, final)
        if self._outline.line_start:
            return self._read_line_start(text, at, final)
        if self._code:
            return self._read_code(text, at, final)
        found = _PLAIN.match(text, at, self._words_end(text))
        if found is not None:
            return self._keep(at, found.end())
        return self._read_sign(text, at, final)

    def _decide(self, text: str, at: int, final: bool) -> int | None:
        """Whether the text is SSML, by how it begins."""
        if text[at] in " \n":
            return at + 1
        head = text[at : at + len(_SPEAK) + 1].lower()
        if not final and (_SPEAK.startswith(head) or _XML.startswith(head)):
            return None
        self._ssml = head.startswith(_XML) or (head.startswith(_SPEAK) and not head[len(_SPEAK) :].isalnum())
        return at

    def _read_ssml(self, text: str, at: int, final: bool) -> int | None:
        found = _PLAIN_SSML.match(text, at)
        if found is not None:
            return self._keep(at, found.end())
        if text[at] == "\n":
            self._sink.space(*self._buffer.source(at, at + 1))
            return at + 1
        return self._read_tag(text, at, final) if text[at] == "<" else self._read_entity(text, at, final)

    def _read_sign(self, text: str, at: int, final: bool) -> int | None:
        match text[at]:
            case "\n":
                return self._end_line(at)
            case "*" | "_" | "~" | "=":
                return self._read_emphasis(text, at, final)
            case "`":
                return self._read_backticks(text, at, final)
            case "<":
                return self._read_tag(text, at, final)
            case "&":
                return self._read_entity(text, at, final)
            case "[" | "!":
                return self._read_bracket(text, at, final)
            case "$" | "\\":
                return self._read_formula(text, at, final)
            case "|":
                return self._read_bar(text, at, final)
            case _:
                return self._read_hash(text, at, final)

    def _keep(self, at: int, end: int) -> int:
        self._sink.text(self._buffer.slice(at, end))
        return end

    def _words_end(self, text: str) -> int:
        """Where the link under way ends, or the text."""
        return self._links[-1][0] - self._done if self._links else len(text)

    def _letter_before(self, text: str, at: int) -> str:
        return text[at - 1] if at else self._before[-1:]

    def _letters_before(self, text: str, at: int) -> str:
        return (self._before + text[max(0, at - 2) : at])[-2:]

    # --- lines and blocks ---------------------------------------------------------------------------

    def _end_line(self, at: int) -> int:
        self._outline.end_line(*self._buffer.source(at, at + 1))
        return at + 1

    def _read_line_start(self, text: str, at: int, final: bool) -> int | None:
        char = text[at]
        if char in " \n":
            read = self._outline.indent if char == " " else self._outline.blank_line
            read(*self._buffer.source(at, at + 1))
            return at + 1
        found = opening(text, at, final=final) if not self._code else Opening("text")
        if found is None:
            return None
        if found.kind == "text":
            self._outline.begin_text(char, *self._buffer.source(at, at + 1))
            return at
        return self._begin_block(found, text, at)

    def _begin_block(self, found: Opening, text: str, at: int) -> int:
        after = at + found.length
        start, end = self._buffer.source(at, after)
        surely = found.kind == "number" and strongly_begun(text, after)
        if self._outline.begin(found.kind, start, end, surely=surely):
            self._keep(at, after)
        if found.kind == "definition":
            self._region = Region("line")
        elif found.kind == "fence":
            self._pass_over_code(start, end)
            self._region = Region("fence", found.fence, start)
        return after

    def _pass_over_code(self, start: int, end: int) -> None:
        if self._announces_code:
            self._sink.say(CODE_BLOCK, start, end)
            self._sink.paragraph(start, end)
        else:
            self._acts.warn(code_passed_over())

    def _forget_open(self) -> None:
        self._emphasis.clear()
        self._code = 0

    # --- regions and tags ---------------------------------------------------------------------------

    def _inside(self, region: Region, text: str, at: int, final: bool) -> int | None:
        after, ended = advance(region, text, at, final=final)
        if region.kind == "cdata" and after > at:
            self._keep(at, after - 3 if ended else after)
        if not ended:
            return after if after > at else None
        self._region = None
        if region.kind == "element":  # its closing tag is there up to the name
            self._region = Region("tag", start=region.start, alias=region.alias)
        elif region.alias:
            self._sink.say(region.alias, region.start, self._buffer.source(after - 1, after)[1])
        return after

    def _read_tag(self, text: str, at: int, final: bool) -> int | None:
        found = read_tag(text, at, strict=bool(self._ssml), final=final)
        if found is None:
            return None
        if isinstance(found, int):
            return self._keep(at, found)
        if isinstance(found, Address):
            self._keep(found.begin, found.end - 1)
        elif isinstance(found, Opened):
            self._region = Region(found.kind)
        else:
            start, end = self._buffer.source(at, found.end)
            if found.name == elements.CODE and not found.closing and not found.empty:
                self._sink.paragraph(start, end)
                self._pass_over_code(start, end)
                self._region = Region("element", found.name, start)
            else:
                in_row = self._outline.block == "row"
                self._region = self._acts.act(found, start, end, ssml=bool(self._ssml), in_row=in_row)
        return found.end

    def _read_entity(self, text: str, at: int, final: bool) -> int | None:
        found = read_entity(text, at, final=final, sign_of=self._sign_of)
        if found is None:
            return None
        said, after = found
        if after == at + 1:
            return self._keep(at, after)
        self._sink.say(said, *self._buffer.source(at, after))
        return after

    # --- inside a line --------------------------------------------------------------------------------

    def _read_emphasis(self, text: str, at: int, final: bool) -> int | None:
        end = _run_end(text, at)
        if end == len(text) and not final and end - at < _LONGEST_RUN:
            return None
        before = self._letter_before(text, at)
        if self._emphasis.takes(text[at], end - at, before, text[end : end + 1]):
            return end
        return self._keep(at, end)

    def _read_backticks(self, text: str, at: int, final: bool) -> int | None:
        end = _run_end(text, at)
        if end == len(text) and not final and end - at < _LONGEST_RUN:
            return None
        self._code = end - at
        return end

    def _read_code(self, text: str, at: int, final: bool) -> int | None:
        found = _PLAIN_CODE.match(text, at, self._words_end(text))
        if found is not None:
            return self._keep(at, found.end())
        if text[at] == "\n":
            return self._end_line(at)
        end = _run_end(text, at)
        if end == len(text) and not final and end - at < _LONGEST_RUN:
            return None
        if end - at != self._code:
            return self._keep(at, end)
        self._code = 0
        return end

    def _read_bracket(self, text: str, at: int, final: bool) -> int | None:
        bracket = at + (text[at] == "!")
        if bracket > at and not text.startswith("[", bracket):
            return None if bracket == len(text) and not final else self._keep(at, bracket)
        if text.startswith("[!", bracket):
            alert = _ALERT.match(text, bracket)
            if alert is not None:
                self._sink.say(ALERTS[alert[1]] + ":", *self._buffer.source(bracket, alert.end()))
                return alert.end()
            if not final and _ALERT_BEGUN.fullmatch(text, bracket):
                return None
        if bracket == at:
            cited = read_citation(text, at, self._letters_before(text, at), final=final)
            if cited != at:
                return cited
        found = read_bracket(text, bracket, final=final)
        if found is None:
            return None
        if isinstance(found, int):
            return self._keep(at, found)
        self._links.append((self._done + found.end, self._done + found.after, found.open))
        return found.begin

    def _read_formula(self, text: str, at: int, final: bool) -> int | None:
        found = read_formula(text, at, self._letter_before(text, at), final=final)
        if isinstance(found, Formula):
            self._sink.say(hide(found.tex), *self._buffer.source(at, found.end))
            return found.end
        if found is not None and text[at] == "\\":
            return self._read_escape(text, at)
        return found if found is None else self._keep(at, found)

    def _read_escape(self, text: str, at: int) -> int:
        escaped = at + 1 < len(text) and text[at + 1] in _ESCAPABLE
        return self._keep(at + 1, at + 2) if escaped else self._keep(at, at + 1)

    def _read_bar(self, text: str, at: int, final: bool) -> int | None:
        """The border of two cells."""
        if at + 1 == len(text) and not final:
            return None
        end = _run_end(text, at)
        if end == len(text) and not final and end - at < _LONGEST_RUN:
            return None
        around = self._letter_before(text, at) + text[end : end + 1]
        blank = not around.strip()
        if self._outline.block == "row" or blank or end - at == 1:
            self._sink.comma(*self._buffer.source(at, end))
        return end

    def _read_hash(self, text: str, at: int, final: bool) -> int | None:
        """A heading may close with the signs that it began with."""
        end = _run_end(text, at)
        if self._outline.block == "heading" and self._letter_before(text, at) == " ":
            found = _HEADING_END.match(text, at)
            if found is not None:
                reaches_end = found.end() == len(text)
                return None if reaches_end and not final and found.end() - at < _LONGEST_RUN else found.end()
            if end == len(text) and not final and end - at < _LONGEST_RUN:
                return None
        return self._keep(at, end)


def _run_end(text: str, at: int) -> int:
    """Where a run of one and the same character ends; a longer one than any sign is cut."""
    end, char, furthest = at + 1, text[at], min(len(text), at + _LONGEST_RUN)
    while end < furthest and text[end] == char:
        end += 1
    return end
