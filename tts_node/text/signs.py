"""Signs inside the text for what is said in the language of its sentence, which is known later in the line.

Each is one character of plane 16, which is for private use. The client's own are blanks before.
"""

from __future__ import annotations

import re
from typing import Final

FIRST_EMOJI: Final = 0x100000
EMOJI: Final = re.compile("[\U00100000-\U00107fff]")
CODE_BLOCK: Final = "\U00108000"
"""Code that is announced."""
ALERTS: Final = {
    "NOTE": "\U00108001",
    "TIP": "\U00108002",
    "IMPORTANT": "\U00108003",
    "WARNING": "\U00108004",
    "CAUTION": "\U00108005",
}
"""What Markdown's `[!NOTE]` and its like say."""
_ANY: Final = re.compile("[\U00100000-\U0010fffd]")


def has_sign(text: str) -> bool:
    """Whether anything in `text` still gets its words."""
    return not text.isascii() and _ANY.search(text) is not None
