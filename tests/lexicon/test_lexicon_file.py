"""A lexicon's file: what is taken, and what is told about mistakes."""

# ruff: noqa: E501  (a table of cases reads best with one case a line)

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tts_node.errors import BadLexicon
from tts_node.lexicon.checks import entry_of
from tts_node.lexicon.file import InvalidLexicon, load, parse
from tts_node.text.lexicon import Entry
from tts_node.text.lexicon.entries import MAX_ENTRIES


def problems(text: str) -> list[str]:
    with pytest.raises(InvalidLexicon) as caught:
        parse(text)
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize(
    "text", ["", "# nothing\n", "~", "words:\n", "words:\n  any:\n  de:\nunits:\n", "{}"]
)
def test_an_empty_file_is_an_empty_lexicon(text: str) -> None:
    assert len(parse(text)) == 0


def test_a_file_that_is_not_there_is_an_empty_lexicon(tmp_path: Path) -> None:
    assert not load(tmp_path / "lexicon.yaml")


def test_entries_come_in_the_order_of_the_file_with_all_they_have() -> None:
    text = """
    abbreviations: {de: {Whg.: Wohnung, tgl.: täglich}}
    words:
      any: {Siobhan: " Shi  vawn ", WLAN: W Lan, rang: {say: Rong, case: exact}}
      DE-at: {Nguyen: {ipa: /ŋwiən/, say: Nujen}, 重庆: {pinyin: chong2 qing4}}
    units: {en: {Vbat: {one: battery volt, say: battery volts}, ug: micrograms}}
    """
    assert list(parse(text).entries) == [
        Entry("abbreviation", "Whg.", "de", "Wohnung", case="exact"),
        Entry("abbreviation", "tgl.", "de", "täglich", case="any"),
        Entry("word", "Siobhan", None, "Shi vawn", case="any"),
        Entry("word", "WLAN", None, "W Lan", case="exact"),
        Entry("word", "rang", None, "Rong", case="exact"),
        Entry("word", "Nguyen", "DE-at", "Nujen", ipa="ŋwiən", case="any"),
        Entry("word", "重庆", "DE-at", pinyin="chong2 qing4", case="any"),
        Entry("unit", "Vbat", "en", "battery volts", case="exact", one="battery volt"),
        Entry("unit", "ug", "en", "micrograms", case="exact"),
    ]


@pytest.mark.parametrize(
    "written",
    [
        "ʃɪˈvɔːn",
        "/ʃəˈvɔːn/",
        "[ˈt͡sʏʁɪç]",
        "ba:t 'aɪblɪŋ",
        "ʧɛk",
        "bɔ̃.ʒuʁ",
        "ma˥˩",
        "kat",
        "a(ɪ)",
        "hɛ∫ε",
        "ɫ̩",
    ],
)
def test_what_people_write_as_the_phonetic_alphabet_is_taken(written: str) -> None:
    parse(f"words: {{any: {{x: {{ipa: {json.dumps(written)}}}}}}}")


CASES = [
    ("word: {any: {a: b}}", "line 1: word: unknown key; did you mean `words`?"),
    ("names: 1", "line 1: names: unknown key; known here are words, units, abbreviations"),
    ("words: Lars", "line 1: words: expected a mapping of languages (lines of `key: value`)"),
    ("words: [Lars]", "line 1: words: expected a mapping of languages (lines of `key: value`)"),
    ("words: {Siobhan: Shivawn}", "line 1: words.Siobhan: expected a language such as de or zh-CN, or any, got `Siobhan`; words stand below their language: `words: {any: {Siobhan: …}}`"),
    ("words: {Tom: Tomm}", "line 1: words.Tom: expected a mapping of words (lines of `key: value`); words stand below their language: `words: {any: {Tom: …}}`"),
    ("words: {no: {a: b}}", 'line 1: words.no: the key `no` is not read as text; quote it: "no"'),
    ("words:\n  any:\n    12:30: x\n", 'line 3: words.any.12:30: the key `12:30` is not read as text; quote it: "12:30"'),
    ("words:\n  any:\n    4711: x\n", 'line 3: words.any.4711: the key `4711` is not read as text; quote it: "4711"'),
    ("words:\n  any:\n    Lars: yes\n", "line 3: words.any.Lars: expected how it is said: text, or {say: …} or {ipa: …}, got `yes` (YAML reads `yes` as true or false; quote it if it is a word: \"yes\")"),
    ("words: {any: {Lars: {say: 12}}}", "line 1: words.any.Lars.say: expected text, got `12` (quote it if it is text: \"12\")"),
    ("words: {any: {Lars: }}", "line 1: words.any.Lars: expected how it is said: text, or {say: …} or {ipa: …}, got nothing (YAML reads an empty value as nothing; quote it if it is text)"),
    ("words: {any: {Lars: [a]}}", "line 1: words.any.Lars: expected how it is said: text, or {say: …} or {ipa: …}, got a list"),
    ("words: {any: {Lars: {}}}", "line 1: words.any.Lars: expected how it is said: `say` or `ipa` or `pinyin`"),
    ("words: {any: {Lars: {sey: a}}}", "line 1: words.any.Lars.sey: unknown key; did you mean `say`?"),
    ("words: {any: {Lars: {say: a, case: some}}}", "line 1: words.any.Lars.case: expected exact or any, got `some`"),
    ("words: {any: {Lars: {ipa: a, pinyin: bo1}}}", "line 1: words.any.Lars: expected `ipa` or `pinyin`, not both"),
    ("words: {any: {Lars: {pinyin: chong2 xx9}}}", "line 1: words.any.Lars.pinyin: expected syllables such as chong2 qing4, got `chong2 xx9`"),
    ("words: {any: {Lars: {ipa: hello World9}}}", "line 1: words.any.Lars.ipa: expected the International Phonetic Alphabet, such as ʃɪˈvɔːn, got `hello World9`"),
    ("words: {any: {Lars: {pinyin: 你好}}}", "line 1: words.any.Lars.pinyin: expected syllables such as chong2 qing4, got `你好`"),
    ("words: {any: {Lars: '…'}}", "line 1: words.any.Lars.say: expected something that can be spoken, got `…`"),
    ("words: {any: {Lars: ' '}}", "line 1: words.any.Lars.say: expected a text that is not empty"),
    (
        'words: {any: {Lars: "[[lɑːʂ]]"}}',
        "line 1: words.any.Lars.say: has a pronunciation mark or a tag, not followed here: words, or `ipa` "
        "for sounds",
    ),
    ('words: {any: {Lars: "a\\u200bb"}}', "line 1: words.any.Lars.say: has a sign that cannot be seen or spoken"),
    (f"words: {{any: {{Lars: {'x' * 501}}}}}", "line 1: words.any.Lars.say: longer than 500 characters"),
    (f"words: {{any: {{Lars: {{ipa: {'x' * 121}}}}}}}", "line 1: words.any.Lars.ipa: longer than 120 characters"),
    (f"words: {{any: {{{'x' * 101}: a}}}}", f"line 1: words.any.{'x' * 101}: longer than 100 characters"),
    ("words: {any: {🙂: smile}}", "line 1: words.any.🙂: nothing of it is in a text when words are looked for (signs for the eye alone)"),
    ("words:\n  any:\n    Lars: a\n    Lars: b\n", "line 4: words.any.Lars: this key is already there in line 3"),
    ("words:\n  any:\n    Lars: a\n    lars: b\n", "line 4: words.any.lars: this word is already there in line 3"),
    ("units: {en: {5x: y}}", "line 1: units.en.5x: a unit begins with no digit and has no blank in it"),
    ("units: {en: {x: {say: y, ipa: z}}}", "line 1: units.en.x.ipa: unknown key; known here are say, one, few, many"),
    (f"units: {{en: {{{'x' * 13}: y}}}}", f"line 1: units.en.{'x' * 13}: longer than 12 characters"),
    ("abbreviations: {german: {a: b}}", "line 1: abbreviations.german: expected a language such as de or zh-CN, or any, got `german`; words stand below their language: `abbreviations: {any: {german: …}}`"),
    ("words:\n  any:\n\ta: b\n", "line 3: not YAML: found character '\\t' that cannot start any token (indent with spaces, not with tabs)"),
    ("words: {any: {a: !!python/none b}}", "line 1: words.any.a: the tag `tag:yaml.org,2002:python/none` is not allowed here"),
    ("- a\n", "line 1: expected `section:` lines at the top"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "told"), CASES)
def test_a_mistake_is_told_with_its_line(text: str, told: str) -> None:
    assert told in problems(text)


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file() -> None:
    told = problems("words:\n  any:\n    a: 1\n    b: c\n    d: {e: f}\nunit: 1\n")
    assert [line.partition(":")[0] for line in told] == ["line 3", "line 5", "line 6"]


def test_too_many_entries_are_one_too_many() -> None:
    lines = [f"    w{number}: x\n" for number in range(MAX_ENTRIES)]
    assert len(parse("words:\n  any:\n" + "".join(lines))) == MAX_ENTRIES
    told = problems("words:\n  any:\n" + "".join([*lines, "    one: more\n"]))
    assert told == ["10001 entries; at most 10000 are taken"]


def test_the_quick_reader_of_large_files_says_what_the_other_says() -> None:
    padding = "\n# " + "x" * 20_000
    for text, _ in CASES:
        if not text.startswith(("-", "words: {any: {a: !!")):
            said = [line.replace("character '\\t' that", "character that") for line in problems(text)]
            assert problems(text + padding) == said


@pytest.mark.slow
def test_nesting_and_aliases_without_bound_are_refused() -> None:
    deep = "words: " + "{a: " * 3_000 + "b" + "}" * 3_000
    assert problems(deep + "#" * 20_000) == ["nested deeper than 32 levels"]
    lines = ["a0: &a0 {x: y}"] + [f"a{n}: &a{n} {{x: *a{n - 1}, y: *a{n - 1}}}" for n in range(1, 28)]
    (told,) = problems("\n".join(lines))
    assert "values once aliases are followed" in told


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda path: path.mkdir(), "Is a directory"),
        (lambda path: os.mkfifo(path), "this is no file"),
        (lambda path: path.write_bytes(b"words:\n  \xff"), "line 2: not UTF-8 text"),
        (lambda path: path.write_bytes(b"#" * (4 * 2**20 + 1)), "larger than 4 MiB"),
        (lambda path: path.write_bytes(b"\0" * 4096), "not YAML"),
    ],
    ids=["folder", "fifo", "latin", "huge", "torn by a power cut"],
)
def test_what_is_no_lexicon_is_told_and_never_waited_for(tmp_path: Path, make, told: str) -> None:  # type: ignore[no-untyped-def]
    make(tmp_path / "lexicon.yaml")
    with pytest.raises(InvalidLexicon, match=told):
        load(tmp_path / "lexicon.yaml")


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"written": "Lars"}, "expected how it is said"),
        ({"written": 5, "say": "x"}, "written: expected the word as it is written"),
        ({"say": "x"}, "written: expected the word as it is written"),
        (
            {"written": "Lars", "say": "x", "kind": "name"},
            "kind: expected word, abbreviation, unit, got `name`",
        ),
        ({"written": "Lars", "say": "x", "language": "german"}, "language: expected a language such as de"),
        ({"written": "", "say": "x"}, "nothing of it is in a text"),
        ({"written": "V", "kind": "unit", "say": "x", "case": "any"}, "case: unknown key"),
        ({"written": "Lars", "say": 5}, "say: expected text, got `5`"),
    ],
)
def test_what_comes_over_the_wire_is_checked_in_the_same_way(fields: dict[str, object], told: str) -> None:
    with pytest.raises(BadLexicon, match=told):
        entry_of(fields)
