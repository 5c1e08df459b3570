"""gzip in batches: one member or several, as java.util.zip.GZIPInputStream reads them."""

from __future__ import annotations

import zlib
from typing import Final

from kraft_wire.errors import CorruptRecordError, LimitError

__all__ = ["compress", "decompress"]

_GZIP_FORMAT: Final = 31
_CHUNK_BYTES: Final = 1024
_MEMBER_START: Final = b"\x1f\x8b\x08"
_FLAGS_PLACE: Final = 3
_KNOWN_FLAGS: Final = 0x1F
_TRAILER_AND_MEMBER_BYTES: Final = 18
"""The bytes that must follow a member for Java to look for another one: its smallest size."""


def compress(data: bytes, level: int | None) -> bytes:
    """Compress into one member; levels are 1 to 9."""
    if level is not None and not 1 <= level <= 9:
        raise ValueError("levels are 1 to 9")
    packer = zlib.compressobj(-1 if level is None else level, zlib.DEFLATED, _GZIP_FORMAT)
    return packer.compress(data) + packer.flush()


def decompress(data: bytes, max_bytes: int, *, magic: int) -> bytes:
    """Decompress all members; bytes after them that begin no member are ignored."""
    del magic  # all message formats have the same gzip
    view = memoryview(data)
    pieces: list[bytes] = []
    position, chunk_bytes = 0, len(data)  # usually one member: decompress it in one call
    while True:
        position, max_bytes = _member(view, position, max_bytes, chunk_bytes, pieces)
        left = len(data) - position
        if left <= _TRAILER_AND_MEMBER_BYTES or data[position : position + 3] != _MEMBER_START:
            return pieces[0] if len(pieces) == 1 else b"".join(pieces)
        chunk_bytes = _CHUNK_BYTES


def _member(
    view: memoryview, start: int, max_bytes: int, chunk_bytes: int, pieces: list[bytes]
) -> tuple[int, int]:
    """Decompress the member at `start` into `pieces`; return its end and how many bytes can follow.

    zlib copies what it was given after the end of a member. So later members get their input in
    chunks that grow with the member: else the time is quadratic in the number of members.
    """
    unpacker = zlib.decompressobj(_GZIP_FORMAT)
    position, end = start, len(view)
    flags = view[start + _FLAGS_PLACE] if end - start > _FLAGS_PLACE else 0
    try:
        if flags & ~_KNOWN_FLAGS:
            # flags that zlib refuses mean nothing to Java
            head = (*view[start : start + _FLAGS_PLACE], flags & _KNOWN_FLAGS)
            unpacker.decompress(bytes(head))
            position += len(head)
        while not unpacker.eof:
            if position >= end:
                raise CorruptRecordError("gzip data is truncated", offset=end)
            chunk = view[position : position + chunk_bytes]
            piece = unpacker.decompress(chunk, max_bytes + 1)
            max_bytes -= len(piece)
            if max_bytes < 0:
                raise LimitError("gzip data exceeds the limit when decompressed", offset=start)
            if piece:
                pieces.append(piece)
            position += len(chunk)
            chunk_bytes *= 2
    except zlib.error as error:
        raise CorruptRecordError(f"bad gzip data: {error}", offset=start) from None
    return position - len(unpacker.unused_data), max_bytes
