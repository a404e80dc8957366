"""Support: hear which words the tone engine spoke, in sound of any format."""

from __future__ import annotations

import io

import av
import numpy as np
import numpy.typing as npt

from tts_node.engines.tone import GAP_MS, word_frequencies

MS_PER_CHAR = 60.0
Samples = npt.NDArray[np.float64]


def decode(sound: bytes, container: str) -> tuple[Samples, int]:
    """Mono samples and their rate. `pcm` is OpenAI's: 24 kHz."""
    if container == "pcm":
        return np.frombuffer(sound, "<i2").astype(np.float64), 24_000
    with av.open(io.BytesIO(sound), format="aac" if container == "aac" else None) as file:
        rate = file.streams.audio[0].rate
        resampler = av.AudioResampler("s16", "mono", rate)
        frames = [out for frame in file.decode(audio=0) for out in resampler.resample(frame)]
        samples = np.concatenate([frame.to_ndarray().reshape(-1) for frame in frames]).astype(np.float64)
    # ADTS has no place for the encoder's delay of one frame.
    return samples[1024 if container == "aac" else 0 :], rate


def misheard(samples: Samples, rate: int, text: str) -> list[str]:
    """The words of `text` (without stops) that are not at their place, told by their two tones."""
    wrong = []
    at_ms = 0.0
    for word in text.split():
        length_ms = len(word) * MS_PER_CHAR
        for half, frequency in enumerate(word_frequencies(word)):
            start = int((at_ms + length_ms * (half / 2 + 0.1)) * rate / 1000)
            piece = samples[start : start + int(length_ms * 0.3 * rate / 1000)]
            if len(piece) < 64 or abs(_loudest(piece, rate) / frequency - 1) > 0.06:
                wrong.append(word)
        at_ms += length_ms + GAP_MS
    return wrong


def _loudest(piece: Samples, rate: int) -> float:
    """The strongest frequency, Hz."""
    size = 1 << 16
    spectrum = np.abs(np.fft.rfft(piece * np.hanning(len(piece)), size))
    return float(np.argmax(spectrum)) * rate / size
