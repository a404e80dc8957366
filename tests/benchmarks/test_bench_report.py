"""What becomes of the benchmark's rows: goals, table, JSON, README."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.bench.machine import Machine
from benchmarks.bench.report import BEGIN, END, Run, put_into_readme, table
from benchmarks.bench.row import Goal, Row

MACHINE = Machine(
    cpu="A processor",
    cores=2,
    memory_gb=8.0,
    system="A system",
    kernel="1.2",
    python="3.11.7",
    load_before=0.1,
    node_packages={"onnxruntime": "1.2.3"},
    peer_packages={"onnxruntime": "1.2.3", "wyoming-piper": "2.5.2", "piper-tts": "1.8.0"},
)
FAST = Row("first sound", "ms", 52.34, 204.0, 0.256, Goal("ratio", 0.33, 0.20))
SLOW = Row("cancel", "ms", 61.0, goal=Goal("ours", 60))
MANY = Row("listeners", "listeners", 12.0, goal=Goal("ours", 10, at_least=True))
BROKEN = Row("loop", "", None, problem="/v1/status answered 500")


def _run(*rows: Row, quick: bool = False) -> Run:
    return Run(MACHINE, "2026-01-02T03:04+01:00", "commit abc", quick, rows)


@pytest.mark.parametrize(("row", "ok"), [(FAST, True), (SLOW, False), (MANY, True), (BROKEN, None)])
def test_a_row_knows_whether_its_goal_is_reached(row: Row, ok: bool | None) -> None:
    assert row.ok is ok


def test_more_is_better_only_where_the_goal_says_so() -> None:
    assert Row("few", "listeners", 9.0, goal=Goal("ours", 10, at_least=True)).ok is False
    assert Row("small", "ms", 9.0, goal=Goal("ours", 10)).ok is True


def test_the_table_has_a_line_for_every_row_and_columns_that_line_up() -> None:
    lines = table([FAST, SLOW, MANY, BROKEN]).splitlines()
    assert len(lines) == 6
    assert len({len(line) for line in lines}) == 1
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert cells[2] == ["first sound", "52.3 ms", "204 ms", "0.26", "ratio <= 0.33", "ratio <= 0.20", "yes"]
    assert cells[3] == ["cancel", "61 ms", "", "", "<= 60 ms", "", "NO"]
    assert cells[4] == ["listeners", "12 listeners", "", "", ">= 10 listeners", "", "yes"]
    assert cells[5] == ["loop", "not measured", "", "", "", "", ""]


def test_what_could_not_be_measured_is_told_with_its_reason() -> None:
    text = _run(FAST, BROKEN).as_markdown()
    assert "Not measured:" in text and "- loop: /v1/status answered 500" in text
    assert "Not measured" not in _run(FAST).as_markdown()


def test_the_json_names_the_machine_and_keeps_every_figure() -> None:
    written = json.loads(_run(FAST, SLOW, quick=True).as_json())
    assert written["machine"]["cpu"] == "A processor"
    assert written["machine"]["peer_packages"]["wyoming-piper"] == "2.5.2"
    assert written["quick"] is True
    assert [row["ours"] for row in written["rows"]] == [52.34, 61.0]
    assert [row["ok"] for row in written["rows"]] == [True, False]


def test_figures_replace_the_ones_before_and_leave_the_rest_of_the_page(tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text("# Benchmark\n\nHow to run it.\n")
    put_into_readme(readme, "first \\1 figures")
    put_into_readme(readme, "second \\1 figures")
    text = readme.read_text()
    assert text.startswith("# Benchmark\n\nHow to run it.\n")
    assert "first" not in text
    assert text.count("## Latest figures") == text.count(BEGIN) == text.count(END) == 1
    assert f"{BEGIN}\nsecond \\1 figures\n{END}" in text


def test_figures_stay_where_the_page_has_its_marks(tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(
        f"# Benchmark\n\n## Latest figures\n\n{BEGIN}\nold\n{END}\n\n## What was tried\n\nThis.\n"
    )
    put_into_readme(readme, "new")
    assert readme.read_text().endswith(f"{BEGIN}\nnew\n{END}\n\n## What was tried\n\nThis.\n")
