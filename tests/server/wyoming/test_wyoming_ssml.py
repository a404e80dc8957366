"""No tag is ever spoken, wherever SSML is cut, and nothing else is lost."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tts_node.server.wyoming.ssml import SsmlText

PLAIN = [
    ("no tags at all", "no tags at all"),
    ('<speak>Hi<break time="400ms"/>there</speak>', " Hi there "),
    ("<p>One.</p><s>Two.</s>", " One.  Two. "),
    ("un<emphasis level='strong'>believ</emphasis>able", "unbelievable"),
    ('<say-as interpret-as="date" format="md">3/4</say-as>', "3/4"),
    ('<sub alias="a > b">x</sub>', "x"),
    ("<prosody rate='\"fast\"'>go</prosody>", "go"),
    ("<amazon:effect name='x'>psst</amazon:effect>", "psst"),
    ("<unknown>kept</unknown>", "kept"),
    ("a<!-- not <b>this</b> -- nor > this -->b", "ab"),
    ("<![CDATA[<tag> & ]] ]>]]>", "<tag> & ]] ]>"),
    ("<?xml version='1.0'?><!DOCTYPE speak>x", "x"),
    ("fish &amp; chips &lt;3 &quot;x&apos; &#8364;&#x20AC;", "fish & chips <3 \"x' €€"),
    ("&nosuch; &#0; &#xD800; &#1114112; &; & x&", "&nosuch; &#0; &#xD800; &#1114112; &; & x&"),
    ("temp < 5 and load > 60, a<5", "temp < 5 and load > 60, a<5"),
    ("a < b", "a < b"),
    ("ends with <", "ends with <"),
    ("ends with &am", "ends with &am"),
    ("never closed <break time='", "never closed  "),
    ("never closed <!-- x", "never closed "),
    ("never closed </", "never closed "),
    ("</speak", ""),
    ("<<b>x</b>>", "<x>"),
]


def whole(*pieces: str) -> str:
    text = SsmlText()
    return "".join(map(text.feed, pieces)) + text.finish()


@pytest.mark.parametrize(("ssml", "plain"), PLAIN)
def test_tags_go_and_text_stays(ssml: str, plain: str) -> None:
    assert whole(ssml) == plain


@pytest.mark.parametrize(("ssml", "plain"), PLAIN)
def test_it_is_the_same_wherever_it_is_cut(ssml: str, plain: str) -> None:
    assert whole(*ssml) == plain
    for cut in range(len(ssml)):
        assert whole(ssml[:cut], ssml[cut:]) == plain


@given(st.lists(st.text(alphabet="<>/!-[]CDAT&;#x5'\"= abé?")))
def test_any_text_in_any_pieces_gives_the_same(pieces: list[str]) -> None:
    assert whole(*pieces) == whole("".join(pieces))


@given(st.text(alphabet=st.characters(exclude_characters="<&", exclude_categories=["Cs"])))
def test_text_without_markup_is_untouched(text: str) -> None:
    assert whole(text) == text


@pytest.mark.parametrize("unit", ["<a ", '<a "', "<!--", "<![CDATA[", "&amp", "<", "&", "</", "]]", "<a>"])
def test_time_is_linear_also_for_what_never_ends(unit: str) -> None:
    def took(size: int) -> float:
        pieces = [unit * 50] * size
        times = []
        for _ in range(5):
            began = time.process_time()
            whole(*pieces)
            times.append(time.process_time() - began)
        return min(times)

    # Quadratic time would be a hundredfold; the bound is far from both.
    assert took(1_000) < 40 * took(100) + 0.01
