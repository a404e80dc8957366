"""Texts that other speech servers cut, swallow, crash on or never stop speaking (T04, T09, T10, T16, T17)."""

from __future__ import annotations

import pytest

from tests.faults.talking import RATE, Heard, settled, speak, talker, tone_config, tones
from tests.served import ServedNode, serve
from tts_node.text.line import preview

GAP = bytes(2 * 4410)
"""200 ms."""


async def speak_in_pieces(node: ServedNode, *pieces: str) -> Heard:
    async with talker(node) as person:
        await person.send(type="speak", id="p", text="", more=True)
        for piece in pieces:
            await person.send(type="append", id="p", text=piece)
        await person.send(type="end", id="p")
        return await person.until("done")


# --- T04 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "pieces",
    [
        ("pH is 7.2 and pump 1.5 bar, fine.",),
        ("pH is 7", ".2 and pump 1.", "5 bar, fine."),
        tuple("pH is 7.2 and pump 1.5 bar, fine."),
    ],
    ids=("whole", "cut inside the numbers", "letter by letter"),
)
async def test_a_decimal_point_makes_no_pause_and_no_restart(
    tone_node: ServedNode, pieces: tuple[str, ...]
) -> None:
    """T04"""
    heard = await speak_in_pieces(tone_node, *pieces)
    assert heard.sound == tones("pH is seven point two and pump one point five bar, fine.")
    assert heard.done["segments"] == 1


# --- T09 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "   ", "…", "?!", "—", "🙂", "\n\n", "\u200b", "***", "_ _ _"])
async def test_text_without_speech_is_refused_at_once_and_costs_nothing(
    tone_node: ServedNode, text: str
) -> None:
    """T09"""
    async with talker(tone_node) as person:
        error = await person.ask(type="speak", text=text, id="empty")
        assert (error["type"], error["code"], error["id"]) == ("error", "empty_text", "empty")
        assert (await person.speak("7")).sound == tones("seven")
    assert (await settled(tone_node))["engines"]["tone"]["waiting"] == 0


@pytest.mark.parametrize(
    "text",
    ["&amp;", "<b></b>", "![](a.png)", "```\ncode\n```", "<think>Hm.</think>", "[breath]",
     "<speak><break time='1s'/><mark name='m'/></speak>"],
)  # fmt: skip
async def test_a_text_of_which_nothing_is_left_to_speak_is_an_error_and_never_silence(
    tone_node: ServedNode, text: str
) -> None:
    """T09"""
    async with talker(tone_node) as person:
        assert (await person.speak(text)).outcome == "empty_text"
        assert (await person.speak("7")).sound == tones("seven")
    heard = await speak_in_pieces(tone_node, text)
    assert (heard.outcome, heard.sound) == ("complete", b"")


async def test_pieces_without_speech_in_mid_stream_are_passed_over(tone_node: ServedNode) -> None:
    """T09"""
    pieces = ("  ", "…", "🙂", "Hello there. ", "?! ", "\n\n", "—", "\n\n", "And bye.", "🙂🙂", "  ")
    heard = await speak_in_pieces(tone_node, *pieces)
    assert (heard.outcome, heard.sound) == ("complete", tones("Hello there.", "And bye."))
    nothing = await speak_in_pieces(tone_node, *pieces[:3])
    assert (nothing.outcome, nothing.sound) == ("complete", b"")


@pytest.mark.slow
async def test_signs_that_the_real_voice_cannot_say_are_passed_over(speaking_node: ServedNode) -> None:
    """T09"""
    plain = await speak(speaking_node, "Good morning. Goodbye.", cache=False)
    heard = await speak(speaking_node, "Good morning. ①②③. Goodbye.", cache=False)
    assert heard.outcome == "complete"
    assert heard.sound == plain.sound
    assert (await speak(speaking_node, "①②③")).outcome == "empty_text"
    assert (await speak(speaking_node, "7")).outcome == "complete"


# --- T10 ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r", "\u2028"], ids=("LF", "CRLF", "CR", "U+2028"))
async def test_list_lines_have_a_stop_and_wrapped_lines_flow_on(tmp_path_factory, newline: str) -> None:
    """T10"""
    wrapped = "The pump has been\nrunning all night.".replace("\n", newline)
    listed = "Shopping:\nmilk\nbread\n\n\neggs".replace("\n", newline)
    state = tmp_path_factory.mktemp("lines") / "state"
    with serve(state, config=tone_config(audio={"gap_ms": 200})) as node:
        flowing, stopping = await speak(node, wrapped), await speak(node, listed)
    assert flowing.sound == tones("The pump has been running all night.")
    line, paragraph = bytes(round(0.25 * RATE) * 2), bytes(round(0.5 * RATE) * 2)
    shopping, milk, bread, eggs = (tones(text) for text in ("Shopping:", "milk", "bread", "eggs"))
    assert stopping.sound == shopping + line + milk + line + bread + paragraph + eggs


# --- T16 ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("text", ["Ja", "OK", "好", "No.", "I", "a", "Hm"])
async def test_one_word_lasts_as_long_as_a_word(speaking_node: ServedNode, text: str) -> None:
    """T16"""
    heard = await speak(speaking_node, text, cache=False)
    assert heard.outcome == "complete"
    assert 100 < heard.done["audio_ms"] < 3_000


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "1" * 100,
        "1234567890 " * 10,
        "7 " * 100,
        "€%@#&+=$§°" * 6 + " and more",
        "± ° © ™ ∞ ∑ € $ % & " * 3 + "5",
        "1234567890123456",
        "€ % @ # & 3/4",
        "The NASA, the USB and the HTTP of WWW and CPU, GPU, XYZ.",
        "快递到了你得去拿",
    ],
)
async def test_what_has_to_be_spelled_out_is_no_runaway(speaking_node: ServedNode, text: str) -> None:
    """T16"""
    heard = await speak(speaking_node, text, cache=False)
    assert heard.outcome == "complete"
    for slow in (0.5, 0.25):
        heard = await speak(speaking_node, f"{text[:40]} 5", speed=slow, cache=False)
        assert heard.outcome == "complete"


async def test_endless_sound_is_ended_with_an_error_and_the_next_word_is_right(tone_node: ServedNode) -> None:
    """T16"""
    heard = await speak(tone_node, "!runaway OK")
    assert heard.outcome == "runaway"
    assert len(heard.sound) / 2 / RATE < 6
    assert (await speak(tone_node, "OK")).sound == tones("OK")


async def test_endless_silence_is_ended_with_an_error(tone_node: ServedNode) -> None:
    """T16"""
    heard = await speak(tone_node, "!silence is all that comes.")
    assert heard.outcome == "bad_audio"
    assert (await speak(tone_node, "OK")).sound == tones("OK")


# --- T17 ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_the_last_sentence_of_nine_thousand_characters_is_spoken(tone_node: ServedNode) -> None:
    """T17"""
    sentences = []
    while sum(map(len, sentences)) + len(sentences) < 9_000:
        sentences.append(f"This is sentence {len(sentences)} of a very long letter from far away.")
    sentences.append("Code word: lantern.")
    heard = await speak(tone_node, " ".join(sentences), marks=True)
    assert heard.outcome == "complete"
    assert heard.done["text_sent"] == len(" ".join(sentences))
    spoken = [segment.text for segment in preview(" ".join(sentences), "en").segments]
    assert len(spoken) == len(sentences) and spoken[-1] == sentences[-1]
    assert heard.sound == tones(*spoken)
    assert heard.only("mark")[-1]["text_end"] == len(" ".join(sentences))


async def test_a_sentence_without_punctuation_is_cut_at_words_and_all_of_it_is_spoken(
    tone_node: ServedNode,
) -> None:
    """T17"""
    words = [f"word{number}" for number in range(100)]
    text = " ".join(words)
    assert len(text) > 680
    pieces = [segment.text for segment in preview(text).segments]
    heard = await speak(tone_node, text)
    assert heard.sound == tones(*pieces)
    assert len(pieces) > 2
    assert " ".join(pieces).split() == words


async def test_a_text_beyond_the_limit_is_refused_before_any_sound(tone_node: ServedNode) -> None:
    """T17"""
    async with talker(tone_node) as person:
        error = await person.ask(type="speak", text="word " * 20_001, id="long")
        assert (error["code"], error["id"]) == ("text_too_long", "long")
        await person.send(type="speak", text="A beginning. ", more=True, id="grown")
        await person.send(type="append", text="word " * 20_000, id="grown")
        await person.send(type="end", id="grown")
        heard = await person.until("done")
    assert [message["code"] for message in heard.only("error")] == ["text_too_long"]
    assert (heard.outcome, heard.sound) == ("complete", tones("A beginning."))
