"""The tokens as the state folder has them now: one that was replaced counts no longer."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

from tts_node.errors import ConfigError
from tts_node.server.auth import Scope, Tokens
from tts_node.state import StateFolder, TokenKind

_LOG = logging.getLogger(__name__)
_LOOK_EVERY_S: Final = 1.0
_UNREAD: Final = object()
"""The stamp of what the next look has to read, whatever it finds."""
_KINDS: Final[tuple[TokenKind, ...]] = ("admin", "speak")


class KeptTokens:
    """Looks whether the files have changed when a token is shown, and at most once a second."""

    def __init__(self, folder: StateFolder, *, clock: Callable[[], float] = time.monotonic) -> None:
        """Makes the tokens that are missing. Raises `ConfigError`."""
        self._folder = folder
        self._clock = clock
        self._tokens: dict[TokenKind, str | None] = {kind: folder.token(kind) for kind in _KINDS}
        self._stamps: dict[TokenKind, object] = dict.fromkeys(_KINDS, _UNREAD)
        self._looked_at = clock()

    def scope_of(self, presented: str) -> Scope | None:
        """What this token allows, as of a second ago at most."""
        now = self._clock()
        if now - self._looked_at >= _LOOK_EVERY_S:
            self._looked_at = now
            for kind in _KINDS:
                self._look(kind)
        return Tokens(**self._tokens).scope_of(presented)

    def _look(self, kind: TokenKind) -> None:
        stamp: object
        try:
            stamp = self._folder.token_stamp(kind)
            if stamp == self._stamps[kind]:
                return
            token, why = self._folder.kept_token(kind), "it is gone or damaged"
        except (ConfigError, PermissionError) as error:
            # It was changed, and nobody knows to what: better none than one that may have been taken back.
            stamp, token, why = _UNREAD, None, str(error)
        except OSError as error:
            _LOG.warning("the %s token could not be looked at again: %s", kind, error)
            return
        self._stamps[kind] = stamp
        if token == self._tokens[kind]:
            return
        self._tokens[kind] = token
        if token is not None:
            _LOG.info("there is a new %s token; the old one counts no longer", kind)
        else:
            _LOG.warning("no %s token counts until there is a new one: %s", kind, why)
