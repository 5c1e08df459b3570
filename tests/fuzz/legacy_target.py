"""Message sets of formats 0 and 1, alone and compressed inside another message."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

from kraft_wire.records import Compression
from kraft_wire.records.compression import compress, decompress
from tests.fuzz import mutation
from tests.fuzz.batch_check import check_batches
from tests.fuzz.mutation import Place, Sample
from tests.support.record_batches import with_right_crc

if TYPE_CHECKING:
    from random import Random

_CODECS = (Compression.GZIP, Compression.SNAPPY, Compression.LZ4)
_LOG_OVERHEAD = 12
_TIMESTAMP = 1_600_000_000_000


class LegacyTarget:
    """A few messages behind each other, some of them wrappers."""

    name = "batch legacy"
    allowance = 40_000_000

    def sample(self, random: Random) -> Sample:
        magic = random.choice((0, 1))
        messages = []
        offset = random.choice((0, 5, 1 << 40))
        for _ in range(random.choice((1, 2, 3))):
            inner = [
                _plain(magic, offset + index, random) for index in range(random.choice((1, 3)))
            ]
            if random.random() < 0.6:
                first = 0 if magic else offset
                inside = [_placed(message, first + i) for i, message in enumerate(inner)]
                inner = [wrapper(magic, offset + len(inner) - 1, b"".join(inside), random)]
            messages += inner
            offset += 3
        data = b"".join(messages)
        return Sample(data, _places(messages), data[::-1])

    def mutate(self, sample: Sample, random: Random) -> bytes:
        if random.random() < 0.2:
            return mutation.mutate(sample, random)
        messages = _split(sample.data)
        chosen = random.randrange(len(messages))
        spoiled = _spoil(messages[chosen], random)
        if random.random() < 0.95 and len(spoiled) > 16:
            spoiled = with_right_crc(spoiled)
        messages[chosen] = spoiled
        return b"".join(messages)

    def check(self, data: bytes, *, is_good: bool) -> bool:
        return check_batches(data, is_good=is_good)


def message(
    magic: int, offset: int, value: bytes | None, *, key: bytes | None, flags: int
) -> bytes:
    """One message with a right checksum."""
    body = struct.pack(">bb", magic, flags)
    if magic:
        body += struct.pack(">q", _TIMESTAMP)
    for part in (key, value):
        body += struct.pack(">i", -1) if part is None else struct.pack(">i", len(part)) + part
    crc = zlib.crc32(body).to_bytes(4, "big")
    return struct.pack(">qi", offset, len(body) + 4) + crc + body


def wrapper(magic: int, offset: int, inside: bytes, random: Random) -> bytes:
    """A message with compressed ones as its value."""
    codec = random.choice(_CODECS)
    flags = codec | (8 if magic and random.random() < 0.3 else 0)
    return message(magic, offset, compress(codec, inside), key=None, flags=flags)


def _plain(magic: int, offset: int, random: Random) -> bytes:
    key = random.choice((None, b"", random.randbytes(5)))
    value = random.choice((None, random.randbytes(random.choice((0, 1, 60)))))
    return message(magic, offset, value, key=key, flags=0)


def _placed(data: bytes, offset: int) -> bytes:
    return struct.pack(">q", offset) + data[8:]


def _split(data: bytes) -> list[bytes]:
    messages = []
    while data:
        (size,) = struct.unpack_from(">i", data, 8)
        messages.append(data[: _LOG_OVERHEAD + size])
        data = data[_LOG_OVERHEAD + size :]
    return messages


def _places(messages: list[bytes]) -> tuple[Place, ...]:
    """The lengths of the messages, their keys and their values."""
    places = []
    start = 0
    for data in messages:
        end = start + len(data)
        key = start + (26 if data[16] else 18)
        (size,) = struct.unpack_from(">i", data, key - start)
        value = key + 4 + max(size, 0)
        places += [
            Place("int32", "length", start + 8, 4, end),
            Place("int32", "length", key, 4, value),
            Place("int32", "length", value, 4, end),
        ]
        start = end
    return tuple(places)


def _spoil(data: bytes, random: Random) -> bytes:
    """Spoil a message as it stands, or what is compressed in it."""
    codec = data[17] & 7
    value = (26 if data[16] else 18) + 8
    if not codec or random.random() < 0.3:
        return mutation.mutate(Sample(data, _places([data])), random)
    inside = decompress(codec, data[value:], magic=data[16])
    spoiled = mutation.mutate(Sample(inside, _places(_split(inside))), random)
    packed = compress(random.choice(_CODECS) if random.random() < 0.1 else codec, spoiled)
    return data[: value - 4] + struct.pack(">i", len(packed)) + packed
