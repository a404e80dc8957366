"""Single entries are changed, all other lines stay as they were written."""

# ruff: noqa: E501  (a table of cases reads best with one case a line)

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tts_node.errors import BadLexicon, NotFound
from tts_node.lexicon.checks import entry_of
from tts_node.lexicon.edit import HEADER, added, removed
from tts_node.lexicon.file import parse
from tts_node.text.lexicon import Entry

OURS = """\
# ours
words:
  any:
    # the dog
    Lars: Larsch   # not the uncle
    "no way": {say: x}

  de:
    WLAN:
      say: W Lan
      case: exact
    # nothing more in German
# the end
"""


def entry(written: str, **fields: Any) -> Entry:
    return entry_of({"written": written, **fields})


SIOBHAN = entry("Siobhan", say="Shivawn")


@pytest.mark.parametrize(
    ("before", "new", "after"),
    [
        ("", SIOBHAN, "words:\n  any:\n    Siobhan: Shivawn\n"),
        (HEADER, SIOBHAN, HEADER + "words:\n  any:\n    Siobhan: Shivawn\n"),
        ("words:\n", SIOBHAN, "words:\n  any:\n    Siobhan: Shivawn\n"),
        ("words:", SIOBHAN, "words:\n  any:\n    Siobhan: Shivawn\n"),
        ("words: ~  # none\n", SIOBHAN, "words:   # none\n  any:\n    Siobhan: Shivawn\n"),
        ("words:\n  any:\n  de:\n", SIOBHAN, "words:\n  any:\n    Siobhan: Shivawn\n  de:\n"),
        ("words:\n  any:\n    a: b", SIOBHAN, "words:\n  any:\n    a: b\n    Siobhan: Shivawn\n"),
        ("words:\n   any:\n        a: b\n", SIOBHAN, "words:\n   any:\n        a: b\n        Siobhan: Shivawn\n"),
        ("words: {any: {a: b}}\n", SIOBHAN, "words: {any: {a: b, Siobhan: Shivawn}}\n"),
        ("words: {any: {a: b,}}\n", SIOBHAN, "words: {any: {a: b,Siobhan: Shivawn}}\n"),
        ("words: {any: {}}\n", SIOBHAN, "words: {any: {Siobhan: Shivawn}}\n"),
        ("words: {any: }\n", SIOBHAN, "words: {any: {Siobhan: Shivawn} }\n"),
        ("{}\n", SIOBHAN, "{words: {any: {Siobhan: Shivawn}}}\n"),
        ("words:\n  any:\n    a: |\n      b\n", SIOBHAN, "words:\n  any:\n    a: |\n      b\n    Siobhan: Shivawn\n"),
        ("words:\r\n  any:\r\n    a: b\r\n", SIOBHAN, "words:\r\n  any:\r\n    a: b\r\n    Siobhan: Shivawn\n"),
        (
            OURS,
            SIOBHAN,
            OURS.replace('    "no way": {say: x}\n', '    "no way": {say: x}\n    Siobhan: Shivawn\n'),
        ),
        (OURS, entry("Lars", say="Lasse"), OURS.replace("Lars: Larsch", "Lars: Lasse")),
        (
            OURS,
            entry("lars", ipa="laʂ", case="exact"),
            OURS.replace("Lars: Larsch", "lars: {ipa: laʂ, case: exact}"),
        ),
        (
            OURS,
            entry("WLAN", say="Funknetz", language="DE"),
            OURS.replace("WLAN:\n      say: W Lan\n      case: exact\n", "WLAN: Funknetz\n"),
        ),
        (
            OURS,
            entry("Vbat", kind="unit", language="en", say="battery volts", one="battery volt"),
            OURS + "units:\n  en:\n    Vbat: {say: battery volts, one: battery volt}\n",
        ),
        ("", entry("no", say="yes"), 'words:\n  any:\n    "no": "yes"\n'),
        ("", entry("C++: #1", say='the "C" one'), 'words:\n  any:\n    "C++: #1": "the \\"C\\" one"\n'),
        ("", entry("重庆", pinyin="chong2 qing4"), "words:\n  any:\n    重庆: {pinyin: chong2 qing4}\n"),
        ("", entry("4711", say="x 1"), 'words:\n  any:\n    "4711": x 1\n'),
        ("", entry("Norge", say="x", language="no"), 'words:\n  "no":\n    Norge: x\n'),
    ],
)  # fmt: skip
def test_an_entry_is_put_in_and_nothing_else_changes(before: str, new: Entry, after: str) -> None:
    text, lexicon, replaced = added(before, new)
    assert text == after
    assert new in [entry_of(e.as_json() | {"language": new.language}) for e in lexicon.entries]
    assert parse(text).entries == lexicon.entries
    assert replaced == (len(lexicon) == len(parse(before)))
    assert added(text, new)[0] == text, "once more changes nothing"


@pytest.mark.parametrize(
    ("before", "written", "language", "after"),
    [
        (OURS, "Lars", None, OURS.replace("    Lars: Larsch   # not the uncle\n", "")),
        (OURS, "LARS", None, OURS.replace("    Lars: Larsch   # not the uncle\n", "")),
        (OURS, "no way", None, OURS.replace('    "no way": {say: x}\n', "")),
        (OURS, "WLAN", "de", OURS.replace("    WLAN:\n      say: W Lan\n      case: exact\n", "")),
        ("words: {any: {a: b, c: d, e: f}}", "a", None, "words: {any: {c: d, e: f}}"),
        ("words: {any: {a: b, c: d, e: f}}", "c", None, "words: {any: {a: b, e: f}}"),
        ("words: {any: {a: b, c: d, e: f}}", "e", None, "words: {any: {a: b, c: d}}"),
        ("words: {any: {a: b}}", "a", None, "words: {any: {}}"),
        ("words:\n  any:\n    a: b", "a", None, "words:\n  any:\n"),
    ],
)
def test_an_entry_is_taken_out_and_nothing_else_changes(
    before: str, written: str, language: str | None, after: str
) -> None:
    text, lexicon, gone = removed(before, "word", written, language)
    assert text == after
    assert gone.written.lower() == written.lower()
    assert len(lexicon) == len(parse(before)) - 1


@pytest.mark.parametrize(
    ("written", "language"), [("WLAN", None), ("wlan", "de"), ("Lars", "de"), ("x", None)]
)
def test_what_is_not_there_cannot_be_taken_out(written: str, language: str | None) -> None:
    with pytest.raises(NotFound, match="the lexicon has no word"):
        removed(OURS, "word", written, language)


def test_lines_that_others_lean_on_are_left_to_their_author() -> None:
    text = "words:\n  any: &all\n    a: &said b\n    c: *said\n  de:\n    <<: *all\n"
    assert len(parse(text)) == 4
    with pytest.raises(BadLexicon, match="by hand"):
        added(text, entry("a", say="x"))
    with pytest.raises(BadLexicon, match="by hand"):
        removed(text, "word", "a", None)


def test_a_file_with_a_mistake_is_not_changed() -> None:
    with pytest.raises(BadLexicon, match="line 1: wrds: unknown key"):
        added("wrds: 1\n", SIOBHAN)


WORDS = st.sampled_from(
    ["Lars", "lars", "no", "a b", "C++", "重庆", "°dH", "{x}", "a: b", "#1", "it's", '"q"', "-"]
)
SAID = st.sampled_from(["x", "yes", "12", "a, b", "- c", "d: e", "*f", "'g'", "é", "null", "#h i", "{j}"])


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(
    steps=st.lists(
        st.tuples(st.booleans(), WORDS, SAID, st.sampled_from([None, "de", "no"])), min_size=1, max_size=12
    ),
    start=st.sampled_from(["", HEADER, OURS, "words: {any: {q: r}}\n", "words:\n"]),
)
def test_any_changes_one_after_another_come_to_what_they_say(
    steps: list[tuple[bool, str, str, str | None]], start: str
) -> None:
    text = start
    held = {(e.language, e.written): e for e in parse(start).entries}
    for put, written, said, language in steps:
        near = [key for key, e in held.items() if key[0] == language and _same(e, written)]
        if put:
            new = entry(written, say=said, language=language)
            text, lexicon, replaced = added(text, new)
            assert replaced == bool(near)
            for key in near[:1]:
                del held[key]
            held[(language, new.written)] = new
        elif near:
            text, lexicon, _ = removed(text, "word", written, language)
            del held[near[0]]
        else:
            continue
        assert {(e.language, e.written): e for e in lexicon.entries} == held
    assert {(e.language, e.written): e for e in parse(text).entries} == held


def _same(held: Entry, written: str) -> bool:
    return held.written == written or (held.case == "any" and held.written.casefold() == written.casefold())
