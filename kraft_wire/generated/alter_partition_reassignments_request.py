# Generated from AlterPartitionReassignmentsRequest.json by `python -m codegen generate`. Do not edit.
"""AlterPartitionReassignmentsRequest, request of API key 45, versions 0-1, flexible from 0. Starts, changes or cancels the move of partitions to other replicas."""

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
    from .alter_partition_reassignments_response import AlterPartitionReassignmentsResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_iZ = Layout(">i?").pack
_PACK_iZB = Layout(">i?B").pack
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_iZB = Layout(">i?B").unpack_from


class ReassignablePartition(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "replicas", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "replicas")
    __qualname__ = "AlterPartitionReassignmentsRequest.ReassignablePartition"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    replicas: Final[tuple[int, ...] | None]
    """Node ids of the replicas, preferred leader first. ([]int32)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        replicas: Iterable[int] | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.replicas = None if replicas is None else tuple(replicas)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            replicas: Iterable[int] | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ReassignablePartition = ReassignablePartition
_new_ReassignablePartition = new(ReassignablePartition)


class ReassignableTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("name", "partitions")
    __qualname__ = "AlterPartitionReassignmentsRequest.ReassignableTopic"
    name: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[ReassignablePartition, ...]]
    """One entry for each partition. ([]ReassignablePartition)"""

    def __init__(
        self,
        *,
        name: str = "",
        partitions: Iterable[ReassignablePartition] = (),
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
            partitions: Iterable[ReassignablePartition] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ReassignableTopic = ReassignableTopic
_new_ReassignableTopic = new(ReassignableTopic)


class AlterPartitionReassignmentsRequest(Request["AlterPartitionReassignmentsResponse"]):
    """Starts, changes or cancels the move of partitions to other replicas."""

    __slots__ = ("timeout_ms", "allow_replication_factor_change", "topics", "unknown_tagged_fields")
    __match_args__ = ("timeout_ms", "allow_replication_factor_change", "topics")
    KIND = "request"
    API_KEY = 45
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (0, 1)
    _RESPONSE_NAME = "AlterPartitionReassignmentsResponse"
    if TYPE_CHECKING:
        ReassignablePartition: TypeAlias = _ReassignablePartition
        ReassignableTopic: TypeAlias = _ReassignableTopic
    else:  # no annotation of a field
        ReassignablePartition = _ReassignablePartition
        ReassignableTopic = _ReassignableTopic
    timeout_ms: Final[int]
    """Milliseconds that the server may take. (int32)"""
    allow_replication_factor_change: Final[bool]
    """Whether a reassignment may change the number of replicas. (bool, version 1)"""
    topics: Final[tuple[ReassignableTopic, ...]]
    """One entry for each topic. ([]ReassignableTopic)"""

    def __init__(
        self,
        *,
        timeout_ms: int = 60000,
        allow_replication_factor_change: bool = True,
        topics: Iterable[ReassignableTopic] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.timeout_ms = timeout_ms
        self.allow_replication_factor_change = allow_replication_factor_change
        self.topics = tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            timeout_ms: int = ...,
            allow_replication_factor_change: bool = ...,
            topics: Iterable[ReassignableTopic] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_AlterPartitionReassignmentsRequest = new(AlterPartitionReassignmentsRequest)


def _read_ReassignablePartition_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ReassignablePartition()
        o.partition_index, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127:
            n, pos = count_length(buf, pos, n)
        if n:
            o.replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
            pos += 4 * n - 3
        else:
            o.replicas = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ReassignablePartition_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.replicas
        if items is None:
            put(_PACK_iB(o.partition_index, 0))
        else:
            n = len(items) + 1
            if n < 128:
                put(_PACK_iB(o.partition_index, n))
            else:
                put(_PACK_i(o.partition_index))
                put(count_uvarint(n))
            put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ReassignableTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ReassignableTopic()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_ReassignablePartition_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ReassignableTopic_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_ReassignablePartition_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_AlterPartitionReassignmentsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AlterPartitionReassignmentsRequest()
    o.allow_replication_factor_change = True
    o.timeout_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_ReassignableTopic_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_AlterPartitionReassignmentsRequest_0(put: Append, o: Any) -> None:
    if o.allow_replication_factor_change is not True:
        raise ValueError("this version lacks a field that is set")
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.timeout_ms, n))
    else:
        put(_PACK_i(o.timeout_ms))
        put(count_uvarint(n))
    if items:
        _write_ReassignableTopic_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_AlterPartitionReassignmentsRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AlterPartitionReassignmentsRequest()
    o.timeout_ms, o.allow_replication_factor_change, n = _UNPACK_iZB(buf, pos)
    pos += 5
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_ReassignableTopic_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_AlterPartitionReassignmentsRequest_1(put: Append, o: Any) -> None:
    if o.allow_replication_factor_change is not True and o.allow_replication_factor_change is not False:
        raise ValueError("bool is neither true nor false")
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iZB(o.timeout_ms, o.allow_replication_factor_change, n))
    else:
        put(_PACK_iZ(o.timeout_ms, o.allow_replication_factor_change))
        put(count_uvarint(n))
    if items:
        _write_ReassignableTopic_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


AlterPartitionReassignmentsRequest._READERS = {
    0: _read_AlterPartitionReassignmentsRequest_0,
    1: _read_AlterPartitionReassignmentsRequest_1,
}
AlterPartitionReassignmentsRequest._WRITERS = {
    0: _write_AlterPartitionReassignmentsRequest_0,
    1: _write_AlterPartitionReassignmentsRequest_1,
}
