"""How a connection's sound is put into frames: `plain`, `tagged` or `base64`."""

from __future__ import annotations

import base64
import struct
from typing import Final, Protocol

from tts_node import protocol

_TAG: Final = struct.Struct(">II")


class Framing(Protocol):
    """For one utterance."""

    @property
    def number(self) -> int | None:
        """What its `start` calls it; None where frames carry no number."""

    def frame(self, data: bytes) -> bytes | str:
        """A binary frame, or a text frame."""


class Plain:
    """The sound and nothing else."""

    number: Final = None

    def frame(self, data: bytes) -> bytes | str:
        return data


class Tagged:
    """Each frame begins with the utterance's number and its own, from 0 on: two big-endian uint32."""

    def __init__(self, number: int) -> None:
        self.number = number % 2**32
        self._sequence = 0

    def frame(self, data: bytes) -> bytes | str:
        tag = _TAG.pack(self.number, self._sequence)
        self._sequence = (self._sequence + 1) % 2**32
        return tag + data


class Base64:
    """`audio` messages, for programs that read text alone."""

    number: Final = None

    def __init__(self, id: str) -> None:
        self._id = id

    def frame(self, data: bytes) -> bytes | str:
        return protocol.encode(protocol.Audio(id=self._id, data=base64.b64encode(data).decode("ascii")))
