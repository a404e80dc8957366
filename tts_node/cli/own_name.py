"""How this program is called in another terminal, where another one or none may be on the PATH."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path
from typing import Final

_NAME: Final = "tts-node"


def own_name() -> str:
    """`tts-node` where the PATH leads to this very installation; else the script beside this Python, seen
    from the current folder; quoted for a shell.
    """
    beside = Path(sys.executable).with_name(_NAME)
    started = Path(sys.argv[0])  # an installation for one user has its scripts in another folder than Python
    scripts = [path for path in (beside, started) if path.name == _NAME and path.is_file()]
    found = shutil.which(_NAME)
    if found is not None and any(path.samefile(found) for path in scripts):
        return _NAME
    if not scripts:
        return f"{shlex.quote(sys.executable)} -m tts_node"
    script = scripts[0].absolute()
    here = Path.cwd()
    return shlex.quote(str(script.relative_to(here) if _is_below(script, here) else script))


def _is_below(script: Path, folder: Path) -> bool:
    # A script in the folder itself would be looked for on the PATH.
    return script.is_relative_to(folder) and script.parent != folder
