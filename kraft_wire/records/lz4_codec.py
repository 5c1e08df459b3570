"""LZ4 frames in batches, by the rules of Kafka's Lz4BlockInputStream.

Kafka reads one frame of independent blocks, checks block checksums but neither content checksum nor
content size, and ignores bytes after the end mark, or after a block without content. In message
format 0 the checksum of the frame's header is wrong on purpose (it covers the magic too,
KAFKA-3160), so it is not checked there; libraries refuse such frames, so the blocks are extracted
from the frame here.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct as Layout
from typing import Final

import lz4.block
import lz4.frame

from kraft_wire.errors import CorruptRecordError, LimitError

__all__ = ["compress", "decompress", "header_checksum"]

_MAGIC: Final = b"\x04\x22\x4d\x18"
_HEADER_BYTES: Final = 7
_SIZED_HEADER_BYTES: Final = 15
_LENGTH: Final = Layout("<I")
_STORED_FLAG: Final = 0x80000000

_VERSION_BITS: Final = 0xC0
_VERSION: Final = 0x40
_INDEPENDENT: Final = 0x20
_BLOCK_CHECKSUM: Final = 0x10
_CONTENT_SIZE: Final = 0x08
_CONTENT_CHECKSUM: Final = 0x04
_RESERVED: Final = 0x03

_PRIME_1: Final = 2654435761
_PRIME_2: Final = 2246822519
_PRIME_3: Final = 3266489917
_PRIME_4: Final = 668265263
_PRIME_5: Final = 374761393
_UINT32: Final = 0xFFFFFFFF


def compress(data: bytes, level: int | None) -> bytes:
    """Compress into a frame like Kafka's: independent blocks of 64 KiB, no content size.

    Levels are 1 to 17; 9, Kafka's default, is its quick compressor, as there.
    """
    if level is not None and not 1 <= level <= 17:
        raise ValueError("levels are 1 to 17")
    return bytes(
        lz4.frame.compress(
            data,
            compression_level=0 if level in (None, 9) else min(level or 0, 12),
            block_size=lz4.frame.BLOCKSIZE_MAX64KB,
            block_linked=False,
            store_size=False,
        )
    )


def decompress(data: bytes, max_bytes: int, *, magic: int) -> bytes:
    """Decompress the frame that begins `data`."""
    is_sized = len(data) > 4 and data[4] & _CONTENT_SIZE
    header = data[: _SIZED_HEADER_BYTES if is_sized else _HEADER_BYTES]
    flags, block_bytes, position = _frame_header(header, checked=magic > 0)
    checked = _CheckedBlocks(block_bytes) if flags & _BLOCK_CHECKSUM else None
    pieces: list[bytes] = []
    total = 0
    while True:
        if len(data) - position < _LENGTH.size:
            raise CorruptRecordError("an lz4 frame is truncated", offset=len(data))
        (length,) = _LENGTH.unpack_from(data, position)
        size = length & ~_STORED_FLAG
        if not size:
            break
        start = position + _LENGTH.size
        end = start + size
        if size > block_bytes:
            raise CorruptRecordError(f"an lz4 block of {size} bytes", offset=position)
        if end + 4 * bool(checked) > len(data):
            raise CorruptRecordError("an lz4 block is truncated", offset=len(data))
        if checked:
            piece = checked.decompress(data[position : end + 4], position)
            end += 4
        elif length & _STORED_FLAG:
            piece = data[start:end]
        else:
            piece = _block(data[start:end], block_bytes, start)
        if not piece:
            return b"".join(pieces)
        total += len(piece)
        if total > max_bytes:
            raise LimitError(
                f"lz4 data exceeds {max_bytes} bytes when decompressed", offset=position
            )
        pieces.append(piece)
        position = end
    if flags & _CONTENT_CHECKSUM and len(data) - position < 2 * _LENGTH.size:
        raise CorruptRecordError("an lz4 frame is truncated", offset=len(data))
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


@lru_cache(maxsize=64)
def _frame_header(data: bytes, *, checked: bool) -> tuple[int, int, int]:
    """Read a frame's header: its flags, the most bytes a block may give, where the blocks begin.

    Remembered, since a producer writes one and the same, and its checksum is slow in Python.
    """
    if len(data) < 7:
        raise CorruptRecordError("an lz4 frame is truncated", offset=len(data))
    if not data.startswith(_MAGIC):
        raise CorruptRecordError("not an lz4 frame", offset=0)
    flags, sizes = data[4], data[5]
    if flags & _RESERVED or flags & _VERSION_BITS != _VERSION or not flags & _INDEPENDENT:
        raise CorruptRecordError(
            f"lz4 frame flags {flags:#04x}: Kafka uses version 1 with independent blocks", offset=4
        )
    if sizes & 0x8F or sizes >> 4 < 4:
        raise CorruptRecordError(f"lz4 block size {sizes:#04x}", offset=5)
    end = 14 if flags & _CONTENT_SIZE else 6
    if len(data) <= end:
        raise CorruptRecordError("an lz4 frame is truncated", offset=len(data))
    if checked and data[end] != header_checksum(data[4:end]):
        raise CorruptRecordError("an lz4 frame whose header has a wrong checksum", offset=end)
    return flags, 1 << 2 * (sizes >> 4) + 8, end + 1


def _block(block: bytes, block_bytes: int, place: int) -> bytes:
    try:
        return bytes(lz4.block.decompress(block, uncompressed_size=block_bytes))
    except lz4.block.LZ4BlockError as error:
        raise CorruptRecordError(f"bad lz4 data: {error}", offset=place) from None


class _CheckedBlocks:
    """Blocks with their lengths and checksums, as one frame that the library reads by parts."""

    def __init__(self, block_bytes: int) -> None:
        self._block_bytes = block_bytes
        self._context = lz4.frame.create_decompression_context()
        sizes = (block_bytes.bit_length() - 9) // 2 << 4
        descriptor = bytes((_VERSION | _INDEPENDENT | _BLOCK_CHECKSUM, sizes))
        header = _MAGIC + descriptor + bytes((header_checksum(descriptor),))
        lz4.frame.decompress_chunk(self._context, header)

    def decompress(self, block: bytes, place: int) -> bytes:
        try:
            piece, _, _ = lz4.frame.decompress_chunk(
                self._context, block, max_length=self._block_bytes
            )
        except RuntimeError as error:
            raise CorruptRecordError(f"bad lz4 data: {error}", offset=place) from None
        return bytes(piece)


def header_checksum(descriptor: bytes) -> int:
    """Return the checksum of a frame descriptor: the second byte of its xxHash32."""
    return _short_xxhash32(descriptor) >> 8 & 0xFF


def _short_xxhash32(data: bytes) -> int:
    """Return the xxHash32, seed 0, of fewer than 16 bytes: a frame descriptor is never longer."""
    value = _PRIME_5 + len(data)
    tail = len(data) & ~3
    for start in range(0, tail, 4):
        (word,) = _LENGTH.unpack_from(data, start)
        value = _rotated(value + word * _PRIME_3, 17) * _PRIME_4
    for byte in data[tail:]:
        value = _rotated(value + byte * _PRIME_5, 11) * _PRIME_1
    value &= _UINT32
    value = (value ^ value >> 15) * _PRIME_2 & _UINT32
    value = (value ^ value >> 13) * _PRIME_3 & _UINT32
    return value ^ value >> 16


def _rotated(value: int, bits: int) -> int:
    value &= _UINT32
    return (value << bits | value >> 32 - bits) & _UINT32
