"""Runs of another writing inside a sentence: each is read by the rules of its own language.

    It says 今天25℃ and feels like 22 °C.        the Chinese run: 今天二十五摄氏度
    他说 I have 3 apples and 2 oranges，共5个。   the English run: I have three apples and two oranges

In a sentence of another language a run is Chinese characters with the numbers and units glued to them or
between them. In Chinese, names and short terms of Latin letters belong to the sentence (`iPhone 15 Pro`, `CPU
占用 85%`), and their numbers are Chinese; a run is a stretch of words with some that hold a sentence together
(is, the, und). A run of Japanese or Korean has no rules and stays as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tts_node.text.language import latin_language
from tts_node.text.read.arrows import arrows
from tts_node.text.read.cited import without_sources
from tts_node.text.read.paths import paths
from tts_node.text.read.reader import Reader
from tts_node.text.read.vanished import close_up
from tts_node.text.spans import Spans

_HAN = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff"
_KANA = "\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"
_HANGUL = "\u1100-\u11ff\uac00-\ud7a3"
_POINTS = "、。，！？；：“”‘’（）《》「」【】"
_EAST = f"{_HAN}{_KANA}{_HANGUL}"
_GLUED = r"0-9.:/%‰℃℉°~～+\-−–"
_UNIT = r"(?<=[0-9])[A-Za-zµμΩ²³/°]{1,6}(?![A-Za-z])"
_EASTERN_RUN = re.compile(
    rf"(?:(?<![A-Za-z0-9])[0-9]{{1,4}}(?:[{_GLUED}]{{0,12}}))?[{_EAST}]"
    rf"(?:[{_EAST}{_POINTS}{_GLUED}]|{_UNIT}| (?=[{_GLUED}]{{0,12}}(?:{_UNIT})? ?[{_EAST}]))*"
)
_LATIN_RUN = re.compile(rf"[^{_EAST}{_POINTS}]+")
_ANY_EAST = re.compile(f"[{_EAST}]")
_ANY_KANA = re.compile(f"[{_KANA}]")
_ANY_HANGUL = re.compile(f"[{_HANGUL}]")
_LATIN_WORDS = re.compile(r"[A-Za-z\u00c0-\u024f]+(?:['’][A-Za-z]+)?")
_ADDRESS_SIGN = re.compile(r"\w[.@/]\w|://")
_FEWEST_WORDS = 3
"""Fewer Latin words are a name or a term."""
_EASTERN = frozenset({"zh", "ja", "ko", "yue"})


def in_runs(language: str | None, reader_of: Callable[[str | None], Reader]) -> Reader:
    """The reading of sentences in `language`, with their arrows, whose runs are read by `reader_of` their
    own."""
    own, say_arrows = reader_of(language), arrows(language)
    find = _latin_runs if _is_eastern(language) else _eastern_runs

    def read(spans: Spans) -> Spans:
        spans = say_arrows(paths(close_up(without_sources(spans))))
        runs = find(spans.text) if language else []
        if not runs:
            return own(spans)
        parts, at = [], 0
        for begin, end, tongue in runs:
            parts.append(own(spans.slice(at, begin)))
            parts.append(reader_of(tongue)(spans.slice(begin, end)))
            at = end
        parts.append(own(spans.slice(at, len(spans))))
        return Spans.join(parts)

    return read


def tongues(text: str, language: str | None) -> list[tuple[int, int, str]]:
    """Stretches of a sentence in `language` whose words are perhaps of another one: begin, end and which.

    The runs that are read apart, and in Chinese, Japanese and Korean all that is in Latin letters: English,
    where nothing says more.
    """
    if not language:
        return []
    if not _is_eastern(language):
        return _eastern_runs(text)
    runs = [(run, _LATIN_WORDS.findall(run.group())) for run in _LATIN_RUN.finditer(text)]
    return [(*run.span(), _latin(words) or "en") for run, words in runs if words]


def _eastern_runs(text: str) -> list[tuple[int, int, str]]:
    if text.isascii() or _ANY_EAST.search(text) is None:
        return []
    return [(run.start(), _trimmed(text, run), _eastern(run.group())) for run in _EASTERN_RUN.finditer(text)]


def _trimmed(text: str, run: re.Match[str]) -> int:
    """Signs of the sentence around it are not the run's."""
    return run.start() + len(run.group().rstrip(".:/~～+-−–")) if run.end() < len(text) else run.end()


def _eastern(run: str) -> str:
    if _ANY_KANA.search(run):
        return "ja"
    return "ko" if _ANY_HANGUL.search(run) else "zh"


def _latin_runs(text: str) -> list[tuple[int, int, str]]:
    found = []
    for run in _LATIN_RUN.finditer(text):
        tokens = (token for token in run.group().split() if not _ADDRESS_SIGN.search(token))
        language = _latin([word for token in tokens for word in _LATIN_WORDS.findall(token)])
        if language is not None:
            begin = run.start() + len(run.group()) - len(run.group().lstrip())
            found.append((begin, run.start() + len(run.group().rstrip()), language))
    return found


def _latin(words: list[str]) -> str | None:
    return latin_language(words) if len(words) >= _FEWEST_WORDS else None


def _is_eastern(language: str | None) -> bool:
    return (language or "").replace("_", "-").partition("-")[0].lower() in _EASTERN
