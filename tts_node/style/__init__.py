"""How something is to be said: an `instruct` in words becomes a `Style` in numbers.

Way of an instruct: `lexer` (phrases and quantities, by the tables of `wishes`, `ways` and `grammar`) ->
`reader` (wishes with their circumstances) -> `resolving` (numbers, and what a voice cannot do).
"""

from tts_node.style.resolving import (
    MAX_INSTRUCT,
    MAX_SPEED,
    MIN_SPEED,
    ResolvedStyle,
    Style,
    Wish,
    resolve,
)

__all__ = ["MAX_INSTRUCT", "MAX_SPEED", "MIN_SPEED", "ResolvedStyle", "Style", "Wish", "resolve"]
