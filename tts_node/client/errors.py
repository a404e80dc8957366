"""What can go wrong on the client's side. `str(error)` is a sentence for people."""

from __future__ import annotations

from tts_node.protocol import Error


class ClientError(Exception):
    """Base of everything that the client raises on its own account."""


class NotReachable(ClientError):
    """Nothing answers at the address, or it is no node."""


class IncompatibleNode(ClientError):
    """The node speaks only versions of the protocol that this client does not know."""


class ConnectionLost(ClientError):
    """The connection ended while something was still expected from it."""


class NoPlayer(ClientError):
    """Sound cannot be played on this machine; says what to do."""


class ServerError(ClientError):
    """The node's own words: it refused a request, or an utterance failed.

    `code` is stable (see the protocol's list of errors). `retryable`: the same may succeed later, at best
    after `retry_after_ms`. `id` is the utterance, where it is about one.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        retryable: bool = False,
        retry_after_ms: int | None = None,
        id: str | None = None,
    ) -> None:
        super().__init__(message or code)
        self.code = code
        self.message = message
        self.retryable = retryable
        self.retry_after_ms = retry_after_ms
        self.id = id

    @classmethod
    def of(cls, error: Error) -> ServerError:
        return cls(
            error.code,
            error.message,
            retryable=error.retryable,
            retry_after_ms=error.retry_after_ms,
            id=error.id,
        )
