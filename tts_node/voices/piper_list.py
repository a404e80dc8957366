"""Piper's public list of voices: reading it, finding a voice, getting its files."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tts_node.errors import UnknownVoice
from tts_node.voices.download import FetchFailed, Patience, RemoteFile, fetch, read_url

BASE_URL: Final = "https://huggingface.co/rhasspy/piper-voices/resolve/main"
_LIST_BYTES: Final = 16 * 1024 * 1024
_NAME: Final = re.compile(r"[\w][\w.+-]{0,99}")


@dataclass(frozen=True, slots=True)
class ListedFile:
    """`path` is relative to the list's address; only its last part is ever used on this machine."""

    path: str
    size_bytes: int
    md5: str


@dataclass(frozen=True, slots=True)
class ListedVoice:
    """A voice that can be got."""

    name: str
    """`de_DE-thorsten-medium`."""
    language: str
    """For people: `German (Germany)`."""
    code: str
    """`de_DE`."""
    quality: str
    speakers: int
    aliases: tuple[str, ...]
    model: ListedFile
    config: ListedFile
    card: ListedFile | None
    """Where the licence is told."""

    @property
    def size_bytes(self) -> int:
        return self.model.size_bytes + self.config.size_bytes


@dataclass(frozen=True, slots=True)
class Fetched:
    """Where the voice lies now."""

    model: Path
    card: Path | None
    new: bool
    """False when everything was there already."""


def read_list(base_url: str = BASE_URL) -> list[ListedVoice]:
    """The list as it is now, by name. Raises `FetchFailed`. Entries that make no sense are left out."""
    url = f"{base_url.rstrip('/')}/voices.json"
    try:
        entries = json.loads(read_url(url, most_bytes=_LIST_BYTES))
    except ValueError:
        raise FetchFailed(f"{url}: this is no list of voices (not JSON)") from None
    if not isinstance(entries, dict):
        raise FetchFailed(f"{url}: this is no list of voices")
    voices = [_read_voice(name, entry) for name, entry in sorted(entries.items())]
    return [voice for voice in voices if voice is not None]


def find(voices: Iterable[ListedVoice], name: str) -> ListedVoice:
    """By name or alias, capitals ignored. Raises `UnknownVoice` with the nearest names."""
    known: dict[str, ListedVoice] = {}
    for voice in voices:
        for word in (voice.name, *voice.aliases):
            known.setdefault(word.lower(), voice)
    if found := known.get(name.lower()):
        return found
    raise UnknownVoice(f"there is no voice {name} in the list{_nearest(name, known)}")


def fetch_voice(
    voice: ListedVoice,
    folder: Path,
    progress: Callable[[int], None],
    *,
    base_url: str = BASE_URL,
    patience: Patience | None = None,
) -> Fetched:
    """Get the files into `folder`. `progress` is told how many of `voice.size_bytes` are there.

    The model comes last, so that a model that is there has its settings beside it. Raises `FetchFailed`.
    """
    model = folder / f"{voice.name}.onnx"
    config = folder / f"{voice.name}.onnx.json"

    def get(file: ListedFile, target: Path, before: int) -> bool:
        remote = RemoteFile(f"{base_url.rstrip('/')}/{file.path}", file.size_bytes, file.md5)
        return fetch(remote, target, lambda done: progress(before + done), patience)

    card: Path | None = None
    if voice.card is not None:
        card = folder / f"{voice.name}.MODEL_CARD"
        try:
            get(voice.card, card, -voice.card.size_bytes)
        except FetchFailed:
            card = None
    new = get(voice.config, config, 0)
    new = get(voice.model, model, voice.config.size_bytes) or new
    return Fetched(model, card, new)


# --- private -----------------------------------------------------------------------------------------


def _nearest(name: str, known: Mapping[str, ListedVoice]) -> str:
    word = name.lower()
    names: list[str] = []
    for close in difflib.get_close_matches(word, known, n=5, cutoff=0.5):
        names.append(known[close].name)
    # `thorsten` alone is what people remember.
    names += [voice.name for key, voice in known.items() if word in key]
    unique: Sequence[str] = list(dict.fromkeys(names))[:5]
    return f"; nearest are {', '.join(unique)}" if unique else "; `tts-node voices fetch --list` shows it"


def _read_voice(name: object, entry: object) -> ListedVoice | None:
    if not isinstance(name, str) or not _NAME.fullmatch(name) or not isinstance(entry, dict):
        return None
    files = entry.get("files")
    if not isinstance(files, dict):
        return None
    read = [file for file in (_read_file(path, about) for path, about in files.items()) if file is not None]
    model = next((file for file in read if file.path.endswith(".onnx")), None)
    config = next((file for file in read if file.path.endswith(".onnx.json")), None)
    if model is None or config is None:
        return None
    language = entry.get("language")
    about = language if isinstance(language, dict) else {}
    country = about.get("country_english")
    aliases = entry.get("aliases")
    speakers = entry.get("num_speakers")
    return ListedVoice(
        name=name,
        language=f"{about.get('name_english', '?')}{f' ({country})' if country else ''}",
        code=str(about.get("code", "")),
        quality=str(entry.get("quality", "")),
        speakers=speakers if isinstance(speakers, int) else 1,
        aliases=tuple(a for a in aliases if isinstance(a, str)) if isinstance(aliases, list) else (),
        model=model,
        config=config,
        card=next((file for file in read if file.path.rsplit("/", 1)[-1] == "MODEL_CARD"), None),
    )


def _read_file(path: object, about: object) -> ListedFile | None:
    if not isinstance(path, str) or not isinstance(about, dict):
        return None
    size, md5 = about.get("size_bytes"), about.get("md5_digest")
    # Nothing but plain relative paths: they are joined to the list's address.
    if not re.fullmatch(r"[\w.+-]+(/[\w.+-]+)*", path) or ".." in path.split("/"):
        return None
    if (
        not isinstance(size, int)
        or size < 0
        or not isinstance(md5, str)
        or not re.fullmatch("[0-9a-f]{32}", md5)
    ):
        return None
    return ListedFile(path, size, md5)
