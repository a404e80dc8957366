"""Who may come in: tables of requests and what becomes of them (A01, DNS rebinding, foreign pages)."""

from __future__ import annotations

import dataclasses
import ipaddress

import pytest

from tts_node.errors import Forbidden, Unauthorized
from tts_node.server.auth import Caller, Guard, Scope, Tokens, host_name, parse_address

ADMIN, SPEAK = "admin-secret", "speak-secret"
TOKENS = Tokens(admin=ADMIN, speak=SPEAK)
HOME = Caller(peer="192.168.1.20", hosts=("192.168.1.5:8750",))


def guard(**settings) -> Guard:
    settings.setdefault("names", ("kitchen",))
    settings.setdefault("own_networks", lambda: (ipaddress.ip_network("203.0.113.0/24"),))
    return Guard(TOKENS, **settings)


def outcome(the_guard: Guard, caller: Caller) -> str:
    try:
        grant = the_guard.check(caller)
    except Unauthorized:
        return "401"
    except Forbidden:
        return "403"
    return grant.scope.name.lower()


@pytest.mark.parametrize(
    ("peer", "expected"),
    [
        ("127.0.0.1", "speak"),
        ("127.8.9.1", "speak"),
        ("::1", "speak"),
        ("10.1.2.3", "speak"),
        ("172.16.0.1", "speak"),
        ("172.31.255.254", "speak"),
        ("172.32.0.1", "403"),
        ("192.168.0.9", "speak"),
        ("169.254.3.4", "speak"),
        ("100.64.0.1", "speak"),
        ("100.127.255.254", "speak"),
        ("100.128.0.1", "403"),
        ("fe80::1", "speak"),
        ("fe80::1%eth0", "speak"),
        ("fd12:3456::1", "speak"),
        ("2001:db8::1", "403"),
        ("::ffff:192.168.1.7", "speak"),
        ("::ffff:8.8.8.8", "403"),
        ("8.8.8.8", "403"),
        ("203.0.113.9", "speak"),  # in a prefix of the node's own interface
        ("198.51.100.7", "speak"),  # listed in `allow`
        ("198.51.100.8", "403"),
        ("not an address", "401"),
        (None, "speak"),
    ],
)
def test_speaking_is_open_to_the_home_network_and_to_nobody_else(peer, expected):
    assert outcome(guard(allow=("198.51.100.7",)), dataclasses.replace(HOME, peer=peer)) == expected


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        ((), "speak"),
        ((SPEAK,), "speak"),
        ((ADMIN,), "admin"),
        ((SPEAK, ADMIN), "admin"),
        (("wrong",), "401"),
        (("",), "401"),
        ((SPEAK, "wrong"), "401"),
        ((ADMIN + " ",), "401"),
        (("ädmin",), "401"),
    ],
)
def test_a_wrong_token_is_refused_even_where_none_is_needed(tokens, expected):
    assert outcome(guard(), dataclasses.replace(HOME, tokens=tokens)) == expected


@pytest.mark.parametrize(("tokens", "expected"), [((), "401"), ((SPEAK,), "speak"), (("wrong",), "401")])
@pytest.mark.parametrize("peer", ["127.0.0.1", "192.168.1.20"])
def test_with_require_token_even_loopback_needs_one(peer, tokens, expected):
    caller = dataclasses.replace(HOME, peer=peer, tokens=tokens)
    assert outcome(guard(require_token=True), caller) == expected


def test_a_right_token_opens_the_node_to_any_address():
    assert outcome(guard(), dataclasses.replace(HOME, peer="8.8.8.8", tokens=(SPEAK,))) == "speak"


def test_a_token_that_is_not_set_matches_nothing():
    nothing = Guard(Tokens(), names=())
    for token in ("", "None", "null"):
        assert outcome(nothing, dataclasses.replace(HOME, tokens=(token,))) == "401"


def test_administration_needs_the_admin_token():
    the_guard = guard()
    the_guard.check(dataclasses.replace(HOME, tokens=(ADMIN,))).require(Scope.ADMIN)
    for tokens in ((), (SPEAK,)):
        with pytest.raises(Unauthorized):
            the_guard.check(dataclasses.replace(HOME, tokens=tokens)).require(Scope.ADMIN)


@pytest.mark.parametrize(
    ("peer", "forwarded_for", "otherwise", "expected", "address"),
    [
        # From a trusted proxy, the header counts.
        ("10.0.0.2", ("192.168.1.9",), False, "speak", "192.168.1.9"),
        ("10.0.0.2", ("8.8.8.8",), False, "403", None),
        ("10.0.0.2", ("192.168.1.9, 8.8.8.8",), False, "403", None),
        ("10.0.0.2", ("8.8.8.8, 192.168.1.9",), False, "speak", "192.168.1.9"),
        ("10.0.0.2", ("8.8.8.8", "192.168.1.9"), False, "speak", "192.168.1.9"),
        ("10.0.0.2", ("192.168.1.9, 10.0.0.3",), False, "speak", "192.168.1.9"),
        ("10.0.0.2", ("10.0.0.3",), False, "speak", "10.0.0.3"),
        ("10.0.0.2", ("192.168.1.9:5555",), False, "speak", "192.168.1.9"),
        ("10.0.0.2", ("[fd00::9]:5555",), False, "speak", "fd00::9"),
        ("10.0.0.2", ("::ffff:8.8.8.8",), False, "403", None),
        ("10.0.0.2", ("unknown",), False, "401", None),
        ("10.0.0.2", ("",), False, "401", None),
        ("10.0.0.2", (), False, "speak", "10.0.0.2"),
        ("10.0.0.2", (), True, "401", None),
        # From anybody else a forwarded request needs a token, wherever it says it comes from.
        ("192.168.1.20", ("192.168.1.9",), False, "401", None),
        ("127.0.0.1", ("127.0.0.1",), False, "401", None),
        ("127.0.0.1", (), True, "401", None),
        ("8.8.8.8", ("192.168.1.9",), False, "401", None),
    ],
)
def test_a_forwarded_address_counts_only_from_a_trusted_proxy(
    peer, forwarded_for, otherwise, expected, address
):
    the_guard = guard(trusted_proxies=("10.0.0.2/31",))
    caller = dataclasses.replace(HOME, peer=peer, forwarded_for=forwarded_for, forwarded_otherwise=otherwise)
    assert outcome(the_guard, caller) == expected
    if address is not None:
        assert the_guard.check(caller).address == address
    assert outcome(the_guard, dataclasses.replace(caller, tokens=(SPEAK,))) == "speak"


@pytest.mark.parametrize(
    ("hosts", "expected"),
    [
        (("192.168.1.5",), "speak"),
        (("192.168.1.5:8750",), "speak"),
        (("[::1]:8750",), "speak"),
        (("[fe80::1%25eth0]:8750",), "speak"),
        (("localhost",), "speak"),
        (("LOCALHOST:8750",), "speak"),
        (("localhost.",), "speak"),
        (("kitchen",), "speak"),
        (("Kitchen:8750",), "speak"),
        (("kitchen.local",), "speak"),
        (("anything.local.:8750",), "speak"),
        (("speech.example.org",), "speak"),  # listed in `hostnames`
        (("evil.example",), "403"),
        (("192.168.1.5.evil.example",), "403"),
        (("localhost.evil.example",), "403"),
        (("kitchen.evil.example",), "403"),
        (("local",), "403"),
        ((".local",), "403"),
        (("evillocal",), "403"),
        (("2130706433",), "403"),
        (("0x7f.0.0.1",), "403"),
        (("user@localhost",), "403"),
        (("localhost:8750:1",), "403"),
        (("localhost:99999",), "403"),
        (("local host",), "403"),
        (("",), "403"),
        ((), "403"),
        (("localhost", "localhost"), "403"),
    ],
)
def test_the_host_must_be_one_of_the_nodes_names(hosts, expected):
    """A foreign name that was pointed at the node's address (DNS rebinding) is not."""
    assert (
        outcome(guard(hostnames=("speech.example.org",)), dataclasses.replace(HOME, hosts=hosts)) == expected
    )


@pytest.mark.parametrize(
    ("origins", "host", "expected"),
    [
        ((), "192.168.1.5:8750", "speak"),
        (("http://192.168.1.5:8750",), "192.168.1.5:8750", "speak"),
        (("HTTP://Kitchen.local:8750",), "kitchen.local:8750", "speak"),
        (("http://kitchen.local",), "kitchen.local", "speak"),
        (("http://kitchen.local",), "kitchen.local:80", "speak"),
        (("https://kitchen.local",), "kitchen.local:443", "speak"),
        (("https://kitchen.local",), "kitchen.local", "speak"),
        (("http://[::1]:8750",), "[::1]:8750", "speak"),
        (("https://home.example:8123",), "192.168.1.5:8750", "speak"),  # listed in `origins`
        (("http://home.example:8123",), "192.168.1.5:8750", "403"),
        (("http://192.168.1.5:8080",), "192.168.1.5:8750", "403"),
        (("http://192.168.1.5",), "192.168.1.5:8750", "403"),
        (("http://192.168.1.6:8750",), "192.168.1.5:8750", "403"),
        (("http://evil.example",), "192.168.1.5:8750", "403"),
        (("http://192.168.1.5:8750.evil.example",), "192.168.1.5:8750", "403"),
        (("null",), "192.168.1.5:8750", "403"),
        (("file://",), "192.168.1.5:8750", "403"),
        (("",), "192.168.1.5:8750", "403"),
        (("http://192.168.1.5:notaport",), "192.168.1.5:8750", "403"),
        (("http://192.168.1.5:8750", "http://192.168.1.5:8750"), "192.168.1.5:8750", "403"),
    ],
)
def test_only_the_nodes_own_pages_and_listed_ones_may_use_it(origins, host, expected):
    caller = dataclasses.replace(HOME, origins=origins, hosts=(host,))
    assert outcome(guard(origins=("https://home.example:8123",)), caller) == expected


def test_a_token_does_not_excuse_a_foreign_page_or_host():
    with_token = dataclasses.replace(HOME, tokens=(ADMIN,))
    assert outcome(guard(), dataclasses.replace(with_token, origins=("http://evil.example",))) == "403"
    assert outcome(guard(), dataclasses.replace(with_token, hosts=("evil.example",))) == "403"


def test_refusals_do_not_repeat_the_token():
    with pytest.raises(Unauthorized) as refused:
        guard().check(dataclasses.replace(HOME, tokens=("a-wrong-secret",)))
    assert "a-wrong-secret" not in str(refused.value)
    assert ADMIN not in str(refused.value)


def test_the_own_networks_are_asked_only_when_nothing_else_allows():
    asked = []

    def own_networks():
        asked.append(True)
        return ()

    the_guard = guard(own_networks=own_networks)
    assert outcome(the_guard, HOME) == "speak" and asked == []
    assert outcome(the_guard, dataclasses.replace(HOME, peer="8.8.8.8")) == "403" and asked == [True]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("fe80::1%2", "fe80::1"),
        ("1.2.3", None),
    ],
)
def test_addresses_are_read_without_zone_and_clothes(text, expected):
    address = parse_address(text)
    assert (None if address is None else str(address)) == expected


def test_host_names_are_plain():
    assert host_name("[FE80::1%25eth0]:80") == "fe80::1%25eth0"
    assert host_name("Kitchen.Local.:8750") == "kitchen.local"
    assert host_name("a b") is None
