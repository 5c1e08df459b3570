"""What snappy-java's SnappyInputStream does with its framing (tried with 1.1.10.7)."""

from __future__ import annotations

import cramjam
import pytest

from kraft_wire.errors import CorruptRecordError, LimitError
from kraft_wire.records.snappy_codec import compress, decompress

HEADER = b"\x82SNAPPY\x00\x00\x00\x00\x01\x00\x00\x00\x01"


def raw(data: bytes) -> bytes:
    return bytes(cramjam.snappy.compress_raw(data))


def framed(*parts: bytes) -> bytes:
    blocks = (raw(part) for part in parts)
    return HEADER + b"".join(len(block).to_bytes(4, "big") + block for block in blocks)


def unpacked(data: bytes, max_bytes: int = 1 << 20) -> bytes:
    return decompress(data, max_bytes, magic=2)


def test_blocks_are_those_of_java() -> None:
    data = bytes(range(256)) * 300
    packed = compress(data, None)
    assert packed.startswith(HEADER)
    first = int.from_bytes(packed[16:20], "big")
    assert bytes(cramjam.snappy.decompress_raw(packed[20 : 20 + first])) == data[: 32 * 1024]
    assert unpacked(packed, len(data)) == data


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (framed(b"hello ", b"world"), b"hello world"),
        (framed(b"hello ") + framed(b"world"), b"hello world"),
        (raw(b"hello"), b"hello"),
        (framed(b"hello") + b"\0\0\0", b"hello"),
        (framed(b"hello") + b"\x82SNAPPX\0" + bytes(8), b"hello"),
        (b"\x82SNAPPY\0" + bytes(8) + framed(b"hello")[16:], b"hello"),
        (framed(), b""),
    ],
)
def test_framed_and_raw_snappy_data_is_read(data: bytes, expected: bytes) -> None:
    assert unpacked(data) == expected


@pytest.mark.parametrize(
    ("data", "offset"),
    [
        (b"", 0),
        (b"\x82SNAPPY\0", 0),
        (framed(b"hello") + bytes(4), 31),
        (framed(b"hello") + b"\xff\0\0\0", 27),
        (framed(b"hello") + b"\0\0\0\x09abc", 27),
        (framed(b"hello") + b"\x82SNA", 27),
        (framed(b"hello") + b"\x82SNAPPY\0" + bytes(8), 27),
        (bytes(cramjam.snappy.compress(b"hello")), 0),
        (b"\xff\xff\xff\xff\xff\x01", 0),
        (b"\xff\xff\xff\xff\x1f", 0),
    ],
)
def test_damaged_snappy_is_refused_at_its_offset(data: bytes, offset: int) -> None:
    with pytest.raises(CorruptRecordError) as refusal:
        unpacked(data)
    assert refusal.value.offset == offset


def test_announced_length_is_not_allocated() -> None:
    with pytest.raises(LimitError):
        unpacked(b"\x80\x80\x80\x80\x01abc")
    with pytest.raises(CorruptRecordError, match="announces 268435456"):
        unpacked(b"\x80\x80\x80\x80\x01abc", 1 << 30)


def test_blocks_share_the_bound() -> None:
    assert unpacked(framed(b"a" * 500, b"b" * 500), 1000)
    with pytest.raises(LimitError):
        unpacked(framed(b"a" * 500, b"b" * 501), 1000)
