# Generated from ListPartitionReassignmentsRequest.json by `python -m codegen generate`. Do not edit.
"""ListPartitionReassignmentsRequest, request of API key 46, version 0, flexible from 0. Lists moves of partitions that are under way."""

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
    count_uvarint,
    new,
    read_unknown_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .list_partition_reassignments_response import ListPartitionReassignmentsResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_UNPACK_iB = Layout(">iB").unpack_from


class ListPartitionReassignmentsTopics(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "partition_indexes", "unknown_tagged_fields")
    __match_args__ = ("name", "partition_indexes")
    __qualname__ = "ListPartitionReassignmentsRequest.ListPartitionReassignmentsTopics"
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


_ListPartitionReassignmentsTopics = ListPartitionReassignmentsTopics
_new_ListPartitionReassignmentsTopics = new(ListPartitionReassignmentsTopics)


class ListPartitionReassignmentsRequest(Request["ListPartitionReassignmentsResponse"]):
    """Lists moves of partitions that are under way."""

    __slots__ = ("timeout_ms", "topics", "unknown_tagged_fields")
    __match_args__ = ("timeout_ms", "topics")
    KIND = "request"
    API_KEY = 46
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    _RESPONSE_NAME = "ListPartitionReassignmentsResponse"
    if TYPE_CHECKING:
        ListPartitionReassignmentsTopics: TypeAlias = _ListPartitionReassignmentsTopics
    else:  # no annotation of a field
        ListPartitionReassignmentsTopics = _ListPartitionReassignmentsTopics
    timeout_ms: Final[int]
    """Milliseconds that the server may take. (int32)"""
    topics: Final[tuple[ListPartitionReassignmentsTopics, ...] | None]
    """One entry for each topic. ([]ListPartitionReassignmentsTopics)"""

    def __init__(
        self,
        *,
        timeout_ms: int = 60000,
        topics: Iterable[ListPartitionReassignmentsTopics] | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.timeout_ms = timeout_ms
        self.topics = None if topics is None else tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            timeout_ms: int = ...,
            topics: Iterable[ListPartitionReassignmentsTopics] | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ListPartitionReassignmentsRequest = new(ListPartitionReassignmentsRequest)


def _read_ListPartitionReassignmentsTopics_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ListPartitionReassignmentsTopics()
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


def _write_ListPartitionReassignmentsTopics_many_0(put: Append, many: Any) -> None:
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


def _read_ListPartitionReassignmentsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListPartitionReassignmentsRequest()
    o.timeout_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.topics, pos = _read_ListPartitionReassignmentsTopics_many_0(buf, pos + 1, n - 1)
    else:
        o.topics = None
        pos += 1
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ListPartitionReassignmentsRequest_0(put: Append, o: Any) -> None:
    items = o.topics
    if items is None:
        put(_PACK_iB(o.timeout_ms, 0))
    else:
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.timeout_ms, n))
        else:
            put(_PACK_i(o.timeout_ms))
            put(count_uvarint(n))
        if items:
            _write_ListPartitionReassignmentsTopics_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ListPartitionReassignmentsRequest._READERS = {
    0: _read_ListPartitionReassignmentsRequest_0,
}
ListPartitionReassignmentsRequest._WRITERS = {
    0: _write_ListPartitionReassignmentsRequest_0,
}
