"""The command line: `tts-node COMMAND …`.

A command is a module with two functions, `add_arguments(parser)` and `run(arguments) -> exit code`, imported
when it is asked for and not before, so that `--help` and short commands are quick.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import errno
import importlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NoReturn, Protocol, cast

from tts_node import __version__
from tts_node.cli.streams import complete_streams, drop_stdout
from tts_node.errors import NodeError

OK: Final = 0
FAILED: Final = 1
USAGE: Final = 2
UNABLE: Final = 69
"""A node that could not speak for too long. This and the next two are those of sysexits.h."""
RESTART: Final = 75
"""A node that wants to be started again by its service manager."""
MISCONFIGURED: Final = 78
"""A node whose configuration is wrong; to start it again changes nothing."""
INTERRUPTED: Final = 130

_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EMFILE, errno.ENFILE, errno.EBADF})
"""Mistakes of ours have other errors: here something was full, or stdout closed."""


@dataclass(frozen=True, slots=True)
class Command:
    """One line of the help and where the code is."""

    words: tuple[str, ...]
    summary: str
    module: str
    suffix: str = ""
    """Where one module holds several commands: `_voices` for `add_arguments_voices` and `run_voices`."""

    @property
    def name(self) -> str:
        return " ".join(self.words)


class AddArguments(Protocol):
    """A command's first function."""

    def __call__(self, parser: argparse.ArgumentParser) -> None: ...


class Run(Protocol):
    """A command's second function. May raise `NodeError` with a sentence for people; then the code is 1."""

    def __call__(self, arguments: argparse.Namespace) -> int: ...


COMMANDS: Final = (
    Command(("serve",), "start a node", "tts_node.cli.serve"),
    Command(("say",), "speak a text on a node of this home", "tts_node.cli.say"),
    Command(("voices",), "list the voices of a node", "tts_node.cli.listings", "_voices"),
    Command(("voices", "fetch"), "get a voice of Piper's public list", "tts_node.cli.voices_fetch"),
    Command(("discover",), "list the nodes of this home", "tts_node.cli.listings", "_discover"),
    Command(("preview",), "show how a text would be read", "tts_node.cli.listings", "_preview"),
    Command(("jobs",), "list what a node does for itself", "tts_node.cli.jobs", "_jobs"),
    Command(("jobs", "run"), "run a job now", "tts_node.cli.jobs", "_run"),
    Command(("jobs", "pause"), "no more runs of a job by the clock", "tts_node.cli.jobs", "_pause"),
    Command(("jobs", "resume"), "run a job by the clock again", "tts_node.cli.jobs", "_resume"),
    Command(("recycle",), "replace an engine's processes by fresh ones", "tts_node.cli.jobs", "_recycle"),
    Command(("lexicon",), "list the household's words", "tts_node.cli.lexicon", "_list"),
    Command(("lexicon", "list"), "the same", "tts_node.cli.lexicon", "_list"),
    Command(("lexicon", "add"), "correct a word for all voices", "tts_node.cli.lexicon", "_add"),
    Command(("lexicon", "remove"), "take a correction back", "tts_node.cli.lexicon", "_remove"),
    Command(("lexicon", "test"), "show which words a text has", "tts_node.cli.lexicon", "_test"),
    Command(("check-config",), "check a configuration file", "tts_node.cli.check"),
    Command(("doctor",), "look for what keeps this machine from speaking", "tts_node.cli.doctor"),
    Command(("token",), "show or replace the node's tokens", "tts_node.cli.token"),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Returns 0 (done), 1 (failed), 2 (wrong usage) or 130 (interrupted with Ctrl-C); of
    `serve` also `UNABLE`, `RESTART` and `MISCONFIGURED`."""
    complete_streams()
    try:
        code = _guarded(list(sys.argv[1:] if argv is None else argv))
    except SystemExit as ended:
        # argparse's, after --help or a mistake.
        raise SystemExit(_delivered(ended.code if isinstance(ended.code, int) else OK)) from None
    return _delivered(code)


# --- private -----------------------------------------------------------------------------------------


def _guarded(words: list[str]) -> int:
    """One command; what goes wrong becomes a line and a code."""
    try:
        return _dispatch(words)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has seen enough (`… | head`).
        drop_stdout()
        return OK
    except Exception as error:
        sentence = _sentence(error)
        if sentence is None:
            raise
        return _complain(sentence, int(getattr(error, "exit_code", FAILED)))


def _delivered(code: int) -> int:
    """The exit code, once all that was printed has gone out."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        drop_stdout()
    except OSError as error:
        drop_stdout()
        if code == OK:
            return _complain(f"stdout: {error.strerror}", FAILED)
    return code


def _dispatch(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        print(_help())
        return OK if words else USAGE
    if words[0] in ("-V", "--version"):
        print(f"tts-node {__version__}")
        return OK
    command = _find(words)
    if command is None:
        names = [candidate.words[0] for candidate in COMMANDS]
        close = difflib.get_close_matches(words[0], names, n=1)
        hint = f"; did you mean `{close[0]}`?" if close else "; `tts-node --help` lists them"
        return _complain(f"there is no command `{words[0]}`{hint}", USAGE)
    module = importlib.import_module(command.module)
    add_arguments = cast(AddArguments, getattr(module, f"add_arguments{command.suffix}"))
    run = cast(Run, getattr(module, f"run{command.suffix}"))
    parser = _Parser(
        prog=f"tts-node {command.name}",
        description=f"{command.summary[0].upper()}{command.summary[1:]}.",
        epilog=_longer_commands(command),
    )
    add_arguments(parser)
    arguments = parser.parse_args(words[len(command.words) :])
    _require_text(parser, arguments)
    return run(arguments)


class _Parser(argparse.ArgumentParser):
    """A mistake is one line and where to read on, not all that could have been written instead."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.prog}: {message}\nsee `{self.prog} --help`\n")


def _require_text(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    """Names of files may be any bytes; everything else is text, in the terminal's encoding."""
    for name, value in vars(arguments).items():
        for part in value if isinstance(value, list) else (value,):
            if isinstance(part, str) and any("\ud800" <= letter <= "\udfff" for letter in part):
                parser.exit(USAGE, f"tts-node: {name} is not UTF-8: {part!a}\n")


def _find(words: list[str]) -> Command | None:
    """The command with the most words that `words` start with."""
    fitting = [command for command in COMMANDS if tuple(words[: len(command.words)]) == command.words]
    return max(fitting, key=lambda command: len(command.words), default=None)


def _longer_commands(command: Command) -> str | None:
    longer = [c for c in COMMANDS if c != command and c.words[: len(command.words)] == command.words]
    return "See also: " + ", ".join(f"tts-node {c.name} ({c.summary})" for c in longer) if longer else None


def _help() -> str:
    width = max(len(command.name) for command in COMMANDS)
    lines = [f"  {command.name:<{width}}  {command.summary}" for command in COMMANDS]
    return "\n".join(
        [
            "usage: tts-node COMMAND [arguments]",
            "",
            "One box at home that speaks for the whole house.",
            "",
            *lines,
            "",
            "`tts-node COMMAND --help` explains a command; --version tells the version.",
            "Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted; of `serve` also 69 no engine can",
            "speak, 75 to be started again, 78 the configuration is wrong.",
        ]
    )


def _sentence(error: Exception) -> str | None:
    """What to tell people instead of a traceback; None when the traceback is due, since it is our mistake."""
    if isinstance(error, NodeError):
        return str(error)
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    if isinstance(error, OSError) and error.errno in _FULL:
        return str(error.strerror)
    # The client is only imported by the commands that talk to a node.
    client = sys.modules.get("tts_node.client.errors")
    if client is not None and isinstance(error, client.ClientError):
        return str(error)
    return None


def _complain(message: str, code: int) -> int:
    with contextlib.suppress(OSError):
        print(f"tts-node: {message}", file=sys.stderr)
    return code
