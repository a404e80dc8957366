"""Whose address is enough to speak over Wyoming."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

import pytest

from tts_node.config import ServerConfig, WyomingConfig
from tts_node.errors import Forbidden
from tts_node.server.auth import Network
from tts_node.server.wyoming.admission import Admission

OWN = ipaddress.ip_network("2001:db8:7::/64")


def admission(
    *, wyoming_allow: tuple[str, ...] = (), server_allow: tuple[str, ...] = (), require_token: bool = False
) -> Admission:
    own: Sequence[Network] = (OWN,)
    server = ServerConfig(allow=server_allow, require_token=require_token)
    return Admission(WyomingConfig(allow=wyoming_allow), server, own_networks=lambda: own)


@pytest.mark.parametrize(
    ("peer", "plain"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("::1", "::1"),
        ("192.168.7.9", "192.168.7.9"),
        ("10.1.2.3", "10.1.2.3"),
        ("172.30.32.1", "172.30.32.1"),
        ("100.64.0.9", "100.64.0.9"),
        ("169.254.3.4", "169.254.3.4"),
        ("fd00::5", "fd00::5"),
        ("fe80::1%eth0", "fe80::1"),
        ("::ffff:192.168.7.9", "192.168.7.9"),
        ("2001:db8:7::42", "2001:db8:7::42"),
    ],
)
def test_the_home_network_may(peer: str, plain: str) -> None:
    assert admission().check(peer) == plain


@pytest.mark.parametrize("peer", ["192.0.2.7", "2001:db8:8::1", "::ffff:192.0.2.7", "172.32.0.1", "nonsense"])
def test_others_may_only_when_they_are_listed(peer: str) -> None:
    with pytest.raises(Forbidden, match=r"outside the home network.*`wyoming.allow`"):
        admission().check(peer)


LISTED = ("192.0.2.0/24", "2001:db8:8::1")


@pytest.mark.parametrize(
    "who",
    [admission(server_allow=LISTED), admission(wyoming_allow=LISTED)],
    ids=["server.allow", "wyoming.allow"],
)
def test_both_lists_let_others_in_besides_the_home_network(who: Admission) -> None:
    for peer in ("192.0.2.7", "2001:db8:8::1", "192.168.7.9"):
        assert who.check(peer)
    with pytest.raises(Forbidden):
        who.check("192.0.3.7")


@pytest.mark.parametrize("peer", ["127.0.0.1", "192.168.7.9", "198.51.100.1", "2001:db8:7::42"])
def test_where_a_token_is_needed_neither_home_nor_server_allow_is_enough(peer: str) -> None:
    who = admission(wyoming_allow=("192.168.1.5",), server_allow=("198.51.100.0/24",), require_token=True)
    assert who.check("192.168.1.5") == "192.168.1.5"
    with pytest.raises(Forbidden, match=r"needs a token.*`wyoming.allow`"):
        who.check(peer)


def test_where_a_token_is_needed_and_nobody_is_listed_nobody_is_let_in() -> None:
    assert admission(wyoming_allow=("192.168.1.5",), require_token=True).lets_anybody_in
    assert not admission(require_token=True).lets_anybody_in
    assert admission().lets_anybody_in
