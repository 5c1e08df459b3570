# Generated from ListPartitionReassignmentsResponse.json by `python -m codegen generate`. Do not edit.
"""ListPartitionReassignmentsResponse, response of API key 46, version 0, flexible from 0. Answers ListPartitionReassignmentsRequest."""

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
from kraft_wire.message import Message, Struct
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length,
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
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from


class OngoingPartitionReassignment(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "replicas", "adding_replicas", "removing_replicas", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "replicas", "adding_replicas", "removing_replicas")
    __qualname__ = "ListPartitionReassignmentsResponse.OngoingPartitionReassignment"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    replicas: Final[tuple[int, ...]]
    """Node ids of the replicas, preferred leader first. ([]int32)"""
    adding_replicas: Final[tuple[int, ...]]
    """Node ids of replicas that a reassignment adds. ([]int32)"""
    removing_replicas: Final[tuple[int, ...]]
    """Node ids of replicas that a reassignment removes. ([]int32)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        replicas: Iterable[int] = (),
        adding_replicas: Iterable[int] = (),
        removing_replicas: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.replicas = tuple(replicas)
        self.adding_replicas = tuple(adding_replicas)
        self.removing_replicas = tuple(removing_replicas)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            replicas: Iterable[int] = ...,
            adding_replicas: Iterable[int] = ...,
            removing_replicas: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_OngoingPartitionReassignment = OngoingPartitionReassignment
_new_OngoingPartitionReassignment = new(OngoingPartitionReassignment)


class OngoingTopicReassignment(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("name", "partitions")
    __qualname__ = "ListPartitionReassignmentsResponse.OngoingTopicReassignment"
    name: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[OngoingPartitionReassignment, ...]]
    """One entry for each partition. ([]OngoingPartitionReassignment)"""

    def __init__(
        self,
        *,
        name: str = "",
        partitions: Iterable[OngoingPartitionReassignment] = (),
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
            partitions: Iterable[OngoingPartitionReassignment] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_OngoingTopicReassignment = OngoingTopicReassignment
_new_OngoingTopicReassignment = new(OngoingTopicReassignment)


class ListPartitionReassignmentsResponse(Message):
    """Answers ListPartitionReassignmentsRequest."""

    __slots__ = ("throttle_time_ms", "error_code", "error_message", "topics", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "error_message", "topics")
    KIND = "response"
    API_KEY = 46
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        OngoingPartitionReassignment: TypeAlias = _OngoingPartitionReassignment
        OngoingTopicReassignment: TypeAlias = _OngoingTopicReassignment
    else:  # no annotation of a field
        OngoingPartitionReassignment = _OngoingPartitionReassignment
        OngoingTopicReassignment = _OngoingTopicReassignment
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""
    topics: Final[tuple[OngoingTopicReassignment, ...]]
    """One entry for each topic. ([]OngoingTopicReassignment)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        error_message: str | None = "",
        topics: Iterable[OngoingTopicReassignment] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.error_message = error_message
        self.topics = tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            topics: Iterable[OngoingTopicReassignment] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ListPartitionReassignmentsResponse = new(ListPartitionReassignmentsResponse)


def _read_OngoingPartitionReassignment_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OngoingPartitionReassignment()
        o.partition_index, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.adding_replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.removing_replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_OngoingPartitionReassignment_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.replicas
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.partition_index, n))
        else:
            put(_PACK_i(o.partition_index))
            put(count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        items = o.adding_replicas
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        items = o.removing_replicas
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_OngoingTopicReassignment_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OngoingTopicReassignment()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_OngoingPartitionReassignment_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_OngoingTopicReassignment_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_OngoingPartitionReassignment_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ListPartitionReassignmentsResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListPartitionReassignmentsResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
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
    o.topics, pos = _read_OngoingTopicReassignment_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ListPartitionReassignmentsResponse_0(put: Append, o: Any) -> None:
    items = o.error_message
    if items is None:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, 0))
    else:
        items = items.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
        else:
            put(_PACK_ih(o.throttle_time_ms, o.error_code))
            put(text_uvarint(n))
        put(items)
    items = o.topics
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_OngoingTopicReassignment_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ListPartitionReassignmentsResponse._READERS = {
    0: _read_ListPartitionReassignmentsResponse_0,
}
ListPartitionReassignmentsResponse._WRITERS = {
    0: _write_ListPartitionReassignmentsResponse_0,
}
