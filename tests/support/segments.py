"""Batches written by hand, so that tests of readers do not depend on the project's writers."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

from tests.support import record_batches
from tests.support.record_batches import part, varint

if TYPE_CHECKING:
    from collections.abc import Sequence

Record = tuple[bytes | None, bytes | None]


def record(
    delta: int,
    key: bytes | None,
    value: bytes | None,
    *,
    time_delta: int = 0,
    headers: Sequence[tuple[bytes, bytes | None]] = (),
) -> bytes:
    """Return a record of format 2."""
    body = b"\0" + varint(time_delta) + varint(delta) + part(key) + part(value)
    body += varint(len(headers)) + b"".join(part(name) + part(text) for name, text in headers)
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
    """Return a batch of format 2 around record bytes, valid or not."""
    return record_batches.batch_of(
        b"".join(records),
        len(records) if count is None else count,
        base_offset=base_offset,
        attributes=attributes,
        last_offset_delta=len(records) - 1,
        base_timestamp=base_timestamp,
        max_timestamp=max_timestamp,
        base_sequence=base_sequence,
        magic=magic,
    )


def batch(records: Sequence[Record], **header: int) -> bytes:
    """Return a batch of format 2 with keys and values."""
    return batch_of(
        [record(delta, key, value) for delta, (key, value) in enumerate(records)], **header
    )


def control_batch(kind: int, value: bytes | None, **header: int) -> bytes:
    """Return a batch with one control record."""
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
    """Return a message of format 0 or 1, after its offset and size."""
    checked = struct.pack(">bb", magic, attributes)
    checked += struct.pack(">q", timestamp) if magic else b""
    for each in (key, value):
        checked += struct.pack(">i", -1 if each is None else len(each)) + (each or b"")
    data = struct.pack(">I", zlib.crc32(checked)) + checked
    return struct.pack(">qi", offset, len(data)) + data
