# Generated from CreatePartitionsRequest.json by `python -m codegen generate`. Do not edit.
"""CreatePartitionsRequest, request of API key 37, versions 0-3, flexible from 2. Raises the number of partitions of topics."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT32S,
    READ_INT32S,
    UNPACK_INT32S,
    pack_many,
    read_numbers,
    unpack_many,
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
    from .create_partitions_response import CreatePartitionsResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_iZ = Layout(">i?").pack
_PACK_iZx = Layout(">i?x").pack
_PACK_ii = Layout(">ii").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_iZ = Layout(">i?").unpack_from
_UNPACK_iZB = Layout(">i?B").unpack_from
_UNPACK_ii = Layout(">ii").unpack_from


class CreatePartitionsAssignment(Struct):
    """Replicas of each new partition; null lets the server choose."""

    __slots__ = ("broker_ids", "unknown_tagged_fields")
    __match_args__ = ("broker_ids",)
    __qualname__ = "CreatePartitionsRequest.CreatePartitionsAssignment"
    broker_ids: Final[tuple[int, ...]]
    """Node ids of the replicas. ([]int32)"""

    def __init__(
        self,
        *,
        broker_ids: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.broker_ids = tuple(broker_ids)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            broker_ids: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_CreatePartitionsAssignment = CreatePartitionsAssignment
_new_CreatePartitionsAssignment = new(CreatePartitionsAssignment)


class CreatePartitionsTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "count", "assignments", "unknown_tagged_fields")
    __match_args__ = ("name", "count", "assignments")
    __qualname__ = "CreatePartitionsRequest.CreatePartitionsTopic"
    name: Final[str]
    """Name of the topic. (string)"""
    count: Final[int]
    """Number of partitions that the topic shall have. (int32)"""
    assignments: Final[tuple[CreatePartitionsAssignment, ...] | None]
    """Replicas of each new partition; null lets the server choose. ([]CreatePartitionsAssignment)"""

    def __init__(
        self,
        *,
        name: str = "",
        count: int = 0,
        assignments: Iterable[CreatePartitionsAssignment] | None = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.count = count
        self.assignments = None if assignments is None else tuple(assignments)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            count: int = ...,
            assignments: Iterable[CreatePartitionsAssignment] | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_CreatePartitionsTopic = CreatePartitionsTopic
_new_CreatePartitionsTopic = new(CreatePartitionsTopic)


class CreatePartitionsRequest(Request["CreatePartitionsResponse"]):
    """Raises the number of partitions of topics."""

    __slots__ = ("topics", "timeout_ms", "validate_only", "unknown_tagged_fields")
    __match_args__ = ("topics", "timeout_ms", "validate_only")
    KIND = "request"
    API_KEY = 37
    VERSIONS = (0, 3)
    FLEXIBLE_VERSIONS = (2, 3)
    _RESPONSE_NAME = "CreatePartitionsResponse"
    if TYPE_CHECKING:
        CreatePartitionsAssignment: TypeAlias = _CreatePartitionsAssignment
        CreatePartitionsTopic: TypeAlias = _CreatePartitionsTopic
    else:  # no annotation of a field
        CreatePartitionsAssignment = _CreatePartitionsAssignment
        CreatePartitionsTopic = _CreatePartitionsTopic
    topics: Final[tuple[CreatePartitionsTopic, ...]]
    """One entry for each topic. ([]CreatePartitionsTopic)"""
    timeout_ms: Final[int]
    """Milliseconds that the server may take. (int32)"""
    validate_only: Final[bool]
    """Whether to check only and change nothing. (bool)"""

    def __init__(
        self,
        *,
        topics: Iterable[CreatePartitionsTopic] = (),
        timeout_ms: int = 0,
        validate_only: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topics = tuple(topics)
        self.timeout_ms = timeout_ms
        self.validate_only = validate_only
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topics: Iterable[CreatePartitionsTopic] = ...,
            timeout_ms: int = ...,
            validate_only: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_CreatePartitionsRequest = new(CreatePartitionsRequest)


def _read_CreatePartitionsAssignment_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_CreatePartitionsAssignment()
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.broker_ids = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_CreatePartitionsAssignment_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.broker_ids
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))


def _read_CreatePartitionsAssignment_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_CreatePartitionsAssignment()
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.broker_ids = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_CreatePartitionsAssignment_many_2(put: Append, many: Any) -> None:
    for o in many:
        items = o.broker_ids
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_CreatePartitionsTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_CreatePartitionsTopic()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
        o.count, n = _UNPACK_ii(buf, pos)
        pos += 8
        if n >= 0:
            if n > 1000000:
                raise ValueError("array is too long")
            o.assignments, pos = _read_CreatePartitionsAssignment_many_0(buf, pos, n)
        elif n == -1:
            o.assignments = None
        else:
            raise ValueError("length is below -1")
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_CreatePartitionsTopic_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.assignments
        if items is None:
            put(_PACK_ii(o.count, -1))
        else:
            n = len(items)
            if n > 1000000:
                raise ValueError("array is too long")
            put(_PACK_ii(o.count, n))
            if items:
                _write_CreatePartitionsAssignment_many_0(put, items)


def _read_CreatePartitionsTopic_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_CreatePartitionsTopic()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        o.count, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127:
            n, pos = count_length(buf, pos, n)
        if n:
            o.assignments, pos = _read_CreatePartitionsAssignment_many_2(buf, pos + 1, n - 1)
        else:
            o.assignments = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_CreatePartitionsTopic_many_2(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.assignments
        if items is None:
            put(_PACK_iB(o.count, 0))
        else:
            n = len(items) + 1
            if n < 128:
                put(_PACK_iB(o.count, n))
            else:
                put(_PACK_i(o.count))
                put(count_uvarint(n))
            if items:
                _write_CreatePartitionsAssignment_many_2(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_CreatePartitionsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_CreatePartitionsRequest()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_CreatePartitionsTopic_many_0(buf, pos, n)
    o.timeout_ms, o.validate_only = _UNPACK_iZ(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    return o, pos


def _write_CreatePartitionsRequest_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_CreatePartitionsTopic_many_0(put, items)
    if o.validate_only is not True and o.validate_only is not False:
        raise ValueError("bool is neither true nor false")
    put(_PACK_iZ(o.timeout_ms, o.validate_only))


def _read_CreatePartitionsRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_CreatePartitionsRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_CreatePartitionsTopic_many_2(buf, pos + 1, n - 1)
    o.timeout_ms, o.validate_only, n = _UNPACK_iZB(buf, pos)
    pos += 6
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_CreatePartitionsRequest_2(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_CreatePartitionsTopic_many_2(put, items)
    if o.validate_only is not True and o.validate_only is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_iZ(o.timeout_ms, o.validate_only))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_iZx(o.timeout_ms, o.validate_only))


CreatePartitionsRequest._READERS = {
    0: _read_CreatePartitionsRequest_0,
    1: _read_CreatePartitionsRequest_0,
    2: _read_CreatePartitionsRequest_2,
    3: _read_CreatePartitionsRequest_2,
}
CreatePartitionsRequest._WRITERS = {
    0: _write_CreatePartitionsRequest_0,
    1: _write_CreatePartitionsRequest_0,
    2: _write_CreatePartitionsRequest_2,
    3: _write_CreatePartitionsRequest_2,
}
