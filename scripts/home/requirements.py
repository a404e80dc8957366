"""Print what pip has to install for some of Home Assistant's integrations, one requirement a line.

Home Assistant installs that by itself when it starts, one integration after the other. Beforehand and at once
is a matter of seconds, and a start then needs no network. Run by the Python that has Home Assistant.

    python requirements.py tts wyoming
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path

import homeassistant
from homeassistant import bootstrap

COMPONENTS = Path(homeassistant.__file__).parent / "components"
ALWAYS = frozenset(
    bootstrap.CORE_INTEGRATIONS | bootstrap.DEFAULT_INTEGRATIONS | bootstrap.CRITICAL_INTEGRATIONS
)
"""What every start sets up, whatever is configured."""


def manifests(domains: Iterable[str]) -> list[dict[str, list[str]]]:
    """Those of `domains` and of everything that they depend on."""
    found: dict[str, dict[str, list[str]]] = {}
    waiting = list(domains)
    while waiting:
        domain = waiting.pop()
        path = COMPONENTS / domain / "manifest.json"
        if domain in found or not path.exists():
            continue
        found[domain] = json.loads(path.read_text(encoding="utf-8"))
        waiting += found[domain].get("dependencies", [])
    return list(found.values())


def main() -> None:
    every = {line for one in manifests({*ALWAYS, *sys.argv[1:]}) for line in one.get("requirements", [])}
    print(*sorted(every), sep="\n")


if __name__ == "__main__":
    main()
