# Generated from WriteShareGroupStateRequest.json by `python -m codegen generate`. Do not edit.
"""WriteShareGroupStateRequest, request of API key 85, versions 0-1, flexible from 0. A share partition leader stores its state with the share coordinator."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request, Struct
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
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .write_share_group_state_response import WriteShareGroupStateResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_iiiq = Layout(">iiiq").pack
_PACK_iiiqB = Layout(">iiiqB").pack
_PACK_iiiqi = Layout(">iiiqi").pack
_PACK_iiiqiB = Layout(">iiiqiB").pack
_PACK_qqbh = Layout(">qqbh").pack
_PACK_qqbhx = Layout(">qqbhx").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_iiiqB = Layout(">iiiqB").unpack_from
_UNPACK_iiiqiB = Layout(">iiiqiB").unpack_from
_UNPACK_qqbhB = Layout(">qqbhB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class StateBatch(Struct):
    """States of ranges of offsets."""

    __slots__ = ("first_offset", "last_offset", "delivery_state", "delivery_count", "unknown_tagged_fields")
    __match_args__ = ("first_offset", "last_offset", "delivery_state", "delivery_count")
    __qualname__ = "WriteShareGroupStateRequest.StateBatch"
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


class PartitionData(Struct):
    """One entry for each partition."""

    __slots__ = ("partition", "state_epoch", "leader_epoch", "start_offset", "delivery_complete_count", "state_batches", "unknown_tagged_fields")
    __match_args__ = ("partition", "state_epoch", "leader_epoch", "start_offset", "delivery_complete_count", "state_batches")
    __qualname__ = "WriteShareGroupStateRequest.PartitionData"
    partition: Final[int]
    """Number of the partition. (int32)"""
    state_epoch: Final[int]
    """Epoch of the share partition's state. (int32)"""
    leader_epoch: Final[int]
    """Epoch of the leader; -1 if unknown. (int32)"""
    start_offset: Final[int]
    """First offset. (int64)"""
    delivery_complete_count: Final[int]
    """Number of records at or above the start offset whose delivery is complete; -1 if unknown. (int32, version 1, ignorable)"""
    state_batches: Final[tuple[StateBatch, ...]]
    """States of ranges of offsets. ([]StateBatch)"""

    def __init__(
        self,
        *,
        partition: int = 0,
        state_epoch: int = 0,
        leader_epoch: int = 0,
        start_offset: int = 0,
        delivery_complete_count: int = -1,
        state_batches: Iterable[StateBatch] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition = partition
        self.state_epoch = state_epoch
        self.leader_epoch = leader_epoch
        self.start_offset = start_offset
        self.delivery_complete_count = delivery_complete_count
        self.state_batches = tuple(state_batches)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition: int = ...,
            state_epoch: int = ...,
            leader_epoch: int = ...,
            start_offset: int = ...,
            delivery_complete_count: int = ...,
            state_batches: Iterable[StateBatch] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_PartitionData = PartitionData
_new_PartitionData = new(PartitionData)


class WriteStateData(Struct):
    """One entry for each topic."""

    __slots__ = ("topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_id", "partitions")
    __qualname__ = "WriteShareGroupStateRequest.WriteStateData"
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid)"""
    partitions: Final[tuple[PartitionData, ...]]
    """One entry for each partition. ([]PartitionData)"""

    def __init__(
        self,
        *,
        topic_id: Uuid = ZERO_UUID,
        partitions: Iterable[PartitionData] = (),
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
            partitions: Iterable[PartitionData] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_WriteStateData = WriteStateData
_new_WriteStateData = new(WriteStateData)


class WriteShareGroupStateRequest(Request["WriteShareGroupStateResponse"]):
    """A share partition leader stores its state with the share coordinator."""

    __slots__ = ("group_id", "topics", "unknown_tagged_fields")
    __match_args__ = ("group_id", "topics")
    KIND = "request"
    API_KEY = 85
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (0, 1)
    _RESPONSE_NAME = "WriteShareGroupStateResponse"
    if TYPE_CHECKING:
        StateBatch: TypeAlias = _StateBatch
        PartitionData: TypeAlias = _PartitionData
        WriteStateData: TypeAlias = _WriteStateData
    else:  # no annotation of a field
        StateBatch = _StateBatch
        PartitionData = _PartitionData
        WriteStateData = _WriteStateData
    group_id: Final[str]
    """Id of the group. (string)"""
    topics: Final[tuple[WriteStateData, ...]]
    """One entry for each topic. ([]WriteStateData)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        topics: Iterable[WriteStateData] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_id = group_id
        self.topics = tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_id: str = ...,
            topics: Iterable[WriteStateData] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_WriteShareGroupStateRequest = new(WriteShareGroupStateRequest)


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


def _read_PartitionData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.delivery_complete_count = -1
        o.partition, o.state_epoch, o.leader_epoch, o.start_offset, n = _UNPACK_iiiqB(buf, pos)
        pos += 20
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


def _write_PartitionData_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.state_batches
        n = len(items) + 1
        if n < 128:
            put(_PACK_iiiqB(o.partition, o.state_epoch, o.leader_epoch, o.start_offset, n))
        else:
            put(_PACK_iiiq(o.partition, o.state_epoch, o.leader_epoch, o.start_offset))
            put(count_uvarint(n))
        if items:
            _write_StateBatch_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_PartitionData_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.partition, o.state_epoch, o.leader_epoch, o.start_offset, o.delivery_complete_count, n = _UNPACK_iiiqiB(buf, pos)
        pos += 24
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


def _write_PartitionData_many_1(put: Append, many: Any) -> None:
    for o in many:
        items = o.state_batches
        n = len(items) + 1
        if n < 128:
            put(_PACK_iiiqiB(o.partition, o.state_epoch, o.leader_epoch, o.start_offset, o.delivery_complete_count, n))
        else:
            put(_PACK_iiiqi(o.partition, o.state_epoch, o.leader_epoch, o.start_offset, o.delivery_complete_count))
            put(count_uvarint(n))
        if items:
            _write_StateBatch_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_WriteStateData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_WriteStateData()
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_PartitionData_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_WriteStateData_many_0(put: Append, many: Any) -> None:
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
            _write_PartitionData_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_WriteStateData_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_WriteStateData()
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_PartitionData_many_1(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_WriteStateData_many_1(put: Append, many: Any) -> None:
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
            _write_PartitionData_many_1(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_WriteShareGroupStateRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_WriteShareGroupStateRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_WriteStateData_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_WriteShareGroupStateRequest_0(put: Append, o: Any) -> None:
    items = o.group_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.topics
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_WriteStateData_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_WriteShareGroupStateRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_WriteShareGroupStateRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_WriteStateData_many_1(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_WriteShareGroupStateRequest_1(put: Append, o: Any) -> None:
    items = o.group_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.topics
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_WriteStateData_many_1(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


WriteShareGroupStateRequest._READERS = {
    0: _read_WriteShareGroupStateRequest_0,
    1: _read_WriteShareGroupStateRequest_1,
}
WriteShareGroupStateRequest._WRITERS = {
    0: _write_WriteShareGroupStateRequest_0,
    1: _write_WriteShareGroupStateRequest_1,
}
