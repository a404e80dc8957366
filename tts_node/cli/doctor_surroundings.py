"""What is around the node: its port, the network's multicast, loudspeaker and graphics card."""

from __future__ import annotations

import errno
import http.client
import shutil
import socket
import subprocess
from pathlib import Path
from typing import Final

from tts_node.cli.doctor_finding import Finding
from tts_node.config import DiscoveryConfig
from tts_node.discovery import advertised_addresses, local_interfaces
from tts_node.errors import BadLexicon
from tts_node.lexicon.file import load as load_lexicon

_MDNS_GROUP: Final = "224.0.0.251"
_MDNS_PORT: Final = 5353
_ANSWER_S: Final = 3.0
"""How long a node may take to say that it is one."""


def check_port(host: str, port: int) -> Finding:
    """The port can be had, or a node has it already."""
    if port == 0:
        return Finding("port", "ok", "any free one")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(1)
    except OSError as error:
        if error.errno == errno.EADDRINUSE and _is_node(host, port):
            return Finding("port", "ok", f"a node is running at {host} port {port}")
        if error.errno == errno.EADDRINUSE:
            advice = f"end what has it (`ss -tlnp 'sport = :{port}'`), or take another: server.port"
        else:
            advice = "correct server.host and server.port"
        return Finding("port", "fail", f"{host} port {port}: {error.strerror or error}", advice)
    return Finding("port", "ok", f"{host} port {port} is free")


def check_mdns(settings: DiscoveryConfig, host: str) -> Finding:
    """There is an address to announce, and multicast can be joined. Never more than a warning."""
    if not settings.enabled:
        return Finding("mdns", "ok", "switched off in the configuration")
    addresses: tuple[str, ...] = ()
    try:
        addresses = advertised_addresses(local_interfaces(), host, settings)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if hasattr(socket, "SO_REUSEPORT"):
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            listener.bind(("", _MDNS_PORT))
            for address in (address for address in addresses if ":" not in address):
                group = socket.inet_aton(_MDNS_GROUP) + socket.inet_aton(address)
                listener.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
    except OSError as error:
        return Finding(
            *("mdns", "warn", f"{', '.join(addresses)}: {error.strerror or error}".lstrip(": ")),
            "the node speaks, but is only found by its address; in a container use the host's network",
        )
    if not addresses:
        advice = "connect the network, or set discovery.advertise_address"
        return Finding("mdns", "warn", "no address to announce", advice)
    if all(address.startswith("127.") or address == "::1" for address in addresses):
        return Finding(
            "mdns", "warn", "only this machine itself can find the node", "set server.host to 0.0.0.0"
        )
    return Finding("mdns", "ok", f"can be announced at {', '.join(addresses)}")


def check_lexicon(path: Path) -> Finding:
    """The household's words can be read. The node speaks without them."""
    try:
        lexicon = load_lexicon(path)
    except BadLexicon as error:
        return Finding("lexicon", "warn", str(error), "correct the lines named above")
    except PermissionError as error:
        return Finding("lexicon", "warn", f"{path}: {error.strerror}", "run as the node's user")
    counted = "1 entry" if len(lexicon) == 1 else f"{len(lexicon)} entries"
    return Finding("lexicon", "ok", f"{counted} in {path}" if lexicon else "none")


def check_audio() -> Finding:
    """Only `tts-node say` plays on this machine, so nothing here is worse than a warning."""
    try:
        import sounddevice
    except (ImportError, OSError) as error:
        return Finding(
            *("audio", "warn", f"no PortAudio ({error})"),
            "sudo apt-get install -y libportaudio2 (for playing here; everything else works without)",
        )
    try:
        device = sounddevice.query_devices(kind="output")
    except (ValueError, sounddevice.PortAudioError):
        return Finding(
            *("audio", "warn", "no loudspeaker on this machine"),
            "only matters for `tts-node say` without -o on this machine",
        )
    return Finding("audio", "ok", f"plays on {device['name']}")


def check_gpu() -> Finding:
    """A card is never needed; one that is there but not usable is worth a warning."""
    if shutil.which("nvidia-smi") is None:
        if Path("/proc/driver/nvidia/version").exists():
            return Finding("gpu", "warn", "a driver, but no nvidia-smi", "install the driver's tools")
        return Finding("gpu", "ok", "none (not needed)")
    query = ["nvidia-smi", "--query-gpu=name,memory.free,driver_version", "--format=csv,noheader"]
    try:
        told = subprocess.run(query, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return Finding("gpu", "warn", f"nvidia-smi does not answer: {error}", "restart the machine")
    said = [line.strip() for line in (told.stdout or told.stderr).splitlines() if line.strip()]
    if told.returncode != 0:
        return Finding(
            *("gpu", "warn", said[0] if said else "nvidia-smi failed"),
            "after an update of the driver a restart helps; in a container give it the card",
        )
    return Finding("gpu", "ok", "; ".join(said))


# --- private -----------------------------------------------------------------------------------------


def _is_node(host: str, port: int) -> bool:
    """Does a node answer there?"""
    reachable = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)
    connection = http.client.HTTPConnection(reachable, port, timeout=_ANSWER_S)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
