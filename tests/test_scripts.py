"""The scripts that people run first: on a fresh machine, twice at once, interrupted, and from anywhere.

Python and pip are played by short shell scripts that write down what they were asked for, so that nothing is
downloaded; `scripts/test` and `scripts/serve` themselves are the real ones.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SCRIPTS = ["scripts/serve", "scripts/test", "scripts/check", "scripts/environment.sh", ".ci/run"]
SCRIPTS += ["scripts/part_environment.sh", "scripts/home/environment.sh", "scripts/install-service"]

FAKE_PYTHON = r"""#!/bin/bash
# Plays python3: makes environments whose pip writes down what it was asked for.
case "$1 $2" in
  "-m venv" | "-m virtualenv")
    echo "$2" >>"$LOG"
    [[ $2 != venv || -z ${NO_VENV:-} ]] || exit 1
    [[ $2 != virtualenv || -n ${HAVE_VIRTUALENV:-} ]] || exit 1
    folder=${*: -1}
    mkdir -p "$folder/bin"
    cp "$0" "$folder/bin/python"
    ;;
  "-m pip")
    [[ $3 == install ]] || exit 0
    echo "pip install" >>"$LOG"
    [[ -z ${FAIL_PIP:-} ]] || { echo "no matching distribution"; exit 1; }
    [[ -z ${HANG_PIP:-} ]] || { touch "$HANG_PIP"; exec sleep 60; }
    [[ -z ${SLOW_PIP:-} ]] || sleep 1
    here=$(dirname "$0")
    {
      echo '#!/bin/bash'
      echo 'printf "%s\n" tts-node "$@"'
      echo 'ls -l /proc/$$/fd | grep -c serve.lock || true'
    } >"$here/tts-node"
    printf '%s\n' "$@" >"$here/../asked"
    chmod +x "$here/tts-node"
    ;;
  "-m pytest")
    echo "pytest $*" >>"$LOG"
    [[ -z ${HOME_ASSISTANT_MISSING:-} ]] || echo "without Home Assistant: $HOME_ASSISTANT_MISSING" >>"$LOG"
    echo "== 1 passed"
    [[ "$*" != *tests_home* || -z ${PYTEST_CODE_OF_HOME:-} ]] || exit "$PYTEST_CODE_OF_HOME"
    exit "${PYTEST_CODE:-0}"
    ;;
  *) exec "REAL" "$@" ;;
esac
"""


class Project:
    """A copy of the scripts in a folder with spaces, and a PATH with the fake Python in front."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "my project"
        shutil.copytree(ROOT / "scripts", self.root / "scripts")
        shutil.copy(ROOT / "pyproject.toml", self.root)
        self.log = folder / "log"
        self.bin = folder / "bin"
        self.bin.mkdir()
        python = self.bin / "python3"
        python.write_text(FAKE_PYTHON.replace("REAL", sys.executable))
        python.chmod(0o755)
        self.environment = {"PATH": f"{self.bin}:/usr/bin:/bin", "LOG": str(self.log), "HOME": str(folder)}

    def command(self, *words: str) -> list[str]:
        return [str(self.root / "scripts" / words[0]), *words[1:]]

    def run(self, *words: str, cwd: Path | None = None, **extra: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*words),
            capture_output=True,
            text=True,
            timeout=120,
            cwd=cwd or self.root.parent,
            env=self.environment | extra,
            stdin=subprocess.DEVNULL,
        )

    def did(self) -> list[str]:
        """What Python was asked for since the last time."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return lines


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


# --- scripts/serve ---------------------------------------------------------------------------------------


def test_the_first_start_installs_and_later_ones_do_not(project: Project) -> None:
    first = project.run("serve", "--port", "0", "two words")
    assert first.returncode == 0, first.stderr
    assert first.stdout.splitlines()[:5] == ["tts-node", "serve", "--port", "0", "two words"]
    assert len(first.stderr.splitlines()) == 1
    assert project.did() == ["venv", "pip install"]
    second = project.run("serve", cwd=Path("/"))
    assert second.stdout.splitlines()[:2] == ["tts-node", "serve"]
    assert second.stderr == ""
    assert project.did() == []


def test_it_works_through_a_link_from_anywhere(project: Project) -> None:
    link = project.bin / "serve-link"
    link.symlink_to(project.root / "scripts" / "serve")
    done = subprocess.run(
        [link], capture_output=True, text=True, env=project.environment, cwd="/", timeout=60, check=True
    )
    assert done.stdout.splitlines()[:2] == ["tts-node", "serve"]
    assert (project.root / ".venv").is_dir()


def test_a_changed_project_is_installed_again(project: Project) -> None:
    project.run("serve")
    project.did()
    with (project.root / "pyproject.toml").open("a") as file:
        file.write("# changed\n")
    project.run("serve")
    assert project.did() == ["venv", "pip install"]


def test_its_own_environment_in_the_path_is_not_what_it_is_made_again_with(project: Project) -> None:
    project.run("serve")
    project.did()
    own = project.root / ".venv" / "bin"
    shutil.copy(own / "python", own / "python3")
    with (project.root / "pyproject.toml").open("a") as file:
        file.write("# changed\n")
    done = project.run("serve", PATH=f"{own}:{project.environment['PATH']}")
    assert done.returncode == 0, done.stderr
    assert project.did() == ["venv", "pip install"]


def test_a_moved_folder_is_installed_again(project: Project) -> None:
    project.run("serve")
    project.did()
    project.root = project.root.rename(project.root.parent / "moved")
    assert project.run("serve").returncode == 0
    assert project.did() == ["venv", "pip install"]


def test_an_interrupted_installation_is_done_again(project: Project) -> None:
    started = project.root.parent / "started"
    running = subprocess.Popen(
        project.command("serve"),
        env=project.environment | {"HANG_PIP": str(started)},
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    while not started.exists():
        assert running.poll() is None
    os.killpg(running.pid, 9)
    running.wait()
    project.did()
    done = project.run("serve")
    assert done.stdout.splitlines()[:2] == ["tts-node", "serve"]
    assert project.did() == ["venv", "pip install"]


@pytest.mark.slow
def test_two_first_starts_at_once_install_once_and_the_node_keeps_no_lock(project: Project) -> None:
    both = [
        subprocess.Popen(
            project.command("serve", str(number)),
            env=project.environment | {"SLOW_PIP": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(2)
    ]
    told = [process.communicate(timeout=60)[0].splitlines() for process in both]
    assert [lines[:3] for lines in told] == [["tts-node", "serve", "0"], ["tts-node", "serve", "1"]]
    assert [lines[-1] for lines in told] == ["0", "0"]
    assert project.did() == ["venv", "pip install"]


def test_a_failed_installation_shows_pips_last_words_and_is_tried_again(project: Project) -> None:
    failed = project.run("serve", FAIL_PIP="1")
    assert failed.returncode == 1
    assert "The installation failed." in failed.stderr
    assert "no matching distribution" in failed.stderr
    assert project.run("serve").returncode == 0


def test_without_venv_it_takes_virtualenv(project: Project) -> None:
    done = project.run("serve", NO_VENV="1", HAVE_VIRTUALENV="1")
    assert done.returncode == 0
    assert project.did() == ["venv", "virtualenv", "pip install"]


def test_without_venv_and_virtualenv_it_prints_the_apt_line(project: Project) -> None:
    (project.bin / "virtualenv").write_text("#!/bin/sh\nexit 1\n")
    (project.bin / "virtualenv").chmod(0o755)
    done = project.run("serve", NO_VENV="1")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "  sudo apt-get install -y python3-venv"
    assert not (project.root / ".venv").exists()


def test_a_python_that_is_too_old_is_told(project: Project) -> None:
    for name in ("python3", "python3.11", "python3.12", "python3.13", "python3.14"):
        (project.bin / name).write_text(
            '#!/bin/sh\n[ "$1" = --version ] && echo Python 3.9.2 && exit\nexit 1\n'
        )
        (project.bin / name).chmod(0o755)
    done = project.run("serve")
    assert done.returncode == 1
    assert "needs Python 3.11 or newer and found Python 3.9.2" in done.stderr


# --- scripts/test ----------------------------------------------------------------------------------------


def environments(project: Project) -> list[str]:
    return sorted(path.name for path in (project.root / ".venvs").iterdir() if path.is_dir())


def test_the_tests_environment_is_kept_until_what_it_installs_changes(project: Project) -> None:
    assert project.run("test", "core").returncode == 0
    assert [line.split()[0] for line in project.did()] == ["venv", "pip", "pytest"]
    before = environments(project)
    assert project.run("test", "core").returncode == 0
    assert [line.split()[0] for line in project.did()] == ["pytest"]
    path = project.root / "pyproject.toml"
    path.write_text(path.read_text().replace("line-length = 110", "line-length = 100"))
    project.run("test", "core")
    assert [line.split()[0] for line in project.did()] == ["pytest"]
    path.write_text(path.read_text().replace('"numpy>=1.26"', '"numpy>=1.27"'))
    project.run("test", "core")
    assert [line.split()[0] for line in project.did()] == ["venv", "pip", "pytest"]
    after = environments(project)
    assert (len(before), len(after), before != after) == (1, 1, True)


def test_the_test_group_is_installed_with_the_project(project: Project) -> None:
    project.run("test", "core")
    folder = project.root / ".venvs" / environments(project)[0]
    asked = (folder / "asked").read_text().splitlines()
    assert asked[-2:] == ["--editable", str(project.root)]
    assert "pytest>=8.3" in (folder / "requirements.txt").read_text().splitlines()


def test_pytests_arguments_exit_code_and_last_line_come_through(project: Project) -> None:
    done = project.run("test", "core", "--", "-k", "two words", PYTEST_CODE="3")
    assert done.returncode == 3
    assert done.stdout.splitlines()[-1] == "== 1 passed"
    assert project.did()[-1].endswith("--durations=20 tests -k two words")


def test_paths_take_the_place_of_all_tests(project: Project) -> None:
    (project.root / "tests").mkdir()
    (project.root / "tests" / "test_a.py").touch()
    project.run("test", "core", "--", "tests/test_a.py::test_b", "-x")
    assert project.did()[-1].endswith("--durations=20 tests/test_a.py::test_b -x")


def test_paths_say_which_parts_are_meant(project: Project) -> None:
    (project.root / "tests").mkdir()
    (project.root / "tests" / "test_a.py").touch()
    assert project.run("test", "--", "tests/test_a.py::test_b").returncode == 0
    assert [line for line in project.did() if line.startswith("pytest")] == [
        "pytest -m pytest --durations=20 tests/test_a.py::test_b"
    ]


def test_where_home_assistant_cannot_be_its_tests_learn_why_and_the_others_run(project: Project) -> None:
    (project.bin / "unshare").write_text("#!/bin/sh\nexit 1\n")
    (project.bin / "unshare").chmod(0o755)
    (project.bin / "id").write_text("#!/bin/sh\necho 0\n")
    (project.bin / "id").chmod(0o755)
    for name in ("apt-get", "dpkg-deb", "g++", "ip"):
        (project.bin / name).symlink_to("/bin/true")
    done = project.run("test")
    assert done.returncode == 0
    assert done.stdout.splitlines() == ["== core", "== 1 passed", "== home", "== 1 passed"]
    assert project.did()[-3:] == [
        "pytest -m pytest --durations=20 tests",
        "pytest -m pytest --durations=20 tests_home",
        "without Home Assistant: no network namespaces are allowed",
    ]
    assert [name.split("-")[0] for name in environments(project)] == ["core"]


def test_a_selection_that_leaves_nothing_of_a_part_is_no_failure(project: Project) -> None:
    assert project.run("test", "core", "--", "-k", "nothing", PYTEST_CODE="5").returncode == 5
    (project.bin / "unshare").symlink_to("/bin/false")
    done = project.run("test", "--", "-k", "something", PYTEST_CODE_OF_HOME="5")
    assert done.returncode == 0


def test_an_unknown_part_is_wrong_usage_and_names_the_known_ones(project: Project) -> None:
    done = project.run("test", "kore")
    assert done.returncode == 2
    assert done.stderr == "There is no part called kore; there are: core home\n"


# --- all -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_are_clean(script: str) -> None:
    subprocess.run(["bash", "-n", str(ROOT / script)], check=True, timeout=60)
    if shutil.which("shellcheck") is None:
        pytest.skip("no shellcheck here")
    done = subprocess.run(
        ["shellcheck", "-x", script], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout == ""
