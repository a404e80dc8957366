"""What a browser is shown in place of the page where a token is needed: a form that asks for it."""

from __future__ import annotations

import base64
import hashlib
from html import escape
from typing import Final

_STYLE: Final = """
:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem}
input,button{font:inherit;padding:.25rem .5rem}
"""
_DIGEST: Final = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
HEADERS: Final = {
    # The form leads back to where it came from; all else as for the page itself.
    "content-security-policy": f"default-src 'none'; style-src 'sha256-{_DIGEST}'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}


def token_page(trouble: str) -> str:
    """The page; `trouble` is the sentence that the request was refused with. The form opens the same address
    with `?token=…`, which the page then takes out of the address bar.
    """
    return "\n".join(
        [
            "<!doctype html><html lang=en><meta charset=utf-8><title>tts-node</title>",
            "<meta name=viewport content='width=device-width'>",
            f"<style>{_STYLE}</style>",
            "<h1>tts-node</h1>",
            f"<p>{escape(trouble[:1].upper() + trouble[1:])}. On the node's machine "
            "<code>tts-node token show --speak</code> shows it, with the <code>--config</code> or "
            "<code>--state-dir</code> that the node was started with.</p>",
            "<form method=get><label>Token <input type=password name=token required autofocus "
            "autocomplete=current-password></label> <button>Open</button></form>",
            "",
        ]
    )
