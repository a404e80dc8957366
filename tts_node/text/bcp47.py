"""Tags of languages as people and programs write them: `en-GB`, `de_DE`, `zh-Hant-TW`."""

from __future__ import annotations


def main_language(tag: str | None) -> str:
    """The first part, in small letters; empty for None."""
    return (tag or "").replace("_", "-").partition("-")[0].lower()
