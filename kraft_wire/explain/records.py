"""The bytes of the records in a batch, explained; control records are split further."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_wire.errors import (
    CorruptRecordError,
    InvalidLengthError,
    TrailingBytesError,
    WireError,
    within,
)
from kraft_wire.inspection import read_tree
from kraft_wire.inspection.walk import Blob, Fixed, Node, Walk
from kraft_wire.messages import kafka_messages

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_wire.inspection.walk import Part
    from kraft_wire.registry import MessageSet

__all__ = ["CODECS", "BatchHeader", "Zigzag", "ZigzagBytes", "move", "read_parts", "read_records"]

CODECS: Final = {0: "no compression", 1: "gzip", 2: "snappy", 3: "lz4", 4: "zstd"}
"""The codecs, by the lowest three bits of the attributes."""

_ATTRIBUTES_BEFORE: Final = 40
_COUNT_BEFORE: Final = 4
"""Distance in bytes of these two fields of the header from the first record."""

_CONTROL_TYPES: Final = {
    0: ("abort", "EndTxnMarker"),
    1: ("commit", "EndTxnMarker"),
    2: ("leader change", "LeaderChangeMessage"),
    3: ("snapshot header", "SnapshotHeaderRecord"),
    4: ("snapshot footer", "SnapshotFooterRecord"),
    5: ("kraft version", "KRaftVersionRecord"),
    6: ("kraft voters", "VotersRecord"),
}


class BatchHeader(NamedTuple):
    """The fields of a batch header that determine how its records are read."""

    path: str
    magic: int
    attributes: int
    record_count: int

    @property
    def codec(self) -> int:
        """The number of the codec."""
        return self.attributes & 0x07

    @property
    def is_control(self) -> bool:
        """Return True if the records are control records."""
        return self.magic == 2 and bool(self.attributes & 0x20)


class Zigzag:
    """A signed varint of 32 or 64 bits."""

    def __init__(self, bits: int) -> None:
        self.type = "varint" if bits == 32 else "varlong"
        self._bits = bits

    def value(self, walk: Walk, at: int) -> tuple[int, int]:
        """Return the decoded number and the position after it."""
        raw, end = walk.uvarint(at, self._bits)
        return raw >> 1 ^ -(raw & 1), end

    def read(self, walk: Walk, at: int, path: str) -> int:
        """Read the number. Returns the position after it."""
        value, end = self.value(walk, at)
        walk.leaf(path, self.type, at, end, value)
        return end


class ZigzagBytes:
    """Bytes after a signed varint; -1 means null."""

    type = "bytes"

    def read(self, walk: Walk, at: int, path: str) -> int:
        """Read the length and the bytes. Returns the position after them."""
        size, start = _VARINT.value(walk, at)
        if size < -1 or size > walk.end - start:
            detail = f"length {size}, but {walk.end - start} bytes are left"
            raise InvalidLengthError(detail, offset=at)
        end = start + max(size, 0)
        walk.leaf(path, self.type, at, end, None if size < 0 else walk.data[start:end])
        return end


_VARINT: Final = Zigzag(32)
_BYTES: Final = ZigzagBytes()
_OLD_BYTES: Final = Blob("bytes", is_compact=False, is_nullable=True)
_RECORD: Final[tuple[tuple[str, Part], ...]] = (
    ("length", _VARINT),
    ("attributes", Fixed("int8")),
    ("timestampDelta", Zigzag(64)),
    ("offsetDelta", _VARINT),
    ("key", _BYTES),
    ("value", _BYTES),
    ("headers", _VARINT),
)
_HEADER: Final[tuple[tuple[str, Part], ...]] = (("key", _BYTES), ("value", _BYTES))


def read_records(
    walk: Walk, at: int, header: BatchHeader, message_set: MessageSet | None = None
) -> None:
    """Read the records after the header of a batch, up to the end of the walk.

    Raises a DecodeError whose path is that inside the batch; what was read before it is in the
    nodes of the walk.
    """
    if header.magic < 2:
        parts = (("key", _OLD_BYTES), ("value", _OLD_BYTES))
        _finish(walk, read_parts(walk, at, header.path, parts))
        return
    if header.record_count < 0:
        detail = f"{header.record_count} records"
        raise InvalidLengthError(detail, offset=at - _COUNT_BEFORE, path="recordsCount")
    if header.codec not in CODECS:
        detail = f"there is no codec {header.codec}"
        raise CorruptRecordError(detail, offset=at - _ATTRIBUTES_BEFORE, path="attributes")
    # a batch that the log cleaner emptied keeps its codec (DefaultRecordBatch.writeEmptyHeader)
    is_empty = not header.record_count and at == walk.end
    read = _compressed if header.codec and not is_empty else _records
    read(walk, at, header, message_set or kafka_messages())


def read_parts(walk: Walk, at: int, path: str, parts: Iterable[tuple[str, Part]]) -> int:
    """Read named parts, one after the other; return the end of the last one."""
    for name, part in parts:
        try:
            at = part.read(walk, at, f"{path}.{name}")
        except WireError as error:
            raise within(error, name) from None
    return at


def _compressed(walk: Walk, at: int, header: BatchHeader, message_set: MessageSet) -> None:
    from kraft_wire.records.compression import decompress  # rarely needed

    data = walk.data[at : walk.end]
    kind = f"{CODECS[header.codec]} bytes"
    node = Node(f"{header.path}.records", kind, at, len(data), len(data), data)
    if walk.nodes is not None:
        walk.nodes.append(node)
    try:
        node.inner = decompress(header.codec, data)
    except WireError as error:
        error.offset = at + (error.offset or 0)
        raise within(error, "records") from None
    node.note = f"{len(node.inner)} bytes decompressed"
    inside = Walk(node.inner, build=True)
    try:
        _records(inside, 0, header, message_set)
    except WireError as error:
        error.detail += f", at byte {error.offset} of the decompressed ones"
        error.offset = at
        raise
    finally:
        node.children = inside.nodes or []


def _records(walk: Walk, at: int, header: BatchHeader, message_set: MessageSet) -> None:
    if header.record_count < 0:
        where = at - _COUNT_BEFORE
        raise InvalidLengthError(
            f"{header.record_count} records", offset=where, path="recordsCount"
        )
    for index in range(header.record_count):
        path = f"{header.path}.records[{index}]"
        node = Node(path, "record", at, 0, 0)
        try:
            at = walk.inside(node, at, _record)
            if header.is_control:
                _control(node, message_set)
        except WireError as error:
            raise within(error, f"records[{index}]") from None
    _finish(walk, at)


def _finish(walk: Walk, at: int) -> None:
    if at < walk.end:
        detail = f"{walk.end - at} bytes follow the last record"
        raise TrailingBytesError(detail, offset=at, path="records")


def _record(walk: Walk, at: int, path: str) -> int:
    end = read_parts(walk, at, path, _RECORD)
    length, *_, headers = walk.nodes or []
    count = headers.value
    if count < 0:
        raise InvalidLengthError(f"{count} headers", offset=headers.offset, path="headers")
    for index in range(count):
        where = f"headers[{index}]"
        try:
            end = read_parts(walk, end, f"{path}.{where}", _HEADER)
        except WireError as error:
            raise within(error, where) from None
    taken = end - (length.offset + length.length)
    if taken != length.value:
        detail = f"a record of {length.value} bytes whose fields have {taken}"
        raise CorruptRecordError(detail, offset=at, path="length")
    return end


def _control(record: Node, message_set: MessageSet) -> None:
    """Split the key and the value of a control record into fields; others stay bytes."""
    key, value = record.children[4:6]
    if not isinstance(key.value, bytes) or len(key.value) < 4 or not isinstance(value.value, bytes):
        return
    version, number = (int.from_bytes(key.value[at : at + 2], signed=True) for at in (0, 2))
    label, name = _CONTROL_TYPES.get(number, ("unknown type", ""))
    key.note = f"version {version}, type {number}: {label}"
    if name not in message_set.entries or len(value.value) < 2:
        return
    version = int.from_bytes(value.value[:2], signed=True)
    skipped = 2 if name == "EndTxnMarker" else 0
    cls = message_set.message_class(name)
    start = value.offset + value.length - len(value.value)
    value.note = f"{name} {version}"
    if cls.VERSIONS[0] <= version <= cls.VERSIONS[1]:
        reading = read_tree(cls.schema(), value.value, version, start=skipped, path=value.path)
        value.children = reading.root.children
        for child in value.children:
            move(child, start)
        value.own_length = start - value.offset + skipped
        if reading.fault is not None:
            value.note += f": {reading.fault}"


def move(node: Node, by: int) -> None:
    """Shift a node that was read by itself to its place in other bytes."""
    node.offset += by
    if node.inner is None:
        for child in node.children:
            move(child, by)
