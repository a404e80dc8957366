"""The list of faults in README.md and the tests say the same."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
ROW = re.compile(r"^\| ([A-Z]\d\d) \| .+ \| (.+) \| (.*) \|$")
FAULTS = {
    *(f"T{number:02}" for number in range(1, 18)),
    *("W02", "W03", "W04", "W05", "W06", "W07", "W08", "W09", "W10"),
    *("R01", "R02", "R04", "P01", "D01", "D02", "A01", "A02"),
}


def _cases(path: Path) -> Iterator[tuple[str, str]]:
    """Name and docstring of every test of a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield node.name, ast.get_docstring(node) or ""


def listed(column: int) -> dict[str, set[str]]:
    """The test names in one column of the table, by fault."""
    rows = [found for line in (HERE / "README.md").read_text().splitlines() if (found := ROW.match(line))]
    return {row[1]: set(re.findall(r"`(\w+)`", row[column])) for row in rows}


def test_every_fault_is_listed_with_a_test() -> None:
    assert set(listed(2)) == FAULTS
    assert all(listed(2).values())


def test_the_tests_here_are_exactly_those_listed() -> None:
    found: dict[str, set[str]] = {}
    for path in HERE.glob("test_*.py"):
        for name, text in _cases(path):
            for fault in re.findall(r"\b[A-Z]\d\d\b", text):
                found.setdefault(fault, set()).add(name)
    assert found == listed(2)


def test_the_tests_elsewhere_that_are_named_exist() -> None:
    every = {name for path in HERE.parent.rglob("test_*.py") for name, _ in _cases(path)}
    named = set().union(*listed(3).values())
    assert named and named - every == set()
