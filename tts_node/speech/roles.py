"""The voices of one utterance: its own, and those that its text asks for (SSML `voice`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tts_node.errors import NodeError
from tts_node.speech.casting import at_home, speaks
from tts_node.speech.stage import Casting, takes
from tts_node.speech.utterance import Utterance
from tts_node.text.markup.manner import VoiceWish
from tts_node.text.pronounce.fit import Fit
from tts_node.text.reading import Role
from tts_node.text.split import TextSegment


class Cast:
    """Finds who speaks what: the `Roles` of an utterance's text.

    A voice that is asked for has its own loudness, and its own language unless it knows the utterance's. The
    utterance's way of speaking (`|night`) goes with it, unless it is asked for with another one.
    """

    def __init__(
        self, utterance: Utterance, own: Casting, cast: Callable[[Utterance], Casting | None]
    ) -> None:
        """`cast` as `Stage.cast`."""
        self.own = own
        self._utterance = utterance
        self._cast = cast
        self._others: dict[str, Casting] = {}

    def __call__(self, wish: VoiceWish) -> Role | None:
        for name in wish.names:
            if (casting := self._of_name(name)) is not None:
                return self._role(name, casting)
        for tag in () if wish.names else wish.languages:
            if (casting := self._of_language(tag)) is not None:
                return self._role(f"{casting.voice.name} ({tag})", casting)
        return None

    def of(self, name: str | None) -> Casting:
        """Who speaks segments of this text that have this `voice`."""
        return self.own if name is None else self._others[name]

    def spoken_by_own(self, segment: TextSegment) -> TextSegment:
        """A segment that was read for another voice, for the utterance's own."""
        taken = takes(self.own.voice)
        spoken = Fit(taken)(segment.spoken)
        turns = segment.turns if "turns" in taken.prosody and spoken == segment.spoken else ()
        marks = (replace(mark, offset=max(0, min(mark.offset, len(spoken) - 1))) for mark in segment.marks)
        return replace(segment, spoken=spoken, voice=None, language=None, turns=turns, marks=tuple(marks))

    def _role(self, name: str, casting: Casting) -> Role:
        self._others[name] = casting
        return Role(name, casting.language, casting.voice.languages, takes(casting.voice), casting.max_chars)

    def _of_name(self, name: str) -> Casting | None:
        wanted, mark, _ = name.partition("|")
        asked = replace(self._utterance, voice=name, speaker=None)
        if mark:
            asked = replace(asked, instruct=None)
        elif (style := (self._utterance.voice or "").partition("|"))[1]:
            asked = replace(asked, voice=f"{name}|{style[2]}")
        casting = self._known(asked)
        if casting is None or (wanted and casting.voice.name not in (wanted, wanted.partition(":")[0])):
            return None  # another engine would stand in: rather than that the utterance's own voice goes on
        return at_home(casting)

    def _of_language(self, tag: str) -> Casting | None:
        _, mark, style = (self._utterance.voice or "").partition("|")
        voice = f"|{style}" if mark else None
        casting = self._known(replace(self._utterance, voice=voice, speaker=None, language=tag))
        return casting if casting is not None and speaks(casting.voice, tag) else None

    def _known(self, asked: Utterance) -> Casting | None:
        try:
            return self._cast(asked)
        except NodeError:
            return None
