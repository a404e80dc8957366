#!/usr/bin/env bash
# Plain HTTP. Needs curl; writes two files into this folder.
#
#   examples/http.sh [http://192.168.1.20:8750]
set -euo pipefail
node=${1:-http://127.0.0.1:8750}

curl -fsS "$node/healthz"; echo    # alive; for a monitor, without a token
curl -fsS "$node/readyz"; echo     # can it speak now, and if not, what is missing (then with status 503)
curl -fsS "$node/v1/voices"; echo  # what it can speak with
curl -fsS "$node/v1/status"; echo  # how it is

# Speak. Without a wish it is WAV; the sound comes as it is made.
curl -fsS -H "Content-Type: application/json" -o dinner.mp3 "$node/v1/speak" \
  -d '{"text": "Dinner is ready.", "instruct": "cheerful, a little slower", "format": "mp3"}'

# As OpenAI's speech API, whose names of voices and models stand for this node's own.
curl -fsS -H "Content-Type: application/json" -o openai.wav "$node/v1/audio/speech" \
  -d '{"model": "tts-1", "voice": "alloy", "input": "Dinner is ready.", "response_format": "wav"}'

# Where the node asks for a token (TTS_NODE_TOKEN), it goes into a header. A wrong one is refused with 401.
if [[ -n ${TTS_NODE_TOKEN:-} ]]; then
  curl -fsS -H "Authorization: Bearer $TTS_NODE_TOKEN" "$node/v1/status"; echo
fi
