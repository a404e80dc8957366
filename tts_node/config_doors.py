"""The configuration's sections on doors: where the node listens, who may come in, and how it is found."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, field_validator

from tts_node.config_values import (
    Address,
    FilePath,
    Name,
    Network,
    NodeLabel,
    Origin,
    Seconds,
    Section,
    Text,
)


class LimitsConfig(Section):
    """What one client, and all of them together, may take."""

    connections: int = Field(default=256, ge=1, le=65_536)
    connections_per_address: int = Field(default=256, ge=1, le=65_536)
    message_bytes: int = Field(default=262_144, ge=1_024, le=16 * 1024 * 1024)
    text_chars: int = Field(default=100_000, ge=1, le=10_000_000)
    utterances_per_client: int = Field(default=32, ge=1, le=10_000)
    slow_reader_s: Seconds = 10.0
    append_timeout_s: Seconds = 30.0
    ahead_ms: int = Field(default=1_500, ge=100, le=60_000)


class ServerConfig(Section):
    """Where the node listens and who may come in."""

    host: Text = "0.0.0.0"
    """The default also listens on IPv6 where the system can."""
    port: int = Field(default=8750, ge=0, le=65_535)
    allow: tuple[Network, ...] = ()
    trusted_proxies: tuple[Network, ...] = ()
    hostnames: tuple[Text, ...] = ()
    origins: tuple[Origin, ...] = ()
    require_token: bool = False
    ping_interval_s: Seconds | None = 20.0
    ping_timeout_s: Seconds | None = 20.0
    tls_cert: FilePath | None = None
    """PEM, with the chain. With it (and `tls_key`) there is TLS alone on the port."""
    tls_key: FilePath | None = None
    limits: LimitsConfig = Field(default_factory=LimitsConfig)

    @field_validator("tls_cert", "tls_key")
    @classmethod
    def _is_there(cls, value: Path | None) -> Path | None:
        if value is not None and not value.is_file():
            raise ValueError(f"there is no file {value}")
        return value


class DiscoveryConfig(Section):
    """How the node is found in the local network (mDNS, DNS-SD)."""

    enabled: bool = True
    name: NodeLabel | None = None
    """None takes `node.name`."""
    interfaces: tuple[Text, ...] = ()
    advertise_address: tuple[Address, ...] = ()


class HttpConfig(Section):
    """The plain HTTP door."""

    get_speak: bool = False


class OpenAIConfig(Section):
    """The door for clients of OpenAI's speech API."""

    enabled: bool = True
    voices: dict[Name, Text] = Field(default_factory=dict)
    """Names that clients use, and the voices they mean."""
    models: tuple[Text, ...] = ()
    """Further model names that are taken."""


class WyomingConfig(Section):
    """The door for Wyoming clients, such as Home Assistant."""

    enabled: bool = True
    port: int = Field(default=10_200, ge=0, le=65_535)
    """Where it was not chosen and is taken, the node goes on without this door."""
    host: Text | None = None
    """None takes `server.host`."""
    allow: tuple[Network, ...] = ()
    tls: bool = False
    """With the certificate of `server`."""
