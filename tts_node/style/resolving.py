"""How something is to be said: an `instruct` in words becomes a `Style` in numbers."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from tts_node.errors import BadInstruct, BadRequest
from tts_node.style.entry import BOUNDS
from tts_node.style.reader import Found, read

MIN_SPEED, MAX_SPEED = 0.25, 4.0
MAX_INSTRUCT = 500
"""Code points."""


@dataclass(frozen=True, slots=True)
class Style:
    """A resolved way of speaking. Neutral by default."""

    speed: float = 1.0
    """2.0 is twice as fast; 0.25 to 4.0."""
    pitch: float = 0.0
    """Semitones."""
    level_db: float = 0.0
    """Relative to the voice's own level."""
    expressiveness: float = 1.0
    """Scales the engine's own variation; 0 is flat."""
    gap_scale: float = 1.0
    """Scales the pauses between segments."""
    softness: float = 0.0
    """0 is the voice's own brightness, 1 is the softest."""
    whisper: bool = False
    """Breath instead of voice."""


@dataclass(frozen=True, slots=True)
class Wish:
    """One wish found in an instruct. `aspect` is `speed`, `level`, `pitch`, `expressiveness`, `pauses`,
    `emotion`, …"""

    aspect: str
    words: str
    """The client's own words for it."""


@dataclass(frozen=True, slots=True)
class ResolvedStyle:
    """What an instruct came to with one voice."""

    style: Style
    instruct: str | None
    """Handed to the model as free text, where the engine takes it."""
    applied: tuple[Wish, ...] = ()
    ignored: tuple[Wish, ...] = ()
    notes: tuple[str, ...] = ()
    """Sentences for people: which wish gave way to which, and what is only approximated."""


def resolve(instruct: str | None, *, speed: float | None, supports: tuple[str, ...]) -> ResolvedStyle:
    """Resolve `instruct` for a voice that supports `supports` (see `engines.base.EngineVoice.supports`).

    Level and pauses always act (after the engine). An explicit `speed` multiplies what the words say. Words
    that name no known wish are returned as one `Wish("unknown", words)` in `ignored`: nothing is dropped
    silently. Raises `errors.BadInstruct` for more than 500 code points, control characters or control marks
    (`<|`, `|>`, in any width of writing).
    """
    text = _checked(instruct)
    factor = _checked_speed(speed)
    can_speed = "speed" in supports
    extra = () if can_speed or factor == 1.0 else (Wish("speed", f"speed {factor:g}"),)
    if text is None:
        return ResolvedStyle(Style(speed=factor if can_speed else 1.0), None, ignored=extra)
    if "instruct" in supports:
        style = Style(speed=factor if can_speed else 1.0)
        return ResolvedStyle(style, text, applied=(Wish("instruct", text),), ignored=extra)
    settled = _settle(read(text), supports)
    amounts = settled.amounts
    style = Style(
        speed=min(max(math.exp(amounts["speed"]) * factor, MIN_SPEED), MAX_SPEED) if can_speed else 1.0,
        pitch=amounts["pitch"],
        level_db=amounts["level"],
        expressiveness=math.exp(amounts["expressiveness"]),
        gap_scale=math.exp(amounts["pauses"]),
        softness=amounts["softness"],
        whisper=amounts["whisper"] > 0.0,
    )
    return ResolvedStyle(style, None, settled.applied, settled.ignored + extra, settled.notes)


# --- checks
# -------------------------------------------------------------------------------------------------------


def _checked(instruct: str | None) -> str | None:
    if instruct is None:
        return None
    if len(instruct) > MAX_INSTRUCT:
        raise BadInstruct(f"instruct has {len(instruct)} characters, at most {MAX_INSTRUCT} are taken")
    for char in instruct:
        if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"):
            raise BadInstruct(f"instruct holds the control character U+{ord(char):04X}")
    narrow = unicodedata.normalize("NFKC", instruct)  # as tokenizers read it
    if "<|" in narrow or "|>" in narrow:
        raise BadInstruct("instruct holds a control mark (<| or |>)")
    return instruct.strip() or None


def _checked_speed(speed: float | None) -> float:
    if speed is None:
        return 1.0
    if not MIN_SPEED <= speed <= MAX_SPEED:
        raise BadRequest(f"speed is {MIN_SPEED:g} to {MAX_SPEED:g}, not {speed:g}")
    return float(speed)


# --- settling: wishes to numbers
# --------------------------------------------------------------------------------------

_AFTER_ENGINE = frozenset({"level", "pauses", "softness"})
_COME_NEAR = frozenset({"whisper", "emotion"})
"""Aspects that are more than what numbers do for them."""
_BETTER_WORDS = {
    "speed": ("slower", "faster"),
    "level": ("quieter", "louder"),
    "softness": ("brighter", "softer"),
    "pitch": ("deeper", "higher"),
    "expressiveness": ("flatter", "livelier"),
    "pauses": ("with shorter pauses", "with longer pauses"),
}


@dataclass(frozen=True, slots=True)
class _Settled:
    amounts: dict[str, float]
    applied: tuple[Wish, ...]
    ignored: tuple[Wish, ...]
    notes: tuple[str, ...]


def _settle(found: Sequence[Found], supports: tuple[str, ...]) -> _Settled:
    """Let the last of contradicting wishes win, and leave out what the voice cannot do."""
    amounts = dict.fromkeys(BOUNDS, 0.0)
    applied = [item.known for item in found]
    notes: list[str] = []
    plain_at: dict[str, int] = {}
    for index, item in enumerate(found):
        usable = {a: n for a, n in item.amounts.items() if a in _AFTER_ENGINE or a in supports}
        if "whisper" in usable:
            usable.pop("softness", None)  # it stands in for a whisper where a voice has none
        if item.amounts and not usable:
            applied[index] = False
            continue
        for aspect, amount in usable.items():
            before, standing = plain_at.get(aspect), amounts[aspect]
            if item.plain == (before is None) and aspect == "level" and standing * amount > 0:
                amount = max(standing, amount, key=abs)  # "whisper softly" is no louder than a whisper
            elif before is not None and not item.plain:
                continue
            elif before is not None:
                amount, gives_way = _together(standing, found[before], amount, item)
                if gives_way:
                    applied[before] = False
                    notes.append(f'"{found[before].words}" gives way to "{item.words}"')
            amounts[aspect] = amount
            if item.plain:
                plain_at[aspect] = index
        if item.aspect in _COME_NEAR and any(usable.values()) and "whisper" not in usable:
            means = ", ".join(_BETTER_WORDS[a][n > 0] for a, n in usable.items() if n)
            notes.append(f'"{item.words}" is only approximated: {means}')
    for aspect, (low, high) in BOUNDS.items():
        amounts[aspect] = min(max(amounts[aspect], low), high) + 0.0
    return _Settled(
        amounts,
        tuple(Wish(item.aspect, item.words) for item, good in zip(found, applied, strict=True) if good),
        tuple(Wish(item.aspect, item.words) for item, good in zip(found, applied, strict=True) if not good),
        tuple(notes),
    )


def _together(standing: float, before: Found, amount: float, item: Found) -> tuple[float, bool]:
    """What two plain wishes of one aspect come to, and whether the one before gives way."""
    opposite = standing * amount < 0
    if not item.negated:
        return amount, opposite
    if not opposite:
        return (standing if abs(standing) > abs(amount) else amount), False  # "louder, not quieter"
    # "neither too fast nor too slow"; "slow, but not too slow"
    return (0.0 if before.negated else standing / 2.0), False
