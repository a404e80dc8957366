"""The protocol by hand: nothing of tts-node is imported, only a WebSocket library.

python examples/raw_websocket.py "Dinner is ready" > dinner.pcm
"""

import json
import os
import sys

from websockets.sync.client import connect

if len(sys.argv) != 2:
    print("usage: raw_websocket.py TEXT", file=sys.stderr)
    sys.exit(2)
url = os.environ.get("TTS_NODE_URL", "ws://127.0.0.1:8750/v1/ws")

with connect(url, subprotocols=["tts-node.v1"], max_size=None, compression=None) as socket:
    socket.send(json.dumps({"type": "speak", "text": sys.argv[1], "instruct": "calm"}))
    for frame in socket:
        if isinstance(frame, bytes):
            sys.stdout.buffer.write(frame)  # 16-bit mono PCM at the rate that `start` names
            continue
        message = json.loads(frame)
        print(frame, file=sys.stderr)
        if message["type"] == "error":
            sys.exit(message["message"])
        if message["type"] == "done":
            break
