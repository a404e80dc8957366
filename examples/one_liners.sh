#!/usr/bin/env bash
# Lines to copy. Each stands alone; all of them run here one after the other, and write into this folder.
# The node is the only one in the network, or what TTS_NODE_URL names.
set -euo pipefail

tts-node say "The washing machine is done." -o washer.wav
tts-node say "Good night." --instruct "whisper, very slowly" -o night.mp3
tts-node say "Fire in the kitchen!" --priority alert --no-cache -o alert.flac
date "+It is %H:%M." | tts-node say - -o time.ogg
tts-node say "For a telephone." -o telephone.wav --rate 8000
printf '%s\n' "Door open." "Door closed." > lines.txt && tts-node say --batch lines.txt -o phrases --format wav
tts-node say "How fast?" -o fast.wav --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["ttfa_ms"], "ms")'
tts-node voices --json | python3 -c 'import json, sys; print(*[voice["name"] for voice in json.load(sys.stdin)])'
tts-node preview "Dr. Weiss comes at 9 a.m. He brings 7.2 kg."
