"""Reading aloud on paper: what voices would be given for a text, and how they would say it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from tts_node.errors import EngineUnavailable, NotReady, TextTooLong
from tts_node.speech.casting import foreign, seems_foreign
from tts_node.speech.roles import Cast
from tts_node.speech.speech import Speech
from tts_node.speech.stage import LiveSettings
from tts_node.speech.utterance import Utterance
from tts_node.text.line import Preview, TextLine, read_on_paper
from tts_node.text.read.reader import LANGUAGES


async def preview(speech: Speech, wish: Utterance, settings: LiveSettings) -> Preview:
    """What the text of `wish` becomes; before its voice is loaded without what only the voice can tell.

    Raises `NodeError` for what could not be spoken either.
    """
    if len(wish.text) > settings.text_chars:
        raise TextTooLong(f"{len(wish.text)} characters; at most {settings.text_chars} go into one preview")
    try:
        casting = speech.cast_on_paper(wish)
    except (NotReady, EngineUnavailable):
        casting = None
    if casting is None:
        return await asyncio.to_thread(lambda: read_on_paper(_line(wish, settings), wish.text, wish.language))
    cast = Cast(wish, casting, speech.cast_on_paper)
    found = await asyncio.to_thread(
        lambda: read_on_paper(settings.text_line(wish, casting, cast), wish.text, casting.language)
    )
    told = foreign(casting.voice, casting.language) + seems_foreign(casting, wish.text)
    found = replace(found, warnings=(*told, *found.warnings))
    given = [(text, cast.of(name)) for text, name in zip(found.given, found.voices, strict=True)]
    return found.with_phonemes(await speech.phonemes(given))


def _line(wish: Utterance, settings: LiveSettings) -> TextLine:
    """For nobody knows which voice."""
    return TextLine(
        wish.language,
        text_format=wish.text_format,
        code_blocks=settings.code_blocks,
        emoji=settings.emoji,
        lexicon=settings.lexicon(),
        among=("en", *LANGUAGES),
    )
