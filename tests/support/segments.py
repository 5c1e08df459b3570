"""Batches written by hand, so that tests of readers do not lean on a writer of the project."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

from crc32c import crc32c

if TYPE_CHECKING:
    from collections.abc import Sequence

Record = tuple[bytes | None, bytes | None]


def varint(value: int) -> bytes:
    """A number in zigzag form."""
    raw = value << 1 if value >= 0 else (-value << 1) - 1
    out = bytearray()
    while raw > 127:
        out.append(raw & 127 | 128)
        raw >>= 7
    return bytes((*out, raw))


def sized(data: bytes | None) -> bytes:
    """Bytes behind their length; null has length -1."""
    return varint(-1) if data is None else varint(len(data)) + data


def record(
    delta: int,
    key: bytes | None,
    value: bytes | None,
    *,
    time_delta: int = 0,
    headers: Sequence[tuple[bytes, bytes | None]] = (),
) -> bytes:
    """A record of format 2."""
    body = b"\0" + varint(time_delta) + varint(delta) + sized(key) + sized(value)
    body += varint(len(headers)) + b"".join(sized(name) + sized(text) for name, text in headers)
    return varint(len(body)) + body


def batch_of(
    records: Sequence[bytes],
    *,
    base_offset: int = 0,
    attributes: int = 0,
    count: int | None = None,
    base_timestamp: int = 1_700_000_000_000,
    max_timestamp: int = 1_700_000_000_000,
    base_sequence: int = -1,
    magic: int = 2,
) -> bytes:
    """A batch of format 2 around records, whatever they are."""
    fields = (attributes, len(records) - 1, base_timestamp, max_timestamp, -1, -1, base_sequence)
    checked = struct.pack(">hiqqqhi", *fields)
    checked += struct.pack(">i", len(records) if count is None else count) + b"".join(records)
    head = struct.pack(">qiib", base_offset, len(checked) + 9, 0, magic)
    return head + struct.pack(">I", crc32c(checked)) + checked


def batch(records: Sequence[Record], **header: int) -> bytes:
    """A batch of format 2 with keys and values."""
    return batch_of(
        [record(delta, key, value) for delta, (key, value) in enumerate(records)], **header
    )


def control_batch(kind: int, value: bytes | None, **header: int) -> bytes:
    """A batch with one control record."""
    return batch([(struct.pack(">hh", 0, kind), value)], attributes=0x20, **header)


def message(
    offset: int,
    key: bytes | None,
    value: bytes | None,
    *,
    magic: int = 1,
    attributes: int = 0,
    timestamp: int = 1_400_000_000_000,
) -> bytes:
    """A message of format 0 or 1, with offset and size in front."""
    checked = struct.pack(">bb", magic, attributes)
    checked += struct.pack(">q", timestamp) if magic else b""
    for part in (key, value):
        checked += struct.pack(">i", -1 if part is None else len(part)) + (part or b"")
    data = struct.pack(">I", zlib.crc32(checked)) + checked
    return struct.pack(">qi", offset, len(data)) + data
