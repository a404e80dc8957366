"""Speak a text in a plain script: to the loudspeaker, or into a file of any format.

python examples/say_sync.py "Dinner is ready"
python examples/say_sync.py "Dinner is ready" dinner.mp3
"""

import os
import sys
from pathlib import Path

from tts_node.audio.format import PcmFormat
from tts_node.client.player import Player
from tts_node.client.sync import Audio, NoPlayer, Started, connect


def play(text: str) -> None:
    with connect(os.environ.get("TTS_NODE_URL")) as client:
        player = None
        for event in client.speak(text, pace="realtime"):
            if isinstance(event, Started) and player is None:
                player = Player(PcmFormat(event.format.rate, event.width, event.format.channels))
            elif isinstance(event, Audio):
                player.write(event.data)
        if player:
            player.finish()  # returns when the last of it was heard


def save(text: str, path: Path) -> None:
    with connect(os.environ.get("TTS_NODE_URL")) as client, path.open("wb") as file:
        for data in client.speak(text, format=path.suffix[1:]).audio():
            file.write(data)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        print("usage: say_sync.py TEXT [FILE]", file=sys.stderr)
        sys.exit(2)
    try:
        if len(sys.argv) == 3:
            save(sys.argv[1], Path(sys.argv[2]))
        else:
            play(sys.argv[1])
    except NoPlayer as error:
        sys.exit(f"{error}; give a FILE to write to instead")
