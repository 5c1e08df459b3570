"""The rules of Kafka's Lz4BlockInputStream (tried with 4.3.1)."""

from __future__ import annotations

import random
from typing import Any

import lz4.frame
import pytest

from kraft_wire.errors import CorruptRecordError, LimitError
from kraft_wire.records import lz4_codec
from kraft_wire.records.lz4_codec import compress, decompress, header_checksum

DATA = random.Random(1).randbytes(1000) * 200


def framed(data: bytes, **options: Any) -> bytes:
    return bytes(lz4.frame.compress(data, **{"block_linked": False, **options}))


def unpacked(data: bytes, max_bytes: int = 1 << 20, magic: int = 2) -> bytes:
    return decompress(data, max_bytes, magic=magic)


FRAME = framed(DATA)
SHORT = framed(b"short", store_size=False)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"content_checksum": True},
        {"block_checksum": True},
        {"store_size": False},
        {"block_size": lz4.frame.BLOCKSIZE_MAX4MB},
        {"block_size": lz4.frame.BLOCKSIZE_MAX256KB, "block_checksum": True},
        {"compression_level": 12},
    ],
)
def test_frames_that_kafka_reads(options: dict[str, Any]) -> None:
    assert unpacked(framed(DATA, **options)) == DATA
    assert unpacked(framed(DATA, **options) + b"what follows is ignored") == DATA
    stored = random.Random(2).randbytes(300_000)
    assert unpacked(framed(stored, **options)) == stored


def test_compressed_data_is_an_lz4_frame_like_kafkas() -> None:
    packed = compress(DATA, None)
    assert packed[:7] == b"\x04\x22\x4d\x18\x60\x40\x82"
    assert lz4.frame.decompress(packed) == DATA


def test_content_checksums_are_not_looked_at_but_must_be_there() -> None:
    checked = framed(b"short", content_checksum=True)
    assert unpacked(checked[:-1] + bytes([checked[-1] ^ 1])) == b"short"
    with pytest.raises(CorruptRecordError):
        unpacked(checked[:-1])


def test_block_checksums_are_looked_at() -> None:
    checked = framed(b"short", block_checksum=True, store_size=False)
    damaged = bytearray(checked)
    damaged[-5] ^= 1
    with pytest.raises(CorruptRecordError) as refusal:
        unpacked(bytes(damaged))
    assert refusal.value.offset == 7


@pytest.mark.parametrize(("size", "is_read"), [(1 << 16, True), ((1 << 16) + 1, False)])
def test_checked_block_is_refused_above_the_block_size_of_its_frame(
    size: int, is_read: bool
) -> None:
    larger = framed(
        b"a" * size,
        block_size=lz4.frame.BLOCKSIZE_MAX256KB,
        block_checksum=True,
        store_size=False,
    )
    header = framed(b"", block_checksum=True, store_size=False)[:7]
    assert (header[5] < larger[5]) is not is_read
    if is_read:
        assert unpacked(header + larger[7:]) == b"a" * size
    else:
        with pytest.raises(CorruptRecordError) as refusal:
            unpacked(header + larger[7:])
        assert refusal.value.offset == 7


def test_checked_blocks_of_a_frame_share_one_context(monkeypatch: pytest.MonkeyPatch) -> None:
    created = []
    create = lz4.frame.create_decompression_context
    monkeypatch.setattr(
        lz4.frame, "create_decompression_context", lambda: created.append(1) or create()
    )
    assert unpacked(framed(DATA, block_checksum=True)) == DATA
    assert len(DATA) > 1 << 16
    assert created == [1]


@pytest.mark.parametrize(
    ("data", "offset"),
    [
        (b"", 0),
        (SHORT[:6], 6),
        (b"\x05" + SHORT[1:], 0),
        (b"\x50\x2a\x4d\x18\x04\0\0\0abcd" + SHORT, 0),
        (framed(DATA, block_linked=True), 4),
        (SHORT[:4] + b"\x61" + SHORT[5:], 4),
        (SHORT[:4] + b"\xa0" + SHORT[5:], 4),
        (SHORT[:5] + b"\x30" + SHORT[6:], 5),
        (SHORT[:5] + b"\xc0" + SHORT[6:], 5),
        (SHORT[:5] + b"\x41" + SHORT[6:], 5),
        (SHORT[:6] + b"\0" + SHORT[7:], 6),
        (SHORT[:4] + b"\x68\x40" + bytes(8), 14),
        (SHORT[:-4], len(SHORT) - 4),
        (SHORT[:7] + b"\x01\x00\x01\x00" + SHORT[11:], 7),
        (SHORT[:7] + b"\x40\x00\x00\x00" + SHORT[11:], len(SHORT)),
        (SHORT[:7] + b"\x02\x00\x00\x00\xff\xff" + bytes(4), 11),
    ],
)
def test_lz4_data_that_kafka_refuses_is_refused(data: bytes, offset: int) -> None:
    with pytest.raises(CorruptRecordError) as refusal:
        unpacked(data)
    assert refusal.value.offset == offset


def test_the_header_checksum_of_message_format_0_is_not_looked_at() -> None:
    """Kafka 0.8 took the magic into it (KAFKA-3160); later writers of that format keep to that."""
    broken = SHORT[:6] + bytes([SHORT[6] ^ 0x55]) + SHORT[7:]
    assert unpacked(broken, magic=0) == b"short"
    for magic in (1, 2):
        with pytest.raises(CorruptRecordError):
            unpacked(broken, magic=magic)


@pytest.mark.parametrize("size", [False, True])
@pytest.mark.parametrize("block_size", [4, 5, 6, 7])
def test_header_checksums_are_those_of_the_library(size: bool, block_size: int) -> None:
    frame = framed(b"x" * 77, store_size=size, block_size=block_size)
    end = 14 if size else 6
    assert header_checksum(frame[4:end]) == frame[end]


def test_the_bound_holds_over_all_blocks() -> None:
    assert unpacked(FRAME, len(DATA)) == DATA
    with pytest.raises(LimitError):
        unpacked(FRAME, len(DATA) - 1)


def test_a_block_that_gives_nothing_ends_the_frame_as_in_kafka() -> None:
    empty_block = b"\x01\x00\x00\x00\x00"
    assert unpacked(SHORT[:-4] + empty_block) == b"short"
    assert unpacked(SHORT[:-4] + empty_block + SHORT[7:]) == b"short"


def test_a_frame_without_blocks() -> None:
    assert unpacked(framed(b"")) == b""


def test_header_of_one_producer_is_checked_once() -> None:
    lz4_codec._frame_header.cache_clear()
    for value in (b"a", b"b" * 40, b"c" * 500):
        assert unpacked(compress(value, None)) == value
    assert lz4_codec._frame_header.cache_info().misses == 1
