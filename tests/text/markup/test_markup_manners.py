"""SSML `say-as`, `lang` and `prosody`: in the language's own rules, for their stretch, in any pieces."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.text.markup.test_manner_tables import roles
from tts_node.text.line import TextLine
from tts_node.text.markup.prosody import rate, semitones
from tts_node.text.pronounce.fit import Takes
from tts_node.text.split import TextSegment

DATA = Path(__file__).parents[2] / "data"
CASES = [
    (path.stem.removeprefix("ssml_"), *line.split("\t"))
    for path in sorted(DATA.glob("ssml_*.tsv"))
    for line in path.read_text("utf-8").splitlines()
]
NOTHING = Takes("plain", prosody=frozenset())


def spoken(
    text: str | list[str],
    language: str | None = "en",
    among: tuple[str, ...] = (),
    takes: Takes | None = None,
) -> tuple[list[TextSegment], list[str]]:
    line = TextLine(language, text_format="ssml", among=among, takes=takes, roles=roles)
    pieces = ["<speak>", *([text] if isinstance(text, str) else text), "</speak>"]
    segments = [segment for piece in pieces for segment in line.feed(piece)] + line.end()
    return segments, [warning.message for warning in line.warnings]


@pytest.mark.parametrize(("language", "text", "said"), CASES)
def test_what_a_text_is_said_to_be_is_read_by_the_rules_of_its_language(
    language: str, text: str, said: str
) -> None:
    segments, warnings = spoken(text, language)
    assert [segment.text for segment in segments] == [said]
    assert warnings == []
    assert spoken(list(text), language)[0] == [*segments]


def test_every_language_has_a_table_of_the_kinds() -> None:
    assert {language for language, *_ in CASES} == {"de", "en", "es", "fr", "zh"}
    assert len(CASES) >= 5 * 15


def test_a_kind_that_nobody_knows_is_told_and_read_as_it_is_written() -> None:
    segments, warnings = spoken('<say-as interpret-as="address">5 Main St.</say-as>')
    assert [segment.text for segment in segments] == ["five Main Street."]
    assert warnings == ["SSML `say-as` address is not followed; its text is spoken plainly"]


def test_the_words_of_a_kind_lead_back_to_what_was_written() -> None:
    text = 'On <say-as interpret-as="date" format="md">3/4</say-as> we go.'
    (segment,), _ = spoken(text)
    at = segment.text.index("fourth")
    start, end = segment.spoken.source(at, at + 6)
    assert f"<speak>{text}"[start:end] == "3/4"


def test_a_language_holds_for_its_stretch() -> None:
    segments, warnings = spoken(
        '5 kg. <lang xml:lang="de-DE">Es sind 5 kg.</lang> Now 5 kg.', among=("en", "de")
    )
    assert [(s.text, s.language) for s in segments] == [
        ("five kilograms.", None),
        ("Es sind fünf Kilogramm.", "de-DE"),
        ("Now five kilograms.", None),
    ]
    assert warnings == []
    ((segment,), _) = spoken('He says <lang xml:lang="de">5 kg</lang> and 5 kg.', among=("en", "de"))
    assert (segment.text, segment.language) == ("He says fünf Kilogramm and five kilograms.", None)


def test_a_sentence_or_the_whole_text_may_name_its_language_too() -> None:
    segments, _ = spoken('<p xml:lang="fr">5 kg</p><s xml:lang="de">5 kg</s><p>5 kg</p>')
    assert [s.text for s in segments] == ["cinq kilogrammes.", "fünf Kilogramm.", "five kilograms."]


def test_a_language_that_the_voice_has_not_is_told() -> None:
    segments, warnings = spoken('<lang xml:lang="de-DE">Es sind 5 kg.</lang>', among=("en_US",))
    assert [(s.text, s.language) for s in segments] == [("Es sind five kilograms.", None)]
    assert warnings == ["SSML `lang` de-DE is not followed; its text is spoken plainly"]


def test_prosody_acts_on_whole_sentences_and_inside_another_one_on_what_that_does() -> None:
    segments, warnings = spoken(
        '<prosody rate="80%" pitch="+2st">One. <prosody rate="50%" pitch="low">Two.</prosody></prosody> '
        "Three."
    )
    assert [(s.text, s.speed, s.pitch) for s in segments] == [
        ("One.", 0.8, 2.0), ("Two.", 0.4, 0.0), ("Three.", 1.0, 0.0)
    ]  # fmt: skip
    assert warnings == []


def test_prosody_that_cannot_be_followed_is_told() -> None:
    _, warnings = spoken('<prosody contour="x" pitch="200Hz" rate="slow">One.</prosody>')
    assert [warning.split(" is ")[0] for warning in warnings] == [
        "SSML `prosody` contour x",
        "SSML `prosody` pitch 200Hz",
    ]
    _, warnings = spoken('<prosody rate="slow" pitch="high">One.</prosody>', takes=NOTHING)
    assert [warning.split(" is ")[0] for warning in warnings] == [
        "SSML `prosody` rate",
        "SSML `prosody` pitch",
    ]


@pytest.mark.parametrize(
    ("written", "factor"),
    [("slow", 0.75), ("x-fast", 1.6), ("medium", 1.0), ("80%", 0.8), ("+20%", 1.2), ("-20%", 0.8),
     ("1.5", 1.5), ("9000%", 4.0), ("1%", 0.25), ("-100%", None), ("quick", None), ("", None),
     ("+1.5", None), ("5st", None)],
)  # fmt: skip
def test_a_rate_is_a_factor(written: str, factor: float | None) -> None:
    assert rate(written) == (None if factor is None else pytest.approx(factor))


@pytest.mark.parametrize(
    ("written", "higher"),
    [("+2st", 2.0), ("-1.5st", -1.5), ("high", 2.0), ("x-low", -4.0), ("+100%", 6.0), ("-50%", -6.0),
     ("+5.946%", 1.0), ("medium", 0.0), ("+20Hz", None), ("200Hz", None), ("loud", None), ("-100%", None)],
)  # fmt: skip
def test_a_pitch_is_semitones(written: str, higher: float | None) -> None:
    assert semitones(written) == (None if higher is None else pytest.approx(higher, abs=0.001))


PIECES = st.sampled_from(
    [
        "<prosody rate='slow'>", "<prosody pitch='+1st'>", "<prosody>", "</prosody>", "<lang xml:lang='de'>",
        "<emphasis>", "</emphasis>", "<prosody volume='soft'>", "<mark name='m'/>",
        "<voice name='amy'>", "<voice name='max'>", "<voice name='nobody'>", "</voice>",
        "<lang xml:lang='xx'>", "<lang>", "</lang>", "<say-as interpret-as='date' format='dmy'>",
        "<say-as interpret-as='ordinal'>", "<say-as interpret-as='expletive'>", "<say-as>", "</say-as>",
        "<p xml:lang='fr'>", "</p>", "<s>", "</s>", "3", "3.4.2026", "12", " ", "kg", "word ", "Word. ", "! ",
        "\n\n", "<break time='1s'/>", "<sub alias='5 kg'>", "</sub>", "中文", "[[ə]]",
    ]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(pieces=st.lists(PIECES, max_size=25), language=st.sampled_from(["en", "de", None]))
def test_any_pieces_give_the_same_manner_and_offsets_that_never_go_back(
    pieces: list[str], language: str | None
) -> None:
    among = ("en", "de", "fr")
    whole = spoken("".join(pieces), language, among)
    assert spoken(pieces, language, among) == whole
    assert spoken(list("".join(pieces)), language, among) == whole
    before = 0
    for segment in whole[0]:
        assert segment.text == segment.text.strip() != ""
        for index in range(len(segment.spoken)):
            start, end = segment.spoken.source(index, index + 1)
            assert before <= start < end <= len("".join(pieces)) + len("<speak></speak>")
            before = start
