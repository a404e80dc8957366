"""Speak a text and keep the sound in a WAV file, with asyncio.

python examples/say_async.py "Dinner is ready" dinner.wav

The node is the one on this machine, or the one that TTS_NODE_URL names (ws://192.168.1.20:8750).
"""

import asyncio
import os
import sys
import wave

from tts_node.client import Audio, Done, ServerError, Started, connect


async def main(text: str, path: str) -> None:
    pcm = bytearray()
    async with connect(os.environ.get("TTS_NODE_URL")) as client:
        async for event in client.speak(text, instruct="cheerful, a little slower"):
            match event:
                case Started(format=format):
                    print(f"{event.voice}: {event.instruct_applied}, not {event.instruct_ignored}")
                case Audio():
                    pcm += event.data  # comes while the rest is still being made: play it at once
                case Done():
                    print(f"{event.audio_ms:.0f} ms of sound, the first after {event.ttfa_ms:.0f} ms")
    with wave.open(path, "wb") as file:
        file.setparams((format.channels, 2, format.rate, 0, "NONE", ""))
        file.writeframes(pcm)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        print("usage: say_async.py TEXT FILE.wav", file=sys.stderr)
        sys.exit(2)
    try:
        asyncio.run(main(*sys.argv[1:]))
    except ServerError as error:
        sys.exit(f"{error.code}: {error}")
