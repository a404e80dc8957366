"""Words that are written as sounds alone are heard as the words that they are."""

from __future__ import annotations

import pytest

from tests.ears.hearing import transcribe, words
from tests.served import ServedNode
from tts_node.client import Audio, Warning, connect

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

RATE = 22_050
CASES = [
    ("Please close the [[ˈwɪndəʊ]] in the kitchen.", "please close the window in the kitchen"),
    ("The [[ˈwɒʃɪŋ məˈʃiːn]] has finished.", "the washing machine has finished"),
    ("It will take one [M][IH1][N][AH0][T] to finish.", "it will take one minute to finish"),
    ("The [K][IH1][CH][AH0][N] light is on.", "the kitchen light is on"),
    ("Somebody is at the front [D][AO1][R].", "somebody is at the front door"),
    ('<speak>I would like a <phoneme alphabet="ipa" ph="ˈsænwɪtʃ">xq</phoneme>, please.</speak>',
     "i would like a sandwich please"),
    ('<speak>Your <phoneme alphabet="x-sampa" ph="&quot;p{s@ndZ@r">zz</phoneme> is waiting outside.</speak>',
     "your passenger is waiting outside"),
    ("We will meet in [[bɜːˈlɪn]] on Sunday.", "we will meet in berlin on sunday"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "meant"), CASES)
async def test_sounds_are_heard_as_the_word(speaking_node: ServedNode, text: str, meant: str) -> None:
    warned: list[str] = []
    sound: list[bytes] = []
    async with connect(speaking_node.ws) as client:
        async for event in client.speak(text, cache=False):
            if isinstance(event, Audio):
                sound.append(event.data)
            elif isinstance(event, Warning):
                warned.append(event.code)
    heard = transcribe(b"".join(sound), RATE)
    assert words(heard) == words(meant), heard
    assert warned == []
