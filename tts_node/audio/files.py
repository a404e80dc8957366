"""Writing sound to a file of any container, exact and complete or not there at all."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tts_node.audio import wav
from tts_node.audio.convert import Converter
from tts_node.audio.encode import file_encoder, output_pcm, resolve
from tts_node.audio.format import CONTAINERS, OutputFormat, PcmFormat
from tts_node.errors import UnsupportedFormat

_OTHER_SUFFIXES = {".opus": "ogg", ".oga": "ogg", ".raw": "pcm", ".wave": "wav"}
SUFFIXES = (*(f".{name}" for name in CONTAINERS), *_OTHER_SUFFIXES)
"""What a file's name may end in."""


def container_of(path: Path) -> str:
    """The container that a file's name means. Raises `UnsupportedFormat` with the names there are."""
    suffix = path.suffix.lower()
    container = _OTHER_SUFFIXES.get(suffix, suffix.removeprefix("."))
    if container not in CONTAINERS:
        known = ", ".join(SUFFIXES)
        raise UnsupportedFormat(f"{path.name}: which format? The name must end in one of {known}")
    return container


def container_called(name: str) -> str:
    """The container that people mean by a name, which may be none of `CONTAINERS`: `opus` is in `ogg`."""
    name = name.lower()
    return _OTHER_SUFFIXES.get(f".{name}", name)


def save(path: Path, fmt: OutputFormat, source: PcmFormat, pieces: Iterable[bytes]) -> None:
    """Write `source` PCM to `path` as `fmt`, with every size and length in the headers exact.

    Until it is complete it is called `NAME.part`, and what was at `path` stays; on any error nothing is left.
    Blocking. Raises `UnsupportedFormat` or `OSError`.
    """
    fmt = resolve(fmt, source)
    if fmt.container == "wav":
        _save_wav(path, output_pcm(fmt), source, pieces)
        return
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            encoder = file_encoder(fmt, source, file)
            for piece in pieces:
                file.write(encoder.feed(piece))
            file.write(encoder.finish())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _save_wav(path: Path, target: PcmFormat, source: PcmFormat, pieces: Iterable[bytes]) -> None:
    converter = Converter(source, target)
    with wav.WavFile(path, target) as file:
        for piece in pieces:
            file.write(converter.feed(piece))
        file.write(converter.finish())
