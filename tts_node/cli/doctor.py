"""`tts-node doctor`: what keeps this machine from speaking, and what to do about it."""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from tts_node import config
from tts_node.cli import doctor_machine as machine
from tts_node.cli import doctor_surroundings as surroundings
from tts_node.cli.doctor_engines import check_engine
from tts_node.cli.doctor_finding import Finding
from tts_node.config import Config
from tts_node.errors import ConfigError

_SIGNS = {"ok": ("ok", "green"), "warn": ("warn", "yellow"), "fail": ("FAIL", "bold red")}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--config", type=Path, metavar="FILE", help="the node's configuration")
    parser.add_argument("--state-dir", type=Path, metavar="DIR", help="the node's state folder")
    parser.add_argument("--skip-engines", action="store_true", help="do not load any model")


def run(arguments: argparse.Namespace) -> int:
    """0 when nothing failed (warnings may be there), 1 otherwise."""
    findings = asyncio.run(_look(arguments.config, arguments.state_dir, engines=not arguments.skip_engines))
    failed = any(finding.level == "fail" for finding in findings)
    if arguments.json:
        checks = [dataclasses.asdict(finding) for finding in findings]
        print(json.dumps({"ok": not failed, "checks": checks}, ensure_ascii=False, indent=2))
    else:
        _print(findings)
    return 1 if failed else 0


async def _look(file: Path | None, state_dir: Path | None, *, engines: bool) -> list[Finding]:
    findings = [machine.check_python(), machine.check_cpu(), machine.check_heat(), machine.check_memory()]
    try:
        settings = config.override(config.load(file), state_dir=state_dir)
        findings.append(Finding("configuration", "ok", str(file) if file else "defaults"))
    except ConfigError as error:
        findings.append(Finding("configuration", "fail", str(error), "correct the lines named above"))
        settings = config.override(Config(), state_dir=state_dir)
    folder, state = machine.check_state(settings.node.state_dir)
    findings += [
        folder,
        machine.check_disk(settings.node.state_dir),
        surroundings.check_port(settings.server.host, settings.server.port),
        surroundings.check_mdns(settings.discovery, settings.server.host),
        surroundings.check_lexicon(settings.lexicon_path),
        surroundings.check_audio(),
        surroundings.check_gpu(),
    ]
    if engines and state is not None:
        # One after the other: two models at once may be more than a small machine can hold.
        findings += [await check_engine(settings, state, name) for name in settings.engines]
    return findings


def _print(findings: Sequence[Finding]) -> None:
    console = Console(highlight=False, soft_wrap=True)
    width = max(len(finding.name) for finding in findings)
    for finding in findings:
        sign, style = _SIGNS[finding.level]
        line = Text(f"{sign:<4}", style=style)
        line.append(f"  {finding.name:<{width}}  {finding.message}", style="default")
        console.print(line)
        if finding.advice:
            console.print(Text(f"{'':<{width + 8}}-> {finding.advice}"))
