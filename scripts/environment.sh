# Python environments for the scripts beside this file; sourced, not run.
#
# Nothing here prints unless there is something to do or to say, and everything is safe to interrupt: a stamp
# inside an environment is written last, and an environment without the right stamp is made again.
# shellcheck shell=bash

# The first Python that is new enough. The plain one goes first, since that is the one with a matching
# python3-venv; of the rest the versions that have had wheels for the longest. Not one out of an environment of
# this project, which may be first in PATH: it goes when its environment is made again.
find_python() {
  local project name candidate
  project=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
  for name in python3 python3.13 python3.12 python3.11 python3.14; do
    while IFS= read -r candidate; do
      case $(cd -- "$(dirname -- "$candidate")" && pwd -P) in
        "$project/.venv/"* | "$project/.venvs/"*) continue ;;
      esac
      if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
        echo "$candidate"
        return 0
      fi
      break
    done < <(type -aP "$name")
  done
  {
    echo "tts-node needs Python 3.11 or newer and found $(python3 --version 2>/dev/null || echo none)."
    echo "Debian 12, Ubuntu 24.04, Raspberry Pi OS 12 or newer: sudo apt-get install -y python3 python3-venv"
  } >&2
  return 1
}

# make_venv PYTHON FOLDER: a fresh environment with a working pip.
make_venv() {
  local python=$1 folder=$2
  rm -rf -- "$folder"
  if "$python" -m venv "$folder" >/dev/null 2>&1 && has_pip "$folder"; then return 0; fi
  # Debian and Ubuntu split ensurepip off into python3-venv.
  rm -rf -- "$folder"
  if "$python" -m virtualenv --quiet "$folder" >/dev/null 2>&1 && has_pip "$folder"; then return 0; fi
  rm -rf -- "$folder"
  if command -v virtualenv >/dev/null 2>&1 &&
    virtualenv --quiet --python "$python" "$folder" >/dev/null 2>&1 && has_pip "$folder"; then return 0; fi
  rm -rf -- "$folder"
  {
    echo "This Python cannot make environments. Once, and then again:"
    echo "  sudo apt-get install -y $(venv_package "$python")"
  } >&2
  return 1
}

# The apt package that lets PYTHON make environments.
venv_package() {
  if [[ $(basename -- "$1") == python3 ]]; then
    echo python3-venv
  else
    "$1" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'
  fi
}

has_pip() {
  "$1/bin/python" -m pip --version >/dev/null 2>&1
}

# has_stamp FOLDER STAMP: it was installed to the end, from the same things.
has_stamp() {
  [[ -f "$1/installed" && "$(<"$1/installed")" == "$2" ]] && "$1/bin/python" -c '' >/dev/null 2>&1
}

# write_stamp FOLDER STAMP: in one piece, whenever the power goes.
write_stamp() {
  printf '%s\n' "$2" >"$1/installed.new"
  mv -f -- "$1/installed.new" "$1/installed"
}

# pip_install FOLDER ARGUMENTS...: quiet, and with the end of pip's words when it fails.
pip_install() {
  local folder=$1 log="$1/install.log"
  shift
  if ! "$folder/bin/python" -m pip install --disable-pip-version-check --no-input "$@" >"$log" 2>&1 </dev/null; then
    {
      echo "The installation failed. The last lines (all of them: $log):"
      tail -n 15 -- "$log"
    } >&2
    return 1
  fi
}

# lock FILE: wait until nobody else holds it; file descriptor 9 keeps it until `unlock` or the end.
lock() {
  exec 9>"$1"
  if command -v flock >/dev/null 2>&1; then
    flock --nonblock 9 || { echo "Waiting for another installation to end ..." >&2; flock 9; }
  fi
}

# Before starting something that lives long: it would inherit the lock.
unlock() {
  exec 9>&-
}
