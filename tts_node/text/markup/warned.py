"""What a step of the line could not follow, for the client to know."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TextWarning:
    """`code` is one of the protocol's warnings, `message` a sentence for people."""

    code: str
    message: str


def not_followed(element: str, what: str = "") -> TextWarning:
    """`what`: of the element, when the rest of it is followed."""
    wish = f"`{element}` {what}".rstrip()
    return TextWarning("ssml_ignored", f"SSML {wish} is not followed; its text is spoken plainly")


def not_known(element: str) -> TextWarning:
    return TextWarning("ssml_ignored", f"SSML has no `{element}`; its text is spoken plainly")


def code_passed_over() -> TextWarning:
    return TextWarning("code_skipped", "a block of code is not spoken")
