# Generated from DescribeShareGroupOffsetsRequest.json by `python -m codegen generate`. Do not edit.
"""DescribeShareGroupOffsetsRequest, request of API key 90, versions 0-1, flexible from 0. Asks for the start offsets of share groups."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
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
    from .describe_share_group_offsets_response import DescribeShareGroupOffsetsResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack


class DescribeShareGroupOffsetsRequestTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("topic_name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_name", "partitions")
    __qualname__ = "DescribeShareGroupOffsetsRequest.DescribeShareGroupOffsetsRequestTopic"
    topic_name: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[int, ...]]
    """Numbers of the partitions. ([]int32)"""

    def __init__(
        self,
        *,
        topic_name: str = "",
        partitions: Iterable[int] = (),
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
            partitions: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DescribeShareGroupOffsetsRequestTopic = DescribeShareGroupOffsetsRequestTopic
_new_DescribeShareGroupOffsetsRequestTopic = new(DescribeShareGroupOffsetsRequestTopic)


class DescribeShareGroupOffsetsRequestGroup(Struct):
    """One entry for each group."""

    __slots__ = ("group_id", "topics", "unknown_tagged_fields")
    __match_args__ = ("group_id", "topics")
    __qualname__ = "DescribeShareGroupOffsetsRequest.DescribeShareGroupOffsetsRequestGroup"
    group_id: Final[str]
    """Id of the group. (string)"""
    topics: Final[tuple[DescribeShareGroupOffsetsRequestTopic, ...] | None]
    """One entry for each topic. ([]DescribeShareGroupOffsetsRequestTopic)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        topics: Iterable[DescribeShareGroupOffsetsRequestTopic] | None = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_id = group_id
        self.topics = None if topics is None else tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_id: str = ...,
            topics: Iterable[DescribeShareGroupOffsetsRequestTopic] | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DescribeShareGroupOffsetsRequestGroup = DescribeShareGroupOffsetsRequestGroup
_new_DescribeShareGroupOffsetsRequestGroup = new(DescribeShareGroupOffsetsRequestGroup)


class DescribeShareGroupOffsetsRequest(Request["DescribeShareGroupOffsetsResponse"]):
    """Asks for the start offsets of share groups."""

    __slots__ = ("groups", "unknown_tagged_fields")
    __match_args__ = ("groups",)
    KIND = "request"
    API_KEY = 90
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (0, 1)
    _RESPONSE_NAME = "DescribeShareGroupOffsetsResponse"
    if TYPE_CHECKING:
        DescribeShareGroupOffsetsRequestTopic: TypeAlias = _DescribeShareGroupOffsetsRequestTopic
        DescribeShareGroupOffsetsRequestGroup: TypeAlias = _DescribeShareGroupOffsetsRequestGroup
    else:  # no annotation of a field
        DescribeShareGroupOffsetsRequestTopic = _DescribeShareGroupOffsetsRequestTopic
        DescribeShareGroupOffsetsRequestGroup = _DescribeShareGroupOffsetsRequestGroup
    groups: Final[tuple[DescribeShareGroupOffsetsRequestGroup, ...]]
    """One entry for each group. ([]DescribeShareGroupOffsetsRequestGroup)"""

    def __init__(
        self,
        *,
        groups: Iterable[DescribeShareGroupOffsetsRequestGroup] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.groups = tuple(groups)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            groups: Iterable[DescribeShareGroupOffsetsRequestGroup] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DescribeShareGroupOffsetsRequest = new(DescribeShareGroupOffsetsRequest)


def _read_DescribeShareGroupOffsetsRequestTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeShareGroupOffsetsRequestTopic()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.partitions = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribeShareGroupOffsetsRequestTopic_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic_name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribeShareGroupOffsetsRequestGroup_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeShareGroupOffsetsRequestGroup()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        if n:
            o.topics, pos = _read_DescribeShareGroupOffsetsRequestTopic_many_0(buf, pos + 1, n - 1)
        else:
            o.topics = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribeShareGroupOffsetsRequestGroup_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.group_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.topics
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            if items:
                _write_DescribeShareGroupOffsetsRequestTopic_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribeShareGroupOffsetsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeShareGroupOffsetsRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.groups, pos = _read_DescribeShareGroupOffsetsRequestGroup_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeShareGroupOffsetsRequest_0(put: Append, o: Any) -> None:
    items = o.groups
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_DescribeShareGroupOffsetsRequestGroup_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DescribeShareGroupOffsetsRequest._READERS = {
    0: _read_DescribeShareGroupOffsetsRequest_0,
    1: _read_DescribeShareGroupOffsetsRequest_0,
}
DescribeShareGroupOffsetsRequest._WRITERS = {
    0: _write_DescribeShareGroupOffsetsRequest_0,
    1: _write_DescribeShareGroupOffsetsRequest_0,
}
