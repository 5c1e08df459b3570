"""Snappy in batches: the framing of snappy-java, and raw snappy, which Kafka reads as well.

The framing: a magic of eight bytes, two version numbers, then blocks that each follow their
length in four bytes (`org.xerial.snappy.SnappyOutputStream`). The header can be repeated between
blocks. Data without that magic is one raw block.
"""

from __future__ import annotations

from struct import Struct as Layout
from typing import Final

import cramjam

from kraft_wire.errors import CorruptRecordError, LimitError

__all__ = ["compress", "decompress"]

_MAGIC: Final = b"\x82SNAPPY\x00"
_HEADER: Final = _MAGIC + b"\x00\x00\x00\x01\x00\x00\x00\x01"
_HEADER_SIZE: Final = len(_HEADER)
_INT: Final = Layout(">i")
_BLOCK_BYTES: Final = 32 * 1024
"""Bytes that snappy-java puts into one block."""

_OLDEST_VERSION: Final = 1
_EXPANSION_MAX: Final = 22
"""No snappy element gives more bytes than this for each of its own."""


def compress(data: bytes, level: int | None) -> bytes:
    """Compress into blocks; snappy has no levels, so that of others is ignored as in Kafka."""
    del level
    pieces = [_HEADER]
    for start in range(0, len(data), _BLOCK_BYTES):
        block = bytes(cramjam.snappy.compress_raw(data[start : start + _BLOCK_BYTES]))
        pieces.append(_INT.pack(len(block)))
        pieces.append(block)
    return b"".join(pieces)


def decompress(data: bytes, max_bytes: int, *, magic: int) -> bytes:
    """Decompress all blocks; up to three bytes after the last one are ignored, as in Java."""
    del magic  # all message formats have the same snappy
    if len(data) < _HEADER_SIZE or not data.startswith(_MAGIC):
        return _block(data, max_bytes, 0)
    pieces: list[bytes] = []
    total = 0
    position = _HEADER_SIZE
    while len(data) - position >= _INT.size:
        if data.startswith(_MAGIC[:4], position):
            if not _header_follows(data, position):
                break
            position += _HEADER_SIZE
            continue
        (size,) = _INT.unpack_from(data, position)
        start = position + _INT.size
        if not 0 <= size <= len(data) - start:
            raise CorruptRecordError(f"a snappy block of {size} bytes", offset=position)
        piece = _block(data[start : start + size], max_bytes - total, start)
        pieces.append(piece)
        total += len(piece)
        position = start + size
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def _header_follows(data: bytes, position: int) -> bool:
    """Return True if the framing starts again here.

    If it does not, Java stops reading without a word.
    """
    if len(data) - position < _HEADER_SIZE:
        raise CorruptRecordError("a snappy header is truncated", offset=position)
    if not data.startswith(_MAGIC, position):
        return False
    (version,) = _INT.unpack_from(data, position + len(_MAGIC))
    if version < _OLDEST_VERSION:
        raise CorruptRecordError(f"snappy framing of version {version}", offset=position)
    return True


def _block(block: bytes, max_bytes: int, place: int) -> bytes:
    size = _announced(block, place)
    if size > max_bytes:
        raise LimitError(
            f"a snappy block decompresses to {size} bytes; the limit is {max_bytes}", offset=place
        )
    if size > len(block) * _EXPANSION_MAX:
        raise CorruptRecordError(
            f"a snappy block of {len(block)} bytes announces {size}", offset=place
        )
    try:
        return bytes(cramjam.snappy.decompress_raw(block))
    except cramjam.DecompressionError as error:
        raise CorruptRecordError(f"bad snappy data: {error}", offset=place) from None


def _announced(block: bytes, place: int) -> int:
    """Read the length of a raw block's content: a varint of 32 bits."""
    value = 0
    for index, byte in enumerate(block[:5]):
        value |= (byte & 0x7F) << 7 * index
        if byte < 0x80:
            if value > 0xFFFFFFFF:
                break
            return value
    raise CorruptRecordError("a snappy block has no length", offset=place)
