"""`docs/protocol.md` against the code: every name is there, every example can be read, codes are right."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path

import pytest

from tts_node import errors, protocol
from tts_node.audio.format import CONTAINERS, OutputFormat
from tts_node.config import LimitsConfig
from tts_node.errors import BadRequest, NodeError
from tts_node.protocol.admin_messages import ADMIN_ANSWERS
from tts_node.protocol.client_messages import CLIENT_MESSAGES
from tts_node.protocol.server_messages import ACCEPTED_TYPES, SERVER_MESSAGES
from tts_node.server.ports import VoiceListing

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^(->|<-) (\{.*)$", TEXT, flags=re.MULTILINE)
JSON_BLOCKS = re.findall(r"^```json\n(.*?)^```", TEXT, flags=re.MULTILINE | re.DOTALL)
ALL_MESSAGES = (*CLIENT_MESSAGES, *SERVER_MESSAGES, protocol.Accepted)


def section(title: str) -> str:
    """A section's own text, up to the next heading of the same or a higher level."""
    match = re.search(rf"^(#+) {re.escape(title)}\n(.*?)(?=^#{{1,3}} |\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert match is not None, f"there is no section {title!r}"
    return match[2]


def rows(title: str) -> dict[str, list[str]]:
    """The table of a section, by the name in the first column (without backticks)."""
    lines = [line for line in section(title).splitlines() if line.startswith("| `")]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    return {row[0].strip("`"): row[1:] for row in cells}


def names_of(message: type) -> list[str]:
    return [field.name for field in dataclasses.fields(message)]


@pytest.mark.parametrize("message", ALL_MESSAGES, ids=lambda message: message.__name__)
def test_every_message_and_field_is_named(message: type) -> None:
    names = names_of(message)
    if message is not protocol.Accepted:
        names.append(message.type)
    assert [name for name in names if f"`{name}`" not in TEXT] == []


SECTIONS: dict[type, str] = {
    protocol.Speak: "speak",
    protocol.Append: "append, flush, end",
    protocol.Flush: "append, flush, end",
    protocol.End: "append, flush, end",
    protocol.Cancel: "cancel",
    protocol.Played: "played",
    protocol.Session: "session",
    protocol.Voices: "voices, status, ping, preview, prepare",
    protocol.Status: "voices, status, ping, preview, prepare",
    protocol.Ping: "voices, status, ping, preview, prepare",
    protocol.Preview: "voices, status, ping, preview, prepare",
    protocol.Prepare: "voices, status, ping, preview, prepare",
    **dict.fromkeys(protocol.ADMIN_MESSAGES, "Administration"),
    protocol.Hello: "hello",
    protocol.Queued: "queued",
    protocol.Start: "start",
    protocol.Audio: "Binary frames and audio",
    protocol.Interrupted: "interrupted",
    protocol.Mark: "mark",
    protocol.Flushed: "flushed",
    protocol.Warning: "warning",
    protocol.Done: "done",
    protocol.Error: "error",
    protocol.Accepted: "Answers",
    protocol.Cancelled: "Answers",
    protocol.VoicesAnswer: "Answers",
    protocol.StatusAnswer: "Answers",
    protocol.PreviewAnswer: "Answers",
    protocol.PrepareAnswer: "Answers",
    **dict.fromkeys(ADMIN_ANSWERS, "Answers"),
}


@pytest.mark.parametrize("message", ALL_MESSAGES, ids=lambda message: message.__name__)
def test_every_message_has_its_fields_where_it_is_told(message: type) -> None:
    told = section(SECTIONS[message])
    ignored = {"type"} if message is protocol.Accepted else set()
    assert [name for name in names_of(message) if f"`{name}`" not in told and name not in ignored] == []


@pytest.mark.parametrize("message", CLIENT_MESSAGES, ids=lambda message: message.__name__)
def test_fields_that_may_be_left_out_are_marked(message: type) -> None:
    told = section(SECTIONS[message])
    for field in dataclasses.fields(message):
        is_needed = field.default is dataclasses.MISSING
        if is_needed:
            assert re.search(rf"`{field.name}`(?!\?)", told), f"{message.__name__}.{field.name} is needed"
        else:
            assert f"`{field.name}`?" in told, f"{message.__name__}.{field.name} may be left out"


def test_the_answers_by_ref_are_named() -> None:
    line = next(line for line in section("Answers").splitlines() if "the same, when it had a `ref`" in line)
    assert set(re.findall(r"`(\w+)`", line.split("|")[1])) == ACCEPTED_TYPES


def test_every_format_field_container_priority_and_pace_is_named() -> None:
    table = rows("Formats")
    assert {field.name for field in dataclasses.fields(OutputFormat)} <= table.keys()
    assert set(CONTAINERS) <= table.keys()
    words = (*protocol.PRIORITIES, *protocol.PACES, *protocol.FRAMINGS)
    assert [word for word in words if f"`{word}`" not in TEXT] == []


def test_every_schema_has_a_row_and_the_examples_are_of_the_latest() -> None:
    numbers = re.findall(r"^\| (\d+) \| ", section("Compatibility"), flags=re.MULTILINE)
    assert numbers == [str(number) for number in range(1, protocol.SCHEMA + 1)]
    hello = next(json.loads(text) for _, text in EXAMPLES if '"type":"hello"' in text)
    assert (hello["schema"], hello["min_schema"]) == (protocol.SCHEMA, protocol.MIN_SCHEMA)


# --- examples ----------------------------------------------------------------------------------------------


def test_there_are_examples_of_both_directions() -> None:
    directions = [direction for direction, _ in EXAMPLES]
    assert directions.count("->") >= 8 and directions.count("<-") >= 15 and JSON_BLOCKS


@pytest.mark.parametrize(("direction", "text"), EXAMPLES, ids=range(len(EXAMPLES)))
def test_every_example_is_a_message(direction: str, text: str) -> None:
    if direction == "->":
        protocol.parse_client(text)
        return
    message = protocol.parse_server(text)
    assert not isinstance(message, protocol.Unknown)
    given = json.loads(text)
    assert set(given) <= {"type", *names_of(type(message))}, "fields that no such message has"
    if not isinstance(message, protocol.Hello):
        assert json.loads(protocol.encode(message)) == given, "as the node writes it, with all its fields"


def test_every_example_of_an_error_has_a_real_code_and_its_retryable() -> None:
    by_code = {error.code: error for error in wire_errors()}
    given = [json.loads(text) for direction, text in EXAMPLES if '"type":"error"' in text]
    assert given
    for example in given:
        assert by_code[example["code"]].retryable == example["retryable"]


def test_the_listing_of_voices_has_every_field() -> None:
    listing = json.loads(JSON_BLOCKS[0])["voices"][0]
    assert set(listing) == {field.name for field in dataclasses.fields(VoiceListing)}


# --- codes and figures --------------------------------------------------------------------------------


def wire_errors() -> list[type[NodeError]]:
    return [v for v in vars(errors).values() if isinstance(v, type) and issubclass(v, NodeError)]


@pytest.mark.parametrize("error", wire_errors(), ids=lambda error: error.code)
def test_every_error_has_a_row_that_says_whether_it_is_retryable(error: type[NodeError]) -> None:
    retryable, meaning, what_to_do = rows("Errors")[error.code]
    assert retryable == ("yes" if error.retryable else "no")
    assert meaning.endswith(".") and what_to_do.endswith(".")
    if issubclass(error, BadRequest):
        assert "Refused" in meaning or "HTTP" in meaning


def test_no_row_names_an_error_or_warning_that_is_not_there() -> None:
    known = {error.code for error in wire_errors()}
    assert rows("Errors").keys() == known
    assert rows("Warnings").keys() == warning_codes()


def warning_codes() -> set[str]:
    """What the code gives as `code` of a warning: `Warned("…")`, `TextWarning("…")`, or
    `protocol.Warning(… code=Class.code`.
    """
    codes: set[str] = set()
    for path in (ROOT / "tts_node").rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        codes.update(re.findall(r"\b(?:Warned|TextWarning)\(\s*\"(\w+)\"", source))
        for name in re.findall(r"protocol\.Warning\([^)]*?code=([A-Z]\w+)\.code", source):
            codes.add(getattr(errors, name).code)
    assert codes, "the search finds nothing any more"
    return codes


def test_the_limits_are_the_real_defaults() -> None:
    limits = LimitsConfig()
    table = {re.match(r"\w+", name)[0]: cells for name, cells in rows("Limits").items()}  # type: ignore[index]
    for name in ("message_bytes", "text_chars", "utterances_per_client"):
        assert table[name][0] == str(getattr(limits, name))
    for name in ("slow_reader_s", "append_timeout_s"):
        assert table[name][0] == f"{getattr(limits, name):g}"


def test_links_to_sections_of_the_page_lead_somewhere() -> None:
    headings = re.findall(r"^#+ (.*)$", TEXT, flags=re.MULTILINE)
    anchors = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    assert [link for link in re.findall(r"\]\(#([^)]*)\)", TEXT) if link not in anchors] == []
