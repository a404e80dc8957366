"""The command line as a person meets it: help, mistakes, exit codes."""

from __future__ import annotations

import importlib
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import tts_node.cli
from tts_node import __version__
from tts_node.cli import COMMANDS, main
from tts_node.config import Config


def tts_node_command(*words: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tts_node", *words], capture_output=True, text=True, timeout=120, **options
    )


def test_help_names_every_command_and_the_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    for command in COMMANDS:
        assert command.name in out
        assert command.summary in out
    assert "0 done, 1 failed, 2 wrong usage, 130 interrupted" in out


def test_no_command_shows_the_help_and_counts_as_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "usage: tts-node" in capsys.readouterr().out


def test_the_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"tts-node {__version__}\n"


@pytest.mark.parametrize(("wrong", "hint"), [("sya", "did you mean `say`?"), ("frobnicate", "--help")])
def test_an_unknown_command_is_wrong_usage_with_a_hint(
    wrong: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([wrong]) == 2
    error = capsys.readouterr().err
    assert f"there is no command `{wrong}`" in error
    assert hint in error


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_has_its_code_and_explains_itself(
    command: tts_node.cli.Command, capsys: pytest.CaptureFixture[str]
) -> None:
    importlib.import_module(command.module)
    with pytest.raises(SystemExit) as ended:
        main([*command.words, "--help"])
    assert ended.value.code == 0
    assert f"usage: tts-node {command.name}" in capsys.readouterr().out


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_an_unknown_argument_is_wrong_usage(
    command: tts_node.cli.Command, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command.words, "--no-such-argument"])
    assert ended.value.code == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith(f"tts-node {command.name}: ")
    assert second == f"see `tts-node {command.name} --help`"


def test_two_words_find_the_longer_command() -> None:
    found = [tts_node.cli._find(["voices"]), tts_node.cli._find(["voices", "fetch", "x"])]
    assert [command.name for command in found if command is not None] == ["voices", "voices fetch"]


def test_ctrl_c_is_130_and_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("tts_node.cli.check.run", interrupted)
    assert main(["check-config", "x"]) == 130
    assert capsys.readouterr().err == ""


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    script = f"{shlex.quote(sys.executable)} -m tts_node --help | true; echo code ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("code 0\n", "")


def test_our_own_mistakes_keep_their_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr("tts_node.cli.check.run", broken)
    with pytest.raises(ZeroDivisionError):
        main(["check-config", "x"])


def test_help_and_version_import_no_command() -> None:
    code = (
        "import sys; from tts_node.cli import main; main(['--help']); main(['--version']);"
        "heavy = {'pydantic', 'zeroconf', 'uvicorn', 'starlette', 'websockets', 'rich', 'yaml', 'numpy'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


# --- check-config ------------------------------------------------------------------------------------------


def test_the_lexicon_is_checked_with_the_configuration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, words = tmp_path / "config.yaml", tmp_path / "words.yaml"
    path.write_text("text: {lexicon: words.yaml}\n")
    assert main(["check-config", str(path)]) == 0
    words.write_text("words: {any: {Lars: Larsch}}\n")
    assert main(["check-config", str(path)]) == 0
    assert f", 1 entry in {words})" in capsys.readouterr().out
    words.write_text("words: {any: {Lars: {sey: Larsch}}}\n")
    assert main(["check-config", str(path)]) == 1
    assert "line 1: words.any.Lars.sey: unknown key; did you mean `say`?" in capsys.readouterr().err


def test_a_good_configuration_is_ok_and_loads_no_model(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text("engines: {piper: {threads: 2}, beep: {type: tone}}\n")
    code = (
        "import sys; from tts_node.cli import main; code = main(['check-config', sys.argv[1]]);"
        "print(code, sorted({'onnxruntime', 'onnx', 'numpy', 'piper', 'av'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.splitlines() == [f"{path}: ok (2 engines, 1 voice)", "0 []"]


def test_a_bad_configuration_tells_every_mistake_and_exits_1(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text("server: {prt: 1}\nauth: {tokenn: x}\n")
    done = tts_node_command("check-config", str(path))
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        f"tts-node: {path}: 2 problems",
        "  line 1: server.prt: unknown key; did you mean `port`?",
        f"  line 2: auth: unknown key; known here are {', '.join(Config.model_fields)}",
    ]


def test_a_configuration_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    done = tts_node_command("check-config", str(tmp_path / "none.yaml"))
    assert done.returncode == 1
    assert done.stderr == f"tts-node: {tmp_path}/none.yaml: No such file or directory\n"


# --- token -------------------------------------------------------------------------------------------------


def test_tokens_are_shown_and_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--state-dir", str(tmp_path / "state")]

    def told(*words: str) -> str:
        assert main(["token", *words, *where]) == 0
        return capsys.readouterr().out

    admin, speak = told("show"), told("show", "--speak")
    assert told("show") == admin
    assert admin != speak
    new = told("new")
    assert new != admin
    assert (told("show"), told("show", "--speak")) == (new, speak)
    assert len(new.strip()) >= 32


def test_a_token_that_no_node_has_used_yet_is_told_to_be_that(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    show = ["token", "show", "--state-dir", str(tmp_path / "state")]
    assert main(show) == 0
    out, err = capsys.readouterr()
    assert f"no node has run with the state folder {tmp_path / 'state'} yet" in err and len(out.split()) == 1
    assert main(show) == 0
    assert capsys.readouterr() == (out, "")


def test_token_says_what_it_wants(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["token"])
    assert ended.value.code == 2
    assert "required: show|new" in capsys.readouterr().err


def test_the_state_folder_of_the_configuration_is_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "config.yaml"
    path.write_text("node: {state_dir: here}\n")
    assert main(["token", "show", "--config", str(path)]) == 0
    assert (tmp_path / "here" / "tokens" / "admin").read_text() == capsys.readouterr().out


def test_a_folder_that_cannot_be_made_is_one_line() -> None:
    done = tts_node_command("token", "show", "--state-dir", "/dev/null/state")
    assert done.returncode == 1
    assert done.stderr.startswith("tts-node: the state folder /dev/null/state cannot be used")
    assert len(done.stderr.splitlines()) == 1
