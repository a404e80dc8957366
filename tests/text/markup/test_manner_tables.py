"""What SSML asks for beside its words: volume, emphasis, marks, voices, and parts of a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tts_node.text.line import TextLine
from tts_node.text.markup.manner import VoiceWish
from tts_node.text.markup.prosody import SILENT_DB, decibels
from tts_node.text.pronounce.fit import Takes
from tts_node.text.reading import Role
from tts_node.text.split import TextSegment

DATA = Path(__file__).parents[2] / "data"
TURNING = Takes("turning", prosody=frozenset({"speed", "pitch", "turns"}))
STEADY = Takes("steady", prosody=frozenset({"speed", "pitch"}))
ROLES = {
    "amy": Role("amy", "en-GB", ("en-GB",), TURNING, 240),
    "max": Role("max", "de-DE", ("de-DE",), STEADY, 240),
}


def table(name: str) -> list[tuple[str, str]]:
    lines = (DATA / name).read_text("utf-8").splitlines()
    return [(text, came) for text, _, came in (line.partition("\t") for line in lines if line[:1] != "#")]


def read(pieces: list[str], takes: Takes) -> tuple[str, list[str]]:
    """As the tables write it, and what could not be followed."""
    line = TextLine("en", text_format="ssml", takes=takes, among=("en-US",), roles=roles)
    segments = [segment for piece in ["<speak>", *pieces, "</speak>"] for segment in line.feed(piece)]
    segments += line.end()
    came = [*map(shown, segments), *(f"<{mark.name}>" for mark in line.take_marks())]
    return " ¦ ".join(came), [warning.message for warning in line.warnings]


def shown(segment: TextSegment) -> str:
    signs = [(mark.offset, 1, f"<{mark.name}>") for mark in segment.marks]
    for turn in segment.turns:
        signs.append((turn.begin, 2, f"{{{wishes(turn.speed, 0.0, turn.level_db)}: "))
        signs.append((turn.end, 0, "}"))
    out = segment.text
    for place, _, sign in reversed(sorted(signs, key=lambda sign: sign[:2])):  # noqa: C413 - ties stay in order
        out = out[:place] + sign + out[place:]
    whole = wishes(segment.speed, segment.pitch, segment.level_db)
    speaker = f"@{segment.voice} " if segment.voice is not None else ""
    return speaker + out + (f" {{{whole}}}" if whole else "")


def roles(wish: VoiceWish) -> Role | None:
    by_language = [{"en": "amy", "de": "max"}.get(tag[:2], "") for tag in wish.languages]
    return next((ROLES[name] for name in wish.names or by_language if name in ROLES), None)


def wishes(speed: float, pitch: float, level_db: float) -> str:
    level = "silent" if level_db == SILENT_DB else f"{round(level_db, 2):+g}dB"
    asked = [(speed != 1.0, f"x{speed:.3g}"), (pitch != 0.0, f"{pitch:+.3g}st"), (level_db != 0.0, level)]
    return " ".join(word for there, word in asked if there)


@pytest.mark.parametrize(("text", "came"), table("manner.tsv"))
def test_a_voice_that_can_turn_inside_a_sentence_gets_its_turns(text: str, came: str) -> None:
    assert read([text], TURNING) == (came, [])
    assert read(list(text), TURNING) == (came, [])


@pytest.mark.parametrize(("text", "came"), table("manner_cut.tsv"))
def test_for_another_voice_a_sentence_is_cut_where_its_manner_changes(text: str, came: str) -> None:
    assert read([text], STEADY) == (came, [])
    assert read(list(text), STEADY) == (came, [])


@pytest.mark.parametrize(
    ("written", "louder"),
    [("loud", 4.0), ("SILENT", SILENT_DB), ("+6dB", 6.0), ("-3.5 dB", -3.5), ("50", -6.0206),
     ("0", SILENT_DB),
     ("250", 0.0), ("+10%", 0.8279), ("-100%", SILENT_DB), ("-200%", SILENT_DB), (".5", -40.0),
     ("6dB", 6.0), ("+10", None), ("50%", None), ("5st", None), ("", None), ("noisy", None), ("+6dBx", None)],
)  # fmt: skip
def test_a_volume_is_decibels(written: str, louder: float | None) -> None:
    assert decibels(written) == (None if louder is None else pytest.approx(louder, abs=0.001))


def test_a_voice_that_nobody_has_leaves_the_language_around_it() -> None:
    line = TextLine("en", text_format="ssml", among=("en", "de"), roles=roles)
    text = '<speak><p xml:lang="de">5 kg. <voice name="nobody">5 kg.</voice></p></speak>'
    segments = line.feed(text) + line.end()
    assert [(s.text, s.language, s.voice) for s in segments] == [("fünf Kilogramm.", "de", None)] * 2


def test_a_voice_of_several_languages_has_each_sentence_in_its_own() -> None:
    both = Role("both", None, ("en", "de"), STEADY, 240)
    line = TextLine("fr", text_format="ssml", roles=lambda wish: both)
    text = '<voice name="both">The door is open at 5 kg. Die Tür ist offen bei 5 kg.</voice> Il y a 5 kg.'
    segments = line.feed(text) + line.end()
    assert [(s.text, s.language, s.voice) for s in segments] == [
        ("The door is open at five kilograms.", "en", "both"),
        ("Die Tür ist offen bei fünf Kilogramm.", "de", "both"),
        ("Il y a cinq kilogrammes.", None, None),
    ]


def test_a_voice_has_its_own_longest_sentence() -> None:
    short = Role("short", "en", ("en",), STEADY, 20)
    line = TextLine("en", text_format="ssml", roles=lambda wish: short)
    segments = line.feed('<voice name="short">One two three four five six seven.</voice>') + line.end()
    assert [len(segment.text) <= 20 for segment in segments] == [True, True]


def test_not_all_that_could_be_told_is() -> None:
    text = "".join(f'<voice name="v{n}"><prosody x{n}="y">One.</prosody></voice>' for n in range(500))
    _, warnings = read([text], TURNING)
    assert 10 < len(warnings) < 100


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('<prosody volume="noisy">One.</prosody>', "prosody` volume"),
        ('<emphasis level="huge">One.</emphasis>', "emphasis` huge"),
        ('<prosody contour="(0%,+20Hz)">One.</prosody>', "prosody` contour"),
        ('<audio src="x"/>One.', "audio`"),
        ("<shout>One.</shout>", "shout`"),
        ('<voice name="nobody">One.</voice>', "voice` nobody"),
        ('<voice name="nobody or other">One.</voice>', "voice` nobody or other"),
        ('<voice languages="fr">One.</voice>', "voice` fr"),
        ('<voice gender="male">One.</voice>', "voice` without a name"),
    ],
)
def test_what_is_not_understood_is_told(text: str, what: str) -> None:
    _, warnings = read([text], TURNING)
    assert len(warnings) == 1 and f"`{what}" in warnings[0]
