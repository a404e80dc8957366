"""The README, and what holds for all pages: commands run, tables are true, links lead somewhere."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.docs.running import ROOT, run, seconds
from tests.served import ServedNode
from tts_node import protocol
from tts_node.cli import COMMANDS
from tts_node.config import load
from tts_node.engines.base import EngineVoice
from tts_node.style import resolve
from tts_node.workers.endings import ending

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", *(ROOT / name / "README.md" for name in ("benchmarks", "examples"))]
PAGES += sorted((ROOT / "docs").glob("*.md"))
PIPER_SUPPORTS = ("speed", "pitch", "expressiveness", "whisper")


def blocks(text: str, kind: str) -> list[str]:
    """Fenced blocks whose opening line says exactly that."""
    fenced = re.findall(r"^```(.*)\n((?:(?!```).*\n)*)```$", text, flags=re.MULTILINE)
    return [code for said, code in fenced if said == kind]


def table(text: str, first: str) -> list[list[str]]:
    """The rows of the table whose head begins with `first`."""
    match = re.search(rf"^\| {re.escape(first)} \|.*\n\|[ -|]*\n((?:\|.*\n)+)", text, flags=re.MULTILINE)
    assert match is not None
    return [[cell.strip() for cell in line[1:-1].split("|")] for line in match[1].splitlines()]


def runnable(kind: str) -> list[tuple[Path, str]]:
    return [(page, code) for page in PAGES for code in blocks(page.read_text("utf-8"), f"{kind} run")]


def with_its_port(code: str, node: ServedNode) -> str:
    return code.replace("8750", str(node.port))


@pytest.mark.slow
@pytest.mark.parametrize(("page", "code"), runnable("bash"))
def test_shell_blocks_run(page: Path, code: str, speaking_node: ServedNode, tmp_path: Path) -> None:
    run(["bash", "-euo", "pipefail", "-c", with_its_port(code, speaking_node)], tmp_path, speaking_node)
    for name in re.findall(r"-o (\S+\.\w+)", code):
        assert seconds(tmp_path / name) > 0.3


@pytest.mark.slow
@pytest.mark.parametrize(("page", "code"), runnable("python"))
def test_python_blocks_run(page: Path, code: str, speaking_node: ServedNode, tmp_path: Path) -> None:
    done = run([sys.executable, "-c", with_its_port(code, speaking_node)], tmp_path, speaking_node)
    if page == ROOT / "README.md":
        told = done.stdout.decode().splitlines()
        assert told[0] == "followed: ('whisper',) not: ('like a pirate',)"
        assert re.fullmatch(r"\d+ ms of sound, the first after \d+ ms", told[1])


def test_there_is_something_to_run() -> None:
    assert runnable("bash") and runnable("python")


def test_the_conversation_by_hand_is_one() -> None:
    spoken = re.findall(r"^(->|<-) (\{.*)$", README, flags=re.MULTILINE)
    kinds = [
        (protocol.parse_client if side == "->" else protocol.parse_server)(text) for side, text in spoken
    ]
    assert [message.type for message in kinds] == ["hello", "speak", "queued", "start", "done"]


def test_every_command_is_in_the_table_and_no_other() -> None:
    names = {command.name for command in COMMANDS}
    told = [row[0].strip("`").removeprefix("tts-node ") for row in table(README, "command")]
    rows = [re.sub(r" (?:[A-Z]+|show)$", "", line) for line in told]
    assert [row for row in rows if row not in names] == []
    text = str(table(README, "command"))
    assert [name for name in names if not re.search(rf"`(?:tts-node )?{name}[` ]", text)] == []


@pytest.mark.slow
def test_options_that_are_named_exist() -> None:
    for row in table(README, "command"):
        words = re.sub(r" (?:[A-Z]+|show)$", "", row[0].strip("`")).split()[1:]
        options = re.findall(r"`(--?[a-z][\w-]*)", row[1])
        if options:
            told = subprocess.run(
                [sys.executable, "-m", "tts_node", *words, "--help"],
                capture_output=True,
                text=True,
                timeout=60,
                check=True,
                cwd=ROOT,
            ).stdout
            assert [option for option in options if option not in told] == []


@pytest.mark.parametrize("row", table(README, "instruct"), ids=lambda row: row[0])
def test_instructs_do_what_the_table_says(row: list[str]) -> None:
    instruct, followed, ignored = row
    came = resolve(instruct, speed=None, supports=PIPER_SUPPORTS)
    assert "; ".join(wish.words for wish in came.applied) == followed
    assert "; ".join(wish.words for wish in came.ignored) == ignored


@pytest.mark.slow
def test_the_embedded_voice_can_do_what_the_table_takes_for_granted(
    speaking_node: ServedNode, tmp_path: Path
) -> None:
    assert PIPER_SUPPORTS[0] in EngineVoice("v", (), 1, "").supports
    done = run(
        ["tts-node", "say", "Hello.", "-i", "monotone, slower, like a pirate", "-o", "x.wav", "--progress"],
        tmp_path,
        speaking_node,
    )
    told = done.stderr.decode()
    assert "like a pirate" in told and "monotone" not in told.split("like a pirate")[-1]


@pytest.mark.parametrize(
    ("page", "code"), [(p, c) for p in PAGES for c in blocks(p.read_text("utf-8"), "yaml check")]
)
def test_configuration_blocks_are_right(page: Path, code: str, tmp_path: Path) -> None:
    for path in re.findall(r"path: (\S+)", code):
        model = tmp_path / path
        model.parent.mkdir(parents=True, exist_ok=True)
        model.touch()
        model.with_name(model.name + ".json").write_text("{}")
    file = tmp_path / "config.yaml"
    file.write_text(code, encoding="utf-8")
    load(file)
    assert yaml.safe_load(code)


def test_the_mistakes_in_a_configuration_are_told_as_the_page_says(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    (tmp_path / "config.yaml").write_text(blocks(text, "yaml wrong")[0], encoding="utf-8")
    told = next(block for block in blocks(text, "") if block.startswith("tts-node: config.yaml: "))
    done = subprocess.run(
        [sys.executable, "-m", "tts_node", "check-config", "config.yaml"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert (done.returncode, done.stderr) == (1, told)


@pytest.mark.parametrize("number", [4, 9])
def test_ends_of_a_worker_are_worded_as_the_page_of_the_raspberry_pi_says(number: int) -> None:
    text = (ROOT / "docs" / "raspberry-pi.md").read_text(encoding="utf-8")
    assert f"`{ending(-number, None).words.removeprefix('ended with ')}`" in text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"\w+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), f"{page.name}: {link}"
        if anchor:
            headings = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), flags=re.MULTILINE)
            anchors = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
            assert anchor in anchors, f"{page.name}: {link}"


def test_every_page_can_be_reached_from_the_readme() -> None:
    linked = set(re.findall(r"\]\((docs/[\w-]+\.md)\)", README))
    seen: set[str] = set()
    while linked - seen:
        name = (linked - seen).pop()
        seen.add(name)
        if not (ROOT / name).exists():
            continue  # the test before this one tells
        links = re.findall(r"\]\(([\w-]+\.md)[#)]", (ROOT / name).read_text(encoding="utf-8"))
        linked |= {f"docs/{link}" for link in links}
    assert {f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")} <= seen


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_json_blocks_are_json(page: Path) -> None:
    for block in blocks(page.read_text(encoding="utf-8"), "json"):
        json.loads(block)
