# Generated from ReadShareGroupStateResponse.json by `python -m codegen generate`. Do not edit.
"""ReadShareGroupStateResponse, response of API key 84, version 0, flexible from 0. Answers ReadShareGroupStateRequest."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct
from kraft_wire.primitives import (
    BYTES,
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
    count_length_not_null,
    count_uvarint,
    new,
    read_unknown_tags,
    text_length,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_PACK_iq = Layout(">iq").pack
_PACK_iqB = Layout(">iqB").pack
_PACK_qqbh = Layout(">qqbh").pack
_PACK_qqbhx = Layout(">qqbhx").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_iqB = Layout(">iqB").unpack_from
_UNPACK_qqbhB = Layout(">qqbhB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class StateBatch(Struct):
    """States of ranges of offsets."""

    __slots__ = ("first_offset", "last_offset", "delivery_state", "delivery_count", "unknown_tagged_fields")
    __match_args__ = ("first_offset", "last_offset", "delivery_state", "delivery_count")
    __qualname__ = "ReadShareGroupStateResponse.StateBatch"
    first_offset: Final[int]
    """First offset. (int64)"""
    last_offset: Final[int]
    """Last offset. (int64)"""
    delivery_state: Final[int]
    """0 available, 2 acknowledged, 4 archived. (int8)"""
    delivery_count: Final[int]
    """How often the records were delivered. (int16)"""

    def __init__(
        self,
        *,
        first_offset: int = 0,
        last_offset: int = 0,
        delivery_state: int = 0,
        delivery_count: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.first_offset = first_offset
        self.last_offset = last_offset
        self.delivery_state = delivery_state
        self.delivery_count = delivery_count
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            first_offset: int = ...,
            last_offset: int = ...,
            delivery_state: int = ...,
            delivery_count: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_StateBatch = StateBatch
_new_StateBatch = new(StateBatch)


class PartitionResult(Struct):
    """One entry for each partition."""

    __slots__ = ("partition", "error_code", "error_message", "state_epoch", "start_offset", "state_batches", "unknown_tagged_fields")
    __match_args__ = ("partition", "error_code", "error_message", "state_epoch", "start_offset", "state_batches")
    __qualname__ = "ReadShareGroupStateResponse.PartitionResult"
    partition: Final[int]
    """Number of the partition. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""
    state_epoch: Final[int]
    """Epoch of the share partition's state. (int32)"""
    start_offset: Final[int]
    """First offset. (int64)"""
    state_batches: Final[tuple[StateBatch, ...]]
    """States of ranges of offsets. ([]StateBatch)"""

    def __init__(
        self,
        *,
        partition: int = 0,
        error_code: int = 0,
        error_message: str | None = None,
        state_epoch: int = 0,
        start_offset: int = 0,
        state_batches: Iterable[StateBatch] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition = partition
        self.error_code = error_code
        self.error_message = error_message
        self.state_epoch = state_epoch
        self.start_offset = start_offset
        self.state_batches = tuple(state_batches)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition: int = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            state_epoch: int = ...,
            start_offset: int = ...,
            state_batches: Iterable[StateBatch] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_PartitionResult = PartitionResult
_new_PartitionResult = new(PartitionResult)


class ReadStateResult(Struct):
    """One result for each thing that was asked for."""

    __slots__ = ("topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_id", "partitions")
    __qualname__ = "ReadShareGroupStateResponse.ReadStateResult"
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid)"""
    partitions: Final[tuple[PartitionResult, ...]]
    """One entry for each partition. ([]PartitionResult)"""

    def __init__(
        self,
        *,
        topic_id: Uuid = ZERO_UUID,
        partitions: Iterable[PartitionResult] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_id = topic_id
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_id: Uuid = ...,
            partitions: Iterable[PartitionResult] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ReadStateResult = ReadStateResult
_new_ReadStateResult = new(ReadStateResult)


class ReadShareGroupStateResponse(Message):
    """Answers ReadShareGroupStateRequest."""

    __slots__ = ("results", "unknown_tagged_fields")
    __match_args__ = ("results",)
    KIND = "response"
    API_KEY = 84
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        StateBatch: TypeAlias = _StateBatch
        PartitionResult: TypeAlias = _PartitionResult
        ReadStateResult: TypeAlias = _ReadStateResult
    else:  # no annotation of a field
        StateBatch = _StateBatch
        PartitionResult = _PartitionResult
        ReadStateResult = _ReadStateResult
    results: Final[tuple[ReadStateResult, ...]]
    """One result for each thing that was asked for. ([]ReadStateResult)"""

    def __init__(
        self,
        *,
        results: Iterable[ReadStateResult] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.results = tuple(results)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            results: Iterable[ReadStateResult] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ReadShareGroupStateResponse = new(ReadShareGroupStateResponse)


def _read_StateBatch_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_StateBatch()
        o.first_offset, o.last_offset, o.delivery_state, o.delivery_count, n = _UNPACK_qqbhB(buf, pos)
        pos += 20
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_StateBatch_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_qqbh(o.first_offset, o.last_offset, o.delivery_state, o.delivery_count))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_qqbhx(o.first_offset, o.last_offset, o.delivery_state, o.delivery_count))


def _read_PartitionResult_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionResult()
        o.partition, o.error_code, n = _UNPACK_ihB(buf, pos)
        pos += 6
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.error_message = None
            pos += 1
        o.state_epoch, o.start_offset, n = _UNPACK_iqB(buf, pos)
        pos += 12
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.state_batches, pos = _read_StateBatch_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_PartitionResult_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.error_message
        if items is None:
            put(_PACK_ihB(o.partition, o.error_code, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_ihB(o.partition, o.error_code, n))
            else:
                put(_PACK_ih(o.partition, o.error_code))
                put(text_uvarint(n))
            put(items)
        items = o.state_batches
        n = len(items) + 1
        if n < 128:
            put(_PACK_iqB(o.state_epoch, o.start_offset, n))
        else:
            put(_PACK_iq(o.state_epoch, o.start_offset))
            put(count_uvarint(n))
        if items:
            _write_StateBatch_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ReadStateResult_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ReadStateResult()
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_PartitionResult_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ReadStateResult_many_0(put: Append, many: Any) -> None:
    for o in many:
        if len(o.topic_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        items = o.partitions
        n = len(items) + 1
        if n < 128:
            put(_PACK_uB(o.topic_id, n))
        else:
            put(_PACK_u(o.topic_id))
            put(count_uvarint(n))
        if items:
            _write_PartitionResult_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ReadShareGroupStateResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ReadShareGroupStateResponse()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.results, pos = _read_ReadStateResult_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ReadShareGroupStateResponse_0(put: Append, o: Any) -> None:
    items = o.results
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_ReadStateResult_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ReadShareGroupStateResponse._READERS = {
    0: _read_ReadShareGroupStateResponse_0,
}
ReadShareGroupStateResponse._WRITERS = {
    0: _write_ReadShareGroupStateResponse_0,
}
