"""espeak's voice is chosen when it changes. In a process of its own, since espeak is the whole process's."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
from piper import espeakbridge
from piper.phonemize_espeak import EspeakPhonemizer
from tts_node.engines.piper import espeak_voice

espeak_voice.keep_voice()
espeak = EspeakPhonemizer()
usual = {language: espeak.phonemize(language, "Wagen") for language in ("en-us", "de")}
assert usual["en-us"] != usual["de"]
chosen = []
choose = espeak_voice._choose

def noted(voice):
    chosen.append(voice)
    choose(voice)

espeak_voice._choose = noted
for language in ("de", "en-us", "en-us", "de", "de", "de", "en-us"):
    assert espeak.phonemize(language, "Wagen") == usual[language]
assert chosen == ["en-us", "de", "en-us"], chosen
for _ in range(2):
    try:
        espeakbridge.set_voice("xx-nope")
    except RuntimeError:
        pass
    else:
        raise AssertionError("there is no such voice")
    assert espeak.phonemize("en-us", "Wagen") == usual["en-us"]
del chosen[:]
assert EspeakPhonemizer().phonemize("en-us", "Wagen") == usual["en-us"]
assert chosen == ["en-us"], "espeak has read its data again"
print("held")
"""


def test_a_voice_is_chosen_again_only_after_another_one_or_a_new_beginning() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ended.returncode, ended.stdout) == (0, "held\n"), ended.stderr
