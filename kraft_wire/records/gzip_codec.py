"""gzip in batches: one member or several, as java.util.zip.GZIPInputStream reads them."""

from __future__ import annotations

import zlib
from typing import Final

from kraft_wire.errors import CorruptRecordError, LimitError

_GZIP_FORMAT: Final = 31
_MEMBER_START: Final = b"\x1f\x8b\x08"
_FLAGS_PLACE: Final = 3
_KNOWN_FLAGS: Final = b"\x1f"
_TRAILER_AND_MEMBER_BYTES: Final = 18
"""What must follow a member so that Java looks for another one there: as much as one takes."""


def compress(data: bytes, level: int | None) -> bytes:
    """Compress into one member; levels are 1 to 9."""
    if level is not None and not 1 <= level <= 9:
        raise ValueError("levels are 1 to 9")
    packer = zlib.compressobj(-1 if level is None else level, zlib.DEFLATED, _GZIP_FORMAT)
    return packer.compress(data) + packer.flush()


def decompress(data: bytes, max_bytes: int, *, magic: int) -> bytes:
    """Decompress all members; bytes behind them that begin no member are ignored."""
    del magic  # all message formats have the same gzip
    pieces: list[bytes] = []
    total = 0
    rest = data
    while True:
        piece, following = _member(rest, max_bytes - total, len(data) - len(rest))
        pieces.append(piece)
        total += len(piece)
        if len(following) <= _TRAILER_AND_MEMBER_BYTES or following[:3] != _MEMBER_START:
            return pieces[0] if len(pieces) == 1 else b"".join(pieces)
        rest = following


def _member(data: bytes, max_bytes: int, place: int) -> tuple[bytes, bytes]:
    """Decompress the member that begins `data`; return what follows it too."""
    if data[_FLAGS_PLACE : _FLAGS_PLACE + 1] > _KNOWN_FLAGS:
        # flags that zlib refuses mean nothing to Java
        flags = data[_FLAGS_PLACE] & _KNOWN_FLAGS[0]
        data = data[:_FLAGS_PLACE] + bytes((flags,)) + data[_FLAGS_PLACE + 1 :]
    unpacker = zlib.decompressobj(_GZIP_FORMAT)
    try:
        piece = unpacker.decompress(data, max_bytes + 1)
    except zlib.error as error:
        raise CorruptRecordError(f"bad gzip data: {error}", offset=place) from None
    if len(piece) > max_bytes:
        raise LimitError("gzip data gives more bytes than are allowed", offset=place)
    if not unpacker.eof:
        raise CorruptRecordError("gzip data is cut short", offset=place + len(data))
    return piece, unpacker.unused_data
