# Generated from DescribeShareGroupOffsetsResponse.json by `python -m codegen generate`. Do not edit.
"""DescribeShareGroupOffsetsResponse, response of API key 90, versions 0-1, flexible from 0. Answers DescribeShareGroupOffsetsRequest."""

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
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_PACK_hB = Layout(">hB").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_iqih = Layout(">iqih").pack
_PACK_iqihB = Layout(">iqihB").pack
_PACK_iqiqh = Layout(">iqiqh").pack
_PACK_iqiqhB = Layout(">iqiqhB").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_iqihB = Layout(">iqihB").unpack_from
_UNPACK_iqiqhB = Layout(">iqiqhB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class DescribeShareGroupOffsetsResponsePartition(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "start_offset", "leader_epoch", "lag", "error_code", "error_message", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "start_offset", "leader_epoch", "lag", "error_code", "error_message")
    __qualname__ = "DescribeShareGroupOffsetsResponse.DescribeShareGroupOffsetsResponsePartition"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    start_offset: Final[int]
    """First offset. (int64)"""
    leader_epoch: Final[int]
    """Epoch of the leader; -1 if unknown. (int32)"""
    lag: Final[int]
    """Number of records behind the end of the partition; -1 if unknown. (int64, version 1, ignorable)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        start_offset: int = 0,
        leader_epoch: int = 0,
        lag: int = -1,
        error_code: int = 0,
        error_message: str | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.start_offset = start_offset
        self.leader_epoch = leader_epoch
        self.lag = lag
        self.error_code = error_code
        self.error_message = error_message
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            start_offset: int = ...,
            leader_epoch: int = ...,
            lag: int = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DescribeShareGroupOffsetsResponsePartition = DescribeShareGroupOffsetsResponsePartition
_new_DescribeShareGroupOffsetsResponsePartition = new(DescribeShareGroupOffsetsResponsePartition)


class DescribeShareGroupOffsetsResponseTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("topic_name", "topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_name", "topic_id", "partitions")
    __qualname__ = "DescribeShareGroupOffsetsResponse.DescribeShareGroupOffsetsResponseTopic"
    topic_name: Final[str]
    """Name of the topic. (string)"""
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid)"""
    partitions: Final[tuple[DescribeShareGroupOffsetsResponsePartition, ...]]
    """One entry for each partition. ([]DescribeShareGroupOffsetsResponsePartition)"""

    def __init__(
        self,
        *,
        topic_name: str = "",
        topic_id: Uuid = ZERO_UUID,
        partitions: Iterable[DescribeShareGroupOffsetsResponsePartition] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_name = topic_name
        self.topic_id = topic_id
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_name: str = ...,
            topic_id: Uuid = ...,
            partitions: Iterable[DescribeShareGroupOffsetsResponsePartition] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DescribeShareGroupOffsetsResponseTopic = DescribeShareGroupOffsetsResponseTopic
_new_DescribeShareGroupOffsetsResponseTopic = new(DescribeShareGroupOffsetsResponseTopic)


class DescribeShareGroupOffsetsResponseGroup(Struct):
    """One entry for each group."""

    __slots__ = ("group_id", "topics", "error_code", "error_message", "unknown_tagged_fields")
    __match_args__ = ("group_id", "topics", "error_code", "error_message")
    __qualname__ = "DescribeShareGroupOffsetsResponse.DescribeShareGroupOffsetsResponseGroup"
    group_id: Final[str]
    """Id of the group. (string)"""
    topics: Final[tuple[DescribeShareGroupOffsetsResponseTopic, ...]]
    """One entry for each topic. ([]DescribeShareGroupOffsetsResponseTopic)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        topics: Iterable[DescribeShareGroupOffsetsResponseTopic] = (),
        error_code: int = 0,
        error_message: str | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_id = group_id
        self.topics = tuple(topics)
        self.error_code = error_code
        self.error_message = error_message
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_id: str = ...,
            topics: Iterable[DescribeShareGroupOffsetsResponseTopic] = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DescribeShareGroupOffsetsResponseGroup = DescribeShareGroupOffsetsResponseGroup
_new_DescribeShareGroupOffsetsResponseGroup = new(DescribeShareGroupOffsetsResponseGroup)


class DescribeShareGroupOffsetsResponse(Message):
    """Answers DescribeShareGroupOffsetsRequest."""

    __slots__ = ("throttle_time_ms", "groups", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "groups")
    KIND = "response"
    API_KEY = 90
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (0, 1)
    if TYPE_CHECKING:
        DescribeShareGroupOffsetsResponsePartition: TypeAlias = _DescribeShareGroupOffsetsResponsePartition
        DescribeShareGroupOffsetsResponseTopic: TypeAlias = _DescribeShareGroupOffsetsResponseTopic
        DescribeShareGroupOffsetsResponseGroup: TypeAlias = _DescribeShareGroupOffsetsResponseGroup
    else:  # no annotation of a field
        DescribeShareGroupOffsetsResponsePartition = _DescribeShareGroupOffsetsResponsePartition
        DescribeShareGroupOffsetsResponseTopic = _DescribeShareGroupOffsetsResponseTopic
        DescribeShareGroupOffsetsResponseGroup = _DescribeShareGroupOffsetsResponseGroup
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    groups: Final[tuple[DescribeShareGroupOffsetsResponseGroup, ...]]
    """One entry for each group. ([]DescribeShareGroupOffsetsResponseGroup)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        groups: Iterable[DescribeShareGroupOffsetsResponseGroup] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.groups = tuple(groups)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            groups: Iterable[DescribeShareGroupOffsetsResponseGroup] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DescribeShareGroupOffsetsResponse = new(DescribeShareGroupOffsetsResponse)


def _read_DescribeShareGroupOffsetsResponsePartition_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeShareGroupOffsetsResponsePartition()
        o.lag = -1
        o.partition_index, o.start_offset, o.leader_epoch, o.error_code, n = _UNPACK_iqihB(buf, pos)
        pos += 18
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.error_message = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribeShareGroupOffsetsResponsePartition_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.error_message
        if items is None:
            put(_PACK_iqihB(o.partition_index, o.start_offset, o.leader_epoch, o.error_code, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_iqihB(o.partition_index, o.start_offset, o.leader_epoch, o.error_code, n))
            else:
                put(_PACK_iqih(o.partition_index, o.start_offset, o.leader_epoch, o.error_code))
                put(text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribeShareGroupOffsetsResponsePartition_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeShareGroupOffsetsResponsePartition()
        o.partition_index, o.start_offset, o.leader_epoch, o.lag, o.error_code, n = _UNPACK_iqiqhB(buf, pos)
        pos += 26
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.error_message = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribeShareGroupOffsetsResponsePartition_many_1(put: Append, many: Any) -> None:
    for o in many:
        items = o.error_message
        if items is None:
            put(_PACK_iqiqhB(o.partition_index, o.start_offset, o.leader_epoch, o.lag, o.error_code, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_iqiqhB(o.partition_index, o.start_offset, o.leader_epoch, o.lag, o.error_code, n))
            else:
                put(_PACK_iqiqh(o.partition_index, o.start_offset, o.leader_epoch, o.lag, o.error_code))
                put(text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribeShareGroupOffsetsResponseTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeShareGroupOffsetsResponseTopic()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_DescribeShareGroupOffsetsResponsePartition_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribeShareGroupOffsetsResponseTopic_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic_name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
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
            _write_DescribeShareGroupOffsetsResponsePartition_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribeShareGroupOffsetsResponseTopic_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeShareGroupOffsetsResponseTopic()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_DescribeShareGroupOffsetsResponsePartition_many_1(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribeShareGroupOffsetsResponseTopic_many_1(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic_name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
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
            _write_DescribeShareGroupOffsetsResponsePartition_many_1(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribeShareGroupOffsetsResponseGroup_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeShareGroupOffsetsResponseGroup()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.topics, pos = _read_DescribeShareGroupOffsetsResponseTopic_many_0(buf, pos + 1, n - 1)
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 2
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.error_message = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribeShareGroupOffsetsResponseGroup_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.group_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.topics
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_DescribeShareGroupOffsetsResponseTopic_many_0(put, items)
        items = o.error_message
        if items is None:
            put(_PACK_hB(o.error_code, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_hB(o.error_code, n))
            else:
                put(_PACK_h(o.error_code))
                put(text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribeShareGroupOffsetsResponseGroup_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeShareGroupOffsetsResponseGroup()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.topics, pos = _read_DescribeShareGroupOffsetsResponseTopic_many_1(buf, pos + 1, n - 1)
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 2
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.error_message = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribeShareGroupOffsetsResponseGroup_many_1(put: Append, many: Any) -> None:
    for o in many:
        items = o.group_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.topics
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_DescribeShareGroupOffsetsResponseTopic_many_1(put, items)
        items = o.error_message
        if items is None:
            put(_PACK_hB(o.error_code, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_hB(o.error_code, n))
            else:
                put(_PACK_h(o.error_code))
                put(text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribeShareGroupOffsetsResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeShareGroupOffsetsResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.groups, pos = _read_DescribeShareGroupOffsetsResponseGroup_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeShareGroupOffsetsResponse_0(put: Append, o: Any) -> None:
    items = o.groups
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_DescribeShareGroupOffsetsResponseGroup_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_DescribeShareGroupOffsetsResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeShareGroupOffsetsResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.groups, pos = _read_DescribeShareGroupOffsetsResponseGroup_many_1(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeShareGroupOffsetsResponse_1(put: Append, o: Any) -> None:
    items = o.groups
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_DescribeShareGroupOffsetsResponseGroup_many_1(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DescribeShareGroupOffsetsResponse._READERS = {
    0: _read_DescribeShareGroupOffsetsResponse_0,
    1: _read_DescribeShareGroupOffsetsResponse_1,
}
DescribeShareGroupOffsetsResponse._WRITERS = {
    0: _write_DescribeShareGroupOffsetsResponse_0,
    1: _write_DescribeShareGroupOffsetsResponse_1,
}
