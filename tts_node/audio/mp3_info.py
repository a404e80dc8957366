"""The Info frame in front of an MP3 stream, so that decoders drop the encoder's delay.

MPEG audio layer III has no place for the delay itself; the LAME extension of the Xing header ("Info" for
constant bitrate) is what decoders read (layout: "MP3 Info Tag rev 1", G. Bouvigne). A decoder that knows
nothing of it plays one frame of silence.
"""

from __future__ import annotations

import struct

ENCODER_DELAY = 576
"""Samples of silence that LAME puts in front, beside the decoder's own 529."""
UNKNOWN_LENGTH = 0xFFFFFFFF

_BITRATES_V1 = (32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)
_BITRATES_V2 = (8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160)
_RATES = {0b11: (44_100, 48_000, 32_000), 0b10: (22_050, 24_000, 16_000), 0b00: (11_025, 12_000, 8_000)}
_TAG_BYTES = 8 + 4 + 36


def rates() -> tuple[int, ...]:
    """The sample rates MP3 has, ascending."""
    return tuple(sorted(rate for group in _RATES.values() for rate in group))


def bitrates(rate: int) -> tuple[int, ...]:
    """The bitrates (bits a second, ascending) that MP3 has at this sample rate; MPEG 2.5 ends at 64,000."""
    if rate >= 32_000:
        return tuple(k * 1000 for k in _BITRATES_V1)
    table = _BITRATES_V2 if rate >= 16_000 else _BITRATES_V2[:8]
    return tuple(k * 1000 for k in table)


def info_frame(first_frame: bytes) -> bytes:
    """The Info frame that belongs in front of `first_frame` (an encoded frame, or at least its 4-byte
    header).

    It carries the start delay, and the unknown length that streams declare. The end padding is not known when
    a stream starts, so decoders keep less than one frame of silence at the end.
    """
    head = int.from_bytes(first_frame[:4], "big")
    version, mono = head >> 19 & 0b11, head >> 6 & 0b11 == 0b11
    rate = _RATES[version][head >> 10 & 0b11]
    side_bytes = (17 if mono else 32) if version == 0b11 else (9 if mono else 17)
    need = 4 + side_bytes + _TAG_BYTES
    per_frame = 144 if version == 0b11 else 72
    table = bitrates(rate)
    # Never padded and without a checksum, whatever the frame we copy from has.
    index, size = next(
        (i, per_frame * bitrate // rate)
        for i, bitrate in enumerate(table, 1)
        if per_frame * bitrate // rate >= need
    )
    head = head & ~(0b1111 << 12) & ~(1 << 9) | index << 12 | 1 << 16
    frame = bytearray(size)
    frame[0:4] = head.to_bytes(4, "big")
    at = 4 + side_bytes
    # Only the "bytes" field, and that unknown: some decoders take the tag for absent when no field is there.
    frame[at : at + 12] = struct.pack(">4sII", b"Info", 0b0010, UNKNOWN_LENGTH)
    at += 12
    frame[at : at + 9] = b"LAME3.100"
    frame[at + 9] = 0x01  # revision 0, constant bitrate
    frame[at + 20] = min(table[index - 1] // 1000, 255)
    frame[at + 21 : at + 24] = (ENCODER_DELAY << 12).to_bytes(3, "big")
    frame[at + 34 : at + 36] = _crc16(frame[: at + 34]).to_bytes(2, "big")
    return bytes(frame)


def _crc16(data: bytes | bytearray) -> int:
    """CRC-16/ARC, as the tag's last field wants it."""
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xA001 if crc & 1 else 0)
    return crc
