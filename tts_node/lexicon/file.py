"""Reads a lexicon's file: strict as the configuration, every mistake told with its line."""

from __future__ import annotations

import difflib
import os
import stat
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Final

from tts_node.config_yaml import Data, Document, Location, Problem, dotted, read, surprise
from tts_node.errors import BadLexicon
from tts_node.lexicon.checks import ANY, checked, checked_language
from tts_node.text.lexicon import Entry, Lexicon
from tts_node.text.lexicon.entries import MAX_ENTRIES, Kind

MAX_BYTES: Final = 4 * 1024 * 1024
_MAX_NODES: Final = 20 * MAX_ENTRIES
SECTIONS: Final[Mapping[str, Kind]] = {"words": "word", "units": "unit", "abbreviations": "abbreviation"}
_TOLD_AT_MOST: Final = 50


class InvalidLexicon(BadLexicon):
    """A lexicon that cannot be used. `problems` are all of them, in the order of the file."""

    def __init__(self, source: Path | str, problems: tuple[Problem, ...]) -> None:
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        shown = [f"  {problem}" for problem in problems[:_TOLD_AT_MOST]]
        super().__init__("\n".join([f"{source}: {count}", *shown]))
        self.problems = problems


def load(path: Path) -> Lexicon:
    """The lexicon in a file; one that is not there is empty. Raises `InvalidLexicon`, `PermissionError`."""
    try:
        text = read_text(path)
    except FileNotFoundError:
        return Lexicon()
    return parse(text, path)


def read_text(path: Path) -> str:
    """The file's text without a byte order mark. Raises `FileNotFoundError`, `PermissionError`, and
    `InvalidLexicon` for all other trouble. Never waits for a FIFO."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as file:
            found = os.fstat(descriptor)
            if not stat.S_ISREG(found.st_mode):
                raise InvalidLexicon(path, (Problem("", "this is no file"),))
            data = file.read(MAX_BYTES + 1)
    except (FileNotFoundError, PermissionError):
        raise
    except OSError as error:
        raise InvalidLexicon(path, (Problem("", error.strerror or str(error)),)) from None
    if len(data) > MAX_BYTES:
        raise InvalidLexicon(path, (Problem("", f"larger than {MAX_BYTES // 1024 // 1024} MiB"),))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise InvalidLexicon(path, (Problem("", "not UTF-8 text", line),)) from None


def parse(text: str, source: Path | str = "lexicon") -> Lexicon:
    """The lexicon in a YAML text. Raises `InvalidLexicon` with every problem at once."""
    document = read(text, max_bytes=MAX_BYTES, max_nodes=_MAX_NODES)
    reader = _Reader(document)
    entries = reader.entries() if document.data else []
    problems = document.problems + reader.problems
    if len(entries) > MAX_ENTRIES:
        problems.append(Problem("", f"{len(entries)} entries; at most {MAX_ENTRIES} are taken"))
    if problems:
        raise InvalidLexicon(source, tuple(sorted(problems, key=lambda problem: problem.line or 0)))
    return Lexicon(entries)


# --- inside -------------------------------------------------------------------------------------------------


class _Reader:
    """From the document's data to entries, in the order of the file."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self.problems: list[Problem] = []
        self._seen: dict[tuple[str, str, str], int | None] = {}
        self._broken = {problem.path for problem in document.problems}

    def entries(self) -> list[Entry]:
        found: list[Entry] = []
        for section, languages in self._document.data.items():
            kind = SECTIONS.get(section)
            if kind is None:
                self._problem((section,), _unknown_section(section))
                continue
            for tag, words in self._mapping((section,), languages, "languages").items():
                language = checked_language(tag, partial(self._misplaced, (section, tag)))
                if language is None:
                    continue
                for written, value in self._mapping((section, tag), words, "words").items():
                    entry = self._entry(kind, (section, tag, written), language[0], value)
                    if entry is not None:
                        found.append(entry)
        return found

    def _entry(self, kind: Kind, at: Location, language: str | None, value: Data) -> Entry | None:
        if isinstance(value, str):
            values: Mapping[str, object] = {"say": value}
        elif isinstance(value, dict):
            values = value
        else:
            self._wrong_value(at)
            return None
        entry = checked(kind, str(at[-1]), language, values, partial(self._entry_problem, at))
        if entry is None:
            return None
        written = entry.written if entry.case == "exact" else entry.written.casefold()
        key = (kind, (language or "").lower(), written)
        if key in self._seen:
            self._problem(at, f"this word is already there in line {self._seen[key]}")
            return None
        self._seen[key] = self._line(at)
        return entry

    def _mapping(self, at: Location, value: Data, of: str) -> dict[str, Data]:
        """Its lines; none where the section is empty or something else, which is told."""
        if value is None:
            return {}
        if isinstance(value, dict):
            return value
        if of == "words" or not isinstance(value, str | list | dict):
            self._misplaced(at, "", f"expected a mapping of {of} (lines of `key: value`)")
        else:
            self._problem(at, f"expected a mapping of {of} (lines of `key: value`)")
        return {}

    def _misplaced(self, at: Location, _: str, said: str) -> None:
        section, word = at[0], at[-1]
        self._problem(at, f"{said}; words stand below their language: `{section}: {{{ANY}: {{{word}: …}}}}`")

    def _entry_problem(self, at: Location, key: str, said: str) -> None:
        place = self._document.places.get((*at, key)) if key else None
        if place is not None and said.startswith("expected text"):
            hint = surprise(place, text_due=True)
            said = f"expected text, got `{place.raw}`" if place.raw else said
            said += f" ({hint})" if hint else ""
        self._problem((*at, key) if key else at, said)

    def _wrong_value(self, at: Location) -> None:
        place = self._document.places.get(at)
        raw = place.raw if place is not None else None
        got = "a list" if raw is None else f"`{raw}`" if raw else "nothing"
        hint = surprise(place, text_due=True) if place is not None else None
        said = f"expected how it is said: text, or {{say: …}} or {{ipa: …}}, got {got}"
        self._problem(at, said + (f" ({hint})" if hint else ""))

    def _problem(self, at: Location, message: str) -> None:
        path = dotted(at)
        if path not in self._broken:
            self.problems.append(Problem(path, message, self._line(at)))

    def _line(self, at: Location) -> int | None:
        while at and at not in self._document.places:
            at = at[:-1]
        place = self._document.places.get(at)
        return place.line if place is not None else None


def _unknown_section(section: str) -> str:
    close = difflib.get_close_matches(section.lower(), list(SECTIONS), n=1)
    hint = f"did you mean `{close[0]}`?" if close else f"known here are {', '.join(SECTIONS)}"
    return f"unknown key; {hint}"
