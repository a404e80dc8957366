"""`tts-node lexicon`, `lexicon add|remove|test`: the household's words on a running node."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from tts_node.cli.admin import add_admin_arguments, ask

_SAID = ("say", "ipa", "pinyin", "one", "few", "many")


def add_arguments_list(parser: argparse.ArgumentParser) -> None:
    parser.description = "List the household's words: how this home says its names, units and short forms."
    _add_json(parser)
    add_admin_arguments(parser)


def run_list(arguments: argparse.Namespace) -> int:
    """0, also where the file has a mistake, which goes to stderr. Raises what `cli.main` turns into a
    sentence."""
    held = ask(arguments, "GET", "lexicon")
    if arguments.json:
        print(_json(held))
        return 0
    if held["entries"]:
        print(_table(held["entries"]))
    else:
        print(f"no words yet; `tts-node lexicon add WORD --say HOW` writes one into {held['path']}")
    if held["error"]:
        print(f"tts-node: {held['path']}: {held['error']}; the words from before that hold", file=sys.stderr)
    return 0


def add_arguments_add(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Correct a word once, for all voices and programs. One that is there already is said in the new way."
    )
    _add_word(parser)
    parser.add_argument("--say", metavar="WORDS", help="how it is said, in words; of a unit its name")
    parser.add_argument(
        "--ipa", metavar="SOUNDS", help="how it is said, in the International Phonetic Alphabet"
    )
    parser.add_argument("--pinyin", metavar="SYLLABLES", help="how it is said in Chinese: chong2 qing4")
    parser.add_argument(
        "--case", choices=("exact", "any"), help="whether capitals count (only where it has inner ones)"
    )
    parser.add_argument("--one", metavar="NAME", help="of a unit: its name after one")
    parser.add_argument(
        "--few", metavar="NAME", help="of a unit: its name after two to four, in Slavic languages"
    )
    parser.add_argument("--many", metavar="NAME", help="of a unit: its name after five, in Slavic languages")
    _add_json(parser)
    add_admin_arguments(parser)


def run_add(arguments: argparse.Namespace) -> int:
    body = {**_which(arguments), **{name: getattr(arguments, name) for name in (*_SAID, "case")}}
    answer = ask(arguments, "POST", "lexicon/add", _given(body))
    done = "is said differently now" if answer["replaced"] else "is in the lexicon"
    print(
        _json(answer) if arguments.json else f"{answer['entry']['written']} {done}: {_said(answer['entry'])}"
    )
    return 0


def add_arguments_remove(parser: argparse.ArgumentParser) -> None:
    _add_word(parser)
    _add_json(parser)
    add_admin_arguments(parser)


def run_remove(arguments: argparse.Namespace) -> int:
    answer = ask(arguments, "POST", "lexicon/remove", _given(_which(arguments)))
    print(_json(answer) if arguments.json else f"{answer['entry']['written']} is no longer in the lexicon")
    return 0


def add_arguments_test(parser: argparse.ArgumentParser) -> None:
    parser.description = "Show how the node would read a text, and which of the household's words it has."
    parser.add_argument("text", nargs="+", metavar="TEXT", help="the text")
    parser.add_argument("--language", help="of the text, such as de or en-GB (the default voice's)")
    _add_json(parser)
    add_admin_arguments(parser)


def run_test(arguments: argparse.Namespace) -> int:
    text = " ".join(arguments.text)
    answer = ask(arguments, "POST", "lexicon/test", _given({"text": text, "language": arguments.language}))
    if arguments.json:
        print(_json(answer))
        return 0
    print("\n".join(answer["segments"]))
    for found in answer["found"]:
        print(f"  {text[found['start'] : found['end']]} -> {_said(found['entry'])}")
    return 0


# --- private -----------------------------------------------------------------------------------------


def _add_word(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("written", metavar="WORD", help="as it is written in texts; a phrase in quotes")
    parser.add_argument("--language", help="such as de or zh-CN; without it it holds in all")
    parser.add_argument("--kind", choices=("word", "unit", "abbreviation"), help="what it is (word)")


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="for programs")


def _which(arguments: argparse.Namespace) -> dict[str, Any]:
    return {"written": arguments.written, "kind": arguments.kind, "language": arguments.language}


def _given(body: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if value is not None}


def _said(entry: Mapping[str, Any]) -> str:
    if "ipa" in entry:
        return f"/{entry['ipa']}/"
    return str(entry.get("pinyin") or entry.get("say"))


def _table(entries: Sequence[Mapping[str, Any]]) -> str:
    rows = [("word", "is said", "language", "kind", "case")]
    rows += [
        (
            entry["written"],
            _said(entry),
            entry["language"] or "any",
            entry["kind"],
            entry.get("case", "exact"),
        )
        for entry in entries
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
