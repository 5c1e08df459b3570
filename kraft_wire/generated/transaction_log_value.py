# Generated from TransactionLogValue.json by `python -m codegen generate`. Do not edit.
"""TransactionLogValue, coordinator value of type 0, versions 0-1, flexible from 1. What a transaction coordinator knows of a transactional id."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT32S,
    READ_INT32S,
    UNPACK_INT32S,
    pack_many,
    read_numbers,
    unpack_many,
)
from kraft_wire.message import Message, Struct
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length,
    count_uvarint,
    keep_unknown_tag,
    new,
    read_tag,
    read_tag_count,
    read_unknown_tags,
    sorted_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_q = Layout(">q").pack
_PACK_qhib = Layout(">qhib").pack
_PACK_qhibB = Layout(">qhibB").pack
_PACK_qhibi = Layout(">qhibi").pack
_PACK_qq = Layout(">qq").pack
_PACK_qqx = Layout(">qqx").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_q = Layout(">q").unpack_from
_UNPACK_qhibB = Layout(">qhibB").unpack_from
_UNPACK_qhibi = Layout(">qhibi").unpack_from
_UNPACK_qq = Layout(">qq").unpack_from
_UNPACK_qqB = Layout(">qqB").unpack_from


class PartitionsSchema(Struct):
    """Partitions of the transaction; null for none."""

    __slots__ = ("topic", "partition_ids", "unknown_tagged_fields")
    __match_args__ = ("topic", "partition_ids")
    __qualname__ = "TransactionLogValue.PartitionsSchema"
    topic: Final[str]
    """Name of the topic. (string)"""
    partition_ids: Final[tuple[int, ...]]
    """Numbers of partitions. ([]int32)"""

    def __init__(
        self,
        *,
        topic: str = "",
        partition_ids: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic = topic
        self.partition_ids = tuple(partition_ids)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic: str = ...,
            partition_ids: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_PartitionsSchema = PartitionsSchema
_new_PartitionsSchema = new(PartitionsSchema)


class TransactionLogValue(Message):
    """What a transaction coordinator knows of a transactional id."""

    __slots__ = ("producer_id", "previous_producer_id", "next_producer_id", "producer_epoch", "next_producer_epoch", "transaction_timeout_ms", "transaction_status", "transaction_partitions", "transaction_last_update_timestamp_ms", "transaction_start_timestamp_ms", "client_transaction_version", "unknown_tagged_fields")
    __match_args__ = ("producer_id", "previous_producer_id", "next_producer_id", "producer_epoch", "next_producer_epoch", "transaction_timeout_ms", "transaction_status", "transaction_partitions", "transaction_last_update_timestamp_ms", "transaction_start_timestamp_ms", "client_transaction_version")
    KIND = "coordinator-value"
    API_KEY = 0
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (1, 1)
    if TYPE_CHECKING:
        PartitionsSchema: TypeAlias = _PartitionsSchema
    else:  # no annotation of a field
        PartitionsSchema = _PartitionsSchema
    producer_id: Final[int]
    """Id of the producer; -1 for none. (int64)"""
    previous_producer_id: Final[int]
    """Producer id of the transaction before; -1 for none. (int64, version 1, tag 0)"""
    next_producer_id: Final[int]
    """First producer id that is still free. (int64, version 1, tag 1)"""
    producer_epoch: Final[int]
    """Epoch of the producer; -1 for none. (int16)"""
    next_producer_epoch: Final[int]
    """Producer epoch after the transaction; -1 for none. (int16, version 1, tag 3)"""
    transaction_timeout_ms: Final[int]
    """Milliseconds after which the coordinator aborts the transaction. (int32)"""
    transaction_status: Final[int]
    """State of the transaction, as a number. (int8)"""
    transaction_partitions: Final[tuple[PartitionsSchema, ...] | None]
    """Partitions of the transaction; null for none. ([]PartitionsSchema)"""
    transaction_last_update_timestamp_ms: Final[int]
    """When the state last changed, in milliseconds since 1970. (int64)"""
    transaction_start_timestamp_ms: Final[int]
    """When the transaction began, in milliseconds since 1970. (int64)"""
    client_transaction_version: Final[int]
    """transaction.version that the client spoke. (int16, version 1, tag 2)"""

    def __init__(
        self,
        *,
        producer_id: int = 0,
        previous_producer_id: int = -1,
        next_producer_id: int = -1,
        producer_epoch: int = 0,
        next_producer_epoch: int = -1,
        transaction_timeout_ms: int = 0,
        transaction_status: int = 0,
        transaction_partitions: Iterable[PartitionsSchema] | None = (),
        transaction_last_update_timestamp_ms: int = 0,
        transaction_start_timestamp_ms: int = 0,
        client_transaction_version: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.producer_id = producer_id
        self.previous_producer_id = previous_producer_id
        self.next_producer_id = next_producer_id
        self.producer_epoch = producer_epoch
        self.next_producer_epoch = next_producer_epoch
        self.transaction_timeout_ms = transaction_timeout_ms
        self.transaction_status = transaction_status
        self.transaction_partitions = None if transaction_partitions is None else tuple(transaction_partitions)
        self.transaction_last_update_timestamp_ms = transaction_last_update_timestamp_ms
        self.transaction_start_timestamp_ms = transaction_start_timestamp_ms
        self.client_transaction_version = client_transaction_version
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            producer_id: int = ...,
            previous_producer_id: int = ...,
            next_producer_id: int = ...,
            producer_epoch: int = ...,
            next_producer_epoch: int = ...,
            transaction_timeout_ms: int = ...,
            transaction_status: int = ...,
            transaction_partitions: Iterable[PartitionsSchema] | None = ...,
            transaction_last_update_timestamp_ms: int = ...,
            transaction_start_timestamp_ms: int = ...,
            client_transaction_version: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_TransactionLogValue = new(TransactionLogValue)


def _read_PartitionsSchema_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionsSchema()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.topic = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.partition_ids = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_PartitionsSchema_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.topic.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partition_ids
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))


def _read_PartitionsSchema_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionsSchema()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.partition_ids = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_PartitionsSchema_many_1(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partition_ids
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_TransactionLogValue_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_TransactionLogValue()
    o.previous_producer_id = -1
    o.next_producer_id = -1
    o.next_producer_epoch = -1
    o.client_transaction_version = 0
    o.producer_id, o.producer_epoch, o.transaction_timeout_ms, o.transaction_status, n = _UNPACK_qhibi(buf, pos)
    pos += 19
    if n >= 0:
        if n > 1000000:
            raise ValueError("array is too long")
        o.transaction_partitions, pos = _read_PartitionsSchema_many_0(buf, pos, n)
    elif n == -1:
        o.transaction_partitions = None
    else:
        raise ValueError("length is below -1")
    o.transaction_last_update_timestamp_ms, o.transaction_start_timestamp_ms = _UNPACK_qq(buf, pos)
    pos += 16
    o.unknown_tagged_fields = ()
    return o, pos


def _write_TransactionLogValue_0(put: Append, o: Any) -> None:
    if o.previous_producer_id != -1 or o.next_producer_id != -1 or o.next_producer_epoch != -1 or o.client_transaction_version != 0:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.transaction_partitions
    if items is None:
        put(_PACK_qhibi(o.producer_id, o.producer_epoch, o.transaction_timeout_ms, o.transaction_status, -1))
    else:
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_qhibi(o.producer_id, o.producer_epoch, o.transaction_timeout_ms, o.transaction_status, n))
        if items:
            _write_PartitionsSchema_many_0(put, items)
    put(_PACK_qq(o.transaction_last_update_timestamp_ms, o.transaction_start_timestamp_ms))


def _read_TransactionLogValue_tags_1(o: Any, buf: bytes, pos: int, n: int) -> int:
    if n > 127:
        n, pos = read_tag_count(buf, pos - 1)
    unknown: dict[int, bytes] = {}
    seen = 0
    for _ in range(n):
        tag, size = buf[pos], buf[pos + 1]
        pos += 2
        if tag > 127 or size > 127:
            tag, size, pos = read_tag(buf, pos - 2)
        last = pos + size
        if tag == 0:
            (o.previous_producer_id,) = _UNPACK_q(buf, pos)
            pos += 8
        elif tag == 1:
            (o.next_producer_id,) = _UNPACK_q(buf, pos)
            pos += 8
        elif tag == 2:
            (o.client_transaction_version,) = _UNPACK_h(buf, pos)
            pos += 2
        elif tag == 3:
            (o.next_producer_epoch,) = _UNPACK_h(buf, pos)
            pos += 2
        else:
            keep_unknown_tag(unknown, tag, buf, pos, last)
            pos = last
            continue
        if pos != last or seen >> tag & 1:
            raise ValueError("tagged field is there twice, or has another size than it says")
        seen |= 1 << tag
    if unknown:
        o.unknown_tagged_fields = sorted_tags(unknown)
    return pos


def _read_TransactionLogValue_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_TransactionLogValue()
    o.producer_id, o.producer_epoch, o.transaction_timeout_ms, o.transaction_status, n = _UNPACK_qhibB(buf, pos)
    pos += 15
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.transaction_partitions, pos = _read_PartitionsSchema_many_1(buf, pos + 1, n - 1)
    else:
        o.transaction_partitions = None
        pos += 1
    o.transaction_last_update_timestamp_ms, o.transaction_start_timestamp_ms, n = _UNPACK_qqB(buf, pos)
    pos += 17
    o.previous_producer_id = -1
    o.next_producer_id = -1
    o.client_transaction_version = 0
    o.next_producer_epoch = -1
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_TransactionLogValue_tags_1(o, buf, pos, n)
    return o, pos


def _write_TransactionLogValue_tags_1(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.previous_producer_id != -1:
        tags.append((0, _PACK_q(o.previous_producer_id)))
    if o.next_producer_id != -1:
        tags.append((1, _PACK_q(o.next_producer_id)))
    if o.client_transaction_version != 0:
        tags.append((2, _PACK_h(o.client_transaction_version)))
    if o.next_producer_epoch != -1:
        tags.append((3, _PACK_h(o.next_producer_epoch)))
    write_tags(to, tags, o.unknown_tagged_fields, 4)


def _write_TransactionLogValue_1(put: Append, o: Any) -> None:
    items = o.transaction_partitions
    if items is None:
        put(_PACK_qhibB(o.producer_id, o.producer_epoch, o.transaction_timeout_ms, o.transaction_status, 0))
    else:
        n = len(items) + 1
        if n < 128:
            put(_PACK_qhibB(o.producer_id, o.producer_epoch, o.transaction_timeout_ms, o.transaction_status, n))
        else:
            put(_PACK_qhib(o.producer_id, o.producer_epoch, o.transaction_timeout_ms, o.transaction_status))
            put(count_uvarint(n))
        if items:
            _write_PartitionsSchema_many_1(put, items)
    if o.unknown_tagged_fields or o.previous_producer_id != -1 or o.next_producer_id != -1 or o.client_transaction_version != 0 or o.next_producer_epoch != -1:
        put(_PACK_qq(o.transaction_last_update_timestamp_ms, o.transaction_start_timestamp_ms))
        _write_TransactionLogValue_tags_1(put, o)
    else:
        put(_PACK_qqx(o.transaction_last_update_timestamp_ms, o.transaction_start_timestamp_ms))


TransactionLogValue._READERS = {
    0: _read_TransactionLogValue_0,
    1: _read_TransactionLogValue_1,
}
TransactionLogValue._WRITERS = {
    0: _write_TransactionLogValue_0,
    1: _write_TransactionLogValue_1,
}
