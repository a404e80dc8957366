"""espeak's voice is chosen when it changes."""

from __future__ import annotations

import pytest
from piper import espeakbridge
from piper.phonemize_espeak import EspeakPhonemizer

from tts_node.engines.piper import espeak_voice
from tts_node.engines.piper.espeak_voice import keep_voice


def test_a_voice_is_chosen_again_only_after_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    keep_voice()
    espeak = EspeakPhonemizer()
    usual = {language: espeak.phonemize(language, "Wagen") for language in ("en-us", "de")}
    assert usual["en-us"] != usual["de"]
    chosen: list[str] = []
    choose = espeak_voice._choose

    def noted(voice: str) -> None:
        chosen.append(voice)
        choose(voice)

    monkeypatch.setattr(espeak_voice, "_choose", noted)
    for language in ("de", "en-us", "en-us", "de", "de", "de", "en-us"):
        assert espeak.phonemize(language, "Wagen") == usual[language]
    assert chosen == ["en-us", "de", "en-us"]
    assert EspeakPhonemizer().phonemize("en-us", "Wagen") == usual["en-us"]
    assert chosen == ["en-us", "de", "en-us", "en-us"], "it has read its data again"


def test_a_voice_that_is_not_there_is_told_each_time_and_leaves_the_next_one_right() -> None:
    keep_voice()
    espeak = EspeakPhonemizer()
    usual = espeak.phonemize("en-us", "Wagen")
    for _ in range(2):
        with pytest.raises(RuntimeError):
            espeakbridge.set_voice("xx-nope")
        assert espeak.phonemize("en-us", "Wagen") == usual
