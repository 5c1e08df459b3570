# Generated from DescribeProducersResponse.json by `python -m codegen generate`. Do not edit.
"""DescribeProducersResponse, response of API key 61, version 0, flexible from 0. Answers DescribeProducersRequest."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length_not_null,
    count_uvarint,
    new,
    read_unknown_tags,
    text_length,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_PACK_qiiqiq = Layout(">qiiqiq").pack
_PACK_qiiqiqx = Layout(">qiiqiqx").pack
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_qiiqiqB = Layout(">qiiqiqB").unpack_from


class ProducerState(Struct):
    """Producers that the partition knows."""

    __slots__ = ("producer_id", "producer_epoch", "last_sequence", "last_timestamp", "coordinator_epoch", "current_txn_start_offset", "unknown_tagged_fields")
    __match_args__ = ("producer_id", "producer_epoch", "last_sequence", "last_timestamp", "coordinator_epoch", "current_txn_start_offset")
    __qualname__ = "DescribeProducersResponse.ProducerState"
    producer_id: Final[int]
    """Id of the producer; -1 for none. (int64)"""
    producer_epoch: Final[int]
    """Epoch of the producer; -1 for none. (int32)"""
    last_sequence: Final[int]
    """Sequence number of the producer's last record; -1 for none. (int32)"""
    last_timestamp: Final[int]
    """Timestamp of the producer's last record. (int64)"""
    coordinator_epoch: Final[int]
    """Epoch of the transaction coordinator. (int32)"""
    current_txn_start_offset: Final[int]
    """First offset of the open transaction; -1 without one. (int64)"""

    def __init__(
        self,
        *,
        producer_id: int = 0,
        producer_epoch: int = 0,
        last_sequence: int = -1,
        last_timestamp: int = -1,
        coordinator_epoch: int = 0,
        current_txn_start_offset: int = -1,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.producer_id = producer_id
        self.producer_epoch = producer_epoch
        self.last_sequence = last_sequence
        self.last_timestamp = last_timestamp
        self.coordinator_epoch = coordinator_epoch
        self.current_txn_start_offset = current_txn_start_offset
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            producer_id: int = ...,
            producer_epoch: int = ...,
            last_sequence: int = ...,
            last_timestamp: int = ...,
            coordinator_epoch: int = ...,
            current_txn_start_offset: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ProducerState = ProducerState
_new_ProducerState = new(ProducerState)


class PartitionResponse(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "error_code", "error_message", "active_producers", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "error_code", "error_message", "active_producers")
    __qualname__ = "DescribeProducersResponse.PartitionResponse"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""
    active_producers: Final[tuple[ProducerState, ...]]
    """Producers that the partition knows. ([]ProducerState)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        error_code: int = 0,
        error_message: str | None = None,
        active_producers: Iterable[ProducerState] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.error_code = error_code
        self.error_message = error_message
        self.active_producers = tuple(active_producers)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            active_producers: Iterable[ProducerState] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_PartitionResponse = PartitionResponse
_new_PartitionResponse = new(PartitionResponse)


class TopicResponse(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("name", "partitions")
    __qualname__ = "DescribeProducersResponse.TopicResponse"
    name: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[PartitionResponse, ...]]
    """One entry for each partition. ([]PartitionResponse)"""

    def __init__(
        self,
        *,
        name: str = "",
        partitions: Iterable[PartitionResponse] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            partitions: Iterable[PartitionResponse] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopicResponse = TopicResponse
_new_TopicResponse = new(TopicResponse)


class DescribeProducersResponse(Message):
    """Answers DescribeProducersRequest."""

    __slots__ = ("throttle_time_ms", "topics", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "topics")
    KIND = "response"
    API_KEY = 61
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        ProducerState: TypeAlias = _ProducerState
        PartitionResponse: TypeAlias = _PartitionResponse
        TopicResponse: TypeAlias = _TopicResponse
    else:  # no annotation of a field
        ProducerState = _ProducerState
        PartitionResponse = _PartitionResponse
        TopicResponse = _TopicResponse
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    topics: Final[tuple[TopicResponse, ...]]
    """One entry for each topic. ([]TopicResponse)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        topics: Iterable[TopicResponse] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.topics = tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            topics: Iterable[TopicResponse] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DescribeProducersResponse = new(DescribeProducersResponse)


def _read_ProducerState_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ProducerState()
        o.producer_id, o.producer_epoch, o.last_sequence, o.last_timestamp, o.coordinator_epoch, o.current_txn_start_offset, n = _UNPACK_qiiqiqB(buf, pos)
        pos += 37
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ProducerState_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_qiiqiq(o.producer_id, o.producer_epoch, o.last_sequence, o.last_timestamp, o.coordinator_epoch, o.current_txn_start_offset))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_qiiqiqx(o.producer_id, o.producer_epoch, o.last_sequence, o.last_timestamp, o.coordinator_epoch, o.current_txn_start_offset))


def _read_PartitionResponse_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionResponse()
        o.partition_index, o.error_code, n = _UNPACK_ihB(buf, pos)
        pos += 6
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.error_message = None
            pos += 1
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.active_producers, pos = _read_ProducerState_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_PartitionResponse_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.error_message
        if items is None:
            put(_PACK_ihB(o.partition_index, o.error_code, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_ihB(o.partition_index, o.error_code, n))
            else:
                put(_PACK_ih(o.partition_index, o.error_code))
                put(text_uvarint(n))
            put(items)
        items = o.active_producers
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_ProducerState_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_TopicResponse_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicResponse()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_PartitionResponse_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopicResponse_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_PartitionResponse_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribeProducersResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeProducersResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_TopicResponse_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeProducersResponse_0(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_TopicResponse_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DescribeProducersResponse._READERS = {
    0: _read_DescribeProducersResponse_0,
}
DescribeProducersResponse._WRITERS = {
    0: _write_DescribeProducersResponse_0,
}
