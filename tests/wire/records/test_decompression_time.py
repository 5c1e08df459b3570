"""Input that repeats the smallest unit of a codec: time grows with the size, not its square."""

from __future__ import annotations

import gc
import gzip
import struct
from statistics import median
from time import process_time

import cramjam
import lz4.block
import lz4.frame
import pytest
import zstandard

from kraft_wire.records.attributes import Compression
from kraft_wire.records.compression import decompress
from kraft_wire.records.lz4_codec import header_checksum

MEGABYTE = 1 << 20
SNAPPY_HEADER = b"\x82SNAPPY\x00\x00\x00\x00\x01\x00\x00\x00\x01"
ZSTD_HEADER = b"\x28\xb5\x2f\xfd\0\0"
ZSTD_END = b"\1\0\0"


def lz4_header(flags: int) -> bytes:
    descriptor = bytes((flags, 0x70))
    return b"\x04\x22\x4d\x18" + descriptor + bytes((header_checksum(descriptor),))


def lz4_block() -> bytes:
    block = lz4.block.compress(b"a", store_size=False)
    return struct.pack("<I", len(block)) + block


def lz4_checked_block() -> bytes:
    frame = lz4.frame.compress(b"a", block_linked=False, store_size=False, block_checksum=True)
    return frame[7:-4]


def zstd_block(kind: int, size: int, content: bytes) -> bytes:
    return (size << 3 | kind << 1).to_bytes(3, "little") + content


def zstd_compressed_block() -> bytes:
    frame = zstandard.ZstdCompressor(write_content_size=False).compress(b"ab" * 10)
    size = int.from_bytes(frame[6:9], "little") >> 3
    return zstd_block(2, size, frame[9:])


# codec, what is in front, what is repeated, what is behind
SHAPES = {
    "gzip-empty-members": (Compression.GZIP, b"", gzip.compress(b"", mtime=0), b""),
    "gzip-members": (Compression.GZIP, b"", gzip.compress(b"a", mtime=0), b""),
    "gzip-stored-blocks": (
        Compression.GZIP,
        gzip.compress(b"", mtime=0)[:10],
        b"\0\0\0\xff\xff",
        b"\1\0\0\xff\xff" + bytes(8),
    ),
    "snappy-headers": (Compression.SNAPPY, b"", SNAPPY_HEADER, b""),
    "snappy-empty-blocks": (Compression.SNAPPY, SNAPPY_HEADER, b"\0\0\0\1\0", b""),
    "snappy-blocks": (
        Compression.SNAPPY,
        SNAPPY_HEADER,
        b"\0\0\0\3" + bytes(cramjam.snappy.compress_raw(b"a")),
        b"",
    ),
    "lz4-blocks": (Compression.LZ4, lz4_header(0x60), lz4_block(), bytes(4)),
    "lz4-stored-blocks": (Compression.LZ4, lz4_header(0x60), b"\1\0\0\x80a", bytes(4)),
    "lz4-checked-blocks": (Compression.LZ4, lz4_header(0x70), lz4_checked_block(), bytes(4)),
    "zstd-skipped": (Compression.ZSTD, b"", b"\x5a\x2a\x4d\x18" + bytes(4), b""),
    "zstd-empty-frames": (Compression.ZSTD, b"", ZSTD_HEADER + ZSTD_END, b""),
    "zstd-frames": (Compression.ZSTD, b"", zstandard.ZstdCompressor().compress(b"a"), b""),
    "zstd-empty-blocks": (Compression.ZSTD, ZSTD_HEADER, zstd_block(0, 0, b""), ZSTD_END),
    "zstd-runs": (Compression.ZSTD, ZSTD_HEADER, zstd_block(1, 1, b"a"), ZSTD_END),
    "zstd-blocks": (Compression.ZSTD, ZSTD_HEADER, zstd_compressed_block(), ZSTD_END),
}


def seconds(shape: str, size: int) -> float:
    codec, front, unit, end = SHAPES[shape]
    data = front + unit * (size // len(unit)) + end
    gc.disable()  # a collection takes as long as all that other tests have left
    try:
        began = process_time()
        decompress(codec, data)
        return process_time() - began
    finally:
        gc.enable()


@pytest.mark.parametrize("shape", SHAPES)
def test_16_times_the_bytes_do_not_take_256_times_as_long(shape: str) -> None:
    # The limit is the geometric mean of linear and quadratic: the state of the heap alone makes a
    # byte several times as expensive, in every try of a process.
    small, large = [], []
    for _ in range(5):
        small.append(seconds(shape, MEGABYTE // 4))
        large.append(seconds(shape, 4 * MEGABYTE))
        if min(large) < 64 * median(small):
            return
    raise AssertionError(f"256 KiB took {small} s, 4 MiB {large} s")
