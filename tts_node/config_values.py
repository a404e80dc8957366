"""Kinds of values in the configuration, each with a sentence for what is wrong, and the sections' base."""

from __future__ import annotations

import ipaddress
import re
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationInfo


def _network(value: str) -> str:
    try:
        ipaddress.ip_network(value, strict=False)
    except ValueError:
        raise ValueError(f"expected an IP address or network such as 192.168.0.0/16, got `{value}`") from None
    return value


def _address(value: str) -> str:
    try:
        ipaddress.ip_address(value)
    except ValueError:
        raise ValueError(f"expected an IP address, got `{value}`") from None
    return value


def _origin(value: str) -> str:
    # Any scheme: browser extensions have one of their own, and pages inside of programs.
    parts = urlsplit(value)
    if not parts.scheme or not parts.netloc or parts.path or parts.query:
        raise ValueError(f"expected an origin such as https://home.example:8123 (no path), got `{value}`")
    return value.lower()


def _name(value: str) -> str:
    if not re.fullmatch(r"[\w][\w.+-]{0,63}", value):
        raise ValueError(f"expected a name of letters, digits and `_ . + -` (at most 64), got `{value}`")
    return value


def _label(value: str) -> str:
    # One DNS-SD label: 63 bytes, with room left for `-2` (RFC 6763, 4.1.1).
    if not value.strip() or len(value.encode()) > 58 or not value.isprintable():
        raise ValueError("expected a printable name of 1 to 58 bytes")
    return value


def _language(value: str) -> str:
    if not re.fullmatch(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*", value):
        raise ValueError(f"expected a language such as en, de or zh-CN, got `{value}`")
    return value


def _absolute(value: Path, info: ValidationInfo) -> Path:
    folder = (info.context or {}).get("folder", Path.cwd())
    try:
        return Path(folder) / value.expanduser()
    except RuntimeError:
        raise ValueError(f"`{value}` names a user whose home folder is not known") from None


Text = Annotated[str, StringConstraints(min_length=1, max_length=500)]
Name = Annotated[str, AfterValidator(_name)]
NodeLabel = Annotated[str, AfterValidator(_label)]
Language = Annotated[str, AfterValidator(_language)]
Network = Annotated[str, AfterValidator(_network)]
Address = Annotated[str, AfterValidator(_address)]
Origin = Annotated[str, AfterValidator(_origin)]
FilePath = Annotated[Path, AfterValidator(_absolute)]
Seconds = Annotated[float, Field(gt=0, le=86_400, allow_inf_nan=False)]
Milliseconds = Annotated[int, Field(ge=0, le=60_000)]


class Section(BaseModel):
    """Frozen, strict, and closed: a key that is not declared is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
