#!/usr/bin/env bash
# What a node answers to plain HTTP. Needs curl.
#
#   examples/http.sh [http://192.168.1.20:8750]
set -euo pipefail
node=${1:-http://127.0.0.1:8750}

curl -fsS "$node/healthz"; echo    # alive; for a monitor, without a token
curl -fsS "$node/readyz"; echo     # can it speak now, and if not, what is missing (then with status 503)
curl -fsS "$node/v1/voices"; echo  # what it can speak with
curl -fsS "$node/v1/status"; echo  # how it is

# Where the node asks for a token (TTS_NODE_TOKEN), it goes into a header. A wrong one is refused with 401.
if [[ -n ${TTS_NODE_TOKEN:-} ]]; then
  curl -fsS -H "Authorization: Bearer $TTS_NODE_TOKEN" "$node/v1/status"; echo
fi
