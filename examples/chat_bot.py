"""A language model's answer is spoken while it is still being written, and can be interrupted.

python examples/chat_bot.py

After an interruption the node says how far the listener came, in the bot's own words: that belongs into the
conversation's history, and nothing more.
"""

import asyncio
import os
from collections.abc import AsyncIterator

from tts_node.client import Audio, Started, connect


async def answer() -> AsyncIterator[str]:
    """Stands for a language model: pieces of text, cut anywhere."""
    for piece in ("The pump has be", "en running all ni", "ght. It used 7", ".2 kilowatt hours."):
        yield piece
        await asyncio.sleep(0.05)


async def main() -> None:
    async with connect(os.environ.get("TTS_NODE_URL")) as client:
        speech = client.speak(answer(), marks=True)
        heard_ms = 0.0
        async for event in speech:
            if isinstance(event, Started):
                rate = event.format.rate
            elif isinstance(event, Audio):
                heard_ms += len(event.data) / 2 / rate * 1000  # a real player tells what was really heard
                if heard_ms > 1500:  # the person says "stop"
                    await speech.cancel(played_ms=heard_ms)
        print("said:", speech.done.text_spoken)
        print("not said:", speech.done.text_remaining)


if __name__ == "__main__":
    asyncio.run(main())
