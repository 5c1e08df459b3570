# Generated from DescribeProducersRequest.json by `python -m codegen generate`. Do not edit.
"""DescribeProducersRequest, request of API key 61, version 0, flexible from 0. Asks which producers write to partitions, and for their open transactions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT32S,
    READ_INT32S,
    pack_many,
    read_numbers,
)
from kraft_wire.message import Request, Struct
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length,
    count_length_not_null,
    count_uvarint,
    new,
    read_unknown_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .describe_producers_response import DescribeProducersResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append


class TopicRequest(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "partition_indexes", "unknown_tagged_fields")
    __match_args__ = ("name", "partition_indexes")
    __qualname__ = "DescribeProducersRequest.TopicRequest"
    name: Final[str]
    """Name of the topic. (string)"""
    partition_indexes: Final[tuple[int, ...]]
    """Numbers of partitions. ([]int32)"""

    def __init__(
        self,
        *,
        name: str = "",
        partition_indexes: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.partition_indexes = tuple(partition_indexes)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            partition_indexes: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopicRequest = TopicRequest
_new_TopicRequest = new(TopicRequest)


class DescribeProducersRequest(Request["DescribeProducersResponse"]):
    """Asks which producers write to partitions, and for their open transactions."""

    __slots__ = ("topics", "unknown_tagged_fields")
    __match_args__ = ("topics",)
    KIND = "request"
    API_KEY = 61
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    _RESPONSE_NAME = "DescribeProducersResponse"
    if TYPE_CHECKING:
        TopicRequest: TypeAlias = _TopicRequest
    else:  # no annotation of a field
        TopicRequest = _TopicRequest
    topics: Final[tuple[TopicRequest, ...]]
    """One entry for each topic. ([]TopicRequest)"""

    def __init__(
        self,
        *,
        topics: Iterable[TopicRequest] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topics = tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topics: Iterable[TopicRequest] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DescribeProducersRequest = new(DescribeProducersRequest)


def _read_TopicRequest_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicRequest()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.partition_indexes = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
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
        items = o.partition_indexes
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribeProducersRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeProducersRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_TopicRequest_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeProducersRequest_0(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TopicRequest_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DescribeProducersRequest._READERS = {
    0: _read_DescribeProducersRequest_0,
}
DescribeProducersRequest._WRITERS = {
    0: _write_DescribeProducersRequest_0,
}
