"""espeak's voice is chosen when it changes, and not for every text.

`piper` chooses it before each text, and each time espeak-ng keeps 1.4 KB more: with piper-tts 1.8 that is
most of what a worker would grow by. What espeak makes of a text hardly depends on it (of 12,000 texts in two
languages, in another order, one number of ten digits was read otherwise).
"""

from __future__ import annotations

from piper import espeakbridge

_chosen: str | None = None
_choose = espeakbridge.set_voice
_begin = espeakbridge.initialize


def _choose_once(voice: str) -> None:
    global _chosen
    if voice != _chosen:
        _chosen = None  # a voice that is not there leaves espeak with none
        _choose(voice)
        _chosen = voice


def _begin_anew(data_dir: str) -> None:
    """espeak reads its data again, which the voice that was chosen still points into."""
    global _chosen
    _chosen = None
    _begin(data_dir)


def keep_voice() -> None:
    """From now on, for this process. Twice is fine. Callers hold espeak's lock, as ever."""
    espeakbridge.set_voice = _choose_once
    espeakbridge.initialize = _begin_anew
