"""Rows as a table for people, as JSON, and inside the README."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.bench.machine import Machine
from benchmarks.bench.row import Goal, Row

HEADINGS = ("measure", "ours", "peer", "ratio", "to reach", "aim", "ok")
BEGIN, END = "<!-- figures: begin (written by scripts/bench --update-readme) -->", "<!-- figures: end -->"


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the benchmark."""

    machine: Machine
    measured_at: str
    """ISO 8601 with offset."""
    commit: str
    quick: bool
    rows: tuple[Row, ...]

    def as_json(self) -> str:
        return json.dumps(
            {
                "measured_at": self.measured_at,
                "commit": self.commit,
                "quick": self.quick,
                "machine": self.machine.as_json(),
                "rows": [row.as_json() for row in self.rows],
            },
            indent=1,
            ensure_ascii=False,
        )

    def as_markdown(self) -> str:
        """The machine, the table, and what went wrong."""
        kind = "quick run, rough figures" if self.quick else "full run"
        parts = [f"{self.machine.sentence()}.", f"Measured {self.measured_at}, {self.commit}, {kind}.", ""]
        parts.append(table(self.rows))
        if self.machine.load_before > 0.5:
            parts += ["", f"The machine was not quiet: load {self.machine.load_before:.1f} before the run."]
        problems = [f"- {row.measure}: {' … '.join(_ends(row.problem))}" for row in self.rows if row.problem]
        if problems:
            parts += ["", "Not measured:", "", *problems]
        return "\n".join(parts)


def table(rows: Sequence[Row]) -> str:
    """A Markdown table whose columns also line up as plain text."""
    lines = [HEADINGS, *(_cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
    rule = tuple("-" * width for width in widths)
    lines.insert(1, rule)
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |"
        for line in lines
    )


def put_into_readme(readme: Path, figures: str) -> None:
    """Replace what stands between the two marks, or add the section at the end."""
    text = readme.read_text(encoding="utf-8")
    block = f"{BEGIN}\n{figures}\n{END}"
    if BEGIN in text:
        pattern = re.escape(BEGIN) + ".*?" + re.escape(END)
        text = re.sub(pattern, lambda _: block, text, flags=re.DOTALL)
    else:
        text = f"{text.rstrip()}\n\n## Latest figures\n\n{block}\n"
    readme.write_text(text, encoding="utf-8")


def _cells(row: Row) -> tuple[str, ...]:
    peer = _number(row.peer, row.unit)
    if row.compared_with and row.peer is not None:
        peer = f"{row.compared_with} {peer}"
    return (
        row.measure,
        "not measured" if row.problem else _number(row.ours, row.unit),
        peer,
        _number(row.ratio, ""),
        _limit(row.goal, row.goal.limit if row.goal else None, row.unit),
        _limit(row.goal, row.goal.aim if row.goal else None, row.unit),
        {True: "yes", False: "NO", None: ""}[row.ok],
    )


def _ends(problem: str) -> list[str]:
    """The first and the last line: what failed, and the last words of the server's log."""
    lines = problem.splitlines()
    return lines if len(lines) < 3 else [lines[0], lines[-1]]


def _limit(goal: Goal | None, limit: float | None, unit: str) -> str:
    if goal is None or limit is None:
        return ""
    if goal.on == "ratio":
        return f"ratio <= {limit:.2f}"
    return f"{'>=' if goal.at_least else '<='} {limit:g}{' ' + unit if unit else ''}"


def _number(value: float | None, unit: str) -> str:
    if value is None:
        return ""
    if not unit:
        return f"{value:.2f}"
    digits = 0 if abs(value) >= 100 or value == int(value) else 1 if abs(value) >= 10 else 2
    return f"{value:.{digits}f} {unit}"
