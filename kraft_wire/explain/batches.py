"""The bytes of record batches, explained: header, records, control records.

Read by hand rather than by `kraft_wire.records`: this is the second opinion on a batch that the
other has refused. Only batches of message format 2 are taken apart; of the older ones the header
is.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Final
from zlib import crc32

from kraft_wire.errors import (
    CorruptRecordError,
    InvalidLengthError,
    TruncatedError,
    WireError,
    within,
)
from kraft_wire.explain.records import CODECS, BatchHeader, move, read_parts, read_records
from kraft_wire.explain.text import Explanation
from kraft_wire.inspection.walk import Fixed, Node, Walk
from kraft_wire.records.checksum import crc32c

if TYPE_CHECKING:
    from kraft_wire.registry import MessageSet

__all__ = ["explain_batches", "explain_records"]

_INT8: Final = Fixed("int8")
_INT16: Final = Fixed("int16")
_INT32: Final = Fixed("int32")
_INT64: Final = Fixed("int64")
_UINT32: Final = Fixed("uint32")

_START: Final = (("baseOffset", _INT64), ("batchLength", _INT32))
_HEADERS: Final = {
    0: (("crc", _UINT32), ("magic", _INT8), ("attributes", _INT8)),
    1: (("crc", _UINT32), ("magic", _INT8), ("attributes", _INT8), ("timestamp", _INT64)),
    2: (
        ("partitionLeaderEpoch", _INT32),
        ("magic", _INT8),
        ("crc", _UINT32),
        ("attributes", _INT16),
        ("lastOffsetDelta", _INT32),
        ("baseTimestamp", _INT64),
        ("maxTimestamp", _INT64),
        ("producerId", _INT64),
        ("producerEpoch", _INT16),
        ("baseSequence", _INT32),
        ("recordsCount", _INT32),
    ),
}
_LENGTH_MIN: Final = 14
"""The length of the smallest message of format 0: Kafka's LegacyRecord.RECORD_OVERHEAD_V0."""
_START_BYTES: Final = 12
_MAGIC_OFFSET: Final = 16
_CRC_FROM: Final = 21
_FLAGS: Final = {
    0x08: "log append time",
    0x10: "transactional",
    0x20: "control",
    0x40: "delete horizon",
}


def explain_batches(data: bytes, message_set: MessageSet | None = None) -> Explanation:
    """Explain record batches that fill the bytes, as in a log segment.

    `message_set` has the messages in control records, Kafka's by default.
    """
    found = Explanation("record batches", data)
    walk = Walk(data, build=True)
    at = 0
    for index in count():
        if at >= len(data) or found.fault is not None:
            break
        at = _batch(walk, at, f"batch[{index}]", found, message_set)
    found.nodes = walk.nodes or []
    return found


def explain_records(node: Node, message_set: MessageSet | None) -> None:
    """Put the record batches under every `records` field of a message.

    A fault in there is not one of the message; its last batch can be cut by design.
    """
    for child in node.children:
        explain_records(child, message_set)
    if node.type.endswith("records") and node.value:
        inside = explain_batches(node.value, message_set)
        start = node.offset + node.length - len(node.value)
        for batch in inside.nodes:
            move(batch, start)
            _rename(batch, node.path)
        node.own_length = start - node.offset
        node.children = inside.nodes
        if inside.fault is not None:
            inside.fault.offset = start + (inside.fault.offset or 0)
            node.note = str(inside.fault)


def _rename(node: Node, path: str) -> None:
    node.path = f"{path}.{node.path}"
    for child in node.children:
        _rename(child, path)


def _batch(
    walk: Walk, at: int, path: str, found: Explanation, message_set: MessageSet | None
) -> int:
    """Explain one batch into the nodes of the walk; return where the next one begins."""
    node = Node(path, "record batch", at, 0, 0)
    try:
        return walk.inside(node, at, lambda *_: _content(walk, at, path, found, message_set))
    except WireError as error:
        found.blame(within(error, path))
        return walk.end
    finally:
        walk.end = len(walk.data)


def _content(
    walk: Walk, start: int, path: str, found: Explanation, message_set: MessageSet | None
) -> int:
    at = read_parts(walk, start, path, _START)
    length = _last(walk).value
    left = walk.end - at
    if length < _LENGTH_MIN:
        detail = f"batch length {length} is less than {_LENGTH_MIN}"
        raise InvalidLengthError(detail, offset=at - 4, path="batchLength")
    if length > left:
        detail = f"batch length {length}, but {left} bytes are left"
        found.blame(TruncatedError(detail, offset=at - 4, path=f"{path}.batchLength"))
    walk.end = min(at + length, walk.end)
    magic_at = walk.need(start + _MAGIC_OFFSET, 1, "the magic byte") - 1
    magic = walk.data[magic_at]
    if magic not in _HEADERS:
        raise CorruptRecordError(f"unknown message format {magic}", offset=magic_at, path="magic")
    at = read_parts(walk, at, path, _HEADERS[magic])
    try:
        read_records(walk, at, _annotate(walk, start, magic, path, found), message_set)
    except WireError as error:
        found.blame(within(error, path))
    return walk.end


def _last(walk: Walk) -> Node:
    return (walk.nodes or [])[-1]


def _annotate(walk: Walk, start: int, magic: int, path: str, found: Explanation) -> BatchHeader:
    """Describe the checksum and the attributes."""
    held = {node.path.rpartition(".")[2]: node for node in walk.nodes or []}
    crc, attributes = held["crc"], held["attributes"]
    attributes.note = _attributes_note(attributes.value)
    if walk.end < start + _START_BYTES + held["batchLength"].value:
        crc.note = "of bytes that are not all here"
        return BatchHeader(path, magic, attributes.value, _last(walk).value)
    actual = _checksum(walk.data, start, walk.end, magic)
    crc.note = "right" if actual == crc.value else f"wrong: the bytes have {actual}"
    if actual != crc.value:
        detail = f"checksum {crc.value}, but the bytes have {actual}"
        found.blame(CorruptRecordError(detail, offset=crc.offset, path=f"{path}.crc"))
    return BatchHeader(path, magic, attributes.value, _last(walk).value)


def _checksum(data: bytes, start: int, end: int, magic: int) -> int:
    if magic < 2:
        return crc32(data[start + _MAGIC_OFFSET : end])
    return crc32c(data[start + _CRC_FROM : end])


def _attributes_note(attributes: int) -> str:
    number = attributes & 0x07
    codec = CODECS.get(number) or f"unknown codec {number}"
    return ", ".join([codec, *(text for bit, text in _FLAGS.items() if attributes & bit)])
