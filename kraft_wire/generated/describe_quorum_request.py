# Generated from DescribeQuorumRequest.json by `python -m codegen generate`. Do not edit.
"""DescribeQuorumRequest, request of API key 55, versions 0-2, flexible from 0. Asks the leader of the metadata quorum for voters, observers and how far each has got."""

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
    from .describe_quorum_response import DescribeQuorumResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_i = Layout(">i").pack
_PACK_ix = Layout(">ix").pack
_UNPACK_iB = Layout(">iB").unpack_from


class PartitionData(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "unknown_tagged_fields")
    __match_args__ = ("partition_index",)
    __qualname__ = "DescribeQuorumRequest.PartitionData"
    partition_index: Final[int]
    """Number of the partition. (int32)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_PartitionData = PartitionData
_new_PartitionData = new(PartitionData)


class TopicData(Struct):
    """One entry for each topic."""

    __slots__ = ("topic_name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_name", "partitions")
    __qualname__ = "DescribeQuorumRequest.TopicData"
    topic_name: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[PartitionData, ...]]
    """One entry for each partition. ([]PartitionData)"""

    def __init__(
        self,
        *,
        topic_name: str = "",
        partitions: Iterable[PartitionData] = (),
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
            partitions: Iterable[PartitionData] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopicData = TopicData
_new_TopicData = new(TopicData)


class DescribeQuorumRequest(Request["DescribeQuorumResponse"]):
    """Asks the leader of the metadata quorum for voters, observers and how far each has got."""

    __slots__ = ("topics", "unknown_tagged_fields")
    __match_args__ = ("topics",)
    KIND = "request"
    API_KEY = 55
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (0, 2)
    _RESPONSE_NAME = "DescribeQuorumResponse"
    if TYPE_CHECKING:
        PartitionData: TypeAlias = _PartitionData
        TopicData: TypeAlias = _TopicData
    else:  # no annotation of a field
        PartitionData = _PartitionData
        TopicData = _TopicData
    topics: Final[tuple[TopicData, ...]]
    """One entry for each topic. ([]TopicData)"""

    def __init__(
        self,
        *,
        topics: Iterable[TopicData] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topics = tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topics: Iterable[TopicData] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DescribeQuorumRequest = new(DescribeQuorumRequest)


def _read_PartitionData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.partition_index, n = _UNPACK_iB(buf, pos)
        pos += 5
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_i(o.partition_index))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ix(o.partition_index))


def _read_TopicData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicData()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
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


def _write_TopicData_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic_name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_PartitionData_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribeQuorumRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeQuorumRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_TopicData_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeQuorumRequest_0(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TopicData_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DescribeQuorumRequest._READERS = {
    0: _read_DescribeQuorumRequest_0,
    1: _read_DescribeQuorumRequest_0,
    2: _read_DescribeQuorumRequest_0,
}
DescribeQuorumRequest._WRITERS = {
    0: _write_DescribeQuorumRequest_0,
    1: _write_DescribeQuorumRequest_0,
    2: _write_DescribeQuorumRequest_0,
}
