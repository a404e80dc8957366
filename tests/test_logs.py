"""A log line is one line, whatever it quotes."""

from __future__ import annotations

import io
import json
import logging
import sys
from collections.abc import Callable

import pytest

from tts_node.logs import JsonLines, People

HOSTILE = "/x\n2026-01-01 00:00:00.000 ERROR forged: line\x1b[31m\r\x9b2J\u2028\u202e\ud800\x7f\tend"


def shown(formatter: logging.Formatter, message: str, error: BaseException | None = None) -> str:
    info = (type(error), error, error.__traceback__) if error is not None else None
    record = logging.LogRecord(
        "tts_node.server.gate", logging.INFO, __file__, 1, "refused %s", (message,), info
    )
    return formatter.format(record)


@pytest.mark.parametrize("make", [People, JsonLines])
def test_what_a_message_quotes_neither_breaks_the_line_nor_commands_the_terminal(
    make: Callable[[], logging.Formatter],
) -> None:
    line = shown(make(), HOSTILE)
    assert line.isprintable()
    assert line.splitlines() == [line]
    io.TextIOWrapper(io.BytesIO(), encoding="utf-8").write(line)  # no lone surrogate is left


def test_it_can_still_be_read_what_it_was() -> None:
    assert shown(People(), HOSTILE).endswith(
        r"refused /x\n2026-01-01 00:00:00.000 ERROR forged: line\x1b[31m\r\x9b2J\u2028\u202e\ud800\x7f\tend"
    )
    assert json.loads(shown(JsonLines(), HOSTILE))["message"] == f"refused {HOSTILE}"
    plain = "Wäscher „fertig“ 日本語 🙂"
    assert shown(People(), plain).endswith(plain) and plain in shown(JsonLines(), plain)


@pytest.mark.parametrize("make", [People, JsonLines])
def test_an_exceptions_words_do_not_pass_for_an_entry(make: Callable[[], logging.Formatter]) -> None:
    try:
        raise ValueError(HOSTILE)
    except ValueError:
        lines = shown(make(), "x", sys.exception()).split("\n")
    assert all(line.isprintable() for line in lines)
    assert all(line.startswith("  ") for line in lines[1:])
    assert not any(line.lstrip(" ") == line and "forged" in line for line in lines[1:])
    assert (len(lines) > 2) == (make is People)
