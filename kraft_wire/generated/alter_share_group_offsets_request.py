# Generated from AlterShareGroupOffsetsRequest.json by `python -m codegen generate`. Do not edit.
"""AlterShareGroupOffsetsRequest, request of API key 91, version 0, flexible from 0. Resets the start offsets of a share group."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request, Struct
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length_not_null,
    count_uvarint,
    new,
    read_unknown_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .alter_share_group_offsets_response import AlterShareGroupOffsetsResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_iq = Layout(">iq").pack
_PACK_iqx = Layout(">iqx").pack
_UNPACK_iqB = Layout(">iqB").unpack_from


class AlterShareGroupOffsetsRequestPartition(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "start_offset", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "start_offset")
    __qualname__ = "AlterShareGroupOffsetsRequest.AlterShareGroupOffsetsRequestPartition"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    start_offset: Final[int]
    """First offset. (int64)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        start_offset: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.start_offset = start_offset
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            start_offset: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_AlterShareGroupOffsetsRequestPartition = AlterShareGroupOffsetsRequestPartition
_new_AlterShareGroupOffsetsRequestPartition = new(AlterShareGroupOffsetsRequestPartition)


class AlterShareGroupOffsetsRequestTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("topic_name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_name", "partitions")
    __qualname__ = "AlterShareGroupOffsetsRequest.AlterShareGroupOffsetsRequestTopic"
    topic_name: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[AlterShareGroupOffsetsRequestPartition, ...]]
    """One entry for each partition. ([]AlterShareGroupOffsetsRequestPartition)"""

    def __init__(
        self,
        *,
        topic_name: str = "",
        partitions: Iterable[AlterShareGroupOffsetsRequestPartition] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_name = topic_name
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_name: str = ...,
            partitions: Iterable[AlterShareGroupOffsetsRequestPartition] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_AlterShareGroupOffsetsRequestTopic = AlterShareGroupOffsetsRequestTopic
_new_AlterShareGroupOffsetsRequestTopic = new(AlterShareGroupOffsetsRequestTopic)


class AlterShareGroupOffsetsRequest(Request["AlterShareGroupOffsetsResponse"]):
    """Resets the start offsets of a share group."""

    __slots__ = ("group_id", "topics", "unknown_tagged_fields")
    __match_args__ = ("group_id", "topics")
    KIND = "request"
    API_KEY = 91
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    _RESPONSE_NAME = "AlterShareGroupOffsetsResponse"
    if TYPE_CHECKING:
        AlterShareGroupOffsetsRequestPartition: TypeAlias = _AlterShareGroupOffsetsRequestPartition
        AlterShareGroupOffsetsRequestTopic: TypeAlias = _AlterShareGroupOffsetsRequestTopic
    else:  # no annotation of a field
        AlterShareGroupOffsetsRequestPartition = _AlterShareGroupOffsetsRequestPartition
        AlterShareGroupOffsetsRequestTopic = _AlterShareGroupOffsetsRequestTopic
    group_id: Final[str]
    """Id of the group. (string)"""
    topics: Final[tuple[AlterShareGroupOffsetsRequestTopic, ...]]
    """One entry for each topic. ([]AlterShareGroupOffsetsRequestTopic)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        topics: Iterable[AlterShareGroupOffsetsRequestTopic] = (),
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
            topics: Iterable[AlterShareGroupOffsetsRequestTopic] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_AlterShareGroupOffsetsRequest = new(AlterShareGroupOffsetsRequest)


def _read_AlterShareGroupOffsetsRequestPartition_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AlterShareGroupOffsetsRequestPartition()
        o.partition_index, o.start_offset, n = _UNPACK_iqB(buf, pos)
        pos += 13
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_AlterShareGroupOffsetsRequestPartition_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_iq(o.partition_index, o.start_offset))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_iqx(o.partition_index, o.start_offset))


def _read_AlterShareGroupOffsetsRequestTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AlterShareGroupOffsetsRequestTopic()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_AlterShareGroupOffsetsRequestPartition_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_AlterShareGroupOffsetsRequestTopic_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic_name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_AlterShareGroupOffsetsRequestPartition_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_AlterShareGroupOffsetsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AlterShareGroupOffsetsRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_AlterShareGroupOffsetsRequestTopic_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_AlterShareGroupOffsetsRequest_0(put: Append, o: Any) -> None:
    items = o.group_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.topics
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_AlterShareGroupOffsetsRequestTopic_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


AlterShareGroupOffsetsRequest._READERS = {
    0: _read_AlterShareGroupOffsetsRequest_0,
}
AlterShareGroupOffsetsRequest._WRITERS = {
    0: _write_AlterShareGroupOffsetsRequest_0,
}
