# The parts of the project that are tested apart, and an environment for each; sourced, not run.
# shellcheck shell=bash
# shellcheck source=scripts/environment.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/environment.sh"

ALL_PARTS=(core home)

# describe_part NAME: sets part_groups (dependency groups of pyproject.toml to install besides the project),
# part_extras (optional dependencies of the project, comma-separated), part_tests (what pytest collects) and
# part_shares (the part whose environment it uses: its own, or that of one with the same groups and extras).
describe_part() {
  # shellcheck disable=SC2034  # read by whoever calls this
  case $1 in
    core) part_groups=(test) part_extras="" part_tests=(tests) part_shares=core ;;
    home) part_groups=(test) part_extras="" part_tests=(tests_home) part_shares=core ;;
    *)
      echo "There is no part called $1; there are: ${ALL_PARTS[*]}" >&2
      return 1
      ;;
  esac
}

# part_environment NAME: prints the folder of its environment, which it makes first where that is needed.
# All that it installs is in the folder's name, so going back to an older state is going back to its folder
# as long as nothing newer was made.
part_environment() {
  local part root python wanted folder old
  root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
  describe_part "$1"
  part=$part_shares
  python=$(find_python) || return 1
  wanted=$(what_it_installs "$python" "$root" "$part_extras" "${part_groups[@]}") || return 1
  folder=$root/.venvs/$part-$(head -n 1 <<<"$wanted")
  mkdir -p -- "$root/.venvs"
  (
    lock "$root/.venvs/$part.lock"
    if ! has_stamp "$folder" complete; then
      echo "Installing what the tests of $part need ..." >&2
      make_venv "$python" "$folder" || exit 1
      tail -n +2 <<<"$wanted" >"$folder/requirements.txt"
      pip_install "$folder" --requirement "$folder/requirements.txt" \
        --editable "$root${part_extras:+[$part_extras]}" || exit 1
      write_stamp "$folder" complete
    fi
    for old in "$root/.venvs/$part-"*; do
      [[ $old == "$folder" ]] || rm -rf -- "$old"
    done
  ) || return 1
  echo "$folder"
}

# prepare_part NAME: what its tests need besides Python's packages. Where this machine cannot have that, the
# tests learn the reason and skip themselves with it.
prepare_part() {
  [[ $1 == home ]] || return 0
  local root answer
  root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
  # shellcheck source=scripts/home/environment.sh
  source "$root/scripts/home/environment.sh"
  unset HOME_ASSISTANT_ENVIRONMENT HOME_ASSISTANT_MISSING
  if answer=$(home_assistant_environment "$root"); then
    export HOME_ASSISTANT_ENVIRONMENT=$answer
  else
    export HOME_ASSISTANT_MISSING=${answer:-its installation failed}
  fi
}

# what_it_installs PYTHON ROOT EXTRAS GROUPS...: a hash in the first line, then the groups' requirements.
# Read here and not by `pip --group`, which the pip of Debian 12 does not have yet.
what_it_installs() {
  "$1" - "${@:2}" <<'PYTHON'
import hashlib, json, pathlib, platform, sys, tomllib

root, extras, *groups = sys.argv[1:]
project = tomllib.loads(pathlib.Path(root, "pyproject.toml").read_text(encoding="utf-8"))

def requirements(group):
    for entry in project["dependency-groups"][group]:
        if isinstance(entry, str):
            yield entry
        else:
            yield from requirements(entry["include-group"])

lines = [line for group in groups for line in requirements(group)]
installed = [
    lines,
    project["build-system"],
    project["project"]["dependencies"],
    project["project"].get("scripts"),
    [project["project"].get("optional-dependencies", {}).get(extra) for extra in extras.split(",") if extra],
    [root, sys.version, platform.machine()],
]
print(hashlib.sha256(json.dumps(installed).encode()).hexdigest()[:16], *lines, sep="\n")
PYTHON
}
