# Generated from DescribeTopicPartitionsRequest.json by `python -m codegen generate`. Do not edit.
"""DescribeTopicPartitionsRequest, request of API key 75, version 0, flexible from 0. Asks for topics with their partitions, page by page."""

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
    from .describe_topic_partitions_response import DescribeTopicPartitionsResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_i = Layout(">i").pack
_PACK_ib = Layout(">ib").pack
_PACK_ix = Layout(">ix").pack
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ib = Layout(">ib").unpack_from


class TopicRequest(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "unknown_tagged_fields")
    __match_args__ = ("name",)
    __qualname__ = "DescribeTopicPartitionsRequest.TopicRequest"
    name: Final[str]
    """Name of the topic. (string)"""

    def __init__(
        self,
        *,
        name: str = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopicRequest = TopicRequest
_new_TopicRequest = new(TopicRequest)


class Cursor(Struct):
    """Where the page begins; null for the first."""

    __slots__ = ("topic_name", "partition_index", "unknown_tagged_fields")
    __match_args__ = ("topic_name", "partition_index")
    __qualname__ = "DescribeTopicPartitionsRequest.Cursor"
    topic_name: Final[str]
    """Name of the topic. (string)"""
    partition_index: Final[int]
    """Number of the partition. (int32)"""

    def __init__(
        self,
        *,
        topic_name: str = "",
        partition_index: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_name = topic_name
        self.partition_index = partition_index
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_name: str = ...,
            partition_index: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_Cursor = Cursor
_new_Cursor = new(Cursor)


class DescribeTopicPartitionsRequest(Request["DescribeTopicPartitionsResponse"]):
    """Asks for topics with their partitions, page by page."""

    __slots__ = ("topics", "response_partition_limit", "cursor", "unknown_tagged_fields")
    __match_args__ = ("topics", "response_partition_limit", "cursor")
    KIND = "request"
    API_KEY = 75
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    _RESPONSE_NAME = "DescribeTopicPartitionsResponse"
    if TYPE_CHECKING:
        TopicRequest: TypeAlias = _TopicRequest
        Cursor: TypeAlias = _Cursor
    else:  # no annotation of a field
        TopicRequest = _TopicRequest
        Cursor = _Cursor
    topics: Final[tuple[TopicRequest, ...]]
    """One entry for each topic. ([]TopicRequest)"""
    response_partition_limit: Final[int]
    """How many partitions a page may have. (int32)"""
    cursor: Final[Cursor | None]
    """Where the page begins; null for the first. (Cursor)"""

    def __init__(
        self,
        *,
        topics: Iterable[TopicRequest] = (),
        response_partition_limit: int = 2000,
        cursor: Cursor | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topics = tuple(topics)
        self.response_partition_limit = response_partition_limit
        self.cursor = cursor
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topics: Iterable[TopicRequest] = ...,
            response_partition_limit: int = ...,
            cursor: Cursor | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DescribeTopicPartitionsRequest = new(DescribeTopicPartitionsRequest)


def _read_TopicRequest_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicRequest()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopicRequest_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_Cursor_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_Cursor()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
    o.partition_index, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_Cursor_0(put: Append, o: Any) -> None:
    items = o.topic_name.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    if o.unknown_tagged_fields:
        put(_PACK_i(o.partition_index))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ix(o.partition_index))


def _read_DescribeTopicPartitionsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeTopicPartitionsRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_TopicRequest_many_0(buf, pos + 1, n - 1)
    o.response_partition_limit, n = _UNPACK_ib(buf, pos)
    pos += 5
    if n >= 0:
        o.cursor, pos = _read_Cursor_0(buf, pos)
    else:
        o.cursor = None
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeTopicPartitionsRequest_0(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TopicRequest_many_0(put, items)
    if o.cursor is None:
        put(_PACK_ib(o.response_partition_limit, -1))
    else:
        put(_PACK_ib(o.response_partition_limit, 1))
        _write_Cursor_0(put, o.cursor)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DescribeTopicPartitionsRequest._READERS = {
    0: _read_DescribeTopicPartitionsRequest_0,
}
DescribeTopicPartitionsRequest._WRITERS = {
    0: _write_DescribeTopicPartitionsRequest_0,
}
