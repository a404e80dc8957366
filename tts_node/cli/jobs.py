"""`tts-node jobs`, `jobs run|pause|resume NAME`, `recycle ENGINE`: maintenance of a running node."""

from __future__ import annotations

import argparse
import json
import sys
import threading
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tts_node.cli.admin import add_admin_arguments, ask

_WAIT_S = 600.0
_PATIENT_S = 3.0
"""So long nobody wonders why nothing is printed."""


def add_arguments_jobs(parser: argparse.ArgumentParser) -> None:
    parser.description = "List what a node does for itself: when it runs next, and what it did."
    parser.add_argument("name", nargs="?", metavar="NAME", help="one job alone, with its latest runs")
    parser.add_argument("--json", action="store_true", help="for programs")
    add_admin_arguments(parser)


def run_jobs(arguments: argparse.Namespace) -> int:
    """Raises what `cli.main` turns into a sentence."""
    if arguments.name is not None:
        answer = ask(arguments, "GET", f"jobs/{arguments.name}")
        print(_json(answer) if arguments.json else _one(answer))
        return 0
    jobs = ask(arguments, "GET", "jobs")["jobs"]
    print(_json(jobs) if arguments.json else _table(jobs))
    return 0


def add_arguments_run(parser: argparse.ArgumentParser) -> None:
    _add_name(parser)
    parser.add_argument(
        "--wait",
        type=_wait_s,
        default=_WAIT_S,
        metavar="SECONDS",
        help=f"how long to wait for its end ({_WAIT_S:g}); 0 only begins it",
    )
    add_admin_arguments(parser)


def run_run(arguments: argparse.Namespace) -> int:
    """0 when the run went well or goes on, 1 when it did not."""
    wait_s = arguments.wait
    notice = threading.Timer(_PATIENT_S, _tell_that_it_runs, (arguments.name,))
    notice.start()
    try:
        body = {"wait_s": wait_s}
        job = ask(arguments, "POST", f"jobs/{arguments.name}/run", body, timeout_s=wait_s + 30.0)
    finally:
        notice.cancel()
    if job["running_s"] is not None:
        print(f"{job['name']} is running; `tts-node jobs {job['name']}` tells what becomes of it")
        return 0
    last = job["last"]
    well = last["outcome"] == "ok"
    line = f"{job['name']}: {last['outcome']}, {last['detail']} ({last['duration_s']:.1f} s)"
    print(line if well else f"tts-node: {line}", file=sys.stdout if well else sys.stderr)
    return 0 if well else 1


def add_arguments_pause(parser: argparse.ArgumentParser) -> None:
    _add_name(parser)
    add_admin_arguments(parser)


def run_pause(arguments: argparse.Namespace) -> int:
    ask(arguments, "POST", f"jobs/{arguments.name}/pause", {})
    print(
        f"{arguments.name} is paused, also after a restart; `tts-node jobs resume {arguments.name}` ends that"
    )
    return 0


def add_arguments_resume(parser: argparse.ArgumentParser) -> None:
    _add_name(parser)
    add_admin_arguments(parser)


def run_resume(arguments: argparse.Namespace) -> int:
    job = ask(arguments, "POST", f"jobs/{arguments.name}/resume", {})
    off = "is switched off all the same, by the configuration"
    when = f"runs next at {_when(job['next_run'])}" if job["next_run"] else off
    print(f"{arguments.name} {when}")
    return 0


def add_arguments_recycle(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Replace an engine's processes by fresh ones; what is being said goes on. Without an engine: list "
        "the latest replacements, whatever they were for."
    )
    parser.add_argument(
        "engine", nargs="?", metavar="ENGINE", help="its name in the configuration, such as piper"
    )
    parser.add_argument("--reason", help="for the node's log")
    parser.add_argument("--json", action="store_true", help="for programs")
    add_admin_arguments(parser)


def run_recycle(arguments: argparse.Namespace) -> int:
    if arguments.engine is None:
        recycles = ask(arguments, "GET", "recycles")["recycles"]
        print(_json(recycles) if arguments.json else _recycles(recycles))
        return 0
    body = {"reason": arguments.reason} if arguments.reason else {}
    answer = ask(arguments, "POST", f"recycle/{arguments.engine}", body, timeout_s=_WAIT_S)
    if arguments.json:
        print(_json(answer))
        return 0
    before, after = answer["before_bytes"], answer["after_bytes"]
    figures = f": {before / 1e6:.0f} MB before, {after / 1e6:.0f} MB now" if before and after else ""
    print(f"{answer['engine']} has fresh processes{figures}")
    return 0


# --- private -----------------------------------------------------------------------------------------


def _tell_that_it_runs(name: str) -> None:
    print(f"{name} runs, or waits for a quiet moment; Ctrl-C does not stop it", file=sys.stderr)


def _add_name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="of the job; `tts-node jobs` lists them")


def _wait_s(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 3_600:
        raise argparse.ArgumentTypeError("0 to 3600 seconds")
    return value


def _table(jobs: Sequence[Mapping[str, Any]]) -> str:
    rows = [("job", "when", "next run", "last run", "runs", "failed", "late", "missed", "what it did")]
    for job in jobs:
        last = job["last"]
        counts = tuple(str(job[key]) for key in ("runs", "failed", "late", "missed"))
        when = _last(last) if last is not None or not job["runs"] else "nothing happened"
        rows.append((job["name"], job["trigger"], _next(job), when, *counts, _detail(last)))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def _one(job: Mapping[str, Any]) -> str:
    head = [
        f"{job['name']}: {job['summary']}",
        f"when: {job['trigger']} ({job['time_zone']}), next run: {_next(job)}",
        f"runs {job['runs']}, failed {job['failed']}, late {job['late']}, missed {job['missed']}",
    ]
    if job["stuck"]:
        head.append(f"stuck: {job['stuck']}")
    runs = [
        f"  {_last(run)}  {run['duration_s']:.1f} s  by {run['by']}  {run['detail']}"
        for run in job["history"]
    ]
    return "\n".join([*head, *runs])


def _recycles(runs: Sequence[Mapping[str, Any]]) -> str:
    lines = [f"{_when(run['began'])}  by {run['by']}  {run['detail']}" for run in runs]
    return "\n".join(lines) or "no process was replaced yet"


def _next(job: Mapping[str, Any]) -> str:
    if job["running_s"] is not None:
        return f"runs now ({job['running_s']:.0f} s)"
    if job["paused"]:
        return "paused"
    return _when(job["next_run"]) if job["enabled"] and job["next_run"] else "off"


def _last(run: Mapping[str, Any] | None) -> str:
    return f"{_when(run['began'])} {run['outcome']}" if run is not None else "never"


def _detail(run: Mapping[str, Any] | None) -> str:
    text = str(run["detail"]) if run is not None else ""
    return text if len(text) <= 60 else f"{text[:59]}…"


def _when(text: str) -> str:
    time = datetime.fromisoformat(text)
    offset = f"{time:%z}"
    return f"{time:%Y-%m-%d %H:%M:%S} {offset[:3]}:{offset[3:]}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
