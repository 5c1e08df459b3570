"""Zstandard frames in batches: one or several, with skippable ones between them.

Java's compressor writes frames without content size, so the output of a frame is bounded by walking
over its blocks first: each states its type and size, and none decompresses to more than 128 KiB.
That walk also finds truncated frames, and windows above the limit.
"""

from __future__ import annotations

import threading
from typing import Final

import zstandard

from kraft_wire.errors import CorruptRecordError, LimitError
from kraft_wire.limits import COMPRESSION_WINDOW_BYTES_MAX

__all__ = ["compress", "decompress"]

_MAGIC: Final = b"\x28\xb5\x2f\xfd"
_SKIPPABLE_MAGIC_END: Final = b"\x2a\x4d\x18"
_BLOCK_BYTES_MAX: Final = 128 * 1024
_RUN_BLOCK, _COMPRESSED_BLOCK, _RESERVED_BLOCK = 1, 2, 3
_LAST_COMPRESSED: Final = _COMPRESSED_BLOCK << 1 | 1
_CHECKSUM_FLAG: Final = 0x04
_SINGLE_SEGMENT_FLAG: Final = 0x20
_DICTIONARY_BITS: Final = 0x03
_DEFAULT_LEVEL: Final = 3
_LEVELS: Final = range(-131072, 23)


def compress(data: bytes, level: int | None) -> bytes:
    """Compress into one frame; levels are -131072 to 22."""
    if level is not None and level not in _LEVELS:
        raise ValueError("levels are -131072 to 22")
    packer = zstandard.ZstdCompressor(level=_DEFAULT_LEVEL if level is None else level)
    return packer.compress(data)


def decompress(data: bytes, max_bytes: int, *, magic: int) -> bytes:
    """Decompress all frames; `data` ends with the last one, or with the first bytes of a magic.

    Java takes up to three bytes that can begin another frame for the end.
    """
    del magic  # only message format 2 has zstd
    if _is_lone_block(data) and max_bytes >= _BLOCK_BYTES_MAX:
        return _unpacked(data, _BLOCK_BYTES_MAX, 0)
    pieces: list[bytes] = []
    total = position = 0
    while position < len(data) and not _is_broken_magic(data[position : position + 4]):
        frame = _Frame(data, position)
        if not frame.skippable:
            pieces.append(_decompressed(data, frame, max_bytes - total))
            total += len(pieces[-1])
        position = frame.end
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def _is_lone_block(data: bytes) -> bool:
    """Return True if the first bytes show one frame of one compressed block.

    A frame with a dictionary or a content size above one block does not qualify.
    """
    if len(data) < 12 or data[:4] != _MAGIC:
        return False
    flags = data[4]
    if flags & _DICTIONARY_BITS:
        return False
    position = 5
    if not flags & _SINGLE_SEGMENT_FLAG:
        if _window_bytes(data[5]) > COMPRESSION_WINDOW_BYTES_MAX:
            return False
        position = 6
    content_bytes = _content_bytes(flags)
    if content_bytes > 2 and _little(data, position, content_bytes) > _BLOCK_BYTES_MAX:
        return False
    position += content_bytes
    block = _little(data, position, 3)
    end = position + 3 + (block >> 3) + 4 * bool(flags & _CHECKSUM_FLAG)
    return block & 7 == _LAST_COMPRESSED and end == len(data) and block >> 3 <= _BLOCK_BYTES_MAX


def _is_broken_magic(rest: bytes) -> bool:
    if len(rest) > 3:
        return False
    skippable = rest[0] >> 4 == 5 and _SKIPPABLE_MAGIC_END.startswith(rest[1:])
    return skippable or _MAGIC.startswith(rest)


class _Frame:
    """The position of a frame, and the limit on its decompressed bytes."""

    __slots__ = ("content_size", "end", "most_bytes", "skippable", "start")

    def __init__(self, data: bytes, start: int) -> None:
        self.start = start
        self.content_size = self.most_bytes = 0
        magic = data[start : start + 4]
        self.skippable = magic[1:] == _SKIPPABLE_MAGIC_END and magic[0] >> 4 == 5
        if self.skippable:
            self.end = start + 8 + _little(data, start + 4, 4)
            if self.end > len(data):
                raise _cut(data)
        elif magic == _MAGIC:
            self.end = self._walk(data, start + 4)
        else:
            raise CorruptRecordError("not a zstd frame", offset=start)

    def _walk(self, data: bytes, position: int) -> int:
        """Step over header, blocks and checksum; return where the frame ends."""
        flags = _little(data, position, 1)
        position = self._header(data, position + 1, flags)
        last = False
        while not last:
            block = _little(data, position, 3)
            last, kind, size = bool(block & 1), block >> 1 & 3, block >> 3
            if kind == _RESERVED_BLOCK or size > _BLOCK_BYTES_MAX:
                raise CorruptRecordError("bad zstd data: no such block", offset=position)
            self.most_bytes += _BLOCK_BYTES_MAX if kind == _COMPRESSED_BLOCK else size
            position += 3 + (1 if kind == _RUN_BLOCK else size)
        end = position + 4 * bool(flags & _CHECKSUM_FLAG)
        if end > len(data):
            raise _cut(data)
        return end

    def _header(self, data: bytes, position: int, flags: int) -> int:
        """Read window and content size; return where the blocks begin."""
        single = bool(flags & _SINGLE_SEGMENT_FLAG)
        window = 0
        if not single:
            window = _window_bytes(_little(data, position, 1))
            position += 1
        position += (0, 1, 2, 4)[flags & _DICTIONARY_BITS]
        content_bytes = _content_bytes(flags)
        self.content_size = _little(data, position, content_bytes)
        self.content_size += 256 if content_bytes == 2 else 0
        if max(window, self.content_size if single else 0) > COMPRESSION_WINDOW_BYTES_MAX:
            raise LimitError(
                f"a zstd frame needs a window above {COMPRESSION_WINDOW_BYTES_MAX} bytes",
                offset=self.start,
            )
        return position + content_bytes


def _content_bytes(flags: int) -> int:
    """Return the number of header bytes that hold the content size."""
    return (int(bool(flags & _SINGLE_SEGMENT_FLAG)), 2, 4, 8)[flags >> 6]


def _window_bytes(descriptor: int) -> int:
    base = 1 << 10 + (descriptor >> 3)
    return base + (base >> 3) * (descriptor & 7)


def _little(data: bytes, position: int, size: int) -> int:
    if position + size > len(data):
        raise _cut(data)
    return int.from_bytes(data[position : position + size], "little")


def _cut(data: bytes) -> CorruptRecordError:
    return CorruptRecordError("zstd data is cut short", offset=len(data))


def _decompressed(data: bytes, frame: _Frame, max_bytes: int) -> bytes:
    """Decompress one frame in one call: its maximum size is known."""
    if frame.content_size > frame.most_bytes:
        raise CorruptRecordError("a zstd frame announces more than it has", offset=frame.start)
    if frame.content_size > max_bytes:
        raise _too_much(frame, max_bytes)
    most = max(1, min(frame.most_bytes, max_bytes))
    try:
        return _unpacked(data[frame.start : frame.end], most, frame.start)
    except CorruptRecordError as error:
        if most < frame.most_bytes and "did not decompress full frame" in str(error):
            # the frame is complete, so the output limit was reached
            raise _too_much(frame, max_bytes) from None
        raise


def _unpacked(frame: bytes, most_bytes: int, start: int) -> bytes:
    try:
        return _UNPACKERS.unpacker.decompress(frame, max_output_size=most_bytes)
    except zstandard.ZstdError as error:
        raise CorruptRecordError(f"bad zstd data: {error}", offset=start) from None


def _too_much(frame: _Frame, max_bytes: int) -> LimitError:
    return LimitError(
        f"a zstd frame gives more than the {max_bytes} bytes that are allowed", offset=frame.start
    )


class _Unpackers(threading.local):
    """One decompressor for each thread: libzstd's context must not be used by two at once."""

    def __init__(self) -> None:
        self.unpacker = zstandard.ZstdDecompressor()


_UNPACKERS: Final = _Unpackers()
