"""A formula inside the text, from the step that finds it to the one that says it.

It is a run of private-use characters of plane 16, one for each byte of its UTF-8: nothing that an earlier
step matches, and never a blank or a full stop. The client's own are blanks before (`clean.Characters`). A run
that was cut into two is two formulas.
"""

from __future__ import annotations

import re
from typing import Final

_FIRST: Final = 0x109000
HIDDEN_FORMULA: Final = re.compile(f"[{chr(_FIRST)}-{chr(_FIRST + 0xFF)}]+")


def hide(tex: str) -> str:
    """The formula as signs."""
    return "".join(chr(_FIRST + byte) for byte in tex.encode("utf-8", errors="ignore"))


def shown(run: str) -> str:
    """What `hide` hid; of a character that was cut in two nothing is left."""
    return bytes(ord(sign) - _FIRST for sign in run).decode("utf-8", errors="ignore")
